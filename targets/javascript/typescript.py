"""
TypeScript's syntax beyond JavaScript's becomes JavaScript's.

Types do not change what a program does, so nodes that are types are left out. What
declares something, enumerations and parameters that are properties, stays.
"""

from circ.targets.javascript.syntax import Node

TYPES = frozenset(
    {
        "type_annotation",
        "type_predicate_annotation",
        "asserts_annotation",
        "type_parameters",
        "type_arguments",
        "implements_clause",
        "interface_declaration",
        "type_alias_declaration",
        "ambient_declaration",
        "function_signature",
        "method_signature",
        "abstract_method_signature",
        "index_signature",
        "override_modifier",
    }
)
"""Kinds of nodes that do nothing."""

WRAPPERS = {
    "as_expression": 0,
    "satisfies_expression": 0,
    "non_null_expression": 0,
    "type_assertion": -1,
    "extends_clause": 0,
}
"""Kinds of nodes that are one of their children."""

PARAMETERS = ("required_parameter", "optional_parameter")


def erase_types(root: Node) -> None:
    """Make the tree one of JavaScript; children before parents."""
    for node in reversed(list(root.walk())):
        if node.kind in WRAPPERS or not node.children:
            continue
        replaced = {id(child): _without_types(child) for child in node.children}
        node.children = [
            new for child in node.children if (new := replaced[id(child)]) is not None
        ]
        node.fields = {
            name: new
            for name, child in node.fields.items()
            if (new := replaced.get(id(child), child)) is not None
        }


def _without_types(node: Node) -> Node | None:
    kind = node.kind
    if kind == "class_heritage" and not node.children:
        return None  # it only implements something
    if kind in TYPES or (
        kind == "public_field_definition" and "declare" in node.tokens
    ):
        return None
    while node.kind in WRAPPERS:
        node = node.children[WRAPPERS[node.kind]]
    if kind in PARAMETERS:
        return _parameter(node)
    if kind == "public_field_definition":
        node.kind = "field_definition"
        node.fields["property"] = node.fields["name"]
    elif kind == "abstract_class_declaration":
        node.kind = "class_declaration"
    elif kind == "type_identifier":
        node.kind = "identifier"
    return node


def _parameter(node: Node) -> Node | None:
    """A pattern, or one with a default; `this` is no parameter."""
    pattern = node.get("pattern")
    if pattern is None or pattern.kind == "this":
        return None  # the first is the name of an element in the type of a tuple
    is_property = any(child.kind == "accessibility_modifier" for child in node.children)
    if is_property or "readonly" in node.tokens:
        pattern.tokens = ("property",)
    if (value := node.get("value")) is None:
        return pattern
    node.kind = "assignment_pattern"
    node.children = [pattern, value]
    node.fields = {"left": pattern, "right": value}
    return node
