"""Every operation of the table: text in both forms, and what its verifier says."""

from io import StringIO

import pytest
from llvlir_examples import example, example_operation
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    Builtin,
    IntAttr,
    ModuleOp,
    StringAttr,
    f32,
    i1,
    i8,
    i32,
)
from xdsl.dialects.test import TestType as OtherType
from xdsl.ir import Block
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError, VerifyException

from circ.dialects.common.memory import Circ, memory
from circ.dialects.llvlir import Llvlir
from circ.dialects.llvlir.ops import RowOp, TableOp, create, op_class
from circ.dialects.llvlir.rules import OPTIONAL
from circ.dialects.llvlir.table import Row, all_rows, row_of_name
from circ.dialects.llvlir.types import R32, R64, integer, r

ROWS = [row for row in all_rows() if row.category != "ext-stream"]
TABLE_ROWS = [row for row in ROWS if issubclass(op_class(row.name), TableOp)]


@pytest.fixture(scope="module")
def context() -> Context:
    context = Context()
    for dialect in (Builtin, Circ, Llvlir):
        context.load_dialect(dialect)
    return context


def text(module: ModuleOp, generic: bool = False) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("row", "width"),
    [(row, width) for row in ROWS for width in (32, 64)[: 1 + row.has_address]],
    ids=lambda value: getattr(value, "name", value),
)
@pytest.mark.every(9)
def test_example_verifies_and_round_trips(context: Context, row: Row, width: int):
    module = example(row, width)
    module.verify()
    printed = text(module)
    for generic in (False, True):
        parsed = Parser(context, text(module, generic)).parse_module()
        parsed.verify()
        assert text(parsed) == printed
        assert text(parsed, True) == text(module, True)
    assert f"llvlir.{row.name}" in printed


def rejects(op: RowOp, message: str) -> None:
    with pytest.raises(VerifyException, match=message):
        op.verify_()


@pytest.mark.parametrize("row", TABLE_ROWS, ids=lambda row: row.name)
def test_other_numbers_of_operands_and_results_are_rejected(row: Row):
    _, op = example_operation(row)
    extra = Block(arg_types=[R32]).args[0]
    wrong = type(op).create(
        operands=[*op.operands, extra],
        result_types=op.result_types,
        properties=op.properties,
    )
    rejects(wrong, f"takes {len(op.operands)} register operands")
    wrong = type(op).create(
        operands=op.operands,
        result_types=[*op.result_types, R32],
        properties=op.properties,
    )
    rejects(wrong, f"has {len(op.results)} results")


@pytest.mark.parametrize("row", TABLE_ROWS, ids=lambda row: row.name)
def test_other_types_are_rejected(row: Row):
    _, op = example_operation(row)
    other = OtherType("other")
    for index in range(len(op.operands)):
        operands = [*op.operands]
        operands[index] = Block(arg_types=[other]).args[0]
        wrong = type(op).create(
            operands=operands, result_types=op.result_types, properties=op.properties
        )
        rejects(wrong, f"operand {index} must be ")
    if op.results:
        wrong = type(op).create(
            operands=op.operands, result_types=[other], properties=op.properties
        )
        rejects(wrong, "result must be of type ")


@pytest.mark.parametrize("row", TABLE_ROWS, ids=lambda row: row.name)
def test_properties_are_those_of_the_row(row: Row):
    _, op = example_operation(row)
    names = row.properties
    assert set(op.properties) <= set(names)
    for name in names:
        if name not in OPTIONAL:
            properties = {**op.properties}
            del properties[name]
            wrong = type(op).create(
                operands=op.operands,
                result_types=op.result_types,
                properties=properties,
            )
            rejects(wrong, f"property '{name}' is required")
    wrong = type(op).create(
        operands=op.operands,
        result_types=op.result_types,
        properties=op.properties | {"colour": i8},
    )
    rejects(wrong, "has no property 'colour'")


@pytest.mark.parametrize(
    "row", [row for row in TABLE_ROWS if row.parameters], ids=lambda row: row.name
)
def test_type_parameters_are_those_of_the_row(row: Row):
    _, op = example_operation(row)
    for types in ([], [i8] * 4, [OtherType("other")] * len(row.parameters)):
        wrong = type(op).create(
            operands=op.operands,
            result_types=op.result_types,
            properties=op.properties | {"types": ArrayAttr(types)},
        )
        with pytest.raises(VerifyException, match=r"type parameters|must be a"):
            wrong.verify_()


