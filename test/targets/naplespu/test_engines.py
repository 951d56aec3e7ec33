"""All engines of the simulator give the same results, counts and traps."""

from typing import Literal, NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator import machine as simulator
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Engine, Machine, MachineTrap
from circ.targets.naplespu.simulator.system import System

ENGINES: tuple[Engine, ...] = ("reference", "blocks", "native")
STOP = 0xFFFF_FFF0
Float: TypeAlias = Literal["ieee", "rtl"]


@pytest.fixture(autouse=True, scope="module")
def compiled_at_once():
    """So that short programs are compiled, too."""
    patch = pytest.MonkeyPatch()
    patch.setattr(simulator, "HOT", 2)
    patch.setattr(simulator, "COST", 0)
    patch.setattr(simulator, "WARM", 2)
    yield
    patch.undo()


class End(NamedTuple):
    """All that can be seen of a machine behind a run."""

    trap: str | None
    pc: int
    scalar: list[int]
    vector: list[list[int]]
    memory: dict[int, bytes]
    scratchpad: dict[int, bytes]
    instructions: int
    executed: dict[tuple[int, int], int]


def end_of(machine: Machine, trap: str | None) -> End:
    executed = dict(machine.executed())
    return End(
        trap,
        machine.pc,
        machine.scalar,
        machine.vector,
        {n: bytes(page) for n, page in machine.memory.pages.items()},
        {n: bytes(page) for n, page in machine.scratchpad.pages.items()},
        machine.instructions,
        {place: count for place, count in executed.items() if count},
    )


def run(engine: Engine, code: bytes, scalar: list[int], limit: int, fp: Float) -> End:
    machine = Machine(fp, engine=engine)
    machine.memory.write(RESET_PC, code)
    machine.scalar[: len(scalar)] = scalar
    machine.scalar[62] = STOP
    machine.vector = [[(i * 7919 + j) % 2**32 for j in range(16)] for i in range(64)]
    trap = None
    try:
        machine.run(RESET_PC, limit, stop=STOP)
    except MachineTrap as error:
        trap = str(error)
    return end_of(machine, trap)


def code_of(text: str) -> bytes:
    (segment,) = link([assemble("\t.text\n" + text)]).segments
    assert segment.address == RESET_PC
    return bytes(segment.data)


def same(code: bytes, scalar: list[int], limit: int = 5000, fp: Float = "ieee") -> End:
    expected = run("reference", code, scalar, limit, fp)
    for engine in ENGINES[1:]:
        found = run(engine, code, scalar, limit, fp)
        for name, left, right in zip(End._fields, found, expected, strict=True):
            assert left == right, (engine, name)
    return expected


low = st.integers(0, 7)
vectors = st.sampled_from((0, 0, 0, 0, 0, 0b1110, 0b1100))
register_words = st.builds(
    lambda op, d, a, b, v: op << 24 | d << 18 | a << 12 | b << 6 | v,
    *(st.integers(0, 45), low, low, low, vectors),
)
immediate_words = st.builds(
    lambda op, d, a, i: 0b010 << 29 | op << 24 | d << 18 | a << 12 | i << 3,
    *(st.integers(0, 31), low, low, st.integers(0, 511)),
)
moves = st.builds(
    lambda op, d, i: 0b01100 << 27 | op << 24 | d << 18 | i << 2,
    *(st.integers(2, 4), low, st.integers(0, 65535)),
)
accesses = st.builds(
    lambda op, d, a, i, s: 0b10 << 30 | op << 24 | d << 18 | a << 12 | i << 3 | s,
    *(st.sampled_from((0, 1, 2, 4, 5, 32, 33, 34, 7, 36)), low, st.integers(9, 12)),
    *(st.integers(0, 63).map(lambda x: 4 * x), st.sampled_from((0, 2))),
)
skips = st.builds(
    lambda op, r: 0b01110 << 27 | op << 24 | r << 18 | 8, st.integers(5, 6), low
)
body = st.lists(
    st.one_of(register_words, immediate_words, moves, accesses, skips), max_size=12
)
numbers = st.one_of(
    st.integers(0, 2**32 - 1), st.sampled_from((0, 1, 2**31, 2**32 - 1))
)


