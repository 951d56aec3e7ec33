"""Types of JavaScript's values, and the gates that bytecodes on them become."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.constants import SymbolOp
from circ.dialects.circuit.control import FuncOp, IfBranchOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.language import JsBytecodeOp
from circ.dialects.circuit.memory import CallOp
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.verifier import verify_module
from circ.targets.javascript import layout, library
from circ.targets.javascript.layout import DEPTH
from circ.targets.javascript.modules import read_javascript_module
from circ.tools import api
from circ.transforms.circuit.javascript_results import arithmetic_type
from circ.transforms.circuit.javascript_types import (
    ANY,
    BITWISE,
    BOTTOM,
    DOUBLE,
    INT32,
    NUMBER,
    Builtin,
    Closure,
    JsType,
    TypedArray,
    bitwise,
    integers,
    join,
    object_of,
    restricted,
    widened,
)
from circ.transforms.circuit.lower_bytecodes import CircuitLowerBytecodesPass
from circ.transforms.circuit.lower_typed_bytecodes import (
    CircuitLowerTypedBytecodesPass,
)
from circ.transforms.circuit.schedule import schedule
from circ.transforms.circuit.typed_arithmetic import product_bounds

pytest.importorskip("tree_sitter")

SMALL = [
    integers(low, high) for low, high in product(range(-3, 4), repeat=2) if low <= high
]
"""All ranges of small integers."""

COMPUTED: dict[str, Callable[[int, int], int]] = {
    "and2": lambda a, b: a & b,
    "or2": lambda a, b: a | b,
    "xor2": lambda a, b: a ^ b,
    "shl2": lambda a, b: to_signed(32, (a << (b & 31)) & 0xFFFF_FFFF),
    "ashr2": lambda a, b: a >> (b & 31),
    "shr2": lambda a, b: (a & 0xFFFF_FFFF) >> (b & 31),
    "add2": lambda a, b: a + b,
    "sub2": lambda a, b: a - b,
    "mul2": lambda a, b: a * b,
}


HOLDS: dict[str, Callable[[int, int], bool]] = {
    "slt": lambda x, y: x < y,
    "sle": lambda x, y: x <= y,
    "sgt": lambda x, y: x > y,
    "sge": lambda x, y: x >= y,
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
}


def members(type: JsType) -> range:
    return range(type.low, type.high + 1)


@pytest.mark.parametrize("name", COMPUTED)
def test_ranges_have_all_results(name: str):
    for a, b in product(SMALL, repeat=2):
        result = (
            bitwise(name, a, b) if name in BITWISE else arithmetic_type(name, (a, b))
        )
        for x, y in product(members(a), members(b)):
            is_zero = name == "mul2" and x * y == 0 and (x < 0 or y < 0)
            if result.is_integer:
                assert not is_zero  # -0 is no integer
                assert COMPUTED[name](x, y) in members(result), (a, b)


def test_remainder_of_natural_numbers_alone_is_an_integer():
    for a, b in product(SMALL, repeat=2):
        result = arithmetic_type("mod2", (a, b))
        assert result.is_integer == (a.low >= 0 and b.low > 0)
        if result.is_integer:
            assert all(x % y in members(result) for x in members(a) for y in members(b))


@pytest.mark.parametrize("condition", HOLDS)
def test_conditions_restrict_ranges(condition: str):
    holds = HOLDS[condition]
    for a, b in product(SMALL, repeat=2):
        narrowed = members(restricted(a, condition, b))
        for x, y in product(members(a), members(b)):
            assert not holds(x, y) or x in narrowed


@pytest.mark.parametrize("factor", (2, 3, 7, 1000, 65536, 2**31 - 1))
def test_bounds_of_products(factor: int):
    low, high = product_bounds(factor)
    least, most = -(2**31), 2**31 - 1
    assert least <= low * factor and (low - 1) * factor < least
    assert high * factor <= most < (high + 1) * factor


def test_joins_and_widening():
    assert join(integers(0, 3), integers(7, 9)) == integers(0, 9)
    assert join(BOTTOM, DOUBLE) == DOUBLE
    assert join(integers(0, 3), NUMBER).is_number
    assert not join(INT32, ANY).is_number
    assert widened(integers(0, 3), integers(0, 4)) == integers(0, 255)
    assert widened(integers(0, 3), integers(-1, 3)) == integers(-1, 3)
    assert widened(integers(0, 3), integers(-5, 3)) == integers(-256, 3)
    one, other = object_of(Closure("f")), object_of(Builtin("Math"))
    assert join(one, other).identity is None
    first, second = TypedArray("Int8Array", 2, 2), TypedArray("Int8Array", 5, 5)
    both = join(object_of(first), object_of(second)).typed_array
    assert both == TypedArray("Int8Array", 2, 5)


def test_past_the_safe_integers_is_any_number():
    assert integers(0, 2**53 - 1).is_integer
    assert arithmetic_type("add2", (integers(0, 2**53 - 1), integers(0, 1))) == NUMBER
    assert arithmetic_type("mul2", (INT32, INT32)) == NUMBER


def typed(source: str) -> ModuleOp:
    module = read_javascript_module(source, "test.js")
    CircuitLowerTypedBytecodesPass().apply(Context(), module)
    verify_module(module)
    return module


def bytecodes(source: str, function: str) -> list[str]:
    """The bytecodes that are left in a function."""
    (func,) = (
        op
        for op in typed(source).ops
        if isinstance(op, FuncOp) and op.sym_name.data.endswith(f".{function}")
    )
    gates = func.body.block.ops
    return [gate.bytecode.data for gate in gates if isinstance(gate, JsBytecodeOp)]


EVEN = """\
function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
for (let i = 0; i < 4; i++) console.log(even(i), odd(i));
"""


def test_a_variable_without_a_value_yet_is_called_with_arguments(tmp_path: Path):
    """It may be a hole for all that the analysis knows, and still is a function."""
    path = tmp_path / "even.js"
    path.write_text(EVEN, encoding="utf-8")
    wanted = "true false\nfalse true\ntrue false\nfalse true\n"
    assert api.run(path, level="naplespu", opt=1).output == wanted


def test_results_of_fast_paths_have_forms_of_their_own():
    """The bytecode's own result as an integer is not that of both sides."""
    module = typed(
        "let n = 5, k = 3; for (const e of [1, 2, 3].map(x => x + n)) {"
        "  console.log({ p: (n = 1) });"
        "  console.log([n !== n ? e << k : e >>> e]);"
        "}"
    )
    for func in module.ops:
        if isinstance(func, FuncOp):
            CircuitLowerBytecodesPass().run(func)
            schedule(func)  # raises a Diagnostic where a use is not dominated


