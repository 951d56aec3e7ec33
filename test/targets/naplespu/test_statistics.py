"""What a run costs, by hand on small programs."""

import pytest

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine, MachineTrap
from circ.targets.naplespu.simulator.statistics import Traffic
from circ.targets.naplespu.simulator.system import System

STOP = 0xFFFF_FFF0


def run(text: str) -> Machine:
    machine = Machine()
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
    assert found.cycles == found.instructions


@pytest.mark.parametrize(("between", "stall"), ((0, 4), (1, 3), (4, 0), (6, 0)))
def test_a_use_waits_for_the_latency(between: int, stall: int):
    nops = "nop\n" * between
    machine = run(f"fadd_f32 s0, s1, s2\n{nops}add_i32 s3, s0, s0\njret\n")
    assert machine.statistics().cycles == machine.instructions + stall


def test_a_wait_is_counted_once():
    machine = run("fdiv_f32 s0, s1, s2\nmove_i32 s3, s0\nmove_i32 s4, s0\njret\n")
    assert machine.statistics().cycles == 4 + 16


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
    system = System(threads=4)
    text = "\t.text\n\tfdiv_f32 s0, s1, s2\n\tfadd_f32 s3, s0, s0\n\tjret\n"
    load(link([assemble(text)]), system.threads[0])
    system.run(RESET_PC, turn=turn)
    found = system.statistics()
    assert found.instructions == 12
    assert found.cycles == 1 + 17 + 1
    assert found.classes == {"FloatDiv": 4, "FloatAdd": 4, "Branch": 4}
