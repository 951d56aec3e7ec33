"""
Arguments of a command line into values and arrays, and results back into text.

docs/reference/architecture.md, section 4, `circ-run`: a scalar is a number, a memref a
path to a `.npy` file of its exact shape in C order, a vector one to a file of its
lanes. The function's type is in source terms (`circ.signature`), so the same arguments
serve every level.
"""

import reprlib
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Protocol, TypeAlias

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    NoneType,
    StridedLayoutAttr,
    VectorType,
    i32,
)
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.half import float_of
from circ.dialects.common.number_text import is_float
from circ.dialects.common.represented import Represented, representation_of
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.source.advice import type_advice
from circ.dialects.source.layout import (
    ArrayType,
    array_type,
    dynamic_type,
    lane_width,
    space_of,
    vector_type,
    view_type,
)
from circ.targets.execute.memory import WORD_BYTES
from circ.targets.execute.outcome import Outcome, check_arity
from circ.targets.execute.text import (
    Nested,
    bits_of,
    nested_text,
    number_of,
    scalar_of,
    text_of,
    unread_bits,
)

if TYPE_CHECKING:  # numpy costs 0.1 s at start-up, and only arrays need it
    from circ.targets.execute.arrays import Data

ALIGNMENT = 64
"""Of every array: what the vector accesses of NaplesPU ask for."""


@dataclass(frozen=True)
class Scalar:
    """A number, or a vector: what a register holds."""

    type: Attribute
    bits: int


@dataclass(frozen=True)
class Array:
    type: ArrayType
    """The parameter's, whose extents and strides may be dynamic."""
    path: str
    data: "Data"
    in_place: bool = False
    """Is the array's own memory the program's?"""

    @property
    def words(self) -> list[int]:
        """The values of the dynamic extents and strides."""
        shape = self.data.shape
        pairs = [*zip(self.type.get_shape(), shape, strict=True)]
        if isinstance(layout := self.type.layout, StridedLayoutAttr):
            strides = (DYNAMIC_INDEX if s is None else s for s in layout.get_strides())
            pairs += zip(strides, _row_major(shape), strict=True)
        return [found for wanted, found in pairs if wanted == DYNAMIC_INDEX]


@dataclass(frozen=True)
class Strings:
    """A table of the addresses of strings, which a null pointer ends."""

    data: tuple[bytes, ...]

    def laid_out(self, address: int) -> bytes:
        """The table and then the strings, as they are at an address."""
        end = address + WORD_BYTES * (len(self.data) + 1)
        table, strings = list[int](), b""
        for text in self.data:
            table.append(end + len(strings))
            strings += text + b"\0"
        return struct.pack(f"<{len(table) + 1}I", *table, 0) + strings


Argument: TypeAlias = Scalar | Array | Strings


@dataclass(frozen=True)
class Execution:
    """What a run of a function leaves: results, and arrays by argument position."""

    outcome: Outcome
    arrays: "dict[int, Data]"
    space: "Space | None" = field(default=None, compare=False)
    """Memory after the run, where results that are arrays are."""


def _row_major(shape: Sequence[int]) -> list[int]:
    """The strides of an array without gaps, in elements."""
    return [prod(shape[i + 1 :]) for i in range(len(shape))]


def parameter_array(type: Attribute) -> ArrayType | None:
    """The type if an array in a file can be an argument of it, else None."""
    if (array := array_type(type) or dynamic_type(type)) is None:
        return None
    layout = array.layout
    if isinstance(layout, StridedLayoutAttr) and array.has_static_shape():
        known = _row_major(array.get_shape())
        pairs = zip(layout.get_strides(), known, strict=True)
        return array if all(s in (None, k) for s, k in pairs) else None
    return array


def result_array(type: Attribute) -> ArrayType | None:
    """The type if it is that of an array of any layout, else None."""
    return view_type(type) or dynamic_type(type)


class Space(Protocol):
    """What arrays are put into: the interpreters' memory, or the simulator's."""

    def read(self, address: int, size: int, /) -> bytes: ...
    def write(self, address: int, data: bytes, /) -> None: ...


class Heap(Space, Protocol):
    """Where there is room for arrays."""

    def allocate(self, size: int, align: int, /) -> int: ...


