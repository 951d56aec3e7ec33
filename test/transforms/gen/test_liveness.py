"""Liveness against its definition by paths, and its cost on a large function."""

import random

import pytest
from work import calls_in
from xdsl.ir import Block, Region, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
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


def test_structured_branches_are_diagnosed():
    condition = RegisterOp.of("bool")
    block = Block([condition, create("IF", None, [], [condition.handle], label=5)])
    block.add_op(RetOp.of([]))
    with pytest.raises(Diagnostic, match=r"'gen\.if': a structured branch"):
        Liveness.compute(FuncOp.of("f", [], [], Region([block])))


def test_work_is_near_linear():
    small = random_function(1, blocks=250, length=10, registers=1_000)
    large = random_function(1, blocks=4_000, length=10, registers=1_000)
    work = calls_in(lambda: Liveness.compute(small))
    assert calls_in(lambda: Liveness.compute(large)) < 25 * work
