"""
Structural analysis: IF, ELSE, ENDIF and WHILE for branches that nest, and back.

As Beignet's structurizer does, parts of the graph are replaced by one node until
nothing matches: two nodes that follow each other, a branch around one node or to one of
two (if-then, if-then-else), and a node that branches back to itself. A barrier is in
none of them, but in the last, and an arm has less than a thousand instructions.
What does not match keeps its branches, which the machine does by masks: each lane has
the number of the block that it waits for. A jump target (JIP) of a block is where to go
when no lane waits for it; `jump_targets` finds those as Beignet does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.reports import count
from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    ElseOp,
    EndIfOp,
    FuncOp,
    IfOp,
    Instruction,
    WhileOp,
)
from circ.dialects.gen.function import STRUCTURED
from circ.dialects.gen.structured import parts_lanes

LONGEST_ARM = 999
"""Instructions: an IF's jump has a limited distance."""


@dataclass(frozen=True)
class GenStructurePass(ModulePass):
    """Branches that nest become IF, ELSE, ENDIF and WHILE."""

    name = "gen-structure"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp) and not func.is_declaration:
                structure(func)


@dataclass(frozen=True)
class GenExpandStructurePass(ModulePass):
    """IF, ELSE, ENDIF and WHILE become branches."""

    name = "gen-expand-structure"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp) and not func.is_declaration:
                expand_structure(func)


# region Analysis

Kind = Literal["block", "serial", "if", "if-else", "loop"]


@dataclass(eq=False)
class Part:
    """A part of a function with one entry: a block, or several other parts."""

    kind: Kind
    parts: list["Part"]
    """The parts in order: of an if its head comes first."""
    entry: Block
    exit: Block
    """The block whose branch leaves the part."""
    size: int
    waits: bool
    """Has it a barrier?"""
    number: int
    successors: list["Part"] = field(default_factory=list["Part"])
    predecessors: dict["Part", None] = field(default_factory=dict["Part", None])
    marks: list[Block] = field(default_factory=list[Block])
    """The new blocks of an if: that of its ELSE if it has one, and of its ENDIF."""


class Structure:
    """The parts of a function; near-linear in blocks and edges."""

    def __init__(self, func: FuncOp):
        self.joined: list[Part] = []
        """Parts of several, inner ones first."""
        parts: dict[Block, Part] = {}
        for number, block in enumerate(func.body.blocks):
            instructions = [op for op in block.ops if isinstance(op, Instruction)]
            waits = any(op.ROW.kind == "Sync" for op in instructions)
            size = len(instructions)
            parts[block] = Part("block", [], block, block, size, waits, number)
        for block, part in parts.items():
            assert block.last_op is not None
            part.successors = [
                parts[target] for target in dict.fromkeys(block.last_op.successors)
            ]
            for target in part.successors:
                target.predecessors[part] = None
        self.live = dict.fromkeys(parts.values())
        work = list(self.live)
        while work:
            part = work.pop()
            if part in self.live and (match := _match(part)) is not None:
                whole = self._join(*match)
                work += [*whole.predecessors, whole]

    @property
    def outermost(self) -> list[Part]:
        """The outermost parts, in the order of their first blocks."""
        return sorted(self.live, key=lambda part: part.number)

    def _join(self, kind: Kind, parts: list[Part]) -> Part:
        first, last = parts[0], parts[-1]
        inside = set(parts)
        size = sum(part.size for part in parts)
        waits = any(part.waits for part in parts)
        whole = Part(kind, parts, first.entry, last.exit, size, waits, first.number)
        # The last of two that follow each other may branch back to the first.
        again = {first: whole} if kind == "serial" else {}
        whole.successors = [
            again.get(to, to)
            for to in last.successors
            if to in again or to not in inside
        ]
        whole.predecessors = {
            source: None for source in first.predecessors if source not in inside
        }
        for part in parts:
            self.live.pop(part)
        self.live[whole] = None
        self.joined.append(whole)
        for target in whole.successors:
            for part in parts:
                target.predecessors.pop(part, None)
            target.predecessors[whole] = None
        for source in whole.predecessors:
            source.successors = [
                whole if target is first else target for target in source.successors
            ]
        return whole


def _match(part: Part) -> tuple[Kind, list[Part]] | None:
    """What a part begins, and the parts of that."""
    branch = part.exit.last_op
    if part in part.successors:
        again = isinstance(branch, CondBranchOp) and branch.taken is part.entry
        return ("loop", [part]) if again and len(part.successors) > 1 else None
    if part.waits or not part.successors:
        return None
    if len(part.successors) == 1:
        (next,) = part.successors
        alone = len(next.predecessors) == 1 and not next.waits
        return ("serial", [part, next]) if alone else None
    if len(part.successors) > 2 or not isinstance(branch, CondBranchOp):
        return None
    taken, other = part.successors
    if _is_arm(taken) and _is_arm(other) and taken.successors == other.successors:
        back = part in taken.successors
        return None if back else ("if-else", [part, taken, other])
    for arm, join in ((taken, other), (other, taken)):
        if _is_arm(arm) and arm.successors == [join]:
            return ("if", [part, arm])
    return None


