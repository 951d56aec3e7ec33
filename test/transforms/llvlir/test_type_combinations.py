"""
Every row with every combination of types: it runs alike at all levels, or is diagnosed.

No type that a row accepts may end in another exception, or in a module that is not
right after a pass.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from vector_rows import function_of, signed
from xdsl.context import Context
from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float128Type,
    ModuleOp,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.linking import SYSTEM_CALL
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import A, FormatType, integer, is_number, shape_of
from circ.dialects.llvlir.typing import value_types
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.memory import Memory
from circ.transforms.compare_levels import compare_levels
from circ.transforms.llvlir.parts import is_known
from circ.transforms.pipelines import passes

DOCS = Path(__file__).parents[3] / "docs"
PARAMETERS: dict[str, Sequence[Attribute]] = {
    "I": [integer(w) for w in (1, 2, 8, 16, 24, 32, 48, 64, 65, 128)],
    "F": [
        *(Float16Type(), BFloat16Type(), Float32Type(), Float64Type(), Float128Type()),
        *(FormatType(6, 26), FormatType(15, 300)),
    ],
    "V": [int_attr(lanes) for lanes in (4, 16, 64)],
    "N": [int_attr(lanes) for lanes in (4, 16)],
    "L": [int_attr(1)],
}
CONTROL = ("j.L", "cmpbr.I", "brtab", "call", "call_indirect", "ret", "label.L")
ROWS = [
    row
    for row in rows()
    if row.category not in ("ext-stream", "data") and row.name not in CONTROL
]
CONVERSIONS = [
    *("sext.II", "zext.II", "trunc.II", "cvt.FI", "cvtu.FI", "cvt.IF", "cvtu.IF"),
    *("cvt.FF", "bits.IF", "bits.FI"),
]


def is_short(types: Sequence[Attribute]) -> bool:
    """Has it few lanes where each is a scalar of several words?"""
    lanes = [type.data for type in types if is_number(type)]
    elements = [type for type in types if not is_number(type)]
    return all(map(is_known, elements)) or max(lanes, default=1) <= 4


def combinations(
    row: Row, parameters: Mapping[str, Sequence[Attribute]] = PARAMETERS
) -> Iterator[tuple[Attribute, ...]]:
    """Type parameters that the row accepts."""
    for types in product(*(parameters[letter] for letter in row.parameters)):
        if not is_short(types):
            continue
        try:
            value_types(row, types)
            verify_module(ModuleOp([function_of(row, types, Random(1))]))
        except (VerifyException, Diagnostic):
            continue
        yield types


def made(row: Row, types: Sequence[Attribute]) -> tuple[ModuleOp, FuncOp]:
    function = function_of(row, types, Random(str(types)))
    return ModuleOp([function]), function


def bits_of(random: Random, type: Attribute) -> int:
    lanes, width = shape_of(type)
    return random.getrandbits(max(lanes, 1) * width)


def check(row: Row, types: Sequence[Attribute], last: str) -> None:
    """Run it at llvlir, and lower it; each with a result, or a diagnostic."""
    random = Random(str(types))
    module, function = made(row, types)
    inputs = function.function_type.inputs.data
    memory = Memory()
    place = memory.allocate(1 << 12, 64) + (1 << 11)
    operands = [place if type == A else bits_of(random, type) for type in inputs]
    try:
        llvlir.run(module, "f", operands, memory)
    except Diagnostic as error:
        assert error.message
    for step in passes("llvlir", last, 2):
        try:
            step.apply(Context(), module)
        except Diagnostic as error:
            assert error.message
            return
        verify_module(module)


def check_levels(row: Row, types: Sequence[Attribute]) -> None:
    """Results are the same at all levels; the first diagnostic ends it."""
    random = Random(str(types))
    module, function = made(row, types)
    registers = (*function.function_type.inputs, *function.function_type.outputs)
    if A in registers:
        return
    signature = signed(function)
    columns = list(zip(signature.inputs, function.function_type.inputs, strict=True))
    cases = [
        [Scalar(source, bits_of(random, type)) for source, type in columns]
        for _ in range(3)
    ]
    try:
        compare_levels(module, "f", signature, cases, verify=False)
    except Diagnostic as error:
        assert "differs" not in error.message, (row.name, types, error)


@pytest.mark.parametrize("name", CONVERSIONS)
@pytest.mark.every(5, first=2)
def test_conversions(name: str):
    row = row_of_name()[name]
    found = list(combinations(row))
    assert found
    for types in found:
        check(row, types, "gen")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.every(7, first=6)
def test_some_combinations(row: Row):
    found = list(combinations(row))
    assert found
    for types in Random(row.name).sample(found, min(2, len(found))):
        check(row, types, "gen")


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_all_combinations(row: Row):
    found = list(combinations(row))
    for types in found:
        check(row, types, "gen")
    for types in Random(row.name).sample(found, min(6, len(found))):
        check_levels(row, types)


def is_executed(row: Row, types: Sequence[Attribute]) -> bool:
    module, function = made(row, types)
    memory = Memory()
    place = memory.allocate(1 << 12, 64) + (1 << 11)
    inputs = function.function_type.inputs
    try:
        operands = [place if t == A else 0 for t in inputs]
        llvlir.run(module, "f", operands, memory, {SYSTEM_CALL: lambda _: ()})
    except Diagnostic as error:
        # The function that it jumps to is itself, which has operands; an address
        # that is none of a function.
        if "passes nothing" in error.message or "no function at" in error.message:
            return True
        assert "cannot be executed" in error.message, error
        return False
    return True


def named(executed: bool, format: Attribute) -> set[str]:
    """
    Rows on one format that are executed, or all rows that are not.

    By the names without suffix, where this is true of all rows of the name.
    """
    one = {"I": [*map(integer, (32, 16, 128))], "F": [format], "V": [int_attr(4)]}
    holds: dict[str, dict[str, bool]] = {}
    for row in ROWS:
        if "F" in row.parameters or not executed:
            types = next(combinations(row, {**PARAMETERS, **one}), None)
            if types is not None:
                does = is_executed(row, types) == executed
                holds.setdefault(row.base, {})[row.name] = does
    return {
        base if all(names.values()) else name
        for base, names in holds.items()
        for name, does in names.items()
        if does
    }


def test_documented_rows_that_are_not_executed():
    text = " ".join((DOCS / "llvlir-bytecode.md").read_text().split())
    of_few = re.search(r"For f16, bf16, f128 and fv it executes `(.*?)`", text)
    assert "The interpreter executes all rows." in text and of_few
    assert named(False, Float32Type()) == set()
    for type in (Float16Type(), BFloat16Type(), Float128Type(), FormatType(6, 26)):
        assert named(True, type) == {*of_few[1].split()}


@pytest.mark.parametrize("lanes", (2, 4, 16))
@pytest.mark.parametrize("name", ("mul.VID", "mulu.VID"))
def test_results_that_no_level_shows(name: str, lanes: int):
    """Products of 128 bits are a diagnostic of the comparison, not an assertion."""
    types = [int_attr(lanes), integer(64)]
    module, function = made(row_of_name()[name], types)
    signature = signed(function)
    message = rf"result 0 of 'f': type vector<{lanes}xi128> is not supported"
    columns = zip(signature.inputs, function.function_type.inputs, strict=True)
    case = [Scalar(source, bits_of(Random(1), type)) for source, type in columns]
    with pytest.raises(Diagnostic, match=message):
        compare_levels(module, "f", signature, [case])
