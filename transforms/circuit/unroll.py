"""
Fully unrolls small loops of known trip count.

A loop qualifies if it is innermost, has one back edge and leaves only at its head, by a
comparison of a counter with a constant: a value selector that starts at a constant and
has a constant added in each iteration. Where the trip count times the cost of the body
stays in the limit, the iterations are written out; what becomes constant is folded, and
the loop around may then qualify in the next round. A limit above `GATE_LIMIT` is for
loops in loops: code that is executed once costs more to fetch than it saves.

What the counter alone decides costs nothing in the end: it is folded, and sums of an
address and a constant are part of the access.
"""

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from circ.dialects.circuit.constants import ConstantOp, constant_of
from circ.dialects.circuit.control import FuncOp, ValueSelectorOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import ArchType
from circ.dialects.common.reports import count, done, is_remarking, missed
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.costs import cost_of
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.induction import counter_of, exit_test
from circ.transforms.circuit.loop_copies import LoopCopier
from circ.transforms.circuit.loops import Loop, OtherLoop, loops_of

GATE_LIMIT = 256
"""Limit on what all iterations of a loop cost together."""

MOST_GATES = 4_096
"""Limit on the gates of all iterations, those that will be folded too."""

MOST_TRIPS = 64
"""Longer loops are better unrolled in part: offsets of accesses become too large."""

ROUNDS = 8
"""How many loops of a nest are unrolled at most, innermost first."""


def counted_loops(
    func: FuncOp, limit: int, most_trips: int = MOST_TRIPS, accesses: bool = False
) -> list["Loop | OtherLoop"]:
    """The loops, with which of the innermost qualify; linear in gates and wires."""
    if (loops := loops_of(func)) is None:
        return []
    found: list[Loop | OtherLoop] = []
    for loop in loops.found:
        reason = None
        if isinstance(loop, Loop):
            reason = obstacle_of(loop, limit, most_trips, accesses)
        found.append(loop if reason is None else OtherLoop(loop.head, reason))
    return found


def obstacle_of(
    loop: Loop,
    limit: int = GATE_LIMIT,
    most_trips: int = MOST_TRIPS,
    accesses: bool = False,
) -> str | None:
    """Why a loop is not unrolled."""
    if not loop.is_innermost:
        return "there is a loop in it"
    if not loop.is_tested_first:
        return "its exit is not tested at its start"
    trips = trips_of(loop)
    if trips is None:
        return "its trip count is not constant"
    if trips > most_trips:
        return f"it has more than {most_trips} iterations"
    copier = LoopCopier(loop)
    if accesses and not any(isinstance(g, LoadOp | StoreOp) for g in copier.body):
        return "it does not access memory"
    cost = body_cost(loop, copier.body, starts_known=True)
    if loop.is_outermost:
        limit = min(limit, GATE_LIMIT)
    if trips * cost > limit or trips * len(copier.body) > MOST_GATES:
        return f"{trips} iterations of {cost} operations are more than {limit}"
    return None


def trips_of(loop: Loop) -> int | None:
    """How many iterations a loop that is tested first has, if that is constant."""
    test = exit_test(loop)
    return None if test is None else test.stays()


def body_cost(loop: Loop, body: list[Operation], starts_known: bool = False) -> int:
    """
    About how many operations an iteration adds, with one test and step for several.

    What follows from a counter and constants alone becomes part of accesses. If
    counters must start at known values, they are constants then.
    """
    known = {
        id(selector)
        for selector in loop.selectors
        if counter_of(loop, selector)
        and (not starts_known or constant_of(selector.flows[0]) is not None)
    }
    cost = 0
    for gate in body:
        if isinstance(gate, ValueSelectorOp):
            continue
        if isinstance(gate, PureGate) and all(
            id(owner := gate_of(value)) in known or type(owner) is ConstantOp
            for value in gate.operands
        ):
            known.add(id(gate))
        elif not _is_folded_address(gate, known):
            cost += cost_of(gate)
    return cost


def _is_folded_address(gate: Operation, known: set[int]) -> bool:
    """Is it the sum of an address and what will be constant, for accesses only?"""
    return (
        isinstance(gate, AddOp)
        and isinstance(gate.result.type, ArchType)
        and any(id(gate_of(value)) in known for value in gate.operands)
        and all(isinstance(u.operation, LoadOp | StoreOp) for u in gate.result.uses)
    )


def _write_out(loop: Loop, trips: int) -> list[Operation]:
    """Replace a loop by its iterations; the gates that are new or changed."""
    copier = LoopCopier(loop)
    flows = [selector.flows[0] for selector in copier.selectors]
    copier.write_out(loop.head.predecessors[0], flows, trips)
    erase_gates(copier.gates)
    return copier.made


def unroll(
    func: FuncOp,
    limit: int = GATE_LIMIT,
    most_trips: int = MOST_TRIPS,
    accesses: bool = False,
) -> int:
    """
    Unroll all loops that qualify, inner ones first; returns their number.

    Each of up to `ROUNDS` rounds goes over the function once; the limit counts the
    iterations of earlier rounds.
    """
    unrolled = 0
    for _ in range(ROUNDS):
        loops = counted_loops(func, limit, most_trips, accesses)
        counted = [loop for loop in loops if isinstance(loop, Loop)]
        if not counted:
            break
        changed: list[Operation] = []
        for loop in counted:
            trips = trips_of(loop)
            assert trips is not None
            count("iterations written out", trips)
            done(loop.head, f"unrolled {trips} times", iterations=trips)
            changed += _write_out(loop, trips)
        unrolled += len(counted)
        simplify(func, changed)
        number_values(func)
    else:
        loops = []
        if is_remarking():
            loops = counted_loops(func, limit, most_trips, accesses)
    for loop in loops:
        reason = "loops are nested too deeply"
        if isinstance(loop, OtherLoop):
            reason = loop.reason
        missed(loop.head, f"not unrolled: {reason}")
    count("loops unrolled", unrolled)
    count("loops kept", len(loops))
    return unrolled


@dataclass(frozen=True)
class CircuitUnrollPass(CircuitPass):
    """Fully unroll small loops of known trip count."""

    name = "circuit-unroll"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = GATE_LIMIT
    """Limit on what all iterations of a loop cost together."""
    most_trips: int = MOST_TRIPS
    """Limit on the iterations of a loop."""
    accesses: bool = False
    """Are only loops unrolled that access memory?"""

    def run(self, func: FuncOp) -> None:
        unroll(func, self.limit, self.most_trips, self.accesses)
