"""
Orders for a circuit's text: every gate after its operands, or in its block.

In the first, the normal form, only the back edges of loops go upwards: LOOP_BEGIN
precedes its LOOP_BACKs, and its selectors precede their operands on back edges. The
second is for readers who want to see a control-flow graph.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.circuit.control import ROOTS, FuncOp, LoopBeginOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import Role, role_of
from circ.dialects.common.reports import count
from circ.transforms.circuit.schedule import schedule


def sort_gates(func: FuncOp) -> None:
    """
    Put the roots first, then each gate after its operands; linear.

    The order is otherwise kept: a sorted function stays as it is.
    """
    block = func.body.block
    gates = list(block.ops)
    place: dict[type[Operation], int] = {root: i for i, root in enumerate(ROOTS)}
    roots = [gate for gate in gates if type(gate) in place]
    roots.sort(key=lambda gate: place[type(gate)])
    _reorder(func, gates, _inputs_first(gates, roots))


def group_gates(func: FuncOp) -> None:
    """
    Put each gate where it would be executed: what `schedule` says, block by block.

    A block begins with the state gate that control enters by, the selectors and relays
    that are attached to it, and ends with the other state gates. Gates that are never
    executed come last.
    """
    plan = schedule(func)
    gates = list(func.body.block.ops)
    flow = plan.flow
    placed = {id(gate) for block in (*plan.gates, *flow.states) for gate in block}
    attached: list[list[Operation]] = [[] for _ in flow.states]
    never: list[Operation] = []
    for gate in gates:
        if id(gate) not in placed and type(gate) not in ROOTS:
            block = plan.block_of.get(gate)
            (never if block is None else attached[block]).append(gate)
    order = [gate for gate in gates if type(gate) in ROOTS]
    for block in flow.layout:
        begin, *others = flow.states[block]
        for gate in (begin, *attached[block], *plan.gates[block], *others):
            if type(gate) not in ROOTS:
                order.append(gate)
    _reorder(func, gates, [*order, *never])


def _reorder(func: FuncOp, gates: list[Operation], order: list[Operation]) -> None:
    if order == gates:
        return
    count("functions reordered")
    block = func.body.block
    for gate in gates:
        block.detach_op(gate)
    block.add_ops(order)


def _inputs_first(gates: list[Operation], order: list[Operation]) -> list[Operation]:
    """Depth-first postorder over operands, from the gates in block order."""
    seen = set(map(id, order))
    for start in gates:
        if id(start) in seen:
            continue
        seen.add(id(start))
        path = [(start, iter(_needed(start)))]
        while path:
            gate, remaining = path[-1]
            for operand in remaining:
                before = gate_of(operand)
                if id(before) not in seen:
                    seen.add(id(before))
                    path.append((before, iter(_needed(before))))
                    break
            else:
                order.append(gate)
                path.pop()
    return order


def _needed(gate: Operation) -> Sequence[SSAValue]:
    """The wires that must come before a gate: its operands but for back edges."""
    operands = gate.operands
    if type(gate) is LoopBeginOp:
        return operands[:1]
    if role_of(type(gate)) is Role.SELECTOR:
        if type(gate_of(operands[0])) is LoopBeginOp:
            return operands[:2]
    return operands


@dataclass(frozen=True)
class CircuitSortPass(ModulePass):
    """Put every gate after its operands, but for the back edges of loops."""

    name = "circuit-sort"

    by_block: bool = False
    """Put every gate into the block in which it would be executed instead."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.body.ops:
            if isinstance(func, FuncOp):
                (group_gates if self.by_block else sort_gates)(func)
