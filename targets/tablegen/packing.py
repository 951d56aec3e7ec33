"""
Records as bytes, for the cache.

Records come back one by one, when their fields are asked for, so that a backend pays
for what it reads.
"""

import marshal
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from circ.dialects.common.collector import paused_collector
from circ.targets.tablegen.language.source import Position
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

Plain: TypeAlias = "int | str | tuple[object, ...] | None"
"""What `marshal` writes: a value, or a tuple of a tag and its parts."""

Head: TypeAlias = tuple[str, tuple[str, ...], int, tuple[str, int, int], bool]
"""Name, superclasses, shape, place and anonymity of a record."""

Shape: TypeAlias = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]
"""The types of the fields that a record has, and which may stay open."""

Index: TypeAlias = tuple[
    tuple[Head, ...],
    tuple[Shape, ...],
    tuple[int, ...],
    tuple[tuple[str, tuple[str, ...]], ...],
    int,
]
"""Heads, shapes, where fields of records end, classes with their ancestors, version."""

BITS, LIST, RECORD, DAG, UNRESOLVED = range(5)


@paused_collector()
def packed(keeper: RecordKeeper) -> bytes:
    """A keeper as bytes; `unpacked` is the inverse. ValueError if nested too deeply."""
    records = list(keeper)
    number = {id(record): index for index, record in enumerate(records)}
    shapes: dict[int, int] = {}
    shape_list: list[Shape] = []
    heads: list[Head] = []
    bodies: list[bytes] = []
    ends: list[int] = []
    end = 0
    for record in records:
        shape = shapes.get(id(record.types))
        if shape is None:
            shape = shapes[id(record.types)] = len(shape_list)
            shape_list.append((tuple(record.types.items()), record.open_fields))
        assert isinstance(record.place, Position)
        file, line, column = record.place
        place = (file, line, column)
        heads.append(
            (record.name, record.superclasses, shape, place, record.is_anonymous)
        )
        fields = [(name, _plain(v, number)) for name, v in record.fields.items()]
        bodies.append(marshal.dumps(fields))
        end += len(bodies[-1])
        ends.append(end)
    index: Index = (
        tuple(heads),
        tuple(shape_list),
        tuple(ends),
        tuple(keeper.classes.items()),
        keeper.compat,
    )
    head = marshal.dumps(index)
    return len(head).to_bytes(8, "little") + head + b"".join(bodies)


@paused_collector()
def unpacked(data: bytes) -> RecordKeeper:
    """The keeper of `packed` bytes; fields are read when they are asked for."""
    start = 8 + int.from_bytes(data[:8], "little")
    heads, shapes, ends, classes, compat = cast(Index, marshal.loads(data[8:start]))
    known = [(dict(types), open_fields) for types, open_fields in shapes]
    records: list[Record] = []
    begin = start
    view = memoryview(data)
    for (name, superclasses, shape, place, anonymous), end in zip(
        heads, ends, strict=True
    ):
        types, open_fields = known[shape]
        record = _KeptRecord(
            name, superclasses, {}, types, Position(*place), anonymous, open_fields
        )
        record.keep(view[begin : start + end], records)
        begin = start + end
        records.append(record)
    definitions = {record.name: record for record in records}
    return RecordKeeper(definitions, dict(classes), compat)


class _KeptRecord(Record):
    """A record whose fields are read when they are first asked for."""

    __slots__ = ("_data", "_records")

    def keep(self, data: memoryview, records: Sequence[Record]) -> None:
        """Say where the fields are."""
        self._data = data
        self._records = records
        del self.fields

    def __getattr__(self, name: str) -> Mapping[str, Value]:
        if name != "fields":
            raise AttributeError(name)
        plain = cast(list[tuple[str, Plain]], marshal.loads(self._data))
        self.fields = {name: _value(v, self._records) for name, v in plain}
        return self.fields


def _plain(value: Value, number: Mapping[int, int]) -> Plain:
    match value:
        case int() | str() | None:
            return value
        case Bits():
            bits = [tuple(b) if isinstance(b, BitReference) else b for b in value]
            return BITS, *bits
        case tuple():
            return LIST, *[_plain(item, number) for item in value]
        case Record():
            return RECORD, number[id(value)]
        case Dag():
            operator = None if value.operator is None else number[id(value.operator)]
            arguments = [(_plain(v, number), name) for v, name in value.arguments]
            return DAG, operator, value.name, *arguments
        case Unresolved():
            return UNRESOLVED, value.text


def _value(plain: Plain, records: Sequence[Record]) -> Value:
    if not isinstance(plain, tuple):
        return plain
    tag, *rest = plain
    if tag == BITS:
        bits = cast(list[int | tuple[str, int | None] | None], rest)
        return Bits(BitReference(*b) if isinstance(b, tuple) else b for b in bits)
    if tag == LIST:
        return tuple([_value(item, records) for item in cast(list[Plain], rest)])
    if tag == RECORD:
        return records[cast(int, rest[0])]
    if tag == UNRESOLVED:
        return Unresolved(cast(str, rest[0]))
    operator, name = cast(tuple[int | None, str | None], tuple(rest[:2]))
    arguments = cast(Iterable[tuple[Plain, str | None]], rest[2:])
    return Dag(
        None if operator is None else records[operator],
        name,
        tuple([DagArgument(_value(v, records), n) for v, n in arguments]),
    )
