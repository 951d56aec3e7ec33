"""Numbers as text, both ways."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import IndexType, f32, f64, i1, i8, i32, i64
from xdsl.ir import Attribute

from circ.dialects.common.algebra import float_to_bits
from circ.targets.execute.text import bits_of, number_of, text_of, unread_bits


@pytest.mark.parametrize(
    ("type", "text", "bits"),
    (
        (i32, "5", 5),
        (i32, "+5", 5),
        (i32, "-1", 0xFFFFFFFF),
        (i32, "4294967295", 0xFFFFFFFF),
        (i32, "-2147483648", 0x80000000),
        (i32, "0xDEADbeef", 0xDEADBEEF),
        (i32, "-0x10", 0xFFFFFFF0),
        (i32, "007", 7),
        (i1, "1", 1),
        (i1, "-1", 1),
        (i8, "255", 255),
        (i8, "-128", 128),
        (i64, "0xffffffffffffffff", (1 << 64) - 1),
        (IndexType(), "-1", 0xFFFFFFFF),
        (f32, "1", 0x3F800000),
        (f32, "-1.5e0", 0xBFC00000),
        (f32, ".5", 0x3F000000),
        (f32, "0x3f800000", 0x3F800000),
        (f32, "0.1", 0x3DCCCCCD),
        (f32, "nan", 0x7FC00000),
        (f32, "-inf", 0xFF800000),
        (f32, "Infinity", 0x7F800000),
        (f32, "1e-60", 0),
        (f64, "0.1", 0x3FB999999999999A),
    ),
)
def test_text_to_bits(type: Attribute, text: str, bits: int):
    assert bits_of(type, text) == bits


@pytest.mark.parametrize(
    ("type", "text", "message"),
    (
        (i8, "256", "256 is out of range -128 ... 255 of i8"),
        (i8, "-129", "-129 is out of range -128 ... 255 of i8"),
        (i8, "0x100", "0x100 is out of range -128 ... 255 of i8"),
        (i1, "2", "2 is out of range -1 ... 1 of i1"),
        (IndexType(), "4294967296", "is out of range -2147483648 ... 4294967295"),
        (i32, "1.0", "'1.0' is not an integer"),
        (i32, "", "'' is not an integer"),
        (i32, "1_000", "'1_000' is not an integer"),
        (i32, "true", "'true' is not an integer"),
        (i32, " 1", "' 1' is not an integer"),
        (i32, "0b1", "'0b1' is not an integer"),
        (i32, "٣", "'٣' is not an integer"),
        (i32, "9" * 5000, "'99999999999999999999...' is too long for a number"),
        (f32, "x", "'x' is not a number"),
        (f32, "1e", "'1e' is not a number"),
        (f32, "1e39", "1e39 is out of range of f32"),
        (f64, "1e309", "1e309 is out of range of f64"),
        (f32, "0x100000000", "0x100000000 has more bits than f32"),
    ),
)
def test_wrong_text(type: Attribute, text: str, message: str):
    with pytest.raises(ValueError) as error:
        bits_of(type, text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("type", "bits", "text"),
    (
        (i32, 0xFFFFFFFF, "-1"),
        (i8, 0x80, "-128"),
        (i1, 1, "1"),
        (i1, 0, "0"),
        (IndexType(), 0x80000000, "-2147483648"),
        (f32, 0x3DCCCCCD, "0.1"),
        (f32, 0x80000000, "-0.0"),
        (f32, 0x7F7FFFFF, "3.4028235e+38"),
        (f32, 1, "1e-45"),
        (f64, 0x3FB999999999999A, "0.1"),
        (f32, 0x7FC00000, "nan"),
        (f32, 0xFFC12345, "nan"),
        (f32, 0x7F800000, "inf"),
        (f64, 0xFFF0000000000000, "-inf"),
    ),
)
def test_bits_to_text(type: Attribute, bits: int, text: str):
    assert text_of(type, bits) == text


@given(st.integers(0, 0xFFFFFFFF))
def test_f32_is_the_shortest_that_reads_back(bits: int):
    number = number_of(f32, bits)
    if isinstance(number, str):
        assert not np.isfinite(np.uint32(bits).view(np.float32))
        return
    assert json.loads(json.dumps(number)) == number
    assert float_to_bits(32, number) == bits
    assert number == float(str(np.uint32(bits).view(np.float32)))
    assert bits_of(f32, text_of(f32, bits)) == bits


def test_powers_of_two_are_the_shortest_that_read_back():
    """The floats below are nearer than those above: 0x6B000000 is 1.5474251e26."""
    for exponent in range(1, 255):
        bits = exponent << 23
        expected = float(str(np.uint32(bits).view(np.float32)))
        assert number_of(f32, bits) == expected, hex(bits)


@given(st.floats(allow_nan=False))
def test_f64_reads_back(value: float):
    bits = float_to_bits(64, value)
    assert bits_of(f64, text_of(f64, bits)) == bits


@given(st.integers(-(2**31), 2**31 - 1))
def test_i32_reads_back(value: int):
    assert number_of(i32, bits_of(i32, str(value))) == value


def test_unread_parameter_takes_any_number():
    for text in ("0", "-3", "1e99", "0xffffffffffffffffff", "nan"):
        assert unread_bits(text) == 0
    with pytest.raises(ValueError, match=r"'file\.npy' is not a number"):
        unread_bits("file.npy")
