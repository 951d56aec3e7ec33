"""Meaning of instructions on integers, beside the measured rows of the target."""

import math
import struct
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.naplespu.generated.operations import RECORDS
from circ.dialects.naplespu.semantics import (
    ACCESSES,
    HARDWARE,
    IEEE,
    IMMEDIATE_MOVES,
    INTEGER_COMPARISONS,
    blend,
    compare_lanes,
    compute,
    create_mask,
    get_lane,
    lane_base,
    lane_stride,
    shuffle,
)

WORDS = st.integers(0, 0xFFFFFFFF)
LANES = st.lists(WORDS, min_size=16, max_size=16)
CONTROL = {
    *("barrier", "flush", "read_cr", "write_cr", "nop", "crp"),
    *("jmp", "jmpsr", "jret", "beqz", "bnez"),
}
LANE_OPERATIONS = {"getlane_i32", "shuffle_i32", "crt_mask_i32"}


def test_every_record_has_a_meaning():
    for record in RECORDS.values():
        name = record.operation
        known = name in IEEE or name in ACCESSES or name in IMMEDIATE_MOVES
        assert known or name in CONTROL | LANE_OPERATIONS, name


def test_immediate_forms_are_their_register_forms():
    assert RECORDS["ADDSSI"].operation == RECORDS["ADDSSS_32"].operation
    assert RECORDS["SLTUISSI"].operation == "cmpult_i32"
    assert RECORDS["GET_LANEIimm"].operation == "getlane_i32"
    assert RECORDS["ADDVVV_M_32"].operation == "add_i32"
    assert RECORDS["WRITEMR"].operation == "move_i32"


@pytest.mark.parametrize(
    ("amount", "result"),
    (
        (0, 0x80000001),
        (1, 0xC0000000),
        (31, 0xFFFFFFFF),
        (32, 0xFFFFFFFF),
        (33, 0x7FFFFFFF),
        (34, 0x3FFFFFFF),
        (63, 1),
        (64, 0),
        (0xFFFFFFFF, 0),
    ),
)
def test_arithmetic_shift_is_logical_in_64_bits(amount: int, result: int):
    assert compute(INTS, "ashr_i32", 0x80000001, amount) == result


@given(WORDS, WORDS)
def test_integers(x: int, y: int):
    sx, sy = to_signed(32, x), to_signed(32, y)
    results = {
        "add_i32": sx + sy,
        "sub_i32": sx - sy,
        "mull_i32": sx * sy,
        "mulhs_i32": sx * sy >> 32,
        "mulhu_i32": x * y >> 32,
        "shl_i32": x << y if y < 32 else 0,
        "shr_i32": x >> y if y < 32 else 0,
        "cmpeq_i32": sx == sy,
        "cmpne_i32": sx != sy,
        "cmpgt_i32": sx > sy,
        "cmpge_i32": sx >= sy,
        "cmplt_i32": sx < sy,
        "cmple_i32": sx <= sy,
        "cmpugt_i32": x > y,
        "cmpuge_i32": x >= y,
        "cmpult_i32": x < y,
        "cmpule_i32": x <= y,
    }
    for name, result in results.items():
        assert compute(INTS, name, x, y) == result & 0xFFFFFFFF, name


@given(st.floats(width=32), st.floats(width=32))
def test_ieee_comparisons(x: float, y: float):
    bits = [struct.unpack("<I", struct.pack("<f", v))[0] for v in (x, y)]
    results = {"eq": x == y, "ne": x != y, "gt": x > y, "ge": x >= y, "lt": x < y}
    for name, result in results.items():
        assert compute(INTS, f"cmpf{name}_f32", *bits) == 0xFFFF * result, name


@given(st.floats(width=32, allow_nan=False), st.floats(width=32, allow_nan=False))
def test_hardware_orders_negative_floats_backwards(x: float, y: float):
    bits = [struct.unpack("<I", struct.pack("<f", v))[0] for v in (x, y)]
    greater = x > y
    if math.copysign(1, x) != math.copysign(1, y):
        greater = math.copysign(1, y) < 0
    elif math.copysign(1, x) < 0 and x != y:
        greater = x < y
    found = compute(INTS, "cmpfgt_f32", *bits, operations=HARDWARE)
    assert found == 0xFFFF * greater


@pytest.mark.parametrize(
    ("value", "ieee", "hardware"),
    (
        (127.9, 127, 127),
        (128.0, 128, 0),
        (-255.5, -255, 0),
        (256.0, 256, 256),
        (3e9, 0x7FFFFFFF, 3000000000),
        (-3e9, -0x80000000, -3000000000),
        (1e10, 0x7FFFFFFF, 0x7FFFFFFF),
        (-1e10, -0x80000000, 0x7FFFFFFF),
        (math.nan, 0x7FFFFFFF, 0x7FFFFFFF),
        (-0.9, 0, 0),
    ),
)
def test_float_to_integer(value: float, ieee: int, hardware: int):
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    assert compute(INTS, "ftoi_i32", bits) == ieee & 0xFFFFFFFF
    found = compute(INTS, "ftoi_i32", bits, operations=HARDWARE)
    assert found == hardware & 0xFFFFFFFF


def test_half_moves():
    results = {
        "movei": 0x0000FFFE,
        "moveil": 0x1234FFFE,
        "moveih": 0xFFFE5678,
        "leal": 0x1234FFFE,
        "leah": 0xFFFE5678,
    }
    for name, result in results.items():
        assert IMMEDIATE_MOVES[name](INTS, 0x12345678, 0xFFFE) == result


@given(LANES, LANES, st.integers(0, 0xFFFF))
def test_lanes(xs: list[int], ys: list[int], mask: int):
    enabled = [mask >> lane & 1 for lane in range(16)]
    assert blend(INTS, mask, xs, ys) == [
        y if on else x for x, y, on in zip(xs, ys, enabled, strict=True)
    ]
    less = compare_lanes(INTS, INTEGER_COMPARISONS["cmpult_i32"], xs, ys)
    assert [less >> lane & 1 for lane in range(16)] == [
        x < y for x, y in zip(xs, ys, strict=True)
    ]
    assert create_mask(INTS, xs) == sum((x & 1) << i for i, x in enumerate(xs))
    assert [get_lane(INTS, xs, lane) for lane in range(16)] == xs
    assert shuffle(INTS, xs, ys) == [xs[y & 15] for y in ys]


def test_lane_places():
    load, store = ACCESSES["load_v16i8"], ACCESSES["store_v16i8"]
    words = ACCESSES["load_v16i32"]
    assert lane_stride(load, strided=True, scratchpad=False) == 4
    assert lane_stride(store, strided=True, scratchpad=False) == 1
    assert lane_stride(store, strided=True, scratchpad=True) == 4
    assert lane_stride(load, strided=False, scratchpad=True) == 1
    assert lane_stride(words, strided=True, scratchpad=False) == 4
    base = partial(lane_base, INTS, scratchpad=False)
    assert base(load, strided=True, address=0x130) == 0x100
    assert base(load, strided=False, address=0x130) == 0x130
    assert base(words, strided=True, address=0x140) == 0x140
