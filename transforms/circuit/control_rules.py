"""
Patterns over control and memory: known branches, superfluous states and selectors.

The reference compiler folds no branch and prunes no state by a condition; its rules for
dead states (a merge drops dead inputs and its selectors the matching ones, a loop
without back edges becomes straight line) are here.
"""

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)

from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    BRANCH_SIDES,
    RELAY_STATES,
    DependAndOp,
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    MergeOp,
    MergingState,
    OrdinaryBlockOp,
    ReturnOp,
    StateEntryOp,
    SwitchBranchOp,
    SwitchCaseOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import RevOp
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.reports import count, done
from circ.transforms.circuit.merges import (
    collapse_merge,
    exchange_sides,
    kill_states,
    selectors_of,
)


def _take(
    branch: IfBranchOp | SwitchBranchOp, side: Operation, rewriter: PatternRewriter
) -> None:
    """Replace a branch by one of its sides; the others become dead."""
    count("branches folded")
    done(branch, "branch removed: its condition is constant")
    others = [use.operation for use in branch.state.uses if use.operation is not side]
    kill_states(others, rewriter)
    block = OrdinaryBlockOp.create(
        operands=[branch.predecessor], result_types=[STATE], location=side.location
    )
    rewriter.replace(side, block)
    rewriter.erase(branch)


class FoldBranch(RewritePattern):
    """An IF_BRANCH on a constant goes to one side."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: IfBranchOp, rewriter: PatternRewriter) -> None:
        if (known := constant_of(op.condition)) is None:
            return
        wanted = IfTrueOp if known else IfFalseOp
        sides = [use.operation for use in op.state.uses]
        _take(op, next(s for s in sides if isinstance(s, wanted)), rewriter)


class FoldSwitch(RewritePattern):
    """A SWITCH_BRANCH on a constant goes to its case; one without cases to DEFAULT."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SwitchBranchOp, rewriter: PatternRewriter) -> None:
        sides = [use.operation for use in op.state.uses]
        known = constant_of(op.selector)
        if known is None and len(sides) > 1:
            return
        default = next(s for s in sides if not isinstance(s, SwitchCaseOp))
        cases = (s for s in sides if isinstance(s, SwitchCaseOp))
        _take(op, next((s for s in cases if s.value.data == known), default), rewriter)


class InvertedBranch(RewritePattern):
    """A branch on not-x is a branch on x with its sides exchanged."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: IfBranchOp, rewriter: PatternRewriter) -> None:
        condition = gate_of(op.condition)
        if not isinstance(condition, RevOp):
            return
        count("branches inverted")
        op.operands = [op.predecessor, condition.value]
        for side in exchange_sides(op):
            rewriter.notify_op_modified(side)
        rewriter.notify_op_modified(op)


class CollapseMerge(RewritePattern):
    """A merge of one state, or a loop without back edges, is an ORDINARY_BLOCK."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, MergingState)
        if len(op.predecessors) == 1:
            count("merges of one path removed")
            collapse_merge(op, rewriter)


class EmptyBranch(RewritePattern):
    """A branch whose sides do nothing but meet again goes; of a merge, or of a side."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        merge = op if isinstance(op, MergeOp) else _only_user(op)
        if not isinstance(merge, MergeOp) or selectors_of(merge):
            return
        branch = _branch_before(merge)
        if not isinstance(branch, IfBranchOp | SwitchBranchOp):
            return
        sides = [gate_of(state) for state in merge.predecessors]
        if any(_only_user(side) is not merge for side in sides):
            return
        count("branches removed")
        done(branch, "branch removed: nothing depends on it")
        block = OrdinaryBlockOp.create(
            operands=[branch.predecessor], result_types=[STATE], location=merge.location
        )
        rewriter.replace(merge, block)
        for side in sides:
            rewriter.erase(side)
        rewriter.erase(branch)


def _only_user(gate: Operation) -> Operation | None:
    """What uses a state, if only one gate does."""
    uses = [*gate.results[0].uses]
    return uses[0].operation if len(uses) == 1 else None


class RemoveOrdinaryBlock(RewritePattern):
    """
    Remove an ORDINARY_BLOCK if its relays can be attached elsewhere.

    That is on the state before it, or nowhere: at the entry, and where the dependency
    is that state's own selector. Otherwise a load could move above the state.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: OrdinaryBlockOp, rewriter: PatternRewriter) -> None:
        before = gate_of(op.predecessor)
        uses = [use.operation for use in op.state.uses]
        relays = [gate for gate in uses if isinstance(gate, DependRelayOp)]
        if not isinstance(before, (*RELAY_STATES, StateEntryOp)):
            for relay in relays:
                flow = gate_of(relay.flow)
                if (
                    not isinstance(flow, DependSelectorOp)
                    or flow.merge is not op.predecessor
                ):
                    return
        if not isinstance(before, RELAY_STATES):
            for relay in relays:
                rewriter.replace(relay, [], [relay.flow])
        count("states removed")
        rewriter.replace(op, [], [op.predecessor])


