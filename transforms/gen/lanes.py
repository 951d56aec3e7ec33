"""
A function of one work-item becomes one of several lanes, an item in each.

Registers that are the same for all items stay single ones (`uniformity.py`). Where a
branch parts the lanes, all its ways are executed, in one order of the blocks in which
each loop is contiguous. Each block on such a way has a mask of the lanes that wait for
it:

- A branch adds the lanes that are there to the masks of the blocks that they go to, and
  goes on at the next block of the order. Lanes always wait for the block at hand or a
  later one; all have come where the ways meet, which is a block without a mask.
- A branch back is taken at once if any lane takes it.
- A block with accesses, or before many instructions, is jumped over if no lane waits.
- An access has the mask as its predicate, and what else writes a register that waiting
  lanes need keeps their values. The rest is computed in all lanes.

Nothing depends on loops having one entry. An access whose lanes' addresses follow each
other says so in its memory operand: it is one of consecutive elements.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.dialects.builtin import ArrayAttr, IntAttr, StringAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.dominance import NONE
from circ.dialects.common.kernel import CONTROL_REGISTER
from circ.dialects.common.reports import count
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    IndirectBranchOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    family_of,
    kind_of,
    loadi,
    written_by,
)
from circ.dialects.gen.instructions import OTHERS_ANY, UNIT
from circ.dialects.gen.types import register_type
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.emitter import NewRegister, declare
from circ.transforms.gen.lane_calls import execute_calls
from circ.transforms.gen.lane_memory import LaneRows, slots
from circ.transforms.gen.lane_tests import lane_tests
from circ.transforms.gen.liveness import Liveness
from circ.transforms.gen.plain_control_flow import integer_of, make_plain
from circ.transforms.gen.single_lane import access_alone, single_lane_blocks
from circ.transforms.gen.strides import Strides
from circ.transforms.gen.uniformity import Uniformity

ACCESSES = ("Load", "Store", "Atomic")

WORTH_SKIPPING = 8
"""Instructions that are jumped over if no lane executes them."""


def execute_in_lanes(func: FuncOp, lanes: int, uniform_inputs: bool) -> None:
    """
    Rewrite a function of one lane; its varying parameters and results get lanes.

    Raises a Diagnostic for a barrier that some lanes may not reach.
    """
    make_plain(func)
    uniformity = Uniformity.compute(func, uniform_inputs)
    _Writer(func, lanes, uniformity, uniform_inputs).run()
    count("functions in lanes")


@dataclass(eq=False)
class _Region:
    """Blocks that have masks, up to the block where all lanes meet."""

    blocks: list[int] = field(default_factory=list[int])
    """In the order of execution."""
    join: int | None = None
    """None if no lane leaves the region."""


class _Writer:
    """Rewrites one function; blocks have their numbers from before."""

    def __init__(
        self, func: FuncOp, lanes: int, uniformity: Uniformity, uniform_inputs: bool
    ):
        self.func = func
        self.lanes = lanes
        self.uniform_inputs = uniform_inputs
        self.flow = flow = ControlFlow(func.body)
        self.varying = uniformity.varying
        self.new: NewRegister = declare(func)
        number = flow.number
        self.order = [number[block] for block in uniformity.order]
        self.position = {node: i for i, node in enumerate(self.order)}
        self.partial = {number[block] for block in uniformity.partial}
        self.divergent = {number[block] for block in uniformity.divergent}
        self.liveness = Liveness.compute(func)
        self.regions = self._regions()
        self.masks = {
            node: self.new("bool", False) for node in self.order if node in self.partial
        }
        self.tests: dict[int, Block] = {}
        """By block with a mask: the block that looks whether a lane waits for it."""
        self.lane_tests = lane_tests(func, flow, self.masks)
        self.kept = self._kept()
        self.single = single_lane_blocks(flow, self.varying)
        self.calls: list[tuple[CallOp | CallIndirectOp, SSAValue | None]] = []
        """With the masks of the lanes that execute them."""

    def run(self) -> None:
        flow = self.flow
        reached = set(self.order)
        for node in self.order:
            self._check(flow.blocks[node])
        strides = Strides(self.func, self.varying, self._mixed())
        rows = LaneRows(self.func, self.lanes, self.varying, strides, self.new)
        lengths = {node: len(flow.blocks[node].ops) for node in self.order}
        for node in self.masks:
            if self._is_tested(node, lengths):
                self.tests[node] = Block()
        for node in self.order:
            self._rewrite(node, rows)
        for node, test in self.tests.items():
            mask = self.masks[node]
            any_lane, ops = self._any(mask)
            target = flow.blocks[node]
            ops.append(CondBranchOp.of(any_lane, target, self._skip(node)))
            test.add_ops(ops)
            self.func.body.insert_block_before(test, target)
        for node, block in enumerate(flow.blocks):
            if node not in reached:
                for op in block.ops:
                    op.drop_all_references()
        for node, block in enumerate(flow.blocks):
            if node not in reached:
                self.func.body.erase_block(block)
        self._retype()
        execute_calls(self.func, self.calls, self.lanes, self.new)

    # region What is known

    @cached_property
    def _region_of(self) -> dict[int, _Region]:
        return {node: region for region in self.regions for node in region.blocks}

    def _regions(self) -> list[_Region]:
        """The blocks with masks that lanes come to from one another, or from one."""
        above = {node: node for node in self.partial}

        def find(node: int) -> int:
            while above[node] != node:
                above[node] = above[above[node]]
                node = above[node]
            return node

        for node in self.order:
            if node not in self.partial and node not in self.divergent:
                continue
            inside = [t for t in self.flow.successors[node] if t in self.partial]
            if node in self.partial:
                inside.append(node)
            for other in inside[1:]:
                above[find(other)] = find(inside[0])
        regions: dict[int, _Region] = {}
        for node in self.order:
            if node in self.partial:
                region = regions.setdefault(find(node), _Region())
                region.blocks.append(node)
                for target in self.flow.successors[node]:
                    if target not in self.partial:
                        assert region.join in (None, target), "lanes meet in one block"
                        region.join = target
        return list(regions.values())

    def _kept(self) -> dict[int, int]:
        """By block with a mask: the registers whose values waiting lanes may need."""
        live_in, loops = self.liveness.live_in, self.flow.loops
        writers: dict[SSAValue, int] = {}
        for block in self.flow.blocks:
            for op in block.ops:
                for register in written_by(op):
                    writers[register] = writers.get(register, 0) + 1
        once = 0
        for register, number in self.liveness.index.items():
            once |= (writers.get(register, 0) == 1) << number
        once &= ~live_in[0]  # what may be read before it is written is 0
        kept: dict[int, int] = {}
        for region in self.regions:
            after = 0 if region.join is None else live_in[region.join]
            everywhere = after
            for node in region.blocks:
                everywhere |= live_in[node]
            for node in reversed(region.blocks):
                # What is written once is live only where that has been executed,
                # but lanes may have left a loop that others are in.
                kept[node] = everywhere if loops.irreducible else after & ~once
                after |= live_in[node]
        if not loops.irreducible:
            for header in loops.headers:
                if header in self.partial:
                    self._keep_behind(header, kept)
        return kept

    def _keep_behind(self, header: int, kept: dict[int, int]) -> None:
        """What is live behind a loop that some lanes leave before others."""
        flow, loops = self.flow, self.flow.loops
        inside = [
            node for node in self.order if loops.contains(header, loops.header[node])
        ]
        members = set(inside)
        live = 0
        for node in inside:
            for target in flow.successors[node]:
                if target not in members:
                    live |= self.liveness.live_in[target]
        for node in inside:
            kept[node] |= live

    def _mixed(self) -> set[SSAValue]:
        """Varying registers that keep the values of some lanes."""
        bits = 0
        for node, kept in self.kept.items():
            bits |= kept & self.liveness.written[node]
        return set(self.liveness.members(bits))

    def _check(self, block: Block) -> None:
        is_partial = self.flow.number[block] in self.partial
        for op in block.ops:
            if isinstance(op, IndirectBranchOp):
                raise unsupported(op, "a branch to an address in a function of lanes")
            if is_partial and isinstance(op, Instruction) and op.ROW.kind == "Sync":
                raise unsupported(op, "a barrier that some lanes may not reach")

    def _is_tested(self, node: int, lengths: dict[int, int]) -> bool:
        """
        Is it worth a test, or needed, that a lane waits for a block?

        What all lanes have in common must not change where none of them is.
        """
        block = self.flow.blocks[node]
        if node in self.lane_tests and self.lane_tests[node].lanes(self.lanes):
            return False
        for op in block.ops:
            if _has_effects(op):
                return True
            if any(
                register not in self.varying and self._is_kept(register, node)
                for register in written_by(op)
            ):
                return True
        skipped = 0
        for other in self._skipped(node):
            skipped += lengths[other]
            if skipped >= WORTH_SKIPPING:
                return True
        return False

    def _skipped(self, node: int) -> Iterable[int]:
        """
        The block, and those after it that only lanes which wait for it can reach.

        Outside its loop there may be others, which were there in an iteration before.
        """
        flow, loops = self.flow, self.flow.loops
        around = loops.header[node]
        if around == node:
            around = loops.parent[node]
        blocks = self._region_of[node].blocks
        first = self._place[node]
        yield node
        for i in range(first + 1, len(blocks)):
            other = blocks[i]
            if loops.irreducible or not flow.tree.dominates(node, other):
                break
            if around != NONE and not loops.contains(around, loops.header[other]):
                break
            yield other

    @cached_property
    def _place(self) -> dict[int, int]:
        """By block with a mask: where it is in its region."""
        return {
            node: i for region in self.regions for i, node in enumerate(region.blocks)
        }

    # endregion
    # region Control

    def _at(self, region: _Region, place: int) -> Block:
        """Where execution goes on at a place of a region, or behind it."""
        if place < len(region.blocks):
            node = region.blocks[place]
            return self.tests.get(node, self.flow.blocks[node])
        if region.join is None:
            return self._at(region, 0)
        return self.flow.blocks[region.join]

    def _skip(self, node: int) -> Block:
        """Where execution goes on if no lane waits for a block."""
        last = node
        for last in self._skipped(node):
            pass
        return self._at(self._region_of[node], self._place[last] + 1)

    def _any(self, mask: SSAValue) -> tuple[SSAValue, list[Operation]]:
        """Is there a lane in a mask?"""
        result = self.new("bool", True)
        return result, [create("SIMD_ANY", "bool", (result,), (mask,))]

    def _rewrite(self, node: int, rows: LaneRows) -> None:
        block = self.flow.blocks[node]
        assert block.last_op is not None
        last: Operation = block.last_op
        here: SSAValue | None = None
        if node in self.partial:
            here = self.new("bool", False)
        for op in list(block.ops):
            if op is not last:
                self._instruction(op, node, here, rows)
        if here is not None:
            mask = self.masks[node]
            if node in self.lane_tests:
                head = self.lane_tests[node].mask(here, self.new)
            else:
                head = [create("MOV", "bool", (here,), (mask,), location=last.location)]
            head.append(loadi(mask, "bool", 0, location=last.location))
            assert block.first_op is not None
            block.insert_ops_before(head, block.first_op)
        parts = node in self.divergent and len({*last.successors}) > 1
        if here is not None or parts:
            self._part(node, last, here)
            return
        if isinstance(last, CondBranchOp) and last.taken is last.next:
            branch = BranchOp.of(last.taken, last.location)
            Rewriter.replace_op(last, branch, [])
            last = branch
        self._enter(last)

    def _enter(self, last: Operation) -> None:
        """All lanes go on together: those of a block with a mask are all."""
        for i, target in enumerate(last.successors):
            node = self.flow.number[target]
            if node in self.masks:
                mask = self.masks[node]
                between = Block(
                    [
                        loadi(mask, "bool", 1, location=last.location),
                        BranchOp.of(target, last.location),
                    ]
                )
                self.func.body.insert_block_before(between, target)
                last.successors = [
                    between if k == i else block
                    for k, block in enumerate(last.successors)
                ]

    def _part(self, node: int, last: Operation, here: SSAValue | None) -> None:
        """Add the lanes that are here to the masks of the blocks that they go to."""
        number, location = self.flow.number, last.location
        targets = [number[target] for target in last.successors]
        ops: list[Operation] = []
        if len(targets) == 2 and targets[0] == targets[1]:
            del targets[1]
        ways: list[SSAValue | None] = [here]
        if len(targets) == 2:
            assert isinstance(last, CondBranchOp)
            ways = self._ways(last.condition, here, targets, ops)
        for target, way in zip(targets, ways, strict=True):
            if target in self.masks:
                mask = self.masks[target]
                assert way is not None
                ops.append(
                    create("OR", "bool", (mask,), (mask, way), location=location)
                )
        region = self._region_of[
            node if here is not None else next(t for t in targets if t in self.masks)
        ]
        if here is None:
            places = [self._place[t] for t in targets if t in self.masks]
            onwards = self._at(region, min(places))
        else:
            onwards = self._at(region, self._place[node] + 1)
        backwards = sorted(
            {t for t in targets if t in self.masks and here is not None}
            & {t for t in targets if self.position[t] <= self.position[node]},
            key=self.position.__getitem__,
        )
        for target in reversed(backwards[1:]):
            # Both ways of the branch go back.
            any_lane, test = self._any(self.masks[target])
            back = self.flow.blocks[target]
            test.append(CondBranchOp.of(any_lane, back, onwards, None, location))
            onwards = Block(test)
            self.func.body.add_block(onwards)
        if backwards:
            any_lane, test = self._any(self.masks[backwards[0]])
            back = self.flow.blocks[backwards[0]]
            ops += test
            ops.append(CondBranchOp.of(any_lane, back, onwards, None, location))
        else:
            ops.append(BranchOp.of(onwards, location))
        Rewriter.replace_op(last, ops, [])

    def _ways(
        self,
        condition: SSAValue,
        here: SSAValue | None,
        targets: Sequence[int],
        ops: list[Operation],
    ) -> list[SSAValue | None]:
        """The lanes of both ways; None where nothing asks for them."""
        taken = condition
        if here is not None:
            taken = self.new("bool", False)
            ops.append(create("AND", "bool", (taken,), (condition, here)))
        elif condition not in self.varying:
            taken = self.new("bool", False)
            ops.append(create("MOV", "bool", (taken,), (condition,)))
        if targets[1] not in self.masks:
            return [taken, None]
        other = self.new("bool", False)
        all_lanes = here
        if all_lanes is None:
            all_lanes = self.new("bool", False)
            ops.append(loadi(all_lanes, "bool", 1))
        ops.append(create("XOR", "bool", (other,), (all_lanes, taken)))
        return [taken, other]

    # endregion
    # region Instructions

    def _instruction(
        self, op: Operation, node: int, here: SSAValue | None, rows: LaneRows
    ) -> None:
        if isinstance(op, CallOp | CallIndirectOp) and not self._is_for_all(op):
            self.calls.append((op, here))
        if not isinstance(op, Instruction):
            return
        if op.ROW.kind == "Frame":
            Rewriter.replace_op(op, slots(op, self.lanes, self.new), [])
            return
        if op.ROW.kind in ACCESSES:
            self._access(op, node, here, rows)
            return
        if first := rows.first_lane(op):
            assert op.parent is not None
            op.parent.insert_ops_before(first, op)
        if here is None:
            return
        if op.ROW.opcode in ("SIMD_ANY", "SIMD_ALL") and op.srcs[0] in self.varying:
            self._ask(op, here)
        self._keep_all(op, node, here)

    def _keep_all(self, op: Instruction, node: int, here: SSAValue) -> None:
        """Let the registers that waiting lanes may need keep their values."""
        for register in op.dsts:
            if register in self.varying and self._is_kept(register, node):
                self._keep(op, register, here)

    def _is_for_all(self, op: CallOp | CallIndirectOp) -> bool:
        """Is it a call without effects whose result all lanes share?"""
        return (
            isinstance(op, CallOp)
            and op.callee.string_value() == CONTROL_REGISTER
            and self.varying.isdisjoint(op.operands)
        )

    def _is_kept(self, register: SSAValue, node: int) -> bool:
        return bool(self.kept[node] >> self.liveness.index[register] & 1)

    def _keep(self, op: Instruction, register: SSAValue, here: SSAValue) -> None:
        """Let a register keep the values of lanes that are not here."""
        result = self.new(family_of(register), False)
        op.operands = [
            result if i < len(op.dsts) and operand is register else operand
            for i, operand in enumerate(op.operands)
        ]
        select = create(
            *("SEL", integer_of(register), (register,), (here, result, register)),
            location=op.location,
        )
        assert op.parent is not None
        op.parent.insert_op_after(select, op)

    def _ask(self, op: Instruction, here: SSAValue) -> None:
        """Only the lanes that are here count."""
        (source,) = op.srcs
        type = integer_of(source)
        neutral, asked = (self.new(family_of(source), False) for _ in range(2))
        bits = int(op.ROW.opcode == "SIMD_ALL")
        assert op.parent is not None
        op.parent.insert_ops_before(
            [
                loadi(neutral, type, bits, location=op.location),
                create(
                    *("SEL", type, (asked,), (here, source, neutral)),
                    location=op.location,
                ),
            ],
            op,
        )
        op.operands = [*op.dsts, asked]

    def _access(
        self, op: Instruction, node: int, here: SSAValue | None, rows: LaneRows
    ) -> None:
        """An access of several lanes, with a predicate where some wait elsewhere."""
        if not any(register in self.varying for register in op.operands):
            return
        if here is not None and (number := self.single.get(node)) is not None:
            if op.ROW.kind != "Atomic" and op.predicate is None:
                alone = access_alone(op, number, here, self.varying, self.new)
                Rewriter.replace_op(op, alone, [])
                return
        if before := rows.rewrite(op):
            assert op.parent is not None
            op.parent.insert_ops_before(before, op)
        if here is not None:
            new = create(
                *(op.ROW.opcode, op.text("type"), op.dsts, (*op.srcs, here)),
                location=op.location,
                predicated=True,
            )
            new.properties |= {
                name: value
                for name, value in op.properties.items()
                if name != "operandSegmentSizes"
            }
            new.attributes[OTHERS_ANY] = UNIT
            Rewriter.replace_op(op, new, [])
            self._keep_all(new, node, here)

    # endregion

    def _retype(self) -> None:
        """Make registers uniform that are, and give the others lanes."""
        func = self.func
        for register in func.registers:
            handle = register.handle
            if register.special is None and handle not in self.varying:
                if handle in self._own:
                    continue
                type = register_type(register.family, True)
                Rewriter.replace_value_with_new_type(handle, type)
        entry = func.body.first_block
        assert entry is not None
        first = next(op for op in entry.ops if not isinstance(op, RegisterOp))
        head: list[Operation] = [loadi(m, "bool", 0) for m in self.masks.values()]
        if isinstance(first, InputsOp):
            if self.uniform_inputs:
                head += self._spread(first)
            entry.insert_ops_after(head, first)
        else:
            entry.insert_ops_before(head, first)
        func.lanes = IntAttr(self.lanes)
        func.input_families = _families(func.inputs, self.lanes)
        for block in func.body.blocks:
            if isinstance(last := block.last_op, RetOp):
                func.result_families = _families(last.srcs, self.lanes)

    def _spread(self, op: InputsOp) -> list[Operation]:
        """Arguments of which lanes have one, and later values of their own."""
        moves: list[Operation] = []
        for i, register in enumerate(op.registers):
            if register in self.varying:
                given = self.new(family_of(register), True)
                op.operands[i] = given
                moves.append(create("MOV", integer_of(register), (register,), (given,)))
        return moves

    @cached_property
    def _own(self) -> set[SSAValue]:
        """Registers that the pass has declared."""
        known = set(self.liveness.index)
        return {r.handle for r in self.func.registers if r.handle not in known}


def _families(registers: Sequence[SSAValue], lanes: int) -> ArrayAttr[StringAttr]:
    return ArrayAttr(StringAttr(kind_of(register, lanes)) for register in registers)


def _has_effects(op: Operation) -> bool:
    kinds = (*ACCESSES, "Printf", "WorkGroup", "SubGroup")
    if isinstance(op, Instruction):
        return op.ROW.kind in kinds
    return isinstance(op, CallOp | CallIndirectOp)
