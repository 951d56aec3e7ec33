"""
Every math operation at every level, on the values that are special to it.

All levels compute the same bits, and these are those of the meaning that the errors
were measured of (test/dialects/common/test_functions.py).
"""

import math
from itertools import product

import numpy as np
import pytest
from elementwise import bit_patterns, run_everywhere
from levels import parsed
from vectors import VECTORS
from xdsl.dialects import math as math_dialect

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.functions import EXACT, FUNCTIONS
from circ.dialects.common.power import float_power, inverse_power, power
from circ.targets.execute.memory import Memory
from circ.targets.execute.source import interpreter as source
from circ.tools.api import compare_levels
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes

FEWER_VERIFICATIONS = True

SPECIAL = np.array(
    [
        *(0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x33800000, 0x3E800000),
        *(0x3EFFFFFF, 0x3F000000, 0x3F7FFFFF, 0x3F800000, 0x3FC90FDB, 0x40200000),
        *(0x40490FDB, 0x42AEAC4F, 0x42B17218, 0x4B000000, 0x4B7FFFFF, 0x5A0D64B5),
        *(0x7F7FFFFF, 0x7F800000, 0x7FC00000),
    ],
    np.uint64,
)
SPECIAL = np.concatenate([SPECIAL, SPECIAL[:-1] | np.uint64(1 << 31)])

GROUPS = (
    ("exp", "exp2", "expm1"),
    ("log", "log2", "log10", "log1p"),
    ("sinh", "cosh", "tanh"),
    ("sin", "cos", "tan"),
    ("asinh", "acosh", "atanh", "erf"),
    ("asin", "acos", "atan", "rsqrt", "cbrt"),
    ("floor", "ceil", "trunc", "round", "roundeven"),
)


def same(found: np.ndarray, expected: np.ndarray) -> bool:
    """Are all bits equal, those of NaNs aside?"""
    width = 8 * found.dtype.itemsize
    with np.errstate(all="ignore"):
        bits = VECTORS.bits(width, found)
        number = VECTORS.bits(width, VECTORS.numbers(width, expected))
    return bool((bits == number).all())


def samples(width: int, name: str) -> np.ndarray:
    rng = np.random.default_rng(len(name) + width)
    if width == 32:
        listed = SPECIAL
    else:
        numbers = bit_patterns(32, SPECIAL).astype(np.float64)
        more = (4503599627370495.5, 2.0**52, 2.0**62, 2.0**63, 1e300, 5e-324)
        listed = np.concatenate([numbers, more, np.negative(more)]).view(np.uint64)
    random = rng.integers(0, (1 << width) - 1, 30, dtype=np.uint64)
    uniform = VECTORS.bits(width, rng.uniform(-9, 9, 30))
    with np.errstate(invalid="ignore"):
        return VECTORS.bits(
            width, VECTORS.numbers(width, np.concatenate([listed, random, uniform]))
        )


@pytest.mark.parametrize("names", GROUPS, ids=lambda names: names[0])
@pytest.mark.every(3, first=2)
def test_functions_of_f32(names: tuple[str, ...]):
    bits = samples(32, names[0])
    inputs = [("f32", bit_patterns(32, bits))]
    operations = [f"math.{name} %x0 : f32" for name in names]
    found = run_everywhere(operations, inputs, "f32")
    for name, result in zip(names, found, strict=True):
        function = FUNCTIONS.get(name) or EXACT[name]
        assert same(result, function.compute(VECTORS, 32, bits)), name


INF, NAN = float("inf"), float("nan")
ANNEX_F = {
    "cbrt": {-8.0: -2.0, 27.0: 3.0, 2.0**-147: 2.0**-49, INF: INF, -INF: -INF},
    "erf": {INF: 1.0, -INF: -1.0, 4.0: 1.0, -9.0: -1.0},
    "asinh": {INF: INF, -INF: -INF, 2.0**-149: 2.0**-149},
    "acosh": {1.0: 0.0, INF: INF, 0.0: NAN, 1 - 2.0**-24: NAN, -3.0: NAN, -INF: NAN},
    "atanh": {1.0: INF, -1.0: -INF, 1 + 2.0**-23: NAN, INF: NAN, -INF: NAN},
}
"""Arguments and results that are exact, besides those of odd functions at zero."""


