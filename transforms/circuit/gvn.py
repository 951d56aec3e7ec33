"""
Global value numbering: equal pure gates are merged.

No dominance test is needed, since gates float and are placed later. Operands of
commutative gates, and of comparisons with their conditions, are compared in one order;
constants, ARGs, SYMBOLs and selectors are numbered too. Gates that use states or memory
are left alone. One pass over the gates after their operands, whatever order the block
is in; then what has equal operands now is made canonical, and numbered again. Selectors
of a loop that are equal in each iteration are merged first (`congruence`).

A merged gate is computed where all its users can be reached from. Gates that cost much,
such as divisions, are only merged where no path computes more than before; all gates
are, where the code was optimised before (`lift-llvlir`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import ClassVar

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import FuncOp, MergeOp, ValueSelectorOp
from circ.dialects.circuit.floats import FAddOp, FMulOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.graph import CircuitGraph, operands_of
from circ.dialects.common.diagnostics import Diagnostic, position_of
from circ.dialects.common.operation_search import Subclasses, operations_in
from circ.dialects.common.reports import count, done, is_remarking
from circ.transforms.circuit.canonicalize import PATTERNS
from circ.transforms.circuit.choice_rules import swapped
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.congruence import congruent_selectors
from circ.transforms.circuit.costs import EXPENSIVE
from circ.transforms.circuit.dead_gates import erase_dead_gates, erase_gates
from circ.transforms.circuit.schedule import Schedule, schedule
from circ.transforms.circuit.value_rules import COMMUTATIVE
from circ.transforms.common.worklist import rewrite_region

COMMUTATIVE_KINDS = frozenset[type[Operation]]((*COMMUTATIVE, FAddOp, FMulOp))
"""A NaN result is the same for either order: it is always the canonical one."""

_HAS_NUMBER = Subclasses(PureGate, ConstantOp, ArgOp, SymbolOp)

ROUNDS = 3
"""How often values are numbered anew, after what follows from equal ones."""
MOST_BLOCKS = 64
"""That are looked at for a group of equal gates."""

Key = tuple[object, ...]


def key_of(gate: Operation, operands: list[int]) -> Key:
    """Equal for gates that compute the same; `operands` stand for values."""
    if type(gate) in COMMUTATIVE_KINDS:
        operands = sorted(operands)
    elif isinstance(gate, ICmpOp | FCmpOp):
        condition = gate.condition.data
        if operands[0] > operands[1]:
            operands = operands[::-1]
            condition = swapped(gate)
        return (type(gate), condition, *operands)
    properties = tuple(gate.properties.values())
    return (type(gate), gate.results[0].type, properties, *operands)


@dataclass
class Merged:
    """What value numbering has done."""

    gates: int = 0
    selectors: int = 0
    users: list[Operation] = field(default_factory=list[Operation])
    """The gates that have other operands now."""

    def replace(self, gate: Operation, leader: Operation) -> None:
        if is_remarking():
            _remark(gate, leader)
        self.users += (use.operation for use in gate.results[0].uses)
        gate.results[0].replace_all_uses_with(leader.results[0])


def number_values(func: FuncOp, careful: bool = False) -> Merged:
    """
    Replace pure gates and selectors by equal ones; linear.

    If careful, no path computes more than before, whatever gates cost.
    """
    merged = Merged()
    graph = CircuitGraph.of(func)
    first: dict[Key, Operation] = {}
    gone: list[Operation] = []
    repeated: dict[Operation, list[Operation]] = {}
    number: dict[SSAValue, SSAValue] = {}
    """For values of which there are several, the first one."""
    for i in graph.data_order:
        gate = graph.gates[i]
        if not _HAS_NUMBER[type(gate)]:
            continue
        # By value, not by gate: a CALL has several. Replaced operands are gone.
        operands: Sequence[SSAValue] = operands_of(gate)
        if number:
            operands = [number.get(operand, operand) for operand in operands]
        leader = first.setdefault(key_of(gate, [*map(id, operands)]), gate)
        if leader is gate:
            continue
        stays = type(gate) in EXPENSIVE or (careful and isinstance(gate, PureGate))
        if stays or any(each in number for each in operands):
            repeated.setdefault(leader, [leader]).append(gate)
            for each in (gate, leader):
                number[each.results[0]] = leader.results[0]
        else:
            merged.replace(gate, leader)
            gone.append(gate)
    for gate in operations_in(func.body, ValueSelectorOp):
        flows = [id(number.get(operand, operand)) for operand in gate.operands]
        leader = first.setdefault((ValueSelectorOp, *flows), gate)
        if leader is not gate and not any(flow in number for flow in gate.flows):
            merged.replace(gate, leader)
            merged.selectors += 1
            gone.append(gate)
    erase_gates(gone)
    if repeated:
        gone += _merge_where_executed(func, repeated.values(), merged)
    merged.gates = len(gone)
    count("gates visited", len(graph.data_order))
    count("equal gates merged", merged.gates)
    return merged


def merge_around(gates: Iterable[Operation]) -> list[Operation]:
    """Merge gates with equal ones beside them, those that are still there."""
    alive = (gate for gate in gates if gate.parent is not None)
    return merge_users(value for gate in alive for value in gate.operands)


def merge_users(values: Iterable[SSAValue]) -> list[Operation]:
    """
    Merge equal pure gates that use one of some values, and so on; those that stay.

    For values that have got more users. Linear in the users that are looked at.
    """
    work = list(dict.fromkeys(values))
    leaders: list[Operation] = []
    while work:
        first: dict[Key, Operation] = {}
        gone: dict[Operation, Operation] = {}
        for use in work.pop().uses:
            gate = use.operation
            if isinstance(gate, PureGate) and type(gate) not in EXPENSIVE:
                key = key_of(gate, [*map(id, gate.operands)])
                if (leader := first.setdefault(key, gate)) is not gate:
                    gone[gate] = leader
        for gate, leader in gone.items():
            gate.results[0].replace_all_uses_with(leader.results[0])
        erase_gates(gone)
        merged = dict.fromkeys(gone.values())
        leaders += merged
        work += (leader.results[0] for leader in merged)
        count("equal gates merged", len(gone))
    return [leader for leader in leaders if leader.parent is not None]


def _merge_where_executed(
    func: FuncOp, groups: Iterable[list[Operation]], merged: Merged
) -> list[Operation]:
    """
    Merge equal gates unless that computes them where none of them is needed.

    That is where one's block dominates the other's, or each path from the common
    dominator of all leads to one of them. Returns those that are gone.
    """
    try:
        plan = schedule(func)
    except Diagnostic:  # told where the circuit is lowered
        return []
    tree, gone = plan.flow.tree, list[Operation]()
    for group in groups:
        live = [gate for gate in group if gate in plan.block_of]
        live.sort(key=lambda gate: tree.depth[plan.block_of[gate]])
        blocks = [plan.block_of[gate] for gate in live]
        if live and _covers(plan, reduce(tree.common, blocks), {*blocks}):
            blocks = [blocks[0]] * len(blocks)
        kept: list[tuple[int, Operation]] = []
        for gate, block in zip(live, blocks, strict=True):
            above = (k for at, k in kept if tree.dominates(at, block))
            if (leader := next(above, None)) is None:
                kept.append((block, gate))
            else:
                merged.replace(gate, leader)
                gone.append(gate)
    erase_gates(gone)
    return gone


def _covers(plan: Schedule, start: int, blocks: set[int]) -> bool:
    """Does each path from a block to the exit, or back, soon lead through others?"""
    seen, pending = {start}, [start] if start not in blocks else []
    while pending:
        if len(seen) > MOST_BLOCKS:
            return False
        following = plan.flow.successors[pending.pop()]
        if not following or start in following:
            return False
        for block in following:
            if block not in blocks and block not in seen:
                seen.add(block)
                pending.append(block)
    return True


def _remark(gate: Operation, leader: Operation) -> None:
    """Constants, and copies of one operation, are nothing that the user wrote twice."""
    position = position_of(leader.location)
    if isinstance(gate, PureGate) and gate.location != leader.location and position:
        place = f"{position.line.data}:{position.column.data}"
        done(gate, f"equal to the value at {place}, which replaces it")


@dataclass(frozen=True)
class CircuitGvnPass(CircuitPass):
    """Merge equal pure gates, and simplify what uses them."""

    name = "circuit-gvn"
    ANY_ARCH: ClassVar[bool] = True
    careful: bool = False
    """Merge gates only where no path computes more than before."""

    def run(self, func: FuncOp) -> None:
        _apply(func, self.careful)


def _merge_congruent(func: FuncOp) -> None:
    """Merge selectors of a loop that are equal in each iteration."""
    congruent = congruent_selectors(func)
    for gate, leader in congruent:
        gate.result.replace_all_uses_with(leader.result)
    erase_gates(gate for gate, _ in congruent)
    count("congruent selectors merged", len(congruent))


def _apply(func: FuncOp, careful: bool) -> None:
    _merge_congruent(func)
    for _ in range(ROUNDS):
        merged = number_values(func, careful)
        alive = [gate for gate in merged.users if gate.parent is not None]
        rewritten = rewrite_region(func.body, PATTERNS, seeds=alive)
        if rewritten:
            erase_dead_gates(func)  # the last use of a merge, perhaps
            merges = operations_in(func.body, MergeOp)
            rewrite_region(func.body, PATTERNS, seeds=merges)
        if not rewritten and not merged.selectors:
            break
