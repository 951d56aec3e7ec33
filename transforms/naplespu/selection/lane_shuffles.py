"""
Vectors built lane by lane from lanes of other vectors, as shuffles.

Each such lane takes one instruction to extract and two to insert. Where several are
lanes of the same vector, `shuffle_i32` moves all of them, and a select merges them.
"""

from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.dialects.naplespu.masked import InsertElementOp, VectorSelectOp
from circ.dialects.naplespu.ops import instruction
from circ.dialects.naplespu.pseudos import LoadConstantOp
from circ.dialects.naplespu.register_file import ALL_LANES, LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.dialects.naplespu.vector_constants import LoadLanesOp

FEWEST = 4
"""The number of lanes of one vector from which a shuffle is shorter."""


@dataclass
class _Chain:
    """The result of a chain of insertions: a base vector, and the lanes that differ."""

    base: SSAValue
    elements: dict[int, SSAValue] = field(default_factory=dict[int, SSAValue])

    @property
    def sources(self) -> dict[SSAValue, dict[int, int]]:
        """By source vector: its lane for each lane of the result."""
        found: dict[SSAValue, dict[int, int]] = {}
        for lane, element in self.elements.items():
            if (source := lane_of(element)) is not None:
                vector, place = source
                found.setdefault(vector, {})[lane] = place
        return {v: lanes for v, lanes in found.items() if len(lanes) >= FEWEST}


def lane_of(value: SSAValue) -> tuple[SSAValue, int] | None:
    """The vector and the lane number that a scalar is extracted from; else None."""
    owner = value.owner
    if isinstance(owner, RecordOp) and owner.RECORD.name == "GET_LANEIimm":
        assert owner.imm is not None
        return owner.operands[0], owner.imm.data
    return None


def combine_insertions(body: Region) -> None:
    """
    Turn chains of insertions into shuffles; operations may become dead.

    Linear: a chain is followed from its end, and each insertion is in one chain.
    """
    for op in operations_in(body, InsertElementOp):
        if _is_last(op):
            _combine(op)


def _is_last(op: InsertElementOp) -> bool:
    """Is the insertion the last of its chain?"""
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
    count("insertions of lanes that became shuffles", len(chain.elements))
    done(last, f"{len(chain.elements)} lanes are set by {len(sources)} shuffles")
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
    """Inserts instructions before the last insertion of a chain."""

    def __init__(self, last: InsertElementOp):
        self.last = last
        self.location = last.location

    def _put(self, op: Operation) -> SSAValue:
        block = self.last.parent
        assert block is not None
        block.insert_op_before(op, self.last)
        return op.results[0]

    def shuffled(self, vector: SSAValue, lanes: dict[int, int]) -> SSAValue:
        """A shuffle of a vector; lanes that are not given are undefined."""
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
