"""The arithmetic of the source interpreter against Python's integers and numpy."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.algebra import float_to_bits, to_signed
from circ.targets.execute.memory import Memory
from circ.targets.execute.source import interpreter as source
from circ.targets.mlir.parser import parse_module

Integers = Callable[[int, int, int], int]


def parse(text: str) -> ModuleOp:
    ctx = Context()
    for name, dialect in get_all_dialects().items():
        ctx.register_dialect(name, dialect)
    return parse_module(ctx, text, "t.mlir")


def results(text: str, *arguments: int) -> list[int]:
    return source.run(parse(text), "f", arguments, Memory()).results


def signed(operation: Callable[[int, int], int]) -> Integers:
    return lambda w, x, y: operation(to_signed(w, x), to_signed(w, y))


def unsigned(operation: Callable[[int, int], int]) -> Integers:
    return lambda w, x, y: operation(x, y)


def towards_zero(x: int, y: int) -> int:
    if y == 0:
        return -1
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def remainder(x: int, y: int) -> int:
    return x - towards_zero(x, y) * y if y else x


INTEGERS: dict[str, Integers] = {
    "addi": unsigned(lambda x, y: x + y),
    "subi": unsigned(lambda x, y: x - y),
    "muli": unsigned(lambda x, y: x * y),
    "divui": unsigned(lambda x, y: x // y if y else -1),
    "divsi": signed(towards_zero),
    "floordivsi": signed(lambda x, y: x // y if y else -1),
    "ceildivsi": signed(lambda x, y: -(-x // y) if y else -1),
    "ceildivui": unsigned(lambda x, y: -(-x // y) if y else -1),
    "remui": unsigned(lambda x, y: x % y if y else x),
    "remsi": signed(remainder),
    "minui": unsigned(min),
    "maxui": unsigned(max),
    "minsi": signed(min),
    "maxsi": signed(max),
    "andi": unsigned(lambda x, y: x & y),
    "ori": unsigned(lambda x, y: x | y),
    "xori": unsigned(lambda x, y: x ^ y),
    "shli": lambda w, x, y: x << y % w,
    "shrui": lambda w, x, y: x >> y % w,
    "shrsi": lambda w, x, y: to_signed(w, x) >> y % w,
}

WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 32}


def interesting(width: int) -> list[int]:
    top = 1 << (width - 1)
    values = {0, 1, 2, 3, 7, 31, 33, top - 1, top, top + 1, 2 * top - 2, 2 * top - 1}
    return sorted({value & (2 * top - 1) for value in values})


@pytest.mark.parametrize("type", WIDTHS)
@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.every(5)
def test_integer_operation(name: str, type: str):
    width = WIDTHS[type]
    module = parse(
        f"""func.func @f(%x: {type}, %y: {type}) -> {type} {{
          %r = arith.{name} %x, %y : {type}
          return %r : {type}
        }}"""
    )
    for x, y in product(interesting(width), repeat=2):
        expected = INTEGERS[name](width, x, y) & ((1 << width) - 1)
        found = source.run(module, "f", [x, y], Memory()).results
        assert found == [expected], (x, y)


COMPARISONS: dict[str, Integers] = {
    "eq": unsigned(lambda x, y: x == y),
    "ne": unsigned(lambda x, y: x != y),
    "slt": signed(lambda x, y: x < y),
    "sle": signed(lambda x, y: x <= y),
    "sgt": signed(lambda x, y: x > y),
    "sge": signed(lambda x, y: x >= y),
    "ult": unsigned(lambda x, y: x < y),
    "ule": unsigned(lambda x, y: x <= y),
    "ugt": unsigned(lambda x, y: x > y),
    "uge": unsigned(lambda x, y: x >= y),
}


@pytest.mark.parametrize("condition", COMPARISONS)
def test_integer_comparison(condition: str):
    module = parse(
        f"""func.func @f(%x: i8, %y: i8) -> i1 {{
          %r = arith.cmpi {condition}, %x, %y : i8
          return %r : i1
        }}"""
    )
    for x, y in product(interesting(8), repeat=2):
        found = source.run(module, "f", [x, y], Memory()).results
        assert found == [int(COMPARISONS[condition](8, x, y))], (x, y)


@pytest.mark.parametrize("sign", ("u", "s"))
def test_extended_multiplication(sign: str):
    module = parse(
        f"""func.func @f(%x: i32, %y: i32) -> (i32, i32) {{
          %l, %h = arith.mul{sign}i_extended %x, %y : i32
          return %l, %h : i32, i32
        }}"""
    )
    for x, y in product(interesting(32), repeat=2):
        wide = to_signed(32, x) * to_signed(32, y) if sign == "s" else x * y
        expected = [wide & 0xFFFFFFFF, wide >> 32 & 0xFFFFFFFF]
        assert source.run(module, "f", [x, y], Memory()).results == expected, (x, y)


def test_extended_addition():
    text = """func.func @f(%x: i8, %y: i8) -> (i8, i1) {
      %s, %o = arith.addui_extended %x, %y : i8, i1
      return %s, %o : i8, i1
    }"""
    for x, y in product(interesting(8), repeat=2):
        assert results(text, x, y) == [x + y & 0xFF, x + y >> 8]


@pytest.mark.parametrize(
    ("operation", "value", "expected"),
    (
        ("trunci %x : i32 to i8", 0x1234, 0x34),
        ("extsi %x : i8 to i32", 0x80, 0xFFFFFF80),
        ("extui %x : i8 to i32", 0x80, 0x80),
        ("extui %x : i1 to i64", 1, 1),
        ("extsi %x : i1 to i8", 1, 0xFF),
        ("index_cast %x : i8 to index", 0x80, 0xFFFFFF80),
        ("index_cast %x : index to i8", 0x1280, 0x80),
        ("index_cast %x : i64 to index", 0x1_0000_0005, 5),
        ("index_cast %x : index to i64", 0xFFFFFFFF, (1 << 64) - 1),
        ("sitofp %x : i32 to f32", 0xFFFFFFFF, 0xBF800000),
        ("uitofp %x : i8 to f32", 0xFF, 0x437F0000),
        ("fptosi %x : f32 to i32", 0xC0200000, 0xFFFFFFFE),  # -2.5
        ("fptosi %x : f32 to i8", 0x43800000, 0x7F),  # 256 saturates
        ("fptoui %x : f32 to i32", 0xBF800000, 0),
        ("fptosi %x : f32 to i32", 0x7FC00000, 0x7FFFFFFF),  # NaN
        ("extf %x : f32 to f64", 0x3F800000, 0x3FF0000000000000),
        ("truncf %x : f64 to f32", 0x3FF0000000000001, 0x3F800000),
        ("bitcast %x : f32 to i32", 0x3F800000, 0x3F800000),
        ("bitcast %x : i64 to f64", 5, 5),
        ("negf %x : f32", 0x3F800000, 0xBF800000),
    ),
)
def test_conversion(operation: str, value: int, expected: int):
    types = operation.partition(" : ")[2].partition(" to ")
    source_type, target_type = types[0], types[2] or types[0]
    text = f"""func.func @f(%x: {source_type}) -> {target_type} {{
      %r = arith.{operation}
      return %r : {target_type}
    }}"""
    assert results(text, value) == [expected]


FLOATS = (0.0, -0.0, 1.0, -1.5, 0.1, 3e38, -3e38, 1e-45, np.inf, -np.inf, np.nan)


@pytest.mark.parametrize(("type", "width"), (("f32", 32), ("f64", 64)))
@pytest.mark.parametrize(
    ("name", "reference"),
    (
        ("addf", np.add),
        ("subf", np.subtract),
        ("mulf", np.multiply),
        ("divf", np.divide),
        ("minimumf", np.minimum),
        ("maximumf", np.maximum),
        ("minnumf", np.fmin),
        ("maxnumf", np.fmax),
    ),
)
def test_float_operation(name: str, reference: np.ufunc, type: str, width: int):
    module = parse(
        f"""func.func @f(%x: {type}, %y: {type}) -> {type} {{
          %r = arith.{name} %x, %y : {type}
          return %r : {type}
        }}"""
    )
    dtype = np.float32 if width == 32 else np.float64
    with np.errstate(all="ignore"):
        for x, y in product(map(dtype, FLOATS), repeat=2):
            if "m" in name[:2] and x == y == 0 and np.signbit(x) != np.signbit(y):
                continue  # numpy's result is either zero
            bits = [float_to_bits(width, float(value)) for value in (x, y)]
            expected = float_to_bits(width, float(reference(x, y)))
            found = source.run(module, "f", bits, Memory()).results
            assert found == [expected], (x, y)


@pytest.mark.parametrize(
    ("name", "expected"),
    (("minimumf", 1), ("minnumf", 1), ("maximumf", 0), ("maxnumf", 0)),
)
def test_zeros_are_ordered(name: str, expected: int):
    text = f"""func.func @f(%x: f32, %y: f32) -> f32 {{
      %r = arith.{name} %x, %y : f32
      return %r : f32
    }}"""
    for zeros in ([0, 1 << 31], [1 << 31, 0]):
        assert results(text, *zeros) == [expected << 31]


@pytest.mark.parametrize(
    ("condition", "less", "equal", "greater", "unordered"),
    (
        ("false", 0, 0, 0, 0),
        ("oeq", 0, 1, 0, 0),
        ("ogt", 0, 0, 1, 0),
        ("oge", 0, 1, 1, 0),
        ("olt", 1, 0, 0, 0),
        ("ole", 1, 1, 0, 0),
        ("one", 1, 0, 1, 0),
        ("ord", 1, 1, 1, 0),
        ("ueq", 0, 1, 0, 1),
        ("ugt", 0, 0, 1, 1),
        ("uge", 0, 1, 1, 1),
        ("ult", 1, 0, 0, 1),
        ("ule", 1, 1, 0, 1),
        ("une", 1, 0, 1, 1),
        ("uno", 0, 0, 0, 1),
        ("true", 1, 1, 1, 1),
    ),
)
def test_float_comparison(
    condition: str, less: int, equal: int, greater: int, unordered: int
):
    text = f"""func.func @f(%x: f32, %y: f32) -> i1 {{
      %r = arith.cmpf {condition}, %x, %y : f32
      return %r : i1
    }}"""
    one, two, nan = 0x3F800000, 0x40000000, 0x7FC00000
    assert results(text, one, two) == [less]
    assert results(text, one, one) == [equal]
    assert results(text, 0, 1 << 31) == [equal]
    assert results(text, two, one) == [greater]
    assert results(text, nan, one) == results(text, one, nan) == [unordered]


def test_constants_and_select():
    text = """func.func @f(%c: i1) -> (i8, f32, i1, index) {
      %a = arith.constant -1 : i8
      %b = arith.constant 7 : i8
      %n = arith.constant 0.1 : f32
      %t = arith.constant true
      %i = arith.constant -2 : index
      %s = arith.select %c, %a, %b : i8
      return %s, %n, %t, %i : i8, f32, i1, index
    }"""
    rest = [0x3DCCCCCD, 1, 0xFFFFFFFE]
    assert results(text, 1) == [0xFF, *rest]
    assert results(text, 0) == [7, *rest]


@pytest.mark.parametrize(
    ("expression", "reference"),
    (
        ("d0 + d1", lambda x, y: x + y),
        ("d0 * 3 - d1", lambda x, y: 3 * x - y),
        ("d0 floordiv 4 + d1 mod 4", lambda x, y: x // 4 + y % 4),
        ("d0 ceildiv 4", lambda x, y: -(-x // 4)),
        ("7", lambda x, y: 7),
    ),
)
def test_affine_apply(expression: str, reference: Callable[[int, int], int]):
    text = f"""func.func @f(%x: index, %y: index) -> index {{
      %r = affine.apply affine_map<(d0, d1) -> ({expression})>(%x, %y)
      return %r : index
    }}"""
    for x, y in product((-9, -8, -1, 0, 1, 7, 8), repeat=2):
        expected = reference(x, y) & 0xFFFFFFFF
        assert results(text, x & 0xFFFFFFFF, y & 0xFFFFFFFF) == [expected], (x, y)


def test_affine_min():
    text = """func.func @f(%x: index) -> index {
      %r = affine.min affine_map<(d0) -> (d0 + 2, 5, d0 * 2)>(%x)
      return %r : index
    }"""
    for x in range(-3, 9):
        assert results(text, x & 0xFFFFFFFF) == [min(x + 2, 5, x * 2) & 0xFFFFFFFF]
