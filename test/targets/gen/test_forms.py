"""
Each line as Beignet prints it; every word of a text is looked at.

A word that is changed is rejected or changes the program. What a program says is in its
text, or there is none.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from gen_opcodes import cases, module_of
from source_text import read
from xdsl.dialects.builtin import ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Operation
from xdsl.utils.exceptions import ParseError, VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import memory
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import (
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    GlobalOp,
    IndirectBranchOp,
    InputsOp,
    Instruction,
    LabelOp,
    RegisterOp,
    RetOp,
)
from circ.dialects.gen.table import HAND_WRITTEN, ROWS
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text

PARTS = 8
"""Of tests that change each word of a program: `make test` runs the first."""

FAMILIES = (
    ("dword",) * 8 + ("bool",) * 2 + ("byte",) * 4 + ("word",) * 2 + ("qword",) * 4
)
"""%0 to %7, %8 and %9, %10 to %13, %14 and %15, %16 to %19."""
NUMBERS = " ".join(f"%{n % 8}" for n in range(46))

NARY = {
    "int32 %1 %2": "ABS BSWAP FBH FBL CBIT LZD BFREV SIMD_ANY SIMD_ALL",
    "float %1 %2": "COS SIN LOG EXP SQR RSQ RCP RNDD RNDE RNDU RNDZ",
    "int32 %1 %2 %3": "MUL ADD ADDSAT SUB SUBSAT DIV REM SHL SHR ASR BSF BSB OR XOR "
    "AND MUL_HI HADD RHADD UPSAMPLE_INT SIMD_SHUFFLE",
    "float %1 %2 %3": "POW",
    "float %1 %2 %3 %4": "MAD LRP",
    "uint32 %1": "SIMD_SIZE SIMD_ID",
}
LINES = (
    "MOV.bool %8 %9",
    *(f"{op}.{rest}" for rest, opcodes in NARY.items() for op in opcodes.split()),
    *(f"{op}.int64 %16 %17 %18" for op in ("I64_MUL_HI", "I64HADD", "I64RHADD")),
    "UPSAMPLE_SHORT.int16 %14 %15 %15",
    "UPSAMPLE_LONG.int64 %16 %17 %18",
    "I64MADSAT.uint64 %16 %17 %18 %19",
    "SEL.int32 %1 %8 %2 %3",
    *(f"{op}.int32 %8 %1 %2" for op in ("EQ", "NE", "LE", "LT", "GE", "GT")),
    "ORD.float %8 %1 %2",
    "BITCAST.uint32.uint8 {%1} {%10 %11 %12 %13}",
    "BITCAST.uint8.uint32 {%10 %11 %12 %13} {%1}",
    "CVT.float.int32 %1 %2",
    "SAT_CVT.uint8.float %10 %1",
    "F16TO32.float.uint16 %1 %14",
    "F32TO16.uint16.float %14 %1",
    "ATOMIC.local.ADD %1 {%2} %3 bti:254",
    "ATOMIC.global.CMPXCHG %1 {%2} %3 %4 bti:2",
    "ATOMIC.global.INC %1 {%2} bti:255",
    "ATOMIC.mixed.UMAX %1 {%2} %3 %4 bti: %4",
    "LOADI.uint32 %1 2",
    "LOADI.int8 %10 -3",
    "LOADI.float %1 0.5",
    "LOADI.half %14 half(0.5)",
    "LOAD.int32.global.aligned {%1} %2 bti:2",
    "LOAD.float.global.aligned {%1 %2 %3 %4} %5 bti:255",
    "LOAD.int8.global.unaligned {%10} %1 bti:3",
    "LOAD.int8.private.unaligned {%10 %11 %12 %13} %1 bti:1",
    "LOAD.uint32.mixed.aligned {%1} %2 bti: %3",
    "LOAD.int16.constant.unaligned {%14 %15} %1 bti:0",
    "BLOCKLOAD.uint32.global.aligned {%1 %2} %3 bti:2",
    "STORE.int32.global.aligned %1 {%2} bti:2",
    "STORE.int8.local.unaligned %1 {%10 %11} bti:254",
    "STORE.int8.global.unaligned %1 {%10} bti: %2",
    "STORE.double.generic.unaligned %1 {%16} bti:255",
    "BLOCKSTORE.uint32.global.aligned %1 {%2 %3} bti:2",
    "TYPED_WRITE.float surface id 3 coord u %0 %1 %2 %3 %4",
    "TYPED_WRITE.float surface id 3 coord u %0 coord v %1 coord w %2 %3 %4 %5 %6",
    "SAMPLE.float.float surface id 3 coord u %0 coord v %1 %2 %3 %4 %5 sampler idx 1",
    "SYNC.workgroup.local_read.local_write",
    "SYNC.workgroup.global_read.global_write.image",
    "READ_ARF %1 arf:11",
    "REGION %1 %2 offset: 3",
    f"VME src_surface id 3 ref_surface id 4 {NUMBERS} "
    "msg_type 1 vme_search_path_lut 0 lut_sub 2",
    f"IME src_surface id 3 ref_surface id 4 {NUMBERS} %6 %7 %0 %1 %2 %3 %4 %5 %6 "
    "msg_type 1",
    "INDIRECT_MOV.int32 %1 %2 %3 offset: 8",
    "GET_IMAGE_INFO.1 %1 surface id 3 info reg %2",
    "CALC_TIMESTAMPTimeStamp pointer 19 (Type 1)",
    "STORE_PROFILING BTI 3 (Type 1)",
    "WAIT",
    "WORKGROUP_REDUCE_ADD %1 %2 %3 %4 (TheadID Map at SLM: 0)",
    "WORKGROUP_BROADCAST %2 %1 %0 Local X: %0 (TheadID Map at SLM: 0)",
    "WORKGROUP_BROADCAST %2 %1 %0 %3 Local X: %0 Local Y: %3 (TheadID Map at SLM: 0)",
    "WORKGROUP_BROADCAST %2 %1 %0 %3 %4 Local X: %0 Local Y: %3 Local Z: %4"
    " (TheadID Map at SLM: 64)",
    "SUBGROUP_INCLUSIVE_MAX %1 %2",
    "SUBGROUP_BROADCAST %1 %2 Local ID: %3",
    "PRINTF",  # Beignet prints no operands
    "PRINTF %1 {%2 %3} bti:3 num:1",
    "MBREAD.uint16.2 {%14 %15} 2D surface id 3 byte coord x %1 row coord y %2",
    "MBWRITE.uint16.2 2D surface id 3 byte coord x %1 row coord y %2 {%14 %15}",
)


def text_of(*lines: str) -> str:
    declared = [f".decl.{family} %{n}" for n, family in enumerate(FAMILIES)]
    return "\n".join(
        (
            ".decl_function f",
            f"## {len(declared)} registers ##",
            *declared,
            "## 0 input register ##",
            "## 0 output register ##",
            "## 0 pushed register",
            "## 2 blocks ##",
            "LABEL $0",
            *lines,
            "",
            "LABEL $1",
            "RET",
            "",
            ".end_function",
            "",
        )
    )


def test_there_is_a_line_for_each_opcode():
    known = {re.split(r"[.< ]|(?<=GROUP)_|(?<=TAMP)T", line)[0] for line in LINES}
    known = {word.removeprefix("BLOCK") for word in known}
    rows = [row for row in ROWS if row.number < 128 and row.opcode not in HAND_WRITTEN]
    assert {row.opcode for row in rows} == known


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_beignet_is_read_and_written(line: str):
    text = text_of(line)
    assert write_gen_text(read_gen_text(text, "f.gen")) == text


WHOLE = """.decl_attribute circ.cpu "generic"

