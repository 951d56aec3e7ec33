"""The token that a parser looks at, and the names that are in scope there."""

from dataclasses import dataclass, field
from enum import Enum, auto

from circ.targets.tablegen.language.entities import Entity, Multiclass, World
from circ.targets.tablegen.language.lexer import Lexer, Tokens
from circ.targets.tablegen.language.source import Abort, Place, Reporter
from circ.targets.tablegen.language.types import STRING
from circ.targets.tablegen.language.values import Node, Variable, variable


class Mode(Enum):
    """How an identifier that is not a variable is taken."""

    VALUE = auto()
    """As the name of a definition or global variable."""
    NAME = auto()
    """As text."""


@dataclass(slots=True)
class Scope:
    """What a part of the text may mention; the innermost scope is asked first."""

    parent: "Scope | None"
    entity: Entity | None = None
    multiclass: Entity | None = None
    iterator: Variable | None = None
    variables: dict[str, Node] = field(default_factory=dict)

    def find(self, name: str) -> Node | None:
        """The value that a name has here."""
        scope: Scope | None = self
        while scope is not None:
            if scope.variables:
                found = scope.variables.get(name)
                if found is not None:
                    return found
            entity = scope.entity
            if entity is not None:
                declaration = entity.declarations.get(name)
                if declaration is not None:
                    return variable(name, declaration.type)
                if entity.is_class:
                    found = _argument(entity, name, ":")
                    if found is not None:
                        return found
            elif scope.iterator is not None:
                if scope.iterator.name == name:
                    return scope.iterator
            elif scope.multiclass is not None:
                found = _argument(scope.multiclass, name, "::")
                if found is not None:
                    return found
            scope = scope.parent
        return None


def _argument(entity: Entity, name: str, separator: str) -> Node | None:
    qualified = f"{entity.class_name}{separator}{name}"
    declaration = entity.arguments.get(qualified)
    if declaration is not None:
        entity.used.add(qualified)
        return variable(qualified, declaration.type)
    return variable(qualified, STRING) if name == "NAME" else None


class TokenStream:
    """The tokens, and the one that is looked at."""

    def __init__(self, world: World, tokens: Tokens, lexer: Lexer):
        self.world = world
        self.reporter: Reporter = world.reporter
        self.compat = world.compat
        self._lexer = lexer
        self._kinds, self._values, self._places = tokens
        self._index = -1
        self.kind = ""
        self.scope = Scope(None)
        self.multiclass: Multiclass | None = None
        """The multiclass whose body is read."""
        self.bound_names: list[str] = []
        """What the operators around bind, `!foreach` and the like."""
        self.advance()

    def advance(self) -> str:
        """Look at the next token; the result is its kind."""
        index = self._index + 1
        if index < len(self._kinds):
            self._index = index
        self.kind = kind = self._kinds[self._index]
        if self._lexer.warnings and index in self._lexer.warnings:
            for place, text in self._lexer.warnings.pop(index):
                self.reporter.warning(place, text)
        if kind == "error" and index < len(self._kinds):
            for place, text in self._lexer.messages:
                self.reporter.error(place, text)
        return kind

    @property
    def place(self) -> Place:
        """Where the token is."""
        return self._places[self._index]

    @property
    def word(self) -> str:
        """The text of the token."""
        value = self._values[self._index]
        assert isinstance(value, str)
        return value

    @property
    def number(self) -> int:
        """The value of a `number` token."""
        value = self._values[self._index]
        assert isinstance(value, int)
        return value

    @property
    def binary(self) -> tuple[int, int]:
        """Value and width of a `binary` token."""
        value = self._values[self._index]
        assert isinstance(value, tuple)
        return value

    def at(self, kind: str) -> bool:
        """Is the token of the kind?"""
        return self.kind == kind

    def consume(self, kind: str) -> bool:
        """Pass a token of the kind, if it is one."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str, message: str) -> None:
        """Pass a token of the kind, or report the message."""
        if self.kind != kind:
            raise self.error(message)
        self.advance()

    def error(self, message: str, place: Place | None = None) -> Abort:
        """An error, at the token unless another place is given, to raise."""
        return self.reporter.abort(self.place if place is None else place, message)

    def word_at(self, kind: str, message: str) -> str:
        """The identifier or variable name that is looked at."""
        if self.kind != kind:
            raise self.error(message)
        return self.word

    def take_word(self, kind: str, message: str) -> str:
        """Pass an identifier or variable name and return it."""
        word = self.word_at(kind, message)
        self.advance()
        return word

    def push(
        self,
        entity: Entity | None = None,
        multiclass: Entity | None = None,
        iterator: Variable | None = None,
    ) -> None:
        """Open a scope."""
        self.scope = Scope(self.scope, entity, multiclass, iterator)

    def pop(self) -> None:
        """Close the innermost scope."""
        assert self.scope.parent is not None
        self.scope = self.scope.parent
