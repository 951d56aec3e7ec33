"""
A plain verifier, against which circ's is tested: each rule asked of each operation.

Where values are visible is looked at first, by walking up from each use, and then
every operation's `verify_`, xDSL's own, without anything remembered between them.
"""

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, ErasedSSAValue, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove

from circ.dialects.common.dominance import DominatorTree
from circ.dialects.common.stock_dialect_checks import CHECKS
from circ.dialects.common.verifier import TraitTable


class Wrong(Exception):
    """Something is wrong in a module."""


def need(condition: object) -> None:
    if not condition:
        raise Wrong


def find_mistake(module: ModuleOp) -> None:
    """Raise an exception, of whatever type, where anything is wrong."""
    traits = TraitTable()
    symbols = [
        symbol.data
        for op in module.ops
        if isinstance(symbol := op.properties.get("sym_name"), StringAttr)
    ]
    need(len(symbols) == len(set(symbols)))
    check_values(module, traits)
    for op in module.walk():
        check_blocks(op, traits)
        op.verify_()
        if (check := CHECKS.get(op.name)) is not None:
            check(op)


def check_blocks(op: Operation, traits: TraitTable) -> None:
    """The blocks of an operation, and what ends them."""
    for region in op.regions:
        need(region.parent is op)
        for block in region.blocks:
            need(block.parent is region)
            last = block.last_op
            if len(region.blocks) > 1 or traits.of(op).needs_terminator:
                need(last is not None and traits.of(last).terminates)
            for child in block.ops:
                need(child.parent is block)
                need(not child.successors or last is child)
                need(all(next.parent is region for next in child.successors))


def check_values(root: Operation, traits: TraitTable) -> None:
    """Each use of a value, but for those in unreachable blocks."""
    regions = list(root.regions)
    for region in regions:  # which grows
        parent = region.parent
        is_graph = parent is not None and traits.of(parent).has_graph
        tree, index = dominators(region)
        for block in region.blocks:
            if not is_graph and not tree.is_reachable(index[block]):
                continue
            for op in block.ops:
                for value in op.operands:
                    need(is_visible(value, op, traits))
                regions.extend(op.regions)


def dominators(region: Region) -> tuple[DominatorTree, dict[Block, int]]:
    blocks = list(region.blocks)
    index = {block: i for i, block in enumerate(blocks)}
    successors = [
        [] if last is None else [index[s] for s in last.successors if s in index]
        for last in (block.last_op for block in blocks)
    ]
    return DominatorTree.compute(successors), index


def is_visible(value: SSAValue, user: Operation, traits: TraitTable) -> bool:
    need(not isinstance(value, ErasedSSAValue))
    owner = value.owner
    defining = owner if isinstance(owner, Block) else owner.parent
    region = None if defining is None else defining.parent
    around, block = user, user.parent
    while block is not None and block.parent is not region:
        parent = block.parent_op()
        if parent is None or parent.has_trait(IsolatedFromAbove):
            return False
        around, block = parent, parent.parent
    if region is None or defining is None or block is None:
        return False
    if region.parent is not None and traits.of(region.parent).has_graph:
        return True
    if block is not defining:
        tree, index = dominators(region)
        return tree.dominates(index[defining], index[block])
    if isinstance(owner, Block):
        return True
    ops = list(block.ops)
    return ops.index(owner) < ops.index(around)
