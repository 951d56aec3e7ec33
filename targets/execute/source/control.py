"""
The cf and scf operations of the source interpreter.

Regions become segments of the function that they are in: a loop is a jump back to its
header, `scf.yield` a jump to where its parent continues.
"""

from collections.abc import Sequence
from functools import partial
from operator import itemgetter

from xdsl.dialects import cf, scf
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.dispatch import rule
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.common.widths import WORD
from circ.dialects.source.scf import ForallOp
from circ.targets.execute.frame_machine import End, Segment, choose, jump, select
from circ.targets.execute.source.builder import Builder, Compilers, Yields
from circ.targets.execute.steps import Frame


def branch_to(builder: Builder, block: Block, arguments: Sequence[SSAValue]) -> End:
    """The jump to a block of the same region."""
    return jump(
        builder.slots(arguments), builder.slots(block.args), builder.blocks[block]
    )


def compile_branch(builder: Builder, op: cf.BranchOp) -> None:
    builder.here.end = branch_to(builder, op.successor, op.arguments)


def compile_conditional_branch(builder: Builder, op: cf.ConditionalBranchOp) -> None:
    builder.here.end = choose(
        itemgetter(builder.slot(op.cond)),
        branch_to(builder, op.then_block, op.then_arguments),
        branch_to(builder, op.else_block, op.else_arguments),
    )


def compile_branch_switch(builder: Builder, op: cf.SwitchOp) -> None:
    width = builder.scalar(op, op.flag)
    values = op.case_values.get_values() if op.case_values else ()
    cases: dict[int, End] = {}
    edges = zip(values, op.case_blocks, op.case_operand, strict=True)
    for value, block, arguments in edges:
        assert isinstance(value, int)
        end = branch_to(builder, block, arguments)
        cases.setdefault(INTS.const(width, value), end)
    default = branch_to(builder, op.default_block, op.default_operands)
    builder.here.end = select(builder.slot(op.flag), cases, default)


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


def compile_if(builder: Builder, op: scf.IfOp) -> None:
    after = Segment()
    yields = yields_to(builder, op, after)
    then = builder.region(op.true_region, yields)
    # Without a region for the other case there are no results.
    has_else = bool(op.false_region.first_block)
    otherwise = builder.region(op.false_region, yields) if has_else else after
    ends = jump((), (), then), jump((), (), otherwise)
    builder.leave(choose(itemgetter(builder.slot(op.cond)), *ends), after)


def compile_region(builder: Builder, op: scf.ExecuteRegionOp) -> None:
    after = Segment()
    entry = builder.region(op.region, yields_to(builder, op, after))
    builder.leave(jump((), (), entry), after)


def compile_index_switch(builder: Builder, op: scf.IndexSwitchOp) -> None:
    after = Segment()
    yields = yields_to(builder, op, after)
    cases: dict[int, End] = {}
    for value, region in zip(op.cases.get_values(), op.case_regions, strict=True):
        assert isinstance(value, int)
        bits = INTS.const(WORD, value)
        # A case outside the range of a word is never taken.
        end = jump((), (), builder.region(region, yields))
        if INTS.sext(WORD, 64, bits) == INTS.const(64, value):
            cases.setdefault(bits, end)
    default = jump((), (), builder.region(op.default_region, yields))
    builder.leave(select(builder.slot(op.arg), cases, default), after)


def compile_for(builder: Builder, op: scf.ForOp) -> None:
    """The header tests and exits; the end of the body adds the step."""
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

    body = jump((), (), builder.region(op.body, yields))
    leave = jump(carried, results, after)
    unsigned = "unsignedCmp" in op.attributes
    below = partial(INTS.ult if unsigned else INTS.slt, width)

    def test(frame: Frame) -> Segment | None:
        return (body if below(frame[index], frame[limit]) else leave)(frame)

    header.end = test
    start = builder.slots((op.lb, *op.iter_args))
    builder.leave(jump(start, variables, header), after)


def compile_parallel(builder: Builder, op: scf.ParallelOp) -> None:
    """The iterations in lexicographic order; each ends with the reductions."""
    indices = builder.declare(op, op.body.block)
    results = builder.results(op)
    if any(map(dynamic_words, op.result_types)):
        raise unsupported(op, "a reduction of arrays")
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
            following = _reduction(builder, region, result, following)
            following = _jump_to(jump((result, given), arguments, following))
        return jump((), (), following)

    nest.body.end = jump((), (), builder.region(op.body, reductions))
    start = jump(builder.slots(op.initVals), results, nest.start)
    builder.leave(start, nest.after)


def _reduction(builder: Builder, region: Region, result: int, then: Segment) -> Segment:
    """The segment of a reduction's region, whose result goes into a slot."""
    return builder.region(
        region, lambda end: jump(builder.slots(end.operands), (result,), then)
    )


def _jump_to(end: End) -> Segment:
    segment = Segment()
    segment.end = end
    return segment


def compile_forall(builder: Builder, op: ForallOp) -> None:
    """The iterations in lexicographic order."""
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

    nest.body.end = jump((), (), builder.region(op.body, next_iteration))
    builder.leave(jump((), (), nest.start), nest.after)


class LoopNest:
    """Nested loops while `index < bound`, the first outermost."""

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
        """The end of the body."""
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


def compile_while(builder: Builder, op: scf.WhileOp) -> None:
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

    header.end = jump((), (), builder.region(op.before_region, condition))
    body.end = jump((), (), builder.region(op.after_region, again))
    start = builder.slots(op.arguments)
    builder.leave(jump(start, before_arguments, header), after)


CONTROL: Compilers = dict(
    (
        rule(cf.AssertOp, compile_assert),
        rule(cf.BranchOp, compile_branch),
        rule(cf.ConditionalBranchOp, compile_conditional_branch),
        rule(cf.SwitchOp, compile_branch_switch),
        rule(scf.IfOp, compile_if),
        rule(scf.ForOp, compile_for),
        rule(scf.ParallelOp, compile_parallel),
        rule(ForallOp, compile_forall),
        rule(scf.WhileOp, compile_while),
        rule(scf.IndexSwitchOp, compile_index_switch),
        rule(scf.ExecuteRegionOp, compile_region),
    )
)
"""Operations that transfer control, or may."""
