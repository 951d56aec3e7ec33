"""Fast operations and accessors say what xDSL's own do."""

import pytest
from xdsl.dialects.builtin import i32
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Operation, SSAValue, SSAValues
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    var_operand_def,
    var_result_def,
)

from circ.dialects.common.fast_operations import FastOperation, make_operation


class Shared(IRDLOperation):
    """One operand, and others of which there is any number."""

    first = operand_def(i32)
    others = var_operand_def(i32)
    head = result_def(i32)
    rest = var_result_def(i32)


@irdl_op_definition
class Slow(Shared):
    name = "test.slow"


@irdl_op_definition
class Fast(Shared, FastOperation):
    name = "test.fast"


@irdl_op_definition
class Segments(FastOperation):
    name = "test.segments"
    before = var_operand_def(i32)
    maybe = opt_operand_def(i32)
    after = var_operand_def(i32)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


def values(count: int) -> list[SSAValue]:
    return list(AnyOp.create(result_types=[i32] * count).results)


@pytest.mark.parametrize("count", (1, 2, 5))
def test_accessors(count: int):
    given = values(count)
    types = [i32] * count
    slow, fast = (
        kind.create(operands=given, result_types=types) for kind in (Slow, Fast)
    )
    assert fast.first is slow.first is given[0]
    assert fast.others == slow.others == tuple(given[1:])
    assert fast.others.types == slow.others.types == tuple(types[1:])
    assert fast.head is fast.results[0]
    assert tuple(fast.rest) == tuple(fast.results[1:])


@pytest.mark.parametrize("sizes", [(0, 0, 1), (2, 1, 0), (1, 0, 3), (3, 1, 2)])
def test_segments(sizes: tuple[int, int, int]):
    before, maybe, after = map(values, sizes)
    op = Segments(operands=[before, maybe, after])
    assert tuple(op.before) == tuple(before)
    assert op.maybe is (maybe[0] if maybe else None)
    assert tuple(op.after) == tuple(after)


def uses(value: SSAValue) -> list[tuple[Operation, int]]:
    return [(use.operation, use.index) for use in value.uses]


def test_operands_are_replaced_with_their_uses():
    x, y, z = values(3)
    op = Fast.create(operands=[x, y, y], result_types=[i32])
    op.operands[1] = z
    assert tuple(op.operands) == (x, z, y)
    assert (uses(x), uses(y), uses(z)) == ([(op, 0)], [(op, 2)], [(op, 1)])
    op.operands = [z, z]
    assert tuple(op.operands) == (z, z)
    assert (uses(x), uses(y), uses(z)) == ([], [], [(op, 1), (op, 0)])


def test_what_is_used_is_not_erased():
    first = Fast.create(operands=values(1), result_types=[i32])
    user = Fast.create(operands=[first.head], result_types=[i32])
    with pytest.raises(ValueError, match="still has uses"):
        first.erase()
    user.erase()
    assert not uses(first.head)
    first.erase()


def test_slices_of_xdsls_operations_know_their_types():
    op = make_operation(AnyOp, values(2), [i32, i32])
    assert isinstance(op.operands[:1], SSAValues)
    assert isinstance(op.results[:1], SSAValues)
