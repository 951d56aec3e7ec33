"""
An order of gates, and of operands whose order is free, that follows from structure.

Circuits that differ in the order of their gates, of operands that commute, of the edges
of merges and in names only become the same text but for the names. States are numbered
from the entry, a branch's true side first. A value's rank is the number of gates that
it comes after, a constant that it has as an offset, so that neighbours stay together,
and a hash of what its gate computes and of the ranks of the operands; of a loop's
selector that of its first flow, and, where several have the same, of the other flows
too. Values of one rank keep their order: they are equal, or objects of one size.

Each state comes after what it needs, a LOOP_BACK after the next values. Near-linear.
"""

from collections.abc import Sequence
from functools import cache
from zlib import crc32

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import (
    ROOTS,
    DependAndOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfSuccessOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    MergingState,
    StateEntryOp,
    StateGate,
    SwitchCaseOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import ConversionGate
from circ.dialects.circuit.floats import FAddOp, FMulOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import operands_of
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import DependType
from circ.dialects.common.dominance import reverse_postorder
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.operation_search import Subclasses, operations_in
from circ.transforms.circuit.alias_classes import number_classes
from circ.transforms.circuit.choice_rules import in_form, inverse_of, swapped
from circ.transforms.circuit.gate_order import inputs_first, needed, reorder
from circ.transforms.circuit.merges import exchange_sides, selectors_of
from circ.transforms.circuit.order_stores import order_stores
from circ.transforms.circuit.splice import with_class
from circ.transforms.circuit.value_rules import COMMUTATIVE

COMMUTING = frozenset[type[Operation]]((*COMMUTATIVE, FAddOp, FMulOp, DependAndOp))
SELECTORS = frozenset[type[Operation]]((ValueSelectorOp, DependSelectorOp))
IS_STATE = Subclasses(StateGate, StateEntryOp)
IS_TYPED = Subclasses(ConversionGate, LoadOp)
HASH, OFFSET = 40, 24
"""Bits of a rank: of the hash, and of a constant that is added or the like."""
LEVEL = HASH + OFFSET
OTHERS, CONSTANTS = 1 << LEVEL, 1 << LEVEL + 40
"""What ranks begin with: parameters come first, in order, and constants last."""


class Ranks:
    """The ranks of a function's gates."""

    def __init__(self, func: FuncOp, compute: bool = True):
        """Rank all gates; or only the states, for a user that ranks inputs first."""
        self.gates = operations_in(func.body.block, Operation)
        self.states = _states(self.gates)
        """The reachable states, in order."""
        self.rank: dict[Operation, int] = {
            gate: OTHERS + i for i, gate in enumerate(self.states)
        }
        self._back: dict[Operation, int] = {}
        """What the flows of back edges add to the ranks of selectors of loops."""
        self.data = [
            gate for gate in inputs_first(self.gates) if not IS_STATE[type(gate)]
        ]
        if not compute:
            return
        self._compute()
        if self._find_alike():
            self._compute()

    def _compute(self) -> None:
        for gate in self.data:
            self.rank[gate] = self.rank_of(gate)

    def of(self, wire: SSAValue) -> int:
        """The rank of a wire."""
        assert isinstance(wire, OpResult)
        return self.rank.get(wire.op, 0) + wire.index

    def rank_of(self, gate: Operation) -> int:
        """The rank of a gate, from those of its operands."""
        kind = type(gate)
        if isinstance(gate, ArgOp):
            return gate.index.data
        if isinstance(gate, ConstantOp):
            code = _hash(_number(gate.result.type), gate.bits.data)
            return CONSTANTS + (_offset(gate.bits.data) << HASH) + code
        rank = self.rank
        operands = [rank.get(wire.op, 0) + wire.index for wire in operands_of(gate)]
        code = _code(kind)
        if kind in COMMUTING:
            operands.sort()
        elif isinstance(gate, ICmpOp | FCmpOp):
            condition = gate.condition.data
            if operands[0] > operands[1]:
                operands.reverse()
                condition = swapped(gate)
            code = crc32(condition.encode())
        elif kind in SELECTORS:
            merge = gate_of(gate.operands[0])
            if isinstance(merge, LoopBeginOp):
                operands[2:] = (self._back.get(gate, 0),)
            else:
                operands[1:] = [operands[1 + edge] for edge in self.edges(merge)]
        elif gate.properties or IS_TYPED[kind]:
            code += sum(map(_number, gate.properties.values()))
            code += sum(_number(result.type) for result in gate.results)
        level = offset = 0
        for operand in operands:
            if operand >= CONSTANTS:
                offset = operand >> HASH
            elif operand >> LEVEL > level:
                level = operand >> LEVEL
        if not offset and operands:
            offset = operands[-1] >> HASH
        offset &= (1 << OFFSET) - 1
        return (level + 1 << LEVEL) + (offset << HASH) + _hash(code, *operands)

    def edges(self, merge: Operation) -> list[int]:
        """The edges of a merge in order; a loop's is entered by the first one."""
        states = [self.of(state) for state in operands_of(merge)]
        if isinstance(merge, LoopBeginOp):
            states[0] = -1
        return sorted(range(len(states)), key=states.__getitem__)

    def _find_alike(self) -> bool:
        """Distinguish selectors of loops that have the same rank by further flows."""
        first: dict[int, Operation] = {}
        alike: set[Operation] = set()
        selectors = [gate for gate in self.data if type(gate) in SELECTORS]
        for gate in selectors:
            if first.setdefault(self.rank[gate], gate) is not gate:
                alike.add(gate_of(gate.operands[0]))
        for gate in selectors:
            merge = gate_of(gate.operands[0])
            if merge in alike and isinstance(merge, LoopBeginOp):
                flows = gate.operands[1:]
                edges = self.edges(merge)[1:]
                self._back[gate] = _hash(*(self.of(flows[edge]) for edge in edges))
        return bool(self._back)


def order_gates(func: FuncOp) -> None:
    """Put gates, and operands where their order is free, in an order by structure."""
    _join_constants(func)
    for branch in operations_in(func.body, IfBranchOp):
        _order_sides(branch)
    ranks = Ranks(func)
    if order_stores(func, ranks.of):
        ranks = Ranks(func)
    for gate in ranks.gates:
        if isinstance(gate, MergingState) and len(gate.operands) > 1:
            _order_edges(gate, ranks)
        elif type(gate) in COMMUTING or isinstance(gate, ICmpOp | FCmpOp):
            _order_operands(gate, ranks)
    reorder(func, ranks.gates, _order(ranks))
    number_classes(func)


def _join_constants(func: FuncOp) -> None:
    """Let equal constants be one gate, as passes after value numbering make more."""
    known: dict[tuple[Attribute, int], ConstantOp] = {}
    for gate in operations_in(func.body, ConstantOp):
        first = known.setdefault((gate.result.type, gate.bits.data), gate)
        if first is not gate:
            gate.result.replace_all_uses_with(first.result)
            gate.detach()
            gate.erase()


def _order_sides(branch: IfBranchOp) -> None:
    """Of a condition that only a branch needs and its inverse, take the usual one."""
    compare = gate_of(branch.condition)
    if not isinstance(compare, ICmpOp | FCmpOp) or in_form(compare):
        return
    if not branch.condition.has_one_use():
        return
    compare.condition = StringAttr(inverse_of(compare))
    exchange_sides(branch)


def _order_operands(gate: Operation, ranks: Ranks) -> None:
    found = [ranks.of(wire) for wire in operands_of(gate)]
    wanted = sorted(found)
    if found == wanted:
        return
    gate.operands = sorted(gate.operands, key=ranks.of)
    if isinstance(gate, ICmpOp | FCmpOp):
        gate.condition = StringAttr(swapped(gate))


def _order_edges(merge: MergingState, ranks: Ranks) -> None:
    edges = ranks.edges(merge)
    if edges == sorted(edges):
        return
    for selector in selectors_of(merge):
        flows = selector.flows
        selector.operands = [selector.merge, *(flows[edge] for edge in edges)]
    merge.operands = [merge.operands[edge] for edge in edges]


def _order(ranks: Ranks) -> list[Operation]:
    """Roots and parameters, each state after what it needs, and what none needs."""
    order = [gate for gate in ranks.gates if type(gate) in ROOTS]
    order.sort(key=lambda gate: ROOTS.index(type(gate)))
    arguments = [gate for gate in ranks.gates if type(gate) is ArgOp]
    order += sorted(arguments, key=ranks.rank.__getitem__)
    starts: list[Operation] = []
    for state in ranks.states:
        if isinstance(state, LoopBackOp):
            starts += _next_values(state, ranks)
        starts.append(state)
    rest = sorted(ranks.gates, key=lambda gate: ranks.rank.get(gate, 0))
    return inputs_first([*starts, *rest], order, _values_first)


def _values_first(gate: Operation) -> Sequence[SSAValue]:
    """
    What a gate needs, memory last.

    So that what uses a loaded value follows its load, and not all loads.
    """
    wires = needed(gate)
    values = [wire for wire in wires if wire.type.__class__ is not DependType]
    if len(values) == len(wires):
        return wires
    return [*values, *(wire for wire in wires if wire.type.__class__ is DependType)]


def _next_values(state: LoopBackOp, ranks: Ranks) -> list[Operation]:
    """What gives selectors of a loop their values for the next iteration."""
    found: list[Operation] = []
    for use in state.state.uses:
        merge = use.operation
        if isinstance(merge, MergingState):
            selectors = sorted(
                selectors_of(merge), key=lambda s: ranks.of(s.results[0])
            )
            found += (gate_of(each.flows[use.index]) for each in selectors)
    return found


def _states(gates: Sequence[Operation]) -> list[Operation]:
    """The reachable states: each before its successors but for loops."""
    states = [gate for gate in gates if IS_STATE[type(gate)]]
    for i, gate in enumerate(states):
        if isinstance(gate, StateEntryOp):
            states[0], states[i] = gate, states[0]
    return [states[i] for i in reverse_postorder(following_states(states))]


def following_states(states: Sequence[Operation]) -> list[list[int]]:
    """By index of a state, those of its successors: what comes first is last."""
    number = {gate: i for i, gate in enumerate(states)}
    successors: list[list[int]] = []
    for gate in states:
        users = [
            use.operation
            for result in gate.results[:1]
            for use in result.uses
            if use.operation in number
        ]
        if len(users) > 1:
            users.sort(key=_side, reverse=True)
        successors.append([number[user] for user in users])
    return successors


def _side(gate: Operation) -> int:
    """Where a side of a branch comes: the true one first, cases by value."""
    if isinstance(gate, SwitchCaseOp):
        return gate.value.data
    return -1 if isinstance(gate, IfTrueOp | IfSuccessOp) else 1 << 64


def _hash(*numbers: int) -> int:
    """Of numbers, so that it is the same in each process."""
    return hash(numbers) & ((1 << HASH) - 1)


def _offset(bits: int) -> int:
    """The part of a rank that a constant is."""
    return min(bits, (1 << OFFSET) - 1)


@cache
def _code(kind: type[Operation]) -> int:
    return crc32(kind.__name__.encode())


@cache
def _number(attribute: Attribute) -> int:
    if isinstance(attribute, MemoryAttr):
        attribute = with_class(attribute, "")  # its name depends on the order
    return crc32(str(attribute).encode())
