"""
`-gen-searchable-tables`: records as tables, with look-ups by the values of fields.

An enumeration becomes a class, a table a tuple of entries sorted as LLVM sorts them,
and each key a function that finds the first entry with those values in constant time.
Strings are compared without regard to case, code is text.
"""

from circ.targets.tablegen.analysis.tables import (
    Enumeration,
    FieldKind,
    SearchIndex,
    Table,
    TableField,
    Tables,
    intrinsic_name,
)
from circ.targets.tablegen.backends.python_text import (
    PythonText,
    call,
    mask,
    member,
    member_names,
    tuple_of,
)
from circ.targets.tablegen.records import Bits, Record, RecordKeeper

_IMPORTS = {"enum": "IntEnum", "typing": "NamedTuple"}
_USED = ("row", "rows")
_TYPES = {
    FieldKind.BITS: "int",
    FieldKind.BIT: "bool",
    FieldKind.STRING: "str",
    FieldKind.CODE: "str",
    FieldKind.INSTRUCTION: "int",
    FieldKind.INTRINSIC: "str",
}


def generate(records: RecordKeeper) -> PythonText:
    """The module for a description."""
    tables = Tables(records)
    out = PythonText(
        "Tables of the description, with look-ups by their fields.", _IMPORTS
    )
    writer = _Writer(out, tables)
    for enumeration in tables.enumerations.values():
        writer.enumeration(enumeration)
    for table in tables.tables.values():
        writer.table(table)
    return out


class _Writer:
    """Adds tables; all names of the description are claimed first."""

    def __init__(self, out: PythonText, tables: Tables):
        self.out = out
        self.opcodes = tables.opcodes
        self.layouts: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        """The classes of entries written so far, by their names and members."""
        out.claimed.update(_USED)
        self.enumerations = {name: out.claim(name) for name in tables.enumerations}
        self.tables = {name: out.claim(name) for name in tables.tables}
        self.functions = {
            (name, number): out.claim(index.function)
            for name, table in tables.tables.items()
            for number, index in enumerate(table.indices)
        }

    def enumeration(self, enumeration: Enumeration) -> None:
        """Add a class with the entries."""
        name = self.enumerations[enumeration.name]
        entries = enumeration.entries.items()
        members = [(entry, value, record) for record, (entry, value) in entries]
        self.out.enumeration(name, f"The entries of {enumeration.name}.", members)

    def table(self, table: Table) -> None:
        """Add the entries' class, unless an earlier table has it; rows; look-ups."""
        names = member_names(each.name for each in table.fields)
        fields = {names[each.name]: self._type(each) for each in table.fields}
        layout = (table.entry_class, tuple(fields.items()))
        if layout not in self.layouts:
            self.layouts[layout] = self.out.claim(table.entry_class)
            what = f"An entry of {table.name}."
            self.out.named_tuple(self.layouts[layout], what, fields)
        entry = self.layouts[layout]
        rows = [
            call(entry, *(self._value(row, each) for each in table.fields))
            for row in table.rows
        ]
        self.out.table(f"{self.tables[table.name]}: tuple[{entry}, ...]", rows)
        for number, index in enumerate(table.indices):
            function = self.functions[table.name, number]
            self._index(table, entry, function, index)

    def _index(
        self, table: Table, entry: str, function: str, index: SearchIndex
    ) -> None:
        """Add a dictionary from keys to rows, and the look-up function."""
        rows: dict[object, list[int]] = {}
        for number, row in enumerate(table.rows):
            values = [self._value(row, each, is_key=True) for each in index.key]
            key = values[0] if len(values) == 1 else tuple(values)
            rows.setdefault(key, []).append(number)
        types = [self._type(each) for each in index.key]
        members = member_names((each.name for each in index.key), self.out.claimed)
        names = [members[each.name] for each in index.key]
        parameters = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
        asked = [
            f"{name}.upper()" if each.is_text else name
            for name, each in zip(names, index.key, strict=True)
        ]
        key = asked[0] if len(asked) == 1 else tuple_of(asked)
        key_type = types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"
        name = self.tables[table.name]
        result = f"{entry} | None"
        meaning = "The first entry with these values, or None."
        found = f"{name}[rows[0]] if rows else None"
        if index.is_range:
            result = f"tuple[{entry}, ...]"
            meaning = "All entries with these values, in order."
            found = f"tuple({name}[row] for row in rows)"
        self.out.packed(f"_{function}_rows: dict[{key_type}, tuple[int, ...]]", rows)
        self.out.add("", "", f"def {function}({parameters}) -> {result}:")
        self.out.add(f'    """{meaning}"""')
        self.out.add(f"    rows = _{function}_rows.get({key}, ())")
        self.out.add(f"    return {found}")

    def _type(self, each: TableField) -> str:
        if each.enumeration is not None:
            return self.enumerations[each.enumeration.name]
        return _TYPES[each.kind]

    def _value(self, row: Record, each: TableField, is_key: bool = False) -> object:
        match row.fields[each.name]:
            case str() as text:
                return text.upper() if is_key else text
            case Bits() as bits:
                return mask(bits.value or 0)
            case Record() if each.enumeration:
                return member(self._type(each), each.entry(row)[0])
            case Record() as record if each.kind is FieldKind.INSTRUCTION:
                return self.opcodes[record.name]
            case Record() as record:
                return intrinsic_name(record)
            case value:
                return bool(value)
