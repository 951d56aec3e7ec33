"""What operations compute, against formulas written anew in Python."""

import math
import struct
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from llvlir_examples import IMMEDIATES, example_operation
from xdsl.dialects.builtin import (
    Float16Type,
    Float32Type,
    Float64Type,
    Float128Type,
    IntAttr,
    IntegerType,
)
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.llvlir.codes import CONDITIONS
from circ.dialects.llvlir.semantics import (
    attributes_of,
    compute,
    lane_meaning,
    meaning,
)
from circ.dialects.llvlir.table import row_of_name, rows

VALUES = (0, 1, 2, 3, 7, 8, 0x3C, 0x7F, 0x80, 0x81, 0xA5, 0xFE, 0xFF)


def signed(value: int, width: int = 8) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def quotient(x: int, y: int) -> int:
    """Towards zero; all ones by zero."""
    if not y:
        return -1
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def bits(value: int) -> str:
    return f"{value & 0xFF:08b}"


def from_bits(text: str) -> int:
    return int(text, 2)


UNARY: dict[str, Callable[[int], int]] = {
    "neg": lambda x: -x,
    "not": lambda x: ~x,
    "abs": lambda x: abs(signed(x)),
    "bswap": lambda x: x,
    "brev": lambda x: from_bits(bits(x)[::-1]),
    "clz": lambda x: len(bits(x)) - len(bits(x).lstrip("0")),
    "ctz": lambda x: len(bits(x)) - len(bits(x).rstrip("0")),
    "popc": lambda x: bits(x).count("1"),
}

BINARY: dict[str, Callable[[int, int], int]] = {
    "add": lambda x, y: x + y,
    "addu": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "subu": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "mulu": lambda x, y: x * y,
    "mulh": lambda x, y: signed(x) * signed(y) >> 8,
    "mulhu": lambda x, y: x * y >> 8,
    "div": lambda x, y: quotient(signed(x), signed(y)),
    "rem": lambda x, y: (
        signed(x) - signed(y) * quotient(signed(x), signed(y)) if y else x
    ),
    "divu": lambda x, y: quotient(x, y),
    "remu": lambda x, y: x % y if y else x,
    "and": lambda x, y: x & y,
    "nand": lambda x, y: ~(x & y),
    "andc": lambda x, y: x & ~y,
    "or": lambda x, y: x | y,
    "nor": lambda x, y: ~(x | y),
    "orc": lambda x, y: x | ~y,
    "xor": lambda x, y: x ^ y,
    "xnor": lambda x, y: ~(x ^ y),
    "min": lambda x, y: min(signed(x), signed(y)),
    "max": lambda x, y: max(signed(x), signed(y)),
    "minu": min,
    "maxu": max,
    "sll": lambda x, y: x << y % 8,
    "srl": lambda x, y: x >> y % 8,
    "sra": lambda x, y: signed(x) >> y % 8,
    "ror": lambda x, y: from_bits((bits(x) * 2)[8 - y % 8 :][:8]),
    "rol": lambda x, y: from_bits((bits(x) * 2)[y % 8 :][:8]),
}

TERNARY: dict[str, Callable[[int, int, int], int]] = {
    "addcu": lambda x, y, c: x + y + c % 2,
    "subb": lambda x, y, c: x - y - c % 2,
    "subbu": lambda x, y, c: x - y - c % 2,
    "fsll": lambda x, y, n: (x << 8 | y) << n % 8 >> 8,
    "fsrl": lambda x, y, n: (x << 8 | y) >> n % 8,
    "fsra": lambda x, y, n: (x << 8 | y) >> n % 8,
    "select": lambda c, x, y: x if c else y,
}


@pytest.mark.parametrize("base", (*UNARY, *BINARY, *TERNARY))
def test_integers(base: str):
    function = meaning(INTS, row_of_name()[f"{base}.I"], [IntegerType(8)])
    assert function is not None
    expected = {**UNARY, **BINARY, **TERNARY}[base]
    count = 1 if base in UNARY else 2 if base in BINARY else 3
    for operands in product(VALUES, repeat=count):
        if base == "select":
            operands = (operands[0] & 1, *operands[1:])
        assert function(*operands) == expected(*operands) & 0xFF, operands


def test_add_with_carry_under_its_name():
    function = meaning(INTS, row_of_name()["addc.F"], [IntegerType(8)])
    assert function is not None
    assert function(0xFF, 0xFF, 3) == 0xFF


