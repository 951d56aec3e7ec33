"""Programs in JavaScript, executed natively, print what Node.js printed."""

import shutil
from pathlib import Path

import pytest
from javascript_native import run_natively

from circ.targets.javascript.reader import read_javascript

PROGRAMS = sorted((Path(__file__).parents[2] / "data/javascript").glob("*.expected"))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
@pytest.mark.parametrize("expected", PROGRAMS, ids=lambda path: path.stem)
def test_program(expected: Path, javascript_library: Path):
    source = expected.with_suffix(".js")
    program = read_javascript(source.read_text(encoding="utf-8"), str(source))
    outcome = run_natively(program, javascript_library)
    status = f"exit {outcome.status}\n" if outcome.status else ""
    assert status + outcome.output == expected.read_text(encoding="utf-8")
