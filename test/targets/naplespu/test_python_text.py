"""Text of Python computes what the algebra's integers do, with one lane and sixteen."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from circ.dialects.common.algebra import INTS
from circ.targets.naplespu.simulator.python_text import IntegerText, LaneText, Names

LANES = 16
BINARY = ("add", "sub", "mul", "and_", "or_", "xor", "shl", "lshr", "eq", "ult", "slt")
DIVISIONS = ("udiv", "sdiv", "urem", "srem", "ashr")
FLOATS = ("fadd", "fsub", "fmul", "fdiv", "feq", "flt", "fle")
EDGES = (0x7FC00000, 0x7F800000, 0xFF800000, 0x80000000, 0x00000001, 0x3F800000)


def values(random: Random, width: int) -> list[int]:
    top = (1 << width) - 1
    edges = (0, 1, top, top >> 1, (top >> 1) + 1, min(width, top), *EDGES)
    return [
        random.choice((random.randrange(1 << width), random.choice(edges) & top))
        for _ in range(LANES)
    ]


def compiled(text: type[IntegerText | LaneText], build: Any, count: int) -> Any:
    """What `build` does of so many values, as a function."""
    lines: list[str] = []
    names = Names(lines.append)
    arguments = [f"a{i}" for i in range(count)]
    result = build(text(names), *arguments)
    head = f"def f({', '.join(arguments)}):"
    source = "\n ".join([head, *lines, f"return {result}"])
    space: dict[str, Any] = {"int": int, **names.constants}
    exec(source, space)
    return space["f"]


def type_of(width: int) -> type[np.generic]:
    return np.bool_ if width == 1 else np.uint32 if width <= 32 else np.uint64


def check(build: Callable[..., Any], *widths: int, seed: str = "") -> None:
    """Compare on random values of the widths; one-bit results may be truths."""
    random = Random(seed)
    one = compiled(IntegerText, build, len(widths))
    all_lanes = compiled(LaneText, build, len(widths))
    types = [
        np.bool_ if w == 1 else np.uint32 if w <= 32 else np.uint64 for w in widths
    ]
    for _ in range(8):
        given = [values(random, width) for width in widths]
        rows = list(zip(*given, strict=True))
        expected = [build(INTS, *row) for row in rows]
        assert [int(one(*row)) for row in rows] == expected
        arrays = [np.array(v, t) for v, t in zip(given, types, strict=True)]
        before = [array.copy() for array in arrays]
        with np.errstate(all="ignore"):
            found = all_lanes(*arrays)
        assert [int(lane) for lane in found] == expected
        for array, copy in zip(arrays, before, strict=True):
            assert (array == copy).all()


@pytest.mark.parametrize("width", (8, 23, 24, 32, 64))
@pytest.mark.parametrize("name", BINARY + DIVISIONS)
def test_integers(name: str, width: int):
    check(lambda k, x, y: getattr(k, name)(width, x, y), width, width, seed=name)


@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.parametrize("name", FLOATS)
def test_floats(name: str, width: int):
    check(lambda k, x, y: getattr(k, name)(width, x, y), width, width, seed=name)


@pytest.mark.parametrize("name", ("clz", "ctz", "sitofp", "fptosi"))
def test_one_operand(name: str):
    numbers = (32, 32) if name in ("sitofp", "fptosi") else (32,)
    check(lambda k, x: getattr(k, name)(*numbers, x), 32, seed=name)


@pytest.mark.parametrize(
    "width, to", ((1, 8), (1, 32), (8, 32), (16, 32), (8, 64), (23, 64), (32, 64))
)
def test_extensions(width: int, to: int):
    check(lambda k, x: k.zext(width, to, x), width)
    if width > 1:
        check(lambda k, x: k.sext(width, to, x), width)


@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.parametrize(
    "low, size", ((0, 1), (0, 8), (0, 32), (16, 16), (31, 1), (8, 24))
)
def test_parts(width: int, low: int, size: int):
    check(lambda k, x: k.extract(width, low + size - 1, low, x), width)


@pytest.mark.parametrize("high, low", ((1, 31), (8, 23), (16, 16), (32, 32)))
def test_pairs(high: int, low: int):
    check(lambda k, x, y: k.concat(high, low, x, y), high, low)


@pytest.mark.parametrize("width", (1, 8, 32, 64))
def test_choices(width: int):
    check(lambda k, c, x, y: k.ite(width, c, x, y), 1, width, width)


def test_constants():
    check(lambda k, x: k.add(32, x, k.const(32, -3)), 32)
    check(lambda k, c: k.eq(1, c, k.const(1, 0)), 1)
