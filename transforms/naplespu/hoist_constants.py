"""
Loop-invariant constants and addresses: made once, in front of the loops around them.

Selection puts the constants that it knows of there by itself; here are those that
remain, addresses of symbols and of objects in the frame above all, from whatever made
the code. What needs a register for too long is made again by register allocation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.dominance import NONE
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.pseudos import REMATERIALIZABLE
from circ.transforms.naplespu.live_values import ControlFlow, terminator

Key = tuple[str, tuple[tuple[str, Attribute], ...]]
"""What an operation makes: operations with the same key make the same."""


@dataclass(frozen=True)
class HoistConstantsPass(ModulePass):
    """Make constants and addresses in front of loops, and once each there."""

    name = "naplespu-hoist-constants"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp):
                hoist_constants(func.body)


def hoist_constants(body: Region) -> int:
    """
    Hoist one function's; before register allocation.

    How many operations have moved or are no more; linear but for the depth of loops.
    """
    flow = ControlFlow.of(body)
    made: dict[tuple[int, Key], SSAValue] = {}
    changed = 0
    for number in _preorder(flow.tree.children, flow.tree.entry):
        target = _outside_loops(flow, number)
        for op in list(flow.blocks[number].ops):
            if not isinstance(op, REMATERIALIZABLE):
                continue
            key = op.name, tuple(sorted(op.properties.items()))
            known = made.get((target, key))
            if known is not None:
                op.results[0].replace_all_uses_with(known)
                op.detach()
                op.erase()
            elif target != number:
                op.detach()
                last = terminator(flow.blocks[target])
                flow.blocks[target].insert_op_before(op, last)
            if known is not None or target != number:
                changed += 1
            if known is None:
                made[target, key] = op.results[0]
    return changed


def _preorder(children: Sequence[Sequence[int]], entry: int) -> Iterator[int]:
    work = [entry]
    while work:
        number = work.pop()
        yield number
        work.extend(reversed(children[number]))


def _outside_loops(flow: ControlFlow, number: int) -> int:
    """The nearest dominator of a block in the shallowest loop on the way up."""
    while (header := flow.loops.header[number]) != NONE:
        above = flow.tree.idom[header]
        if above == NONE:
            break
        number = above
    return number
