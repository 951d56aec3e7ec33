"""Assignments, and the patterns that take objects and arrays apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from circ.targets.javascript.bytecode import Register
from circ.targets.javascript.calls import (
    key_of,
    super_key,
    super_registers,
)
from circ.targets.javascript.emitter import (
    EFFECTS,
    VALUES,
    Emitter,
    is_optional,
    without_parentheses,
    writes,
)
from circ.targets.javascript.expression_text import Origin, expression_text
from circ.targets.javascript.literals import (
    index_of,
    load_number,
    number_of,
    skip_unless_undefined,
    string_of,
)
from circ.targets.javascript.operators import BINARY, LOGICAL, jump_past
from circ.targets.javascript.syntax import Node
from circ.targets.javascript.variables import load, store

PATTERNS = ("array_pattern", "object_pattern")


@dataclass
class Place:
    """Something that can be assigned; what it needs is in registers."""

    load: Callable[[], None]
    """Its value becomes the accumulator."""
    store: Callable[[], None]
    """The accumulator becomes its value, and stays."""


def place(emitter: Emitter, node: Node, *later: Node) -> Place:
    """The place that an expression names; other nodes are executed before its use."""
    node = without_parentheses(node)
    match node.kind:
        case "member_expression" | "subscript_expression":
            return _property_place(emitter, node, later)
        case _ if (reference := node.reference) is not None:
            return Place(
                lambda: load(emitter, reference), lambda: store(emitter, reference)
            )
        case _:
            raise emitter.unit.source.error(node, "this cannot be assigned")


def _property_place(emitter: Emitter, node: Node, later: Sequence[Node]) -> Place:
    source = node["object"]
    if is_optional(node):
        raise emitter.unit.source.error(node, "an optional chain cannot be assigned")
    if source.kind == "super":
        return _super_place(emitter, node)
    if node.kind == "member_expression":
        register = emitter.operand(source, *later)
        name = node["property"]
        is_private = name.kind == "private_property_identifier"
        return _named_place(emitter, node, register, name.text, is_private)
    key = key_of(emitter, node["index"])
    if isinstance(key, str):
        register = emitter.operand(source, *later)
        return _named_place(emitter, node, register, key, False)
    if isinstance(key, int):
        register = emitter.operand(source, *later)
        return _indexed_place(emitter, node, register, key)
    register = emitter.operand(source, node["index"], *later)
    index = emitter.operand(node["index"], *later)
    return _valued_place(emitter, node, register, index)


def _named_place(
    emitter: Emitter, node: Node, register: Register, name: str, is_private: bool
) -> Place:
    def get():
        emitter.emit("lda", register)
        emitter.at(node)
        emitter.emit("ldprivateproperty" if is_private else "ldobjbyname", name)

    def put():
        emitter.at(node)
        store = "stprivateproperty" if is_private else "stobjbyname"
        emitter.emit(store, name, register)

    return Place(get, put)


def _indexed_place(
    emitter: Emitter, node: Node, register: Register, index: int
) -> Place:
    def get():
        emitter.emit("lda", register)
        emitter.at(node)
        emitter.emit("ldobjbyindex", index)

    def put():
        emitter.at(node)
        emitter.emit("stobjbyindex", register, index)

    return Place(get, put)


def _valued_place(
    emitter: Emitter, node: Node, register: Register, index: Register
) -> Place:
    def get():
        emitter.emit("lda", index)
        emitter.at(node)
        emitter.emit("ldobjbyvalue", register)

    def put():
        emitter.at(node)
        emitter.emit("stobjbyvalue", register, index)

    return Place(get, put)


def _super_place(emitter: Emitter, node: Node) -> Place:
    function, this = super_registers(emitter)
    super_key(emitter, node)
    key = emitter.kept()

    def get():
        emitter.emit("lda", key)
        emitter.emit("ldsuperbyvalue", function, this)

    def put():
        emitter.emit("stsuperbyvalue", function, this, key)

    return Place(get, put)


@writes(VALUES, "assignment_expression")
def assignment(emitter: Emitter, node: Node):
    _assign(emitter, node, is_used=True)


@writes(EFFECTS, "assignment_expression")
def assignment_effect(emitter: Emitter, node: Node):
    _assign(emitter, node, is_used=False)


def _assign(emitter: Emitter, node: Node, is_used: bool):
    left, right = node["left"], node["right"]
    mark = emitter.mark()
    if left.kind in PATTERNS:
        if not is_used and (pairs := paired(left, right)) is not None:
            assign_pairs(emitter, pairs)
            emitter.release(mark)
            return
        value = emitter.operand(right, left)
        text = expression_text(emitter.unit.source, right)
        take_apart(emitter, left, value, Origin(text))
        emitter.emit("lda", value)
    else:
        target = place(emitter, left, right)
        name = left.text if left.kind == "identifier" else ""
        emitter.named(right, name)
        target.store()
    emitter.release(mark)


def paired(left: Node, right: Node) -> list[tuple[Node, Node]] | None:
    """`[a, b] = [c, d]`: each element and its value; no array is needed."""
    if left.kind != "array_pattern" or right.kind != "array":
        return None
    if len(left.children) != len(right.children):
        return None
    plain = ("identifier", "member_expression", "subscript_expression")
    if any(target.kind not in plain for target in left.children):
        return None
    if any(value.kind in ("hole", "spread_element") for value in right.children):
        return None
    return list(zip(left.children, right.children, strict=True))


def assign_pairs(emitter: Emitter, pairs: Sequence[tuple[Node, Node]]):
    """All values first; then each is stored where its target is by then."""
    values = [value for _, value in pairs]
    targets = [target for target, _ in pairs]
    registers = [
        emitter.operand(value, *values[k + 1 :], *targets)
        for k, value in enumerate(values)
    ]
    for target, register in zip(targets, registers, strict=True):
        goal = place(emitter, target)
        emitter.emit("lda", register)
        goal.store()


@writes(VALUES, "augmented_assignment_expression")
def augmented(emitter: Emitter, node: Node):
    operator = node.operator.removesuffix("=")
    left, right = node["left"], node["right"]
    mark = emitter.mark()
    target = place(emitter, left, right)
    if operator in LOGICAL:
        end = emitter.label("end")
        target.load()
        result = emitter.kept()
        jump_past(emitter, operator, end)
        emitter.named(right, left.text if left.kind == "identifier" else "")
        target.store()
        emitter.emit("sta", result)
        emitter.place(end)
        emitter.emit("lda", result)
    else:
        register = None
        if left.kind == "identifier":
            register = emitter.operand(left, right)
        else:
            target.load()
            register = emitter.kept()
        emitter.value(right)
        emitter.at(node)
        emitter.emit(BINARY[operator], register)
        target.store()
    emitter.release(mark)


@writes(VALUES, "update_expression")
def update(emitter: Emitter, node: Node):
    """`++x` and `x++`: the latter's value is the number before."""
    mark = emitter.mark()
    target = place(emitter, node["argument"])
    target.load()
    is_prefix = node["operator"].start < node["argument"].start
    before = None
    if not is_prefix:
        emitter.emit("tonumeric")
        before = emitter.kept()
    emitter.at(node)
    emitter.emit("inc" if node.operator == "++" else "dec")
    target.store()
    if before is not None:
        emitter.emit("lda", before)
    emitter.release(mark)


