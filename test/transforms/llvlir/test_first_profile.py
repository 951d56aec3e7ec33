"""`llvlir-to-profile-1`: every row that profile 2 adds, and what it computes."""

from collections.abc import Callable, Sequence
from math import isnan
from random import Random
from struct import pack, unpack

import numpy as np
import pytest
from llvlir_examples import example
from vector_rows import function_of, signed, types_of_row, value_of
from xdsl.dialects.builtin import IntAttr, ModuleOp

from circ.dialects.common.address_width import ADDRESS_WIDTHS
from circ.dialects.common.algebra import INTS
from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import unpack as lanes_of
from circ.dialects.common.verifier import verify_module
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp, RowOp
from circ.dialects.llvlir.profiles import PROFILE, profile_attribute
from circ.dialects.llvlir.semantics import attributes_of
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import SECOND_TYPES, shape_of
from circ.targets.execute.marshal import Scalar
from circ.transforms.compare_levels import HOST_TOO, compare_levels
from circ.transforms.llvlir.first_profile import UNSPECIFIED, to_first_profile

FEWER_VERIFICATIONS = True
ROWS = [row for row in rows(2) if row.profile == 2]


@pytest.mark.parametrize("width", ADDRESS_WIDTHS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_becomes_rows_of_profile_1(row: Row, width: int):
    module = example(row, width)
    if row.name in UNSPECIFIED:
        message = f"'llvlir.{row.name}' is not specified, so it cannot be executed"
        with pytest.raises(Diagnostic, match=message):
            to_first_profile(module)
        return
    to_first_profile(module)
    assert PROFILE not in module.attributes
    verify_module(module)
    for op in module.walk():
        assert not isinstance(op, RowOp) or op.ROW.is_of(1)
        types = [*op.result_types, *(each.type for each in op.operands)]
        assert not any(isinstance(type, SECOND_TYPES) for type in types)


# region What rows compute


def to_signed(width: int, value: int) -> int:
    return value - (value >> width - 1 << width)


def float_of(bits: int) -> float:
    (value,) = unpack("<f", pack("<I", bits))
    return value


def bits_of(value: object) -> int:
    bits = int(np.float32(value).view(np.uint32))  # pyright: ignore
    return 0x7FC00000 if isnan(float_of(bits)) else bits


def holds(condition: str, x: float, y: float) -> int:
    """A comparison; of signed integers, or of floats."""
    relation = condition.removeprefix("u")
    found = {
        "fa": False,
        "tr": True,
        "eq": x == y,
        "ne": x != y,
        "lt": x < y,
        "le": x <= y,
        "gt": x > y,
        "ge": x >= y,
    }
    return int(found[relation])


class Case:
    """One operation: its width, immediates and condition."""

    def __init__(self, op: RowOp):
        types, self.immediates, condition, _ = attributes_of(op)
        self.condition = condition or ""
        elements = [type for type in types if not isinstance(type, IntAttr)]
        self.width = width_of(elements[0])

    def compared(self, x: int, y: int) -> int:
        if not self.condition.startswith("u"):
            x, y = to_signed(self.width, x), to_signed(self.width, y)
        return holds(self.condition, x, y)


def gathered(case: Case, x: int, mask: int) -> int:
    found = count = 0
    for bit in range(case.width):
        if mask >> bit & 1:
            found |= (x >> bit & 1) << count
            count += 1
    return found


def spread(case: Case, x: int, mask: int) -> int:
    found = count = 0
    for bit in range(case.width):
        if mask >> bit & 1:
            found |= (x >> count & 1) << bit
            count += 1
    return found


def field(case: Case, x: int) -> int:
    offset, size = case.immediates
    return x >> offset & (1 << size) - 1


def placed(case: Case, x: int) -> int:
    offset, size = case.immediates
    return (x & (1 << size) - 1) << offset


def inverse_root(case: Case, x: int) -> int:
    with np.errstate(all="ignore"):
        root = np.sqrt(np.float32(float_of(x)))
        return bits_of(np.float32(1) / root)


def product(case: Case, x: int, y: int) -> int:
    return x * y & (1 << case.width) - 1


LANES: dict[str, Callable[..., int]] = {
    "mulsu": product,
    "bext": field,
    "bdep": placed,
    "pbext": gathered,
    "pbdep": spread,
    "rsqrt": inverse_root,
}
"""What a row computes of the lanes of its operands, in each lane that is on."""


def chosen(case: Case, then: int, otherwise: int, mask: int) -> int:
    return then if mask else otherwise


def float_holds(case: Case, x: int, y: int) -> int:
    return holds(case.condition, float_of(x), float_of(y))


def expected(row: Row, case: Case, function: FuncOp, values: Sequence[int]) -> int:
    """The result as one number, lane 0 lowest."""
    types = function.function_type.inputs.data
    result = function.function_type.outputs.data[0]
    match row.name:
        case "cmp.CI":
            return case.compared(*values)
        case "cmp.CF":
            return float_holds(case, *values)
        case "setb.I":
            return values[0]
        case "p2.select.I":
            return values[1] if values[0] else values[2]
        case "p2.select.F":
            return chosen(case, *values)
        case _ if not any(letter in row.operands for letter in "xm"):
            return LANES[row.base](case, *values)
        case _:
            pass
    columns = [
        lanes_of(INTS, *shape_of(type), value)
        for type, value in zip(types, values, strict=True)
    ]
    lanes, width = shape_of(result)
    masks = columns[-1]
    if row.base.startswith("pair."):
        sign = -1 if "sub" in row.base else 1
        on = [float_of(x) if m else 0.0 for x, m in zip(columns[0], masks, strict=True)]
        with np.errstate(all="ignore"):
            made = [
                bits_of(np.float32(x) + np.float32(sign) * np.float32(y))
                for x, y in zip(on[::2], on[1::2], strict=True)
            ]
    elif row.name == "p2.select.VIF":
        made = [chosen(case, *each) for each in zip(*columns, strict=True)]
    else:
        function_of_lane = {"cmp.CVI": Case.compared, "cmp.CVF": float_holds}.get(
            row.name
        ) or LANES[row.base]
        made = [
            function_of_lane(case, *each[:-1]) if each[-1] else 0
            for each in zip(*columns, strict=True)
        ]
    assert len(made) == lanes
    return sum(value << width * lane for lane, value in enumerate(made))


COMPUTED = [
    *("cmp.CI", "setb.I", "p2.select.I", "mulsu.I", "bext.I", "bdep.I", "pbext.I"),
    *("pbdep.I", "rsqrt.F", "cmp.CF", "p2.select.F", "cmp.CVI", "bext.VI", "bdep.VI"),
    *("pbext.VI", "pbdep.VI", "rsqrt.VF", "cmp.CVF", "p2.select.VIF"),
    *("pair.add.VF2", "pair.sub.VF2"),
]
QUICK = ("cmp.CI", "pbext.I", "p2.select.F", "bext.VI", "p2.select.VIF")
"""Rows that run at all levels in the ordinary tier."""


def check_row(name: str, lanes: int, width: int, last: str | None, count: int) -> None:
    row, source = row_of_name()[name], Random(f"{name}{lanes}{width}")
    types = types_of_row(row, lanes, width, 32)
    function = function_of(row, types, source)
    (op,) = (
        op for op in function.body.block.ops if isinstance(op, RowOp) and op.ROW is row
    )
    case = Case(op)
    module = ModuleOp([function], {PROFILE: profile_attribute(2)})
    to_first_profile(module)
    signature = signed(function)
    inputs = function.function_type.inputs.data
    values = [[value_of(source, type) for type in inputs] for _ in range(count)]
    cases = [
        [
            Scalar(written, bits)
            for written, bits in zip(signature.inputs, each, strict=True)
        ]
        for each in values
    ]
    with bound(HOST_TOO, last is None):
        runs = compare_levels(module, "f", signature, cases, last=last, verify=False)
    for run, each in zip(runs, values, strict=True):
        results = run["llvlir"].execution.outcome.results
        want = expected(row, case, function, each)
        (result,) = results
        assert result == want, (name, types, case.condition, case.immediates, each)


@pytest.mark.parametrize("lanes", (4, 16))
@pytest.mark.parametrize("width", (8, 32))
@pytest.mark.parametrize("name", COMPUTED)
@pytest.mark.every(4)
def test_rows_compute_what_the_document_says(name: str, width: int, lanes: int):
    row = row_of_name()[name]
    if ("F" in row.parameters and width != 32) or (
        "V" not in row.parameters and lanes == 4
    ):
        pytest.skip("no other types")
    check_row(name, lanes, width, "llvlir", 40)


@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in COMPUTED],
)
@pytest.mark.every(4)
def test_rows_compute_it_at_all_levels(name: str):
    check_row(name, 16, 32, None, 12)
