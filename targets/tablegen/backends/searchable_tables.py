"""
`-gen-searchable-tables`: records as tables, with look-ups by the values of fields.

An enumeration becomes a class, a table a tuple of entries sorted as LLVM sorts them,
and each key a function that finds the first entry with those values in constant time.
Strings are compared without regard to case, code is text.

Facts: `tablegen` section 1c.
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
    Code,
    PythonText,
    escaped,
    member_names,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.records import Bits, Record, RecordKeeper

_USED = ("row", "rows")
_TYPES = {
    FieldKind.BITS: "int",
    FieldKind.BIT: "bool",
    FieldKind.STRING: "str",
    FieldKind.CODE: "str",
    FieldKind.INSTRUCTION: "int",
    FieldKind.INTRINSIC: "str",
}


def generate(records: RecordKeeper) -> str:
    """The module for a description."""
    tables = Tables(records)
    text = PythonText(
        "gen-searchable-tables",
        "Tables of the description, with look-ups by their fields.",
        {"enum": "IntEnum", "typing": "NamedTuple"},
    )
    writer = _Writer(text, tables)
    for enumeration in tables.enumerations.values():
        writer.enumeration(enumeration)
    for table in tables.tables.values():
        writer.table(table)
    return text.text()


class _Writer:
    """Writes tables; names of the description are claimed before that."""

    def __init__(self, text: PythonText, tables: Tables):
        self.text = text
        self.opcodes = tables.opcodes
        self.layouts: dict[tuple[str, tuple[str, ...]], str] = {}
        """The classes of entries written so far, by their names and members."""
        for name in _USED:
            text.claim(name)
        self.enumerations = {name: text.claim(name) for name in tables.enumerations}
        self.tables = {name: text.claim(name) for name in tables.tables}
        self.functions = {
            (name, number): text.claim(index.function)
            for name, table in tables.tables.items()
            for number, index in enumerate(table.indices)
        }

    def enumeration(self, enumeration: Enumeration) -> None:
        """Add a class with the entries."""
        members: dict[str, int] = {}
        for record, (entry, value) in enumeration.entries.items():
            name = python_name(entry)
            if name in members:
                raise record.error(
                    f"'{entry}' is the second entry of '{enumeration.name}' with "
                    "that name"
                )
            members[name] = value
        what = f"The entries of {enumeration.name}."
        self.text.enumeration(
            self.enumerations[enumeration.name], what, members.items()
        )

    def table(self, table: Table) -> None:
        """Add the entries' class, unless an earlier table has it; rows; look-ups."""
        names = member_names(each.name for each in table.fields)
        fields = tuple(
            f"{names[each.name]}: {self._type(each)}" for each in table.fields
        )
        layout = (table.entry_class, fields)
        if layout not in self.layouts:
            self.layouts[layout] = self.text.claim(table.entry_class)
            self.text.add("", "", f"class {self.layouts[layout]}(NamedTuple):")
            self.text.add(f'    """An entry of {escaped(table.name)}."""', "")
            self.text.add(*(f"    {each}" for each in fields))
        entry = self.layouts[layout]
        rows = [
            Code(f"{entry}({', '.join(self._literal(row, f) for f in table.fields)})")
            for row in table.rows
        ]
        self.text.add("", "")
        self.text.table(f"{self.tables[table.name]}: tuple[{entry}, ...]", rows)
        for number, index in enumerate(table.indices):
            function = self.functions[table.name, number]
            self._index(table, entry, function, index)

    def _index(
        self, table: Table, entry: str, function: str, index: SearchIndex
    ) -> None:
        """Add a dictionary from keys to rows, and the function that asks it."""
        rows: dict[Code, list[int]] = {}
        for number, row in enumerate(table.rows):
            key = _key([self._literal(row, each, is_key=True) for each in index.key])
            rows.setdefault(Code(key), []).append(number)
        types = [self._type(each) for each in index.key]
        parameter = member_names((each.name for each in index.key), self.text.claimed)
        names = [parameter[each.name] for each in index.key]
        parameters = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
        key = _key(
            [
                f"{name}.upper()" if each.is_text else name
                for name, each in zip(names, index.key, strict=True)
            ]
        )
        key_type = types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"
        table_name = self.tables[table.name]
        if index.is_range:
            found_rows: dict[Code, object] = {**rows}
            row_type, result = "tuple[int, ...]", f"tuple[{entry}, ...]"
            meaning = "All entries with these values, in order."
            found = f"tuple({table_name}[row] for row in rows)"
            look_up = f"    rows = _{function}_rows.get({key}, ())"
        else:
            found_rows = {key: numbers[0] for key, numbers in rows.items()}
            row_type, result = "int", f"{entry} | None"
            meaning = "The first entry with these values, or None."
            found = f"None if row is None else {table_name}[row]"
            look_up = f"    row = _{function}_rows.get({key})"
        add = self.text.add
        add("", "")
        head = f"_{function}_rows: dict[{key_type}, {row_type}]"
        self.text.packed(head, found_rows)
        add("", "", f"def {function}({parameters}) -> {result}:")
        add(f'    """{meaning}"""', look_up, f"    return {found}")

    def _type(self, each: TableField) -> str:
        if each.enumeration is not None:
            return self.enumerations[each.enumeration.name]
        return _TYPES[each.kind]

    def _literal(self, row: Record, each: TableField, is_key: bool = False) -> str:
        match row.fields[each.name]:
            case str() as text:
                return quoted(text.upper() if is_key else text)
            case Bits() as bits:
                return hex(bits.value or 0)
            case Record() if each.enumeration:
                name = python_name(each.entry(row)[0])
                return f"{self._type(each)}.{name}"
            case Record() as record if each.kind is FieldKind.INSTRUCTION:
                return str(self.opcodes[record.name])
            case Record() as record:
                return quoted(intrinsic_name(record))
            case value:
                return str(bool(value))


def _key(values: list[str]) -> str:
    """One value is the key itself, several are a tuple."""
    return values[0] if len(values) == 1 else tuple_of(values)
