"""Programs of profile 2 at all levels: memory, types, objects, jumps, reciprocals."""

from collections.abc import Sequence
from pathlib import Path
from struct import pack, unpack_from

import numpy as np
import pytest

import circ
from circ.targets.llvlir import encode
from circ.tools.formats import read_mlir

LEVELS = ("llvlir", "host", "naplespu")
HEAD = "module attributes {circ.llvlir_profile = 2 : i32} {\n"
R = "!llvlir.r<i32>"
FEWER_VERIFICATIONS = True


def program(body: str, results: str = "i32") -> str:
    """A function of an array of bytes and two words; `%a` is the array's address."""
    outputs = "" if not results else "".join(f"!llvlir.r<{results}>")
    source = f"(memref<64xi8>, i32, i32) -> {results or '()'}"
    return f"""{HEAD}
llvlir.func @f(%array : {R}, %x : {R}, %y : {R}) -> {outputs or "()"}
    attributes {{circ.signature = {source}}} {{
  %a = llvlir.mva %array
  {body}
}}
{LIBRARY}
}}"""


LIBRARY = f"""
llvlir.func private @malloc(%size : {R}) -> {R} {{
  %p = llvlir.consta.L @heap : global
  %r = llvlir.mvr %p
  %eight = llvlir.const.I 8 : i32
  %next = llvlir.ld.EI %p : le, i32
  %used = llvlir.add.I %next, %size : i32
  llvlir.st.EI %p, %used : le, i32
  %start = llvlir.add.I %r, %eight : i32
  %found = llvlir.add.I %start, %next : i32
  llvlir.ret %found : {R}
}}
llvlir.func private @free(%place : {R}) {{
  %p = llvlir.consta.L @freed : global
  llvlir.st.EI %p, %place : le, i32
  llvlir.ret
}}
llvlir.section "data"
llvlir.label.L @freed : global
llvlir.word.I 0 : i32
llvlir.label.L @heap : global
llvlir.word.I 0 : i32
llvlir.word.I 0 : i32
llvlir.zero 256
"""


def run_at_all(
    text: str, *values: int, levels: Sequence[str] = LEVELS
) -> tuple[Sequence[object], bytes]:
    """The results and the array after the run; the same at all levels."""
    array = np.arange(64, dtype=np.int8)
    found: list[tuple[Sequence[object], bytes]] = []
    for level in levels:
        result = circ.run(text, array, *values, entry="f", level=level)
        found.append((list(result.results), result.arrays[0].tobytes()))
    assert all(each == found[0] for each in found), found
    return found[0]


BEFORE = bytes(range(64))


def test_accesses_have_a_byte_order():
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
    (result,), after = run_at_all(program(body), 0x11223344, 8)
    want = bytearray(BEFORE)
    want[8:12] = bytes((0x11, 0x22, 0x33, 0x44))
    want[16:19] = bytes((0x22, 0x33, 0x44))
    assert after == bytes(want)
    total = 0x00010203 + 0x03020100 + 0x0001
    assert result == total ^ 0x223344


def test_indexed_accesses_add_a_product_and_an_offset():
    body = """
  %four = llvlir.const.I 4 : i32
  %three = llvlir.const.I 3 : i32
  %v = llvlir.ld.index.EI %a, %x, %four, %y : le, i32
  %w = llvlir.ldu.index.EI %a, %x, %three, %y : be, i16
  llvlir.st.index.EI %a, %y, %four, %x, %v : be, i32
  %f = llvlir.ldf.index.F %a, %x, %four, %y : f32
  llvlir.stf.index.F %a, %x, %four, %four, %f : f32
  %q = llvlir.lda.index.A %a, %x, %four, %y : a32
  llvlir.sta.index.A %a, %three, %four, %y, %q : a32
  %p = llvlir.ldp.index.P %a, %x, %four, %y : p32
  llvlir.stp.index.P %a, %four, %four, %y, %p : p32
  %t = llvlir.lda.index.T %a, %x, %four, %y : t5
  llvlir.stt.index.T %a, %four, %four, %four, %t : t5
  %wide = llvlir.zext.II %w : i32, i16
  llvlir.ret %wide : !llvlir.r<i32>"""
    x, y = 8, 4
    (result,), after = run_at_all(program(body), x, y)
    want = bytearray(BEFORE)
    loaded = want[4 * x + y : 4 * x + y + 4]
    assert result == int.from_bytes(want[3 * x + y : 3 * x + y + 2], "big")
    want[4 * y + x : 4 * y + x + 4] = loaded[::-1]
    for value_at in (4 * x + 4, 3 * 4 + y, 4 * 4 + y, 4 * 4 + 4):
        # Loads come one after the other, from what the stores have left.
        want[value_at : value_at + 4] = want[4 * x + y : 4 * x + y + 4]
    assert after == bytes(want)