def read_arguments(
    texts: Sequence[str],
    signature: FunctionType,
    entry: str,
    location: Attribute | None = None,
) -> list[Argument]:
    """
    The arguments that the texts stand for; reads the arrays' files.

    `location` is that of the function, for types which no argument can have.
    """
    types = signature.inputs.data
    check_types(signature, entry, location)
    check_arity(entry, len(types), len(texts))
    return [
        read_argument(position, type, text)
        for position, (type, text) in enumerate(zip(types, texts, strict=True))
    ]


def check_types(
    signature: FunctionType, entry: str, location: Attribute | None = None
) -> None:
    """Diagnose a type that no argument or result can have."""
    for position, type in enumerate(signature.inputs):
        if isinstance(type, NoneType):  # a parameter that nothing reads
            continue
        if lane_width(type) is None and parameter_array(type) is None:
            message = f"argument {position} of '{entry}': type {type} is not supported"
            raise Diagnostic(location, message + type_advice(type))
        if (array := parameter_array(type)) is not None and space_of(array):
            message = f"argument {position} of '{entry}': an array in the scratchpad"
            raise Diagnostic(location, f"{message} cannot be given to a program")
    for position, type in enumerate(signature.outputs):
        array = result_array(type)
        if lane_width(type) is None and (array is None or space_of(array)):
            message = f"result {position} of '{entry}': type {type} is not supported"
            raise Diagnostic(location, message + type_advice(type))


def read_argument(position: int, type: Attribute, text: str) -> Scalar | Array:
    """The argument that a text stands for: a number, or the path of a file."""
    try:
        if array := parameter_array(type):
            from circ.targets.execute.arrays import read_array

            return Array(array, text, read_array(text, array))
        if isinstance(type, NoneType):
            return Scalar(i32, unread_bits(text))
        if vector := vector_type(type):
            from circ.targets.execute.arrays import read_vector

            return Scalar(type, read_vector(text, vector))
        return Scalar(type, bits_of(type, text))
    except ValueError as error:
        raise Diagnostic(None, f"argument {position}: {error}") from None


def argument_of(
    position: int, type: Attribute, value: object, in_place: bool = False
) -> Scalar | Array:
    """
    The argument that a Python value is: a number, or a numpy array.

    With `in_place` the program gets the array's own memory, which it may write.

    A value of another package's type is a number or a text that its `bits_of` reads.
    """
    try:
        if (array := parameter_array(type)) is not None:
            data = _checked(value, array)
            if in_place and not data.flags.writeable:
                raise ValueError("the array is read-only, and would be used in place")
            return Array(array, "", data, in_place)
        if (vector := vector_type(type)) is not None:
            from circ.targets.execute.arrays import vector_bits

            return Scalar(type, vector_bits(_checked(value, vector), vector))
        text = _number_text(value, type)
        if isinstance(type, NoneType):
            return Scalar(i32, unread_bits(text))
        return Scalar(type, bits_of(type, text))
    except ValueError as error:
        raise Diagnostic(None, f"argument {position}: {error}") from None


def _checked(value: object, type: "ArrayType | VectorType[Attribute]") -> "Data":
    from circ.targets.execute.arrays import as_array, check_array

    if (data := as_array(value)) is None:
        raise ValueError(f"a numpy array is needed for {type}, not {_described(value)}")
    check_array(data, type, "the array")
    return data


def _number_text(value: object, type: Attribute) -> str:
    if isinstance(value, str) and isinstance(type, Represented):
        return value
    if "numpy" in sys.modules:
        from circ.targets.execute.arrays import number_in

        value = number_in(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float) or (
        isinstance(value, complex) and isinstance(type, Represented)
    ):
        return repr(value)
    raise ValueError(f"a number is needed for {type}, not {_described(value)}")


def _described(value: object) -> str:
    return f"{reprlib.repr(value)} ({type(value).__name__})"


def place(arguments: Sequence[Argument], heap: Heap) -> list[int]:
    """
    Bit patterns of all arguments.

    Each array is copied to an address of its own, but for those that are used in place.
    """
    values: list[int] = []
    for argument in arguments:
        if isinstance(argument, Scalar):
            values.append(argument.bits)
            continue
        if isinstance(argument, Array) and argument.in_place:
            adopt = getattr(heap, "adopt", None)
            if adopt is None:
                message = "arrays in place need level host and addresses of 64 bits"
                raise Diagnostic(None, message)
            adopt(argument.data.ctypes.data, argument.data.nbytes)
            values.append(argument.data.ctypes.data)
            continue
        if isinstance(argument, Strings):
            address = heap.allocate(len(argument.laid_out(0)), ALIGNMENT)
            data = argument.laid_out(address)
        else:
            address = heap.allocate(argument.data.nbytes, ALIGNMENT)
            data = argument.data.tobytes()
        heap.write(address, data)
        values.append(address)
    return values


