"""
Random scripts print what Node.js prints.

`make test` has some of 100 small ones, with the outputs that Node.js 20 gave
(test/data/javascript/random_scripts.txt, written anew by `--regenerate`), executed
natively; `make test-long` compares seeds 0 to 1,999 with Node.js itself, and executes
some on NaplesPU.
"""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from javascript_native import run_in_node, run_natively
from random_javascript import random_script

from circ.targets.javascript.reader import read_javascript
from circ.tools import api

pytest.importorskip("tree_sitter")

RECORDED = Path(__file__).parents[2] / "data/javascript/random_scripts.txt"

SMALL = 10
"""The budget of scripts whose outputs are recorded."""

LONG = range(2_000)

SHARD = 25
"""Scripts in one program, which saves most of the time of compiling."""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")


def program(seeds: Sequence[int], budget: int) -> str:
    """The scripts as functions that are called one after the other."""
    scripts = (random_script(seed, budget) for seed in seeds)
    return "".join(
        f'console.log("=== {seed}");\n(function () {{\n{script}}})();\n'
        for seed, script in zip(seeds, scripts, strict=True)
    )


def outputs(text: str) -> dict[int, str]:
    """What each script has printed, by its seed."""
    parts = re.split(r"^=== ([0-9]+)\n", text, flags=re.MULTILINE)[1:]
    return {int(seed): part for seed, part in zip(parts[::2], parts[1::2], strict=True)}


@pytest.mark.parametrize("first", range(0, 100, SHARD))
@pytest.mark.every(3, first=1)
def test_golden_scripts(
    first: int, javascript_library: Path, request: pytest.FixtureRequest, tmp_path: Path
):
    seeds = range(first, first + SHARD)
    text = program(seeds, SMALL)
    recorded = outputs(RECORDED.read_text(encoding="utf-8"))
    if request.config.getoption("--regenerate"):
        script = tmp_path / "scripts.js"
        script.write_text(text, encoding="utf-8")
        recorded |= outputs(run_in_node(script).output)
        lines = (f"=== {seed}\n{recorded[seed]}" for seed in sorted(recorded))
        RECORDED.write_text("".join(lines), encoding="utf-8")
    outcome = run_natively(read_javascript(text, "scripts.js"), javascript_library)
    assert outputs(outcome.output) == {seed: recorded[seed] for seed in seeds}


@pytest.mark.long
@needs_node
@pytest.mark.parametrize("first", LONG[::SHARD])
def test_scripts_against_node(first: int, javascript_library: Path, tmp_path: Path):
    """A failure names the seeds; `random_script` of one is a script of its own."""
    text = program(range(first, first + SHARD), 60)
    script = tmp_path / "scripts.js"
    script.write_text(text, encoding="utf-8")
    wanted = run_in_node(script)
    outcome = run_natively(read_javascript(text, "scripts.js"), javascript_library)
    assert (outcome.status, wanted.status) == (0, 0)
    found, expected = outputs(outcome.output), outputs(wanted.output)
    assert [seed for seed in expected if found.get(seed) != expected[seed]] == []


@pytest.mark.long
@needs_node
@pytest.mark.parametrize("seed", LONG[::100])
def test_scripts_on_the_machine(seed: int, tmp_path: Path):
    script = tmp_path / "script.js"
    script.write_text(random_script(seed), encoding="utf-8")
    result = api.run(script, level="naplespu", opt=seed // 100 % 4)
    assert result.output == run_in_node(script).output
