"""
One pytest test for each lit file, so that there is one report.

lit runs once, on all cores, over the files that pytest selected (`-k`); each test then
reads its own result. An oracle that is not installed shows as a skipped test. Commands
are started by a server that has imported them (`support/command_server.py`).
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TypedDict

import pytest
from command_server import served_commands

ROOT = Path(__file__).parent
SUFFIXES = (".mlir", ".test")
EXCLUDES = {
    "canonical_forms",
    "data",
    "golden",
    "programs",
    "recipes",
    "support",
    "Inputs",
    "Output",
}


class Result(TypedDict):
    """What lit says of one test."""

    name: str
    code: str
    output: str


def lit_files() -> list[str]:
    return sorted(
        str(file.relative_to(ROOT))
        for file in ROOT.rglob("*")
        if file.suffix in SUFFIXES and EXCLUDES.isdisjoint(file.relative_to(ROOT).parts)
    )


@pytest.fixture(scope="session")
def results(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Result]:
    selected = [
        item.callspec.params["file"]
        for item in request.session.items
        if isinstance(item, pytest.Function) and item.originalname == "test_lit"
    ]
    report = tmp_path_factory.mktemp("lit") / "report.json"
    command = [sys.executable, "-c", "from lit.main import main; main()", "--quiet"]
    # As `lit.cfg.py` has it: with other variables, the server is of no use.
    with served_commands(CIRC_VERIFY_EACH="1") as commands:
        process = subprocess.run(
            [*command, "--output", report, *(ROOT / file for file in selected)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=os.environ | {"SERVED_COMMANDS": commands},
        )
    assert report.exists(), process.stdout + process.stderr
    tests: list[Result] = json.loads(report.read_text())["tests"]
    return {test["name"].removeprefix("circ :: "): test for test in tests}


@pytest.mark.parametrize("file", lit_files())
def test_lit(file: str, results: dict[str, Result]):
    result = results[file]
    if result["code"] == "UNSUPPORTED":
        pytest.skip(result["output"].strip() or "an oracle is not installed")
    if result["code"] != "PASS":
        pytest.fail(f"{result['code']}: {result['output']}", pytrace=False)
