"""
Scalar rows of llvlir on many operands, against numpy and exact integers, by level.

A function applies all rows of one type to each element of three arrays. Expected are
formulas of their own, on Python's integers and numpy's floats.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from llvlir_programs import verified
from numpy.typing import NDArray

import circ

WIDTHS = (8, 16, 32, 64)
FORMATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
COUNTS = {"llvlir": 100, "gen": 100, "naplespu": 500, "host": 1_000}
"""Elements at each level."""
MANY = {"llvlir": 1_000, "gen": 1_000, "naplespu": 5_000, "host": 40_000}
"""In the long tests."""

Ints = Callable[[int, int, int], int]
"""The result of unsigned operands, reduced to the width afterwards."""


@dataclass(frozen=True)
class Case:
    """A row with its operands, and what it computes."""

    row: str
    """Its operation, with `%x %y %z` for elements of the arrays."""
    expected: Callable[..., object]
    """Of elements, or of whole arrays for floats."""
    result: str = ""
    """The type of its result; that of the operands where it is empty."""


def integer_cases(w: int) -> Iterator[Case]:
    """All integer rows at a width."""
    mask = (1 << w) - 1

    def s(value: int) -> int:
        return value - (1 << w) if value >> (w - 1) else value

    def quotient(x: int, y: int) -> int:
        if not y:
            return -1
        return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)

    def rotated(x: int, amount: int) -> int:
        return x << amount % w | x >> (w - amount % w)

    def digits(x: int) -> str:
        return f"{x:0{w}b}"

    binary: dict[str, Callable[[int, int], int]] = {
        "add": lambda x, y: x + y,
        "addu": lambda x, y: x + y,
        "sub": lambda x, y: x - y,
        "subu": lambda x, y: x - y,
        "mul": lambda x, y: x * y,
        "mulu": lambda x, y: x * y,
        "mulh": lambda x, y: s(x) * s(y) >> w,
        "mulhu": lambda x, y: x * y >> w,
        "div": lambda x, y: quotient(s(x), s(y)),
        "divu": lambda x, y: x // y if y else -1,
        "rem": lambda x, y: s(x) - s(y) * quotient(s(x), s(y)) if y else x,
        "remu": lambda x, y: x % y if y else x,
        "and": lambda x, y: x & y,
        "nand": lambda x, y: ~(x & y),
        "andc": lambda x, y: x & ~y,
        "or": lambda x, y: x | y,
        "nor": lambda x, y: ~(x | y),
        "orc": lambda x, y: x | ~y,
        "xor": lambda x, y: x ^ y,
        "xnor": lambda x, y: ~(x ^ y),
        "min": lambda x, y: min(s(x), s(y)),
        "max": lambda x, y: max(s(x), s(y)),
        "minu": min,
        "maxu": max,
        "srl": lambda x, y: x >> y % w,
        "sra": lambda x, y: s(x) >> y % w,
        "sll": lambda x, y: x << y % w,
        "rol": rotated,
        "ror": lambda x, y: rotated(x, w - y % w),
    }
    for name, compute in binary.items():
        yield Case(f"llvlir.{name}.I %x, %y : i{w}", lambda x, y, z, f=compute: f(x, y))
    unary: dict[str, Callable[[int], int]] = {
        "neg": lambda x: -x,
        "not": lambda x: ~x,
        "abs": lambda x: abs(s(x)),
        "brev": lambda x: int(digits(x)[::-1], 2),
        "bswap": lambda x: int.from_bytes(x.to_bytes(w // 8, "little"), "big"),
        "clz": lambda x: w - x.bit_length(),
        "ctz": lambda x: w if not x else (x & -x).bit_length() - 1,
        "popc": lambda x: digits(x).count("1"),
    }
    for name, compute in unary.items():
        yield Case(f"llvlir.{name}.I %x : i{w}", lambda x, y, z, f=compute: f(x))
    ternary: dict[str, Ints] = {
        "addc": lambda x, y, z: x + y + (z & 1),
        "addcu": lambda x, y, z: x + y + (z & 1),
        "subb": lambda x, y, z: x - y - (z & 1),
        "subbu": lambda x, y, z: x - y - (z & 1),
        "fsrl": lambda x, y, z: (x << w | y) >> z % w,
        "fsra": lambda x, y, z: (s(x) << w | y) >> z % w,
        "fsll": lambda x, y, z: (x << w | y) << z % w >> w,
    }
    for name, compute in ternary.items():
        letter = "F" if name == "addc" else "I"
        yield Case(f"llvlir.{name}.{letter} %x, %y, %z : i{w}", compute)
    for amount in (1, w // 2 - 1, w - 1):
        shifted: dict[str, Callable[[int, int], int]] = {
            "srli": lambda x, a: x >> a,
            "srai": lambda x, a: s(x) >> a,
            "slli": lambda x, a: x << a,
            "roli": rotated,
            "rori": lambda x, a: rotated(x, w - a),
        }
        for name, compute in shifted.items():
            yield Case(
                f"llvlir.{name}.I %x, {amount} : i{w}",
                lambda x, y, z, f=compute, a=amount: f(x, a),
            )
    signed: dict[str, Callable[[int, int], bool]] = {
        "eq": lambda x, y: x == y,
        "ne": lambda x, y: x != y,
        "lt": lambda x, y: s(x) < s(y),
        "le": lambda x, y: s(x) <= s(y),
        "gt": lambda x, y: s(x) > s(y),
        "ge": lambda x, y: s(x) >= s(y),
        "ult": lambda x, y: x < y,
        "ule": lambda x, y: x <= y,
        "ugt": lambda x, y: x > y,
        "uge": lambda x, y: x >= y,
    }
    for name, compare in signed.items():
        yield Case(
            f"llvlir.cmps.I {name}, %x, %y : i{w}",
            lambda x, y, z, f=compare: int(f(x, y)),
            "i1",
        )
    yield Case(f"llvlir.addi.I %x, -5 : i{w}", lambda x, y, z: x - 5)
    yield Case(f"llvlir.subi.I %x, -5 : i{w}", lambda x, y, z: x + 5)
    field = mask >> (w - w // 4)
    yield Case(
        f"llvlir.extract.I %x, 3, {w // 4} : i{w}", lambda x, y, z: x >> 3 & field
    )
    for other in WIDTHS:
        if other > w:
            yield Case(
                f"llvlir.sext.II %x : i{other}, i{w}", lambda x, y, z: s(x), f"i{other}"
            )
            yield Case(
                f"llvlir.zext.II %x : i{other}, i{w}", lambda x, y, z: x, f"i{other}"
            )
        elif other < w:
            yield Case(
                f"llvlir.trunc.II %x : i{other}, i{w}", lambda x, y, z: x, f"i{other}"
            )


def to_integer(x: NDArray[np.floating], low: int, high: int) -> list[int]:
    """Towards zero, saturated; NaN is the largest number."""
    found = list[int]()
    for each in x.tolist():
        if each != each or each >= high:
            found.append(high)
        else:
            found.append(low if each <= low else int(each))
    return found


def float_cases(name: str) -> Iterator[Case]:
    """Rows of floats in a format."""
    bits = np.dtype(FORMATS[name]).itemsize * 8
    integer = np.dtype(f"u{bits // 8}")
    top = integer.type(1 << (bits - 1))

    def signs(x: NDArray[np.floating], new: NDArray[np.unsignedinteger]):
        return ((x.view(integer) & ~top) | (new & top)).view(x.dtype)

    floats: dict[str, Callable[..., object]] = {
        "add": lambda x, y: x + y,
        "sub": lambda x, y: x - y,
        "mul": lambda x, y: x * y,
        "div": lambda x, y: x / y,
        "frem": np.fmod,
        "copysign": np.copysign,
        "copysign_not": lambda x, y: signs(x, ~y.view(integer)),
        "copysign_xor": lambda x, y: signs(x, x.view(integer) ^ y.view(integer)),
    }
    for row, compute in floats.items():
        yield Case(f"llvlir.{row}.F %x, %y : {name}", lambda x, y, f=compute: f(x, y))
    yield Case(f"llvlir.sqrt.F %x : {name}", lambda x, y: np.sqrt(x))
    yield Case(f"llvlir.abs.F %x : {name}", lambda x, y: np.abs(x))
    yield Case(f"llvlir.neg.F %x : {name}", lambda x, y: -x)
    compared: dict[str, Callable[..., object]] = {
        "eq": np.equal,
        "ne": np.not_equal,
        "lt": np.less,
        "le": np.less_equal,
        "gt": np.greater,
        "ge": np.greater_equal,
    }
    for condition, compare in compared.items():
        yield Case(
            f"llvlir.cmps.F {condition}, %x, %y : {name}",
            lambda x, y, f=compare: f(x, y).astype(int).tolist(),
            "i1",
        )
    for width in (32, 64):
        low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
        yield Case(
            f"llvlir.cvt.IF %x : i{width}, {name}",
            lambda x, y, low=low, high=high: to_integer(x, low, high),
            f"i{width}",
        )
        yield Case(
            f"llvlir.cvtu.IF %x : i{width}, {name}",
            lambda x, y, high=high: to_integer(x, 0, 2 * high + 1),
            f"i{width}",
        )
    for other, kind in FORMATS.items():
        if other != name:
            yield Case(
                f"llvlir.cvt.FF %x : {other}, {name}",
                lambda x, y, kind=kind: x.astype(kind),
                other,
            )


def function_of(cases: list[Case], type: str, operands: int, count: int) -> str:
    """A function that applies each row to all elements, and stores each result."""
    results = [case.result or type for case in cases]
    stored = ["i8" if result == "i1" else result for result in results]
    arrays = [type] * operands + stored
    names = [f"%a{index}" for index in range(len(arrays))]
    lines = list[str]()

    def address(name: str, element: str) -> str:
        size = int(element[1:]) // 8
        lines.append(f"%o{len(lines)} = llvlir.const.I {size.bit_length() - 1} : i32")
        lines.append(f"%s{len(lines)} = llvlir.sll.I %i, %o{len(lines) - 1} : i32")
        lines.append(f"%p{len(lines)} = llvlir.add.I {name}, %s{len(lines) - 1} : i32")
        lines.append(f"%q{len(lines)} = llvlir.mva %p{len(lines) - 1}")
        return f"%q{len(lines) - 1}"

    for index, value in enumerate("xyz"[:operands]):
        at, size = address(names[index], type), int(type[1:]) // 8
        letter = type[0].upper().replace("B", "F")
        lines.append(f"%{value} = llvlir.ld.{letter} {at}, 0 memory<{size}> : {type}")
    for index, case in enumerate(cases):
        result, element = results[index], stored[index]
        lines.append(f"%r{index} = {case.row}")
        value = f"%r{index}"
        if result == "i1":
            lines.append(f"%z{index} = llvlir.zext.II {value} : i8, i1")
            value = f"%z{index}"
        at, size = address(names[operands + index], element), int(element[1:]) // 8
        store = f"llvlir.st.{element[0].upper()}"
        lines.append(f"{store} {at}, 0, {value} memory<{size}> : {element}")
    parameters = ", ".join(f"{name}: !llvlir.r<i32>" for name in names)
    signature = ", ".join(f"memref<{count}x{element}>" for element in arrays)
    body = "\n  ".join(lines)
    return f"""
