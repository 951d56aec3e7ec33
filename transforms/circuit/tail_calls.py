"""
Tail recursion becomes a loop: a function that returns what it returns for others.

A way out of a function qualifies whose values and memory are those of a call of the
function itself, in their order, and which nothing else uses. The arguments become
selectors of a LOOP_BEGIN at the entry, and the way goes back to it. What else is added
to the single result, multiplied by it, or joined to it bit by bit, is collected in one
more selector. A function with objects on its stack stays: each call has its own. So
does one that calls setjmp, to whose frame longjmp may return.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from circ.dialects.circuit.calls import callee_name, calls_setjmp, fits
from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import (
    DependEntryOp,
    DependSelectorOp,
    FuncOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    OrdinaryBlockOp,
    ReturnOp,
    StateEntryOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import Gate, gate_of
from circ.dialects.circuit.integers import AddOp, SubOp
from circ.dialects.circuit.memory import AllocaOp, CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import STATE
from circ.dialects.common.linkage import WEAK, linkage_of
from circ.dialects.common.memory import GLOBAL_CLASS
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.dialects.common.symbols import names_of
from circ.dialects.common.variadic import is_variadic
from circ.transforms.circuit.canonicalize import canonicalize
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.merges import kill_states, selectors_of
from circ.transforms.circuit.splice import with_class
from circ.transforms.circuit.value_rules import NEUTRAL

Selector: TypeAlias = ValueSelectorOp | DependSelectorOp


@dataclass
class Exit:
    """A way out of a function: a RETURN, or an edge of the merges before it."""

    user: Operation
    """The RETURN or the MERGE."""
    index: int
    predecessor: SSAValue
    depend: SSAValue
    values: list[SSAValue]


@dataclass
class Tail:
    """A way out by a call of the function itself."""

    exit: Exit
    call: CallOp
    gate: Gate | None = None
    """What computes the result from that of the call."""
    amount: int = 0
    """The gate's other operand."""


def loop_tail_calls(func: FuncOp) -> int:
    """Replace the tail calls of a function to itself; returns their number."""
    names = names_of(func)
    calls = [c for c in operations_in(func.body, CallOp) if callee_name(c) in names]
    if not calls or is_variadic(func) or linkage_of(func) == WEAK:
        return 0
    if calls_setjmp(func):
        return 0
    returns = operations_in(func.body, ReturnOp)
    exits = [each for gate in returns for each in _exits(gate)]
    tails = [tail for each in exits if (tail := _tail(each, func))]
    # All that is collected is collected by one gate, that of most.
    kinds = [_collector(tail.gate) for tail in tails if tail.gate]
    collector = max(kinds, key=kinds.count, default=None)
    tails = [t for t in tails if not t.gate or _collector(t.gate) is collector]
    if not tails or len(tails) == len(exits) or operations_in(func.body, AllocaOp):
        return 0
    _write(func, tails, collector)
    for gate in operations_in(func.body, LoadOp, StoreOp):
        # What is true of an argument is not of those of all calls together.
        memory = gate.memory
        if memory is not None and not memory.alias.data.startswith(GLOBAL_CLASS):
            gate.properties["memory"] = with_class(memory, "")
    count("tail calls replaced", len(tails))
    done(func, f"{len(tails)} tail calls became a loop")
    canonicalize(func)
    return len(tails)


def _exits(gate: ReturnOp) -> list[Exit]:
    """The ways to a RETURN, from the merges before it that serve nothing else."""
    work = [Exit(gate, 0, gate.predecessor, gate.depend, [*gate.values])]
    found: list[Exit] = []
    while work:
        each = work.pop()
        carried = [each.depend, *each.values]
        merge = gate_of(each.predecessor)
        if not isinstance(merge, MergeOp) or not _serves(merge, each.user, carried):
            found.append(each)
            continue
        flows: dict[SSAValue, Sequence[SSAValue]] = {
            gate.results[0]: gate.flows for gate in selectors_of(merge)
        }
        for index, state in enumerate(merge.predecessors):
            depend, *values = (
                flows[value][index] if value in flows else value for value in carried
            )
            work.append(Exit(merge, index, state, depend, values))
    return found


def _serves(merge: MergeOp, user: Operation, carried: Sequence[SSAValue]) -> bool:
    """Does nothing use a merge but what comes after it on the way out?"""
    selectors = selectors_of(merge)
    users = {user, *selectors}
    return all(use.operation in users for use in merge.state.uses) and all(
        carried.count(result) == sum(1 for _ in result.uses)
        for result in (selector.results[0] for selector in selectors)
    )


