"""
Which values get no register, and how code reaches them on the stack.

In SSA form the number of values live at one point is all that colouring needs (Hack,
"Register Allocation for Programs in SSA Form", 2007). Where it exceeds the registers,
the cheapest value by uses weighted with loop depth is spilled: stored once behind its
definition and reloaded before each use. Constants and frame addresses are
computed again instead. Values live across a call may only use callee-saved registers.
Each register file counts for itself.
Accesses in a loop are worth more than any outside it, and a loop that has registers
enough gets one reload in front of it: so there is spill code in a loop only where
everything that is live there, and has a register, is used there.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import nsmallest
from itertools import islice

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue, Use

from circ.dialects.common.dominance import NONE
from circ.dialects.common.loop_nest import LoopNest
from circ.dialects.naplespu.labels import labels_of
from circ.dialects.naplespu.masked import UnderMaskOp
from circ.dialects.naplespu.ops import (
    VARIADIC,
    CallOp,
    ConditionalBranch,
    JumpOp,
    ReturnOp,
)
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    FrameAddressOp,
    LoadConstantOp,
    SplatConstantOp,
)
from circ.dialects.naplespu.registers import (
    SCALAR,
    VECTOR,
    VectorType,
    is_vector,
)
from circ.dialects.naplespu.vector_constants import LoadLanesOp
from circ.targets.naplespu.calling_convention import (
    ADDRESS_TEMPORARY,
    FILES,
    WORD,
    Place,
    RegisterFile,
    StackPlace,
    argument_places,
    faulty_vectors,
)
from circ.targets.naplespu.subtarget import subtarget_of
from circ.transforms.naplespu.dead_code import erase_unreachable_blocks
from circ.transforms.naplespu.live_values import (
    ControlFlow,
    LiveValues,
    terminator,
)
from circ.transforms.naplespu.slots import SPILL_AREAS, Slot, slot_load, slot_store

LOOP_WEIGHT_BITS = 16
"""No number of accesses outside of a loop is worth one inside it."""
MAX_DEPTH = 64
"""Loops that are inside more than these weigh the same."""
MAX_USES = 32
"""A value with more uses is reloaded before each: looking for loops takes too long."""
INFINITE = float("inf")


Orders = tuple[tuple[int, ...], tuple[int, ...]]
"""Registers for values that are not live across calls, and for those that are."""


@dataclass
class Spills:
    """
    What spilling decided for one function.

    A spilled value that an operation defines has a register up to the store behind it.
    """

    slots: dict[SSAValue, Slot] = field(default_factory=dict[SSAValue, Slot])
    rematerialized: set[SSAValue] = field(default_factory=set[SSAValue])
    """Values computed again before each use."""
    crossing: set[SSAValue] = field(default_factory=set[SSAValue])
    """Values in registers that are live across a call."""
    has_calls: bool = False
    places: Sequence[Place] = ()
    """Where the function's arguments are when it is called."""
    named_bytes: int = 0
    """Bytes of the stack that they take."""
    reserved: tuple[int, ...] = ()
    """Registers that no value may have in this function."""
    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(SPILL_AREAS, 0)
    )
    """By area of the frame, the slots that are in use."""
    origin: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """By reload in front of a loop, the spilled value that it brings back."""
    inside: dict[SSAValue, Block] = field(default_factory=dict[SSAValue, Block])
    """By such a reload, the header of its loop."""
    temporary: set[SSAValue] = field(default_factory=set[SSAValue])
    """Reloads for one operation, and what is stored right behind its definition."""
    disabled: Collection[str] = ()
    """Parts of allocation that are left out (`machine_passes`)."""

    def __contains__(self, value: SSAValue) -> bool:
        return value in self.slots or value in self.rematerialized

    def can_rematerialize(self, value: SSAValue) -> bool:
        """Is a value computed again rather than stored?"""
        return "rematerialize" not in self.disabled and is_rematerializable(value)

    def has_register(self, value: SSAValue) -> bool:
        """Whether a value has a register at its definition."""
        if value in self.rematerialized:
            return False
        if value not in self.slots:
            return True
        return isinstance(value.owner, Operation) and not isinstance(
            value.owner, CallOp
        )


