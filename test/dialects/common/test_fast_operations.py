"""Fast operations and accessors say what xDSL's own do."""

import pytest
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    LocationAttr,
    NameLoc,
    StringAttr,
    i32,
    i64,
)
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Block, Operation, Region, SSAValue, SSAValues
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

from circ.dialects.common.fast_operations import (
    FastOperation,
    add_results,
    append_operation,
    make_block,
    make_operation,
    make_region,
)


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


def test_appended_operations():
    """They have operands, uses, results and neighbours as those that are created."""
    asked: list[int] = []

    def location(position: int) -> LocationAttr:
        asked.append(position)
        return NameLoc(StringAttr(str(position)), UNKNOWN_LOC)

    block, (x, y) = make_block((i32, i64)), values(2)
    first = append_operation(block, Fast, [x, y, x], i32, {}, (location, 1))
    second = append_operation(block, Fast, [y], i32, {}, (location, 2), (block,))
    add_results(second, [i64])
    assert [*block.ops] == [first, second]
    assert first.parent is second.parent is block
    assert first.first is x and [*first.others] == [y, x]
    assert [(use.operation, use.index) for use in x.uses] == [(first, 2), (first, 0)]
    assert [use.operation for use in y.uses] == [second, first]
    assert [result.type for result in second.results] == [i32, i64]
    assert [result.index for result in second.results] == [0, 1]
    assert [*second.successors] == [block] and [*block.uses]
    assert not asked
    assert first.location == first.location == location(1) and asked == [1, 1]
    second.location = UNKNOWN_LOC
    assert second.location == UNKNOWN_LOC
    copy = first.clone()
    assert copy.location == first.location
    first.operands[0] = y
    assert [use.operation for use in x.uses].count(first) == 1


def test_blocks_and_regions():
    made = [make_block((i32, i64)), make_block(()), make_block((i32,))]
    region = make_region(made)
    plain = Region(Block(arg_types=list(block.arg_types)) for block in made)
    assert [*region.blocks] == made and region.last_block is made[-1]
    assert all(block.parent is region for block in made)
    assert [*reversed(region.blocks)] == made[::-1]
    assert region.is_structurally_equivalent(plain)
    assert [argument.index for argument in made[0].args] == [0, 1]
    assert made[0].args[0].block is made[0] and made[0].args[0].location == UNKNOWN_LOC
    assert not [*make_region(()).blocks]
