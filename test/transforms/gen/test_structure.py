"""Structured branches: recovered, expanded, and the blocks where lanes may wait."""

import random
from pathlib import Path

import pytest
from gen_lanes import LANES, alone, random_function
from source_text import read
from work import calls_in
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    FuncOp,
    RegisterOp,
    RetOp,
    create,
)
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.transforms.gen.structure import expand_structure, jump_targets, structure

LOOP = Path(__file__).parents[2] / "targets/gen/data/structured_loop.gen"


def names_in(func: FuncOp) -> list[str]:
    """The names of the branches, block by block."""
    ends = [block.last_op for block in func.body.blocks]
    return [op.name.removeprefix("gen.") for op in ends if op is not None]


@pytest.mark.parametrize("part", range(4))
@pytest.mark.every(4, first=3)
def test_structured_functions_do_the_same(part: int):
    found: set[str] = set()
    for seed in range(part * 40, part * 40 + 40):
        func = random_function(seed, 3 + seed % 12)
        expected = [alone(func, lane) for lane in range(LANES)]
        structure(func)
        func.verify()
        assert [alone(func, lane) for lane in range(LANES)] == expected
        found.update(names_in(func))
        text = write_gen_text(ModuleOp([func]))
        assert write_gen_text(read_gen_text(text)) == text
        expand_structure(func)
        func.verify()
        assert not {"if", "else", "endif", "while"} & {*names_in(func)}
        assert [alone(func, lane) for lane in range(LANES)] == expected
    assert {"if", "endif", "while", "bra_if"} <= found


