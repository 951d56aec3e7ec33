"""docs/circuit-conformance.md has a test for each rule; some of these tests."""

import ast
import math
import operator
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from gate_shapes import FLOATS, TYPES, argument, gate
from xdsl.context import Context
from xdsl.dialects.builtin import f64, i1, i8
from xdsl.ir import Attribute

import circ
from circ.dialects.circuit import Circuit
from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.control import ROOTS, FuncOp
from circ.dialects.circuit.gate_types import GateTypesAttr
from circ.dialects.circuit.types import ARCH, ArchType, DependType, StateType
from circ.dialects.common.algebra import INTS, bits_to_float, float_to_bits, to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.widths import width_of
from circ.targets.circuit.gates import read_gates, write_gates
from circ.targets.circuit.gates_writer import type_name
from circ.transforms.circuit.canonicalize import CircuitCanonicalizePass
from circ.transforms.circuit.sort import CircuitSortPass

ROOT = Path(__file__).parents[3]
DATA = ROOT / "test" / "data" / "circuit"
PAGE = ROOT / "docs" / "circuit-conformance.md"
ROW = re.compile(r"\| (\d+) \| (.+) \| (.*) \|$")
NODE = re.compile(r"`([\w/]+\.py)::(test_\w+)`")

# region The page


@cache
def functions_in(file: str) -> set[str]:
    """The test functions of a file."""
    path = ROOT / "test" / file
    if not path.is_file():
        return set()
    tree = ast.parse(path.read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def wrong_rows(text: str) -> Iterator[str]:
    """What is wrong with the rows of the page."""
    rows = [line for line in text.splitlines() if re.match(r"\| *\d", line)]
    for number, line in enumerate(rows, 1):
        found = ROW.match(line)
        if found is None or int(found[1]) != number:
            yield f"row {number}: {line}"
            continue
        tests = [part.strip() for part in found[3].split(",")]
        for test in tests:
            node = NODE.fullmatch(test)
            if node is None:
                yield f"rule {number} has no test: {test!r}"
            elif node[2] not in functions_in(node[1]):
                yield f"rule {number}: there is no {test}"


def test_each_rule_has_tests_that_exist():
    assert [*wrong_rows(PAGE.read_text())] == []


def test_rows_without_a_test_are_found():
    text = PAGE.read_text()
    count = len(re.findall(r"^\| \d+ \|", text, re.MULTILINE))
    assert count > 160
    row = "`dialects/circuit/test_conformance.py::test_roots_come_first`"
    assert [*wrong_rows(f"| 1 | A rule. | {row} |")] == []
    for tests in ("", row.replace("first", "last"), row.replace("circuit", "x"), "x"):
        assert len([*wrong_rows(f"| 1 | A rule. | {tests} |")]) == 1
    assert len([*wrong_rows(f"| 2 | A rule. | {row} |")]) == 1


# endregion
# region Rules


def results_of(text: str, *arguments: float | int, level: str = "circuit") -> object:
    module = read_gates(text, "f.circuit")
    return circ.run(circ.compile(module, level), *arguments).results


@pytest.mark.parametrize("name", ("D3", "D4", "U1", "U9"))
def test_uses_have_no_order(name: str):
    """Whatever the order of the gates, and so of uses, a circuit does the same."""
    text = (DATA / f"{name}.circuit").read_text()
    lines = [line for line in text.splitlines() if line and line[0] != ";"]
    runs = re.findall(r"f\(([^)]*)\)=(-?\d+)", text)
    for seed in range(3):
        random.Random(seed).shuffle(lines)
        for arguments, expected in runs:
            values = map(int, arguments.split(","))
            assert results_of("\n".join(lines), *values) == [int(expected)]


def test_roots_come_first():
    text = (DATA / "D3.circuit").read_text()
    (func,) = (module := read_gates(text, "f")).ops
    assert isinstance(func, FuncOp)
    block = func.body.block
    for operation in [*block.ops]:
        if isinstance(operation, ROOTS):
            operation.detach()
            block.add_op(operation)
    CircuitSortPass().apply(Context(), module)
    first = [type(operation) for operation in block.ops][: len(ROOTS)]
    assert tuple(first) == ROOTS


def test_addresses_are_integers():
    """The dialect has no other types, and ARCH is added like any integer."""
    attributes = {*Circuit.attributes}
    assert attributes == {StateType, DependType, ArchType, GateTypesAttr}
    assert width_of(ARCH) == 32
    text = """\
p = ALLOCA[ARCH] {8}
k = CONST[ARCH] {4}
x = ARG[I32] {0}
q = ADD[ARCH] : | | p, k
s = STORE : | DE | x, q
l = LOAD[I32] : | s | q
r = RETURN : SE | l | l
"""
    assert results_of(text, 7) == [7]


def test_levels_in_one_circuit():
    """A bytecode, arithmetic, a call and states, all of which depend on each other."""
    text = """\
;; operation func.func private @js_typeof(i64) -> i64
;; function f
a = ARG[I64] {0}
n = ARG[I64] {1}
i = ADD[I64] : | | n, a
what = JS_BYTECODE[I64] {typeof} : SE | DE | i
g = SYMBOL[ARCH] {@js_typeof}
again = CALL[I64] : | what | g, what
c = ICMP[I1] {EQ} : | | what, again
br = IF_BRANCH : what | | c
t = IF_TRUE : br
f = IF_FALSE : br
el = LOAD_ELEMENT[I64] {0} : t | again | again, n
ok = IF_SUCCESS : el
ex = IF_EXCEPTION : el
m = MERGE : f, ok
d = DEPEND_SELECTOR : m | again, el
v = VALUE_SELECTOR[I64] : m | | what, el
r = RETURN : m | d | v
q = THROW : ex | el | n
"""
    assert read_gates(write_gates(read_gates(text, "f")), "f")


def test_switch_without_cases():
    text = """\
x = ARG[I32] {0}
sw = SWITCH_BRANCH : SE | | x
d = DEFAULT_CASE : sw
r = RETURN : d | DE | x
"""
    for level in ("circuit", "llvlir"):
        assert results_of(text, 5, level=level) == [5]


@pytest.mark.parametrize("type", TYPES, ids=type_name)
@pytest.mark.every(2)
def test_switch_on_every_type(type: Attribute):
    """Cases are bit patterns: of floats, 0.0 and -0.0 are different."""
    width = width_of(type)
    cases = (0, 1 << (width - 1))
    text = f"""\
x = ARG[{type_name(type)}] {{0}}
one = CONST[I32] {{1}}
two = CONST[I32] {{2}}
three = CONST[I32] {{3}}
sw = SWITCH_BRANCH : SE | | x
c = SWITCH_CASE {{{cases[0]}}} : sw
e = SWITCH_CASE {{{cases[1]}}} : sw
d = DEFAULT_CASE : sw
m = MERGE : c, e, d
v = VALUE_SELECTOR[I32] : m | | one, two, three
r = RETURN : m | DE | v
"""
    for level in ("circuit", "llvlir"):
        compiled = circ.compile(read_gates(text, "f.circuit"), level)
        for bits, expected in (*zip(cases, (1, 2), strict=True), (1, 3)):
            if bits == 1 and width == 1:
                continue
            value = bits if type not in FLOATS else bits_to_float(width, bits)
            assert circ.run(compiled, value).results == [expected], (level, bits)


def test_ordinary_blocks_go():
    text = """\
x = ARG[I32] {0}
p = ARG[ARCH] {1}
a = ORDINARY_BLOCK : SE
d = DEPEND_RELAY : a | DE
s = STORE : | d | x, p
b = ORDINARY_BLOCK : a
r = RETURN : b | s | x
"""
    module = read_gates(text, "f")
    CircuitCanonicalizePass().apply(Context(), module)
    written = write_gates(module)
    assert "STORE" in written and "ORDINARY_BLOCK" not in written


def test_calls_have_no_exception_edge():
    text = """\
g = SYMBOL[ARCH] {@g}
c = CALL : | DE | g
s = IF_SUCCESS : c
e = IF_EXCEPTION : c
r = RETURN : s | c
q = RETURN : e | c
"""
    with pytest.raises(Diagnostic, match="IF_SUCCESS needs a state, but has CALL"):
        read_gates(text, "f")


BYTES = (0, 1, 2, 126, 127, 128, 129, 254, 255)
UNSIGNED: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "ugt": operator.gt,
    "uge": operator.ge,
    "ult": operator.lt,
    "ule": operator.le,
}
SIGNED: dict[str, Callable[[int, int], bool]] = {
    "sgt": operator.gt,
    "sge": operator.ge,
    "slt": operator.lt,
    "sle": operator.le,
}


