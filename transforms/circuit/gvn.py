"""
Global value numbering: equal pure gates are merged.

No dominance test is needed, since gates float and are placed later. Operands of
commutative gates, and of comparisons with their conditions, are compared in one order;
constants, ARGs and SYMBOLs are numbered too. Gates that use states or memory are left
alone. One pass over the gates after their operands, whatever order the block is in.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.floats import FAddOp, FMulOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.common.diagnostics import position_of
from circ.dialects.common.reports import count, done, is_remarking
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.value_rules import COMMUTATIVE, SWAPPED

COMMUTATIVE_KINDS = frozenset[type[Operation]]((*COMMUTATIVE, FAddOp, FMulOp))
"""A NaN result is the same for either order: it is always the canonical one."""

Key = tuple[object, ...]


def key_of(gate: Operation, operands: list[int]) -> Key:
    """Equal for gates that compute the same; `operands` stand for values."""
    if type(gate) in COMMUTATIVE_KINDS:
        operands = sorted(operands)
    elif isinstance(gate, ICmpOp):
        condition = gate.condition.data
        if operands[0] > operands[1]:
            operands = operands[::-1]
            condition = SWAPPED[condition]
        return (type(gate), condition, *operands)
    properties = tuple(gate.properties.values())
    return (type(gate), gate.results[0].type, properties, *operands)


def number_values(func: FuncOp) -> int:
    """Replace each pure gate by the first equal one; returns how many were replaced."""
    graph = CircuitGraph.of(func)
    first: dict[Key, Operation] = {}
    gone: list[Operation] = []
    for i in graph.data_order:
        gate = graph.gates[i]
        if not isinstance(gate, PureGate | ConstantOp | ArgOp | SymbolOp):
            continue
        # By value, not by gate: a CALL has several. Replaced operands are gone.
        operands = [id(operand) for operand in gate.operands]
        leader = first.setdefault(key_of(gate, operands), gate)
        if leader is not gate:
            if is_remarking():
                _remark(gate, leader)
            gate.results[0].replace_all_uses_with(leader.results[0])
            gone.append(gate)
    erase_gates(gone)
    count("gates visited", len(graph.data_order))
    count("equal gates merged", len(gone))
    return len(gone)


def _remark(gate: Operation, leader: Operation) -> None:
    """Constants, and copies of one operation, are nothing that the user wrote twice."""
    position = position_of(leader.location)
    if isinstance(gate, PureGate) and gate.location != leader.location and position:
        place = f"{position.line.data}:{position.column.data}"
        done(gate, f"equal to the value at {place}, which replaces it")


@dataclass(frozen=True)
class CircuitGvnPass(ModulePass):
    """Merge equal pure gates."""

    name = "circuit-gvn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.body.ops:
            if isinstance(func, FuncOp):
                number_values(func)
