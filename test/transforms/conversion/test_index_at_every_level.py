"""The dialect `index`: 32 bits at every level."""

from collections.abc import Callable

import pytest

import circ
from circ.dialects.common.diagnostics import Diagnostic

WORD = 1 << 32


def signed(value: int) -> int:
    return (value + WORD // 2) % WORD - WORD // 2


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


SIGNED: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "divs": quotient,
    "ceildivs": lambda a, b: -(-a // b),
    "floordivs": lambda a, b: a // b,
    "rems": lambda a, b: a - quotient(a, b) * b,
    "maxs": max,
    "mins": min,
    "shrs": lambda a, b: a >> b % 32,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}
UNSIGNED: dict[str, Callable[[int, int], int]] = {
    "divu": lambda a, b: a // b,
    "ceildivu": lambda a, b: -(-a // b),
    "remu": lambda a, b: a % b,
    "maxu": max,
    "minu": min,
    "shl": lambda a, b: a << b % 32,
    "shru": lambda a, b: a >> b % 32,
}
NAMES = [*SIGNED, *UNSIGNED]

OPERATIONS = f"""
func.func @f(%a: index, %b: index) -> ({", ".join(["index"] * len(NAMES))}) {{
  {chr(10).join(f"%{name} = index.{name} %a, %b" for name in NAMES)}
  return {", ".join(f"%{name}" for name in NAMES)} : {", ".join(["index"] * len(NAMES))}
}}
"""

OTHERS = """
func.func @f(%a: index, %s: i8, %w: i64)
    -> (i8, i64, i64, index, index, index, index, i1) {
  %0 = index.casts %a : index to i8
  %1 = index.casts %a : index to i64
  %2 = index.castu %a : index to i64
  %3 = index.casts %s : i8 to index
  %4 = index.castu %s : i8 to index
  %5 = index.castu %w : i64 to index
  %c = index.constant -5
  %t = index.bool.constant true
  %z = index.sizeof
  %6 = index.mul %c, %z
  return %0, %1, %2, %3, %4, %5, %6, %t
    : i8, i64, i64, index, index, index, index, i1
}
"""

CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
PREDICATES = ["eq", "ne", *(f"{s}{name}" for s in "su" for name in [*CONDITIONS][2:])]

COMPARISONS = f"""
func.func @f(%a: index, %b: index) -> ({", ".join(["i1"] * len(PREDICATES))}) {{
  {chr(10).join(f"%{name} = index.cmp {name}(%a, %b)" for name in PREDICATES)}
  return {", ".join(f"%{name}" for name in PREDICATES)}
    : {", ".join(["i1"] * len(PREDICATES))}
}}
"""

PAIRS = [(-17, 5), (17, -5), (2**31 - 1, -1), (-(2**31), 3), (33, 33), (0, 7)]


@pytest.mark.parametrize(("a", "b"), PAIRS)
@pytest.mark.every(3)
def test_two_numbers(a: int, b: int):
    expected = [signed(compute(a, b)) for compute in SIGNED.values()]
    expected += [signed(f(a % WORD, b % WORD)) for f in UNSIGNED.values()]
    for level, run in circ.compare_levels(OPERATIONS, a, b).items():
        assert run.results == expected, level
    expected = [
        CONDITIONS[name.strip("su") if name not in CONDITIONS else name](
            *((a % WORD, b % WORD) if name.startswith("u") else (a, b))
        )
        for name in PREDICATES
    ]
    assert circ.compare_levels(COMPARISONS, a, b)["naplespu"].results == expected


def test_casts_and_constants():
    results = circ.compare_levels(OTHERS, -300, -3, -9)["gen"].results
    assert results == [-44, -300, WORD - 300, -3, 253, -9, -160, 1]


def test_wrong_cast_is_diagnosed():
    text = "func.func @f(%a: i8) {\n  %0 = index.casts %a : i8 to i64\n  return\n}\n"
    with pytest.raises(Diagnostic, match="must be between index and an integer type"):
        circ.load(text)
