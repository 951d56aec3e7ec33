"""
Verification of a module: each operation once, and where values are visible.

`soundness` answers whether anything is wrong, and what is here finds what and where.
xDSL 0.74 verifies recursively, counts a region's blocks anew at the end of each of
them (quadratic in blocks), names no place, and checks neither dominance nor that a
value is used inside the region that defines it (docs/xdsl-notes.md). This verifier
checks what xDSL's does and these two as well. It is linear but for the dominator trees,
and does not recurse.
"""

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp, StringAttr, UnknownLoc
from xdsl.ir import (
    Attribute,
    Block,
    ErasedSSAValue,
    Operation,
    Region,
    SSAValue,
)
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic, name_of
from circ.dialects.common.dominance import DominatorTree
from circ.dialects.common.kinds import Kinds
from circ.dialects.common.local_rules import KNOWN, Rule
from circ.dialects.common.passed_values import CHECKS
from circ.dialects.common.soundness import Soundness
from circ.dialects.common.unchanging import unchanging


class Verifier:
    """Verifies one module, again and again while passes change it."""

    def __init__(self, module: ModuleOp):
        self._module = module
        self._soundness = Soundness(module)

    def verify(self) -> None:
        """Raise a `Diagnostic` for the first thing wrong in the module, if any."""
        if not self._soundness.holds():
            with unchanging():
                find_mistake(self._module)


def verify_module(module: ModuleOp) -> None:
    """Raise a `Diagnostic` for the first thing wrong in the module, if any."""
    Verifier(module).verify()


def find_mistake(module: ModuleOp) -> None:
    """The exact verifier: what is wrong, and where; five times as slow."""
    # First, since xDSL's check of isolation does not name the user's place.
    for region in module.regions:
        check_dominance(region)
    _check_symbols(module)
    verify_operation(module)


def _check_symbols(module: ModuleOp) -> None:
    """xDSL names the module where a symbol is defined twice, not the second place."""
    seen: set[str] = set()
    for op in module.ops:
        symbol = op.properties.get("sym_name")
        if isinstance(symbol, StringAttr):
            if symbol.data in seen:
                raise _error(op, f"@{symbol.data} must be defined once")
            seen.add(symbol.data)


def verify_operation(root: Operation) -> None:
    """
    Check the operation and all inside it, inner operations first.

    Values' places are not looked at: `check_dominance` does that, for a whole module.
    """
    kinds = Kinds()
    verify_shape = KNOWN.verifier()
    # Each entry: an operation and what is inside it that is not checked yet.
    work: list[tuple[Operation, Iterator[Operation]]] = [(root, _children(root, kinds))]
    while work:
        op, inside = work[-1]
        for child in inside:
            if child.regions:
                work.append((child, _children(child, kinds)))
                break
            _check_one(child, verify_shape)
        else:
            _check_one(op, verify_shape)
            work.pop()


def _children(op: Operation, kinds: Kinds) -> Iterator[Operation]:
    """The operations right inside `op`, after checking the shape of their blocks."""
    for region in op.regions:
        assert region.parent is op
        single = region.first_block is region.last_block
        for block in region.blocks:
            assert block.parent is region
            last = block.last_op
            if not single or kinds.of(op).needs_terminator:
                _check_end(op, last, kinds)
            for child in block.ops:
                assert child.parent is block
                if child.successors:
                    _check_successors(child, block)
                yield child


def _check_end(parent: Operation, last: Operation | None, kinds: Kinds) -> None:
    if last is None:
        # xDSL accepts an empty block beside others; nothing can be said of its end.
        raise _error(parent, "each block must end in a terminator, but one is empty")
    if not kinds.of(last).terminates:
        raise _error(last, "each block must end in a terminator, but this is none")


def _check_successors(op: Operation, block: Block) -> None:
    if block.last_op is not op:
        raise _error(op, "an operation with successors must end its block")
    for successor in op.successors:
        if successor.parent is not block.parent:
            raise _error(op, "a successor must be a block of the same region")


def _check_one(op: Operation, verify_shape: Rule) -> None:
    try:
        if op.regions:
            op.verify_()
        else:
            verify_shape(op)
        if (check := CHECKS.get(op.name)) is not None:
            check(op)
    except VerifyException as error:
        raise _error(op, str(error)) from error
    except Exception as error:
        if type(error) not in (Exception, ValueError):
            raise
        # As xDSL's memref.load and store do for a wrong number of indices, and
        # arith.addui_extended for a type that it does not know.
        raise _error(op, str(error)) from error


