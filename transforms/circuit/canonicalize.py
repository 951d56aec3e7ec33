"""Canonicalizes circuits by the rules in `value_rules` and `control_rules`."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

from circ.dialects.circuit import GATES
from circ.dialects.circuit.control import (
    BRANCH_SIDES,
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    LoopBeginOp,
    MergeOp,
    OrdinaryBlockOp,
    SwitchBranchOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.control_rules import (
    CollapseMerge,
    EmptyBranch,
    FoldBranch,
    FoldSwitch,
    InvertedBranch,
    JoinOnce,
    RedundantDependSelector,
    RedundantRelay,
    RedundantValueSelector,
    RemoveOrdinaryBlock,
    SelectedCondition,
)
from circ.transforms.circuit.dead_gates import erase_dead_gates
from circ.transforms.circuit.sort import sort_gates
from circ.transforms.circuit.value_rules import Simplify, rules_of
from circ.transforms.common.worklist import Patterns, rewrite_region

CONTROL_PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    IfBranchOp: (FoldBranch(), InvertedBranch()),
    SwitchBranchOp: (FoldSwitch(),),
    MergeOp: (CollapseMerge(), EmptyBranch()),
    **dict.fromkeys(BRANCH_SIDES, (EmptyBranch(),)),
    LoopBeginOp: (CollapseMerge(),),
    OrdinaryBlockOp: (RemoveOrdinaryBlock(),),
    ValueSelectorOp: (RedundantValueSelector(), SelectedCondition()),
    DependSelectorOp: (RedundantDependSelector(),),
    DependRelayOp: (RedundantRelay(),),
    DependAndOp: (JoinOnce(),),
}

VALUE_PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    kind: (Simplify(rules_of(kind)),)
    for kind in GATES.values()
    if issubclass(kind, PureGate)
}

PATTERNS: Patterns = CONTROL_PATTERNS | VALUE_PATTERNS
"""The patterns of each class of gates."""


def canonicalize(func: FuncOp, limit: int | None = None) -> int:
    """Canonicalize a function; returns the number of rewrites."""
    erase_dead_gates(func)
    count = rewrite_region(func.body, PATTERNS, limit)
    # Erased gates may have kept a relay or selector in place.
    around: list[Operation] = []
    while erase_dead_gates(func, around) and count != limit:
        rest = None if limit is None else limit - count
        if not (more := rewrite_region(func.body, PATTERNS, rest, _alive(around))):
            break
        around = []
        count += more
    sort_gates(func)
    return count


def simplify(func: FuncOp, changed: Iterable[Operation]) -> None:
    """
    Canonicalize what has changed, and what follows from it; then erase dead gates.

    Much cheaper than `canonicalize` where little has changed.
    """
    rewrite_region(func.body, PATTERNS, seeds=_alive(changed))
    # Erased gates may have kept a relay or selector in place.
    around: list[Operation] = []
    if erase_dead_gates(func, around):
        if rewrite_region(func.body, PATTERNS, seeds=_alive(around)):
            erase_dead_gates(func)
    sort_gates(func)


def _alive(gates: Iterable[Operation]) -> list[Operation]:
    return [gate for gate in gates if gate.parent is not None]


@dataclass(frozen=True)
class CircuitCanonicalizePass(CircuitPass):
    """
    Fold, simplify and prune; then remove dead gates and sort.

    Gates of constants are folded. Where the values that operands can have say so, a
    result becomes a constant or an operand; identities give cheaper gates; constants go
    to the right, and a subtraction of one becomes an addition. Branches and switches on
    constants go, and so do states, selectors and relays without a purpose.
    """

    name = "circuit-canonicalize"
    ANY_ARCH: ClassVar[bool] = True

    limit: int | None = None
    """Stop after this many rewrites, to bisect a miscompilation."""

    def run(self, func: FuncOp) -> None:
        canonicalize(func, self.limit)
