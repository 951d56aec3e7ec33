"""The pass `mlir-opt`: with the program, without it, and with one that goes wrong."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from circ.tools import circ_opt

SOURCE = """
func.func @f(%a: i32) -> i32 {
  %0 = arith.subi %a, %a : i32
  return %0 : i32
}
"""

Run = tuple[object, str, str]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    source = tmp_path / "t.mlir"
    source.write_text(SOURCE)
    monkeypatch.chdir(tmp_path)

    def run(pipeline: str) -> Run:
        monkeypatch.setattr(sys, "argv", ["circ-opt", "t.mlir", "-p", pipeline])
        return circ_opt.main(), *capsys.readouterr()

    return run


@pytest.mark.parametrize(
    ("script", "expected"),
    (
        (None, "t.mlir:2:1: error: pass 'mlir-opt': cannot run './program': No such"),
        ("echo", "t.mlir:2:1: error: pass 'mlir-opt': './program' wrote nothing"),
        ("echo a >&2; echo b >&2; exit 3", "'./program' ended with status 3: a\n"),
        ("exit 3", "'./program' ended with status 3\n"),
        ("kill -9 $$", "'./program' was killed by signal 9"),
        ("echo garbage", "<output of ./program>:1:1: error: operation 'garbage' is"),
        ("printf '\\377'", "<output of ./program>:1:1: error: Unexpected character"),
    ),
)
def test_program_that_goes_wrong(run, script: str | None, expected: str):
    if script is not None:
        program = Path("program")
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    status, out, err = run('mlir-opt{executable="./program"}')
    assert (status, out) == (1, "")
    assert expected in err
    assert "Traceback" not in err and len(err.splitlines()) <= 3


def test_program_that_may_not_be_run(run):
    Path("program").write_text("#!/bin/sh\n")
    _, _, err = run('mlir-opt{executable="./program"}')
    assert "cannot run './program': Permission denied" in err


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="needs mlir-opt-19")
def test_canonicalize(run):
    status, out, err = run(
        'mlir-opt{executable="mlir-opt-19" arguments="--canonicalize"}'
    )
    assert (status, err) == (0, "")
    assert re.search(r"%\w+ = arith\.constant 0 : i32\n +func\.return %\w+", out)