@given(body, st.lists(numbers, min_size=8, max_size=8), st.integers(1, 400))
@settings(max_examples=60)
def test_random_loops(words: list[int], scalar: list[int], limit: int):
    nop = 0xFFFFFFFF
    tail = code_of("addi s8, s8, -1\njret\n")[:4]
    back = 0x76200000 | (-4 * (len(words) + 2)) & 0x3FFFF  # bnez s8
    end = code_of("jret\n")
    data = b"".join(word.to_bytes(4, "little") for word in [*words, nop])
    code = data + tail + back.to_bytes(4, "little") + end
    # Bases for accesses: aligned, near the end of a page, in the code, wrapping around.
    same(code, [*scalar, 20, 0x1F00, 0x10000, 0x6F0, 0xFFFFFF80], limit)


LOOP = """
        move_i32 s9, ra
        movei   s0, 300
        movei   s1, 0x2000
.Lloop: add_i32 s2, s2, s0
        store32 s2, (s1)
        load32_s16 s3, 2(s1)
        {}
        addi    s1, s1, 4
        addi    s0, s0, -1
        bnez    s0, .Lloop
        move_i32 ra, s9
        jret
"""


@pytest.mark.parametrize(
    "line",
    (
        "xor_i32 s4, s4, s3",
        "fadd_f32 s4, s4, s3",
        "itof_i32 s4, s2",
        "addi v1, v1, 3",
        "movei rm, 5",
        "store32_scratchpad s3, 4(s1)",
        "load32 s4, (s4)",
        "jmpsr 4",
        "move_i32 s4, pc",
        "load32 s5, 1(s0)",
        ".word 0x04fc0000",
    ),
)
@pytest.mark.every(2)
def test_loops(line: str):
    end = same(code_of(LOOP.format(line)), [])
    assert (end.trap is None) == (line not in (".word 0x04fc0000", "load32 s5, 1(s0)"))


@pytest.mark.parametrize("limit", range(990, 1010))
def test_limits_are_exact(limit: int):
    assert same(code_of(LOOP.format("nop")), [], limit).instructions == limit


def test_code_that_writes_code():
    code = """
        movei   s0, 40
        leah    s1, .Lcode
        leal    s1, .Lcode
        load32  s2, .Lother
        load32  s3, .Lcode
.Lloop: nop
.Lcode: addi    s4, s4, 1
        addi    s0, s0, -1
        movei   s5, 20
        cmpeq_i32 s6, s0, s5
        beqz    s6, .Lnext
        store32 s2, (s1)
.Lnext: bnez    s0, .Lloop
        jret
.Lother: addi   s4, s4, 100
"""
    assert same(code_of(code), []).scalar[4] == 20 + 20 * 100


FLOATS = (
    *(0x00000000, 0x80000000, 0x00000001, 0x807FFFFF, 0x00800000, 0x3F800000),
    *(0xBFC00000, 0x3EAAAAAB, 0x4B7FFFFF, 0x4B800000, 0xCF000000, 0x4EFFFFFF),
    *(0x4F000000, 0x5F7FFFFF, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000),
    *(0xFFC00001, 0x7F800001, 0x7FFFFFFF, 0xFFFFFFFF, 0x01FFFFFF, 0x19000000),
)


@pytest.mark.parametrize("fp", ("ieee", "rtl"))
@pytest.mark.every(2, first=1)
def test_floats_and_wide_shifts(fp: Float):
    binary = ("fadd_f32", "fsub_f32", "fmul_f32", "fdiv_f32", "cmpflt_f32")
    binary += ("cmpfeq_f32", "cmpfle_f32", "cmpfgt_f32", "ashr_i32", "shl_i32")
    binary += ("shr_i32", "mulhs_i32", "mulhu_i32")
    unary = ("itof_i32", "ftoi_i32", "clz_i32", "ctz_i32", "sext8_i32", "sext16_i32")
    operations = [f"{name} s7, s5, s6" for name in binary]
    operations += [f"{name} s7, s5" for name in unary]
    body = "".join(f"{op}\nstore32 s7, (s4)\naddi s4, s4, 4\n" for op in operations)
    code = f"""
        moveih  s4, 1
        moveil  s4, 0
        leah    s1, .Ltable
        leal    s1, .Ltable
        movei   s0, {len(FLOATS)}
.Louter: load32 s5, (s1)
        leah    s3, .Ltable
        leal    s3, .Ltable
        movei   s2, {len(FLOATS)}
.Linner: load32 s6, (s3)
{body}
        addi    s3, s3, 4
        addi    s2, s2, -1
        bnez    s2, .Linner
        addi    s1, s1, 4
        addi    s0, s0, -1
        bnez    s0, .Louter
        jret
        .p2align 2
.Ltable: .word {", ".join(hex(value) for value in FLOATS)}
"""
    end = same(code_of(code), [], 10**6, fp)
    assert end.trap is None
    assert any(end.memory[0x10])


