"""
The records that a TableGen description evaluates to, as Python values.

This is the library interface: backends, tests and users read records through it and
need nothing of the language's implementation. A field's value is one of

    bit, int          int (64-bit, signed)
    bits<n>           Bits, least significant bit first
    string, code      str
    list<T>           tuple of values
    class types       Record
    dag               Dag
    ?                 None
    anything left     Unresolved: an expression of unset fields, as printed
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from circ.dialects.common.diagnostics import Diagnostic, located
from circ.targets.tablegen.base_fields import ADDED_FIELDS
from circ.targets.tablegen.language.source import Position

if TYPE_CHECKING:
    from xdsl.ir import Attribute

T = TypeVar("T")

NEWEST = 19
OLDEST = 9
"""The versions of LLVM whose language and base are known."""


class BitReference(NamedTuple):
    """An unset bit of a field: `Rd{3}`, or `S` (no position) of a `bit` field."""

    field: str
    position: int | None


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An expression that unset fields keep from folding, as TableGen prints it."""

    text: str


class Bits(tuple["int | BitReference | None", ...]):
    """The bits of a `bits<n>` value, least significant first; None where unset."""

    @property
    def value(self) -> int | None:
        """The bits as an unsigned number, or None if one of them is not known."""
        number = 0
        for index, bit in enumerate(self):
            if not isinstance(bit, int):
                return None
            number |= bit << index
        return number

    @property
    def known(self) -> tuple[int, int]:
        """(values, mask) of the bits that are 0 or 1, unsigned."""
        values = mask = 0
        for index, bit in enumerate(self):
            if isinstance(bit, int):
                values |= bit << index
                mask |= 1 << index
        return values, mask


class DagArgument(NamedTuple):
    """One argument of a dag: its value (None for `?`) and its name without `$`."""

    value: "Value"
    name: str | None


@dataclass(frozen=True, slots=True)
class Dag:
    """`(operator:name arguments…)`; the operator is None only for `?`."""

    operator: "Record | None"
    name: str | None
    arguments: tuple[DagArgument, ...]


Value: TypeAlias = (
    "int | str | Bits | tuple[Value, ...] | Record | Dag | Unresolved | None"
)


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """
    One definition, finished: its name, its classes and its fields in declared order.

    `types` has the declared type of each field as TableGen spells it, `superclasses`
    every ancestor with ancestors first. The typed getters raise a Diagnostic at the
    record's location for a field that is missing or of another type.
    """

    name: str
    superclasses: tuple[str, ...]
    fields: Mapping[str, Value]
    types: Mapping[str, str]
    place: "Attribute | Position"
    is_anonymous: bool = False
    open_fields: tuple[str, ...] = ()
    """Fields declared with `field`: they may keep unset parts."""

    def __repr__(self) -> str:
        return f"Record({self.name})"

    @property
    def location(self) -> "Attribute":
        """Where the record is defined."""
        place = self.place
        return located(*place) if isinstance(place, Position) else place

    def __getitem__(self, field: str) -> Value:
        """A field's value; the default of one that an older base does not have."""
        if field in self.fields:
            return self.fields[field]
        for name in reversed(self.superclasses):
            if field in (added := ADDED_FIELDS.get(name, {})):
                return added[field]
        raise self.error(f"record '{self.name}' has no field '{field}'")

    def error(self, message: str) -> Diagnostic:
        """A diagnostic at this record, to raise."""
        return Diagnostic(self.location, message)

    def is_a(self, class_name: str) -> bool:
        """Is the class among the ancestors?"""
        return class_name in self.superclasses

    def is_set(self, field: str) -> bool:
        """Has the record such a field, with a value?"""
        return self.fields.get(field) is not None

    def _wrong(self, field: str, wanted: str) -> Diagnostic:
        return self.error(f"field '{field}' of record '{self.name}' is not {wanted}")

    def is_on(self, field: str) -> bool:
        """A `bit` field that may be missing or unset."""
        return self.is_set(field) and self.flag(field)

    def integer(self, field: str) -> int:
        """An `int`, `bit` or fully known `bits<n>` field (unsigned) as a number."""
        value = self[field]
        if isinstance(value, Bits):
            value = value.value
        if isinstance(value, int):
            return value
        raise self._wrong(field, "a known integer")

    def flag(self, field: str) -> bool:
        """A `bit` field; an unset one is an error."""
        return self.integer(field) != 0

    def string(self, field: str) -> str:
        """A `string` or `code` field."""
        return self._typed(field, str, "a string")

    def bits(self, field: str) -> Bits:
        """A `bits<n>` field."""
        return self._typed(field, Bits, "a bits value")

    def record(self, field: str) -> "Record":
        """A field of a class type."""
        return self._typed(field, Record, "a record")

    def dag(self, field: str) -> Dag:
        """A `dag` field."""
        return self._typed(field, Dag, "a dag")

    def _typed(self, field: str, wanted: type[T], name: str) -> T:
        value = self[field]
        if isinstance(value, wanted):
            return value
        raise self._wrong(field, name)

    def list(self, field: str) -> tuple[Value, ...]:
        """A `list<T>` field."""
        value = self[field]
        if isinstance(value, tuple) and not isinstance(value, Bits):
            return value
        raise self._wrong(field, "a list")

    def records(self, field: str) -> "tuple[Record, ...]":
        """A list of records."""
        return self._all(field, Record, "records")

    def strings(self, field: str) -> tuple[str, ...]:
        """A list of strings."""
        return self._all(field, str, "strings")

    def integers(self, field: str) -> tuple[int, ...]:
        """A list of integers."""
        return self._all(field, int, "integers")

    def _all(self, field: str, wanted: type[T], name: str) -> tuple[T, ...]:
        values = self.list(field)
        found = tuple(value for value in values if isinstance(value, wanted))
        if len(found) != len(values):
            raise self._wrong(field, f"a list of {name}")
        return found


class RecordKeeper:
    """
    Everything that a description defines.

    `definitions` has the records by name, sorted bytewise as TableGen does; `classes`
    the names of all classes, sorted, each with its ancestors (ancestors first);
    `compat` is the version of LLVM that they are written for.
    """

    def __init__(
        self,
        definitions: Mapping[str, Record],
        classes: Mapping[str, tuple[str, ...]],
        compat: int = NEWEST,
    ):
        self.definitions = definitions
        self.classes = classes
        self.compat = compat
        self._derived: dict[str, tuple[Record, ...]] = {}

    def __iter__(self) -> Iterator[Record]:
        return iter(self.definitions.values())

    def __contains__(self, name: str) -> bool:
        return name in self.definitions

    def __getitem__(self, name: str) -> Record:
        return self.definitions[name]

    def derived(self, class_name: str) -> tuple[Record, ...]:
        """All records of a class, sorted by name; none if there is no such class."""
        if not self._derived:
            found: dict[str, list[Record]] = {}
            for record in self:
                for ancestor in record.superclasses:
                    found.setdefault(ancestor, []).append(record)
            self._derived = {name: tuple(records) for name, records in found.items()}
        return self._derived.get(class_name, ())