def calls(source: str, function: str) -> list[str]:
    """The functions that a function calls by their names."""
    (func,) = (
        op
        for op in typed(source).ops
        if isinstance(op, FuncOp) and op.sym_name.data.endswith(f".{function}")
    )
    callees = (
        gate_of(gate.callee) for gate in func.body.block.ops if isinstance(gate, CallOp)
    )
    return [c.symbol.string_value() for c in callees if isinstance(c, SymbolOp)]


def test_known_functions_are_called_directly():
    source = "function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); } f(9);"
    assert calls(source, "f") == ["js.function.1.f"] * 2


@pytest.mark.parametrize(
    "source",
    (
        "function g() { return this; } function f() { return g(); } f();",
        "let g = x => x; function f() { return g(1); } g = x => -x; f();",
        "function f(g) { return g(1); } f(x => x); f(x => -x);",
    ),
)
def test_functions_that_are_not_known_are_called_by_the_library(source: str):
    assert calls(source, "f") == []


def test_a_function_without_effects_is_not_counted():
    source = "function g(x) { return x * 2; } function f(n) { return g(n) + 1; } f(3);"
    names = {
        gate.symbol.string_value()
        for func in typed(source).ops
        if isinstance(func, FuncOp) and func.sym_name.data.endswith(".f")
        for gate in func.body.block.ops
        if isinstance(gate, SymbolOp)
    }
    assert "js.function.1.g" in names and DEPTH not in names