@pytest.mark.parametrize(
    ("name", "register", "immediate"),
    (
        ("addi.I", "add.I", -3),
        ("subi.I", "sub.I", 5),
        ("slli.I", "sll.I", 3),
        ("srli.I", "srl.I", 3),
        ("srai.I", "sra.I", 3),
        ("rori.I", "ror.I", 3),
        ("roli.I", "rol.I", 3),
        ("fslli.I", "fsll.I", 3),
        ("fsrli.I", "fsrl.I", 3),
        ("fsrai.I", "fsra.I", 3),
    ),
)
def test_immediate_is_the_last_operand(name: str, register: str, immediate: int):
    table, types = row_of_name(), [IntegerType(8)]
    function = meaning(INTS, table[name], types, [immediate])
    full = meaning(INTS, table[register], types)
    assert function is not None and full is not None
    for operands in product(VALUES, repeat=len(table[name].values) - 1):
        assert function(*operands) == full(*operands, immediate & 0xFF)


def test_fields():
    table, types = row_of_name(), [IntegerType(8)]
    for value, offset in product(VALUES, range(8)):
        for count in range(1, 9 - offset):
            field = (1 << count) - 1
            extract = meaning(INTS, table["extract.I"], types, [offset, count])
            deposit = meaning(INTS, table["deposit.I"], types, [offset, count])
            assert extract is not None and deposit is not None
            assert extract(value) == value >> offset & field
            assert deposit(value) == (value & field) << offset


@pytest.mark.parametrize("condition", CONDITIONS)
def test_integer_conditions(condition: str):
    row = row_of_name()["cmps.I"]
    function = meaning(INTS, row, [IntegerType(8)], condition=condition)
    assert function is not None
    code = CONDITIONS[condition]
    for x, y in product(VALUES, repeat=2):
        a, b = (x, y) if code & 8 else (signed(x), signed(y))
        # The code's bits say which of equal, less and greater hold.
        relation = 1 if a == b else 2 if a < b else 4
        assert function(x, y) == bool(code & relation), (x, y)


def single(value: float) -> int:
    return struct.unpack("<I", struct.pack("<f", value))[0]


@pytest.mark.parametrize("condition", [name for name in CONDITIONS if name[0] != "u"])
def test_float_conditions(condition: str):
    row = row_of_name()["cmps.F"]
    function = meaning(INTS, row, [Float32Type()], condition=condition)
    assert function is not None
    code = CONDITIONS[condition]
    for x, y in product((-math.inf, -1.0, -0.0, 0.0, 1.5, math.nan), repeat=2):
        if math.isnan(x) or math.isnan(y):
            expected = condition in ("ne", "tr")
        else:
            expected = bool(code & (1 if x == y else 2 if x < y else 4))
        assert function(single(x), single(y)) == expected, (x, y)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    (
        (0x00000000, 4),
        (0x80000000, 5),
        (0x00000001, 2),
        (0x807FFFFF, 3),
        (0x00800000, 8),
        (0xFF7FFFFF, 9),
        (0x7F800000, 16),
        (0xFF800000, 17),
        (0x7FC00000, 32),
        (0x7F800001, 64),
    ),
)
def test_float_classes(pattern: int, expected: int):
    function = meaning(INTS, row_of_name()["class.F"], [Float32Type()])
    assert function is not None
    assert function(pattern) == expected


@pytest.mark.parametrize(
    ("base", "sign"),
    (("copysign", 0x8000), ("copysign_xor", 0x0000), ("copysign_not", 0x0000)),
)
def test_signs(base: str, sign: int):
    function = meaning(INTS, row_of_name()[f"{base}.F"], [Float32Type()])
    assert function is not None
    assert function(single(-1.5), single(-2.0)) == single(1.5) | sign << 16


def test_addresses_wrap_at_32_bits_and_distances_are_signed():
    table = row_of_name()
    add = meaning(INTS, table["addp.I"], [IntegerType(8)])
    subtract = meaning(INTS, table["subp.I"], [IntegerType(64)])
    difference = meaning(INTS, table["pdiff.I"], [IntegerType(64)])
    assert add is not None and subtract is not None and difference is not None
    assert add(4, 0xF8) == 0xFFFFFFFC
    assert subtract(4, 1 << 40 | 8) == 0xFFFFFFFC
    assert difference(4, 8) == (1 << 64) - 4


def test_all_scalar_rows_that_compute_have_a_meaning():
    computing = ("constant", "arith", "shift", "pred", "bits", "fp-", "ext-")
    without: set[str] = set()
    for row in rows():
        if not row.result or row.result not in "rf" or row.category == "ext-stream":
            continue
        if not row.category.startswith(computing) or "l" in row.operands:
            continue
        _, op = example_operation(row)
        if meaning(INTS, row, *attributes_of(op)) is None:
            without.add(row.name)
    assert without == {"fgetrm", "fgetex"}


