"""
The basic blocks of a circuit: maximal straight-line sequences of state gates.

A block starts where control joins or splits (STATE_ENTRY, MERGE, LOOP_BEGIN, the sides
of a branch) and runs to the next such gate; ORDINARY_BLOCK and LOOP_BACK only extend
one. Unreachable state gates have no block. The rules are in
docs/reference/circuit.md, section 4; all linear in gates and wires.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation

from circ.dialects.circuit.control import (
    BRANCH_SIDES,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    MergeOp,
    StateEntryOp,
    StateGate,
    SwitchBranchOp,
    TerminalState,
)
from circ.dialects.circuit.gate import gate_of, state_result
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest

STARTS = frozenset({StateEntryOp, MergeOp, LoopBeginOp, *BRANCH_SIDES})
BRANCHES = frozenset({IfBranchOp, SwitchBranchOp})


@dataclass(frozen=True)
class ControlFlow:
    """Blocks by dense index, the entry being 0, and what follows from their edges."""

    states: list[list[Operation]]
    """The state gates of each block, in the order of control."""
    successors: list[list[int]]
    """IF_TRUE before IF_FALSE, the cases of a switch in the order of their gates."""
    predecessors: list[list[int]]
    block_of: dict[Operation, int]
    """The block of each state gate that the entry reaches."""
    tree: DominatorTree
    loops: LoopForest
    layout: list[int]
    """
    All blocks, each after its dominators, with loops contiguous.

    Where a branch leaves a loop the side that stays comes first, elsewhere IF_TRUE.
    """

    def flow_blocks(self, merge: Operation) -> list[int]:
        """The block that each flow of a merge comes from; `NONE` if unreachable."""
        return [self.block_of.get(gate_of(v), NONE) for v in merge.operands]


def control_flow(func: FuncOp) -> ControlFlow:
    """Follow the states from STATE_ENTRY; linear in state gates and edges."""
    entry = next((g for g in func.body.block.ops if isinstance(g, StateEntryOp)), None)
    if entry is None:
        raise Diagnostic(func.location, "the circuit has no STATE_ENTRY")
    states: list[list[Operation]] = []
    follow: list[list[Operation]] = []
    block_of: dict[Operation, int] = {}
    work: list[Operation] = [entry]
    block_of[entry] = 0
    starts: list[Operation] = [entry]
    while work:
        chain = [work.pop()]
        block = block_of[chain[0]]
        while True:
            nexts = _next_states(chain[-1])
            if len(nexts) != 1 or type(nexts[0]) in STARTS:
                break
            if nexts[0] in block_of:
                raise Diagnostic(
                    nexts[0].location,
                    "a state gate other than a merge must have one predecessor",
                )
            chain.append(nexts[0])
            block_of[nexts[0]] = block
        while len(states) <= block:
            states.append([])
            follow.append([])
        states[block], follow[block] = chain, nexts
        for state in reversed(nexts):
            if state not in block_of:
                block_of[state] = len(starts)
                starts.append(state)
                work.append(state)
    successors = [[block_of[state] for state in nexts] for nexts in follow]
    predecessors: list[list[int]] = [[] for _ in states]
    for block, targets in enumerate(successors):
        for target in targets:
            predecessors[target].append(block)
    tree = DominatorTree.compute(successors)
    loops = tree.loops
    return ControlFlow(
        states,
        successors,
        predecessors,
        block_of,
        tree,
        loops,
        _layout(successors, loops),
    )


def _next_states(state: Operation) -> list[Operation]:
    """The state gates that follow one, in the order that branches have."""
    if isinstance(state, TerminalState):
        return []
    result = state_result(state)
    assert result is not None
    found = [use.operation for use in result.uses]
    # Uses are newest first.
    nexts: list[Operation] = [
        gate for gate in reversed(found) if isinstance(gate, StateGate)
    ]
    if type(state) is IfBranchOp:
        nexts.sort(key=lambda gate: isinstance(gate, IfFalseOp))
        if [type(gate) for gate in nexts] != [IfTrueOp, IfFalseOp]:
            raise Diagnostic(
                state.location, "IF_BRANCH must have one IF_TRUE and one IF_FALSE"
            )
    elif not nexts:
        raise Diagnostic(state.location, "a state gate must have a successor")
    elif type(state) is not SwitchBranchOp and len(nexts) > 1:
        if not all(isinstance(gate, BRANCH_SIDES) for gate in nexts):
            message = "control must go on in one way, but has several"
            raise Diagnostic(state.location, message)
    return nexts


def _layout(successors: Sequence[Sequence[int]], loops: LoopForest) -> list[int]:
    """
    A reverse postorder in which the blocks of a loop are contiguous.

    What is visited first ends up last, so that successors in fewer loops go first, and
    among equals the later one.
    """
    order: list[int] = []
    seen = bytearray(len(successors))
    seen[0] = True

    def visit_order(block: int) -> list[int]:
        if len(successors[block]) == 1:
            return list(successors[block])
        return sorted(reversed(successors[block]), key=lambda s: loops.depth[s])

    path = [(0, iter(visit_order(0)))]
    while path:
        block, remaining = path[-1]
        for successor in remaining:
            if not seen[successor]:
                seen[successor] = True
                path.append((successor, iter(visit_order(successor))))
                break
        else:
            order.append(block)
            path.pop()
    order.reverse()
    return order
