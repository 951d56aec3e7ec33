"""
Inputs that circ-cc and circ-run refuse: a table of files, the command, what is printed.

All are refused with status 1, wrong options with 2.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

LAYOUT = """target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
"""

MAIN = """define i32 @main() {
  ret i32 0
}
"""


@dataclass(frozen=True)
class BadInput:
    """Files, the command line, and the message, of which `…` stands for anything."""

    message: str
    arguments: str
    files: Mapping[str, str | bytes] = field(default_factory=dict[str, str | bytes])
    status: int = 1
    needs_clang: bool = False


def module(message: str, text: str, layout: str = LAYOUT) -> BadInput:
    """LLVM IR as text, to be compiled."""
    return BadInput(message, "circ-cc -c bad.ll -o bad.o", {"bad.ll": layout + text})


def program(message: str, arguments: str, **files: str | bytes) -> BadInput:
    """C, in files whose names have `_` for the dot."""
    given = {name.replace("_", "."): text for name, text in files.items()}
    return BadInput(message, arguments, given, needs_clang=True)


def call(name: str, type: str = "void") -> str:
    """A function that calls an intrinsic without arguments."""
    result = "" if type == "void" else "%x = "
    return f"""define void @f() {{
  {result}call {type} @{name}()
  ret void
}}
declare {type} @{name}()
"""


EXCEPTIONS = """declare i32 @personality(...)
declare void @f()
"""

DEBUG = """define i32 @main() !dbg !4 {
  %x = call i32 asm "mov $0, #1", "=r"(), !dbg !5
  ret i32 %x, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "program.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "main", file: !1, line: 3, type: !3, unit: !0,
  spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 5, column: 12, scope: !4)
