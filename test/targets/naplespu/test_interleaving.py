"""Cycles of several threads together, by hand on small programs."""

import pytest

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator import interleaving
from circ.targets.naplespu.simulator.interleaving import RecordedTiming, interleaved
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Engine
from circ.targets.naplespu.simulator.system import RETURNED, System

COPIES = 100


def run(text: str, threads: int, engine: Engine = "blocks") -> System:
    system = System(threads, engine=engine, timed=True)
    load(link([assemble("\t.text\n" + text)]), system.threads[0])
    system.run(RESET_PC)
    assert all(thread.pc == RETURNED for thread in system.threads)
    return system


def cycles_of(text: str, threads: int, engine: Engine = "blocks") -> int:
    cycles = run(text, threads, engine).statistics().cycles
    assert cycles is not None
    return cycles


LOOP = """
        movei   s0, {rounds}
.Lloop: addi    s0, s0, -1
{body}
        bnez    s0, .Lloop
        jret
"""


def each_copy(instructions: str, threads: int) -> float:
    """Cycles of a copy in a loop, which the slope between two lengths tells."""
    found: list[int] = []
    for rounds in (10, 30):
        body = "\n".join([instructions] * COPIES)
        found.append(cycles_of(LOOP.format(rounds=rounds, body=body), threads))
    return (found[1] - found[0]) / 20 / COPIES


@pytest.mark.parametrize(
    ("instructions", "alone", "together"),
    (
        # Latencies of integers vanish, those of additions of floats do not quite, and
        # the unit of loads and stores takes one every other cycle.
        ("addi s1, s1, 1", 7, 8),
        ("addi s1, s2, 1", 7, 8),
        ("fadd_f32 s1, s1, s2", 12, 12),
        ("fmul_f32 s1, s1, s2", 11, 11),
        ("load32 s1, (s2)\n addi s3, s1, 1", 10, 16),
        ("store32 s1, (s2)", 2, 16),
    ),
)
@pytest.mark.every(3)
def test_eight_threads_hide_latencies(instructions: str, alone: float, together: float):
    assert each_copy(instructions, 1) == pytest.approx(alone, abs=0.3)
    assert each_copy(instructions, 8) == pytest.approx(together, rel=0.05)


PROGRAM = """
        movei   s0, {rounds}
        movei   s1, 0x1000
        movei   s2, 0
.Lloop: load32  s3, (s1)
        fadd_f32 s4, s3, s4
        store32 s4, 64(s1)
        addi    s1, s1, 16
        addi    s0, s0, -1
        fdiv_f32 s5, s4, s3
        mull_i32 s2, s2, s1
        bnez    s0, .Lloop
        jret
"""


@pytest.mark.parametrize("engine", ("reference", "blocks"))
@pytest.mark.parametrize("rounds", (1, 3, 500))
def test_one_thread_takes_as_long_as_alone(rounds: int, engine: Engine):
    system = run(PROGRAM.format(rounds=rounds), 2, engine)
    timing = system.threads[0].timing
    assert isinstance(timing, RecordedTiming)
    alone = system.threads[0].statistics()
    cycles, issued = interleaved([timing.record])
    assert issued == alone.instructions
    assert cycles == pytest.approx(alone.cycles, rel=0.01)


BY_NUMBER = """
        movei   s1, 2
        read_cr s2, s1
        movei   s6, 42
        movei   s7, 1
        bnez    s2, .Lfast
        movei   s0, 200
.Lslow: addi    s0, s0, -1
        bnez    s0, .Lslow
.Lfast: {wait}
        fdiv_f32 s3, s4, s5
        fdiv_f32 s3, s4, s3
        fdiv_f32 s3, s4, s3
        fdiv_f32 s3, s4, s3
        jret
"""


def test_threads_wait_at_barriers():
    free, waits = (
        cycles_of(BY_NUMBER.format(wait=wait), 2) for wait in ("nop", "barrier s6, s7")
    )
    # The divisions of both follow the slow thread's loop.
    assert free <= waits <= free + 24
    system = run(BY_NUMBER.format(wait="barrier s6, s7"), 2)
    slow, fast = (thread.statistics().cycles or 0 for thread in system.threads)
    assert fast < slow / 5


def test_a_line_that_several_threads_load_is_fetched_once():
    text = "movei s1, 0x1000\n load32 s0, (s1)\n addi s2, s0, 1\n jret\n"
    one, eight = (cycles_of(text, threads) for threads in (1, 8))
    assert eight - one < 8 * 4


def test_of_long_runs_the_beginning_counts(monkeypatch: pytest.MonkeyPatch):
    text = LOOP.format(rounds=2000, body="fadd_f32 s1, s1, s2")
    expected = cycles_of(text, 4)
    monkeypatch.setattr(interleaving, "MOST_RECORDED", 1000)
    assert cycles_of(text, 4) == pytest.approx(expected, rel=0.01)
