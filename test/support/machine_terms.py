"""Straight-line NaplesPU code as z3 terms, over those of its inputs."""

from collections.abc import Iterable

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.terms import TERMS, Term
from circ.dialects.naplespu.ops import LoadConstantOp, RecordOp
from circ.dialects.naplespu.semantics import compute, operation_of

Values = dict[SSAValue, Term]


def run(ops: Iterable[Operation], values: Values) -> None:
    """Add what each operation gives to the values of its operands."""
    for op in ops:
        match op:
            case LoadConstantOp():
                assert op.value is not None
                values[op.results[0]] = TERMS.const(32, op.value.data)
            case RecordOp():
                sources = [values[operand] for operand in op.operands]
                if op.imm is not None:
                    sources.append(TERMS.const(32, op.imm.data))
                name = operation_of(op.RECORD)
                values[op.results[0]] = compute(TERMS, name, *sources)
            case _:
                raise AssertionError(f"{op.name} computes no value")
