"""Statements but for loops and exceptions."""

from circ.targets.javascript.assignments import (
    PATTERNS,
    assign_pairs,
    assign_to,
    paired,
)
from circ.targets.javascript.emitter import (
    STATEMENTS,
    Breakable,
    Emitter,
    Target,
    writes,
)
from circ.targets.javascript.expression_text import origin_of
from circ.targets.javascript.functions import declare_functions
from circ.targets.javascript.literals import number_of
from circ.targets.javascript.scopes import THIS
from circ.targets.javascript.syntax import Node
from circ.targets.javascript.variables import load_special, store


@writes(STATEMENTS, "expression_statement")
def expression(emitter: Emitter, node: Node):
    mark = emitter.mark()
    emitter.effect(node.children[0])
    emitter.release(mark)


@writes(STATEMENTS, "statement_block")
def block(emitter: Emitter, node: Node):
    mark = emitter.mark()
    emitter.open(node.scope)
    if node.scope is not None:
        declare_functions(emitter, node.scope)
    emitter.statements(node.children)
    emitter.close(node.scope)
    emitter.release(mark)


@writes(STATEMENTS, "lexical_declaration", "variable_declaration")
def declaration(emitter: Emitter, node: Node):
    is_lexical = node.kind == "lexical_declaration"
    for declarator in node.children:
        mark = emitter.mark()
        name, value = declarator["name"], declarator.get("value")
        emitter.at(declarator)
        if value is None:
            if is_lexical:
                emitter.emit("ldundefined")
                assign_to(emitter, name)
        elif (pairs := paired(name, value)) is not None:
            assign_pairs(emitter, pairs)
        else:
            emitter.named(value, name.text if name.kind == "identifier" else "")
            is_pattern = name.kind in PATTERNS
            origin = origin_of(emitter.unit.source, value) if is_pattern else None
            assign_to(emitter, name, origin)
        emitter.release(mark)


@writes(STATEMENTS, "function_declaration")
def function(emitter: Emitter, node: Node):
    """It is a value already; in a block of sloppy code it becomes the `var`'s, too."""
    info = node.function
    if info is not None and info.outer_variable is not None:
        assert info.variable is not None
        emitter.get(info.variable)
        emitter.put(info.outer_variable)


@writes(STATEMENTS, "if_statement")
def if_(emitter: Emitter, node: Node):
    """`else if` in a row is worked on in a loop."""
    end = emitter.label("end")
    following: Node | None = node
    while following is not None and following.kind == "if_statement":
        emitter.at(following)
        other = emitter.label("else")
        mark = emitter.mark()
        emitter.condition(following["condition"], other, False)
        emitter.release(mark)
        emitter.statement(following["consequence"])
        alternative = following.get("alternative")
        following = None
        if alternative is not None:
            emitter.emit("jmp", end)
            following = alternative.children[0]
        emitter.place(other)
    if following is not None:
        emitter.statement(following)
    emitter.place(end)


@writes(STATEMENTS, "switch_statement")
def switch(emitter: Emitter, node: Node):
    mark = emitter.mark()
    body = node["body"]
    names, emitter.labels = emitter.labels, ()
    value = emitter.operand(node["value"], body)
    target = Target(emitter.label("end"), len(emitter.environments))
    emitter.open(body.scope)
    if body.scope is not None:
        declare_functions(emitter, body.scope)
    inner = Target(emitter.label("leave"), len(emitter.environments))
    emitter.exits.append(Breakable(names, inner, None))
    labels = [emitter.label("case") for _ in body.children]
    default = inner.label
    for case, label in zip(body.children, labels, strict=True):
        if case.kind == "switch_default":
            default = label
            continue
        before = emitter.mark()
        emitter.at(case)
        emitter.value(case["value"])
        emitter.emit("stricteq", value)
        emitter.emit("jnez", label)
        emitter.release(before)
    emitter.emit("jmp", default)
    for case, label in zip(body.children, labels, strict=True):
        emitter.place(label)
        test = case.get("value")
        emitter.statements([child for child in case.children if child is not test])
    emitter.exits.pop()
    emitter.place(inner.label)
    emitter.close(body.scope)
    emitter.place(target.label)
    emitter.release(mark)


