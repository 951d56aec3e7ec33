"""
Which scopes a tree has, which variables they declare, and which names are where.

One walk, iterative; it also reports what is against the rules of scopes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.javascript.scopes import (
    FUNCTION,
    LEXICAL,
    NEW_TARGET,
    THIS,
    ClassInfo,
    FunctionInfo,
    Reference,
    Scope,
    Variable,
)
from circ.targets.javascript.syntax import Node, Source

DECLARATIONS = (
    "lexical_declaration",
    "function_declaration",
    "class_declaration",
    "enum_declaration",
)
"""Statements that make a block a scope."""

RESERVED = frozenset(
    {
        *("arguments", "eval", "implements", "interface", "let", "package"),
        *("private", "protected", "public", "static", "yield"),
    }
)
"""Names that strict code cannot declare."""

DEFAULTS = ("assignment_pattern", "object_assignment_pattern", "computed_property_name")
"""With one of these in its parameters, a function's body has a scope of its own."""


@dataclass
class Analysis:
    """What the walk has found."""

    source: Source
    references: list[Reference] = field(default_factory=list[Reference])
    functions: list[FunctionInfo] = field(default_factory=list[FunctionInfo])
    errors: list[Diagnostic] = field(default_factory=list[Diagnostic])
    private_names: dict[str, int] = field(default_factory=dict[str, int])
    _switches: list[tuple[Scope, Node]] = field(
        default_factory=list[tuple[Scope, Node]]
    )
    _work: list[tuple[Node, Scope]] = field(default_factory=list[tuple[Node, Scope]])

    def error(self, node: Node, message: str):
        self.errors.append(self.source.error(node, message))

    def run(self, root: Node) -> FunctionInfo:
        """Walk over a script."""
        script = FunctionInfo(root, "function", None, 0, "", is_script=True)
        script.body = root
        self.functions.append(script)
        script.strict = _is_strict(root)
        scope = Scope(None, script, script.strict, is_var_scope=True)
        script.special = script.parameter_scope = script.body_scope = scope
        self._visit_all(root.children, scope)
        while self._work:
            node, scope = self._work.pop()
            if (visit := VISITS.get(node.kind)) is not None:
                visit(self, node, scope)
            else:
                self._visit_all(node.children, scope)
        self._limit_cases()
        return script

    def _visit(self, node: Node | None, scope: Scope):
        if node is not None:
            self._work.append((node, scope))

    def _visit_all(self, nodes: list[Node], scope: Scope):
        self._work.extend((node, scope) for node in reversed(nodes))

    # Declarations.

    def declare(self, node: Node, name: str, kind: str, scope: Scope) -> Variable:
        """A variable of the scope, or of the function around it if it is a `var`."""
        if kind == "var":
            return self._declare_var(node, name, scope)
        before = scope.variables.get(name)
        if before is not None or name in scope.var_names:
            is_repeated = before is None or not self._may_repeat(before, kind, scope)
            if is_repeated:
                self.error(node, f"'{name}' is declared before")
            if before is not None and not is_repeated:
                return before
        variable = Variable(name, kind, scope, node.end)
        scope.variables[name] = variable
        return variable

    def _may_repeat(self, before: Variable, kind: str, scope: Scope) -> bool:
        if before.kind == "special" or before.kind == "self":
            return True
        if kind == "parameter":
            return before.kind == "parameter" and not scope.strict
        if kind != "function":
            return False
        if scope.is_var_scope:
            return before.kind in ("var", "parameter", "function")
        return before.kind == "function" and not scope.strict

    def _declare_var(self, node: Node, name: str, scope: Scope) -> Variable:
        while True:
            before = scope.variables.get(name)
            if before is not None and before.kind in LEXICAL:
                self.error(node, f"'{name}' is declared before")
            if before is not None and before.kind == "function":
                if not scope.is_var_scope:
                    self.error(node, f"'{name}' is declared before")
                return before
            scope.var_names.setdefault(name, node.start)
            if scope.is_var_scope:
                break
            assert scope.parent is not None
            scope = scope.parent
        if before is None and (parameters := scope.function.parameter_scope) is not (
            scope
        ):
            before = parameters.variables.get(name)
        if before is None:
            before = scope.variables[name] = Variable(name, "var", scope)
        return before

    def refer(
        self,
        node: Node,
        scope: Scope,
        name: str | None = None,
        is_write: bool = False,
        is_declaration: bool = False,
    ) -> Reference:
        reference = Reference(node, name or node.text, scope, is_write, is_declaration)
        node.reference = reference
        self.references.append(reference)
        return reference

    def pattern(self, node: Node, scope: Scope, kind: str | None) -> list[Variable]:
        """A pattern that declares variables of a kind, or assigns if that is None."""
        variables: list[Variable] = []
        work = [node]
        while work:
            node = work.pop()
            match node.kind:
                case "identifier" | "shorthand_property_identifier_pattern":
                    is_write = kind in (None, "var")
                    self.refer(node, scope, None, is_write, kind is not None)
                    if kind is not None:
                        self._check_name(node, kind, scope)
                        variables.append(self.declare(node, node.text, kind, scope))
                case "hole":
                    pass
                case "undefined" if kind is None:
                    pass
                case "array_pattern" | "object_pattern" | "rest_pattern":
                    work.extend(reversed(node.children))
                case "pair_pattern":
                    self._visit_key(node["key"], scope)
                    work.append(node["value"])
                case "assignment_pattern" | "object_assignment_pattern":
                    self._visit(node["right"], scope)
                    inner = self.pattern(node["left"], scope, kind)
                    self._initialised_by(inner, node["right"])
                    variables += inner
                case "parenthesized_expression" if kind is None:
                    work.append(node.children[0])
                case "member_expression" | "subscript_expression" if kind is None:
                    self._visit(node, scope)
                case _:
                    self.error(node, "this cannot be assigned")
        return variables

    def _check_name(self, node: Node, kind: str, scope: Scope):
        name = node.text
        if name == "enum" or (name == "let" and kind in LEXICAL):
            self.error(node, f"'{name}' cannot be the name of a variable")
        elif scope.strict and name in RESERVED:
            self.error(node, f"'{name}' cannot be declared in strict code")

    def _visit_key(self, key: Node, scope: Scope):
        if key.kind == "computed_property_name":
            self._visit_all(key.children, scope)

    def declaration(self, node: Node, scope: Scope):
        kind = node["kind"].text if "kind" in node.fields else "var"
        for declarator in node.children:
            if declarator.kind != "variable_declarator":
                continue
            value = declarator.get("value")
            variables = self.pattern(declarator["name"], scope, kind)
            if value is not None:
                self._visit(value, scope)
                self._initialised_by(variables, value)
            elif kind == "const":
                self.error(declarator, "a constant without a value")
            elif declarator["name"].kind != "identifier":
                self.error(declarator, "a pattern without a value")

    def _initialised_by(self, variables: list[Variable], value: Node):
        for variable in variables:
            variable.holes.append((value.start, value.end))

    # Statements.

    def block(self, node: Node, scope: Scope):
        if any(child.kind in DECLARATIONS for child in node.children):
            scope = node.scope = Scope(scope, scope.function, scope.strict)
        self._visit_all(node.children, scope)

    def for_loop(self, node: Node, scope: Scope):
        initializer = node["initializer"]
        if initializer.kind == "lexical_declaration":
            scope = node.scope = Scope(scope, scope.function, scope.strict)
        self._visit_all(node.children, scope)

    def for_in(self, node: Node, scope: Scope):
        kind = node["kind"].text if "kind" in node.fields else None
        if kind in LEXICAL:
            scope = node.scope = Scope(scope, scope.function, scope.strict)
        variables = self.pattern(node["left"], scope, kind)
        self._initialised_by(variables, node["right"])
        if "value" in node.fields:
            self.error(node["value"], "a value in the head of for-in is not supported")
        self._visit(node["right"], scope)
        self._visit(node["body"], scope)

    def switch(self, node: Node, scope: Scope):
        self._visit(node["value"], scope)
        body = node["body"]
        if any(
            child.kind in DECLARATIONS
            for case in body.children
            for child in case.children
        ):
            scope = body.scope = Scope(scope, scope.function, scope.strict)
            self._switches.append((scope, body))
        defaults = [case for case in body.children if case.kind == "switch_default"]
        for case in defaults[1:]:
            self.error(case, "a second default")
        for case in body.children:
            self._visit_all(case.children, scope)

    def _limit_cases(self):
        """What a case of a switch declares is initialised in this case alone."""
        for scope, body in self._switches:
            for variable in scope.variables.values():
                ends = (case.end for case in body.children if case.end > variable.start)
                variable.limit = next(ends, None)

    def catch(self, node: Node, scope: Scope):
        if (parameter := node.get("parameter")) is not None:
            scope = node.scope = Scope(scope, scope.function, scope.strict)
            self.pattern(parameter, scope, "catch")
        self._visit(node["body"], scope)

    def assignment(self, node: Node, scope: Scope):
        self.pattern(node["left"], scope, None)
        self._visit(node["right"], scope)

    def update(self, node: Node, scope: Scope):
        self.pattern(node["argument"], scope, None)

    def identifier(self, node: Node, scope: Scope):
        self.refer(node, scope)

    def this(self, node: Node, scope: Scope):
        self.refer(node, scope, THIS)

    def super(self, node: Node, scope: Scope):
        if _method_around(scope).kind not in ("method", "base", "derived"):
            self.error(node, "'super' outside of a method")
        self.refer(node, scope, THIS)
        self.refer(node, scope, FUNCTION)

    def meta_property(self, node: Node, scope: Scope):
        self.refer(node, scope, NEW_TARGET)

    def call(self, node: Node, scope: Scope):
        if node["function"].kind == "super":
            if not _method_around(scope).is_derived:
                self.error(node, "'super()' outside of a derived class's constructor")
                return
            self.refer(node["function"], scope, FUNCTION)
            self.refer(node["arguments"], scope, NEW_TARGET)
            self.refer(node, scope, THIS)
            self._visit(node["arguments"], scope)
        else:
            self._visit_all(node.children, scope)

    def private(self, node: Node, scope: Scope):
        """A private name becomes the key of its class."""
        around: Scope | None = scope
        while around is not None:
            if around.privates is not None and node.text in around.privates:
                node.text = around.privates[node.text]
                return
            around = around.parent
        self.error(node, f"the private name {node.text} is not declared")

    def enum(self, node: Node, scope: Scope):
        self.refer(node["name"], scope, is_declaration=True)
        self.declare(node["name"], node["name"].text, "let", scope).start = node.end
        for member in node["body"].children:
            self._visit(member.get("value"), scope)

    # Functions.

    def function(self, node: Node, scope: Scope):
        kind = "arrow" if node.kind == "arrow_function" else "function"
        self.open_function(node, scope, kind, self._own_name(node))

    def _own_name(self, node: Node) -> str:
        name = node.get("name")
        return "" if name is None else name.text

    def method(self, node: Node, scope: Scope):
        """A method in an object literal."""
        self._visit_key(node["name"], scope)
        self.open_function(node, scope, "method", "")

    def function_declaration(self, node: Node, scope: Scope):
        name = node["name"]
        info = self.open_function(node, scope, "function", name.text)
        info.variable = self.declare(name, name.text, "function", scope)
        info.variable.functions.append(info)
        scope.functions.append(info)

    def open_function(
        self,
        node: Node,
        scope: Scope,
        kind: str,
        name: str,
        body: Node | None = None,
    ) -> FunctionInfo:
        """A function in a scope; what is in it is visited later."""
        info = FunctionInfo(node, kind, scope.function, node.start, name)
        self.functions.append(info)
        node.function = info
        parameters = node.get("parameters")
        if parameters is not None:
            info.parameters = parameters.children
        elif (parameter := node.get("parameter")) is not None:
            info.parameters = [parameter]
        info.body = body = body or node.get("body")
        info.strict = scope.strict or (body is not None and _is_strict(body))
        special = info.special = Scope(scope, info, info.strict)
        if node.kind == "function_expression" and name:
            special.variables[name] = Variable(name, "self", special)
        inner = info.parameter_scope = Scope(special, info, info.strict, host=special)
        inner.is_var_scope = True
        self._parameters(info, inner)
        if any(part.kind in DEFAULTS for p in info.parameters for part in p.walk()):
            inner = Scope(inner, info, info.strict, is_var_scope=True)
        info.body_scope = inner
        if body is not None:
            if body.kind == "statement_block":
                self._visit_all(body.children, inner)
            else:
                self._visit(body, inner)
        return info

    def _parameters(self, info: FunctionInfo, scope: Scope):
        is_simple = all(node.kind == "identifier" for node in info.parameters)
        for k, node in enumerate(info.parameters):
            before = len(scope.variables)
            variables = self.pattern(node, scope, "parameter")
            if len(scope.variables) - before < len(variables) and (
                not is_simple or info.is_arrow
            ):
                self.error(node, "a parameter is declared before")
            if node.kind == "rest_pattern" and k + 1 < len(info.parameters):
                self.error(node, "a rest parameter that is not the last one")

    # Classes.

    def class_(self, node: Node, outer: Scope):
        name = node.get("name")
        scope = node.scope = Scope(outer, outer.function, True)
        heritage = next((c for c in node.children if c.kind == "class_heritage"), None)
        body = node["body"]
        holes = [(heritage.start, heritage.end)] if heritage is not None else []
        holes += [
            (key.start, key.end)
            for member in body.children
            if (key := _key(member)) is not None
            and key.kind == "computed_property_name"
        ]
        if name is not None:
            is_declaration = node.kind == "class_declaration"
            self.refer(name, outer if is_declaration else scope, is_declaration=True)
            kind, where = ("class", outer) if is_declaration else ("const", scope)
            self.declare(name, name.text, kind, where).holes += holes
        if heritage is not None:
            self._visit_all(heritage.children, scope)
        info = ClassInfo(node, scope)
        node.class_info = info
        self._private_names(body, scope)
        self._constructor(info, "derived" if heritage is not None else "base")
        self._members(info)

    def _private_names(self, body: Node, scope: Scope):
        scope.privates = {}
        accessors: dict[str, list[str]] = {}
        for member in body.children:
            key = _key(member)
            if key is None or key.kind != "private_property_identifier":
                continue
            kinds = accessors.setdefault(key.text, [])
            kind = next((k for k in ("get", "set") if k in member.tokens), "value")
            if kinds and (kind in kinds or "value" in (kind, *kinds)):
                self.error(key, f"{key.text} is declared before")
            kinds.append(kind)
        for name in accessors:
            number = self.private_names.get(name, 0)
            self.private_names[name] = number + 1
            scope.privates[name] = f"{name}@{number}" if number else name

    def _constructor(self, info: ClassInfo, kind: str):
        members = info.node["body"].children
        nodes = [member for member in members if is_constructor(member)]
        for node in nodes[1:]:
            self.error(node, "a second constructor")
        name = info.node.get("name")
        text = "" if name is None else name.text
        node = nodes[0] if nodes else info.node["body"]
        body = node["body"] if nodes else Node("statement_block", node.start, node.end)
        function = self.open_function(node, info.scope, kind, text, body)
        function.start = info.node["body"].start
        function.class_info = info
        function.is_implicit = not nodes
        info.constructor = function
        if kind == "derived":
            for name in (THIS,) if nodes else (FUNCTION, NEW_TARGET, THIS):
                self.refer(Node("super", node.start, node.end), function.special, name)

    def _members(self, info: ClassInfo):
        scope, constructor = info.scope, info.constructor
        for member in info.node["body"].children:
            key = _key(member)
            if key is not None:
                if key.kind == "private_property_identifier":
                    self.private(key, scope)
                self._visit_key(key, scope)
            is_static = "static" in member.tokens or member.kind == "class_static_block"
            if is_static and member.kind != "method_definition":
                self._static(info, member)
            elif member.kind == "field_definition":
                assert key is not None
                inner = Scope(scope, constructor, True)
                info.field_scopes[member.start] = inner
                self._visit(member.get("value"), inner)
                self.refer(member, inner, THIS)
                if key.kind == "computed_property_name":
                    self._kept(info, member, inner)
            elif member.kind == "method_definition" and not is_constructor(member):
                self.open_function(member, scope, "method", "")
                assert key is not None
                if key.kind == "private_property_identifier" and not is_static:
                    inner = Scope(scope, constructor, True)
                    self._kept(info, member, inner)
                    self.refer(member, inner, THIS)

    def _kept(self, info: ClassInfo, member: Node, inner: Scope):
        """A variable for what is computed when the class is made, and its use."""
        name = f".{member.start}"
        variable = info.scope.variables[name] = Variable(name, "var", info.scope)
        info.keys[member.start] = variable
        self.refer(Node("identifier", member.start, member.end), inner, name)

    def _static(self, info: ClassInfo, member: Node):
        if info.statics is None:
            info.statics = self.open_function(
                Node("class_static_block", member.start, member.start),
                info.scope,
                "method",
                "<static_initializer>",
            )
            info.statics.is_statics = True
            info.statics.class_info = info
        scope = Scope(info.scope, info.statics, True, is_var_scope=True)
        info.field_scopes[member.start] = scope
        if member.kind == "class_static_block":
            self._visit_all(member["body"].children, scope)
        else:
            self._visit(member.get("value"), scope)
            if member["property"].kind == "computed_property_name":
                self._kept(info, member, scope)


