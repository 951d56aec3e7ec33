"""
The code of a function while it is written: registers, labels, environments, jumps.

What is written for each kind of node is in tables, which the modules on expressions and
statements fill; so they need not know each other.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from circ.dialects.circuit.bytecodes import ENVIRONMENT, bytecodes
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.javascript.bytecode import (
    Function,
    Handler,
    Instruction,
    Label,
    Operand,
    Program,
    Range,
    Register,
)
from circ.targets.javascript.scopes import FunctionInfo, Scope, Variable
from circ.targets.javascript.syntax import Node, Source

Writer: TypeAlias = Callable[["Emitter", Node], None]

VALUES: dict[str, Writer] = {}
"""By kind of node: its value becomes the accumulator."""

EFFECTS: dict[str, Writer] = {}
"""By kind of node, if there is a shorter way: what it does, without a value."""

CONDITIONS: dict[str, Callable[["Emitter", Node, Label, bool], bool]] = {}
"""
By kind of node: a jump to the label if its truth is as given.

The result is False if there is no shorter way than by its value.
"""

STATEMENTS: dict[str, Writer] = {}

NAMED: dict[str, Callable[["Emitter", Node, str], None]] = {}
"""By kind of node: the value of a function or class that takes the name given."""

BOOLEAN = frozenset(
    {"==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "instanceof"}
)
"""Operators with boolean results."""

NOTHING = ("empty_statement", "debugger_statement")
"""Statements that do nothing."""

WriterTable: TypeAlias = dict[str, Writer]


def writes(table: WriterTable, *kinds: str) -> Callable[[Writer], Writer]:
    """Enter a function in a table."""

    def enter(function: Writer) -> Writer:
        table.update(dict.fromkeys(kinds, function))
        return function

    return enter


@dataclass
class Unit:
    """A script while it is compiled."""

    source: Source
    program: Program = field(default_factory=Program)
    work: list[tuple[FunctionInfo, Function, tuple[Scope, ...]]] = field(
        default_factory=list[tuple[FunctionInfo, Function, tuple[Scope, ...]]]
    )
    """Functions that remain to be compiled, and the environments around them."""
    errors: list[Diagnostic] = field(default_factory=list[Diagnostic])
    _names: dict[str, int] = field(default_factory=dict[str, int])

    def define(
        self, info: FunctionInfo, name: str, environments: tuple[Scope, ...]
    ) -> Function:
        """A function of the program; its code is written later."""
        text = "".join(c if c.isascii() and c.isalnum() else "_" for c in name)
        text = text or "anonymous"
        number = self._names.get(text, 0)
        self._names[text] = number + 1
        kind = "function" if info.is_script else info.kind
        function = Function(
            f"{text}.{number}" if number else text,
            name,
            sum(1 for node in info.parameters if node.kind != "rest_pattern"),
            kind=kind,
            strict=info.strict,
            text=self._text(info),
            location=self.source.location(info.node.start),
        )
        self.program.functions.append(function)
        self.work.append((info, function, environments))
        return function

    def _text(self, info: FunctionInfo) -> tuple[int, int]:
        """Where `String(function)` is in the source: a class for its constructor."""
        class_info = info.class_info
        node = info.node if class_info is None else class_info.node
        static = STATIC.match(self.source.data, node.start)
        start = node.start
        if static is not None and "static" in node.tokens:
            start = static.end()
        return self.source.units(start), self.source.units(node.end)


STATIC = re.compile(rb"static(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
"""The first word of static methods, which is no part of their text."""


@dataclass(eq=False)
class Finally:
    """What is left on the way out of a `try` with `finally`."""

    kind: Register
    """Why it is left: 0 its end was reached, 1 an exception, others in `exits`."""
    value: Register
    """The exception or the value that is returned."""
    label: Label
    depth: int
    exits: list["Target | None"] = field(default_factory=list["Target | None"])
    """Where it goes on, from 2 on; None: the function returns."""


@dataclass(eq=False)
class Target:
    """A place that `break` or `continue` may jump to."""

    label: Label
    depth: int
    """How many environments there are then."""


@dataclass(eq=False)
class Breakable:
    """A statement that `break` leaves; a loop if it can be continued."""

    names: Sequence[str]
    end: Target
    next: Target | None
    is_plain: bool = True
    """Does a `break` without a label mean it?"""


class Emitter:
    """The code of one function while it is written."""

    def __init__(
        self,
        unit: Unit,
        info: FunctionInfo,
        function: Function,
        environments: tuple[Scope, ...],
    ):
        self.unit = unit
        self.info = info
        self.function = function
        self.environments = list(environments)
        self.exits: list[Breakable | Finally] = []
        self.labels: Sequence[str] = ()
        """Those of the statement that is next."""
        self._location = function.location
        self._registers = 0
        self._labels = 0
        self._table = bytecodes()

    # Instructions.

    def at(self, node: Node):
        """What follows is for a node."""
        self._location = self.unit.source.location(node.start)

    def emit(self, name: str, *operands: Operand, text: str = ""):
        """An instruction; `text` is what messages call what it is about."""
        instruction = Instruction(self._table[name], operands, self._location, text)
        self.function.code.append(instruction)

    def label(self, name: str = "l") -> Label:
        self._labels += 1
        return Label(f"{name}{self._labels}")

    def place(self, label: Label):
        self.function.code.append(label)

    def handle(self, start: Label, end: Label, target: Label):
        self.function.handlers.append(Handler(start, end, target))

    def finish(self):
        """Nothing reads the environment: it is not loaded."""
        code = self.function.code
        rest = (each.bytecode for each in code[1:] if isinstance(each, Instruction))
        if not any(ENVIRONMENT in (*row.inputs, row.output) for row in rest):
            del code[0]

    # Registers.

    def mark(self) -> int:
        """How many registers are in use, for `release`."""
        return self._registers

    def release(self, mark: int):
        self._registers = mark

    def temporary(self) -> Register:
        register = Register("v", self._registers)
        self._registers += 1
        self.function.registers = max(self.function.registers, self._registers)
        return register

    def kept(self) -> Register:
        """The accumulator in a new register."""
        register = self.temporary()
        self.emit("sta", register)
        return register

    def range(self, length: int) -> Range:
        registers = [self.temporary() for _ in range(length)]
        return Range(length, registers[0] if registers else Register("v", 0))

    # Nodes.

    def value(self, node: Node):
        """The node's value becomes the accumulator."""
        if (write := VALUES.get(node.kind)) is None:
            raise self.unit.source.error(node, "this is not supported")
        write(self, node)

    def named(self, node: Node, name: str):
        """The node's value; a function or class without a name takes this one."""
        inner = without_parentheses(node)
        if inner.kind in NAMED and "name" not in inner.fields:
            NAMED[inner.kind](self, inner, name)
        else:
            self.value(node)

    def effect(self, node: Node):
        """The node is executed for what it does."""
        (EFFECTS.get(node.kind) or Emitter.value)(self, node)

    def statement(self, node: Node):
        self.at(node)
        if (write := STATEMENTS.get(node.kind)) is not None:
            write(self, node)
        elif node.kind not in NOTHING:
            raise self.unit.source.error(node, "this is not supported")

    def statements(self, nodes: Sequence[Node]):
        for node in nodes:
            self.statement(node)

    def condition(self, node: Node, target: Label, when: bool):
        """Jump to the label if the node's truth is as given."""
        test = CONDITIONS.get(node.kind)
        if test is None or not test(self, node, target, when):
            self.value(node)
            if not is_boolean(node):
                self.emit("istrue")
            self.emit("jnez" if when else "jeqz", target)

    def operand(self, node: Node, *later: Node) -> Register:
        """
        A register with the node's value.

        A variable's own register will do unless a node that is executed later, before
        the register is used, assigns it.
        """
        node = without_parentheses(node)
        reference = node.reference
        if node.kind == "identifier" and reference is not None:
            variable = reference.variable
            if (
                variable is not None
                and variable.register is not None
                and not reference.checked
                and not reference.is_self
                and not any(variable.is_written(n.start, n.end) for n in later)
            ):
                return variable.register
        self.value(node)
        return self.kept()

    # Variables and environments.

    def open(self, scope: Scope | None):
        """Enter a scope: its environment, its registers, its functions."""
        if scope is None:
            return
        if scope.slots:
            self.emit("newlexenv", len(scope.slots))
            self.environments.append(scope)
        self.prepare(scope)

    def prepare(self, scope: Scope):
        """Registers for a scope's variables; what is no hole is undefined."""
        for variable in scope.variables.values():
            if variable.kind in ("special", "self", "parameter"):
                continue
            if not variable.captured:
                variable.register = self.temporary()
            is_lexical = variable.kind in ("let", "const", "class")
            if is_lexical and (variable.captured or not variable.checked):
                continue
            if variable.kind in ("function", "catch"):
                continue
            self.emit("ldhole" if is_lexical else "ldundefined")
            self.put(variable)

    def close(self, scope: Scope | None):
        if scope is not None and scope.slots:
            self.emit("poplexenv")
            self.environments.pop()

    def leave_environments(self, depth: int):
        """Leave all but so many environments, on the way to a jump."""
        for _ in range(len(self.environments) - depth):
            self.emit("poplexenv")

    def place_of(self, variable: Variable) -> tuple[int, int]:
        """How many environments out, and the slot there."""
        environment = variable.scope.environment
        for level, scope in enumerate(reversed(self.environments)):
            if scope is environment:
                return level, variable.slot
        raise AssertionError(variable.name)

    def get(self, variable: Variable):
        """The variable's value becomes the accumulator, without a question."""
        if variable.captured:
            self.emit("ldlexvar", *self.place_of(variable))
        else:
            assert variable.register is not None, variable.name
            self.emit("lda", variable.register)

    def put(self, variable: Variable):
        """The accumulator becomes the variable's value, without a question."""
        if variable.captured:
            self.emit("stlexvar", *self.place_of(variable))
        elif variable.register is not None:
            self.emit("sta", variable.register)

    # Jumps out of statements.

    def jump(self, target: Target | None):
        """
        Go to a place; None: return the accumulator.

        A `finally` on the way comes first: it goes on with the jump at its end.
        """
        for around in reversed(self.exits):
            if isinstance(around, Finally):
                if target is None:
                    self.emit("sta", around.value)
                if target not in around.exits:
                    around.exits.append(target)
                self.emit("ldai", around.exits.index(target) + 2)
                self.emit("sta", around.kind)
                self.leave_environments(around.depth)
                self.emit("jmp", around.label)
                return
            if target is not None and target in (around.end, around.next):
                break
        if target is None:
            self.emit("return")
        else:
            self.leave_environments(target.depth)
            self.emit("jmp", target.label)


LINKS = {
    "member_expression": "object",
    "subscript_expression": "object",
    "call_expression": "function",
}
"""Kinds of nodes in a chain, and the field with the link before."""


def without_parentheses(node: Node) -> Node:
    while node.kind == "parenthesized_expression":
        node = node.children[0]
    return node


def is_optional(node: Node) -> bool:
    """Is there a `?.` in the chain?"""
    while node.kind in LINKS:
        if "optional_chain" in node.fields:
            return True
        node = node[LINKS[node.kind]]
    return False


def is_boolean(node: Node) -> bool:
    """Is its value always a boolean?"""
    node = without_parentheses(node)
    match node.kind:
        case "true" | "false":
            return True
        case "binary_expression":
            return node.operator in BOOLEAN
        case "unary_expression":
            return node.operator in ("!", "delete")
        case _:
            return False
