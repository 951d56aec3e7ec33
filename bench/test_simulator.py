"""How many instructions of NaplesPU the simulator's engines execute in a second."""

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from circ.targets.naplespu import simulator
from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.image import RESET_PC, load
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.native import Native
from circ.targets.naplespu.simulator import Engine, Machine

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
ITERATIONS: dict[Engine, int] = {
    "reference": 400_000,
    "blocks": 1_500_000,
    "native": 2_000_000_000,
}
"""Each takes several seconds."""


def machine_with(engine: Engine, text: str) -> Machine:
    machine = Machine(engine=engine)
    load(link([assemble(text)]), machine)
    return machine


def rate(machine: Machine, iterations: int) -> float:
    """Instructions a second of CPU time."""
    machine.scalar[0], machine.scalar[62] = iterations, STOP
    before, start = machine.instructions, time.process_time()
    machine.run(RESET_PC, 1 << 60, stop=STOP)
    return (machine.instructions - before) / (time.process_time() - start)


@pytest.mark.parametrize("engine", ITERATIONS)
def test_scalar_code(benchmark: BenchmarkFixture, table, engine: Engine):
    machine = machine_with(engine, SCALAR)
    rate(machine, 2 * simulator.HOT)  # translates
    iterations = ITERATIONS[engine]
    found = benchmark.pedantic(lambda: rate(machine, iterations), rounds=1)
    table.record(f"simulator, {engine}: scalar code", "instructions/s", "", found)


@pytest.mark.parametrize("engine", ITERATIONS)
def test_vector_code(benchmark: BenchmarkFixture, table, engine: Engine):
    machine = machine_with(engine, VECTOR)
    found = benchmark.pedantic(lambda: rate(machine, 50_000), rounds=1)
    table.record(f"simulator, {engine}: vector code", "instructions/s", "", found)


def test_translation(benchmark: BenchmarkFixture, table, seconds):
    machine = machine_with("native", SCALAR)
    loop = RESET_PC + 4 * 7
    taken = benchmark.pedantic(
        lambda: seconds(lambda: Native(machine).compile(loop)), rounds=1
    )
    table.record("simulator, native: translation of a loop", "ms", "", 1000 * taken)
