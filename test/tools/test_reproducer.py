"""An internal error of each command, and the file that reproduces it."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.common.reports import LIBRARY
from circ.tools import (
    circ_cc,
    circ_new_dialect,
    circ_opt,
    circ_reduce,
    circ_run,
    circ_tblgen,
    circ_translate,
)
from circ.tools.running import INTERNAL_ERROR
from circ.transforms.passes import make_pass

MAINS = {
    "circ-cc": circ_cc.main,
    "circ-opt": circ_opt.main,
    "circ-run": circ_run.main,
    "circ-translate": circ_translate.main,
    "circ-tblgen": circ_tblgen.main,
    "circ-reduce": circ_reduce.main,
    "circ-new-dialect": circ_new_dialect.main,
}
PROGRAM = """func.func @f(%a: memref<2xi32>) -> i32 {
  %i = arith.constant 1 : index
  %x = memref.load %a[%i] : memref<2xi32>
  return %x : i32
}
"""
FAULTS = (
    # A command, and the function that fails instead of doing its work.
    ("circ-opt in.mlir -t mlir", "circ.tools.circ_opt.CircOptMain.apply_passes"),
    ("circ-run in.mlir -- a.npy", "circ.targets.execute.marshal.result_lines"),
    (
        "circ-translate one.s two.o --from naplespu-asm --to naplespu-obj -o out.o",
        "circ.tools.circ_translate.translate",
    ),
    ("circ-cc one.s -c -o out.o", "circ.tools.formats.translate"),
    ("circ-tblgen --no-cache in.td", "circ.targets.tablegen.evaluation.evaluate"),
    pytest.param(
        "circ-new-dialect dsp2 folder",
        "circ.tools.circ_new_dialect.project",
        marks=pytest.mark.long,
    ),
    (
        "circ-reduce in.mlir --test ./test.sh",
        "circ.transforms.reduce.reduce.Reducer.run",
    ),
)


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> Callable[[str], tuple[int, str, str]]:
    """Run a command in a directory with inputs: its status, output and messages."""
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(PROGRAM)
    Path("in.td").write_text("def a;")  # no line break at its end
    Path("one.s").write_text("f:\r\n jret\n")
    Path("two.o").write_bytes(bytes(range(256)))
    Path("out.o").write_text("an output is no input\n")
    np.save("a.npy", np.array([3, 7], np.int32))
    Path("test.sh").write_text("#!/bin/sh\ngrep -q load $1\n")
    Path("test.sh").chmod(0o755)

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", line.split())
        status = MAINS[line.split()[0]]()
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.mark.parametrize(("line", "broken"), FAULTS)
def test_reproducer_of_a_whole_command(
    run: Callable[[str], tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    broken: str,
):
    program = line.split()[0]
    _, expected, _ = run(line)
    shutil.rmtree("folder", ignore_errors=True)

    def fail(*arguments: object, **options: object) -> object:
        raise ValueError("a fault")

    with monkeypatch.context() as fault:
        fault.setattr(broken, fail)
        head, *rest = line.split(" ", 1)
        found = run(" ".join((head, "--crash-reproducer", "crash.txt", *rest)))
        assert found[0] == INTERNAL_ERROR
        error, again, report = found[2].splitlines()
        assert error.startswith(f"{program}: internal error: ValueError: a fault (")
        assert again == (
            f"{program}: note: to reproduce it: {program} --run-reproducer crash.txt"
        )
        assert "please report it at https://" in report and "/issues with" in report
        text = Path("crash.txt").read_text()
        assert "an output is no input" not in text
        # It reproduces without the files.
        for file in Path().iterdir():
            if file.name != "crash.txt":
                file.unlink()
        status, _, err = run(f"{program} --run-reproducer crash.txt")
        assert status == INTERNAL_ERROR and err.startswith(error.split(" (")[0])
        assert len(err.splitlines()) == 1
        status, _, err = run(f"{program} --run-reproducer crash.txt --debug")
        assert status == INTERNAL_ERROR and err.startswith("Traceback (most recent")
    if program != "circ-translate":  # two.o is an error
        status, out, err = run(f"{program} --run-reproducer crash.txt")
        assert (status, out) == (0, expected), err


def test_reproducer_is_a_new_file_by_default(
    run: Callable[[str], tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    monkeypatch.setattr("circ.tools.reproducer.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(FAULTS[0][1], None)
    for _ in range(2):
        assert run(FAULTS[0][0])[0] == INTERNAL_ERROR
    assert len([*tmp_path.glob("circ-opt-crash-*.txt")]) == 2
    # Where no directory can be written, the error is reported all the same.
    with monkeypatch.context() as nowhere:
        nowhere.setattr("circ.tools.reproducer.gettempdir", lambda: "/nowhere")
        status, _, err = run(FAULTS[0][0])
    assert status == INTERNAL_ERROR and "circ-opt: note: no reproducer: " in err


def test_options_are_not_abbreviated(
    run: Callable[[str], tuple[int, str, str]], capfd: pytest.CaptureFixture[str]
):
    for option in ("--debu", "--run-repro=crash.txt"):
        with pytest.raises(SystemExit, match="2"):
            run(f"circ-run in.mlir {option}")
        assert "reproducer" in (err := capfd.readouterr().err) or "--debug" in err
        assert "must be spelt in full" in err
    with pytest.raises(SystemExit, match="2"):
        run("circ-run in.mlir --crash-reproducer")
    assert "expected one argument" in capfd.readouterr().err


def test_options_after_the_dashes_are_arguments_of_the_program(
    run: Callable[[str], tuple[int, str, str]],
):
    status, _, err = run("circ-run in.mlir -- --debug")
    assert status == 1 and "Traceback" not in err and "--debug" in err


@pytest.mark.parametrize(
    "name",
    ("circuit-gvn", "llvlir-legalize", "convert-llvlir-to-gen", "naplespu-spill"),
)
def test_reproducer_of_a_pass_at_every_level(
    name: str,
    run: Callable[[str], tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
):
    """The module before the pass reads back, and what follows the pass runs."""
    kind = type(make_pass(name))
    apply = kind.apply

    def fail(self: ModulePass, ctx: Context, op: ModuleOp) -> None:
        apply(self, ctx, op)
        if not LIBRARY.get():
            raise KeyError("late")

    line = "circ-run --compare-levels --crash-reproducer crash.mlir in.mlir -- a.npy"
    with monkeypatch.context() as fault:
        fault.setattr(kind, "apply", fail)
        status, _, err = run(line)
        message = f"internal error in pass '{name}': KeyError: 'late'"
        assert status == INTERNAL_ERROR and err.startswith(f"circ-run: {message}")
        status, _, err = run("circ-opt --run-reproducer crash.mlir")
        assert status == INTERNAL_ERROR and err.startswith(f"circ-opt: {message}")
    configuration = Path("crash.mlir").read_text().split("// configuration: ")[1]
    assert re.match(rf"-p '?{name}[,{{\n]", configuration)
    status, out, err = run("circ-opt --run-reproducer crash.mlir")
    assert status == 0 and ".func @f" in out, err
