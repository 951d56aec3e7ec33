"""Liveness against its definition by paths, and its cost on a large function."""

import random
from collections.abc import Sequence
from functools import cache
from sys import getsizeof

import pytest
from work import calls_in
from xdsl.ir import Block, Region, SSAValue

from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    FuncOp,
    InputsOp,
    RegisterOp,
    RetOp,
    create,
    loadi,
    read_by,
    written_by,
)
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.chains import Chains
from circ.transforms.gen.liveness import Liveness


def random_function(seed: int, blocks: int, length: int, registers: int) -> FuncOp:
    pick = random.Random(seed)
    handles = [RegisterOp.of("dword") for _ in range(registers)]
    values: list[SSAValue] = [handle.handle for handle in handles]
    condition = RegisterOp.of("bool")
    region = Region([Block() for _ in range(blocks)])
    layout = list(region.blocks)
    layout[0].add_ops([*handles, condition, InputsOp.of(values[:2])])
    for number, block in enumerate(layout):
        for _ in range(length):
            dst, a, b = (pick.choice(values) for _ in range(3))
            block.add_op(create("ADD", "int32", [dst], [a, b]))
        if number + 1 == blocks:
            block.add_op(RetOp.of(values[:1]))
            continue
        taken = layout[pick.randrange(1, blocks)]
        following = layout[number + 1]
        if pick.random() < 0.3:
            block.add_op(BranchOp.of(following))
        else:
            block.add_op(CondBranchOp.of(condition.handle, taken, following))
    func = FuncOp.of("f", ["dword"] * 2, ["dword"], region)
    return func


def live_by_paths(func: FuncOp, register: SSAValue) -> set[Block]:
    """The blocks from whose start some path reads the register before it is written."""
    live: set[Block] = set()
    for block in func.body.blocks:
        seen: set[Block] = set()
        work = [block]
        while work:
            current = work.pop()
            if current in seen:
                continue
            seen.add(current)
            for op in current.ops:
                if register in read_by(op):
                    live.add(block)
                    work = []
                    break
                if register in written_by(op):
                    break
            else:
                assert current.last_op is not None
                work.extend(current.last_op.successors)
    return live


@pytest.mark.parametrize("seed", range(20))
def test_live_in_is_what_some_path_reads_before_writing(seed: int):
    func = random_function(seed, blocks=8, length=3, registers=12)
    func.verify()
    liveness = Liveness.compute(func)
    for register in func.registers:
        expected = live_by_paths(func, register.handle)
        found = {b for b in liveness.blocks if register.handle in liveness.into(b)}
        assert found == expected


@pytest.mark.parametrize("seed", range(5))
def test_live_out_is_what_a_successor_needs(seed: int):
    func = random_function(seed, blocks=8, length=2, registers=12)
    liveness = Liveness.compute(func)
    for block in liveness.blocks:
        assert block.last_op is not None
        needed: set[SSAValue] = set()
        for successor in block.last_op.successors:
            needed.update(liveness.into(successor))
        assert set(liveness.out_of(block)) == needed


def test_members_are_in_the_order_of_their_bits():
    liveness = Liveness.compute(random_function(0, 4, 3, 40))
    assert liveness.members(0) == []
    wanted = [liveness.registers[i] for i in (0, 7, 8, 31)]
    assert liveness.members(1 << 0 | 1 << 7 | 1 << 8 | 1 << 31) == wanted
    assert [liveness.index[register] for register in wanted] == [0, 7, 8, 31]


def test_registers_of_one_block_are_numbered_last():
    """The sets are as long as there are registers live across an edge, not longer."""
    handles = [RegisterOp.of("dword") for _ in range(50)]
    first, second = Block(), Block()
    first.add_ops(handles)
    first.add_ops([loadi(handle.handle, "int32", 1) for handle in handles])
    first.add_op(BranchOp.of(second))
    second.add_op(RetOp.of([handles[49].handle]))
    func = FuncOp.of("f", [], ["dword"], Region([first, second]))
    liveness = Liveness.compute(func)
    assert liveness.live_in == [0, 1]
    assert liveness.live_out == [1, 0]
    assert liveness.registers[0] is handles[49].handle


