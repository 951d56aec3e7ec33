"""Command line arguments to values and arrays in a memory, and back."""

from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import (
    Float32Type,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    NoneType,
    StridedLayoutAttr,
    VectorType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import unpack
from circ.dialects.source.layout import lane_width
from circ.targets.execute.arrays import (
    check_not_inputs,
    first_difference,
    save_arrays,
)
from circ.targets.execute.marshal import (
    Scalar,
    arrays_after,
    place,
    read_arguments,
    result_lines,
    results_of,
)
from circ.targets.execute.memory import Memory


def signature(*inputs: Attribute, outputs: tuple[Attribute, ...] = ()) -> FunctionType:
    return FunctionType.from_lists(inputs, outputs)


DTYPES = (
    (i1, "bool"),
    (i8, "int8"),
    (i8, "uint8"),
    (i16, "int16"),
    (i16, "uint16"),
    (i32, "int32"),
    (i32, "uint32"),
    (i64, "int64"),
    (i64, "uint64"),
    (IndexType(), "int32"),
    (f32, "float32"),
    (f64, "float64"),
)


@pytest.mark.parametrize(("type", "dtype"), DTYPES)
def test_array_goes_in_and_out(type: Attribute, dtype: str, tmp_path: Path):
    array = (np.arange(12).reshape(3, 4) - 5).astype(dtype)
    path = tmp_path / "in.npy"
    np.save(path, array)
    types = signature(i32, MemRefType(type, [3, 4]), f32)
    arguments = read_arguments(["-7", str(path), "0.5"], types, "f")
    memory = Memory()
    values = place(arguments, memory)
    assert values[0] == -7 & 0xFFFFFFFF and values[2] == 0x3F000000
    assert memory.read(values[1], array.nbytes) == array.tobytes()
    changed = array[::-1].tobytes()
    memory.write(values[1], changed)
    after = arrays_after(arguments, values, memory)
    assert list(after) == [1]
    save_arrays(str(tmp_path / "new" / "out"), after)
    saved = np.load(tmp_path / "new" / "out" / "arg1.npy")
    assert saved.dtype == array.dtype and np.array_equal(saved, array[::-1])
    assert np.array_equal(np.load(path), array), "inputs stay as they are"
    assert [file.name for file in (tmp_path / "new" / "out").iterdir()] == ["arg1.npy"]


@pytest.mark.parametrize("shape", ((), (0,), (2, 0, 3), (1,), (2, 3, 4, 5)))
def test_shapes(shape: tuple[int, ...], tmp_path: Path):
    array = np.arange(np.prod(shape), dtype=np.int16).reshape(shape)
    path = tmp_path / "in.npy"
    np.save(path, array)
    arguments = read_arguments([str(path)], signature(MemRefType(i16, shape)), "f")
    memory = Memory()
    after = arrays_after(arguments, place(arguments, memory), memory)
    assert np.array_equal(after[0], array) and after[0].shape == shape


def test_one_file_for_two_arguments_is_two_arrays(tmp_path: Path):
    path = tmp_path / "in.npy"
    np.save(path, np.zeros(2, np.int8))
    type = MemRefType(i8, [2])
    arguments = read_arguments([str(path)] * 2, signature(type, type), "f")
    first, second = place(arguments, Memory())
    assert first != second and first % 64 == second % 64 == 0


@pytest.mark.parametrize(
    ("array", "message"),
    (
        (np.zeros(4, np.int64), "must hold int32 or uint32 for memref<4xi32>, but hol"),
        (np.zeros(4, ">i4"), "must hold int32 or uint32"),
        (np.zeros(4, np.float32), "but holds float32"),
        (np.zeros(5, np.int32), "must have shape 4, but has 5"),
        (np.zeros((2, 2), np.int32), "must have shape 4, but has 2x2"),
        (np.zeros((), np.int32), "must have shape 4, but has () (a scalar)"),
        (np.array([None] * 4), "cannot read"),
    ),
)
def test_wrong_array(array: np.ndarray, message: str, tmp_path: Path):
    path = tmp_path / "in.npy"
    np.save(path, array)
    with pytest.raises(Diagnostic) as error:
        read_arguments([str(path)], signature(MemRefType(i32, [4])), "f")
    assert message in error.value.message
    assert error.value.message.startswith("argument 0: ")


@pytest.mark.parametrize(
    ("element", "data", "lanes"),
    (
        (i32, np.arange(-1, 15, dtype=np.int32), [0xFFFFFFFF, *range(15)]),
        (i8, np.arange(240, 256, dtype=np.uint8), list(range(240, 256))),
        (i1, np.arange(16) % 3 == 0, [int(lane % 3 == 0) for lane in range(16)]),
        (f32, np.full(16, -2.0, np.float32), [0xC0000000] * 16),
        (f64, np.full(16, 1.0), [0x3FF0000000000000] * 16),
    ),
)
def test_vector(element: Attribute, data: np.ndarray, lanes: list[int], tmp_path: Path):
    path = tmp_path / "in.npy"
    np.save(path, data)
    type = VectorType(element, [16])
    (argument,) = read_arguments([str(path)], signature(type), "f")
    assert isinstance(argument, Scalar)
    width = lane_width(type)
    assert width is not None
    assert unpack(INTS, 16, width, argument.bits) == lanes
    types = signature(outputs=(type,))
    (result,) = results_of(types, [argument.bits])
    shown = np.array(result)
    assert (shown == data.view(data.dtype.name.replace("uint", "int"))).all()
    (line,) = result_lines(types, [argument.bits])
    assert line == str(result)


def test_bytes_of_hostile_bools_stay_in_their_lanes(tmp_path: Path):
    path = tmp_path / "in.npy"
    np.save(path, np.full(16, 6, np.uint8).view(bool))
    (argument,) = read_arguments([str(path)], signature(VectorType(i1, [16])), "f")
    assert isinstance(argument, Scalar) and argument.bits == 0


@pytest.mark.parametrize(
    ("array", "message"),
    (
        (np.zeros(8, np.int32), "must have shape 16, but has 8"),
        (np.zeros((1, 16), np.int32), "must have shape 16, but has 1x16"),
        (np.zeros(16, np.float32), "must hold int32 or uint32 for vector<16xi32>"),
    ),
)
def test_wrong_vector(array: np.ndarray, message: str, tmp_path: Path):
    path = tmp_path / "in.npy"
    np.save(path, array)
    with pytest.raises(Diagnostic) as error:
        read_arguments([str(path)], signature(VectorType(i32, [16])), "f")
    assert message in error.value.message


def test_order_must_be_c(tmp_path: Path):
    path = tmp_path / "in.npy"
    np.save(path, np.asfortranarray(np.zeros((2, 3), np.int32)))
    with pytest.raises(Diagnostic, match="must be in C order"):
        read_arguments([str(path)], signature(MemRefType(i32, [2, 3])), "f")


HEADER = b"\x93NUMPY\x01\x00v\x00{'descr': '<i4', 'fortran_order': False, "


@pytest.mark.parametrize(
    "data",
    (
        b"",
        b"not an array",
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00\x05\x00{'a'\n",
        b"PK\x03\x04rubbish",
        HEADER + b"'shape': (4,), }".ljust(69) + b"\n" + b"\0" * 15,
        HEADER + b"'shape': (1 << 60,), }".ljust(69) + b"\n",
        HEADER + b"'shape': (1000000000000000,), }".ljust(69) + b"\n",
    ),
)
def test_hostile_file(data: bytes, tmp_path: Path):
    path = tmp_path / "in.npy"
    path.write_bytes(data)
    with pytest.raises(Diagnostic, match="argument 0: cannot read '"):
        read_arguments([str(path)], signature(MemRefType(i32, [4])), "f")


def test_missing_file_and_archive(tmp_path: Path):
    types = signature(MemRefType(i32, [4]))
    with pytest.raises(Diagnostic, match=r"'none\.npy': No such file or directory"):
        read_arguments(["none.npy"], types, "f")
    with pytest.raises(Diagnostic, match="Is a directory"):
        read_arguments([str(tmp_path)], types, "f")
    np.savez(tmp_path / "in.npz", np.zeros(4, np.int32))
    with pytest.raises(Diagnostic, match=r"cannot read '.*' as a \.npy file: "):
        read_arguments([str(tmp_path / "in.npz")], types, "f")


@pytest.mark.parametrize(
    ("texts", "inputs", "message"),
    (
        ([], (i32,), "'f' takes 1 argument, but 0 are given"),
        (["1"], (), "'f' takes 0 arguments, but 1 is given"),
        (["1", "2", "3"], (i32, i32), "'f' takes 2 arguments, but 3 are given"),
        (["1", "x"], (i32, i32), "argument 1: 'x' is not an integer"),
        (["1"], (IntegerType(5),), "argument 0 of 'f': type i5 is not supported"),
        (
            ["1"],
            (VectorType(IntegerType(5), [4]),),
            "type vector<4xi5> is not supported",
        ),
        (
            ["1"],
            (MemRefType(i32, [2], NoneAttr(), IntegerAttr(3, 64)),),
            "type memref<2xi32, 3 : i64> is not supported",
        ),
    ),
)
def test_wrong_arguments(texts: list[str], inputs: tuple[Attribute, ...], message: str):
    with pytest.raises(Diagnostic) as error:
        read_arguments(texts, signature(*inputs), "f")
    assert message in error.value.message
    assert error.value.location is None


def test_layouts_and_results_that_are_not_supported():
    strided = MemRefType(i32, [2, 2], StridedLayoutAttr([1, 2]))
    with pytest.raises(Diagnostic, match="argument 0 of 'f': type memref<2x2xi32, st"):
        read_arguments(["a.npy"], signature(strided), "f")
    array = MemRefType(Float32Type(), [2], memory_space=IntegerAttr(68, i64))
    with pytest.raises(Diagnostic, match="result 0 of 'f': type memref<2xf32, 68 : i6"):
        read_arguments([], signature(outputs=(array,)), "f")


def test_parameter_that_nothing_reads():
    assert read_arguments(["2.5"], signature(NoneType()), "f") == [Scalar(i32, 0)]


def test_results():
    types = signature(outputs=(i32, i1, f32, f64, i8))
    bits = [0xFFFFFFFF, 1, 0x3DCCCCCD, 0x7FF8000000000000, 0x7F]
    assert results_of(types, bits) == [-1, 1, 0.1, "nan", 127]
    assert result_lines(types, bits) == ["-1", "1", "0.1", "nan", "127"]
    assert results_of(signature(), []) == []


def test_input_is_never_a_target(tmp_path: Path):
    path = tmp_path / "arg0.npy"
    np.save(path, np.zeros(1, np.int8))
    link = tmp_path / "other.npy"
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(Diagnostic, match="is an input and would be overwritten"):
            check_not_inputs(str(tmp_path), {0: str(name)})
    check_not_inputs(str(tmp_path), {1: str(path)})
    check_not_inputs(str(tmp_path / "sub"), {0: str(path)})


def test_directory_that_cannot_be_made(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Diagnostic, match="cannot write to '"):
        save_arrays(str(tmp_path / "file"), {0: np.zeros(1)})
    assert (tmp_path / "file").read_text() == ""


def test_first_difference():
    nan = np.array([[1, np.nan], [0.0, 2]], np.float32)
    other = nan.copy()
    other.view(np.uint32)[0, 1] ^= 1
    assert first_difference(nan, other) is None, "all NaNs are equal"
    other[1, 0] = -0.0
    assert first_difference(nan, other) == (1, 0)
    assert first_difference(np.zeros(0, np.int8), np.zeros(0, np.int8)) is None
    scalar, one = np.array(1, np.int32), np.array(2, np.int32)
    assert first_difference(scalar, one) == ()
