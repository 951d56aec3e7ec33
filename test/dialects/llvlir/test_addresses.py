"""The width of addresses in the verifier, in texts and in the interpreter."""

from collections.abc import Sequence

import pytest
from levels import parsed
from llvlir_examples import example
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.address_width import ADDRESS_WIDTH, address_width_attr
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.ops import create
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import A64, A, AddressType, r
from circ.targets.execute.llvlir.interpreter import run
from circ.targets.execute.memory import WIDE_BASE, Memory
from circ.targets.llvlir import decode, encode

WITH_ADDRESSES = [
    row
    for row in (*rows(), *(row for row in rows(2) if row.profile == 2))
    if row.has_address and row.category != "ext-stream"
]
HEAD = "builtin.module attributes {circ.address_width = 64 : i32} {\n"


def executed(
    module: ModuleOp, arguments: Sequence[int], memory: Memory | None = None
) -> Sequence[int]:
    """The results of @f, directly and after a way through bytecode."""
    outcomes = [
        run(each, "f", arguments, memory or Memory(WIDE_BASE, limit=1 << 64)).results
        for each in (module, decode(encode(module)))
    ]
    assert outcomes[0] == outcomes[1]
    return outcomes[0]


def test_types():
    assert (AddressType(), AddressType(64)) == (A, A64) and A != A64
    assert (str(A), str(A64)) == ("!llvlir.a", "!llvlir.a<64>")
    with pytest.raises(VerifyException, match="have 32 or 64 bits, not 48"):
        AddressType(48)
    assert create("slot", imm=4, imm1=4).results[0].type == A
    slot = create("slot", imm=4, imm1=4, address_width=64)
    assert create("mvr", slot.results).results[0].type == r(64)


@pytest.mark.parametrize("row", WITH_ADDRESSES, ids=lambda row: row.name)
@pytest.mark.parametrize("width", (32, 64))
def test_a_module_has_one_width(row: Row, width: int):
    module = example(row, width)
    verify_module(module)
    other = "64 : i32" if width == 32 else None
    if other:
        module.attributes[ADDRESS_WIDTH] = address_width_attr(64)
    else:
        del module.attributes[ADDRESS_WIDTH]
    text = str(module)
    message = f"addresses have {96 - width} bits .*'{ADDRESS_WIDTH}'.*, but .* type !ll"
    with pytest.raises(Diagnostic, match=message):
        parsed(text)


@pytest.mark.parametrize(
    ("body", "message"),
    (
        (
            "llvlir.st.I %p, 0, %n : i32 at !llvlir.a<64>",
            "with type !llvlir.r<i32>, but .* with type !llvlir.r<i64>",
        ),
        (
            "%x = llvlir.ld.I %p, 0 : i32",
            "with type !llvlir.a, but .* with type !llvlir.a<64>",
        ),
        ("%x = llvlir.ld.I %p, 0 : i32 at i64", "i64 is no type of addresses"),
        ("%x = llvlir.ld.I %p, 0 : i32 at !llvlir.a<16>", "32 or 64 bits, not 16"),
    ),
)
def test_wrong_text(body: str, message: str):
    head = "llvlir.func @f(%p : !llvlir.a<64>, %n : !llvlir.r<i64>) {\n"
    with pytest.raises(Diagnostic, match=message):
        parsed(f"{HEAD}{head}{body}\nllvlir.ret\n}}\n}}")


@pytest.mark.parametrize(
    ("row", "operands", "message"),
    (
        ("mva", ("!llvlir.r<i32>",), "operand 0 must be of type !llvlir.r<i64>"),
        (
            "pdiff.I",
            ("!llvlir.a<64>", "!llvlir.a"),
            "operand 1 must be of type !llvlir.a<64>, but is !llvlir.a",
        ),
        (
            "ldidx.I",
            ("!llvlir.a<64>", "!llvlir.a<64>", "!llvlir.r<i32>", "!llvlir.r<i64>"),
            "operand 2 must be of type !llvlir.r<i64>, but is !llvlir.r<i32>",
        ),
    ),
)
def test_widths_in_a_row(row: str, operands: tuple[str, ...], message: str):
    names = [f"%{i}" for i in range(len(operands))]
    result = {"mva": "!llvlir.a<64>"}.get(row, "!llvlir.r<i32>")
    types = ", types = [i32]" if row_of_name()[row].parameters else ""
    properties = f"<{{{types[2:]}}}>" if types else ""
    given = ", ".join(f"{n} : {t}" for n, t in zip(names, operands, strict=True))
    text = (
        f"{HEAD}llvlir.func @f({given}) {{\n"
        f'%x = "llvlir.{row}"({", ".join(names)}) {properties} : '
        f"({', '.join(operands)}) -> {result}\nllvlir.ret\n}}\n}}"
    )
    with pytest.raises(Diagnostic, match=message):
        parsed(text)


