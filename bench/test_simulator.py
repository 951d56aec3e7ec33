"""How many instructions of NaplesPU the simulator's engines execute in a second."""

import time
from collections.abc import Callable

import pytest
from conftest import Table
from pytest_benchmark.fixture import BenchmarkFixture

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator import machine as simulator
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Engine, Machine
from circ.targets.naplespu.simulator.native_region import compile_region

STOP = 0xFFFF_FFF0
# A table of counts by the top bits of a pseudo-random sequence: nothing of it can be
# folded or moved out of the loop.
SCALAR = """
        .text
        moveih  s1, 0x1234
        moveil  s1, 0x5679
        moveih  s2, 0x0019
        moveil  s2, 0x660d
        movei   s3, 24
        movei   s7, 2
        movei   s8, 0x4000
.Lloop: mull_i32 s1, s1, s2
        addi    s1, s1, 95
        shr_i32 s4, s1, s3
        shl_i32 s4, s4, s7
        add_i32 s4, s4, s8
        load32  s5, (s4)
        addi    s5, s5, 1
        store32 s5, (s4)
        xor_i32 s6, s6, s5
        addi    s0, s0, -1
        bnez    s0, .Lloop
        jret
"""
VECTOR = """
        .text
        movei   s8, 0x4000
.Lloop: load_v16i32 v1, (s8)
        add_i32 v1, v1, s0
        mull_i32 v2, v1, v1
        xor_i32 v3, v3, v2
        store_v16i32 v3, (s8)
        addi    s0, s0, -1
        bnez    s0, .Lloop
        jret
"""
CALLS = """
        .text
        move_i32 s9, ra
.Lloop: jmpsr   .Lcode
        addi    s0, s0, -1
        bnez    s0, .Lloop
        move_i32 ra, s9
        jret
.Lcode: add_i32 s1, s1, s0
        xor_i32 s2, s2, s1
        jret
"""
MASKED = """
        .text
        movei   s7, 0xFFFF
        movei   s8, 0x4000
.Lloop: cmpflt_f32 rm, v1, v2
        fadd_f32 v1, v1, v3
        movei   rm, 0xFFFF
        fmul_f32 v4, v1, v3
        store_v16i32_scratchpad v4, (s8)
        crt_mask_i32 s4, v4
        addi    s0, s0, -1
        bnez    s0, .Lloop
        jret
"""
# As real programs are: calls of many functions, most of whose blocks are not executed.
COLD = (
    """
        .text
        move_i32 s9, ra
.Lloop:
"""
    + "".join(f"        jmpsr   .Lcode{i}\n" for i in range(8))
    + """
        addi    s0, s0, -1
        bnez    s0, .Lloop
        move_i32 ra, s9
        jret
"""
    + "".join(
        f".Lcode{i}:\n"
        + "".join(
            f"        andi s3, s0, {1 << j % 8}\n        beqz s3, .Lthen{i}_{j}\n"
            f"        cmplti s4, s0, -1\n        bnez s4, .Lcold{i}_{j}\n"
            f".Lthen{i}_{j}: add_i32 s1, s1, s3\n"
            for j in range(8)
        )
        + "        jret\n"
        + "".join(
            f".Lcold{i}_{j}: bnez s1, .Lcolder{i}_{j}\n        addi s2, s2, 1\n"
            f".Lcolder{i}_{j}: jmp .Lthen{i}_{j}\n"
            for j in range(8)
        )
        for i in range(8)
    )
)
PROGRAMS = {
    "scalar code": SCALAR,
    "calls": CALLS,
    "calls of functions with cold blocks": COLD,
    "vector code": VECTOR,
    "masked float vectors": MASKED,
}
NAMES: dict[Engine, str] = {
    "reference": "reference",
    "blocks": "generated Python",
    "native": "llvmlite",
}
ITERATIONS = {
    "scalar code": (400_000, 6_000_000, 3_000_000_000),
    "calls": (600_000, 2_500_000, 3_000_000_000),
    "calls of functions with cold blocks": (3_000, 20_000, 3_000_000),
    "vector code": (200_000, 1_200_000, 800_000_000),
    "masked float vectors": (50_000, 600_000, 400_000_000),
}
"""By engine, in the order of `NAMES`; each takes several seconds."""


def machine_with(engine: Engine, text: str) -> Machine:
    machine = Machine(engine=engine)
    load(link([assemble(text)], startup=False), machine)
    for number, vector in enumerate(machine.vector):
        vector[:] = [0x3F000000 + 77 * number + lane for lane in range(16)]
    return machine


def rate(machine: Machine, iterations: int) -> float:
    """Instructions a second of CPU time."""
    machine.scalar[0], machine.scalar[62] = iterations, STOP
    before, start = machine.instructions, time.process_time()
    machine.run(RESET_PC, 1 << 60, stop=STOP)
    return (machine.instructions - before) / (time.process_time() - start)


@pytest.mark.parametrize("engine", NAMES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_rate(benchmark: BenchmarkFixture, table: Table, program: str, engine: Engine):
    machine = machine_with(engine, PROGRAMS[program])
    rate(machine, 2 * simulator.HOT)  # translates
    iterations = dict(zip(NAMES, ITERATIONS[program], strict=True))[engine]
    found = benchmark.pedantic(lambda: rate(machine, iterations), rounds=1)
    name = f"simulator, {NAMES[engine]}: {program}"
    table.record(name, "instructions/s", "", found)


@pytest.mark.parametrize("program", PROGRAMS)
def test_translation(
    benchmark: BenchmarkFixture,
    table: Table,
    seconds: Callable[[Callable[[], object]], float],
    program: str,
    monkeypatch: pytest.MonkeyPatch,
):
    """Of the loop, which begins after what stands in front of it."""
    monkeypatch.setattr(simulator, "HOT", 0)  # nothing has been executed
    machine = machine_with("native", PROGRAMS[program])
    machine.stop = STOP
    head = PROGRAMS[program].partition(".Lloop")[0]
    loop = RESET_PC + 4 * head.partition(".text")[2].count("\n        ")
    compile_region(machine, loop)  # starts LLVM
    taken = benchmark.pedantic(
        lambda: seconds(lambda: compile_region(machine, loop)), rounds=1
    )
    name = f"simulator, llvmlite: translation of the loop of {program}"
    table.record(name, "ms", "", 1000 * taken)
