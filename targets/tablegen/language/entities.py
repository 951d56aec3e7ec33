"""
Classes, definitions and multiclasses while a description is evaluated.

An Entity maps the names of its fields to values; `pending` names those whose values
have unresolved references, so that substitution never looks at the others. A class
leaves its template arguments in the values of its fields; whoever inherits from it
substitutes them.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from circ.targets.tablegen.language.resolvers import Resolver
from circ.targets.tablegen.language.source import Place, Reporter
from circ.targets.tablegen.language.types import RecordType, Type, record_type

if TYPE_CHECKING:
    from circ.targets.tablegen.language.values import Node, Variable


class Declaration(NamedTuple):
    """A field or template argument as declared."""

    name: str
    type: Type
    place: Place
    may_stay_open: bool = False
    """Declared with `field`: parts may stay unresolved."""


class Check(NamedTuple):
    """An `assert` (with a condition) or a `dump` (without one)."""

    place: Place
    condition: "Node | None"
    message: "Node"

    def resolve(self, resolver: Resolver) -> "Check":
        """The check after substitution."""
        place, condition, message = self
        known = condition.resolve(resolver) if condition else None
        return Check(place, known, message.resolve(resolver))


@dataclass(slots=True, eq=False)
class Entity:
    """A class, a definition, or the arguments of a multiclass."""

    world: "World"
    name: "Node"
    places: tuple[Place, ...]
    is_class: bool = False
    is_anonymous: bool = False
    values: "dict[str, Node]" = field(default_factory=dict)
    declarations: dict[str, Declaration] = field(default_factory=dict)
    shares: bool = False
    """The declarations belong to a class and must be copied before a change."""
    pending: list[str] = field(default_factory=list)
    """Fields whose values have references that are not resolved."""
    parents: "dict[Entity, None]" = field(default_factory=dict)
    """All ancestors, each after its own; never changed in place."""
    family: "dict[Entity, None] | None" = None
    arguments: dict[str, Declaration] = field(default_factory=dict)
    """Template arguments by qualified name, in order."""
    defaults: "dict[str, Node]" = field(default_factory=dict)
    moved: dict[str, Place] = field(default_factory=dict)
    """Fields that a `let` changed, and where; never changed in place."""
    used: set[str] = field(default_factory=set)
    """Template arguments that the body mentions."""
    checks: tuple[Check, ...] = ()
    type_cache: RecordType | None = None

    def copy(self) -> "Entity":
        """A definition like this one, to substitute in."""
        copy = Entity.__new__(Entity)
        copy.world = self.world
        copy.name = self.name
        copy.places = self.places
        copy.is_class = self.is_class
        copy.is_anonymous = self.is_anonymous
        copy.values = self.values.copy()
        copy.declarations = self.declarations
        copy.shares = self.shares = True
        copy.pending = self.pending
        copy.parents = self.parents
        copy.family = None
        copy.arguments = self.arguments
        copy.defaults = self.defaults
        copy.moved = self.moved
        copy.used = self.used
        copy.checks = self.checks
        copy.type_cache = self.type_cache
        return copy

    @property
    def class_name(self) -> str:
        """The name as text; that of a class is always known."""
        return self.name.unquoted()

    def declare(self, declaration: Declaration, value: "Node") -> None:
        """Add a field."""
        if self.shares:
            self.declarations = self.declarations.copy()
            self.shares = False
        self.declarations[declaration.name] = declaration
        self.values[declaration.name] = value
        if value.is_open:
            self.pending = [*self.pending, declaration.name]

    def set(self, name: str, value: "Node") -> None:
        """Give a field a value of its type."""
        self.values[name] = value
        if value.is_open and name not in self.pending:
            self.pending = [*self.pending, name]

    def with_parents(self) -> "dict[Entity, None]":
        """All ancestors of a class, and the class."""
        if self.family is None or len(self.family) != len(self.parents) + 1:
            self.family = {**self.parents, self: None}
        return self.family

    def direct_parents(self) -> "list[Entity]":
        """The classes named in the declaration, last first."""
        above = list(self.parents)
        direct: list[Entity] = []
        while above:
            cls = above.pop()
            direct.append(cls)
            if cls.parents:
                del above[-len(cls.parents) :]
        return direct

    def record_type(self) -> RecordType:
        """The type that the definition has: all its direct classes."""
        if self.type_cache is None:
            key = tuple(self.parents)
            found = self.world.parent_types.get(key)
            if found is None:
                found = record_type(self.world, self.direct_parents())
                self.world.parent_types[key] = found
            self.type_cache = found
        return self.type_cache


class Defset(NamedTuple):
    """A `defset` that is open: what is defined in it becomes its elements."""

    element: Type
    place: Place
    elements: "list[Node]"


class LoopEntry(NamedTuple):
    """A `foreach`, or an `if` (no variable, one round or none)."""

    place: Place
    variable: "Variable | None"
    sequence: "Node"
    entries: "list[Entry]"


Entry: TypeAlias = Entity | LoopEntry | Check
"""What multiclasses and loops hold until they are instantiated."""


class Multiclass(NamedTuple):
    """A multiclass: its arguments, and what it defines."""

    entity: Entity
    entries: list[Entry]


class World:
    """All classes, definitions and global variables of one run."""

    def __init__(self, reporter: Reporter, compat: int):
        self.reporter = reporter
        self.compat = compat
        """The release of LLVM whose language this is: 9 or 19."""
        self.classes: dict[str, Entity] = {}
        self.definitions: dict[str, Entity] = {}
        self.globals: dict[str, Node] = {}
        """What `defvar` and `defset` name at the top level."""
        self.record_types: dict[tuple[Entity, ...], RecordType] = {}
        self.parent_types: dict[tuple[Entity, ...], RecordType] = {}
        self.anonymous = 0
        self.depth = 0
        """Instantiations that are under way, one inside the other."""
        self.defsets: list[Defset] = []
        self.multiclasses: dict[str, Multiclass] = {}
        self.type_aliases: dict[str, Type] = {}

    def next_anonymous(self) -> int:
        """The number of the next definition without a name."""
        number = self.anonymous
        self.anonymous += 1
        return number
