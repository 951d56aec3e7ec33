"""Programs of profile 2 at all levels: types, their layout as in C, and objects."""

from pathlib import Path
from struct import pack, unpack_from

import numpy as np
import pytest
from host_libraries import shared
from second_programs import (
    BEFORE,
    HEAD,
    R,
    at_width,
    both_widths,
    program,
    run_at_all,
    with_types,
)

import circ
from circ.dialects.common.address_width import WIDE
from circ.dialects.common.widths import WORD
from circ.targets.llvlir import encode
from circ.tools.formats import read_mlir

FEWER_VERIFICATIONS = True


@both_widths
def test_elements_and_fields_are_laid_out_as_in_c(width: int):
    # struct { char c; short r[3]; int n; float f; char *p; } at 0, 2, 8, 12, 16.
    word = width // 8
    size = 16 + word
    body = f"""
  %zero = llvlir.const.I 0 : iA
  %one = llvlir.const.I 1 : iA
  %two = llvlir.const.I 2 : iA
  %three = llvlir.const.I 3 : iA
  %four = llvlir.const.I 4 : iA
  %c = llvlir.ldu.TI %record, %a, %zero : t9, i8
  %n = llvlir.ld.TI %record, %a, %two : t9, i32
  llvlir.st.TI %record, %a, %two, %x : t9, i32
  %f = llvlir.ldf.TF %record, %a, %three : t9, f32
  %p = llvlir.lda.TA %record, %a, %four : t9, aA
  %r = llvlir.addp.I %a, %two : iA
  %h = llvlir.ld.TI %row, %r, %j : t7, i16
  llvlir.st.TI %half, %r, %j, %h : t0, i16
  %b = llvlir.ld.TI %pointer, %a, %j : t8, i8
  %size = llvlir.const.I {size} : i32
  %second = llvlir.addp.I %a, %size : i32
  llvlir.st.TF %record, %second, %three, %f : t9, f32
  llvlir.st.TA %record, %second, %four, %p : t9, aA
  llvlir.st.TI %union, %second, %zero, %b : t11, i8
  llvlir.st.TI %union, %second, %one, %n : t11, i32
  %w = llvlir.ld.TI %const, %a, %j : t6, i32
  %fetched = llvlir.lda.TP %record, %a, %four : t9, pA
  llvlir.st.TP %record, %second, %four, %fetched : t9, pA
  %wc = llvlir.zext.II %c : i32, i8
  %wh = llvlir.zext.II %h : i32, i16
  %wb = llvlir.zext.II %b : i32, i8
  %s = llvlir.add.I %wc, %wh : i32
  %t = llvlir.add.I %s, %wb : i32
  %u = llvlir.add.I %t, %w : i32
  llvlir.ret %u : !llvlir.r<i32>"""
    x, y = -2, 2
    (result,), after = run_at_all(with_types(body), x, y, width, lifted=True)
    want = bytearray(BEFORE)
    n = want[8:12]
    want[8:12] = pack("<i", x)
    want[size + 12 : size + 16] = want[12:16]
    want[size + 16 : size + 16 + word] = want[16 : 16 + word]
    want[size : size + 4] = n
    assert after == bytes(want)
    (half,) = unpack_from("<H", want, 2 + 2 * y)
    (number,) = unpack_from("<i", want, 4 * y)
    assert result == BEFORE[0] + half + BEFORE[y] + number


@both_widths
def test_vectors_of_elements(width: int):
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
    (result,), after = run_at_all(with_types(body), 0b1011, 16, width)
    want = bytearray(BEFORE)
    for start in (16, 32):
        for lane in (0, 1, 3):
            want[start + 4 * lane : start + 4 * lane + 4] = BEFORE[4 * lane :][:4]
    assert after == bytes(want)
    assert result == 0x0100


@both_widths
def test_types_are_numbers_where_they_are_stored(width: int):
    body = """
  llvlir.stt.T %a, %record : t9
  %t = llvlir.ldt.T %a : t9
  %four = llvlir.const.I 4 : i32
  %one = llvlir.const.I 1 : iA
  %q = llvlir.addp.I %a, %four : i32
  llvlir.stt.T %q, %t : t9
  llvlir.st.TT %numbers, %a, %j, %row : t12, t7
  %back = llvlir.ldt.TT %numbers, %a, %one : t12, t9
  llvlir.st.TT %numbers, %a, %i, %back : t12, t9
  llvlir.ret %x : !llvlir.r<i32>"""
    body = "%numbers = llvlir.array.T %word, 9, 0 : t12\n" + body
    _, after = run_at_all(with_types(body), 3, 2, width)
    assert np.frombuffer(after[:16], np.int32).tolist() == [9, 9, 7, 9]


