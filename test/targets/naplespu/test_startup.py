"""What the start-up code does before, around and after `main`."""

from pathlib import Path

import pytest

from circ.dialects.naplespu.register_file import FP, RM, SP
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.description.memory_map import (
    STACK_SIZE,
    TRAP_VECTOR,
    stack_top,
)
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC, Image
from circ.targets.naplespu.simulator.machine import Engine, MachineTrap
from circ.targets.naplespu.simulator.system import System

ENGINES: tuple[Engine, ...] = ("reference", "blocks", "native")
THREADS = (1, 2, 7, 8)


def image_of(*texts: str) -> Image:
    return link([assemble(text, f"{n}.s") for n, text in enumerate(texts)])


def run(
    image: Image,
    threads: int = 1,
    turn: int = 64,
    argc: int = 0,
    argv: int = 0,
    engine: Engine = "blocks",
    tile: int = 0,
) -> System:
    """As the hardware starts: no register has a value but the program counter."""
    system = System(threads, tile, engine=engine)
    for thread in system.threads:
        thread.scalar = [0] * 64
    system.load(image, argc, argv)
    system.run(image.entry, limit=1_000_000, turn=turn)
    assert all(thread.ended for thread in system.threads)
    return system


IDENTITY = """
        .globl  main
main:   move_i32 s10, s0
        move_i32 s11, s1
        move_i32 s12, rm
        movei   s13, 11
        read_cr s13, s13
        store32 s10, -4(sp)
        movei   s2, 2
        read_cr s0, s2
        addi    s0, s0, 50
        jret
"""


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("engine", ENGINES)
def test_what_main_is_given(threads: int, engine: Engine):
    system = run(image_of(IDENTITY), threads, argc=7, argv=9, engine=engine)
    for number, thread in enumerate(system.threads):
        assert thread.scalar[10:14] == [7, 9, 0xFFFF, 1]
        assert thread.scalar[SP] == thread.scalar[FP] == stack_top(0, number)
        stored = system.memory.read(stack_top(0, number) - 4, 4)
        assert stored == (7).to_bytes(4, "little")
    assert system.results == [50 + number for number in range(threads)]
    assert system.result == 50  # that of thread 0


def test_stacks_of_all_tiles_and_threads_are_apart():
    tops: set[int] = set()
    for tile in range(16):
        system = run(image_of(IDENTITY), 8, tile=tile)
        tops |= {thread.scalar[SP] for thread in system.threads}
    first, last = min(tops), max(tops)
    assert tops == set(range(first, last + 1, STACK_SIZE)) and len(tops) == 128
    assert first == 0x84000


def test_status_of_a_thread_that_has_ended():
    system = run(image_of(IDENTITY), 2)
    for thread in system.threads:
        thread.advance(10)
        assert thread.status == 2
        stopped = thread.pc
        thread.advance(3)
        assert thread.pc == stopped


def constructor(digit: int) -> str:
    """Appends a digit to the decimal number `value`."""
    return f"""
        lea     s1, value
        load32  s2, (s1)
        mulli   s2, s2, 10
        addi    s2, s2, {digit}
        store32 s2, (s1)
        jret
    """


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("turn", (1, 5, 1024))
def test_constructors_run_once_in_order_before_any_main(threads: int, turn: int):
    functions = "".join(f"f{n}:\n{constructor(n)}" for n in range(1, 7))
    program = f"""
        .globl  main, value
main:   lea     s1, value
        load32  s0, (s1)
        jret
{functions}
        .section .init_array,"aw"
        .word   f3
        .section .init_array.200,"aw"
        .word   0, f2
        .section .ctors,"aw"
        .word   f5
        .section .ctors.65000,"aw"
        .word   f4, 0
        .data
value:  .word   0
    """
    other = '.section .init_array.00101,"aw"\n.word f\n.section .ctors,"aw"\n.word g\n'
    other += f".text\nf:\n{constructor(1)}\ng:\n{constructor(9)}"
    system = run(image_of(program, other), threads, turn)
    # Lowest numbers first; .ctors from its end, where numbers are higher.
    assert system.results == [123495] * threads


SCRATCHPAD = """
        .globl  main
main:   lea     s1, __scratchpad_data_start
        lea     s2, __scratchpad_data_end
        sub_i32 s2, s2, s1
        movei   s0, 0
        movei   s4, 0
.Lsum:  load32_u8_scratchpad s3, (s4)
        add_i32 s0, s0, s3
        addi    s4, s4, 1
        cmpult_i32 s5, s4, s2
        bnez    s5, .Lsum
        jret
        .section scratchpad,"aw",@progbits
"""


@pytest.mark.parametrize("size", (1, 4, 63, 64, 65, 1000))
def test_scratchpad_is_filled_before_any_main(size: int):
    content = [(7 * i + 1) % 256 for i in range(size)]
    data = "\n".join(f".byte {byte}" for byte in content)
    system = run(image_of(SCRATCHPAD + data), 8, turn=3)
    assert system.results == [sum(content)] * 8
    assert system.scratchpad.read(0, size + 200) == bytes(content) + bytes(200)


