"""Rows whose description names another row do what that one does."""

import re
from itertools import product

import pytest
from xdsl.dialects.builtin import i8

from circ.dialects.common.algebra import INTS
from circ.dialects.llvlir.semantics import meaning, scalar_row
from circ.dialects.llvlir.table import Row, row_of_name, rows

LANES = re.compile(r"(\S+) in each lane")
BITS = re.compile(r".*: the bits of (\S+)")
SAME = [row for row in rows() if BITS.fullmatch(row.description)]


def test_vector_rows_apply_the_scalar_row_that_they_name():
    found = {row: m[1] for row in rows() if (m := LANES.match(row.description))}
    assert len(found) > 80
    for row, name in found.items():
        scalar = scalar_row(row)
        assert scalar is not None and scalar.name == name


@pytest.mark.parametrize("row", SAME, ids=lambda row: row.name)
def test_rows_give_the_bits_of_the_row_that_they_name(row: Row):
    match = BITS.fullmatch(row.description)
    assert match is not None
    other = row_of_name()[match[1]]
    assert (other.operands, other.values) == (row.operands, row.values)
    if row.suffix != "I" or row.is_access:
        return
    ours, others = (meaning(INTS, each, [i8]) for each in (row, other))
    assert ours is not None and others is not None
    for operands in product((0, 1, 5, 127, 128, 200, 255), repeat=len(row.inputs)):
        assert ours(*operands) == others(*operands)
