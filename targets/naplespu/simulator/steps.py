"""
What the steps of the NaplesPU simulator share: their type, traps and write-back.

A step does one instruction on the register files; one that ends a block of
instructions returns the address of the next.
"""

from collections.abc import Callable, Container, Mapping
from typing import NamedTuple, NoReturn, Protocol

from circ.dialects.common.algebra import INTS
from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import ALL_LANES, PC, RM, SP
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.description.errata import Errata
from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator.decoding import Decoded
from circ.targets.naplespu.simulator.memory import Memory
from circ.targets.naplespu.simulator.timing import LINE_BITS, Timing

WORD_MASK = 0xFFFFFFFF
SCRATCHPAD_TRAP, MEMORY_TRAP = 0x40, 0x80
"""Trap reasons of control register 10 (docs/reference/naplespu-isa.md, section 3.6)."""


class Vectors(Protocol):
    """The vector registers: lists of lanes, or what gives and takes such lists."""

    def __getitem__(self, number: int, /) -> list[int]: ...
    def __setitem__(self, number: int, lanes: list[int], /) -> None: ...


Scalars = list[int]
Step = Callable[[Scalars, Vectors], int | None]
"""Does one instruction; a step that ends a block returns the next pc."""


class MachineTrap(Exception):
    """The program did what the machine cannot do; `pc` is the instruction's address."""

    def __init__(
        self,
        reason: str,
        pc: int,
        code: int | None = None,
        accessed: tuple[int, int] | None = None,
    ):
        super().__init__(f"at 0x{pc:08x}: {reason}")
        self.reason = reason
        self.pc = pc
        self.code = code
        """The hardware's trap reason, None for what only the simulator refuses."""
        self.accessed = accessed
        """Address and size of an access to main memory that is the reason."""


class ThreadStop(Exception):
    """The thread does not go on after an instruction that is done."""


class ThreadEnd(ThreadStop):
    """The thread flushed the line that ends the kernel."""


class ThreadWait(ThreadStop):
    """The thread waits at a barrier."""


class State(Protocol):
    """The machine as its steps see it, beyond the registers."""

    stack: range | None
    mask: int
    memory: Memory
    scratchpad: Memory
    errata: Errata
    operations: semantics.Operations
    timing: Timing | None

    @property
    def bounds(self) -> Mapping[int, ObjectBounds]: ...
    @property
    def reads_lines(self) -> Container[int]: ...
    def read_control(self, index: int, pc: int) -> int: ...
    def write_control(self, index: int, value: int) -> None: ...
    def arrive(self, barrier: int, others: int, pc: int) -> None: ...


class Translated(NamedTuple):
    step: Step
    ends_block: bool


def trap(reason: str, address: int) -> Translated:
    def step(scalar: Scalars, vector: Vectors) -> NoReturn:
        raise MachineTrap(reason, address)

    return Translated(step, True)


def undefined(word: int, address: int) -> Translated:
    return trap(f"the hardware does not define the word 0x{word:08x}", address)


def with_pc(step: Step, address: int) -> Step:
    """`pc` as an operand reads the address of the reading instruction."""

    def with_pc(scalar: Scalars, vector: Vectors) -> int | None:
        scalar[PC] = address
        return step(scalar, vector)

    return with_pc


def timed(timing: Timing, it: Decoded, step: Step, address: int) -> Step:
    """`step`, an access to main memory, that finds out whether the line is new."""
    base, offset = it.first, it.immediate
    is_load = ACCESSES[it.operation or ""].load
    lines = timing.caches.lines

    def timed(scalar: Scalars, vector: Vectors) -> int | None:
        at = address if base == PC else scalar[base]
        line = at + offset >> LINE_BITS
        if line not in lines:
            timing.touched(line, address, is_load)
        return step(scalar, vector)

    return timed


def then_mask(state: State, step: Step) -> Step:
    """Writing `rm` sets the lane mask that the pipeline uses."""

    def then_mask(scalar: Scalars, vector: Vectors) -> None:
        step(scalar, vector)
        state.mask = scalar[RM] & ALL_LANES

    return then_mask


def moves_stack(it: Decoded) -> bool:
    """May an operation take something from `sp`, and put it there?"""
    if it.format not in ("R", "I") or it.destination != SP:
        return False
    if it.to_vector or it.first_is_vector or it.second_is_vector:
        return False
    if it.format == "I" and it.operation == "add_i32" and it.immediate >= 0:
        return False
    return SP in (it.first, it.second)


def on_stack(state: State, it: Decoded, step: Step, address: int) -> Step:
    """`step`, which must not move `sp` below the thread's stack, if it has one."""
    if (stack := state.stack) is None or not moves_stack(it):
        return step

    def on_stack(scalar: Scalars, vector: Vectors) -> None:
        old = scalar[SP]
        step(scalar, vector)
        if scalar[SP] < stack.start <= old <= stack.stop:
            scalar[SP] = old
            raise stack_full(stack, address)

    return on_stack


def stack_full(stack: range, address: int) -> MachineTrap:
    reason = f"the stack is full: it ends at 0x{stack.start:08x}"
    return MachineTrap(reason, address)


def write_lanes(state: State, destination: int) -> Callable[[Vectors, list[int]], None]:
    """Write-back of a vector; `v59` shares its number with the mask (section 5.1)."""

    def write(vector: Vectors, lanes: list[int]) -> None:
        mask = state.mask
        if mask == ALL_LANES:
            vector[destination] = lanes
        else:
            old = vector[destination]
            vector[destination] = semantics.blend(INTS, mask, old, lanes)

    if not state.errata.sets_mask(destination, True):
        return write

    def write_mask(vector: Vectors, lanes: list[int]) -> None:
        write(vector, lanes)
        state.mask = lanes[0] & ALL_LANES

    return write_mask


def misaligned(at: int, alignment: int, scratchpad: bool, address: int) -> MachineTrap:
    space = "scratchpad" if scratchpad else "memory"
    return MachineTrap(
        f"{space} access to 0x{at:08x} must be aligned to {alignment} bytes",
        address,
        SCRATCHPAD_TRAP if scratchpad else MEMORY_TRAP,
    )
