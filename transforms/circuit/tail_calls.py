"""
Tail recursion becomes a loop: a function that returns what it returns for others.

A RETURN qualifies whose values and memory are those of a call of the function itself,
in their order, and which nothing else uses. The arguments become selectors of a
LOOP_BEGIN at the entry, and the RETURN goes back to it. A function with objects on its
stack stays: each call has its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.circuit.calls import callee_name, fits
from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import (
    DependEntryOp,
    DependSelectorOp,
    FuncOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    ReturnOp,
    StateEntryOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.memory import AllocaOp, CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.linkage import WEAK, linkage_of
from circ.dialects.common.memory import GLOBAL_CLASS
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.dialects.common.symbols import names_of
from circ.dialects.common.variadic import is_variadic
from circ.transforms.circuit.canonicalize import canonicalize
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.splice import with_class


def loop_tail_calls(func: FuncOp) -> int:
    """Replace the tail calls of a function to itself; returns their number."""
    names = names_of(func)
    calls = [c for c in operations_in(func.body, CallOp) if callee_name(c) in names]
    if not calls or is_variadic(func) or linkage_of(func) == WEAK:
        return 0
    returns = operations_in(func.body, ReturnOp)
    tails = [(each, call) for each in returns if (call := _tail_call(each, func))]
    if not tails or len(tails) == len(returns) or operations_in(func.body, AllocaOp):
        return 0
    _write(func, tails)
    for gate in operations_in(func.body, LoadOp, StoreOp):
        # What is true of an argument is not of those of all calls together.
        memory = gate.memory
        if memory is not None and not memory.alias.data.startswith(GLOBAL_CLASS):
            gate.properties["memory"] = with_class(memory, "")
    count("tail calls replaced", len(tails))
    done(func, f"{len(tails)} tail calls became a loop")
    canonicalize(func)
    return len(tails)


def _tail_call(gate: ReturnOp, func: FuncOp) -> CallOp | None:
    """The call of the function whose results are all that a RETURN gives."""
    call = gate_of(gate.depend)
    if not isinstance(call, CallOp) or callee_name(call) not in names_of(func):
        return None
    if gate.depend is not call.depend or not fits(call, func):
        return None
    if [*gate.values] != [*call.results[1:]]:
        return None
    users = {use.operation for result in call.results for use in result.uses}
    return call if users == {gate} else None


def _write(func: FuncOp, tails: Sequence[tuple[ReturnOp, CallOp]]) -> None:
    """Let the function begin again where it called itself."""
    block, maker = func.body.block, GateMaker(func.location)
    (entry,) = operations_in(func.body, StateEntryOp)
    states = [gate.predecessor for gate, _ in tails]
    last = states[0] if len(tails) == 1 else maker.emit(MergeOp, states, (STATE,)).state
    back = maker.emit(LoopBackOp, (last,), (STATE,))
    uses = list(entry.state.uses)
    head = maker.emit(LoopBeginOp, (entry.state, back.state), (STATE,))
    for use in uses:
        use.operation.operands[use.index] = head.state

    def select(
        kind: type[ValueSelectorOp] | type[DependSelectorOp],
        value: SSAValue,
        flows: Sequence[SSAValue],
        type: Attribute,
    ) -> None:
        """Replace an argument by what it is in each call."""
        selector = maker.emit(kind, (head.state, value, value), (type,))
        for use in list(value.uses):
            if use.operation is not selector:
                use.operation.operands[use.index] = selector.results[0]
        flows = [selector.results[0] if flow is value else flow for flow in flows]
        flow = flows[0]
        if len(flows) > 1:
            flow = maker.emit(kind, (last, *flows), (type,)).results[0]
        selector.operands[2] = flow

    for argument in operations_in(func.body, ArgOp):
        index = argument.index.data
        flows = [call.arguments[index] for _, call in tails]
        select(ValueSelectorOp, argument.result, flows, argument.result.type)
    (memory,) = operations_in(func.body, DependEntryOp)
    select(DependSelectorOp, memory.depend, [call.flow for _, call in tails], DEPEND)
    block.add_ops(maker.gates)
    gone: list[Operation] = []
    for gate, call in tails:
        gone += (gate, call)
    erase_gates(gone)


@dataclass(frozen=True)
class CircuitTailCallsPass(ModulePass):
    """Functions that call themselves last become loops."""

    name = "circuit-tail-calls"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.body.ops:
            if isinstance(func, FuncOp):
                loop_tail_calls(func)