@pytest.mark.parametrize("condition", ICmpOp.CONDITIONS)
def test_integer_conditions(condition: str):
    compare = gate(ICmpOp, i1, argument(i8, 0), argument(i8, 1), condition=condition)
    for x, y in product(BYTES, repeat=2):
        if condition in UNSIGNED:
            expected = UNSIGNED[condition](x, y)
        else:
            expected = SIGNED[condition](to_signed(8, x), to_signed(8, y))
        assert compare.evaluate(INTS, (x, y)) == expected, (x, y)


NUMBERS = (0.0, -0.0, 1.5, -1.5, math.inf, -math.inf, math.nan)
ORDERED: dict[str, Callable[[float, float], bool]] = {
    "eq": operator.eq,
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
    "ne": operator.ne,
}


def holds(condition: str, x: float, y: float) -> bool:
    """Does a condition hold, by the words of the specification?"""
    unordered = math.isnan(x) or math.isnan(y)
    match condition:
        case "false" | "true":
            return condition == "true"
        case "ord":
            return not unordered
        case "uno":
            return unordered
        case _ if condition.startswith("o"):
            return not unordered and ORDERED[condition[1:]](x, y)
        case _:
            return unordered or ORDERED[condition[1:]](x, y)


@pytest.mark.parametrize("condition", FCmpOp.CONDITIONS)
def test_float_conditions(condition: str):
    compare = gate(FCmpOp, i1, argument(f64, 0), argument(f64, 1), condition=condition)
    for x, y in product(NUMBERS, repeat=2):
        bits = float_to_bits(64, x), float_to_bits(64, y)
        assert compare.evaluate(INTS, bits) == holds(condition, x, y), (x, y)


# endregion
