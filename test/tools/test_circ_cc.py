"""circ-cc without a C compiler: options, the plan, assembly, objects, linking."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from c_compiler import Compiler
from naplespu_archives import archive_of

from circ.targets.naplespu.object.elf_reader import read_executable
from circ.tools.command import UsageError
from circ.tools.compiler_driver.option_table import OPTIONS, Value, option_of
from circ.tools.compiler_driver.options import OPTIMIZATIONS, Options, parse

MAIN = """\t.text
\t.globl main
main:
\tmoveil s0, 7
\tjret
"""

CALLER = """\t.text
\t.globl main
main:
\tjmpsr f
\tjret
"""

CALLEE = MAIN.replace("main", "f")


@pytest.fixture
def clang(tmp_path: Path) -> Path:
    """A C compiler that only exists."""
    path = tmp_path / "bin" / "clang"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\nexit 3\n")
    path.chmod(0o755)
    return path


def planned(cc: Compiler, *arguments: object) -> list[list[str]]:
    """The steps: program or compiler, inputs and the like, without target's flags."""
    status, out, err = cc("-###", *arguments)
    assert (status, out) == (0, ""), err
    return [shlex.split(line) for line in err.splitlines()]


def touch(*names: str) -> None:
    for name in names:
        Path(name).touch()


# region Options


def test_options_of_c_compilers():
    options = parse(
        "-O2 a.c -Iinc -I other -DX -D Y=1 -Wall -Werror=foo -std=c11 -g -lm -L lib "
        "-include first.h -MMD -MF x.d -Xclang -v -c -o a.o -fwrapv b.c".split()
    )
    assert [given.name for given in options.inputs] == ["a.c", "m", "b.c"]
    assert [given.is_library for given in options.inputs] == [False, True, False]
    assert options.clang_flags == (
        "-O2 -Iinc -I other -DX -D Y=1 -Wall -Werror=foo -std=c11 -g "
        "-include first.h -MMD -MF x.d -Xclang -v -fwrapv"
    ).split(" ")
    assert (options.stage, options.output, options.opt) == ("obj", "a.o", 2)
    assert options.include == ["inc", "other"]
    assert options.library_paths == ["lib"]
    assert options.has_lines


def test_the_defaults_are_those_of_c_compilers():
    options = parse(["a.c"])
    assert (options.stage, options.output, options.opt) == ("elf", None, 0)
    assert options.links and not options.joins_modules and not options.has_lines


@pytest.mark.parametrize("level", OPTIMIZATIONS)
def test_levels_of_optimization(level: str):
    options = parse(["a.c", f"-O{level}"])
    assert options.opt == OPTIMIZATIONS[level]
    assert options.clang_flags == [f"-O{level}"]
    assert parse(["a.c", f"-O{level}", "--opt", "0"]).opt == 0
    assert parse(["a.c", "--opt=3", f"-O{level}"]).opt == 3


@pytest.mark.parametrize(
    ("words", "stage"),
    (
        ("-c", "obj"),
        ("-S", "asm"),
        ("-S -c", "asm"),
        ("-c -E", "preprocessed"),
        ("-M", "preprocessed"),
        ("-MM -c", "preprocessed"),
        ("-fsyntax-only -c", "nothing"),
        ("--emit=obj", "obj"),
        ("--emit hex", "hex"),
        ("--emit=circuit", "circuit"),
        ("", "elf"),
    ),
)
def test_stages(words: str, stage: str):
    assert parse([*words.split(), "a.c"]).stage == stage


def test_options_whose_value_is_no_input():
    words = "-U X -isystem a -iquote b -idirafter c -imacros d -MT e -Xpreprocessor f"
    words += " -mllvm g -Xassembler h --param i --sysroot j -isysroot k -iprefix l"
    words += " -iwithprefix m -iframework n --sysroot=o -isystemp -MQ q"
    options = parse(words.split())
    assert options.inputs == []
    assert options.clang_flags == words.split()


