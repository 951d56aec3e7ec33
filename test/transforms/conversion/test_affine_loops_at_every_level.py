"""`affine.for` with bounds by maps, steps and carried values."""

import numpy as np
import pytest

import circ
from circ.dialects.common.diagnostics import Diagnostic

NEST = """
#low = affine_map<(d0) -> (d0 - 2, 0)>
#high = affine_map<(d0)[s] -> (d0 + 1, s floordiv 2, 4)>
func.func @f(%a: memref<8x4xi32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = max #low(%i) to min #high(%i)[%n] {
      %x = affine.load %a[%i, %j] : memref<8x4xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %a[%i, %j] : memref<8x4xi32>
    }
  }
  return
}
"""

SUM = """
func.func @f(%n: index, %c: i32) -> (i32, index) {
  %s, %k = affine.for %i = -7 to %n step 3 iter_args(%p = %c, %q = %n)
      -> (i32, index) {
    %x = arith.index_cast %i : index to i32
    %t = arith.addi %p, %x : i32
    affine.yield %t, %i : i32, index
  }
  return %s, %k : i32, index
}
"""


@pytest.mark.parametrize("n", [-3, 0, 5, 7, 100])
def test_bounds_by_maps(n: int):
    data = np.arange(32, dtype=np.int32).reshape(8, 4)
    expected = data.copy()
    for i in range(8):
        for j in range(max(i - 2, 0), min(i + 1, n // 2, 4)):
            expected[i, j] *= 2
    for level, run in circ.compare_levels(NEST, data, n).items():
        assert np.array_equal(run.arrays[0], expected), level


@pytest.mark.parametrize("n", [-8, -7, -6, 0, 8])
def test_carried_values(n: int):
    steps = [*range(-7, n, 3)]
    expected = [5 + sum(steps), steps[-1] if steps else n]
    for level, run in circ.compare_levels(SUM, n, 5).items():
        assert run.results == expected, level


def test_loop_that_makes_no_progress_is_diagnosed():
    text = "func.func @f() {\n  affine.for %i = 0 to 8 step 0 {\n  }\n  return\n}\n"
    with pytest.raises(Diagnostic, match="the step must be positive, but is 0"):
        circ.load(text)
