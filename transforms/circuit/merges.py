"""
Keeping merges and their selectors in step while states disappear.

A selector has one flow for each predecessor of its merge, so that an edge and its flows
are removed together.
"""

from collections.abc import Iterable
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i32
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from circ.dialects.circuit.control import (
    DependRelayOp,
    DependSelectorOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    MergingState,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.types import DEPEND, STATE


def selectors_of(merge: MergingState) -> list[ValueSelectorOp | DependSelectorOp]:
    return [
        use.operation
        for use in merge.state.uses
        if isinstance(use.operation, ValueSelectorOp | DependSelectorOp)
    ]


def collapse_merge(merge: MergingState, rewriter: PatternRewriter) -> None:
    """
    Replace a merge of one state by an ORDINARY_BLOCK.

    Its memory becomes a relay: accesses that use it must not move above the state.
    """
    (predecessor,) = merge.predecessors
    block = OrdinaryBlockOp.create(
        operands=[predecessor], result_types=[STATE], location=merge.location
    )
    selectors = selectors_of(merge)
    rewriter.replace(merge, block)
    for selector in selectors:
        (flow,) = selector.flows
        if isinstance(selector, ValueSelectorOp):
            rewriter.replace(selector, [], [flow])
        else:
            relay = DependRelayOp.create(
                operands=[block.state, flow],
                result_types=[DEPEND],
                location=selector.location,
            )
            rewriter.replace(selector, relay)


def kill_states(states: Iterable[Operation], rewriter: PatternRewriter) -> None:
    """
    Erase states that became unreachable, and all that needs them.

    Forwards over the uses: merges lose the edges, the rest is dead, since a live gate
    takes nothing that is only there on a dead path (rule G12). Linear in what is dead.
    """
    dead: dict[int, Operation] = {}
    lost: dict[MergingState, set[int]] = {}
    work = list(states)
    while work:
        gate = work.pop()
        if id(gate) in dead:
            continue
        dead[id(gate)] = gate
        for result in gate.results:
            for use in result.uses:
                user = use.operation
                if isinstance(user, MergingState):
                    edges = lost.setdefault(user, set())
                    edges.add(use.index)
                    entered = not isinstance(user, LoopBeginOp) or 0 not in edges
                    if entered and len(edges) < len(user.operands):
                        continue
                elif isinstance(user, ValueSelectorOp | DependSelectorOp) and use.index:
                    continue
                work.append(user)
    for merge, edges in lost.items():
        if id(merge) not in dead:
            _drop_edges(merge, edges, rewriter)
    for gate in dead.values():
        rewriter.handle_operation_removal(gate)
        gate.operands = []
    for gate in dead.values():
        gate.detach()
        gate.erase()


def _drop_edges(
    merge: MergingState, edges: set[int], rewriter: PatternRewriter
) -> None:
    for selector in selectors_of(merge):
        kept = [flow for i, flow in enumerate(selector.flows) if i not in edges]
        selector.operands = [selector.merge, *kept]
        rewriter.notify_op_modified(selector)
    kept = [state for i, state in enumerate(merge.predecessors) if i not in edges]
    merge.operands = kept
    rewriter.notify_op_modified(merge)


def exchange_sides(branch: IfBranchOp) -> list[Operation]:
    """Let the true side of a branch be the false one; gives the new sides."""
    if branch.weights is not None:
        weights = cast(DenseArrayBase[IntegerType], branch.weights).get_values()
        branch.weights = DenseArrayBase.from_list(i32, list(reversed(weights)))
    made: list[Operation] = []
    for side in [use.operation for use in branch.state.uses]:
        kind = IfFalseOp if isinstance(side, IfTrueOp) else IfTrueOp
        other = kind.create(
            operands=[branch.state], result_types=[STATE], location=side.location
        )
        block = side.parent_block()
        assert block is not None
        block.insert_op_before(other, side)
        other.state.name_hint = side.results[0].name_hint
        side.results[0].replace_all_uses_with(other.state)
        side.detach()
        side.erase()
        made.append(other)
    return made
