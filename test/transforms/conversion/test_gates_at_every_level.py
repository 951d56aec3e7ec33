"""Every condition of ICMP and FCMP, every conversion, FMOD and EXP at every level."""

from itertools import product

import numpy as np
import pytest
from elementwise import bit_patterns, run_everywhere
from vectors import VECTORS

from circ.dialects.circuit.comparisons import FCMP_CONDITIONS, ICMP_CONDITIONS
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import scalar_width
from circ.dialects.source.signature import signature_of
from circ.targets.circuit.gates import read_gates
from circ.targets.execute.marshal import Scalar
from circ.transforms.compare_levels import compare_levels

WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f32": 32, "f64": 64}
INTEGERS = ("i1", "i8", "i16", "i32", "i64")
FLOATS = ("f32", "f64")

F32 = (
    *(0x00000000, 0x80000000, 0x00000001, 0x807FFFFF, 0x3F000000, 0x3F7FFFFF),
    *(0x3F800000, 0xBF800000, 0x3FC00000, 0xBFC00000, 0x42FE0000, 0x42FF0000),
    *(0x43000000, 0xC3000000, 0xC3008000, 0x437F0000, 0x437F8000, 0x43800000),
    *(0x46FFFE00, 0x47000000, 0xC7000000, 0x477FFF00, 0x47800000, 0x4B800001),
    *(0x4EFFFFFF, 0x4F000000, 0xCF000000, 0xCF000001, 0x4F7FFFFF, 0x4F800000),
    *(0x5EFFFFFF, 0x5F000000, 0xDF000000, 0x5F800000, 0x7F7FFFFF, 0xFF7FFFFF),
    *(0x7F800000, 0xFF800000, 0x7FC00000),
)
"""Zeros, subnormals, ones, and around the ranges of all integers."""