"""

LLVM: Mapping[str, BadInput] = {
    "syntax": module("bad.ll:3:1: error: …", "define i32 @main( {\n"),
    "undefined value": module(
        "bad.ll:3:16: error: use of undefined value '%y'",
        "define i32 @f() {\n  %x = add i32 %y, 1\n  ret i32 %x\n}\n",
    ),
    "dominance": module(
        "bad.ll: error: Instruction does not dominate all uses!",
        "define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n"
        "  ret i32 %x\n}\n",
    ),
    "twice in a module": module(
        "bad.ll:5:12: error: invalid redefinition of function 'main'", MAIN + MAIN
    ),
    "inline assembly": module(
        "bad.ll: in function f: error: inline assembly is not supported",
        'define void @f() {\n  call void asm sideeffect "nop", ""()\n  ret void\n}\n',
    ),
    "inline assembly with its place": module(
        "program.c:5:12: error: inline assembly is not supported", DEBUG
    ),
    "assembly of a module": module(
        "bad.ll: error: inline assembly is not supported",
        'module asm ".globl x"\n' + MAIN,
    ),
    "callbr": module(
        "bad.ll: in function f: error: 'callbr' is not supported",
        """define void @f() {
  callbr void asm "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}
""",
    ),
    "landing pad": module(
        "bad.ll: in function g: error: '…' is not supported",
        EXCEPTIONS
        + """define i32 @g() personality ptr @personality {
  invoke void @f() to label %a unwind label %b
a:
  ret i32 0
b:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
""",
    ),
    "catch pad": module(
        "bad.ll: in function g: error: '…' is not supported",
        EXCEPTIONS
        + """define void @g() personality ptr @personality {
  invoke void @f() to label %a unwind label %b
a:
  ret void
b:
  %s = catchswitch within none [label %c] unwind to caller
c:
  %k = catchpad within %s []
  catchret from %k to label %a
}
""",
    ),
    "resume": module(
        "bad.ll: in function g: error: 'resume' is not supported",
        EXCEPTIONS
        + """define void @g() personality ptr @personality {
  resume { ptr, i32 } zeroinitializer
}
""",
    ),
    "type of an exception": module(
        "bad.ll: in function f: error: 'llvm.eh.typeid.for.p0' is not supported",
        """define i32 @f() {
  %x = call i32 @llvm.eh.typeid.for.p0(ptr null)
  ret i32 %x
}
declare i32 @llvm.eh.typeid.for.p0(ptr)
""",
    ),
    "thread-local": module(
        "bad.ll: error: the thread-local variable @x is not supported",
        "@x = thread_local global i32 5\n" + MAIN,
    ),
    "coroutine": module(
        "bad.ll: in function f: error: 'llvm.coro.…' is not supported",
        call("llvm.coro.noop", "ptr"),
    ),
    "scalable vector": module(
        "bad.ll: in function f: error: scalable vectors are not supported",
        "define <vscale x 4 x i32> @f(<vscale x 4 x i32> %x) {\n"
        "  ret <vscale x 4 x i32> %x\n}\n",
    ),
    "unknown intrinsic": module(
        "bad.ll: in function f: error: the intrinsic 'llvm.nonsense' is not supported",
        call("llvm.nonsense"),
    ),
    "another machine's intrinsic": module(
        "bad.ll: in function f: error: the intrinsic 'llvm.x86.sse2.pause' is not "
        "supported",
        call("llvm.x86.sse2.pause"),
    ),
    "rounding modes": module(
        "bad.ll: in function f: error: the intrinsic "
        "'llvm.experimental.constrained.sqrt.f32' is not supported",
        """define float @f(float %x) strictfp {
  %r = call float @llvm.experimental.constrained.sqrt.f32(float %x,
    metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  ret float %r
}
declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
""",
    ),
    "floats of 80 bits": module(
        "bad.ll: in function f: error: the type x86_fp80 is not supported",
        "define x86_fp80 @f(x86_fp80 %x) {\n  ret x86_fp80 %x\n}\n",
    ),
    "floats of 128 bits": module(
        "bad.ll: in function f: error: the type fp128 is not supported",
        "define fp128 @f(fp128 %x) {\n  ret fp128 %x\n}\n",
    ),
    "quotient of 256 bits": module(
        "bad.ll: in function f: error: 'udiv' of more than 128 bits is not supported",
        "define i256 @f(i256 %x) {\n  %y = udiv i256 %x, %x\n  ret i256 %y\n}\n",
    ),
    "pointers of 64 bits": module(
        "bad.ll: error: the data layout has pointers of 64 bits, not 32",
        MAIN,
        'target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"\n',
    ),
    "big-endian": module(
        "bad.ll: error: the data layout is big-endian",
        MAIN,
        'target datalayout = "E-m:e-p:32:32-i64:64-n32-S64"\n',
    ),
    "wrong data layout": module(
        "bad.ll:1:…: error: …", MAIN, 'target datalayout = "e-p:x"\n'
    ),
    "recursive aliases": module(
        "bad.ll: error: Aliases cannot form a cycle",
        "@a = alias i32, ptr @b\n@b = alias i32, ptr @a\n",
    ),
    "indirect function": module(
        "bad.ll: error: the indirect function @f is not supported",
        "@f = ifunc i32 (), ptr @r\ndefine ptr @r() {\n  ret ptr null\n}\n",
    ),
    "address space": module(
        "bad.ll: error: @x: address space 3 is not supported",
        "@x = addrspace(3) global i32 0\n" + MAIN,
    ),
    "part of an address": module(
        "bad.ll: error: …address… is not supported",
        "@y = global i32 0\n@x = global i8 ptrtoint (ptr @y to i8)\n",
    ),
    "large object": module(
        "bad.ll: error: @x has 5000000000 bytes, and 2147483647 are supported",
        "@x = global [5000000000 x i8] zeroinitializer\n",
    ),
    "not text": BadInput(
        "bad.ll: byte 13: error: the text is not UTF-8",
        "circ-cc -c bad.ll -o bad.o",
        {"bad.ll": b"define i32 @m\xe4in() { ret i32 0 }"},
    ),
    "null character": BadInput(
        "bad.ll: byte 10: error: the text has a null character",
        "circ-cc -c bad.ll -o bad.o",
        {"bad.ll": MAIN[:10].encode() + b"\0" + MAIN[10:].encode()},
    ),
    "truncated bitcode": BadInput(
        "bad.bc: error: …",
        "circ-cc -c bad.bc -o bad.o",
        {"bad.bc": b"BC\xc0\xde" + bytes(range(100))},
    ),
    "empty bitcode": BadInput(
        "bad.bc: error: …", "circ-cc -c bad.bc -o bad.o", {"bad.bc": b"BC\xc0\xde"}
    ),
    "garbage object": BadInput(
        "bad.o: byte 4: error: expected a little-endian ELF file of class 32",
        "circ-cc bad.o -o a.elf",
        {"bad.o": b"\x7fELF" + bytes(60)},
    ),
    "object of another machine": BadInput(
        "bad.o: byte 4: error: expected a little-endian ELF file of class 32",
        "circ-cc bad.o -o a.elf",
        {"bad.o": b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x01\x00\x3e\x00" + bytes(60)},
    ),
    "garbage archive": BadInput(
        "bad.a: byte 8: error: the header of a member needs 60 bytes",
        "circ-cc bad.a -o a.elf",
        {"bad.a": b"!<arch>\nnonsense"},
    ),
    "missing main": BadInput(
        "circ-cc: error: the program has no function 'main'",
        "circ-cc bad.ll -o a.elf",
        {"bad.ll": LAYOUT + MAIN.replace("main", "f")},
    ),
    "undefined symbol": BadInput(
        "…error: …'nowhere'…",
        "circ-cc bad.ll -o a.elf",
        {
            "bad.ll": LAYOUT
            + """declare void @nowhere()
define i32 @main() {
  call void @nowhere()
  ret i32 0
}
"""
        },
    ),
    "undefined symbol above the machine": BadInput(
        "…error: the external function 'nowhere' is not known",
        "circ-run bad.ll --level source",
        {
            "bad.ll": LAYOUT
            + """declare void @nowhere()
define i32 @main() {
  call void @nowhere()
  ret i32 0
}
"""
        },
    ),
    "duplicate symbol": BadInput(
        "…error: …'main'…also defined in…",
        "circ-cc a.ll b.ll -o a.elf",
        {"a.ll": LAYOUT + MAIN, "b.ll": LAYOUT + MAIN},
    ),
    "two types of a symbol": BadInput(
        "…error: …",
        "circ-cc -O0 a.ll b.ll -o a.elf",
        {"a.ll": LAYOUT + MAIN, "b.ll": LAYOUT + "@main = global i32 5\n"},
    ),
    "main of another type": BadInput(
        "…error: 'main' of a program …",
        "circ-run bad.ll --level source",
        {"bad.ll": LAYOUT + "define double @main(double %x) {\n  ret double %x\n}\n"},
    ),
}

C: Mapping[str, BadInput] = {
    "syntax": program(
        "bad.c:1:18: error: use of undeclared identifier 'ret'",
        "circ-cc bad.c",
        bad_c="int main(void) { ret}",
    ),
    "#error": program(
        'bad.c:1:2: error: "stop here"',
        "circ-cc -c bad.c",
        bad_c='#error "stop here"\n',
    ),
    "missing include": program(
        "bad.c:1:10: fatal error: 'none.h' file not found",
        "circ-cc bad.c",
        bad_c="#include <none.h>\n",
    ),
    "type error": program(
        "bad.c:1:25: error: cast to incomplete type 'struct none'",
        "circ-cc bad.c",
        bad_c="int main(void) { return (struct none)1; }",
    ),
    "inline assembly": program(
        "bad.c:2:5: error: inline assembly is not supported",
        "circ-cc -g bad.c -o a.elf",
        bad_c='int main(void) {\n    __asm__ volatile("nop");\n    return 0;\n}\n',
    ),
    "thread-local": program(
        "bad.c…: error: the thread-local variable @x is not supported",
        "circ-cc bad.c -o a.elf",
        bad_c="_Thread_local int x;\nint main(void) { return x; }\n",
    ),
    "large frame": program(
        "…error: the machine trapped at …: the stack is full: …(in 'main' + …)",
        "circ-run bad.c",
        bad_c="""int main(int argc, char **argv) {
    volatile char buffer[80 << 20];
    buffer[argc] = 1;
    return buffer[argc];
}
""",
    ),
    "undefined function": program(
        "…error: …'nowhere'…",
        "circ-cc bad.c -o a.elf",
        bad_c="int nowhere(void);\nint main(void) { return nowhere(); }\n",
    ),
    "two definitions": program(
        "…error: …'f'…",
        "circ-cc a.c b.c -o a.elf",
        a_c="int f(void) { return 1; }\nint main(void) { return f(); }\n",
        b_c="int f(void) { return 2; }\n",
    ),
    "C++": BadInput(
        "…error: …",
        "circ-cc bad.cpp -o a.elf",
        {"bad.cpp": "int main() { return 0; }\n"},
    ),
}

COMMANDS: Mapping[str, BadInput] = {
    "no input": BadInput("…error: no input files", "circ-cc -o a.elf", status=2),
    "missing file": BadInput(
        "…error: cannot read 'none.c': No such file or directory", "circ-cc none.c"
    ),
    "two missing files": BadInput(
        "…error: cannot read 'none.c': …\n…error: cannot read 'none.o': …",
        "circ-cc none.c none.o",
    ),
    "directory": BadInput("…error: cannot read '.': Is a directory", "circ-cc -c ."),
    "missing library": BadInput(
        "…error: the library 'libnone.a' is not found in …",
        "circ-cc a.ll -lnone -o a.elf",
        {"a.ll": LAYOUT + MAIN},
    ),
    "no such level": BadInput(
        "…error: …", "circ-cc --emit=nonsense a.ll", {"a.ll": MAIN}, 2
    ),
    "no such optimisation": BadInput(
        "…error: …", "circ-cc -O9 a.ll", {"a.ll": MAIN}, 2
    ),
    "output without name": BadInput("…error: …", "circ-cc a.ll -o", {"a.ll": MAIN}, 2),
    "jobs": BadInput("…error: …", "circ-cc -j many a.ll", {"a.ll": MAIN}, 2),
    "unwritable output": BadInput(
        "…error: cannot write 'none/a.elf': no such directory",
        "circ-cc a.ll -o none/a.elf",
        {"a.ll": LAYOUT + MAIN},
    ),
    "output is an input": BadInput(
        "…error: 'a.ll' is an input and the output",
        "circ-cc -c a.ll -o a.ll",
        {"a.ll": LAYOUT + MAIN},
    ),
    "one output for two": BadInput(
        "…error: -o names one file, but there is an output for each input",
        "circ-cc -c a.ll b.ll -o c.o",
        {"a.ll": LAYOUT + MAIN, "b.ll": LAYOUT},
        2,
    ),
    "no such compiler": BadInput(
        "…error: the C compiler 'none' is not found; …",
        "circ-cc --clang none a.c",
        {"a.c": "int main(void) { return 0; }\n"},
    ),
    "level of a program": BadInput(
        "…error: …nonsense…", "circ-run a.ll --level nonsense", {"a.ll": LAYOUT + MAIN}
    ),
}
