"""The command line of circ-reduce: tests as scripts, output, interrupts, errors."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from csmith import missing

from circ.tools import circ_reduce

PROGRAM = """
func.func @other(%x: i8) -> i8 {
  func.return %x : i8
}
func.func @main(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    %y = arith.muli %a, %x : i32
    %z = arith.divsi %y, %x : i32
    scf.yield %z : i32
  }
  func.return %r : i32
}
"""

CIRCUIT = """
x = ARG[I32] {0}
k = CONST[I32] {77}
s = SUB[I32] : | | x, k
t = MUL[I32] : | | s, x
c = ICMP[I1] {SLT} : | | t, k
br = IF_BRANCH : SE | | c
yes = IF_TRUE : br
no = IF_FALSE : br
a = RETURN : yes | DE | s
b = RETURN : no | DE | t
"""

Run = Callable[..., int]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["circ-reduce", *arguments])
        return circ_reduce.main()

    return run


def script(path: Path, *lines: str) -> str:
    path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n")
    path.chmod(0o755)
    return str(path)


def test_to_a_file(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    Path("p.mlir").write_text(PROGRAM)
    test = script(tmp_path / "test.sh", "grep -q divsi $1")
    assert run("p.mlir", "--test", test, "-o", "out.mlir") == 0
    text = Path("out.mlir").read_text()
    assert "divsi" in text and "scf" not in text and "@other" not in text
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "operations left" in captured.err
    assert Path("p.mlir").read_text() == PROGRAM
    assert sorted(os.listdir()) == ["out.mlir", "p.mlir", "test.sh"]


@pytest.mark.long
def test_runs_the_program(run: Run, tmp_path: Path, capsys):
    """The test of a real case: `circ-run` gives a certain result."""
    Path("p.mlir").write_text(PROGRAM)
    main = "import sys; from circ.tools.circ_run import main; sys.exit(main())"
    test = script(
        tmp_path / "test.sh",
        f"test \"$({sys.executable} -c '{main}' $1 --level source --entry main "
        '-- 7 2)" = 7',
    )
    assert run("p.mlir", "--test", test) == 0
    text = capsys.readouterr().out
    assert "func.return %x" in text or "constant 7" in text
    assert "scf" not in text and "@other" not in text


def test_circuit_file(run: Run, tmp_path: Path, capsys):
    Path("f.circuit").write_text(CIRCUIT)
    test = script(tmp_path / "test.sh", "grep -q SUB $1 && test ${1##*.} = circuit")
    assert run("f.circuit", "--test", test) == 0
    text = capsys.readouterr().out
    assert "SUB" in text and "MUL" not in text and "IF_BRANCH" not in text


def test_c_file(run: Run, tmp_path: Path, capsys):
    Path("p.c").write_text(
        "int f(int x) { return x << 2; }\nint main() { return f(3); }"
    )
    test = script(tmp_path / "test.sh", "grep -q '<<' $1 && test ${1##*.} = c")
    assert run("p.c", "--test", test) == 0
    captured = capsys.readouterr()
    assert "<<" in captured.out and "main" not in captured.out
    assert "words left" in captured.err


def test_llvm_file(run: Run, tmp_path: Path, capsys):
    Path("p.ll").write_text(
        "define i32 @f(i32 %0) {\n  %2 = shl i32 %0, 2\n  ret i32 %2\n}\n"
        "define i32 @main() {\n  %1 = call i32 @f(i32 3)\n  ret i32 %1\n}\n"
    )
    test = script(tmp_path / "test.sh", "grep -q shl $1 && test ${1##*.} = ll")
    assert run("p.ll", "--test", test, "-o", "out.ll") == 0
    text = Path("out.ll").read_text()
    assert "shl" in text and "main" not in text


@pytest.mark.long
def test_message_of_circ_run(run: Run, capsys):
    """What fails to compile is reduced to what the message is about."""
    Path("p.mlir").write_text(PROGRAM)
    options = ("--max-candidates", "6", "--", "--entry", "main", "--", "7")
    assert run("p.mlir", "--message", "takes 2 arguments", *options) == 0
    text = capsys.readouterr().out
    assert "@main" in text and "@other" not in text


def test_levels_that_do_not_differ(run: Run, capsys):
    Path("p.mlir").write_text(PROGRAM)
    options = ("--", "--entry", "main", "--", "7", "2")
    assert run("p.mlir", "--levels-differ", *options) == 1
    assert "is not interesting" in capsys.readouterr().err


def test_host_without_a_compiler(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    Path("p.c").write_text("int main(void) { return 0; }")
    monkeypatch.setenv("PATH", "")
    assert run("p.c", "--differs-from-host") == 1
    assert "there is no gcc on the PATH" in capsys.readouterr().err


def test_difference_from_the_host(run: Run, capsys):
    """`long double` is larger there; a program without such a difference is refused."""
    if (reason := missing()) is not None:
        pytest.skip(reason)
    source = "#include <stdio.h>\nint other;\nint main(void) {\n"
    source += '  printf("%u", (unsigned) sizeof(long double)); return 0;\n}\n'
    Path("p.c").write_text(source)
    options = (
        "--differs-from-host",
        "--max-candidates",
        "2",
        "--",
        "--level",
        "source",
    )
    assert run("p.c", *options) == 0
    assert "long double" in capsys.readouterr().out
    Path("p.c").write_text(source.replace("long double", "long"))
    assert run("p.c", *options) == 1
    assert "is not interesting" in capsys.readouterr().err


def test_one_test_is_needed(run: Run, capsys):
    Path("p.mlir").write_text(PROGRAM)
    with pytest.raises(SystemExit) as exit:
        run("p.mlir", "--levels-differ", "--test", "p.mlir")
    assert exit.value.code == 2
    with pytest.raises(SystemExit) as exit:
        run("p.mlir")
    assert exit.value.code == 2


def test_not_interesting(run: Run, tmp_path: Path, capsys):
    Path("p.mlir").write_text(PROGRAM)
    test = script(tmp_path / "test.sh", "exit 1")
    assert run("p.mlir", "--test", test, "-o", "out.mlir") == 1
    assert "'p.mlir' is not interesting to the test" in capsys.readouterr().err
    assert not Path("out.mlir").exists()


@pytest.mark.parametrize(
    ("file", "message"),
    (("missing.sh", "there is no test 'missing.sh'"), ("p.mlir", "is not executable")),
)
def test_wrong_test(run: Run, capsys, file: str, message: str):
    Path("p.mlir").write_text(PROGRAM)
    assert run("p.mlir", "--test", file) == 2
    assert message in capsys.readouterr().err


def test_script_without_interpreter(run: Run, tmp_path: Path, capsys):
    Path("p.mlir").write_text(PROGRAM)
    test = tmp_path / "test"
    test.write_text("#!/nowhere/sh\n")
    test.chmod(0o755)
    assert run("p.mlir", "--test", str(test)) == 2
    assert "cannot run the test" in capsys.readouterr().err


def test_wrong_input(run: Run, tmp_path: Path, capsys):
    Path("p.mlir").write_text("func.func @f(")
    test = script(tmp_path / "test.sh", "exit 0")
    assert run("p.mlir", "--test", test) == 1
    assert "p.mlir:1:" in capsys.readouterr().err


@pytest.mark.parametrize("has_output", (True, False))
@pytest.mark.every(2)
def test_interrupt_loses_nothing(tmp_path: Path, has_output: bool):
    source = tmp_path / "p.mlir"
    source.write_text(PROGRAM)
    # Interesting at once for the first candidates, then slow.
    test = script(
        tmp_path / "test.sh",
        "grep -q divsi $1 || exit 1",
        f"if grep -q @other $1; then exit 0; fi; touch {tmp_path}/slow; sleep 20",
    )
    code = "import sys; from circ.tools.circ_reduce import main; sys.exit(main())"
    command = [sys.executable, "-c", code, str(source), "--test", test]
    out = tmp_path / "out.mlir"
    if has_output:
        command += ["-o", str(out)]
    # A shell that runs the tests in the background has them ignore interrupts.
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.default_int_handler),
    )
    for _ in range(600):
        if (tmp_path / "slow").exists() or process.poll() is not None:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT, stderr
    text = out.read_text() if has_output else stdout
    assert "divsi" in text and "@other" in text
