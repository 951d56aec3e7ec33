"""Machine words of NaplesPU at random, to run on all engines of the simulator."""

from random import Random

from circ.dialects.naplespu import semantics
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator.decoding import names
from circ.targets.naplespu.simulator.machine import Engine

ENGINES: tuple[Engine, ...] = ("reference", "blocks", "native")
OPERATIONS = {name: number for number, name in names("R").items()}
COMPARISONS = [n for name, n in OPERATIONS.items() if name.startswith("cmp")]
LANE_OPERATIONS = [
    n
    for name, n in OPERATIONS.items()
    if name in semantics.IEEE and n not in COMPARISONS
]
MOVES = {name: number for number, name in names("MOVEI").items()}
VECTOR_ACCESSES = [n for n, name in names("M").items() if "_v16" in name]
BASES = (0x2FC0, 0x440, 0x10000, 0x2000, 0xFFFF_FFC0)
"""A vector at the end of a page, in code, in no page yet, anywhere, wrapping around."""


def register_word(opcode: int, kinds: int, *registers: int) -> int:
    destination, first, second = registers
    return opcode << 24 | destination << 18 | first << 12 | second << 6 | kinds


def access_word(opcode: int, random: Random, offsets: tuple[int, ...]) -> int:
    register, base = random.randrange(8), random.choice((12, 12, 12, 12, 9, 10, 11, 13))
    where = random.choice((0, 2))
    offset = random.choice(offsets)
    return 0b10 << 30 | opcode << 24 | register << 18 | base << 12 | offset << 3 | where


def move_word(name: str, register: int, immediate: int, kind: int) -> int:
    return 0b01100 << 27 | MOVES[name] << 24 | register << 18 | immediate << 2 | kind


def vector_word(random: Random) -> int:
    """A word that computes with vectors, mostly without a trap."""
    low = [random.randrange(8) for _ in range(3)]
    match random.randrange(9):
        case 0 | 1 | 2:
            kinds = random.choice((0b1110, 0b1110, 0b1100, 0b1010, 0b1000))
            return register_word(random.choice(LANE_OPERATIONS), kinds, *low)
        case 3:
            kinds = random.choice((0b0110, 0b0100))
            return register_word(random.choice(COMPARISONS), kinds, *low)
        case 4:
            destination, source, _ = low
            name = random.choice(("crt_mask_i32", "shuffle_i32", "getlane_i32"))
            kinds = {"crt_mask_i32": 4, "shuffle_i32": 14, "getlane_i32": 4}[name]
            index = {"crt_mask_i32": 0, "shuffle_i32": 31, "getlane_i32": 15}[name]
            return register_word(OPERATIONS[name], kinds, destination, source, index)
        case 5:
            mask = random.choice((0xFFFF, 0xFFFF, 0, 1, 0x8001, 0xF0F0))
            return move_word("movei", 59, mask, 0)
        case 6:
            name, kind = random.choice((*MOVES,)), random.choice((0, 2, 2))
            register = random.choice((*range(8), 59))
            return move_word(name, register, random.randrange(1 << 16), kind)
        case 7:
            opcode = random.choice(VECTOR_ACCESSES)
            return access_word(opcode, random, (0, 64, 128, 192))
        case _:  # immediates, and what reaches the lane mask
            opcode = random.choice((1, 2, 3, 4, 5, 9))
            destination = random.choice((*range(8), 59))
            fields = destination << 18 | low[1] << 12 | random.randrange(512) << 3
            return 0b010 << 29 | opcode << 24 | fields | random.choice((0, 4, 6, 6))


def any_word(random: Random) -> int:
    """A word of any format; many trap."""
    match random.randrange(4):
        case 0:
            special = (*range(8), 59, 63)
            registers = [random.choice(special) for _ in range(3)]
            return register_word(
                random.randrange(64), random.choice((0, 4, 6, 8, 10, 14)), *registers
            )
        case 1:
            return access_word(random.randrange(64), random, (0, 4, 16, 32, 33, 62, 64))
        case _:
            return vector_word(random)


def code_of(text: str) -> bytes:
    (segment,) = link([assemble("\t.text\n" + text)], startup=False).segments
    assert segment.address == RESET_PC
    return bytes(segment.data)