@writes(STATEMENTS, "labeled_statement")
def labeled(emitter: Emitter, node: Node):
    """Loops and switches know their labels; of others, break leaves them."""
    body, name = node["body"], node["label"].text
    names = (*emitter.labels, name)
    if body.kind in LABELED:
        emitter.labels = names
        emitter.statement(body)
        return
    end = Target(emitter.label("end"), len(emitter.environments))
    emitter.exits.append(Breakable(names, end, None, is_plain=False))
    emitter.labels = ()
    emitter.statement(body)
    emitter.exits.pop()
    emitter.place(end.label)


LABELED = frozenset(
    {
        "for_statement",
        "for_in_statement",
        "while_statement",
        "do_statement",
        "switch_statement",
        "labeled_statement",
    }
)
"""Statements that take the labels before them."""


@writes(STATEMENTS, "break_statement")
def break_(emitter: Emitter, node: Node):
    name = node.get("label")
    for around in reversed(emitter.exits):
        if not isinstance(around, Breakable):
            continue
        if around.is_plain if name is None else name.text in around.names:
            emitter.jump(around.end)
            return
    raise emitter.unit.source.error(node, _nothing("break", name))


@writes(STATEMENTS, "continue_statement")
def continue_(emitter: Emitter, node: Node):
    name = node.get("label")
    for around in reversed(emitter.exits):
        if not isinstance(around, Breakable) or around.next is None:
            continue
        if name is None or name.text in around.names:
            emitter.jump(around.next)
            return
    raise emitter.unit.source.error(node, _nothing("continue", name))


def _nothing(word: str, name: Node | None) -> str:
    label = "" if name is None else f" with the label '{name.text}'"
    return f"nothing around that '{word}' could mean{label}"


@writes(STATEMENTS, "return_statement")
def return_(emitter: Emitter, node: Node):
    value = node.children[0] if node.children else None
    if emitter.info.is_derived:
        _return_from_derived(emitter, value)
    elif value is None:
        if any(not isinstance(around, Breakable) for around in emitter.exits):
            emitter.emit("ldundefined")
            emitter.jump(None)
        else:
            emitter.emit("returnundefined")
        return
    else:
        emitter.value(value)
    emitter.jump(None)


def _return_from_derived(emitter: Emitter, value: Node | None):
    """Its object is `this` unless it returns something else than undefined."""
    if value is None:
        load_special(emitter, THIS)
        return
    mark = emitter.mark()
    emitter.value(value)
    result = emitter.kept()
    given = emitter.label("given")
    emitter.emit("ldundefined")
    emitter.emit("stricteq", result)
    emitter.emit("jeqz", given)
    load_special(emitter, THIS)
    emitter.emit("sta", result)
    emitter.place(given)
    emitter.emit("lda", result)
    emitter.release(mark)


@writes(STATEMENTS, "enum_declaration")
def enumeration(emitter: Emitter, node: Node):
    """TypeScript's: an object with the members, and the names of numbers."""
    mark = emitter.mark()
    emitter.emit("createemptyobject")
    result = emitter.kept()
    following = 0.0
    for member in node["body"].children:
        before = emitter.mark()
        name = member.get("name") or member
        value = member.get("value")
        emitter.emit("lda_str", name.text.strip("'\""))
        key = emitter.kept()
        is_text = value is not None and value.kind in ("string", "template_string")
        if value is None:
            emitter.emit("ldai", int(following))
        else:
            emitter.value(value)
            if value.kind == "number":
                following = number_of(value.text)
        number = emitter.kept()
        emitter.emit("stobjbyvalue", result, key)
        if not is_text:
            emitter.emit("lda", key)
            emitter.emit("stobjbyvalue", result, number)
        following += 1
        emitter.release(before)
    emitter.emit("lda", result)
    reference = node["name"].reference
    assert reference is not None
    store(emitter, reference)
    emitter.release(mark)
