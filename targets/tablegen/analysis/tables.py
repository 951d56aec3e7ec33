"""
The searchable tables of a description: enumerations, tables and their keys.

`Tables(records)` reads the records of classes GenericEnum, GenericTable and
SearchIndex, and the classes derived from the older SearchableTable.

Documents: LLVM 19, `llvm/TableGen/SearchableTable.td`; messages as LLVM words them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.analysis.target import enumeration_order
from circ.targets.tablegen.records import Bits, Record, RecordKeeper, Unresolved, Value

_LEGACY_FIELDS = ("SearchableFields", "EnumNameField", "EnumValueField")


class FieldKind(Enum):
    """What a field of a table holds."""

    BITS = auto()
    BIT = auto()
    STRING = auto()
    CODE = auto()
    ENUMERATION = auto()
    INSTRUCTION = auto()
    INTRINSIC = auto()


@dataclass(slots=True)
class Enumeration:
    """A GenericEnum, or the enumeration of a SearchableTable."""

    name: str
    entries: dict[Record, tuple[str, int]]
    """Name and value of each record's entry, in order."""


@dataclass(slots=True)
class TableField:
    """A column of a table."""

    name: str
    kind: FieldKind = FieldKind.BITS
    enumeration: Enumeration | None = None
    type_name: str = ""

    @property
    def is_text(self) -> bool:
        """Is it compared without regard to case?"""
        return self.kind in (FieldKind.STRING, FieldKind.CODE)

    def entry(self, row: Record) -> tuple[str, int]:
        """Name and value of the entry of its enumeration that a row has."""
        value = row.fields[self.name]
        assert self.enumeration is not None
        if isinstance(value, Record) and value in self.enumeration.entries:
            return self.enumeration.entries[value]
        raise row.error(f"Entry for field '{self.name}' is null")


@dataclass(slots=True)
class SearchIndex:
    """A look-up: the name of its function and the fields to give."""

    function: str
    key: tuple[TableField, ...]
    is_range: bool = False
    """Does it find all rows with these values, not only the first?"""


@dataclass(slots=True)
class Table:
    """A GenericTable, or what a class derived from SearchableTable makes."""

    record: Record
    name: str
    entry_class: str
    fields: list[TableField]
    rows: list[Record] = field(default_factory=list[Record])
    """Sorted by all fields, then by the primary key."""
    indices: list[SearchIndex] = field(default_factory=list[SearchIndex])

    def field(self, name: str, owner: Record) -> TableField:
        """The field that a key names."""
        for each in self.fields:
            if each.name == name:
                return each
        raise owner.error(
            f"In table '{self.name}', 'PrimaryKey' or 'Key' refers to nonexistent "
            f"field '{name}'"
        )


