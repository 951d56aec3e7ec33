"""
Straight-line NaplesPU code as z3 terms, over those of its inputs.

The term of a vector is its lane `LANE`, which stands for all of them: no instruction
here looks at another one. Of a mask that is computed of vectors the bits of the other
lanes are any.
"""

from collections.abc import Iterable, Sequence
from itertools import count

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.terms import TERMS, Bytes, Term, symbol
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.ops import RecordOp
from circ.dialects.naplespu.pseudos import LoadConstantOp, SplatConstantOp
from circ.dialects.naplespu.register_file import LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.dialects.naplespu.semantics import ACCESSES, IEEE, Operations, compute
from circ.dialects.naplespu.vector_constants import LoadLanesOp

Values = dict[SSAValue, Term]
LANE = 5


def run(
    ops: Iterable[Operation],
    values: Values,
    memory: Bytes,
    operations: Operations = IEEE,
) -> None:
    """Add what each operation gives to the values of its operands."""
    for op in ops:
        match op:
            case LoadConstantOp():
                assert op.value is not None
                values[op.results[0]] = TERMS.const(32, op.value.data)
            case SplatConstantOp():
                values[op.results[0]] = TERMS.const(32, op.value.data)
            case LoadLanesOp():
                values[op.results[0]] = TERMS.const(32, op.words[LANE])
            case VectorSelectOp():
                chosen = values[op.true], values[op.old]
                values[op.result] = TERMS.ite(32, bit_of(values[op.mask]), *chosen)
            case UnderMaskOp() if op.record.data == "MOVE_VS_M_32":
                assert op.old is not None and op.result is not None
                chosen = values[op.registers[0]], values[op.old]
                values[op.result] = TERMS.ite(32, bit_of(values[op.mask]), *chosen)
            case InsertElementOp() if op.lane is not None:
                inserted = op.element if op.lane.data == LANE else op.old
                values[op.result] = values[inserted]
            case RecordOp():
                _execute(op, values, memory, operations)
            case _:
                raise AssertionError(f"{op.name} computes no value")


def _execute(
    op: RecordOp, values: Values, memory: Bytes, operations: Operations
) -> None:
    sources = [values[operand] for operand in op.operands]
    if op.imm is not None:
        sources.append(TERMS.const(32, op.imm.data))
    name = op.RECORD.operation
    access = ACCESSES.get(name)
    if access is None:
        values[op.results[0]] = _computed(op, name, sources, operations)
        return
    *stored, base, offset = sources
    address = TERMS.add(32, base, offset)
    if access.vector:
        assert access.element == 4, "other lanes are nowhere selected"
        address = TERMS.add(32, address, TERMS.const(32, 4 * LANE))
    if access.load:
        values[op.results[0]] = access.read(TERMS, memory, address)
    else:
        access.write(TERMS, memory, address, *stored)


def _computed(
    op: RecordOp, name: str, sources: Sequence[Term], operations: Operations
) -> Term:
    """What an instruction without access gives."""
    of_vectors = any(operand.type == VECTOR for operand in op.operands)
    if not of_vectors or op.results[0].type != SCALAR:
        return compute(TERMS, name, *sources, operations=operations)
    if name == "crt_mask_i32":
        return with_bit(TERMS.extract(32, 0, 0, sources[0]))
    return with_bit(operations.comparisons[name](TERMS, *sources))


def bit_of(mask: Term) -> Term:
    """The lane's bit of a mask."""
    return TERMS.extract(32, LANE, LANE, mask)


def with_bit(bit: Term) -> Term:
    """A mask with that bit for the lane, any others for the rest, and no more."""
    others = symbol(f"others{next(_NUMBERS)}", LANES - 1)
    high = TERMS.extract(LANES - 1, LANES - 2, LANE, others)
    low = TERMS.extract(LANES - 1, LANE - 1, 0, others)
    upper = TERMS.concat(LANES - 1 - LANE, 1, high, bit)
    return TERMS.zext(LANES, 32, TERMS.concat(LANES - LANE, LANE, upper, low))


_NUMBERS = count()
