"""Threads that share memory do the same on all engines, whatever they execute."""

from collections.abc import Callable
from random import Random

import pytest
from naplespu_words import BASES, ENGINES, code_of, vector_word

from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator import machine as simulator
from circ.targets.naplespu.simulator.decoding import names
from circ.targets.naplespu.simulator.machine import Engine, MachineTrap
from circ.targets.naplespu.simulator.system import System

SCALAR_OPERATIONS = [n for n, name in names("R").items() if "f32" not in name][:20]
SCALAR_ACCESSES = (0, 1, 2, 4, 5, 32, 33, 34)


@pytest.fixture(autouse=True, scope="module")
def compiled_at_once():
    """So that short programs are compiled, too."""
    patch = pytest.MonkeyPatch()
    patch.setattr(simulator, "HOT", 2)
    patch.setattr(simulator, "COST", 0)
    patch.setattr(simulator, "WARM", 2)
    yield
    patch.undo()


def scalar_word(random: Random) -> int:
    """A word that computes with scalars, or skips some, or calls."""
    a, b, c = (random.randrange(8) for _ in range(3))
    match random.randrange(6):
        case 0 | 1:
            return random.choice(SCALAR_OPERATIONS) << 24 | a << 18 | b << 12 | c << 6
        case 2 | 3:
            opcode, base = random.choice(SCALAR_ACCESSES), random.randrange(9, 14)
            offset = random.choice((0, 4, 8, 60)) << 3 | random.choice((0, 2))
            return 0b10 << 30 | opcode << 24 | a << 18 | base << 12 | offset
        case 4:
            distance = random.choice((8, 12, 16))
            return 0b01110 << 27 | random.choice((5, 6)) << 24 | a << 18 | distance
        case _:
            return 0b01111 << 27 | random.choice((0, 1)) << 24 | 8


def ends(engine: Engine, code: bytes, turn: int, limit: int) -> object:
    """All that can be seen of three threads behind a run."""
    system = System(3, engine=engine)
    system.memory.write(RESET_PC, code)
    system.memory.write(0x2000, bytes(7 * i & 255 for i in range(0x1000)))
    for number, thread in enumerate(system.threads):
        thread.scalar[:14] = [number, 7, 2**31, 5, 15, 16, 3, 9, 20 + number, *BASES]
    trap = None
    try:
        system.run(RESET_PC, limit, turn)
    except MachineTrap as error:
        trap = str(error)
    return [
        trap,
        {n: bytes(page) for n, page in system.memory.pages.items()},
        {n: bytes(page) for n, page in system.scratchpad.pages.items()},
        [
            (t.pc, t.scalar, t.vector, t.mask, t.instructions, +t.executed())
            for t in system.threads
        ],
    ]


@pytest.mark.parametrize("word", (scalar_word, vector_word))
@pytest.mark.every(2)
def test_random_threads(word: Callable[[Random], int]):
    random = Random(word.__name__)
    for _ in range(12):
        words = [word(random) for _ in range(random.randint(2, 10))]
        words += [0xFFFFFFFF] * 4
        back = 0x76200000 | (-4 * (len(words) + 1)) & 0x3FFFF  # bnez s8
        data = b"".join(word.to_bytes(4, "little") for word in words)
        end = code_of("move_i32 ra, s15\njret\n")
        code = data + code_of("addi s8, s8, -1\n") + back.to_bytes(4, "little") + end
        turn, limit = random.choice((5, 64, 1024)), random.choice((100, 5000))
        expected = ends("reference", code, turn, limit)
        for engine in ENGINES[1:]:
            assert ends(engine, code, turn, limit) == expected, engine
