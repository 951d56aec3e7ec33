"""What the grammar accepts but the front end does not."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.javascript.binding import Analysis
from circ.targets.javascript.syntax import Node, Source

UNSUPPORTED = {
    "import_statement": "modules",
    "export_statement": "modules",
    "import": "modules",
    "generator_function": "generators",
    "generator_function_declaration": "generators",
    "yield_expression": "generators",
    "await_expression": "async functions",
    "regex": "regular expressions",
    "with_statement": "with",
    "decorator": "decorators",
    "internal_module": "namespaces",
    "module": "namespaces",
    "using_declaration": "using",
    "jsx_element": "JSX",
    "jsx_self_closing_element": "JSX",
}
"""Kinds of nodes that are not supported."""

UNSUPPORTED_GLOBALS = {
    **dict.fromkeys(("require", "module", "exports"), "modules"),
    **dict.fromkeys(("__filename", "__dirname"), "modules"),
    **dict.fromkeys(("eval", "Function"), "evaluation of text"),
    **dict.fromkeys(("Promise", "queueMicrotask"), "async functions"),
    **dict.fromkeys(("setTimeout", "setInterval", "setImmediate"), "timers"),
    **dict.fromkeys(("clearTimeout", "clearInterval", "clearImmediate"), "timers"),
    **dict.fromkeys(("BigInt", "BigInt64Array", "BigUint64Array"), "BigInt"),
    **{
        name: name
        for name in (
            *("AbortController", "AggregateError", "ArrayBuffer", "Atomics", "Blob"),
            *("Buffer", "DataView", "Date", "Event", "EventTarget"),
            *("FinalizationRegistry", "Intl", "Iterator", "Proxy", "Reflect"),
            *("RegExp", "SharedArrayBuffer", "Symbol", "TextDecoder", "TextEncoder"),
            *("URL", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "atob", "btoa"),
            *("decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent"),
            *("escape", "unescape", "fetch", "global", "globalThis", "performance"),
            *("structuredClone",),
        )
    },
}
"""Global variables of Node.js that programs have if the table of built-ins has them."""

SINGLE = {
    "if_statement": ("consequence", "alternative"),
    "else_clause": (None,),
    "for_statement": ("body",),
    "for_in_statement": ("body",),
    "while_statement": ("body",),
    "do_statement": ("body",),
    "labeled_statement": ("body",),
}
"""Statements with others that may be no declarations."""


def check(source: Source, root: Node) -> list[Diagnostic]:
    """One diagnostic for each construct that is not supported or against the rules."""
    errors: list[Diagnostic] = []
    work = [root]
    while work:
        node = work.pop()
        if (what := _unsupported(node)) is not None:
            errors.append(source.error(node, f"{what} are not supported"))
            if what in ONE:
                errors[-1] = source.error(node, f"{what} is not supported")
            continue
        errors += (source.error(place, text) for place, text in _wrong(node))
        if node.kind == "class_body":
            errors += _broken_modifiers(source, node)
        work.extend(reversed(node.children))
    return errors


ONE = ("with", "using", "JSX", "BigInt")


def _unsupported(node: Node) -> str | None:
    kind = node.kind
    if kind == "number":
        return "BigInt" if node.text.endswith("n") else None
    if "async" in node.tokens or (
        kind == "for_in_statement" and "await" in node.tokens
    ):
        return "async functions"
    if kind == "method_definition" and "*" in node.tokens:
        return "generators"
    if kind == "meta_property" and "import" in node.tokens:
        return "modules"
    return UNSUPPORTED.get(kind)


def _wrong(node: Node) -> Iterator[tuple[Node, str]]:
    """What is wrong with a node."""
    for name in SINGLE.get(node.kind, ()):
        inner = node.get(name) if name is not None else node.children[0]
        if inner is not None and inner.kind in (
            "lexical_declaration",
            "class_declaration",
        ):
            yield inner, "a declaration must be in a block"
    match node.kind:
        case "binary_expression":
            yield from _mixed(node)
        case "method_definition":
            yield from _accessor(node)
        case "expression_statement":
            if node.children[0].kind in ("class", "function_expression"):
                yield node, "a declaration without a name"
        case "try_statement":
            if "handler" not in node.fields and "finalizer" not in node.fields:
                yield node, "'try' without 'catch' or 'finally'"
        case "call_expression" | "new_expression":
            callee = node.get("function") or node["constructor"]
            if (callee.kind, callee.text) == ("identifier", "Function"):
                yield node, "evaluation of text is not supported"
        case _:
            return


def _broken_modifiers(source: Source, body: Node) -> Iterator[Diagnostic]:
    """`static` and `get` at the end of a line, which the grammar takes for fields."""
    for member, after in pairwise(body.children):
        if member.kind != "field_definition" or "value" in member.fields:
            continue
        name = member["property"].text
        between = COMMENT.sub(b"", source.data[member.end : after.start])
        if name in MODIFIERS and b";" not in between:
            text = f"a line that ends with '{name}' is not supported"
            yield source.error(member, text)


COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)

MODIFIERS = ("static", "get", "set")
"""Words that belong to the member of a class after them, on the next line, too."""


def _mixed(node: Node) -> Iterator[tuple[Node, str]]:
    operator = node.operator
    for side in (node["left"], node["right"]):
        if side.kind == "binary_expression":
            if {operator, side.operator} in ({"??", "||"}, {"??", "&&"}):
                yield node, "'??' and other logical operators need parentheses"
        elif side.kind == "unary_expression" and operator == "**":
            if side is node["left"]:
                yield side, "an operator before the base of '**' needs parentheses"


def _accessor(node: Node) -> Iterator[tuple[Node, str]]:
    parameters = node["parameters"].children
    if "get" in node.tokens and parameters:
        yield parameters[0], "a getter has no parameters"
    if "set" in node.tokens and len(parameters) != 1:
        yield node, "a setter has one parameter"


@cache
def global_names() -> frozenset[str]:
    """The global variables in the table of built-ins."""
    text = (Path(__file__).parent / "builtins.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return frozenset(row["name"] for row in rows if not row["holder"])


def check_globals(analysis: Analysis) -> list[Diagnostic]:
    """One diagnostic for each use of a global variable that programs do not have."""
    errors: list[Diagnostic] = []
    for reference in analysis.references:
        what = UNSUPPORTED_GLOBALS.get(reference.name)
        if reference.variable is None and what is not None:
            if reference.name not in global_names():
                verb = "are" if what.endswith("s") and what != reference.name else "is"
                text = f"'{reference.name}': {what} {verb} not supported"
                if what == reference.name:
                    text = f"'{what}' is not supported"
                errors.append(analysis.source.error(reference.node, text))
    return errors