TYPES = """
  %byte = llvlir.intrinsic.T "char", 8, 0 : t1
  %word = llvlir.intrinsic.T "int", 32, 0 : t2
  %real = llvlir.intrinsic.T "float", 32, 1 : t3
  %half = llvlir.intrinsic.T "short", 16, 0 : t4
  %named = llvlir.typedef.T "number", %word : t5
  %const = llvlir.qualifier.T 1, %named : t6
  %row = llvlir.array.T %half, 3, 0 : t7
  %f0 = llvlir.field.T "c", %byte, 0 : t9
  %f2 = llvlir.field.T "n", %const, 2 : t9
  %f1 = llvlir.field.T "r", %row, 1 : t9
  %f3 = llvlir.field.T "f", %real, 3 : t9
  %f4 = llvlir.field.T "p", %pointer, 4 : t9
  %record = llvlir.struct.T "record", %f1 : t9
  %records = llvlir.array.T %record, 2, 0 : t10
  %u0 = llvlir.field.T "c", %byte, 0 : t11
  %u1 = llvlir.field.T "w", %word, 1 : t11
  %union = llvlir.union.T "either", %u0 : t11
"""
POINTER = "%pointer = llvlir.pointer.T %byte, 0 : t8\n"


def with_types(body: str) -> str:
    types = TYPES.replace("  %f0", f"  {POINTER}  %f0", 1)
    return program(types + body)


def test_elements_and_fields_are_laid_out_as_in_c():
    # struct { char c; short r[3]; int n; float f; char *p; } at 0, 2, 8, 12, 16.
    body = """
  %zero = llvlir.const.I 0 : i32
  %one = llvlir.const.I 1 : i32
  %two = llvlir.const.I 2 : i32
  %three = llvlir.const.I 3 : i32
  %four = llvlir.const.I 4 : i32
  %c = llvlir.ldu.TI %record, %a, %zero : t9, i8
  %n = llvlir.ld.TI %record, %a, %two : t9, i32
  llvlir.st.TI %record, %a, %two, %x : t9, i32
  %f = llvlir.ldf.TF %record, %a, %three : t9, f32
  %p = llvlir.lda.TA %record, %a, %four : t9, a32
  %r = llvlir.addp.I %a, %two : i32
  %h = llvlir.ld.TI %row, %r, %y : t7, i16
  llvlir.st.TI %half, %r, %y, %h : t0, i16
  %b = llvlir.ld.TI %pointer, %a, %y : t8, i8
  %size = llvlir.const.I 20 : i32
  %second = llvlir.addp.I %a, %size : i32
  llvlir.st.TF %record, %second, %three, %f : t9, f32
  llvlir.st.TA %record, %second, %four, %p : t9, a32
  llvlir.st.TI %union, %second, %zero, %b : t11, i8
  llvlir.st.TI %union, %second, %one, %n : t11, i32
  %w = llvlir.ld.TI %const, %a, %y : t6, i32
  %fetched = llvlir.lda.TP %record, %a, %four : t9, p32
  llvlir.st.TP %record, %second, %four, %fetched : t9, p32
  %wc = llvlir.zext.II %c : i32, i8
  %wh = llvlir.zext.II %h : i32, i16
  %wb = llvlir.zext.II %b : i32, i8
  %s = llvlir.add.I %wc, %wh : i32
  %t = llvlir.add.I %s, %wb : i32
  %u = llvlir.add.I %t, %w : i32
  llvlir.ret %u : !llvlir.r<i32>"""
    x, y = -2, 2
    (result,), after = run_at_all(with_types(body), x, y)
    want = bytearray(BEFORE)
    n = want[8:12]
    want[8:12] = pack("<i", x)
    want[32:36] = want[12:16]
    want[36:40] = want[16:20]
    want[20:24] = n
    assert after == bytes(want)
    (half,) = unpack_from("<H", want, 2 + 2 * y)
    (word,) = unpack_from("<i", want, 4 * y)
    assert result == BEFORE[0] + half + BEFORE[y] + word


