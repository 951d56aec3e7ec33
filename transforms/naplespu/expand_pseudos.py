"""
Expansion of pseudo operations that need no frame: constants and addresses.

`naplespu_isa` section 1.7: `movei` zero-extends its 16 bits; any other constant is
`moveih` and `moveil`, which keep the other half, and an address `leah` and `leal`.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, ModuleOp
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.algebra import to_signed
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.ops import (
    FuncOp,
    RecordOp,
    instruction,
)
from circ.dialects.naplespu.pseudos import LoadConstantOp


@dataclass(frozen=True)
class ExpandPseudosPass(ModulePass):
    """Expand constants and addresses of symbols into instructions."""

    name = "naplespu-expand-pseudos"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if not isinstance(func, FuncOp):
                continue
            for block in func.body.blocks:
                for inner in list(block.ops):
                    if isinstance(inner, LoadConstantOp):
                        Rewriter.replace_op(inner, expand(inner))


def expand(op: LoadConstantOp) -> list[RecordOp]:
    """The instructions of one constant or address; the last one's result is it."""
    type = op.result.type
    if op.symbol is not None:
        symbol = {"symbol": op.symbol}
        high = operations()["LEAH"].create(
            result_types=[type], properties=symbol, location=op.location
        )
        low = operations()["LEAL"].create(
            operands=high.results,
            result_types=[type],
            properties=symbol,
            location=op.location,
        )
        return [high, low]
    assert isinstance(op.value, IntAttr)
    value = op.value.data
    high, low = (to_signed(16, half) for half in divmod(value, 1 << 16))
    if high == 0:
        return [instruction("MOVEISI", (), (type,), imm=low, location=op.location)]
    return [
        instruction("MOVEIHSI", (), (type,), imm=high, location=op.location),
        instruction("MOVEILSI", (), (type,), imm=low, location=op.location),
    ]
