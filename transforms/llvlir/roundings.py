"""
Replaces rows with a rounding mode by calls of the run-time library, where it has them.

A row on vectors becomes a call, or a row on scalars, for each lane. Exact operations
need no rounding.
"""

from collections.abc import Callable, Sequence
from functools import partial

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.reports import count, missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import CallOp, FuncOp, RowOp, create
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.semantics import scalar_row
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import (
    VectorType,
    integer,
    is_basic_float,
    is_integer,
    is_number,
    register_type,
)
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.parts import is_known
from circ.transforms.runtime.library import GENERATED

ROUNDED = frozenset(row.name for row in rows() if "d" in row.operands)
"""Rows that have a rounding mode."""


def round_rows(function: FuncOp) -> bool:
    """
    Replace the rows of a function that are not rounded to nearest even, `dyn` apart.

    Returns whether there were any. Raises a Diagnostic if the library lacks one.
    """
    maker, found = Maker(), False
    for block in function.body.blocks:
        for op in list(block.ops):
            rounding = op.properties.get("rounding")
            if not isinstance(op, RowOp) or not isinstance(rounding, StringAttr):
                continue
            if rounding.data == "rne":
                continue
            found = True
            maker.move(op)
            _round(maker, op, rounding.data)
    return found


def _round(maker: Maker, op: RowOp, mode: str) -> None:
    types = [type for type in type_parameters(op.properties) if not is_number(type)]
    if _is_exact(op, types):
        del op.properties["rounding"]
        return
    name = _function(op, types, mode)
    if name is None and _is_scalar(op):
        return  # computed in integers
    scalar = scalar_row(op.ROW)
    if name is None and scalar is None:
        raise unsupported(op, f"rounding mode {mode} of {types[-1]} in gen")
    (result,) = op.results
    values = op.operands
    if name is not None:
        count("operations that became calls")
        missed(op, f"rounding mode {mode} becomes a call of {name}")
        compute = partial(_call, maker, name)
    else:
        assert scalar is not None
        compute = partial(_scalar, maker, scalar, types, mode)
    if not isinstance(result.type, VectorType):
        made = compute(values, result.type)
    else:
        made = _by_lanes(maker, compute, values, result.type)
    made.name_hint = result.name_hint
    result.replace_all_uses_with(made)
    op.detach()
    op.erase()


def _is_scalar(op: RowOp) -> bool:
    """Is it on scalars, or on vectors that become scalars?"""
    return all(
        not isinstance(value.type, VectorType) or not is_known(value.type.element)
        for value in (*op.operands, *op.results)
    )


def _is_exact(op: RowOp, types: Sequence[Attribute]) -> bool:
    """Can the result's format represent all results?"""
    if op.ROW.name == "mul.VFD" or op.ROW.base in ("frac", "exp"):
        return True
    if op.ROW.base not in ("cvt", "cvtu"):
        return False
    if not all(is_integer(type) or is_basic_float(type) for type in types):
        return False
    to, source = map(width_of, types)
    if is_integer(types[1]):
        return source <= {32: 24, 64: 53}[to]
    return source <= to


def _function(op: RowOp, types: Sequence[Attribute], mode: str) -> str | None:
    """The function of the library that computes a row, or a lane of it."""
    base, to = op.ROW.base, types[0]
    if base in ("cvt", "cvtu"):
        source = types[1]
        if is_integer(source):
            letter = "i" if base == "cvt" else "u"
            base = f"cvt_{letter}{width_of(source)}"
        else:
            base = f"cvt_{source}"
    name = f"{PREFIX}{base}_{to}_{mode}"
    return name if name in GENERATED else None


def _call(
    maker: Maker, name: str, values: Sequence[SSAValue], type: Attribute
) -> SSAValue:
    (result,) = maker.add(CallOp.create_(name, values, [type], maker.place.location))
    return result


def _scalar(
    maker: Maker,
    row: Row,
    types: Sequence[Attribute],
    mode: str,
    values: Sequence[SSAValue],
    type: Attribute,
) -> SSAValue:
    """The row on scalars, which is computed in integers later."""
    where = maker.place.location
    made = create(row.name, values, types, rounding=mode, location=where)
    return maker.add(made)[0]


def _by_lanes(
    maker: Maker,
    compute: Callable[[Sequence[SSAValue], Attribute], SSAValue],
    operands: Sequence[SSAValue],
    type: VectorType,
) -> SSAValue:
    """Lane by lane; lanes where the mask is off are zeroed afterwards."""
    *values, mask = operands
    lanes, element = type.lanes.data, type.element
    lane_type = register_type(element)
    assert lane_type is not None
    vector = (lanes, element)
    made = maker.make("const.VF", (), vector, imm=0).results[0]
    for i in range(lanes):
        number = maker.constant(i)
        columns = [_lane(maker, value, number) for value in values]
        lane = compute(columns, lane_type)
        made = maker.row("setlane.VF", made, lane, number, types=vector)
    number = integer(width_of(element))
    bits = maker.row("bits.VIF", made, mask, types=(lanes, number, element))
    return maker.row("bits.VFI", bits, mask, types=(lanes, element, number))


def _lane(maker: Maker, value: SSAValue, number: SSAValue) -> SSAValue:
    type = value.type
    assert isinstance(type, VectorType)
    row = "lane.VI" if is_integer(type.element) else "lane.VF"
    return maker.row(row, value, number, types=(type.lanes.data, type.element))
