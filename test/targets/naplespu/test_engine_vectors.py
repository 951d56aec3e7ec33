"""Vector code gives the same on all engines: masks, lanes, memory formats, traps."""

from collections.abc import Callable
from random import Random
from typing import Literal, TypeAlias, cast

import pytest

from circ.dialects.naplespu import semantics
from circ.targets.naplespu import simulator
from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.image import RESET_PC, load
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.simulator import Engine, Machine, MachineTrap
from circ.targets.naplespu.steps import names
from circ.targets.naplespu.system import System

ENGINES: tuple[Engine, ...] = ("reference", "blocks", "native")
STOP = 0xFFFF_FFF0
Float: TypeAlias = Literal["ieee", "rtl"]
Format: TypeAlias = Literal["rtl", "compiler"]

FLOATS = (
    *(0x00000000, 0x80000000, 0x00000001, 0x807FFFFF, 0x00800000, 0x3F800000),
    *(0xBFC00000, 0x3EAAAAAB, 0x4B7FFFFF, 0x4B800000, 0xCF000000, 0x4EFFFFFF),
    *(0x4F000000, 0x5F7FFFFF, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000),
    *(0xFFC00001, 0x7F800001, 0x7FFFFFFF, 0xFFFFFFFF, 0x01FFFFFF, 0x19000000),
)


@pytest.fixture(autouse=True, scope="module")
def compiled_at_once():
    """So that short programs are compiled, too."""
    patch = pytest.MonkeyPatch()
    patch.setattr(simulator, "HOT", 2)
    patch.setattr(simulator, "WARM", 2)
    yield
    patch.undo()


def run(
    engine: Engine,
    code: bytes,
    scalar: list[int],
    limit: int,
    fp: Float = "ieee",
    memory: Format = "rtl",
) -> dict[str, object]:
    """All that can be seen of a machine behind a run."""
    machine = Machine(fp, memory, engine=engine)
    machine.memory.write(RESET_PC, code)
    machine.memory.write(0x2000, bytes(7 * i & 255 for i in range(0x1000)))
    machine.scratchpad.write(0x100, bytes(5 * i & 255 for i in range(0xF00)))
    machine.scalar[: len(scalar)] = scalar
    machine.scalar[62] = STOP
    machine.vector = [
        [(16 * i + j) * 0x9E3779B1 % 2**32 for j in range(16)] for i in range(64)
    ]
    machine.vector[31] = [(j * 5 + 3) % 16 for j in range(16)]
    machine.vector[5] = list(FLOATS[:16])
    machine.vector[6] = list(FLOATS[8:])
    trap = None
    try:
        machine.run(RESET_PC, limit, stop=STOP)
    except MachineTrap as error:
        trap = str(error), error.code
    return {
        "trap": trap,
        "pc": machine.pc,
        "scalar": machine.scalar,
        "vector": machine.vector,
        "mask": machine.mask,
        "memory": {n: bytes(page) for n, page in machine.memory.pages.items()},
        "scratchpad": {n: bytes(page) for n, page in machine.scratchpad.pages.items()},
        "instructions": machine.instructions,
        "executed": {at: n for at, n in machine.executed().items() if n},
    }


def same(
    code: bytes,
    scalar: list[int],
    limit: int = 5000,
    fp: Float = "ieee",
    memory: Format = "rtl",
) -> dict[str, object]:
    expected = run("reference", code, scalar, limit, fp, memory)
    for engine in ENGINES[1:]:
        found = run(engine, code, scalar, limit, fp, memory)
        for name, value in expected.items():
            assert found[name] == value, (engine, name)
    return expected


def code_of(text: str) -> bytes:
    (segment,) = link([assemble("\t.text\n" + text)], startup=False).segments
    assert segment.address == RESET_PC
    return bytes(segment.data)


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


