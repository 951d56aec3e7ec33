"""Gen code without branches as z3 terms, over those of its inputs."""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.lanes import lane_at, pack, unpack
from circ.dialects.common.terms import TERMS, Term
from circ.dialects.gen import (
    FAMILY_WIDTH,
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    family_of,
    is_uniform,
)
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
                if all(map(is_uniform, op.operands)) or func.lanes is None:
                    results = _execute(op, sources)
                else:
                    results = [_execute_lanes(op, func.lane_count, sources)]
                registers.update(zip(op.dsts, results, strict=True))
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


def _execute_lanes(op: Instruction, lanes: int, sources: Sequence[Term]) -> Term:
    """The one result, of all lanes or, where that is uniform, of lane 0."""
    (dst,) = op.dsts
    width, opcode = op.scalar.width, op.ROW.opcode
    count = 1 if is_uniform(dst) else lanes
    columns = [
        [term] * lanes
        if is_uniform(source)
        else unpack(TERMS, lanes, FAMILY_WIDTH[family_of(source)], term)
        for source, term in zip(op.srcs, sources, strict=True)
    ]
    if opcode == "SIMD_ID":
        results = [TERMS.const(width, lane) for lane in range(count)]
    elif opcode == "SIMD_SHUFFLE":
        whole = pack(TERMS, width, columns[0])
        numbers = columns[1][:count]
        results = [lane_at(TERMS, lanes, width, whole, at) for at in numbers]
    else:
        results = [
            _execute(op, [column[lane] for column in columns])[0]
            for lane in range(count)
        ]
    return pack(TERMS, FAMILY_WIDTH[family_of(dst)], results)
