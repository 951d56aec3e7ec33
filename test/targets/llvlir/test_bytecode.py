"""Format 2: encode, decode, encode is the identity; hostile input is diagnosed."""

import random
import sys
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llvlir_examples import example
from llvlir_programs import PROGRAM, parse, text
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.table import Row, rows
from circ.targets.execute.llvlir.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.llvlir import decode, encode, shapes
from circ.targets.llvlir.code_table import code_table
from circ.targets.llvlir.decoder import Bytecode
from circ.targets.llvlir.dump import dump, sizes
from circ.targets.llvlir.encoder import BytecodeTarget, ModuleEncoder, write
from circ.targets.llvlir.leb import Writer
from circ.targets.llvlir.light import decode_light
from circ.tools.formats import read_module

ROWS = [row for row in rows() if row.category != "ext-stream"]
SECOND = [row for row in rows(2) if row.profile == 2]


def str_of(value: object) -> str:
    return value.name if isinstance(value, Row) else str(value)


QUEENS = Path(__file__).parents[2] / "data" / "llvlir" / "queens.mlir"

DATA = encode(parse(PROGRAM))
HEADER = bytes([0, 0x4C, 0x56, 0x4C, 2, 1, 0])


@pytest.mark.parametrize(
    ("row", "width"),
    [
        (row, width)
        for row in (*ROWS, *SECOND)
        for width in (32, 64)[: 1 + row.has_address]
    ],
    ids=str_of,
)
@pytest.mark.every(3)
def test_every_row_is_kept(row: Row, width: int):
    module = example(row, width)
    data = encode(module)
    decoded = decode(data)
    assert text(decoded) == text(module)
    assert encode(decoded) == data


def test_a_prefix_is_that_of_the_first_access_of_a_code():
    source = """
    llvlir.func @f(%p: !llvlir.a) -> !llvlir.r<i32> {
      %x = llvlir.ld.I %p, 0 : i32
      %q = llvlir.mva %x
      %y = llvlir.ld.I %q, 0 memory<4> : i32
      llvlir.ret %y : !llvlir.r<i32>
    }
    """
    data = encode(parse(source))
    assert text(decode(data)) == text(parse(source))
    assert len(decode_light(data)[0].instructions) == 2


@pytest.mark.parametrize("version", (1, 2))
def test_program_is_kept(version: int):
    data = encode(parse(PROGRAM), version)
    decoded = decode(data)
    assert text(decoded) == text(parse(PROGRAM))
    assert encode(decoded, version) == data
    assert data[4] == version


def test_compiled_program_is_kept():
    module = read_module(str(QUEENS))
    data = encode(module)
    decoded = decode(data)
    assert text(decoded) == text(module)
    assert encode(decoded) == data
    verify_module(decoded)
    assert len(data) < 0.6 * len(encode(module, version=1))


def test_modules_of_other_widths_and_types_before_change_nothing():
    """What the encoder knows from one module holds for the next one."""
    source = """
    builtin.module{} {{
      llvlir.func @f(%x: !llvlir.r<i32>, %y: !llvlir.a{}) -> !llvlir.a{} {{
        %a = llvlir.consta.L @f : local{}
        %b = llvlir.ld.I %y, 0 : i{}{}
        %c = llvlir.consta.L @f : local{}
        llvlir.ret %y : !llvlir.a{}
      }}
    }}
    """
    wide = " attributes {circ.address_width = 64 : i32}"
    texts = [
        source.format(*(attributes, suffix, suffix, at, width, at, at, suffix))
        for attributes, suffix, at in (
            ("", "", ""),
            (wide, "<64>", " at !llvlir.a<64>"),
        )
        for width in (32, 64, 24)
    ]
    first = [encode(parse(text)) for text in texts]
    again = [encode(parse(text)) for text in reversed(texts)]
    assert first == again[::-1] and len({*first}) == 6
    for data, each in zip(first, texts, strict=True):
        assert text(decode(data)) == text(parse(each))


def test_many_attributes_are_forgotten(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shapes, "MOST_KNOWN", 4)
    module = parse(PROGRAM)
    data = encode(module)
    assert encode(module) == data
    assert len(shapes.known_of(1, 32).attributes) <= 4


def test_header():
    assert DATA[:7] == HEADER
    module = parse('llvlir.section "data"')
    assert encode(module) == HEADER + bytes([4, 6, 1, 4]) + b"data"
    assert encode(ModuleOp([])) == HEADER
    assert text(decode(HEADER)) == text(ModuleOp([]))


