"""xDSL's own lit tests, with `circ-opt` in the place of `xdsl-opt`."""

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent

DIALECTS = (
    "builtin",
    "func",
    "arith",
    "scf",
    "cf",
    "memref",
    "affine",
    "vector",
    "math",
)

EXPLAINED = {
    # circ's message on arith.index_cast is in the form of those on other conversions.
    "dialects/arith/arith_invalid.mlir",
    # circ prints these as MLIR does; xDSL prints them in generic form, which is what
    # the tests look for.
    "dialects/memref/memref_ops.mlir",
    "dialects/scf/reduce.mlir",
}
"""Tests that fail with `circ-opt` alone, and why."""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of xDSL's lit tests, which are in its source distribution alone."""
    folder = tmp_path_factory.mktemp("xdsl")
    name = f"xdsl=={version('xdsl')}"
    options = ("--no-deps", "--no-binary", "xdsl", "--dest", str(folder))
    command = [sys.executable, "-m", "pip", "download", "-q", *options, name]
    # Of what pip does, building the metadata may fail: the archive is there before.
    subprocess.run(command, capture_output=True, check=False)
    archives = [*folder.glob("xdsl-*.tar.gz")]
    if not archives:
        pytest.skip("xDSL's source distribution cannot be had")
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob("xdsl-*/tests/filecheck"))


def failures(suite: Path, path: Sequence[Path], report: Path) -> set[str]:
    """The tests that fail with the programs of the given folders."""
    folders = [str(suite / "dialects" / name) for name in DIALECTS]
    command = [BIN / "lit", "-q", "-j2", "-o", report, *folders]
    environment = os.environ | {"PATH": os.pathsep.join(map(str, (*path, BIN)))}
    environment["PATH"] += os.pathsep + os.environ["PATH"]
    subprocess.run(command, env=environment, capture_output=True, check=False)
    tests = json.loads(report.read_text())["tests"]
    assert len(tests) > 60
    return {
        test["name"].partition(" :: ")[2] for test in tests if test["code"] == "FAIL"
    }


def test_circ_opt_is_as_good_as_xdsl_opt(suite: Path, tmp_path: Path):
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "xdsl-opt").symlink_to(BIN / "circ-opt")
    theirs = failures(suite, (), tmp_path / "theirs.json")
    ours = failures(suite, (programs,), tmp_path / "ours.json")
    assert ours - theirs == EXPLAINED
