"""Sums of lanes in formats that the algebra does not have."""

import struct

import pytest
from xdsl.dialects.builtin import Float16Type

from circ.dialects.common.algebra import INTS
from circ.dialects.llvlir.float_flags import lane_flags
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.semantics import lane_meaning
from circ.dialects.llvlir.table import row_of_name


def bits(*numbers: float) -> list[int]:
    return [struct.unpack("<H", struct.pack("<e", number))[0] for number in numbers]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pair.add.VF", [2048.0, 0.5]),
        ("pair.sub.VF", [2046.0, 0.5]),
        # 2,048 and 1 is halfway to the next number: to the even one.
        ("cumsum.VF", [2047.0, 2048.0, 2048.0, 0.0]),
    ],
)
def test_sums_of_halves(name: str, expected: list[float]):
    row, types = row_of_name()[name], [int_attr(4), Float16Type()]
    function, flags = lane_meaning(INTS, row, types), lane_flags(row, types)
    assert function is not None and flags is not None
    lanes, mask = bits(2047.0, 1.0, 0.5, 7.0), [1, 1, 1, 0]
    assert function(lanes, mask) == bits(*expected)
    assert bool(flags(lanes, mask)) == (name == "cumsum.VF")