def test_compute_takes_the_operation():
    row = row_of_name()["slli.I"]
    _, op = example_operation(row)
    assert compute(INTS, op, row, [5]) == 5 << IMMEDIATES["amount"][0]


def test_the_dynamic_rounding_has_no_meaning():
    row = row_of_name()["add.F"]
    assert meaning(INTS, row, [Float64Type()], rounding="rup") is not None
    assert meaning(INTS, row, [Float64Type()], rounding="dyn") is None
    assert meaning(INTS, row, [Float16Type()], rounding="dyn") is None


def result_of(name: str, types: Sequence[Attribute], *operands: int) -> int:
    function = meaning(INTS, row_of_name()[name], types)
    assert function is not None
    return function(*operands)


def test_fused_rows_round_once():
    x = single(1 + 2**-12)
    product = [single(v) for v in (1.0, 2**-11, 2**-24)]
    types = [Float32Type()]
    # (1 + 2^-12)^2 - 1 is 2^-11 + 2^-24, of which a rounded product has lost the end.
    rest = single(2**-11 + 2**-24)
    assert result_of("msub.F", types, x, x, product[0]) == rest
    assert result_of("mnadd.F", types, x, x, product[0]) == rest ^ 1 << 31
    assert result_of("madd.F", types, x, x, product[0] ^ 1 << 31) == rest
    assert result_of("mnsub.F", types, x, x, product[0] ^ 1 << 31) == rest ^ 1 << 31


@pytest.mark.parametrize(
    ("value", "significand", "exponent"),
    (
        (1.0, 1 << 23, -23),
        (-6.0, -(3 << 22), -21),
        (0.0, 0, -149),
        (2**-149, 1, -149),
        (3 * 2**-148, 6, -149),
    ),
)
def test_parts_of_floats(value: float, significand: int, exponent: int):
    types = [IntegerType(32), Float32Type()]
    bits = single(value)
    parts = [result_of(name, types, bits) for name in ("frac.IF", "exp.IF")]
    assert [to_signed(32, part) for part in parts] == [significand, exponent]
    assert result_of("comp.FI", types[::-1], *parts) == bits


def test_composition_rounds_and_overflows():
    types = [Float32Type(), IntegerType(32)]
    assert result_of("comp.FI", types, 0x1000001, 0) == single(2.0**24)
    assert result_of("comp.FI", types, 1, 128) == 0x7F800000
    assert result_of("comp.FI", types, 1, (1 << 32) - 150) == 0
    assert result_of("comp.FI", types, 3, (1 << 32) - 151) == 1
    assert result_of("comp.FI", types, (1 << 32) - 1, 0x7FFFFFFF) == 0xFF800000


def test_formats_beyond_the_algebras():
    one, third = 0x3C00, 0x3555
    assert result_of("div.F", [Float16Type()], one, 0x4200) == third
    wide = [Float128Type(), Float16Type()]
    assert result_of("cvt.FF", wide, third) == 0x3FFD5540 << 96
    assert result_of("cvt.FF", wide[::-1], 0x3FFD5540 << 96) == third


def test_lanes_and_masks():
    table, types = row_of_name(), [IntAttr(4), IntegerType(8)]
    add = lane_meaning(INTS, table["add.VI"], types)
    shift = lane_meaning(INTS, table["srl.VI"], types)
    amounts = lane_meaning(INTS, table["srlx.VI"], types)
    assert add is not None and shift is not None and amounts is not None
    x, mask = [1, 2, 0xFF, 4], [1, 1, 1, 0]
    assert add(x, [1, 1, 1, 1], mask) == [2, 3, 0, 0]
    assert shift([8, 8, 8, 8], 2, mask) == [2, 2, 2, 0]
    assert amounts([8, 8, 8, 8], [0, 1, 2, 3], mask) == [8, 4, 2, 0]


@pytest.mark.parametrize(
    ("name", "amount", "expected"),
    (
        ("lsr.VI", 1, [2, 3, 4, 0]),
        ("lsl.VI", 1, [0, 1, 2, 3]),
        ("lror.VI", 3, [4, 1, 2, 3]),
        ("ltor.VI", 5, [4, 1, 2, 3]),
        ("lsr.VI", 4, [1, 2, 3, 4]),
    ),
)
def test_lane_shifts(name: str, amount: int, expected: list[int]):
    types = [IntAttr(4), IntegerType(8)]
    function = lane_meaning(INTS, row_of_name()[name], types)
    assert function is not None
    assert function([1, 2, 3, 4], [amount, 9, 9, 9]) == expected