.decl_global table size:8 align:4 space:68 constant 0102
.decl_attribute mark unit

.decl_global names size:8 align:4 addresses:{table print}

.decl_external print {dword boolx16} -> {bool} variadic
.decl_signature (i32, vector<16xi1>) -> i1
.decl_lanes 16

.decl_function kernel
.decl_visibility private
.decl_signature (memref<4xi32>, i32) -> (i32, i32) in memory
.decl_variadic
.decl_lanes 16
.decl_attribute circ.runtime unit
## 4 registers ##
.decl.dword %0 uniform
.decl.dword %1 one
.decl.dword %2 uniform
.decl.bool %3 uniform
## 3 input registers ##
decl_input.value %0 arg0
decl_input.value %2 arg1
decl_input.value %4 arg2
## 1 output registers ##
decl_output.dword
## 0 pushed register
## 4 blocks ##
LABEL $0
LOAD.int32.global.unaligned {%0} %0 bti:255 #circ.memory<4, align 2, alias "a">
STORE.int32.global.aligned %0 {%0} bti:255 #circ.memory<4, volatile>
SYMBOL.uint32 %0 table
FRAME.uint32 %0 size:8 align:4
CTZ.int32 %0 %1 attributes {mark}
CALL kernel {%0} {%0 %2 %4} variadic
CALL <%0> {%0} {%2}
BRA<%3> -> label$2 weights:array<i32: 3, 1>
BRA -> label$3

