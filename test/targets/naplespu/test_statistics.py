"""What a run costs, by hand on small programs."""

import pytest

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator import machine as simulator
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Engine, Machine, MachineTrap
from circ.targets.naplespu.simulator.statistics import Traffic
from circ.targets.naplespu.simulator.system import System
from circ.targets.naplespu.simulator.timing import Caches, Timing

STOP = 0xFFFF_FFF0


def run(text: str, engine: Engine = "blocks") -> Machine:
    machine = Machine(engine=engine)
    machine.timing = Timing(Caches())
    load(link([assemble("\t.text\n" + text)]), machine)
    machine.scalar[62] = STOP
    machine.run(RESET_PC, stop=STOP)
    return machine


def test_classes_and_traffic():
    machine = run(
        """
        movei   s0, 3
        movei   s1, 0x1000
.Lloop: load32_u8 s2, 1(s1)
        store32_16 s2, (s1)
        load_v16i32 v1, (s1)
        store_v16i8_scratchpad v1, (s1)
        addi    s0, s0, -1
        bnez    s0, .Lloop
        jret
        """
    )
    found = machine.statistics()
    assert found.instructions == machine.instructions == 2 + 3 * 6 + 1
    assert found.classes == {"Integer": 5, "Memory": 9, "Scratchpad": 3, "Branch": 4}
    assert found.vector == 6
    assert found.memory == Traffic(6, 3, 3 * (1 + 64), 3 * 2)
    assert found.scratchpad == Traffic(0, 3, 0, 3 * 16)
    assert found.cycles is not None and found.cycles > found.instructions
    assert Machine().statistics().cycles is None


FETCH = 9
"""All these programs are in one line of the instruction cache."""


@pytest.mark.parametrize("engine", ("reference", "blocks"))
@pytest.mark.parametrize(
    ("text", "cycles"),
    (
        ("addi s0, s1, 1", 1),
        ("addi s0, s1, 1\n addi s2, s0, 1", 1 + 7),
        ("addi s0, s1, 1\n nop\n nop\n addi s2, s0, 1", 1 + 7),
        # A register that is still being written.
        ("addi s0, s1, 1\n addi s0, s1, 2", 1 + 7),
        ("addi s0, s1, 1\n addi s2, s1, 2", 2),
        # One that was read may be written at once.
        ("addi s0, s1, 1\n addi s1, s2, 2", 2),
        ("fadd_f32 s0, s1, s2\n move_i32 s3, s0", 1 + 12),
        ("fdiv_f32 s0, s1, s2\n move_i32 s3, s0\n move_i32 s4, s0", 1 + 24 + 1),
        ("fdiv_f32 s0, s1, s2\n fdiv_f32 s3, s1, s2", 3),
        ("cmpflt_f32 s0, s1, s2\n move_i32 s3, s0", 1 + 8),
        # Loads in a row: the unit takes one every other cycle, and buffers some.
        ("load32_scratchpad s0, (s1)\n addi s2, s0, 1", 1 + 11),
        ("store32 s0, (s1)\n store32 s0, (s1)\n store32 s0, (s1)", 3),
        ("store32 s0, (s1)\n" * 6, 1 + 1 + 1 + 2 + 2 + 2),
        # Two results at once: that of the integer pipe goes first.
        ("cmpflt_f32 s0, s1, s2\n addi s3, s1, 1\n addi s4, s0, 1", 1 + 9),
        ("jmp 4", 1),
        ("jmp 8\n nop\n nop", 1 + 7 + 1),
        ("beqz s1, 8\n nop\n nop", 1 + 7 + 1),
        ("bnez s1, 8\n nop\n nop", 3),
        ("addi s0, s1, 1\n beqz s0, 4", 1 + 7),
        ("movei rm, 1\n add_i32 v0, v1, v2", 1 + 7),
    ),
)
def test_cycles(text: str, cycles: int, engine: Engine):
    machine = run(f"{text}\n jret\n", engine)
    assert machine.statistics().cycles == FETCH + cycles + 1


@pytest.mark.parametrize("engine", ("reference", "blocks"))
def test_a_line_of_data_is_missed_once(engine: Engine):
    cold = run("load32 s0, (s1)\n jret\n", engine)
    assert cold.statistics().cycles == FETCH + 2 + 9
    warm = run("store32 s0, 8(s1)\n load32 s0, (s1)\n jret\n", engine)
    assert warm.statistics().cycles == FETCH + 3


def test_old_lines_leave_the_cache():
    caches = Caches()
    lines = [32 * number for number in range(5)]
    for line in (*lines, 1):
        caches.bring(line)
    assert list(caches.lines) == [*lines[1:], 1]


LOOP = """
        movei   s0, {rounds}
.Lloop: addi    s1, s1, 1
        addi    s0, s0, -1
        fadd_f32 s2, s3, s4
        bnez    s0, .Lloop
        jret
"""


@pytest.mark.parametrize("rounds", (1, 2, 7, 500, 5000))
def test_engines_agree_on_loops(rounds: int):
    text = LOOP.format(rounds=rounds)
    one, two = (run(text, engine) for engine in ("reference", "blocks"))
    assert one.statistics() == two.statistics()
    # The loop waits for s0, which it tests, and for the branch that is taken; fadd is
    # done by then. The first round waits for `movei`, the last is left by no branch.
    more = run(LOOP.format(rounds=rounds + 1), "blocks")
    cycles = [each.statistics().cycles or 0 for each in (one, more)]
    assert cycles[1] - cycles[0] == 1 + 7 + 1 + 7


def test_code_that_is_not_timed_costs_what_it_did_before(
    monkeypatch: pytest.MonkeyPatch,
):
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(simulator, "HOT", 20)
    monkeypatch.setattr(simulator, "COST", 0)
    text = LOOP.format(rounds=10_000)
    machine = run(text, "native")
    assert machine.native_instructions > 30_000
    expected = run(text).statistics().cycles
    assert machine.statistics().cycles == pytest.approx(expected, rel=0.01)


def test_traps_ends_and_written_code_are_counted_once():
    machine = Machine()
    load(
        link(
            [
                assemble(
                    """
        .text
        load32  s1, .Lword
        leah    s2, .Lcode
        leal    s2, .Lcode
        store32 s1, (s2)
.Lcode: nop
        load32  s3, 1(s0)
.Lword: addi    s0, s0, 1
"""
                )
            ]
        ),
        machine,
    )
    for _ in range(2):
        with pytest.raises(MachineTrap):
            machine.run(RESET_PC)
    executed = machine.executed()
    assert executed.total() == machine.instructions == 2 * 5
    assert [pc for pc, _ in sorted(executed)] == [RESET_PC + 4 * n for n in range(5)]


@pytest.mark.parametrize("turn", (1, 5, 1000))
def test_a_core_issues_one_instruction_a_cycle(turn: int):
    system = System(threads=4, timed=True)
    text = "\t.text\n\tfdiv_f32 s0, s1, s2\n\tfadd_f32 s3, s0, s0\n\tjret\n"
    load(link([assemble(text)]), system.threads[0])
    system.run(RESET_PC, turn=turn)
    found = system.statistics()
    assert found.instructions == 12
    # The divider takes one every other cycle; the last thread adds and returns.
    assert found.cycles == FETCH + 3 * 2 + 24 + 1 + 1
    assert found.classes == {"FloatDiv": 4, "FloatAdd": 4, "Branch": 4}
