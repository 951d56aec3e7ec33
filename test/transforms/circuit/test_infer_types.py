"""Inference of secondary types, against the specification's examples and execution."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from xdsl.context import Context

import circ
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate_types import declared_types, gate_types
from circ.dialects.circuit.language import EXCEPTION, JsBytecodeOp
from circ.dialects.circuit.type_rules import type_of_bits
from circ.dialects.circuit.verifier import verify_circuit
from circ.targets.circuit.gates import read_gates, write_gates
from circ.targets.execute.circuit import interpreter
from circ.targets.execute.circuit.code import CallSite, Code
from circ.targets.execute.expressions import Slots
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Outcome
from circ.transforms.circuit.infer_types import CircuitInferTypesPass, TypeInference

PRELUDE = """\
a = ARG[I64:JS_STRING] {0}
b = ARG[I64:JS_ARRAY] {1}
n = ARG[I64:JS_NUMBER] {2}
u = ARG[I64] {3}
c = ARG[I1] {4}
i = IF_BRANCH : SE | | c
t = IF_TRUE : i
f = IF_FALSE : i
m = MERGE : t, f
"""


def inferred(gates: str, prelude: str = PRELUDE) -> dict[str, str]:
    """The secondary type of each value by its name in text."""
    module = read_gates(f"{prelude}{gates}\n", "f")
    CircuitInferTypesPass().apply(Context(), module)
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    verify_circuit(func)
    types: dict[str, str] = {}
    for line in write_gates(func).splitlines():
        name, _, rest = line.partition(" = ")
        if "[I64:" in rest:
            types[name] = rest.split("[I64:")[1].split("]")[0]
    return types


def sums(left: str, right: str) -> str:
    text = f"""\
x = JS_BYTECODE[I64] {{add2}} : m | DE | {left}, {right}
s = IF_SUCCESS : x
e = IF_EXCEPTION : x
r = RETURN : s | x | x
q = RETURN : e | x | x"""
    return inferred(text)["x"]


@pytest.mark.parametrize(
    ("left", "right", "type"),
    (
        ("n", "a", "JS_STRING"),
        ("a", "u", "JS_STRING"),
        ("n", "n", "JS_NUMBER"),
        ("n", "u", "JS_ANY"),
        ("n", "b", "JS_ANY"),
    ),
)
def test_sums(left: str, right: str, type: str):
    """The specification's example, a number and a string, and others."""
    assert sums(left, right) == type


def test_selector_of_a_string_and_an_array():
    """The specification's second example: an object of the heap."""
    types = inferred("v = VALUE_SELECTOR[I64] : m | | a, b\nr = RETURN : m | DE | v")
    assert types["v"] == "JS_HEAP_OBJECT"


LOOP = """\
z = CONST[I64] {{0xffff000000000000}}
one = CONST[I64] {{0xffff000000000001}}
lb = LOOP_BEGIN : m, k
d = DEPEND_SELECTOR : lb | DE, x
v = VALUE_SELECTOR[I64] : lb | | {start}, x
g = IF_BRANCH : lb | | c
go = IF_TRUE : g
out = IF_FALSE : g
x = JS_BYTECODE[I64] {{{bytecode}}} : go | d | v, one
s = IF_SUCCESS : x
e = IF_EXCEPTION : x
k = LOOP_BACK : s
r = RETURN : out | d | v
q = RETURN : e | x | one"""


@pytest.mark.parametrize(
    ("bytecode", "start", "type"),
    (
        ("add2", "z", "JS_NUMBER"),
        ("or2", "z", "JS_SMI"),
        ("or2", "a", "JS_ANY"),
        ("add2", "a", "JS_STRING"),
        ("add2", "b", "JS_ANY"),
    ),
)
def test_loops(bytecode: str, start: str, type: str):
    """What a loop adds to is what it adds up: optimism through the back edge."""
    assert inferred(LOOP.format(bytecode=bytecode, start=start))["v"] == type


def test_constants_are_values_of_the_language_only_where_used_so():
    text = """\
p = CONST[I64] {6}
q = CONST[I64] {7}
v = VALUE_SELECTOR[I64] : m | | p, p
w = VALUE_SELECTOR[I64] : m | | q, q
y = ADD[I64] : | | w, q
x = JS_BYTECODE[I64] {typeof} : m | DE | v
r = RETURN : x | x | y"""
    types = inferred(text)
    assert types["p"] == types["v"] == "JS_BOOLEAN"
    assert types["x"] == "JS_STRING"
    assert not types.keys() & {"q", "w", "y"}


