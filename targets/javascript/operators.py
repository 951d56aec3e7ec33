"""
Operators.

Operators in a row, which the tree nests to the left, are worked on in a loop.
"""

from circ.targets.javascript.bytecode import Label
from circ.targets.javascript.calls import end_if_missing, linked
from circ.targets.javascript.emitter import (
    CONDITIONS,
    EFFECTS,
    VALUES,
    Emitter,
    is_boolean,
    is_optional,
    without_parentheses,
    writes,
)
from circ.targets.javascript.literals import load_number, number_of
from circ.targets.javascript.syntax import Node
from circ.targets.javascript.variables import typeof_name

BINARY = {
    "+": "add2",
    "-": "sub2",
    "*": "mul2",
    "/": "div2",
    "%": "mod2",
    "**": "exp",
    "<<": "shl2",
    ">>": "ashr2",
    ">>>": "shr2",
    "&": "and2",
    "|": "or2",
    "^": "xor2",
    "==": "eq",
    "!=": "noteq",
    "===": "stricteq",
    "!==": "strictnoteq",
    "<": "less",
    "<=": "lesseq",
    ">": "greater",
    ">=": "greatereq",
    "in": "isin",
    "instanceof": "instanceof",
}

LOGICAL = ("&&", "||", "??")


@writes(VALUES, "binary_expression")
def binary(emitter: Emitter, node: Node):
    row: list[Node] = []
    left = node
    while left.kind == "binary_expression":
        row.append(left)
        left = left["left"]
    row.reverse()
    mark = emitter.mark()
    register = None
    if row[0].operator in LOGICAL:
        emitter.value(left)
    elif left.kind == "private_property_identifier":
        emitter.value(row[0]["right"])
        emitter.at(row.pop(0))
        emitter.emit("hasprivateproperty", left.text)
    else:
        register = emitter.operand(left, row[0]["right"])
    for each in row:
        operator, right = each.operator, each["right"]
        if operator in LOGICAL:
            short_circuit(emitter, operator, right, is_boolean(each["left"]))
        else:
            register = register or emitter.kept()
            emitter.value(right)
            emitter.at(each)
            emitter.emit(BINARY[operator], register)
        emitter.release(mark)
        register = None


def short_circuit(emitter: Emitter, operator: str, right: Node, left_is_boolean: bool):
    """The accumulator, or the right operand's value if that decides."""
    mark = emitter.mark()
    end = emitter.label("end")
    if left_is_boolean and operator != "??":
        emitter.emit("jeqz" if operator == "&&" else "jnez", end)
        emitter.value(right)
        emitter.place(end)
        return
    result = emitter.kept()
    jump_past(emitter, operator, end)
    emitter.value(right)
    emitter.emit("sta", result)
    emitter.place(end)
    emitter.emit("lda", result)
    emitter.release(mark)


def jump_past(emitter: Emitter, operator: str, target: Label):
    """Jump if the accumulator decides a logical operator."""
    if operator == "??":
        mark = emitter.mark()
        value = emitter.kept()
        emitter.emit("ldnull")
        emitter.emit("eq", value)
        emitter.emit("jeqz", target)
        emitter.release(mark)
    else:
        emitter.emit("istrue")
        emitter.emit("jeqz" if operator == "&&" else "jnez", target)


def binary_condition(emitter: Emitter, node: Node, target: Label, when: bool) -> bool:
    """A conjunction or a disjunction jumps at each of its operands."""
    operator = node.operator
    if operator not in ("&&", "||"):
        return False
    row: list[Node] = []
    while node.kind == "binary_expression" and node.operator == operator:
        row.append(node["right"])
        node = node["left"]
    row.append(node)
    decides = operator == "||"
    if when == decides:
        for operand in reversed(row):
            emitter.condition(operand, target, when)
    else:
        past = emitter.label("past")
        for operand in reversed(row[1:]):
            emitter.condition(operand, past, decides)
        emitter.condition(row[0], target, when)
        emitter.place(past)
    return True


def unary_condition(emitter: Emitter, node: Node, target: Label, when: bool) -> bool:
    if node.operator != "!":
        return False
    emitter.condition(node["argument"], target, not when)
    return True


def parentheses_condition(
    emitter: Emitter, node: Node, target: Label, when: bool
) -> bool:
    emitter.condition(node.children[0], target, when)
    return True


