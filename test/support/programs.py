"""Programs of the system interface, and executables of assembly."""

from pathlib import Path

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.libc.assembly import assembled
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf import write_executable
from circ.targets.naplespu.startup import program_object

LEVELS = ("source", "circuit", "llvlir", "gen", "naplespu")

DECLARATIONS = """
func.func private @circ_write(i32, i32, i32) -> i32
func.func private @circ_read(i32, i32, i32) -> i32
func.func private @circ_exit(i32)
func.func private @circ_brk(i32) -> i32
func.func private @circ_clock() -> i64
func.func private @setjmp(i32) -> i32
func.func private @longjmp(i32, i32)
"""

CAT = f"""module attributes {{circ.program}} {{
{DECLARATIONS}
// Writes its input, and the last byte of each argument to the stream for errors.
func.func @main(%argc: i32, %argv: i32) -> i32 {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %four = arith.constant 4 : i32
  %buffer = pointer.object 16 align 8
  %size = arith.constant 16 : i32
  cf.br ^read
^read:
  %n = func.call @circ_read(%zero, %buffer, %size) : (i32, i32, i32) -> i32
  %m = func.call @circ_write(%one, %buffer, %n) : (i32, i32, i32) -> i32
  %more = arith.cmpi ne, %n, %zero : i32
  cf.cond_br %more, ^read, ^arguments(%argv : i32)
^arguments(%at: i32):
  %string = pointer.load %at : i32
  %none = arith.cmpi eq, %string, %zero : i32
  cf.cond_br %none, ^end, ^find(%string : i32)
^find(%place: i32):
  %next = arith.addi %place, %one : i32
  %byte = pointer.load %next : i8
  %null = arith.constant 0 : i8
  %last = arith.cmpi eq, %byte, %null : i8
  cf.cond_br %last, ^show, ^find(%next : i32)
^show:
  %w = func.call @circ_write(%two, %place, %one) : (i32, i32, i32) -> i32
  %following = arith.addi %at, %four : i32
  cf.br ^arguments(%following : i32)
^end:
  func.return %argc : i32
}}
}}
"""

ECHO = """
        .globl  main, exit
# Writes the last argument and what it reads at once; the result is argc.
main:   move_i32 s50, s0
        move_i32 s51, s1
        shli    s2, s50, 2
        add_i32 s2, s2, s51
        load32  s1, -4(s2)
        movei   s2, 0
.Lnext: add_i32 s3, s1, s2
        load32_u8 s3, (s3)
        beqz    s3, .Lfound
        addi    s2, s2, 1
        jmp     .Lnext
.Lfound:
        movei   s0, 1
        jmpsr   circ_write
        addi    s1, sp, -64
        movei   s0, 0
        movei   s2, 16
        jmpsr   circ_read
        move_i32 s2, s0
        addi    s1, sp, -64
        movei   s0, 1
        jmpsr   circ_write
        move_i32 s0, s50
        jmp     circ_exit
exit:   jmp     circ_exit
"""


def executable(path: Path, text: str = ECHO) -> Path:
    """A linked program of assembly, with the start-up code of the C library."""
    members = [program_object(), assembled("system"), assembled("setjmp")]
    image = link([assemble(text, "main.s", places=True), *members])
    path.write_bytes(write_executable(image))
    return path