@pytest.mark.parametrize("name", ANNEX_F)
def test_special_values(name: str):
    cases = [*ANNEX_F[name].items(), (NAN, NAN)]
    if name != "acosh":
        cases += [(0.0, 0.0), (-0.0, -0.0)]
    arguments, results = np.array(cases, np.float32).T
    inputs = [("f32", np.ascontiguousarray(arguments))]
    (found,) = run_everywhere([f"math.{name} %x0 : f32"], inputs, "f32")
    # Signs of NaN do not matter.
    found = np.where(np.isnan(found), np.float32(NAN), found)
    assert same(found, VECTORS.bits(32, results))


def test_lanes_and_halves():
    text = """func.func @f(%v: vector<3xf32>, %h: f16)
    -> (vector<3xf32>, vector<3xf32>, vector<3xf32>, vector<3xf32>, f16) {
  %r = math.cbrt %v : vector<3xf32>
  %e = math.erf %v : vector<3xf32>
  %s = math.asinh %v : vector<3xf32>
  %c = math.acosh %v : vector<3xf32>
  %t = math.atanh %h : f16
  return %r, %e, %s, %c, %t
    : vector<3xf32>, vector<3xf32>, vector<3xf32>, vector<3xf32>, f16
}"""
    lanes = np.array([1.25, 3.5, 1e6], np.float32)
    *vectors, half = compare_levels(text, lanes, 0.25)["naplespu"].results
    functions = (math.cbrt, math.erf, math.asinh, math.acosh)
    for function, found in zip(functions, vectors, strict=True):
        expected = [function(lane) for lane in lanes.tolist()]
        assert np.allclose(found, expected, rtol=4 * 2.0**-23, atol=0)
    assert half == np.float16(math.atanh(0.25))


def pairs(width: int) -> tuple[np.ndarray, np.ndarray]:
    few = samples(width, "pairs")[: len(SPECIAL) : 3]
    first, second = np.meshgrid(few, few)
    return first.ravel(), second.ravel()


def test_functions_of_two_f32():
    first, second = pairs(32)
    inputs = [("f32", bit_patterns(32, bits)) for bits in (first, second)]
    operations = [f"math.{name} %x0, %x1 : f32" for name in ("atan2", "powf")]
    operations.append("math.copysign %x0, %x1 : f32")
    atan2, powf, copysign = run_everywhere(operations, inputs, "f32")
    assert same(atan2, FUNCTIONS["atan2"].compute(VECTORS, 32, first, second))
    assert same(powf, float_power(VECTORS, 32, first, second))
    assert same(copysign, EXACT["copysign"].compute(VECTORS, 32, first, second))


def test_fma():
    rng = np.random.default_rng(3)
    few = SPECIAL[[0, 1, 3, 9, 18, 19, 20, 21, 30]]
    grid = np.array(list(product(few, repeat=3))).T[:, ::4]
    near = rng.uniform(-2, 2, (3, 30)).astype(np.float32)
    near[2] = -near[0] * near[1]
    bits = np.concatenate([grid, VECTORS.bits(32, near)], axis=1)
    inputs = [("f32", bit_patterns(32, row)) for row in bits]
    (found,) = run_everywhere(["math.fma %x0, %x1, %x2 : f32"], inputs, "f32")
    assert same(found, FUNCTIONS["fma"].compute(VECTORS, 32, *bits))


