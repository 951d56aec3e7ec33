"""
`naplespu-fold-masks`: compute under the mask that selects the result.

A selection by a mask is a move under it. Where nothing else uses what is moved, and the
instruction that computes it has a masked record, that does both: the vendor's patterns
of `vector_mix` say so of each such record (docs/reference/naplespu-isa.md, section 6),
and a selection between lanes is no different.
"""

from dataclasses import dataclass

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import Effects, RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.generated.operations import RECORDS
from circ.dialects.naplespu.masked import UnderMaskOp, VectorSelectOp, sources_of
from circ.dialects.naplespu.ops import FuncOp
from circ.targets.naplespu.generated.instr_info import Opcode, getMaskedOpcode
from circ.transforms.naplespu.function_pass import FunctionPass


@dataclass(frozen=True)
class FoldMasksPass(FunctionPass):
    """Compute vectors under the mask that selects them."""

    name = "naplespu-fold-masks"

    def run(self, func: FuncOp) -> None:
        for select in operations_in(func.body, VectorSelectOp):
            count("selections folded", fold(select))


def fold(op: VectorSelectOp) -> bool:
    """Replace a selection by the masked form of what it selects, if there is one."""
    selected = op.true.owner
    if (
        not isinstance(selected, RecordOp)
        or selected.parent is not op.parent
        or not op.true.has_one_use()
        or selected.RECORD.effects & (Effects.LOAD | Effects.STORE)
    ):
        return False
    number = getMaskedOpcode(selected.RECORD.opcode)
    if number < 0:
        return False
    record = RECORDS[Opcode(number).name]
    given = [operand.type for operand in selected.operands]
    if not all(map(isinstance, given, sources_of(record))):
        return False
    properties: dict[str, Attribute] = {"record": StringAttr(record.name)}
    if selected.imm is not None:
        properties["imm"] = selected.imm
    new = UnderMaskOp.build(
        operands=[op.mask, list(selected.operands), op.old],
        result_types=[op.result.type],
        properties=properties,
    )
    new.location = op.location
    Rewriter.replace_op(op, new)
    Rewriter.erase_op(selected)
    return True
