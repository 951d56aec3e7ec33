"""
Every row on a number of 64 bits that gen has on words, and rows that it lacks.

One operation in a function: legalized it gives the same bits, at llvlir and at gen.
"""

from random import Random

import pytest
from vector_rows import (
    function_of,
    joined,
    numbers_of,
    registers_of,
    signed,
    types_of_row,
    value_of,
)
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import A
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.memory import Memory
from circ.transforms.compare_levels import compare_levels
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.conversion.to_gen.rows import COPIES, ROWS, STORES
from circ.transforms.llvlir.expansions import EXPANDED
from circ.transforms.llvlir.legalize import LlvlirLegalizePass

NAMES = (ROWS.keys() | COPIES | STORES | EXPANDED.keys()) - {
    "mva",
    "mvr",
    "slot",
    "consta.L",
}
OTHERS = (
    *("ldidx", "ldidxu", "stidx", "madd", "msub", "mnadd", "mnsub", "comp"),
    "addpc",
)
"""Accesses, and what is not lowered at 64 bits: test_coverage.py has them."""
WIDE = [
    row
    for name in sorted(NAMES)
    if not (row := row_of_name()[name]).suffix.startswith("V")
    and row.base not in OTHERS
]


LACKING = [
    row.name for row in WIDE if row.name in EXPANDED and row.category != "atomic"
]


def widths_of(row: Row) -> list[tuple[int, int]]:
    """The widths of a row's two types, 64 bits among them."""
    if len(row.parameters) == 1:
        return [(64, 0)]
    narrow = [(64, width) for width in (1, 8, 16, 32)] + [(32, 64)]
    match row.base:
        case "sext" | "zext":
            return narrow[:4]
        case "trunc":
            return [(width, 64) for width in (1, 8, 16, 32)]
        case "bits":
            return [(64, 64)]
        case _ if row.suffix == "FI":
            return [*narrow, (64, 64)]
        case _ if row.suffix == "IF":
            return [(8, 64), (16, 64), (32, 64), (64, 64), (64, 32)]
        case _:
            return [(64, 32), (32, 64), (64, 64)]


def check(row: Row, width: int, second: int, random: Random) -> None:
    if row.name == "mv":
        function = function_of(row, [], random, any_type=64)
    else:
        function = function_of(row, types_of_row(row, 1, width, second), random)
    module = ModuleOp([function])
    verify_module(module)
    types = function.function_type
    inputs, outputs = types.inputs.data, types.outputs.data
    legalized = module.clone()
    LlvlirLegalizePass().apply(Context(), legalized)
    verify_module(legalized)
    lowered = legalized.clone()
    ConvertLlvlirToGenPass().apply(Context(), lowered)
    for _ in range(10):
        values = [None if type == A else value_of(random, type) for type in inputs]
        content = random.randbytes(32)
        found: list[object] = []
        for level, made in ((llvlir, module), (llvlir, legalized), (gen, lowered)):
            memory = Memory()
            start = memory.allocate(32, 8)
            memory.write(start, content)
            bits = [start + 8 if value is None else value for value in values]
            if made is not module:
                bits = registers_of(random, inputs, bits)
            results = level.run(made, "f", bits, memory).results
            if made is not module:
                results = joined(outputs, results)
            after = bytes(memory.read(start, 32))
            found.append((numbers_of(outputs, results), after))
        assert found[0] == found[1] == found[2], (str(module), values)
    if A not in (*inputs, *outputs):
        signature = signed(function)
        cases = [
            [
                Scalar(source, value_of(random, type))
                for source, type in zip(signature.inputs, inputs, strict=True)
            ]
            for _ in range(10)
        ]
        compare_levels(module, "f", signature, cases, verify=False)


@pytest.mark.parametrize("row", WIDE, ids=lambda row: row.name)
@pytest.mark.every(7, first=6)
def test_wide(row: Row):
    random = Random(row.name)
    for width, second in widths_of(row):
        check(row, width, second, random)


@pytest.mark.parametrize("width", [1, 8, 16, 32])
@pytest.mark.parametrize("name", LACKING)
@pytest.mark.every(4)
def test_rows_that_gen_or_the_machine_lacks(name: str, width: int):
    row = row_of_name()[name]
    if row.parameters == "F":
        width = 32
    check(row, width, 0, Random(f"{name} {width}"))
