"""
Every row with a rounding mode, in every mode, at every level.

llvlir computes by `dialects/common/directed`, whose test has an oracle; the levels
below must give the same bits.
"""

from random import Random

import pytest
from exact_rounding import edge, integer
from vector_rows import F32, function_of, signed, types_of_row
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.directed import ARITHMETIC, MODES
from circ.dialects.common.module_functions import name_of as name_of_function
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp, RowOp
from circ.dialects.llvlir.semantics import lane_meaning, meaning
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import MaskType, VectorType, is_integer
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.naplespu.description.errata import set_floats
from circ.transforms.compare_levels import compare_levels
from circ.transforms.llvlir.legalize import LlvlirLegalizePass
from circ.transforms.pipelines import compile

ROUNDED = [row for row in rows() if "d" in row.operands]
UNSPECIFIED = ("frac", "exp", "comp", "madd", "msub", "mnadd", "mnsub")
"""Rows that the run-time library does not round in another mode."""


def widths_of(row: Row) -> list[tuple[int, int]]:
    """The widths of a row's types."""
    match row.suffix.removeprefix("V"):
        case "FI":
            return [(to, width) for to in (32, 64) for width in (1, 8, 16, 32, 64)]
        case "FF":
            return [(32, 64), (64, 32)]
        case "FD":
            return [(32, 0)]
        case _:
            return [(32, 0), (64, 0)]


COMPUTED = [row for row in ROUNDED if row.base not in UNSPECIFIED]
CASES = [
    (row, mode, width, second, lanes)
    for row in COMPUTED
    for mode in MODES
    for width, second in widths_of(row)
    for lanes in ((4, 16) if row.suffix.startswith("V") else (1,))
]


def number(random: Random, type: Attribute) -> int:
    width = width_of(type)
    return integer(random, width) if is_integer(type) else edge(random, width)


def operand(random: Random, type: Attribute) -> int:
    if isinstance(type, MaskType):
        lanes = type.lanes.data
        return random.choice(((1 << lanes) - 1, random.getrandbits(lanes)))
    if not isinstance(type, VectorType):
        return number(random, type.element)  # pyright: ignore
    width = width_of(type.element)
    lanes = [number(random, type.element) for _ in range(type.lanes.data)]
    return sum(lane << i * width for i, lane in enumerate(lanes))


def function(
    row: Row, mode: str, width: int, second: int, lanes: int
) -> tuple[ModuleOp, FuncOp]:
    made = function_of(row, types_of_row(row, lanes, width, second), Random(1))
    for op in made.walk():
        if isinstance(op, RowOp) and op.ROW is row:
            op.properties["rounding"] = StringAttr(mode)
    return ModuleOp([made]), made


def check(row: Row, mode: str, width: int, second: int, lanes: int, runs: int) -> None:
    random = Random(f"{row.name}{mode}{width}{second}{lanes}")
    module, made = function(row, mode, width, second, lanes)
    signature = signed(made)
    types = made.function_type.inputs
    cases = [
        [
            Scalar(source, operand(random, type))
            for source, type in zip(signature.inputs, types, strict=True)
        ]
        for _ in range(runs)
    ]
    compare_levels(module, "f", signature, cases, verify=False)


def name_of(row: Row, mode: str, width: int, second: int, lanes: int) -> str:
    return f"{row.name}-{mode}-{lanes}x{width}-{second}"


SAMPLE = Random(1).sample(CASES, 24) + [
    case for case in CASES if case[1] == "rup" and case[2:] in ((32, 0, 1), (64, 0, 1))
]


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: name_of(*case))
@pytest.mark.every(6, first=5)
def test_levels_agree(case: tuple[Row, str, int, int, int]):
    check(*case, runs=12)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: name_of(*case))
def test_levels_agree_everywhere(case: tuple[Row, str, int, int, int]):
    check(*case, runs=10)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.every(7)
def test_the_hardware_rounds_alike(name: str, mode: str):
    """Its sums have few guard bits, and its zeros and infinities are not IEEE's."""
    random = Random(f"{name}{mode}")
    row = row_of_name()[f"{name}.F"]
    module, made = function(row, mode, 32, 0, 1)
    signature = signed(made)
    set_floats(module, "rtl")
    lowered = compile(module, "naplespu")
    rounds = meaning(INTS, row, [F32], rounding=mode)
    assert rounds is not None
    for _ in range(25):
        bits = [edge(random, 32) for _ in signature.inputs]
        arguments = [Scalar(F32, number) for number in bits]
        done = execute("naplespu", lowered, "f", signature, arguments, {})
        assert done.outcome.results == [rounds(*bits)], bits


@pytest.mark.parametrize("row", COMPUTED, ids=lambda row: row.name)
@pytest.mark.parametrize("mode", ("rne", *MODES))
def test_every_row_has_a_meaning(row: Row, mode: str):
    width, second = widths_of(row)[0]
    types = types_of_row(row, 4, width, second)
    found = lane_meaning if row.suffix.startswith("V") else meaning
    assert found(INTS, row, types, rounding=mode) is not None


FUSED = [row for row in ROUNDED if row.base in UNSPECIFIED]
IN_INTEGERS = [
    (row, mode, 32, 32, 4)
    for row in FUSED
    for mode in MODES
    if row.suffix.startswith("V")
]
"""On scalars: test_soft_rows.py."""


@pytest.mark.parametrize(
    "case",
    [
        case if case[1] == "rup" else pytest.param(case, marks=pytest.mark.long)
        for case in IN_INTEGERS
    ],
    ids=lambda case: name_of(*case),
)
def test_rows_that_the_library_does_not_have(case: tuple[Row, str, int, int, int]):
    check(*case, runs=6)


def test_what_is_not_rounded_calls_nothing():
    """Code of programs without other roundings is what it was."""
    for row in COMPUTED:
        width, second = widths_of(row)[0]
        if width == 32 and second in (0, 8):
            module, _ = function(row, "rne", width, second, 16)
            LlvlirLegalizePass().apply(Context(), module)
            names = [name_of_function(op) for op in module.ops]
            assert not any(name.endswith(MODES) for name in names), row.name


def test_exact_conversions_are_not_rounded():
    module, made = function(row_of_name()["cvt.FI"], "rup", 32, 16, 1)
    LlvlirLegalizePass().apply(Context(), module)
    assert len(list(module.ops)) == 1
    assert made.function_type.outputs.data[0].element == F32  # pyright: ignore
