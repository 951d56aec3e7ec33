"""
Structured control flow, `scf`, to state gates and selectors.

Loops test at the top, like those of the source. Regions that access no memory leave the
dependency unchanged.
"""

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntAttr, UnitAttr
from xdsl.ir import Operation, Region, SSAValue

from circ.dialects.circuit.control import (
    PARALLEL,
    DefaultCaseOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    SwitchBranchOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.types import ARCH
from circ.dialects.common.dispatch import rule
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.source.scf import ForallOp
from circ.transforms.conversion.to_circuit.arith_to_circuit import integer_bits
from circ.transforms.conversion.to_circuit.cf_to_circuit import convert_region
from circ.transforms.conversion.to_circuit.circuit_builder import (
    Arrival,
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.circuit_loops import (
    begin_counted,
    branch_out,
    close,
    end_counted,
    loop_nest,
)
from circ.transforms.kernels.turns import has_atomics


def _convert_body(
    b: CircuitBuilder, region: Region, arguments: Sequence[SSAValue]
) -> Operation:
    """Convert a region of one block and return its terminator."""
    block = region.first_block
    if block is None or block is not region.last_block:
        b.fail("a region that is not one block")
    count = len(b.types_of(block.args))
    if count != len(arguments):
        b.fail(f"a region of {count} arguments for {len(arguments)} values")
    b.define_all(block.args, arguments)
    return b.convert_operations(block)


def _passed(
    b: CircuitBuilder,
    terminator: Operation,
    expected: type[Operation],
    targets: Sequence[SSAValue],
    first: int = 0,
) -> list[SSAValue]:
    """The wires of what a region yields: its terminator's operands from `first` on."""
    outer, b.op = b.op, terminator
    if not isinstance(terminator, expected):
        b.fail("this terminator")
    values = b.passed(terminator.operands[first:], targets)
    b.op = outer
    return values


def _yielded(
    b: CircuitBuilder,
    region: Region,
    arguments: Sequence[SSAValue],
    targets: Sequence[SSAValue],
) -> list[SSAValue]:
    """Convert a region of one block and return the wires of what it yields."""
    scope = b.scope()
    values = _passed(b, _convert_body(b, region, arguments), scf.YieldOp, targets)
    b.leave(scope)
    return values


def convert_if(b: CircuitBuilder, op: scf.IfOp) -> None:
    condition = b.value(op.cond)
    memory = b.touches_memory(op)
    depend = b.part(memory)
    branch = b.control(IfBranchOp, b.state, condition)
    arrivals: list[Arrival] = []
    for gate, region in ((IfTrueOp, op.true_region), (IfFalseOp, op.false_region)):
        b.enter_side(b.control(gate, branch), depend)
        if region.first_block is not None:
            values = _yielded(b, region, (), op.results)
        elif op.results:
            b.fail("a result without an else region")
        else:
            values = []
        arrivals.append(b.arrival(values, memory))
    b.define_all(op.results, b.merge(arrivals, memory))


def convert_index_switch(b: CircuitBuilder, op: scf.IndexSwitchOp) -> None:
    selector = b.value(op.arg)
    memory = b.touches_memory(op)
    depend = b.part(memory)
    branch = b.control(SwitchBranchOp, b.state, selector)
    arrivals: list[Arrival] = []
    for case, region in zip(op.cases.iter_values(), op.case_regions, strict=True):
        properties = {"value": IntAttr(integer_bits(b, op.arg.type, case))}
        state = b.control(SwitchCaseOp, branch, properties=properties)
        b.enter_side(state, depend)
        values = _yielded(b, region, (), op.results)
        arrivals.append(b.arrival(values, memory))
    b.enter_side(b.control(DefaultCaseOp, branch), depend)
    values = _yielded(b, op.default_region, (), op.results)
    arrivals.append(b.arrival(values, memory))
    b.define_all(op.results, b.merge(arrivals, memory))


def convert_for(b: CircuitBuilder, op: scf.ForOp) -> None:
    """
    `while (i < bound) { …; i += step; }`, signed unless the operation is `unsigned`.

    The sum wraps; a step that is not positive has no special meaning.
    """
    b.type_of(op.lb)
    memory = b.touches_memory(op)
    first, bound, step, *initial = b.operands()
    b.passed(op.iter_args, op.results)
    less = "ult" if "unsignedCmp" in op.attributes else "slt"
    loop = begin_counted(b, first, bound, step, initial, memory, less)
    if PARALLEL in op.attributes:
        loop.loop.begin.attributes[PARALLEL] = UnitAttr()
    yielded = _yielded(b, op.body, [loop.index, *loop.carried], op.results)
    b.define_all(op.results, end_counted(b, loop, yielded))


def convert_parallel(b: CircuitBuilder, op: scf.ParallelOp) -> None:
    """
    A nest of loops in the order of the indices.

    A reduction combines the carried value with that of an iteration. Several iterations
    may update the same memory where they do it atomically.
    """
    bounds = [
        (b.value(first), b.value(bound), b.value(step))
        for first, bound, step in zip(
            op.lowerBound, op.upperBound, op.step, strict=True
        )
    ]
    initial = b.passed(op.initVals, op.results)
    if any(map(dynamic_words, op.result_types)):
        b.fail("a reduction of arrays")

    def body(indices: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        scope = b.scope()
        terminator = _convert_body(b, op.body, indices)
        given = _passed(b, terminator, scf.ReduceOp, op.results)
        outer, b.op = b.op, terminator
        triples = zip(terminator.regions, carried, given, strict=True)
        values = [_convert_reduction(b, *triple) for triple in triples]
        b.op = outer
        b.leave(scope)
        return values

    memory, parallel = b.touches_memory(op), not has_atomics(op)
    b.define_all(op.results, loop_nest(b, bounds, initial, memory, body, parallel))


def _convert_reduction(
    b: CircuitBuilder, region: Region, carried: SSAValue, given: SSAValue
) -> SSAValue:
    terminator = _convert_body(b, region, (carried, given))
    targets = region.block.args[:1]
    (value,) = _passed(b, terminator, scf.ReduceReturnOp, targets)
    return value


def convert_forall(b: CircuitBuilder, op: ForallOp) -> None:
    """Nested loops, in lexicographic order of the indices."""
    if op.outputs:
        b.fail("with shared outputs, it")
    bounds = [
        (_bound(b, first), _bound(b, bound), _bound(b, step))
        for first, bound, step in zip(
            op.lower_bounds, op.upper_bounds, op.steps, strict=True
        )
    ]

    def body(indices: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        scope = b.scope()
        terminator = _convert_body(b, op.body, indices)
        for region in terminator.regions:
            for block in region.blocks:
                if block.first_op is not None:
                    b.op = block.first_op
                    b.fail("this operation")
        b.leave(scope)
        return carried

    loop_nest(b, bounds, (), b.touches_memory(op), body, not has_atomics(op))


def _bound(b: CircuitBuilder, bound: SSAValue | int) -> SSAValue:
    return b.constant(ARCH, bound) if isinstance(bound, int) else b.value(bound)


def convert_while(b: CircuitBuilder, op: scf.WhileOp) -> None:
    """The first region computes the condition; what it passes on is also the result."""
    memory = b.touches_memory(op)
    before, after = op.before_region.block, op.after_region.block
    loop = b.begin_loop(b.passed(op.arguments, before.args), memory)
    scope = b.scope()
    carried = [selector.result for selector in loop.values]
    terminator = _convert_body(b, op.before_region, carried)
    passed = _passed(b, terminator, scf.ConditionOp, after.args, first=1)
    _passed(b, terminator, scf.ConditionOp, op.results, first=1)
    condition = b.value(terminator.operands[0])
    b.leave(scope)
    depend = b.part(memory)
    outside = branch_out(b, condition, depend)
    yielded = _yielded(b, op.after_region, passed, before.args)
    close(b, loop, yielded, memory)
    b.enter_side(outside, depend)
    b.define_all(op.results, passed)


def convert_execute_region(b: CircuitBuilder, op: scf.ExecuteRegionOp) -> None:
    memory = b.touches_memory(op)
    arrivals: list[Arrival] = []

    def leave(terminator: Operation) -> None:
        arrivals.append(b.arrival(b.passed(terminator.operands, op.results), memory))

    convert_region(b, op.region, (), scf.YieldOp, leave)
    if not arrivals:
        b.fail("a region that never yields")
    b.define_all(op.results, b.merge(arrivals, memory))


SCF_CONVERSIONS: Conversions = dict(
    (
        rule(scf.IfOp, convert_if),
        rule(scf.IndexSwitchOp, convert_index_switch),
        rule(scf.ForOp, convert_for),
        rule(scf.ParallelOp, convert_parallel),
        rule(ForallOp, convert_forall),
        rule(scf.WhileOp, convert_while),
        rule(scf.ExecuteRegionOp, convert_execute_region),
    )
)