@pytest.mark.parametrize(("version", "size"), ((1, 4), (2, 2)))
def test_an_addition_takes(version: int, size: int):
    source = """
    llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {{
      {}
      llvlir.ret %x : !llvlir.r<i32>
    }}
    """
    line = "%a{} = llvlir.add.I %x, %x : i32\n"
    modules = [
        parse(source.format("".join(line.format(i) for i in range(count))))
        for count in (1, 2)
    ]
    one, two = (len(encode(module, version)) for module in modules)
    assert two - one == size


@pytest.mark.parametrize("version", (1, 2))
def test_blocks_out_of_order_are_laid_out_anew(version: int):
    module = parse("""
    llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      llvlir.j.L ^def
    ^use:
      llvlir.call @g() : () -> ()
      llvlir.ret %y : !llvlir.r<i32>
    ^def:
      %a = llvlir.consta.L @known : global
      %y = llvlir.addi.I %x, 1 : i32
      llvlir.j.L ^use
    }
    llvlir.func private @g()
    llvlir.section "external"
    llvlir.label.L @known : global
    """)
    data = encode(module, version)
    decoded = decode(data)
    assert encode(decoded, version) == data
    assert text(decoded).index("addi") < text(decoded).index("ret")


@pytest.mark.parametrize("version", (1, 2))
def test_decoded_code_runs_and_names_its_bytes(version: int):
    module = parse("""
    llvlir.func @f(%p: !llvlir.a, %x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      llvlir.st.I %p, 0, %x memory<4> : i32
      %y = llvlir.ld.I %p, 0 memory<4> : i32
      %z = llvlir.mul.I %y, %x : i32
      llvlir.ret %z : !llvlir.r<i32>
    }
    """)
    data = encode(module, version)
    decoded = decode(data, "f.llvb")
    memory = Memory()
    address = memory.allocate(4)
    assert run(decoded, "f", [address, 7], memory).results == [49]
    load = 27 if version == 1 else Bytecode(data).start_of(0) + 1
    with pytest.raises(Diagnostic, match=f"f.llvb: byte {load}: error: access of 4"):
        run(decoded, "f", [0, 7], memory)


def test_target_emits_the_bytes():
    assert BytecodeTarget().emit_bytes(Context(), parse(PROGRAM)) == DATA


def test_functions_are_written_one_after_the_other():
    file = BytesIO()
    write(parse(PROGRAM), file)
    assert file.getvalue() == DATA
    module = parse("llvlir.func @f() { llvlir.ret }\nllvlir.func @g() { llvlir.ret }")
    encoder = ModuleEncoder(["f", "g"])
    for op in module.ops:
        encoder.item(op)
        op.detach()
        op.erase()
    written = decode(b"".join(encoder.finish()))
    assert [op.sym_name.data for op in written.ops if isinstance(op, FuncOp)] == [
        *("f", "g")
    ]


def test_names_of_blocks_may_be_left_out():
    data = encode(parse(PROGRAM), names=False)
    assert len(data) < len(DATA)
    decoded = decode(data)
    assert encode(decoded) == data
    assert "^loop" in text(decode(DATA))
    assert "^loop" not in text(decoded)


def test_address_width_is_in_the_header():
    module = parse("builtin.module attributes {circ.address_width = 64 : i32} {}")
    data = encode(module)
    assert data == HEADER[:6] + b"\1"
    assert text(decode(data)) == text(module)
    wrong = parse("builtin.module attributes {circ.address_width = 16 : i32} {}")
    with pytest.raises(Diagnostic, match="must be 32 : i32 or 64 : i32, but is 16"):
        encode(wrong)


# region Parts of a module


def chain(name: str, count: int) -> str:
    lines = "".join(
        f"%a{i + 1} = llvlir.add.I %a{i}, %a0 : i32\n" for i in range(count)
    )
    return f"""llvlir.func @{name}(%a0: !llvlir.r<i32>) -> !llvlir.r<i32> {{
      {lines}
      llvlir.ret %a{count} : !llvlir.r<i32>
    }}\n"""


def test_one_function_is_decoded_without_the_others():
    module = parse("".join(chain(f"f{i}", i) for i in range(20)))
    data = bytearray(encode(module))
    whole = decode(bytes(data))
    file = Bytecode(bytes(data))
    start, end = file.start_of(3), file.start_of(4)
    data[start:end] = b"\xff" * (end - start)  # another function is broken
    with pytest.raises(Diagnostic):
        decode(bytes(data))
    file = Bytecode(bytes(data))
    number = file.number_of("f7")
    assert number == 7
    assert file.number_of("f70") is None
    expected = next(op for i, op in enumerate(whole.ops) if i == 7)
    assert file.function(number).is_structurally_equivalent(expected)


