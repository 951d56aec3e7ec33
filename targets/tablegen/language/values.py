"""
Values of TableGen expressions: constants, aggregates and references.

Nodes are immutable and unique: the same value is the same object within one run, so
that identity is equality and whatever is worked out about a value is worked out once.
`is_open` says that a node mentions something that may still be substituted; closed
nodes are never looked into again. Operators are in `operators`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar, ParamSpec, TypeVar, cast

from circ.targets.tablegen.language.resolvers import Resolver
from circ.targets.tablegen.language.source import LimitReached
from circ.targets.tablegen.language.types import (
    BIT,
    CODE,
    DAG,
    INT,
    STRING,
    BitsType,
    ListType,
    RecordType,
    StringType,
    Type,
    bits_type,
)

if TYPE_CHECKING:
    from circ.targets.tablegen.language.entities import Entity

P = ParamSpec("P")
N = TypeVar("N", bound="Node")

_CLEAR: list[Callable[[], None]] = []


def pooled(make: Callable[P, N]) -> Callable[P, N]:
    """The maker of nodes, with one node for the same parts until pools are cleared."""
    found = cache(make)
    _CLEAR.append(found.cache_clear)
    return cast(Callable[P, N], found)


def clear_pools() -> None:
    """Forget the nodes of a run."""
    for clear in _CLEAR:
        clear()


HEAVIEST = 1 << 23
DEEPEST_VALUE = 600


class Node:
    """A value, known or not."""

    __slots__ = ("depth", "is_open", "json", "mentions", "text", "type", "weight")

    is_unset: ClassVar[bool] = False

    def __init__(self, type: Type | None, is_open: bool):
        self.type = type
        """None only for `?`."""
        self.is_open = is_open
        self.text: str | None = None
        """The value as TableGen prints it, once asked for."""
        self.json: str | None = None
        """The value in JSON, once asked for."""
        self.mentions: bool | None = None
        """Does it mention variables? Known once a resolver has asked."""
        self.weight = 1
        """About how many tokens it is printed as."""
        self.depth = 1

    def measure(self, parts: "Iterable[Node]") -> None:
        """Weigh a composite: shared parts may unfold to more than memory holds."""
        weight = depth = 0
        for part in parts:
            weight += part.weight
            if part.depth > depth:
                depth = part.depth
        self.weight = weight + 1
        self.depth = depth + 1
        if weight >= HEAVIEST:
            raise LimitReached(f"value of {weight} parts is too large")
        if depth >= DEEPEST_VALUE:
            raise LimitReached("value is nested too deeply")

    def __str__(self) -> str:
        if self.text is None:
            self.text = self.spell()
        return self.text

    def spell(self) -> str:
        """Make the printed form."""
        raise AssertionError(f"{type(self)} has no spelling")

    def unquoted(self) -> str:
        """The printed form, a string without quotes."""
        return str(self)

    def is_complete(self) -> bool:
        """Is no part of it `?`?"""
        return True

    def resolve(self, resolver: Resolver) -> "Node":
        """The value after substitution."""
        del resolver
        return self

    def convert(self, type: Type) -> "Node | None":
        """The value as one of another type if that can be done now."""
        mine = self.type
        if mine is None or mine is type or mine.is_a(type):
            return self
        if mine is BIT and isinstance(type, BitsType) and type.width == 1:
            return bits((self,))
        return None

    def bit(self, index: int) -> "Node":
        """One bit of it; a `bit` is its own."""
        return self if self.type is BIT else bit_of(self, index)

    def bit_range(self, indexes: Sequence[int]) -> "Node | None":
        """Some bits of it, the first being the least significant."""
        width = self.type.width if isinstance(self.type, BitsType) else 0
        if any(index >= width for index in indexes):
            return None
        return bits(tuple(self.bit(index) for index in indexes))

    def field_type(self, name: str) -> Type | None:
        """The type of a field, if it is certain to have one of that name."""
        if isinstance(self.type, RecordType):
            for cls in self.type.classes:
                if declaration := cls.declarations.get(name):
                    return declaration.type
        return None


class Unset(Node):
    """`?`"""

    __slots__ = ()
    is_unset = True

    def spell(self) -> str:
        return "?"

    def is_complete(self) -> bool:
        return False

    def bit(self, index: int) -> Node:
        return self


class Bit(Node):
    """0 or 1 as a `bit`"""

    __slots__ = ("value",)

    def __init__(self, value: int):
        super().__init__(BIT, False)
        self.value = value
        self.text = self.json = str(value)

    def convert(self, type: Type) -> Node | None:
        return integer(self.value) if type is INT else super().convert(type)


UNSET = Unset(None, False)
NOTHING = Unset(None, False)
"""What a field holds whose value was wrong."""
ZERO = Bit(0)
ONE = Bit(1)


class Integer(Node):
    """A 64-bit integer"""

    __slots__ = ("value",)

    def __init__(self, value: int):
        super().__init__(INT, False)
        self.value = value
        self.text = self.json = str(value)

    def convert(self, type: Type) -> Node | None:
        if type is INT:
            return self
        value = self.value
        if type is BIT:
            return (ZERO, ONE)[value] if value in (0, 1) else None
        if isinstance(type, BitsType):
            width = type.width
            fits = value >> width == 0 or (width and value >> (width - 1) == -1)
            return bits_of(value, width) if fits or width >= 64 else None
        return None

    def bit(self, index: int) -> Node:
        return ONE if self.value >> index & 1 else ZERO

    def bit_range(self, indexes: Sequence[int]) -> Node | None:
        if any(index >= 64 for index in indexes):
            return None
        return bits(tuple(self.bit(index) for index in indexes))


class String(Node):
    """Text; `is_code` if it was written as `[{…}]`"""

    __slots__ = ("is_code", "value")

    separate_code: ClassVar[bool] = False
    """LLVM 9: code is a type of its own."""

    def __init__(self, value: str, is_code: bool):
        super().__init__(CODE if is_code and String.separate_code else STRING, False)
        self.value = value
        self.is_code = is_code

    def spell(self) -> str:
        return f"[{{{self.value}}}]" if self.is_code else f'"{self.value}"'

    def unquoted(self) -> str:
        return self.value

    def convert(self, type: Type) -> Node | None:
        if not isinstance(type, StringType):
            return None
        if type is self.type or not String.separate_code:
            return self
        return string(self.value, type is CODE)


class AnonymousName(Node):
    """The name of a definition without one, open until the definition is finished."""

    __slots__ = ("number",)

    def __init__(self, number: int):
        super().__init__(STRING, True)
        self.number = number

    def spell(self) -> str:
        return f"anonymous_{self.number}"

    def final_name(self) -> String:
        """The name as text."""
        return string(f"anonymous_{self.number}")

    def resolve(self, resolver: Resolver) -> Node:
        found = resolver.resolve(self) or self
        if resolver.is_final and isinstance(found, AnonymousName):
            return found.final_name()
        return found


class Bits(Node):
    """Bits, the least significant first"""

    __slots__ = ("bits", "open_bits", "value")

    def __init__(self, values: tuple[Node, ...]):
        self.bits = values
        self.open_bits = [index for index, bit in enumerate(values) if bit.is_open]
        super().__init__(bits_type(len(values)), bool(self.open_bits))
        number: int | None = 0
        for index, bit in enumerate(values):
            if bit is ONE:
                number |= 1 << index
            elif bit is not ZERO:
                number = None
                break
        self.value = number
        """The bits as an unsigned number if all are known."""

    def spell(self) -> str:
        return f"{{ {', '.join(map(str, reversed(self.bits)))} }}"

    def is_complete(self) -> bool:
        return UNSET not in self.bits

    def convert(self, type: Type) -> Node | None:
        if self.type is type:
            return self
        if type is BIT:
            return self.bits[0] if len(self.bits) == 1 else None
        if type is INT and self.value is not None:
            return integer(signed(self.value))
        return None

    def bit(self, index: int) -> Node:
        return self.bits[index]

    def resolve(self, resolver: Resolver) -> Node:
        if not self.is_open:
            return self
        changed = None
        source = found = None
        for index in self.open_bits:
            old = self.bits[index]
            if isinstance(old, BitOf):
                if old.base is not source:
                    source = old.base
                    found = source.resolve(resolver)
                if found is source or found is None:
                    continue
                new = found.bit(old.index)
            else:
                new = old.resolve(resolver).bit(0)
            if new is old or (new is UNSET and resolver.keeps_unset_bits):
                continue
            if changed is None:
                changed = list(self.bits)
            changed[index] = new
        return self if changed is None else bits(tuple(changed))


class List(Node):
    """A list of values of one type"""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[Node, ...], element_type: Type):
        is_open = any([element.is_open for element in elements])
        super().__init__(element_type.list_of(), is_open)
        self.measure(elements)
        self.elements = elements

    def spell(self) -> str:
        return f"[{', '.join(map(str, self.elements))}]"

    def is_complete(self) -> bool:
        return all(element.is_complete() for element in self.elements)

    def convert(self, type: Type) -> Node | None:
        if self.type is type:
            return self
        if not isinstance(type, ListType):
            return None
        wanted = type.element
        elements: list[Node] = []
        changed = False
        for element in self.elements:
            converted = element.convert(wanted)
            if converted is None:
                return None
            changed |= converted is not element
            elements.append(converted)
        return list_of(tuple(elements), wanted) if changed else self

    def resolve(self, resolver: Resolver) -> Node:
        if not self.is_open:
            return self
        new = tuple([e.resolve(resolver) if e.is_open else e for e in self.elements])
        if new == self.elements:
            return self
        assert isinstance(self.type, ListType)
        return list_of(new, self.type.element)


class DagValue(Node):
    """`(operator:name argument:$name, …)`"""

    __slots__ = ("arguments", "name", "names", "operator")

    def __init__(
        self,
        operator: Node,
        name: str | None,
        arguments: tuple[Node, ...],
        names: tuple[str | None, ...],
    ):
        is_open = operator.is_open or any(a.is_open for a in arguments)
        super().__init__(DAG, is_open)
        self.measure((operator, *arguments))
        self.operator = operator
        self.name = name
        self.arguments = arguments
        self.names = names

    def spell(self) -> str:
        head = str(self.operator) + (f":{self.name}" if self.name is not None else "")
        arguments = ", ".join(
            str(argument) if name is None else f"{argument}:${name}"
            for argument, name in zip(self.arguments, self.names, strict=True)
        )
        return f"({head} {arguments})" if self.arguments else f"({head})"

    def resolve(self, resolver: Resolver) -> Node:
        if not self.is_open:
            return self
        new = tuple([a.resolve(resolver) if a.is_open else a for a in self.arguments])
        operator = self.operator
        if operator.is_open:
            operator = operator.resolve(resolver)
        if operator is self.operator and new == self.arguments:
            return self
        return dag(operator, self.name, new, self.names)


class Definition(Node):
    """A definition as a value"""

    __slots__ = ("entity",)

    def __init__(self, entity: "Entity"):
        super().__init__(entity.record_type(), False)
        self.entity = entity

    def spell(self) -> str:
        return self.entity.name.unquoted()

    def __str__(self) -> str:
        return self.spell()

    def field_type(self, name: str) -> Type | None:
        declaration = self.entity.declarations.get(name)
        return declaration.type if declaration else None


class Variable(Node):
    """A reference to a field, a template argument or a loop variable"""

    __slots__ = ("name",)

    def __init__(self, name: str, type: Type):
        super().__init__(type, True)
        self.name = name
        self.text = name

    def resolve(self, resolver: Resolver) -> Node:
        return resolver.resolve(self.name) or self


class BitOf(Node):
    """One bit of something unknown"""

    __slots__ = ("base", "index")

    def __init__(self, base: Node, index: int):
        super().__init__(BIT, True)
        self.base = base
        self.index = index

    def spell(self) -> str:
        return f"{self.base}{{{self.index}}}"

    def resolve(self, resolver: Resolver) -> Node:
        base = self.base.resolve(resolver)
        return self if base is self.base else base.bit(self.index)


def signed(value: int) -> int:
    """A number wrapped to 64 bits, signed."""
    value &= 0xFFFF_FFFF_FFFF_FFFF
    return value - (value >> 63 << 64)


integer = pooled(Integer)


def truth(value: bool) -> Integer:
    """What comparisons result in."""
    return integer(1 if value else 0)


_string = pooled(String)


def string(value: str, is_code: bool = False) -> String:
    """Text."""
    return _string(value, is_code)


bits = pooled(Bits)


def bits_of(value: int, width: int) -> Bits:
    """The low bits of a number."""
    return bits(tuple([ONE if value >> index & 1 else ZERO for index in range(width)]))


def unset(type: Type) -> Node:
    """What a field of the type holds without a value: `?`, or as many as bits."""
    return bits((UNSET,) * type.width) if isinstance(type, BitsType) else UNSET


list_of = pooled(List)
dag = pooled(DagValue)
definition_of = pooled(Definition)
variable = pooled(Variable)
bit_of = pooled(BitOf)
