"""Commands of the server begin and end as those of the installation do."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_server import served_commands

PROGRAM = "builtin.module {\n  func.func private @f() -> ()\n}\n"


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    with served_commands() as folder:
        yield folder


def run(
    folder: str, line: str, text: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", line],
        input=text,
        capture_output=True,
        text=True,
        env=os.environ | {"PATH": path} | variables,
    )


def test_files_and_folders(folder: str, tmp_path: Path):
    (tmp_path / "a.mlir").write_text(PROGRAM)
    done = run(folder, f"cd {tmp_path}; circ-opt a.mlir | circ-opt -o b.mlir")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "b.mlir").read_text().strip() == PROGRAM.strip()
    assert run(folder, "circ-opt", PROGRAM).stdout.strip() == PROGRAM.strip()


@pytest.mark.parametrize(
    ("line", "status", "error"),
    (
        ("circ-opt -p wrong", 1, "unknown pass 'wrong'"),
        ("circ-opt --wrong", 2, "unrecognized arguments"),
        ("filecheck /dev/null", 2, "No check strings found"),
        ("PYTHONPATH=/nowhere circ-opt -p wrong", 1, "unknown pass 'wrong'"),
        # What differs when modules are imported: Python itself does not start.
        ("PYTHONHASHSEED=wrong circ-opt", 1, "PYTHONHASHSEED"),
    ),
)
def test_status(folder: str, line: str, status: int, error: str):
    done = run(folder, line, PROGRAM)
    assert done.returncode == status and error in done.stderr
