"""The algebra of Python expressions computes what the integers compute."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.algebra import INTS
from circ.targets.execute.expressions import EXPRESSIONS, operand_names, step_factory

BINARY = (
    "add sub mul udiv sdiv urem srem and_ or_ xor shl lshr ashr eq ult slt"
).split()


def value_of(expression: str, *operands: int) -> int:
    step = step_factory(expression, len(operands))(*range(len(operands)))
    return step(list(operands))


@pytest.mark.parametrize("name", BINARY)
def test_binary_operations_on_all_nibbles(name: str):
    method, names = getattr(EXPRESSIONS, name), operand_names(2)
    for x, y in product(range(16), repeat=2):
        expected = getattr(INTS, name)(4, x, y)
        assert value_of(method(4, *names), x, y) == expected, (x, y)


@pytest.mark.parametrize("name", ("clz", "ctz"))
def test_counts(name: str):
    for x in range(256):
        expression = getattr(EXPRESSIONS, name)(8, *operand_names(1))
        assert value_of(expression, x) == getattr(INTS, name)(8, x)


def test_conversions_of_all_nibbles():
    (name,) = operand_names(1)
    for x in range(16):
        assert value_of(EXPRESSIONS.sext(4, 7, name), x) == INTS.sext(4, 7, x)
        assert value_of(EXPRESSIONS.zext(4, 7, name), x) == x
        extract = EXPRESSIONS.extract(4, 2, 1, name)
        assert value_of(extract, x) == INTS.extract(4, 2, 1, x)
        for bit in (0, 1):
            names = operand_names(3)
            assert value_of(EXPRESSIONS.ite(4, *names), bit, x, 15 - x) == (
                x if bit else 15 - x
            )
        concat = EXPRESSIONS.concat(4, 4, *operand_names(2))
        assert value_of(concat, x, 5) == INTS.concat(4, 4, x, 5)
    assert value_of(EXPRESSIONS.const(4, -1)) == 15


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_wide_operations(x: int, y: int):
    for name in BINARY:
        expression = getattr(EXPRESSIONS, name)(64, *operand_names(2))
        assert value_of(expression, x, y) == getattr(INTS, name)(64, x, y), name


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_floats(x: int, y: int):
    for name in "fadd fsub fmul fdiv frem feq flt fle".split():
        expression = getattr(EXPRESSIONS, name)(32, *operand_names(2))
        assert value_of(expression, x, y) == getattr(INTS, name)(32, x, y), name
    for name in "fconvert sitofp uitofp fptosi fptoui".split():
        expression = getattr(EXPRESSIONS, name)(32, 64, *operand_names(1))
        assert value_of(expression, x) == getattr(INTS, name)(32, 64, x), name
    root = EXPRESSIONS.fsqrt(32, *operand_names(1))
    assert value_of(root, x) == INTS.fsqrt(32, x)
