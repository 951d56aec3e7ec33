"""The order of gates in a function's block: after their operands."""

# pyright: reportPrivateUsage=false

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from operator import attrgetter

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.control import FuncOp, LoopBeginOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import Role, operands_of, role_of
from circ.dialects.common.reports import count

_OWNER = attrgetter("op")


def reorder(func: FuncOp, gates: list[Operation], order: list[Operation]) -> None:
    """Give the gates of a function another order."""
    if order == gates:
        return
    count("functions reordered")
    # Detaching and inserting all gates takes ten times as long.
    assert len(order) == len(gates)
    block = func.body.block
    for before, after in pairwise(order):
        before._next_op = after
        after._prev_op = before
    block._first_op, block._last_op = order[0], order[-1]
    order[0]._prev_op = order[-1]._next_op = None


def needed(gate: Operation) -> Sequence[SSAValue]:
    """The wires that must come before a gate: its operands but for back edges."""
    operands = operands_of(gate)
    if type(gate) is LoopBeginOp:
        return operands[:1]
    if role_of(type(gate)) is Role.SELECTOR:
        if type(operands[0].op) is LoopBeginOp:
            return operands[:2]
    return operands


def inputs_first(
    gates: Iterable[Operation],
    first: Iterable[Operation] = (),
    needs: Callable[[Operation], Sequence[SSAValue]] = needed,
) -> list[Operation]:
    """Depth-first postorder over operands, from the gates in order, after the first."""
    order = list(first)
    seen = set(map(id, order))
    for start in gates:
        if id(start) in seen:
            continue
        seen.add(id(start))
        if seen.issuperset(map(id, map(_OWNER, start._operands))):
            order.append(start)  # as most are in a function that is sorted
            continue
        path = [(start, iter(needs(start)))]
        while path:
            gate, remaining = path[-1]
            for operand in remaining:
                before = gate_of(operand)
                if id(before) in seen:
                    continue
                seen.add(id(before))
                if not seen.issuperset(map(id, map(_OWNER, before._operands))):
                    path.append((before, iter(needs(before))))
                    break
                order.append(before)
            else:
                order.append(gate)
                path.pop()
    return order
