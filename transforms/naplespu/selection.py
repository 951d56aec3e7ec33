"""
Which machine instructions a gen instruction becomes.

One function an opcode, in one table. A register of family bool is a value of 0 or 1 (a
float comparison 0 or 0xFFFF until the bit is asked for); of byte and word a register
whose upper bits are unspecified, so that only what reads them extends; of dword itself.
The machine has no conditional move: a selection is `b ^ ((a ^ b) * c)`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntAttr, SymbolRefAttr
from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.gen import Instruction, Scalar
from circ.dialects.naplespu.ops import RecordOp, instruction
from circ.dialects.naplespu.pseudos import FrameAddressOp
from circ.dialects.naplespu.registers import SCALAR
from circ.transforms.naplespu.emitter import (
    FLOAT_COMPARISONS,
    Emitter,
    Source,
    base_and_offset,
    fits_immediate,
)

Select = Callable[["Selector", Instruction], None]

SIGN = 1 << 31
TWO_TO_31 = 0x4F000000
"""2 to the 31 as binary32."""


@dataclass
class Selector:
    """Selection of one function: the emitter, and each gen register's current value."""

    emitter: Emitter
    current: dict[SSAValue, Source] = field(default_factory=dict[SSAValue, Source])
    defined: Callable[[SSAValue, Source], None] | None = None
    frame_objects: int = 0

    def source(self, op: Instruction, index: int) -> Source:
        """The value of a source register, 0 where it was never written."""
        return self.current.get(op.srcs[index], 0)

    def number(self, op: Instruction, index: int) -> Source:
        """A source as a 32-bit number, extended as the instruction's type says."""
        scalar = op.source_scalar
        if scalar.is_bool:
            return self.emitter.bit(self.source(op, index))
        return self.emitter.extended(
            self.source(op, index), scalar.width, scalar.signed
        )

    def define(self, op: Instruction, value: Source, index: int = 0) -> None:
        self.write(op.dsts[index], value)

    def write(self, register: SSAValue, value: Source) -> None:
        assert self.defined is not None
        self.defined(register, value)
        self.current[register] = value

    def select(self, op: Instruction) -> None:
        """Emit the instructions of one gen instruction."""
        for scalar in {op.scalar, op.source_scalar} if "type" in op.properties else ():
            if scalar.width == 64 or scalar.name == "half":
                raise self.unsupported(op, f"type {scalar.name}")
        select = SELECT.get(op.ROW.opcode)
        if select is None:
            raise self.unsupported(op, "the operation")
        self.emitter.location = op.location
        select(self, op)

    def unsupported(self, op: Instruction, what: str) -> Diagnostic:
        return Diagnostic(
            op.location, f"'{op.name}': {what} is not supported on NaplesPU"
        )

    def choose(self, condition: Source, then: Source, otherwise: Source) -> Source:
        """`then` where the bit is set, else `otherwise`; both are there already."""
        if isinstance(condition, int):
            return then if condition & 1 else otherwise
        if then == otherwise:
            return then
        emitter = self.emitter
        if then == 1 and otherwise == 0:
            return emitter.bit(condition)
        if otherwise == 0:
            return emitter.binary("MULLSSS_32", emitter.bit(condition), then)
        if then == 0:
            inverted = emitter.binary("XORSSS_32", emitter.bit(condition), 1)
            return emitter.binary("MULLSSS_32", inverted, otherwise)
        bit = emitter.bit(condition)
        if isinstance(then, int) and isinstance(otherwise, int):
            step = emitter.binary("MULLSSS_32", bit, (then - otherwise) % (1 << 32))
            return emitter.binary("ADDSSS_32", step, otherwise)
        difference = emitter.binary("XORSSS_32", then, otherwise)
        masked = emitter.binary("MULLSSS_32", difference, bit)
        return emitter.binary("XORSSS_32", masked, otherwise)


# region Integers and bits


