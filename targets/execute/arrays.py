"""
Arrays of a program as `.npy` files.

The table of types, the shape and the order are those of docs/reference/architecture.md,
section 4.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
    StridedLayoutAttr,
    VectorType,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.represented import representation_of
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.common.widths import WORD
from circ.dialects.source.layout import ArrayType, lane_width

Data: TypeAlias = npt.NDArray[np.generic]

DTYPES: dict[str, tuple[str, ...]] = {
    "i1": ("bool",),
    "i8": ("int8", "uint8"),
    "i16": ("int16", "uint16"),
    "i32": ("int32", "uint32"),
    "i64": ("int64", "uint64"),
    "index": ("int32",),
    "f16": ("float16",),
    "bf16": ("uint16",),  # the bits: numpy has no such type
    "f32": ("float32",),
    "f64": ("float64",),
}
"""Element types of files by those of memrefs."""

ELEMENTS = {
    np.dtype(name): type
    for type in (i8, i16, i32, i64, f16, f32, f64)
    for name in DTYPES[str(type)]
}
"""Types of elements by those of files."""


def names_of(element: Attribute) -> tuple[str, ...]:
    """The types of numpy for an element; of a type of another package, its bits."""
    return DTYPES[str(representation_of(element))]


def read_vector(path: str, type: VectorType[Attribute]) -> int:
    """The vector in a file, as bits; a `ValueError` says why it cannot be one."""
    return vector_bits(read_array(path, type), type)


def vector_bits(data: Data, type: VectorType[Attribute]) -> int:
    """The bits of a vector whose lanes are an array's elements."""
    width = lane_width(type)
    assert width is not None, type
    # Of a bool's byte only the lowest bit counts, as in memory.
    return pack(INTS, width, [INTS.const(width, lane) for lane in bits_in(data)])


def vector_of(bits: int, type: VectorType[Attribute]) -> Data:
    """The lanes of a vector; the inverse of `vector_bits`."""
    data = np.empty(type.get_shape(), names_of(type.element_type)[0])
    width = lane_width(type)
    assert width is not None, type
    lanes = np.array(unpack(INTS, data.size, width, bits), f"u{data.itemsize}")
    return lanes.view(data.dtype).reshape(data.shape)


def read_array(path: str, type: ArrayType | VectorType[Attribute]) -> Data:
    """The array in a file; raises a `ValueError` if it does not fit the type."""
    data = read_any_array(path, str(type))
    check_array(data, type, f"'{path}'")
    return data


def read_any_array(path: str, what: str) -> Data:
    """The array in a file, which stands for `what`; of any type and shape."""
    try:
        with open(path, "rb") as file:
            return cast(Data, np.lib.format.read_array(file, allow_pickle=False))
    except OSError as error:
        reason = f"{error.strerror or error} ({what} is given as a .npy file)"
        raise ValueError(f"cannot read '{path}': {reason}") from None
    except Exception as error:  # numpy parses the header as Python text
        reason = " ".join(str(error).split()) or "it is too large"
        message = f"cannot read '{path}' as a .npy file: {reason}"
        raise ValueError(message) from None


def type_of_array(data: Data, name: str) -> ArrayType:
    """The memref that has an array's elements and its shape."""
    if data.dtype not in ELEMENTS:
        raise ValueError(f"{name} holds {data.dtype}, which no element type is")
    type = MemRefType(ELEMENTS[data.dtype], data.shape)
    check_array(data, type, name)
    return type


def as_array(value: object) -> Data | None:
    """The value where it is an array."""
    return cast(Data, value) if isinstance(value, np.ndarray) else None


def number_in(value: object) -> object:
    """The Python number that one of numpy's is; any other value as it is."""
    return cast(object, value.item()) if isinstance(value, np.generic) else value