LABEL $1 here
BRA<*%0> -> {label$1 label$3}

LABEL $2
RET %0

LABEL $3 there
RET %0

.end_function
"""
WHOLE = WHOLE.replace("## 4 registers ##", "## 5 registers ##").replace(
    "## 3 input", ".decl.dword %4 uniform\n## 3 input"
)


def test_what_declarations_say_is_read_and_written():
    assert write_gen_text(read_gen_text(WHOLE, "f.gen")) == WHOLE


def changes(text: str) -> Iterator[str]:
    """The text with one word, number or register less, more or another one."""
    for found in re.finditer(r"[A-Za-z_]+|[0-9]+|[^\sA-Za-z_0-9]", text):
        word = found.group()
        others = ["", word * 2]
        if word.isdecimal():
            others += [str(int(word) + 1)]
            if not re.search("<|signature", text):  # MLIR reads "i032"
                others.append("0" + word)
        elif word[0].isalpha():
            others += ["bogus", word[:-1]]
        for other in others:
            yield text[: found.start()] + other + text[found.end() :]


def same(text: str, changed: str) -> bool:
    """Is a changed text the same program?"""
    try:
        module = read_gen_text(changed, "f.gen")
    except Diagnostic as error:
        assert str(error).startswith("f.gen:"), error
        return False
    return str(module) == str(read_gen_text(text, "f.gen"))


OPTIONAL = re.compile(r"## [0-9]+ [a-z ]+")
"""A plural or the end of a line that says a number: it is not needed."""


@pytest.mark.parametrize("line", LINES)
@pytest.mark.every(6, first=5)
def test_each_word_of_a_line_is_looked_at(line: str):
    # A declaration less or more is rejected in any case: the lines alone are changed.
    text = text_of(line)
    for changed in changes(line):
        assert not same(text, text_of(changed)), changed


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.every(PARTS)
def test_each_word_of_a_declaration_is_looked_at(part: int):
    lines = WHOLE.split("\n")
    for number, line in islice(enumerate(lines), part, None, PARTS):
        for changed in changes(line):
            other = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
            if not OPTIONAL.match(line):
                assert not same(WHOLE, other) or renumbers(line), changed


def renumbers(line: str) -> bool:
    """Is it a label, whose number is not in the program?"""
    return line.startswith("LABEL")


# region Attributes


def variations() -> Iterator[tuple[str, ModuleOp]]:
    """Every opcode with each property that it may have or not."""
    for row in ROWS:
        if row.opcode in HAND_WRITTEN:
            continue
        for case in cases(16, row.opcode):
            if case.type not in (None, "bool", "int8", "float", "uint64"):
                continue
            if case.uniform in ("", "d") and case.source in (None, "int8", "double"):
                yield from ((str(each), module_of(each)) for each in [case])
        case = next(iter(cases(1, row.opcode)))
        for name, kind in row.properties.items():
            given = {"int": 7, "int?": 7, "flag": True, "memory?": memory(8, 2, 5, "x")}
            if kind in given and name not in ("align", "value", "point", "mask"):
                if name in ("timestamp_type", "profiling_type"):
                    continue
                each = replace(case, properties={**case.properties, name: given[kind]})
                yield str(each), module_of(each)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.every(PARTS)
def test_every_property_is_in_the_text(part: int):
    count = 0
    for name, module in islice(variations(), part, None, PARTS):
        verify_module(module)
        again = read_gen_text(write_gen_text(module), "f.gen")
        assert str(again) == str(module).replace("    gen.inputs\n", ""), name
        count += 1
    assert count > 500 // PARTS


def test_attributes_of_declarations_are_in_the_text():
    text = """
      module attributes {circ.cpu = "generic", circ.features = ["a", 1 : i32]} {
        gen.global @g 8 align 4 attributes {a = unit, b = #circ.memory<4>}
        gen.func @h(dwordx8) lanes 8 attributes {"odd name" = "x\\ny"}
        gen.func private @i()
        gen.func @f() attributes {circ.runtime, c = {d = 1.5 : f32}} {
          gen.ret
        }
      }
    """
    module = read(text)
    assert str(read_gen_text(write_gen_text(module), "f.gen")) == str(module)


@pytest.mark.parametrize(
    "kind", (Instruction, CallOp, CallIndirectOp, RetOp, IndirectBranchOp)
)
def test_attributes_of_instructions_are_in_the_text(kind: type[Operation]):
    module = read_gen_text(WHOLE, "f.gen")
    op = next(op for op in module.walk() if isinstance(op, kind))
    op.attributes |= {"mark": UnitAttr(), "circ.name": StringAttr("x y")}
    assert str(read_gen_text(write_gen_text(module), "f.gen")) == str(module)


@pytest.mark.parametrize("kind", (RegisterOp, InputsOp, LabelOp, CondBranchOp))
def test_attributes_that_would_be_lost_are_diagnosed(kind: type[Operation]):
    module = read_gen_text(WHOLE, "f.gen")
    op = next(op for op in module.walk() if isinstance(op, kind))
    op.attributes["mark"] = UnitAttr()
    with pytest.raises(Diagnostic, match="in gen-text, attribute 'mark'") as found:
        write_gen_text(module)
    assert str(found.value).startswith("f.gen:")


KERNEL = """gen.func @f(dword, dword, dword) attributes {circ.kernel = #circ.kernel<["global dst", "structure.8 h"], {group = array<i64: 16, 1, 1>, hidden = ["local_id_0"], images = array<i64: 3>, local_bytes = 64 : i64, pointer_bits = 32 : i64, printf = ["%d\\0A"], samplers = array<i64: 1>, stack_bytes = 128 : i64}>} {
  %0 = gen.register : !gen.reg<dword>
  %1 = gen.register : !gen.reg<dword>
  %2 = gen.register : !gen.reg<dword>
  %3 = gen.register pushed 1 at 4 : !gen.reg<dword>
  gen.inputs %0, %1, %2
  gen.printf %2 = %1, %3 {bti = 3, number = 0}
  gen.ret
}"""  # noqa: E501


def test_the_text_keeps_what_a_kernel_says():
    module = read(KERNEL)
    verify_module(module)
    text = write_gen_text(module)
    assert "decl_input.structure.8 %1 h\n" in text
    assert "decl_pushed %3 @{1,4}\n" in text
    assert str(read_gen_text(text)) == str(module)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    (
        ('"global dst"', '"bogus dst"', "'bogus dst' is not the kind and name"),
        ('"global dst"', '"global"', "'global' is not the kind and name"),
        ("16, 1, 1", "16, 1", "a group must have three sizes from 1"),
        ("16, 1, 1", "16, 0, 1", "a group must have three sizes from 1"),
        ("pointer_bits = 32", "pointer_bits = 16", "must have 32 or 64 bits"),
        ("local_bytes", "locals", "'locals = 64 : i64' is not known of a kernel"),
        ('["local_id_0"]', "3 : i32", "'hidden = 3 : i32' is not known"),
        ('"local_id_0"', '"local_id"', "'local_id' is not a special register"),
        ('["local_id_0"]', "[]", "2 arguments and 0 hidden ones has 3 inputs"),
        ("1 at 4", "1 at 5", "nothing to push of argument 1 at 5"),
        ("1 at 4", "0 at 4", "nothing to push of argument 0 at 4"),
        ("1 at 4", "2 at 4", "nothing to push of argument 2 at 4"),
        ("pushed 1", 'special "zero" pushed 1', "not be a special one"),
        ("printf %2 = ", "printf ", "must have a destination, or nothing"),
        ("dword, dword, dword)", "dword, dword, dword) -> (dword)", "no results"),
    ),
)
def test_what_is_wrong_with_a_kernel_is_diagnosed(old: str, new: str, message: str):
    assert old in KERNEL
    with pytest.raises((Diagnostic, VerifyException, ParseError), match=message):
        verify_module(read(KERNEL.replace(old, new)))


def test_a_global_keeps_its_attributes():
    module = ModuleOp([GlobalOp.of("g", 4, 4)])
    module.attributes["foreign"] = StringAttr("x")
    assert str(read_gen_text(write_gen_text(module))) == str(module)


# endregion
