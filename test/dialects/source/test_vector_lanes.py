"""The rules of operations on lanes that circ adds to xDSL's `vector`."""

import pytest
from source_text import read

from circ.dialects.common.diagnostics import Diagnostic

ARGUMENTS = "%a: vector<2x3xi32>, %v: vector<4xi32>, %s: i32, %x: vector<3xf32>"

RULES = {
    "vector.transpose %a, [1, 1] : vector<2x3xi32> to vector<3x2xi32>": (
        "must have a permutation of the dimensions of vector<2x3xi32>, but has [1, 1]"
    ),
    "vector.outerproduct %v, %x : vector<4xi32>, vector<3xf32>": (
        "lanes must be of the same type, but are of vector<4xi32> and vector<3xf32>"
    ),
    "vector.multi_reduction <maxnumf>, %a, %s [0, 1] : vector<2x3xi32> to i32": (
        "lanes of type i32 cannot be combined by maxnumf"
    ),
    "vector.multi_reduction <add>, %a, %s [0] : vector<2x3xi32> to i32": (
        "the result must be of type vector<3xi32>, but is i32"
    ),
    "vector.from_elements %s, %s : vector<4xi32>": (
        "must have 4 elements for vector<4xi32>, but has 2"
    ),
    "vector.interleave %v, %v : vector<4xi32> -> vector<4xi32>": (
        "the result must be of type vector<8xi32>, but is vector<4xi32>"
    ),
    "vector.extractelement %v[] : vector<4xi32>": (
        "must have a position for vector<4xi32>"
    ),
    (
        "vector.contract {indexing_maps = [affine_map<(i) -> (i + 1)>, "
        "affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = "
        '["reduction"]} %v, %v, %s : vector<4xi32>, vector<4xi32> into i32'
    ): "the map (d0) -> ((d0 + 1)) does not fit vector<4xi32>",
}


@pytest.mark.parametrize("text", RULES)
def test_rules(text: str):
    name = text.partition(" ")[0]
    with pytest.raises(Diagnostic) as error:
        read(f"func.func @f({ARGUMENTS}) {{\n%r = {text}\nreturn\n}}")
    assert str(error.value) == f"t.mlir:2:1: error: '{name}': {RULES[text]}"
