"""
One valid llvlir operation of each row.

An example is a module: a function whose parameters are the operands, or data at the
module's top.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import Float32Type, Float64Type, ModuleOp
from xdsl.ir import Attribute, Block, Region, SSAValue

from circ.dialects.common.address_width import ADDRESS_WIDTH, address_width_attr
from circ.dialects.common.memory import memory
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpLabelOp,
    JumpOp,
    PredicateBranchOp,
    RetOp,
    RowOp,
    TableBranchOp,
    create,
)
from circ.dialects.llvlir.profiles import PROFILE, profile_attribute
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.rules import access_width, is_float_row
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import R32, B, T, address, integer
from circ.dialects.llvlir.typing import value_types

LANES = 16
IMMEDIATES: dict[str, tuple[int, ...]] = {
    "signed": (-5,),
    "unsigned": (5,),
    "bits": (0x3F800000,),
    "lanes": (0x3F800000,),
    "amount": (3,),
    "field": (4, 8),
    "offset": (8,),
    "slot": (16, 4),
    "align": (64,),
    "number": (3,),
    "type": (32, 5),
}


def example_types(row: Row, width: int = WORD) -> tuple[Attribute | int, ...]:
    """Type parameters that fit a row, with addresses of `width` bits."""
    second = 64 if row.base == "trunc" else 16
    integers = iter((integer(32), integer(second)))
    floats = iter((Float32Type(), Float64Type()))
    types: list[Attribute | int] = []
    for letter in row.parameters:
        if letter == "I":
            types.append(next(integers))
        elif letter == "F":
            types.append(next(floats))
        elif letter == "N":
            types.append(LANES if "m" in row.operands else 3)
        else:
            types.append({"V": LANES, "A": width, "P": width, "T": 7}.get(letter, 1))
    return tuple(types)


def example(row: Row, width: int = WORD, *, profile: int | None = None) -> ModuleOp:
    """
    A module with one operation of the row, and what it needs around it.

    Its addresses have `width` bits.
    """
    module = _example(row, width)
    if (profile or row.profile or 1) != 1:
        module.attributes[PROFILE] = profile_attribute(2)
    if width != WORD:
        module.attributes[ADDRESS_WIDTH] = address_width_attr(width)
    return module


def _example(row: Row, width: int) -> ModuleOp:
    match row.name:
        case "j.L" | "cmpbr.I" | "brtab" | "jl.L" | "brl.L":
            return ModuleOp([_branches(row)])
        case "call":
            callee = FuncOp.create_("callee", [R32], [R32], visibility="private")
            return ModuleOp([callee, _caller()])
        case "jal.L" | "cmpbrlr.I" | "jall.L" | "brall.IL":
            entry = Block([RetOp.create_()])
            callee = FuncOp.create_("symbol", [], [], Region(entry), "private")
            return ModuleOp([callee, _function(row, width)])
        case "section":
            return ModuleOp([_create(row, (), width)])
        case _ if row.category == "data" or row.name == "label.L":
            section = create("section", data=b"rodata")
            return ModuleOp([section, _create(row, (), width)])
        case _:
            return ModuleOp([_function(row, width)])


def example_operation(row: Row) -> tuple[ModuleOp, RowOp]:
    """The example of a row, and the operation of the row in it."""
    module = example(row)
    for op in module.walk():
        if isinstance(op, RowOp) and op.ROW is row:
            return module, op
    raise AssertionError(row.name)


def parameters_of(row: Row, width: int) -> tuple[Attribute, ...]:
    """The example parameters as attributes."""
    return tuple(
        int_attr(type) if isinstance(type, int) else type
        for type in example_types(row, width)
    )


def _operands(row: Row, width: int) -> Sequence[Attribute]:
    """The operand types of a row with its example parameters."""
    operands = value_types(row, parameters_of(row, width), width)[1:]
    return [R32 if type is None else type for type in operands]


def _create(row: Row, operands: Sequence[SSAValue], width: int) -> RowOp:
    immediates = IMMEDIATES.get(row.immediate, ())[: row.inputs.count("i")]
    data = None
    if "s" in row.inputs or "b" in row.inputs:
        data = {"section": b"rodata", "array.NI": bytes(range(12))}.get(
            row.name, b"text"
        )
    condition = None
    if "c" in row.inputs:
        condition = "lt" if is_float_row(row) else "ult"
    return create(
        row.name,
        operands,
        example_types(row, width),
        imm=immediates[0] if immediates else None,
        imm1=immediates[1] if len(immediates) > 1 else None,
        condition=condition,
        label="symbol" if "l" in row.inputs else None,
        data=data,
        memory=memory(4) if row.is_access else None,
        address_width=width,
    )


def _function(row: Row, width: int) -> FuncOp:
    if row.name == "call_indirect":
        entry = Block(arg_types=[address(width), R32])
        indirect = CallIndirectOp.create_(entry.args[0], entry.args[1:], [R32])
        entry.add_ops((indirect, RetOp.create_(indirect.results)))
        return FuncOp.create_("f", [address(width), R32], [R32], Region(entry))
    if row.name == "ret":
        entry = Block(arg_types=[R32])
        entry.add_op(RetOp.create_(entry.args))
        return FuncOp.create_("f", [R32], [R32], Region(entry))
    types = _operands(row, width)
    entry = Block(arg_types=types)
    values = list(entry.args)
    if types[:1] == [T] and row.category != "types":
        # What is accessed has a type, which the function defines.
        types = types[1:]
        entry.erase_arg(entry.args[0])
        bits = access_width(row, parameters_of(row, width))
        number = create("intrinsic.T", (), (7,), imm=bits, imm1=0, data=b"number")
        entry.add_op(number)
        values[0] = number.results[0]
    op = _create(row, values, width)
    entry.add_op(op)
    if row.effect == "end":
        return FuncOp.create_("f", types, [], Region(entry))
    entry.add_op(RetOp.create_(op.results))
    return FuncOp.create_("f", types, op.result_types, Region(entry))


def _caller() -> FuncOp:
    entry = Block(arg_types=[R32])
    call = CallOp.create_("callee", entry.args, [R32])
    entry.add_ops((call, RetOp.create_(call.results)))
    return FuncOp.create_("f", [R32], [R32], Region(entry))


def _branches(row: Row) -> FuncOp:
    inputs: list[Attribute] = [R32, R32, B] if row.name == "brl.L" else [R32, R32]
    entry, target = Block(arg_types=inputs), Block(arg_types=[R32])
    lhs, rhs, *predicate = entry.args
    if predicate:
        (value,) = predicate
        taken, next = (target, [lhs]), (target, [rhs])
        entry.add_op(PredicateBranchOp.of(value, taken, next, (3, 1)))
    elif row.name == "jl.L":
        entry.add_op(JumpLabelOp.create_(target, [lhs]))
    elif row.name == "j.L":
        entry.add_op(JumpOp.create_(target, [lhs]))
    elif row.name == "brtab":
        edges = [(target, [lhs]), (target, [rhs])]
        entry.add_op(TableBranchOp.of(lhs, (target, [rhs]), edges))
    else:
        branch = CompareBranchOp.branch("lt", lhs, rhs, target, [lhs], target, [rhs])
        entry.add_op(branch)
    target.add_op(RetOp.create_(target.args))
    return FuncOp.create_("f", inputs, [R32], Region((entry, target)))