class RedundantValueSelector(RewritePattern):
    """All flows are one value, or the selector itself."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ValueSelectorOp, rewriter: PatternRewriter) -> None:
        values = {id(flow): flow for flow in op.flows if flow is not op.result}
        if len(values) == 1:
            count("selectors removed")
            rewriter.replace(op, [], list(values.values()))


class SelectedCondition(RewritePattern):
    """A bit that is 1 after the true side of a branch, else 0, is the condition."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ValueSelectorOp, rewriter: PatternRewriter) -> None:
        if op.result.type != i1 or len(op.flows) != 2:
            return
        merge = gate_of(op.merge)
        if not isinstance(merge, MergeOp):
            return
        branch = _branch_before(merge)
        if not isinstance(branch, IfBranchOp):
            return
        sides = [gate_of(state) for state in merge.predecessors]
        expected = [int(isinstance(side, IfTrueOp)) for side in sides]
        if [constant_of(flow) for flow in op.flows] == expected:
            count("selectors removed")
            rewriter.replace(op, [], [branch.condition])


class RedundantDependSelector(RewritePattern):
    """
    All flows are one dependency, or the selector itself.

    Not where an access depends on it, which could move above the merge, unless that is
    where the two sides of a branch meet at once; and at a loop, which demands its
    memory, only where that demands nothing or another loop does.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: DependSelectorOp, rewriter: PatternRewriter
    ) -> None:
        flows = {id(flow): flow for flow in op.flows if flow is not op.depend}
        if len(flows) != 1:
            return
        (flow,) = flows.values()
        if isinstance(gate_of(op.merge), LoopBeginOp):
            gate = gate_of(flow)
            is_loop = isinstance(gate, DependSelectorOp) and isinstance(
                gate_of(gate.merge), LoopBeginOp
            )
            if not is_loop and not isinstance(gate, DependEntryOp):
                return
        merge = gate_of(op.merge)
        joins_at_once = isinstance(merge, MergeOp) and _branch_before(merge)
        if joins_at_once or all(
            isinstance(use.operation, ORDERED) for use in op.depend.uses
        ):
            count("dependencies removed")
            rewriter.replace(op, [], [flow])


def _branch_before(merge: MergeOp) -> Operation | None:
    """The branch whose sides all come straight to a merge, if nothing else does."""
    sides = {gate_of(state) for state in merge.predecessors}
    if not all(isinstance(side, BRANCH_SIDES) for side in sides):
        return None
    branch, *others = {side.operands[0] for side in sides}
    if others or {use.operation for use in branch.uses} != sides:
        return None
    return gate_of(branch)


ORDERED = (ReturnOp, DependSelectorOp, DependRelayOp)
"""Gates that forward a dependency and are fixed in a block."""


class RedundantRelay(RewritePattern):
    """What only forwards a relay's dependency needs none; nor do others, then."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DependRelayOp, rewriter: PatternRewriter) -> None:
        uses = [*op.depend.uses]
        ordered = [use for use in uses if isinstance(use.operation, ORDERED)]
        if len(ordered) == len(uses):
            count("dependencies removed")
            rewriter.replace(op, [], [op.flow])
            return
        for use in ordered:
            use.operation.operands[use.index] = op.flow
            rewriter.notify_op_modified(use.operation)


class JoinOnce(RewritePattern):
    """Drop repeated operands of a DEPEND_AND, and a DEPEND_AND of one operand."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DependAndOp, rewriter: PatternRewriter) -> None:
        flows = list({id(flow): flow for flow in op.flows}.values())
        if len(flows) == 1:
            rewriter.replace(op, [], flows)
        elif len(flows) < len(op.flows):
            rewriter.replace(
                op,
                DependAndOp.create(
                    operands=flows, result_types=[DEPEND], location=op.location
                ),
            )
