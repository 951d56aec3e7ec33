"""Constants whose lanes are at equal distances, at every level and of every width."""

import pytest
from levels import parsed

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Scalar
from circ.transforms.compare_levels import compare_levels


@pytest.mark.parametrize("width", (8, 16, 32, 64))
@pytest.mark.parametrize(("first", "step"), ((0, 1), (5, 3), (3, 100), (100, -7)))
@pytest.mark.every(4, first=2)
def test_equal_distances(width: int, first: int, step: int):
    half = 1 << width - 1
    lanes = [(first + step * lane + half) % (2 * half) - half for lane in range(16)]
    module = parsed(f"""func.func @f(%i: index) -> i{width} {{
  %v = arith.constant dense<{lanes}> : vector<16xi{width}>
  %lane = vector.extract %v[%i] : i{width} from vector<16xi{width}>
  func.return %lane : i{width}
}}""")
    signature = signature_of(definitions(module)["f"])
    inputs = [[Scalar(signature.inputs.data[0], lane)] for lane in range(16)]
    for lane, run in enumerate(compare_levels(module, "f", signature, inputs)):
        assert "naplespu" in run
        results = run["source"].execution.outcome.results
        assert [result % (1 << width) for result in results] == [
            lanes[lane] % (1 << width)
        ]
