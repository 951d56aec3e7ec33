"""Properties and calls, optional ones, too: links of a chain."""

from collections.abc import Sequence

from circ.targets.javascript.bytecode import Label, Operand, Register
from circ.targets.javascript.emitter import (
    LINKS,
    VALUES,
    Emitter,
    is_optional,
    without_parentheses,
    writes,
)
from circ.targets.javascript.expression_text import (
    expression_text,
    iterated_text,
    spread_text,
)
from circ.targets.javascript.literals import cooked, index_of, parts_of, string_of
from circ.targets.javascript.scopes import FUNCTION, THIS
from circ.targets.javascript.syntax import Node
from circ.targets.javascript.variables import load_special

PLAIN_CALLS = ("callarg0", "callarg1", "callargs2", "callargs3")
METHOD_CALLS = ("callthis0", "callthis1", "callthis2", "callthis3")

MOST_REGISTERS = 3
"""Calls with more arguments take them in a range of registers."""


@writes(VALUES, *LINKS)
def chain(emitter: Emitter, node: Node):
    """A chain: `?.` after what is undefined or null ends all of it."""
    if not is_optional(node):
        link(emitter, node, None)
        return
    short, end = emitter.label("short"), emitter.label("end")
    link(emitter, node, short)
    emitter.emit("jmp", end)
    emitter.place(short)
    emitter.emit("ldundefined")
    emitter.place(end)


def link(emitter: Emitter, node: Node, short: Label | None):
    """One link after those before it."""
    if node.kind not in LINKS:
        emitter.value(node)
    elif node.kind == "call_expression":
        _call(emitter, node, short)
    else:
        _property(emitter, node, short)


def linked(emitter: Emitter, node: Node, short: Label | None, *later: Node) -> Register:
    """A register with the value of a link; with those of further nodes to come."""
    if node.kind not in LINKS or short is None:
        return emitter.operand(node, *later)
    link(emitter, node, short)
    return emitter.kept()


def end_if_missing(emitter: Emitter, node: Node, short: Label | None):
    """Leave the chain if the accumulator is undefined or null and `?.` follows."""
    if short is None or "optional_chain" not in node.fields:
        return
    mark = emitter.mark()
    value = emitter.kept()
    emitter.emit("ldnull")
    emitter.emit("eq", value)
    emitter.emit("jnez", short)
    emitter.emit("lda", value)
    emitter.release(mark)


def _property(emitter: Emitter, node: Node, short: Label | None):
    source = node["object"]
    mark = emitter.mark()
    if source.kind == "super":
        _super_property(emitter, node)
    elif node.kind == "member_expression" or key_of(emitter, node["index"]) is not None:
        link(emitter, source, short)
        end_if_missing(emitter, node, short)
        _named(emitter, node)
    else:
        register = linked(emitter, source, short, node["index"])
        if "optional_chain" in node.fields:
            emitter.emit("lda", register)
            end_if_missing(emitter, node, short)
        emitter.value(node["index"])
        emitter.at(node)
        emitter.emit("ldobjbyvalue", register)
    emitter.release(mark)


def _named(emitter: Emitter, node: Node):
    """The accumulator's property whose name the text gives."""
    if node.kind == "member_expression":
        name = node["property"]
        emitter.at(name)
        is_private = name.kind == "private_property_identifier"
        emitter.emit("ldprivateproperty" if is_private else "ldobjbyname", name.text)
        return
    key = key_of(emitter, node["index"])
    emitter.at(node)
    if isinstance(key, int):
        emitter.emit("ldobjbyindex", key)
    else:
        assert key is not None
        emitter.emit("ldobjbyname", key)


def key_of(emitter: Emitter, index: Node) -> int | str | None:
    """The index or the name of a property that is known."""
    index = without_parentheses(index)
    match index.kind:
        case "number":
            return index_of(index.text)
        case "string":
            name = string_of(emitter.unit.source, index)
            number = index_of(name)
            return name if number is None else number
        case _:
            return None


def super_registers(emitter: Emitter) -> tuple[Register, Register]:
    """The function and this for `super.name`, in registers."""
    load_special(emitter, FUNCTION)
    function = emitter.kept()
    load_special(emitter, THIS)
    return function, emitter.kept()


def super_key(emitter: Emitter, node: Node):
    """The key of `super.name` or `super[index]` becomes the accumulator."""
    if node.kind == "member_expression":
        emitter.emit("lda_str", node["property"].text)
    else:
        emitter.value(node["index"])


def _super_property(emitter: Emitter, node: Node):
    registers = super_registers(emitter)
    super_key(emitter, node)
    emitter.at(node)
    emitter.emit("ldsuperbyvalue", *registers)


# Calls.


def _call(emitter: Emitter, node: Node, short: Label | None):
    mark = emitter.mark()
    callee, arguments = node["function"], node["arguments"]
    if callee.kind == "super":
        VALUES["super"](emitter, node)
        emitter.release(mark)
        return
    if arguments.kind == "template_string":
        given = [arguments]
    else:
        given = arguments.children
    receiver = _callee(emitter, callee, short, given)
    end_if_missing(emitter, node, short)
    _call_with(emitter, node, receiver, given)
    emitter.release(mark)


