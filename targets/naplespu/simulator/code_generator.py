"""
Instructions as code over an algebra: what the engines that generate code share.

Which operands an instruction reads, what is checked, where the result goes; what it
computes comes from `circ.dialects.naplespu.semantics`. Subclasses spell registers,
memory, traps and branches, as Python (`python_blocks`) or as LLVM (`native_region`).
"""

from abc import ABC, abstractmethod
from typing import Generic, Protocol

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.state import State as MemoryState
from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.semantics import Access
from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator.decoding import Decoded
from circ.targets.naplespu.simulator.steps import WORD_MASK, State, moves_stack


class VectorAlgebra(Algebra[V], Protocol[V]):
    """The algebra over all lanes of a vector register at once."""

    def same(self, value: V) -> V:
        """A scalar in every lane."""
        ...

    def joined(self, bits: V) -> V:
        """One-bit lanes as a scalar, lane 0 lowest."""
        ...


class CodeGenerator(ABC, Generic[V]):
    """
    Generates the code of one instruction after the other.

    Methods return False for an instruction that is left to its step.
    """

    state: State
    k: Algebra[V]
    lanes: VectorAlgebra[V]
    pc: int
    """The address of the current instruction."""

    # Registers.

    @abstractmethod
    def read(self, number: int) -> V:
        """A scalar register; `pc` is the address of the instruction."""

    @abstractmethod
    def copy(self, value: V) -> V:
        """A value as it is now, even if it is a register that is written later."""

    @abstractmethod
    def write(self, number: int, value: V) -> None:
        """Set a scalar register, and with `rm` the mask; `pc` is not kept."""

    @abstractmethod
    def read_lanes(self, number: int) -> V: ...

    @abstractmethod
    def write_lanes(self, number: int, new: V) -> None:
        """Set the enabled lanes of a vector register, and with `v59` the mask."""

    @abstractmethod
    def set_mask(self, value: V) -> None:
        """Enable the lanes that a word names, whatever `rm` is."""

    # Formats.

    def compute(self, it: Decoded) -> bool:
        """Formats R, I, MOVEI and M, and invalid words, which do nothing."""
        match it.format:
            case "R" | "I":
                return self._operation(it)
            case "M":
                return self._access(it)
            case "MOVEI":
                return self._move(it)
            case "invalid":
                return True
            case _:
                return False

    def _operation(self, it: Decoded) -> bool:
        state, name = self.state, it.operation or ""
        if it.format == "R" and state.errata.branches(
            it.opcode, it.destination, it.to_vector
        ):
            return False
        operations = state.operations
        unary = name in operations.unary
        second_is_scalar = unary or not it.second_is_vector
        if it.to_vector:
            if (result := self._lanes_result(it, name)) is None:
                return False
            self.write_lanes(it.destination, result)
            return True
        if not it.first_is_vector and second_is_scalar:
            if name not in operations:
                return False
            sources = [self.read(it.first)]
            if not unary:
                sources.append(self._second(it))
            result = semantics.compute(self.k, name, *sources, operations=operations)
            if state.stack is not None and moves_stack(it):
                self.check_stack(state.stack, result)
        elif not it.first_is_vector:
            return False
        elif name == "crt_mask_i32":
            bits = semantics.mask_bit(self.lanes, self.read_lanes(it.first))
            result = self.lanes.joined(bits)
        elif name == "getlane_i32" and not it.second_is_vector:
            result = self.lane(self.read_lanes(it.first), self._second(it))
        elif predicate := operations.comparisons.get(name):
            xs, ys = self.read_lanes(it.first), self._second_lanes(it)
            result = self.lanes.joined(predicate(self.lanes, xs, ys))
        else:
            return False
        self.write(it.destination, result)
        return True

    def _lanes_result(self, it: Decoded, name: str) -> V | None:
        """The lanes of a vector operation before the mask; None for no operation."""
        operations = self.state.operations
        if unary := operations.unary.get(name):
            return unary(self.lanes, self._first_lanes(it))
        if binary := operations.binary.get(name):
            return binary(self.lanes, self._first_lanes(it), self._second_lanes(it))
        if name == "shuffle_i32" and it.first_is_vector and it.second_is_vector:
            return self.shuffle(self._first_lanes(it), self._second_lanes(it))
        return None

    def _second(self, it: Decoded) -> V:
        if it.second is None:
            return self.k.const(32, it.immediate)
        return self.read(it.second)

    def _first_lanes(self, it: Decoded) -> V:
        if it.first_is_vector:
            return self.read_lanes(it.first)
        return self.lanes.same(self.read(it.first))

    def _second_lanes(self, it: Decoded) -> V:
        if it.second is None:
            return self.lanes.const(32, it.immediate)
        if it.second_is_vector:
            return self.read_lanes(it.second)
        return self.lanes.same(self.read(it.second))

    def _move(self, it: Decoded) -> bool:
        if it.operation is None:
            return False
        move, destination = semantics.IMMEDIATE_MOVES[it.operation], it.destination
        immediate = self.k.const(16, it.immediate)
        if it.to_vector:
            lanes = self.lanes.const(16, it.immediate)
            self.write_lanes(
                destination, move(self.lanes, self.read_lanes(destination), lanes)
            )
        else:
            self.write(destination, move(self.k, self.read(destination), immediate))
        if self.state.errata.sets_mask(destination, it.to_vector):
            # As `compute_steps`: of what is written back, not of the register.
            self.set_mask(move(self.k, self.k.const(32, 0), immediate))
        return True

    def _access(self, it: Decoded) -> bool:
        if it.operation is None:
            return False
        access = semantics.ACCESSES[it.operation]
        if access.indexed:
            return False
        at = self.address(it)
        if (bounds := self.state.bounds.get(self.pc)) is not None:
            self.check_bounds(bounds, access.alignment, at)
        if access.vector:
            return self.access_lanes(it, access, at)
        if access.element > 1:
            self.check_alignment(at, access.element, it.scratchpad)
        memory = self.memory(it.scratchpad)
        if access.load:
            self.write(it.destination, access.read(self.k, memory, at))
        else:
            access.write(self.k, memory, at, self.read(it.destination))
        return True

    def jump(self, it: Decoded) -> bool:
        """Formats J and JR, which end a block."""
        register = it.destination
        taken, following = self.pc + it.immediate & WORD_MASK, self.pc + 4 & WORD_MASK
        match it.format, it.operation:
            case "J", "jmp":
                self.go_to(taken)
            case "J", "jmpsr":
                self.link(following)
                self.go_to(taken)
            case "JR", "beqz":
                self.go_by_zero(self.read(register), taken, following)
            case "JR", "bnez":
                self.go_by_zero(self.read(register), following, taken)
            case "JR", "jmp":
                self.leave_for(self.read(register))
            case "JR", "jmpsr":
                target = self.copy(self.read(register))
                self.link(following)
                self.leave_for(target)
            case "JR", "jret":
                self.leave_by_return()
            case _:
                return False
        return True

    # Checks and operations that trap.

    @abstractmethod
    def check_stack(self, stack: range, new: V) -> None:
        """Trap where `sp` would leave the stack at its end."""

    @abstractmethod
    def lane(self, xs: V, index: V) -> V:
        """A lane of a vector; trap where there is none of that number."""

    @abstractmethod
    def shuffle(self, xs: V, indices: V) -> V:
        """The lanes that indices name; trap where that of an enabled lane has none."""

    # Memory.

    @abstractmethod
    def address(self, it: Decoded) -> V:
        """Base and offset."""

    @abstractmethod
    def check_bounds(self, bounds: ObjectBounds, size: int, at: V) -> None:
        """Trap where an access does not lie in its object."""

    @abstractmethod
    def check_alignment(self, at: V, alignment: int, scratchpad: bool) -> None: ...

    @abstractmethod
    def memory(self, scratchpad: bool) -> MemoryState[V]: ...

    @abstractmethod
    def access_lanes(self, it: Decoded, access: Access, at: V) -> bool:
        """A vector whose elements lie in a row."""

    # Branches.

    @abstractmethod
    def go_to(self, target: int) -> None: ...

    @abstractmethod
    def go_by_zero(self, value: V, zero: int, other: int) -> None:
        """Go to `zero` if the value is 0, and else to `other`."""

    @abstractmethod
    def link(self, following: int) -> None:
        """Set the return address of a call."""

    @abstractmethod
    def leave_for(self, target: V) -> None:
        """Go to an address in a register."""

    @abstractmethod
    def leave_by_return(self) -> None: ...
