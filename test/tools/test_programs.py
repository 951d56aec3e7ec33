"""Programs: argv, streams and the exit status, by circ-run and from Python."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from programs import CAT, DECLARATIONS, LEVELS, executable

import circ
from circ.tools.circ_run import main

Capture = pytest.CaptureFixture[bytes]


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, stdin: bytes = b"") -> int:
    monkeypatch.setattr("sys.argv", ["circ-run", *arguments])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    return main()


@pytest.fixture
def cat(tmp_path: Path) -> str:
    path = tmp_path / "cat.mlir"
    path.write_text(CAT)
    return str(path)


@pytest.mark.parametrize("level", LEVELS)
def test_a_module_that_is_a_program(
    level: str, cat: str, capfdbinary: Capture, monkeypatch: pytest.MonkeyPatch
):
    text = b"any bytes: \0\xff\xfe, and more than the program reads at once"
    options = [cat, "--level", level, "--", "a", "-5", "xyz"]
    assert run(monkeypatch, *options, stdin=text) == 4
    out, err = capfdbinary.readouterr()
    assert out == text
    assert err == b"ra5z"


def test_all_levels_agree(
    cat: str, capfdbinary: Capture, monkeypatch: pytest.MonkeyPatch
):
    options = [cat, "--compare-levels", "--json", "--stats", "--", "a"]
    assert run(monkeypatch, *options, stdin=b"text") == 2
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"text{")
    last = json.loads(out.removeprefix(b"text"))
    assert last["status"] == 2
    assert [*last["stats"]["levels"]] == [*LEVELS]
    assert err.startswith(b"rasource: ")


def test_output_file(
    cat: str, tmp_path: Path, capfdbinary: Capture, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "out"
    assert run(monkeypatch, cat, "-o", str(file), stdin=b"\xff\n") == 1
    assert file.read_bytes() == b"\xff\n"
    assert capfdbinary.readouterr() == (b"", b"r")


def test_output_appears_as_it_is_written(tmp_path: Path):
    """The program asks, and the answer is typed when the question is there."""
    program = executable(tmp_path / "echo.elf")
    command = [sys.executable, "-c", "from circ.tools.circ_run import main; main()"]
    process = subprocess.Popen(
        [*command, str(program), "--", "name?"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.read(5) == b"name?"
    process.stdin.write(b"circ")
    process.stdin.flush()
    assert process.stdout.read(4) == b"circ"
    assert process.wait() == 0
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("engine", ("reference", "blocks", "native"))
def test_an_executable(
    engine: str,
    tmp_path: Path,
    capfdbinary: Capture,
    monkeypatch: pytest.MonkeyPatch,
):
    program = str(executable(tmp_path / "echo.elf"))
    options = [program, "--engine", engine, "--guard", "--json", "--", "x y", "last "]
    assert run(monkeypatch, *options, stdin=b"input\n") == 3
    out, _ = capfdbinary.readouterr()
    shown, _, last = out.partition(b"\n")
    assert shown == b"last input"
    assert json.loads(last)["status"] == 3


def test_the_stack_of_an_executable(
    tmp_path: Path, capfdbinary: Capture, monkeypatch: pytest.MonkeyPatch
):
    """It is that of programs, and its end is found."""
    text = """
        .globl  main, exit
main:   lea     s1, 0x100000
        sub_i32 sp, sp, s1      # more than a thread's 16 KiB
        store32 s0, (sp)
        jmp     main
exit:   jmp     circ_exit
"""
    program = str(executable(tmp_path / "deep.elf", text))
    assert run(monkeypatch, program) == 1
    err = capfdbinary.readouterr().err
    assert b"main.s:4:9: error: the machine trapped" in err
    assert b"the stack is full: it ends at 0x04100000" in err


def test_what_is_not_a_program(
    tmp_path: Path, capfdbinary: Capture, monkeypatch: pytest.MonkeyPatch
):
    """Other programs with start-up code have words, unless they are said to be one."""
    from circ.targets.naplespu.assembler.assemble import assemble
    from circ.targets.naplespu.linker.link import link
    from circ.targets.naplespu.object.elf import write_executable

    text = "\t.globl main\nmain: load32 s0, (s1)\n load32_u8 s0, (s0)\n jret\n"
    program = tmp_path / "a.elf"
    program.write_bytes(write_executable(link([assemble(text)])))
    assert run(monkeypatch, str(program), "--program") == ord("/")
    assert capfdbinary.readouterr() == (b"", b"")


def test_heap_size(
    tmp_path: Path, capfdbinary: Capture, monkeypatch: pytest.MonkeyPatch
):
    """A heap ends where the option says."""
    program = tmp_path / "heap.mlir"
    program.write_text(
        f"""{DECLARATIONS}
func.func @main() -> i32 {{
  %zero = arith.constant 0 : i32
  %size = arith.constant 100 : i32
  %start = func.call @circ_brk(%zero) : (i32) -> i32
  %end = arith.addi %start, %size : i32
  %now = func.call @circ_brk(%end) : (i32) -> i32
  %grown = arith.subi %now, %start : i32
  return %grown : i32
}}"""
    )
    options = [str(program), "--program", "--level", "gen", "--heap-size"]
    assert run(monkeypatch, *options, "100") == 100
    assert run(monkeypatch, *options, "99") == 0
    assert capfdbinary.readouterr() == (b"", b"")


REFUSED = {
    "func.func @main(%x: f32) {\n return\n}": r"is of type int \(int, char \*\*\), not",
    "func.func @f() {\n return\n}": "unknown entry 'main'",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str):
    with pytest.raises(circ.Diagnostic, match=REFUSED[text]):
        circ.run(text, argv=[])


def test_from_python(tmp_path: Path):
    result = circ.run(CAT, argv=["one", "b"], stdin=b"\xffin", level="circuit")
    assert (result.status, result.results) == (3, [])
    assert (result.output, result.errors) == ("\udcffin", "meb")
    runs = circ.compare_levels(CAT, argv=["one"], stdin=b"all")
    assert {(r.status, r.output, r.errors) for r in runs.values()} == {(2, "all", "me")}
    with pytest.raises(circ.Diagnostic, match="given argv, and no other"):
        circ.run(CAT, 3)
    with pytest.raises(circ.Diagnostic, match="one thread"):
        circ.run(CAT, threads=2)
    program = executable(tmp_path / "echo.elf")
    result = circ.run(program, argv=["text"], stdin=b"!")
    assert (result.status, result.output) == (2, "text!")
    with pytest.raises(circ.Diagnostic, match="runs at level naplespu"):
        circ.run(program, argv=[], level="gen")


EXITING = f"""{DECLARATIONS}
func.func @f(%n: i32) -> i32 {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %last = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %last, ^exit, ^more
^exit:
  %status = arith.constant 263 : i32
  func.call @circ_exit(%status) : (i32) -> ()
  cf.br ^more
^more:
  %m = arith.subi %n, %one : i32
  %r = func.call @f(%m) : (i32) -> i32
  return %r : i32
}}
"""


@pytest.mark.parametrize("level", LEVELS)
def test_a_function_may_end_the_run(level: str):
    result = circ.run(EXITING, 5, level=level)
    assert (result.status, result.results) == (7, [])
