"""
`naplespu-fuse-branches`, proved: what a branch tests instead says the same of all
registers, for each test in the tables and for conditions as selection makes them.
"""

from collections.abc import Callable

import machine_terms
import pytest
from selection_bench import Bench, Known, Source
from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Block, Region, SSAValue

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.terms import TERMS, Term, assert_equal, symbol
from circ.dialects.naplespu.ops import ConditionalBranch, ReturnOp, branch, instruction
from circ.dialects.naplespu.registers import SCALAR
from circ.dialects.naplespu.semantics import (
    FLOAT_COMPARISONS,
    INTEGER_COMPARISONS,
    complement,
    compute,
)
from circ.transforms.naplespu.optimization.combine import combine
from circ.transforms.naplespu.optimization.fuse_branches import (
    OF_BITS,
    OF_FLOAT_COMPARISONS,
    TESTS_OF_ZERO,
    fuse_branches,
    origin_of,
)

UNKNOWN = UnknownLoc()
ZERO = TERMS.const(32, 0)


def is_zero_term(term: Term) -> Term:
    return TERMS.eq(32, term, ZERO)


def check(key: tuple[str, int], sense: bool, value: Term) -> None:
    """The operation is 0 where the value is, or where it is not."""
    operation, constant = key
    result = compute(TERMS, operation, value, TERMS.const(32, constant))
    zero = is_zero_term(value)
    assert_equal(is_zero_term(result), zero if sense else complement(TERMS, zero))


@pytest.mark.parametrize(("key", "sense"), TESTS_OF_ZERO.items(), ids=str)
def test_tests_of_zero(key: tuple[str, int], sense: bool):
    check(key, sense, symbol("x", 32))


@pytest.mark.parametrize(("key", "sense"), OF_BITS.items(), ids=str)
@pytest.mark.parametrize("comparison", INTEGER_COMPARISONS)
def test_tests_of_bits(key: tuple[str, int], sense: bool, comparison: str):
    check(key, sense, compute(TERMS, comparison, symbol("x", 32), symbol("y", 32)))


@pytest.mark.parametrize(("key", "sense"), OF_FLOAT_COMPARISONS.items(), ids=str)
@pytest.mark.parametrize("comparison", FLOAT_COMPARISONS)
def test_tests_of_float_comparisons(key: tuple[str, int], sense: bool, comparison: str):
    check(key, sense, compute(TERMS, comparison, symbol("x", 32), symbol("y", 32)))


# region Conditions as selection makes them

Condition = Callable[[Bench], Source]


def compared_with_zero(opcode: str) -> Condition:
    return lambda bench: bench.compute(f"{opcode} i32, i32 -> i1", bench.argument(), 0)


def inverted(condition: Condition) -> Condition:
    """Not, as `xor` with 1 of a bool."""
    return lambda bench: bench.compute("XOR i1, i1 -> i1", condition(bench), 1)


def is_zero(condition: Condition) -> Condition:
    """Not, as a comparison of the bit in a word with 0."""

    def compare(bench: Bench) -> Source:
        word = bench.compute("SEL i1, i32, i32 -> i32", condition(bench), 1, 0)
        return bench.compute("EQ i32, i32 -> i1", word, 0)

    return compare


PLAIN = (
    Known(unsigned=1),
    compared_with_zero("EQ"),
    compared_with_zero("NE"),
    compared_with_zero("LT.int"),
    Bench.float_comparison,
)
INVERTED = (*map(inverted, PLAIN), *map(is_zero, PLAIN))
CONDITIONS = (*PLAIN, *INVERTED, *map(inverted, INVERTED), *map(is_zero, INVERTED))


@pytest.mark.parametrize("combines", (False, True))
@pytest.mark.parametrize("index", range(len(CONDITIONS)))
def test_branches_look_through_conditions(index: int, combines: bool):
    """A branch is taken exactly where the bool is set, whatever it tests instead."""
    bench = Bench()
    condition = CONDITIONS[index](bench)
    assert isinstance(condition, SSAValue)
    test = bench.selector.branch_test(condition)
    body, taken, next = Region(bench.block), Block(), Block()
    body.add_block(taken)
    body.add_block(next)
    bench.block.add_op(branch(test.record, condition, (taken, []), (next, []), UNKNOWN))
    if combines:
        combine(body)
    *_, last = bench.block.ops
    bit = last.operands[0]
    fuse_branches(body)
    *ops, last = bench.block.ops
    assert isinstance(last, ConditionalBranch)
    machine_terms.run(ops, bench.values, bench.memory)
    zero = is_zero_term(bench.term(last.condition))
    found = zero if last.name.endswith("BEQZ") else complement(TERMS, zero)
    assert_equal(found, TERMS.extract(32, 0, 0, bench.term(bit)))
    # Nothing is tested whose only purpose is a bit that says the same.
    owner = last.condition.owner
    if isinstance(owner, RecordOp):
        assert owner.RECORD.name in ("SLTFOSSS_32", "SLTSISSS_32", "SLTSISSI")


# endregion


def test_a_value_of_itself_ends():
    """As in code that nothing reaches."""
    block = Block(arg_types=[SCALAR])
    body = Region(block)
    first = instruction("SEQSISSI", block.args, (SCALAR,), imm=0, location=UNKNOWN)
    second = instruction("SNESISSI", first.results, (SCALAR,), imm=0, location=UNKNOWN)
    block.add_op(first)
    block.add_op(second)
    block.add_op(ReturnOp.create())
    first.operands[0] = second.results[0]
    assert origin_of(second.results[0])[0] in (first.results[0], second.results[0])
    assert fuse_branches(body) == 0
    first.operands[0] = block.args[0]


def test_a_long_chain_of_conditions():
    """As many negations as there are: one walk, without recursion."""
    block = Block(arg_types=[SCALAR])
    value: SSAValue = block.args[0]
    for _ in range(5001):
        op = instruction("SEQSISSI", (value,), (SCALAR,), imm=0, location=UNKNOWN)
        block.add_op(op)
        value = op.results[0]
    assert origin_of(value) == (block.args[0], False)