@writes(EFFECTS, "update_expression")
def update_effect(emitter: Emitter, node: Node):
    mark = emitter.mark()
    target = place(emitter, node["argument"])
    target.load()
    emitter.at(node)
    emitter.emit("inc" if node.operator == "++" else "dec")
    target.store()
    emitter.release(mark)


# Patterns.


def assign_to(emitter: Emitter, target: Node, origin: Origin | None = None):
    """The accumulator becomes the value of a pattern, which may have a default."""
    mark = emitter.mark()
    if target.kind in ("assignment_pattern", "object_assignment_pattern"):
        value = emitter.kept()
        given = skip_unless_undefined(emitter, value)
        inner = target["left"]
        emitter.named(target["right"], inner.text)
        emitter.emit("sta", value)
        emitter.place(given)
        emitter.emit("lda", value)
        if origin is None:
            origin = Origin(expression_text(emitter.unit.source, target["right"]))
        target = inner
    target = without_parentheses(target)
    if target.kind in PATTERNS:
        take_apart(emitter, target, emitter.kept(), origin)
    elif target.reference is not None and target.kind not in (
        "member_expression",
        "subscript_expression",
    ):
        store(emitter, target.reference)
    else:
        value = emitter.kept()
        goal = place(emitter, target)
        emitter.emit("lda", value)
        goal.store()
    emitter.release(mark)


def take_apart(
    emitter: Emitter, pattern: Node, value: Register, origin: Origin | None = None
):
    """Assign the parts of a register's value as a pattern says."""
    emitter.at(pattern)
    mark = emitter.mark()
    if pattern.kind == "array_pattern":
        text = "" if origin is None else origin.elements
        _take_elements(emitter, pattern, value, text)
    else:
        _take_properties(emitter, pattern, value, origin)
    emitter.release(mark)


