"""
The operations of llvlir: one class a row of the table, functions, calls, branches.

Functions have basic blocks; block arguments are the bytecode's `arg`, and successor
operands its `pass` (docs/llvlir-bytecode.md). The class of a row is created from the
table when it is first used.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, cast

from xdsl.dialects.builtin import ArrayAttr, LocationAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.control import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    TableBranchOp,
)
from circ.dialects.llvlir.predicate_branches import JumpLabelOp, PredicateBranchOp
from circ.dialects.llvlir.rows import (
    RowOp,
    TableOp,
    int_attr,
    string_attr,
    traits_of,
    verify,
)
from circ.dialects.llvlir.rules import data_attr
from circ.dialects.llvlir.table import Row, all_rows, row_of_name
from circ.dialects.llvlir.types import GeneralType
from circ.dialects.llvlir.typing import mask_of, value_types

__all__ = [
    "CallIndirectOp",
    "CallOp",
    "CompareBranchOp",
    "FuncOp",
    "JumpLabelOp",
    "JumpOp",
    "PredicateBranchOp",
    "RetOp",
    "RowOp",
    "TableBranchOp",
    "TableOp",
    "create",
    "op_class",
    "op_classes",
]

_HAND_WRITTEN: dict[str, type[RowOp]] = {
    "j.L": JumpOp,
    "cmpbr.I": CompareBranchOp,
    "call": CallOp,
    "call_indirect": CallIndirectOp,
    "ret": RetOp,
    "brtab": TableBranchOp,
    "jl.L": JumpLabelOp,
    "brl.L": PredicateBranchOp,
}


@cache
def op_class(name: str) -> type[RowOp]:
    """The class of the row with this full name (`add.I`, `mv.x.x.VI`)."""
    if name in _HAND_WRITTEN:
        return _HAND_WRITTEN[name]
    row = row_of_name()[name]
    assert row.category != "ext-stream", name
    identifier = "".join(
        part.capitalize() for part in name.replace("_", ".").split(".")
    )
    namespace: dict[str, object] = {
        "__doc__": row.description,
        "__module__": __name__,
        "name": f"llvlir.{name}",
        "ROW": row,
        "traits": traits_of(row),
        "verify_": verify,
    }
    return type(f"{identifier}Op", (TableOp,), namespace)


def op_classes() -> Iterator[type[Operation]]:
    """All operation classes: functions, and one for each row but the bytecode's own."""
    yield FuncOp
    for row in all_rows():
        if row.category != "ext-stream":
            yield op_class(row.name)


class _Template(NamedTuple):
    """What the operations of a row with the same type parameters have in common."""

    op: type[RowOp]
    properties: dict[str, Attribute]
    results: tuple[Attribute, ...]


@cache
def _template(name: str, types: tuple[Attribute | int, ...]) -> _Template:
    op = op_class(name)
    if not types and op.ROW.parameters == "L":
        types = (1,)
    parameters = tuple(
        int_attr(type) if isinstance(type, int) else type for type in types
    )
    result = value_types(op.ROW, parameters)[0]
    return _Template(
        op,
        {"types": ArrayAttr(parameters)} if parameters else {},
        () if result is None else (result,),
    )


def create(
    name: str,
    operands: Sequence[SSAValue] = (),
    types: Sequence[Attribute | int] = (),
    *,
    imm: int | None = None,
    imm1: int | None = None,
    condition: str | None = None,
    order: int = 0,
    rounding: str = "rne",
    label: str | None = None,
    data: bytes | None = None,
    memory: MemoryAttr | None = None,
    location: LocationAttr | None = None,
) -> RowOp:
    """
    The operation of the row `name`: operands and type parameters in the table's order.

    The immediate of `const.I` may also be given as an unsigned bit pattern. Types of
    operands are not checked here but by the verifier.
    """
    template = _template(name, tuple(types))
    row = template.op.ROW
    properties = template.properties.copy()
    results: Sequence[Attribute] = template.results
    if data is not None:
        properties["data"] = data_attr(data)
    if imm is not None:
        if row.name == "const.I":
            width = width_of(cast(Attribute, types[0]))
            imm = imm - (1 << width) if imm >> (width - 1) > 0 else imm
        properties["imm"] = int_attr(imm)
        if imm1 is not None:
            properties["imm1"] = int_attr(imm1)
    if condition is not None:
        properties["condition"] = string_attr(condition)
    if order:
        properties["order"] = int_attr(order)
    if rounding != "rne":
        properties["rounding"] = string_attr(rounding)
    if label is not None:
        properties["label"] = SymbolRefAttr(label)
    if memory is not None:
        properties["memory"] = memory
    if not results and row.result:
        results = (any_result(row, operands[0].type),)
    return template.op.create(
        operands=operands,
        result_types=results,
        properties=properties,
        location=location,
    )


def any_result(row: Row, operand: Attribute) -> Attribute:
    """The result type of a row that takes any type (`mv`, `mvm`)."""
    if row.result == "m":
        assert isinstance(operand, GeneralType)
        return mask_of(operand)
    return operand
