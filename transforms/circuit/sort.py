"""
The normal form of a circuit's text: every gate after what it takes.

Only the back edges of loops go upwards: LOOP_BEGIN stands before its LOOP_BACKs, and
its selectors before what they take on later flows.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from circ.dialects.circuit.control import ROOTS, FuncOp, LoopBeginOp
from circ.dialects.circuit.graph import CircuitGraph, Kind


def sort_gates(func: FuncOp) -> None:
    """
    Put the roots first, then each gate after its operands; linear.

    The order is otherwise kept: a sorted function stays as it is.
    """
    graph = CircuitGraph.of(func)
    gates = graph.gates
    place: dict[type[Operation], int] = {kind: i for i, kind in enumerate(ROOTS)}
    roots = [i for i, gate in enumerate(gates) if type(gate) in place]
    roots.sort(key=lambda i: place[type(gates[i])])
    order = _inputs_first(graph, roots)
    if order == list(range(len(gates))):
        return
    block = func.body.block
    for gate in gates:
        block.detach_op(gate)
    block.add_ops(gates[i] for i in order)


def _inputs_first(graph: CircuitGraph, order: list[int]) -> list[int]:
    """Depth-first postorder over operands, from the gates in block order."""
    seen = bytearray(len(graph.gates))
    for i in order:
        seen[i] = True
    for start in range(len(graph.gates)):
        if seen[start]:
            continue
        seen[start] = True
        path = [(start, iter(_needed(graph, start)))]
        while path:
            i, remaining = path[-1]
            for before in remaining:
                if not seen[before]:
                    seen[before] = True
                    path.append((before, iter(_needed(graph, before))))
                    break
            else:
                order.append(i)
                path.pop()
    return order


def _needed(graph: CircuitGraph, i: int) -> list[int]:
    """The gates that must stand before a gate: all it takes but for back edges."""
    states, inputs = graph.predecessors[i], graph.inputs[i]
    if type(graph.gates[i]) is LoopBeginOp:
        return states[:1]
    if graph.kinds[i] is Kind.SELECTOR and type(graph.gates[states[0]]) is LoopBeginOp:
        return [*states, *inputs[:1]]
    return [*states, *inputs]


@dataclass(frozen=True)
class CircuitSortPass(ModulePass):
    """Put every gate after what it takes, but for the back edges of loops."""

    name = "circuit-sort"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.body.ops:
            if isinstance(func, FuncOp):
                sort_gates(func)
