"""Passes for allocated registers say so where there are none yet."""

import pytest
from levels import parsed

from circ.dialects.common.diagnostics import Diagnostic
from circ.transforms.pipelines import compile, passes, run_passes

PROGRAM = """
func.func @f(%x: i32, %y: i32) -> i32 {
  %q = arith.divsi %x, %y : i32
  %r = func.call @f(%q, %x) : (i32, i32) -> i32
  %s = arith.addi %r, %y : i32
  return %s : i32
}
"""


@pytest.mark.parametrize("name", ("naplespu-peephole", "naplespu-lower-frames"))
def test_before_allocation(name: str):
    module = compile(parsed(PROGRAM), "gen")
    steps = passes("gen", "naplespu")
    selection = next(i for i, s in enumerate(steps) if s.name.startswith("convert"))
    run_passes(steps[: selection + 1], module)
    early = next(step for step in steps if step.name == name)
    with pytest.raises(Diagnostic, match="is not allocated"):
        run_passes([early, *steps[selection + 1 :]], module)
