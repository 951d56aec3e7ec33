"""Profile 2: its table against the newer document; text, bytecode and verifier."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from llvlir_examples import example
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import Circ
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir import Llvlir
from circ.dialects.llvlir.profiles import PROFILE
from circ.dialects.llvlir.table import (
    CHANGED,
    EXTENSIONS,
    Row,
    all_rows,
    row_of_name,
    rows,
)
from circ.targets.llvlir import decode, encode
from circ.targets.llvlir.light import decode_light
from circ.tools.formats import read_mlir

DOCUMENT = Path(__file__).parent / "data" / "newer_document_operations.csv"
ROWS = [row for row in rows(2) if row.category != "ext-stream"]
FIRST = [row for row in all_rows() if not row.is_of(2)]
CONTEXT = Context()
for dialect in (Builtin, Circ, Llvlir):
    CONTEXT.load_dialect(dialect)


def document() -> list[dict[str, str]]:
    with open(DOCUMENT, newline="") as file:
        return list(csv.DictReader(file))


def row_in_profile_2(name: str) -> Row:
    return row_of_name().get(CHANGED + name) or row_of_name()[name]


def test_all_rows_of_the_document_are_there():
    present = [row for row in document() if "removed" not in row["relation_to_seed"]]
    assert len(present) == 366
    found = [row_in_profile_2(row["opcode"]) for row in present]
    assert all(row.is_of(2) for row in found)
    # Two of its new rows were extensions before.
    own = [row.name for row in found if row.number >= EXTENSIONS]
    assert own == ["cvtu.IF", "cvtu.VIF"]
    numbered = [row for row in rows(2) if row.number < EXTENSIONS]
    assert {row.name for row in found} == {row.name for row in numbered} | {*own}
    new = [row.number for row in found if row.profile == 2]
    assert new == list(range(282, 397))
    for row in document():
        if "removed" in row["relation_to_seed"]:
            assert not row_of_name()[row["opcode"]].is_of(2)


@pytest.mark.parametrize(
    "given", [row for row in document() if "removed" not in row["relation_to_seed"]]
)
def test_operands_are_those_of_the_document_or_marked(given: dict[str, str]):
    """But for the place of the memory order, which text and bytecode do not have."""
    row = row_in_profile_2(given["opcode"])
    known = {row.operands, row.document_operands}
    assert sorted(given["operands"]) in map(sorted, known)
    if row.profile == 2 and row.operands[0] != "q":
        assert (row.document_operands or row.operands) == given["operands"]
    assert row.suffix in (given["type_suffix"], "") or row.name == "addc.F"
    # What is said once in profile 1 is not said again.
    if row.profile == 2 and given["opcode"] in row_of_name():
        assert row.operands != row_of_name()[given["opcode"]].operands or (
            row.name == given["opcode"]
        )


def text(module: ModuleOp, generic: bool = False) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


@pytest.mark.parametrize(
    "row",
    [
        row
        if row.profile == 2 or not row.number % 8
        else pytest.param(row, marks=pytest.mark.long)
        for row in ROWS
    ],
    ids=lambda row: row.name,
)
@pytest.mark.every(4, first=2)
def test_text_and_bytecode_round_trip(row: Row):
    module = example(row, profile=2)
    verify_module(module)
    printed = text(module)
    for generic in (False, True):
        parsed = Parser(CONTEXT, text(module, generic)).parse_module()
        verify_module(parsed)
        assert text(parsed) == printed
    data = encode(module)
    assert data[5] == 2
    decoded = decode(data)
    assert encode(decoded) == data
    assert text(decoded) == text(Parser(CONTEXT, text(decoded)).parse_module())
    assert f"llvlir.{row.name}" in text(decoded)
    decode_light(data)
    for size in range(8, len(data), 5):
        with pytest.raises(Diagnostic):
            decode(data[:size])


@pytest.mark.parametrize(
    "row", [row for row in all_rows() if row.profile], ids=lambda row: row.name
)
def test_rows_of_the_other_profile_are_rejected(row: Row):
    assert row.profile is not None
    other = 3 - row.profile
    module = example(row)
    if other == 1:
        data = bytearray(encode(module))
        data[5] = 1
        with pytest.raises(Diagnostic, match="byte"):
            decode(bytes(data))
        del module.attributes[PROFILE]
    else:
        module = example(row, profile=2)
    with pytest.raises(Diagnostic, match=r"is no row of profile|is of profile 2"):
        verify_module(module)


@pytest.mark.parametrize("row", FIRST, ids=lambda row: row.name)
def test_bytecode_of_profile_2_has_no_rows_of_profile_1(row: Row):
    data = bytearray(encode(example(row)))
    data[5] = 2
    with pytest.raises(Diagnostic, match="byte"):
        decode(bytes(data))


def test_integers_have_other_codes():
    program = """module attributes {{circ.llvlir_profile = {} : i32}} {{
  llvlir.func private @f({})
}}"""
    widths = (1, 8, 16, 24, 32, 48, 64, 96, 128)
    types = ", ".join(f"!llvlir.r<i{width}>" for width in widths)
    module = read_mlir(program.format(2, types).encode(), "f.mlir")
    data = encode(module)
    codes = bytes(byte for code in range(1, 10) for byte in (1, code))
    assert codes in data
    assert encode(decode(data)) == data


@pytest.mark.parametrize(
    ("line", "message"),
    (
        ("%y = llvlir.ld.EI %a : i32", "'le' or 'be' expected"),
        ("%y = llvlir.lda.A %a : p32", "'a' and a number expected"),
        ("%y = llvlir.lda.A %a : a33", "an address must have 32 or 64 bits"),
        ('%y = llvlir.constant.T "c", 1 : t18446744073709551616', "T must be from 0"),
        ('%y = llvlir.intrinsic.T "i", 32, -1 : t1', "the second immediate must be"),
        ('%y = llvlir.intrinsic.T "i", -1, 0 : t1', "immediate must be from 0"),
        ("%y = llvlir.cmp.CI up, %r, %r : i32", "a condition expected"),
        ("%y = llvlir.setb.I %r : i32", "operand is used with type !llvlir.b"),
        ("%y = llvlir.ld.I %a, 0 : i32", "is no row of profile 2"),
    ),
)
def test_wrong_rows_are_diagnosed(line: str, message: str):
    program = f"""module attributes {{circ.llvlir_profile = 2 : i32}} {{
  llvlir.func @f(%r : !llvlir.r<i32>, %a : !llvlir.a) {{
    {line}
    llvlir.ret
  }}
}}"""
    with pytest.raises(Diagnostic, match=message) as found:
        read_mlir(program.encode(), "f.mlir")
    assert "f.mlir:3:" in str(found.value)


def test_an_unknown_profile_is_diagnosed():
    for value in ("3 : i32", "2 : i64", '"two"'):
        attributes = f"attributes {{circ.llvlir_profile = {value}}}"
        program = f"module {attributes} {{ llvlir.func private @f() }}"
        with pytest.raises(Diagnostic, match="there are the profiles 1 and 2"):
            read_mlir(program.encode(), "f.mlir")


def test_format_1_has_profile_1_alone():
    with pytest.raises(Diagnostic, match="format 1 of bytecode has profile 1"):
        encode(example(row_of_name()["setb.I"]), 1)