def _binary(integer: str, float: str | None = None) -> Select:
    """An instruction whose low bits do not depend on bits above the type's."""

    def select(s: Selector, op: Instruction) -> None:
        lhs, rhs = s.source(op, 0), s.source(op, 1)
        if op.scalar.is_float:
            if float is None:
                raise s.unsupported(op, f"type {op.scalar.name}")
            s.define(op, s.emitter.binary(float, lhs, rhs))
            return
        if op.scalar.is_bool:
            s.define(op, _bits(s.emitter, integer, lhs, rhs))
            return
        s.define(op, s.emitter.binary(integer, lhs, rhs))

    return select


def _bits(emitter: Emitter, record: str, lhs: Source, rhs: Source) -> Source:
    """Two bools; `and` with one bit makes one bit of a float comparison too."""
    if record == "ANDSSS_32":
        if is_float_comparison(lhs):
            lhs, rhs = rhs, lhs
        value = emitter.binary(record, emitter.bit(lhs), rhs)
    else:
        value = emitter.binary(record, emitter.bit(lhs), emitter.bit(rhs))
    emitter.learn(value, unsigned=1)
    return value


def _shift(record: str) -> Select:
    """
    A shift by the amount modulo the width.

    The machine's shifts by 32 or more give 0 or the sign; the amount is masked unless
    it is known to be below the width.
    """

    def select(s: Selector, op: Instruction) -> None:
        width = op.scalar.width
        emitter = s.emitter
        value = s.source(op, 0)
        if record != "SLLSSS_32":
            value = emitter.extended(value, width, record == "SRASSS_32")
        amount = s.source(op, 1)
        if isinstance(amount, int):
            amount %= width
        elif emitter.unsigned(amount) > (width - 1).bit_length():
            amount = emitter.binary("ANDSSS_32", amount, width - 1)
        s.define(op, emitter.binary(record, value, amount))

    return select


def _multiply_high(s: Selector, op: Instruction) -> None:
    lhs, rhs = s.number(op, 0), s.number(op, 1)
    width, signed = op.scalar.width, op.scalar.signed
    if width == 32:
        record = "MULHSSS_32" if signed else "MULHUSSS_32"
        s.define(op, s.emitter.binary(record, lhs, rhs))
        return
    product = s.emitter.binary("MULLSSS_32", lhs, rhs)
    s.define(op, s.emitter.binary("SRASSS_32", product, width))


def _absolute(s: Selector, op: Instruction) -> None:
    emitter = s.emitter
    if op.scalar.is_float:
        s.define(op, emitter.binary("ANDSSS_32", s.source(op, 0), SIGN - 1))
        return
    value = s.number(op, 0)
    if not op.scalar.signed:
        s.define(op, value)
        return
    sign = emitter.binary("SRASSS_32", value, 31)
    flipped = emitter.binary("XORSSS_32", value, sign)
    s.define(op, emitter.binary("SUBSSS_32", flipped, sign))


def _leading_zeros(s: Selector, op: Instruction) -> None:
    width = op.scalar.width
    value = s.emitter.zero_extended(s.source(op, 0), width)
    count = s.emitter.unary("CLZSS_32", value)
    s.define(op, s.emitter.binary("SUBSSS_32", count, 32 - width))


def _trailing_zeros(s: Selector, op: Instruction) -> None:
    width = op.scalar.width
    value = s.source(op, 0)
    if width < 32:  # a bit above the type stops the count at the width
        value = s.emitter.binary("ORSSS_32", value, 1 << width)
    s.define(op, s.emitter.unary("CTZSS_32", value))


def _move(s: Selector, op: Instruction) -> None:
    s.define(op, s.source(op, 0))


def _load_immediate(s: Selector, op: Instruction) -> None:
    s.define(op, op.integer("value"))


def _multiply_add(s: Selector, op: Instruction) -> None:
    emitter = s.emitter
    multiply, add = (
        ("MULFSSS_32", "ADDFSSS_32")
        if op.scalar.is_float
        else ("MULLSSS_32", "ADDSSS_32")
    )
    product = emitter.binary(multiply, s.source(op, 0), s.source(op, 1))
    s.define(op, emitter.binary(add, product, s.source(op, 2)))


