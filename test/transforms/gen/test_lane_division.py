"""Divisions in sixteen lanes at once agree with those of one lane, at every level."""

import pytest
from levels import parsed

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Scalar
from circ.transforms.compare_levels import compare_levels

CORNERS = (0, 1, 2, 3, 7, 1 << 15, (1 << 31) - 1, 1 << 31, (1 << 32) - 2, (1 << 32) - 1)
PAIRS = [(n, d) for n in CORNERS for d in CORNERS]
LANES = 16


def lanes_of(values: list[int]) -> int:
    """The bits of a vector, lane 0 lowest."""
    return sum(value << 32 * lane for lane, value in enumerate(values))


@pytest.mark.parametrize("operation", ("divui", "divsi", "remui", "remsi"))
def test_all_pairs_of_corners(operation: str):
    module = parsed(f"""func.func @f(%n: vector<16xi32>, %d: vector<16xi32>)
    -> vector<16xi32> {{
  %q = arith.{operation} %n, %d : vector<16xi32>
  func.return %q : vector<16xi32>
}}""")
    signature = signature_of(definitions(module)["f"])
    inputs = [
        [
            Scalar(
                type, lanes_of([pair[side] for pair in PAIRS[start : start + LANES]])
            )
            for side, type in enumerate(signature.inputs)
        ]
        for start in range(0, len(PAIRS), LANES)
    ]
    runs = compare_levels(module, "f", signature, inputs)
    assert all("naplespu" in run for run in runs)