def spill(body: Region, disabled: Collection[str] = ()) -> Spills:
    """
    Insert stores and reloads until every point has registers enough.

    `disabled` names parts of allocation that are left out (`machine_passes`).

    Operands of calls, returns and branches that pass block arguments stay the spilled
    values themselves: parallel copies bring them from their slots to where they go.
    """
    erase_unreachable_blocks(body)
    spills = Spills(disabled=disabled)
    entry = body.blocks[0]
    variadic = is_variadic(body)
    vectors = [is_vector(value.type) for value in entry.args]
    spills.places, spills.named_bytes = argument_places(vectors, variadic)
    func = body.parent_op()
    assert func is not None
    spills.reserved = faulty_vectors(subtarget_of(func))
    if has_dynamic_objects(body):
        spills.reserved += (ADDRESS_TEMPORARY,)
    if "rematerialize" not in disabled:
        spills.rematerialized.update(_constants_to_copy(body))
    while True:
        flow = ControlFlow.of(body)
        reloads = _Reloads(flow, spills)
        chosen = _choose(flow, spills, reloads)
        if not chosen:
            break
        for value, point in chosen.items():
            reloads.spill(value, point)
    for value in spills.rematerialized:
        if not value.uses.get_length():
            assert isinstance(value.owner, Operation)
            value.owner.detach()
            value.owner.erase()
    return spills


def _constants_to_copy(body: Region) -> Iterator[SSAValue]:
    """Constants of one instruction that are only passed on: made where they go."""
    for block in body.blocks:
        for op in block.ops:
            if not isinstance(op, LoadConstantOp | SplatConstantOp):
                continue
            if (
                op.value is not None
                and op.value.data < 1 << 16
                and not any(
                    use.index in register_operands(use.operation)
                    for use in op.result.uses
                )
            ):
                yield op.result


def is_variadic(body: Region) -> bool:
    """Are all arguments of this function on the stack?"""
    func = body.parent_op()
    return func is not None and VARIADIC in func.attributes


def has_dynamic_objects(body: Region) -> bool:
    """Does the stack pointer move inside the function?"""
    return any(isinstance(op, DynamicAllocaOp) for b in body.blocks for op in b.ops)


# region Choice


def _choose(
    flow: ControlFlow, spills: Spills, reloads: "_Reloads"
) -> dict[SSAValue, int]:
    """
    The values to spill so that no point has more live ones than registers.

    With each goes the loop around the point where it was chosen.
    """
    live = LiveValues.compute(flow)
    spilled = live.bits((*spills.slots, *spills.rematerialized))
    spills.has_calls = any(
        isinstance(op, CallOp) for block in flow.blocks for op in block.ops
    )
    crossing = _crossing(flow, live, spilled, spills)
    spills.crossing = crossing
    pressure = _Pressure(spills, reloads, live, spilled, limits_of(spills))
    for number, block in enumerate(flow.blocks):
        pressure.start(number)
        for op in reversed(block.ops):
            # A result that nothing uses, or that is stored at once, needs a register.
            pressure.add([r for r in op.results if spills.has_register(r)], True)
            if isinstance(op, UnderMaskOp):  # the result is written before all is read
                pressure.add(op.operands)
            pressure.remove(op.results)
            pressure.add(op.operands)
        pressure.add(block.args)
    crossing.difference_update(pressure.chosen)
    return pressure.chosen


def orders_of(spills: Spills) -> tuple[Orders, Orders]:
    """By register file, the registers that values may have, in order of preference."""

    def order(file: RegisterFile) -> Orders:
        caller, callee = (
            tuple(number for number in numbers if number not in spills.reserved)
            for numbers in (file.caller_saved, file.callee_saved)
        )
        return (caller, callee) if spills.has_calls else ((*caller, *callee), ())

    scalars, vectors = FILES
    return order(scalars), order(vectors)


def limits_of(spills: Spills) -> list[int]:
    """How many values of each class there are registers for: see `_Pressure`."""
    return [len(registers) for file in orders_of(spills) for registers in file]


