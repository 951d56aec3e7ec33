"""Completion of command lines: what circ answers to a shell that asks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from circ.tools.compiler_driver.option_table import EMITTED

BIN = Path(sys.executable).parent


def completed(line: str, folder: Path) -> set[str]:
    """What argcomplete's shell functions get for a line, on file descriptor 8."""
    environment = os.environ | {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_SHELL": "fish",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
        "PATH": f"{BIN}:{os.environ['PATH']}",
    }
    command = ["sh", "-c", f"{line.split()[0]} 8>&1 9>/dev/null >/dev/null 2>&1"]
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, check=True
    )
    return {each.split("\t")[0] for each in done.stdout.decode().split("\n") if each}


@pytest.mark.parametrize(
    ("line", "expected"),
    (
        ("circ-run --lev", {"--level"}),
        ("circ-run --level ", {"source", "circuit", "llvlir", "gen", "naplespu"}),
        ("circ-run a.mlir --engine ", {"reference", "blocks", "native"}),
        ("circ-run --disable dead-code,pee", {"dead-code,peel", "dead-code,peephole"}),
        ("circ-run -p lower-to-c", {"lower-to-circuit"}),
        ("circ-opt -p dce,circuit-g", {"dce,circuit-gvn"}),
        (
            "circ-opt --help-pass circuit-c",
            {"circuit-canonicalize", "circuit-count-trips"},
        ),
        ("circ-opt x -t gen", {"gen-text"}),
        ("circ-translate --from llv", {"llvlir-bytecode", "llvm-ir"}),
        ("circ-cc --emit ", {*EMITTED}),
        ("circ-cc -nost", {"-nostdinc", "-nostdlib", "-nostartfiles"}),
        ("circ-reduce --tes", {"--test"}),
        ("circ-tblgen -gen-em", {"-gen-emitter"}),
        ("circ-run pro", {"program.mlir"}),
    ),
)
@pytest.mark.every(5, first=3)
def test_answers(line: str, expected: set[str], tmp_path: Path):
    pytest.importorskip("argcomplete")
    (tmp_path / "program.mlir").write_text("module {}\n")
    assert completed(line, tmp_path) == expected


@pytest.mark.parametrize("shell", ("bash", "zsh", "fish"))
def test_shells_have_a_script(shell: str):
    pytest.importorskip("argcomplete")
    command = [BIN / "register-python-argcomplete", "--shell", shell, "circ-run"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert b"circ-run" in done.stdout
