"""
Scripts in JavaScript: how long it takes to read, build and verify their circuits.

The peer is the number of lines: the time has to grow with it. The code is that of
programs of the tests whose lines are as long as people write them, each in a function.
"""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from circ.dialects.common.collector import paused_collector
from circ.targets.javascript.modules import read_javascript_module

PROGRAMS = Path(__file__).parents[1] / "test" / "data" / "javascript"

WIDEST = 50
"""Characters a line, on average."""


def script(lines: int) -> str:
    """So many lines of code in functions."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(PROGRAMS.glob("*.js"))]
    texts = [text for text in texts if len(text) <= WIDEST * text.count("\n")]
    found: list[str] = []
    while len(found) < lines:
        for text in texts:
            found += (f"function program{len(found)}() {{", *text.splitlines(), "}")
    return "\n".join(_whole(found, lines))


def _whole(found: list[str], lines: int) -> list[str]:
    """The functions that fit."""
    while len(found) > lines:
        start = max(
            k for k, line in enumerate(found) if line.startswith("function program")
        )
        del found[start:]
    return found


@pytest.mark.parametrize("lines", (500, 1_000, 2_000, 4_000))
def test_circuits_of_scripts(benchmark: BenchmarkFixture, lines: int):
    text = script(lines)
    benchmark.group = f"javascript/{lines}"
    benchmark.extra_info["lines"] = text.count("\n") + 1
    with paused_collector():
        benchmark.pedantic(read_javascript_module, (text, "script.js"), rounds=3)
