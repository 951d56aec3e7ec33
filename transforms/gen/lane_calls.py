"""
Calls in functions of lanes: one after the other, in the order of the lanes.

A call is a loop over the lanes in which those that execute it call the function with
their own arguments, which single registers hold, and keep its results. An atomic
operation (`circ.in_turn`) without branches is inlined for each lane instead. Where all
lanes change the same memory, it is loaded once before and stored once behind. Additions
to local memory whose results nobody asks for are done at once if all addresses are in
one line (`lane_counts.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.kernel import IN_TURN
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.reports import count
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    family_of,
    is_uniform,
    loadi,
    read_by,
    written_by,
)
from circ.transforms.gen.emitter import Emitter, NewRegister
from circ.transforms.gen.inlining import split_from
from circ.transforms.gen.lane_counts import LANES, Addition, LineCounts, LocalLines
from circ.transforms.gen.plain_control_flow import integer_of

ACCESSES = ("Load", "Store", "Atomic")
UPDATE = [("LOAD", 2), ("STORE", 2)]
"""The accesses of a function that changes one value in memory, and their operands."""


def execute_calls(
    func: FuncOp,
    calls: Sequence[tuple[CallOp | CallIndirectOp, SSAValue | None]],
    lanes: int,
    new: NewRegister,
) -> None:
    """Execute calls for the lanes of their masks, or for all, one after the other."""
    module = func.parent_op()
    named = definitions(module) if calls and isinstance(module, ModuleOp) else {}
    lines: LocalLines | None = None
    for op, here in calls:
        callee = named.get(op.callee_name) if isinstance(op, CallOp) else None
        if isinstance(op, CallOp) and isinstance(callee, FuncOp) and _is_update(callee):
            addition = Addition.of(callee, op.srcs) if lanes == LANES else None
            if addition is not None and not any(_are_read(op)):
                lines = lines or LocalLines(func)
                if _add_at_once(func, op, addition, here, lines, new):
                    continue
            inline_in_turn(func, op, callee, here, lanes, new)
        else:
            call_in_turn(func, op, here, lanes, new)


def call_in_turn(
    func: FuncOp,
    op: CallOp | CallIndirectOp,
    here: SSAValue | None,
    lanes: int,
    new: NewRegister,
) -> None:
    """Make a loop of a call that the lanes of the mask `here` execute, or all lanes."""
    before, location = op.parent, op.location
    assert before is not None
    lane, number, last, one = (new("dword", kind) for kind in (False, True, True, True))
    mine, any_lane, more = new("bool", False), new("bool", True), new("bool", True)
    after = split_from(before, op.next_op)
    op.detach()
    turn, call, next = Block(), Block(), Block()
    before.add_ops(
        [
            create("SIMD_ID", "uint32", (lane,), (), location=location),
            loadi(number, "uint32", 0, location=location),
            BranchOp.of(turn, location),
        ]
    )
    turn.add_op(create("EQ", "uint32", (mine,), (lane, number), location=location))
    if here is not None:
        asked = create("AND", "bool", (mine,), (mine, here), location=location)
        turn.add_op(asked)
    turn.add_ops(
        [
            create("SIMD_ANY", "bool", (any_lane,), (mine,), location=location),
            CondBranchOp.of(any_lane, call, next, None, location),
        ]
    )
    srcs: list[SSAValue] = []
    for register in op.srcs:
        if is_uniform(register):
            srcs.append(register)
            continue
        srcs.append(new(family_of(register), True))
        type = integer_of(register)
        sources = (register, number)
        call.add_op(create("SIMD_SHUFFLE", type, srcs[-1:], sources, location=location))
    dsts = [new(family_of(register), True) for register in op.dsts]
    if isinstance(op, CallOp):
        single = CallOp.of(op.callee, dsts, srcs, location)
    else:
        single = CallIndirectOp.of(srcs[0], dsts, srcs[1:], location)
    single.attributes |= op.attributes
    call.add_op(single)
    for register, found in zip(op.dsts, dsts, strict=True):
        kept = (mine, found, register)
        type = integer_of(register)
        call.add_op(create("SEL", type, (register,), kept, location=location))
    call.add_op(BranchOp.of(next, location))
    next.add_ops(
        [
            loadi(one, "uint32", 1, location=location),
            create("ADD", "uint32", (number,), (number, one), location=location),
            loadi(last, "uint32", lanes, location=location),
            create("LT", "uint32", (more,), (number, last), location=location),
            CondBranchOp.of(more, turn, after, None, location),
        ]
    )
    func.body.insert_block_after([turn, call, next, after], before)
    count("calls of lanes in turn")


def _is_update(callee: FuncOp) -> bool:
    """Is it a function that `inline_in_turn` can inline?"""
    return (
        IN_TURN in callee.attributes
        and callee.lanes is None
        and len(callee.body.blocks) == 1
        and all(
            isinstance(op, Instruction | RegisterOp | InputsOp | RetOp)
            for op in callee.body.block.ops
        )
    )


def inline_in_turn(
    func: FuncOp,
    op: CallOp,
    callee: FuncOp,
    here: SSAValue | None,
    lanes: int,
    new: NewRegister,
) -> None:
    """Inline a function for the lanes of the mask `here`, or all, one by one."""
    location = op.location
    one, each = Emitter(new, location, uniform=True), Emitter(new, location)
    each.ops = one.ops
    update = _Update.of(callee, op.srcs)
    shared = current = None
    if update is not None:
        current = shared = one.new(update.load.scalar.family)
        one.ops.append(_copied(update.load, (shared, update.address), location))
    wanted = _are_read(op)
    block = op.parent
    assert block is not None
    number = each.temporary("SIMD_ID", "uint32")
    for place in range(lanes):
        lane = one.constant("uint32", place)
        mine = each.compare("EQ", "uint32", number, lane)
        next: Block | None = None
        if here is not None:
            mine = each.temporary("AND", "bool", mine, here)
            any_lane = one.temporary("SIMD_ANY", "bool", mine, family="bool")
            turn, next = Block(), split_from(block, op)
            one.ops.append(CondBranchOp.of(any_lane, turn, next, None, location))
            block.add_ops(one.ops)
            one.ops.clear()
            func.body.insert_block_after([turn, next], block)
            block = turn
        srcs = [
            src
            if is_uniform(src)
            else one.temporary("SIMD_SHUFFLE", integer_of(src), src, lane)
            for src in op.srcs
        ]
        results, current = _inline(one, callee, srcs, current)
        for dst, result, is_read in zip(op.dsts, results, wanted, strict=True):
            if is_read:
                each.put("SEL", integer_of(dst), dst, mine, result, dst)
        if next is not None:
            if shared is not None and current is not None:
                one.moves([shared], [current])
                current = shared
            block.add_ops([*one.ops, BranchOp.of(next, location)])
            one.ops.clear()
            block = next
    if update is not None and current is not None:
        one.ops.append(_copied(update.store, (update.address, current), location))
    one.replace(op)
    count("calls inlined in turn")


def _are_read(op: CallOp) -> list[bool]:
    """Which results of a call somebody may ask for."""
    return [any(dst in read_by(u.operation) for u in dst.uses) for dst in op.dsts]


def _add_at_once(
    func: FuncOp,
    op: CallOp,
    addition: Addition,
    here: SSAValue | None,
    lines: LocalLines,
    new: NewRegister,
) -> bool:
    """
    Replace a call, and return True, if all lanes have addresses in one line.

    If they may have, jump over the call, which is left in a block of its own.
    """
    if is_uniform(addition.address):
        return False
    location = op.location
    one, each = Emitter(new, location, uniform=True), Emitter(new, location)
    each.ops = one.ops
    counts = LineCounts(addition, one, each)
    if (place := lines.line(addition.address, op)) is not None:
        counts.add(here, place)
        one.replace(op)
        count("additions of all lanes at once")
        return True
    block = op.parent
    assert block is not None
    after, turns, at_once = split_from(block, op.next_op), Block(), Block()
    op.detach()
    question = counts.question(here)
    one.ops.append(CondBranchOp.of(question, at_once, turns, None, location))
    block.add_ops(one.ops)
    one.ops.clear()
    counts.add(here)
    at_once.add_ops([*one.ops, BranchOp.of(after, location)])
    turns.add_ops([op, BranchOp.of(after, location)])
    func.body.insert_block_after([at_once, turns, after], block)
    count("additions of lanes at once, if they may")
    return False


@dataclass(frozen=True)
class _Update:
    """The only accesses of a function: of one address that all lanes share."""

    address: SSAValue
    load: Instruction
    store: Instruction

    @staticmethod
    def of(callee: FuncOp, srcs: Sequence[SSAValue]) -> "_Update | None":
        """What a call with these arguments updates; None if there is no such thing."""
        given: dict[SSAValue, SSAValue] = {}
        found: list[Instruction] = []
        for op in callee.body.block.ops:
            if isinstance(op, InputsOp):
                given = dict(zip(op.registers, srcs, strict=True))
            elif isinstance(op, Instruction) and op.ROW.kind in ACCESSES:
                found.append(op)
            for register in written_by(op):
                if not isinstance(op, InputsOp):
                    given.pop(register, None)
        if [(op.ROW.opcode, len(op.operands)) for op in found] != UPDATE:
            return None
        load, store = found
        address = given.get(load.srcs[0])
        if load.srcs[0] is not store.srcs[0] or address is None:
            return None
        return _Update(address, load, store) if is_uniform(address) else None


def _inline(
    emit: Emitter, callee: FuncOp, srcs: Sequence[SSAValue], loaded: SSAValue | None
) -> tuple[list[SSAValue], SSAValue | None]:
    """
    Append what a function computes; its results, and what it would store.

    With `loaded` it does not access memory, where it would find that value.
    """
    now: dict[SSAValue, SSAValue] = {}
    results: list[SSAValue] = []
    stored: SSAValue | None = None
    for op in callee.body.block.ops:
        match op:
            case RegisterOp():
                pass
            case InputsOp():
                now |= dict(zip(op.registers, srcs, strict=True))
            case RetOp():
                results = [now[register] for register in op.srcs]
            case Instruction() if loaded is not None and op.ROW.opcode == "LOAD":
                now[op.dsts[0]] = loaded
            case Instruction() if loaded is not None and op.ROW.opcode == "STORE":
                stored = now[op.srcs[1]]
            case _:
                written = {dst: emit.new(family_of(dst)) for dst in written_by(op)}
                read = [now[register] for register in read_by(op)]
                made = _copied(op, (*written.values(), *read), emit.location)
                emit.ops.append(made)
                now |= written
    return results, stored


def _copied(
    op: Operation, operands: Sequence[SSAValue], location: LocationAttr
) -> Operation:
    made = op.clone()
    made.operands, made.location = operands, location
    return made
