"""Steps of circuits that access memory."""

from collections.abc import Sequence

from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.language import VALUE_BYTES, ConstStringOp, JsBytecodeOp
from circ.dialects.circuit.memory import AllocaOp, LoadOp, StoreOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.state import load, store
from circ.dialects.common.widths import width_of
from circ.targets.execute.expressions import Slots, Step
from circ.targets.execute.memory import CheckedMemory, Memory

DONE = 1
"""The value of a dependency whose effect has happened."""


def long_step(gate: PureGate, operands: Sequence[int]) -> Step:
    """Is it a gate of so many operations that an expression would be too long?"""

    def step(slots: Slots) -> int:
        return gate.evaluate(INTS, [slots[operand] or 0 for operand in operands])

    return step


def _state(memory: Memory, gate: LoadOp | StoreOp) -> CheckedMemory:
    """The memory of an access."""
    return CheckedMemory(memory, gate.location, gate.memory)


def load_step(memory: Memory, gate: LoadOp, address: int, result: int) -> Step:
    """A load: sets the slots of the value and the dependency."""
    state, width = _state(memory, gate), width_of(gate.result.type)

    def step(slots: Slots) -> int:
        slots[result] = load(INTS, state, width, slots[address] or 0)
        return DONE

    return step


def store_step(memory: Memory, gate: StoreOp, value: int, address: int) -> Step:
    """A store: sets the slot of the dependency."""
    state, width = _state(memory, gate), width_of(gate.value.type)

    def step(slots: Slots) -> int:
        store(INTS, state, width, slots[address] or 0, slots[value] or 0)
        return DONE

    return step


def string_step(memory: Memory, gate: ConstStringOp, table: int) -> Step:
    """A string of the program, from its table at an address."""
    state = CheckedMemory(memory, gate.location, None)
    address = table + VALUE_BYTES * gate.index.data

    def step(slots: Slots) -> int:
        return load(INTS, state, 8 * VALUE_BYTES, address)

    return step


def buffer_step(
    memory: Memory, gate: JsBytecodeOp, values: Sequence[int], buffer: int
) -> Step:
    """Put values in memory one after the other; their address is in a slot then."""
    state = CheckedMemory(memory, gate.location)
    size = VALUE_BYTES * max(len(values), 1)

    def step(slots: Slots) -> int:
        if not (address := slots[buffer]):
            address = memory.allocate(size, VALUE_BYTES, gate.location)
            slots[buffer] = address
        for place, value in enumerate(values):
            at = address + VALUE_BYTES * place
            store(INTS, state, 8 * VALUE_BYTES, at, slots[value] or 0)
        return DONE

    return step


def alloca_step(memory: Memory, gate: AllocaOp) -> Step:
    """The address of an object that lives as long as the activation."""
    size, location = gate.size.data, gate.location
    align = 8 if gate.align is None else gate.align.data

    def step(slots: Slots) -> int:
        return memory.allocate(size, align, location)

    return step
