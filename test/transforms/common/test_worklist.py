"""The worklist driver: its invariant, its limit, and that it is linear."""

from xdsl.dialects import arith, test
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)

from circ.transforms.common.worklist import Patterns, rewrite_region


class RemoveAddOfZero(RewritePattern):
    def __init__(self) -> None:
        self.visits = 0

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.AddiOp, rewriter: PatternRewriter) -> None:
        self.visits += 1
        zero = op.rhs.owner
        if isinstance(zero, arith.ConstantOp) and zero.value == IntegerAttr(0, i32):
            rewriter.replace(op, [], [op.lhs])


def chain(count: int, backwards: bool) -> ModuleOp:
    zero = arith.ConstantOp.from_int_and_width(0, 32)
    start = test.TestOp(result_types=[i32])
    ops: list[arith.AddiOp] = []
    value = start.results[0]
    for _ in range(count):
        ops.append(arith.AddiOp(value, zero.result))
        value = ops[-1].result
    end = test.TestOp(operands=[value])
    order = ops[::-1] if backwards else ops
    return ModuleOp([zero, start, *order, end])


def test_invariant_and_number_of_visits():
    for backwards in (False, True):
        pattern = RemoveAddOfZero()
        patterns: Patterns = {arith.AddiOp: (pattern,)}
        module = chain(3000, backwards)
        assert rewrite_region(module.body, patterns) == 3000
        assert pattern.visits <= 6000
        assert rewrite_region(module.body, patterns) == 0
        assert len(module.body.block.ops) == 3


def test_limit():
    module = chain(10, False)
    patterns: Patterns = {arith.AddiOp: (RemoveAddOfZero(),)}
    assert rewrite_region(module.body, patterns, limit=0) == 0
    assert rewrite_region(module.body, patterns, limit=4) == 4
    assert rewrite_region(module.body, patterns) == 6


class Unused(RewritePattern):
    """Looks at its users: an erased user brings it back."""

    def match_and_rewrite(self, op: test.TestOp, rewriter: PatternRewriter, /) -> None:
        if op.results and not any(result.uses for result in op.results):
            rewriter.erase(op)


def test_definitions_come_again_when_a_user_goes():
    first = test.TestOp(result_types=[i32])
    second = test.TestOp(operands=[first.results[0]], result_types=[i32])
    third = test.TestOp(operands=[second.results[0]], result_types=[i32])
    module = ModuleOp([first, second, third])
    assert rewrite_region(module.body, {test.TestOp: (Unused(),)}) == 3
    assert not list(module.body.block.ops)


def test_an_empty_region():
    assert rewrite_region(ModuleOp([]).body, {}) == 0