def check_array(data: Data, type: ArrayType | VectorType[Attribute], name: str) -> None:
    """Raise a `ValueError` where the array cannot be an argument of the type."""
    names = names_of(type.element_type)
    if not any(data.dtype == np.dtype(name) for name in names):
        found, expected = data.dtype, " or ".join(names)
        raise ValueError(f"{name} must hold {expected} for {type}, but holds {found}")
    shape = type.get_shape()
    if len(shape) != data.ndim or any(
        wanted not in (found, DYNAMIC_INDEX)
        for wanted, found in zip(shape, data.shape, strict=True)
    ):
        expected, found = _text(shape), _text(data.shape)
        raise ValueError(f"{name} must have shape {expected}, but has {found}")
    if not data.flags.c_contiguous:
        order = "in Fortran order" if data.flags.f_contiguous else "strided"
        raise ValueError(f"{name} must be in C order, but is {order}")


def _text(shape: Sequence[int]) -> str:
    extents = ("?" if extent == DYNAMIC_INDEX else str(extent) for extent in shape)
    return "x".join(extents) if shape else "() (a scalar)"


def from_bytes(data: bytes, like: Data) -> Data:
    """An array of the type and shape of `like`."""
    return np.frombuffer(data, like.dtype).reshape(like.shape)


def saved_paths(directory: str, positions: Sequence[int]) -> dict[int, Path]:
    return {position: Path(directory, f"arg{position}.npy") for position in positions}


def check_not_inputs(directory: str, inputs: Mapping[int, str]) -> None:
    """Diagnose a directory in which a saved array would overwrite an input."""
    for target in saved_paths(directory, list(inputs)).values():
        for path in inputs.values():
            if target.exists() and os.path.samefile(target, path):
                message = f"'{target}' is an input and would be overwritten"
                raise Diagnostic(None, message)


def save_arrays(directory: str, arrays: Mapping[int, Data]) -> None:
    """Write `arg<k>.npy` for each array, each file completely or not at all."""
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
        for position, target in saved_paths(directory, list(arrays)).items():
            temporary = target.with_name(f"{target.name}.{os.getpid()}.tmp")
            try:
                with open(temporary, "wb") as file:
                    np.save(file, arrays[position], allow_pickle=False)
                os.replace(temporary, target)
            except OSError:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        message = f"cannot write to '{directory}': {error.strerror or error}"
        raise Diagnostic(None, message) from None


def array_at(
    read: Callable[[int, int], bytes], address: int, type: ArrayType, word: int = WORD
) -> Data:
    """
    A copy of an array in memory, from its address and, above it, its dynamic words.

    Raises a `ValueError` where an extent is negative or a number of bytes too large.
    """
    kind = np.dtype(names_of(type.element_type)[0])
    address, *words = unpack(INTS, 1 + dynamic_words(type), word, address)
    rest = iter([to_signed(word, number) for number in words])
    shape = [next(rest) if e == DYNAMIC_INDEX else e for e in type.get_shape()]
    if any(extent < 0 for extent in shape):
        raise ValueError(f"its shape is {_text(shape)}")
    strides = [prod(shape[i + 1 :]) for i in range(len(shape))]
    if isinstance(layout := type.layout, StridedLayoutAttr):
        strides = [next(rest) if s is None else s for s in layout.get_strides()]
    steps = [stride * kind.itemsize for stride in strides]
    reach = [(e - 1) * step for e, step in zip(shape, steps, strict=True)]
    if 0 in shape:
        return np.empty(shape, kind)
    low, high = (sum(f(0, each) for each in reach) for f in (min, max))
    if high - low + kind.itemsize > 1 << word:
        raise ValueError(f"its shape is {_text(shape)}")
    data = read(address + low, high - low + kind.itemsize)
    return np.ndarray(shape, kind, data, -low, steps).copy()


def bits_in(data: Data) -> list[int]:
    """The bits of all elements, in row-major order."""
    return cast(list[int], data.view(f"u{data.itemsize}").ravel().tolist())


def first_difference(lhs: Data, rhs: Data) -> tuple[int, ...] | None:
    """The index of the first element whose bits differ; all NaNs are equal."""
    assert lhs.dtype == rhs.dtype and lhs.shape == rhs.shape
    kind = np.dtype(f"u{lhs.dtype.itemsize}")
    different = lhs.view(kind) != rhs.view(kind)
    if lhs.dtype.kind == "f":
        different &= ~((lhs != lhs) & (rhs != rhs))
    if not different.any():
        return None
    flat = int(np.argmax(different))
    return tuple(int(i) for i in np.unravel_index(flat, lhs.shape))