def _tail(each: Exit, func: FuncOp) -> Tail | None:
    """The call of the function that a way out ends with."""
    call = gate_of(each.depend)
    if not isinstance(call, CallOp) or callee_name(call) not in names_of(func):
        return None
    if each.depend is not call.depend or not fits(call, func):
        return None
    if any(not result.has_one_use() for result in call.results):
        return None
    results = [*call.results[1:]]
    if each.values == results:
        return Tail(each, call)
    if len(results) != 1 or not each.values[0].has_one_use():
        return None
    gate = gate_of(each.values[0])
    if isinstance(gate, SubOp) and gate.lhs is results[0]:
        return Tail(each, call, gate, 1)
    if isinstance(gate, Gate) and type(gate) in NEUTRAL and results[0] in gate.operands:
        return Tail(each, call, gate, int(gate.operands[0] is results[0]))
    return None


def _collector(gate: Gate) -> type[Gate]:
    """What collects the amounts of a gate: those that are subtracted are added up."""
    return AddOp if isinstance(gate, SubOp) else type(gate)


def _write(func: FuncOp, tails: Sequence[Tail], collector: type[Gate] | None) -> None:
    """Let the function begin again where it called itself."""
    block, maker = func.body.block, GateMaker(func.location)
    (entry,) = operations_in(func.body, StateEntryOp)
    (memory,) = operations_in(func.body, DependEntryOp)
    states = [tail.exit.predecessor for tail in tails]
    last = states[0] if len(tails) == 1 else maker.emit(MergeOp, states, (STATE,)).state
    back = maker.emit(LoopBackOp, (last,), (STATE,))
    uses = list(entry.state.uses)
    head = maker.emit(LoopBeginOp, (entry.state, back.state), (STATE,))
    for use in uses:
        use.operation.operands[use.index] = head.state

    def begin(kind: type[Selector], value: SSAValue) -> Selector:
        """What there is when the function begins, for all uses of a value."""
        uses = list(value.uses)
        selector = maker.emit(kind, (head.state, value, value), (value.type,))
        for use in uses:
            use.operation.operands[use.index] = selector.results[0]
        return selector

    def go_back(selector: Selector, flows: Sequence[SSAValue]) -> None:
        flow = flows[0]
        if len(flows) > 1:
            kind = type(selector)
            flow = maker.emit(kind, (last, *flows), (flow.type,)).results[0]
        selector.operands[2] = flow

    for argument in operations_in(func.body, ArgOp):
        selector, index = begin(ValueSelectorOp, argument.result), argument.index.data
        go_back(selector, [tail.call.arguments[index] for tail in tails])
    go_back(begin(DependSelectorOp, memory.depend), [t.call.flow for t in tails])
    dead: list[Operation] = []
    for tail in tails:
        # What the way led to is unreachable by it.
        states = (tail.exit.predecessor,)
        state = OrdinaryBlockOp.create(operands=states, result_types=(STATE,))
        block.add_op(state)
        tail.exit.user.operands[tail.exit.index] = state.state
        dead.append(state)
    kill_states(dead, PatternRewriter(entry))
    if collector is not None:
        result = tails[0].call.results[1].type
        neutral = maker.constant(result, NEUTRAL[collector])
        total = maker.emit(ValueSelectorOp, (head.state, neutral, neutral), (result,))
        flows: list[SSAValue] = []
        for tail in tails:
            flow = total.results[0]
            if tail.gate is not None:
                amount = tail.gate.operands[tail.amount]
                gate = SubOp if isinstance(tail.gate, SubOp) else collector
                flow = maker.compute(gate, result, flow, amount)
            flows.append(flow)
        go_back(total, flows)
        for gate in operations_in(func.body, ReturnOp):
            value = maker.compute(collector, result, total.results[0], gate.values[0])
            gate.operands[2] = value
    block.add_ops(maker.gates)
    gone: list[Operation] = []
    for tail in tails:
        gone += (tail.call,) if tail.gate is None else (tail.gate, tail.call)
    erase_gates(gone)


@dataclass(frozen=True)
class CircuitTailCallsPass(CircuitPass):
    """Functions that call themselves last become loops."""

    name = "circuit-tail-calls"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        loop_tail_calls(func)
