"""
The cf and scf operations of the source interpreter.

Regions become segments of the function that they are in: a loop is a jump back to its
header, `scf.yield` a jump to what its parent says.
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import TypeAlias

from xdsl.dialects import cf, scf
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.source.layout import WORD
from circ.dialects.source.scf import ForallOp
from circ.targets.execute.frame_machine import End, Segment, choose, jump, select
from circ.targets.execute.source.builder import Builder
from circ.targets.execute.steps import Frame

Yields: TypeAlias = Callable[[Operation], End]
"""What the terminator of a region becomes."""

Regions: TypeAlias = Callable[[Region, Yields], Segment]
"""Compiles the blocks of a region, keeps `here`, gives the entry."""

Blocks: TypeAlias = dict[Block, Segment]


def compile_branch(builder: Builder, blocks: Blocks, op: Operation) -> End | None:
    """The end of a block of a control flow graph; None for other operations."""

    def to(block: Block, arguments: Sequence[int]) -> End:
        return jump(arguments, builder.slots(block.args), blocks[block])

    match op:
        case cf.BranchOp():
            return to(op.successor, builder.slots(op.arguments))
        case cf.ConditionalBranchOp():
            return choose(
                itemgetter(builder.slot(op.cond)),
                to(op.then_block, builder.slots(op.then_arguments)),
                to(op.else_block, builder.slots(op.else_arguments)),
            )
        case cf.SwitchOp():
            width = builder.scalar(op, op.flag)
            values = op.case_values.get_values() if op.case_values else ()
            cases: dict[int, End] = {}
            parts = zip(values, op.case_blocks, op.case_operand, strict=True)
            for value, block, arguments in parts:
                assert isinstance(value, int)
                end = to(block, builder.slots(arguments))
                cases.setdefault(INTS.const(width, value), end)
            default = to(op.default_block, builder.slots(op.default_operands))
            return select(builder.slot(op.flag), cases, default)
        case _:
            return None


def compile_structured(builder: Builder, regions: Regions, op: Operation) -> bool:
    """Append an operation with regions; False where it is none of this module."""
    match op:
        case cf.AssertOp():
            compile_assert(builder, op)
        case scf.IfOp():
            compile_if(builder, regions, op)
        case scf.ForOp():
            compile_for(builder, regions, op)
        case scf.ParallelOp():
            compile_parallel(builder, regions, op)
        case ForallOp():
            compile_forall(builder, regions, op)
        case scf.WhileOp():
            compile_while(builder, regions, op)
        case scf.IndexSwitchOp():
            compile_switch(builder, regions, op)
        case scf.ExecuteRegionOp():
            after = Segment()
            entry = regions(op.region, yields_to(builder, op, after))
            builder.leave(jump((), (), entry), after)
        case _:
            return False
    return True


def yields_to(builder: Builder, op: Operation, after: Segment) -> Yields:
    """The yielded values become the results of `op`."""
    results = builder.results(op)
    return lambda end: jump(builder.slots(end.operands), results, after)


def compile_assert(builder: Builder, op: cf.AssertOp) -> None:
    condition, location, message = builder.slot(op.arg), op.location, op.msg.data

    def step(frame: Frame) -> None:
        if not frame[condition]:
            raise Diagnostic(location, f"assertion failed: {message}")

    builder.append(step)


def compile_if(builder: Builder, regions: Regions, op: scf.IfOp) -> None:
    after = Segment()
    yields = yields_to(builder, op, after)
    then = regions(op.true_region, yields)
    # Without a region for the other case there are no results.
    has_else = bool(op.false_region.first_block)
    otherwise = regions(op.false_region, yields) if has_else else after
    ends = jump((), (), then), jump((), (), otherwise)
    builder.leave(choose(itemgetter(builder.slot(op.cond)), *ends), after)


def compile_switch(builder: Builder, regions: Regions, op: scf.IndexSwitchOp) -> None:
    after = Segment()
    yields = yields_to(builder, op, after)
    cases: dict[int, End] = {}
    for value, region in zip(op.cases.get_values(), op.case_regions, strict=True):
        assert isinstance(value, int)
        bits = INTS.const(WORD, value)
        # A case beyond the machine's word is never met.
        end = jump((), (), regions(region, yields))
        if INTS.sext(WORD, 64, bits) == INTS.const(64, value):
            cases.setdefault(bits, end)
    default = jump((), (), regions(op.default_region, yields))
    builder.leave(select(builder.slot(op.arg), cases, default), after)


def compile_for(builder: Builder, regions: Regions, op: scf.ForOp) -> None:
    """A header compares and leaves; the end of the body adds the step."""
    width = builder.scalar(op, op.lb)
    header, after = Segment(), Segment()
    variables = builder.declare(op, op.body.block)
    index, *carried = variables
    results = builder.results(op)
    limit, step = builder.slot(op.ub), builder.slot(op.step)
    add = partial(INTS.add, width)

    def yields(end: Operation) -> End:
        again = jump(builder.slots(end.operands), carried, header)

        def next_round(frame: Frame) -> Segment | None:
            value = add(frame[index], frame[step])
            segment = again(frame)
            frame[index] = value
            return segment

        return next_round

    body = jump((), (), regions(op.body, yields))
    leave = jump(carried, results, after)
    unsigned = "unsignedCmp" in op.attributes
    below = partial(INTS.ult if unsigned else INTS.slt, width)

    def test(frame: Frame) -> Segment | None:
        return (body if below(frame[index], frame[limit]) else leave)(frame)

    header.end = test
    start = builder.slots((op.lb, *op.iter_args))
    builder.leave(jump(start, variables, header), after)


def compile_parallel(builder: Builder, regions: Regions, op: scf.ParallelOp) -> None:
    """The iterations in the order of the indices; each ends in the reductions."""
    indices = builder.declare(op, op.body.block)
    results = builder.results(op)
    bounds = [builder.slots(group) for group in (op.lowerBound, op.upperBound, op.step)]
    nest = LoopNest(indices, *bounds)

    def reductions(end: Operation) -> End:
        """The regions one after the other, then the next iteration."""
        assert isinstance(end, scf.ReduceOp)
        following = Segment()
        following.end = nest.next
        pairs = zip(results, builder.slots(end.args), end.reductions, strict=True)
        for result, given, region in reversed(list(pairs)):
            arguments = builder.declare(end, region.block)
            following = _reduction(regions, region, result, following, builder)
            following = _jump_to(jump((result, given), arguments, following))
        return jump((), (), following)

    nest.body.end = jump((), (), regions(op.body, reductions))
    start = jump(builder.slots(op.initVals), results, nest.start)
    builder.leave(start, nest.after)


def _reduction(
    regions: Regions, region: Region, result: int, then: Segment, builder: Builder
) -> Segment:
    """The segment of a reduction's region, which puts its value into a slot."""
    return regions(
        region, lambda end: jump(builder.slots(end.operands), (result,), then)
    )


