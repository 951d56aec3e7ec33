"""
Emission of machine instructions with what is known of their values.

Selection asks for operations on 32-bit registers; the emitter folds constants, chooses
immediate forms, puts constants that need a register outside loops, and leaves out
extensions and masks of values that are known to be in range.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntAttr, LocationAttr, StringAttr, UnknownLoc
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.naplespu.generated.operations import RECORDS
from circ.dialects.naplespu.ops import RecordOp, instruction
from circ.dialects.naplespu.pseudos import LoadConstantOp
from circ.dialects.naplespu.registers import SCALAR
from circ.dialects.naplespu.semantics import compute

UNKNOWN = UnknownLoc()

Source = SSAValue | int
"""A value in a register, or a constant as its 32 bits."""

ANY = 32
"""Nothing known: a value of up to 32 bits."""

IMMEDIATE_FORM = {
    "ADDSSS_32": "ADDSSI",
    "SUBSSS_32": "SUBSSI",
    "ANDSSS_32": "ANDSSI",
    "ORSSS_32": "ORSSI",
    "XORSSS_32": "XORSSI",
    "MULLSSS_32": "MULLSSI",
    "MULHSSS_32": "MULHSSI",
    "MULHUSSS_32": "MULHUSSI",
    "SLLSSS_32": "SLLSSI",
    "SRLSSS_32": "SRLSSI",
    "SRASSS_32": "SRASSI",
} | {
    f"S{name}SSS_32": f"S{name}SSI"
    for name in (
        "EQSI",
        "NESI",
        "GTSI",
        "GESI",
        "LTSI",
        "LESI",
        "GTUI",
        "GEUI",
        "LTUI",
        "LEUI",
    )
}
"""Records of two registers and those with a 9-bit signed immediate instead."""

SWAPPED = {
    name: name
    for name in (
        "ADDSSS_32",
        "ANDSSS_32",
        "ORSSS_32",
        "XORSSS_32",
        "MULLSSS_32",
        "MULHSSS_32",
        "MULHUSSS_32",
        "SEQSISSS_32",
        "SNESISSS_32",
    )
} | {
    "SGTSISSS_32": "SLTSISSS_32",
    "SGESISSS_32": "SLESISSS_32",
    "SLTSISSS_32": "SGTSISSS_32",
    "SLESISSS_32": "SGESISSS_32",
    "SGTUISSS_32": "SLTUISSS_32",
    "SGEUISSS_32": "SLEUISSS_32",
    "SLTUISSS_32": "SGTUISSS_32",
    "SLEUISSS_32": "SGEUISSS_32",
}
"""The record that computes the same from operands the other way round."""


def fits_immediate(value: int) -> bool:
    """Whether a signed number fits the 9-bit immediate of the I and M formats."""
    return -256 <= value <= 255


@dataclass
class Placement:
    """Where constants go: the control flow of the blocks being filled."""

    blocks: Sequence[Block]
    tree: DominatorTree
    loops: LoopForest

    def constant_block(self, number: int) -> int:
        """The nearest dominator of a block in the shallowest loop on the way up."""
        while (header := self.loops.header[number]) != NONE:
            above = self.tree.idom[header]
            if above == NONE:
                break
            number = above
        return number


@dataclass
class Emitter:
    """Appends instructions to the current block."""

    placement: Placement
    block: int = 0
    location: LocationAttr = UNKNOWN
    unsigned_bits: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """A value below two to that power."""
    signed_bits: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """A value that is the sign extension of so many low bits."""
    constants: dict[tuple[int, int], SSAValue] = field(
        default_factory=dict[tuple[int, int], SSAValue]
    )
    canonical: dict[SSAValue, SSAValue] = field(
        default_factory=dict[SSAValue, SSAValue]
    )
    """A 0 or 1 for the 0 or 0xFFFF of a float comparison."""

    def append(self, op: Operation) -> None:
        self.placement.blocks[self.block].add_op(op)

    # region Constants

    def register(self, source: Source) -> SSAValue:
        """The source in a register."""
        return self.constant(source) if isinstance(source, int) else source

    def constant(self, bits: int) -> SSAValue:
        """A constant in a register, loaded outside the loops around this block."""
        target = self.placement.constant_block(self.block)
        known = self.constants.get((target, bits))
        if known is not None:
            return known
        op = LoadConstantOp.create(
            properties={"value": IntAttr(bits)},
            result_types=[SCALAR],
            location=self.location,
        )
        block = self.placement.blocks[target]
        if target == self.block:
            block.add_op(op)
        else:
            last = block.last_op
            assert last is not None, "a dominating block is complete"
            block.insert_op_before(op, last)
        value = op.results[0]
        self.constants[target, bits] = value
        self._learn(value, bits.bit_length(), _signed_length(bits))
        return value

    def symbol(self, name: str) -> SSAValue:
        """The address of a function or global."""
        op = LoadConstantOp.create(
            properties={"symbol": StringAttr(name)},
            result_types=[SCALAR],
            location=self.location,
        )
        self.append(op)
        return op.results[0]

    # endregion
    # region Instructions

    def emit(
        self,
        record: str,
        *operands: SSAValue,
        imm: int | None = None,
        memory: MemoryAttr | None = None,
    ) -> SSAValue:
        """One instruction with one result, as it stands."""
        op = instruction(
            record, operands, (SCALAR,), imm=imm, memory=memory, location=self.location
        )
        self.append(op)
        return op.results[0]

    def unary(self, record: str, source: Source) -> Source:
        """An instruction of one register; folded where that is a constant."""
        if isinstance(source, int):
            return compute(INTS, _meaning(record), source)
        return self.emit(record, source)

    def binary(self, record: str, lhs: Source, rhs: Source) -> Source:
        """
        An instruction of two registers, with an immediate where one fits.

        Two constants are folded by the record's own meaning.
        """
        if isinstance(lhs, int):
            if isinstance(rhs, int):
                return compute(INTS, _meaning(record), lhs, rhs)
            if record in SWAPPED:
                return self.binary(SWAPPED[record], rhs, lhs)
            if record == "SUBSSS_32" and lhs == 0:
                return self.binary("MULLSSS_32", rhs, -1 % (1 << 32))
            return self.emit(record, self.constant(lhs), rhs)
        if isinstance(rhs, int):
            signed = to_signed(32, rhs)
            if record == "SUBSSS_32" and fits_immediate(-signed):
                record, signed = "ADDSSS_32", -signed
            if record in IMMEDIATE_FORM and fits_immediate(signed):
                return self._with_immediate(record, lhs, signed)
            rhs = self.constant(rhs)
        value = self.emit(record, lhs, rhs)
        self._learn_binary(record, value, lhs, rhs)
        return value

    def _with_immediate(self, record: str, lhs: SSAValue, imm: int) -> Source:
        if (record, imm) in _IDENTITIES or (imm == 0 and record in _IDENTITY_ZERO):
            return lhs
        if imm == 0 and record in ("ANDSSS_32", "MULLSSS_32"):
            return 0
        if record == "ADDSSS_32":
            base, offset = base_and_offset(lhs)
            if fits_immediate(offset + imm):
                lhs, imm = base, offset + imm
                if imm == 0:
                    return lhs
        value = self.emit(IMMEDIATE_FORM[record], lhs, imm=imm)
        match record:
            case "ANDSSS_32" if imm >= 0:
                bits = min(imm.bit_length(), self.unsigned(lhs))
                self._learn(value, bits, bits + 1)
            case "SRLSSS_32" if 0 <= imm < 32:
                bits = max(self.unsigned(lhs) - imm, 0)
                self._learn(value, bits, bits + 1)
            case "SRASSS_32" if 0 <= imm < 32:
                self._learn(value, ANY, max(self.signed(lhs) - imm, 1))
            case "XORSSS_32" | "ORSSS_32" if imm >= 0:
                bits = max(imm.bit_length(), self.unsigned(lhs))
                self._learn(value, bits, bits + 1)
            case _ if record in COMPARISONS:
                self._learn(value, 1, 2)
            case _:
                pass
        return value

    def _learn_binary(
        self, record: str, value: SSAValue, lhs: SSAValue, rhs: SSAValue
    ) -> None:
        if record in COMPARISONS:
            self._learn(value, 1, 2)
        elif record == "ANDSSS_32":
            bits = min(self.unsigned(lhs), self.unsigned(rhs))
            self._learn(value, bits, bits + 1)
        elif record in ("ORSSS_32", "XORSSS_32"):
            bits = max(self.unsigned(lhs), self.unsigned(rhs))
            self._learn(value, bits, max(self.signed(lhs), self.signed(rhs)))

    # endregion
    # region Ranges

    def _learn(self, value: SSAValue, unsigned: int, signed: int) -> None:
        if unsigned < ANY:
            self.unsigned_bits[value] = unsigned
        if signed < ANY:
            self.signed_bits[value] = signed

    def learn(self, value: Source, *, unsigned: int = ANY, signed: int = ANY) -> None:
        """Record that a value fits so many bits."""
        if isinstance(value, SSAValue):
            self._learn(value, unsigned, min(signed, unsigned + 1))

    def unsigned(self, value: SSAValue) -> int:
        return self.unsigned_bits.get(value, ANY)

    def signed(self, value: SSAValue) -> int:
        return self.signed_bits.get(value, ANY)

    def zero_extended(self, source: Source, width: int) -> Source:
        """The low `width` bits with zeros above them."""
        if isinstance(source, int):
            return INTS.const(width, source)
        if self.unsigned(source) <= width:
            return source
        value = self.binary("ANDSSS_32", source, (1 << width) - 1)
        self.learn(value, unsigned=width)
        return value

    def sign_extended(self, source: Source, width: int) -> Source:
        """The low `width` bits with copies of the sign above them."""
        if isinstance(source, int):
            return INTS.sext(width, 32, INTS.const(width, source))
        if self.signed(source) <= width:
            return source
        match width:
            case 32:
                return source
            case 8 | 16:
                value = self.emit(f"SEXT{width}_32SS", source)
            case _:
                raise AssertionError(width)
        self._learn(value, ANY, width)
        return value

    def extended(self, source: Source, width: int, signed: bool) -> Source:
        """The source as a 32-bit number of the type's signedness."""
        if width == 32:
            return source
        if signed and width != 1:
            return self.sign_extended(source, width)
        return self.zero_extended(source, width)

    def bit(self, source: Source) -> Source:
        """A bool as 0 or 1; a float comparison gives 0 or 0xFFFF."""
        if isinstance(source, int):
            return source & 1
        known = self.canonical.get(source)
        if known is not None:
            return known
        owner = source.owner
        if not (isinstance(owner, RecordOp) and owner.RECORD.name in FLOAT_COMPARISONS):
            return source
        # Right behind the comparison, so that every user is dominated by it.
        op = instruction("ANDSSI", (source,), (SCALAR,), imm=1, location=owner.location)
        block = owner.parent
        assert block is not None
        block.insert_op_after(op, owner)
        value = op.results[0]
        self._learn(value, 1, 2)
        self.canonical[source] = value
        return value

    # endregion