@pytest.mark.parametrize("memory", ("rtl", "compiler"))
@pytest.mark.parametrize("fp", ("ieee", "rtl"))
@pytest.mark.parametrize("word", (vector_word, any_word))
def test_random_loops(word: Callable[[Random], int], fp: Float, memory: Format):
    random = Random(f"{word.__name__} {fp} {memory}")
    for _ in range(25):
        words = [word(random) for _ in range(random.randint(1, 10))]
        tail = code_of("addi s8, s8, -1\njret\n")[:4]
        back = 0x76200000 | (-4 * (len(words) + 1)) & 0x3FFFF  # bnez s8
        data = b"".join(word.to_bytes(4, "little") for word in words)
        code = data + tail + back.to_bytes(4, "little") + code_of("jret\n")
        scalar = [1, 2**31, 7, 2**32 - 1, 15, 16, 0x3F800000, 3, 12, *BASES]
        limit = random.choice((5000, 5000, random.randrange(1, 100)))
        same(code, scalar, limit, fp, memory)


LOOP = """
        move_i32 s9, ra
        movei   s3, 0xFFFF
        movei   s0, 0
        movei   s2, 40
        movei   s1, 0xf80
        movei   s7, 0x2000
.Lloop: shri    s6, s0, 1
        shl_i32 rm, s3, s6
        {}
        movei   rm, 0xFFFF
        addi    s1, s1, 4
        addi    s7, s7, 64
        addi    s0, s0, 1
        cmpne_i32 s6, s0, s2
        bnez    s6, .Lloop
        move_i32 ra, s9
        jret
"""
"""The mask loses lanes, and the address in the scratchpad leaves its page."""


@pytest.mark.parametrize("memory", ("rtl", "compiler"))
@pytest.mark.parametrize(
    "line, stops",
    (
        ("move_i32 v1, s0\\n addi v2, v2, 3", ""),
        ("move_i32 s6, rm\\n movei rm, -1\\n shuffle_i32 v3, v1, v7", "lane"),
        ("move_i32 v2, s0\\n shuffle_i32 v3, v1, v2", "lane 16"),
        ("movei rm, 0\\n shuffle_i32 v3, v1, v1", ""),
        ("movei rm, 2\\n move_i32 v2, s0\\n shuffle_i32 v3, v1, v2", "lane 16"),
        ("getlane_i32 s4, v1, s0", "lane 16"),
        ("fadd_f32 v1, v1, v5\\n cmpflt_f32 s4, v1, v6", ""),
        ("load_v16i32_scratchpad v1, (s1)", "hangs"),
        ("store_v16i32_scratchpad v1, (s1)", ""),
        ("store_v16i16_scratchpad v1, (s1)", ""),
        ("store_v16i8_scratchpad v1, (s1)", ""),
        ("store_v16i8_scratchpad v1, 1(s1)", ""),
        ("movei rm, 1\\n load_v16u8_scratchpad v1, 3(s1)", ""),
        ("movei rm, 1\\n load_v16i16_scratchpad v1, 2(s1)", ""),
        ("store_v16i32 v1, (s7)", ""),
        ("store_v16i16 v1, (s7)", ""),
        ("store_v16i8 v1, 16(s7)", ""),
        ("load_v16u16 v1, 32(s7)\\n load_v16i8 v2, 48(s7)", ""),
        ("moveih rm, 7\\n addi v1, v1, 1", ""),
        ("movei v59, 3\\n addi v1, v1, 1", ""),
        ("movei v63, 3\\n sub_i32 v63, v63, v1", "destination 63"),
        ("shli v63, v1, 3", ""),
    ),
)
def test_loops(line: str, stops: str, memory: Format):
    code = code_of(LOOP.format(line.replace("\\n", "\n")))
    end = same(code, [], memory=memory)
    if stops == "hangs" and memory == "compiler":
        stops = ""
    assert stops in str(end["trap"]) if stops else end["trap"] is None


def test_vector_code_is_compiled():
    """What is left to the interpreter is rare in ordinary code."""
    machine = Machine(engine="native")
    line = "load_v16i32 v1, (s7)\n addi v1, v1, 3\n store_v16i32 v1, (s7)"
    machine.memory.write(RESET_PC, code_of(LOOP.format(line)))
    machine.memory.write(0x2000, bytes(0x1000))
    machine.scalar[62] = STOP
    machine.run(RESET_PC, stop=STOP)
    assert machine.native_instructions > machine.instructions * 0.8


