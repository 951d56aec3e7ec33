"""Files of assembly to sections, symbols and relocations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.instruction_text import (
    parse_instruction,
    word_text,
)
from circ.targets.naplespu.description.encoding import encode
from circ.targets.naplespu.description.instructions import by_opcode
from circ.targets.naplespu.generated.disassembler import LEAVES
from circ.targets.naplespu.generated.emitter import BITS
from circ.targets.naplespu.object.elf import write_object
from circ.targets.naplespu.object.objectfile import (
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


def test_padding_of_a_value_or_not_at_all():
    object = assemble(
        ".data\n .byte 1\n .balign 4, 0xab\n .byte 2\n .p2align 3,,2\n .byte 3\n"
        " .p2align 3,,4\n .text\n nop\n .align 8, 0xff"
    )
    assert object.sections[1].data == b"\x01\xab\xab\xab\x02\x03" + bytes(2)
    assert object.sections[0].data == b"\xff" * 8


def test_what_a_compiler_says_for_debuggers():
    object = assemble(
        ".text\n .hidden f\nf: .cfi_startproc\n jret\n.Lend: .cfi_endproc\n"
        " .cfi_def_cfa_offset 64\n .data\n .quad 1 << 40, -1\n .2byte 1\n"
        " .uleb128 0, 127, 128, 624485, .Lend-f\n .sleb128 2, -2, 127, -128, -129\n"
    )
    assert bytes(object.sections[1].data) == bytes.fromhex(
        "0000000000010000" + 8 * "ff" + "0100" + "00 7f 8001 e58e26 04"
        "02 7e ff00 807f ff7e"
    )


def test_names_of_numbers():
    """They are numbers wherever they are used, as in the vendor's assembler."""
    object = assemble(
        ".set n, -8\n .set m, 2 * n\n addi sp, sp, n - 1\n load32 s1, m+4(sp)\n"
        " movei s2, -m * 2\n lea s3, m\n .data\n .space -m\n .align -n\n"
        " .byte n\n .align 4\n .word n, n * 2\n"
    )
    text, data = object.sections[:2]
    lines = ("addi sp, sp, -9", "load32 s1, -12(sp)", "movei s2, 32")
    assert words(text.data)[:3] == [
        encode(p.instruction.record, p.operands) for p in map(parse_instruction, lines)
    ]
    assert not text.relocations and not data.relocations and data.alignment == 8
    numbers = b"\xf8\xff\xff\xff\xf0\xff\xff\xff"
    assert data.data[16:] == b"\xf8\0\0\0" + numbers


@pytest.mark.parametrize(
    ("text", "place", "message"),
    (
        ("  foo s1", "1:3", "'foo' is no NaplesPU instruction"),
        ("l: addi s1, s2, 256", "1:4", "'addi': imm must be in -256..255, but is 256"),
        ("\n jmp l(", "2:6", "'l(' is no operand"),
        ("x:\nx:", "2:1", "'x' is defined twice"),
        (".foo", "1:1", "unknown directive '.foo'"),
        (".uleb128 -1", "1:1", "value must not be negative, but is -1"),
        (".uleb128 x", "1:1", "'x' is no integer"),
        (".quad x", "1:1", "the address of a symbol takes a word"),
        (".align 4, 256", "1:1", "fill must be in -128..255, but is 256"),
        (".space n\n.set n, 1", "1:1", "'n' is no integer"),
        (
            ".set n, 256\naddi s1, s1, n",
            "2:1",
            "'addi': imm must be in -256..255, but is 256",
        ),
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
            "all sections must not exceed 268435456",
        ),
        ("addi s1, s2, 0x", "1:14", "'0x' is no operand"),
        ("addi s1, s2, 1 / 0", "1:16", "division by zero"),
        (
            "addi s1, s2, 200 + 56",
            "1:1",
            "'addi': imm must be in -256..255, but is 256",
        ),
        ("movei s1, hi(a) + 1", "1:17", "half of an address is no number"),
        ("addi s1, s2, lo(a)", "1:1", "'addi' takes (scalar register, scalar register"),
        ("load32 s1, a(sp)", "1:12", "the value must be a number, but is"),
        ("jmp 3 - a", "1:5", "an address cannot be negative"),
        ("jmp a * 2", "1:7", "'*' takes numbers, but is given an address"),
        ("jmp a + b", "1:7", "addresses cannot be added"),
        ("addi s1, s2, b - a", "1:1", "'b' is not defined"),
        ("a: .space 400\nb: addi s1, s2, b - a", "2:4", "'addi': imm must be in"),
        (".space later - .\nlater:", "1:1", "'later' is not defined above"),
        (".word hi(a)", "1:1", "only an instruction holds half of an address"),
        (".word 1 << 64", "1:1", "a shift must be by 0..63, but is by 64"),
        ("lea s1, 0x100000000", "1:1", "'lea': a number must have 32 bits, but is"),
        ("lea v1, a", "1:1", "'lea' takes (scalar register, integer or symbol), but"),
        (".section", "1:1", "expected the name of a section"),
        (".bss\n.byte 1", "2:1", "section '.bss' holds only zeros"),
        (".bss\n.word x", "2:1", "section '.bss' holds only zeros"),
        (".comm a, 4, 3", "1:1", "alignment must be a power of two, but is 3"),
        (".comm a, -1", "1:1", "size must be in 0..268435456, but is -1"),
        ("a:\n.comm a, 1", "2:1", "'a' is defined twice"),
        (".comm a, 1\na:", "2:1", "'a' is defined twice"),
        (".set a, 1\na:", "2:1", "'a' is defined twice"),
        (".globl a\n.set a, b", "2:1", "'a' is the symbol 'b' of another file, and"),
        (".set a, b + 1\n.set b, 2 + a", "1:1", "'a' is defined by itself"),
        (".set a, 1 << 32", "1:1", "a number must have 32 bits, but is 4294967296"),
        (".reloc 0, R_NPU_X, a", "1:1", "'X' is no kind of relocation"),
        (".reloc a, R_NPU_ABS32, a", "1:1", "the place must be in this section"),
        (".reloc 0, R_NPU_ABS32, 1", "1:1", "'1' is no symbol"),
        (".reloc 0, R_NPU_ABS32, x", "1:1", "a relocation lies outside its section"),
        (
            "load32 s0, l\n.space 400\nl:",
            "1:1",
            "'load32': offset must be in -256..255",
        ),
    ),
)
def test_diagnostics(text: str, place: str, message: str):
    with pytest.raises(Diagnostic) as error:
        assemble(text, "f.s")
    assert str(error.value).startswith(f"f.s:{place}: error: {message}")


