"""Types of JavaScript's values, and the gates that bytecodes on them become."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.language import JsBytecodeOp
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.verifier import verify_module
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
from circ.transforms.circuit.lower_typed_bytecodes import (
    CircuitLowerTypedBytecodesPass,
)

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
    assert set(bytecodes(source, "f")) == {"tryldglobalbyname", "newobjrange"}
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
def test_results_are_those_of_the_library(level: str, tmp_path: Path):
    """Half lowered, as JS_BYTECODE gates and others, and on the machine."""
    text = tmp_path / "typed.mlir"
    text.write_text(str(typed(EXECUTED)), encoding="utf-8")
    result = api.run(text, level=level)
    assert result.output == EXPECTED