@pytest.mark.parametrize("width", (32, 64))
def test_exact_functions(width: int):
    type = f"f{width}"
    bits = samples(width, "exact")
    values = bit_patterns(width, bits)
    names = ("sqrt", "absf")
    operations = [f"math.{name} %x0 : {type}" for name in names]
    with np.errstate(invalid="ignore"):
        expected = [np.sqrt(values), np.abs(values)]
    found = run_everywhere(operations, [(type, values)], type)
    for result, value in zip(found, expected, strict=True):
        assert same(result, VECTORS.bits(width, value))


def test_rounding_of_f64():
    bits = samples(64, "exact")
    names = ("floor", "ceil", "trunc", "round", "roundeven")
    operations = [f"math.{name} %x0 : f64" for name in names]
    operations.append("math.copysign %x0, %x0 : f64")
    inputs = [("f64", bit_patterns(64, bits))]
    *found, copied = run_everywhere(operations, inputs, "f64")
    for name, result in zip(names, found, strict=True):
        assert same(result, EXACT[name].compute(VECTORS, 64, bits)), name
    assert same(copied, bits)


def test_power_of_f64():
    first, second = pairs(64)
    inputs = [("f64", bit_patterns(64, bits)) for bits in (first, second)]
    (found,) = run_everywhere(["math.powf %x0, %x1 : f64"], inputs, "f64")
    assert same(found, float_power(VECTORS, 64, first, second))


