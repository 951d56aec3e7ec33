"""
`gen-widen-lanes`: functions of eight lanes, on a machine of sixteen.

All registers get sixteen lanes, of which the upper eight compute nothing that counts:
they make no access, and what asks all lanes does not ask them.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.reports import count
from circ.dialects.gen import (
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    family_of,
    is_uniform,
    loadi,
)
from circ.dialects.gen.instructions import OTHERS_ANY, UNIT
from circ.dialects.gen.types import LANES
from circ.transforms.gen.emitter import NewRegister, declare
from circ.transforms.gen.plain_control_flow import integer_of

ACCESSES = ("Load", "Store", "Atomic")
REFUSED = ("WorkGroup", "SubGroup", "Region", "IndirectMov")
"""Kinds of instructions for which a vector is more than its lanes."""


@dataclass(frozen=True)
class GenWidenLanesPass(ModulePass):
    """Make functions of eight lanes ones of sixteen."""

    name = "gen-widen-lanes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp) and 1 < func.lane_count < LANES:
                widen(func)


def widen(func: FuncOp) -> None:
    """Rewrite a function; a Diagnostic for arguments and results of several lanes."""
    lanes = func.lane_count
    given = [register for op in func.walk() for register in _passed(op)]
    if not all(map(is_uniform, given)):
        what = f"a vector of {lanes} lanes as an argument or result"
        raise unsupported(func, what)
    new = declare(func)
    lane, limit, active = new("dword", False), new("dword", True), new("bool", False)
    for block in func.body.blocks:
        for op in [*block.ops]:
            if isinstance(op, Instruction):
                _rewrite(op, lanes, active, new)
    head: list[Operation] = [
        create("SIMD_ID", "uint32", (lane,), ()),
        loadi(limit, "uint32", lanes),
        create("LT", "uint32", (active,), (lane, limit)),
    ]
    entry = func.body.blocks[0]
    first = next(op for op in entry.ops if not isinstance(op, RegisterOp))
    if isinstance(first, InputsOp):
        entry.insert_ops_after(head, first)
    else:
        entry.insert_ops_before(head, first)
    func.lanes = IntAttr(LANES)
    count("functions widened")


def _passed(op: Operation) -> tuple[SSAValue, ...]:
    return tuple(op.operands) if isinstance(op, InputsOp | RetOp) else ()


def _rewrite(op: Instruction, lanes: int, active: SSAValue, new: NewRegister) -> None:
    if op.ROW.opcode == "SIMD_SIZE":
        _replace(op, loadi(op.dsts[0], "uint32", lanes, location=op.location))
    elif all(map(is_uniform, op.operands)):
        return
    elif op.ROW.opcode in ("SIMD_ANY", "SIMD_ALL"):
        (source,) = op.srcs
        neutral, asked = (new(family_of(source), False) for _ in range(2))
        type = integer_of(source)
        _insert_before(op, loadi(neutral, type, int(op.ROW.opcode == "SIMD_ALL")))
        _insert_before(op, create("SEL", type, (asked,), (active, source, neutral)))
        op.operands = [*op.dsts, asked]
    elif op.ROW.kind in REFUSED:
        raise unsupported(op, f"{op.ROW.opcode} in {lanes} lanes on this machine")
    elif op.ROW.kind in ACCESSES:
        _limit(op, lanes, active, new)


def _limit(op: Instruction, lanes: int, active: SSAValue, new: NewRegister) -> None:
    """Let only lanes that count make an access."""
    srcs, mask = [*op.srcs], active
    if (predicate := op.predicate) is not None:
        mask = new("bool", False)
        _insert_before(op, create("AND", "bool", (mask,), (predicate, active)))
        srcs.pop()
    limited = create(op.ROW.opcode, op.text("type"), op.dsts, (*srcs, mask))
    for name, value in op.properties.items():
        limited.properties.setdefault(name, value)
    limited.properties["predicated"] = UNIT
    limited.attributes |= op.attributes
    if op.predicate is None:
        limited.attributes[OTHERS_ANY] = UNIT
    access, size = op.access, op.scalar.bytes
    if access is not None and access.size.data == lanes * size:
        space, alias, volatile = access.space, access.alias, access.volatile
        whole = MemoryAttr(LANES * size, access.align, space, alias, volatile)
        limited.properties["memory"] = whole
    _replace(op, limited)


def _insert_before(op: Instruction, new: Operation) -> None:
    block = op.parent
    assert block is not None
    new.location = op.location
    block.insert_op_before(new, op)


def _replace(op: Instruction, new: Operation) -> None:
    _insert_before(op, new)
    op.detach()
    op.erase()
