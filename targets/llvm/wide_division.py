"""
Division of integers of 65 to 128 bits: a function that a module gets if it divides.

Bit by bit, as by hand; division by zero is what it is elsewhere: all ones, and the
dividend as the remainder.
"""

from xdsl.dialects import cf, func
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    StringAttr,
    UnknownLoc,
    i32,
    i64,
)
from xdsl.ir import Block, Operation, Region

from circ.dialects.common.linkage import INTERNAL, LINKAGE
from circ.targets.llvm.any_width import AnyWidth
from circ.targets.llvm.source_algebra import WIDEST, SourceAlgebra

NAME = "circ.udivrem128"
TYPE = FunctionType.from_lists([i64] * 4, [i64] * 4)
"""Dividend and divisor to quotient and remainder, each the low word first."""


def division() -> func.FuncOp:
    """The function `NAME`."""
    entry, loop = Block(arg_types=[i64] * 4), Block(arg_types=[*[i64] * 4, i32])
    last = Block()
    made: list[Operation] = []
    words = SourceAlgebra(made.append)
    words.location = UnknownLoc()
    k = AnyWidth(words)
    zero = k.const(WIDEST, 0)
    start = words.const(32, WIDEST)
    dividend, divisor = entry.args[:2], tuple(entry.args[2:])
    made.append(cf.BranchOp(loop, *dividend, *zero, start))
    entry.add_ops(made)

    made.clear()
    # The dividend's bits leave to the left, those of the quotient come from the right.
    quotient, rest = tuple(loop.args[:2]), tuple(loop.args[2:4])
    one = k.const(WIDEST, 1)
    top = k.lshr(WIDEST, quotient, k.const(WIDEST, WIDEST - 1))
    carry = k.lshr(WIDEST, rest, k.const(WIDEST, WIDEST - 1))
    rest = k.or_(WIDEST, k.shl(WIDEST, rest, one), top)
    quotient = k.shl(WIDEST, quotient, one)
    is_less = k.ult(WIDEST, rest, divisor)
    fits = k.or_(1, k.xor(1, is_less, k.const(1, 1)), k.eq(WIDEST, carry, one))
    quotient = k.or_(WIDEST, quotient, k.zext(1, WIDEST, fits))
    rest = k.ite(WIDEST, fits, k.sub(WIDEST, rest, divisor), rest)
    count = words.sub(32, loop.args[4], words.const(32, 1))
    is_last = words.icmp("eq", 32, count, words.const(32, 0))
    made.append(
        cf.ConditionalBranchOp.create(
            operands=[is_last, *quotient, *rest, count],
            successors=[last, loop],
            properties={
                "operandSegmentSizes": DenseArrayBase.from_list(i32, [1, 0, 5])
            },
        )
    )
    loop.add_ops(made)
    last.add_op(func.ReturnOp(*quotient, *rest))
    region = Region([entry, loop, last])
    function = func.FuncOp(NAME, TYPE, region, "private")
    function.attributes[LINKAGE] = StringAttr(INTERNAL)
    return function
