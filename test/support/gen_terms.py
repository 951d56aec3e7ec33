"""Gen code without branches as z3 terms, over those of its inputs."""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.terms import TERMS, Term
from circ.dialects.gen import FuncOp, InputsOp, Instruction, RegisterOp, RetOp
from circ.dialects.gen.semantics import bitcast, meaning


def results_of(func: FuncOp, inputs: Sequence[Term]) -> list[Term] | None:
    """What a function returns; None where it branches or calls."""
    registers: dict[SSAValue, Term] = {}
    if len(func.body.blocks) > 1:
        return None
    for op in func.body.block.ops:
        match op:
            case RegisterOp():
                pass
            case InputsOp():
                registers.update(zip(op.registers, inputs, strict=True))
            case Instruction():
                sources = [registers[source] for source in op.srcs]
                registers.update(zip(op.dsts, _execute(op, sources), strict=True))
            case RetOp():
                return [registers[source] for source in op.srcs]
            case _:
                return None
    raise AssertionError("no terminator")


def _execute(op: Instruction, sources: Sequence[Term]) -> list[Term]:
    width, opcode = op.scalar.width, op.ROW.opcode
    if opcode == "LOADI":
        return [TERMS.const(width, op.integer("value"))]
    if opcode == "BITCAST":
        return bitcast(TERMS, width, len(op.dsts), op.source_scalar.width, sources)
    compute = meaning(TERMS, opcode, op.scalar.name, op.source_scalar.name)
    assert compute is not None, f"{op.name} computes no value"
    return [compute(*sources)]
