"""Straight-line NaplesPU code as z3 terms, over those of its inputs."""

from collections.abc import Iterable

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.terms import TERMS, Bytes, Term
from circ.dialects.naplespu.ops import RecordOp
from circ.dialects.naplespu.pseudos import LoadConstantOp
from circ.dialects.naplespu.semantics import ACCESSES, compute

Values = dict[SSAValue, Term]


def run(ops: Iterable[Operation], values: Values, memory: Bytes) -> None:
    """Add what each operation gives to the values of its operands."""
    for op in ops:
        match op:
            case LoadConstantOp():
                assert op.value is not None
                values[op.results[0]] = TERMS.const(32, op.value.data)
            case RecordOp():
                _execute(op, values, memory)
            case _:
                raise AssertionError(f"{op.name} computes no value")


def _execute(op: RecordOp, values: Values, memory: Bytes) -> None:
    sources = [values[operand] for operand in op.operands]
    if op.imm is not None:
        sources.append(TERMS.const(32, op.imm.data))
    name = op.RECORD.operation
    access = ACCESSES.get(name)
    if access is None:
        values[op.results[0]] = compute(TERMS, name, *sources)
        return
    *stored, base, offset = sources
    address = TERMS.add(32, base, offset)
    if access.load:
        values[op.results[0]] = access.read(TERMS, memory, address)
    else:
        access.write(TERMS, memory, address, *stored)