def test_a_call_in_a_loop():
    code = """
        move_i32 s9, ra
        movei   s0, 40
.Lloop: jmpsr   .Lcode
        addi    s0, s0, -1
        bnez    s0, .Lloop
        move_i32 ra, s9
        jret
.Lcode: add_i32 s1, s1, s0
        jret
"""
    assert same(code_of(code), []).scalar[1] == 40 * 41 // 2


def test_an_indirect_call_in_a_loop():
    code = """
        move_i32 s9, ra
        lea     s8, .Lcode
        movei   s0, 40
.Lloop: jmpsr   s8
        move_i32 ra, s8
        jmpsr   ra
        addi    s0, s0, -1
        bnez    s0, .Lloop
        move_i32 ra, s9
        jret
.Lcode: add_i32 s1, s1, s0
        jret
"""
    assert same(code_of(code), []).scalar[1] == 40 * 41


def test_a_lane_that_the_mask_names_becomes_the_mask():
    code = """
        movei   s0, 40
        movei   s1, 7
.Lloop: movei   rm, 1
        move_i32 v3, s1
        movei   rm, 3
        getlane_i32 rm, v3, rm
        movei   rm, 0
        getlane_i32 rm, v3, rm
        addi    v4, v4, 1
        addi    s0, s0, -1
        bnez    s0, .Lloop
        jret
"""
    start = 4 * 7919
    lanes = same(code_of(code), []).vector[4][:4]
    assert lanes == [start + 40, start + 41, start + 42, start + 3]


@pytest.mark.parametrize("turn", (7, 1000))
def test_threads(turn: int):
    text = """
        .text
        movei   s1, 2
        read_cr s2, s1
        shli    s3, s2, 2
        movei   s0, 50
.Lloop: load32  s4, 0x80(s3)
        add_i32 s4, s4, s0
        store32 s4, 0x80(s3)
        addi    s0, s0, -1
        bnez    s0, .Lloop
        movei   s6, 1
        movei   s7, 3
        barrier s6, s7
        load32  s5, 0x80(s0)
        jret
    """.replace("shli    s3, s2, 2", "movei s3, 2\n\tshl_i32 s3, s2, s3")
    ends: list[list[End]] = []
    for engine in ENGINES:
        system = System(4, engine=engine)
        load(link([assemble(text)]), system.threads[0])
        system.run(RESET_PC, turn=turn)
        ends.append([end_of(thread, None) for thread in system.threads])
    assert ends[0] == ends[1] == ends[2]
    assert [end.scalar[5] for end in ends[0]] == [50 * 51 // 2] * 4


def test_engines_are_checked():
    with pytest.raises(ValueError, match="engine must be 'reference', 'blocks' or"):
        Machine(engine="fast")


@pytest.mark.parametrize("engine", ENGINES)
def test_bounds_from_a_register_that_the_block_changes(engine: Engine):
    text = """
        .text
.Lloop: addi    s1, s1, 64
        addi    s2, s2, 64
        store_v16i32 v1, (s1)
        addi    s0, s0, -1
        bnez    s0, .Lloop
        jret
"""
    machine = Machine(engine=engine, memory="compiler")
    load(link([assemble(text)], startup=False), machine)
    machine.core.bounds = {RESET_PC + 8: ObjectBounds(2, 0, 64)}
    machine.scalar[:3] = [20, 0x4000, 0x4000]
    machine.scalar[62] = STOP
    machine.run(RESET_PC, 1000, stop=STOP)
    assert machine.scalar[1] == 0x4000 + 20 * 64
