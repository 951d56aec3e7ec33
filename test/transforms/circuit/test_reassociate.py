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


@pytest.mark.parametrize(
    "kinds", (("addi", "subi"), ("subi", "subi"), ("subi", "addi"))
)
def test_multiples_that_are_subtracted(kinds: tuple[str, str]):
    """Coefficients that differ in their signs alone are taken out once."""
    first, second = kinds
    text = f"""
    func.func @f(%x: i32, %y: i32, %z: i32) -> i32 {{
      %six = arith.constant 6 : i32
      %a = arith.muli %x, %six : i32
      %b = arith.muli %y, %six : i32
      %c = arith.muli %z, %six : i32
      %zero = arith.constant 0 : i32
      %n = arith.subi %zero, %a : i32
      %d = arith.{first} %n, %b : i32
      %e = arith.{second} %d, %c : i32
      return %e : i32
    }}
    """
    plain = circ.run(text, 5, -7, 100, level="source")
    assert circ.run(text, 5, -7, 100, level="circuit").results == plain.results