def test_vectors_of_elements():
    body = """
  %low = llvlir.trunc.II %x : i4, i32
  %m = llvlir.mvm %low : i4
  %v = llvlir.ld.VTI %word, %a, %m : 4xt2, i32
  %u = llvlir.ldu.VTI %row, %a, %m : 4xt7, i16
  %f = llvlir.ld.VTF %real, %a, %m : 4xt3, f32
  %q = llvlir.addp.I %a, %y : i32
  llvlir.st.VTI %word, %q, %v, %m : 4xt2, i32
  %o = llvlir.addp.I %q, %y : i32
  llvlir.st.VTF %real, %o, %f, %m : 4xt3, f32
  %first = llvlir.mv.r.x.VI %u : 4xi16
  %wide = llvlir.zext.II %first : i32, i16
  llvlir.ret %wide : !llvlir.r<i32>"""
    (result,), after = run_at_all(with_types(body), 0b1011, 16)
    want = bytearray(BEFORE)
    for start in (16, 32):
        for lane in (0, 1, 3):
            want[start + 4 * lane : start + 4 * lane + 4] = BEFORE[4 * lane :][:4]
    assert after == bytes(want)
    assert result == 0x0100


def test_types_are_numbers_where_they_are_stored():
    body = """
  llvlir.stt.T %a, %record : t9
  %t = llvlir.ldt.T %a : t9
  %four = llvlir.const.I 4 : i32
  %one = llvlir.const.I 1 : i32
  %q = llvlir.addp.I %a, %four : i32
  llvlir.stt.T %q, %t : t9
  llvlir.st.TT %pointers, %a, %y, %row : t12, t7
  %back = llvlir.ldt.TT %pointers, %a, %one : t12, t9
  llvlir.st.TT %pointers, %a, %x, %back : t12, t9
  llvlir.ret %x : !llvlir.r<i32>"""
    body = "%pointers = llvlir.array.T %pointer, 9, 0 : t12\n" + body
    _, after = run_at_all(with_types(body), 3, 2)
    assert np.frombuffer(after[:16], np.int32).tolist() == [9, 9, 7, 9]


def test_objects_are_counted():
    body = """
  %count = llvlir.const.I 3 : i32
  %o = llvlir.alloc.TA %record, %count : t9, a32
  %zero = llvlir.const.I 0 : i32
  %two = llvlir.const.I 2 : i32
  llvlir.st.TI %record, %o, %two, %x : t9, i32
  llvlir.init.TA %record, %o : t9, a32
  %n = llvlir.ld.TI %record, %o, %two : t9, i32
  llvlir.st.EI %a, %n : le, i32
  %again = llvlir.ref.TA %record, %o : t9, a32
  %left = llvlir.unref.TA %record, %again : t9, a32
  %f = llvlir.consta.L @freed : global
  %none = llvlir.ld.EI %f : le, i32
  %gone = llvlir.unref.TA %record, %left : t9, a32
  %last = llvlir.ld.EI %f : le, i32
  %diff = llvlir.pdiff.I %o, %left : i32
  %address = llvlir.mvr %gone
  %second = llvlir.alloc.TA %word, %count : t2, a32
  llvlir.uninit.TA %word, %second : t2, a32
  llvlir.dealloc.TA %word, %second : t2, a32
  %now = llvlir.ld.EI %f : le, i32
  %sizes = llvlir.sub.I %now, %last : i32
  %p = llvlir.cmp.CI ne, %none, %zero : i32
  %q = llvlir.cmp.CI eq, %last, %zero : i32
  %b = llvlir.setb.I %p : i32
  %c = llvlir.setb.I %q : i32
  %s = llvlir.add.I %b, %c : i32
  %t = llvlir.add.I %s, %diff : i32
  %u = llvlir.add.I %t, %address : i32
  %v = llvlir.add.I %u, %sizes : i32
  llvlir.ret %v : !llvlir.r<i32>"""
    (result,), after = run_at_all(with_types(body), 77, 0)
    assert after[:4] == bytes(4)
    # Nothing but the bytes of the first object: three records and the header.
    assert result == 3 * 20 + 16