def _take_elements(emitter: Emitter, pattern: Node, value: Register, text: str):
    emitter.emit("lda", value)
    emitter.emit("getiterator", text=text)
    iterator = emitter.kept()
    for element in pattern.children:
        mark = emitter.mark()
        if element.kind == "rest_pattern":
            emitter.emit("createemptyarray")
            rest = emitter.kept()
            _take_rest(emitter, iterator, rest)
            emitter.emit("lda", rest)
            assign_to(emitter, element.children[0])
        else:
            emitter.emit("getnextvalue", iterator)
            if element.kind != "hole":
                _hole_as_undefined(emitter)
                assign_to(emitter, element)
        emitter.release(mark)


def _take_rest(emitter: Emitter, iterator: Register, rest: Register):
    again, end = emitter.label("rest"), emitter.label("end")
    emitter.place(again)
    emitter.emit("getnextvalue", iterator)
    value = emitter.kept()
    emitter.emit("ldhole")
    emitter.emit("stricteq", value)
    emitter.emit("jnez", end)
    emitter.emit("lda", value)
    emitter.emit("starraypush", rest)
    emitter.emit("jmp", again)
    emitter.place(end)


def _hole_as_undefined(emitter: Emitter):
    value = emitter.kept()
    given = emitter.label("given")
    emitter.emit("ldhole")
    emitter.emit("stricteq", value)
    emitter.emit("jeqz", given)
    emitter.emit("ldundefined")
    emitter.emit("sta", value)
    emitter.place(given)
    emitter.emit("lda", value)


def _pattern_text(emitter: Emitter, pattern: Node, origin: Origin | None) -> str:
    """What messages call a pattern of properties: the first one, and what has it."""
    of = "" if origin is None else origin.value
    first = next(iter(pattern.children), None)
    if first is None or first.kind == "rest_pattern":
        return f"'{of}'" if of else ""
    key = first.get("key") or first.get("left") or first
    if (name := name_of(emitter, key)) is None:
        return f"'{of}'" if of else ""
    if origin is None or first.kind == "object_assignment_pattern":
        return f"(reading '{name}')"
    return f"property '{name}' of '{of}'" if of else f"property '{name}' of"


def _take_properties(
    emitter: Emitter, pattern: Node, value: Register, origin: Origin | None
):
    emitter.emit("lda", value)
    text = _pattern_text(emitter, pattern, origin)
    emitter.emit("throw_patternnoncoercible", text=text)
    has_rest = any(child.kind == "rest_pattern" for child in pattern.children)
    keys: list[Register] = []
    for child in pattern.children:
        if child.kind == "rest_pattern":
            registers = emitter.range(1 + len(keys))
            for register, source in zip(
                registers.registers, (value, *keys), strict=True
            ):
                emitter.emit("mov", register, source)
            emitter.emit("createobjectwithexcludedkeys", registers)
            assign_to(emitter, child.children[0])
            continue
        if child.kind == "pair_pattern":
            key, target = child["key"], child["value"]
        elif child.kind == "object_assignment_pattern":
            key, target = child["left"], child
        else:
            key, target = child, child
        mark = emitter.mark()
        register = _load_property(emitter, value, key, has_rest)
        if register is not None:
            keys.append(register)
        assign_to(emitter, target)
        if not has_rest:
            emitter.release(mark)


def _load_property(
    emitter: Emitter, value: Register, key: Node, is_kept: bool
) -> Register | None:
    """A property of the register; a register with its key, if that is asked for."""
    name = name_of(emitter, key)
    register = None
    if name is None or is_kept:
        load_key(emitter, key)
        if name is None:
            emitter.emit("topropertykey")
        register = emitter.kept()
    emitter.at(key)
    if name is None:
        emitter.emit("ldobjbyvalue", value)
    else:
        emitter.emit("lda", value)
        if isinstance(name, int):
            emitter.emit("ldobjbyindex", name)
        else:
            emitter.emit("ldobjbyname", name)
    return register


def name_of(emitter: Emitter, key: Node) -> str | int | None:
    """The name or the index that a key in a literal or a pattern is, if it is known."""
    match key.kind:
        case "computed_property_name":
            return None
        case "number":
            value = number_of(key.text)
            return index_of(str(int(value))) if value.is_integer() else None
        case "string":
            name = string_of(emitter.unit.source, key)
            index = index_of(name)
            return name if index is None else index
        case _:
            return key.text


def load_key(emitter: Emitter, key: Node):
    """The key becomes the accumulator."""
    match key.kind:
        case "computed_property_name":
            emitter.value(key.children[0])
        case "number":
            load_number(emitter, number_of(key.text))
        case _:
            name = name_of(emitter, key)
            emitter.emit("lda_str", str(name))
