"""
Reductions of control flow: regions inlined, branches that go one way, blocks joined.
"""

from collections.abc import Sequence

from xdsl.dialects import cf
from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, i32
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from circ.dialects.circuit.control import FuncOp as CircuitOp
from circ.dialects.circuit.control import (
    IfBranchOp,
    MergingState,
    OrdinaryBlockOp,
    SwitchBranchOp,
)
from circ.dialects.circuit.types import STATE
from circ.dialects.common.module_functions import is_function
from circ.dialects.gen import control as gen
from circ.dialects.gen.structured import IfOp, WhileOp
from circ.dialects.llvlir import control as llvlir
from circ.dialects.naplespu import ops as naplespu
from circ.transforms.circuit.dead_gates import erase_dead_gates
from circ.transforms.circuit.merges import collapse_merge, kill_states
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks
from circ.transforms.reduce.operations import (
    constant_instead,
    inside_functions,
    replace_by_constant,
)

# region Branches between blocks

JUMPS: dict[str, type[Operation]] = {
    "source": cf.BranchOp,
    "llvlir": llvlir.JumpOp,
    "gen": gen.BranchOp,
    "naplespu": naplespu.JumpOp,
}


def passed(op: Operation) -> list[tuple[int, int]] | None:
    """For each successor, the first index and the count of its operands."""
    match op:
        case cf.BranchOp() | llvlir.JumpOp() | naplespu.JumpOp():
            return [(0, len(op.operands))]
        case cf.ConditionalBranchOp():
            counts = [len(op.then_arguments), len(op.else_arguments)]
        case llvlir.CompareBranchOp() | naplespu.ConditionalBranch():
            counts = [len(op.taken_arguments), len(op.next_arguments)]
        case cf.SwitchOp():
            counts = [len(op.default_operands), *(len(o) for o in op.case_operand)]
        case llvlir.TableBranchOp():
            counts = [len(op.default_arguments), *(len(v) for _, v in op.edges)]
        case (
            gen.BranchOp()
            | gen.CondBranchOp()
            | gen.IndirectBranchOp()
            | IfOp()
            | WhileOp()
        ):
            counts = [0] * len(op.successors)
        case _:
            return None
    start = len(op.operands) - sum(counts)
    places: list[tuple[int, int]] = []
    for count in counts:
        places.append((start, count))
        start += count
    return places


SWITCHES = (cf.SwitchOp, llvlir.TableBranchOp)
"""Branches that hold the counts of the passed values in another property."""


class TakeBranch:
    """Replace a branch by a jump to one of its successors: the first, or the last."""

    def __init__(self, level: str, successor: int):
        self.level, self.successor = level, successor

    def sites(self, module: ModuleOp) -> list[Operation]:
        return [
            op
            for op in inside_functions(module)
            if len(op.successors) > 1 and passed(op) is not None
        ]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        chosen = self.sites(module)[start:end]
        for op in chosen:
            places, block = passed(op), op.parent
            assert places is not None and block is not None
            first, count = places[self.successor]
            jump = JUMPS[self.level].create(
                operands=op.operands[first : first + count],
                successors=[op.successors[self.successor]],
                location=op.location,
            )
            Rewriter.erase_op(op)
            block.add_op(jump)
        for function in module.ops:
            if is_function(function):
                for region in function.regions:
                    if region.first_block is not None:
                        erase_unreachable_blocks(region)
        return bool(chosen)


class JoinBlocks:
    """Merge a block into its only predecessor, if that ends in a jump."""

    def sites(self, module: ModuleOp) -> list[Block]:
        predecessors: dict[Block, int] = {}
        jumps: dict[Block, Operation] = {}
        for op in inside_functions(module):
            for successor in op.successors:
                predecessors[successor] = predecessors.get(successor, 0) + 1
                if len(op.successors) == 1 and passed(op) is not None:
                    jumps[successor] = op
        return [
            block
            for block, count in predecessors.items()
            if count == 1
            and block in jumps
            and jumps[block].parent is not block
            and not _is_entry(block)
        ]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        chosen = set(self.sites(module)[start:end])
        for op in list(inside_functions(module)):
            if len(op.successors) != 1 or op.successors[0] not in chosen:
                continue
            block, before, operands = op.successors[0], op.parent, list(op.operands)
            assert before is not None
            Rewriter.erase_op(op)
            Rewriter.inline_block(block, InsertPoint.at_end(before), operands)
        return bool(chosen)


def _is_entry(block: Block) -> bool:
    return block.parent is None or block.parent.blocks.first is block


