"""Files of assembly to sections, symbols and relocations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.assembly import parse_instruction
from circ.targets.naplespu.elf import write_object
from circ.targets.naplespu.encoding import encode
from circ.targets.naplespu.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    SymbolType,
)

PROGRAM = """
# sum of the table
        .text
        .globl  main
        .p2align 2
        .type   main,@function
main:                                // entry
        movei   s0, 3
.Lloop: addi    s0, s0, -1
        bnez    s0, .Lloop
        leah    s1, table+4
        leal    s1, table+4
        load32  s3, .Lpool
        jmpsr   helper
        jret
.Lpool: .word   0x12345678
.Lend:
        .size   main, .Lend-main
        .data
        .align  4
table:  .word   1, -2, main, .Lpool+4
        .byte   255, -128, .Lend-.Lpool
        .asciz  "#\\n\\x41\\101"
        .bss
        .globl  buffer
buffer: .space  64
"""


def section(object: ObjectFile, name: str) -> Section:
    return next(section for section in object.sections if section.name == name)


def words(data: bytearray) -> list[int]:
    return [
        int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)
    ]


def test_instructions_and_local_branches():
    text = section(assemble(PROGRAM), ".text")
    lines = (
        "movei s0, 3",
        "addi s0, s0, -1",
        "bnez s0, -4",
        "leah s1, 0",
        "leal s1, 0",
        "load32 s3, 12(pc)",
        "jmpsr 0",
        "jret",
    )
    parsed = [parse_instruction(line) for line in lines]
    expected = [encode(p.instruction.record, p.operands) for p in parsed]
    assert words(text.data) == [*expected, 0x12345678]
    assert text.executable and not text.writable and text.alignment == 4


def test_data():
    object = assemble(PROGRAM)
    data = section(object, ".data")
    assert data.data[:8] == bytes((1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF))
    assert data.data[16:] == bytes((255, 128, 4)) + b"#\nAA\0"
    assert section(object, ".bss").reserved == 64


def test_symbols_and_relocations():
    object = assemble(PROGRAM)
    named = {s.name: i for i, s in enumerate(object.symbols) if s.name}
    assert set(named) == {"main", "table", "helper", "buffer"}
    main = object.symbols[named["main"]]
    assert (main.type, main.size, main.is_global) == (SymbolType.FUNCTION, 36, True)
    assert object.symbols[named["helper"]].section is None
    assert section(object, ".text").relocations == [
        Relocation(12, RelocationKind.ABS_HIGH_LEA, named["table"], 4),
        Relocation(16, RelocationKind.ABS_LOW_LEA, named["table"], 4),
        Relocation(24, RelocationKind.BRANCH, named["helper"], 0),
    ]
    # A name that the symbol table does not keep becomes its section and an offset.
    assert object.symbols[0].type is SymbolType.SECTION
    assert section(object, ".data").relocations == [
        Relocation(8, RelocationKind.ABS32, named["main"], 0),
        Relocation(12, RelocationKind.ABS32, 0, 36),
    ]


def test_code_is_padded_with_what_the_hardware_drops():
    object = assemble(
        "nop\n .byte 1\n .align 16\n .data\n .byte 1\n .align 4\n .byte 2"
    )
    text = b"\xff\xff\xff\xff\x01\0\0\0" + b"\xff" * 8
    assert object.sections[0].data == text
    assert object.sections[1].data == b"\x01\0\0\0\x02"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    (
        ("  foo s1", "1:3", "'foo' is no NaplesPU instruction"),
        ("l: addi s1, s2, 256", "1:4", "'addi': imm must be in -256..255, but is 256"),
        ("\n jmp l(", "2:6", "'l(' is no operand"),
        ("x:\nx:", "2:1", "'x' is defined twice"),
        (".foo", "1:1", "unknown directive '.foo'"),
        (".align 3", "1:1", "alignment must be a power of two, but is 3"),
        (".align 1, 2, 3, 4", "1:1", "takes 1 to 3 integers, but is given 4"),
        (".byte 256", "1:1", "value must be in -128..255, but is 256"),
        (".byte x", "1:1", "the address of a symbol takes a word"),
        (".word 1,,2", "1:1", "'' is no integer and no symbol"),
        (".word a-b", "1:1", "'a' is not defined"),
        (
            "a:\n.data\nb: .word a-b",
            "3:4",
            "both ends of a difference must be in one section",
        ),
        ('.ascii "a', "1:1", "expected one string in double quotes"),
        ('.ascii "\\q"', "1:1", "'\\q' is no escape sequence"),
        (".byte 1\nnop", "2:1", "an instruction must be aligned to 4 bytes"),
        (".space 999999999999", "1:1", "size must be in 0..268435456, but is"),
        (".type f, @thing", "1:1", "type must be one of function, object, notype"),
        (".globl 1x", "1:1", "'1x' is no name of a symbol"),
        (".size f, -1", "1:1", "size must be in 0..268435456, but is -1"),
        (".word x+2147483648", "1:1", "an addend must have 32 bits, but is"),
        (f".word {'1' * 5000}", "1:1", "'1111"),
        (f"addi s1, s2, {'1' * 5000}", "1:14", "'1111"),
        (
            ".bss\n.space 268435456\n.byte 0",
            "3:1",
            "a section must not exceed 268435456",
        ),
        ("addi s1, s2, 0x", "1:14", "'0x' is no operand"),
        (".section", "1:1", "expected the name of a section"),
        (".bss\n.byte 1", "2:1", "section '.bss' holds only zeros"),
        (".bss\n.word x", "2:1", "section '.bss' holds only zeros"),
        ("load32 s1, a\n.data\na:", "1:1", "'a' must be in this section"),
        (
            "bnez s0, l\n.space 131072\nl:",
            "1:1",
            "'bnez': target must be in -131072..131071, but is 131076",
        ),
    ),
)
def test_diagnostics(text: str, place: str, message: str):
    with pytest.raises(Diagnostic) as error:
        assemble(text, "f.s")
    assert str(error.value).startswith(f"f.s:{place}: error: {message}")


PIECES = (
    *(".word", ".byte", ".align", ".space", ".asciz", ".globl", ".weak", ".size"),
    *(".section", ".type", ".data", ".bss", ".file", "add_i32", "leah", "bnez", "jmp"),
    *("load32", "s1", "v2", "pc", "x", ".Lx", ".", "x:", ".Lx:", "@function", '"a"'),
    *(
        "-1",
        "4",
        "0x",
        "99999999999",
        "+",
        "-",
        ",",
        "(",
        ")",
        '"',
        "\\",
        "#",
        "\n",
        " ",
    ),
)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))
def test_any_text_is_assembled_or_diagnosed(text: str):
    try:
        object = assemble(text, "f.s")
    except Diagnostic as error:
        assert str(error).startswith("f.s:")
    else:
        assert write_object(object)[:4] == b"\x7fELF"
