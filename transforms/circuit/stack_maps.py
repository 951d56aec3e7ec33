"""
Stack maps: the values that a garbage collector must know at each call.

A value is in the map of a CALL if it is live across it, and its secondary type does not
say that the collector ignores it: its bits for the collector are 00 (perhaps managed,
or nothing is known) or 01 (managed). Constants are never objects of the heap. The order
of execution is that of the schedule. docs/reference/circuit.md, section 12.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.gate_types import (
    Gc,
    declared_types,
    gate_types,
    type_of,
)
from circ.dialects.circuit.language import LIBRARY_CALLS
from circ.dialects.circuit.memory import CallOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine import Machine
from circ.transforms.circuit.schedule import Schedule, schedule


@dataclass(frozen=True)
class StackMap:
    """What the collector must know at one call."""

    call: CallOp
    values: tuple[tuple[SSAValue, Gc], ...]
    """The values that are live across it, with the bits of their types."""


def stack_maps(func: FuncOp, machine: Machine | None = None) -> list[StackMap]:
    """
    The maps of a function's calls, in the order of execution in each block.

    Raises a `Diagnostic` at a gate of the language's level, which calls, too, but has
    its place only once it is lowered (`circuit-lower-bytecodes`).
    """
    for gate in func.body.block.ops:
        if isinstance(gate, LIBRARY_CALLS):
            message = f"'{gate.name}' must be lowered before there are stack maps"
            raise Diagnostic(gate.location, message)
    return maps_of(schedule(func, machine))


def maps_of(plan: Schedule) -> list[StackMap]:
    """The maps of a schedule's calls, in the order of execution in each block."""
    return _Liveness(plan).maps()


def has_managed_values(func: FuncOp) -> bool:
    """Is a value declared that a collector manages, or perhaps does?"""
    types = gate_types()
    return any(
        types.gc(type) in (Gc.MAYBE, Gc.YES)
        for gate in func.body.block.ops
        for type in declared_types(gate) or ()
    )


class _Liveness:
    """Managed values that are live, as bit masks."""

    def __init__(self, plan: Schedule):
        self.plan = plan
        self.values: list[SSAValue] = []
        self.bits: dict[SSAValue, int] = {}
        self.at_end = [0] * len(plan.gates)
        """By block: what its last state and the selectors after it use."""
        for block, states in enumerate(plan.flow.states):
            for state in states:
                self.at_end[block] |= self._mask(state.operands)
        for selectors in plan.selectors:
            for selector in selectors:
                blocks = plan.flow.flow_blocks(gate_of(selector.merge))
                for block, flow in zip(blocks, selector.flows, strict=True):
                    if block >= 0:
                        self.at_end[block] |= self._mask((flow,))
        self.after = self._solve()

    def _mask(self, wires: Sequence[SSAValue]) -> int:
        """The managed values among wires."""
        mask = 0
        for wire in wires:
            if wire.type != i64 or isinstance(gate_of(wire), ConstantOp):
                continue
            if (bit := self.bits.get(wire)) is None:
                gc = gate_types().gc(type_of(wire))
                bit = 0
                if gc in (Gc.MAYBE, Gc.YES):
                    bit = 1 << len(self.values)
                    self.values.append(wire)
                self.bits[wire] = bit
            mask |= bit
        return mask

    def _solve(self) -> list[int]:
        """What is live after each block, but for what its own end uses."""
        flow = self.plan.flow
        after = [0] * len(flow.states)
        work = deque(reversed(flow.layout))
        waiting = set(work)
        while work:
            block = work.popleft()
            waiting.discard(block)
            before = after[block] | self.at_end[block]
            for _, _, before in self._steps(block, before):
                pass
            for selector in self.plan.selectors[block]:
                before &= ~self._mask(selector.results)
            for other in flow.predecessors[block]:
                if after[other] | before != after[other]:
                    after[other] |= before
                    if other not in waiting:
                        waiting.add(other)
                        work.append(other)
        return after

    def _steps(self, block: int, live: int) -> Iterator[tuple[Operation, int, int]]:
        """Backwards: a gate, what is live across it, and what is live before it."""
        for gate in reversed(self.plan.gates[block]):
            live &= ~self._mask(gate.results)
            across = live
            live |= self._mask(gate.operands)
            yield gate, across, live

    def maps(self) -> list[StackMap]:
        found: list[StackMap] = []
        for block in self.plan.flow.layout:
            calls: list[StackMap] = []
            live = self.after[block] | self.at_end[block]
            for gate, across, _ in self._steps(block, live):
                if isinstance(gate, CallOp):
                    calls.append(StackMap(gate, tuple(self._entries(across))))
            found += reversed(calls)
        return found

    def _entries(self, mask: int) -> Iterator[tuple[SSAValue, Gc]]:
        while mask:
            lowest = mask & -mask
            wire = self.values[lowest.bit_length() - 1]
            yield wire, gate_types().gc(type_of(wire))
            mask ^= lowest
