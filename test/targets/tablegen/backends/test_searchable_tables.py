"""
`-gen-searchable-tables` against what llvm-tblgen makes of the same descriptions.

`tables.json` has the rows and index entries that llvm-tblgen 19 writes for `tables.td`.
"""

import json
import re
import subprocess
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from tablegen_modules import (
    DATA,
    LLVM_INCLUDE,
    executed,
    generate,
    module_of,
    records_of,
    reference_records,
)
from tablegen_oracle import HAS_ORACLE, ORACLE

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.analysis.target import enumeration_order

HERE = Path(__file__).parent
GOLDEN = HERE / "tables.json"
TABLES = 'include "circ/SearchableTable.td"\n'
TARGET = """
include "{base}/Target.td"
include "{tables}/SearchableTable.td"
def ToyInstrInfo : InstrInfo;
def Toy : Target {{ let InstructionSet = ToyInstrInfo; }}
"""
CODE = ("Text", "Odd")


def parsed(text: str) -> dict[str, Any]:
    """Rows by table, and index entries by function, as LLVM writes them."""
    tables = {
        name: re.findall(r"\{ (.*) \}, // \d+", rows)
        for name, rows in re.findall(
            r"constexpr \w+ (\w+)\[\] = \{\n(.*?)\n \};", text, re.DOTALL
        )
    }
    indices: dict[str, list[list[Any]]] = {}
    for part in re.split(r"\n(?=const \w+ \*\w+\([^;]*\{\n)", text)[1:]:
        function = re.match(r"const \w+ \*(\w+)\(", part)
        index = re.search(r"Index\[\] = \{\n(.*?)\n  \};", part, re.DOTALL)
        if function and index:
            entries = re.findall(r"\{ (.*), (\d+) \}", index[1])
            indices[function[1]] = [[key, int(row)] for key, row in entries]
    enums = {
        name: re.findall(r"(\w+) = (\d+)", entries)
        for name, entries in re.findall(r"enum (\w+) \{(.*?)\};", text, re.DOTALL)
    }
    return {"tables": tables, "indices": indices, "enums": enums}


def as_llvm(value: Any, field: str, opcodes: list[str]) -> str:
    """A value of an entry as LLVM writes it."""
    match value:
        case bool():
            return str(value).lower()
        case IntEnum():
            return value.name
        case str():
            return value if field in CODE else f'"{value}"'
        case _:
            return opcodes[value] if field == "Op" else f"0x{value:X}"


@pytest.fixture
def records(tmp_path: Path) -> Any:
    base = TARGET.format(base="circ", tables="circ")
    return records_of(base + (HERE / "tables.td").read_text(), tmp_path)