def test_permutations_by_a_table():
    lanes, ones = [*range(32)], [1] * 31 + [0]
    nibbles = sum((15 - i) << 4 * i for i in range(16))
    types = [IntAttr(32), IntegerType(8)]
    function = lane_meaning(INTS, row_of_name()["permute_16x4.VI"], types)
    assert function is not None
    expected = [*range(15, -1, -1), *range(31, 16, -1), 0]
    assert function(lanes, nibbles, ones) == expected
    by_bytes = lane_meaning(INTS, row_of_name()["permute_8x8.VI"], types)
    assert by_bytes is not None
    # An index of more than the group counts modulo its lanes.
    assert by_bytes(lanes, 0x0907 | 3 << 56, ones)[:9] == [7, 1, 0, 0, 0, 0, 0, 3, 15]


def test_moves_between_vectors_and_scalars():
    types = [IntAttr(4), IntegerType(8)]
    into = lane_meaning(INTS, row_of_name()["mv.x.r.VI"], types)
    out = lane_meaning(INTS, row_of_name()["mv.r.x.VI"], types)
    assert into is not None and out is not None
    assert into(7) == [7, 0, 0, 0] and out([5, 6, 7, 8]) == [5]


# region Extensions of vectors

FOUR = IntAttr(4)


def lanes_of(name: str, *types: Attribute, **rest: object):
    function = lane_meaning(INTS, row_of_name()[name], (FOUR, *types), **rest)
    assert function is not None
    return function


def test_constant_has_lane_0_lowest():
    function = lanes_of("const.VI", IntegerType(8), immediates=[0x04030201])
    assert function() == [1, 2, 3, 4]


def test_comparison_of_floats_gives_lanes_of_ones():
    x, y = [single(v) for v in (1.0, 2.0, 3.0, math.nan)], [single(2.0)] * 4
    for width in (1, 32):
        types = (IntegerType(width), Float32Type())
        function = lanes_of("cmps.VIF", *types, condition="lt")
        ones = (1 << width) - 1
        assert function(x, y, [1, 1, 1, 1]) == [ones, 0, 0, 0]
        assert function(x, y, [0, 1, 1, 1]) == [0, 0, 0, 0]


def test_selection_of_floats_is_by_lanes_that_are_not_zero():
    function = lanes_of("select.VIF", IntegerType(8), Float32Type())
    x, y = [single(1.0)] * 4, [single(2.0)] * 4
    result = function([0, 1, 255, 0], x, y, [1, 1, 1, 0])
    assert result == [single(2.0), single(1.0), single(1.0), 0]


@pytest.mark.parametrize(
    ("name", "types", "values", "expected"),
    (
        ("abs.VI", (IntegerType(8),), [1, 0xFF, 0x80, 5], [1, 1, 0x80, 5]),
        ("neg.VF", (Float32Type(),), [0, 1, 2, 3], [1 << 31 | i for i in range(4)]),
        ("abs.VF", (Float32Type(),), [1 << 31 | i for i in range(4)], [0, 1, 2, 3]),
        ("bits.VIF", (IntegerType(32), Float32Type()), [5, 6, 7, 8], [5, 6, 7, 8]),
        (
            "cvtu.VIF",
            (IntegerType(8), Float32Type()),
            [single(v) for v in (-1.0, 3.75, 300.0, math.nan)],
            [0, 3, 255, 255],
        ),
    ),
)
def test_rows_of_lanes(
    name: str, types: tuple[Attribute, ...], values: list[int], expected: list[int]
):
    function = lanes_of(name, *types)
    assert function(values, [1, 1, 1, 1]) == expected
    assert function(values, [1, 0, 1, 0]) == [expected[0], 0, expected[2], 0]


def test_lanes_by_number():
    """They take bit patterns, and numbers modulo the lanes."""
    types = (FOUR, IntegerType(8))
    lane = meaning(INTS, row_of_name()["lane.VI"], types)
    set_lane = meaning(INTS, row_of_name()["setlane.VI"], types)
    assert lane is not None and set_lane is not None
    for number in (*range(9), (1 << 32) - 1):
        shift = 8 * (number % 4)
        assert lane(0x44332211, number) == 0x44332211 >> shift & 0xFF
        cleared = 0x44332211 & ~(0xFF << shift)
        assert set_lane(0x44332211, 0xAB, number) == cleared | 0xAB << shift


# endregion
