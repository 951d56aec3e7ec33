"""
Instruction mappings for `-gen-instr-info`: from one form of an instruction to another.

Each record of class InstrMapping becomes a function from an opcode, and the values of
its column fields where it has several columns, to the opcode of the other form. It
returns -1 both for an instruction that is no key and where the form does not exist
(LLVM's tables return 65535 for the latter).

Messages are as LLVM 19 words them.
"""

from dataclasses import dataclass

from circ.targets.tablegen.analysis.set_theory import text_of
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    member,
    member_names,
    tuple_of,
)
from circ.targets.tablegen.records import Record, Value


@dataclass(frozen=True, slots=True)
class _Mapping:
    """A record of class InstrMapping, checked."""

    record: Record
    row_fields: tuple[str, ...]
    column_fields: tuple[str, ...]
    key: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]


def add_mappings(out: PythonText, target: Target) -> None:
    """Add the enumerations of column values, and a function for each mapping."""
    mappings = [_mapping(each) for each in target.records.derived("InstrMapping")]
    enumerations = _add_enumerations(out, mappings)
    for mapping in mappings:
        _add_function(out, target, mapping, enumerations)


def _mapping(record: Record) -> _Mapping:
    fields = record.strings("ColFields")
    if len(set(fields)) != len(fields):
        raise record.error(f"Record `{record.name}', field `ColFields' repeats a field")
    columns: list[tuple[str, ...]] = []
    for column in record.list("ValueCols"):
        values = _strings(column)
        if values is None or len(values) != len(fields):
            raise record.error(
                f"Record `{record.name}', field `ValueCols' entries don't match with "
                "the entries in 'ColFields' !"
            )
        columns.append(values)
    if not columns:
        raise record.error(
            f"InstrMapping record `{record.name}' has empty `ValueCols' field!"
        )
    key = record.strings("KeyCol")
    if len(key) < len(fields):
        raise record.error(
            f"Record `{record.name}', field `KeyCol' has fewer entries than 'ColFields'"
        )
    rows = record.strings("RowFields")
    return _Mapping(record, rows, fields, key[: len(fields)], tuple(columns))


def _strings(value: Value) -> tuple[str, ...] | None:
    if not isinstance(value, tuple):
        return None
    found = tuple(item for item in value if isinstance(item, str))
    return found if len(found) == len(value) else None


def _table(target: Target, mapping: _Mapping) -> dict[int, list[int]]:
    """The opcodes of the forms of each key instruction, -1 for none, by its opcode."""
    rows: dict[tuple[Value, ...], dict[tuple[str, ...], list[Record]]] = {}
    keys: dict[int, tuple[Record, tuple[Value, ...]]] = {}
    for record in target.records.derived(mapping.record.string("FilterClass")):
        row = tuple(_field(record, field) for field in mapping.row_fields)
        column = tuple(_plain(_field(record, field)) for field in mapping.column_fields)
        rows.setdefault(row, {}).setdefault(column, []).append(record)
        if column == mapping.key and record.name in target.by_name:
            keys[target.by_name[record.name].opcode] = record, row
    table = {
        opcode: [
            _form(target, mapping, record, row, rows[row], column)
            for column in mapping.columns
        ]
        for opcode, (record, row) in sorted(keys.items())
    }
    return {opcode: forms for opcode, forms in table.items() if max(forms) >= 0}


def _form(
    target: Target,
    mapping: _Mapping,
    record: Record,
    row: tuple[Value, ...],
    forms: dict[tuple[str, ...], list[Record]],
    column: tuple[str, ...],
) -> int:
    """The opcode of the instruction of the row with the column's values, or -1."""
    found = forms.get(column, [])
    if not found:
        return -1
    if len(found) > 1:
        fields = ", ".join(map(text_of, row))
        values = ", ".join(map(text_of, column))
        raise mapping.record.error(
            f"Multiple matches found for `{record.name}', for the relation "
            f"`{mapping.record.name}', row fields [{fields}], column `[{values}]'"
        )
    if found[0].name not in target.by_name:
        raise found[0].error(
            f"'{found[0].name}' is in the relation `{mapping.record.name}' but is no "
            "instruction"
        )
    return target.by_name[found[0].name].opcode


def _field(record: Record, field: str) -> Value:
    if field not in record.fields:
        raise record.error(
            f'No value "{field}" found in "{record.name}" instruction description.'
        )
    return record.fields[field]


def _plain(value: Value) -> str:
    """A value as text; strings are not quoted."""
    return value if isinstance(value, str) else text_of(value)


def _add_enumerations(out: PythonText, mappings: list[_Mapping]) -> dict[str, str]:
    """
    One enumeration for each column field, of the values in any mapping's columns.

    Gives the enumerations' names by field.
    """
    values: dict[str, dict[str, Record]] = {}
    for mapping in mappings:
        if len(mapping.columns) == 1:
            continue
        for place, field in enumerate(mapping.column_fields):
            seen = values.setdefault(field, {})
            for column in mapping.columns:
                seen.setdefault(column[place], mapping.record)
    names: dict[str, str] = {}
    for field in sorted(values, key=str.encode):
        names[field] = out.claim(field)
        members = [
            (f"{field}_{value}", number, record)
            for number, (value, record) in enumerate(values[field].items())
        ]
        what = f"Values of {field} in the columns of mappings."
        out.enumeration(names[field], what, members)
    return names


def _add_function(
    out: PythonText,
    target: Target,
    mapping: _Mapping,
    enumerations: dict[str, str],
) -> None:
    """
    Add the table and the function that looks it up.

    With one column there is nothing to choose, and only the opcode is asked for.
    """
    table = _table(target, mapping)
    name = out.claim(mapping.record.name)
    docstring = '    """The opcode of the other form, or -1."""'
    if len(mapping.columns) == 1:
        forms = {opcode: form for opcode, (form,) in table.items()}
        out.packed(f"_{name}_table: dict[int, int]", forms)
        out.add("", "", f"def {name}(opcode: int) -> int:", docstring)
        out.add(f"    return _{name}_table.get(opcode, -1)")
        return
    out.packed(f"_{name}_table: dict[int, tuple[int, ...]]", table)
    fields = [enumerations[field] for field in mapping.column_fields]
    columns: dict[tuple[Code, ...], int] = {}
    for place, column in enumerate(mapping.columns):
        members = tuple(
            member(field, f"{original}_{value}")
            for field, original, value in zip(
                fields, mapping.column_fields, column, strict=True
            )
        )
        columns.setdefault(members, place)
    out.table(f"_{name}_columns: dict[tuple[int, ...], int]", columns)
    arguments = member_names(f"in{field}" for field in mapping.column_fields).values()
    parameters = ", ".join(
        f"{argument}: {field}"
        for argument, field in zip(arguments, fields, strict=True)
    )
    out.add("", "", f"def {name}(opcode: int, {parameters}) -> int:", docstring)
    out.add(f"    row = _{name}_table.get(opcode)")
    out.add(f"    column = _{name}_columns.get({tuple_of([*arguments])})")
    out.add("    return -1 if row is None or column is None else row[column]")
