"""Stack maps against the liveness of the scheduled code, which knows no types."""

from collections.abc import Sequence

import pytest
from xdsl.context import Context
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate_types import Gc, gate_types, type_of
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.stack_maps import letters_of
from circ.dialects.llvlir.control import CallOp
from circ.dialects.llvlir.control import FuncOp as ScheduledOp
from circ.targets.circuit.gates import read_gates
from circ.transforms.circuit.stack_maps import stack_maps
from circ.transforms.conversion.circuit_to_llvlir import ConvertCircuitToLlvlirPass

STRAIGHT = """\
;; operation func.func private @h(i64) -> i64
;; function f
a = ARG[I64:JS_ANY] {0}
b = ARG[I64:JS_NUMBER] {1}
n = ARG[I64] {2}
s = ARG[I64:JS_STRING] {3}
w = ARG[I64:NATIVE] {4}
h = SYMBOL[ARCH] {@h}
c = CALL[I64:JS_OBJECT] : | DE | h, a
k = CALL[I64:JS_ANY] : | c | h, c
l = CALL[I64:JS_ANY] : | k | h, s
t = ADD[I64] : | | k, a
u = ADD[I64] : | | b, n
v = ADD[I64] : | | w, c
r = RETURN : SE | l | t, u, v, l
"""

LOOP = """\
;; operation func.func private @h(i64) -> i64
;; function f
a = ARG[I64:JS_ANY] {0}
n = ARG[I64:JS_STRING] {1}
e = ARG[I1] {2}
z = CONST[I64:JS_SMI] {-281474976710656}
h = SYMBOL[ARCH] {@h}
lb = LOOP_BEGIN : SE, back
d = DEPEND_SELECTOR : lb | DE, dm
x = VALUE_SELECTOR[I64:JS_ANY] : lb | | z, y
c = CALL[I64:JS_ANY] : | d | h, x
br = IF_BRANCH : lb | | e
t = IF_TRUE : br
f = IF_FALSE : br
br2 = IF_BRANCH : t | | e
t2 = IF_TRUE : br2
f2 = IF_FALSE : br2
r2 = DEPEND_RELAY : t2 | c
k = CALL[I64:JS_STRING] : | r2 | h, n
m = MERGE : t2, f2
dm = DEPEND_SELECTOR : m | k, c
y = VALUE_SELECTOR[I64:JS_ANY] : m | | k, c
back = LOOP_BACK : m
ret = RETURN : f | c | x, a
"""


def maps_of(text: str) -> dict[str, dict[str, Gc]]:
    """By the name of a call: the values of its map by name."""
    (func,) = (op for op in read_gates(text, "f").ops if isinstance(op, FuncOp))
    maps: dict[str, dict[str, Gc]] = {}
    for map in stack_maps(func):
        name = map.call.results[-1].name_hint or ""
        maps[name] = {wire.name_hint or "": gc for wire, gc in map.values}
    return maps


def live_after(call: Operation, value: SSAValue) -> bool:
    """Is there a path from a call to a use of a value that does not define it again?"""
    uses = {use.operation for use in value.uses}
    work: list[Operation | None] = [call.next_op]
    seen = set[Operation | None]()
    while work:
        op = work.pop()
        while op is not None and op not in seen:
            seen.add(op)
            if op in uses:
                return True
            if value in op.results:
                break
            work += [
                block.first_op for block in op.successors if value not in block.args
            ]
            op = op.next_op
    return False


def values_before(call: Operation) -> Sequence[SSAValue]:
    """All values of the function that has a call, but its own results."""
    func = call.parent_op()
    assert isinstance(func, ScheduledOp)
    found: list[SSAValue] = []
    for block in func.body.blocks:
        found += block.args
        for op in block.ops:
            if op is not call:
                found += op.results
    return found


def test_what_is_live_across_calls():
    """Not what the collector ignores (b, w), nor arguments of a call that end there."""
    assert maps_of(STRAIGHT) == {
        "c": {"a": Gc.MAYBE, "n": Gc.MAYBE, "s": Gc.YES},
        "k": {"a": Gc.MAYBE, "n": Gc.MAYBE, "s": Gc.YES, "c": Gc.YES},
        "l": {"a": Gc.MAYBE, "k": Gc.MAYBE, "n": Gc.MAYBE, "c": Gc.YES},
    }


@pytest.mark.parametrize("text", (STRAIGHT, LOOP))
def test_scheduled_code_agrees(text: str):
    """A managed value is in a call's map if and only if the code below keeps it."""
    module = read_gates(text, "f")
    (func,) = (op for op in module.ops if isinstance(op, FuncOp))
    ignored = {
        result.name_hint
        for gate in func.body.block.ops
        for result in gate.results
        if gate_types().gc(type_of(result)) in (Gc.NO, Gc.NATIVE)
    }
    maps = maps_of(text)
    ConvertCircuitToLlvlirPass().apply(Context(), module)
    (code,) = (
        op for op in module.ops if op.name == "llvlir.func" and op.regions[0].blocks
    )
    assert isinstance(code, ScheduledOp)
    for op in [*code.walk()]:
        if isinstance(op, CallOp) and letters_of(op.callee.string_value()) is not None:
            op.detach()  # it would be a use of what it keeps
            op.erase()
    calls = [op for op in code.walk() if op.name == "llvlir.call"]
    assert len(calls) == len(maps)
    for call in calls:
        kept = {
            value.name_hint
            for value in values_before(call)
            if live_after(call, value) and "i64" in str(value.type)
        }
        name = call.results[0].name_hint
        assert name is not None
        assert maps[name].keys() == kept - ignored, name


def test_gates_of_the_language_come_first():
    text = "x = ARG[I64] {0}\nt = JS_BYTECODE {typeof} : SE | DE | x\n"
    (func,) = read_gates(f"{text}r = RETURN : t | t | t\n", "f").ops
    assert isinstance(func, FuncOp)
    with pytest.raises(Diagnostic, match=r"f:2:1: .*must be lowered before there are"):
        stack_maps(func)