def test_work_of_one_function_does_not_grow_with_the_others():
    def steps(functions: int) -> int:
        source = "".join(chain(f"f{i}", 5) for i in range(functions))
        data = encode(parse(source))
        count = 0

        def trace(*_: object):
            nonlocal count
            count += 1

        sys.setprofile(trace)
        try:
            Bytecode(data).function(2)
        finally:
            sys.setprofile(None)
        return count

    steps(3)
    assert steps(300) < 1.2 * steps(20)


def test_light_decoding_finds_the_instructions():
    for source in (PROGRAM, QUEENS.read_text()):
        data = encode(parse(source))
        module = decode(data)
        funcs = [op for op in module.ops if isinstance(op, FuncOp)]
        for light, func in zip(decode_light(data), funcs, strict=True):
            assert light.name == func.sym_name.data
            assert light.blocks == len(func.body.blocks)
            places = {str(op.location) for b in func.body.blocks for op in b.ops}
            assert len(light.instructions) == len(places)
            assert sum(map(len, light.instructions)) == light.sizes["instructions"]


def test_dump():
    data = encode(parse(chain("f", 2)))
    assert (
        dump(data)
        == """\
     0  00 4c 56 4c 02 01 00     header, version 2
section 1, names: 2 bytes from 9
     9  66 00                    0: f
section 2, function types: 7 bytes from 13
                                 0: (!llvlir.r<i32>) -> (!llvlir.r<i32>)
section 3, index of functions: 6 bytes from 22
section 4, items: 3 bytes from 30
section 5, functions: 6 bytes from 35
function 0, f: 6 bytes from 35
    35  01                       blocks
    36  0f 11 02                 %1 = llvlir.add.I %0, %0 : i32
                                 %2 = llvlir.add.I %1, %0 : i32
    39  06 01                    llvlir.ret %2 : !llvlir.r<i32>
"""
    )
    table = sizes(data)
    assert "       5 instructions" in table
    assert "           3             2       6      2.00  f" in table
    with pytest.raises(Diagnostic, match="only bytecode of format 2"):
        dump(encode(parse(chain("f", 2)), version=1))


# endregion
# region Hostile input


def file_of(**sections: bytes) -> bytes:
    """A file of the contents of sections."""
    numbers = {
        "names": 1,
        "types": 2,
        "index": 3,
        "items": 4,
        "records": 5,
        "blocks": 6,
    }
    writer = Writer()
    writer.data += HEADER
    for name, content in sections.items():
        writer.unsigned(numbers[name])
        writer.string(content)
    return bytes(writer.data)


ITEM = bytes([0x96, 4, 1])


def function(
    *parts: int | bytes, inputs: bytes = b"\0", names: bytes = b"f\0"
) -> bytes:
    """A file of one function with a body, `f`, without results."""
    body = b"".join(bytes([part]) if isinstance(part, int) else part for part in parts)
    index = bytes([1, 0, 1, 0, 1, len(body)])
    return file_of(
        names=names,
        types=b"\1" + inputs + b"\0",
        index=index,
        items=ITEM,
        records=body,
    )


WORD = b"\1\1\4"
"""One parameter of i32."""
NUMBERS = {code.text: code.number for code in code_table().codes if code is not None}
ADD, CONST = NUMBERS["add.I i32"], NUMBERS["const.I i32"]
LOAD = NUMBERS["mva; ld.I i32 #0 ^0"]
RET = 6


def test_smallest_function():
    data = function(1, RET)
    assert "llvlir.func @f()" in str(decode(data))
    assert encode(decode(data)) == data