def _is_arm(part: Part) -> bool:
    alone = len(part.predecessors) == 1 and len(part.successors) == 1
    return alone and not part.waits and part.size <= LONGEST_ARM


# endregion
# region Jump targets


def jump_targets(func: FuncOp) -> dict[Block, Block]:
    """
    The jump target of each block that has one: the next block where lanes may wait.

    A structure counts as one block; linear but for a heap of the blocks waited for.
    """
    number = {block: i for i, block in enumerate(func.body.blocks)}
    blocks = list(number)
    inside = bytearray(len(blocks))
    for i, block in enumerate(blocks):
        match op := block.last_op:
            case WhileOp():
                first, last = number[op.loop], i
            case IfOp():
                first, last = i, number[op.other]
            case ElseOp():
                first, last = i, number[op.next]
            case _:
                continue
        inside[first + 1 : last + 1] = bytes([1]) * max(last - first, 0)
    going_on: dict[int, list[int]] = {}
    """By block, those after the branches back to it."""
    for i, block in enumerate(blocks):
        for target in _far_targets(block):
            if number[target] <= i and i + 1 < len(blocks):
                going_on.setdefault(number[target], []).append(i + 1)
    waiting: list[int] = []
    found: dict[Block, Block] = {}
    for i, block in enumerate(blocks):
        while waiting and waiting[0] <= i:
            heappop(waiting)
        for after in going_on.get(i, ()):
            heappush(waiting, after)
        if not inside[i] and waiting:
            found[block] = blocks[waiting[0]]
        for target in _far_targets(block):
            if number[target] > i:
                heappush(waiting, number[target])
    return found


def _far_targets(block: Block) -> Sequence[Block]:
    """The blocks that a block branches to, but for structured branches."""
    op = block.last_op
    if op is None or isinstance(op, STRUCTURED):
        return ()
    return [to for to in op.successors if to is not block.next_block]


# endregion
# region Rewriting


def structure(func: FuncOp) -> None:
    """Rewrite the branches of a function in place."""
    expand_structure(func)
    found = Structure(func)
    for part in found.joined:
        match part.kind:
            case "loop":
                _make_while(part)
            case "serial":
                part.exit = part.parts[-1].exit
            case _:
                _make_if(part)
    layout: list[Block] = []
    work: list[Part | Block] = [*reversed(found.outermost)]
    while work:
        part = work.pop()
        if isinstance(part, Block):
            layout.append(part)
        elif not part.parts:
            layout.append(part.entry)
        elif part.marks:
            head, then, *other = part.parts
            *mark, end = part.marks
            work += reversed([head, then, *mark, *other, end])
        else:
            work += reversed(part.parts)
    for block in list(func.body.blocks):
        func.body.detach_block(block)
    func.body.add_block(layout)


def _make_while(part: Part) -> None:
    part.exit = part.parts[0].exit
    branch = part.exit.last_op
    assert isinstance(branch, CondBranchOp)
    mark = WhileOp.of(branch.condition, branch.taken, branch.next, branch.location)
    Rewriter.replace_op(branch, mark, [])
    count("loops structured")


def _make_if(part: Part) -> None:
    head, then, *other = part.parts
    branch = head.exit.last_op
    assert isinstance(branch, CondBranchOp)
    location, inverted = branch.location, branch.taken is not then.entry
    join, end = part.successors[0].entry, Block()
    end.add_op(EndIfOp.of(join, location=location))
    part.marks, part.exit = [end], end
    around = end
    if other:
        mark = Block([ElseOp.of(end, location=location)])
        part.marks = [mark, end]
        around = other[0].entry
        _redirect(other[0], join, end)
    _redirect(then, join, part.marks[0])
    new = IfOp.of(branch.condition, then.entry, around, inverted, location)
    Rewriter.replace_op(branch, new, [])
    count("branches structured")


def _redirect(arm: Part, join: Block, to: Block) -> None:
    op = arm.exit.last_op
    assert op is not None
    for i, target in enumerate(op.successors):
        if target is join:
            op.successors[i] = to


def expand_structure(func: FuncOp) -> None:
    """
    Make structured branches those that they stand for; linear.

    Raises a Diagnostic where lanes may part: other branches are uniform.
    """
    for block in func.body.blocks:
        if (end := block.last_op) is not None and parts_lanes(end, func.lane_count):
            raise unsupported(end, "a branch on a varying register")
        match op := block.last_op:
            case IfOp():
                targets = (op.then, op.other)
                taken, next = targets if op.inverted is None else targets[::-1]
                branch = CondBranchOp.of(
                    op.predicate, taken, next, location=op.location
                )
            case WhileOp():
                branch = CondBranchOp.of(
                    op.predicate, op.loop, op.next, location=op.location
                )
            case ElseOp() | EndIfOp():
                branch = BranchOp.of(op.successors[0], op.location)
            case _:
                continue
        Rewriter.replace_op(op, branch, [])


# endregion
