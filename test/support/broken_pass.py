"""A pass that miscompiles: what the reducer is tried on."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.circuit.integers import OrOp, XorOp


@dataclass(frozen=True)
class OrForXorPass(ModulePass):
    """`x ^ y` becomes `x | y`."""

    name = "test-or-for-xor"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for gate in list(op.walk()):
            if isinstance(gate, XorOp):
                wrong = OrOp.create(
                    operands=gate.operands, result_types=gate.result_types
                )
                Rewriter.replace_op(gate, wrong)
