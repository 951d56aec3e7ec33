"""gen-text: reading and writing are inverse, and every fault has a place."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.parser import Parser

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import Circ
from circ.dialects.gen import SCALARS, Gen
from circ.dialects.gen.table import ROWS
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.gen.forms import literal_bits, literal_text
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text

DATA = Path(__file__).parent / "data"
FILES = sorted(DATA.rglob("*.gen"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_read_is_written_as_it_was(path: Path):
    text = path.read_text()
    assert write_gen_text(read_gen_text(text, path.name)) == text


def test_the_example_of_the_documentation():
    page = Path(__file__).parents[3] / "docs" / "gen-text.md"
    example = page.read_text().split('```text title="countdown.gen"\n')[1]
    example = example.split("```\n")[0]
    module = read_gen_text(example, "example.gen")
    assert write_gen_text(module) == example
    assert run(module, "countdown", [5], Memory()).results == [1]


def test_the_files_have_every_opcode():
    words = {word for path in FILES for word in path.read_text().split()}
    opcodes = {
        word.partition(".")[0].removeprefix("BLOCK").partition("<")[0] for word in words
    }
    for row in ROWS:
        joined = row.opcode in ("WORKGROUP", "SUBGROUP", "CALC_TIMESTAMP")
        assert row.opcode in opcodes or (
            joined and any(word.startswith(row.opcode) for word in words)
        ), row.opcode


def parse(text: str) -> ModuleOp:
    context = Context()
    for dialect in (Builtin, Circ, Gen):
        context.load_dialect(dialect)
    return Parser(context, text).parse_module()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.every(3)
def test_the_module_read_is_the_module_that_mlir_text_keeps(path: Path):
    module = read_gen_text(path.read_text(), path.name)
    again = parse(str(module))
    again.verify()
    assert write_gen_text(again) == path.read_text()


# region Control flow


def function(*lines: str, blocks: int, registers: Sequence[str] = ("dword", "bool")):
    declarations = [f".decl.{family} %{n}" for n, family in enumerate(registers)]
    return "\n".join(
        (
            ".decl_function f",
            f"## {len(registers)} registers ##",
            *declarations,
            "## 0 input register ##",
            "## 1 output registers ##",
            "decl_output.dword",
            "## 0 pushed register",
            f"## {blocks} blocks ##",
            *lines,
            ".end_function",
            "",
        )
    )


def result(text: str) -> list[int]:
    module = read_gen_text(text, "f.gen")
    assert write_gen_text(read_gen_text(write_gen_text(module))) == write_gen_text(
        module
    )
    return run(module, "f", [], Memory()).results


def test_a_block_falls_through_to_the_next():
    text = function(
        "LABEL $7",
        "LOADI.int32 %0 -3",
        "",
        "LABEL $2",
        "",
        "LABEL $5",
        "RET %0",
        blocks=3,
    )
    assert result(text) == [0xFFFFFFFD]


def test_a_branch_goes_on_with_the_next_block_or_with_the_one_named():
    for second, expected in (("", 1), ("BRA -> label$2", 2), ("BRA -> label$1", 1)):
        text = function(
            "LABEL $0",
            "LOADI.bool %1 0",
            "BRA<%1> -> label$1",
            *([second] if second else []),
            "",
            "LABEL $1",
            "LOADI.int32 %0 1",
            "RET %0",
            "",
            "LABEL $2",
            "LOADI.int32 %0 2",
            "RET %0",
            blocks=3,
        )
        assert result(text) == [expected]


def test_a_loop_to_the_first_block():
    text = function(
        "LABEL $0",
        "LOADI.int32 %2 1",
        "ADD.int32 %0 %0 %2",
        "LOADI.int32 %2 10",
        "LT.int32 %1 %0 %2",
        "BRA<%1> -> label$0",
        "",
        "LABEL $1",
        "RET %0",
        blocks=2,
        registers=("dword", "bool", "dword"),
    )
    assert result(text) == [10]


PROGRAM = """
gen.global @table 8 align 4 = "0a00000014"
gen.func private @hook(dword) -> (dword)
gen.func @g(dword, dword) -> (dword) {
  %0 = gen.register : !gen.reg<dword>
  %1 = gen.register : !gen.reg<dword uniform>
  %2 = gen.register : !gen.reg<dword>
  %3 = gen.register : !gen.reg<bool>
  gen.inputs %1, %0
  gen.frame uint32 %2 {size = 4, align = 4}
  gen.store int32 %2, %0 {space = global, memory = #circ.memory<4, alias "x">}
  gen.lt uint32 %3 = %0, %1
  gen.bra_if %3, ^less, ^more weights array<i32: 1, 2>
^more:
  gen.symbol uint32 %2 {symbol = @table}
  gen.load int32 %0, %1 = %2 {space = global}
  gen.add int32 %0 = %0, %1
  gen.ret %0
^less:
  gen.call @hook(%1) -> (%1)
  gen.load int32 %0 = %2 {space = global}
  gen.sub int32 %0 = %0, %1
  gen.bra ^end
^end:
  gen.ret %0
}
gen.func @f() -> (dword) {
  %0 = gen.register : !gen.reg<dword>
  %1 = gen.register : !gen.reg<dword>
  gen.loadi int32 %0 {value = 4}
  gen.loadi int32 %1 {value = 5}
  gen.call @g(%0, %1) -> (%1)
  gen.call @g(%1, %0) -> (%0)
  gen.ret %0
}
"""


def test_a_program_computes_the_same_after_text():
    module = parse(PROGRAM)
    module.verify()
    again = read_gen_text(write_gen_text(module))
    hooks = {"hook": lambda values: [values[0] * 3]}
    first = run(module, "f", [], Memory(), hooks)
    assert first == run(again, "f", [], Memory(), hooks)
    assert write_gen_text(again) == write_gen_text(module)


# endregion
# region Literals


@given(st.sampled_from(sorted(SCALARS)), st.integers(0, 2**64 - 1))
def test_literals_keep_their_bits(name: str, bits: int):
    scalar = SCALARS[name]
    bits &= (1 << scalar.width) - 1
    assert literal_bits(scalar, literal_text(scalar, bits)) == bits


@pytest.mark.parametrize(
    ("name", "text", "bits"),
    (
        ("float", "0.5", 0x3F000000),
        ("float", "1e+20", 0x60AD78EC),
        ("float", "-0", 0x80000000),
        ("float", "-inf", 0xFF800000),
        ("float", "nan", 0x7FC00000),
        ("half", "half(0.5)", 0x3800),
        ("double", "0.1", 0x3FB999999999999A),
        ("int8", "-128", 0x80),
        ("uint8", "255", 0xFF),
        ("bool", "1", 1),
    ),
)
def test_literals_look_as_in_beignet(name: str, text: str, bits: int):
    assert literal_text(SCALARS[name], bits) == text
    assert literal_bits(SCALARS[name], text) == bits


# endregion
# region Faults

GOOD = function("LABEL $0", "LOADI.int32 %0 1", "RET %0", "", blocks=1)


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    (
        ("LOADI.int32 %0 1", "LOADJ.int32 %0 1", "11:1", "'LOADJ' is not an instr"),
        ("LOADI.int32 %0 1", "LOADI.int33 %0 1", "11:7", "'int33' is not a type"),
        ("LOADI.int32 %0 1", "LOADI.int32 %9 1", "11:13", "%9 is not declared"),
        ("LOADI.int32 %0 1", "LOADI.int32 %1 1", "11:1", "must be a register of"),
        ("LOADI.int32 %0 1", "LOADI.int8 %0 200", "11:15", "'200' is not a value"),
        ("LOADI.int32 %0 1", "LOADI.float %0 1e39", "11:16", "not a value of float"),
        ("LOADI.int32 %0 1", "LOADI.int32 %0 01", "11:16", "not a value of int32"),
        (
            "LOADI.int32 %0 1",
            "LOAD.int32.global.unaligned {%0} %0 bti:2 #circ.memory<4>",
            "11:1",
            "contradicts the alignment",
        ),
        (
            "LOADI.int32 %0 1",
            "WORKGROUP_BROADCAST %0 %0 %0 Local X: %1 (TheadID Map at SLM: 0)",
            "11:39",
            "expected the source again",
        ),
        (
            "## 0 input register ##",
            "## 1 input registers ##\ndecl_input.bogus %0 x",
            "6:12",
            "'bogus' is not a kind of argument",
        ),
        (
            "## 0 input register ##",
            "## 1 input registers ##\ndecl_input.structure.01 %0 x",
            "6:12",
            "'structure.01' is not a kind of argument",
        ),
        (
            ".decl_function f",
            ".decl_function f\n.decl_attribute circ.signature unit",
            "2:17",
            "has words of its own",
        ),
        ("LOADI.int32 %0 1", f"LOADI.int32 %0 {'1' * 5000}", "11:16", "not a value of"),
        ("LOADI.int32 %0 1", "LOADI.int32 %0", "11:15", "expected a blank"),
        ("LOADI.int32 %0 1", "LOADI.int32 %0 1 2", "11:17", "unexpected ' 2'"),
        ("RET %0", "BRA -> label$4", "12:14", "no block with label $4"),
        ("RET %0", "BRA<%0> -> label$0\nRET %0", "13:1", "after the end of its block"),
        ("RET %0", "BRA<%0> -> label$0\nBRA -> label$0", "12:1", "the predicate must"),
        (
            "RET %0",
            "BRA<%1> -> label$0 weights:1\nBRA -> label$0",
            "12:28",
            "expected weights",
        ),
        ("LOADI.int32 %0 1", "BRA -> label$0", "12:1", "after the end of its block"),
        ("LOADI.int32 %0 1", "BRA<%1> -> label$0", "12:1", "after the end of its"),
        ("LOADI.int32 %0 1", "SYNC.everything", "11:6", "not a part of SYNC's mask"),
        ("LOADI.int32 %0 1", "SYNC", "11:1", "the mask must be in 1..63"),
        ("LOADI.int32 %0 1", "BLOCKADD.int32 %0 %0 %0", "11:1", "is not an instr"),
        ("LOADI.int32 %0 1", "CALL g {} {}", "1:1", "there is no function @g"),
        (
            "LOADI.int32 %0 1",
            "LOAD.int32.global.aligned {%0} %0 bti:2 #circ.memory<3, align 3>",
            "11:41",
            "expected an attribute",
        ),
        (
            "LOADI.int32 %0 1",
            'LOAD.int32.global.aligned {%0} %0 bti:2 #circ.memory<4, alias "'
            + 40 * "a",
            "11:41",
            "expected an attribute",
        ),
        (
            "LOADI.int32 %0 1",
            "LOAD.int32.global.unaligned {} %0 bti:2",
            "11:40",
            "expected a register to load or store",
        ),
        (
            "LOADI.int32 %0 1",
            "LOAD.int32.global.aligned {%0} %0 bti:2 #circ.memory<4> x",
            "11:56",
            "unexpected",
        ),
        (
            "LOADI.int32 %0 1",
            "LOAD.int32.global.aligned {%0} %0 bti:2 #builtin.int<4>",
            "11:41",
            "expected",
        ),
        ("RET %0", "RET", "1:1", "the returned registers must be of families"),
        ("RET %0\n", "", "13:1", "the last block must end in RET or BRA"),
        ("RET %0\n", "BRA<%1> -> label$0\n", "14:1", "the last block must end"),
        ("LABEL $0\n", "", "10:1", "expected a LABEL"),
        ("LABEL $0\n", "LABEL $0\n\nLABEL $0\n", "12:1", "declared twice"),
        ("## 1 blocks", "## 2 blocks", "14:1", "2 blocks are announced, but there"),
        ("## 1 blocks", "## one block", "9:4", "expected a number"),
        (
            "## 0 pushed register",
            "## 1 pushed register\ndecl_pushed %9 @{1,4}",
            "9:13",
            "%9 is not declared",
        ),
        (
            "## 0 pushed register",
            "## 1 pushed register\ndecl_pushed %0 @{1;4}",
            "9:19",
            "expected ','",
        ),
        ("decl_output.dword", "decl_output.oword", "7:13", "'oword' is not a family"),
        (".decl.bool %1", ".decl.bool %0", "4:14", "%0 is declared twice"),
        (
            ".decl.bool %1",
            ".decl.bool %1 nothing",
            "4:22",
            "'nothing' is not a special",
        ),
        (".decl.bool %1", ".decl.bool %1 zero", "4:1", "zero must be of type"),
        (".decl_function f", ".decl_method f", "1:1", "expected .decl_function"),
        (".decl_function f", ".decl_function %", "1:16", "expected a name"),
        (".decl_function f", '.decl_function "f', "1:16", "expected a name in quot"),
        (".end_function\n", "", "14:1", "the text ends inside a function"),
        (".end_function\n", f".end_function\n{GOOD}", "15:1", "@f is declared twice"),
    ),
)
def test_faults_have_a_place(old: str, new: str, place: str, message: str):
    assert GOOD.count(old) == 1
    with pytest.raises(Diagnostic) as caught:
        read_gen_text(GOOD.replace(old, new), "f.gen")
    assert message in caught.value.message
    assert str(caught.value).startswith(f"f.gen:{place}: error: ")


def test_hostile_text_ends_in_a_diagnostic_or_a_module():
    """Bytes removed, repeated and replaced at random never end in a traceback."""
    pick = random.Random(3)
    names = ("forms", "structured_loop", "dumps/compiler_argument_structure")
    texts = [(DATA / f"{name}.gen").read_text() for name in names]
    diagnosed = 0
    for _ in range(400):
        text = pick.choice(texts)
        for _ in range(pick.randrange(1, 4)):
            place = pick.randrange(len(text))
            length = pick.choice((0, 1, 1, 5, 40))
            piece = pick.choice(
                ("", " ", "{", "%", "9", "-", "\n", text[place - 9 : place])
            )
            text = text[:place] + piece + text[place + length :]
        try:
            read_gen_text(text, "f.gen")
        except Diagnostic:
            diagnosed += 1
    assert diagnosed > 100


# endregion
