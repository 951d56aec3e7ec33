"""Uniformity, by executing functions on lanes that wait for each other."""

import random
from collections.abc import Sequence

import pytest
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.parser import Parser

from circ.dialects.common.algebra import INTS
from circ.dialects.common.memory import Circ
from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    FuncOp,
    Gen,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    loadi,
    read_by,
    written_by,
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
                case BranchOp():
                    block = op.target
                case CondBranchOp():
                    block = op.taken if state.get(op.condition, 0) else op.next
                case _:
                    raise AssertionError(op.name)
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


def compare(func: FuncOp) -> Uniformity | None:
    """Compare lanes together with each alone; None if one takes too long."""
    func.verify()
    expected: list[list[int]] = []
    for lane in range(LANES):
        shown = alone(func, lane)
        if shown is None:
            return None
        expected.append(shown)
    found = Uniformity.compute(func)
    for block in found.order:
        for op in block.ops:
            if isinstance(op, Instruction) and found.varying & {*read_by(op)}:
                assert found.varying.issuperset(written_by(op))
    assert side_by_side(func, found) == expected
    return found


def test_lanes_together_show_what_each_shows_alone():
    compared = divergent = uniform = 0
    for seed in range(250):
        func = random_function(seed, 3 + seed % 12)
        if (found := compare(func)) is not None:
            compared += 1
            divergent += len(found.divergent)
            uniform += len(func.registers) - len(found.varying)
    assert compared > 120
    assert divergent > compared
    assert uniform > 5 * compared


# endregion
# region What is varying

HEAD = """
gen.func @f() {
  %r = gen.register : !gen.reg<dword>
  %i = gen.register : !gen.reg<dword>
  %lane = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %five = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  %d = gen.register : !gen.reg<bool>
  gen.simd_id uint32 %lane
  gen.loadi uint32 %one {value = 1}
  gen.loadi uint32 %five {value = 5}
  gen.lt uint32 %d = %lane, %five
"""


def varying(text: str) -> set[str]:
    """The names of the varying registers but for %lane and those of branches."""
    context = Context()
    for dialect in (Builtin, Circ, Gen):
        context.load_dialect(dialect)
    (func,) = Parser(context, HEAD + text + "}").parse_module().ops
    assert isinstance(func, FuncOp)
    found = compare(func)
    assert found is not None
    names = {register.name_hint or "" for register in found.varying}
    return names & {"r", "i"}


@pytest.mark.parametrize(
    ("text", "names"),
    (
        pytest.param(
            """
  gen.bra_if %d, ^then, ^join
^then:
  gen.loadi uint32 %i {value = 0}
  gen.bra ^loop
^loop:
  gen.add uint32 %i = %i, %one
  gen.store uint32 %one, %i {space = global}
  gen.lt uint32 %c = %i, %five
  gen.bra_if %c, ^loop, ^join
^join:
  gen.ret
""",
            set[str](),
            id="a uniform loop that only some lanes execute",
        ),
        pytest.param(
            """
  gen.bra_if %d, ^then, ^join
^then:
  gen.add uint32 %r = %r, %one
  gen.bra ^join
^join:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r"},
            id="written on one way and read where the ways join",
        ),
        pytest.param(
            """
  gen.loadi uint32 %r {value = 1}
  gen.bra_if %d, ^then, ^else
^then:
  gen.loadi uint32 %r {value = 2}
  gen.store uint32 %one, %r {space = global}
  gen.ret
^else:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r"},
            id="written on one way and read on another",
        ),
        pytest.param(
            """
  gen.bra ^loop
^loop:
  gen.add uint32 %r = %r, %one
  gen.add uint32 %i = %i, %one
  gen.store uint32 %one, %i {space = global}
  gen.lt uint32 %c = %r, %lane
  gen.bra_if %c, ^loop, ^exit
^exit:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r"},
            id="read where some lanes have left a loop before others",
        ),
        pytest.param(
            """
  gen.bra ^loop
^loop:
  gen.add uint32 %r = %r, %one
  gen.lt uint32 %c = %lane, %r
  gen.bra_if %c, ^rest, ^latch
^rest:
  gen.store uint32 %one, %r {space = global}
  gen.bra ^latch
^latch:
  gen.lt uint32 %c = %r, %five
  gen.bra_if %c, ^loop, ^exit
^exit:
  gen.ret
""",
            set[str](),
            id="some lanes skip a part of an iteration",
        ),
        pytest.param(
            """
  gen.bra ^loop
^loop:
  gen.add uint32 %r = %r, %one
  gen.lt uint32 %c = %lane, %r
  gen.bra_if %c, ^rest, ^loop
^rest:
  gen.store uint32 %one, %r {space = global}
  gen.lt uint32 %c = %r, %five
  gen.bra_if %c, ^loop, ^exit
^exit:
  gen.ret
""",
            {"r"},
            id="some lanes begin another iteration before the others",
        ),
        pytest.param(
            """
  gen.lt uint32 %c = %one, %five
  gen.bra_if %c, ^a, ^b
^a:
  gen.add uint32 %r = %r, %one
  gen.bra ^b
^b:
  gen.lt uint32 %c = %r, %lane
  gen.bra_if %c, ^a, ^c
^c:
  gen.store uint32 %one, %r {space = global}
  gen.add uint32 %i = %i, %five
  gen.lt uint32 %c = %i, %one
  gen.bra_if %c, ^b, ^exit
^exit:
  gen.ret
""",
            {"r", "i"},
            id="a cycle of two entries",
        ),
        pytest.param(
            """
  gen.bra ^outer
^outer:
  gen.add uint32 %r = %r, %one
  gen.bra ^inner
^inner:
  gen.add uint32 %i = %i, %one
  gen.lt uint32 %c = %lane, %i
  gen.bra_if %c, ^after, ^latch
^latch:
  gen.lt uint32 %c = %lane, %five
  gen.bra_if %c, ^inner, ^done
^after:
  gen.lt uint32 %c = %r, %five
  gen.bra_if %c, ^outer, ^done
^done:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r", "i"},
            id="some lanes leave two loops at once",
        ),
    ),
)
def test_what_is_varying(text: str, names: set[str]):
    assert varying(text) == names


# endregion


def test_work_is_near_linear():
    small, large = (random_function(3, blocks) for blocks in (300, 3000))
    work = calls_in(lambda: Uniformity.compute(small))
    assert calls_in(lambda: Uniformity.compute(large)) < 14 * work