def _divide(s: Selector, op: Instruction) -> None:
    if not op.scalar.is_float:
        raise s.unsupported(op, "an integer division that is not legalized")
    s.define(op, s.emitter.binary("DIVFSSS_32", s.source(op, 0), s.source(op, 1)))


# endregion
# region Comparisons and selection

_SIGNED = {"LT": "SLTSI", "LE": "SLESI", "GT": "SGTSI", "GE": "SGESI"}
_UNSIGNED = {"LT": "SLTUI", "LE": "SLEUI", "GT": "SGTUI", "GE": "SGEUI"}


def _compare(s: Selector, op: Instruction) -> None:
    opcode, scalar, emitter = op.ROW.opcode, op.source_scalar, s.emitter
    if scalar.is_float:
        lhs, rhs = s.source(op, 0), s.source(op, 1)
        if opcode == "ORD":
            first = emitter.bit(emitter.binary("SEQFOSSS_32", lhs, lhs))
            second = emitter.bit(emitter.binary("SEQFOSSS_32", rhs, rhs))
            s.define(op, emitter.binary("ANDSSS_32", first, second))
            return
        s.define(op, emitter.binary(f"S{opcode}FOSSS_32", lhs, rhs))
        return
    # Equality may be tested in any extension: take the signed one, which is one
    # instruction at 16 bits too.
    if opcode in ("EQ", "NE") and not scalar.is_bool:
        lhs = emitter.extended(s.source(op, 0), scalar.width, True)
        rhs = emitter.extended(s.source(op, 1), scalar.width, True)
        s.define(op, emitter.binary(f"S{opcode}SISSS_32", lhs, rhs))
        return
    lhs, rhs = s.number(op, 0), s.number(op, 1)
    if opcode in ("EQ", "NE"):
        stem = f"S{opcode}SI"
    elif opcode == "ORD":
        s.define(op, 1)
        return
    else:
        stem = (_SIGNED if scalar.signed else _UNSIGNED)[opcode]
    s.define(op, emitter.binary(f"{stem}SSS_32", lhs, rhs))


def _select(s: Selector, op: Instruction) -> None:
    then, otherwise = s.source(op, 1), s.source(op, 2)
    if op.scalar.is_bool:
        then, otherwise = s.emitter.bit(then), s.emitter.bit(otherwise)
    value = s.choose(s.source(op, 0), then, otherwise)
    if op.scalar.is_bool:
        s.emitter.learn(value, unsigned=1)
    s.define(op, value)


# endregion
# region Conversions


def _convert(s: Selector, op: Instruction) -> None:
    source, target, emitter = op.source_scalar, op.scalar, s.emitter
    if source.is_float and target.is_float:
        s.define(op, s.source(op, 0))
    elif source.is_float:
        s.define(op, _float_to_integer(s, s.source(op, 0), target))
    elif target.is_float:
        value = s.number(op, 0)
        if source.signed or source.width < 32:
            s.define(op, emitter.unary("I32TOF32_SS", value))
        else:
            s.define(op, _unsigned_to_float(s, value))
    elif target.width > source.width:
        s.define(op, s.number(op, 0))
    else:
        s.define(op, s.source(op, 0))


def _unsigned_to_float(s: Selector, value: Source) -> Source:
    """
    An unsigned word rounded once.

    From 2^31 the converter, which is signed, gets half of the number with the lost bit
    kept as a sticky one; doubling the result is exact.
    """
    emitter = s.emitter
    top = emitter.binary("SRLSSS_32", value, 31)
    halved = emitter.binary("SRLSSS_32", value, top)
    sticky = emitter.binary("ANDSSS_32", value, top)
    signed = emitter.binary("ORSSS_32", halved, sticky)
    half = emitter.unary("I32TOF32_SS", signed)
    exponent = emitter.binary("SLLSSS_32", top, 23)
    return emitter.binary("ADDSSS_32", half, exponent)