COMPARISONS = frozenset(
    f"S{name}SSS_32"
    for name in (
        "EQSI",
        "NESI",
        "GTSI",
        "GESI",
        "LTSI",
        "LESI",
        "GTUI",
        "GEUI",
        "LTUI",
        "LEUI",
    )
)
FLOAT_COMPARISONS = frozenset(
    f"S{name}FOSSS_32" for name in ("EQ", "NE", "GT", "GE", "LT", "LE")
)
_IDENTITY_ZERO = frozenset(
    {"ADDSSS_32", "ORSSS_32", "XORSSS_32", "SLLSSS_32", "SRLSSS_32", "SRASSS_32"}
)

_IDENTITIES = frozenset({("MULLSSS_32", 1), ("ANDSSS_32", -1)})


def _signed_length(bits: int) -> int:
    signed = to_signed(32, bits)
    return (signed if signed >= 0 else ~signed).bit_length() + 1


def base_and_offset(value: SSAValue) -> tuple[SSAValue, int]:
    """What an `addi` adds to, and what it adds; any other value and 0."""
    owner = value.owner
    if isinstance(owner, RecordOp) and owner.RECORD.name == "ADDSSI":
        assert owner.imm is not None
        return owner.operands[0], owner.imm.data
    return value, 0


def _meaning(record: str) -> str:
    """The name of a record's meaning in the dialect's semantics."""
    return RECORDS[record].operation