def _jump_to(end: End) -> Segment:
    segment = Segment()
    segment.end = end
    return segment


def compile_forall(builder: Builder, regions: Regions, op: ForallOp) -> None:
    """The iterations in the order of the indices."""
    if op.outputs:
        raise unsupported(op, "with shared outputs, it")
    indices = builder.declare(op, op.body.block)

    def slots(bounds: Sequence[SSAValue | int]) -> tuple[int, ...]:
        return tuple(
            builder.constant_slot(INTS.const(WORD, bound))
            if isinstance(bound, int)
            else builder.slot(bound)
            for bound in bounds
        )

    bounds = [slots(group) for group in (op.lower_bounds, op.upper_bounds, op.steps)]
    nest = LoopNest(indices, *bounds)

    def next_iteration(end: Operation) -> End:
        for block in end.regions[0].blocks:
            if block.first_op is not None:
                raise unsupported(block.first_op, "this operation")
        return nest.next

    nest.body.end = jump((), (), regions(op.body, next_iteration))
    builder.leave(jump((), (), nest.start), nest.after)


class LoopNest:
    """Loops in each other over `index < bound`, the first outermost."""

    def __init__(
        self,
        indices: Sequence[int],
        first: Sequence[int],
        bounds: Sequence[int],
        steps: Sequence[int],
    ):
        self.body, self.after = Segment(), Segment()
        self.start = self.body
        self.next: End = jump((), (), self.after)
        """What the end of the body becomes."""
        outer = self.next
        headers = [Segment() for _ in indices]
        for depth, (index, bound, step) in enumerate(
            zip(indices, bounds, steps, strict=True)
        ):
            header = headers[depth]
            if depth + 1 < len(indices):
                inner = headers[depth + 1]
                into = jump((first[depth + 1],), (indices[depth + 1],), inner)
            else:
                into = jump((), (), self.body)
            header.end = _test(index, bound, into, outer)
            outer = _advance(index, step, header)
        self.next = outer
        if headers:
            self.start = _jump_to(jump((first[0],), (indices[0],), headers[0]))


def _test(index: int, bound: int, into: End, out: End) -> End:
    below = partial(INTS.slt, WORD)
    return lambda frame: (into if below(frame[index], frame[bound]) else out)(frame)


def _advance(index: int, step: int, header: Segment) -> End:
    def advance(frame: Frame) -> Segment:
        frame[index] = INTS.add(WORD, frame[index], frame[step])
        return header

    return advance


def compile_while(builder: Builder, regions: Regions, op: scf.WhileOp) -> None:
    after = Segment()
    results = builder.results(op)
    before_arguments = builder.declare(op, op.before_region.block)
    after_arguments = builder.declare(op, op.after_region.block)
    body, header = Segment(), Segment()

    def condition(end: Operation) -> End:
        assert isinstance(end, scf.ConditionOp)
        arguments = builder.slots(end.args)
        into = jump(arguments, after_arguments, body)
        out = jump(arguments, results, after)
        return choose(itemgetter(builder.slot(end.condition)), into, out)

    def again(end: Operation) -> End:
        return jump(builder.slots(end.operands), before_arguments, header)

    header.end = jump((), (), regions(op.before_region, condition))
    body.end = jump((), (), regions(op.after_region, again))
    start = builder.slots(op.arguments)
    builder.leave(jump(start, before_arguments, header), after)
