"""Level host at addresses of 64 bits: arrays in place, C's pointers, stray ones."""

import ctypes
from pathlib import Path

import numpy as np
import pytest
from c_compiler import needs_clang
from host_libraries import shared

import circ
from circ.dialects.common.diagnostics import Diagnostic

DOUBLE = """
func.func @f(%a : memref<?x{type}>, %b : memref<?x{type}>) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %a, %zero : memref<?x{type}>
  scf.for %i = %zero to %n step %one {{
    %x = memref.load %a[%i] : memref<?x{type}>
    %y = arith.{add} %x, %x : {type}
    memref.store %y, %b[%i] : memref<?x{type}>
  }}
  func.return
}}
"""
ELEMENT = """
func.func @f(%a : memref<?xi32>, %i : index, %x : i32) -> i32 {
  %old = memref.load %a[%i] : memref<?xi32>
  memref.store %x, %a[%i] : memref<?xi32>
  func.return %old : i32
}
"""


@pytest.mark.parametrize(
    ("type", "dtype"),
    (
        *(("i8", "uint8"), ("i16", "int16"), ("i32", "int32"), ("i64", "uint64")),
        *(("f32", "float32"), ("f64", "float64")),
    ),
)
def test_the_array_itself_changes(type: str, dtype: str):
    add = "addf" if type[0] == "f" else "addi"
    program = circ.load(DOUBLE.format(type=type, add=add))
    a, b = np.arange(9, dtype=dtype), np.zeros(9, dtype)
    place = b.ctypes.data
    done = circ.run(program, a, b, level="host", in_place=True)
    assert done.arrays[0] is a and done.arrays[1] is b
    assert b.ctypes.data == place
    assert b.tolist() == (2 * a).tolist()
    # Without the option arguments stay as they are, at either width of addresses.
    c = np.zeros(9, dtype)
    for width in (32, 64):
        done = circ.run(program, a, c, level="host", address_width=width)
        assert not c.any()
        assert done.arrays[1].tolist() == b.tolist()


def test_two_arguments_may_be_one_array():
    program = circ.load(DOUBLE.format(type="i32", add="addi"))
    a = np.arange(5, dtype=np.int32)
    circ.run(program, a, a, level="host", in_place=True)
    assert a.tolist() == [0, 2, 4, 6, 8]
    whole = np.arange(8, dtype=np.int32)
    circ.run(program, whole[:4], whole[2:6], level="host", in_place=True)
    assert whole.tolist() == [0, 1, 0, 2, 0, 4, 6, 7]


@pytest.mark.parametrize("shape", ((0,), (0, 3), ()))
def test_arrays_without_elements_and_without_dimensions(shape: tuple[int, ...]):
    extents = "".join(f"{extent}x" for extent in shape)
    text = f"""
func.func @f(%a : memref<{extents}i32>) -> memref<{extents}i32> {{
  func.return %a : memref<{extents}i32>
}}"""
    a = np.full(shape, 5, np.int32)
    done = circ.run(circ.load(text), a, level="host", in_place=True)
    assert done.arrays[0] is a
    assert np.array_equal(done.results[0], a)


def test_what_cannot_be_used_in_place():
    program = circ.load(ELEMENT)
    a = np.arange(4, dtype=np.int32)

    def message(array: object = a, **options: object) -> str:
        with pytest.raises(Diagnostic) as error:
            circ.run(program, array, 1, 2, in_place=True, **options)  # pyright: ignore
        return str(error.value)

    assert "is for level host, whose memory" in message()
    assert "is for level host, whose memory" in message(level="llvlir")
    assert "needs addresses of 64 bits" in message(level="host", address_width=32)
    assert "must be in C order" in message(
        np.zeros((4, 4), np.int32)[:, 0], level="host"
    )
    assert "must hold int32" in message(np.zeros(4), level="host")
    fixed = a.copy()
    fixed.flags.writeable = False
    assert "argument 0: the array is read-only" in message(fixed, level="host")
    lowered = circ.compile(program, "llvlir", address_width=32)
    with pytest.raises(Diagnostic, match="of level llvlir keeps its addresses"):
        circ.run(lowered, a, 1, 2, level="host", in_place=True)


@pytest.mark.parametrize("in_place", (False, True))
@pytest.mark.parametrize("index", (1 << 40, -(1 << 43), (1 << 60) + 5, -(1 << 59)))
def test_a_stray_access_is_diagnosed(index: int, in_place: bool):
    """Beyond what is mapped, and at addresses that no processor has."""
    program = circ.load(ELEMENT)
    a = np.arange(4, dtype=np.int32)
    for _ in range(2):
        with pytest.raises(Diagnostic, match=r"access at 0x[0-9a-f]+ is outside any"):
            circ.run(
                *(program, a, index, 7),
                level="host",
                address_width=64,
                in_place=in_place,
            )
    done = circ.run(program, a, 2, 7, level="host", in_place=True)
    assert done.results == [2] and a.tolist() == [0, 1, 7, 3]


def test_a_copy_is_followed_by_pages_without_an_object():
    text = DOUBLE.format(type="i32", add="addi").replace(
        "memref.dim %a, %zero : memref<?xi32>", "arith.constant 100000000000 : index"
    )
    a = np.zeros(4, np.int32)
    with pytest.raises(Diagnostic, match="outside any object"):
        circ.run(circ.load(text), a, a, level="host", address_width=64)