def _float_to_integer(s: Selector, value: Source, target: Scalar) -> Source:
    """Towards zero, saturating at the target's range; NaN gives the maximum."""
    emitter = s.emitter
    if target.signed and target.width == 32:
        return emitter.unary("F32TOI32_SS", value)
    if target.width < 32:
        whole = emitter.unary("F32TOI32_SS", value)
        low = -(1 << (target.width - 1)) if target.signed else 0
        high = (1 << (target.width - int(target.signed))) - 1
        return _clamp(s, whole, low, high)
    # Unsigned 32: what is 2^31 or more is converted below it, and put back.
    large = emitter.bit(emitter.binary("SGEFOSSS_32", value, TWO_TO_31))
    offset = emitter.binary("MULLSSS_32", large, TWO_TO_31)
    reduced = emitter.binary("SUBFSSS_32", value, offset)
    whole = emitter.unary("F32TOI32_SS", reduced)
    unordered = emitter.bit(emitter.binary("SNEFOSSS_32", value, value))
    top = emitter.binary("ORSSS_32", large, unordered)
    result = emitter.binary("ORSSS_32", whole, emitter.binary("SLLSSS_32", top, 31))
    negative = emitter.bit(emitter.binary("SLTFOSSS_32", value, 0))
    return s.choose(negative, 0, result)


def _clamp(s: Selector, value: Source, low: int, high: int) -> Source:
    emitter = s.emitter
    below = emitter.binary("SLTSISSS_32", value, low % (1 << 32))
    value = s.choose(below, low % (1 << 32), value)
    above = emitter.binary("SGTSISSS_32", value, high)
    return s.choose(above, high, value)


def _bitcast(s: Selector, op: Instruction) -> None:
    if len(op.srcs) != 1 or len(op.dsts) != 1:
        raise s.unsupported(op, "a bit cast between tuples of registers")
    s.define(op, s.source(op, 0))


# endregion
# region Memory and addresses

_LOADS = {
    "bool": "L32BU_Mainmem",
    "int8": "L32BS_Mainmem",
    "uint8": "L32BU_Mainmem",
    "int16": "L32SS_Mainmem",
    "uint16": "L32SU_Mainmem",
    "int32": "L32W_Mainmem",
    "uint32": "L32W_Mainmem",
    "float": "L32W_Mainmem",
}
_STORES = {1: "S32B_Mainmem", 8: "S32B_Mainmem", 16: "S32S_Mainmem", 32: "S32W_Mainmem"}


def _address(s: Selector, source: Source) -> tuple[SSAValue, int]:
    """A base register and a 9-bit offset for a byte address."""
    if isinstance(source, int):
        return s.emitter.constant(source), 0
    return base_and_offset(source)


def _check_space(s: Selector, op: Instruction) -> None:
    if op.access is not None and op.access.space.data:
        raise s.unsupported(op, f"address space {op.access.space.data}")
    natural = op.scalar.bytes
    if op.access is not None and op.access.align.data < natural:
        raise s.unsupported(
            op, f"an access of {natural} bytes aligned to {op.access.align.data}"
        )


def _element_offsets(
    s: Selector, source: Source, count: int, size: int
) -> list[tuple[SSAValue, int]]:
    """Base and offset of each of several consecutive elements."""
    base, offset = _address(s, source)
    if not fits_immediate(offset + (count - 1) * size):
        base, offset = s.emitter.register(source), 0
    return [(base, offset + index * size) for index in range(count)]


def _load(s: Selector, op: Instruction) -> None:
    _check_space(s, op)
    scalar = op.scalar
    places = _element_offsets(s, s.source(op, 0), len(op.dsts), scalar.bytes)
    for index, (base, offset) in enumerate(places):
        value = s.emitter.emit(_LOADS[scalar.name], base, imm=offset, memory=op.access)
        if scalar.is_bool:
            value = s.emitter.register(s.emitter.binary("ANDSSS_32", value, 1))
        elif scalar.width < 32:
            if scalar.signed:
                s.emitter.learn(value, signed=scalar.width)
            else:
                s.emitter.learn(value, unsigned=scalar.width)
        s.define(op, value, index)


