"""What is wrong is found, and nothing else, whatever a pass has done to a module."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import large_programs as programs
import pytest
from plain_verifier import find_mistake
from work import calls_in
from xdsl.context import Context
from xdsl.dialects import arith, cf, func, test
from xdsl.dialects.builtin import IntAttr, ModuleOp, StringAttr, UnitAttr, i1, i64
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import Verifier, verify_module
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import VERIFY_EACH, compile, passes, run_passes

ROOT = Path(__file__).parents[3]
KERNELS = sorted((ROOT / "bench" / "data").glob("*.mlir"))

BRANCHES = """
func.func @callee(%x: i32) -> i32 {
  func.return %x : i32
}
func.func @f(%a: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %a : i32, i32)
^head(%i: i32, %s: i32):
  %c = arith.cmpi ult, %i, %n : i32
  cf.cond_br %c, ^body, ^end(%s : i32)
^body:
  %t = func.call @callee(%s) : (i32) -> i32
  %u = arith.muli %t, %a : i32
  %j = arith.addi %i, %one : i32
  %big = arith.cmpi ugt, %u, %j : i32
  cf.cond_br %big, ^head(%j, %u : i32, i32), ^other
^other:
  %v = arith.xori %u, %j : i32
  cf.br ^head(%j, %v : i32, i32)
