"""
If-conversion: a branch that only chooses values becomes SELECTs.

    if (c) x = a + b; else x = d;     becomes     x = c ? a + b : d;

The sides do nothing but meet again, and what they compute is cheap: all gates are
total, so that both sides can be computed. That is one form for both ways to write it,
and joins blocks for later passes and the scheduler. In the end `branch_choices.py` lets
those be branches again that are faster so.
A LOAD behind the branch must not move above it: it stays behind the state before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import SelectOp
from circ.dialects.circuit.control import (
    BRANCH_SIDES,
    RELAY_STATES,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    MergeOp,
    OrdinaryBlockOp,
    StateEntryOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done, missed
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.choices import LIMIT, Choice
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.merges import selectors_of


@dataclass(frozen=True)
class Diamond:
    """A branch whose sides lead to one merge and do nothing before."""

    branch: IfBranchOp
    merge: MergeOp
    edges: tuple[int, int]
    """Those of the true and of the false side."""
    selectors: Sequence[ValueSelectorOp]
    """Of the merge, those that choose between different values of the two sides."""


def _diamond(merge: MergeOp) -> Diamond | None:
    """A branch whose sides meet in a merge, perhaps with other states."""
    edges: dict[Operation, int] = {}
    for edge, state in enumerate(merge.predecessors):
        side = gate_of(state)
        if not isinstance(side, IfTrueOp | IfFalseOp) or not state.has_one_use():
            continue
        branch = gate_of(side.predecessor)
        other = edges.setdefault(branch, edge)
        if other == edge or not isinstance(branch, IfBranchOp):
            continue
        selectors: list[ValueSelectorOp] = []
        for gate in selectors_of(merge):
            if gate.flows[edge] is gate.flows[other]:
                continue
            if not isinstance(gate, ValueSelectorOp):
                return None
            selectors.append(gate)
        sides = (edge, other) if isinstance(side, IfTrueOp) else (other, edge)
        return Diamond(branch, merge, sides, selectors)
    return None


def convert_branches(func: FuncOp, limit: int = LIMIT) -> int:
    """Convert what qualifies; returns the number of branches."""
    merges = operations_in(func.body, MergeOp)
    if not merges:
        return 0
    converter = _Converter(func, limit)
    pending = list(reversed(merges))
    converted = 0
    while pending:
        merge = pending.pop()
        if merge.parent is None:
            continue
        try:
            following = converter.convert(merge)
        except Diagnostic:  # told where the circuit is lowered
            break
        if following is not None:
            converted += 1
            pending += following
    if converted:
        count("branches converted", converted)
        simplify(func, converter.changed)
    return converted


class _Converter:
    def __init__(self, func: FuncOp, limit: int):
        self.func = func
        self.limit = limit
        self.changed: list[Operation] = []
        self._graph: CircuitGraph | None = None

    def convert(self, merge: MergeOp) -> list[MergeOp] | None:
        """Convert a branch that meets in a merge; gives merges to look at again."""
        diamond = _diamond(merge)
        if diamond is None:
            return None
        branch = diamond.branch
        choice = Choice(branch.condition, diamond.selectors, diamond.edges)
        cost = choice.cost()
        if cost is None or cost > self.limit:
            reason = "much" if cost is None else f"{cost}"
            missed(branch, f"stays a branch: to choose between values costs {reason}")
            return None
        before = branch.predecessor
        sides = [gate_of(merge.predecessors[edge]) for edge in diamond.edges]
        is_only = len(merge.predecessors) == 2
        if is_only:
            before = self._place(merge, before)
        done(branch, "became a choice between values")
        for selector in diamond.selectors:
            self._select(diamond, selector)
        if is_only:
            self._collapse(merge, before)
        else:
            self._drop_edge(diamond)
        erase_gates([*sides, branch])
        users = [use.operation for use in before.uses]
        self.changed += users
        found = [] if is_only else [merge]
        for user in users:
            if isinstance(user, MergeOp):
                found.append(user)
        side = gate_of(before)
        if isinstance(side, BRANCH_SIDES):
            found += (
                use.operation
                for use in side.results[0].uses
                if isinstance(use.operation, MergeOp)
            )
        return found

    def _select(self, diamond: Diamond, selector: ValueSelectorOp) -> None:
        """Let a selector take one value for both sides."""
        flows = [selector.flows[edge] for edge in diamond.edges]
        made = SelectOp.create(
            operands=[diamond.branch.condition, *flows],
            result_types=[selector.result.type],
            location=selector.location,
        )
        made.result.name_hint = selector.result.name_hint
        _insert(made, selector)
        for edge in diamond.edges:
            selector.operands[1 + edge] = made.result
        self.changed.append(made)

    def _drop_edge(self, diamond: Diamond) -> None:
        """Let the state before the branch lead to the merge, once."""
        merge = diamond.merge
        kept, dropped = diamond.edges
        for selector in selectors_of(merge):
            flows = [v for edge, v in enumerate(selector.flows) if edge != dropped]
            selector.operands = [selector.merge, *flows]
            self.changed.append(selector)
        states = [*merge.predecessors]
        states[kept] = diamond.branch.predecessor
        del states[dropped]
        merge.operands = states
        self.changed.append(merge)

    def _place(self, merge: MergeOp, before: SSAValue) -> SSAValue:
        """
        The state that takes a merge's place: the one before, or a block after it.

        A block where memory has no state to be put behind: relays cannot be attached to
        a loop.
        """
        place = gate_of(before)
        memory = (s.flows[0] for s in selectors_of(merge) if _is_memory(s))
        if not isinstance(place, LoopBeginOp) or all(
            self._is_behind(flow, place) for flow in memory
        ):
            return before
        block = OrdinaryBlockOp.create(
            operands=[before], result_types=[STATE], location=merge.location
        )
        _insert(block, merge)
        return block.state

    def _collapse(self, merge: MergeOp, before: SSAValue) -> None:
        """Let what follows a merge follow another state."""
        selectors = selectors_of(merge)
        for selector in selectors:
            flow = selector.flows[0]
            if isinstance(selector, DependSelectorOp):
                flow = self._behind(before, flow, selector)
            self.changed += (use.operation for use in selector.results[0].uses)
            selector.results[0].replace_all_uses_with(flow)
        merge.state.replace_all_uses_with(before)
        erase_gates([*selectors, merge])

    def _behind(
        self, state: SSAValue, flow: SSAValue, selector: DependSelectorOp
    ) -> SSAValue:
        """Memory as in a flow, but not before control is in a state."""
        place = gate_of(state)
        if isinstance(place, StateEntryOp) or self._is_behind(flow, place):
            return flow
        if isinstance(place, RELAY_STATES):
            made = DependRelayOp.create(
                operands=[state, flow],
                result_types=[DEPEND],
                location=selector.location,
            )
        else:
            assert isinstance(place, MergeOp)
            made = DependSelectorOp.create(
                operands=[state, *(flow for _ in place.predecessors)],
                result_types=[DEPEND],
                location=selector.location,
            )
        _insert(made, selector)
        self.changed.append(made)
        return made.depend

    def _is_behind(self, flow: SSAValue, place: Operation) -> bool:
        """Is memory in a flow only known when control is in a state, or later?"""
        if self._graph is None:
            self._graph = CircuitGraph.of(self.func)
        graph = self._graph
        state, gate = graph.index.get(id(place)), graph.index.get(id(flow.owner))
        if state is None or gate is None:
            return False
        return graph.tree.dominates(graph.number[state], graph.earliest[gate])


def _is_memory(selector: Operation) -> bool:
    return isinstance(selector, DependSelectorOp)


def _insert(made: Operation, place: Operation) -> None:
    block = place.parent_block()
    assert block is not None
    block.insert_op_before(made, place)


@dataclass(frozen=True)
class CircuitIfConversionPass(CircuitPass):
    """Compute both sides of branches that only choose between cheap values."""

    name = "circuit-if-conversion"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = LIMIT
    """Limit on what both sides and the choice of their values cost."""

    def run(self, func: FuncOp) -> None:
        convert_branches(func, self.limit)
