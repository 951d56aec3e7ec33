"""The values of finished records as Python values: what `load` hands out."""

from typing import TypeAlias

from circ.targets.tablegen.language.entities import Declaration, Entity, World
from circ.targets.tablegen.language.interpreter import deep_recursion
from circ.targets.tablegen.language.source import Position
from circ.targets.tablegen.language.values import (
    ONE,
    UNSET,
    ZERO,
    Bit,
    BitOf,
    DagValue,
    Definition,
    Integer,
    List,
    Node,
    String,
)
from circ.targets.tablegen.language.values import Bits as BitsNode
from circ.targets.tablegen.records import (
    BitReference,
    Bits,
    Dag,
    DagArgument,
    Record,
    RecordKeeper,
    Unresolved,
    Value,
)

_BitValue: TypeAlias = "int | BitReference | None"


def python_text(text: str) -> str:
    """A string of the description, which was read byte by byte."""
    if text.isascii():
        return text
    return text.encode("latin-1").decode("utf-8", "replace")


class _Converter:
    def __init__(self, world: World):
        self.world = world
        self.records: dict[Entity, Record] = {}
        self.known: dict[Node, Value] = {}
        self.types: dict[int, tuple[dict[str, str], tuple[str, ...]]] = {}

    def keeper(self) -> RecordKeeper:
        """All records, sorted, then their fields."""
        world = self.world
        position = world.reporter.sources.position
        definitions: dict[str, Record] = {}
        for name in sorted(world.definitions):
            entity = world.definitions[name]
            types, open_fields = self._types(entity.declarations)
            record = Record(
                python_text(name),
                tuple([cls.class_name for cls in entity.parents]),
                {},
                types,
                position(entity.places[0]) if entity.places else Position("", 1, 1),
                entity.is_anonymous,
                open_fields,
            )
            self.records[entity] = record
            definitions[record.name] = record
        for entity, record in self.records.items():
            record.fields = {
                name: self.value(node) for name, node in entity.values.items()
            }
        classes = {
            name: tuple([cls.class_name for cls in world.classes[name].parents])
            for name in sorted(world.classes)
        }
        return RecordKeeper(definitions, classes, world.compat)

    def _types(
        self, declarations: dict[str, Declaration]
    ) -> tuple[dict[str, str], tuple[str, ...]]:
        """Types and open fields; most records share them with a class."""
        found = self.types.get(id(declarations))
        if found is None:
            found = (
                {name: str(field.type) for name, field in declarations.items()},
                tuple(n for n, field in declarations.items() if field.may_stay_open),
            )
            self.types[id(declarations)] = found
        return found

    def value(self, node: Node) -> Value:
        """A value; equal ones are converted once."""
        match node:
            case Integer() | Bit():
                return node.value
            case Definition():
                return self.records[node.entity]
            case _ if node is UNSET:
                return None
            case _:
                pass
        if node in self.known:
            return self.known[node]
        found = self._composite(node)
        self.known[node] = found
        return found

    def _composite(self, node: Node) -> Value:
        match node:
            case String():
                return python_text(node.value)
            case BitsNode():
                return Bits(map(_bit, node.bits))
            case List():
                return tuple([self.value(element) for element in node.elements])
            case DagValue():
                operator = self.value(node.operator)
                return Dag(
                    operator if isinstance(operator, Record) else None,
                    node.name,
                    tuple(
                        DagArgument(self.value(argument), name)
                        for argument, name in zip(
                            node.arguments, node.names, strict=True
                        )
                    ),
                )
            case _:
                return Unresolved(python_text(str(node)))


def _bit(node: Node) -> _BitValue:
    if node is ZERO:
        return 0
    if node is ONE:
        return 1
    if node is UNSET:
        return None
    if isinstance(node, BitOf):
        return BitReference(str(node.base), node.index)
    return BitReference(str(node), None)


def record_keeper(world: World) -> RecordKeeper:
    """The library's view of everything that was defined."""
    with deep_recursion():
        return _Converter(world).keeper()