def integers(width: int) -> list[int]:
    top = 1 << width
    values = {0, 1, 2, 5, -1, -2, top // 2, top // 2 - 1, top // 2 + 1, top // 3}
    values |= {(1 << 24) + 1, (1 << 24) + 3, (1 << 53) + 1, top - 127, top // 2 - 63}
    return sorted({value % top for value in values})


def floats(type: str) -> list[int]:
    numbers = bit_patterns(32, np.array(F32))
    if type == "f32":
        return list(F32)
    more = [1e300, -1e300, 5e-324, 1e-300, 16777217.0, 2.0**63 - 1024, 2.0**64 - 2048]
    wide = np.concatenate([numbers.astype(np.float64), more])
    return [int(bits) for bits in VECTORS.bits(64, wide)]


def values_of(type: str) -> list[int]:
    return floats(type) if type in FLOATS else integers(WIDTHS[type])


def array(type: str, bits: list[int]) -> np.ndarray:
    width = WIDTHS[type]
    if type in FLOATS:
        return bit_patterns(width, np.array(bits, np.uint64))
    return np.array(bits, np.dtype("?" if width == 1 else f"u{width // 8}"))


def bits_of(type: str, values: np.ndarray) -> list[int]:
    if type in FLOATS:
        return [int(bits) for bits in VECTORS.bits(WIDTHS[type], values)]
    return [int(value) % (1 << WIDTHS[type]) for value in values]


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.every(2, first=1)
def test_icmp(type: str):
    check_comparisons("cmpi", type, ICMP_CONDITIONS, arithmetic.icmp)


@pytest.mark.parametrize("type", FLOATS)
def test_fcmp(type: str):
    check_comparisons("cmpf", type, FCMP_CONDITIONS, arithmetic.fcmp)


def check_comparisons(operation: str, type: str, conditions, meaning) -> None:
    few = values_of(type) if type in INTEGERS else values_of(type)[::4]
    grid = list(product(few, repeat=2))
    inputs = [(type, array(type, list(column))) for column in zip(*grid, strict=True)]
    texts = [f"arith.{operation} {name}, %x0, %x1 : {type}" for name in conditions]
    found = run_everywhere(texts, inputs, "i1")
    for name, column in zip(conditions, found, strict=True):
        for (lhs, rhs), result in zip(grid, column, strict=True):
            expected = meaning(INTS, name, WIDTHS[type], lhs, rhs)
            assert int(result) == expected, (name, lhs, rhs)


def conversions(source: str) -> list[tuple[str, str]]:
    """Operations from a type, with the type that they give."""
    found: list[tuple[str, str]] = []
    for target in WIDTHS:
        width, to = WIDTHS[source], WIDTHS[target]
        match source in FLOATS, target in FLOATS:
            case True, False:
                names = ("fptosi", "fptoui")
            case False, True:
                names = ("sitofp", "uitofp")
            case True, True:
                names = ("extf",) * (width < to) + ("truncf",) * (width > to)
            case _:
                names = ("extsi", "extui") * (width < to) + ("trunci",) * (width > to)
        if width == to and (source in FLOATS) != (target in FLOATS):
            names = (*names, "bitcast")
        found += [(name, target) for name in names]
    return found


MEANINGS = {
    "fptosi": INTS.fptosi,
    "fptoui": INTS.fptoui,
    "sitofp": INTS.sitofp,
    "uitofp": INTS.uitofp,
    "extf": INTS.fconvert,
    "truncf": INTS.fconvert,
    "extsi": INTS.sext,
    "extui": INTS.zext,
    "trunci": lambda width, to, value: value % (1 << to),
    "bitcast": lambda width, to, value: value,
}


@pytest.mark.parametrize("narrow", (True, False), ids=("narrow", "wide"))
@pytest.mark.parametrize("source", WIDTHS)
@pytest.mark.every(4)
def test_conversions(source: str, narrow: bool):
    """Those of up to 32 bits go down to the machine, the others to llvlir."""
    if narrow and WIDTHS[source] == 64:
        return
    chosen = [
        (name, target)
        for name, target in conversions(source)
        if not narrow or WIDTHS[target] <= 32
    ]
    bits = values_of(source)
    texts = [f"arith.{name} %x0 : {source} to {target}" for name, target in chosen]
    targets = [target for _, target in chosen]
    found = run_everywhere(texts, [(source, array(source, bits))], targets)
    for (name, target), column in zip(chosen, found, strict=True):
        for value, result in zip(bits, bits_of(target, column), strict=True):
            expected = MEANINGS[name](WIDTHS[source], WIDTHS[target], value)
            if target in FLOATS:  # payloads of NaN are not compared
                expected = INTS.fconvert(WIDTHS[target], WIDTHS[target], expected)
            assert result == expected, (name, target, hex(value))


@pytest.mark.parametrize("type", FLOATS)
@pytest.mark.every(2)
def test_fmod(type: str):
    listed = floats(type)
    grid = list(product(listed[::2], listed[1::3]))
    rng = np.random.default_rng(7)
    far = rng.integers(0, (1 << WIDTHS[type]) - 1, (60, 2), dtype=np.uint64)
    grid += [(int(x), int(y)) for x, y in far]
    inputs = [(type, array(type, list(column))) for column in zip(*grid, strict=True)]
    (found,) = run_everywhere([f"arith.remf %x0, %x1 : {type}"], inputs, type)
    for (lhs, rhs), result in zip(grid, bits_of(type, found), strict=True):
        assert result == INTS.frem(WIDTHS[type], lhs, rhs), (hex(lhs), hex(rhs))


@pytest.mark.parametrize("type", ("I1", "I8", "I16", "I32", "I64", "ARCH"))
def test_exp(type: str):
    """From gate-list text, which no source operation comes between."""
    text = (
        f"x = ARG[{type}] {{0}}\ny = ARG[{type}] {{1}}\n"
        f"p = EXP[{type}] : | | x, y\n"
        "r = RETURN : SE | DE | p\n"
    )
    module = read_gates(text, "main.circuit")
    signature = signature_of(definitions(module)["main"])
    value_type = signature.inputs.data[0]
    width = scalar_width(value_type)
    assert width is not None
    top = 1 << width
    pairs = [(3, 5), (0, 0), (0, 1), (2, width - 1), (7, top - 1), (top - 1, 2)]
    pairs = [(base % top, exponent % top) for base, exponent in pairs]
    inputs = [[Scalar(value_type, bits) for bits in pair] for pair in pairs]
    for (base, exponent), runs in zip(
        pairs, compare_levels(module, "main", signature, inputs), strict=True
    ):
        for run in runs.values():
            assert run.execution.outcome.results == [pow(base, exponent, top)]


@pytest.mark.parametrize(
    "type", ("I1", "I8", "I16", "I32", "I64", "ARCH", "F32", "F64")
)
@pytest.mark.every(3)
def test_switch(type: str):
    """Cases are bits: those of 1.0, of infinity, and of -0.0, which is not 0.0."""
    values = {
        "I1": (0, 1, 1),
        "F32": (0x3F800000, 0x7F800000, 0x80000000),
        "F64": (0x3FF << 52, 0x7FF << 52, 1 << 63),
    }.get(type, (3, 127, 128))
    cases = dict.fromkeys(values)
    sides = [f"c{value} = SWITCH_CASE {{{value}}} : s" for value in cases]
    names = [*(f"c{value}" for value in cases), "d"]
    constants = [f"k{i} = CONST[I32] {{{i}}}" for i in range(len(names))]
    flows = ", ".join(f"k{i}" for i in range(len(names)))
    text = "\n".join(
        [
            f"x = ARG[{type}] {{0}}",
            "s = SWITCH_BRANCH : SE | | x",
            *sides,
            "d = DEFAULT_CASE : s",
            *constants,
            f"m = MERGE : {', '.join(names)}",
            f"v = VALUE_SELECTOR[I32] : m | | {flows}",
            "r = RETURN : m | DE | v",
        ]
    )
    module = read_gates(text, "main.circuit")
    signature = signature_of(definitions(module)["main"])
    value_type = signature.inputs.data[0]
    for bits in (*cases, 0, 1):
        inputs = [[Scalar(value_type, bits)]]
        (runs,) = compare_levels(module, "main", signature, inputs)
        expected = [*cases].index(bits) if bits in cases else len(cases)
        for run in runs.values():
            assert run.execution.outcome.results == [expected]
