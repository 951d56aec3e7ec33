"""Conversions between floats and integers of 65 to 128 bits, against Python's."""

import math
import random
from fractions import Fraction

import pytest
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.common.algebra import bits_to_float, float_to_bits, to_signed
from circ.targets.llvm import read_llvm

LAYOUT = 'target datalayout = "e-m:e-p:32:32-i64:64-v128:64:128-a:0:32-n32-S64"\n'
TYPES = {32: "float", 64: "double"}
TO_FLOAT = """
define i64 @f(i64 %low, i64 %high) {{
  %a = zext i64 %low to i128
  %b = zext i64 %high to i128
  %c = shl i128 %b, 64
  %d = or i128 %a, %c
  %n = {narrow}
  %x = {name} i{width} %n to {type}
  %y = bitcast {type} %x to i{to}
  %z = {widen}
  ret i64 %z
}}
"""
TO_INTEGER = """
declare i{to} @llvm.{name}.sat.i{to}.f{width}({type})
define {{ i64, i64 }} @f(i64 %bits) {{
  %a = {narrow}
  %x = bitcast i{width} %a to {type}
  %n = call i{to} @llvm.{name}.sat.i{to}.f{width}({type} %x)
  %d = {widen}
  %h = lshr i128 %d, 64
  %low = trunc i128 %d to i64
  %high = trunc i128 %h to i64
  %s = insertvalue {{ i64, i64 }} poison, i64 %low, 0
  %t = insertvalue {{ i64, i64 }} %s, i64 %high, 1
  ret {{ i64, i64 }} %t
}}
"""


def resized(word: str, value: str, width: int, to: int) -> str:
    """An instruction that changes a width, or nothing."""
    if width == to:
        return f"add i{to} {value}, 0"
    return f"{word} i{width} {value} to i{to}"


def rounded(number: int, width: int) -> int:
    """The bits of the nearest float; Python's own conversion is that to 64 bits."""
    if width == 64:
        return float_to_bits(64, float(number))
    size = abs(number)
    excess = max(size.bit_length() - 24, 0)
    whole = round(Fraction(size, 1 << excess)) << excess  # ties to even
    return float_to_bits(32, math.copysign(float(whole), number))


def integers(width: int) -> list[int]:
    """Numbers of all lengths, and those near a tie."""
    draw = random.Random(width)
    found = [0, 1, (1 << width) - 1, 1 << width - 1, (1 << width - 1) - 1]
    for bits in (25, 54, 64, 65, width):
        found.append(draw.getrandbits(bits))
        found += [(1 << bits) - 1 - k & (1 << width) - 1 for k in range(2)]
        found.append((3 << bits - 2 | 1 << max(bits - 26, 0)) & (1 << width) - 1)
    return found


def programs_of(module: ModuleOp) -> dict[str, circ.Program]:
    """By level; none is compiled for each number."""
    return {level: circ.compile(module, level) for level in ("source", "naplespu")}


@pytest.mark.parametrize("name", ("uitofp", "sitofp"))
@pytest.mark.parametrize("to", TYPES)
@pytest.mark.parametrize("width", (65, 100, 128))
@pytest.mark.every(5, first=3)
def test_to_float(width: int, to: int, name: str):
    text = TO_FLOAT.format(
        name=name,
        width=width,
        type=TYPES[to],
        to=to,
        narrow=resized("trunc", "%d", 128, width),
        widen=resized("zext", "%y", to, 64),
    )
    module = read_llvm((LAYOUT + text).encode(), "test.ll")
    programs = programs_of(module)
    for index, bits in enumerate(integers(width)):
        words = bits & (1 << 64) - 1, bits >> 64
        number = to_signed(width, bits) if name == "sitofp" else bits
        arguments = [to_signed(64, word) for word in words]
        level = "naplespu" if index % 8 == 0 else "source"
        (found,) = circ.run(programs[level], *arguments, level=level).results
        assert found == to_signed(64, rounded(number, to)), (hex(bits), level)


NUMBERS = (
    *(0.0, -0.0, 0.75, -0.75, 1.5, -1.5, 8388609.0, 2.0**53, 2.0**63, -(2.0**63)),
    *(2.0**64, 1.5 * 2.0**70, -(2.0**64), -(2.0**99), 2.0**99, 2.0**100, 2.0**127),
    *(-(2.0**127), -1.5 * 2.0**127, 2.0**128, 1e-40, math.inf, -math.inf, math.nan),
)


def saturated(number: float, low: int, high: int) -> int:
    if math.isnan(number):
        return 0
    if math.isinf(number):
        return high if number > 0 else low
    return min(max(int(number), low), high)


@pytest.mark.parametrize("name", ("fptoui", "fptosi"))
@pytest.mark.parametrize("width", TYPES)
@pytest.mark.parametrize("to", (65, 100, 128))
@pytest.mark.every(5)
def test_to_integer(to: int, width: int, name: str):
    signed = name == "fptosi"
    text = TO_INTEGER.format(
        name=name,
        width=width,
        type=TYPES[width],
        to=to,
        narrow=resized("trunc", "%bits", 64, width),
        widen=resized("sext" if signed else "zext", "%n", to, 128),
    )
    module = read_llvm((LAYOUT + text).encode(), "test.ll")
    programs = programs_of(module)
    low, high = (-1 << to - 1, (1 << to - 1) - 1) if signed else (0, (1 << to) - 1)
    for index, number in enumerate(NUMBERS):
        bits = float_to_bits(width, number)
        expected = saturated(bits_to_float(width, bits), low, high)
        level = "naplespu" if index % 8 == 0 else "source"
        words = circ.run(programs[level], to_signed(64, bits), level=level).results
        found = sum(int(word) % 2**64 << 64 * k for k, word in enumerate(words))
        assert to_signed(128, found) == to_signed(128, expected % 2**128), number
