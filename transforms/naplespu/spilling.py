"""
Which values get no register, and how code reaches them on the stack.

In SSA form the number of values live at one point is all that colouring needs (Hack,
"Register Allocation for Programs in SSA Form", 2007). Where it exceeds the registers,
the cheapest value by uses weighted with loop depth is spilled everywhere: stored once
behind its definition and reloaded before each use. Constants and frame addresses are
computed again instead. Values live across a call may only use callee-saved registers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntAttr, LocationAttr, StringAttr
from xdsl.ir import BlockArgument, Operation, Region, SSAValue

from circ.dialects.naplespu.ops import CallOp, ConditionalBranch, JumpOp, ReturnOp
from circ.dialects.naplespu.pseudos import (
    FrameAddressOp,
    LoadConstantOp,
    SlotLoadOp,
    SlotStoreOp,
)
from circ.dialects.naplespu.registers import SCALAR
from circ.targets.naplespu.calling_convention import (
    ARGUMENT_REGISTERS,
    CALLEE_SAVED,
    CALLER_SAVED,
)
from circ.transforms.naplespu.dead_code import erase_unreachable_blocks
from circ.transforms.naplespu.live_values import ControlFlow, LiveValues

LOOP_WEIGHT = 10.0
"""How many times more often a loop's body is taken to run than the code around it."""
INFINITE = float("inf")


@dataclass(frozen=True)
class Slot:
    """A word on the stack: of area `spill` or, for a stack argument, `incoming`."""

    area: str
    index: int


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
    words: int = 0
    """Words in the area `spill`."""

    def __contains__(self, value: SSAValue) -> bool:
        return value in self.slots or value in self.rematerialized

    def has_register(self, value: SSAValue) -> bool:
        """Whether a value has a register at its definition."""
        if value in self.rematerialized:
            return False
        if value not in self.slots:
            return True
        return isinstance(value.owner, Operation) and not isinstance(
            value.owner, CallOp
        )


def spill(body: Region) -> Spills:
    """
    Insert stores and reloads until every point has registers enough.

    Operands of calls, returns and branches that pass block arguments stay the spilled
    values themselves: parallel copies bring them from their slots to where they go.
    """
    erase_unreachable_blocks(body)
    spills = Spills()
    spills.rematerialized.update(_constants_to_copy(body))
    temporary: set[SSAValue] = set()
    while chosen := _choose(ControlFlow.of(body), spills, temporary):
        for value in chosen:
            _spill_value(value, spills, temporary)
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
            if not isinstance(op, LoadConstantOp) or op.value is None:
                continue
            if op.value.data < 1 << 16 and not any(
                use.index in register_operands(use.operation) for use in op.result.uses
            ):
                yield op.result


# region Choice


def _choose(
    flow: ControlFlow, spills: Spills, temporary: set[SSAValue]
) -> list[SSAValue]:
    """The values to spill so that no point has more live ones than registers."""
    live = LiveValues.compute(flow)
    costs = _Costs(flow, temporary)
    spills.has_calls = any(
        isinstance(op, CallOp) for block in flow.blocks for op in block.ops
    )
    crossing = _crossing(flow, live, spills)
    spills.crossing = crossing
    pressure = _Pressure(spills, crossing, costs, limits_of(spills.has_calls))
    for number, block in enumerate(flow.blocks):
        pressure.start(live.members(live.live_out[number]))
        for op in reversed(block.ops):
            # A result that nothing uses, or that is stored at once, needs a register.
            pressure.add([r for r in op.results if spills.has_register(r)], True)
            pressure.remove(op.results)
            pressure.add(op.operands)
        pressure.add(block.args)
    crossing.difference_update(pressure.chosen)
    return list(pressure.chosen)


def limits_of(has_calls: bool) -> tuple[int, int]:
    """Registers for values that are not live across calls, and for those that are."""
    if has_calls:
        return len(CALLER_SAVED), len(CALLEE_SAVED)
    return len(CALLER_SAVED) + len(CALLEE_SAVED), 0


