"""
What messages call an expression: `o.f(...).g is not a function`.

The rules are V8's: calls are without their arguments, keys that are constant stand
after a dot, operators in parentheses, and what has no text is `(intermediate value)`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from circ.targets.javascript.emitter import LINKS, is_optional, without_parentheses
from circ.targets.javascript.literals import (
    cooked,
    number_of,
    number_text,
    parts_of,
    string_of,
)
from circ.targets.javascript.syntax import Node, Source

UNKNOWN = "(intermediate value)"

LOGICAL = ("&&", "||", "??")

COMPARISONS = {"!=": "==", "!==": "==="}
"""Operators that are the opposite of another."""

CHAINS = frozenset({"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"}) | {
    *LOGICAL,
    ",",
}
"""Operators that are written once for all operands of a row."""


@dataclass(frozen=True)
class Origin:
    """What messages call that which a pattern takes apart."""

    value: str
    """Where a property is not there; empty for a parameter, which has no text."""
    elements: str = ""
    """Where it cannot be iterated over; empty: the message describes the value."""


PARAMETER = Origin("")
DEFAULTED = Origin(3 * UNKNOWN)
"""A parameter that has a default."""
FOR, CATCH = Origin(".for", ".for"), Origin(".catch", ".catch")


def origin_of(source: Source, value: Node) -> Origin:
    """Of the pattern of a declaration."""
    return Origin(_Writer(source, False).text(value), unpacked_text(source, value))


def expression_text(source: Source, node: Node) -> str:
    """What a message calls what is called or constructed."""
    return _Writer(source, False).text(without_parentheses(node), True)


def iterated_text(source: Source, node: Node) -> str:
    """What a message calls what for-of or an array literal iterates over."""
    node = without_parentheses(node)
    if is_optional(node) or _is_choice(node):
        return ""
    text = _Writer(source, True).text(node, True)
    is_call = node.kind in ("call_expression", "new_expression")
    return _returned(text) if is_call else text


def spread_text(source: Source, given: Sequence[Node], spread: Node) -> str:
    """What a message calls a spread argument, if it is the last and the only one."""
    others = (each for each in given if each.kind == "spread_element")
    if spread is not given[-1] or next(others) is not spread:
        return ""
    return f"...{expression_text(source, spread.children[0])}"


def unpacked_text(source: Source, node: Node) -> str:
    """What a message calls that of which a declaration takes the elements."""
    node = without_parentheses(node)
    if node.kind == "call_expression" and node["function"].kind == "identifier":
        return _returned(expression_text(source, node["function"]))
    if node.kind == "new_expression":
        return _returned(expression_text(source, node["constructor"]))
    if node.kind in (*LINKS, "binary_expression", "sequence_expression"):
        return ""
    if node.kind in ("assignment_expression", "augmented_assignment_expression"):
        return ""
    return expression_text(source, node)


def _returned(callee: str) -> str:
    return f"{callee} is not a function or its return value"


def _is_choice(node: Node) -> bool:
    is_logical = node.kind == "binary_expression" and node.operator in LOGICAL
    return is_logical or node.kind == "ternary_expression"


class _Writer:
    """Of what is iterated over, calls within are their callees."""

    def __init__(self, source: Source, is_iterated: bool):
        self.source = source
        self.is_iterated = is_iterated

    def text(self, node: Node, in_chain: bool = False) -> str:
        """A node's text; it may be a link of the chain around it."""
        inner = without_parentheses(node)
        in_chain = in_chain and inner is node
        node = inner
        match node.kind:
            case "identifier" | "undefined" | "true" | "false" | "null" | "this":
                return node.text
            case "number":
                return number_text(number_of(node.text))
            case "string":
                return f'"{string_of(self.source, node)}"'
            case "template_string":
                return self._template(node)
            case "meta_property":
                return ".new.target"
            case kind if kind in LINKS:
                if is_optional(node) and not in_chain:
                    return UNKNOWN
                return self._link(node)
            case "new_expression" if self.is_iterated:
                return self.text(node["constructor"])
            case "array":
                return f"[{','.join(map(self._element, node.children))}]"
            case "object":
                return f"{{{UNKNOWN * len(node.children)}}}"
            case "unary_expression":
                return self._unary(node)
            case "update_expression":
                operand = self.text(node["argument"])
                is_prefix = node["operator"].start < node["argument"].start
                both = node.operator, operand
                return f"({''.join(both if is_prefix else reversed(both))})"
            case "binary_expression" | "sequence_expression":
                return self._binary(node)
            case "assignment_expression" | "augmented_assignment_expression":
                return self.text(node["left"])
            case "ternary_expression":
                return 3 * UNKNOWN
            case _:
                return UNKNOWN

    def _element(self, node: Node) -> str:
        if node.kind == "spread_element":
            return f"(...{self.text(node.children[0])})"
        return "" if node.kind == "hole" else self.text(node)

    def _template(self, node: Node) -> str:
        parts = parts_of(self.source, node)
        if len(parts) == 1:
            (text,) = parts
            return f'"{cooked(self.source, node, str(text))}"'
        return "".join(self.text(part) for part in parts if isinstance(part, Node))

    def _link(self, node: Node) -> str:
        """Links are many: from the last to the first."""
        ends: list[str] = []
        while True:
            mark = "?." if "optional_chain" in node.fields else ""
            if node.kind == "call_expression":
                ends.append("" if self.is_iterated else "(...)")
            elif node.kind == "member_expression":
                name = node["property"]
                if name.kind == "private_property_identifier":
                    ends.append(f"{mark}[{name.text.split('@')[0]}]")
                else:
                    ends.append(f"{mark or '.'}{name.text}")
            else:
                ends.append(self._key(node["index"], mark))
            before = node[LINKS[node.kind]]
            node = before
            if node.kind not in LINKS:
                break
        if node.kind == "super":
            ends.append(UNKNOWN)
        else:
            ends.append(self.text(node))
        return "".join(reversed(ends))

    def _key(self, index: Node, mark: str) -> str:
        index = without_parentheses(index)
        if index.kind == "string":
            return f"{mark or '.'}{string_of(self.source, index)}"
        if index.kind == "template_string" and len(parts_of(self.source, index)) == 1:
            return f"{mark or '.'}{self._template(index)[1:-1]}"
        return f"{mark}[{self.text(index)}]"

    def _unary(self, node: Node) -> str:
        operand = without_parentheses(node["argument"])
        if node.operator == "-" and operand.kind == "number":
            return number_text(-number_of(operand.text))
        space = " " if node.operator.isalpha() else ""
        return f"({node.operator}{space}{self.text(operand)})"

    def _binary(self, node: Node) -> str:
        operator = "," if node.kind == "sequence_expression" else node.operator
        operands = [self.text(operand) for operand in _operands(node, operator)]
        positive = COMPARISONS.get(operator, operator)
        text = f"({f' {positive} '.join(operands)})"
        return text if positive == operator else f"(!{text})"


def _operands(node: Node, operator: str) -> Iterator[Node]:
    """The operands of a row of the same operator; iterative: rows are long."""
    if node.kind == "sequence_expression":
        yield from node.children
        return
    last: list[Node] = []
    while node.kind == "binary_expression" and node.operator == operator:
        last.append(node["right"])
        node = without_parentheses(node["left"])
        if operator not in CHAINS:
            break
    yield node
    yield from reversed(last)
