"""
The way back from llvlir: rows and programs compute as circuits what they did.

Each row is executed in a function of its own, on the bits of its operands and on memory
where it accesses that; programs go through bytecode, as code from elsewhere does.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from random_llvlir import program
from vector_rows import function_of, types_of_row, value_of
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import A
from circ.targets.execute.circuit import interpreter as circuit
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import run_passes

FEWER_VERIFICATIONS = True
CONTROL = ("j.L", "cmpbr.I", "brtab", "call", "call_indirect", "ret", "label.L")
"""Rows that programs have."""
REFUSED = {
    *("syscall.I", "sysret.I", "jalr", "jal.L", "cmpbrlr.I", "addpc.I"),
    *("fgetrm", "fgetex", "fsetrm", "fsetex"),
    *("fence", "ll.I", "llu.I", "sc.I", "cmpswap.I"),
    *(row.name for row in rows() if row.category == "atomic"),
}
"""What circuits do not have, and what no level executes."""
ROWS = [
    row
    for row in rows()
    if row.category not in ("ext-stream", "data")
    and row.name not in (*CONTROL, *REFUSED)
]
SIZE = 1 << 12


def types_for(row: Row) -> list[list[Attribute]]:
    """Type parameters that the row accepts, of the widths that circuits have."""
    found: list[list[Attribute]] = []
    for lanes, width, second in ((4, 32, 8), (16, 32, 64), (4, 64, 32), (8, 8, 32)):
        for one, other in ((width, second), (second, width)):
            try:
                types = types_of_row(row, lanes, one, other)
                verify_module(ModuleOp([function_of(row, types, Random(1))]))
            except (VerifyException, Diagnostic):
                continue
            if types not in found:
                found.append(types)
    return found


def lifted(module: ModuleOp, name: str = "convert-llvlir-to-circuit") -> ModuleOp:
    made = module.clone()
    run_passes([make_pass(name)], made)
    return made


def outcome(
    level: object, module: ModuleOp, operands: Sequence[int | None], seed: int
) -> tuple[Sequence[int], bytes]:
    """Results, and memory after the run; an operand that is None is an address."""
    memory = Memory()
    start = memory.allocate(SIZE, 64)
    memory.write(start, Random(seed).randbytes(SIZE))
    place = start + SIZE // 2
    given = [place if operand is None else operand for operand in operands]
    results = level.run(module, "f", given, memory).results  # pyright: ignore
    return [*results], bytes(memory.read(start, SIZE))


def check(row: Row, types: Sequence[Attribute], constants: bool, runs: int) -> None:
    func = function_of(row, types, Random(str(types)), constants=constants)
    module = ModuleOp([func])
    made = lifted(module)
    for seed in range(runs):
        random = Random(seed)
        operands = [
            None if type == A else value_of(random, type)
            for type in func.function_type.inputs
        ]
        if "idx" in row.base:  # index, stride and offset stay inside
            operands[2:4] = [random.randrange(16), random.randrange(64)]
            operands[1] = None
        try:
            expected = outcome(llvlir, module, operands, seed)
        except Diagnostic:
            continue  # outside of memory
        assert outcome(circuit, made, operands, seed) == expected, (row.name, types)


REPRESENTATIVE = ROWS[::6]


@pytest.mark.parametrize("row", REPRESENTATIVE, ids=lambda row: row.name)
def test_some_rows(row: Row):
    types = types_for(row)
    check(row, types[0], True, 4)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_all_rows(row: Row):
    for types in types_for(row):
        for constants in (True, False):
            check(row, types, constants, 8)
