"""Whatever the input: diagnostics or records, in bounded time, and no traceback."""

import json
import random
import re
from pathlib import Path

import pytest

from circ.targets.tablegen.evaluation import Evaluation, evaluate, evaluate_bytes
from circ.targets.tablegen.json_output import dump_json
from circ.targets.tablegen.language.printing import (
    print_detailed_records,
    print_records,
)
from circ.targets.tablegen.python_values import record_keeper

DATA = Path(__file__).parents[2] / "data/tablegen"


def text_of(evaluation: Evaluation) -> str:
    """Everything that can be made of an evaluation."""
    text = evaluation.message_lines()
    if not evaluation.is_aborted:
        text += "".join(print_records(evaluation.world))
        text += "".join(print_detailed_records(evaluation.world, "input.td"))
        text += "".join(dump_json(evaluation.world))
        record_keeper(evaluation.world)
    return text


def nested(opening: str, core: str, closing: str, depth: int) -> str:
    return opening * depth + core + closing * depth


FOLD = "def o; def x {{ {} a = !foldl({}, !range(60), s, i, {}); }}"

REJECTED = {
    "deep lists": (
        f"def x {{ int a = {nested('!head([', '1', '])', 50_000)}; }}",
        "deep",
    ),
    "deep dags": (
        f"def o; def x {{ dag a = {nested('(o ', '1', ')', 50_000)}; }}",
        "deep",
    ),
    "less deep dags": (
        f"def o; def x {{ dag a = {nested('(o ', '1', ')', 1900)}; }}",
        "value is nested too deeply",
    ),
    "deep types": (f"class A<{nested('list<', 'int', '>', 50_000)} a>;", "deep"),
    "deep lets": ("let a = 1 in " * 50_000 + "def x;", "deep"),
    "deep ifs": ("if 1 then " * 50_000 + "def x;", "deep"),
    "endless class": (
        "class A<int n> { int r = A<!add(n, 1)>.r; } def a : A<0>;",
        "class 'A' is instantiated without end",
    ),
    "endless instance": (
        "class A<int n> { A r = A<!add(n, 1)>; } def a : A<0>;",
        "class 'A' is instantiated without end",
    ),
    "long range": ("def x { list<int> a = !range(0, 1000000000000); }", "too long"),
    "long loop": ("foreach i = 0...100000000 in def x#i;", "too long"),
    "long splat": ("def x { list<int> a = !listsplat(1, 1000000000); }", "too long"),
    "wide bits": ("def x { bits<1000000000> b; }", "is out of range"),
    "bits out of range": (
        "def x { bits<8> b; let b{9} = 1; }",
        "Cannot set bit #9 of value 'b' more than once",
    ),
    "bit out of range": (
        "def x { bits<8> b; bit c = b{9}; }",
        "Invalid bit range for value",
    ),
    "doubled string": (FOLD.format("string", '"a"', "!strconcat(s, s)"), "too long"),
    "doubled list": (FOLD.format("list<int>", "[1]", "!listconcat(s, s)"), "too long"),
    "doubled dag": (FOLD.format("dag", "(o 1)", "(o s, s)"), "is too large"),
    "joined dag": (FOLD.format("dag", "(o 1)", "!con(s, s)"), "too many arguments"),
    "long joint": (
        'def x { string s = !interleave(!listsplat("'
        + "a" * 1000
        + '", 1000000), ","); }',
        "too long",
    ),
    "head of nothing": (
        "class A<list<int> l> { int h = !head(l); } def x : A<[]>;",
        "empty list argument in !head",
    ),
    "division": ("class A<int n> { int q = !div(1, n); } def x : A<0>;", "by zero"),
    "all characters": ("".join(map(chr, range(256))), "Unexpected character"),
    "zero character": ("def x { int a = 1;\0 }", "Unexpected character"),
    "open comment": ("/* /* */", "Unterminated comment!"),
    "open condition": ("#ifdef X\n", "Reached EOF without matching #endif"),
}


