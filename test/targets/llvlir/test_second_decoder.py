"""A decoder that was written from the document reads the same as circ's."""

from pathlib import Path

import pytest
from bytecode_reader import bodies
from llvlir_examples import example
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from circ.dialects.llvlir.ops import CompareBranchOp, FuncOp, TableOp
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import is_number
from circ.targets.llvlir import decode, encode
from circ.tools.formats import read_module

PROGRAM = Path(__file__).parents[2] / "data" / "llvlir" / "queens.mlir"

ROWS = [row for row in rows() if row.category != "ext-stream" and not row.is_data]
SECOND = [row for row in rows(2) if row.profile == 2]


def described(func: FuncOp) -> list[tuple[str, list[object], list[object], list[int]]]:
    """Names, types, integer immediates and numbers of operands of all operations."""
    numbers: dict[SSAValue, int] = {}
    found: list[tuple[str, list[object], list[object], list[int]]] = []
    for block in func.body.blocks:
        for argument in block.args:
            numbers[argument] = len(numbers)
        for op in block.ops:
            types: list[object] = []
            immediates: list[object] = []
            if isinstance(op, CompareBranchOp):
                types = [str(op.lhs.type).split("<")[1][:-1]]
            elif isinstance(op, TableOp):
                for type in type_parameters(op.properties):
                    types.append(type.data if is_number(type) else str(type))
                if op.ROW.name in ("mv", "mvm"):
                    types.append(str(op.operands[0].type).split("<")[1][:-1])
                for name in ("imm", "imm1"):
                    if name in op.properties and op.ROW.immediate != "bits":
                        immediates.append(op.properties[name].data)  # pyright: ignore
            operands = [numbers[operand] for operand in op.operands]
            found.append((op.name.removeprefix("llvlir."), types, immediates, operands))
            for result in op.results:
                numbers[result] = len(numbers)
    return found


def check(module: ModuleOp) -> int:
    """Compare the decoders on a module; the number of operations compared."""
    for op in module.ops:
        if isinstance(op, FuncOp):
            op.attributes.clear()
    data = encode(module)
    second = bodies(data)
    count = 0
    for op in decode(data).ops:
        if isinstance(op, FuncOp) and op.body.blocks:
            expected = described(op)
            read = [
                (name, types, [n for n in numbers if isinstance(n, int)], operands)
                for name, types, numbers, operands, _ in second[
                    op.sym_name.data
                ].operations
            ]
            assert read == expected
            count += len(expected)
    return count


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_rows(row: Row):
    check(example(row))


@pytest.mark.parametrize(
    "row",
    [row for row in (*ROWS, *SECOND) if row.has_address],
    ids=lambda row: row.name,
)
def test_rows_of_wide_addresses(row: Row):
    check(example(row, 64))


@pytest.mark.parametrize("row", SECOND, ids=lambda row: row.name)
def test_rows_of_profile_2(row: Row):
    check(example(row, profile=2))


def test_program():
    assert check(read_module(str(PROGRAM))) > 50
