"""
The dialect at every level, against a model in plain Python.

The model computes with fractions, and knows nothing of the dialect's meanings: numbers
are rounded down to multiples of 2**-fraction after half of one is added, and clamped.
"""

import operator
import random
from collections.abc import Callable
from fractions import Fraction
from math import floor, isnan
from typing import Any

import numpy as np
import pytest
from fixed_point.types import FixedType

import circ

FORMATS = ((8, 0), (8, 4), (8, 8), (16, 8), (16, 15), (32, 16), (32, 31))
COUNT = 48
"""Numbers of one run; one function of a loop runs them all."""


class Model:
    """Numbers of one format."""

    def __init__(self, width: int, fraction: int):
        self.width, self.one = width, 1 << fraction
        self.least, self.most = -1 << width - 1, (1 << width - 1) - 1
        self.name = f"!fixed.fixed<{width}, {fraction}>"

    def number(self, value: Fraction) -> int:
        """The nearest number as an integer, halves upwards."""
        return max(self.least, min(self.most, floor(value * self.one + Fraction(1, 2))))

    def nearest_even(self, value: float) -> int:
        """The nearest number to a float, halves to even; zero for NaN."""
        if isnan(value):
            return 0
        if abs(value) == float("inf"):
            return self.least if value < 0 else self.most
        return max(self.least, min(self.most, round(Fraction(value) * self.one)))

    def value(self, number: int) -> Fraction:
        return Fraction(number, self.one)

    def samples(self, seed: int) -> np.ndarray:
        """The extremes, zero, one and their neighbours, and random numbers."""
        chosen = random.Random(seed)
        edges = (self.least, self.most, 0, -1, 1, self.least + 1, self.most - 1)
        edges += tuple(n for n in (self.one, self.one // 2) if n <= self.most)
        # Many small ones, whose products are in range.
        spans = [chosen.randint(1, self.width - 1) for _ in range(COUNT)]
        numbers = [chosen.choice(edges) for _ in range(COUNT // 2)]
        numbers += [chosen.randint(-1 << s, (1 << s) - 1) for s in spans[COUNT // 2 :]]
        chosen.shuffle(numbers)
        return np.array(numbers, f"int{self.width}")


LOOP = """
func.func @f(%x: memref<48xX>, %y: memref<48xY>, %z: memref<48xZ>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %n = arith.constant 48 : index
  scf.for %i = %0 to %n step %1 {
    %a = memref.load %x[%i] : memref<48xX>
    %b = memref.load %y[%i] : memref<48xY>
    %c = OPERATION
    memref.store %c, %z[%i] : memref<48xZ>
  }
  return
}
"""


def run(
    operation: str, types: tuple[str, str, str], x: Any, y: Any, dtype: str
) -> list[Any]:
    """The operation on each pair of elements, the same at every level."""
    text = LOOP.replace("OPERATION", operation)
    for letter, type in zip("XYZ", types, strict=True):
        text = text.replace(f"48x{letter}", f"48x{type}")
    runs = circ.compare_levels(text, x, y, np.zeros(COUNT, dtype))
    assert list(runs) == ["source", "circuit", "llvlir", "gen", "naplespu"]
    return runs["naplespu"].arrays[2].tolist()


BINARY: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "min": min,
    "max": max,
}


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_binary(format: tuple[int, int], name: str):
    model = Model(*format)
    x, y = model.samples(1), model.samples(2)
    type = model.name
    found = run(f"fixed.{name} %a, %b : {type}", (type, type, type), x, y, x.dtype.name)
    expected = [
        model.number(BINARY[name](model.value(int(a)), model.value(int(b))))
        for a, b in zip(x, y, strict=True)
    ]
    assert found == expected
    if name in ("add", "sub", "mul") and (name, format[1]) != ("mul", format[0] - 1):
        # Otherwise the samples would not show saturation. A product of fractions
        # saturates for -1 * -1 alone, and in <8, 8> never.
        assert {model.least, model.most} & set(found) or format == (8, 8)


@pytest.mark.parametrize("predicate", ("eq", "ne", "lt", "le", "gt", "ge"))
def test_comparison(predicate: str):
    model = Model(16, 8)
    x, y = model.samples(3), model.samples(3)
    y[::2] = model.samples(4)[::2]
    operation = f'fixed.cmp "{predicate}", %a, %b : {model.name}'
    found = run(operation, (model.name, model.name, "i1"), x, y, "bool")
    compare = getattr(operator, predicate)
    assert found == [compare(a, b) for a, b in zip(x, y, strict=True)]


@pytest.mark.parametrize("target", FORMATS, ids=str)
@pytest.mark.parametrize("source", FORMATS, ids=str)
def test_formats(source: tuple[int, int], target: tuple[int, int]):
    one, other = Model(*source), Model(*target)
    x = one.samples(5)
    operation = f"fixed.convert %a : {one.name} to {other.name}"
    types = (one.name, one.name, other.name)
    found = run(operation, types, x, x, f"int{other.width}")
    assert found == [other.number(one.value(int(a))) for a in x]


@pytest.mark.parametrize("width", (8, 16, 32))
@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_integers(format: tuple[int, int], width: int):
    model, integers = Model(*format), Model(width, 0)
    x, n = model.samples(6), integers.samples(7)
    type = f"i{width}"
    found = run(
        f"fixed.convert %a : {model.name} to {type}",
        (model.name, model.name, type),
        *(x, x),
        f"int{width}",
    )
    assert found == [integers.number(model.value(int(a))) for a in x]
    found = run(
        f"fixed.convert %a : {type} to {model.name}",
        (type, type, model.name),
        *(n, n),
        x.dtype.name,
    )
    assert found == [model.number(Fraction(int(a))) for a in n]


@pytest.mark.parametrize("type", ("f32", "f64"))
@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_floats(format: tuple[int, int], type: str):
    model, dtype = Model(*format), {"f32": "float32", "f64": "float64"}[type]
    chosen = random.Random(8)
    values = [0.0, -0.0, float("nan"), float("inf"), -float("inf"), 1e30, -1e30, 0.5]
    # Halves of the last place, and other numbers.
    values += [(n + 0.5) / model.one for n in range(-4, 4)]
    values += [
        chosen.uniform(-2, 2) * 2.0 ** chosen.randint(-20, 16) for _ in range(32)
    ]
    x = np.array(values, dtype)
    found = run(
        f"fixed.convert %a : {type} to {model.name}",
        (type, type, model.name),
        *(x, x),
        f"int{model.width}",
    )
    assert found == [model.nearest_even(float(a)) for a in x]
    x = model.samples(9)
    found = run(
        f"fixed.convert %a : {model.name} to {type}",
        (model.name, model.name, type),
        *(x, x),
        dtype,
    )
    exact = [int(a) / model.one for a in x]
    assert found == np.array(exact, dtype).tolist()


FIR = """
func.func @f(%x: memref<24xT>, %h: memref<5xT>, %y: memref<20xT>) {
  fixed.fir %x, %h, %y : memref<24xT>, memref<5xT>, memref<20xT>BODY
  return
}
"""
LIMITED = """ do {
  ^bb0(%sum: T):
    %limit = fixed.constant LIMIT : T
    %least = fixed.min %sum, %limit : T
    fixed.yield %least : T
  }"""


@pytest.mark.parametrize("limit", (None, "0.25"))
@pytest.mark.parametrize("format", ((8, 4), (8, 7), (16, 8), (16, 15)), ids=str)
def test_fir(format: tuple[int, int], limit: str | None):
    model = Model(*format)
    x, h = model.samples(10)[:24], model.samples(11)[:5]
    body = "" if limit is None else LIMITED.replace("LIMIT", limit)
    text = FIR.replace("BODY", body).replace("T", model.name)
    runs = circ.compare_levels(text, x, h, np.zeros(20, x.dtype))
    sums = [
        sum(model.value(int(x[i + j])) * model.value(int(h[j])) for j in range(5))
        for i in range(20)
    ]
    expected = [model.number(Fraction(total)) for total in sums]
    if limit is not None:
        expected = [min(number, model.number(Fraction(limit))) for number in expected]
    assert runs["naplespu"].arrays[2].tolist() == expected


DOT = """
func.func @f(%x: vector<LxT>, %y: vector<LxT>) -> (T, vector<LxT>, vector<LxT>) {
  %d = fixed.dot %x, %y : vector<LxT> to T
  %m = fixed.map %x, %y : vector<LxT>, vector<LxT> to vector<LxT> do {
  ^bb0(%a: T, %b: T):
    %p = fixed.mul %a, %b : T
    %s = fixed.sub %p, %b : T
    fixed.yield %s : T
  }
  %v = fixed.add %x, %y : vector<LxT>
  return %d, %m, %v : T, vector<LxT>, vector<LxT>
}
"""


@pytest.mark.parametrize("lanes", (3, 16))
@pytest.mark.parametrize("format", ((8, 4), (16, 8), (16, 15)), ids=str)
def test_vectors(format: tuple[int, int], lanes: int):
    model = Model(*format)
    x, y = model.samples(12)[:lanes], model.samples(13)[:lanes]
    text = DOT.replace("T", model.name).replace("<Lx", f"<{lanes}x")
    (dot, mapped, sums) = circ.compare_levels(text, x, y)["naplespu"].results
    pairs = [(model.value(int(a)), model.value(int(b))) for a, b in zip(x, y)]
    total = model.number(Fraction(sum(a * b for a, b in pairs)))
    assert Fraction(str(dot)) == model.value(total)
    products = [model.value(model.number(a * b)) for a, b in pairs]
    expected = [model.number(p - b) for p, (_, b) in zip(products, pairs, strict=True)]
    assert isinstance(mapped, np.ndarray) and mapped.tolist() == expected
    assert isinstance(sums, np.ndarray)
    assert sums.tolist() == [model.number(a + b) for a, b in pairs]


@pytest.mark.parametrize("fraction", (0, 3, 8))
def test_text_of_all_bytes(fraction: int):
    type, model = FixedType(8, fraction), Model(8, fraction)
    for bits in range(256):
        text = type.text_of(bits)
        assert Fraction(text) == model.value(bits - (bits >> 7 << 8))
        assert type.bits_of(text) == bits


TEXTS = {"0.3": 77, "-0.3": -77, "1e-3": 0, "1e-999999": 0, "127.998": 32767, "5": 1280}


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_rounded(text: str):
    assert FixedType(16, 8).bits_of(text) == TEXTS[text] & 0xFFFF


@pytest.mark.parametrize("text", ("128", "-128.01", "1e999999", "inf", "nan", "", "x"))
def test_text_that_is_no_value(text: str):
    with pytest.raises(ValueError, match=r"."):
        FixedType(16, 8).bits_of(text)