def test_fields_are_where_the_library_has_them():
    """`layout` says what `objects.h` and `values.h` say."""
    folder = library.sources()[0].parent
    values = (folder / "values.h").read_text(encoding="utf-8")
    kinds = re.findall(r"\bKIND_([A-Z_]+),", values)
    assert kinds.index("OBJECT") == layout.KIND_OBJECT
    assert kinds.index("ARRAY") == layout.KIND_ARRAY
    assert f"JS_SPECIAL_LIMIT {layout.SPECIAL_LIMIT} " in values
    calls_header = (folder / "calls.h").read_text(encoding="utf-8")
    assert f"JS_DEEPEST = {layout.DEEPEST} " in calls_header


LOOP = "let s = 0; for (let i = 0; i < n; i++) s = (s + i * 3) | 0; return s;"


def test_loop_on_integers_needs_no_library():
    """The parameter's type comes from all calls."""
    assert bytecodes(f"function f(n) {{ {LOOP} }} f(9); f(1e6);", "f") == []


def test_function_that_escapes_takes_anything():
    source = f"function f(n) {{ {LOOP} }} f(9); [1].map(f);"
    assert "less" in bytecodes(source, "f")


def test_closure_that_an_escaped_function_returns_escapes():
    source = (
        "function make() { return function f(n) { %s }; } make()(1); [1].map(make);"
    )
    assert "less" in bytecodes(source % LOOP, "f")


def test_indices_inside_need_no_test():
    source = (
        "function f(n) { const a = new Int32Array(n); let s = 0;"
        "for (let i = 0; i < n; i++) { a[i] = i; s = (s + a[i]) | 0; } return s; }"
        "f(100);"
    )
    making = {"tryldglobalbyname", "newobjrange", "nameexception"}
    assert set(bytecodes(source, "f")) == making
    longer = source.replace("i < n", "i <= n")
    assert {"stobjbyvalue", "ldobjbyvalue"} <= set(bytecodes(longer, "f"))


@pytest.mark.parametrize(
    "change",
    (
        "globalThis.Int32Array = Array;",
        "Int32Array = Array;",
        "(function () { this.Int32Array = Array; })();",
    ),
)
def test_constructor_that_may_have_changed_is_not_known(change: str):
    source = (
        "function f(n) { const a = new Int32Array(n);"
        "for (let i = 0; i < n; i++) a[i] = i; return a; } f(100);"
    )
    assert "stobjbyvalue" not in bytecodes(source, "f")
    assert "stobjbyvalue" in bytecodes(change + source, "f")


def test_length_that_may_have_changed_is_not_known():
    source = "function f(n) { const a = new Int32Array(n); return a.length; } f(3);"
    assert "ldobjbyname" not in bytecodes(source, "f")
    assert "ldobjbyname" in bytecodes(source + "Object.defineProperty;", "f")


def test_variables_of_two_types_are_not_mixed_up():
    source = "let v = 1; function f() { return v * 2; } f(); v = 'a'; f();"
    assert "mul2" in bytecodes(source, "f")


def branches_to_fast_paths(source: str, function: str) -> int:
    """How many branches lead to fast paths of a function."""
    (func,) = (
        op
        for op in typed(source).ops
        if isinstance(op, FuncOp) and op.sym_name.data.endswith(f".{function}")
    )
    gates = func.body.block.ops
    return sum(
        isinstance(gate, IfBranchOp) and gate.weights is not None for gate in gates
    )


@pytest.mark.parametrize(
    ("expression", "count"),
    (
        ("3 * a", 1),
        ("3 * a + 1", 1),
        ("(31 * a + b) | 0", 1),
        ("a * a - b < b", 1),
        ("(x = 3 * a) + x", 2),  # the product is used twice
        ("3 * a + g(b)", 2),  # something is between
    ),
)
def test_one_test_leads_to_several_operators(expression: str, count: int):
    source = (
        "let x = 0; const g = unknown;"
        f"function f(a, b) {{ return {expression}; }} [1].map(f); [f].map(unknown);"
    )
    assert branches_to_fast_paths(source, "f") == count


