"""
Tiny inputs with what llvm-tblgen made of them: messages, printed records and JSON.

`snippets.jsonl` has the answers of LLVM 14 and 9. `snippets_llvm19.json` has those of
LLVM 19 for the inputs where it differs, each with the reason; these count there.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from circ.targets.tablegen.evaluation import Evaluation, evaluate
from circ.targets.tablegen.json_output import dump_json
from circ.targets.tablegen.language.printing import print_records
from circ.targets.tablegen.language.source import NOWHERE

DATA = Path(__file__).parents[2] / "data/tablegen"
SNIPPETS: list[dict[str, Any]] = [
    json.loads(line) for line in (DATA / "snippets.jsonl").read_text().splitlines()
]
NEWER: dict[str, dict[str, Any]] = json.loads(
    (DATA / "snippets_llvm19.json").read_text()
)
ORACLE = "llvm-tblgen-19"
MESSAGE = re.compile(r"(?:.*?:(\d+):(\d+): )?(error|warning|note): (.*)")
UNENDING = "subst rec"

REJECTED_BY_NEITHER = {"lex: neg oor": "LLVM 9 wraps numbers that are out of range"}
"""What LLVM 9 accepts and we do not, in its dialect either."""


def evaluated(snippet: dict[str, Any], folder: Path, compat: int = 19) -> Evaluation:
    path = folder / "input.td"
    path.write_bytes(snippet["source"].encode())
    defines = [argument[2:] for argument in snippet["args"]]
    return evaluate(path, (), defines, compat)


def messages_of(evaluation: Evaluation) -> list[tuple[Any, ...]]:
    position = evaluation.reporter.sources.position
    return [
        (
            *((None, None) if place == NOWHERE else position(place)[1:]),
            kind,
            caseless(text),
        )
        for kind, place, text in evaluation.messages
    ]


def caseless(text: str) -> str:
    """Releases differ in the case of the first letter."""
    return text[:1].lower() + text[1:]


def expected_messages(expected: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (m["line"], m["col"], m["kind"], caseless(m["text"]))
        for m in expected["diagnostics"]
    ]


def without_places(dump: dict[str, Any]) -> dict[str, Any]:
    for record in dump.values():
        if isinstance(record, dict):
            record.pop("!locs", None)
    return dump


def printed(evaluation: Evaluation) -> str:
    return "" if evaluation.is_aborted else "".join(print_records(evaluation.world))


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet["name"])
def test_snippet(snippet: dict[str, Any], tmp_path: Path):
    expected = NEWER.get(snippet["name"], snippet["llvm14"])
    evaluation = evaluated(snippet, tmp_path)
    assert messages_of(evaluation) == expected_messages(expected)
    assert bool(evaluation.errors) == (expected["rc"] != 0)
    if "print_records" in expected:
        assert printed(evaluation) == expected["print_records"]
    if "json" in expected:
        dump = json.loads("".join(dump_json(evaluation.world)))
        assert without_places(dump) == expected["json"]


@pytest.mark.parametrize(
    "snippet",
    [s for s in SNIPPETS if s["llvm9"]["rc"] == 0],
    ids=lambda snippet: snippet["name"],
)
def test_snippet_in_the_dialect_of_llvm_9(snippet: dict[str, Any], tmp_path: Path):
    evaluation = evaluated(snippet, tmp_path, compat=9)
    if snippet["name"] in REJECTED_BY_NEITHER:
        assert evaluation.errors
        return
    assert not evaluation.errors
    assert printed(evaluation) == snippet["llvm9"]["print_records"]
    dump = json.loads("".join(dump_json(evaluation.world)))
    assert without_places(dump) == snippet["llvm9"]["json"]


@pytest.mark.parametrize(
    ("source", "field"),
    [
        ("multiclass M { def #NAME#_x { int f = 1; } } defm a : M;", "a_x"),
        ("multiclass M { def NAME##_x; } defm a : M;", "a_x"),
        ("def true; class A; def x { int then = 1; }", "true"),
        (
            "class A; class B; def b : B; multiclass M<A a> { def x; } defm m : M<b>;",
            "mx",
        ),
    ],
    ids=["leading paste", "double paste", "keywords", "unchecked arguments"],
)
def test_only_the_older_dialect(source: str, field: str, tmp_path: Path):
    snippet = {"source": source, "args": []}
    older = evaluated(snippet, tmp_path, compat=9)
    assert not older.errors
    assert field in older.world.definitions
    assert evaluated(snippet, tmp_path).errors


@pytest.mark.skipif(shutil.which(ORACLE) is None, reason="needs llvm-tblgen-19")
@pytest.mark.parametrize(
    "snippet",
    [
        s
        for s in SNIPPETS
        if s["name"] != UNENDING and NEWER.get(s["name"], s["llvm14"])["rc"] in (0, 1)
    ],
    ids=lambda snippet: snippet["name"],
)
def test_oracle(snippet: dict[str, Any], tmp_path: Path):
    evaluation = evaluated(snippet, tmp_path)
    command = [ORACLE, str(tmp_path / "input.td"), *snippet["args"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    if done.returncode < 0:
        assert evaluation.errors
        return
    assert printed(evaluation) == done.stdout
    found = [
        (line and int(line), column and int(column), kind, caseless(text))
        for line, column, kind, text in (
            match.groups()
            for match in map(MESSAGE.fullmatch, done.stderr.splitlines())
            if match
        )
    ]
    assert messages_of(evaluation) == found
