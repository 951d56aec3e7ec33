"""Rewrites of one loop after the other, inner ones first."""

from collections.abc import Callable, Sequence

from xdsl.ir import Operation

from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.dominance import NONE
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.loops import Loop, loops_of


def rewrite_loops(
    func: FuncOp,
    rewrite: Callable[[Loop], Sequence[Operation]],
    rounds: int,
    simplify_more: Callable[[FuncOp], object] | None = None,
) -> int:
    """
    Rewrite the loops that a function rewrites, which gives what it has changed.

    Loops around one that has changed are looked at in the next round, since what is
    known of them is not true any more. Returns how often a loop was rewritten.
    """
    total = 0
    for _ in range(rounds):
        if (loops := loops_of(func)) is None:
            break
        touched: set[int] = set()
        changed: list[Operation] = []
        for loop in reversed(list(loops)):
            if loop.number in touched or loop.head.parent is None:
                continue
            if gates := rewrite(loop):
                changed += gates
                total += 1
                around = loop.number
                while (around := loops.forest.parent[around]) != NONE:
                    touched.add(around)
        if not changed:
            break
        simplify(func, changed)
        if simplify_more is not None:
            simplify_more(func)
    return total