def test_languages_hold_for_what_follows():
    options = parse("a -x c b -xassembler c -x none d -x gen-text e".split())
    languages = [given.language for given in options.inputs]
    assert languages == [None, "c", "s", None, "gen"]


def test_after_two_dashes_there_are_only_inputs():
    options = parse(["-c", "--", "-odd.c", "-c"])
    assert [given.name for given in options.inputs] == ["-odd.c", "-c"]


def test_arguments_of_the_linker():
    options = parse("a.o -Wl,-e,f,--gc-sections,-u,g -Xlinker -s -Wl,--odd".split())
    assert (options.entry, options.wanted) == ("f", ["g"])
    assert options.strip
    assert options.linker == ["--odd"]


def test_response_files(tmp_path: Path):
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text("'a b.c' -DX=\\\"y\\\"\n")
    outer.write_text(f"-c @{inner}\n-o out.o")
    options = parse([f"@{outer}", "last.c"])
    assert [given.name for given in options.inputs] == ["a b.c", "last.c"]
    assert options.clang_flags == ['-DX="y"']
    assert (options.stage, options.output) == ("obj", "out.o")
    outer.write_text(f"@{outer}")
    with pytest.raises(UsageError, match="nested too deeply"):
        parse([f"@{outer}"])
    outer.write_text("'")
    with pytest.raises(UsageError, match="No closing quotation"):
        parse([f"@{outer}"])


@pytest.mark.parametrize(
    ("words", "message"),
    (
        ("-c", "no input files"),
        ("a.c -o", "'-o' needs an argument: OUT"),
        ("a.c -O7", "there is no '-O7'"),
        ("a.c --opt=4", "--opt takes 0 ... 3, not '4'"),
        ("a.c -j x", "-j takes a number or dask://HOST:PORT, not 'x'"),
        ("a.c --jobs=-1", "-j takes a number"),
        ("a.c --emit=foo", "--emit takes one of circuit, llvlir"),
        ("a.c --emit=gen -c", "'--emit=gen' says what the output is: not --emit=gen"),
        ("-x foo a.c", "unknown language 'foo' of -x (c, "),
        ("a.c --target=arm", "'--target=arm' is not taken: the target is NaplesPU"),
        ("a.c -march=armv7", "'-march=armv7' is not taken"),
        ("a.c -m64", "'-m64' is not taken"),
        ("a.c -shared", "'-shared' is not taken: programs are linked statically"),
        ("a.c -r", "'-r' is not taken: 'python -m ziglang ar'"),
        ("a.c -fsanitize=undefined,address", "'-fsanitize=undefined,address' is not"),
        ("a.c -fopenmp", "'-fopenmp' is not taken: circ has no run-time library"),
        ("a.c -Tlink.ld", "'-Tlink.ld' is not taken: there are no linker scripts"),
        ("-", "standard input needs -x LANG, or -E"),
    ),
)
def test_wrong_command_lines(cc: Compiler, words: str, message: str):
    touch("a.c")
    status, out, err = cc(*words.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"circ-cc: error: {message}")


def test_each_option_is_found_by_its_name():
    for option in OPTIONS:
        assert option_of(option.name) == (
            option,
            "" if option.value is Value.JOINED else None,
        )
    assert option_of("-emit-ast") is None
    assert option_of("-undef") is None
    assert option_of("--emitted") is None


# endregion
# region Inputs and outputs


