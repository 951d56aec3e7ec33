"""
`gen-expand-atomics`: ATOMIC becomes a load, the operation and a store.

NaplesPU has no access that excludes other threads (docs/reference/naplespu-isa.md,
section 5.8): one of them may come between load and store. What the vendor's compiler
emits is not atomic either (section 4). Threads are kept apart by barriers only.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.reports import count, missed
from circ.dialects.gen import FuncOp, Instruction, instructions_in, load, store
from circ.dialects.gen.unsupported_features import (
    special_registers,
    unsupported_feature,
)
from circ.transforms.gen.emitter import Emitter, declare

EXTREMES = {
    "IMAX": ("GE", "int"),
    "IMIN": ("LE", "int"),
    "UMAX": ("GE", "uint"),
    "UMIN": ("LE", "uint"),
}
"""The comparison that keeps the old value, and at which types."""


@dataclass(frozen=True)
class GenExpandAtomicsPass(ModulePass):
    """Replace atomic updates by loads, operations and stores."""

    name = "gen-expand-atomics"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                expand_atomics(function)


def expand_atomics(function: FuncOp) -> None:
    """Replace the ATOMICs of one function; those of several lanes are diagnosed."""
    atomics = instructions_in(function, "ATOMIC")
    if not atomics:
        return
    new = declare(function)
    special = special_registers(function)
    for op in atomics:
        if function.lanes is not None:
            raise unsupported(op, "an atomic update of several lanes on NaplesPU")
        if (what := unsupported_feature(op, special)) is not None:
            raise unsupported(op, f"{what} on NaplesPU")
        _expand(op, Emitter(new, op.location))


def _expand(op: Instruction, emit: Emitter) -> None:
    type, location = op.scalar.name, op.location
    count("atomic updates expanded")
    missed(op, "not atomic: becomes a load, the operation and a store")
    address, *values = op.srcs
    old = emit.new(op.scalar.family)
    emit.ops.append(load((old,), address, type, memory=op.access, location=location))
    match operation := op.text("operation"):
        case "XCHG":
            value = values[0]
        case "INC" | "DEC":
            opcode = "ADD" if operation == "INC" else "SUB"
            value = emit.temporary(opcode, type, old, emit.constant(type, 1))
        case "CMPXCHG":
            same = emit.compare("EQ", type, old, values[0])
            value = emit.temporary("SEL", type, same, values[1], old)
        case "IMAX" | "IMIN" | "UMAX" | "UMIN":
            opcode, sign = EXTREMES[operation]
            stays = emit.compare(opcode, f"{sign}{op.scalar.width}", old, values[0])
            value = emit.temporary("SEL", type, stays, old, values[0])
        case _:
            value = emit.temporary(operation, type, old, values[0])
    put = store(address, (value,), type, memory=op.access, location=location)
    emit.ops.append(put)
    # Last: it may be the register of the address or of a value.
    emit.put("MOV", type, op.dsts[0], old)
    emit.replace(op)