def test_calls_stay_compiled():
    """A call and its return go on in one region."""
    code = """
        move_i32 s9, ra
        movei   s0, 400
.Lloop: jmpsr   .Lcode
        addi    s0, s0, -1
        bnez    s0, .Lloop
        move_i32 ra, s9
        jret
.Lcode: add_i32 v1, v1, s0
        jret
"""
    machine = Machine(engine="native")
    machine.memory.write(RESET_PC, code_of(code))
    machine.scalar[62] = STOP
    machine.run(RESET_PC, stop=STOP)
    assert machine.vector[1] == [400 * 401 // 2] * 16
    assert machine.native_instructions > machine.instructions * 0.8


REDUCTION = """
        .text
        movei   s1, 2
        read_cr s2, s1
        shli    s3, s2, 10
        movei   s0, 40
.Lloop: load_v16i32 v1, 64(s3)
        add_i32 v2, v2, v1
        add_i32 v2, v2, s0
        store_v16i32_scratchpad v2, (s3)
        addi    s0, s0, -1
        bnez    s0, .Lloop
        movei   s6, 1
        movei   s7, 3
        barrier s6, s7
        load_v16i32_scratchpad v3, (s3)
        jret
"""


@pytest.mark.parametrize("turn", (13, 1000))
def test_threads(turn: int):
    """Threads share what is compiled, and nothing else."""
    found: list[object] = []
    systems = {engine: System(4, engine=engine) for engine in ENGINES}
    for system in systems.values():
        load(link([assemble(REDUCTION)], startup=False), system.threads[0])
        for number in range(4):
            system.memory.write(1024 * number + 64, bytes(range(64)))
        system.run(RESET_PC, turn=turn)
        found.append(
            [
                (t.vector, t.scalar, t.mask, t.instructions, t.executed())
                for t in system.threads
            ]
        )
    assert found[0] == found[1] == found[2]
    threads = systems["native"].threads
    assert all(t.vector[3] == t.vector[2] != [0] * 16 for t in threads)


WRITES_CODE = """
        move_i32 s9, ra
        movei   s0, 0
        movei   s1, 30
        lea     s2, .Lcode
        lea     s3, .Lother
        load_v16i32 v1, (s3)
        movei   s4, 0x2000
.Lloop: cmpeq_i32 s6, s0, s1
        beqz    s6, .Lskip
        move_i32 s4, s2
.Lskip: store_v16i32 v1, (s4)
        addi    s0, s0, 1
        .p2align 6, 0
.Lcode: {}
        movei   s7, 60
        cmpne_i32 s6, s0, s7
        bnez    s6, .Lloop
        move_i32 ra, s9
        jret
        .p2align 6, 0
.Lother: {}
        movei   s7, 50
        cmpne_i32 s6, s0, s7
        bnez    s6, -36
        move_i32 ra, s9
        jret
"""


def test_vector_stores_change_code():
    """The code in one block with the store, and in another."""
    for first in ("addi s5, s5, 1", "addi v5, v5, 1"):
        code = WRITES_CODE.format(first, "addi s5, s5, 100")
        end = same(code_of(code), [])
        assert end["trap"] is None
        assert cast(list[int], end["scalar"])[5] >= 1900


def test_a_loop_with_several_exits():
    """LLVM may count its rounds in integers that are wider than it can divide."""
    code = """
.Lloop: cmpulei s1, s1, -132
        jmpsr   .Lnext
        .word   0x0a080148
.Lnext: cmpgt_i32 s1, s7, ra
        nop
        nop
        nop
        nop
        addi    s8, s8, -1
        bnez    s8, .Lloop
        jret
"""
    scalar = [7, 3075662509, 1065353216, 2**32 - 1, 2**31, 15, 2**31, 46677398, 30]
    assert "not at an end" in str(same(code_of(code), scalar)["trap"])
