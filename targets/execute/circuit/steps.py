"""
Steps of circuits that touch memory, and the addresses of symbols.

Parts of what `circuit_code` compiles a function to.
"""

from collections.abc import Sequence

from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.memory import AllocaOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.state import load, store
from circ.dialects.common.widths import width_of
from circ.targets.execute.expressions import Slots, Step
from circ.targets.execute.memory import Memory, Placed

DONE = 1
"""What the slot of a dependency holds once its effect has happened."""


class Addresses:
    """Addresses of symbols: those of functions are objects without bytes."""

    def __init__(self, memory: Memory):
        self._memory = memory
        self._addresses: dict[str, int] = {}
        self.names: dict[int, str] = {}
        """Functions, by address."""

    def place(self, item: GlobalOp) -> None:
        """Give a global its bytes in memory."""
        size, align = item.size.data, item.align.data
        memory = self._memory.space(item.address_space)
        address = memory.allocate(size, align, item.location)
        memory.write(address, item.content)
        self._addresses[item.sym_name.data] = address

    def of(self, name: str) -> int:
        if (address := self._addresses.get(name)) is None:
            address = self._addresses[name] = self._memory.allocate(0)
            self.names[address] = name
        return address


def long_step(gate: PureGate, operands: Sequence[int]) -> Step:
    """A gate of so many steps that an expression would be endless."""

    def step(slots: Slots) -> int:
        return gate.evaluate(INTS, [slots[operand] or 0 for operand in operands])

    return step


def _state(memory: Memory, gate: LoadOp | StoreOp) -> Placed:
    """The memory that an access names."""
    return Placed(memory, gate.location, gate.memory)


def load_step(memory: Memory, gate: LoadOp, address: int, result: int) -> Step:
    """A load: the value goes to its slot, the dependency is done."""
    state, width = _state(memory, gate), width_of(gate.result.type)

    def step(slots: Slots) -> int:
        slots[result] = load(INTS, state, width, slots[address] or 0)
        return DONE

    return step


def store_step(memory: Memory, gate: StoreOp, value: int, address: int) -> Step:
    """A store: the dependency is done."""
    state, width = _state(memory, gate), width_of(gate.value.type)

    def step(slots: Slots) -> int:
        store(INTS, state, width, slots[address] or 0, slots[value] or 0)
        return DONE

    return step


def alloca_step(memory: Memory, gate: AllocaOp) -> Step:
    """An address that lives as long as the activation."""
    size, location = gate.size.data, gate.location
    align = 8 if gate.align is None else gate.align.data

    def step(slots: Slots) -> int:
        return memory.allocate(size, align, location)

    return step
