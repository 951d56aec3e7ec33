"""
Programs of profile 2 at all levels: memory, types, objects, jumps, reciprocals.

Those with addresses have them of 32 bits and of 64, in which `iA`, `aA` and `pA` stand
for the types as wide as addresses.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from struct import pack, unpack_from

import numpy as np
import pytest
from host_libraries import shared

import circ
from circ.dialects.common.address_width import ADDRESS_WIDTHS, WIDE
from circ.dialects.common.context_variables import bound
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.table import row_of_name
from circ.targets.llvlir import decode, encode
from circ.tools.formats import read_mlir
from circ.transforms.compare_levels import LIFTED_TOO

LEVELS: dict[int, Sequence[tuple[str, bool]]] = {
    32: (("llvlir", False), ("host", False), ("naplespu", False)),
    64: (("llvlir", False), ("host", False), ("host", True)),
}
"""By the width of addresses, the levels; are arrays in place?"""
HEAD = "module attributes {circ.llvlir_profile = 2 : i32} {\n"
R, W = "!llvlir.r<i32>", "!llvlir.r<iA>"
FEWER_VERIFICATIONS = True
both_widths = pytest.mark.parametrize("width", ADDRESS_WIDTHS)


def at_width(text: str, width: int) -> str:
    """A program with addresses of so many bits, an operation a line."""
    text = re.sub(r"\b([iap])A\b", rf"\g<1>{width}", text)
    if width != WIDE:
        return text
    text = text.replace("{circ.", "{circ.address_width = 64 : i32, circ.", 1)
    lines = text.splitlines()
    for number, line in enumerate(lines):
        found = re.search(r"^ *(?:%\w+ = )?llvlir\.([\w.]*\w)", line)
        row = found and row_of_name().get(found[1])
        if row and row.has_address:
            lines[number] = f"{line} at !llvlir.a<64>"
    return "\n".join(lines)


def program(body: str, results: str = "i32") -> str:
    """
    A function of an array of bytes and two words, which are indexes, too.

    `%a` is the array's address.
    """
    outputs = "" if not results else "".join(f"!llvlir.r<{results}>")
    of_source = {"iA": "index", "": "()"}.get(results, results)
    source = f"(memref<64xi8>, i32, i32, index, index) -> {of_source}"
    inputs = f"%array : {W}, %x : {R}, %y : {R}, %i : {W}, %j : {W}"
    return f"""{HEAD}
llvlir.func @f({inputs}) -> {outputs or "()"}
    attributes {{circ.signature = {source}}} {{
  %a = llvlir.mva %array
  {body}
}}
{LIBRARY}
}}"""


LIBRARY = f"""
llvlir.func private @malloc(%size : {W}) -> {W} {{
  %p = llvlir.consta.L @heap : global
  %r = llvlir.mvr %p
  %eight = llvlir.const.I 8 : iA
  %next = llvlir.ld.EI %p : le, iA
  %used = llvlir.add.I %next, %size : iA
  llvlir.st.EI %p, %used : le, iA
  %start = llvlir.add.I %r, %eight : iA
  %found = llvlir.add.I %start, %next : iA
  llvlir.ret %found : {W}
}}
llvlir.func private @free(%place : {W}) {{
  %p = llvlir.consta.L @freed : global
  llvlir.st.EI %p, %place : le, iA
  llvlir.ret
}}
llvlir.section "data"
llvlir.align 8
llvlir.label.L @freed : global
llvlir.word.I 0 : iA
llvlir.align 8
llvlir.label.L @heap : global
llvlir.word.I 0 : i64
llvlir.zero 256
"""


def run_at_all(
    text: str, x: int, y: int, width: int, lifted: bool = False
) -> tuple[Sequence[object], bytes]:
    """
    The results and the array after the run; the same at all levels.

    Circuits are among these for code that can be `lifted`.
    """
    module = read_mlir(at_width(text, width).encode(), "f.mlir")
    data = encode(module)
    found: list[tuple[Sequence[object], bytes]] = []
    for level, in_place in LEVELS[width]:
        array = np.arange(64, dtype=np.int8)
        result = circ.run(
            *(decode(data), array, x, y, x, y),
            entry="f",
            level=level,
            in_place=in_place,
        )
        found.append((list(result.results), result.arrays[0].tobytes()))
    if lifted:
        array = np.arange(64, dtype=np.int8)
        with bound(LIFTED_TOO, True):
            runs = circ.compare_levels(decode(data), array, x, y, x, y, entry="f")
        result = runs["lifted"]
        found.append((list(result.results), result.arrays[0].tobytes()))
    assert all(each == found[0] for each in found), found
    return found[0]


BEFORE = bytes(range(64))


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


def with_types(body: str, results: str = "i32") -> str:
    types = TYPES.replace("  %f0", f"  {POINTER}  %f0", 1)
    return program(types + body, results)


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
