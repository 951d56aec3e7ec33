"""One row of llvlir on vectors of any length in a function, and operands for it."""

from collections.abc import Iterator, Sequence
from random import Random

from xdsl.dialects.builtin import Float32Type, Float64Type, FunctionType, i1
from xdsl.dialects.builtin import VectorType as SourceVector
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.traits import IsTerminator

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import unpack
from circ.dialects.common.memory import SIGNATURE, memory
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp, RetOp, create
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.rules import is_float_row
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import (
    A,
    FloatType,
    GeneralType,
    MaskType,
    VectorType,
    integer,
    is_integer,
    is_number,
    r,
    register_type,
)
from circ.dialects.llvlir.typing import value_types
from circ.transforms.llvlir.parts import is_known

F32, F64 = Float32Type(), Float64Type()
LANES = 16
WIDE = 64

FLOATS = {
    32: (
        *(0, 1 << 31, 0x3F800000, 0xC0490FDB, 0x7F800000, 0xFF800000, 0x7FC00000, 1),
        *(0x4F7FFFFF, 0x3F000001, 0x00800000, 0xBF800000, 0x7F7FFFFF, 0xCF000000),
    ),
    64: (
        *(0, 1 << 63, 0x3FF << 52, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, 1),
        *(0x43E << 52, 0xC3E << 52, 1 << 52, 0x400921FB54442D18, 0x41DFFFFFFFC00000),
    ),
}
"""Zeros, infinities, NaN, subnormal numbers and limits of conversions."""


def types_of_row(row: Row, lanes: int, width: int, second: int) -> list[Attribute]:
    """Type parameters of a row: its first type of a width, its second of another."""
    widths = iter((width, second))
    types: list[Attribute] = []
    for letter in row.parameters:
        if letter == "V":
            types.append(int_attr(lanes))
            continue
        bits = next(widths)
        types.append(integer(bits) if letter == "I" else F64 if bits == WIDE else F32)
    return types


def immediates_of(row: Row, random: Random, width: int, lanes: int) -> Sequence[int]:
    match row.immediate:
        case "signed":
            return (random.getrandbits(width) - (1 << width - 1),)
        case "unsigned" | "bits":
            return (random.getrandbits(width),)
        case "lanes":
            return (random.getrandbits(width * lanes),)
        case "amount":
            return (random.randrange(width),)
        case "field":
            offset = random.randrange(width)
            return offset, random.randrange(1, width - offset + 1)
        case "offset":
            return (random.choice((0, 8, -8)),)
        case "slot":
            return 16, 4
        case _:
            return ()


def function_of(
    row: Row,
    types: Sequence[Attribute],
    random: Random,
    constants: bool = False,
    any_type: int = 32,
) -> FuncOp:
    """
    A function `f` whose parameters are the operands of one operation of the row.

    With `constants` a mask is a constant instead; operands of any type have `any_type`
    bits.
    """
    inputs = [type or r(any_type) for type in value_types(row, tuple(types))[1:]]
    block = Block()
    operands: list[SSAValue] = []
    for type in inputs:
        if isinstance(type, MaskType) and constants:
            lanes = type.lanes.data
            bits = random.choice(((1 << lanes) - 1, random.getrandbits(lanes)))
            number = create("const.I", types=(integer(lanes),), imm=bits)
            made = create("mvm", number.results)
            block.add_ops((number, made))
            operands.append(made.results[0])
        else:
            operands.append(block.insert_arg(type, len(block.args)))
    numbers = [type.data for type in types if is_number(type)]
    elements = [type for type in types if not is_number(type)]
    lanes = (numbers or [1])[0]
    width = width_of(elements[0]) if elements else any_type
    immediates = immediates_of(row, random, width, lanes)
    condition = None
    if "c" in row.inputs:
        names = ("eq", "ne", "lt", "le", "gt", "ge", "fa", "tr")
        if not is_float_row(row):
            names += ("ult", "ule", "ugt", "uge")
        condition = random.choice(names)
    op = create(
        row.name,
        operands,
        [*numbers, *elements],
        imm=immediates[0] if immediates else None,
        imm1=immediates[1] if len(immediates) > 1 else None,
        condition=condition,
        label="f" if "l" in row.inputs else None,
        memory=memory(4, 1) if row.is_access else None,
    )
    block.add_op(op)
    if not op.has_trait(IsTerminator):
        block.add_op(RetOp.create_(op.results))
    parameters = [argument.type for argument in block.args]
    return FuncOp.create_("f", parameters, op.result_types, Region(block))