INTEGERS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 32}


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.every(3)
def test_integers(type: str):
    width = INTEGERS[type]
    top = 1 << width
    values = {value % top for value in (0, 1, 2, 3, 5, 7, 10, 33, -1, -2, top // 2)}
    grid = list(product(sorted(values), repeat=2))
    dtype = np.dtype("?" if width == 1 else f"u{width // 8}")
    bases, exponents = (
        np.array(column, np.uint64) for column in zip(*grid, strict=True)
    )
    inputs = [(type, column.astype(dtype)) for column in (bases, exponents)]
    if type == "index":
        inputs = [(type, values.view(np.int32)) for _, values in inputs]
    names = ("ctlz", "cttz", "ctpop", "absi")
    operations = [f"math.{name} %x0 : {type}" for name in names]
    operations.append(f"math.ipowi %x0, %x1 : {type}")
    found = run_everywhere(operations, inputs, type)
    for row, (base, exponent) in enumerate(grid):
        signed = base - top if base >> (width - 1) else base
        result = power(INTS, width, base, exponent)
        expected = (
            (width - base.bit_length()) % top,
            ((base & -base).bit_length() - 1 if base else width) % top,
            base.bit_count(),
            abs(signed) % top,
            inverse_power(INTS, width, base, exponent, result),
        )
        assert tuple(int(column[row]) % top for column in found) == expected


@pytest.mark.parametrize("opt", (0, 2))
def test_float_to_the_power_of_an_integer(opt: int):
    bases = np.repeat(np.array([-2, -1, 0.5, 3, -0.0, np.inf, np.nan], np.float32), 8)
    exponents = np.tile(np.array([0, 1, 2, 3, -1, -2, -3, (1 << 24) + 1], np.int32), 7)
    inputs = [("f32", bases), ("i32", exponents)]
    text = "math.fpowi %x0, %x1 : f32, i32"
    (found,) = run_everywhere([text], inputs, "f32", opt)
    with np.errstate(all="ignore"):
        expected = np.power(bases.astype(np.float64), exponents).astype(np.float32)
    assert same(found, VECTORS.bits(32, expected))


def test_nothing_is_left():
    rest = {
        *("absf", "absi", "ctlz", "cttz", "sqrt"),
        *("powf", "ipowi", "fpowi"),
    }
    names = {op.name.removeprefix("math.") for op in math_dialect.Math.operations}
    assert names == {*FUNCTIONS, *EXACT, *rest}


@pytest.mark.parametrize("level", ("source", "circuit"))
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_with_an_error_have_no_f64(name: str, level: str):
    operands = ", ".join(["%x"] * FUNCTIONS[name].arity)
    text = f"math.{name} {operands} : f64"
    check_diagnosed(text, "f64", f"'math.{name}': type f64", level)


def check_diagnosed(operation: str, type: str, message: str, level: str) -> None:
    text = (
        f"func.func @main(%x: {type}) -> {type} {{\n"
        f"  %r = {operation}\n"
        f"  func.return %r : {type}\n}}\n"
    )
    module = parsed(text)
    with pytest.raises(Diagnostic) as error:
        if level == "source":
            source.run(module, "main", [0], Memory())
        else:
            compile(module, level)
    assert f"{message} is not supported" in error.value.message
    assert str(error.value).startswith("random.mlir:2:3")


@pytest.mark.parametrize(
    ("type", "row"), (("f32", "madd.F"), ("vector<16xf32>", "madd.VF"))
)
def test_fma_is_one_row(type: str, row: str):
    """Until gen, where it is a call of the library for each number."""
    text = (
        f"func.func @main(%x: {type}, %y: {type}, %z: {type}) -> {type} {{\n"
        f"  %r = math.fma %x, %y, %z : {type}\n"
        f"  func.return %r : {type}\n}}\n"
    )
    module = compile(parsed(text), "llvlir")
    written = str(module)
    assert written.count(f"llvlir.{row}") == 1 and "llvlir.call" not in written
    lanes = 16 if "vector" in type else 1
    assert str(compile(module, "gen")).count("call @__circ_fma_f32") == lanes
    run_passes([make_pass("convert-llvlir-to-circuit")], module)
    assert str(module).count("circuit.math fma") == 1


def test_names_of_the_library_are_reserved():
    text = (
        "func.func private @__circ_exp_f32(%x: f32) -> f32\n"
        "func.func @main(%x: f32) -> f32 {\n"
        "  %r = math.exp %x : f32\n"
        "  func.return %r : f32\n}\n"
    )
    with pytest.raises(Diagnostic, match="is a name of the run-time library"):
        compile(parsed(text), "llvlir")


CONTRACT = "{fastmath = #arith.fastmath<contract>}"


@pytest.mark.parametrize("type", ("f32", "f64"))
@pytest.mark.every(2, first=1)
def test_fma_that_may_contract(type: str):
    """A product and a sum; without leave, and with other flags, rounded once."""
    width = int(type[1:])
    values = [
        1 + 2.0**-12,
        1 - 2.0**-30,
        -1.0,
        -1 - 2.0**-11,
        0.0,
        3e38,
        np.inf,
        np.nan,
    ]
    columns = np.array([*product(values, repeat=3)], f"f{width // 8}").T
    inputs = [(type, column) for column in columns]
    lanes = "\n".join(
        f"%v$_{i} = vector.broadcast %x{i} : {type} to vector<5x{type}>"
        for i in range(3)
    )
    last = f"vector.extract %w$[4] : {type} from vector<5x{type}>"
    contracted = [
        *(
            f"math.fma %x0, %x1, %x2 fastmath<{f}> : {type}"
            for f in ("contract", "fast", "nnan,contract")
        ),
        f"{lanes}\n%w$ = vector.fma %v$_0, %v$_1, %v$_2 {CONTRACT} "
        f": vector<5x{type}>\n{last}",
        f"%p$ = arith.mulf %x0, %x1 : {type}\narith.addf %p$, %x2 : {type}",
    ]
    exact = [
        "math.fma %x0, %x1, %x2 : f32",
        "math.fma %x0, %x1, %x2 fastmath<nnan,reassoc> : f32",
        f"{lanes}\n%w$ = vector.fma %v$_0, %v$_1, %v$_2 : vector<5xf32>\n{last}",
    ]
    found = run_everywhere(contracted + (exact if width == 32 else []), inputs, type)
    bits = [values.view(f"u{width // 8}").tolist() for values in found]
    assert bits[0] == bits[1] == bits[2] == bits[3] == bits[4]
    if width == 32:
        assert bits[5] == bits[6] == bits[7] != bits[0]