@pytest.mark.parametrize(
    ("name", "properties", "message"),
    (
        (
            "const.I",
            {"imm": IntAttr(1 << 31)},
            "must be from -2147483648 to",
        ),
        ("constu.I", {"imm": IntAttr(-1)}, "must be from 0 to 4294967295, but is -1"),
        ("const.F", {"imm": IntAttr(1 << 32)}, "must be from 0 to 4294967295"),
        ("addi.I", {"imm": IntAttr(-(1 << 31) - 1)}, "must be from -2147483648"),
        ("slli.I", {"imm": IntAttr(32)}, "must be from 0 to 31, but is 32"),
        ("roli.VI", {"imm": IntAttr(-1)}, "must be from 0 to 31, but is -1"),
        ("extract.I", {"imm": IntAttr(25)}, "within 32 bits, but has offset 25"),
        ("deposit.I", {"imm1": IntAttr(0)}, "within 32 bits, but has offset 4"),
        ("ld.I", {"imm": IntAttr(1 << 31)}, "must be from -2147483648 to"),
        ("ld.I", {"order": IntAttr(16)}, "order must be from 0 to 15"),
        ("ld.I", {"memory": StringAttr("x")}, "memory must be a #circ.memory"),
        ("slot", {"imm": IntAttr(0)}, "must be from 1 to"),
        ("slot", {"imm1": IntAttr(3)}, "alignment must be a power of two, but is 3"),
        ("cmps.I", {"condition": StringAttr("slt")}, "condition must be one of eq, fa"),
        ("cmps.F", {"condition": StringAttr("ult")}, "condition must be one of eq, fa"),
        ("add.F", {"rounding": StringAttr("up")}, "rounding must be one of dyn, rdn"),
        ("consta.L", {"label": StringAttr("x")}, "label must be a symbol"),
        ("array.NI", {"data": StringAttr("x")}, "data must be 12 bytes, but are 1"),
        ("mv", {"memory": memory(4)}, "has no property 'memory'"),
    ),
)
def test_values_of_properties_are_checked(
    name: str, properties: dict[str, IntAttr], message: str
):
    _, op = example_operation(row_of_name()[name])
    op.properties.update(properties)
    rejects(op, message)


@pytest.mark.parametrize(
    ("name", "types", "message"),
    (
        ("sext.II", (16, 32), "result must be wider than 32 bits, but has 16"),
        ("zext.II", (32, 32), "result must be wider than 32 bits, but has 32"),
        ("trunc.II", (32, 16), "result must be narrower than 16 bits, but has 32"),
    ),
)
def test_conversions_change_the_width(name: str, types: tuple[int, int], message: str):
    value = Block(arg_types=[r(types[1])]).args[0]
    op = create(name, [value], [integer(bits) for bits in types])
    rejects(op, message)


def test_wide_immediates_are_rejected():
    op = create("constu.I", (), [integer(14_001)], imm=1)
    rejects(op, "an immediate has at most 14000 bits, but the type has 14001")


def test_mask_has_a_lane_a_bit():
    value = Block(arg_types=[R64]).args[0]
    assert str(create("mvm", [value]).results[0].type) == "!llvlir.m<64>"


@pytest.mark.parametrize(
    ("line", "message"),
    (
        ("%x = llvlir.const.I 1 : f32", "must be an integer type i1 to i65535"),
        ("%x = llvlir.const.F 1.0 : i32", "must be a float type"),
        ("%x = llvlir.const.F 1 : f32", "has a point, or is its bits in hex"),
        ("%x = llvlir.const.F -1 : f32", "has a point, or is its bits in hex"),
        ("%x = llvlir.const.F 1.0 : f16", "must be given by its bits in hex"),
        ("%x = llvlir.consta.L @a : near", "'local' or 'global' expected"),
        ("%x = llvlir.cmps.I slt, %a, %a : i32", "a condition expected: fa, eq, lt"),
        ("%x = llvlir.add.F %a, %a round up : f32", "a rounding mode expected: rne"),
        ("%x = llvlir.splati.VI 1, %m : 257xi32", "lanes must be from 1 to 256"),
        ("%x = llvlir.lzip01.VID %a, %a : 3xi32", "a power of two from 2 to 128"),
        ("%x = llvlir.nothing 1", "llvlir.nothing is not registered"),
    ),
)
def test_text_errors(context: Context, line: str, message: str):
    with pytest.raises(ParseError, match=message):
        Parser(context, line).parse_module()


@pytest.mark.parametrize(
    ("bits", "literal"),
    (
        (0x3F800000, "1.0"),
        (0x80000000, "-0.0"),
        (0x3DCCCCCD, "0.1"),
        (0x00000001, "1.0e-45"),
        (0x7F7FFFFF, "3.4028235e+38"),
        (0x7F800000, "0x7f800000"),
        (0x7FC00001, "0x7fc00001"),
    ),
)
def test_float_constants_keep_their_bits(context: Context, bits: int, literal: str):
    module = ModuleOp([create("const.F", (), [f32], imm=bits)])
    assert f"llvlir.const.F {literal} : f32" in text(module)
    op = Parser(context, text(module)).parse_module().body.block.first_op
    assert isinstance(op, TableOp) and op.imm == IntAttr(bits)


def test_constants_may_be_given_as_bit_patterns():
    op = create("const.I", (), [i32], imm=0xFFFFFFFF)
    assert op.properties["imm"] == IntAttr(-1)
    assert create("const.I", (), [i1], imm=1).properties["imm"] == IntAttr(-1)
