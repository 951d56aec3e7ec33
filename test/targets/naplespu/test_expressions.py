"""Expressions of assembly, against Python's own arithmetic."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.targets.naplespu.assembler.expressions import (
    ExpressionError,
    Scope,
    SyntaxProblem,
    Value,
    evaluate,
)

ATOMS = st.integers(0, 1 << 20).map(str) | st.integers(0, 255).map(hex)
TEXTS = st.recursive(
    ATOMS,
    lambda inner: (
        st.tuples(inner, st.sampled_from("+-*&|^"), inner).map(
            lambda t: f"({' '.join(t)})"
        )
        | inner.map(lambda text: f"({text})")
        | st.tuples(st.sampled_from("-~+"), inner).map(lambda t: f"{t[0]}({t[1]})")
    ),
    max_leaves=6,
)


@given(TEXTS)
def test_operators_are_those_of_python(text: str):
    expected = eval(text)
    if abs(expected) < 1 << 62:
        try:
            assert evaluate(text) == Value(expected)
        except ExpressionError as error:
            assert error.message == "a number must have 64 bits"


@pytest.mark.parametrize(
    ("text", "value"),
    (
        ("-7 / 2", Value(-3)),
        ("-7 % 2", Value(-1)),
        ("1 + 2 << 3", Value(17)),
        ("6 & 3 | 8", Value(10)),
        ("0b101", Value(5)),
        ("'a'", Value(97)),
        ("'\\n'", Value(10)),
        ("'\\''", Value(39)),
        ("hi(0x12345678)", Value(0x1234)),
        ("lo (-1)", Value(0xFFFF)),
        ("a", Value(0, "a")),
        ("-4 + a", Value(-4, "a")),
        ("a - b + 3", Value(3, "a", "b")),
        ("-(b - a)", Value(0, "a", "b")),
        ("a - (b - b)", Value(0, "a")),
        ("a - a + 5", Value(5)),
        ("hi(a + 4)", Value(4, "a", "", "hi")),
        ("hi - hi + lo", Value(0, "lo")),
        ("((((1))))", Value(1)),
    ),
)
def test_values(text: str, value: Value):
    assert evaluate(text) == value


@pytest.mark.parametrize(
    ("text", "column", "message"),
    (
        ("", 0, "expected a value"),
        ("1 +", 3, "expected a value"),
        ("* 2", 0, "expected a value before '*'"),
        ("1 2", 2, "expected an operator before '2'"),
        ("(1", 0, "'(' without ')'"),
        ("1)", 1, "')' without '('"),
        ("1 ? 2", 2, "'? 2' is no expression"),
        ("1 $", 2, "expected an operator before '$'"),
        ("4 % (2 - 2)", 2, "division by zero"),
        ("1 << -1", 2, "a shift must be by 0..63, but is by -1"),
        ("~a", 0, "'~' takes a number, but is given an address"),
        ("hi(a - b)", 0, "'hi' takes a number, but is given an address"),
        ("-hi(a)", 0, "half of an address is no number"),
        ("1 << 63 << 1", 8, "a number must have 64 bits"),
        ("a - b - c", 6, "addresses cannot be added"),
    ),
)
def test_what_has_no_value(text: str, column: int, message: str):
    with pytest.raises(ExpressionError) as error:
        evaluate(text)
    assert (error.value.column, error.value.message) == (column, message)


def test_known_distances_are_numbers():
    def distance(label: str, other: str) -> int | None:
        return 12 if (label, other) == ("b", "a") else None

    assert evaluate("(b - a) / 4 + 1", Scope(distance=distance)) == Value(4)
    assert evaluate("c - a", Scope(distance=distance)) == Value(0, "c", "a")


def test_depth_does_not_matter():
    deep = 10_000
    assert evaluate("(" * deep + "1" + ")" * deep) == Value(1)
    assert evaluate("-" * deep + "1") == Value(1)
    with pytest.raises(SyntaxProblem):
        evaluate("(" * deep)