def test_host_calls_python_with_arrays_in_place():
    """Functions of the environment are called while the array is the program's."""
    text = """
func.func private @print_i32(i32)
func.func @f(%a : memref<?xi32>) {
  %zero = arith.constant 0 : index
  %x = memref.load %a[%zero] : memref<?xi32>
  func.call @print_i32(%x) : (i32) -> ()
  %y = arith.addi %x, %x : i32
  memref.store %y, %a[%zero] : memref<?xi32>
  func.return
}
"""
    a = np.array([21], np.int32)
    done = circ.run(circ.load(text), a, level="host", in_place=True)
    assert (done.output, a[0]) == ("21\n", 42)


LIBRARY = (
    ELEMENT
    + """
memref.global "private" @t : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func private @square(%x : i32) -> i32 {
  %r = arith.muli %x, %x : i32
  func.return %r : i32
}
func.func private @next(%x : i32) -> i32 {
  %one = arith.constant 1 : i32
  %r = arith.addi %x, %one : i32
  func.return %r : i32
}
func.func @apply(%f : (i32) -> i32, %x : i32) -> i32 {
  %r = func.call_indirect %f(%x) : (i32) -> i32
  func.return %r : i32
}
func.func @g(%i : index, %c : i1, %n : index) -> i32 {
  %t = memref.get_global @t : memref<4xi32>
  %x = memref.load %t[%i] : memref<4xi32>
  %y = arith.addi %x, %x : i32
  memref.store %y, %t[%i] : memref<4xi32>
  %f = func.constant @square : (i32) -> i32
  %h = func.constant @next : (i32) -> i32
  %k = arith.select %c, %f, %h : (i32) -> i32
  %z = func.call_indirect %k(%x) : (i32) -> i32
  %b = memref.alloca(%n) : memref<?xi32>
  %s = memref.alloca() : memref<4xi32>
  memref.store %z, %s[%i] : memref<4xi32>
  %v = memref.load %s[%i] : memref<4xi32>
  memref.store %v, %b[%i] : memref<?xi32>
  %w = memref.load %b[%i] : memref<?xi32>
  func.return %w : i32
}
"""
)
TABLE = """
builtin.module attributes {circ.address_width = 64 : i32} {
llvlir.section "data"
llvlir.label.L @table : global
llvlir.word.I 5 : i32
llvlir.zero 4
llvlir.address 3, @text
llvlir.address 0, @twice
llvlir.label.L @text : global
llvlir.astring "abcdef"
llvlir.section "text"
llvlir.func private @twice(%x : !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.signature = (i32) -> i32} {
  %y = llvlir.add.I %x, %x : i32
  llvlir.ret %y : !llvlir.r<i32>
}
llvlir.func @f() -> !llvlir.r<i32> attributes {circ.signature = () -> i32} {
  %t = llvlir.consta.L @table : global at !llvlir.a<64>
  %w = llvlir.ld.I %t, 8 : i64 at !llvlir.a<64>
  %o = llvlir.mva %w at !llvlir.a<64>
  %b = llvlir.ldu.I %o, 0 : i8 at !llvlir.a<64>
  %x = llvlir.zext.II %b : i32, i8
  %k = llvlir.ld.I %t, 16 : i64 at !llvlir.a<64>
  %g = llvlir.mva %k at !llvlir.a<64>
  %y = llvlir.call_indirect %g(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32> at !llvlir.a<64>
  llvlir.ret %y : !llvlir.r<i32>
}
}
"""


@needs_clang
def test_a_library_takes_pointers_of_c(tmp_path: Path):
    program = circ.load(LIBRARY)
    library = shared(program, tmp_path / "f.so", 64)
    a = np.arange(4, dtype=np.int32)
    library.f.argtypes = (ctypes.c_void_p, *(ctypes.c_int64,) * 2, ctypes.c_int32)
    assert library.f(a.ctypes.data, 4, 2, 9) == 2
    assert a.tolist() == [0, 1, 9, 3]
    library.g.argtypes = (ctypes.c_int64, ctypes.c_bool, ctypes.c_int64)
    found = [library.g(2, True, 9), library.g(3, False, 9), library.g(2, True, 9)]
    assert found == [9, 5, 36]
    # A function of Python as C has it, called through its address.
    callback = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(lambda x: x + 100)
    assert library.apply(callback, 5) == 105


@needs_clang
def test_addresses_in_the_data_of_a_library(tmp_path: Path):
    program = circ.load(TABLE)
    assert circ.run(program, entry="f", level="llvlir").results == [2 * ord("d")]
    assert circ.run(program, entry="f", level="host").results == [2 * ord("d")]
    assert shared(program, tmp_path / "f.so", 64).f() == 2 * ord("d")


def test_text_of_llvm_needs_no_memory_of_its_own():
    program = circ.load(LIBRARY)
    text = circ.emit(program, "llvm-ir", address_width=64)
    assert "circ_initialize" not in text and "circ_memory" not in text
    assert 'define i32 @"f"(i64 %p0, i64 %p1, i64 %p2, i32 %p3)' in text
    assert "circ_initialize" in circ.emit(program, "llvm-ir")