class _Pressure:
    """
    The values that hold a register at a point, and the victims where too many do.

    Values are of four classes: of the scalar or the vector file, and of each those that
    are not live across calls and those that are.
    """

    def __init__(
        self,
        spills: Spills,
        reloads: "_Reloads",
        live: LiveValues,
        spilled: int,
        limits: Sequence[int],
    ):
        self.spills = spills
        self.reloads = reloads
        self.live = live
        self.spilled = spilled
        """What has no register, and so need not be looked at: a set of `live`."""
        self.limits = limits
        self.chosen: dict[SSAValue, int] = {}

    def start(self, block: int) -> None:
        """At the end of a block."""
        self.loop = self.reloads.nest.around(block)
        self.current: list[dict[SSAValue, None]] = [{} for _ in self.limits]
        live = self.live
        self.add(live.members(live.live_out[block] & ~self.spilled))

    def add(self, values: Iterable[SSAValue], at_definition: bool = False) -> None:
        for value in values:
            if value in self.chosen or (value in self.spills and not at_definition):
                continue
            vector = isinstance(value.type, VectorType)
            self.current[2 * vector + (value in self.spills.crossing)][value] = None
        for live, limit in zip(self.current, self.limits):
            if len(live) > limit:
                self._choose(live, len(live) - limit)

    def _choose(self, live: dict[SSAValue, None], count: int) -> None:
        """Spill the cheapest values."""

        def cost(value: SSAValue) -> float:
            return self.reloads.cost(value, self.loop)

        for victim in nsmallest(count, live, key=cost):
            assert cost(victim) < INFINITE, "only reloads are left"
            self.chosen[victim] = self.loop
            del live[victim]
            self.spilled |= self.live.bits((victim,))

    def remove(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            vector = isinstance(value.type, VectorType)
            self.current[2 * vector + (value in self.spills.crossing)].pop(value, None)


def _crossing(
    flow: ControlFlow, live: LiveValues, spilled: int, spills: Spills
) -> set[SSAValue]:
    """Values in registers that are live across some call."""
    crossing: set[SSAValue] = set()
    if not spills.has_calls:
        return crossing
    for number, block in enumerate(flow.blocks):
        if not any(isinstance(op, CallOp) for op in block.ops):
            continue
        current = dict.fromkeys(live.members(live.live_out[number] & ~spilled))
        pending: list[SSAValue] = list(current)
        for op in reversed(block.ops):
            for result in op.results:
                current.pop(result, None)
            if isinstance(op, CallOp):
                # Each value is entered once, at the last call that it is live across.
                crossing.update(value for value in pending if value in current)
                pending.clear()
            for operand in op.operands:
                if operand not in current:
                    current[operand] = None
                    pending.append(operand)
    return {value for value in crossing if value not in spills}


# endregion
# region Code

REMATERIALIZABLE = (LoadConstantOp, SplatConstantOp, LoadLanesOp, FrameAddressOp)


def is_rematerializable(value: SSAValue) -> bool:
    """Whether computing a value again needs nothing but itself."""
    return isinstance(value.owner, REMATERIALIZABLE)


class _Reloads:
    """
    Where a value that has no register is loaded, what that costs, and the code.

    A loop around uses, but neither around the definition nor around the point where a
    register is missing, gets one reload in front of it. That is a value like another:
    where the loop itself lacks registers it is spilled next, and reloaded inside.
    """

    def __init__(self, flow: ControlFlow, spills: Spills):
        self.flow = flow
        self.spills = spills
        self.nest = LoopNest(flow.loops)
        self.costs: dict[tuple[SSAValue, int], float] = {}
        self.simple: dict[SSAValue, float] = {}
        """Costs of values that are the same wherever a register is missing."""

    def _home(self, value: SSAValue) -> int:
        """The innermost loop around a definition; of a reload, the loop behind it."""
        number = self.flow.number
        header = self.spills.inside.get(value)
        if header is not None:
            return number[header]
        owner = value.owner
        block = owner if isinstance(owner, Block) else _block_of(owner)
        return self.nest.around(number[block])

    def _plan(
        self, value: SSAValue, point: int
    ) -> tuple[dict[int, list[Use]], list[Use]]:
        """Uses by the loop in front of which they are loaded, and the other uses."""
        hoisted: dict[int, list[Use]] = {}
        direct: list[Use] = []
        number = self.flow.number
        if "split-live-ranges" in self.spills.disabled or _has_many_uses(value):
            return hoisted, list(value.uses)
        home = self._home(value)
        constant = self.spills.can_rematerialize(value)
        for use in value.uses:
            block = number[_block_of(use.operation)]
            loop = self.nest.outermost(block, point, home)
            # Nothing is in front of the entry; a constant that is passed on is made
            # where it goes.
            if loop in (NONE, self.flow.tree.entry) or (
                constant and use.index not in register_operands(use.operation)
            ):
                direct.append(use)
            else:
                hoisted.setdefault(loop, []).append(use)
        return hoisted, direct

    def cost(self, value: SSAValue, point: int) -> float:
        """What spilling a value costs for a point in a loop: accesses, by depth."""
        if value in self.spills.temporary:
            return INFINITE
        known = self.simple.get(value)
        if known is None:
            known = self.costs.get((value, point))
        if known is None:
            known = self._compute(value, point)
        return known

    def _compute(self, value: SSAValue, point: int) -> float:
        depth, number = self.flow.loops.depth, self.flow.number
        hoisted, direct = self._plan(value, point)
        cost = sum(self._weight(depth[loop] - 1) for loop in hoisted)
        for use in direct:
            cost += self._weight(depth[number[_block_of(use.operation)]])
        if self._is_stored(value):
            owner = value.owner
            block = owner if isinstance(owner, Block) else _block_of(owner)
            cost += self._weight(depth[number[block]])
        home = self._home(value)
        around = {self.nest.around(number[_block_of(u.operation)]) for u in direct}
        if _has_many_uses(value) or (not hoisted and around <= {NONE, home}):
            self.simple[value] = cost
        else:
            self.costs[value, point] = cost
        return cost

    def _weight(self, depth: int) -> int:
        """What an access in loops of a depth is worth."""
        if "spill-weights" in self.spills.disabled:
            return 1
        return 1 << LOOP_WEIGHT_BITS * min(depth, MAX_DEPTH)

    def _is_stored(self, value: SSAValue) -> bool:
        """Must it be stored, which memory does not have it yet?"""
        if value in self.spills.origin or self.spills.can_rematerialize(value):
            return False
        return _stack_place(value, self.spills) is None

    def spill(self, value: SSAValue, point: int) -> None:
        """Store a value behind its definition, and reload it for its uses."""
        spills = self.spills
        hoisted, direct = self._plan(value, point)
        origin = spills.origin.get(value, value)
        if spills.can_rematerialize(origin):
            assert isinstance(origin.owner, REMATERIALIZABLE)
            spills.rematerialized.add(origin)
            make = origin.owner.clone
        else:
            slot = spills.slots.get(origin)
            if slot is None:
                slot = spills.slots[origin] = _new_slot(value, spills)
            type = VECTOR if is_vector(origin.type) else SCALAR
            make = partial(slot_load, slot, type, _location(origin))
        for loop, uses in hoisted.items():
            reload = make()
            _insert_in_front(self.flow, loop, reload)
            result = reload.results[0]
            spills.origin[result] = origin
            spills.inside[result] = self.flow.blocks[loop]
            for use in uses:
                use.operation.operands[use.index] = result
        for user in dict.fromkeys(use.operation for use in direct):
            _reload(user, value, make, spills.temporary)
        if value is not origin:
            value.replace_all_uses_with(origin)  # by what is copied at its use
            assert isinstance(value.owner, Operation)
            value.owner.detach()
            value.owner.erase()
        elif value in spills.slots and spills.has_register(value):
            owner = value.owner
            assert isinstance(owner, Operation) and owner.parent is not None
            store = slot_store(value, spills.slots[value], owner.location)
            owner.parent.insert_op_after(store, owner)
            spills.temporary.add(value)


def _block_of(op: Operation) -> Block:
    block = op.parent
    assert block is not None
    return block


def _has_many_uses(value: SSAValue) -> bool:
    return sum(1 for _ in islice(value.uses, MAX_USES + 1)) > MAX_USES


def _location(value: SSAValue) -> LocationAttr:
    owner = value.owner
    if isinstance(owner, Operation):
        return owner.location
    return terminator(owner).location


def _insert_in_front(flow: ControlFlow, loop: int, op: Operation) -> None:
    """Put an operation where control enters a loop, in a new block if it must be."""
    header = flow.blocks[loop]
    if labels_of(header):  # branches to its address do not take another block's way
        before = terminator(flow.blocks[flow.tree.idom[loop]])
        _block_of(before).insert_op_before(op, before)
        return
    entering = [
        terminator(block)
        for block in header.predecessors()
        if block not in flow.number or not flow.tree.dominates(loop, flow.number[block])
    ]
    first = entering[0]
    if len(entering) == 1 and isinstance(first, JumpOp):
        assert first.parent is not None
        first.parent.insert_op_before(op, first)
        return
    block = Block(arg_types=[argument.type for argument in header.args])
    for terminator_ in entering:
        for i, successor in enumerate(terminator_.successors):
            if successor is header:
                terminator_.successors[i] = block
    jump = JumpOp.create(
        operands=block.args, successors=[header], location=first.location
    )
    block.add_ops((op, jump))
    region = header.parent
    assert region is not None
    region.insert_block_before(block, header)


def _stack_place(value: SSAValue, spills: Spills) -> StackPlace | None:
    """Where the caller left an argument, if that is on the stack."""
    if not isinstance(value, BlockArgument) or value.block.prev_block is not None:
        return None
    place = spills.places[value.index]
    return place if isinstance(place, StackPlace) else None


def _new_slot(value: SSAValue, spills: Spills) -> Slot:
    place = _stack_place(value, spills)
    if place is not None:
        return Slot("incoming", place.offset // WORD)
    area = SPILL_AREAS[is_vector(value.type)]
    spills.counts[area] += 1
    return Slot(area, spills.counts[area] - 1)


def _reload(
    user: Operation,
    value: SSAValue,
    make: Callable[[], Operation],
    temporary: set[SSAValue],
) -> None:
    """Let an operation that needs a spilled value in a register use a fresh copy."""
    needed = [i for i in register_operands(user) if user.operands[i] is value]
    if not needed:
        return
    reload = make()
    assert user.parent is not None
    user.parent.insert_op_before(reload, user)
    for i in needed:
        user.operands[i] = reload.results[0]
    temporary.add(reload.results[0])


def register_operands(op: Operation) -> Sequence[int]:
    """The operands that an operation reads from registers; copies bring the others."""
    match op:
        case CallOp() | ReturnOp() | JumpOp():
            return ()
        case ConditionalBranch():
            return (0,)
        case _:
            return range(len(op.operands))


# endregion
