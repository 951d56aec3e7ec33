"""Set expressions: what each operator gives, and llvm-tblgen's --print-sets."""

import subprocess
from pathlib import Path

import pytest
from tablegen_modules import records_of
from tablegen_oracle import HAS_ORACLE, ORACLE

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.analysis.orders import numeric_order, register_order
from circ.targets.tablegen.analysis.set_theory import (
    Sets,
    field_expander,
    text_of,
)
from circ.targets.tablegen.listings import print_sets
from circ.targets.tablegen.records import BitReference, Bits, Unresolved

PREAMBLE = """
class Set<dag elements> { dag Elements = elements; }
class Item;
def add; def and; def decimate; def interleave; def rotl; def rotr; def sequence;
def shl; def sub; def trunc; def unknown;
foreach i = 0...9 in def e#i : Item;
def Some : Set<(add e0, e1, e1, e2)>;
"""

EXPRESSIONS = {
    "(add)": "",
    "(add Some, e5, Some)": "0 1 2 5",
    "(add e3:$name, (add e4, e3))": "3 4",
    "(sub Some, e1, e7)": "0 2",
    "(and (add e5, e2, e0), Some)": "2 0",
    "(shl Some, 1)": "1 2",
    "(shl Some, 9)": "",
    "(trunc Some, 2)": "0 1",
    "(trunc Some, 9)": "0 1 2",
    "(rotl Some, 1)": "1 2 0",
    "(rotl Some, 7)": "1 2 0",
    "(rotl Some, -1)": "2 0 1",
    "(rotr Some, 1)": "2 0 1",
    "(rotr (sub Some, Some), 1)": "",
    '(decimate (sequence "e%u", 0, 9), 4)': "0 4 8",
    "(interleave (add e7, e8, e9), Some)": "7 0 8 1 9 2",
    "(interleave Some, (add e0, e4))": "0 1 4 2",
    '(sequence "e%d", 3, 6)': "3 4 5 6",
    '(sequence "e%u", 6, 3)': "6 5 4 3",
    '(sequence "e%u", 0, 9, 3)': "0 3 6 9",
    '(sequence "e%u", 3, 3, -2)': "3",
    '(sequence "e%u", 0, 9, -2)': "",
    '(sequence "e1", 0, 9)': "1",
    '(sequence "Some", 0, 1)': "0 1 2",
    "(add Itself, e4)": "4",
}

ERRORS = {
    "(unknown e1)": "Unknown set operator: (unknown e1)",
    "(? e1)": "Bad set expression: (? e1)",
    "(add 5)": "Invalid set element: 5",
    '(add "e1")': 'Invalid set element: "e1"',
    "(add ?)": "Invalid set element: ?",
    "(sub Some)": "Set difference needs at least two arguments: (sub Some)",
    "(and Some)": "Set intersection requires two arguments: (and Some)",
    "(shl Some)": "Operator requires (Op Set, Int) arguments: (shl Some)",
    "(rotl Some, e1)": "Second argument must be an integer: (rotl Some, e1)",
    "(shl Some, -1)": "Positive shift required: (shl Some, -1)",
    "(trunc Some, -1)": "Positive length required: (trunc Some, -1)",
    "(decimate Some, 0)": "Positive stride required: (decimate Some, 0)",
    "(sequence 1, 0, 9)": "Format must be a string: (sequence 1, 0, 9)",
    '(sequence "e%u", e1, 9)': ('From must be an integer: (sequence "e%u", e1, 9)'),
    '(sequence "e%u", 1)': 'To must be an integer: (sequence "e%u", 1)',
    '(sequence "e%u", -1, 9)': "From out of range",
    '(sequence "e%u", 0, 1073741824)': "To out of range",
    '(sequence "e%u", 0, 9, e1)': (
        'Stride must be an integer: (sequence "e%u", 0, 9, e1)'
    ),
    '(sequence "e%u", 8, 10)': ("No def named 'e10': (sequence \"e%u\", 8, 10)"),
    '(sequence "e%u", 0, 1, 2, 3)': (
        'Bad args to (sequence "Format", From, To): (sequence "e%u", 0, 1, 2, 3)'
    ),
}

OURS = {
    # llvm-tblgen does not end.
    '(sequence "e%u", 0, 9, 0)': ('Stride must not be zero: (sequence "e%u", 0, 9, 0)'),
    # llvm-tblgen prints whatever is on its stack.
    '(sequence "e%u%u", 0, 9)': (
        'Format must have one place for a number: (sequence "e%u%u", 0, 9)'
    ),
    '(sequence "e%q", 0, 9)': (
        'Format must have one place for a number: (sequence "e%q", 0, 9)'
    ),
}


def printed(expression: str, folder: Path) -> str:
    return print_sets(records_of(f"{PREAMBLE}def Itself : Set<{expression}>;", folder))


def by_llvm(expression: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "oracle.td"
    path.write_text(f"{PREAMBLE}def Itself : Set<{expression}>;")
    command = [ORACLE, "-print-sets", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_elements(expression: str, tmp_path: Path):
    elements = "".join(f" e{number}" for number in EXPRESSIONS[expression].split())
    expected = f"Itself = [{elements} ]\nSome = [ e0 e1 e2 ]\n"
    assert printed(expression, tmp_path) == expected
    if HAS_ORACLE:
        assert by_llvm(expression, tmp_path).stdout == expected


@pytest.mark.parametrize("expression", {**ERRORS, **OURS})
def test_errors(expression: str, tmp_path: Path):
    with pytest.raises(Diagnostic) as caught:
        printed(expression, tmp_path)
    assert caught.value.message == {**ERRORS, **OURS}[expression]
    assert "description.td:8:5:" in str(caught.value)
    if HAS_ORACLE and expression in ERRORS:
        assert (
            f"error: {caught.value.message}\n" in by_llvm(expression, tmp_path).stderr
        )


def test_lists_are_sets_too(tmp_path: Path):
    records = records_of(
        f"{PREAMBLE}class L {{ list<Item> l = [e1, e2]; }} def l : L;", tmp_path
    )
    sets = Sets(records, {"Set": field_expander("Elements")})
    found = sets.evaluate((records["Some"], records["l"]["l"]), records["l"])
    assert [record.name for record in found] == ["e0", "e1", "e2"]
    assert sets.expand(records["Some"]) is sets.expand(records["Some"])
    assert sets.expand(records["e1"]) is None


def test_values_as_text():
    bits = Bits((1, None, BitReference("f", 3), BitReference("s", None)))
    assert text_of(bits) == "{ s, f{3}, ?, 1 }"
    assert text_of((None, -1, Unresolved("!x"))) == "[?, -1, !x]"


def test_orders():
    names = ["R10", "R2", "SP", "R2_R3", "R10_R11", "XMM1", "A", "R02"]
    assert sorted(names, key=register_order) == [
        "A",
        "SP",
        "R2",
        "R02",
        "R10",
        "XMM1",
        "R2_R3",
        "R10_R11",
    ]
    names = ["F10", "F9", "FA", "F", "f1", "F9a", "F009"]
    assert sorted(names, key=numeric_order) == [
        "F",
        "F9",
        "F9a",
        "F10",
        "F009",
        "FA",
        "f1",
    ]
