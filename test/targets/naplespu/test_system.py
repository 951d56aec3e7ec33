"""Hardware threads, barriers and the end of a kernel."""

import pytest

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.description.memory_map import RESET_PC, stack_top
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import MachineTrap
from circ.targets.naplespu.simulator.system import (
    Deadlock,
    System,
    ThreadTrap,
)

# Every thread stores its number plus one, thread 0 adds them up behind a barrier.
REDUCTION = """
        .text
main:   movei   s1, 2
        read_cr s2, s1              // the thread's number
        addi    s3, s2, 1
        movei   s4, 2
        shl_i32 s5, s2, s4
        store32_scratchpad s3, (s5)
        movei   s6, 42
        movei   s7, 7
        barrier s6, s7
        movei   s0, 0
        bnez    s2, .Lend
        movei   s8, 8
        movei   s9, 0
.Lloop: load32_scratchpad s10, (s9)
        add_i32 s0, s0, s10
        addi    s9, s9, 4
        addi    s8, s8, -1
        bnez    s8, .Lloop
        movei   s11, 0x4000
        store32 s0, (s11)
.Lend:  movei   s6, 43
        barrier s6, s7
        jret
"""

# As the vendor's startup code, with a stack for each thread
# (docs/reference/naplespu-isa.md, section 3.4).
START = """
        .text
        .globl  _start
_start: movei   s0, 11
        movei   s1, 5
        write_cr s1, s0
        movei   rm, 0xffff
        movei   s0, 2
        read_cr s2, s0
        addi    s2, s2, 1
        movei   s3, 14
        shl_i32 s2, s2, s3
        moveih  s4, 8
        moveil  s4, 0
        add_i32 sp, s4, s2
        move_i32 fp, sp
        movei   s0, 11
        movei   s1, 1
        write_cr s1, s0
        jmpsr   main
        movei   s1, 13
        write_cr s0, s1
        moveih  s2, 0xffff
        moveil  s2, 0xffc0
        movei   s3, 0
        store32 s3, (s2)
        flush   s2
        jmp     _start
"""


def image_of(text: str) -> Image:
    return link([assemble(text)])


def system_with(text: str, threads: int = 8) -> tuple[System, Image]:
    image = image_of(text)
    system = System(threads)
    load(image, system.threads[0])
    return system, image


@pytest.mark.parametrize("turn", (1, 2, 3, 7, 64, 1024))
def test_reduction_over_scratchpad(turn: int):
    system, _ = system_with(REDUCTION)
    system.run(RESET_PC, turn=turn)
    assert int.from_bytes(system.memory.read(0x4000, 4), "little") == 36
    assert system.threads[0].scalar[0] == 36
    assert system.instructions == 7 * 14 + 14 + 4 + 5 * 8


@pytest.mark.parametrize("turn", (1, 1024))
def test_startup_code_and_the_end_of_a_kernel(turn: int):
    system, image = system_with(
        START + REDUCTION.replace("main:", "        nop\nmain:")
    )
    system.run(image.entry, turn=turn)
    assert all(thread.ended for thread in system.threads)
    assert [thread.status for thread in system.threads] == [1] * 8
    tops = [thread.scalar[61] for thread in system.threads]
    assert tops == [stack_top(0, number) for number in range(8)]
    assert int.from_bytes(system.memory.read(0x4000, 4), "little") == 36


def test_what_threads_know_of_themselves():
    system, _ = system_with(
        """
        .text
        movei   s1, 2
        read_cr s2, s1
        movei   s1, 3
        read_cr s3, s1
        movei   s1, 0
        read_cr s4, s1
        movei   s1, 6
        read_cr s5, s1
        movei   s1, 14
        read_cr s6, s1
        jret
        """,
        threads=3,
    )
    system.core.tile = 2
    system.run(RESET_PC)
    found = [thread.scalar[2:7] for thread in system.threads]
    assert found == [[number, number, 2, 7, 8] for number in range(3)]


def test_control_registers_of_the_core_are_shared():
    system, _ = system_with(
        """
        .text
        movei   s1, 2
        read_cr s2, s1
        movei   s3, 21
        bnez    s2, .Lread
        movei   s4, 99
        write_cr s4, s3
.Lread: movei   s6, 1
        movei   s7, 1
        barrier s6, s7
        read_cr s0, s3
        jret
        """,
        threads=2,
    )
    system.run(RESET_PC, turn=1)
    assert [thread.scalar[0] for thread in system.threads] == [99, 99]


BARRIER = """
        .text
        movei   s6, 5
        movei   s7, {}
        barrier s6, s7
        jret
"""


def test_a_barrier_that_cannot_complete_is_a_deadlock():
    system, _ = system_with(BARRIER.format(2), threads=2)
    with pytest.raises(Deadlock) as trap:
        system.run(RESET_PC)
    assert trap.value.pc == RESET_PC + 8
    assert str(trap.value) == (
        "at 0x00000408: all threads wait: thread 0 at barrier 5, which lacks 1; "
        "thread 1 at barrier 5, which lacks 1"
    )


def test_a_barrier_for_one_or_few_threads_goes_on():
    for others, threads in ((0, 1), (0, 3), (1, 4), (7 + 128, 8)):
        system, _ = system_with(BARRIER.format(others), threads)
        system.run(RESET_PC)
        assert system.instructions == 4 * threads


def test_the_same_barrier_can_be_used_again():
    system, _ = system_with(
        """
        .text
        movei   s0, 100
        movei   s6, 5
        movei   s7, 7
.Lloop: barrier s6, s7
        addi    s0, s0, -1
        bnez    s0, .Lloop
        jret
        """
    )
    system.run(RESET_PC, turn=2)
    assert system.instructions == 8 * (4 + 300)
    assert system.run(RESET_PC) is None


def test_traps_and_limits_name_the_thread():
    text = """
        .text
        movei   s1, 2
        read_cr s2, s1
        addi    s2, s2, -3
        bnez    s2, .Lend
        load32  s0, 1(s2)
.Lend:  jret
    """
    system, _ = system_with(text)
    with pytest.raises(ThreadTrap, match=r"^thread 3, at 0x00000410: memory") as trap:
        system.run(RESET_PC)
    assert (trap.value.thread, trap.value.code) == (3, 0x80)
    system, _ = system_with("\t.text\n\tjmp 0\n", threads=2)
    with pytest.raises(MachineTrap, match=r"not at an end after 3000 instructions"):
        system.run(RESET_PC, limit=3000)
    assert [t.instructions for t in system.threads] == [1976, 1024]


def test_code_written_by_one_thread_is_seen_by_the_others():
    system, image = system_with(
        """
        .text
        movei   s1, 2
        read_cr s2, s1
        jmpsr   .Lcode
        movei   s6, 5
        movei   s7, 1
        barrier s6, s7
        bnez    s2, .Lagain
        load32  s3, .Lword
        leah    s4, .Lcode
        leal    s4, .Lcode
        store32 s3, (s4)
.Lagain: movei  s6, 6
        barrier s6, s7
        jmpsr   .Lcode
        moveih  ra, 0xffff
        moveil  ra, 0xfff0
        jret
.Lcode: addi    s0, s0, 1
        jret
.Lword: addi    s0, s0, 100
        """,
        threads=2,
    )
    system.run(image.entry, turn=5)
    assert [thread.scalar[0] for thread in system.threads] == [101, 101]


def test_options_are_checked():
    for threads in (0, 9):
        with pytest.raises(ValueError, match="threads must be 1 to 8"):
            System(threads)
    with pytest.raises(ValueError, match="turn must be at least 1"):
        System().run(RESET_PC, turn=0)