class DropBlockArguments:
    """Replace block arguments by constants."""

    def __init__(self, level: str):
        self.level = level

    def sites(self, module: ModuleOp) -> list[tuple[Block, int]]:
        found: dict[Block, None] = {}
        fixed: set[Block] = set()
        for op in inside_functions(module):
            for successor in op.successors:
                found[successor] = None
                if passed(op) is None or isinstance(op, SWITCHES):
                    fixed.add(successor)
        return [
            (block, i)
            for block in found
            if block not in fixed and not _is_entry(block)
            for i in range(len(block.args))
        ]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        gone: dict[Block, list[int]] = {}
        for block, position in self.sites(module)[start:end]:
            if replace_by_constant(self.level, block.args[position]):
                gone.setdefault(block, []).append(position)
        for op in list(inside_functions(module)):
            if any(successor in gone for successor in op.successors):
                _pass_less(op, gone)
        for block, positions in gone.items():
            for position in reversed(positions):
                block.erase_arg(block.args[position])
        return bool(gone)


def _pass_less(op: Operation, gone: dict[Block, list[int]]) -> None:
    places = passed(op)
    assert places is not None
    operands: list[SSAValue] = list(op.operands[: places[0][0]])
    counts = [1] * len(operands)
    for successor, (first, count) in zip(op.successors, places, strict=True):
        dropped = set(gone.get(successor, ()))
        kept = [op.operands[first + i] for i in range(count) if i not in dropped]
        operands += kept
        counts.append(len(kept))
    op.operands = operands
    if "operandSegmentSizes" in op.properties:
        op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, counts)


# endregion
# region Regions


class InlineRegion:
    """Replace an operation with regions by the body of one of them."""

    def __init__(self, level: str, region: int):
        self.level, self.region = level, region

    def sites(self, module: ModuleOp) -> list[Operation]:
        return [
            op
            for op in inside_functions(module)
            if len(op.regions) > self.region
            and op.regions[self.region].blocks.first is not None
            and op.regions[self.region].first_block
            is op.regions[self.region].last_block
        ]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        changed = False
        # From the last on: inner ones first.
        for op in reversed(self.sites(module)[start:end]):
            changed |= self._inline(op)
        return changed

    def _inline(self, op: Operation) -> bool:
        """Inline the block; operands of the same type replace arguments and results."""
        block = op.regions[self.region].block
        end = block.last_op
        if end is None or not end.has_trait(IsTerminator) or end.successors:
            return False
        arguments = _matched(self.level, op, block.args, list(op.operands))
        if arguments is None:
            return False
        for argument, value in zip(block.args, arguments, strict=True):
            argument.replace_all_uses_with(value)
        results = _matched(self.level, op, op.results, list(end.operands))
        if results is None:
            return False
        Rewriter.erase_op(end)
        Rewriter.inline_block(block, InsertPoint.before(op))
        Rewriter.replace_op(op, (), results)
        return True


def _matched(
    level: str, op: Operation, targets: Sequence[SSAValue], values: list[SSAValue]
) -> list[SSAValue] | None:
    """For each target, the next value of its type, else a constant."""
    found: list[SSAValue] = []
    for target in reversed(targets):
        while values and values[-1].type != target.type:
            values.pop()
        if values:
            found.append(values.pop())
            continue
        constant = constant_instead(level, op, target)
        if constant is None:
            return None
        found.append(constant)
    return found[::-1]


# endregion
# region Circuits


class TakeSide:
    """Replace a circuit's branch by one of its sides."""

    def __init__(self, side: int):
        self.side = side

    def sites(self, module: ModuleOp) -> list[Operation]:
        return [
            op
            for op in inside_functions(module)
            if isinstance(op, IfBranchOp | SwitchBranchOp)
        ]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        chosen = self.sites(module)[start:end]
        for op in chosen:
            if op.parent is None:
                continue  # dead since another branch goes one way
            assert isinstance(op, IfBranchOp | SwitchBranchOp)
            sides = [use.operation for use in op.state.uses]
            side = sides[self.side % len(sides)]
            rewriter = PatternRewriter(op)
            kill_states([other for other in sides if other is not side], rewriter)
            block = OrdinaryBlockOp.create(
                operands=[op.predecessor], result_types=[STATE], location=side.location
            )
            rewriter.replace(side, block)
            rewriter.erase(op)
        # A merge that control reaches on one way only is none.
        for op in list(inside_functions(module)):
            if isinstance(op, MergingState) and len(op.operands) == 1:
                collapse_merge(op, PatternRewriter(op))
        return bool(chosen)


class DropDeadGates:
    """Erase what no reachable state of a circuit demands."""

    def sites(self, module: ModuleOp) -> list[Operation]:
        return [op for op in module.ops if isinstance(op, CircuitOp)]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        gone = 0
        for op in self.sites(module)[start:end]:
            assert isinstance(op, CircuitOp)
            gone += erase_dead_gates(op)
        return gone > 0


# endregion
