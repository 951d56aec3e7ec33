"""
Scopes, variables, and the places that refer to them.

A variable that a function within its own captures lives in an environment, every other
one in a register. `binding.py` finds the scopes of a tree, `resolution.py` what each
name refers to.
"""

from bisect import bisect_left
from dataclasses import dataclass, field

from circ.targets.javascript.bytecode import Register
from circ.targets.javascript.syntax import Node

THIS, NEW_TARGET, FUNCTION, ARGUMENTS = "this", "new.target", ".function", "arguments"
"""What each function but an arrow function has of its own."""

LEXICAL = frozenset({"let", "const", "class"})
"""Kinds of variables that are holes before their declaration is executed."""


@dataclass(eq=False, slots=True)
class Variable:
    name: str
    kind: str
    """
    var, let, const, class, function, parameter, catch; self (the name of a function
    expression); special (this and so on).
    """
    scope: "Scope"
    start: int = 0
    """From this offset on it is initialised, in the function that declares it, …"""
    holes: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """… but for these ranges after it, …"""
    limit: int | None = None
    """… and before this one: the end of its case in a switch."""
    captured: bool = False
    checked: bool = False
    """Does something that refers to it ask whether it is a hole?"""
    writes: list[int] = field(default_factory=list[int])
    """Where it is assigned but for its declaration, in ascending order."""
    functions: "list[FunctionInfo]" = field(default_factory=list["FunctionInfo"])
    """The function declarations that declare it."""
    reads: "list[Reference]" = field(default_factory=list["Reference"])
    register: Register | None = None
    slot: int = 0
    """In its scope's environment, if it is captured."""

    @property
    def is_constant(self) -> bool:
        return self.kind in ("const", "self")

    def is_written(self, start: int, end: int) -> bool:
        """Is it assigned in a range of the text?"""
        k = bisect_left(self.writes, start)
        return k < len(self.writes) and self.writes[k] < end

    def is_initialised(self, offset: int) -> bool:
        """Is it always initialised when its function reaches the offset?"""
        if self.kind not in LEXICAL:
            return True
        if offset < self.start or (self.limit is not None and offset >= self.limit):
            return False
        return not any(start <= offset < end for start, end in self.holes)

    @property
    def settled(self) -> int:
        """From this offset on nothing is in its holes."""
        return max((end for _, end in self.holes), default=self.start)


@dataclass(eq=False, slots=True)
class Reference:
    """A name in the text that is read or assigned."""

    node: Node
    name: str
    scope: "Scope"
    is_write: bool = False
    is_declaration: bool = False
    variable: Variable | None = None
    """None if it is a global variable."""
    checked: bool = False
    """May the variable be a hole here?"""
    is_self: bool = False
    """Is it the function that is executed?"""


@dataclass(eq=False, slots=True)
class Scope:
    parent: "Scope | None"
    function: "FunctionInfo"
    strict: bool = False
    is_var_scope: bool = False
    """Are `var` declarations within it its variables?"""
    host: "Scope | None" = None
    """The scope whose environment holds its captured variables, if it is another."""
    variables: dict[str, Variable] = field(default_factory=dict[str, Variable])
    var_names: dict[str, int] = field(default_factory=dict[str, int])
    """Names that `var` declares through it, and where: no lexical variable's name."""
    functions: "list[FunctionInfo]" = field(default_factory=list["FunctionInfo"])
    """The function declarations directly in it."""
    slots: list[Variable] = field(default_factory=list[Variable])
    """The variables in its environment."""
    privates: dict[str, str] | None = None
    """Of a class: the keys of its private names."""

    @property
    def environment(self) -> "Scope":
        return self.host or self

    def var_scope(self) -> "Scope":
        scope = self
        while not scope.is_var_scope:
            assert scope.parent is not None
            scope = scope.parent
        return scope


@dataclass(eq=False)
class FunctionInfo:
    """A function of the source: the script, a function, a method, a constructor."""

    node: Node
    kind: str
    """As in bytecode; `script` is a function, too."""
    parent: "FunctionInfo | None"
    start: int
    """No call of it is before this offset of the function around it, …"""
    name: str = ""
    strict: bool = False
    is_script: bool = False
    variable: Variable | None = None
    """The variable of a function declaration, which is initialised before all else …"""
    outer_variable: Variable | None = None
    """… and the `var` that sloppy code gives a function of a block besides."""
    parameters: list[Node] = field(default_factory=list[Node])
    body: Node | None = None
    special: Scope = field(init=False)
    """With this, the arguments and so on."""
    parameter_scope: Scope = field(init=False)
    body_scope: Scope = field(init=False)
    class_info: "ClassInfo | None" = None
    """Of a constructor: its class."""

    is_statics: bool = False
    """Does it execute the static fields and blocks of its class?"""
    is_implicit: bool = False
    """Is it the constructor of a class that has none?"""

    @property
    def is_arrow(self) -> bool:
        return self.kind == "arrow"

    @property
    def is_derived(self) -> bool:
        return self.kind == "derived"


@dataclass(eq=False)
class ClassInfo:
    """A class: its members by what is done with them."""

    node: Node
    scope: Scope
    constructor: FunctionInfo = field(init=False)
    statics: FunctionInfo | None = None
    """Executes the static fields and blocks."""
    field_scopes: dict[int, Scope] = field(default_factory=dict[int, Scope])
    """By the offset of a field or a static block."""
    keys: dict[int, Variable] = field(default_factory=dict[int, Variable])
    """
    By the offset of a member: what is computed when the class is made and is used when
    an object is: a field's key, a private method.
    """
