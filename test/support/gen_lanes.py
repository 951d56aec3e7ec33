"""Functions of gen on lanes that wait for each other, and random ones to execute."""

import random
from collections.abc import Sequence

from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    ElseOp,
    EndIfOp,
    FuncOp,
    IfOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    WhileOp,
    create,
    loadi,
)
from circ.dialects.gen.semantics import meaning
from circ.transforms.gen.uniformity import Uniformity

LANES = 8
STEPS = 100

# region Execution


class Lanes:
    """Registers of several lanes, the uniform ones with one value for all."""

    def __init__(self, varying: set[SSAValue], count: int = LANES):
        self.varying = varying
        self.values: dict[tuple[SSAValue, int], int] = {}
        self.seen: list[list[int]] = [[] for _ in range(count)]

    def key(self, register: SSAValue, lane: int) -> tuple[SSAValue, int]:
        return register, lane if register in self.varying else 0

    def get(self, register: SSAValue, lane: int) -> int:
        return self.values.get(self.key(register, lane), 0)

    def step(self, op: Operation, lanes: Sequence[int], ids: Sequence[int]) -> None:
        """An instruction for the lanes; STORE shows its value."""
        assert isinstance(op, Instruction)
        results: dict[tuple[SSAValue, int], int] = {}
        for lane in lanes:
            sources = [self.get(register, lane) for register in op.srcs]
            match op.ROW.opcode:
                case "STORE":
                    self.seen[lane].append(sources[1])
                    continue
                case "LOADI":
                    result = op.integer("value")
                case "SIMD_ID":
                    result = ids[lane]
                case opcode:
                    function = meaning(INTS, opcode, op.scalar.name, op.scalar.name)
                    assert function is not None
                    result = function(*sources)
            key = self.key(op.dsts[0], lane)
            assert results.get(key, result) == result, "lanes differ in a register"
            results[key] = result
        self.values |= results


def target_of(op: Operation, state: Lanes, lane: int) -> Block:
    """Where a lane goes from the end of a block."""
    match op:
        case BranchOp() | ElseOp() | EndIfOp():
            return op.successors[0]
        case CondBranchOp() | WhileOp():
            return op.successors[0 if state.get(op.operands[0], lane) else 1]
        case IfOp():
            holds = bool(state.get(op.predicate, lane)) != (op.inverted is not None)
            return op.then if holds else op.other
        case _:
            raise AssertionError(op.name)


def alone(func: FuncOp, lane: int) -> list[int] | None:
    """What one work-item shows; None if it takes too long."""
    state = Lanes(set(), 1)
    block = func.body.first_block
    for _ in range(STEPS):
        assert block is not None
        for op in block.ops:
            match op:
                case RegisterOp() | InputsOp():
                    pass
                case Instruction():
                    state.step(op, [0], [lane])
                case RetOp():
                    return state.seen[0]
                case _:
                    block = target_of(op, state, 0)
    return None


def side_by_side(func: FuncOp, found: Uniformity) -> list[list[int]]:
    """What the lanes show that go through the blocks together."""
    state = Lanes(found.varying)
    place = {block: i for i, block in enumerate(found.order)}
    waiting: list[set[int]] = [set() for _ in found.order]
    waiting[0] = set(range(LANES))
    current, steps = 0, 0
    while current < len(waiting):
        steps += 1
        assert steps < LANES * STEPS * len(waiting), "the lanes do not come to an end"
        if not (lanes := sorted(waiting[current])):
            current += 1
            continue
        waiting[current] = set()
        block = found.order[current]
        assert block in found.partial or len(lanes) == LANES
        last = block.last_op
        for op in block.ops:
            if isinstance(op, Instruction):
                state.step(op, lanes, range(LANES))
        targets: dict[int, set[int]] = {}
        for lane in lanes:
            match last:
                case BranchOp():
                    target = last.target
                case CondBranchOp():
                    target = (
                        last.taken if state.get(last.condition, lane) else last.next
                    )
                case _:
                    continue
            targets.setdefault(place[target], set()).add(lane)
        assert block in found.divergent or len(targets) < 2
        for target, there in targets.items():
            waiting[target] |= there
        current = min([current + 1, *targets])
    return state.seen


# endregion
# region Random functions


def random_function(seed: int, blocks: int) -> FuncOp:
    """Any graph of blocks: structured or not, with cycles of several entries."""
    pick = random.Random(seed)
    registers = [RegisterOp.of("dword") for _ in range(pick.randrange(2, 7))]
    conditions = [RegisterOp.of("bool") for _ in range(2)]
    lane, one, bound = [RegisterOp.of("dword") for _ in range(3)]
    values = [register.handle for register in registers]
    region = Region([Block() for _ in range(blocks)])
    layout = list(region.blocks)
    layout[0].add_ops([*registers, *conditions, lane, one, bound])
    layout[0].add_op(create("SIMD_ID", "uint32", [lane.handle], []))
    layout[0].add_op(loadi(one.handle, "int32", 1))
    layout[0].add_op(loadi(bound.handle, "int32", 5))
    for value in values:
        layout[0].add_op(loadi(value, "int32", pick.randrange(8)))
    for number, block in enumerate(layout):
        for _ in range(pick.randrange(6)):
            dst, src = pick.choice(values), pick.choice(values)
            kind = pick.random()
            if kind < 0.5:
                show = create("STORE", "int32", [], [one.handle, src], space="global")
                block.add_op(show)
            elif kind < 0.7:
                block.add_op(loadi(dst, "int32", pick.randrange(8)))
            else:
                other = one.handle if kind < 0.95 else pick.choice(values)
                block.add_op(create("ADD", "int32", [dst], [src, other]))
        if pick.random() < 0.1 or number + 1 == blocks:
            block.add_op(RetOp.of([]))
            continue
        if pick.random() < 0.3:
            block.add_op(BranchOp.of(layout[number + 1]))
            continue
        on = range(number + 1, min(number + 5, blocks))
        back = range(max(1, number - 4), number + 1)
        taken, other = (
            layout[pick.choice(back if number and pick.random() < chance else on)]
            for chance in (0.4, 0.1)
        )
        condition = pick.choice(conditions).handle
        if pick.random() < 0.9:
            limit = pick.choice([bound.handle, lane.handle, lane.handle])
            compared = [pick.choice(values), limit]
            block.add_op(create("LT", "uint32", [condition], compared))
        block.add_op(CondBranchOp.of(condition, taken, other))
    return FuncOp.of("f", [], [], region)


# endregion
