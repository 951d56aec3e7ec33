"""circ-cc with a C compiler: C in, whole programs, diagnostics."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir

import pytest
from c_compiler import Compiler, needs_clang
from naplespu_archives import archive_of

import circ
from circ.targets.llvm import read_llvm
from circ.targets.llvm.canonical import parse_error
from circ.tools import circ_opt

pytestmark = needs_clang

MAIN = """int twice(int);
extern int scale;
int unused(int x) { return x - 1; }
int main(int argc, char **argv) { return twice(argc + scale); }
"""
TWICE = """int scale = 20;
int twice(int x) { return x + x; }
"""


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.c").write_text(MAIN)
    Path("twice.c").write_text(TWICE)


def functions(path: str) -> list[str]:
    """The names of the functions in a file of LLVM IR."""
    module = read_llvm(Path(path).read_bytes(), path)
    return [
        op.properties["sym_name"].data for op in module.ops if op.name == "func.func"
    ]


def test_preprocessing_goes_to_stdout(cc: Compiler):
    status, out, err = cc("-E", "-P", "-DX=5", "-U", "Y", "-", "-x", "c")
    assert (status, err) == (0, "")
    Path("a.h").write_text("#pragma once\nint included = X;\n")
    Path("a.c").write_text('#include "a.h"\n')
    status, out, err = cc("-E", "-P", "-DX=5", "a.c")
    assert (status, out.strip(), err) == (0, "int included = 5;", "")
    assert cc("-E", "a.c", "-o", "a.i") == (0, "", "")
    assert "included" in Path("a.i").read_text()
    status, out, _ = cc("-MM", "a.c")
    assert (status, out) == (0, "a.o: a.c a.h\n")


def test_macros_say_which_machine_it_is(cc: Compiler):
    Path("a.c").write_text(
        "#if defined __arm__ || !defined __naplespu__ || !defined __circ__\n"
        "#error wrong machine\n#endif\n"
        '_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4, "ILP32");\n'
        '_Static_assert(sizeof(long double) == 8, "a double");\n'
        '_Static_assert(_Alignof(long long) == 8 && (char)-1 < 0, "layout");\n'
        "struct S { char c; double d; };\n"
        '_Static_assert(sizeof(struct S) == 16 && sizeof(enum {A}) == 4, "sizes");\n'
    )
    assert cc("-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-pedantic", "a.c") == (
        *(0, "", ""),
    )


def test_diagnostics_of_the_compiler_are_unchanged(cc: Compiler):
    Path("a.c").write_text("int f(void) {\n  return x;\n}\n")
    for words in ("-c a.c main.c", "a.c main.c -O2", "-fsyntax-only a.c", "-S a.c"):
        status, out, err = cc(*words.split())
        assert (status, out) == (1, ""), words
        assert err.startswith("a.c:2:10: error: use of undeclared identifier 'x'")
    assert not Path("a.out").exists() and not Path("a.o").exists()
    Path("b.c").write_text("int f(void) { int unused; return 0; }\n")
    status, _, err = cc("-fsyntax-only", "-Wall", "-lm", "-L.", "-static", "b.c")
    assert status == 0 and err.startswith("b.c:1:19: warning: unused variable 'unused'")
    status, _, err = cc("-fsyntax-only", "-Wall", "-Werror", "b.c")
    assert status == 1
    assert "[-Werror,-Wunused-variable]" in err
    assert cc("-c", "-emit-llvm", "-w", "-Wall", "b.c") == (0, "", "")


def test_llvm_ir_is_an_output(cc: Compiler):
    assert cc("-S", "-emit-llvm", "-O1", "twice.c") == (0, "", "")
    assert "define dso_local" in Path("twice.ll").read_text()
    assert cc("-c", "-emit-llvm", "main.c", "twice.c") == (0, "", "")
    assert functions("twice.bc") == ["twice"]
    status, out, _ = cc("-S", "-emit-llvm", "twice.c", "-o", "-")
    assert status == 0 and "@twice(" in out


def test_dependencies(cc: Compiler):
    Path("a.h").write_text("int included;\n")
    Path("a.c").write_text('#include "a.h"\n')
    Path("out").mkdir()
    assert cc("-c", "-emit-llvm", "-MMD", "a.c", "-o", "out/b.bc") == (0, "", "")
    assert Path("out/b.d").read_text() == "out/b.bc: a.c a.h\n"


def test_programs_are_joined(cc: Compiler):
    words = "-emit-llvm -nodefaultlibs -O2 -o all.bc".split()
    assert cc("main.c", "twice.c", *words) == (0, "", "")
    assert functions("all.bc") == ["main"]
    text = circ.load("all.bc").module
    assert "40 : i32" in str(text) and "pointer.load" not in str(text)


def test_what_objects_use_stays(cc: Compiler):
    Path("c.s").write_text("\t.globl g\ng:\n\tjmpsr unused\n\tjret\n")
    assert cc("-c", "c.s") == (0, "", "")
    words = "-emit-llvm -nodefaultlibs -O2 -o all.bc".split()
    assert cc("main.c", "twice.c", "c.o", *words) == (0, "", "")
    assert functions("all.bc") == ["unused", "main"]
    assert cc("main.c", "twice.c", "-u", "twice", *words) == (0, "", "")
    assert functions("all.bc") == ["main", "twice"]
    # Without optimisation only what nothing uses is removed.
    words = "-emit-llvm -nodefaultlibs -o all.bc".split()
    assert cc("main.c", "twice.c", *words) == (0, "", "")
    assert functions("all.bc") == ["main", "twice"]


@pytest.mark.parametrize("level", ("-O1", "-O2"))
@pytest.mark.every(2, first=1)
def test_printed_commands_make_the_same_program(cc: Compiler, level: str):
    status, _, commands = cc("-v", "main.c", "twice.c", level, "-o", "prog.elf")
    assert status == 0, commands
    made = Path("prog.elf").read_bytes()
    Path("prog.elf").unlink()
    words = shlex.split(commands)
    try:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path}
        subprocess.run(["sh", "-ec", commands], env=environment, check=True)
        result = circ.run("prog.elf", argv=["x"])
        assert (result.status, Path("prog.elf").read_bytes()) == (44, made)
    finally:
        for word in {*words}:
            if word.startswith(gettempdir()) and word.endswith((".o", ".bc")):
                Path(word).unlink(missing_ok=True)


def test_separate_compilation(cc: Compiler):
    assert cc("-c", "-O2", "main.c", "twice.c") == (0, "", "")
    members = {"twice.o": Path("twice.o").read_bytes()}
    Path("libtwice.a").write_bytes(archive_of(members, {"twice.o": ["twice"]}, "gnu"))
    for words in ("main.o twice.o", "main.o -L. -ltwice", "main.c libtwice.a -O2"):
        assert cc(*words.split(), "-o", "prog.elf") == (0, "", "")
        assert circ.run("prog.elf", argv=["x"]).status == 44
    # Assembly is what compilers go through, too.
    assert cc("-S", "-O1", "-g", "twice.c") == (0, "", "")
    assert ".loc" in Path("twice.s").read_text()
    assert cc("main.c", "twice.s", "-o", "prog.elf") == (0, "", "")
    assert circ.run("prog.elf", argv=["x"]).status == 44


def test_a_library_is_no_program(cc: Compiler):
    words = "-emit-llvm -nodefaultlibs -O2 -o all.bc".split()
    assert cc("twice.c", *words) == (0, "", "")
    assert functions("all.bc") == ["twice"]


def test_weak_definitions_may_be_several(cc: Compiler):
    Path("weak.c").write_text(
        "__attribute__((weak)) int twice(int x) { return 7; }\nint common[4];\n"
    )
    Path("common.c").write_text(
        "extern int common[];\nint first(void) { return *common; }\n"
    )
    words = "-emit-llvm -nodefaultlibs -O2 -fcommon -o all.bc".split()
    assert cc("weak.c", "main.c", "twice.c", "common.c", *words) == (0, "", "")
    assert functions("all.bc") == ["main"]
    assert "40 : i32" in str(circ.load("all.bc").module)


def test_what_two_files_define_is_diagnosed(cc: Compiler):
    Path("again.c").write_text("int twice(int x) { return x * 2; }\n")
    expected = "again.c:1:1: error: 'twice' is also defined in twice.c"
    for options in ("main.c twice.c again.c -O2", "twice.c main.c again.c -g -O2"):
        status, _, err = cc(*options.split(), "-nodefaultlibs")
        assert (status, err.splitlines()[0]) == (1, expected)
    assert not Path("a.out").exists()


def test_malformed_llvm_ir(cc: Compiler):
    Path("a.ll").write_text("define i32 @main() {\n  ret i32 %x\n}\n")
    for words in ("-c a.ll", "a.ll -O2 -nodefaultlibs", "a.ll", "--emit=gen a.ll"):
        status, out, err = cc(*words.split())
        assert (status, out) == (1, "")
        lines = err.splitlines()
        assert lines[0].startswith("a.ll:2:11: error: use of undefined value"), err
        assert lines[1:] == ["  ret i32 %x", "          ^"]
    assert cc("-c", "-emit-llvm", "twice.c")[0] == 0
    data = Path("twice.bc").read_bytes()
    Path("twice.bc").write_bytes(data[: len(data) // 2])
    for words in ("-c twice.bc", "twice.bc -O2 -nodefaultlibs"):
        status, out, err = cc(*words.split())
        assert (status, out, len(err.splitlines())) == (1, "", 1)
        assert err.startswith("twice.bc: error: ")


def test_circ_names_places_in_c(cc: Compiler):
    Path("a.c").write_text(
        'int f(int x) {\n  int y = x;\n  __asm__("nop");\n  return y;\n}\n'
    )
    for words in ("-c a.c", "-c -g a.c", "a.c -O2 -nodefaultlibs -e f", "-c -O1 a.c"):
        status, out, err = cc(*words.split())
        assert (status, out) == (1, ""), words
        lines = err.splitlines()
        assert lines[0].startswith("a.c:3:3: error: "), err
        assert lines[1:] == ['  __asm__("nop");', "  ^"]


def test_constructors_run_before_main(cc: Compiler, tmp_path: Path):
    Path("first.c").write_text(
        "extern int v;\nint main(void) { return v; }\n"
        "__attribute__((constructor)) static void init(void) { v += 2; }\n"
    )
    Path("second.c").write_text(
        "int v = 20;\n__attribute__((constructor(101))) void init(void) { v *= 2; }\n"
    )
    assert cc("first.c", "second.c", "-O2", "-nodefaultlibs") == (0, "", "")
    assert circ.run("a.out").status == 42
    status, _, err = cc("first.c", "second.c", "-nodefaultlibs")
    what = "a constructor in another file than 'main' is not supported"
    assert (status, err) == (1, f"second.c: error: {what}\n")


def test_bitcode_of_a_newer_clang_is_diagnosed():
    text = "Unknown attribute kind (105) (Producer: 'LLVM24.1.0' Reader: 'LLVM 22.1.0')"
    message = "a.bc: error: the bitcode is of LLVM24.1.0, but llvmlite reads those up"
    assert str(parse_error("a.bc", text)).startswith(message)


UNDEFINED = """int nowhere(int);
extern int gone;
int main(int argc, char **argv) {
  int x = nowhere(argc);
  return x + gone + nowhere(2);
}
"""


@pytest.mark.parametrize("options", ("-O0", "-O2", "-g", "-O1 -g -j2"))
@pytest.mark.every(2)
def test_undefined_symbols_have_places_in_c(cc: Compiler, options: str):
    Path("undefined.c").write_text(UNDEFINED)
    status, _, err = cc("undefined.c", "-nodefaultlibs", *options.split())
    assert status == 1
    assert err.splitlines() == [
        "undefined.c:4:11: error: the symbol 'nowhere' is not defined",
        "  int x = nowhere(argc);",
        "          ^",
        "undefined.c:5:14: error: the symbol 'gone' is not defined",
        "  return x + gone + nowhere(2);",
        "             ^",
    ]
    assert not Path("undefined.out").exists()


def test_symbols_of_objects_have_places_in_c(cc: Compiler):
    Path("undefined.c").write_text(UNDEFINED)
    Path("again.c").write_text("int g;\n\nint main(void) {\n  return g;\n}\n")
    assert cc("-g", "-c", "undefined.c", "again.c") == (0, "", "")
    status, _, err = cc("undefined.o", "-nodefaultlibs")
    assert status == 1
    assert err.startswith(
        "undefined.c:4:11: error: the symbol 'nowhere' is not defined"
    )
    status, _, err = cc("undefined.o", "again.o", "-nodefaultlibs")
    assert status == 1
    assert err.splitlines()[0].startswith("again.c:"), err
    assert err.splitlines()[0].endswith("error: 'main' is also defined in undefined.o")
    # Without lines there are the objects.
    assert cc("-c", "undefined.c", "again.c") == (0, "", "")
    status, _, err = cc("undefined.o", "-nodefaultlibs")
    assert (status, err.count("undefined.o: byte ")) == (1, 2)
    status, _, err = cc("undefined.o", "again.o", "-nodefaultlibs")
    assert (status, err) == (
        1,
        "again.o: error: 'main' is also defined in undefined.o\n",
    )


def test_other_commands_read_c(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "argv", ["circ-opt", "twice.c"])
    assert circ_opt.main() == 0
    assert "func.func @twice(%" in capfd.readouterr().out
    Path("a.c").write_text("int f(void) { return x; }\n")
    monkeypatch.setattr(sys, "argv", ["circ-opt", "a.c"])
    assert circ_opt.main() == 1
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("a.c:1:22: error: use of undeclared")
    assert err.splitlines()[-1] == "1 error generated."


PRINTS = """
#include <stdio.h>
#ifndef N
#define N 1
#endif
int main(int argc, char **argv) { printf(argv[1], N); return argc; }
"""


@pytest.mark.parametrize(
    "options",
    ({}, {"opt": 0}, {"level": "circuit"}, {"fp": "rtl"}),
    ids=lambda options: "-".join(options) or "none",
)
@pytest.mark.every(4)
def test_python_runs_c(options: dict[str, object], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CIRC_CACHE", "0")
    Path("a.c").write_text(PRINTS)
    result = circ.run("a.c", argv=["<%d>"], **options)
    assert (result.output, result.status) == ("<1>", 2)
    monkeypatch.setenv("CIRC_CFLAGS", "-DN=2 -O0")
    assert circ.run("a.c", argv=["%d"]).output == "2"
    assert "printf" in str(circ.load("a.c"))


@pytest.mark.long
def test_python_compares_levels_of_c(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CIRC_CACHE", "0")
    Path("a.c").write_text(PRINTS)
    results = circ.compare_levels("a.c", argv=["%d"])
    assert {result.output for result in results.values()} == {"1"}


def test_python_reads_c():
    assert circ.run("twice.c", 21, level="source", entry="twice").results == [42]
    Path("a.c").write_text("int f(void) { return x; }\n")
    with pytest.raises(circ.Diagnostic, match=r"^a\.c:1:22: error: use of undeclared"):
        circ.load("a.c")


def test_nothing_is_left(cc: Compiler, monkeypatch: pytest.MonkeyPatch):
    where = Path("temporary")
    where.mkdir()
    monkeypatch.setattr(
        "circ.tools.compiler_driver.plan.gettempdir", lambda: str(where)
    )
    Path("bad.c").write_text('void f(void) { __asm__("nop"); }\n')
    for files in ("main.c twice.c", "main.c bad.c", "main.c"):
        for level in ("-O0", "-O2"):
            cc(*files.split(), level, "-nodefaultlibs")
            assert os.listdir(where) == []