def source_type(type: Attribute) -> Attribute:
    """What a register type is in source terms."""
    if isinstance(type, MaskType):
        return SourceVector(i1, [type.lanes.data])
    if isinstance(type, VectorType):
        return SourceVector(type.element, [type.lanes.data])
    assert isinstance(type, GeneralType | FloatType)
    return type.element


def signed(function: FuncOp) -> FunctionType:
    """The function's signature, which it is given."""
    types = function.function_type
    signature = FunctionType.from_lists(
        [source_type(type) for type in types.inputs],
        [source_type(type) for type in types.outputs],
    )
    function.attributes[SIGNATURE] = signature
    return signature


def lane(random: Random, element: Attribute) -> int:
    """An interesting number of a type."""
    width = width_of(element)
    choices = [random.getrandbits(width), random.randrange(min(40, 1 << width))]
    choices += [(1 << width) - 1, 1 << width - 1, (1 << width - 1) - 1]
    if not is_integer(element):
        choices += [random.choice(FLOATS[width])] * 4
    return random.choice(choices)


def value_of(random: Random, type: Attribute) -> int:
    """Bits of an operand of a register type."""
    if isinstance(type, MaskType):
        lanes = type.lanes.data
        return random.choice(((1 << lanes) - 1, 0, random.getrandbits(lanes)))
    if not isinstance(type, VectorType):
        assert isinstance(type, GeneralType | FloatType)
        return lane(random, type.element)
    width = width_of(type.element)
    lanes = [lane(random, type.element) for _ in range(type.lanes.data)]
    return sum(bits << i * width for i, bits in enumerate(lanes))


def registers_of(
    random: Random, types: Sequence[Attribute], values: Sequence[int]
) -> list[int]:
    """The values as a legal function takes them; anything is behind the end."""
    found: list[int] = []
    for type, value in zip(types, values, strict=True):
        found += parts_of(random, type, value)
    return found


def parts_of(random: Random, type: Attribute, value: int) -> Iterator[int]:
    if isinstance(type, VectorType) and not is_known(type.element):
        width, lane = width_of(type.element), register_type(type.element)
        assert lane is not None
        for place in range(type.lanes.data):
            part = value >> place * width & (1 << width) - 1
            yield from parts_of(random, lane, part)
        return
    if isinstance(type, VectorType | MaskType):
        lanes = type.lanes.data
        width = width_of(type.element) if isinstance(type, VectorType) else 1
        if width < WIDE:
            missing = -lanes % LANES
            value |= (
                random.getrandbits(missing * width) << lanes * width if missing else 0
            )
            for _ in range(0, lanes, LANES):
                yield value & (1 << LANES * width) - 1
                value >>= LANES * width
            return
        size = lanes * width
    elif type == A:
        size = 32
    else:
        size = width_of(type)
    for start in range(0, size, 32):
        yield value >> start & (1 << min(32, size)) - 1


def joined(types: Sequence[Attribute], registers: Sequence[int]) -> list[int]:
    """Values from what a legal function gives."""
    rest, found = iter(registers), list[int]()
    for type in types:
        if isinstance(type, VectorType) and not is_known(type.element):
            width, bits = width_of(type.element), 0
            for place in range(0, type.lanes.data):
                for start in range(0, width, 32):
                    bits |= next(rest) << place * width + start
            found.append(bits)
            continue
        lanes, width = 1, 0
        if isinstance(type, VectorType | MaskType):
            lanes = type.lanes.data
            width = width_of(type.element) if isinstance(type, VectorType) else 1
        else:
            width = width_of(type)
        each = 32 if width == WIDE or lanes == 1 else LANES * width
        total, bits = lanes * width, 0
        for start in range(0, max(total, 1), each):
            bits |= next(rest) << start
        found.append(bits & (1 << total) - 1)
    return found


def numbers_of(types: Sequence[Attribute], results: Sequence[int]) -> list[object]:
    """Results in which all NaN are the same."""
    return [_number(type, bits) for type, bits in zip(types, results, strict=True)]


def _number(type: Attribute, bits: int) -> object:
    if not isinstance(type, VectorType | FloatType) or is_integer(type.element):
        return bits
    width, count = width_of(type.element), 1
    if isinstance(type, VectorType):
        count = type.lanes.data
    limit = {32: 0x7F800000, 64: 0x7FF << 52}[width]
    magnitude = (1 << width - 1) - 1
    return [
        None if lane & magnitude > limit else lane
        for lane in unpack(INTS, count, width, bits)
    ]
