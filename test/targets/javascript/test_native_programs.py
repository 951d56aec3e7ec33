"""Programs in JavaScript, executed natively, print what Node.js printed."""

from pathlib import Path

import pytest
from javascript_native import run_natively

from circ.targets.javascript.reader import read_javascript

DATA = Path(__file__).parents[2] / "data"
PROGRAMS = sorted((DATA / "javascript").glob("*.expected"))


@pytest.mark.parametrize("expected", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.every(12, first=9)
def test_program(expected: Path, javascript_library: Path):
    check(expected, javascript_library)


def test_messages_name_expressions(javascript_library: Path):
    """Over 400 expressions that are no function, no constructor, not iterable …"""
    check(DATA / "javascript_messages/expressions.expected", javascript_library)


def check(expected: Path, javascript_library: Path) -> None:
    source = expected.with_suffix(".js")
    program = read_javascript(source.read_text(encoding="utf-8"), str(source))
    outcome = run_natively(program, javascript_library)
    status = f"exit {outcome.status}\n" if outcome.status else ""
    assert status + outcome.output == expected.read_text(encoding="utf-8")


def test_types_are_no_part_of_a_program(javascript_library: Path):
    source = PROGRAMS[0].parent / "types.ts"
    program = read_javascript(source.read_text(encoding="utf-8"), source.name)
    outcome = run_natively(program, javascript_library)
    assert outcome.output == (
        "sq 9 1 set o false 4 3\n1 [ 'a' ]\nnone [ 1, 2 ]\n1 g 2\n1\nnull\n"
        "[ 1 ] 1 undefined\n6\n"
    )