def test_what_is_declared_is_trusted_and_made_more_precise():
    text = """\
v = VALUE_SELECTOR[I64:TAGGED_POINTER] : m | | a, b
l = JS_BYTECODE[I64:JS_FLOAT64_ARRAY] {callarg0} : m | DE | u
s = IF_SUCCESS : l
e = IF_EXCEPTION : l
r = RETURN : s | l | v
q = RETURN : e | l | l"""
    types = inferred(text)
    assert types["v"] == "JS_HEAP_OBJECT" and types["l"] == "JS_FLOAT64_ARRAY"
    assert types["u"] == "JS_ANY"


def test_a_second_time_nothing_changes():
    module = read_gates(PRELUDE + LOOP.format(bytecode="add2", start="z"), "f")
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    assert TypeInference(func).declare() > 0
    text = write_gates(func)
    assert TypeInference(func).declare() == 0
    assert write_gates(func) == text


def test_work_is_linear():
    """Nested diamonds, each of which joins further types: visits per gate are few."""

    def visits(count: int) -> float:
        lines = [PRELUDE.rstrip(), "m0 = ORDINARY_BLOCK : m"]
        lines.append("v0 = VALUE_SELECTOR[I64] : m | | n, n")
        for k in range(count):
            lines += [
                f"i{k} = IF_BRANCH : m{k} | | c",
                f"t{k} = IF_TRUE : i{k}",
                f"f{k} = IF_FALSE : i{k}",
                f"m{k + 1} = MERGE : t{k}, f{k}",
                f"v{k + 1} = VALUE_SELECTOR[I64] : m{k + 1} | | v{k}, {'nab'[k % 3]}",
            ]
        lines.append(f"r = RETURN : m{count} | DE | v{count}")
        (func,) = read_gates("\n".join(lines) + "\n", "f").ops
        assert isinstance(func, FuncOp)
        inference = TypeInference(func)
        return inference.visited / len(inference.gates)

    assert visits(400) < 1.1 * visits(100) < 1.1 * gate_types().height


PROGRAM = """\
function mixed(x, y) { return [x + y, x - y, x < y, typeof x, x & y, "" + x, [y]]; }
let total = 0;
for (let k = 0; k < 4; k++) {
  const more = mixed(k * 1.5, k % 2 ? "s" : k);
  total += more.length + (more[4] >> 1);
  try { if (k === 2) null.x; } catch (error) { total = total + -k; }
}
console.log(total, mixed({ valueOf() { return 3; } }, true).join());
"""
KINDS = {
    "JS_STRING": range(1),
    "JS_HEAP_OBJECT": range(16),
    "JS_OBJECT": range(4, 16),
    "JS_ARRAY": range(5, 6),
    "JS_FUNCTION": range(6, 7),
}
"""By class: the first bytes of its objects (targets/javascript/runtime/values.h)."""


@pytest.mark.long
def test_types_hold_for_what_is_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Each value that a bytecode gives is of the type that was inferred."""
    file = tmp_path / "p.js"
    file.write_text(PROGRAM)
    program = circ.load(file)
    CircuitInferTypesPass().apply(Context(), program.module)
    lattice, seen = gate_types(), dict[str, set[str]]()
    give = interpreter._give  # pyright: ignore[reportPrivateUsage]
    execute = interpreter.Program.execute
    memories: list[Memory] = []

    def executed(
        self: interpreter.Program, code: Code, values: Sequence[int], limit: int | None
    ) -> Outcome:
        memories.append(self.memory)
        return execute(self, code, values, limit)

    def checked(site: CallSite, slots: Slots, results: list[int]) -> None:
        give(site, slots, results)
        if isinstance(site.gate, JsBytecodeOp) and results[0] != EXCEPTION:
            declared = declared_types(site.gate)
            assert declared is not None
            bits = type_of_bits(results[0])
            shared = lattice.meet(bits, declared[0])
            name = site.gate.bytecode.data
            assert shared is not None, (name, hex(results[0]), declared)
            if bits.name != "JS_HEAP_OBJECT":
                assert shared is bits, (name, hex(results[0]), declared)
            elif shared.name in KINDS:
                kind = memories[-1].load(results[0], 1)
                assert kind in KINDS[shared.name], (name, kind, shared)
            seen.setdefault(name, set()).add(declared[0].name)

    monkeypatch.setattr(interpreter, "_give", checked)
    monkeypatch.setattr(interpreter.Program, "execute", executed)
    result = circ.run(program, level="circuit")
    assert result.output == "27 4,2,false,object,1,3,true\n"
    assert {"add2", "sub2", "less", "typeof", "and2", "ashr2"} <= seen.keys()
    assert seen["and2"] == {"JS_SMI"} and "JS_NUMBER" in seen["add2"] | seen["sub2"]