def test_objects_of_bytecode_are_in_the_heap_of_the_c_library(tmp_path: Path):
    text = f"""{HEAD}
llvlir.func @main() -> {R} attributes {{circ.signature = () -> i32}} {{
  %t = llvlir.intrinsic.T "int", 32, 0 : t2
  %n = llvlir.const.I 10 : i32
  %o = llvlir.alloc.TA %t, %n : t2, a32
  %three = llvlir.const.I 3 : i32
  llvlir.st.TI %t, %o, %three, %n : t2, i32
  %v = llvlir.ld.TI %t, %o, %three : t2, i32
  %g = llvlir.unref.TA %t, %o : t2, a32
  %a = llvlir.mvr %g
  %s = llvlir.add.I %v, %a : i32
  llvlir.ret %s : {R}
}}
}}"""
    file = tmp_path / "objects.llvb"
    file.write_bytes(encode(read_mlir(text.encode(), "objects.mlir")))
    result = circ.run(file, entry="main", level="llvlir")
    assert result.status == 10


def test_jumps_to_procedures_and_calls_under_a_predicate():
    body = """
  %p = llvlir.consta.L @note : global
  %t = llvlir.cmp.CI lt, %x, %y : i32
  %place = llvlir.consta.L @procedure : global
  llvlir.sta.A %place, %p : a32
  %q = llvlir.ldp.P %place : p32
  %c0 = llvlir.consta.L @count : global
  %l0 = llvlir.jalp.P %q : p32
  %l1 = llvlir.jall.L @note : global
  %l2 = llvlir.jala.A 5, %p : a32
  %l3 = llvlir.bralp.IP %t, %q : i32, p32
  %l4 = llvlir.brall.IL %t, @note : i32, global
  %l5 = llvlir.bralr.IA %t, 7, %p : i32, a32
  %a0 = llvlir.consta.L @answer : global
  llvlir.sta.A %place, %a0 : a32
  %again = llvlir.ldp.P %place : p32
  llvlir.endbr.I 7 : i32
  llvlir.brr.A %t, 7, %a0 : a32
  %u = llvlir.cmp.CI eq, %x, %y : i32
  llvlir.brp.P %u, %again : p32
  %n = llvlir.ld.EI %c0 : le, i32
  llvlir.ret %n : !llvlir.r<i32>
}
llvlir.func private @other() -> !llvlir.r<i32> {
  %place = llvlir.consta.L @procedure : global
  %q = llvlir.ldp.P %place : p32
  llvlir.jp.P %q : p32
}
llvlir.func private @answer() -> !llvlir.r<i32> {
  %a = llvlir.consta.L @hundred : global
  llvlir.ja.A 3, %a : a32
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
        "llvlir.label.L @procedure : global\nllvlir.word.I 0 : i32",
    )
    for x, y, want in ((1, 2, 106), (2, 1, 3), (2, 2, 103)):
        (result,), _ = run_at_all(text, x, y)
        assert result == want


@pytest.mark.parametrize(("prefix", "signed"), (("rdiv", True), ("rdivu", False)))
def test_reciprocals_divide(prefix: str, signed: bool):
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
    text = program(body)
    compiled = {level: circ.compile(text, level=level) for level in LEVELS[::2]}
    for x, y in ((100, 7), (-100, 7), (2**31 - 1, -3), (-(2**31), 641), (99, -16)):
        dividend, divisor = (x, y) if signed else (x % 2**32, y % 2**32)
        want = abs(dividend) // abs(divisor)
        want = -want if signed and (x < 0) != (y < 0) else want
        want = (want + 2**31) % 2**32 - 2**31
        for level, made in compiled.items():
            array = np.zeros(64, np.int8)
            result = circ.run(made, array, x, y, entry="f", level=level)
            assert list(result.results) == [want], (level, x, y)
            assert not result.arrays[0][:4].any()


def test_exchange_stores_where_the_condition_holds():
    body = """
  %old = llvlir.cmpswap.CI gt, %a, %x : i32
  %next = llvlir.cmpswap.CI ult, %a, %y : i32
  %s = llvlir.xor.I %old, %next : i32
  %locked = llvlir.ll.EI %a : be, i32
  %status = llvlir.sc.EI %a, %locked : be, i32
  %t = llvlir.add.I %s, %status : i32
  llvlir.ret %t : !llvlir.r<i32>"""
    (result,), after = run_at_all(program(body), 5, 9)
    old = int.from_bytes(BEFORE[:4], "little")
    assert result == old ^ 5
    assert after[:4] == pack("<I", 9)


def test_random_numbers_and_the_time():
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
    (result,), after = run_at_all(program(body), 0, 0)
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


def test_a_type_that_contains_itself_is_diagnosed():
    """Blocks may stand in another order than they are executed in."""
    text = program("""
  %zero = llvlir.const.I 0 : i32
  %byte = llvlir.intrinsic.T "char", 8, 0 : t1
  llvlir.jl.L ^first