@pytest.mark.parametrize(
    ("words", "messages"),
    (
        ("no.c", ["cannot read 'no.c': No such file or directory"]),
        ("no.c a.c no.o", ["cannot read 'no.c'", "cannot read 'no.o'"]),
        (".", ["cannot read '.': Is a directory"]),
        ("-lfoo a.c", ["the library 'libfoo.a' is not found in a directory that -L"]),
        ("-L. -l:foo.a", ["the library 'foo.a' is not found in ."]),
        ("a.cpp", ["'a.cpp': the language is not C; -x c says that it is"]),
        ("a.foo", ["cannot tell the format of 'a.foo'"]),
        ("a.c -c -o no/a.o", ["cannot write 'no/a.o': no such directory"]),
        ("a.c -o .", ["cannot write '.': Is a directory"]),
        ("a.c -o a.c", ["'a.c' is an input and the output"]),
        ("@no", ["cannot read 'no': No such file or directory"]),
        ("a.c --clang nowhere", ["the C compiler 'nowhere' is not found; pip install"]),
    ),
)
def test_what_is_not_there(cc: Compiler, words: str, messages: list[str]):
    touch("a.c")
    Path("a.foo").write_text("what?")
    Path("a.cpp").write_text("int x;")
    before = {*os.listdir()}
    status, out, err = cc(*words.split())
    assert (status, out) == (1, "")
    lines = err.splitlines()
    assert len(lines) == len(messages), err
    for line, message in zip(lines, messages, strict=True):
        assert line.startswith(f"circ-cc: error: {message}")
    assert {*os.listdir()} == before


def test_there_is_no_compiler(cc: Compiler, monkeypatch: pytest.MonkeyPatch):
    touch("a.c")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CIRC_CLANG", raising=False)
    where = "circ.targets.c.clang.find_spec"
    monkeypatch.setattr(where, lambda name: None)  # pyright: ignore
    status, _, err = cc("-c", "a.c")
    assert status == 1
    expected = "circ-cc: error: C needs clang, and there is none: pip install"
    assert err.startswith(expected)


def test_a_compiler_that_fails(cc: Compiler, clang: Path):
    touch("a.c")
    assert cc("-c", "a.c", "--clang", clang) == (1, "", "")
    assert not Path("a.o").exists()


def test_zig_is_a_compiler_with_headers(
    cc: Compiler, clang: Path, monkeypatch: pytest.MonkeyPatch
):
    touch("a.c")
    zig = clang.rename(clang.with_name("zig"))
    monkeypatch.setenv("CIRC_CLANG", str(zig))
    own, library = str(zig.parent / "lib" / "include"), "naplespu/libc/include"
    (command,) = planned(cc, "-fsyntax-only", "a.c")
    assert command[:2] == [str(zig), "clang"]
    headers = [word for word in command if word.endswith("include")]
    assert headers[0].endswith(library) and headers[1:] == [own]
    (command,) = planned(cc, "-fsyntax-only", "a.c", "-nostdinc")
    assert [word for word in command if word.endswith("include")] == [own]


# endregion
# region The plan


def test_plan_of_a_program(cc: Compiler, clang: Path):
    touch("a.c", "b.c", "c.s", "d.o", "e.ll")
    plan = planned(cc, "--clang", clang, *"a.c b.c c.s d.o e.ll -O2 -o p -v".split())
    programs = [Path(command[0]).name for command in plan]
    assert programs == [
        *("circ-translate", "clang", "clang", "circ-cc", "circ-opt", "circ-translate")
    ]
    assembled, first, second, join, lower, link = plan
    c, a, b, joined, program = (
        command[command.index("-o") + 1]
        for command in (assembled, first, second, join, lower)
    )
    assert join[1:4] == [a, b, "e.ll"]
    assert {c, "d.o"} <= {*join} and program not in join
    assert lower[1] == joined and "lower-to-naplespu{opt=2}" in lower
    assert link[1:4] == [program, c, "d.o"]
    assert link[-2:] == ["-o", "p"]
    assert "-O2" in first and "-emit-llvm" in first


def test_plan_without_whole_programs(cc: Compiler, clang: Path):
    touch("a.c", "b.c")
    plan = planned(cc, "--clang", clang, "a.c", "b.c", "-O1", "-nostdlib")
    programs = [Path(command[0]).name for command in plan]
    assert programs == ["clang", "circ-opt", "clang", "circ-opt", "circ-translate"]
    link = plan[-1]
    assert link[-2:] == ["-o", "a.out"] and "--no-startup" in link
    assert not any("libc.a" in word for word in link)


