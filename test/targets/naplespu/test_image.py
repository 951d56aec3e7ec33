"""Images and their two hex layouts."""

from collections.abc import Callable

import pytest
from overlaps import check_overlaps, span

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.object.image import (
    Image,
    ImageSymbol,
    Segment,
    read_hex,
    read_standalone,
    write_readmemh,
    write_standalone,
)
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine

CODE = bytes(range(1, 9))
IMAGE = Image(
    [
        Segment(0x400, CODE, executable=True),
        Segment(0x500, bytes(64), name="zeros"),
        Segment(0x5BC, b"\xaa" * 8, reserved=100),
    ]
)


def test_standalone_has_the_blocks_that_are_not_zero():
    lines = write_standalone(IMAGE).splitlines()
    assert lines == [
        f"0x00000400,0x{CODE.hex()}{'ff' * 56}",
        f"0x00000580,0x{'00' * 60}{'aa' * 4}",
        f"0x000005c0,0x{'aa' * 4}{'00' * 60}",
    ]


def test_readmemh_has_every_block_last_byte_first():
    lines = write_readmemh(IMAGE).splitlines()
    assert len(lines) == 0x600 // 64
    assert lines[0x400 // 64] == "ff" * 56 + CODE[::-1].hex()
    assert lines[0x580 // 64] == "aa" * 4 + "00" * 60
    used = {0x400 // 64, 0x580 // 64, 0x5C0 // 64}
    assert all(set(line) == {"0"} for i, line in enumerate(lines) if i not in used)


def test_standalone_is_read_back():
    image = read_standalone(write_standalone(IMAGE))
    assert image.entry == 0x400
    assert [segment.address for segment in image.segments] == [0x400, 0x580]
    assert write_standalone(image) == write_standalone(IMAGE)


def test_padding_stops_at_the_next_segment():
    image = Image([Segment(0, b"\1", executable=True), Segment(2, b"", reserved=9)])
    assert write_standalone(image) == f"0x00000000,0x01ff{'00' * 62}\n"


def test_load():
    machine = Machine()
    load(IMAGE, machine)
    assert machine.pc == 0x400
    assert machine.memory.read(0x400, 8) == CODE
    assert machine.memory.read(0x5BA, 12) == b"\0\0" + b"\xaa" * 8 + b"\0\0"


@pytest.mark.parametrize("write", (write_standalone, write_readmemh))
def test_a_file_cannot_say_where_the_program_begins(write: Callable[[Image], str]):
    image = Image([Segment(0x400, CODE, executable=True)], entry=0x404)
    with pytest.raises(Diagnostic, match="hardware starts at 0x400, but the program"):
        write(image)
    elsewhere = Image([Segment(0x1000, CODE)], entry=0x1000)
    assert CODE.hex() in write_standalone(elsewhere)


def test_the_scratchpad_within_another_segment():
    symbols = {
        "__scratchpad_data_start": ImageSymbol(0x800004, 0, False),
        "__scratchpad_data_end": ImageSymbol(0x800007, 0, False),
    }
    image = Image([Segment(0x800000, CODE, name=".data")], symbols=symbols)
    machine = Machine()
    load(image, machine)
    assert machine.scratchpad.read(0, 4) == CODE[4:7] + b"\0"
    load(image, machine := Machine(), preload=False)
    assert machine.scratchpad.read(0, 4) == bytes(4)


def test_readmemh_is_read_back():
    text = write_readmemh(IMAGE)
    image = read_hex(text + "\n")
    assert write_readmemh(image) == text
    assert write_standalone(image) == write_standalone(IMAGE)
    assert read_hex(write_standalone(IMAGE)) == image
    assert read_hex("\n").segments == []


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("00" * 63, "f.hex:1:1: error: expected 128 hexadecimal digits"),
        (f"{'00' * 64}\n\n{'00' * 64}", "f.hex:2:1: error: expected 128 hexadec"),
        ("0x0,0x1", "f.hex:1:1: error: expected 0x, an address, a comma"),
    ),
)
def test_what_is_no_hexadecimal_image(text: str, message: str):
    with pytest.raises(Diagnostic) as error:
        read_hex(text, "f.hex")
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "place"),
    (
        ("0x0,0x" + "0" * 127, 1),
        ("\nhello", 2),
        ("0x00000001,0x" + "0" * 128, 1),
        ("0x00000000,0x" + "0" * 128 + "\n0x0,0x" + "0" * 128, 2),
    ),
)
def test_what_is_no_standalone_image(text: str, place: int):
    with pytest.raises(Diagnostic) as error:
        read_standalone(text, "f.hex")
    assert str(error.value).startswith(f"f.hex:{place}:1: error: ")


def test_segments_must_be_apart_and_in_the_address_space():
    with pytest.raises(Diagnostic, match="segments overlap: 'a' ends at 0x00000008"):
        Image([Segment(0, bytes(8), name="a"), Segment(4, b"x", name="b")])
    with pytest.raises(Diagnostic, match="'c' does not fit 32 bits of address"):
        Image([Segment(0xFFFFFFFF, b"ab", name="c")])


def test_readmemh_has_the_size_of_the_test_bench():
    image = Image([Segment(0x1004000, b"x")])
    with pytest.raises(Diagnostic, match="'readmemh' holds 0x01004000 bytes"):
        write_readmemh(image)


def test_segments_that_share_a_byte_overlap():
    def overlap(one: Segment, other: Segment) -> bool:
        try:
            Image([one, other])
        except Diagnostic as error:
            return "segments overlap" in error.message
        return False

    segments = [
        (Segment(start, bytes(size)), span(start, size))
        for start in range(8)
        for size in range(1, 5)
    ]
    check_overlaps(overlap, segments, segments)
