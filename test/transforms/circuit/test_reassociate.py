"""Reassociation: what is computed stays the same."""

import pytest

import circ

POWER = """
func.func @f(%x: {type}, %y: {type}) -> {type} {{
{products}
  %r = arith.muli %p{last}, %y : {type}
  return %r : {type}
}}
"""


@pytest.mark.parametrize(("type", "count"), (("i1", 2), ("i8", 64), ("i8", 256)))
def test_powers(type: str, count: int):
    """A factor that occurs 2**width times is no factor that does not occur."""
    lines = [f"  %p1 = arith.muli %x, %x : {type}"]
    for i in range(2, count):
        lines.append(f"  %p{i} = arith.muli %p{i - 1}, %x : {type}")
    text = POWER.format(type=type, products="\n".join(lines), last=count - 1)
    for x, y in ((0, 1), (1, 1), (2 if count > 2 else 0, 1)):
        plain = circ.run(text, x, y, level="source")
        assert circ.run(text, x, y, level="circuit").results == plain.results