def _callee(
    emitter: Emitter, callee: Node, short: Label | None, given: Sequence[Node]
) -> Register | None:
    """The function becomes the accumulator; a register with its `this`, if any."""
    inner = without_parentheses(callee)
    if inner.kind not in ("member_expression", "subscript_expression"):
        link(emitter, callee, short)
        return None
    if inner is not callee and is_optional(inner):
        raise emitter.unit.source.error(
            callee, "a call of an optional chain in parentheses is not supported"
        )
    source = inner["object"]
    if source.kind == "super":
        function, this = super_registers(emitter)
        super_key(emitter, inner)
        emitter.emit("ldsuperbyvalue", function, this)
        return this
    later = [inner["index"]] if inner.kind == "subscript_expression" else []
    receiver = linked(emitter, source, short, *later, *given)
    if later and key_of(emitter, later[0]) is None:
        if "optional_chain" in inner.fields:
            emitter.emit("lda", receiver)
            end_if_missing(emitter, inner, short)
        emitter.value(later[0])
        emitter.at(inner)
        emitter.emit("ldobjbyvalue", receiver)
    else:
        emitter.emit("lda", receiver)
        end_if_missing(emitter, inner, short)
        _named(emitter, inner)
    return receiver


def _call_with(
    emitter: Emitter, node: Node, receiver: Register | None, given: Sequence[Node]
):
    """Call the accumulator with the values of nodes."""
    text = expression_text(emitter.unit.source, node["function"])
    if any(each.kind == "spread_element" for each in given):
        function = emitter.kept()
        array = array_of(emitter, given, True)
        if receiver is None:
            emitter.emit("ldundefined")
            receiver = emitter.kept()
        emitter.emit("lda", function)
        emitter.at(node)
        emitter.emit("apply", receiver, array, text=text)
        return
    first: tuple[Operand, ...] = () if receiver is None else (receiver,)
    if not given:
        emitter.at(node)
        names = PLAIN_CALLS if receiver is None else METHOD_CALLS
        emitter.emit(names[0], *first, text=text)
        return
    function = emitter.kept()
    if node["arguments"].kind == "template_string":
        operands = _template_parts(emitter, given[0])
    elif len(given) <= MOST_REGISTERS:
        operands = [
            emitter.operand(each, *given[k + 1 :]) for k, each in enumerate(given)
        ]
    else:
        operands = None
    if operands is not None and len(operands) <= MOST_REGISTERS:
        names = PLAIN_CALLS if receiver is None else METHOD_CALLS
        emitter.emit("lda", function)
        emitter.at(node)
        emitter.emit(names[len(operands)], *first, *operands, text=text)
        return
    total = len(first) + (len(given) if operands is None else len(operands))
    registers = emitter.range(total)
    into = iter(registers.registers)
    if receiver is not None:
        emitter.emit("mov", next(into), receiver)
    if operands is None:
        for each, register in zip(given, into, strict=True):
            emitter.value(each)
            emitter.emit("sta", register)
    else:
        for operand, register in zip(operands, into, strict=True):
            emitter.emit("mov", register, operand)
    emitter.emit("lda", function)
    emitter.at(node)
    name = "callrange" if receiver is None else "callthisrange"
    emitter.emit(name, registers, text=text)


def array_of(
    emitter: Emitter, elements: Sequence[Node], are_arguments: bool = False
) -> Register:
    """A register with a new array of what may be spread."""
    source = emitter.unit.source
    emitter.emit("createemptyarray")
    array = emitter.kept()
    for element in elements:
        if element.kind == "hole":
            emitter.emit("starrayhole", array)
        elif element.kind == "spread_element":
            emitter.value(element.children[0])
            emitter.at(element)
            if are_arguments:
                text = spread_text(source, elements, element)
            else:
                text = iterated_text(source, element.children[0])
            emitter.emit("starrayspread", array, text=text)
        else:
            emitter.value(element)
            emitter.emit("starraypush", array)
    return array


def _template_parts(emitter: Emitter, node: Node) -> list[Register]:
    """The arguments of a tag: the array of strings, and the values."""
    source = emitter.unit.source
    parts = parts_of(source, node)
    strings = [part for part in parts if isinstance(part, str)]
    emitter.emit("createemptyarray")
    array = emitter.kept()
    for text in strings:
        emitter.emit("lda_str", cooked(source, node, text))
        emitter.emit("starraypush", array)
    mark = emitter.mark()
    emitter.emit("createemptyarray")
    raw = emitter.kept()
    for text in strings:
        emitter.emit("lda_str", text)
        emitter.emit("starraypush", raw)
    emitter.emit("lda_str", "raw")
    key = emitter.kept()
    emitter.emit("lda", raw)
    emitter.emit("stmethodbyvalue", array, key)
    emitter.release(mark)
    values = [part for part in parts if isinstance(part, Node)]
    return [
        array,
        *(emitter.operand(each, *values[k + 1 :]) for k, each in enumerate(values)),
    ]


@writes(VALUES, "new_expression")
def new(emitter: Emitter, node: Node):
    arguments = node.get("arguments")
    given = [] if arguments is None else arguments.children
    mark = emitter.mark()
    text = expression_text(emitter.unit.source, node["constructor"])
    if any(each.kind == "spread_element" for each in given):
        constructor = emitter.operand(node["constructor"], *given)
        array = array_of(emitter, given, True)
        emitter.emit("lda", array)
        emitter.at(node)
        emitter.emit("newobjapply", constructor, text=text)
    else:
        registers = emitter.range(1 + len(given))
        for each, register in zip(
            (node["constructor"], *given), registers.registers, strict=True
        ):
            emitter.value(each)
            emitter.emit("sta", register)
        emitter.at(node)
        emitter.emit("newobjrange", registers, text=text)
    emitter.release(mark)


@writes(VALUES, "array")
def array(emitter: Emitter, node: Node):
    mark = emitter.mark()
    emitter.emit("lda", array_of(emitter, node.children))
    emitter.release(mark)
