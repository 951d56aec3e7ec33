"""Object literals."""

from circ.targets.javascript.assignments import load_key, name_of
from circ.targets.javascript.bytecode import Register
from circ.targets.javascript.emitter import VALUES, Emitter, writes
from circ.targets.javascript.functions import define
from circ.targets.javascript.syntax import Node

PROTOTYPE = "__proto__"


@writes(VALUES, "object")
def literal(emitter: Emitter, node: Node):
    mark = emitter.mark()
    emitter.emit("createemptyobject")
    result = emitter.kept()
    for member in node.children:
        before = emitter.mark()
        match member.kind:
            case "spread_element":
                emitter.value(member.children[0])
                emitter.emit("copydataproperties", result)
            case "method_definition":
                method(emitter, member, result, result, is_enumerable=True)
            case "pair":
                _pair(emitter, member, result)
            case _:
                emitter.value(member)
                emitter.emit("stownbyname", member.text, result)
        emitter.release(before)
    emitter.emit("lda", result)
    emitter.release(mark)


def _pair(emitter: Emitter, member: Node, result: Register):
    key, value = member["key"], member["value"]
    name = name_of(emitter, key)
    if name == PROTOTYPE:
        emitter.value(value)
        emitter.emit("setobjectwithproto", result)
        return
    if name is not None:
        emitter.named(value, str(name))
        own_property(emitter, name, result)
        return
    register = kept_key(emitter, key)
    emitter.value(value)
    emitter.emit("stownbyvalue", result, register)


def kept_key(emitter: Emitter, key: Node) -> Register:
    load_key(emitter, key)
    if key.kind == "computed_property_name":
        emitter.emit("topropertykey")
    return emitter.kept()


def own_property(emitter: Emitter, name: str | int, result: Register):
    """Define the register's own property with the accumulator."""
    if isinstance(name, int):
        emitter.emit("stownbyindex", result, name)
    else:
        emitter.emit("stownbyname", name, result)


def method(
    emitter: Emitter,
    member: Node,
    home: Register,
    target: Register,
    is_enumerable: bool,
):
    """A method, a getter or a setter becomes a property of the target."""
    info = member.function
    assert info is not None
    key = member["name"]
    emitter.at(member)
    name = name_of(emitter, key)
    display = "" if name is None else str(name)
    kind = next((token for token in ("get", "set") if token in member.tokens), None)
    if kind is None and is_enumerable and name is not None:
        emitter.emit("lda", home)
        define(emitter, info, display, "definemethod")
        own_property(emitter, name, target)
        return
    register = kept_key(emitter, key)
    emitter.emit("lda", home)
    define(emitter, info, f"{kind} {display}" if kind else display, "definemethod")
    if kind == "get":
        emitter.emit("definegetterbyvalue", target, register, int(is_enumerable))
    elif kind == "set":
        emitter.emit("definesetterbyvalue", target, register, int(is_enumerable))
    else:
        row = "stownbyvalue" if is_enumerable else "stmethodbyvalue"
        emitter.emit(row, target, register)