class Tables:
    """All enumerations and tables, by name; bad descriptions raise Diagnostic."""

    def __init__(self, records: RecordKeeper):
        self.records = records
        self.opcodes: dict[str, int] = {}
        """Of all instructions, if a field holds instructions."""
        self.intrinsics: dict[str, int] = {}
        self.enumerations: dict[str, Enumeration] = {}
        self.tables: dict[str, Table] = {}
        for record in records.derived("GenericEnum"):
            self.enumerations[record.name] = self._enumeration(record)
        for record in records.derived("GenericTable"):
            self.tables[record.name] = self._table(record)
        for record in records.derived("SearchIndex"):
            self._search_index(record)
        for name, ancestors in records.classes.items():
            if ancestors == ("SearchableTable",):
                self._legacy(name)

    def _filtered(self, record: Record, kind: str) -> tuple[Record, ...]:
        name = record.string("FilterClass")
        if name not in self.records.classes:
            raise record.error(f"{kind} FilterClass '{name}' does not exist")
        return self.records.derived(name)

    def _enumeration(self, record: Record) -> Enumeration:
        items = self._filtered(record, "Enum")
        fields = [
            record.string(name) if record.is_set(name) else ""
            for name in ("NameField", "ValueField")
        ]
        return self._entries(record.name, items, fields[0], fields[1])

    def _entries(
        self,
        name: str,
        items: Sequence[Record],
        name_field: str,
        value_field: str,
    ) -> Enumeration:
        """The entries with their values; without a field for these, by name from 0."""
        named = [
            (item, item.string(name_field) if name_field else item.name)
            for item in items
        ]
        if value_field:
            entries = {item: (text, item.integer(value_field)) for item, text in named}
        else:
            named.sort(key=lambda each: each[1].encode())
            entries = {item: (text, i) for i, (item, text) in enumerate(named)}
        return Enumeration(name, entries)

    def _table(self, record: Record) -> Table:
        items = self._filtered(record, "Table")
        if record.is_set("FilterClassField"):
            items = tuple(item for item in items if self._passes(record, item))
        table = Table(
            record,
            record.name,
            record.string("CppTypeName"),
            [self._declared_field(record, name) for name in record.strings("Fields")],
        )
        self._collect(table, items)
        if record.is_set("PrimaryKey"):
            key = record.strings("PrimaryKey")
            function = record.string("PrimaryKeyName")
            index = self._index(
                table, record, function, key, record.flag("PrimaryKeyEarlyOut")
            )
            index.is_range = record.is_on("PrimaryKeyReturnRange")
            for each in index.key:
                if each.is_text:
                    raise record.error(
                        f"In table '{record.name}', use a secondary lookup method for "
                        f"case-insensitive comparison of field '{each.name}'"
                    )
            table.rows.sort(key=lambda row: self._order(row, index.key))
        return table

    def _passes(self, record: Record, item: Record) -> bool:
        name = record.string("FilterClassField")
        if item.types.get(name) != "bit":
            raise record.error(f"FilterClassField '{name}' should be a bit value")
        return item.flag(name)

    def _declared_field(self, record: Record, name: str) -> TableField:
        """A field, with what `TypeOf_name` says of it."""
        found = TableField(name)
        type_field = f"TypeOf_{name}"
        if type_field in record.fields:
            said = record.fields[type_field]
            if said == "code":
                found.kind = FieldKind.CODE
            elif isinstance(said, str) and said in self.enumerations:
                found.kind = FieldKind.ENUMERATION
                found.enumeration = self.enumerations[said]
            else:
                shown = f'"{said}"' if isinstance(said, str) else str(said)
                raise record.error(
                    f"Table '{record.name}' has invalid '{type_field}': {shown}"
                )
        return found

    def _collect(self, table: Table, items: Sequence[Record]) -> None:
        """Take the records as rows, find the kinds of the fields, and sort by them."""
        if not items:
            raise table.record.error(f"Table '{table.name}' has no entries")
        for item in items:
            for each in table.fields:
                self._check_value(table, item, each)
        for each in table.fields:
            self._find_kind(each, items)
        fields = tuple(table.fields)
        table.rows = sorted(items, key=lambda row: self._order(row, fields))

    def _check_value(self, table: Table, item: Record, each: TableField) -> None:
        if each.name not in item.fields:
            raise item.error(
                f"Record `{item.name}' does not have a field named `{each.name}'!"
            )
        value = item.fields[each.name]
        if (
            value is None
            or isinstance(value, Unresolved)
            or (isinstance(value, Bits) and value.value is None)
        ):
            raise item.error(
                f"Record '{item.name}' for table '{table.name}' is missing "
                f"field '{each.name}'"
            )
        said = "string" if isinstance(value, str) else item.types[each.name]
        if not each.type_name or isinstance(value, Record):
            each.type_name = said
        elif said != each.type_name:
            raise item.error(
                f"Field '{each.name}' of table '{table.name}' entry has "
                f"incompatible type: {said} vs. {each.type_name}"
            )

    def _find_kind(self, each: TableField, items: Sequence[Record]) -> None:
        if each.kind is not FieldKind.BITS:
            return
        values = [item.fields[each.name] for item in items]
        if each.type_name == "string":
            each.kind = FieldKind.STRING
        elif each.type_name == "bit":
            each.kind = FieldKind.BIT
        elif _all_are(values, "Instruction"):
            each.kind = FieldKind.INSTRUCTION
            instructions = enumeration_order(self.records)
            self.opcodes = {each.name: i for i, each in enumerate(instructions)}
        elif _all_are(values, "Intrinsic"):
            each.kind = FieldKind.INTRINSIC
            self.intrinsics = self._intrinsic_order()
        elif not all(isinstance(value, Bits) for value in values):
            raise items[0].error(
                f"invalid field type for field '{each.name}'; expected: bit, bits, "
                "string, or code"
            )

    def _intrinsic_order(self) -> dict[str, int]:
        """Target-independent intrinsics come first, then by target and name."""
        ordered = sorted(
            self.records.derived("Intrinsic"),
            key=lambda each: (each.string("TargetPrefix"), intrinsic_name(each)),
        )
        return {record.name: number for number, record in enumerate(ordered)}

    def _index(
        self,
        table: Table,
        owner: Record,
        function: str,
        key: Sequence[str],
        is_early_out: bool,
    ) -> SearchIndex:
        if not key:
            raise owner.error(f"the key of lookup method '{function}' is empty")
        fields = tuple(table.field(name, owner) for name in key)
        for name in key:
            if key.count(name) > 1:
                raise owner.error(f"lookup method '{function}' has '{name}' twice")
        if is_early_out and fields[0].is_text:
            raise owner.error(
                f"In lookup method '{function}', early-out is not supported for a "
                "first key field of type string"
            )
        index = SearchIndex(function, fields)
        table.indices.append(index)
        return index

    def _search_index(self, record: Record) -> None:
        table = self.tables.get(record.record("Table").name)
        if table is None:
            raise record.error(
                f"SearchIndex '{record.name}' refers to non-existing table "
                f"'{record.record('Table').name}'"
            )
        key = record.strings("Key")
        index = self._index(table, record, record.name, key, record.flag("EarlyOut"))
        index.is_range = record.is_on("ReturnRange")

    def _legacy(self, class_name: str) -> None:
        """
        A class derived from SearchableTable alone; its records are the entries.

        Its own fields are those that all the records have in common.
        """
        items = self.records.derived(class_name)
        table_name = f"{class_name}sList"
        if not items:
            raise Diagnostic(None, f"Table '{table_name}' has no entries")
        common = set(items[0].fields).intersection(*(item.fields for item in items))
        names = [
            name
            for name in items[0].fields
            if name in common and name not in _LEGACY_FIELDS
        ]
        first = items[0]
        if first.is_set("EnumNameField"):
            name = f"{class_name}Values"
            value_field = "EnumValueField"
            self.enumerations[name] = self._entries(
                name,
                items,
                first.string("EnumNameField"),
                first.string(value_field) if first.is_set(value_field) else "",
            )
        table = Table(
            first,
            table_name,
            class_name,
            [TableField(name) for name in names],
        )
        self._collect(table, items)
        for name in first.strings("SearchableFields"):
            function = f"lookup{class_name}By{name}"
            self._index(table, first, function, (name,), is_early_out=False)
        self.tables[table_name] = table

    def _order(self, row: Record, key: Sequence[TableField]) -> tuple[object, ...]:
        """How rows are sorted by some fields."""
        return tuple(self._rank(row.fields[each.name], each, row) for each in key)

    def _rank(self, value: Value, each: TableField, row: Record) -> object:
        match value:
            case str():
                return value.encode().upper()
            case Bits():
                return value.value
            case Record() if each.enumeration:
                return each.entry(row)[1]
            case Record() if each.kind is FieldKind.INSTRUCTION:
                return not value.flag("isPseudo"), value.name.encode()
            case Record():
                return self.intrinsics[value.name]
            case _:
                return value


def _all_are(values: Sequence[Value], class_name: str) -> bool:
    return all(isinstance(value, Record) and value.is_a(class_name) for value in values)


def intrinsic_name(record: Record) -> str:
    """`llvm.name`: that of the record unless it gives another."""
    name = record.string("LLVMName") if record.is_set("LLVMName") else ""
    return name or "llvm." + record.name.removeprefix("int_").replace("_", ".")
