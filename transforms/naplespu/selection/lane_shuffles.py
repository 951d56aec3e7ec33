"""
Lanes that come one by one from other vectors, as shuffles.

A vector whose lanes are inserted one after the other takes two instructions a lane and
one to get it. Where several are those of one vector, `shuffle_i32` brings all of them
to their places, and a selection puts them beside the others.
"""

from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.masked import InsertElementOp, VectorSelectOp
from circ.dialects.naplespu.ops import instruction
from circ.dialects.naplespu.pseudos import LoadConstantOp
from circ.dialects.naplespu.register_file import ALL_LANES, LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.dialects.naplespu.vector_constants import LoadLanesOp

FEWEST = 4
"""Lanes of one vector for which a shuffle is shorter."""


@dataclass
class _Chain:
    """What a chain of insertions makes: a vector, and what is in its lanes instead."""

    base: SSAValue
    elements: dict[int, SSAValue] = field(default_factory=dict[int, SSAValue])

    @property
    def sources(self) -> dict[SSAValue, dict[int, int]]:
        """By vector, which of its lanes are in which ones here."""
        found: dict[SSAValue, dict[int, int]] = {}
        for lane, element in self.elements.items():
            if (source := lane_of(element)) is not None:
                vector, place = source
                found.setdefault(vector, {})[lane] = place
        return {v: lanes for v, lanes in found.items() if len(lanes) >= FEWEST}


def lane_of(value: SSAValue) -> tuple[SSAValue, int] | None:
    """The vector and the lane that a scalar is, where it is one."""
    owner = value.owner
    if isinstance(owner, RecordOp) and owner.RECORD.name == "GET_LANEIimm":
        assert owner.imm is not None
        return owner.operands[0], owner.imm.data
    return None


def combine_insertions(body: Region) -> None:
    """
    Make shuffles of chains of insertions; what they no longer need is dead.

    Linear: a chain is followed from its end, and each insertion is in one chain.
    """
    for op in operations_in(body, InsertElementOp):
        if _is_last(op):
            _combine(op)


def _is_last(op: InsertElementOp) -> bool:
    """Is it not just a step on the way to another insertion?"""
    uses = list(op.result.uses)
    if op.lane is None or len(uses) != 1:
        return op.lane is not None
    user = uses[0].operation
    return not (
        isinstance(user, InsertElementOp) and user.lane and user.old is op.result
    )


def _combine(last: InsertElementOp) -> None:
    chain = _Chain(last.result)
    while isinstance(op := chain.base.owner, InsertElementOp) and op.lane is not None:
        if op is not last and not op.result.has_one_use():
            break
        chain.elements.setdefault(op.lane.data, op.element)
        chain.base = op.old
    sources = chain.sources
    if not sources:
        return
    made = _Code(last)
    is_covered = len(chain.elements) == LANES
    result: SSAValue | None = None if is_covered else chain.base
    for vector, lanes in sources.items():
        moved = made.shuffled(vector, lanes)
        mask = sum(1 << lane for lane in lanes)
        result = moved if result is None else made.selected(mask, moved, result)
    assert result is not None
    shuffled = {lane for lanes in sources.values() for lane in lanes}
    for lane, element in chain.elements.items():
        if lane not in shuffled:
            result = made.inserted(result, element, lane)
    Rewriter.replace_op(last, [], [result])


class _Code:
    """Instructions in front of the last insertion of a chain."""

    def __init__(self, last: InsertElementOp):
        self.last = last
        self.location = last.location

    def _put(self, op: Operation) -> SSAValue:
        block = self.last.parent
        assert block is not None
        block.insert_op_before(op, self.last)
        return op.results[0]

    def shuffled(self, vector: SSAValue, lanes: dict[int, int]) -> SSAValue:
        """A vector's lanes in their places; in the others it is any."""
        if all(lane == place for lane, place in lanes.items()):
            return vector
        words = tuple(lanes.get(lane, lane) for lane in range(LANES))
        operands = (vector, self._put(LoadLanesOp.of(words, self.location)))
        return self._put(
            instruction("SHUFFLEI_32", operands, (VECTOR,), location=self.location)
        )

    def selected(self, mask: int, true: SSAValue, old: SSAValue) -> SSAValue:
        assert 0 < mask <= ALL_LANES
        bits = LoadConstantOp.create(
            properties={"value": IntAttr(mask)},
            result_types=[SCALAR],
            location=self.location,
        )
        return self._put(
            VectorSelectOp.create(
                operands=[self._put(bits), true, old],
                result_types=[VECTOR],
                location=self.location,
            )
        )

    def inserted(self, old: SSAValue, element: SSAValue, lane: int) -> SSAValue:
        op = InsertElementOp.build(
            operands=[old, element, None],
            result_types=[VECTOR],
            properties={"lane": IntAttr(lane)},
        )
        op.location = self.location
        return self._put(op)
