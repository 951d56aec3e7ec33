"""Programs of profile 2 at all levels: memory, jumps, reciprocals and others."""

from struct import pack

import numpy as np
import pytest
from second_programs import (
    BEFORE,
    HEAD,
    LEVELS,
    R,
    W,
    at_width,
    both_widths,
    program,
    run_at_all,
    with_types,
)

import circ
from circ.dialects.common.address_width import ADDRESS_WIDTHS, WIDE
from circ.dialects.common.widths import WORD
from circ.tools.formats import read_mlir

FEWER_VERIFICATIONS = True


@both_widths
def test_accesses_have_a_byte_order(width: int):
    body = """
  %be = llvlir.ld.EI %a : be, i32
  %le = llvlir.ldu.EI %a : le, i32
  %short = llvlir.ld.EI %a : be, i16
  %wide = llvlir.sext.II %short : i32, i16
  %p = llvlir.addp.I %a, %y : i32
  llvlir.st.EI %p, %x : be, i32
  %odd = llvlir.trunc.II %x : i24, i32
  %q = llvlir.addp.I %p, %y : i32
  llvlir.st.EI %q, %odd : be, i24
  %back = llvlir.ld.EI %q : be, i24
  %again = llvlir.zext.II %back : i32, i24
  %s = llvlir.add.I %be, %le : i32
  %t = llvlir.add.I %s, %wide : i32
  %u = llvlir.xor.I %t, %again : i32
  llvlir.ret %u : !llvlir.r<i32>"""
    (result,), after = run_at_all(program(body), 0x11223344, 8, width)
    want = bytearray(BEFORE)
    want[8:12] = bytes((0x11, 0x22, 0x33, 0x44))
    want[16:19] = bytes((0x22, 0x33, 0x44))
    assert after == bytes(want)
    total = 0x00010203 + 0x03020100 + 0x0001
    assert result == total ^ 0x223344


@both_widths
def test_indexed_accesses_add_a_product_and_an_offset(width: int):
    body = """
  %four = llvlir.const.I 4 : iA
  %three = llvlir.const.I 3 : iA
  %v = llvlir.ld.index.EI %a, %i, %four, %j : le, i32
  %w = llvlir.ldu.index.EI %a, %i, %three, %j : be, i16
  llvlir.st.index.EI %a, %j, %four, %i, %v : be, i32
  %f = llvlir.ldf.index.F %a, %i, %four, %j : f32
  llvlir.stf.index.F %a, %i, %four, %four, %f : f32
  %q = llvlir.lda.index.A %a, %i, %four, %j : aA
  llvlir.sta.index.A %a, %three, %four, %j, %q : aA
  %p = llvlir.ldp.index.P %a, %i, %four, %j : pA
  llvlir.stp.index.P %a, %four, %four, %j, %p : pA
  %t = llvlir.lda.index.T %a, %i, %four, %j : t5
  llvlir.stt.index.T %a, %four, %four, %four, %t : t5
  %wide = llvlir.zext.II %w : i32, i16
  llvlir.ret %wide : !llvlir.r<i32>"""
    x, y = 8, 4
    (result,), after = run_at_all(program(body), x, y, width, lifted=True)
    want = bytearray(BEFORE)
    loaded = want[4 * x + y : 4 * x + y + 4]
    assert result == int.from_bytes(want[3 * x + y : 3 * x + y + 2], "big")
    want[4 * y + x : 4 * y + x + 4] = loaded[::-1]
    word = width // 8
    places = (4 * x + 4, 4), (3 * 4 + y, word), (4 * 4 + y, word), (4 * 4 + 4, 4)
    for place, size in places:
        # Loads come one after the other, from what the stores have left.
        want[place : place + size] = want[4 * x + y : 4 * x + y + size]
    assert after == bytes(want)


