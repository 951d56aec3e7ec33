"""
The normal form of a circuit's text: every gate after its operands.

Only the back edges of loops go upwards: LOOP_BEGIN precedes its LOOP_BACKs, and its
selectors precede their operands on back edges.
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
    order = _inputs_first(gates, roots)
    if order == gates:
        return
    count("functions reordered")
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

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.body.ops:
            if isinstance(func, FuncOp):
                sort_gates(func)
