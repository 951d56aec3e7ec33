"""
Types of TableGen values, one object a type, and how they convert.

`a.converts_to(b)`: a value of type a may be given where b is wanted (perhaps by a
cast that is only done later); `a.is_a(b)`: every value of a is a value of b.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from circ.targets.tablegen.language.entities import Entity, World


class Type:
    """A type by its spelling."""

    __slots__ = ("_list", "name")

    def __init__(self, name: str):
        self.name = name
        self._list: ListType | None = None

    def __str__(self) -> str:
        return self.name

    def list_of(self) -> "ListType":
        """The type of lists of this type."""
        if self._list is None:
            self._list = ListType(self)
        return self._list

    def is_a(self, other: "Type") -> bool:
        """Is every value of this type one of the other?"""
        return self is other

    def converts_to(self, other: "Type") -> bool:
        """May a value of this type be given where the other is wanted?"""
        return self is other


class NumberType(Type):
    """`bit`, `bits<n>` and `int`; `width` is None for the last, which takes any."""

    __slots__ = ("width",)

    def __init__(self, name: str, width: int | None):
        super().__init__(name)
        self.width = width

    def converts_to(self, other: Type) -> bool:
        return isinstance(other, NumberType) and (
            self.width is None or other.width is None or self.width == other.width
        )


class BitsType(NumberType):
    """`bits<width>`"""

    __slots__ = ()

    width: int

    def __init__(self, width: int):
        super().__init__(f"bits<{width}>", width)


class StringType(Type):
    """`string`, and `code` where that is a type of its own (LLVM 9)."""

    __slots__ = ()

    def converts_to(self, other: Type) -> bool:
        return isinstance(other, StringType)


class ListType(Type):
    """`list<element>`"""

    __slots__ = ("element",)

    def __init__(self, element: Type):
        super().__init__(f"list<{element.name}>")
        self.element = element

    def is_a(self, other: Type) -> bool:
        return self is other or (
            isinstance(other, ListType) and self.element.is_a(other.element)
        )

    def converts_to(self, other: Type) -> bool:
        return self is other or (
            isinstance(other, ListType) and self.element.converts_to(other.element)
        )


class RecordType(Type):
    """Records of all the given classes, which are sorted by name."""

    __slots__ = ("_above", "classes", "world")

    def __init__(self, world: "World", classes: "tuple[Entity, ...]"):
        names = [cls.class_name for cls in classes]
        super().__init__(names[0] if len(names) == 1 else f"{{{', '.join(names)}}}")
        self.world = world
        self.classes = classes
        self._above: set[RecordType] = set()

    def is_subclass_of(self, cls: "Entity") -> bool:
        """Is such a record certainly one of the class?"""
        return any(mine is cls or cls in mine.parents for mine in self.classes)

    def is_a(self, other: Type) -> bool:
        return self.converts_to(other)

    def converts_to(self, other: Type) -> bool:
        if self is other or other in self._above:
            return True
        if not isinstance(other, RecordType):
            return False
        for cls in other.classes:
            if not self.is_subclass_of(cls):
                return False
        self._above.add(other)
        return True


BIT = NumberType("bit", 1)
INT = NumberType("int", None)
STRING = StringType("string")
CODE = StringType("code")
DAG = Type("dag")

_BITS: dict[int, BitsType] = {}


def bits_type(width: int) -> BitsType:
    """`bits<width>`"""
    found = _BITS.get(width)
    if found is None:
        found = _BITS[width] = BitsType(width)
    return found


def record_type(world: "World", classes: "Iterable[Entity]") -> RecordType:
    """The type of records that are of all these classes."""
    key = tuple(sorted(classes, key=lambda cls: cls.class_name))
    found = world.record_types.get(key)
    if found is None:
        found = world.record_types[key] = RecordType(world, key)
    return found


def common_type(first: Type, second: Type) -> Type | None:
    """The type of a value that is of the one or the other, None if there is none."""
    if first is second:
        return first
    if isinstance(first, RecordType) and isinstance(second, RecordType):
        common: dict[Entity, None] = {}
        stack = list(first.classes)
        while stack:
            cls = stack.pop()
            if second.is_subclass_of(cls):
                common[cls] = None
            else:
                stack.extend(cls.direct_parents())
        return record_type(first.world, common)
    if first.converts_to(second):
        return second
    if second.converts_to(first):
        return first
    if isinstance(first, ListType) and isinstance(second, ListType):
        element = common_type(first.element, second.element)
        return element.list_of() if element else None
    return None