def check_dominance(root: Region) -> None:
    """
    Check that each value used in the region, or inside it, is visible there.

    A value is visible in the region that defines it and in those nested in that, but
    not beyond an operation that is isolated from above. Where the defining region is
    no graph region (a block that needs no terminator, as in a module or a circuit),
    the definition must also dominate the use. Unreachable blocks may use anything.
    """
    kinds = Kinds()
    order = _Order()
    position = order.position
    regions = [root]
    for region in regions:  # which grows: outer regions come first
        parent = region.parent
        is_graph = parent is not None and kinds.of(parent).has_graph
        for block in region.blocks:
            if not is_graph and not order.is_reachable(block):
                continue
            for op in block.ops:
                position[op] = len(position)
                for value in op.operands:
                    # Most definitions are right before, in the same block.
                    try:
                        owner = value.owner
                    except ValueError:  # the parser knew no definition in time
                        name = _operand(op, value)
                        message = f"{name} is not defined where it is used"
                        raise _error(op, message) from None
                    if owner is block or (
                        owner in position and owner.parent is block and owner is not op
                    ):
                        continue
                    if problem := _problem(value, op, kinds, order):
                        raise _error(op, f"{_operand(op, value)} {problem}")
                regions.extend(op.regions)


class _Order:
    """Which operations come first in a block, and which blocks dominate which."""

    def __init__(self) -> None:
        self.position: dict[Operation | Block, int] = {}
        """Rising along each block; of operations that were visited up to now."""
        self._trees: dict[Region, tuple[DominatorTree, dict[Block, int]]] = {}

    def _tree(self, region: Region) -> tuple[DominatorTree, dict[Block, int]]:
        if (found := self._trees.get(region)) is None:
            blocks = list(region.blocks)
            index = {block: i for i, block in enumerate(blocks)}
            successors = [
                # One of another region is a mistake that verify_operation names.
                [index[s] for s in block.last_op.successors if s in index]
                if block.last_op is not None
                else []
                for block in blocks
            ]
            found = self._trees[region] = (DominatorTree.compute(successors), index)
        return found

    def is_reachable(self, block: Block) -> bool:
        region = block.parent
        assert region is not None
        if region.first_block is block:
            return True
        tree, index = self._tree(region)
        return tree.is_reachable(index[block])

    def dominates(self, region: Region, a: Block, b: Block) -> bool:
        tree, index = self._tree(region)
        return tree.dominates(index[a], index[b])


def _problem(
    value: SSAValue, user: Operation, kinds: Kinds, order: _Order
) -> str | None:
    """What is wrong with this use of a value; None if nothing is."""
    assert not isinstance(value, ErasedSSAValue), f"'{user.name}' uses an erased value"
    owner = value.owner
    defining = owner if isinstance(owner, Block) else owner.parent
    region = defining.parent if defining is not None else None
    # Climb from the user to the operation around it in the defining region.
    around, block = user, user.parent
    isolated: Operation | None = None
    while block is not None and block.parent is not region:
        parent = block.parent_op()
        if isolated is None and parent is not None and kinds.of(parent).isolated:
            isolated = parent
        around, block = parent or around, parent.parent if parent is not None else None
    if region is None or defining is None or block is None:
        return "is used outside of the region that defines it"
    if isolated is not None:
        return f"is defined outside of '{name_of(isolated)}', which is isolated"
    if region.parent is not None and kinds.of(region.parent).has_graph:
        return None
    if block is not defining:
        dominates = order.dominates(region, defining, block)
    elif isinstance(owner, Block) or around not in order.position:
        return None  # an argument; or outside of what is being checked
    else:
        # Not visited yet means later; an operation does not dominate its own inside.
        here = order.position[around]
        dominates = order.position.get(owner, here) < here
    return None if dominates else "is used where its definition does not dominate"


def _operand(user: Operation, value: SSAValue) -> str:
    if value.name_hint is not None:
        return f"operand %{value.name_hint}"
    return f"operand {list(user.operands).index(value)}"


def _error(op: Operation, message: str) -> Diagnostic:
    return Diagnostic(
        place_around(op), f"'{name_of(op)}': {' '.join(str(message).split())}"
    )


def place_around(op: Operation) -> Attribute:
    """The operation's location, or that of the nearest one around it that has one."""
    around: Operation | None = op
    while around is not None:
        if not isinstance(around.location, UnknownLoc):
            return around.location
        around = around.parent_op()
    return op.location