@pytest.mark.parametrize(("level", "in_place"), LEVELS[WIDE])
def test_indexes_reach_beyond_4_gib(level: str, in_place: bool):
    """Products and sums have all bits, from an address that is far in front."""
    body = f"""
  %word = llvlir.intrinsic.T "int", 32, 0 : t2
  %many = llvlir.array.T %word, 1000000, 0 : t3
  %large = llvlir.array.T %many, 5000, 0 : t4
  %f0 = llvlir.field.T "large", %large, 0 : t9
  %f1 = llvlir.field.T "number", %word, 1 : t9
  %record = llvlir.struct.T "record", %f0 : t9
  %far = llvlir.const.I {1 << 35} : i64
  %base = llvlir.subp.I %a, %far : i64
  %count = llvlir.const.I {1 << 33} : i64
  %n = llvlir.add.I %count, %i : i64
  %v = llvlir.ld.TI %word, %base, %n : t2, i32
  %m = llvlir.const.I {1 << 15} : i64
  %factor = llvlir.const.I {1 << 20} : i64
  %w = llvlir.ld.index.EI %base, %m, %factor, %j : le, i32
  llvlir.st.index.EI %base, %factor, %m, %j, %v : be, i32
  %size = llvlir.const.I {4 * 5_000_000_000} : i64
  %front = llvlir.subp.I %a, %size : i64
  %one = llvlir.const.I 1 : i64
  %z = llvlir.ld.TI %record, %front, %one : t9, i32
  %s = llvlir.add.I %v, %w : i32
  %r = llvlir.add.I %s, %z : i32
  llvlir.ret %r : {R}"""
    text, array = at_width(program(body), WIDE), np.arange(64, dtype=np.int8)
    x, y = 5, 8
    arguments = array, x, y, x, y
    result = circ.run(text, *arguments, entry="f", level=level, in_place=in_place)
    numbers = np.frombuffer(BEFORE, np.int32)
    assert result.results == [numbers[x] + numbers[y // 4] + numbers[0]]
    after = result.arrays[0].tobytes()
    assert after == BEFORE[:8] + BEFORE[20:24][::-1] + BEFORE[12:]


@both_widths
def test_jumps_to_procedures_and_calls_under_a_predicate(width: int):
    body = """
  %p = llvlir.consta.L @note : global
  %t = llvlir.cmp.CI lt, %x, %y : i32
  %place = llvlir.consta.L @procedure : global
  llvlir.sta.A %place, %p : aA
  %q = llvlir.ldp.P %place : pA
  %c0 = llvlir.consta.L @count : global
  %l0 = llvlir.jalp.P %q : pA
  %l1 = llvlir.jall.L @note : global
  %l2 = llvlir.jala.A 5, %p : aA
  %l3 = llvlir.bralp.IP %t, %q : i32, pA
  %l4 = llvlir.brall.IL %t, @note : i32, global
  %l5 = llvlir.bralr.IA %t, 7, %p : i32, aA
  %a0 = llvlir.consta.L @answer : global
  llvlir.sta.A %place, %a0 : aA
  %again = llvlir.ldp.P %place : pA
  llvlir.endbr.I 7 : i32
  llvlir.brr.A %t, 7, %a0 : aA
  %u = llvlir.cmp.CI eq, %x, %y : i32
  llvlir.brp.P %u, %again : pA
  %n = llvlir.ld.EI %c0 : le, i32
  llvlir.ret %n : !llvlir.r<i32>
}
llvlir.func private @other() -> !llvlir.r<i32> {
  %place = llvlir.consta.L @procedure : global
  %q = llvlir.ldp.P %place : pA
  llvlir.jp.P %q : pA
}
llvlir.func private @answer() -> !llvlir.r<i32> {
  %a = llvlir.consta.L @hundred : global
  llvlir.ja.A 3, %a : aA
}
llvlir.func private @hundred() -> !llvlir.r<i32> {
  %c0 = llvlir.consta.L @count : global
  %n = llvlir.ld.EI %c0 : le, i32
  %r = llvlir.addi.I %n, 100 : i32
  llvlir.ret %r : !llvlir.r<i32>
}
llvlir.func private @note() {
  %c0 = llvlir.consta.L @count : global
  %n = llvlir.ld.EI %c0 : le, i32
  %r = llvlir.addi.I %n, 1 : i32
  llvlir.st.EI %c0, %r : le, i32
  llvlir.ret"""
    text = program(body).replace(
        'llvlir.section "data"',
        'llvlir.section "data"\n'
        "llvlir.label.L @count : global\nllvlir.word.I 0 : i32\n"
        "llvlir.label.L @procedure : global\nllvlir.word.I 0 : iA",
    )
    for x, y, want in ((1, 2, 106), (2, 1, 3), (2, 2, 103)):
        (result,), _ = run_at_all(text, x, y, width)
        assert result == want


@both_widths
def test_procedures_are_passed(width: int):
    """As arguments and results of a function, also to and from another language."""
    text = f"""{HEAD}
llvlir.func @f(%x : {R}, %a : {W}) -> {R} attributes {{
    circ.signature = (i32, index) -> i32}} {{
  %n = llvlir.mva %a
  %p = llvlir.consta.L @place : global
  %g = llvlir.consta.L @seven : global
  llvlir.sta.A %p, %g : aA
  %q = llvlir.ldp.P %p : pA
  %r = llvlir.call @same(%q) : (!llvlir.p) -> !llvlir.p
  llvlir.jp.P %r : pA
}}
llvlir.func @same(%p : !llvlir.p) -> !llvlir.p attributes {{
    circ.signature = (index) -> index}} {{
  llvlir.ret %p : !llvlir.p
}}
llvlir.func private @seven() -> {R} {{
  %r = llvlir.const.I 7 : i32
  llvlir.ret %r : {R}
}}
llvlir.section "data"
llvlir.align 8
llvlir.label.L @place : global
llvlir.word.I 0 : iA
}}"""
    text = at_width(text, width)
    far = 5 << width - 8
    for level, _ in LEVELS[width]:
        assert circ.run(text, 1, 2, entry="f", level=level).results == [7]
        assert circ.run(text, far, entry="same", level=level).results == [far]
    wrong = text.replace("(index) -> index", f"(i{96 - width}) -> i{96 - width}")
    with pytest.raises(circ.Diagnostic, match=r"circ\.signature"):
        read_mlir(wrong.encode(), "f.mlir")


@both_widths
@pytest.mark.parametrize(("prefix", "signed"), (("rdiv", True), ("rdivu", False)))
def test_reciprocals_divide(prefix: str, signed: bool, width: int):
    body = f"""
  %m = llvlir.{prefix}.magic.I %y : i32
  %n = llvlir.{prefix}.more.I %y : i32
  %q = llvlir.{prefix}.mult.I %x, %m, %n : i32
  %all = llvlir.const.I -1 : i4
  %on = llvlir.mvm %all : i4
  %v = llvlir.splat.VI %x, %on : 4xi32
  %d = llvlir.{prefix}.mult.VI %v, %m, %n : 4xi32
  %three = llvlir.const.I 3 : i32
  %lane = llvlir.lane.VI %d, %three : 4xi32
  %diff = llvlir.sub.I %lane, %q : i32
  llvlir.st.EI %a, %diff : le, i32
  llvlir.ret %q : !llvlir.r<i32>"""
    text = at_width(program(body), width)
    levels = ("llvlir", "naplespu") if width == WORD else ("llvlir",)
    compiled = {level: circ.compile(text, level=level) for level in levels}
    for x, y in ((100, 7), (-100, 7), (2**31 - 1, -3), (-(2**31), 641), (99, -16)):
        dividend, divisor = (x, y) if signed else (x % 2**32, y % 2**32)
        want = abs(dividend) // abs(divisor)
        want = -want if signed and (x < 0) != (y < 0) else want
        want = (want + 2**31) % 2**32 - 2**31
        for level, made in compiled.items():
            array = np.zeros(64, np.int8)
            result = circ.run(made, array, x, y, x, y, entry="f", level=level)
            assert list(result.results) == [want], (level, x, y)
            assert not result.arrays[0][:4].any()


@both_widths
def test_exchange_stores_where_the_condition_holds(width: int):
    body = """
  %old = llvlir.cmpswap.CI gt, %a, %x : i32
  %next = llvlir.cmpswap.CI ult, %a, %y : i32
  %s = llvlir.xor.I %old, %next : i32
  %locked = llvlir.ll.EI %a : be, i32
  %status = llvlir.sc.EI %a, %locked : be, i32
  %t = llvlir.add.I %s, %status : i32
  llvlir.ret %t : !llvlir.r<i32>"""
    (result,), after = run_at_all(program(body), 5, 9, width)
    old = int.from_bytes(BEFORE[:4], "little")
    assert result == old ^ 5
    assert after[:4] == pack("<I", 9)


@both_widths
def test_random_numbers_and_the_time(width: int):
    body = """
  %r = llvlir.random.I : i32
  %w = llvlir.random.I : i64
  %b = llvlir.random.I : i8
  llvlir.st.EI %a, %r : le, i32
  %eight = llvlir.const.I 8 : i32
  %q = llvlir.addp.I %a, %eight : i32
  llvlir.st.EI %q, %w : le, i64
  %o = llvlir.addp.I %q, %eight : i32
  llvlir.st.EI %o, %b : le, i8
  %t0 = llvlir.systime.i64
  %t1 = llvlir.systime.i64
  %later = llvlir.cmp.CI uge, %t1, %t0 : i64
  %ok = llvlir.setb.I %later : i32
  llvlir.ret %ok : !llvlir.r<i32>"""
    (result,), after = run_at_all(program(body), 0, 0, width)
    assert result == 1
    state, numbers = 2463534242, list[int]()
    for _ in range(4):
        state = (state ^ state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state = (state ^ state << 5) & 0xFFFFFFFF
        numbers.append(state)
    assert after[:4] == pack("<I", numbers[0])
    assert after[8:16] == pack("<II", *numbers[1:3])
    assert after[16] == numbers[3] & 0xFF


@both_widths
@pytest.mark.parametrize(
    ("body", "message"),
    (
        ("llvlir.send 3", "'llvlir.send' is not specified"),
        ("%n = llvlir.ld.TI %record, %a, %i : t9, i32", "index of a field must be"),
        ("%n = llvlir.ld.TI %word, %a, %i : t2, i8", "1 bytes of an element of 4"),
        ("%n = llvlir.ld.TI %word, %a, %i : t3, i32", "T is 3, but that of the type"),
        (
            '%s = llvlir.struct.T "s", %f1 : t77\n'
            "%n = llvlir.ld.TI %s, %a, %i : t0, i32",
            "the fields with T 77 must have",
        ),
        (
            '%g = llvlir.function.T "g", %word, 0 : t78\n'
            "%n = llvlir.ld.TI %g, %a, %i : t0, i32",
            "the size of this type is not supported",
        ),
        (
            "llvlir.ret %x : !llvlir.r<i32>\n^never:\n"
            '%t = llvlir.typedef.T "t", %u : t80\n'
            '%u = llvlir.typedef.T "u", %t : t81\n'
            "%n = llvlir.ld.TI %t, %a, %i : t80, i32",
            "a type that no row of the function defines",
        ),
        (
            "%t = llvlir.ldt.T %a : t9\n%n = llvlir.ld.TI %t, %a, %i : t9, i32",
            "a type that no row of the function defines",
        ),
        ("%d = llvlir.const.I 1 : i2\n%n = llvlir.rdiv.magic.I %d : i2", "of 2 bits"),
        (
            '%e = llvlir.intrinsic.T "other", 24, 0 : t82\n'
            "%p = llvlir.lda.TA %e, %a, %i : t82, aA",
            "[48] bytes of an element of 3",
        ),
    ),
)
def test_what_cannot_be_lowered_is_diagnosed(body: str, message: str, width: int):
    text = with_types(f"{body}\n  llvlir.ret %x : !llvlir.r<i32>")
    for level in ("llvlir", "naplespu"):
        with pytest.raises(circ.Diagnostic, match=message) as found:
            circ.compile(at_width(text, width), level=level)
        assert "<string>:" in str(found.value)


def test_addresses_in_memory_are_those_of_the_module():
    for width in ADDRESS_WIDTHS:
        other = 96 - width
        for row in (f"lda.A %a : a{other}", f"ldp.P %a : p{other}"):
            text = program(f"%p = llvlir.{row}\n  llvlir.ret %x : {R}")
            message = f"an address of {other} bits among those of {width} is not supp"
            with pytest.raises(circ.Diagnostic, match=message):
                circ.compile(at_width(text, width), level="llvlir")