def test_intermediate_files_are_kept(cc: Compiler, clang: Path):
    touch("a.c")
    plan = planned(cc, "--clang", clang, "-save-temps", "-c", "a.c", "-g")
    outputs = [command[command.index("-o") + 1] for command in plan]
    assert outputs == ["a.i", "a.bc", "a.o", "a.s"]
    assert "naplespu-asm{lines=true}" in plan[-1]


def test_dependencies_name_the_object(cc: Compiler, clang: Path):
    touch("a.c")
    (command, _) = planned(cc, "--clang", clang, *"-MMD -c a.c -o ./y.o".split())
    assert command[command.index("-MF") + 1] == "./y.d"
    assert command[command.index("-MT") + 1] == "./y.o"
    (command, _) = planned(cc, "--clang", clang, *"-MD -MF z -MQ w -c a.c".split())
    assert command.count("-MF") == 1 and "-MT" not in command


def test_options_of_the_machine(cc: Compiler):
    touch("a.ll")
    words = "a.ll -S --cpu naplespu-fixed --features=-a,b --disable peephole"
    ((*_, pipeline, _, _, _, _),) = planned(cc, *words.split())
    assert pipeline == (
        "lower-to-naplespu{opt=0 cpu=naplespu-fixed features=-a,b disable=peephole}"
    )
    status, _, err = cc("a.ll", "--emit=gen", "--cpu", "x")
    assert (status, err) == (2, "circ-cc: error: --cpu is for machine code\n")


def test_levels_are_printed(cc: Compiler):
    Path("a.mlir").write_text("func.func @f(%x: i32) -> i32 { func.return %x : i32 }")
    for level in ("circuit", "llvlir", "gen", "naplespu"):
        status, out, err = cc("a.mlir", f"--emit={level}", "-O2")
        assert (status, err) == (0, "")
        assert f"{level}.func @f" in out
    touch("a.ll", "b.ll")
    join, lower = planned(cc, "a.ll", "b.ll", "--emit=circuit")
    assert join[1:3] == ["a.ll", "b.ll"]
    assert lower[-2:] == ["-o", "-"]
    status, _, err = cc("a.ll", "a.mlir", "--emit=circuit")
    assert (status, err.count("is for one file")) == (2, 1)


# endregion
# region Assembly and linking


def test_names_that_look_like_options(cc: Compiler):
    Path("-main.s").write_text(MAIN)
    assert cc("-nodefaultlibs", "-o", "p", "--", "-main.s") == (0, "", "")
    assert cc("-c", "--", "-main.s") == (0, "", "")
    assert Path("-main.o").exists() and Path("p").exists()


def test_assembly_objects_and_archives(cc: Compiler):
    Path("main.s").write_text(CALLER)
    Path("f.s").write_text(CALLEE)
    assert cc("-c", "main.s", "f.s") == (0, "", "")
    Path("libf.a").write_bytes(
        archive_of({"f.o": Path("f.o").read_bytes()}, {"f.o": ["f"]}, "gnu")
    )
    expected = None
    for words in ("main.s f.s", "main.o f.o", "main.s -L. -lf", "main.o libf.a"):
        assert cc(*words.split(), "-nodefaultlibs", "-o", "p") == (0, "", "")
        image = read_executable(Path("p").read_bytes(), "p")
        addresses = {name: image.symbols[name].address for name in ("main", "f")}
        expected = expected or addresses
        assert addresses == expected, words
    assert cc("main.s", "f.s", "--emit=hex", "-nodefaultlibs")[0] == 0
    assert Path("a.hex").read_text().startswith("0x")
    assert not list(Path().glob("*.tmp"))


