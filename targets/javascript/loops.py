"""
Loops.

Each iteration has its own environment if a function captures a variable of the head.
"""

from collections.abc import Sequence

from circ.targets.javascript.assignments import assign_to
from circ.targets.javascript.bytecode import Register
from circ.targets.javascript.emitter import (
    STATEMENTS,
    Breakable,
    Emitter,
    Target,
    writes,
)
from circ.targets.javascript.expression_text import FOR, iterated_text
from circ.targets.javascript.scopes import Scope
from circ.targets.javascript.syntax import Node

EMPTY = ("empty_statement", ";")


def _begin(
    emitter: Emitter, names: Sequence[str], depth: int | None = None
) -> Breakable:
    """A loop, whose iterations end with so many environments."""
    here = len(emitter.environments)
    loop = Breakable(
        names,
        Target(emitter.label("end"), here),
        Target(emitter.label("next"), here if depth is None else depth),
    )
    emitter.exits.append(loop)
    return loop


def _names(emitter: Emitter) -> Sequence[str]:
    names, emitter.labels = emitter.labels, ()
    return names


@writes(STATEMENTS, "while_statement")
def while_(emitter: Emitter, node: Node):
    loop = _begin(emitter, _names(emitter))
    assert loop.next is not None
    mark = emitter.mark()
    emitter.place(loop.next.label)
    emitter.condition(node["condition"], loop.end.label, False)
    emitter.release(mark)
    emitter.statement(node["body"])
    emitter.emit("jmp", loop.next.label)
    emitter.exits.pop()
    emitter.place(loop.end.label)


@writes(STATEMENTS, "do_statement")
def do(emitter: Emitter, node: Node):
    loop = _begin(emitter, _names(emitter))
    assert loop.next is not None
    again = emitter.label("loop")
    emitter.place(again)
    emitter.statement(node["body"])
    emitter.exits.pop()
    emitter.place(loop.next.label)
    emitter.at(node["condition"])
    mark = emitter.mark()
    emitter.condition(node["condition"], again, True)
    emitter.release(mark)
    emitter.place(loop.end.label)


@writes(STATEMENTS, "for_statement")
def for_(emitter: Emitter, node: Node):
    names = _names(emitter)
    mark = emitter.mark()
    emitter.open(node.scope)
    initializer = node["initializer"]
    if initializer.kind in STATEMENTS:
        emitter.statement(initializer)
    elif initializer.kind not in EMPTY:
        emitter.effect(initializer)
    loop = _begin(emitter, names)
    assert loop.next is not None
    again = emitter.label("loop")
    emitter.place(again)
    condition, increment = node.get("condition"), node.get("increment")
    if condition is not None and condition.kind not in EMPTY:
        before = emitter.mark()
        emitter.at(condition)
        if condition.kind == "expression_statement":
            condition = condition.children[0]
        emitter.condition(condition, loop.end.label, False)
        emitter.release(before)
    emitter.statement(node["body"])
    emitter.place(loop.next.label)
    _renew(emitter, node)
    if increment is not None:
        before = emitter.mark()
        emitter.at(increment)
        emitter.effect(increment)
        emitter.release(before)
    emitter.emit("jmp", again)
    emitter.exits.pop()
    emitter.place(loop.end.label)
    emitter.close(node.scope)
    emitter.release(mark)


def _renew(emitter: Emitter, node: Node):
    """The next iteration's environment has the values of this one's."""
    scope = node.scope
    if scope is None or not scope.slots:
        return
    start = node["initializer"].end
    if not any(variable.is_written(start, node.end) for variable in scope.slots):
        return
    mark = emitter.mark()
    values: list[Register] = []
    for variable in scope.slots:
        emitter.get(variable)
        values.append(emitter.kept())
    emitter.emit("poplexenv")
    emitter.emit("newlexenv", len(scope.slots))
    for variable, value in zip(scope.slots, values, strict=True):
        emitter.emit("lda", value)
        emitter.put(variable)
    emitter.release(mark)


@writes(STATEMENTS, "for_in_statement")
def for_in(emitter: Emitter, node: Node):
    """For-of and for-in."""
    names = _names(emitter)
    mark = emitter.mark()
    is_of = node.operator == "of"
    _evaluate(emitter, node)
    if is_of:
        text = iterated_text(emitter.unit.source, node["right"])
        emitter.emit("getiterator", text=text)
    else:
        emitter.emit("getpropiterator")
    iterator = emitter.kept()
    loop = _begin(emitter, names)
    assert loop.next is not None
    emitter.place(loop.next.label)
    emitter.at(node["left"])
    emitter.emit("getnextvalue" if is_of else "getnextpropname", iterator)
    before = emitter.mark()
    value = emitter.kept()
    emitter.emit("ldhole" if is_of else "ldundefined")
    emitter.emit("stricteq", value)
    emitter.emit("jnez", loop.end.label)
    emitter.open(node.scope)
    emitter.emit("lda", value)
    assign_to(emitter, node["left"], FOR)
    emitter.statement(node["body"])
    emitter.close(node.scope)
    emitter.release(before)
    emitter.emit("jmp", loop.next.label)
    emitter.exits.pop()
    emitter.place(loop.end.label)
    emitter.release(mark)


def _evaluate(emitter: Emitter, node: Node):
    """What is iterated over; the variables of the head are holes there."""
    scope: Scope | None = node.scope
    if scope is None or not any(v.checked for v in scope.variables.values()):
        emitter.value(node["right"])
        return
    emitter.open(scope)
    emitter.value(node["right"])
    emitter.close(scope)