def test_a_full_scratchpad_from_two_objects():
    text = SCRATCHPAD + ".space 40000, 1\n"
    other = '.section scratchpad,"aw",@progbits\n.globl x\nx: .space 25536, 3'
    image = image_of(text, other)
    assert image.symbols["x"].address % 65536 == 40000
    system = run(image, 2)
    assert system.result == 40000 + 3 * 25536


def test_trap_handler():
    image = image_of(IDENTITY)
    assert image.entry == RESET_PC
    system = System(1)
    system.load(image)
    (thread,) = system.threads
    thread.pc = TRAP_VECTOR
    thread.advance(20)
    assert thread.status == 3 and thread.instructions == 20
    own = image_of(IDENTITY, ".globl isr0\nisr0: movei s9, 77\n.Lx: jmp .Lx")
    system = System(1)
    system.load(own)
    (thread,) = system.threads
    thread.pc = TRAP_VECTOR
    thread.advance(20)
    assert (thread.scalar[9], thread.status) == (77, 0)


TRAPPING = """
        .globl  main
main:   movei   s20, 300
.Lloop: addi    s20, s20, -1
        bnez    s20, .Lloop
        store32{} s20, 2(s20)
        .globl  isr0
isr0:   movei   s1, 10
        read_cr s0, s1          # why
        movei   s1, 13
        write_cr s0, s1
        moveih  s1, 0xffff
        moveil  s1, 0xffc0
        store32 s1, (s1)
        flush   s1
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("where", "reason"), (("", 0x80), ("_scratchpad", 0x40)))
def test_traps_that_a_program_handles(engine: Engine, where: str, reason: int):
    image = image_of(TRAPPING.format(where))
    system = System(1, engine=engine, trap_handler=True)
    system.load(image)
    system.run(image.entry)
    (thread,) = system.threads
    assert thread.ended and system.result == reason
    assert thread.scalar[62] == TRAP_VECTOR + 4  # of the vector's jmpsr
    again = System(1, engine=engine)
    again.load(image)
    with pytest.raises(MachineTrap, match="must be aligned to 4"):
        again.run(image.entry)
    # The trapped store is not retired, the handler's nine instructions are.
    assert thread.instructions == again.instructions + 9


def test_what_is_no_trap_of_the_hardware_ends_the_run():
    image = image_of(".globl main\nmain: .word 0x6fffffff\n")
    system = System(1, trap_handler=True)
    system.load(image)
    with pytest.raises(MachineTrap, match="does not define the word"):
        system.run(image.entry)


def test_a_program_may_have_startup_code_of_its_own():
    own = ".globl _start\n_start: jmpsr main\nx: jmp x\n"
    image = image_of(IDENTITY, own)
    assert image.entry == RESET_PC and "isr0" not in image.symbols
    assert "_start" in image_of(IDENTITY).symbols
    assert "_start" not in link([assemble(IDENTITY)], entry="main").symbols
    assert "_start" not in link([assemble(IDENTITY)], startup=False).symbols


def test_threads_may_change_argv_as_soon_as_they_end():
    """The result is where argv was; other threads may start much later."""
    slow = IDENTITY.replace("move_i32 s11, s1", "move_i32 s11, s1\n" + "nop\n" * 300)
    for turn in (1, 1000):
        system = run(image_of(slow), 8, turn, argc=1, argv=4)
        assert [thread.scalar[11] for thread in system.threads] == [4] * 8
    assert system.threads[0].scalar[RM] == 0xFFFF


OWN_STARTUP = """
        .globl  main
main:   add_i32 s2, s0, s1
        lea     s1, value
        load32  s0, (s1)
        mulli   s0, s0, 100
        add_i32 s0, s0, s2
        movei   s3, {last}
        load32_u8_scratchpad s3, (s3)
        add_i32 s0, s0, s3
        jret
first:  lea     s1, value
        movei   s2, 3
        store32 s2, (s1)
        jret
second: lea     s1, value
        load32  s2, (s1)
        mulli   s2, s2, 5
        store32 s2, (s1)
        jret
        .section .init_array,"aw"
        .word   first, second
        .bss
value:  .space  4
        .section scratchpad,"aw",@progbits
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("size", (1, 7, 64, 75, 208))
def test_startup_code_in_the_manner_of_the_vendor(engine: Engine, size: int):
    """Constructors, the scratchpad in vectors, words and bytes, arguments, the end."""
    source = Path(__file__).with_name("startup.s")
    content = bytes((11 * i + 2) % 256 for i in range(size))
    program = (
        OWN_STARTUP.format(last=size - 1) + f".byte {', '.join(map(str, content))}"
    )
    own = assemble(source.read_text(), str(source))
    image = link([assemble(program, "main.s"), own])
    assert image.entry == RESET_PC == image.symbols["_start"].address
    system = run(image, argc=20, argv=3, engine=engine)
    assert system.result == 15 * 100 + 23 + content[-1]
    assert system.scratchpad.read(0, size + 100) == content + bytes(100)
    (thread,) = system.threads
    thread.advance(10)
    assert thread.status == 2 and thread.scalar[RM] == 0xFFFF
    assert thread.scalar[SP] == stack_top(0, 0)
    # Traps go to the vector.
    thread.pc = TRAP_VECTOR
    thread.advance(20)
    assert thread.status == 3
