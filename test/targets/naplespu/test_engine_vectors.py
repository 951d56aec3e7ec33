"""Vector code gives the same on all engines: masks, lanes, memory formats, traps."""

from collections.abc import Callable
from random import Random
from typing import Literal, TypeAlias, cast

import pytest
from naplespu_words import BASES, ENGINES, any_word, code_of, vector_word

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.description.errata import COMPILER, PUBLISHED, Errata
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator import machine as simulator
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Engine, Machine, MachineTrap
from circ.targets.naplespu.simulator.system import System

STOP = 0xFFFF_FFF0
Float: TypeAlias = Literal["ieee", "rtl"]

MACHINES = {"rtl": PUBLISHED, "compiler": COMPILER, "generic": Errata(*[False] * 6)}

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
    patch.setattr(simulator, "COST", 0)
    patch.setattr(simulator, "WARM", 2)
    yield
    patch.undo()


def run(
    engine: Engine,
    code: bytes,
    scalar: list[int],
    limit: int,
    fp: Float = "ieee",
    errata: Errata = PUBLISHED,
) -> dict[str, object]:
    """All that can be seen of a machine behind a run."""
    machine = Machine(fp, engine=engine, errata=errata)
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
    errata: Errata = PUBLISHED,
) -> dict[str, object]:
    expected = run("reference", code, scalar, limit, fp, errata)
    for engine in ENGINES[1:]:
        found = run(engine, code, scalar, limit, fp, errata)
        for name, value in expected.items():
            assert found[name] == value, (engine, name)
    return expected


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("fp", ("ieee", "rtl"))
@pytest.mark.parametrize("word", (vector_word, any_word))
@pytest.mark.every(9, first=6)
def test_random_loops(word: Callable[[Random], int], fp: Float, machine: str):
    random = Random(f"{word.__name__} {fp} {machine}")
    for _ in range(15):
        words = [word(random) for _ in range(random.randint(1, 10))]
        tail = code_of("addi s8, s8, -1\njret\n")[:4]
        back = 0x76200000 | (-4 * (len(words) + 1)) & 0x3FFFF  # bnez s8
        data = b"".join(word.to_bytes(4, "little") for word in words)
        code = data + tail + back.to_bytes(4, "little") + code_of("jret\n")
        scalar = [1, 2**31, 7, 2**32 - 1, 15, 16, 0x3F800000, 3, 12, *BASES]
        limit = random.choice((5000, 5000, random.randrange(1, 100)))
        same(code, scalar, limit, fp, MACHINES[machine])


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
PASSES = (("hangs", "compiler"), ("hangs", "generic"), ("destination 63", "generic"))
"""What only stops machines with the erratum."""


@pytest.mark.parametrize("machine", MACHINES)
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
@pytest.mark.every(7, first=2)
def test_loops(line: str, stops: str, machine: str):
    code = code_of(LOOP.format(line.replace("\\n", "\n")))
    end = same(code, [], errata=MACHINES[machine])
    if (stops, machine) in PASSES:
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


DEEP = """.Lcode: addi    sp, sp, -64
        store32 ra, (sp)
        addi    s0, s0, -1
        beqz    s0, .Lback
        jmpsr   .Lcode
.Lback: load32  ra, (sp)
        addi    sp, sp, 64
        jret
"""


def test_every_new_page_is_looked_at_once():
    """Deep recursion touches one page after the other."""
    machine = Machine(engine="native")
    looked: list[int] = []

    class Counted(dict[int, bytearray]):
        def __getitem__(self, number: int) -> bytearray:
            looked.append(number)
            return super().__getitem__(number)

    machine.memory.pages = Counted()
    machine.memory.write(RESET_PC, code_of(DEEP))
    machine.scalar[0], machine.scalar[61] = 20_000, 0x800000
    machine.scalar[62] = STOP
    machine.run(RESET_PC, 300_000, stop=STOP)
    assert len(machine.memory.pages) > 300
    assert len(looked) == len(set(looked))


def test_recursion_through_many_functions_is_one_region(
    monkeypatch: pytest.MonkeyPatch,
):
    """
    And no more is compiled than what is executed is worth.

    It goes down first: what is executed on the way back is compiled then.
    """
    monkeypatch.setattr(simulator, "HOT", 50)
    monkeypatch.setattr(simulator, "COST", 25_000)
    count = 30
    functions = [
        DEEP.replace(".Lback", f".Lback{i}")
        .replace("jmpsr   .Lcode", f"jmpsr   .Lcode{(i + 1) % count}")
        .replace(".Lcode:", f".Lcode{i}:")
        for i in range(count)
    ]
    machine = Machine(engine="native")
    machine.memory.write(RESET_PC, code_of("".join(functions)))
    machine.scalar[0], machine.scalar[61] = 20_000, 0x800000
    machine.scalar[62] = STOP
    machine.run(RESET_PC, 300_000, stop=STOP)
    assert machine.native_instructions > machine.instructions * 0.4
