"""
Operations of other packages with regions: each call of a body is compiled in place.

Their meanings are over an algebra whose values are slots and whose operations are steps
of the segment, so that a body's control flow and calls are those of the function.
"""

from collections.abc import Callable, Sequence
from functools import partial

from xdsl.ir import Operation, SSAValue

from circ.dialects.common import arithmetic
from circ.dialects.common import builder as algebra
from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.meaning import Body, HasRegionMeaning
from circ.dialects.source.layout import lane_count, lane_width, vector_type
from circ.dialects.source.meaning import RESULTS, bodies_of, check_count
from circ.targets.execute.frame_machine import End, Segment, jump
from circ.targets.execute.source.builder import Builder, Slot
from circ.targets.execute.steps import Frame


class Steps(algebra.Builder[Slot]):
    """What is computed is a slot, by a step of the current segment."""

    def __init__(self, builder: Builder):
        self._builder = builder

    def whole(self, name: str) -> None:
        """No operations beyond the algebra's."""

    def step(self, compute: Callable[..., int], operands: Sequence[Slot]) -> Slot:
        target = self._builder.constant_slot(0)
        self._builder.apply(compute, [slot.number for slot in operands], target)
        return Slot(target)

    def build(self, name: str, widths: Sequence[int], operands: Sequence[Slot]) -> Slot:
        return self.step(partial(getattr(INTS, name), *widths), operands)

    def const(self, width: int, value: int) -> Slot:
        return Slot(self._builder.constant_slot(INTS.const(width, value)))

    def icmp(self, condition: str, width: int, lhs: Slot, rhs: Slot) -> Slot:
        return self.step(partial(arithmetic.icmp, INTS, condition, width), (lhs, rhs))

    def fcmp(self, condition: str, width: int, lhs: Slot, rhs: Slot) -> Slot:
        return self.step(partial(arithmetic.fcmp, INTS, condition, width), (lhs, rhs))


def compile_region_meaning(builder: Builder, op: HasRegionMeaning) -> None:
    steps = _RegionMeaning(builder, op)
    bodies = [steps.body(number) for number in range(len(bodies_of(op)))]
    operands = steps.parts(op, op.operands, builder.slots(op.operands))
    results = op.compute(steps.k, bodies, operands)
    values = steps.values(op.results, results, RESULTS)
    builder.results(op)
    for value, target in zip(values, builder.slots(op.results), strict=True):
        builder.copy(value, target)


class _RegionMeaning:
    """The steps of one operation."""

    def __init__(self, builder: Builder, op: HasRegionMeaning):
        self._builder, self._op = builder, op
        self.k = Steps(builder)

    def body(self, number: int) -> Body[Slot]:
        builder, region = self._builder, self._op.regions[number]
        block, last = region.block, region.block.last_op
        assert last is not None, "bodies_of checks it"
        what = f"calls region {number} with {{}} values"

        def call(arguments: Sequence[Slot]) -> Sequence[Slot]:
            given = self.values(block.args, arguments, what)
            after = Segment()
            # The slots of what is yielded are written again by the next call.
            yielded = [builder.constant_slot(0) for _ in builder.slots(last.operands)]

            def yields(end: Operation) -> End:
                return jump(builder.slots(end.operands), yielded, after)

            entry = builder.region(region, yields)
            builder.leave(jump(given, builder.slots(block.args), entry), after)
            return self.parts(last, last.operands, yielded)

        return call

    def parts(
        self, op: Operation, values: Sequence[SSAValue], slots: Sequence[int]
    ) -> list[Slot]:
        """The slots of values, with each vector as its lanes."""
        found: list[Slot] = []
        rest = iter(slots)
        for value in values:
            self._builder.register(op, value)
            here = [Slot(next(rest)) for _ in self._builder.slots((value,))]
            if vector_type(value.type) is not None:
                width = self._builder.vector(op, value)
                here = unpack(self.k, lane_count(value.type), width, here[0])
            found += here
        return found

    def values(
        self, values: Sequence[SSAValue], parts: Sequence[Slot], what: str
    ) -> list[int]:
        """The inverse of `parts`; `what` says of how many parts they are made."""
        builder, op = self._builder, self._op
        counts = [
            lane_count(value.type) * len(builder.slots((value,))) for value in values
        ]
        check_count(op, parts, sum(counts), what)
        rest, found = iter(parts), list[int]()
        for value, count in zip(values, counts, strict=True):
            width = lane_width(value.type) or builder.register(op, value)
            here = [next(rest) for _ in range(count)]
            for slot in here:
                builder.append(partial(self._check, slot.number, width))
            if vector_type(value.type) is not None:
                here = [pack(self.k, width, here)]
            found += [slot.number for slot in here]
        return found

    def _check(self, slot: int, width: int, frame: Frame) -> None:
        if frame[slot] >> width:
            message = f"computes {frame[slot]:#x} as a value of {width} bits"
            raise Diagnostic(self._op.location, f"'{self._op.name}' {message}")