def test_rows_and_indices(records: Any, request: pytest.FixtureRequest, tmp_path: Path):
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        path = tmp_path / "oracle.td"
        base = TARGET.format(base="llvm/Target", tables="llvm/TableGen")
        path.write_text(base + (HERE / "tables.td").read_text())
        command = [ORACLE, "-gen-searchable-tables", f"-I{LLVM_INCLUDE}", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        GOLDEN.write_text(json.dumps(parsed(done.stdout), indent=1) + "\n")
    wanted = json.loads(GOLDEN.read_text())
    module = module_of("gen-searchable-tables", records)
    opcodes = [each.name for each in enumeration_order(records)]
    for name, rows in wanted["tables"].items():
        found = [
            ", ".join(
                as_llvm(value, field, opcodes)
                for field, value in entry._asdict().items()
            )
            for entry in vars(module)[name]
        ]
        assert found == rows, name
    for name, entries in wanted["enums"].items():
        members = vars(module)[name].__members__
        assert [[key, str(int(value))] for key, value in members.items()] == entries
    tables = {
        "rowBy": module.Rows,
        "Plain": module.PlainsList,
        "SysReg": module.SysRegsList,
    }
    count = 0
    for name, entries in wanted["indices"].items():
        rows = next(rows for key, rows in tables.items() if key in name)
        first: dict[str, int] = {}
        for key, row in entries:
            first.setdefault(key, row)
        for key, row in first.items():
            values = [value_of(cell, module, opcodes) for cell in key.split(", ")]
            assert vars(module)[name](*values) is rows[row], (name, key)
            count += 1
    assert count == 22


def value_of(cell: str, module: Any, opcodes: list[str]) -> Any:
    """What to ask for to find an entry of LLVM's index."""
    if cell.startswith('"'):
        return cell[1:-1].lower()
    if cell in ("true", "false"):
        return cell == "true"
    if cell in opcodes:
        return opcodes.index(cell)
    if cell in module.Levels.__members__:
        return module.Levels[cell]
    return int(cell, 16)


def test_look_ups(records: Any):
    module = module_of("gen-searchable-tables", records)
    rows = module.Rows
    assert module.getRow(module.Levels.Middle, 9) is rows[3]
    assert module.getRow(7, 9) is rows[3]
    assert module.getRow(module.Levels.Middle, 5) is None
    assert module.rowByName("bEtA").Number == 4
    assert module.rowByName("epsilon") is None
    assert module.rowByKept(False, "alpha") is rows[1]
    assert [each.Name for each in module.getChosen(9)] == ["delta", "Gamma"]
    assert module.getChosen(5) == ()
    assert module.lookupSysRegByName("epc").Encoding == 2
    assert module.SysRegValues.Status is module.SysRegValues.EPC


def test_reference_tables(tmp_path: Path):
    wanted = parsed((DATA / "st.inc").read_text())
    module = module_of("gen-searchable-tables", reference_records("st.td", tmp_path))
    rows = [
        f'"{entry.Str}", 0x{entry.Val1:x}, 0x{entry.Val2:x}' for entry in module.ATable
    ]
    assert rows == wanted["tables"]["ATable"]
    assert [each.name for each in module.CE] == ["CBar", "CFoo"]
    assert module.lookupA(4, 5) is module.byStr("ALICE") is module.ATable[2]
    assert module.lookupA(5, 4) is None
    for key, row in wanted["indices"]["byStr"]:
        assert module.byStr(key.strip('"').title()) is module.ATable[row]


def test_index_may_give_all_entries(tmp_path: Path):
    text = """
class E<string s, bits<4> v> { string S = s; bits<4> V = v; }
def T : GenericTable { let FilterClass = "E"; let Fields = ["S", "V"]; }
def byV : SearchIndex { let Table = T; let Key = ["V"]; let ReturnRange = 1; }
def : E<"a", 2>; def : E<"b", 1>; def : E<"c", 2>;
"""
    module = module_of("gen-searchable-tables", records_of(TABLES + text, tmp_path))
    assert [each.S for each in module.byV(2)] == ["a", "c"]
    assert module.byV(3) == ()


def test_names_keep_away_from_each_other(tmp_path: Path):
    """Fields, tables, functions and entries that one name would confuse."""
    text = """
class E<bits<4> i, string t> {
  bits<4> index = i; string T = t; bits<4> _x = 3; bits<4> class_ = 1;
}
def T : GenericTable {
  let FilterClass = "E"; let CppTypeName = "T"; let Fields = ["index", "T", "_x"];
  let PrimaryKey = ["index"]; let PrimaryKeyName = "int";
}
def byT : SearchIndex { let Table = T; let Key = ["T", "_x"]; }
def U : GenericTable {
  let FilterClass = "E"; let CppTypeName = "T"; let Fields = ["index", "T", "_x"];
}
class Q; def is : Q; def mro : Q;
def Empty : GenericEnum { let FilterClass = "None"; } class None;
def Qs : GenericEnum { let FilterClass = "Q"; }
def : E<1, "one">; def : E<2, "two">;
"""
    records = records_of(TABLES + text, tmp_path)
    module = module_of("gen-searchable-tables", records)
    entry = module.T[0]
    assert (entry.index_, entry.T, entry.x_x) == (1, "one", 3)
    assert module.int_(2) is module.T[1]
    assert module.byT("ONE", 3) is entry
    assert type(module.U[0]) is type(entry)
    assert [each.name for each in module.Qs] == ["is_", "mro_"]
    assert list(module.Empty) == []


def test_intrinsics_are_in_order_of_target_and_name(tmp_path: Path):
    text = """
class Intrinsic { string TargetPrefix = ""; string LLVMName = ""; }
def int_b : Intrinsic; def int_a_x : Intrinsic;
def int_z : Intrinsic { let LLVMName = "llvm.aa"; }
def int_toy_a : Intrinsic { let TargetPrefix = "toy"; }
class E<Intrinsic i> { Intrinsic I = i; }
def T : GenericTable {
  let FilterClass = "E"; let Fields = ["I"];
  let PrimaryKey = ["I"]; let PrimaryKeyName = "byI";
}
def : E<int_toy_a>; def : E<int_b>; def : E<int_z>; def : E<int_a_x>;
"""
    module = module_of("gen-searchable-tables", records_of(TABLES + text, tmp_path))
    names = [each.I for each in module.T]
    assert names == ["llvm.a.x", "llvm.aa", "llvm.b", "llvm.toy.a"]
    assert module.byI("llvm.b").I == "llvm.b"


def test_text_is_the_same_each_time(records: Any):
    text = generate("gen-searchable-tables", records)
    assert text == generate("gen-searchable-tables", records)
    assert "typing" not in generate("gen-searchable-tables", empty(records))


def empty(records: Any) -> Any:
    """The same records without tables: nothing is left to import."""
    kept = {
        record.name: record
        for record in records
        if not any(
            record.is_a(name)
            for name in ("GenericTable", "SearchIndex", "SearchableTable")
        )
    }
    classes = {
        name: ancestors
        for name, ancestors in records.classes.items()
        if ancestors != ("SearchableTable",)
    }
    return type(records)(kept, classes)


E = 'class E<int v> { bits<4> V = v; string S = "s"; int N = v; bit F = 1; }'
T = 'def T : GenericTable { let FilterClass = "E"; let Fields = ["V", "S"]; '
KEY = 'let PrimaryKeyName = "find"; let PrimaryKey = '


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"{E} {T} }}", "Table 'T' has no entries"),
        (f"{T} }}", "Table FilterClass 'E' does not exist"),
        (
            'def En : GenericEnum { let FilterClass = "Q"; }',
            "Enum FilterClass 'Q' does not exist",
        ),
        (
            f'{E} {T} let Fields = ["W"]; }} def a : E<1>;',
            "Record `a' does not have a field named `W'!",
        ),
        (
            f"{E} {T} }} def a : E<1> {{ let S = ?; }}",
            "Record 'a' for table 'T' is missing field 'S'",
        ),
        (
            f"{E} {T} }} def a : E<1> {{ let V{{1}} = ?; }}",
            "Record 'a' for table 'T' is missing field 'V'",
        ),
        (
            "class X { string W; field string S = !strconcat(W, W); } def a : X;"
            'def T : GenericTable { let FilterClass = "X"; let Fields = ["S"]; }',
            "Record 'a' for table 'T' is missing field 'S'",
        ),
        (
            f'{E} {T} let Fields = ["N"]; }} def a : E<1>;',
            "invalid field type for field 'N'; expected: bit, bits, string, or code",
        ),
        (
            f'{E} {T} {KEY} ["W"]; }} def a : E<1>;',
            "In table 'T', 'PrimaryKey' or 'Key' refers to nonexistent field 'W'",
        ),
        (
            f'{E} {T} }} def i : SearchIndex {{ let Table = T; let Key = ["W"]; }} '
            "def a : E<1>;",
            "In table 'T', 'PrimaryKey' or 'Key' refers to nonexistent field 'W'",
        ),
        (
            f"{E} {T} {KEY} []; }} def a : E<1>;",
            "the key of lookup method 'find' is empty",
        ),
        (
            f'{E} {T} {KEY} ["V", "S"]; }} def a : E<1>;',
            "In table 'T', use a secondary lookup method for case-insensitive "
            "comparison of field 'S'",
        ),
        (
            f'{E} {T} {KEY} ["S"]; let PrimaryKeyEarlyOut = 1; }} def a : E<1>;',
            "In lookup method 'find', early-out is not supported for a first key field "
            "of type string",
        ),
        (
            f'{E} {T} }} def i : SearchIndex {{ let Table = T; let Key = ["S"]; '
            "let EarlyOut = 1; } def a : E<1>;",
            "In lookup method 'i', early-out is not supported for a first key field of "
            "type string",
        ),
        (
            f'{E} {T} let PrimaryKey = ["V"]; }} def a : E<1>;',
            "field 'PrimaryKeyName' of record 'T' is not a string",
        ),
        (
            f'{E} {T} let FilterClassField = "V"; }} def a : E<1>;',
            "FilterClassField 'V' should be a bit value",
        ),
        (
            f'{E} {T} let FilterClassField = "F"; }} def a : E<1> {{ let F = 0; }}',
            "Table 'T' has no entries",
        ),
        (
            f'{E} {T} string TypeOf_V = "Nope"; }} def a : E<1>;',
            "Table 'T' has invalid 'TypeOf_V': \"Nope\"",
        ),
        (
            f"{E} {T} int TypeOf_V = 3; }} def a : E<1>;",
            "Table 'T' has invalid 'TypeOf_V': 3",
        ),
        (
            "class Q; def q : Q; class R; def r : R;"
            'def En : GenericEnum { let FilterClass = "Q"; }'
            "class X { R V = r; } def a : X;"
            'def T : GenericTable { let FilterClass = "X"; let Fields = ["V"];'
            ' string TypeOf_V = "En"; }',
            "Entry for field 'V' is null",
        ),
        (
            "class Q; def q : Q; class X { Q V = q; } def a : X;"
            'def T : GenericTable { let FilterClass = "X"; let Fields = ["V"]; }',
            "invalid field type for field 'V'; expected: bit, bits, string, or code",
        ),
        (
            'class Q; def a : Q { bits<3> V = 1; } def b : Q { string V = "x"; }'
            'def T : GenericTable { let FilterClass = "Q"; let Fields = ["V"]; }',
            "Field 'V' of table 'T' entry has incompatible type: string vs. bits<3>",
        ),
        (
            "class Q; def a : Q { bits<3> V = 1; } def b : Q { bits<4> V = 1; }"
            'def T : GenericTable { let FilterClass = "Q"; let Fields = ["V"]; }',
            "Field 'V' of table 'T' entry has incompatible type: bits<4> vs. bits<3>",
        ),
        (
            'class Q { string N = "n"; } def a : Q; def b : Q;'
            'def En : GenericEnum { let FilterClass = "Q"; let NameField = "N"; }',
            "'n' is twice in En",
        ),
        (
            'class Q { string N = "n"; } def a : Q;'
            'def En : GenericEnum { let FilterClass = "Q"; let ValueField = "N"; }',
            "field 'N' of record 'a' is not a known integer",
        ),
        (
            'class S : SearchableTable { string Name = "n"; '
            'let SearchableFields = ["Name"]; }',
            "Table 'SsList' has no entries",
        ),
        (
            'class S : SearchableTable { string Name = "n"; '
            'let SearchableFields = ["Other"]; } def a : S;',
            "In table 'SsList', 'PrimaryKey' or 'Key' refers to nonexistent field "
            "'Other'",
        ),
        (
            f"{E} {T} }} def a : E<1>; class Sub : GenericTable;"
            'def i : SearchIndex { let Key = ["V"]; }',
            "field 'Table' of record 'i' is not a record",
        ),
    ],
)
def test_wrong_tables(text: str, wanted: str, tmp_path: Path):
    with pytest.raises(Diagnostic) as error:
        executed(generate("gen-searchable-tables", records_of(TABLES + text, tmp_path)))
    assert error.value.message == wanted


def test_fields_that_not_all_records_have_are_no_columns(tmp_path: Path):
    """Of a class that derives from SearchableTable alone."""
    text = """
    class S : SearchableTable {
      string Name = "n";
      let SearchableFields = ["Name"];
    }
    def a : S { int Extra = 1; }
    def b : S { let Name = "m"; int Other = 2; }
    """
    records = records_of(TABLES + text, tmp_path)
    module = executed(generate("gen-searchable-tables", records))
    assert [entry._fields for entry in module.SsList] == [("Name",), ("Name",)]