class Nest:
    """Blocks of ifs and loops in each other, in the order in which they are made."""

    def __init__(self, seed: int, size: int):
        self.pick = random.Random(seed)
        self.condition = RegisterOp.of("bool")
        self.blocks: list[Block] = []
        entry = self.block()
        entry.add_op(self.condition)
        last = self.sequence(entry, size)
        last.add_op(RetOp.of([]))
        self.func = FuncOp.of("f", [], [], Region(self.blocks))

    def block(self) -> Block:
        self.blocks.append(Block())
        return self.blocks[-1]

    def branch(self, at: Block, taken: Block, other: Block) -> None:
        at.add_op(CondBranchOp.of(self.condition.handle, taken, other))

    def sequence(self, block: Block, size: int) -> Block:
        """Statements from a block on; the block after them."""
        while size > 0:
            inner = self.pick.randrange(size)
            match self.pick.randrange(3):
                case 0:  # a branch around the statements
                    then = self.block()
                    end = self.sequence(then, inner)
                    join = self.block()
                    self.branch(block, *self.pick.sample([then, join], 2))
                    end.add_op(BranchOp.of(join))
                case 1:
                    then = self.block()
                    end = self.sequence(then, inner // 2)
                    other = self.block()
                    other_end = self.sequence(other, inner // 2)
                    join = self.block()
                    self.branch(block, then, other)
                    end.add_op(BranchOp.of(join))
                    other_end.add_op(BranchOp.of(join))
                case _:
                    loop = self.block()
                    block.add_op(BranchOp.of(loop))
                    end = self.sequence(loop, inner)
                    join = self.block()
                    self.branch(end, loop, join)
            block, size = join, size - inner - 1
        return block


@pytest.mark.parametrize("seed", range(20))
def test_what_nests_is_structured(seed: int):
    func = Nest(seed, 12).func
    func.verify()
    structure(func)
    func.verify()
    assert "bra_if" not in names_in(func)
    assert jump_targets(func) == {}


def diamond(*inside: str) -> FuncOp:
    """An if whose first arm has these instructions."""
    head, then, join = Block(), Block(), Block()
    condition, register = RegisterOp.of("bool"), RegisterOp.of("dword")
    head.add_ops([condition, register])
    head.add_op(CondBranchOp.of(condition.handle, join, then))
    for opcode in inside:
        value = register.handle
        then.add_op(
            create("SYNC", None, [], [], mask=1)
            if opcode == "SYNC"
            else create(opcode, "int32", [value], [value, value])
        )
    then.add_op(BranchOp.of(join))
    join.add_op(RetOp.of([]))
    return FuncOp.of("f", [], [], Region([head, then, join]))


@pytest.mark.parametrize(
    ("inside", "found"),
    (
        (["ADD"], ["if", "bra", "endif", "ret"]),
        (["SYNC"], ["bra_if", "bra", "ret"]),
        (["ADD"] * 999, ["if", "bra", "endif", "ret"]),
        (["ADD"] * 1000, ["bra_if", "bra", "ret"]),
    ),
)
def test_an_arm_is_short_and_has_no_barrier(inside: list[str], found: list[str]):
    func = diamond(*inside)
    structure(func)
    assert names_in(func) == found


def test_jump_targets_are_the_next_blocks_where_lanes_wait():
    """Blocks 0 to 5; 1 goes to 4, 2 to 5, 3 back to 1."""
    condition = RegisterOp.of("bool")
    blocks = [Block() for _ in range(6)]
    blocks[0].add_op(condition)
    for block, target in ((1, 4), (2, 5), (3, 1)):
        branch = CondBranchOp.of(condition.handle, blocks[target], blocks[block + 1])
        blocks[block].add_op(branch)
    for block in (0, 4):
        blocks[block].add_op(BranchOp.of(blocks[block + 1]))
    blocks[5].add_op(RetOp.of([]))
    func = FuncOp.of("f", [], [], Region(blocks))
    func.verify()
    found = {
        blocks.index(block): blocks.index(target)
        for block, target in jump_targets(func).items()
    }
    assert found == {1: 4, 2: 4, 3: 4, 4: 5}


def test_work_is_near_linear():
    small, large = Nest(1, 150).func, Nest(1, 1500).func
    ratio = len(large.body.blocks) / len(small.body.blocks)
    work = calls_in(lambda: structure(small))
    assert calls_in(lambda: structure(large)) < 1.5 * ratio * work


IF = """
gen.func @f(dwordx16) lanes 16 {
  %x = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<bool>
  gen.inputs %x
  gen.if not %p, ^then, ^body
^then:
  gen.bra ^else
^else:
  gen.else ^end label 7
^body:
  gen.bra ^end
^end:
  gen.endif ^loop label 9
^loop:
  gen.while %p, ^loop, ^done
^done:
  gen.ret
}
"""


def test_structured_branches_in_text():
    module = read(IF)
    verify_module(module)
    again = read(str(module))
    verify_module(again)
    assert str(again) == str(module)
    text = write_gen_text(module)
    assert "IF !<%1> -> label$7" in text
    assert "ELSE -> label$9  <**>label: 7" in text
    assert write_gen_text(read_gen_text(text)) == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    (
        ("not %p", "not %x", "must be a register of family bool"),
        ("while %p", "while %x", "must be a register of family bool"),
        ("^then, ^body", "^then, ^then", "must be a gen.endif, or follow a gen.else"),
        ("else ^end label 7", "else ^loop", "the block must be a gen.endif"),
        (
            "^end:\n",
            "^end:\n  gen.mov uint32 %x = %x\n",
            "gen.endif must be alone in its block",
        ),
    ),
)
def test_what_is_wrong_with_structured_branches(old: str, new: str, message: str):
    assert old in IF
    with pytest.raises(Diagnostic, match=message):
        verify_module(read(IF.replace(old, new)))


def test_branches_on_varying_registers_are_diagnosed():
    module = read(IF)
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    with pytest.raises(Diagnostic, match=r"'gen\.if': a branch on a varying register"):
        expand_structure(func)
    with pytest.raises(Diagnostic, match=r"'gen\.if': a branch on a varying register"):
        run(module, "f", [0], Memory())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    (
        ("-> label$8", "-> label$4", "must be a gen.endif, or follow a gen.else"),
        ("label: 8", "label: 3", "this label is declared twice"),
        ("label$9  <", "label$5  <", "the block must be a gen.endif"),
        ("ENDIF -> label$9", "ENDIF -> label$1", "this label is declared twice"),
        ("$3\n", "$3\nMOV.int32 %0 %0\n", "ELSE must be the first of its block"),
        ("IF<%5> -> label$8", "IF<%5> label$8", "expected '> -> label"),
        ("WHILE<%6> -> label$1", "WHILE<%6> -> label$77", "no block with label .77"),
    ),
)
def test_faults_of_structured_text(old: str, new: str, message: str):
    text = LOOP.read_text()
    assert old in text
    with pytest.raises(Diagnostic, match=message):
        read_gen_text(text.replace(old, new, 1), "f.gen")


def test_a_structured_program_runs_at_every_level():
    for level in ("gen", "naplespu"):
        program = circ.load(LOOP)
        assert circ.run(program, 27, level=level).results == [111]