def _method_around(scope: Scope) -> FunctionInfo:
    """The function around arrow functions."""
    function = scope.function
    while function.is_arrow:
        assert function.parent is not None
        function = function.parent
    return function


def is_constructor(member: Node) -> bool:
    return (
        member.kind == "method_definition"
        and "static" not in member.tokens
        and member["name"].kind in ("property_identifier", "string")
        and member["name"].text.strip("'\"") == "constructor"
    )


def _key(member: Node) -> Node | None:
    return member.get("property") or member.get("name")


def _is_strict(body: Node) -> bool:
    """Does it begin with the directive "use strict"?"""
    return "use strict" in _directives(body)


def _directives(body: Node) -> Iterator[str]:
    if body.kind not in ("program", "statement_block"):
        return
    for statement in body.children:
        if statement.kind != "expression_statement" or not statement.children:
            return
        expression = statement.children[0]
        if expression.kind != "string":
            return
        yield "".join(part.text for part in expression.children)


VISITS: dict[str, Callable[[Analysis, Node, Scope], None]] = {
    "lexical_declaration": Analysis.declaration,
    "variable_declaration": Analysis.declaration,
    "statement_block": Analysis.block,
    "for_statement": Analysis.for_loop,
    "for_in_statement": Analysis.for_in,
    "switch_statement": Analysis.switch,
    "catch_clause": Analysis.catch,
    "assignment_expression": Analysis.assignment,
    "augmented_assignment_expression": Analysis.assignment,
    "update_expression": Analysis.update,
    "identifier": Analysis.identifier,
    "shorthand_property_identifier": Analysis.identifier,
    "this": Analysis.this,
    "super": Analysis.super,
    "meta_property": Analysis.meta_property,
    "call_expression": Analysis.call,
    "private_property_identifier": Analysis.private,
    "enum_declaration": Analysis.enum,
    "function_declaration": Analysis.function_declaration,
    "function_expression": Analysis.function,
    "arrow_function": Analysis.function,
    "method_definition": Analysis.method,
    "class": Analysis.class_,
    "class_declaration": Analysis.class_,
}
"""What is done at each kind of node; at the others, their children are visited."""