PIECES = (
    *(".word", ".byte", ".align", ".space", ".asciz", ".globl", ".weak", ".size"),
    *(
        ".macro m a",
        ".endm",
        "m 1",
        "\\a",
        ".rept 2",
        ".irp a, 1, 2",
        ".endr",
        ".exitm",
    ),
    *(
        ".if",
        ".else",
        ".endif",
        ".ifdef x",
        "1:",
        "1b",
        "1f",
        "x=",
        ".=",
        ";",
        "/*",
        "*/",
    ),
    *(".fill", ".org", ".float", ".pushsection .data", ".popsection", ".previous", "*"),
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


EXPRESSIONS = """
        .text
start:  movei   s0, (1 + 2) * 3 << 2    # 36
        addi    s1, s0, end - start - 4 # the distance, known later
        addi.m  v1, v2, end-start
        moveih  s2, hi(0x12345678)
        moveil  s2, lo(0x12345678)
        moveih  s3, hi(table + 8)
        moveil  s3, lo(table+8)
        load32  s4, 2*4(sp)
        load32  s5, -(1 + 3) (sp)
        jmp     . + 8
        beqz    s0, start + 4
        movei   s6, 'A' | ' '
        movei   s7, '#'                 // no comment begins in quotes
        movei   s8, '\\n'
        lea     s9, table
        lea     s10, 0xdeadbeef
        lea     s11, -1
end:
        .data
table:  .byte   'a', ',', ~0 & 15, -7 / 2, -7 % 2, 1 << 3 >> 1
        .half   end - start, (end - start) , 0b11 ^ 0b101
        .align  1 << 2
        .word   table + 3 * 4, end - start + 1, here, .
here:   .space  16 - (here - table) % 16, 0xa0 + 1
        .size   table, . - table
"""


def test_expressions():
    object = assemble(EXPRESSIONS)
    text = section(object, ".text")
    size = len(text.data)
    lines = (
        "movei s0, 36",
        f"addi s1, s0, {size - 4}",
        f"addi.m v1, v2, {size}",
        f"moveih s2, {0x1234}",
        f"moveil s2, {0x5678}",
        "moveih s3, 0",
        "moveil s3, 0",
        "load32 s4, 8(sp)",
        "load32 s5, -4(sp)",
        "jmp 8",
        "beqz s0, -36",
        f"movei s6, {ord('a')}",
        f"movei s7, {ord('#')}",
        "movei s8, 10",
        "leah s9, 0",
        "leal s9, 0",
        f"leah s10, {0xDEAD}",
        f"leal s10, {0xBEEF}",
        f"leah s11, {0xFFFF}",
        f"leal s11, {0xFFFF}",
    )
    assert words(text.data) == [
        encode(p.instruction.record, p.operands) for p in map(parse_instruction, lines)
    ]
    table = next(i for i, s in enumerate(object.symbols) if s.name == "table")
    assert text.relocations == [
        Relocation(20, RelocationKind.ABS_HIGH_LEA, table, 8),
        Relocation(24, RelocationKind.ABS_LOW_LEA, table, 8),
        Relocation(56, RelocationKind.ABS_HIGH_LEA, table, 0),
        Relocation(60, RelocationKind.ABS_LOW_LEA, table, 0),
    ]
    data = section(object, ".data")
    assert data.data[:6] == bytes((97, 44, 15, 253, 255, 4))
    assert data.data[6:12] == bytes((size, 0, size, 0, 6, 0))
    assert data.data[16:20] == (size + 1).to_bytes(4, "little")
    assert data.data[28:] == b"\xa1" * 4
    assert object.symbols[table].size == 32
    here = next(i for i, s in enumerate(object.symbols) if s.name == "here")
    assert [(r.offset, r.addend) for r in data.relocations] == [
        (12, 12),
        (20, 0),
        (24, 24),
    ]
    assert data.relocations[1].symbol == here


@given(st.integers(0, 0xFFFFFFFF))
def test_every_word_has_a_text_that_assembles_to_it(word: int):
    text = section(assemble(word_text(word)), ".text")
    assert words(text.data) == [word]


@given(st.sampled_from(sorted(by_opcode())), st.integers(0, 0xFFFFFFFF))
def test_words_of_every_record_have_such_a_text(opcode: int, bits: int):
    known = next(
        (mask for mask, _, number, *_ in LEAVES if number == opcode), 0xFFFFFFFF
    )
    word = BITS[opcode] | bits & ~known
    text = section(assemble(word_text(word)), ".text")
    assert words(text.data) == [word]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))
def test_any_text_is_assembled_or_diagnosed(text: str):
    try:
        object = assemble(text, "f.s")
    except Diagnostic as error:
        assert str(error).startswith("f.s:")
    else:
        assert write_object(object)[:4] == b"\x7fELF"
