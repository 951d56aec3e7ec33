"""Format 1: encode, decode, encode is the identity; hostile input is diagnosed."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llvlir_examples import example
from llvlir_programs import PROGRAM, parse, text
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.table import Row, rows
from circ.targets.llvlir import decode
from circ.targets.llvlir.format1_encoder import encode_format1 as encode
from circ.targets.llvlir.leb import Writer

ROWS = [row for row in rows() if row.category != "ext-stream"]

DATA = encode(parse(PROGRAM))


@pytest.mark.parametrize("row", ROWS[::5], ids=lambda row: row.name)
def test_rows_are_kept(row: Row):
    module = example(row)
    data = encode(module)
    decoded = decode(data)
    assert text(decoded) == text(module)
    assert encode(decoded) == data


def test_header():
    assert DATA[:7] == bytes([0, 0x4C, 0x56, 0x4C, 1, 1, 0])
    module = parse('llvlir.section "data"')
    assert encode(module) == DATA[:7] + bytes([6, 1, 4]) + b"data"


@pytest.mark.parametrize(
    ("source", "message"),
    (
        ("llvlir.word.I 1 : i32", "'llvlir.word.I' must be in a section of data"),
        (
            "llvlir.func private @f() attributes {circ.signature = (none) -> ()}",
            "a signature with the type none has no bytecode",
        ),
        (
            f"llvlir.func private @{'f' * 256}()",
            "a name in bytecode has 1 to 255 bytes",
        ),
        (
            "llvlir.func private @f()\nllvlir.func private @f()",
            "symbol 'f' is defined twice",
        ),
        (
            "llvlir.func @f() { llvlir.call @g() : () -> () llvlir.ret }",
            "there is no function 'g' to call",
        ),
        ("builtin.module { builtin.module {} }", "'builtin.module': outside functions"),
    ),
)
def test_what_has_no_bytecode_is_diagnosed(source: str, message: str):
    with pytest.raises(Diagnostic, match=message):
        encode(ModuleOp([op.clone() for op in parse(source).ops]))


# region Hostile input


def stream(*parts: int | bytes) -> bytes:
    """A file of the operation stream that the parts make."""
    writer = Writer()
    writer.data += DATA[:7]
    writer.string(
        b"".join(bytes([part]) if isinstance(part, int) else part for part in parts)
    )
    return bytes(writer.data)


NUMBERS = {row.name: row.number for row in rows()}


def opcode(name: str) -> bytes:
    writer = Writer()
    writer.unsigned(NUMBERS[name])
    return bytes(writer.data)


LABEL, RET, JUMP = opcode("label.L"), opcode("ret"), opcode("j.L")
ENTRY = LABEL + b"\x01\x01f" + opcode("function") + b"\x02\x00\x00"
ARG = opcode("arg.I") + b"\x04"


def test_smallest_function():
    assert "llvlir.func @f()" in str(decode(stream(ENTRY, RET)))


def test_other_numbers_of_lanes():
    """The document has powers of two from 2 to 128; others are an extension."""
    data = stream(ENTRY, opcode("const.VI"), 0, 3, 2, 5, RET)
    module = decode(data)
    assert "llvlir.const.VI 0x5 : 3xi8" in str(module)
    assert encode(module) == data


@pytest.mark.parametrize(
    ("data", "message"),
    (
        (b"", "byte 0: error: no llvlir bytecode"),
        (b"\0" * 64, "byte 0: error: no llvlir bytecode"),
        (DATA[:4], "byte 4: error: more bytes are needed, but the input ends"),
        (DATA[:4] + b"\x03", "byte 4: error: version 3 is not known"),
        (DATA[:5] + b"\x02", "byte 5: error: profile 2 is not known"),
        (DATA[:6] + b"\x01", "byte 6: error: flags 1 is not known"),
        (DATA[:7] + b"\x05", "byte 7: error: 5 bytes must follow, but 0 do"),
        (stream() + b"\0", "byte 7: error: 0 bytes must follow, but 1 do"),
        (stream(0), "byte 8: error: 0 is no opcode"),
        (stream(b"\xff\x07"), "byte 8: error: 1023 is no opcode"),
        (stream(b"\x81\x00"), "byte 8: error: a number must have its shortest form"),
        (stream(b"\xff" * 20), "byte 8: error: a number must fit 64 bits"),
        (stream(1, 9, b"da"), "byte 9: error: 9 bytes are announced, but 2 are left"),
        (stream(1, 1, b"\xff"), "the name of a section must be UTF-8"),
        (stream(RET), "'ret' must not be in section 'text' outside functions"),
        (stream(opcode("word.I"), 4, 1), "'word.I' must not be in section 'text'"),
        (stream(LABEL, 0, 1, b"x"), "byte 9: error: a local label must be in a fun"),
        (stream(LABEL, 1, 1, b"x"), "'function' must follow a global label"),
        (stream(LABEL, 1, 1, b"x", RET), "'function' must follow a global label"),
        (stream(LABEL, 1, 0), "a name must have 1 to 255 bytes and no NUL"),
        (stream(LABEL, 1, 1, b"\0"), "a name must have 1 to 255 bytes and no NUL"),
        (stream(LABEL, 1, 1, b"\x80"), "a name must be UTF-8"),
        (stream(LABEL, b"\x01\x01f", opcode("function"), 2, 32, 0), "no flags of a f"),
        (stream(LABEL, b"\x01\x01f", opcode("function"), 3, 0, 0, 0), "bytes are left"),
        (stream(LABEL, b"\x01\x01f", opcode("function"), 9, 0, 0), "9 bytes are annou"),
        (stream(ENTRY), "function 'f' does not end in a terminator"),
        (stream(ENTRY, RET, RET), "'ret' follows the end of a block without a label"),
        (stream(ENTRY, RET, ENTRY, RET), "byte 19: error: symbol 'f' is defined twice"),
        (stream(ENTRY, JUMP, 0, 1, b"x"), "label 'x' is not defined"),
        (stream(ENTRY, JUMP, 1, 1, b"f"), "a jump must be to a local label"),
        (stream(ENTRY, JUMP, 0, b"\x011", LABEL, b"\0\x011", RET), "must be left out"),
        (stream(ENTRY, LABEL, b"\0\x012", RET), "label '2' is neither 1, its number"),
        (stream(ENTRY, LABEL, b"\0\x03bb1", RET), "label 'bb1' is neither 1"),
        (stream(ENTRY, LABEL, b"\0\x03a_1", RET), "label 'a_1' is neither 1"),
        (stream(ENTRY, RET, LABEL, b"\0\x01x", RET, LABEL, b"\0\x01x", RET), "twice"),
        (stream(ENTRY, opcode("add.I"), 4, 1, 1, RET), "distance 1 is not from 1 to 0"),
        (stream(ENTRY, ARG, opcode("mv"), 0, RET), "distance 0 is not from 1 to 1"),
        (stream(ENTRY, ARG, opcode("mv"), 1, ARG, RET), "'arg' must follow a label"),
        (stream(ENTRY, opcode("const.I"), 0, 32, 0, RET), "must not be written as a w"),
        (
            stream(ENTRY, opcode("const.I"), 7, 0, RET),
            "7 is no code of an integer type",
        ),
        (
            stream(ENTRY, opcode("const.F"), 0, 8, 24, 0, RET),
            "f32 must be written with",
        ),
        (stream(ENTRY, opcode("const.F"), 0, 1, 9, 0, RET), "2 to 31 bits of exponent"),
        (stream(ENTRY, opcode("const.F"), 0, 32, 9, 0, RET), "2 to 31 bits of exp"),
        (stream(ENTRY, opcode("const.F"), 0, 9, 1, 0, RET), "2 to 4096 bits of sign"),
        (
            stream(ENTRY, opcode("const.F"), 0, 9, b"\x81\x20", 0, RET),
            "2 to 4096 bits of sign",
        ),
        (
            stream(ENTRY, opcode("const.F"), 0, 3, 2, 32, RET),
            "must fit 5 bits",
        ),
        (
            stream(ENTRY, opcode("const.I"), 2, b"\x80\x01", RET),
            "must fit 8 signed bit",
        ),
        (stream(ENTRY, opcode("const.I"), 2, b"\xff\x7f", RET), "its shortest form"),
        (
            stream(ENTRY, ARG, opcode("slli.I"), 4, 1, 32, RET),
            "from 0 to 31, but is 32",
        ),
        (stream(ENTRY, ARG, opcode("extract.I"), 4, 1, 30, 3, RET), "within 32 bits"),
        (
            stream(ENTRY, ARG, opcode("cmps.I"), 4, 8, 1, 1, RET),
            "8 is no code of a cond",
        ),
        (
            stream(ENTRY, ARG, opcode("add.I"), 5, 1, 1, RET),
            "operand 0 must be of type",
        ),
        (stream(ENTRY, opcode("const.VI"), 8, 2, 0, RET), "2\\^8 lanes are not from"),
        (stream(ENTRY, opcode("const.VI"), 0, 4, 2, 0, RET), "4 lanes must be written"),
        (stream(ENTRY, opcode("const.VI"), 0, 0, 2, 0, RET), "0 lanes are not from 1"),
        (stream(ENTRY, opcode("fence"), 16, RET), "16 is no memory order"),
        (
            stream(ENTRY, opcode("natural"), 4, RET),
            "precedes 'ret', which is no access",
        ),
        (
            stream(ENTRY, opcode("memory"), 4, 4, 0, 0, 0),
            "must be written as 'natural'",
        ),
        (stream(ENTRY, opcode("memory"), 4, 3, 0, 0, 0), "power of two, but is 3"),
        (stream(ENTRY, opcode("weights"), 1, 1, RET), "no two-way branch"),
        (stream(ENTRY, ARG, opcode("pass.I"), 4, 1, RET), "must return \\(\\) as"),
        (stream(ENTRY, ARG, opcode("pass.I"), 5, 1, RET), "a value of type"),
        (stream(ENTRY, ARG, opcode("pass.I"), 4, 1, opcode("mv"), 1), "takes none"),
        (stream(ENTRY, opcode("call"), 1, b"g", RET), "there is no function 'g'"),
        (
            stream(ENTRY, opcode("call"), 1, b"f", ARG, RET),
            "is called with other types",
        ),
        (
            stream(ENTRY, opcode("variadic"), opcode("call"), 1, b"f", ARG, RET),
            "'f' is not variadic, but is called otherwise",
        ),
        (stream(ENTRY, opcode("variadic"), RET), "precedes 'ret', which is no call"),
        (stream(ENTRY, opcode("variadic"), LABEL, b"\0\x01x", RET), "precede a label"),
        (stream(ENTRY, opcode("entry"), 1, b"x"), "'entry' must follow 'brtab'"),
        (stream(ENTRY, ARG, opcode("brtab"), 1, RET), "'ret' must not follow a branch"),
        (
            stream(ENTRY, ARG, opcode("brtab"), 1, JUMP, 0, b"\x01x"),
            "label 'x' is not defined",
        ),
        (
            stream(*(ENTRY, ARG, opcode("brtab"), 1), LABEL, b"\0\x01x", RET),
            "there must be targets",
        ),
        (
            stream(ENTRY, opcode("arg.I"), 2, opcode("brtab"), 1),
            "the number of a target must be of type i32",
        ),
        (stream(ENTRY, opcode("word.I"), 4, 1, RET), "'word.I' must not be in a fun"),
        (stream(ENTRY, opcode("function"), 2, 0, 0), "must not be in a function"),
        (
            stream(ENTRY, ARG, LABEL, b"\0\x01x", ARG, RET),
            "is passed \\(\\)",
        ),
        (
            stream(ENTRY, ARG, opcode("cmpbr.I"), 4, 1, 1, 1, b"\x01x", RET),
            "'ret' must not follow a branch",
        ),
        (
            stream(
                *(ENTRY, ARG, opcode("cmpbr.I"), 4, 1, 1, 1, b"\x01y"),
                *(LABEL, b"\0\x01x", opcode("addi.I"), 4, 1, 1, RET),
                *(LABEL, b"\0\x01y", opcode("addi.I"), 4, 1, 1, RET),
            ),
            "is used where its definition does not dominate",
        ),
    ),
)
def test_hostile_input_is_diagnosed(data: bytes, message: str):
    with pytest.raises(Diagnostic, match=message) as diagnostic:
        decode(data)
    assert str(diagnostic.value).startswith("byte ")
    with pytest.raises(Diagnostic) as diagnostic:
        decode(data, "x.llvb")
    assert str(diagnostic.value).startswith("x.llvb: byte ")


def accepted_or_diagnosed(data: bytes) -> None:
    try:
        module = decode(data)
    except Diagnostic as diagnostic:
        assert str(diagnostic).startswith("byte ")
    else:
        assert encode(module) == data


@settings(max_examples=500)
@given(st.binary(max_size=200))
def test_random_streams(body: bytes):
    accepted_or_diagnosed(stream(ENTRY, ARG, body))


@settings(max_examples=200)
@given(st.binary(max_size=64))
def test_random_files(data: bytes):
    accepted_or_diagnosed(data)


@pytest.mark.parametrize("length", range(0, len(DATA), 5))
def test_truncated_files(length: int):
    with pytest.raises(Diagnostic):
        decode(DATA[:length])


@pytest.mark.parametrize("seed", range(20, 28))
@pytest.mark.every(8)
def test_mutated_streams(seed: int):
    chance = random.Random(seed)
    body = DATA[9:]  # after the header and the length, two bytes here
    assert stream(body) == DATA
    for _ in range(500):
        mutant = bytearray(body)
        for _ in range(chance.choice((1, 1, 2, 4))):
            position = chance.randrange(len(mutant))
            match chance.randrange(4):
                case 0:
                    mutant[position] = chance.randrange(256)
                case 1:
                    mutant[position] = mutant[position] + 1 & 255
                case 2:
                    del mutant[position]
                case _:
                    piece = mutant[position : position + chance.randrange(1, 16)]
                    mutant[position:position] = piece
        accepted_or_diagnosed(stream(bytes(mutant)))


# endregion
