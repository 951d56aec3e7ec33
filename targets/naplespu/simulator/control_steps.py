"""
Steps of the formats C, JR and J: control registers, jumps and calls.

Displacements count from the instruction's own address and have 18 bits; a call through
a register returns after the call, as compiled code means it
(docs/reference/naplespu-isa.md, section 2.3).
"""

from circ.dialects.naplespu.register_file import ALL_LANES, PC, RA, RM
from circ.targets.naplespu.simulator.decoding import Decoded
from circ.targets.naplespu.simulator.steps import (
    WORD_MASK,
    Scalars,
    State,
    ThreadEnd,
    Translated,
    Vectors,
    misaligned,
    undefined,
    with_pc,
)

LINE_MASK = ~63
END_OF_KERNEL = 0xFFFFFFC0
"""Flushing this line ends the thread (section 3.5)."""


def control(state: State, it: Decoded, address: int) -> Translated:
    first, second = it.destination, it.first
    match it.operation:
        case "barrier":

            def step(scalar: Scalars, vector: Vectors) -> int:
                state.arrive(scalar[first], scalar[second], address)
                return address + 4

        case "flush":

            def step(scalar: Scalars, vector: Vectors) -> int:
                at = scalar[first]
                if at & 3:
                    raise misaligned(at, 4, False, address)
                if at & LINE_MASK == END_OF_KERNEL:
                    raise ThreadEnd
                return address + 4

        case "read_cr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                scalar[first] = state.read_control(scalar[second], address)
                if first == RM:
                    state.mask = scalar[RM] & ALL_LANES
                return address + 4

        case "write_cr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                state.write_control(scalar[second], scalar[first])
                return address + 4

        case _:
            return undefined(it.word, address)
    return Translated(with_pc(step, address) if PC in (first, second) else step, True)


def jump(it: Decoded, address: int) -> Translated:
    """Formats J and JR."""
    register = it.destination
    following = address + 4 & WORD_MASK
    taken = address + it.immediate & WORD_MASK
    match it.format, it.operation:
        case "J", "jmp":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return taken

        case "J", "jmpsr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                scalar[RA] = following
                return taken

        case "JR", "jmp":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return scalar[register]

        case "JR", "jmpsr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                target = scalar[register]
                scalar[RA] = following
                return target

        case "JR", "jret":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return scalar[RA]

        case "JR", "beqz":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return following if scalar[register] else taken

        case "JR", "bnez":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return taken if scalar[register] else following

        case _:
            return undefined(it.word, address)
    reads_pc = it.format == "JR" and register == PC
    return Translated(with_pc(step, address) if reads_pc else step, True)