def arrays_after(
    arguments: Sequence[Argument], values: Sequence[int], space: Space
) -> "dict[int, Data]":
    """
    The arrays as the program left them, by position among all arguments.

    They are the memory itself where it can be seen as an array.
    """
    arrays: dict[int, Data] = {}
    read = getattr(space, "view", space.read)
    for position, (argument, value) in enumerate(zip(arguments, values, strict=True)):
        if isinstance(argument, Array) and argument.in_place:
            arrays[position] = argument.data
        elif isinstance(argument, Array):
            from circ.targets.execute.arrays import from_bytes

            data = read(value, argument.data.nbytes)
            arrays[position] = from_bytes(data, argument.data)
    return arrays


def array_results(
    signature: FunctionType, bits: Sequence[int], space: Space | None
) -> "dict[int, Data]":
    """The results that are arrays, by position, with their contents after the run."""
    found: dict[int, Data] = {}
    for position, (type, value) in enumerate(zip(signature.outputs, bits, strict=True)):
        if (array := result_array(type)) is not None:
            from circ.targets.execute.arrays import array_at

            assert space is not None
            word = getattr(space, "address_width", WORD)
            try:
                found[position] = array_at(space.read, value, array, word)
            except (Diagnostic, ValueError) as error:
                text = error.message if isinstance(error, Diagnostic) else str(error)
                raise Diagnostic(None, f"result {position}: {text}") from None
    return found


def values_of(
    signature: FunctionType, bits: Sequence[int], space: Space | None = None
) -> "list[int | float | str | Data]":
    """
    Results as Python numbers, and vectors and arrays as numpy arrays.

    A value of another package's type is the number that its text is, else the text.
    """
    arrays = array_results(signature, bits, space)
    return [
        arrays[position] if position in arrays else _value_of(type, value)
        for position, (type, value) in enumerate(
            zip(signature.outputs, bits, strict=True)
        )
    ]


def _value_of(type: Attribute, bits: int) -> "int | float | str | Data":
    if (vector := vector_type(type)) is not None:
        from circ.targets.execute.arrays import vector_of

        return vector_of(bits, vector)
    if is_float(type):
        return float_of(type, width_of(type), bits)
    value = number_of(type, bits)
    assert not isinstance(value, list)
    return value


def results_of(
    signature: FunctionType, bits: Sequence[int], space: Space | None = None
) -> list[Nested]:
    """Results as numbers, for JSON; those of an array in lists of lists."""
    arrays = array_results(signature, bits, space)
    return [
        _shown(arrays[position], type) if position in arrays else number_of(type, value)
        for position, (type, value) in enumerate(
            zip(signature.outputs, bits, strict=True)
        )
    ]


def _shown(data: "Data", type: Attribute) -> Nested:
    """The elements of an array as numbers, in a list for each dimension."""
    from circ.targets.execute.arrays import bits_in

    array = result_array(type)
    assert array is not None, type
    shown: list[Nested] = [scalar_of(array.element_type, e) for e in bits_in(data)]
    for extent in reversed(data.shape[1:]):
        count = len(shown) // extent if extent else prod(data.shape[: data.ndim - 1])
        shown = [shown[i * extent : (i + 1) * extent] for i in range(count)]
    return shown if data.ndim else shown[0]


def result_lines(
    signature: FunctionType,
    bits: Sequence[int],
    own: bool = True,
    space: Space | None = None,
) -> list[str]:
    """
    Results as text, one line each; different text for different values unless `own`,
    with which types of other packages say how they are shown. Without `space` an
    array is its address.
    """
    arrays = {} if space is None else array_results(signature, bits, space)
    return [
        nested_text(_shown(arrays[position], type))
        if position in arrays
        else text_of(type if own else representation_of(type), value)
        for position, (type, value) in enumerate(
            zip(signature.outputs, bits, strict=True)
        )
    ]