@pytest.mark.parametrize(("source", "message"), REJECTED.values(), ids=REJECTED)
def test_one_diagnostic(source: str, message: str):
    evaluation = evaluate_bytes("input.td", source.encode())
    assert evaluation.errors
    assert any(message in text for _, _, text in evaluation.messages)
    text_of(evaluation)


ACCEPTED = {
    "nothing": "",
    "multiclass in itself": (
        "multiclass M<int n> { defm _x : M<!add(n, 1)>; } defm a : M<0>;"
    ),
    "far shifts": "def x { int a = !shl(1, 100000000000); int b = !shl(-1, -1); }",
    "many fields": f"def x {{ {''.join(f'int f{i} = {i};' for i in range(5000))} }}",
    "long chain of fields": (
        "def x { int f0 = 1; "
        + "".join(f"int f{i} = !add(f{i - 1}, 1);" for i in range(1, 2000))
        + " }"
    ),
    "deep instances": (
        "class A<int n> { A next = !if(!eq(n, 0), ?, A<!sub(n, 1)>); } def a : A<1200>;"
    ),
    "deep list": (
        f"def x {{ {nested('list<', 'int', '>', 500)} a = "
        f"{nested('[', '1', ']', 500)}; }}"
    ),
}


@pytest.mark.parametrize("source", ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(source: str):
    evaluation = evaluate_bytes("input.td", source.encode())
    assert not evaluation.errors
    text_of(evaluation)


def test_include_cycle(tmp_path: Path):
    path = tmp_path / "cycle.td"
    path.write_text('include "cycle.td"\ninclude "cycle.td"\n')
    evaluation = evaluate(path, [tmp_path])
    assert "include of 'cycle.td' is nested too deeply" in evaluation.message_lines()


TOKEN = re.compile(r'\$?\w+|![a-z]+|\s+|"[^"\n]*"|\[\{|\}\]|.', re.DOTALL)


def mutations(seed: int, count: int) -> list[str]:
    """Snippets with tokens taken out, put in, and moved."""
    choose = random.Random(seed)
    lines = (DATA / "snippets.jsonl").read_text().splitlines()
    sources = [TOKEN.findall(json.loads(line)["source"]) for line in lines]
    sources.append(TOKEN.findall((DATA / "st.td").read_text()))
    every = [token for tokens in sources for token in tokens]
    mutated: list[str] = []
    for _ in range(count):
        tokens = list(choose.choice(sources))
        for _ in range(choose.choice((1, 1, 2, 5))):
            at = choose.randrange(len(tokens) + 1)
            match choose.randrange(4):
                case 0:
                    del tokens[at : at + choose.choice((1, 2, 5))]
                case 1:
                    tokens[at:at] = [choose.choice(every)]
                case 2:
                    tokens[at : at + 1] = [choose.choice(every)]
                case _:
                    other = choose.choice(sources)
                    start = choose.randrange(len(other) + 1)
                    tokens[at:at] = other[start : start + choose.randrange(12)]
        mutated.append("".join(tokens))
    return mutated


@pytest.mark.parametrize("seed", range(4))
def test_mutated_snippets(seed: int):
    for source in mutations(seed, 500):
        for compat in (9, 19):
            evaluation = evaluate_bytes("input.td", source.encode(), compat=compat)
            assert evaluation.errors or not evaluation.is_aborted
            text_of(evaluation)


@pytest.mark.long
def test_many_mutated_snippets():
    for source in mutations(99, 100_000):
        text_of(evaluate_bytes("input.td", source.encode()))


def test_names_of_an_operator_end_with_an_error():
    source = (
        "def x { list<int> a = !foreach(i, [1], nope); "
        "list<int> b = !foreach(i, [1], i); int c = i; }"
    )
    evaluation = evaluate_bytes("input.td", source.encode())
    assert [text for _, _, text in evaluation.messages] == [
        "Variable not defined: 'nope'",
        "expected ';' after declaration",
    ]
