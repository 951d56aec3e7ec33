"""Rewrites of two loops at a time that depend on how both access memory."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from circ.dialects.circuit.calls import calls_setjmp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.memory import GlobalOp, LoadOp, StoreOp
from circ.dialects.common.reports import done, missed
from circ.transforms.circuit.alias import Aliases, is_volatile
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.loops import Loop, Loops, has_loops_at_tests, loops_of

MOVABLE = (
    *(PureGate, LoadOp, StoreOp, ValueSelectorOp),
    *(DependSelectorOp, DependRelayOp, DependAndOp),
)
STATES = (
    *(LoopBeginOp, IfBranchOp, IfTrueOp, IfFalseOp),
    *(MergeOp, OrdinaryBlockOp, LoopBackOp),
)


def has_other_effects(loop: Loop) -> str | None:
    """What a loop does beside computing, loading and storing, if anything."""
    for gate in loop.members:
        if not isinstance(gate, MOVABLE):
            return f"{gate.name} in it"
        if isinstance(gate, LoadOp | StoreOp) and is_volatile(gate):
            return "a volatile access in it"
    for gate in loop.states:
        if not isinstance(gate, STATES):
            return f"{gate.name} in it"
    return None


@dataclass(eq=False)
class LoopPair(ABC):
    """Two loops that may be rewritten together."""

    DONE: ClassVar[str]
    """What a remark says of the first loop."""
    MISSED: ClassVar[str]
    """What one says of the second, before the obstacle."""

    first: Loop
    second: Loop
    aliases: Aliases

    @abstractmethod
    def obstacle(self) -> str | None:
        """Why the loops stay as they are."""

    @abstractmethod
    def write(self) -> list[Operation]:
        """Rewrite them; what has changed."""


def rewrite_pairs(
    func: FuncOp,
    objects: dict[str, GlobalOp],
    find: Callable[[Loops], Iterable[tuple[Loop, Loop]]],
    pair_of: Callable[[Loop, Loop, Aliases], LoopPair],
) -> int:
    """
    Rewrite the pairs that a function finds in the loops, if nothing is in the way.

    A loop of one that was rewritten is not looked at again. Returns how many were.
    """
    if not has_loops_at_tests(func) or (loops := loops_of(func)) is None:
        return 0
    found = list(find(loops))
    if not found or calls_setjmp(func):
        return 0
    graph = loops.graph
    accesses = [gate for gate in graph.gates if isinstance(gate, LoadOp | StoreOp)]
    aliases = Aliases(graph, objects, accesses)
    changed: list[Operation] = []
    taken: set[Loop] = set()
    for first, second in found:
        if first in taken or second in taken:
            continue
        pair = pair_of(first, second, aliases)
        if (obstacle := pair.obstacle()) is not None:
            missed(second.head, f"{pair.MISSED}: {obstacle}")
            continue
        taken |= {first, second}
        changed += pair.write()
        done(first.head, pair.DONE)
    if taken:
        simplify(func, changed)
    return len(taken) // 2
