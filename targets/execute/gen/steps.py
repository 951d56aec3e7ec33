"""Instructions of gen on one lane, as closures over the list of registers' values."""

from collections.abc import Sequence

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.state import load, store
from circ.dialects.gen import Instruction
from circ.dialects.gen.semantics import (
    atomic_update,
    bitcast,
    load_elements,
    store_elements,
    table_element,
)
from circ.targets.execute.memory import CheckedMemory, Memory
from circ.targets.execute.outcome import Hook, Trace
from circ.targets.execute.steps import Frame, Step

WORKGROUP = 1
"""The bit of SYNC's mask for a barrier of threads."""
SYNCHRONIZE = "gen.sync"
"""The hook that waits for all threads of a run; programs cannot call it."""


def traced(trace: Trace, text: str, step: Step | None, registers: Frame) -> None:
    trace(text)
    if step is not None:
        step(registers)


def nothing(registers: Frame) -> None:
    pass


def sync_step(op: Instruction, barrier: Hook | None) -> Step:
    """
    SYNC: a barrier of all threads if its mask has that bit.

    A single thread does not wait; fences have no effect, since threads are interleaved.
    """
    if barrier is None or not op.integer("mask") & WORKGROUP:
        return nothing

    def step(registers: Frame) -> None:
        try:
            barrier(())
        except Diagnostic as error:
            raise Diagnostic(error.location or op.location, error.message) from None

    return step


def refusal(op: Instruction, what: str) -> Step:
    def step(registers: Frame) -> None:
        raise Diagnostic(op.location, f"'{op.name}': {what} cannot be executed")

    return step


def constant(dst: int, value: int) -> Step:
    def step(registers: Frame) -> None:
        registers[dst] = value

    return step


def _memory_of(memory: Memory, op: Instruction) -> CheckedMemory:
    """The memory of an access."""
    return CheckedMemory(memory, op.location, op.access)


def load_step(
    memory: Memory, op: Instruction, dsts: Sequence[int], address: int, step: int
) -> Step:
    width, state = op.scalar.width, _memory_of(memory, op)
    if len(dsts) == 1:
        dst = dsts[0]

        def single(registers: Frame) -> None:
            registers[dst] = load(INTS, state, width, registers[address])

        return single
    count = len(dsts)

    def several(registers: Frame) -> None:
        values = load_elements(INTS, state, width, count, registers[address], step)
        for dst, value in zip(dsts, values, strict=True):
            registers[dst] = value

    return several


def store_step(
    memory: Memory, op: Instruction, address: int, srcs: Sequence[int], step: int
) -> Step:
    width, state = op.scalar.width, _memory_of(memory, op)
    if len(srcs) == 1:
        src = srcs[0]

        def single(registers: Frame) -> None:
            store(INTS, state, width, registers[address], registers[src])

        return single

    def several(registers: Frame) -> None:
        values = [registers[src] for src in srcs]
        store_elements(INTS, state, width, registers[address], values, step)

    return several


def atomic_step(memory: Memory, op: Instruction, dst: int, srcs: Sequence[int]) -> Step:
    width, state = op.scalar.width, _memory_of(memory, op)
    operation = op.text("operation")

    def step(registers: Frame) -> None:
        address, *values = [registers[src] for src in srcs]
        registers[dst] = atomic_update(INTS, state, operation, width, address, values)

    return step


def table_step(op: Instruction, dst: int, srcs: Sequence[int]) -> Step:
    """INDIRECT_MOV from registers of one value each."""
    width, offset = op.scalar.width, op.integer("offset")

    def step(registers: Frame) -> None:
        *table, index = [registers[src] for src in srcs]
        columns = [[value] for value in table]
        registers[dst] = table_element(INTS, columns, width, offset, index)

    return step


def bitcast_step(op: Instruction, dsts: Sequence[int], srcs: Sequence[int]) -> Step:
    width, source_width = op.scalar.width, op.source_scalar.width

    def step(registers: Frame) -> None:
        sources = [registers[src] for src in srcs]
        results = bitcast(INTS, width, len(dsts), source_width, sources)
        for dst, result in zip(dsts, results, strict=True):
            registers[dst] = result

    return step
