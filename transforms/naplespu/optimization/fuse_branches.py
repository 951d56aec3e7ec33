"""
`naplespu-fuse-branches`: branches on a comparison's operand, without the bit.

`bnez` and `beqz` test a whole register. So a branch on whether a register is zero tests
that register, and one on the lowest bit of a float comparison, which is 0 or 0xFFFF,
tests the comparison; an inverted condition inverts the branch. A comparison without
uses is left to `naplespu-dead-code`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.ir import Region, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import (
    BranchZeroOp,
    ConditionalBranch,
    FuncOp,
    branch,
)
from circ.dialects.naplespu.pseudos import constant_of
from circ.dialects.naplespu.registers import SCALAR
from circ.dialects.naplespu.semantics import FLOAT_COMPARISONS, INTEGER_COMPARISONS
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import is_allocated

TESTS_OF_ZERO: Mapping[tuple[str, int], bool] = {
    ("cmpne_i32", 0): True,
    ("cmpugt_i32", 0): True,
    ("cmpuge_i32", 1): True,
    ("cmpeq_i32", 0): False,
    ("cmpule_i32", 0): False,
    ("cmpult_i32", 1): False,
}
"""By record and second operand: does the result say that the first is not 0?"""

OF_BITS: Mapping[tuple[str, int], bool] = {
    ("xor_i32", 1): False,
    ("and_i32", 1): True,
}
"""The same, for a first operand that is 0 or 1."""

OF_FLOAT_COMPARISONS: Mapping[tuple[str, int], bool] = {("and_i32", 1): True}
"""The same, for a first operand that is 0 or 0xFFFF."""


@dataclass(frozen=True)
class FuseBranchesPass(FunctionPass):
    """Let branches test the operand that a comparison compares with zero."""

    name = "naplespu-fuse-branches"

    def run(self, func: FuncOp) -> None:
        if not is_allocated(func.body):
            fuse_branches(func.body)


def fuse_branches(body: Region) -> int:
    """Fuse the branches of one function before allocation; returns how many."""
    changed = 0
    for block in body.blocks:
        op = block.last_op
        if isinstance(op, ConditionalBranch):
            tested, same = origin_of(op.condition)
            if tested is not op.condition:
                _retarget(op, tested, same)
                changed += 1
    count("branches fused", changed)
    return changed


def _retarget(op: ConditionalBranch, tested: SSAValue, same: bool) -> None:
    if same:
        op.operands[0] = tested
        return
    record = "BNEZ" if isinstance(op, BranchZeroOp) else "BEQZ"
    taken = op.taken, list(op.taken_arguments)
    next = op.next, list(op.next_arguments)
    new = branch(record, tested, taken, next, op.location, op.weights)
    Rewriter.replace_op(op, new)


def origin_of(condition: SSAValue) -> tuple[SSAValue, bool]:
    """The tested value, and whether it is set where the condition is, or inverted."""
    same = True
    passed = {condition}  # unreachable code may compute a value of itself
    while (found := _test(condition)) is not None and found[0] not in passed:
        condition, sense = found
        same = same == sense
        passed.add(condition)
    return condition, same


def _test(condition: SSAValue) -> tuple[SSAValue, bool] | None:
    """One step: the value that a condition tests, and whether it is not inverted."""
    op = _scalar_record(condition)
    if op is None:
        return None
    value = op.operands[0]
    if op.imm is not None:
        constant = op.imm.data
    elif len(op.operands) != 2 or (constant := constant_of(op.operands[1])) is None:
        return None
    key = op.RECORD.operation, constant
    sense = TESTS_OF_ZERO.get(key)
    if sense is None and (compared := _scalar_record(value)) is not None:
        if compared.RECORD.operation in INTEGER_COMPARISONS:
            sense = OF_BITS.get(key)
        elif compared.RECORD.operation in FLOAT_COMPARISONS:
            sense = OF_FLOAT_COMPARISONS.get(key)
    return None if sense is None else (value, sense)


def _scalar_record(value: SSAValue) -> RecordOp | None:
    """The scalar operation that computes a value; None for vector comparisons."""
    op = value.owner
    if isinstance(op, RecordOp) and op.operands and op.operands[0].type == SCALAR:
        return op
    return None
