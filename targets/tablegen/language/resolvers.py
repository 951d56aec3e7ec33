"""
What a reference in a value stands for while values are substituted.
The classes are those of LLVM's `TableGen/Record.h`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from circ.targets.tablegen.language.entities import Entity
    from circ.targets.tablegen.language.values import Node

Key: TypeAlias = "str | Node"
"""What is referred to: a qualified name, or the name of an unnamed definition."""


class Memo:
    """
    What large values with shared parts have become under one resolver.

    With each goes whether a reference was left. What depends on a reference that is
    being resolved itself is not kept: outside it would be something else.
    """

    __slots__ = ("blocked", "known")

    def __init__(self) -> None:
        self.known: dict[Node, tuple[Node, bool]] = {}
        self.blocked = 0
        """How often a reference was met while it was being resolved."""


class Resolver:
    """Base: knows no reference."""

    __slots__ = ("entity", "is_final", "keeps_unset_bits", "memo")

    def __init__(self, entity: "Entity | None" = None):
        self.entity = entity
        """The definition or class being built."""
        self.is_final = False
        """What is not known now will never be."""
        self.keeps_unset_bits = False
        """A reference to an unset bit stays a reference."""
        self.memo: Memo | None = None

    def resolve(self, key: Key) -> "Node | None":
        """The value of a reference, None to leave it."""
        del key
        return None

    def note_unresolved(self) -> None:
        """A value that was resolved before has references left."""


class MapResolver(Resolver):
    """Substitutes values for names; the values may mention each other."""

    __slots__ = ("_active", "_done", "values")

    def __init__(
        self, entity: "Entity | None" = None, values: "Mapping[str, Node] | None" = None
    ):
        super().__init__(entity)
        self.values: dict[Key, Node] = {**values} if values else {}
        self._done: set[Key] = set()
        self._active: set[Key] = set()
        self.memo = Memo()

    def resolve(self, key: Key) -> "Node | None":
        value = self.values.get(key)
        if value is None:
            if key in self._active:
                assert self.memo is not None
                self.memo.blocked += 1
            return None
        if not value.is_open:
            return value
        if key in self._done or len(self.values) == 1:
            return value
        # Without the entry, a value that mentions itself ends.
        del self.values[key]
        self._active.add(key)
        value = value.resolve(self)
        self._active.discard(key)
        self.values[key] = value
        self._done.add(key)
        return value


class RecordResolver(Resolver):
    """Resolves references to the fields of the definition itself."""

    __slots__ = ("_active", "_cache", "_name", "_owner")

    def __init__(self, entity: "Entity", name: "Node | None", is_final: bool):
        super().__init__(entity)
        self.is_final = is_final
        self.keeps_unset_bits = True
        self._owner = entity
        self._name = name
        self._active: list[Key] = []
        self._cache: dict[Key, Node] = {}
        self.memo = Memo()

    def resolve(self, key: Key) -> "Node | None":
        found = self._cache.get(key)
        if found is not None:
            return found
        if key in self._active:
            assert self.memo is not None
            self.memo.blocked += 1
            return None
        value = self._owner.values.get(key) if isinstance(key, str) else None
        if (value is None or value.is_unset) and key is self._owner.name:
            value = self._name
        if value is None or value.is_unset:
            return None
        if value.is_open:
            self._active.append(key)
            value = value.resolve(self)
            self._active.pop()
        self._cache[key] = value
        return value


class ShadowResolver(Resolver):
    """Hides names that an operator binds."""

    __slots__ = ("_hidden", "_inner")

    def __init__(self, inner: Resolver, hidden: tuple[str, ...]):
        super().__init__(inner.entity)
        self.is_final = inner.is_final
        self._inner = inner
        self._hidden = hidden

    def resolve(self, key: Key) -> "Node | None":
        return None if key in self._hidden else self._inner.resolve(key)


class TrackingResolver(Resolver):
    """Delegates, and notes whether something stayed unresolved."""

    __slots__ = ("_inner", "found_unresolved")

    def __init__(self, inner: Resolver | None = None):
        super().__init__(inner.entity if inner else None)
        if inner:
            self.is_final = inner.is_final
        self.memo = inner.memo if inner else Memo()
        self._inner = inner
        self.found_unresolved = False

    def note_unresolved(self) -> None:
        self.found_unresolved = True
        if self._inner:
            self._inner.note_unresolved()

    def resolve(self, key: Key) -> "Node | None":
        value = self._inner.resolve(key) if self._inner else None
        if value is None:
            self.found_unresolved = True
        elif value.is_open and not self.found_unresolved:
            self.found_unresolved = mentions_variables(value)
        return value


def mentions_variables(value: "Node") -> bool:
    """Is a variable left in a value? Shared parts are asked once."""
    if value.mentions is None:
        tracking = TrackingResolver()
        value.resolve(tracking)
        value.mentions = tracking.found_unresolved
    return value.mentions


class MentionsResolver(Resolver):
    """Notes whether a name occurs."""

    __slots__ = ("_name", "found")

    def __init__(self, name: str):
        super().__init__()
        self._name = name
        self.found = False

    def resolve(self, key: Key) -> "Node | None":
        if key == self._name:
            self.found = True
        return None