^last:
  %g = llvlir.field.T "g", %outer, 1 : t2
  llvlir.ret %x : !llvlir.r<i32>
^second:
  %inner = llvlir.struct.T "inner", %h : t2
  %f = llvlir.field.T "f", %inner, 1 : t3
  %n = llvlir.ld.TI %outer, %a, %zero : t3, i8
  llvlir.jl.L ^last
^first:
  %h = llvlir.field.T "h", %byte, 0 : t2
  %e = llvlir.field.T "e", %byte, 0 : t3
  %outer = llvlir.struct.T "outer", %e : t3
  llvlir.jl.L ^second""")
    with pytest.raises(circ.Diagnostic, match="must not contain itself"):
        circ.run(text, np.zeros(64, np.int8), 1, 2, entry="f", level="llvlir")


@pytest.mark.parametrize(
    ("body", "message"),
    (
        ("llvlir.send 3", "'llvlir.send' is not specified"),
        ("%p = llvlir.lda.A %a : a64", "an address of 64 bits"),
        ("%n = llvlir.ld.TI %record, %a, %x : t9, i32", "index of a field must be"),
        ("%n = llvlir.ld.TI %word, %a, %x : t2, i8", "1 bytes of an element of 4"),
        ("%n = llvlir.ld.TI %word, %a, %x : t3, i32", "T is 3, but that of the type"),
        (
            '%s = llvlir.struct.T "s", %f1 : t77\n'
            "%n = llvlir.ld.TI %s, %a, %x : t0, i32",
            "the fields with T 77 must have",
        ),
        (
            '%g = llvlir.function.T "g", %word, 0 : t78\n'
            "%n = llvlir.ld.TI %g, %a, %x : t0, i32",
            "the size of this type is not supported",
        ),
        (
            "llvlir.ret %x : !llvlir.r<i32>\n^never:\n"
            '%t = llvlir.typedef.T "t", %u : t80\n'
            '%u = llvlir.typedef.T "u", %t : t81\n'
            "%n = llvlir.ld.TI %t, %a, %x : t80, i32",
            "a type that no row of the function defines",
        ),
        (
            "%t = llvlir.ldt.T %a : t9\n%n = llvlir.ld.TI %t, %a, %x : t9, i32",
            "a type that no row of the function defines",
        ),
        ("%d = llvlir.const.I 1 : i2\n%n = llvlir.rdiv.magic.I %d : i2", "of 2 bits"),
    ),
)
def test_what_cannot_be_lowered_is_diagnosed(body: str, message: str):
    text = with_types(f"{body}\n  llvlir.ret %x : !llvlir.r<i32>")
    for level in ("llvlir", "naplespu"):
        with pytest.raises(circ.Diagnostic, match=message) as found:
            circ.run(text, np.zeros(64, np.int8), 1, 2, entry="f", level=level)
        assert "<string>:" in str(found.value)
