"""
Directives, macros and expressions as LLVM's MC has them.

`directives.txt` has pieces of data sections with the bytes that llvm-mc makes of them.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.register_file import RA
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.instruction_text import parse_instruction
from circ.targets.naplespu.description.encoding import encode
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf import write_object
from circ.targets.naplespu.object.objectfile import ObjectFile, Section
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine

CASES = {
    name: (source, bytes.fromhex(expected))
    for name, source, expected in (
        (case.partition("\n")[0], *case.partition("\n")[2].split("@= "))
        for case in Path(__file__).with_name("directives.txt").read_text().split("@@ ")
        if case
    )
}
LLVM_MC = shutil.which("llvm-mc-19")
"""Of this version: older ones lay out some of the cases differently."""


def section(object: ObjectFile, name: str) -> Section:
    return next(section for section in object.sections if section.name == name)


def code(text: str) -> list[int]:
    data = section(assemble(text), ".text").data
    return [
        int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)
    ]


def data(text: str) -> bytes:
    return bytes(section(assemble(f".data\n{text}"), ".data").data)


def words(*lines: str) -> list[int]:
    parsed = [parse_instruction(line) for line in lines]
    return [encode(p.instruction.record, p.operands) for p in parsed]


@pytest.mark.parametrize("name", CASES)
def test_bytes_are_those_of_llvm(name: str):
    source, expected = CASES[name]
    assert data(source) == expected


@pytest.mark.skipif(LLVM_MC is None, reason="there is no llvm-mc-19")
@pytest.mark.parametrize("name", CASES)
def test_llvm_makes_these_bytes(name: str, tmp_path: Path):
    assert LLVM_MC is not None
    source, expected = CASES[name]
    file, object = tmp_path / "case.s", tmp_path / "case.o"
    file.write_text(f".data\n{source}")
    options = ["-triple=riscv32", "-mattr=-relax,-c", "-filetype=obj"]
    subprocess.run([LLVM_MC, *options, str(file), "-o", str(object)], check=True)
    assert expected in object.read_bytes()


def test_names_have_the_number_that_they_have_where_they_stand():
    text = (
        "N = 0x10002\n leah s1, N\n leal s1, N + 1\n"
        " lea s2, N\n movei s3, N % (b - a)\nN = 5\n movei s3, N * (b - a)\n"
        "leah s1, 3\nN = (b - a) * 2\n movei s4, 1 * N\na: nop\nb:"
    )
    assert code(text) == words(
        "moveih s1, 1",
        "moveil s1, 3",
        "moveih s2, 1",
        "moveil s2, 2",
        "movei s3, 2",
        "movei s3, 20",
        "moveih s1, 3",
        "movei s4, 8",
        "nop",
    )


def test_numbered_labels_of_code():
    assert code(
        "1: jmp 1b\n jmp 1f\n nop\n1: bnez s0, 1b\n beqz s0, 1b + 4\n jmp . + 8\n"
        "0: jmp 0b\n99: jmpsr 99b; 1: jmp 1b"
    ) == words(
        "jmp 0",
        "jmp 8",
        "nop",
        "bnez s0, 0",
        "beqz s0, 0",
        "jmp 8",
        "jmp 0",
        "jmpsr 0",
        "jmp 0",
    )


def test_expressions_of_labels_in_instructions():
    """Also of labels that follow, whose distance is known at the end."""
    assert code(
        "start: nop\n nop\nend: addi s0, s0, end-start\n addi s0, s0, (end-start)*2\n"
        " load32 s1, (end-start)/4(sp)\n movei s2, (last - start) * 2\n"
        " load32 s1, (last - end) / 4(sp)\n moveil s3, lo(last - start)\n"
        " addi s4, s4, 'a' - ','\n movei s5, ','\nlast:"
    ) == words(
        "nop",
        "nop",
        "addi s0, s0, 8",
        "addi s0, s0, 16",
        "load32 s1, 2(sp)",
        "movei s2, 80",
        "load32 s1, 8(sp)",
        "moveil s3, 40",
        "addi s4, s4, 53",
        "movei s5, 44",
    )


def test_case_of_mnemonics_and_directives_does_not_matter():
    assert code(".TEXT\n ADDI s0, s0, 1\n Add_I32 s1, s1, s2\n .Word 5") == [
        *words("addi s0, s0, 1", "add_i32 s1, s1, s2"),
        5,
    ]


def test_macros_of_code_run():
    """Arguments that are registers, a loop by numbered labels, a stack by `.set`."""
    image = link(
        [
            assemble(
                """
        .set    frame, 64
        .macro  push first, others:vararg
        store32 \\first, offset(sp)
        offset = offset + 4
        .ifnb   \\others
        push    \\others
        .endif
        .endm
        .macro  sum to, from, count=4
        movei   \\to, 0
        movei   s9, \\count
