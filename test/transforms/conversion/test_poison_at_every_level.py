"""`ub.poison` is zero."""

import numpy as np
import pytest

import circ
from circ.dialects.common.diagnostics import Diagnostic

TEXT = """
func.func @f(%x: vector<4xi32>) -> (i32, vector<4xi32>, f64, i1, index) {
  %0 = ub.poison : i32
  %1 = ub.poison : vector<4xi32>
  %2 = arith.addi %1, %x : vector<4xi32>
  %3 = ub.poison : f64
  %4 = ub.poison : i1
  %5 = ub.poison : index
  return %0, %2, %3, %4, %5 : i32, vector<4xi32>, f64, i1, index
}
"""


def test_zero_in_all_lanes():
    lanes = np.array([1, -2, 3, -4], np.int32)
    for level, run in circ.compare_levels(TEXT, lanes).items():
        assert np.array_equal(run.results[1], lanes), level
        assert [run.results[k] for k in (0, 2, 3, 4)] == [0, 0.0, 0, 0]


@pytest.mark.parametrize("level", ["source", "circuit"])
def test_array_is_diagnosed(level: str):
    text = "func.func @f() {\n  %0 = ub.poison : memref<4xi32>\n  return\n}\n"
    with pytest.raises(Diagnostic, match=r"'ub\.poison': a value of type memref"):
        circ.run(text, level=level)
