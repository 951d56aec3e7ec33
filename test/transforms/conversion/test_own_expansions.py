"""Operations of other packages that are defined by others run at every level."""

from typing import Any

import numpy as np
import pytest
from own_dialect import YieldOp, parse_with
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.dialects.func import CallOp, ReturnOp
from xdsl.ir import Block, Region
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    region_def,
    result_def,
)
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

import circ
from circ.dialects.common.meaning import HasExpansion
from circ.dialects.source.expansion import expand_operations
from circ.transforms.pipelines import LEVELS


@irdl_op_definition
class FoldOp(IRDLOperation, HasExpansion):
    """A region applied to a value and each element of an array, in a loop."""

    name = "own.fold"
    array = operand_def(MemRefType)
    initial = operand_def()
    result = result_def()
    body = region_def("single_block")

    def expand(self, rewriter: PatternRewriter) -> None:
        index, type = IndexType(), self.initial.type
        assert isinstance(self.array.type, MemRefType)
        bounds = (0, self.array.type.get_shape()[0], 1)
        numbers = [arith.ConstantOp.from_int_and_width(n, index) for n in bounds]
        block = Block(arg_types=[index, type])
        number, carried = block.args
        load = memref.LoadOp.get(self.array, [number])
        block.add_op(load)
        inner = self.detach_region(self.body).block
        last = inner.last_op
        assert isinstance(last, YieldOp)
        rewriter.inline_block(inner, InsertPoint.at_end(block), [carried, load.res])
        rewriter.replace(last, scf.YieldOp(*last.values), [])
        loop = scf.ForOp(*numbers, [self.initial], Region(block))
        rewriter.replace(self, [*numbers, loop])


@irdl_op_definition
class SumOp(IRDLOperation, HasExpansion):
    """The sum of an array: a fold, which is expanded again."""

    name = "own.sum"
    array = operand_def(MemRefType)
    result = result_def()
    assembly_format = "$array attr-dict `:` type($array) `to` type($result)"

    def expand(self, rewriter: PatternRewriter) -> None:
        type = self.result.type
        block = Block(arg_types=[type, type])
        total = arith.AddiOp(*block.args)
        block.add_ops([total, YieldOp.create(operands=[total.result])])
        zero = arith.ConstantOp.from_int_and_width(0, type)
        fold = FoldOp(
            operands=[self.array, zero.result],
            result_types=[type],
            regions=[Region(block)],
        )
        rewriter.replace(self, [zero, fold])


@irdl_op_definition
class EndlessOp(IRDLOperation, HasExpansion):
    name = "own.endless"

    def expand(self, rewriter: PatternRewriter) -> None:
        rewriter.replace(self, EndlessOp())


@irdl_op_definition
class LazyOp(IRDLOperation, HasExpansion):
    name = "own.lazy"

    def expand(self, rewriter: PatternRewriter) -> None:
        pass


@irdl_op_definition
class WrongOp(IRDLOperation, HasExpansion):
    """Its expansion ends the block before its last operation."""

    name = "own.wrong"

    def expand(self, rewriter: PatternRewriter) -> None:
        rewriter.replace(self, ReturnOp())


@irdl_op_definition
class UnknownOp(IRDLOperation, HasExpansion):
    name = "own.unknown"

    def expand(self, rewriter: PatternRewriter) -> None:
        rewriter.replace(self, CallOp("nothing", [], []))


OPERATIONS = [FoldOp, SumOp, EndlessOp, LazyOp, WrongOp, UnknownOp]

PROGRAM = """
func.func @f(%m: memref<6xi32>, %x: i32) -> (i32, i32) {
  %s = own.sum %m : memref<6xi32> to i32
  %r = "own.fold"(%m, %s) ({
  ^bb0(%a: i32, %e: i32):
    %y = arith.subi %e, %x : i32
    %z = arith.maxsi %a, %y : i32
    own.yield %z : i32
  }) : (memref<6xi32>, i32) -> i32
  return %s, %r : i32, i32
}
"""


@pytest.mark.parametrize("x", (3, -100))
def test_at_every_level(x: int):
    data = np.array([5, -7, 11, 0, 2, 1], np.int32)
    module = parse_with(OPERATIONS, PROGRAM)
    before = str(module)
    runs = circ.compare_levels(module, data, x)
    assert tuple(runs) == LEVELS
    for run in runs.values():
        assert run.results == [12, max(12, 11 - x)]
    assert str(module) == before


def test_new_operations_have_the_location():
    module = parse_with(OPERATIONS, PROGRAM)
    locations = {str(op.location) for op in module.walk()}
    expand_operations(module)
    assert "own.sum" not in str(module) and "own.fold" not in str(module)
    assert {str(op.location) for op in module.walk()} <= locations


MISTAKES = {
    "own.endless": "'own.endless' expands to itself, or is nested 64 deep",
    "own.lazy": "'own.lazy': its expansion does not replace it",
    "own.wrong": "'func.return' must be the last operation",
    "own.unknown": "nothing",
}


@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("level", ("source", "circuit"))
def test_mistakes(name: str, level: str):
    text = f"""func.func @f() {{
      "{name}"() : () -> ()
      return
    }}"""
    module: Any = parse_with(OPERATIONS, text)
    with pytest.raises(circ.Diagnostic, match=MISTAKES[name]) as caught:
        circ.run(module, level=level)
    assert str(caught.value).startswith("own.mlir:2:7: error:")