1:      add_i32 \\to, \\to, \\from
        addi    s9, s9, -1
        bnez    s9, 1b
        .endm
        .globl  main
main:   addi    sp, sp, -frame
        offset = 0
        push    s0, s1, ra
        sum     s2, s0
        sum     s3, s1, count=10 ; add_i32 s0, s2, s3
        .irp    n, 1, 2, 3
        addi    s0, s0, \\n * 16
        .endr
        addi    sp, sp, frame
        jret    /* the sum
                   is in s0 */
"""
            )
        ],
        entry="main",
    )
    machine = Machine()
    load(image, machine)
    machine.scalar[:2] = 7, 5
    machine.scalar[RA] = 4
    machine.run(image.symbols["main"].address, stop=4)
    assert machine.scalar[0] == 7 * 4 + 5 * 10 + 96


@pytest.mark.parametrize(
    ("text", "place", "message"),
    (
        ("jmp 1b", "1:1", "there is no label '1' above"),
        ("1:\njmp 1f", "2:1", "there is no label '1' below"),
        (".byte 08", "1:1", "'08' is no integer and no symbol"),
        ("lab:\nlab = 5", "2:1", "'lab' is defined twice"),
        (".equiv a, 1\n.equiv a, 2", "2:1", "'a' is defined twice"),
        ("a = 1\n a == 2", "2:2", "'a' is defined twice"),
        ("a = b\nb = a", "1:1", "'a' is defined by itself"),
        (".half a\n a = 65536", "1:1", "65536 does not fit 2 bytes"),
        (".set a", "1:1", "expected a name, a comma and a value"),
        (".float x", "1:1", "'x' is no floating-point number"),
        (".double 0x10", "1:1", "'0x10' is no floating-point number"),
        (".fill x", "1:1", "'x' is no integer"),
        (".fill 1, -1", "1:1", "size must not be negative, but is -1"),
        (".fill 1000000000, 8", "1:1", "size must be in 0..268435456, but is"),
        (".org 268435457", "1:1", "size must be in 0..268435456, but is 268435457"),
        ("nop\n.org 0", "2:1", "the place must not be above 4, but is 0"),
        (".org later\nlater:", "1:1", "the place must be known, and in this section"),
        (".if x\n.endif", "1:1", "'x' is no integer"),
        (".else", "1:1", "'.else' does not follow an .if or an .elseif"),
        (".if 1\n.else\n.elseif 1", "3:1", "'.elseif' does not follow an .if or an"),
        (".endif", "1:1", "'.endif' does not follow an .if or .else"),
        ("nop\n .if 0\n nop", "2:2", "'.if' without '.endif'"),
        (".endr", "1:1", "'.endr' without '.rept', '.irp' or '.irpc'"),
        ("nop; .endm", "1:6", "this ends a macro, but there is none"),
        ("\n .macro m", "2:2", "the end of this is missing"),
        (".rept 2\n.rept 1\n.endr", "1:1", "the end of this is missing"),
        (".exitm", "1:1", "'.exitm' is not in a macro"),
        (".purgem q", "1:1", "macro 'q' is not defined"),
        (".rept -1\n.endr", "1:1", "count must not be negative, but is -1"),
        (".rept x\n.endr", "1:1", "'x' is no integer"),
        (".irp\n.endr", "1:1", "expected a name, a comma and values"),
        (".irpc c, a b\n.endr", "1:1", "expected one word of characters"),
        (".ifc a\n.endif", "1:1", "expected two texts and a comma between them"),
        (".macro\n.endm", "1:1", "expected the name of a macro"),
        (".macro m a:x\n.endm", "1:1", "'x' is not a valid parameter qualifier for"),
        (".macro m a a\n.endm", "1:1", "there are two parameters named 'a'"),
        (".macro m a:vararg b\n.endm", "1:1", "vararg parameter 'a' must be the last"),
        (".macro m\n.endm\n.macro m\n.endm", "3:1", "macro 'm' is already defined"),
        (".macro m a:req\n.endm\n m", "3:2", "missing value for required parameter"),
        (".macro m\n.endm\n m 1", "3:2", "macro 'm' is given too many arguments"),
        (".macro m a\n.endm\n m b=1", "3:2", "parameter named 'b' does not exist for"),
        (".macro m a b\n.endm\n m a=1, 2", "3:2", "positional and named arguments"),
        (".macro m a\n.endm\n m (1", "3:2", "unbalanced parentheses in an argument"),
        (".altmacro", "1:1", "'.altmacro' is not supported"),
        (".err", "1:1", "'.err' stands here"),
        (" .error", "1:2", "'.error' stands here"),
        ('.error "no \\"luck\\""', "1:1", 'no "luck"'),
        ("nop /* a\n b", "1:5", "unterminated comment"),
        ("/*\n*/ foo", "2:4", "'foo' is no NaplesPU instruction"),
        ("nop; foo", "1:6", "'foo' is no NaplesPU instruction"),
        ("addi s0, s0, ',' + 400", "1:1", "'addi': imm must be in -256..255, but is"),
        (
            "movei s0, (a - b) * 2\na:",
            "1:19",
            "'*' takes numbers, but is given an address ('b'",
        ),
        ("movei s0, a * 2\na:", "1:13", "'*' takes numbers, but is given an address"),
        ("movei s0, 1f * 2\n1:", "1:14", "'*' takes numbers, but is given an"),
        (".previous", "1:1", "there is no previous section"),
        (".popsection", "1:1", "'.popsection' without '.pushsection'"),
        (".subsection 8193", "1:1", "a subsection must be in 0..8192, but is 8193"),
        ('.include "no.s"', "1:1", "cannot find the file 'no.s'"),
        ('.incbin "no.bin"', "1:1", "cannot find the file 'no.bin'"),
        (".incbin no.bin", "1:1", "expected one string in double quotes"),
        (".word a - b\n.data\na:\n.text\nb:", "1:1", "both ends of a difference must"),
        # What would take for ever.
        (".rept 1000000000\n.word 1\n.endr", "1:1", "what is included and expanded"),
        (
            ".macro m\n m\n.endm\n m",
            "2:2",
            "macros cannot be nested more than 20 levels",
        ),
        (".macro m\n m\n m\n.endm\n m", "2:2", "macros cannot be nested more than 20"),
        (
            ".macro m a\n m \\a\\a\\a\\a\\a\n.endm\n m xxxx",
            "2:2",
            "what is included and",
        ),
        pytest.param(
            ".rept 1000\n.rept 1000\n.rept 1000\n nop\n.endr\n.endr\n.endr",
            "3:1",
            "what is included and expanded has more than 1048576 lines",
            marks=pytest.mark.long,
        ),
    ),
)
def test_diagnostics(text: str, place: str, message: str):
    with pytest.raises(Diagnostic) as error:
        assemble(text, "f.s")
    assert str(error.value).startswith(f"f.s:{place}: error: {message}")


def test_a_repetition_of_nothing_ends():
    assert data(".rept 1000000000\n.endr\n.byte 1") == b"\1"


@pytest.mark.parametrize(
    "count", (10_000, pytest.param(50_000, marks=pytest.mark.long))
)
def test_time_is_linear_in_statements_arguments_and_names(count: int):
    """The larger size is one with which anything quadratic would take minutes."""
    names = "\n".join(f"x{n} = x{n + 1} + 1" for n in range(count))
    assert data(f"{names}\nx{count} = 5\n.word x0") == (count + 5).to_bytes(4, "little")
    assert len(code("nop;" * count)) == count
    assert len(code(".rept 2;" + "nop;" * count + ".endr")) == 2 * count
    assert data(".byte " + "1 - 1 + " * count + "1") == b"\1"
    assert data(f".irpc c, {'1' * count}\n.byte \\c\n.endr") == b"\1" * count
    assert data("".join(f"a{n}:" for n in range(count)) + ".byte 1") == b"\1"


def test_diagnostics_tell_where_macros_are_called():
    text = (
        ".macro outer x\n nop\n inner \\x\n.endm\n"
        ".macro inner y\n addi s0, \\y, 1000 + undefined * 2\n.endm\n  outer s1\n"
    )
    with pytest.raises(Diagnostic) as error:
        assemble(text, "f.s")
    assert str(error.value).splitlines() == [
        "f.s:6:32: error: '*' takes numbers, but is given an address "
        "('undefined' is not defined)",
        "f.s:3:2: note: in this macro 'inner'",
        "f.s:8:3: note: in this macro 'outer'",
    ]


def test_columns_in_expansions_are_those_of_the_original():
    """Of what stands in the place of a parameter, that of the parameter."""
    text = ".macro m a b\n addi \\a, s1, \\b\n.endm\n"
    for call, column in (("m s1x*, 1", 7), ("m s1000x, 1*", 15), ("mx s0, 1", 1)):
        with pytest.raises(Diagnostic) as error:
            assemble(text + call, "f.s")
        line = str(error.value).splitlines()[0]
        assert line.startswith(f"f.s:{2 if column > 1 else 4}:{column}: "), line


def test_include_and_incbin(tmp_path: Path):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc/defs.s").write_text('N = 3\n.include "more.s"\n.end\n.err\n')
    (tmp_path / "inc/more.s").write_text(".macro put x\n.byte \\x\n.endm\n")
    (tmp_path / "bytes.bin").write_bytes(b"abcdef")
    text = (
        '.data\n.include "defs.s"\nput N\n.incbin "bytes.bin"\n'
        '.incbin "bytes.bin", 4\n.incbin "bytes.bin",1,2\n.incbin "bytes.bin", , 1\n'
        '.incbin "bytes.bin", 9'
    )
    object = assemble(text, str(tmp_path / "main.s"), include=[str(tmp_path / "inc")])
    assert section(object, ".data").data == b"\3abcdefefbca"


def test_errors_in_included_files(tmp_path: Path):
    main = str(tmp_path / "main.s")
    (tmp_path / "a.s").write_text('nop\n .include "b.s"')
    (tmp_path / "b.s").write_text("  foo")
    with pytest.raises(Diagnostic) as error:
        assemble('\n.include "a.s"', main)
    assert str(error.value).splitlines() == [
        f"{tmp_path}/b.s:1:3: error: 'foo' is no NaplesPU instruction",
        f"{tmp_path}/a.s:2:2: note: in this included file",
        f"{main}:2:1: note: in this included file",
    ]
    (tmp_path / "b.s").write_text('.include "a.s"')
    with pytest.raises(Diagnostic, match="cannot be included more than 64 levels"):
        assemble('.include "a.s"', main)
    (tmp_path / "b.s").write_bytes(b"nop\n # \xff")
    with pytest.raises(Diagnostic, match=r"b.s:2:4: error: byte 0xff is not UTF-8"):
        assemble('.include "b.s"', main)


def test_messages(capsys: pytest.CaptureFixture[str]):
    assemble('.print "a\\tb"\n.warning "w"\n.fill -1\n.warning', "f.s")
    assert capsys.readouterr().err.splitlines() == [
        "a\tb",
        "f.s:2:1: warning: w",
        "f.s:3:1: warning: a negative count fills nothing",
        "f.s:4:1: warning: '.warning' stands here",
    ]


def test_symbols_of_assignments():
    object = assemble(
        ".globl alias, number\nalias = f + 4\nnumber = 2 * other\nother = 21\n"
        "here = .\nf: nop\n jmpsr ext2\n.data\n.word there, other, ext2\n"
        "there = ext + 8\next2 = ext\n.Lhidden = 3\n.weak w\n.set w, f\n.word w\n"
    )
    symbols = {symbol.name: symbol for symbol in object.symbols}
    assert (symbols["alias"].section, symbols["alias"].value) == (0, 4)
    assert symbols["number"].absolute and symbols["number"].value == 42
    assert "there" not in symbols and ".Lhidden" not in symbols
    assert not symbols["ext"].is_defined and symbols["w"].is_weak
    text, data = section(object, ".text"), section(object, ".data")
    names = [
        object.symbols[r.symbol].name for r in (*text.relocations, *data.relocations)
    ]
    assert names == ["ext", "ext", "ext", "w"]
    assert data.relocations[0].addend == 8 and data.data[4] == 21


def test_subsections_go_to_the_end():
    object = assemble(
        ".text 1\nl1: .word end - start\n.text\nstart: bnez s0, l1\n.data 1\n.align 8\n"
        ".word l1\n.data\n.byte 1\n.text 2\nend: jmp start\n.bss\n.space 3\n"
        ".subsection 1\n.space 4\n"
    )
    text, data, bss = (section(object, name) for name in (".text", ".data", ".bss"))
    (branch,) = words("bnez s0, 4")
    (back,) = words("jmp -8")
    assert [int.from_bytes(text.data[at : at + 4], "little") for at in (0, 4, 8)] == [
        branch,
        8,
        back,
    ]
    assert data.data == b"\1" + bytes(11) and bss.reserved == 7
    assert [(r.offset, r.addend) for r in data.relocations] == [(8, 0)]
    assert [s.name for s in object.sections] == [".text", ".data", ".bss"]
    assert write_object(object)[:4] == b"\x7fELF"