@both_widths
def test_objects_are_counted(width: int):
    body = """
  %count = llvlir.const.I 3 : iA
  %o = llvlir.alloc.TA %record, %count : t9, aA
  %zero = llvlir.const.I 0 : iA
  %two = llvlir.const.I 2 : iA
  llvlir.st.TI %record, %o, %two, %x : t9, i32
  llvlir.init.TA %record, %o : t9, aA
  %n = llvlir.ld.TI %record, %o, %two : t9, i32
  llvlir.st.EI %a, %n : le, i32
  %again = llvlir.ref.TA %record, %o : t9, aA
  %left = llvlir.unref.TA %record, %again : t9, aA
  %f = llvlir.consta.L @freed : global
  %none = llvlir.ld.EI %f : le, iA
  %gone = llvlir.unref.TA %record, %left : t9, aA
  %last = llvlir.ld.EI %f : le, iA
  %diff = llvlir.pdiff.I %o, %left : iA
  %address = llvlir.mvr %gone
  %second = llvlir.alloc.TA %word, %count : t2, aA
  llvlir.uninit.TA %word, %second : t2, aA
  llvlir.dealloc.TA %word, %second : t2, aA
  %now = llvlir.ld.EI %f : le, iA
  %sizes = llvlir.sub.I %now, %last : iA
  %p = llvlir.cmp.CI ne, %none, %zero : iA
  %q = llvlir.cmp.CI eq, %last, %zero : iA
  %b = llvlir.setb.I %p : iA
  %c = llvlir.setb.I %q : iA
  %s = llvlir.add.I %b, %c : iA
  %t = llvlir.add.I %s, %diff : iA
  %u = llvlir.add.I %t, %address : iA
  %v = llvlir.add.I %u, %sizes : iA
  llvlir.ret %v : !llvlir.r<iA>"""
    (result,), after = run_at_all(with_types(body, "iA"), 77, 0, width)
    assert after[:4] == bytes(4)
    # Nothing but the bytes of the first object: three records and the header.
    assert result == 3 * (16 + width // 8) + 16


OBJECTS = f"""{HEAD}
llvlir.func @main() -> {R} attributes {{circ.signature = () -> i32}} {{
  %t = llvlir.intrinsic.T "int", 32, 0 : t2
  %n = llvlir.const.I 10 : iA
  %ten = llvlir.const.I 10 : i32
  %o = llvlir.alloc.TA %t, %n : t2, aA
  %p = llvlir.alloc.TA %t, %n : t2, aA
  %three = llvlir.const.I 3 : iA
  llvlir.st.TI %t, %o, %three, %ten : t2, i32
  %bytes = llvlir.const.I 12 : i32
  %q = llvlir.addp.I %o, %bytes : i32
  %v = llvlir.ld.TI %t, %o, %three : t2, i32
  llvlir.init.TA %t, %q : t2, aA
  %w = llvlir.ld.TI %t, %o, %three : t2, i32
  %more = llvlir.ref.TA %t, %o : t2, aA
  %left = llvlir.unref.TA %t, %more : t2, aA
  %k = llvlir.ld.TI %t, %left, %three : t2, i32
  %g = llvlir.unref.TA %t, %left : t2, aA
  llvlir.dealloc.TA %t, %p : t2, aA
  %zero = llvlir.const.I 0 : iA
  %nowhere = llvlir.mva %zero
  %d = llvlir.pdiff.I %g, %nowhere : i32
  %s = llvlir.add.I %v, %w : i32
  %u = llvlir.add.I %s, %k : i32
  %r = llvlir.add.I %u, %d : i32
  llvlir.ret %r : {R}
}}
}}"""


def test_objects_are_in_the_heap_of_the_c_library(tmp_path: Path):
    """Of circ's, whose addresses have 32 bits; in a library for the host of its own."""
    file = tmp_path / "objects.llvb"
    file.write_bytes(encode(read_mlir(at_width(OBJECTS, 32).encode(), "o.mlir")))
    assert circ.run(file, entry="main", level="llvlir").status == 10
    wide = at_width(OBJECTS, WIDE)
    file.write_bytes(encode(read_mlir(wide.encode(), "o.mlir")))
    message = "cannot link a library of addresses of 32 bits for code with 64"
    with pytest.raises(circ.Diagnostic, match=message):
        circ.run(file, entry="main", level="llvlir")
    library = shared(circ.load(wide), tmp_path / "objects.so")
    assert library.main() == 10


def test_a_type_that_contains_itself_is_diagnosed():
    """Blocks may stand in another order than they are executed in."""
    text = program("""
  %zero = llvlir.const.I 0 : iA
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
        circ.compile(at_width(text, WORD), level="llvlir")


@pytest.mark.parametrize("count", (32767, 32768))
def test_types_may_be_as_large_as_differences_of_addresses(count: int):
    body = f"""
  %far = llvlir.array.T %word, 16384, 0 : t12
  %all = llvlir.array.T %far, {count}, 0 : t13
  %one = llvlir.const.I 1 : iA
  llvlir.init.TA %all, %a : t13, aA
  llvlir.ret %x : {R}"""
    text = with_types(body)
    circ.compile(at_width(text, WIDE), level="llvlir")
    if count == 32767:
        circ.compile(at_width(text, WORD), level="llvlir")
    else:
        with pytest.raises(circ.Diagnostic, match=r"must have 1 to 2\^31 - 1 bytes"):
            circ.compile(at_width(text, WORD), level="llvlir")