def constant_condition(emitter: Emitter, node: Node, target: Label, when: bool) -> bool:
    if (node.kind == "true") == when:
        emitter.emit("jmp", target)
    return True


CONDITIONS["binary_expression"] = binary_condition
CONDITIONS["unary_expression"] = unary_condition
CONDITIONS["parenthesized_expression"] = parentheses_condition
CONDITIONS["true"] = CONDITIONS["false"] = constant_condition

UNARY = {"~": "not", "+": "tonumber", "typeof": "typeof"}


@writes(VALUES, "unary_expression")
def unary(emitter: Emitter, node: Node):
    operator, argument = node.operator, without_parentheses(node["argument"])
    match operator:
        case "!":
            inner = without_parentheses(argument)
            if inner.kind == "unary_expression" and inner.operator == "!":
                emitter.value(inner["argument"])
                emitter.emit("istrue")
            else:
                emitter.value(inner)
                emitter.emit("isfalse")
        case "-" if argument.kind == "number":
            load_number(emitter, -number_of(argument.text))
        case "-":
            emitter.value(argument)
            emitter.emit("neg")
        case "void":
            emitter.effect(argument)
            emitter.emit("ldundefined")
        case "delete":
            delete(emitter, argument)
        case "typeof":
            if not (argument.kind == "identifier" and typeof_name(emitter, argument)):
                emitter.value(argument)
            emitter.emit("typeof")
        case _:
            emitter.value(argument)
            emitter.at(node)
            emitter.emit(UNARY[operator])


def delete(emitter: Emitter, argument: Node):
    mark = emitter.mark()
    short, end = emitter.label("short"), emitter.label("end")
    if argument.kind in ("member_expression", "subscript_expression"):
        key = argument.get("index")
        later = [] if key is None else [key]
        value = linked(emitter, argument["object"], short, *later)
        if "optional_chain" in argument.fields:
            emitter.emit("lda", value)
            end_if_missing(emitter, argument, short)
        if key is None:
            emitter.emit("lda_str", argument["property"].text)
        else:
            emitter.value(key)
    else:
        is_name = argument.kind == "identifier"
        if is_name:
            assert argument.reference is not None
            known = argument.reference.variable is not None
            emitter.emit("ldfalse" if known else "ldtrue")
        else:
            emitter.effect(argument)
            emitter.emit("ldtrue")
        return
    emitter.at(argument)
    emitter.emit("delobjprop", value)
    emitter.release(mark)
    if is_optional(argument):
        emitter.emit("jmp", end)
        emitter.place(short)
        emitter.emit("ldtrue")
        emitter.place(end)


@writes(VALUES, "ternary_expression")
def ternary(emitter: Emitter, node: Node):
    end = emitter.label("end")
    while node.kind == "ternary_expression":
        other = emitter.label("else")
        emitter.condition(node["condition"], other, False)
        emitter.value(node["consequence"])
        emitter.emit("jmp", end)
        emitter.place(other)
        node = node["alternative"]
    emitter.value(node)
    emitter.place(end)


@writes(VALUES, "sequence_expression")
def sequence(emitter: Emitter, node: Node):
    for each in node.children[:-1]:
        emitter.effect(each)
    emitter.value(node.children[-1])


@writes(EFFECTS, "parenthesized_expression")
def parentheses_effect(emitter: Emitter, node: Node):
    emitter.effect(node.children[0])


@writes(EFFECTS, "binary_expression")
def binary_effect(emitter: Emitter, node: Node):
    """What a logical operator decides is done for its effect."""
    operator = node.operator
    if operator not in ("&&", "||"):
        binary(emitter, node)
        return
    end = emitter.label("end")
    emitter.condition(node["left"], end, operator == "||")
    emitter.effect(node["right"])
    emitter.place(end)


@writes(EFFECTS, "ternary_expression")
def ternary_effect(emitter: Emitter, node: Node):
    end = emitter.label("end")
    while node.kind == "ternary_expression":
        other = emitter.label("else")
        emitter.condition(node["condition"], other, False)
        emitter.effect(node["consequence"])
        emitter.emit("jmp", end)
        emitter.place(other)
        node = node["alternative"]
    emitter.effect(node)
    emitter.place(end)