def test_what_an_exit_needs_lives_as_long_as_the_loop():
    """Of the loop, only the exit's value that is not live at its head."""
    handles = [RegisterOp.of("dword") for _ in range(3)]
    condition = RegisterOp.of("bool")
    value, kept, unused = (handle.handle for handle in handles)
    entry, head, latch, exit = (Block() for _ in range(4))
    entry.add_ops([*handles, condition, loadi(kept, "int32", 2), BranchOp.of(head)])
    head.add_op(loadi(value, "int32", 1))
    head.add_op(CondBranchOp.of(condition.handle, exit, latch))
    latch.add_ops([loadi(unused, "int32", 3), BranchOp.of(head)])
    exit.add_op(RetOp.of([value, kept]))
    func = FuncOp.of("f", [], ["dword"] * 2, Region([entry, head, latch, exit]))
    func.verify()
    liveness = Liveness.compute(func)
    assert value not in liveness.into(latch)
    extended = liveness.over_loops(ControlFlow(func.body))
    for block in (head, latch):
        assert {value, kept} <= {*extended.into(block)} & {*extended.out_of(block)}
        assert unused not in extended.into(block)
    for block in (entry, exit):
        assert extended.into(block) == liveness.into(block)
        assert extended.out_of(block) == liveness.out_of(block)


def long_function(blocks: int, length: int, reach: int) -> FuncOp:
    """Loops of blocks that write new registers and read those of the last blocks."""
    pick = random.Random(1)
    fresh = length // 2
    handles = [RegisterOp.of("dword") for _ in range(blocks * fresh)]
    condition = RegisterOp.of("bool")
    values: list[SSAValue] = [handle.handle for handle in handles]
    region = Region([Block() for _ in range(blocks)])
    layout = list(region.blocks)
    layout[0].add_ops([*handles, condition])
    for number, block in enumerate(layout):
        recent = values[max(number - reach, 0) * fresh : (number + 1) * fresh]
        new = values[number * fresh : (number + 1) * fresh]
        for dst in (*new, *new):
            sources = pick.choices(recent, k=2)
            block.add_op(create("ADD", "int32", [dst], sources))
        if number + 1 == blocks:
            block.add_op(RetOp.of([]))
        elif number % 5:
            block.add_op(BranchOp.of(layout[number + 1]))
        else:
            back, on = layout[max(number - 4, 1)], layout[number + 1]
            block.add_op(CondBranchOp.of(condition.handle, back, on))
    return FuncOp.of("f", [], [], region)


def bytes_of(*lists: Sequence[int]) -> int:
    """What sets of registers take as integers."""
    return sum(getsizeof(bits) for one in lists for bits in (one, *one))


@cache
def size_of(count: int) -> int:
    return getsizeof(set(range(count)))


@pytest.mark.long
def test_memory_is_small_beside_a_set_at_each_point():
    """100,000 instructions with 50,000 registers."""
    func = long_function(2_000, 50, 40)
    liveness, chains = Liveness.compute(func), Chains(func)
    assert len(func.registers) > 50_000
    points = sets = 0
    share = 5
    for block, out in [*zip(liveness.blocks, liveness.live_out, strict=True)][::share]:
        live = {*liveness.members(out)}
        for op in reversed(list(block.ops)):
            live.difference_update(written_by(op))
            live.update(read_by(op))
            points += share
            sets += share * size_of(len(live))
    assert points > 99_000
    taken = bytes_of(
        *(liveness.exposed, liveness.written, liveness.live_in, liveness.live_out)
    )
    assert 20 * taken < sets
    assert 20 * (taken + chains.size) < sets


def test_work_is_near_linear():
    small = random_function(1, blocks=250, length=10, registers=1_000)
    large = random_function(1, blocks=4_000, length=10, registers=1_000)
    work = calls_in(lambda: Liveness.compute(small))
    assert calls_in(lambda: Liveness.compute(large)) < 25 * work
