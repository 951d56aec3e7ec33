"""What is known of values in registers while instructions are selected."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial, reduce
from typing import TypeGuard

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.known_bits import BITS, Range, unknown, unsigned_range
from circ.dialects.common.machine_operations import Effects, RecordOp
from circ.dialects.naplespu.generated.operations import ScalarType, VectorType
from circ.dialects.naplespu.pseudos import LoadConstantOp, SplatConstantOp
from circ.dialects.naplespu.register_file import ALL_LANES
from circ.dialects.naplespu.semantics import ACCESSES, IEEE, Access, compute
from circ.dialects.naplespu.vector_constants import LoadLanesOp

WIDTH = 32
"""Bits of a scalar register, and of a lane."""
BOOL = unsigned_range(WIDTH, 0, 1)
LANE_BOOLS = unsigned_range(WIDTH, 0, ALL_LANES)
"""What a bool is in a register, and one a lane."""


def fits_immediate(value: int) -> bool:
    """Whether a signed number fits the 9-bit immediate of the I and M formats."""
    return -256 <= value <= 255


def is_value(operand: object) -> TypeGuard[SSAValue]:
    """Is an operand of the matcher a value in a register, and not a number?"""
    return operand.__class__ is not int  # a tenth of the cost of asking for SSAValue


@dataclass
class Ranges:
    """
    Ranges of the values of one function; of a vector, that of every lane.

    Each is computed from the instruction's meaning when it is first asked for.
    """

    ranges: dict[SSAValue, Range] = field(default_factory=dict[SSAValue, Range])
    """What has been computed."""
    facts: dict[SSAValue, Range] = field(default_factory=dict[SSAValue, Range])
    """What does not follow from the instructions."""

    def unsigned_bits(self, value: object) -> int:
        """A number of bits that a value or constant fits, unsigned."""
        return self.range(value).unsigned_bits

    def signed_bits(self, value: object) -> int:
        """A number of bits that a value or constant fits, signed."""
        return self.range(value).signed_bits

    def learn(self, value: object, fact: Range) -> None:
        """Record a range that does not follow from the instruction of a value."""
        if is_value(value):
            known = self.facts.get(value)
            self.facts[value] = fact if known is None else fact.meet(known)
            self.ranges.pop(value, None)

    def range(self, value: object) -> Range:
        """The range of a value or constant; each instruction is looked at once."""
        if isinstance(value, int):
            return BITS.const(WIDTH, value)
        if not isinstance(value, SSAValue):
            return unknown(WIDTH)
        found = self.ranges
        work: list[SSAValue] = [value]
        while work:
            last = work[-1]
            if last not in found:
                op = last.owner
                sources = _sources(op)
                missing = [source for source in sources if source not in found]
                if missing:
                    work += missing
                    continue
                known = _computed(op, [found[source] for source in sources])
                fact = self.facts.get(last)
                found[last] = known if fact is None else known.meet(fact)
            work.pop()
        return found[value]


def _sources(op: Operation | Block) -> Sequence[SSAValue]:
    """The registers from whose ranges that of the result follows."""
    if isinstance(op, RecordOp) and _meaning(type(op)) is not None:
        return op.operands
    return ()


def _computed(op: Operation | Block, sources: Sequence[Range]) -> Range:
    """The range of a result, from those of the sources."""
    match op:
        case RecordOp() if (meaning := _meaning(type(op))) is not None:
            if op.imm is not None:
                sources = (*sources, BITS.const(WIDTH, op.imm.data))
            return meaning(*sources)
        case LoadConstantOp() if op.value is not None:
            return BITS.const(WIDTH, op.value.data)
        case SplatConstantOp():
            return BITS.const(WIDTH, op.value.data)
        case LoadLanesOp():
            return reduce(Range.join, [BITS.const(WIDTH, word) for word in op.words])
        case _:
            return unknown(WIDTH)


@cache
def _meaning(instruction: type[RecordOp]) -> Callable[..., Range] | None:
    """What an instruction computes of ranges; None if nothing is known of a result."""
    record = instruction.RECORD
    shape, name = record.shape, record.operation
    if len(shape.outs) != 1 or shape.ties:
        return None
    access = ACCESSES.get(name)
    if access is not None:
        return partial(_loaded, access) if access.load and access.element < 4 else None
    from_lanes = VectorType in shape.sources and shape.outs[0][1] is ScalarType
    if name in ("shuffle_i32", "getlane_i32"):
        return _some_lane
    if record.effects != Effects.NONE or from_lanes or name not in IEEE:
        return None
    return _shifted if name == "ashr_i32" else partial(compute, BITS, name)


def _loaded(access: Access, *address: Range) -> Range:
    return access.extend(BITS, unknown(8 * access.element))


def _some_lane(lanes: Range, index: Range) -> Range:
    return Range(*lanes)


def _shifted(value: Range, amount: Range) -> Range:
    """`ashr_i32`: no range says of the 64 bits it shifts that the upper ones repeat."""
    small = amount.high < WIDTH
    return BITS.ashr(WIDTH, value, amount) if small else unknown(WIDTH)
