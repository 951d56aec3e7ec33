"""The pass that verifies whole circuits; the rules are the dialect's."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.circuit.calls import check_calls
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.verifier import KnownGates, verify_circuit


@dataclass(frozen=True)
class CircuitVerifyPass(ModulePass):
    """
    Diagnose the first gate that breaks a rule, or call that does not fit.

    The rules are those of single gates (wires, types, predecessors and successors), of
    control (no unreachable predecessor, no cycle without LOOP_BACK, no loop with two
    entries) and of values, which must be available where they are used.
    """

    name = "circuit-verify"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        known = KnownGates()
        for func in op.body.ops:
            if isinstance(func, FuncOp):
                verify_circuit(func, known)
        check_calls(op)
