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


def many_values(count: int, vectors: bool, edges: bool) -> str:
    """
    Many values that are live across a setjmp, and as many in the part that longjmp
    leaves; `edges` says that longjmp may come back from a later call, as readers do.
    """
    type = "vector<16xi32>" if vectors else "i32"
    access = "<64, align 64, volatile>" if vectors else "<4, align 4, volatile>"
    size = 64 if vectors else 4

    def loads(name: str, base: str) -> str:
        lines: list[str] = []
        for i in range(count):
            lines += [
                f"  %{name}o{i} = arith.constant {size * i} : i32",
                f"  %{name}a{i} = arith.addi {base}, %{name}o{i} : i32",
                f"  %{name}{i} = pointer.load %{name}a{i} memory {access} : {type}",
            ]
        return "\n".join(lines)

    def total(values: str, name: str = "") -> str:
        """Each value counts differently."""
        name = name or values
        lines = [f"  %{name}s0 = arith.addi %{values}0, %{values}0 : {type}"]
        for i in range(1, count):
            lines += [
                f"  %{name}t{i} = arith.addi %{name}s{i - 1}, %{name}s{i - 1} : {type}",
                f"  %{name}s{i} = arith.xori %{name}t{i}, %{values}{i} : {type}",
            ]
        last = f"%{name}s{count - 1}"
        if vectors:
            lines.append(
                f"  %{name}r = vector.reduction <xor>, {last} : {type} into i32"
            )
        else:
            lines.append(f"  %{name}r = arith.addi {last}, %zero : i32")
        return "\n".join(lines)

    again = """
  %nothing = pointer.load %never memory <4, align 4, volatile> : i32
  %comes = arith.cmpi ne, %nothing, %zero : i32
  cf.cond_br %comes, ^returned(%nothing : i32), ^on
"""
    return f"""{DECLARATIONS}
// Its own values are live across the call.
func.func @throw(%buffer: i32, %value: i32, %data: i32) -> i32 {{
{loads("d", "%data")}
  %zero = arith.constant 0 : i32
  func.call @longjmp(%buffer, %value) : (i32, i32) -> ()
{total("d")}
  func.return %dr : i32
}}
func.func @clobber(%data: i32) -> i32 {{
{loads("c", "%data")}
  %zero = arith.constant 0 : i32
  %again = func.call @nothing(%zero) : (i32) -> i32
{total("c")}
  func.return %cr : i32
}}
func.func @nothing(%x: i32) -> i32 {{
  func.return %x : i32
}}
func.func @work(%data: i32) -> i32 {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %more = arith.constant {size * count} : i32
  %buffer = pointer.object 64 align 8
  %never = pointer.object 4 align 4
  %sum = pointer.object 4 align 4
  pointer.store %zero, %never memory <4, align 4, volatile> : i32
{loads("x", "%data")}
  %first = func.call @setjmp(%buffer) : (i32) -> i32
  cf.br ^returned(%first : i32)
^returned(%r: i32):
  %go = arith.cmpi eq, %r, %zero : i32
  cf.cond_br %go, ^go, ^back
^go:
  %others = arith.addi %data, %more : i32
{loads("y", "%others")}
  %clobbered = func.call @clobber(%others) : (i32) -> i32
{again if edges else "  cf.br ^on"}
^on:
{total("y")}
  %all = arith.addi %yr, %clobbered : i32
  pointer.store %all, %sum memory <4, align 4, volatile> : i32
  %seven = arith.constant 7 : i32
  cf.br ^loop(%zero : i32)
^loop(%i: i32):
{total("x", "l")}
  pointer.store %lr, %sum memory <4, align 4, volatile> : i32
  %j = arith.addi %i, %one : i32
  %last = arith.cmpi eq, %j, %seven : i32
  cf.cond_br %last, ^throw, ^loop(%j : i32)
^throw:
  %t = func.call @throw(%buffer, %seven, %others) : (i32, i32, i32) -> i32
  func.return %t : i32
^back:
{total("x")}
  %s = pointer.load %sum memory <4, align 4, volatile> : i32
  %result = arith.addi %xr, %s : i32
  %both = arith.addi %result, %r : i32
  func.return %both : i32
}}
func.func @main() -> i32 {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %step = arith.constant 0x01234567 : i32
  %four = arith.constant 4 : i32
  %end = arith.constant {2 * size * count} : i32
  %data = pointer.object {2 * size * count} align 64
  cf.br ^fill(%zero, %one : i32, i32)
^fill(%offset: i32, %value: i32):
  %at = arith.addi %data, %offset : i32
  pointer.store %value, %at : i32
  %next = arith.muli %value, %step : i32
  %following = arith.addi %offset, %four : i32
  %filled = arith.cmpi eq, %following, %end : i32
  cf.cond_br %filled, ^work, ^fill(%following, %next : i32, i32)
^work:
  %x0 = vector.broadcast %step : i32 to vector<16xi32>
  %x1 = func.call @kept(%data, %x0) : (i32, vector<16xi32>) -> i32
  %high = arith.shrui %x1, %four : i32
  %byte = arith.xori %x1, %high : i32
  func.return %byte : i32
}}
// Its vectors are live across the function that calls setjmp.
func.func @kept(%data: i32, %v: vector<16xi32>) -> i32 {{
  %w = arith.muli %v, %v : vector<16xi32>
  %r = func.call @work(%data) : (i32) -> i32
  %b = vector.broadcast %r : i32 to vector<16xi32>
  %sum = arith.addi %w, %b : vector<16xi32>
  %both = arith.xori %sum, %v : vector<16xi32>
  %all = vector.reduction <add>, %both : vector<16xi32> into i32
  func.return %all : i32
}}
"""