CHAINS = """
const values = [0, -0, 3, 715827882, -715827883, 2147483647, -2147483648, 46341, 0.5];
function chains(a, b) {
  return [3 * a + 1, 3 * a - 2, 1 - 3 * a, a * b + b, (31 * a + b) | 0, a * b - a < b,
          (a + b) * 3 - b, (a - b - a) >>> 1, Object.is(a * b * 3, -0)];
}
function hash(values) {
  let sum = 7;
  for (const a of values) for (const b of values)
    for (const each of chains(a, b)) sum = (sum * 31 + each * 7) % 1000003;
  return sum;
}
"""


CHAINS_PRINT = """\
2147483647,2147483644,-2147483645,715827883,715827863,true,\
2147483648,2147483647,false
-2147483645,-2147483648,2147483647,-357913940.5,-715827861,false,-2147483645,0,false
6442450942,6442450939,-6442450940,4611686016279904000,\
-32,false,10737418235,1073741824,false
1,-2,1,-3,-3,false,-6,1,true
"""


HASH = 503897.25
"""That of the results for all pairs of values."""

PAIRS = ("715827882, 1", "-715827882, 0.5", "2147483647, 2147483647", "0, -3")


@pytest.mark.parametrize("level", ("circuit", "naplespu"))
@pytest.mark.every(2, first=1)
def test_operators_behind_one_test_are_exact(level: str, tmp_path: Path):
    """What Node.js 20 prints; where the second does not fit, both are executed."""
    calls = [f"console.log(chains({pair}).join());" for pair in PAIRS]
    source = "\n".join((CHAINS, *calls, "[1].map(chains);"))
    path = tmp_path / ("typed.mlir" if level == "circuit" else "chains.js")
    if level == "circuit":
        path.write_text(str(typed(source)), encoding="utf-8")
        assert api.run(path, level=level).output == CHAINS_PRINT
        return
    path.write_text(f"{source}console.log(hash(values));", encoding="utf-8")
    assert api.run(path).output == f"{CHAINS_PRINT}{HASH}\n"


EXECUTED = """
function edges(a, b) {
  const found = [];
  for (let i = 0; i < 1; i++)
    found.push(a + b, a - b, Object.is(a * b, -0), a * b, a < b, a === b, a & b,
               a >>> b);
  return found.join();
}
let v = 2147483646, w = 0;
for (let i = 0; i < 3; i++) { v++; w -= 1; }
console.log(edges(2147483647, 1), edges(-1, 0), edges("2", 1), edges(0.5, 2), v, w);
function inside(f) {
  try { return f() + 1; } catch (e) { return e.name; } finally { w++; }
}
console.log(inside(() => late), inside(() => v), w);
let late = 0;
const bytes = new Uint8Array(2);
for (let i = -1; i < 3; i++) bytes[i] = i + 255.9;
console.log(bytes[0], bytes[1], bytes[2], bytes.length, Math.imul(65537, 65537));
"""
EXPECTED = """\
2147483648,2147483646,false,2147483647,false,false,1,1073741823 \
-1,-1,true,0,true,false,0,4294967295 21,1,false,2,false,false,0,1 \
2.5,-1.5,false,1,true,false,0,0 2147483649 -3
ReferenceError 2147483650 -1
255 0 undefined 2 131073
"""


@pytest.mark.parametrize("level", ("circuit", "naplespu"))
@pytest.mark.every(2)
def test_results_are_those_of_the_library(level: str, tmp_path: Path):
    """Half lowered, as JS_BYTECODE gates and others, and on the machine."""
    text = tmp_path / "typed.mlir"
    text.write_text(str(typed(EXECUTED)), encoding="utf-8")
    result = api.run(text, level=level)
    assert result.output == EXPECTED
