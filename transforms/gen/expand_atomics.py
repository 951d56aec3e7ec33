"""
`gen-expand-atomics`: ATOMIC becomes a load, the operation and a store.

NaplesPU has no access that excludes other threads (`naplespu_isa` section 5.8): one of
them may come between load and store. What the vendor's compiler emits is not atomic
either (section 4). Threads are kept apart by barriers only.
"""

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.gen import FuncOp, Instruction, create, load, store
from circ.dialects.gen.obstacles import obstacle, special_registers
from circ.transforms.gen.words import declare

ARITHMETIC = {"AND": "AND", "OR": "OR", "XOR": "XOR", "ADD": "ADD", "SUB": "SUB"}
"""Operations that are an instruction."""

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
    atomics = [
        op
        for block in function.body.blocks
        for op in block.ops
        if isinstance(op, Instruction) and op.ROW.opcode == "ATOMIC"
    ]
    if not atomics:
        return
    new = declare(function)
    special = special_registers(function)
    for op in atomics:
        if function.lanes is not None:
            raise unsupported(op, "an atomic update of several lanes on NaplesPU")
        if (what := obstacle(op, special)) is not None:
            raise unsupported(op, f"{what} on NaplesPU")
        block = op.parent
        assert block is not None
        block.insert_ops_before(_expansion(op, new), op)
        op.detach()
        op.erase()


def _expansion(op: Instruction, new: Callable[..., SSAValue]) -> list[Operation]:
    type, family, location = op.scalar.name, op.scalar.family, op.location
    address, *values = op.srcs
    ops: list[Operation] = []

    def emit(opcode: str, type: str, result: str, *srcs: SSAValue) -> SSAValue:
        register = new(result)
        ops.append(create(opcode, type, (register,), srcs, location=location))
        return register

    old = new(family)
    ops.append(load((old,), address, type, memory=op.access, location=location))
    match operation := op.text("operation"):
        case "XCHG":
            value = values[0]
        case "INC" | "DEC":
            one = new(family)
            ops.append(create("LOADI", type, (one,), (), value=1, location=location))
            value = emit("ADD" if operation == "INC" else "SUB", type, family, old, one)
        case "CMPXCHG":
            same = emit("EQ", type, "bool", old, values[0])
            value = emit("SEL", type, family, same, values[1], old)
        case "IMAX" | "IMIN" | "UMAX" | "UMIN":
            opcode, sign = EXTREMES[operation]
            stays = emit(opcode, f"{sign}{op.scalar.width}", "bool", old, values[0])
            value = emit("SEL", type, family, stays, old, values[0])
        case _:
            value = emit(ARITHMETIC[operation], type, family, old, values[0])
    ops.append(store(address, (value,), type, memory=op.access, location=location))
    # Last: it may be the register of the address or of a value.
    ops.append(create("MOV", type, op.dsts, (old,), location=location))
    return ops
