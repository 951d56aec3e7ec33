"""
Which invariants stay in their loops, since registers are few.

What is computed before a loop and used in it occupies a register in all of it. Where
there are more such values than a machine has registers for, each one more is spilled,
and loaded where it is used. Gates that cost no more than that load stay in the loop,
if what they are computed from is needed there anyway.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from xdsl.ir import Operation

from circ.dialects.circuit.constants import ConstantOp, SymbolOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.graph import Role, role_of
from circ.dialects.circuit.memory import AllocaOp
from circ.dialects.circuit.types import DependType, StateType, is_vector
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.dominance import NONE
from circ.dialects.common.loop_nest import LoopNest
from circ.dialects.common.machine import Machine
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.control_flow import ControlFlow
from circ.transforms.circuit.costs import cost_of
from circ.transforms.circuit.schedule_wires import Wires

WORKING = 4
"""Registers for what a loop computes itself."""

CHEAP = 1
"""What a gate costs at most that stays: as much as to load it again."""

MOST_LOOPS = 32
"""Loops inside each other in which a value counts, the innermost ones around a use."""

FREE = (ConstantOp, SymbolOp, AllocaOp)
"""Values that are made anew where they are used."""


def crowded_out(
    wires: Wires, flow: ControlFlow, place: Sequence[int], machine: Machine
) -> set[int]:
    """
    The gates that stay where they are used, by index, of those that leave loops.

    `place` is the block of each live gate. Linear in wires: a value counts in
    `MOST_LOOPS` loops around each use.
    """
    loops = flow.loops
    if not loops.headers:
        return set()
    nest = LoopNest(loops)
    immediates = machine.costs().immediates
    users: list[tuple[int, int]] = [(gate, block) for gate, block, _ in wires.demands]
    for i in wires.order:
        users += ((j, place[i]) for j in wires.inputs[i])
    through: dict[int, dict[int, None]] = {}
    """By the header of a loop: the values from outside that are used in it."""
    for gate, block in users:
        if not _needs_register(wires, gate):
            continue
        home = nest.around(place[gate])
        header = nest.around(block)
        for _ in range(MOST_LOOPS):
            if header == NONE or nest.contains(header, home):
                break
            through.setdefault(header, {})[gate] = None
            header = loops.parent[header]
    stay: set[int] = set()
    for header, values in through.items():
        sizes = {gate: _words(wires, gate, machine.word) for gate in values}
        excess = sum(sizes.values()) - (machine.registers - WORKING)
        if excess <= 0:
            continue
        for gate in values:
            if excess <= 0:
                break
            if gate in stay or not _may_stay(
                wires, gate, values.keys() - stay, immediates
            ):
                continue
            stay.add(gate)
            excess -= sizes[gate]
    return stay


def _needs_register(wires: Wires, gate: int) -> bool:
    """Does a gate give a scalar value that must be kept?"""
    op = wires.gates[gate]
    return (
        role_of(type(op)) is not Role.STATE
        and not isinstance(op, FREE)
        and any(
            not isinstance(result.type, StateType | DependType)
            and not is_vector(result.type)
            for result in op.results
        )
    )


def _words(wires: Wires, gate: int, word: int) -> int:
    """The registers that a gate's value takes."""
    return max(-(-width_of(r.type) // word) for r in wires.gates[gate].results[-1:])


def _may_stay(
    wires: Wires, gate: int, values: AbstractSet[int], immediates: range
) -> bool:
    """Is it cheap, of what is in registers in the loop anyway?"""
    op = wires.gates[gate]
    return (
        isinstance(op, PureGate)
        and cost_of(op) <= CHEAP
        and all(
            j in values or _is_immediate(wires.gates[j], immediates)
            for j in wires.inputs[gate]
        )
    )


def _is_immediate(gate: Operation, immediates: range) -> bool:
    """Is it a constant that an instruction holds?"""
    if not isinstance(gate, ConstantOp) or is_vector(gate.result.type):
        return False
    return to_signed(width_of(gate.result.type), gate.bits.data) in immediates