ARITHMETIC = (
    HEAD
    + """llvlir.func @f(%p : !llvlir.a<64>, %n : !llvlir.r<i64>, %i : !llvlir.r<i32>)
    -> (!llvlir.r<i64>, !llvlir.r<i64>, !llvlir.r<i64>, !llvlir.r<i32>) {
  %q = llvlir.addp.I %p, %n : i64 at !llvlir.a<64>
  %s = llvlir.addp.I %p, %i : i32 at !llvlir.a<64>
  %t = llvlir.subp.I %p, %i : i32 at !llvlir.a<64>
  %a = llvlir.mvr %q at !llvlir.a<64>
  %b = llvlir.mvr %s at !llvlir.a<64>
  %d = llvlir.pdiff.I %q, %t : i64 at !llvlir.a<64>
  %e = llvlir.pdiff.I %q, %t : i32 at !llvlir.a<64>
  llvlir.ret %a, %b, %d, %e :
    !llvlir.r<i64>, !llvlir.r<i64>, !llvlir.r<i64>, !llvlir.r<i32>
}
}"""
)


@pytest.mark.parametrize("p", (0, 4, 0xFFFFFFFC, 1 << 32, (1 << 64) - 4))
@pytest.mark.parametrize("n", (1, 1 << 32, (1 << 64) - 8))
@pytest.mark.parametrize("i", (8, -8))
def test_arithmetic_is_modulo_2_to_the_64(p: int, n: int, i: int):
    mask = (1 << 64) - 1
    difference = (p + n - (p - i)) & mask
    expected = [(p + n) & mask, (p + i) & mask, difference, difference & 0xFFFFFFFF]
    given = [p, n, i & 0xFFFFFFFF]
    assert executed(parsed(ARITHMETIC), given) == expected


ACCESSES = (
    HEAD
    + """llvlir.func @f(%p : !llvlir.a<64>, %i : !llvlir.a<64>, %n : !llvlir.r<i64>,
    %x : !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>) {
  llvlir.st.I %p, -4, %x : i32 at !llvlir.a<64>
  %a = llvlir.ld.I %p, -4 : i32 at !llvlir.a<64>
  llvlir.stidx.I %p, %i, %n, %n, %a : i32 at !llvlir.a<64>
  %b = llvlir.ldidx.I %p, %i, %n, %n : i32 at !llvlir.a<64>
  %c = llvlir.amoadd.I %p, %x : i32 at !llvlir.a<64>
  %d = llvlir.ll.I %p, 0 : i32 at !llvlir.a<64>
  %e = llvlir.sc.I %p, 0, %x : i32 at !llvlir.a<64>
  llvlir.ret %b, %d, %e : !llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>
}
}"""
)


def test_accesses_at_both_sides_of_4_gib():
    memory = Memory((1 << 32) - 64, limit=1 << 64)
    start = memory.allocate(128)
    assert start == (1 << 32) - 64
    middle = 1 << 32
    given = [middle, 2, 8, 7]  # index 2, stride 8, offset 8
    module = parsed(ACCESSES)
    assert [*run(module, "f", given, memory).results] == [7, 7, 0]
    assert memory.load(middle - 4, 4) == 7
    assert memory.load(middle + 24, 4) == 7
    assert memory.load(middle, 4) == 7


def test_an_access_wraps_where_addresses_end():
    memory = Memory(64)
    memory.allocate(16)
    module = parsed(
        HEAD
        + """llvlir.func @f(%p : !llvlir.a<64>) -> !llvlir.r<i8> {
  %x = llvlir.ld.I %p, 100 : i8 at !llvlir.a<64>
  llvlir.ret %x : !llvlir.r<i8>
}
}"""
    )
    memory.store(68, 1, 9)
    assert executed(module, [(1 << 64) - 32], memory) == [9]
    with pytest.raises(Diagnostic, match="at 0x100000044 is outside any object"):
        executed(module, [(1 << 32) - 32], memory)


TABLE = (
    HEAD
    + """llvlir.section "rodata"
llvlir.align 8
llvlir.label.L @table : global
llvlir.word.I 5 : i32
llvlir.zero 4
llvlir.address 3, @other
llvlir.address 0, @f
llvlir.label.L @other : global
llvlir.astring "abcdef"
llvlir.section "text"
llvlir.func @f() -> (!llvlir.r<i64>, !llvlir.r<i8>, !llvlir.r<i64>) {
  %s = llvlir.slot 8, 8 at !llvlir.a<64>
  %t = llvlir.consta.L @table : global at !llvlir.a<64>
  %w = llvlir.ld.I %t, 8 : i64 at !llvlir.a<64>
  %o = llvlir.mva %w at !llvlir.a<64>
  %b = llvlir.ld.I %o, 0 : i8 at !llvlir.a<64>
  %g = llvlir.consta.L @f : global at !llvlir.a<64>
  %k = llvlir.ld.I %t, 16 : i64 at !llvlir.a<64>
  %h = llvlir.mva %k at !llvlir.a<64>
  %d = llvlir.pdiff.I %g, %h : i64 at !llvlir.a<64>
  %z = llvlir.mvr %s at !llvlir.a<64>
  llvlir.ret %z, %b, %d : !llvlir.r<i64>, !llvlir.r<i8>, !llvlir.r<i64>
}
}"""
)


def test_words_of_data_hold_whole_addresses():
    slot, byte, difference = executed(parsed(TABLE), [])
    assert slot > 1 << 32 and (byte, difference) == (ord("d"), 0)