class _Pressure:
    """The values that hold a register at a point, and the victims where too many do."""

    def __init__(
        self,
        spills: Spills,
        crossing: set[SSAValue],
        costs: "_Costs",
        limits: tuple[int, int],
    ):
        self.spills = spills
        self.crossing = crossing
        self.costs = costs
        self.limits = limits
        self.chosen: dict[SSAValue, None] = {}
        self.start(())

    def start(self, live_out: Iterable[SSAValue]) -> None:
        self.current: tuple[dict[SSAValue, None], dict[SSAValue, None]] = ({}, {})
        self.add(live_out)

    def add(self, values: Iterable[SSAValue], at_definition: bool = False) -> None:
        for value in values:
            if value in self.chosen or (value in self.spills and not at_definition):
                continue
            self.current[value in self.crossing][value] = None
        for live, limit in zip(self.current, self.limits):
            while len(live) > limit:
                victim = min(live, key=self.costs.of)
                assert self.costs.of(victim) < INFINITE, "only reloads are left"
                self.chosen[victim] = None
                del live[victim]

    def remove(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            self.current[value in self.crossing].pop(value, None)


def _crossing(flow: ControlFlow, live: LiveValues, spills: Spills) -> set[SSAValue]:
    """Values in registers that are live across some call."""
    crossing: set[SSAValue] = set()
    if not spills.has_calls:
        return crossing
    for number, block in enumerate(flow.blocks):
        if not any(isinstance(op, CallOp) for op in block.ops):
            continue
        current = dict.fromkeys(live.members(live.live_out[number]))
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


@dataclass
class _Costs:
    """What spilling a value costs: accesses to the stack, by loop depth."""

    flow: ControlFlow
    temporary: set[SSAValue]
    known: dict[SSAValue, float] = field(default_factory=dict[SSAValue, float])

    def of(self, value: SSAValue) -> float:
        cost = self.known.get(value)
        if cost is None:
            cost = self.known[value] = self._compute(value)
        return cost

    def _compute(self, value: SSAValue) -> float:
        if value in self.temporary:
            return INFINITE
        cost = sum(self._weight(use.operation) for use in value.uses)
        owner = value.owner
        if isinstance(owner, Operation):
            return cost if is_rematerializable(value) else cost + self._weight(owner)
        if owner.prev_block is None and value in owner.args[len(ARGUMENT_REGISTERS) :]:
            return cost  # it is on the stack already
        return cost + self._block_weight(self.flow.number[owner])

    def _weight(self, op: Operation) -> float:
        block = op.parent
        assert block is not None
        return self._block_weight(self.flow.number[block])

    def _block_weight(self, block: int) -> float:
        return LOOP_WEIGHT ** min(self.flow.loops.depth[block], 12)


# endregion
# region Code


def is_rematerializable(value: SSAValue) -> bool:
    """Whether computing a value again needs nothing but itself."""
    return isinstance(value.owner, LoadConstantOp | FrameAddressOp)


def _spill_value(value: SSAValue, spills: Spills, temporary: set[SSAValue]) -> None:
    """Give a value a slot; store it where it is defined, reload it where it is used."""
    owner = value.owner
    users = list(dict.fromkeys(use.operation for use in value.uses))
    if isinstance(owner, LoadConstantOp | FrameAddressOp):
        spills.rematerialized.add(value)
        for user in users:
            _reload(user, value, owner.clone, temporary)
        return
    slot = _new_slot(value, spills)
    spills.slots[value] = slot
    for user in users:
        _reload(user, value, lambda: slot_load(slot, user.location), temporary)
    if spills.has_register(value):
        assert isinstance(owner, Operation) and owner.parent is not None
        owner.parent.insert_op_after(slot_store(value, slot, owner.location), owner)
        temporary.add(value)


def _new_slot(value: SSAValue, spills: Spills) -> Slot:
    if isinstance(value, BlockArgument) and value.block.prev_block is None:
        on_stack = value.index - len(ARGUMENT_REGISTERS)
        if on_stack >= 0:
            return Slot("incoming", on_stack)
    spills.words += 1
    return Slot("spill", spills.words - 1)


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


def slot_load(slot: Slot, location: LocationAttr) -> SlotLoadOp:
    return SlotLoadOp.create(
        properties={"area": StringAttr(slot.area), "slot": IntAttr(slot.index)},
        result_types=[SCALAR],
        location=location,
    )


def slot_store(value: SSAValue, slot: Slot, location: LocationAttr) -> SlotStoreOp:
    return SlotStoreOp.create(
        operands=[value],
        properties={"area": StringAttr(slot.area), "slot": IntAttr(slot.index)},
        location=location,
    )


# endregion
