"""Descriptions: evaluation beside llvm-tblgen, and import of what is generated."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

ROOT = Path(__file__).parents[1]
PEER = "llvm-tblgen-19"
CIRC = str(Path(sys.executable).parent / "circ-tblgen")
LLVM = Path("/usr/lib/llvm-19/include")

NAPLESPU = [
    str(ROOT / "targets/naplespu/NaplesPU.td"),
    f"-I{ROOT / 'targets/tablegen/include'}",
]
TARGET = [str(LLVM / "llvm/Target/Target.td"), f"-I{LLVM}"]


WATCH = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime, usage.ru_maxrss)
"""
"""A process between: to a command's largest memory counts that of what forks it."""


def child(command: Sequence[str]) -> tuple[float, float]:
    """User CPU time in ms and the largest memory in MB of a command."""
    watch = [sys.executable, "-S", "-c", WATCH, *command]
    done = subprocess.run(watch, capture_output=True, text=True, check=True)
    seconds, kilobytes = map(float, done.stdout.split())
    return 1000 * seconds, kilobytes / 1000


def record(table, name: str, arguments: list[str], keep: bool = False) -> None:
    """Rows for a command line, beside llvm-tblgen where it is installed."""
    ours = [CIRC, *arguments, *([] if keep else ["--no-cache"])]
    rounds = 3
    if keep:
        child(ours)  # fills the cache
    measured = {"": [child(ours) for _ in range(rounds)]}
    if shutil.which(PEER) and not keep:
        measured["peer"] = [child([PEER, *arguments]) for _ in range(rounds)]
    for column, runs in measured.items():
        table.record(name, "ms", column, median(time for time, _ in runs))
        table.record(name, "MB", column, median(memory for _, memory in runs))


@pytest.mark.parametrize("action", ["--null-backend", "--dump-json"])
def test_naplespu(benchmark: BenchmarkFixture, table, action: str):
    name = f"circ-tblgen NaplesPU.td {action}"
    benchmark.pedantic(lambda: record(table, name, [*NAPLESPU, action]), rounds=1)


@pytest.mark.skipif(not LLVM.is_dir(), reason="LLVM's descriptions are not installed")
@pytest.mark.parametrize("action", ["--null-backend", "--dump-json"])
def test_large(benchmark: BenchmarkFixture, table, action: str):
    name = f"circ-tblgen Target.td {action}"
    benchmark.pedantic(lambda: record(table, name, [*TARGET, action]), rounds=1)


@pytest.mark.parametrize("what", ["NaplesPU.td", "Target.td"])
def test_kept(
    benchmark: BenchmarkFixture,
    table,
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """The records of a class from the cache."""
    arguments = NAPLESPU if what == "NaplesPU.td" else TARGET
    if not Path(arguments[0]).is_file():
        pytest.skip("LLVM's descriptions are not installed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    name = f"circ-tblgen {what} --print-enums, from the cache"
    action = ["--print-enums", "--class=Register"]
    benchmark.pedantic(
        lambda: record(table, name, [*arguments, *action], keep=True), rounds=1
    )


IMPORT = """
import time, xdsl.irdl, xdsl.dialects.builtin, xdsl.backend.register_type
import circ.dialects.naplespu
start = time.process_time()
{imports}
print(time.process_time() - start)
"""


def test_import(benchmark: BenchmarkFixture, table, tmp_path: Path):
    """All generated modules of NaplesPU, compiled; xDSL is there already."""
    modules = [
        ".".join(("circ", *path.relative_to(ROOT).with_suffix("").parts))
        for path in sorted((ROOT / "targets/naplespu/generated").glob("[a-z]*.py"))
    ]
    environment = dict(os.environ, PYTHONPYCACHEPREFIX=str(tmp_path))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    imports = "\n".join(f"import {module}" for module in modules)

    def run() -> float:
        command = [sys.executable, "-c", IMPORT.format(imports=imports)]
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        return float(done.stdout)

    run()
    times = [run() for _ in range(5)]
    benchmark.pedantic(run, rounds=1)
    table.record("import of NaplesPU's tables", "ms", "", 1000 * median(times))