def test_the_printed_commands_do_the_same(cc: Compiler):
    Path("main.s").write_text(CALLER)
    Path("f.mlir").write_text("func.func @f(%x: i32) -> i32 { func.return %x : i32 }")
    words = "main.s f.mlir -nodefaultlibs -u f -Wl,-s -o p".split()
    status, _, err = cc("-v", *words)
    assert status == 0
    whole = Path("p").read_bytes()
    Path("p").unlink()
    folder = Path(sys.executable).parent
    path = f"{folder}:{os.environ['PATH']}"
    temporary = [word for word in shlex.split(err) if word.endswith((".o", ".bc"))]
    try:
        env = {**os.environ, "PATH": path}
        subprocess.run(["sh", "-e", "-c", err], env=env, check=True)
        assert Path("p").read_bytes() == whole
    finally:
        for name in {*temporary}:
            Path(name).unlink()


def test_a_program_that_does_not_link(cc: Compiler):
    Path("main.s").write_text(CALLER)
    Path("f.s").write_text(CALLEE)
    cc("-c", "f.s", "main.s")
    status, _, err = cc("main.o", "-nodefaultlibs")
    assert status == 1
    assert err.startswith("main.o: byte 0 of section '.text': error: ")
    assert "'f' is not defined" in err
    status, _, err = cc("main.o", "f.o", "f.s", "-nodefaultlibs")
    assert (status, err) == (1, "f.s: error: 'f' is also defined in f.o\n")
    for options in (["-nodefaultlibs"], []):
        status, _, err = cc("f.o", *options)
        message = "circ-cc: error: the program has no function 'main'\n"
        assert (status, err) == (1, message)
    status, _, err = cc("f.o", "-nodefaultlibs", "-u", "g")
    message = "circ-cc: error: the symbol 'g' is not defined\n"
    assert (status, err) == (1, message)
    assert not Path("a.out").exists()
    assert cc("f.o", "-nostdlib", "-nostartfiles") == (0, "", "")
    assert cc("f.o", "-nolibc", "-e", "f") == (0, "", "")
    status, _, err = cc("main.o", "f.o", "-nodefaultlibs", "-Wl,--odd")
    message = "circ-cc: warning: the linker has no option '--odd'\n"
    assert (status, err) == (0, message)
    status, _, err = cc("f.o", "a.out", "-nodefaultlibs")
    message = "a.out: error: an executable cannot be linked with other files\n"
    assert (status, err) == (1, message)


def test_errors_in_one_input_do_not_hide_others(cc: Compiler):
    Path("a.s").write_text("\tfoo s0\n")
    Path("b.s").write_text("\tbar s0\n")
    Path("c.s").write_text(MAIN)
    status, _, err = cc("-c", "a.s", "b.s", "c.s")
    assert status == 1
    assert "a.s:1:2: error: " in err and "b.s:1:2: error: " in err
    assert Path("c.o").exists() and not Path("a.o").exists()


def test_what_is_not_used_is_said(cc: Compiler):
    Path("a.s").write_text(MAIN)
    cc("-c", "a.s")
    status, _, err = cc("-S", "a.s", "a.o")
    assert status == 0
    assert err.splitlines() == [
        "circ-cc: warning: 'a.o' is not used: nothing is linked",
        "circ-cc: warning: 'a.s' is not used: it is assembly already",
    ]
    status, _, err = cc("-E", "a.s")
    warning = "circ-cc: warning: 'a.s' is not used: it is not C\n"
    assert (status, err) == (0, warning)


# endregion
# region Information


def test_information(cc: Compiler):
    status, out, _ = cc("-h")
    assert status == 0
    assert out.startswith("usage: circ-cc FILE... [options]\n")
    assert "All other options go to the C compiler." in out
    assert cc("-dumpmachine") == (0, "naplespu-none-elf\n", "")
    assert cc("-dumpversion").out.strip() in cc("--version").out
    assert cc("-v").out.startswith("circ-cc ")


def test_ignored_options():
    words = "-static -pipe -no-pie -m32 -mlittle-endian -pthread".split()
    assert parse(words) == Options(
        inputs=[], clang_flags=[], features=[], disable=[], linker=[]
    )


# endregion
