"""What is known of bits, on chains of gates: proved for all inputs of eight bits."""

from itertools import product

import pytest
from gate_shapes import argument, constant, gate, term_of
from xdsl.dialects.builtin import i8, i16

from circ.dialects.circuit.conversions import SExtOp, TruncOp, ZExtOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    LShrOp,
    MulOp,
    OrOp,
    ShlOp,
    SubOp,
    XorOp,
)
from circ.dialects.common.terms import assert_equal
from circ.transforms.circuit.bit_rules import demanded_bits, narrowed
from circ.transforms.circuit.value_rules import algebra_for

OUTER = (AndOp, OrOp, XorOp, AddOp, SubOp, MulOp)
INNER = (AndOp, OrOp, ShlOp, LShrOp, MulOp)


@pytest.mark.parametrize("outer", OUTER, ids=lambda kind: kind.OPCODE)
def test_masks(outer: type[PureGate]):
    found = 0
    for inner, c, mask, is_left in product(
        INNER, (1, 3, 4, 12, 0xF0), (1, 3, 6, 15, 0xF0), (False, True)
    ):
        x, y = argument(i8, 0), argument(i8, 1)
        known = gate(inner, i8, y, constant(i8, c)).results[0]
        operands = (known, x) if is_left else (x, known)
        value = gate(outer, i8, *operands).results[0]
        made = gate(AndOp, i8, value, constant(i8, mask))
        said = demanded_bits(made, algebra_for(made))
        if said is not None:
            found += 1
            assert_equal(term_of(said), term_of(made.results[0]))
    assert found


@pytest.mark.parametrize("kind", OUTER, ids=lambda kind: kind.OPCODE)
@pytest.mark.parametrize("extension", (SExtOp, ZExtOp), ids=lambda kind: kind.OPCODE)
def test_narrowed(kind: type[PureGate], extension: type[PureGate]):
    x = gate(extension, i16, argument(i8, 0)).results[0]
    for other in (gate(extension, i16, argument(i8, 1)).results[0], constant(i16, 300)):
        value = gate(kind, i16, x, other).results[0]
        made = gate(TruncOp, i8, value)
        said = narrowed(made, algebra_for(made))
        assert said is not None
        assert_equal(term_of(said), term_of(made.results[0]))
        made.drop_all_references()
