"""
Stack slots for spilled values: as few as are live at once, the busiest nearest to `sp`.

What is spilled is still in SSA form, so that a walk down the dominator tree gives each
value a slot that is free there, as it does for registers (Hack 2007). A block argument
has the slot of what is passed to it where that is free, and needs no copy then.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.naplespu.ops import CallOp, ConditionalBranch, JumpOp, ReturnOp
from circ.dialects.naplespu.pseudos import SlotLoadOp, SlotStoreOp
from circ.transforms.common.liveness import bits_of, numbers_of, solve
from circ.transforms.naplespu.live_values import ControlFlow
from circ.transforms.naplespu.slots import Slot
from circ.transforms.naplespu.spilling import Spills

MAX_PARTNERS = 64
"""That are asked for their slots: where a switch joins there are thousands."""
MAX_DEPTH = 16
"""Loops that are inside more than these count the same."""


def share_slots(flow: ControlFlow, spills: Spills) -> None:
    """
    Let values that are not live at the same time have the same slot.

    Linear in instructions, and in blocks times the words of a set.
    """
    for area, count in spills.counts.items():
        if count:
            _share_area(flow, spills, area)


def _share_area(flow: ControlFlow, spills: Spills, area: str) -> None:
    sharing = _Sharing(flow, spills, area)
    final = sharing.final_slots()
    for value, slot in spills.slots.items():
        if slot.area == area:
            spills.slots[value] = Slot(area, final[slot.index])
    for block in flow.blocks:
        for op in block.ops:
            if (number := sharing.slot_of(op)) is not None:
                op.properties["slot"] = IntAttr(final[number])
    spills.counts[area] = max(final, default=-1) + 1


class _Sharing:
    """The slots of one area of the frame."""

    def __init__(self, flow: ControlFlow, spills: Spills, area: str):
        self.flow = flow
        self.area = area
        self.slots = {
            value: slot.index
            for value, slot in spills.slots.items()
            if slot.area == area
        }
        self.count = spills.counts[area]
        self.shared = [-1] * self.count
        """By slot of its own, the one that it shares."""
        self.weight = [0] * self.count
        self.partners: dict[int, list[int]] = {}
        self.reads: list[list[Sequence[int]]] = []
        """By block and operation, the slots read."""
        self.writes: list[list[Sequence[int]]] = []
        """By block and operation, the slots written; those of arguments come first."""
        for number, block in enumerate(flow.blocks):
            self._note(number, block)
        self._number()
        self._walk()

    def slot_of(self, op: Operation) -> int | None:
        """The slot of the area that an operation names."""
        if isinstance(op, SlotLoadOp | SlotStoreOp) and op.area.data == self.area:
            return op.slot.data
        return None

    def _of(self, values: Iterable[SSAValue]) -> list[int]:
        return [self.slots[value] for value in values if value in self.slots]

    def _note(self, number: int, block: Block) -> None:
        """What a block reads and writes, and which slots should be one."""
        weight = 8 ** min(self.flow.loops.depth[number], MAX_DEPTH)
        reads: list[Sequence[int]] = [()]
        writes: list[Sequence[int]] = [self._of(block.args)]
        for op in block.ops:
            read: Sequence[int] = ()
            written: Sequence[int] = ()
            match op:
                case SlotLoadOp():
                    read = () if (slot := self.slot_of(op)) is None else (slot,)
                case SlotStoreOp():
                    written = () if (slot := self.slot_of(op)) is None else (slot,)
                case CallOp():
                    read, written = self._of(op.operands), self._of(op.results)
                case ReturnOp():
                    read = self._of(op.operands)
                case JumpOp():
                    read = self._of(op.operands)
                    self._join(op.target.args, op.arguments)
                case ConditionalBranch():
                    read = self._of(op.operands)
                    self._join(op.taken.args, op.taken_arguments)
                    self._join(op.next.args, op.next_arguments)
                case _:
                    pass
            for slot in (*read, *written):
                self.weight[slot] += weight
            reads.append(read)
            writes.append(written)
        self.reads.append(reads)
        self.writes.append(writes)

    def _join(self, arguments: Iterable[SSAValue], passed: Iterable[SSAValue]) -> None:
        for argument, value in zip(arguments, passed):
            one, other = self.slots.get(argument), self.slots.get(value)
            if one is not None and other is not None:
                self.partners.setdefault(one, []).append(other)
                self.partners.setdefault(other, []).append(one)

    def _number(self) -> None:
        """Which slots are live where; those that no edge crosses are in no set."""
        exposed: list[set[int]] = []
        written: list[set[int]] = []
        for reads, writes in zip(self.reads, self.writes):
            before: set[int] = set()
            own: set[int] = set()
            for read, wrote in zip(reads, writes):
                before.update(slot for slot in read if slot not in own)
                own.update(wrote)
            exposed.append(before)
            written.append(own)
        self.crossing = sorted(set[int]().union(*exposed))
        self.bit = {slot: i for i, slot in enumerate(self.crossing)}
        bit, count = self.bit, len(self.bit)
        self.live_in, self.live_out = solve(
            self.flow.successors,
            [bits_of((bit[slot] for slot in slots), count) for slots in exposed],
            [
                bits_of((bit[slot] for slot in slots if slot in bit), count)
                for slots in written
            ],
        )

    def _walk(self) -> None:
        """Down the dominator tree: what is taken changes little from block to block."""
        tree = self.flow.tree
        work = [(tree.entry, 0)]
        while work:
            number, taken = work.pop()
            taken = self._share(number, taken)
            live_out = self.live_out[number]
            for child in reversed(tree.children[number]):
                left = taken
                for i in numbers_of(live_out & ~self.live_in[child]):
                    left &= ~(1 << self.shared[self.crossing[i]])
                work.append((child, left))

    def _share(self, number: int, taken: int) -> int:
        """Choose for what a block writes; the slots taken at its end."""
        reads, writes = self.reads[number], self.writes[number]
        for dead, wrote in zip(self._dying(number), writes):
            for slot in dead:
                if slot not in wrote:
                    taken &= ~(1 << self.shared[slot])
            for slot in wrote:
                taken |= 1 << self._choose(slot, taken)
            for slot in wrote:
                if slot in dead:
                    taken &= ~(1 << self.shared[slot])
        assert len(reads) == len(writes)
        return taken

    def _dying(self, number: int) -> list[set[int]]:
        """By operation, the slots that are read last there, or written for nothing."""
        live_out = self.live_out[number]
        alive: set[int] = set()
        dying: list[set[int]] = []

        def dies(slot: int) -> bool:
            if slot in alive:
                return False
            bit = self.bit.get(slot)
            return bit is None or not live_out >> bit & 1

        for read, wrote in zip(
            reversed(self.reads[number]), reversed(self.writes[number])
        ):
            dead = {slot for slot in (*read, *wrote) if dies(slot)}
            alive.difference_update(wrote)
            alive.update(read)
            dying.append(dead)
        dying.reverse()
        return dying

    def _choose(self, slot: int, taken: int) -> int:
        for partner in islice(self.partners.get(slot, ()), MAX_PARTNERS):
            wish = self.shared[partner]
            if wish >= 0 and not taken >> wish & 1:
                break
        else:
            wish = (~taken & taken + 1).bit_length() - 1
        self.shared[slot] = wish
        return wish

    def final_slots(self) -> list[int]:
        """By slot of its own, its place: the busiest comes first."""
        weight: dict[int, int] = {}
        for slot, shared in enumerate(self.shared):
            if shared >= 0:
                weight[shared] = weight.get(shared, 0) + self.weight[slot]
        order = sorted(weight, key=lambda shared: (-weight[shared], shared))
        place = {shared: i for i, shared in enumerate(order)}
        return [place.get(shared, 0) for shared in self.shared]