@pytest.mark.parametrize(
    ("data", "message"),
    (
        (HEADER[:4], "byte 4: error: more bytes are needed"),
        (HEADER[:4] + b"\x03", "byte 4: error: version 3 is not known"),
        (HEADER[:5] + b"\x03", "byte 5: error: profile 3 is not known"),
        (HEADER[:6] + b"\x02", "byte 6: error: flags 2 is not known"),
        (HEADER + b"\x07\x01\x00", "byte 7: error: no section 7 must be here"),
        (HEADER + b"\x04\x00", "byte 8: error: 0 bytes are announced"),
        (HEADER + b"\x04\x05", "byte 8: error: 5 bytes are announced, but 0 are left"),
        (file_of(items=b"\1\0") + b"\1\1\0", "no section 1 must be here"),
        (file_of(names=b"f"), "the last name must end in NUL"),
        (file_of(names=b"f\0"), "name 0 is not used"),
        (file_of(types=b"\1\0\0"), "function type 0 is not used"),
        (file_of(types=b"\2\0\0"), "more bytes are needed"),
        (file_of(types=b"\1\0\0\0"), "bytes are left after the types"),
        (file_of(names=b"f\0", index=b"\2"), "2 functions cannot be here"),
        (file_of(names=b"f\0", index=b"\1\2\3\0"), "no array of 1 numbers of 3 bytes"),
        (file_of(names=b"f\0", index=b"\1\2\2\0\0"), "as short as can be"),
        (file_of(names=b"f\0", index=b"\1\2\1\0\1\4"), "not as long as their section"),
        (file_of(items=b"\0"), "0 is no opcode"),
        (file_of(items=ITEM), "1 functions are not there"),
        (file_of(items=bytes([8, 4, 1])), "'word.I' must not be in section 'text'"),
        (file_of(items=b"\1\1\xff"), "the name of a section must be UTF-8"),
        (function(1, RET, names=b"\0"), "a name must have 1 to 255 bytes"),
        (function(1, RET, names=b"\xff\0"), "a name must be UTF-8"),
        (function(0, RET), "0 is no number of blocks here"),
        (function(9, RET), "9 is no number of blocks here"),
        (function(1), "is no number of blocks here"),
        (function(1, RET, RET), "byte 33: error: bytes are left in a function"),
        (function(1, 11), "11 is no code"),
        (function(1, ADD, 0x11), "goes beyond the first value"),
        (function(1, ADD, 0x21, RET, inputs=WORD), "goes beyond the first"),
        (function(1, ADD, 0, 0, 0, inputs=WORD), "distance 16 goes beyond the first"),
        (function(1, ADD), "more bytes are needed, but the input ends"),
        (function(1, NUMBERS["mva"], 0, RET, inputs=WORD), "must be at least 1"),
        (
            function(1, 0, 47, 4, 0x11, RET, inputs=WORD),
            "must be written with its code",
        ),
        (function(1, 0, 0, RET), "0 is no opcode"),
        (function(1, 0, 8, 4, 1, RET), "'word.I' must not be in a function"),
        (function(1, 0, 21, 0, RET), "'j.L' must not be in a function"),
        (function(1, CONST, 4, RET), "4 has a code of its own"),
        (function(1, CONST, b"\x84\x00", RET), "its shortest form"),
        (function(1, CONST, b"\xff\xff\xff\xff\x1f", RET), "fit 32 signed bits"),
        (function(1, NUMBERS["const.F f64"], b"\2\x3f\0", RET), "without zeros"),
        (function(1, NUMBERS["const.F f64"], b"\x09" + b"\1" * 9, RET), "has 8 bytes"),
        (function(1, NUMBERS["slot"], 4, 3, RET), "must be a power of two, but is 3"),
        (
            function(1, ADD, 0x11, ADD, 0x12, RET, inputs=WORD),
            "'add.I' must be part of the code before it",
        ),
        (
            function(
                *(1, NUMBERS["mva"], 1, NUMBERS["ld.I i32 #0"], 1, RET), inputs=WORD
            ),
            "'ld.I' must be part of the code before it",
        ),
        (
            function(1, NUMBERS["add.I i32; add.I i32 ^0"], 0x11, 1, RET, inputs=WORD),
            "an operand must be the linked one",
        ),
        (function(1, 1, 0, RET), "a prefix of an access precedes something else"),
        (function(1, 1, 16, LOAD, 1, RET, inputs=WORD), "16 are no flags of an access"),
        (function(1, 1, 17, 2, LOAD, 1, RET, inputs=WORD), "an access precedes"),
        (function(1, 2, 1, 1, RET), "a prefix of a two-way branch precedes something"),
        (function(1, 2, 1, 1, 2, 1, 1, RET), "a prefix of a two-way branch precedes"),
        (function(1, 3, RET), "a mark precedes what is no call"),
        (function(1, 3, 8, 0, 0, RET), "'f' is not variadic, but is called otherwise"),
        (function(1, 8, 1, RET), "1 is no number of a name to call here"),
        (function(1, 9, 0, 0, RET), "0 is no number of a name to call here"),
        (
            function(1, 9, 1, 0, RET, names=b"f\0g\0"),
            "there is no function 'g' to call",
        ),
        (function(1, 10, 1, RET), "there is no function type 1"),
        (function(1, 5), "no block follows the jump"),
        (function(1, 4, 0), "there is no block 0 to branch to"),
        (function(2, 0, 4, 1, RET), "the following block must not be written"),
        (function(2, 0, 4, 2, RET), "there is no block 2 to branch to"),
        (function(2, 0x10, 5, RET), "the last half byte must be 0"),
        (function(2, 15, 1, b"\1\4", 5, RET), "must be written as half a byte"),
        (function(2, 1, 5, RET), "goes beyond the first"),
        (function(1, 7, 0, 0), "0 is no number of targets here"),
        (
            function(
                *(3, 0, NUMBERS["cmpbr.I i32 ne next"], 2, 0x11),
                *(NUMBERS["const.I i32 #1"], 6, ADD, 0x11, 6),
                inputs=WORD,
            ),
            "is used in block 2, where its definition does not dominate",
        ),
        (function(1, RET, 1, 1, names=b"f\0a\0"), "bytes are left in a function"),
        (
            function(1, LOAD, 1, RET, 0, 1, inputs=WORD),
            "alias classes that are all empty are left out",
        ),
        (
            function(1, LOAD, 1, RET, 2, 2, inputs=WORD, names=b"f\0a\0"),
            "no run of accesses of one alias class",
        ),
        (
            function(1, LOAD, 1, RET, 3, 1, inputs=WORD, names=b"f\0a\0b\0"),
            "names must come in the order of their first use",
        ),
        (
            function(1, LOAD, 1, RET, 2, 1, inputs=WORD, names=b"f\0a\0a\0"),
            "name 2 is not used",
        ),
        (
            function(1, LOAD, 1, RET, 1, 1, inputs=WORD, names=b"f\0f\0"),
            "name 1 is not used",
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


def accepted_or_diagnosed(data: bytes) -> bool:
    try:
        module = decode(data, canonical=data[4:5] == b"\2")
    except Diagnostic as diagnostic:
        assert str(diagnostic).startswith("byte ")
        return False
    assert encode(module, data[4]) == data
    verify_module(module)
    return True


@settings(max_examples=300)
@given(st.binary(max_size=100))
def test_random_bodies(body: bytes):
    accepted_or_diagnosed(function(1, body[:100], inputs=WORD))


@pytest.mark.parametrize("length", range(0, len(DATA), 5))
def test_truncated_files(length: int):
    if length != 7:  # the header alone is an empty module
        with pytest.raises(Diagnostic):
            decode(DATA[:length])


def seeds() -> list[bytes]:
    """Files that are small, so that about one in forty mutants is a module."""
    files = [encode(example(row)) for row in (*ROWS, *SECOND)]
    return [*files, DATA, encode(read_module(str(QUEENS)))]


def mutate(chance: random.Random, data: bytes) -> bytes:
    mutant = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        position = chance.randrange(len(mutant))
        match chance.randrange(5):
            case 0:
                mutant[position] = chance.randrange(256)
            case 1:
                mutant[position] = mutant[position] + chance.choice((1, -1)) & 255
            case 2 if len(mutant) > 1:
                del mutant[position]
            case 3:
                piece = mutant[position : position + chance.randrange(1, 8)]
                mutant[position:position] = piece
            case _:
                mutant[position] ^= 1 << chance.randrange(8)
    return bytes(mutant)


def mutated(seed: int, count: int) -> None:
    chance, files = random.Random(seed), seeds()
    accepted = sum(
        accepted_or_diagnosed(mutate(chance, chance.choice(files)))
        for _ in range(count)
    )
    assert count // 100 < accepted < count // 2


def test_mutated_files():
    mutated(20, 1000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_many_mutated_files(seed: int):
    """A million in all."""
    mutated(1000 + seed, 10_000)


def test_memory_is_in_proportion():
    """Types that a call repeats bound what it makes."""
    results = ", ".join(["!llvlir.r<i32>"] * 100)
    zeros = ", ".join(["%x"] * 100)
    calls = f"%r:100 = llvlir.call @f(%x) : (!llvlir.r<i32>) -> ({results})\n" * 1
    module = parse(f"""
    llvlir.func @f(%x: !llvlir.r<i32>) -> ({results}) {{
      {calls}
      llvlir.ret {zeros} : {results}
    }}
    """)
    data = encode(module)
    assert encode(decode(data)) == data
    light = decode_light(data)[0]
    assert len(light.instructions[0]) > 92


# endregion