llvlir.func @f({parameters}) attributes {{circ.signature = ({signature}) -> ()}} {{
  %zero = llvlir.const.I 0 : i32
  %n = llvlir.const.I {count} : i32
  %one = llvlir.const.I 1 : i32
  llvlir.j.L ^loop(%zero : !llvlir.r<i32>)
^loop(%i: !llvlir.r<i32>):
  {body}
  %next = llvlir.add.I %i, %one : i32
  llvlir.cmpbr.I ult, %next, %n : i32, ^loop(%next : !llvlir.r<i32>), ^end
^end:
  llvlir.ret
}}"""


def dtype_of(element: str) -> np.dtype[np.generic]:
    if element[0] == "f":
        return np.dtype(FORMATS[element])
    return np.dtype(f"u{max(int(element[1:]), 8) // 8}")


def patterns(width: int, count: int, seed: int) -> NDArray[np.unsignedinteger]:
    """Numbers of all magnitudes, and those at the ends of ranges."""
    random = np.random.default_rng(seed)
    values = (
        random.integers(0, 1 << width, count, np.uint64, endpoint=False)
        if (width < 64)
        else random.integers(0, 2**64 - 1, count, np.uint64, endpoint=True)
    )
    short = random.random(count) < 0.3
    values[short] >>= random.integers(0, width, int(short.sum()), np.uint64)
    edges = np.array(
        [0, 1, 2, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1, width],
        np.uint64,
    )
    chosen = random.random(count) < 0.2
    values[chosen] = random.choice(edges, int(chosen.sum()))
    return values.astype(f"u{width // 8}")


def run(cases: list[Case], type: str, level: str, operands: list[NDArray[np.generic]]):
    """The arrays of results."""
    count = len(operands[0])
    module = verified(function_of(cases, type, len(operands), count))
    results = [np.zeros(count, dtype_of(case.result or type)) for case in cases]
    outcome = circ.run(module, *operands, *results, level=level)
    return [outcome.arrays[len(operands) + index] for index in range(len(cases))]


def _tiers() -> Iterator[object]:
    for level, count in COUNTS.items():
        yield pytest.param(level, count, id=level)
        yield pytest.param(
            *(level, MANY[level]), id=f"{level}-many", marks=pytest.mark.long
        )


TIERS = tuple(_tiers())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("level", "count"), TIERS)
def test_integers(level: str, count: int, width: int):
    cases = list(integer_cases(width))
    operands = [patterns(width, count, seed) for seed in range(3)]
    found = run(cases, f"i{width}", level, [*operands])
    elements = list(zip(*(each.tolist() for each in operands), strict=True))
    for case, results in zip(cases, found, strict=True):
        bits = int((case.result or f"i{width}")[1:])
        mask = (1 << bits) - 1
        expected = [int(case.expected(*each)) & mask for each in elements]  # pyright: ignore
        assert results.astype(np.uint64).tolist() == expected, case.row


@pytest.mark.parametrize("name", ("f32", "f64"))
@pytest.mark.parametrize(("level", "count"), TIERS)
def test_floats(level: str, count: int, name: str):
    cases = [
        case
        for case in float_cases(name)
        if level in ("llvlir", "host") or "f16" not in case.row
    ]
    width = int(name[1:])
    x, y = (patterns(width, count, seed).view(FORMATS[name]) for seed in range(2))
    found = run(cases, name, level, [x, y])
    with np.errstate(all="ignore"):
        for case, results in zip(cases, found, strict=True):
            expected = case.expected(x, y)
            if isinstance(expected, list):
                mask = (1 << 8 * results.itemsize) - 1
                assert results.tolist() == [e & mask for e in expected], case.row
                continue
            assert isinstance(expected, np.ndarray)
            both = np.isnan(expected) & np.isnan(results)
            same = expected.view(f"u{expected.itemsize}") == results.view(
                f"u{results.itemsize}"
            )
            assert (same | both).all(), case.row
