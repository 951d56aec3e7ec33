"""
Orders for a circuit's text: every gate after its operands, or in its block.

In the first, the normal form, only the back edges of loops go upwards: LOOP_BEGIN
precedes its LOOP_BACKs, and its selectors precede their operands on back edges. The
second is for readers who want to see a control-flow graph.
"""

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from circ.dialects.circuit.control import ROOTS, FuncOp
from circ.dialects.common.operation_search import operations_in
from circ.transforms.circuit.canonical_order import order_gates
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.gate_order import inputs_first, reorder
from circ.transforms.circuit.schedule import schedule


def sort_gates(func: FuncOp) -> None:
    """
    Put the roots first, then each gate after its operands; linear.

    The order is otherwise kept: a sorted function stays as it is.
    """
    gates = operations_in(func.body, Operation)
    place: dict[type[Operation], int] = {root: i for i, root in enumerate(ROOTS)}
    roots = [gate for gate in gates if type(gate) in place]
    roots.sort(key=lambda gate: place[type(gate)])
    reorder(func, gates, inputs_first(gates, roots))


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
    reorder(func, gates, [*order, *never])


@dataclass(frozen=True)
class CircuitSortPass(CircuitPass):
    """Put every gate after its operands, but for the back edges of loops."""

    name = "circuit-sort"
    ANY_ARCH: ClassVar[bool] = True

    by_block: bool = False
    """Put every gate into the block in which it would be executed instead."""
    canonical: bool = False
    """Let the order follow from structure alone, that of operands that commute too."""

    def run(self, func: FuncOp) -> None:
        sort = order_gates if self.canonical else sort_gates
        (group_gates if self.by_block else sort)(func)