^end(%r: i32):
  func.return %r : i32
}
"""

REGIONS = """
func.func @g(%a: i32, %m: memref<8xi32>) -> i32 {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  %sum = scf.for %i = %lower to %upper step %step iter_args(%s = %a) -> (i32) {
    %x = memref.load %m[%i] : memref<8xi32>
    %c = arith.cmpi slt, %x, %s : i32
    %y = scf.if %c -> (i32) {
      %z = arith.addi %x, %s : i32
      scf.yield %z : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %y : i32
  }
  func.return %sum : i32
}
"""

UNREACHABLE = """
func.func @h(%a: i32) -> i32 {
  cf.br ^end
^dead:
  %x = arith.addi %y, %a : i32
  %y = arith.addi %x, %a : i32
  cf.br ^dead
^end:
  func.return %a : i32
}
"""


def parsed(text: str) -> ModuleOp:
    return parse_module(context(), text, "t.mlir")


def is_right(module: ModuleOp) -> bool:
    """What the plain verifier says."""
    try:
        find_mistake(module)
    except Exception:
        return False
    return True


def holds(verifier: Verifier) -> bool:
    try:
        verifier.verify()
    except Exception:
        return False
    return True


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: path.stem)
@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.every(4)
def test_what_is_right_is_found_right(kernel: Path, opt: int):
    """At every step, by a verifier that remembers the steps before it."""
    module = parsed(kernel.read_text())
    verifier = Verifier(module)
    verifier.verify()
    for step in passes("source", "naplespu", opt):
        step.apply(Context(), module)
        verifier.verify()
    find_mistake(module)


@pytest.mark.parametrize("text", (BRANCHES, REGIONS, UNREACHABLE))
def test_control_flow_is_understood(text: str):
    verify_module(parsed(text))


def test_values_from_outside_in_unreachable_blocks():
    module = parsed(UNREACHABLE + BRANCHES)
    first, _, last = module.body.block.ops
    assert isinstance(first, func.FuncOp) and isinstance(last, func.FuncOp)
    dead = first.body.blocks[1]
    assert dead.first_op is not None
    dead.first_op.operands[1] = last.args[0]
    assert not is_right(module)
    with pytest.raises(Diagnostic):
        verify_module(module)


# region Passes that break a module


def ops_of(module: ModuleOp, kind: type[Operation]) -> list[Operation]:
    return [op for op in module.walk() if isinstance(op, kind)]


def wrong_type(module: ModuleOp) -> None:
    value = ops_of(module, arith.AddiOp)[0].results[0]
    Rewriter.replace_value_with_new_type(value, i64)


def used_before_definition(module: ModuleOp) -> None:
    op = ops_of(module, arith.MuliOp)[0]
    block = op.parent
    assert block is not None and block.first_op is not None
    op.detach()
    block.insert_op_before(op, block.first_op)


def used_where_it_does_not_dominate(module: ModuleOp) -> None:
    *_, last = ops_of(module, func.ReturnOp)
    last.operands[0] = ops_of(module, arith.MuliOp)[0].results[0]


def used_by_itself(module: ModuleOp) -> None:
    op = ops_of(module, arith.MuliOp)[0]
    op.operands[0] = op.results[0]


def operand_of_another_function(module: ModuleOp) -> None:
    first, *_, last = ops_of(module, func.ReturnOp)
    first.operands[0] = last.operands[0]


def dead_operand(module: ModuleOp) -> None:
    op = ops_of(module, arith.MuliOp)[0]
    op.detach()
    op.erase(safe_erase=False)


def detached_definition(module: ModuleOp) -> None:
    ops_of(module, arith.MuliOp)[0].detach()


def successor_without_a_region(module: ModuleOp) -> None:
    ops_of(module, cf.BranchOp)[0].successors[0] = Block(arg_types=(i64, i64))


def successor_in_another_function(module: ModuleOp) -> None:
    other = ops_of(module, func.FuncOp)[0].regions[0].block
    ops_of(module, cf.BranchOp)[0].successors[0] = other


def wrong_number_of_passed_values(module: ModuleOp) -> None:
    branch = ops_of(module, cf.BranchOp)[0]
    branch.operands = branch.operands[:1]


def no_terminator(module: ModuleOp) -> None:
    *_, last = ops_of(module, func.ReturnOp)
    last.detach()


def behind_the_terminator(module: ModuleOp) -> None:
    *_, last = ops_of(module, func.ReturnOp)
    assert last.parent is not None
    last.parent.add_op(test.TestOp.create())


def lost_property(module: ModuleOp) -> None:
    del ops_of(module, arith.ConstantOp)[0].properties["value"]


def wrong_property(module: ModuleOp) -> None:
    ops_of(module, arith.CmpiOp)[0].properties["predicate"] = StringAttr("ult")


def unknown_property(module: ModuleOp) -> None:
    ops_of(module, arith.MuliOp)[0].properties["extra"] = UnitAttr()


def changed_callee(module: ModuleOp) -> None:
    callee = ops_of(module, func.FuncOp)[0]
    callee.properties["sym_name"] = StringAttr("renamed")


def symbol_twice(module: ModuleOp) -> None:
    for function in ops_of(module, func.FuncOp):
        function.properties["sym_name"] = StringAttr("f")


def wrong_argument(module: ModuleOp) -> None:
    *_, function = ops_of(module, func.FuncOp)
    block = function.regions[0].blocks[0]
    Rewriter.replace_value_with_new_type(block.args[0], i1)


def empty_block(module: ModuleOp) -> None:
    *_, function = ops_of(module, func.FuncOp)
    function.regions[0].add_block(Block())


def stolen_parent(module: ModuleOp) -> None:
    ops_of(module, arith.MuliOp)[0].parent = Block()


BREAKS: Sequence[Callable[[ModuleOp], None]] = (
    wrong_type,
    used_before_definition,
    used_where_it_does_not_dominate,
    used_by_itself,
    operand_of_another_function,
    dead_operand,
    detached_definition,
    successor_without_a_region,
    successor_in_another_function,
    wrong_number_of_passed_values,
    no_terminator,
    behind_the_terminator,
    lost_property,
    wrong_property,
    unknown_property,
    changed_callee,
    symbol_twice,
    wrong_argument,
    empty_block,
    stolen_parent,
)


@dataclass(frozen=True)
class BreakPass(ModulePass):
    """Breaks one thing."""

    name = "test-break"
    way: int = 0

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        BREAKS[self.way](op)


@dataclass(frozen=True)
class NothingPass(ModulePass):
    """Changes nothing."""

    name = "test-nothing"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pass


@pytest.mark.parametrize("way", range(len(BREAKS)), ids=lambda i: BREAKS[i].__name__)
def test_broken_pass_is_named(way: int):
    """The mistake comes out after the pass that made it, whatever ran before."""
    steps = [NothingPass(), NothingPass(), BreakPass(way), NothingPass()]
    with pytest.raises((Diagnostic, AssertionError)) as caught:
        run_passes(steps, parsed(BRANCHES))
    # An erased value and a lost parent are mistakes of Python code, with a traceback.
    if isinstance(caught.value, Diagnostic):
        assert caught.value.message.endswith("(after pass 'test-break')")
    else:
        assert BREAKS[way] in (dead_operand, stolen_parent)


@dataclass(frozen=True)
class ConvertNothingPass(NothingPass):
    """By its name a conversion to circuits."""

    name = "convert-nothing-to-circuit"


@pytest.mark.parametrize(
    ("steps", "after"),
    (
        ([BreakPass()], "pass 'test-break'"),
        (
            [BreakPass(), ConvertNothingPass(), NothingPass()],
            "'convert-nothing-to-circuit'",
        ),
        ([ConvertNothingPass(), BreakPass(), NothingPass()], "'test-nothing'"),
    ),
)
def test_verified_after_conversions_and_at_the_end(
    steps: Sequence[ModulePass], after: str
):
    with bound(VERIFY_EACH, False), pytest.raises(Diagnostic) as caught:
        run_passes(steps, parsed(BRANCHES))
    passes = f"passes 'test-break' to {after}; --verify-each says after which"
    where = after if len(steps) == 1 else passes
    assert caught.value.message.endswith(f"(after {where})")


@pytest.mark.parametrize("way", range(len(BREAKS)), ids=lambda i: BREAKS[i].__name__)
def test_both_verifiers_agree_on_what_is_broken(way: int):
    module = parsed(BRANCHES)
    verifier = Verifier(module)
    assert holds(verifier) and is_right(module)
    BREAKS[way](module)
    assert not holds(verifier) and not is_right(module)


# endregion
# region Random changes


def changed(module: ModuleOp, choice: random.Random) -> None:
    """One random change, of which most break something, and some do not."""
    ops = list(module.walk())[1:]
    blocks = [block for op in ops for region in op.regions for block in region.blocks]
    values: list[SSAValue] = [result for op in ops for result in op.results]
    values += [argument for block in blocks for argument in block.args]
    if not ops:
        return
    op = choice.choice(ops)
    match choice.randrange(10):
        case 0 | 1 if op.operands:
            op.operands[choice.randrange(len(op.operands))] = choice.choice(values)
        case 2:
            op.detach()
            other = choice.choice(ops)
            around = other.parent
            if around is None or op.is_ancestor(around):
                return
            around.insert_op_before(op, other)
        case 3 if op.successors:
            successor = choice.choice(blocks)
            op.successors[choice.randrange(len(op.successors))] = successor
        case 4 if op.operands:
            op.operands = op.operands[choice.randrange(2) :]
        case 5 if op.properties:
            name = choice.choice(list(op.properties))
            like = choice.choice([each for each in ops if name in each.properties])
            op.properties[name] = like.properties[name]
        case 6 if op.properties:
            del op.properties[choice.choice(list(op.properties))]
        case 7:
            op.properties["number"] = IntAttr(choice.randrange(3))
        case 8 if values:
            to = choice.choice(values).type
            Rewriter.replace_value_with_new_type(choice.choice(values), to)
        case _ if not op.has_trait(IsTerminator):
            op.detach()
            if choice.randrange(2):
                op.erase(safe_erase=False)
        case _:
            pass


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir", "gen", "naplespu"))
@pytest.mark.every(3, first=2)
def test_both_verifiers_agree_on_random_changes(level: str):
    """What circ's verifier passes the plain one passes, and the other way round."""
    choice = random.Random(level)
    texts = [BRANCHES, UNREACHABLE, programs.functions(3, 5).text]
    texts.append(REGIONS if level == "source" else programs.switch(5).text)
    wrong = right = 0
    for text in texts:
        lowered = compile(parsed(text), level)
        for _ in range(60):
            module = lowered.clone()
            verifier = Verifier(module)
            verifier.verify()
            for _ in range(3):
                changed(module, choice)
                expected = is_right(module)
                assert holds(verifier) == expected
                wrong, right = wrong + (not expected), right + expected
                if not expected:
                    break
    assert wrong > 50 and right > 50


# endregion


def test_isolated_values_inside_regions():
    """A function inside a function sees nothing of it, at whatever depth."""
    inner = func.FuncOp("inner", ((), ()), Region(Block([func.ReturnOp()])))
    value = test.TestOp.create(result_types=[i64])
    holder = test.TestOp.create(
        regions=[Region(Block([inner, test.TestTermOp.create()]))]
    )
    outer = func.FuncOp("f", ((), ()), Region(Block([value, holder, func.ReturnOp()])))
    module = ModuleOp([outer])
    verify_module(module)
    block = inner.body.block
    assert block.last_op is not None
    user = test.TestOp.create(operands=[value.results[0]])
    block.insert_op_before(user, block.last_op)
    with pytest.raises(Diagnostic, match="isolated"):
        verify_module(module)


def test_work_for_an_operation():
    """Of a module that was verified before: next to no calls for an operation."""
    module = parsed(programs.straight_line(3000).text)
    verifier = Verifier(module)
    verifier.verify()
    assert calls_in(verifier.verify) < 20 * 3000
