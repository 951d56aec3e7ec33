"""
Stack slots for spilled values: as few as are live at once, the busiest nearest to `sp`.

What is on the stack is in SSA form, so that a walk down the dominator tree gives each
value a slot that is free there, as it does for registers (Hack 2007). A block argument
has the slot of what is passed to it where that is free, and needs no copy then. What
the caller left on the stack stays there. In a function that calls setjmp no slot is
shared (`returns_twice`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Region, SSAValue

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    FuncOp,
    JumpOp,
    ReturnOp,
)
from circ.dialects.naplespu.registers import is_vector
from circ.dialects.naplespu.spilling import (
    ReloadOp,
    SpillOp,
    StackMapOp,
    StackType,
)
from circ.targets.naplespu.description.calling_convention import (
    WORD,
    StackPlace,
    argument_places,
)
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.liveness import bits_of, numbers_of, solve
from circ.transforms.common.retype import retype
from circ.transforms.naplespu.allocation.register_supply import is_variadic
from circ.transforms.naplespu.allocation.slots import INCOMING, SPILL_AREAS
from circ.transforms.naplespu.analysis.returns_twice import calls_setjmp
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks

MAX_PARTNERS = 64
"""The number of related values that are looked at: switches join thousands."""
MAX_DEPTH = 16
"""The deepest nesting of loops that raises the weight of a use."""


@dataclass(frozen=True)
class AssignStackSlotsPass(FunctionPass):
    """Assign stack slots to spilled values, which share them where they can."""

    name = "naplespu-assign-stack-slots"

    def run(self, func: FuncOp) -> None:
        assign_stack_slots(func.body)


def assign_stack_slots(body: Region) -> dict[str, int]:
    """
    Assign one function's slots; their number by area of the frame.

    Linear in instructions, and in blocks times the words of a bit set.
    """
    erase_unreachable_blocks(body)
    _leave_to_caller(body)
    counts: dict[str, int] = dict.fromkeys(SPILL_AREAS, 0)
    values = _without_place(body)
    if not values:
        return counts
    flow, shares = ControlFlow(body), not calls_setjmp(body)
    for vector, area in enumerate(SPILL_AREAS):
        group = [value for value in values if is_vector(value.type) == bool(vector)]
        if group:
            final = _Sharing(flow, group, shares).final_slots()
            for value, slot in zip(group, final):
                retype(value, StackType.of(bool(vector), area, slot))
            counts[area] = max(final) + 1
            count(f"{'vector ' if vector else ''}stack slots", counts[area])
            count("values in stack slots", len(group))
    return counts


def _leave_to_caller(body: Region) -> None:
    """Assign the slots of arguments that the caller passes on the stack."""
    arguments = body.blocks[0].args
    if not any(isinstance(argument.type, StackType) for argument in arguments):
        return
    vectors = [is_vector(argument.type) for argument in arguments]
    places, _ = argument_places(vectors, is_variadic(body))
    for argument, vector, place in zip(arguments, vectors, places):
        if isinstance(argument.type, StackType) and isinstance(place, StackPlace):
            slot = place.offset // WORD
            retype(argument, StackType.of(vector, INCOMING, slot))


def _without_place(body: Region) -> list[SSAValue]:
    """The values on the stack but for incoming arguments."""
    found: list[SSAValue] = []
    for block in body.blocks:
        found += block.args
        for op in operations_in(block, SpillOp, CallOp):
            found += op.results
    return [
        value
        for value in found
        if isinstance(value.type, StackType) and value.type.area != StringAttr(INCOMING)
    ]


class _Sharing:
    """The slots of one register file's values; at first each value has its own."""

    def __init__(self, flow: ControlFlow, values: Sequence[SSAValue], shares: bool):
        self.flow = flow
        self.slots = {value: i for i, value in enumerate(values)}
        self.count = len(values)
        self.shared = [-1] * self.count
        """By initial slot, the shared slot."""
        self.weight = [0] * self.count
        self.partners: dict[int, list[int]] = {}
        self.reads: list[list[Sequence[int]]] = []
        """By block and operation, the slots read."""
        self.writes: list[list[Sequence[int]]] = []
        """By block and operation, the slots written; those of arguments come first."""
        for number, block in enumerate(flow.blocks):
            self._note(number, block)
        if shares:
            self._number()
            self._walk()
        else:
            self.shared = list(range(self.count))

    def _of(self, values: Iterable[SSAValue]) -> list[int]:
        return [self.slots[value] for value in values if value in self.slots]

    def _note(self, number: int, block: Block) -> None:
        """The slots that a block reads and writes, and those that should be shared."""
        weight = 8 ** min(self.flow.loops.depth[number], MAX_DEPTH)
        reads: list[Sequence[int]] = [()]
        writes: list[Sequence[int]] = [self._of(block.args)]
        for op in block.ops:
            read: Sequence[int] = ()
            written: Sequence[int] = ()
            match op:
                case ReloadOp():
                    read = self._of(op.operands)
                case SpillOp():
                    written = self._of(op.results)
                case CallOp():
                    read, written = self._of(op.operands), self._of(op.results)
                case ReturnOp() | StackMapOp():
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
        """Liveness of slots; the sets leave out slots that are live across no edge."""
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
        """Walk down the dominator tree, along which few slots change."""
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
        """Choose slots for what a block writes; the slots in use at its end."""
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
        """By operation, the slots whose live ranges end there."""
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
        """By initial slot, the final number: the most used slots come first."""
        weight: dict[int, int] = {}
        for slot, shared in enumerate(self.shared):
            if shared >= 0:
                weight[shared] = weight.get(shared, 0) + self.weight[slot]
        order = sorted(weight, key=lambda shared: (-weight[shared], shared))
        place = {shared: i for i, shared in enumerate(order)}
        return [place.get(shared, 0) for shared in self.shared]
