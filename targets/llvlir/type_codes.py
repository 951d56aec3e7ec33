"""
Types in the llvlir bytecode: those of operations, of registers, of source signatures.

Integer codes are 1 i1, 2 i8, 3 i16, 4 i32, 5 i64, 6 i128, and 0 with a width; profile 2
has more of them. Float
codes 1 f16, 2 f32, 3 f64, 4 f128, and 0 with the widths of exponent and of sign and
fraction. A named code must be used where there is one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    IndexType,
    IntegerAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    i64,
)
from xdsl.dialects.builtin import VectorType as BuiltinVectorType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import ParseError, VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.represented import Represented
from circ.dialects.common.signatures import MOST_LANES
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.types import (
    FLOAT_FORMATS,
    MAX_WIDTH,
    AddressType,
    B,
    FloatFormat,
    FloatType,
    GeneralType,
    MaskType,
    P,
    PredicateType,
    ProcedureType,
    RegisterType,
    T,
    TypeType,
    VectorType,
    address,
    float_format,
    floating,
    format_of,
    general,
    has_code,
    integer,
    is_integer,
    is_number,
    mask,
    register_type,
    vector,
)
from circ.targets.llvlir.leb import Reader, Writer
from circ.targets.mlir.dialects import attribute_context
from circ.targets.mlir.parser import MALFORMED, attribute_parser

INTEGER_WIDTHS = {
    1: (1, 8, 16, 32, 64, 128),
    2: (1, 8, 16, 24, 32, 48, 64, 96, 128),
}
"""By profile, the widths that have codes, from 1 on."""
SECOND = (T, B, P)
"""Registers of profile 2, in the order of their codes."""
ADDRESS_WIDTHS = (32, 64)
FLOAT_SHAPES = ((5, 11), (8, 24), (11, 53), (15, 113))
"""Bits of the exponent, and of sign and fraction, of the codes from 1 on."""

MAX_RANK = 32
MAX_NESTED = 8
"""The depth of function types in function types."""
MAX_VALUE_BITS = 1 << 20
"""Bits of one value (docs/llvlir-bytecode.md)."""

# region Elements


def write_integer(writer: Writer, width: int) -> None:
    widths = INTEGER_WIDTHS[writer.profile]
    if width in widths:
        writer.unsigned(1 + widths.index(width))
    else:
        writer.unsigned(0)
        writer.unsigned(width)


def read_integer(reader: Reader) -> Attribute:
    start = reader.position
    code = reader.unsigned()
    widths = INTEGER_WIDTHS[reader.profile]
    if 1 <= code <= len(widths):
        return integer(widths[code - 1])
    if code:
        raise reader.error(start, f"{code} is no code of an integer type")
    width = reader.unsigned()
    if not 1 <= width <= MAX_WIDTH or width in widths:
        message = f"an integer of {width} bits must not be written as a width"
        raise reader.error(start, message)
    return integer(width)


def write_float(writer: Writer, type: Attribute) -> None:
    format = format_of(type)
    shape = format.exponent, format.fraction + 1
    if shape in FLOAT_SHAPES:
        writer.unsigned(1 + FLOAT_SHAPES.index(shape))
    else:
        writer.unsigned(0)
        for bits in shape:
            writer.unsigned(bits)


def read_float(reader: Reader) -> FloatFormat:
    start = reader.position
    code = reader.unsigned()
    if 1 <= code <= len(FLOAT_SHAPES):
        return float_format(*FLOAT_SHAPES[code - 1])
    if code:
        raise reader.error(start, f"{code} is no code of a float type")
    shape = reader.unsigned(), reader.unsigned()
    if shape in FLOAT_SHAPES:
        message = f"f{sum(shape)} must be written with its code"
        raise reader.error(start, message)
    try:
        return float_format(*shape)
    except VerifyException as error:
        raise reader.error(start, str(error)) from None


def write_element(writer: Writer, type: Attribute) -> None:
    """The kind of an element, integer 1 or float 2, and its code."""
    if is_integer(type):
        writer.unsigned(1)
        write_integer(writer, width_of(type))
    else:
        writer.unsigned(2)
        write_float(writer, type)


def read_element(reader: Reader) -> Attribute:
    start = reader.position
    kind = reader.unsigned()
    if kind not in (1, 2):
        raise reader.error(start, f"{kind} is no kind of element")
    return read_integer(reader) if kind == 1 else read_float(reader)


def write_lanes(writer: Writer, lanes: int) -> None:
    """The logarithm of the lanes; for other counts 0 and the count (an extension)."""
    if has_code(lanes):
        writer.unsigned(lanes.bit_length() - 1)
    else:
        writer.unsigned(0)
        writer.unsigned(lanes)


def read_lanes(reader: Reader) -> int:
    start = reader.position
    power = reader.unsigned()
    if power > 7:
        raise reader.error(start, f"2^{power} lanes are not from 2 to 128")
    if power:
        return 1 << power
    lanes = reader.unsigned()
    if has_code(lanes):
        raise reader.error(start, f"{lanes} lanes must be written with their code")
    if not 1 <= lanes <= MOST_LANES:
        raise reader.error(start, f"{lanes} lanes are not from 1 to {MOST_LANES}")
    return lanes


def check_size(reader: Reader, start: int, lanes: int, element: Attribute) -> None:
    bits = lanes * width_of(element)
    if bits > MAX_VALUE_BITS:
        message = f"a value has at most {MAX_VALUE_BITS} bits, not {bits}"
        raise reader.error(start, message)


# endregion
# region Registers


def write_register(writer: Writer, type: Attribute) -> None:
    """The class of a register type and its parameters."""
    match type:
        case AddressType():
            writer.unsigned(0)
        case GeneralType():
            writer.unsigned(1)
            write_integer(writer, width_of(type))
        case FloatType():
            writer.unsigned(2)
            write_float(writer, type.element)
        case VectorType():
            writer.unsigned(3)
            write_lanes(writer, type.lanes.data)
            write_element(writer, type.element)
        case MaskType():
            writer.unsigned(4)
            write_lanes(writer, type.lanes.data)
        case TypeType() | PredicateType() | ProcedureType():
            writer.unsigned(5 + SECOND.index(type))
        case _:
            raise AssertionError(type)


def read_register(reader: Reader, address_width: int = WORD) -> RegisterType:
    start = reader.position
    match reader.unsigned():
        case 0:
            return address(address_width)
        case 1:
            element = read_integer(reader)
            assert is_integer(element)
            return general(element)
        case 2:
            return floating(read_float(reader))
        case 3:
            lanes = read_lanes(reader)
            element = read_element(reader)
            check_size(reader, start, lanes, element)
            assert is_integer(element) or isinstance(element, FLOAT_FORMATS)
            return vector(lanes, element)
        case 4:
            return mask(read_lanes(reader))
        case 5 | 6 | 7 as code if reader.profile == 2:
            return SECOND[code - 5]
        case code:
            raise reader.error(start, f"{code} is no code of a register class")


def write_type_parameters(
    writer: Writer, letters: str, types: Sequence[Attribute]
) -> None:
    """The type parameters of a row, by their letters."""
    for letter, type in zip(letters, types, strict=True):
        match letter:
            case "I":
                write_integer(writer, width_of(type))
            case "F":
                write_float(writer, type)
            case "V":
                write_lanes(writer, _number(type))
            case "A" | "P":
                writer.unsigned(1 + ADDRESS_WIDTHS.index(_number(type)))
            case _:
                writer.unsigned(_number(type))


def read_number(reader: Reader, letter: str) -> int:
    """A type parameter that is a number."""
    start = reader.position
    match letter:
        case "V":
            return read_lanes(reader)
        case "A" | "P":
            code = reader.unsigned()
            if not 1 <= code <= len(ADDRESS_WIDTHS):
                raise reader.error(start, f"{code} is no code of an address type")
            return ADDRESS_WIDTHS[code - 1]
        case "N":
            return reader.unsigned(32)
        case "T":
            return reader.unsigned()
        case _:
            return reader.unsigned(1)


def _number(type: Attribute) -> int:
    assert is_number(type)
    return type.data


def write_registers(writer: Writer, types: Sequence[Attribute]) -> None:
    writer.unsigned(len(types))
    for type in types:
        write_register(writer, type)


def read_registers(reader: Reader, address_width: int = WORD) -> list[RegisterType]:
    # Every type takes a byte at least, so a count beyond the input fails soon.
    return [read_register(reader, address_width) for _ in range(reader.unsigned(32))]


# endregion
# region Source signatures


def write_signature(
    writer: Writer, signature: FunctionType, location: Attribute
) -> None:
    """The types of `circ.signature`."""
    _write_function(writer, signature, location, 0)


def _write_function(
    writer: Writer, type: FunctionType, location: Attribute, nested: int
) -> None:
    if nested > MAX_NESTED:
        raise Diagnostic(location, f"functions of functions, {MAX_NESTED} deep")
    for types in (type.inputs, type.outputs):
        writer.unsigned(len(types))
        for part in types:
            if isinstance(part, FunctionType):
                writer.unsigned(5)
                _write_function(writer, part, location, nested + 1)
            else:
                _write_source(writer, part, location)


def read_signature(reader: Reader, nested: int = 0) -> FunctionType:
    inputs = [_read_part(reader, nested) for _ in range(reader.unsigned(32))]
    outputs = [_read_part(reader, nested) for _ in range(reader.unsigned(32))]
    return function_type(tuple(inputs), tuple(outputs))


@lru_cache(maxsize=1 << 10)
def function_type(
    inputs: tuple[Attribute, ...], outputs: tuple[Attribute, ...]
) -> FunctionType:
    """The type of a function, the same object for the same types."""
    return FunctionType.from_lists(inputs, outputs)


def _read_part(reader: Reader, nested: int) -> Attribute:
    """Read a type of a signature, which may be a function type."""
    start = reader.position
    if reader.unsigned() != 5:
        reader.position = start
        return _read_source(reader)
    if nested == MAX_NESTED:
        raise reader.error(start, f"functions of functions, {MAX_NESTED} deep")
    return read_signature(reader, nested + 1)


def _write_source(writer: Writer, type: Attribute, location: Attribute) -> None:
    if isinstance(type, IndexType):
        writer.unsigned(0)
    elif register_type(type) is not None:
        write_element(writer, type)
    elif isinstance(type, BuiltinVectorType) and not any(
        flag.value.data for flag in type.scalable_dims
    ):
        writer.unsigned(4)
        _write_shaped(writer, cast("BuiltinVectorType[Attribute]", type), location)
    elif isinstance(type, MemRefType):
        _write_memref(writer, cast("MemRefType[Attribute]", type), location)
    elif isinstance(type, Represented):
        writer.unsigned(8)
        writer.string(str(type).encode())
    else:
        raise _no_bytecode(location, f"the type {type}")


def _write_memref(
    writer: Writer, type: MemRefType[Attribute], location: Attribute
) -> None:
    space, layout = type.memory_space, type.layout
    if isinstance(space, IntegerAttr):
        number = space.value.data
        if space != IntegerAttr(number, i64) or number < 0:
            raise _no_bytecode(location, f"the type {type}")
        writer.unsigned(7)
        writer.unsigned(number)
    elif not isinstance(space, NoneAttr):
        raise _no_bytecode(location, f"the type {type}")
    if isinstance(layout, StridedLayoutAttr):
        writer.unsigned(6)
        _write_shaped(writer, type, location)
        for number in (*layout.get_strides(), layout.get_offset()):
            writer.unsigned(number is not None)
            if number is not None:
                writer.signed(number)
    elif isinstance(layout, NoneAttr):
        writer.unsigned(3)
        _write_shaped(writer, type, location)
    else:
        raise _no_bytecode(location, f"the type {type}")


def _no_bytecode(location: Attribute, what: str) -> Diagnostic:
    return Diagnostic(location, f"a signature with {what} has no bytecode")


def _write_shaped(
    writer: Writer,
    type: BuiltinVectorType[Attribute] | MemRefType[Attribute],
    location: Attribute,
) -> None:
    shape, element = type.get_shape(), type.get_element_type()
    if len(shape) > MAX_RANK or isinstance(element, MemRefType):
        raise _no_bytecode(location, f"elements of {element}")
    writer.unsigned(len(shape))
    for extent in shape:
        # 0 stands for an extent that is not known.
        writer.unsigned(0 if extent == DYNAMIC_INDEX else extent + 1)
    _write_source(writer, element, location)


def _read_source(reader: Reader, depth: int = 0, in_space: bool = False) -> Attribute:
    start = reader.position
    match reader.unsigned():
        case 0:
            return IndexType()
        case 1:
            return read_integer(reader)
        case 2:
            return read_float(reader)
        case 3 if depth == 0:
            shape, element = _read_shaped(reader, depth)
            return _array(element, tuple(shape))
        case 6 if depth == 0:
            shape, element = _read_shaped(reader, depth)
            *strides, offset = [
                reader.signed() if reader.unsigned(1) else None
                for _ in range(len(shape) + 1)
            ]
            return MemRefType(element, shape, StridedLayoutAttr(strides, offset))
        case 7 if depth == 0 and not in_space:
            space = reader.unsigned(32)
            plain = _read_source(reader, in_space=True)
            if not isinstance(plain, MemRefType):
                raise reader.error(start, "an address space of what is no array")
            array = cast("MemRefType[Attribute]", plain)
            return MemRefType(
                array.element_type, array.shape, array.layout, IntegerAttr(space, i64)
            )
        case 4 if depth < 2:
            shape, element = _read_shaped(reader, 2)
            if DYNAMIC_INDEX in shape or 0 in shape:
                raise reader.error(start, "a vector's shape must be known")
            return BuiltinVectorType(element, shape)
        case 8:
            return _read_represented(reader, start)
        case code:
            raise reader.error(start, f"{code} is no code of a source type here")


@lru_cache(maxsize=1 << 10)
def _array(element: Attribute, shape: tuple[int, ...]) -> MemRefType[Attribute]:
    return MemRefType(element, shape)


def _read_represented(reader: Reader, start: int) -> Represented:
    """A type of another package, by its text."""
    try:
        text = reader.string().decode()
        parser = attribute_parser(attribute_context(text), text)
        type = parser.parse_type()
    except (ParseError, UnicodeDecodeError, *MALFORMED, RecursionError):
        raise reader.error(start, "a type is not of an installed dialect") from None
    if not isinstance(type, Represented) or parser.pos != len(text):
        raise reader.error(start, f"'{text}' is no type with a representation")
    return type


def _read_shaped(reader: Reader, depth: int) -> tuple[list[int], Attribute]:
    start = reader.position
    rank = reader.unsigned()
    if rank > MAX_RANK:
        raise reader.error(start, f"at most {MAX_RANK} dimensions, not {rank}")
    extents = [reader.unsigned(62) for _ in range(rank)]
    shape = [extent - 1 if extent else DYNAMIC_INDEX for extent in extents]
    return shape, _read_source(reader, depth + 1)


# endregion
