"""
Sets of records, written as dags: `(add (sequence "R%u", 0, 7), SP)`.

Register classes, register tuples and lists of saved registers are such sets. They are
ordered and hold no record twice; the order is the order of allocation. Operators: add,
sub, and, shl, trunc, rotl, rotr, decimate, interleave, sequence. Messages are LLVM's.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import TypeAlias

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.records import (
    BitReference,
    Bits,
    Dag,
    Record,
    RecordKeeper,
    Unresolved,
    Value,
)

SEQUENCE_LIMIT = 1 << 30
"""Numbers of a sequence stay below this."""

Elements: TypeAlias = tuple[Record, ...]
Expander: TypeAlias = "Callable[[Sets, Record], Iterable[Record]]"
"""Makes the elements of a record that stands for a set."""


def field_expander(field: str) -> Expander:
    """The expander of records that hold their set expression in a field."""

    def expand(sets: "Sets", record: Record) -> Iterable[Record]:
        return sets.evaluate(record[field], record)

    return expand


class Sets:
    """
    Evaluates set expressions.

    `expanders` says by class which records stand for a set; what they stand for is
    kept, so that each is evaluated once. A set that contains itself is empty there.
    """

    def __init__(self, records: RecordKeeper, expanders: Mapping[str, Expander]):
        self.records = records
        self.expanders = expanders
        self._expansions: dict[Record, tuple[Record, ...]] = {}

    def expand(self, record: Record) -> tuple[Record, ...] | None:
        """The elements of a record that stands for a set, None for any other."""
        known = self._expansions.get(record)
        if known is not None:
            return known
        for name in record.superclasses:
            if expander := self.expanders.get(name):
                self._expansions[record] = ()
                elements = tuple(dict.fromkeys(expander(self, record)))
                self._expansions[record] = elements
                return elements
        return None

    def evaluate(self, value: Value, owner: Record) -> tuple[Record, ...]:
        """The elements of an expression; errors are reported at the given record."""
        match value:
            case Record():
                elements = self.expand(value)
                return (value,) if elements is None else elements
            case Dag(operator=None):
                raise _error(owner, "Bad set expression", value)
            case Dag(operator=Record(name=name)):
                if name in _WITH_NUMBER:
                    return _with_number(self, name, value, owner)
                if name not in _OPERATORS:
                    raise _error(owner, "Unknown set operator", value)
                return tuple(dict.fromkeys(_OPERATORS[name](self, value, owner)))
            case tuple() if not isinstance(value, Bits):
                return self.union(value, owner)
            case _:
                raise _error(owner, "Invalid set element", value)

    def union(self, values: Iterable[Value], owner: Record) -> tuple[Record, ...]:
        """The elements of all the expressions, in order."""
        found: dict[Record, None] = {}
        for value in values:
            found.update(dict.fromkeys(self.evaluate(value, owner)))
        return tuple(found)


def text_of(value: Value) -> str:
    """A value as TableGen spells it."""
    match value:
        case None:
            return "?"
        case str():
            return f'"{value}"'
        case Record():
            return value.name
        case Unresolved():
            return value.text
        case Bits():
            return "{ " + ", ".join(map(_bit_text, reversed(value))) + " }"
        case Dag():
            operator = "?" if value.operator is None else value.operator.name
            arguments = ", ".join(
                text_of(item) + (f":${name}" if name else "")
                for item, name in value.arguments
            )
            return f"({operator} {arguments})" if arguments else f"({operator})"
        case tuple():
            return "[" + ", ".join(map(text_of, value)) + "]"
        case int():
            return str(value)


def _bit_text(bit: int | BitReference | None) -> str:
    if isinstance(bit, BitReference):
        return bit.field + ("" if bit.position is None else f"{{{bit.position}}}")
    return "?" if bit is None else str(bit)


def _error(owner: Record, message: str, value: Value) -> Diagnostic:
    return owner.error(f"{message}: {text_of(value)}")


def _values(dag: Dag) -> list[Value]:
    return [argument.value for argument in dag.arguments]


def _add(sets: Sets, dag: Dag, owner: Record) -> Iterable[Record]:
    return sets.union(_values(dag), owner)


def _sub(sets: Sets, dag: Dag, owner: Record) -> Iterable[Record]:
    if len(dag.arguments) < 2:
        raise _error(owner, "Set difference needs at least two arguments", dag)
    first, *rest = _values(dag)
    items = sets.evaluate(first, owner)
    removed = set(sets.union(rest, owner))
    return [item for item in items if item not in removed]


def _and(sets: Sets, dag: Dag, owner: Record) -> Iterable[Record]:
    if len(dag.arguments) != 2:
        raise _error(owner, "Set intersection requires two arguments", dag)
    first, second = _values(dag)
    items = sets.evaluate(first, owner)
    kept = set(sets.evaluate(second, owner))
    return [item for item in items if item in kept]


def _rotated(items: Elements, count: int) -> Elements:
    start = count % len(items) if items else 0
    return items[start:] + items[:start]


_WITH_NUMBER: dict[str, tuple[Callable[[Elements, int], Elements], int | None, str]] = {
    "shl": (lambda items, count: items[count:], 0, "Positive shift required"),
    "trunc": (lambda items, count: items[:count], 0, "Positive length required"),
    "rotl": (_rotated, None, ""),
    "rotr": (lambda items, count: _rotated(items, -count), None, ""),
    "decimate": (lambda items, step: items[::step], 1, "Positive stride required"),
}
"""Operators of a set and a number: the least one, and what is said of smaller ones."""


def _with_number(sets: Sets, name: str, dag: Dag, owner: Record) -> Elements:
    if len(dag.arguments) != 2:
        raise _error(owner, "Operator requires (Op Set, Int) arguments", dag)
    first, second = _values(dag)
    items = sets.evaluate(first, owner)
    if not isinstance(second, int):
        raise _error(owner, "Second argument must be an integer", dag)
    compute, least, message = _WITH_NUMBER[name]
    if least is not None and second < least:
        raise _error(owner, message, dag)
    return compute(items, second)


def _interleave(sets: Sets, dag: Dag, owner: Record) -> Iterable[Record]:
    rows = zip_longest(*(sets.evaluate(value, owner) for value in _values(dag)))
    return [item for row in rows for item in row if item is not None]


def _sequence(sets: Sets, dag: Dag, owner: Record) -> Iterable[Record]:
    values = _values(dag)
    if len(values) > 4:
        raise _error(owner, 'Bad args to (sequence "Format", From, To)', dag)
    step = values.pop() if len(values) == 4 else 1
    pattern, first, last = (*values, None, None, None)[:3]
    if not isinstance(step, int):
        raise _error(owner, "Stride must be an integer", dag)
    if step == 0:
        raise _error(owner, "Stride must not be zero", dag)
    if not isinstance(pattern, str):
        raise _error(owner, "Format must be a string", dag)
    first = _limit(first, "From", dag, owner)
    last = _limit(last, "To", dag, owner)
    if first == last:
        numbers = range(first, first + 1)
    elif first < last:
        numbers = range(first, last + 1, step)
    else:
        numbers = range(first, last - 1, -step)
    found: list[Record] = []
    for number in numbers:
        name = _formatted(pattern, number)
        if name is None:
            raise _error(owner, "Format must have one place for a number", dag)
        if name not in sets.records:
            raise _error(owner, f"No def named '{name}'", dag)
        found.extend(sets.evaluate(sets.records[name], owner))
    return found


def _limit(value: Value, what: str, dag: Dag, owner: Record) -> int:
    if not isinstance(value, int):
        raise _error(owner, f"{what} must be an integer", dag)
    if not 0 <= value < SEQUENCE_LIMIT:
        raise owner.error(f"{what} out of range")
    return value


def _formatted(pattern: str, number: int) -> str | None:
    """C's printf of one number; Python's operator knows the same conversions."""
    if "%" not in pattern:
        return pattern
    try:
        return pattern % number
    except (TypeError, ValueError, OverflowError):
        return None


_OPERATORS: dict[str, Callable[[Sets, Dag, Record], Iterable[Record]]] = {
    "add": _add,
    "and": _and,
    "interleave": _interleave,
    "sequence": _sequence,
    "sub": _sub,
}