def _store(s: Selector, op: Instruction) -> None:
    _check_space(s, op)
    scalar = op.scalar
    places = _element_offsets(s, s.source(op, 0), len(op.srcs) - 1, scalar.bytes)
    for index, (base, offset) in enumerate(places):
        value = s.source(op, index + 1)
        if scalar.is_bool:
            value = s.emitter.bit(value)
        s.emitter.append(
            instruction(
                _STORES[scalar.width],
                (s.emitter.register(value), base),
                (),
                imm=offset,
                memory=op.access,
                location=op.location,
            )
        )


def _symbol(s: Selector, op: Instruction) -> None:
    symbol = op.properties["symbol"]
    assert isinstance(symbol, SymbolRefAttr)
    s.define(op, s.emitter.symbol(symbol.root_reference.data))


def _frame(s: Selector, op: Instruction) -> None:
    address = FrameAddressOp.create(
        properties={
            "number": IntAttr(s.frame_objects),
            "size": IntAttr(op.integer("size")),
            "align": IntAttr(op.integer("align")),
        },
        result_types=[SCALAR],
        location=op.location,
    )
    s.frame_objects += 1
    s.emitter.append(address)
    s.define(op, address.results[0])


# endregion

SELECT: Mapping[str, Select] = {
    "MOV": _move,
    "LOADI": _load_immediate,
    "ADD": _binary("ADDSSS_32", "ADDFSSS_32"),
    "SUB": _binary("SUBSSS_32", "SUBFSSS_32"),
    "MUL": _binary("MULLSSS_32", "MULFSSS_32"),
    "AND": _binary("ANDSSS_32"),
    "OR": _binary("ORSSS_32"),
    "XOR": _binary("XORSSS_32"),
    "SHL": _shift("SLLSSS_32"),
    "SHR": _shift("SRLSSS_32"),
    "ASR": _shift("SRASSS_32"),
    "MUL_HI": _multiply_high,
    "ABS": _absolute,
    "LZD": _leading_zeros,
    "CTZ": _trailing_zeros,
    "MAD": _multiply_add,
    "DIV": _divide,
    "EQ": _compare,
    "NE": _compare,
    "LE": _compare,
    "LT": _compare,
    "GE": _compare,
    "GT": _compare,
    "ORD": _compare,
    "SEL": _select,
    "CVT": _convert,
    "BITCAST": _bitcast,
    "LOAD": _load,
    "STORE": _store,
    "SYMBOL": _symbol,
    "FRAME": _frame,
}
"""Opcodes that the machine can do; integer DIV and REM are calls by then."""


@dataclass(frozen=True)
class Test:
    """A branch on a register: taken where it is not zero, or where it is."""

    record: str
    register: SSAValue


def test_of(emitter: Emitter, condition: SSAValue) -> Test:
    """The cheapest test for a condition; looks through `!= 0`, `== 0` and `not`."""
    record = "BNEZ"
    while True:
        owner = condition.owner
        if not isinstance(owner, RecordOp) or owner.imm is None:
            return Test(record, condition)
        match owner.RECORD.name, owner.imm.data:
            case "SNESISSI", 0:
                pass
            case "SEQSISSI", 0:
                record = _INVERSE_TEST[record]
            case "XORSSI", 1 if emitter.unsigned(owner.operands[0]) == 1:
                record = _INVERSE_TEST[record]
            case "ANDSSI", 1 if is_float_comparison(owner.operands[0]):
                pass
            case _:
                return Test(record, condition)
        condition = owner.operands[0]


_INVERSE_TEST = {"BNEZ": "BEQZ", "BEQZ": "BNEZ"}


def is_float_comparison(value: Source) -> bool:
    owner = None if isinstance(value, int) else value.owner
    return isinstance(owner, RecordOp) and owner.RECORD.name in FLOAT_COMPARISONS
