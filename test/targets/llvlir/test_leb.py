"""Numbers and strings of the bytecode: one spelling each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.llvlir.leb import Reader, Writer


@pytest.mark.parametrize(
    ("value", "encoded"),
    (
        (0, "00"),
        (127, "7f"),
        (128, "8001"),
        (624485, "e58e26"),
        (2**63, "80" * 9 + "01"),
    ),
)
def test_unsigned(value: int, encoded: str):
    writer = Writer()
    writer.unsigned(value)
    assert writer.data.hex() == encoded
    assert Reader(bytes(writer.data), None).unsigned() == value


@pytest.mark.parametrize(
    ("value", "encoded"),
    ((0, "00"), (63, "3f"), (64, "c000"), (-1, "7f"), (-64, "40"), (-65, "bf7f")),
)
def test_signed(value: int, encoded: str):
    writer = Writer()
    writer.signed(value)
    assert writer.data.hex() == encoded
    assert Reader(bytes(writer.data), None).signed() == value


@given(st.integers(0, (1 << 128) - 1), st.integers(-(1 << 127), (1 << 127) - 1))
def test_every_number_is_read_back(unsigned: int, signed: int):
    writer = Writer()
    writer.unsigned(unsigned)
    writer.signed(signed)
    reader = Reader(bytes(writer.data), None)
    assert (reader.unsigned(128), reader.signed(128)) == (unsigned, signed)
    assert reader.position == reader.end


@given(st.binary(min_size=1, max_size=12))
def test_what_is_read_is_the_only_spelling(data: bytes):
    for kind in ("unsigned", "signed"):
        reader = Reader(data, None)
        try:
            value = getattr(reader, kind)()
        except Diagnostic:
            continue
        writer = Writer()
        getattr(writer, kind)(value)
        assert writer.data == data[: reader.position]


@pytest.mark.parametrize(
    ("data", "width", "message"),
    (
        (b"\x80\x00", 64, "a number must have its shortest form"),
        (b"\x80", 64, "byte 1: error: more bytes are needed, but the input ends"),
        (b"\x80\x02", 8, "a number must fit 8 bits"),
        (b"\x80\x80\x01", 8, "a number must fit 8 bits"),
        (b"\x80" * 9 + b"\x02", 64, "a number must fit 64 bits"),
    ),
)
def test_unsigned_errors(data: bytes, width: int, message: str):
    with pytest.raises(Diagnostic, match=message):
        Reader(data, None).unsigned(width)


@pytest.mark.parametrize(
    ("data", "width", "message"),
    (
        (b"\xbf\x00", 64, "a number must have its shortest form"),
        (b"\xc0\x7f", 64, "a number must have its shortest form"),
        (b"\x80\x00", 64, "a number must have its shortest form"),
        (b"\x80\x01", 8, "a number must fit 8 signed bits"),
        (b"\x01", 1, "a number must fit 1 signed bits"),
    ),
)
def test_signed_errors(data: bytes, width: int, message: str):
    with pytest.raises(Diagnostic, match=message):
        Reader(data, None).signed(width)


def test_strings_are_checked_before_they_are_cut():
    with pytest.raises(Diagnostic, match="byte 0: error: 5 bytes are announced, but 2"):
        Reader(b"\x05ab", None).string()
    with pytest.raises(Diagnostic, match="at most 1 bytes are allowed, not 2"):
        Reader(b"\x02ab", None).string(1)
    assert Reader(b"\x02ab", None).string() == b"ab"
