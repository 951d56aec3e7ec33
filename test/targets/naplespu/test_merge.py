"""One object of several: functions that were compiled alone are a module again."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.runtime import EXTERNAL_LIBRARY
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.linker.merge import merge, undefined
from circ.targets.naplespu.object.debug_lines import LINE, lines_of, own_lines
from circ.targets.naplespu.object.elf import write_executable, write_object
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import ObjectFile
from circ.transforms.pipelines import compile
from circ.transforms.runtime.library import library_module

FUNCTIONS = {
    "main": """
func.func @main(%n: i32) -> (i32, i64) {
  %one = arith.constant 1 : i32
  %sum = func.call @sum(%n) : (i32) -> i32
  %more = arith.addi %sum, %one : i32
  %wide = func.call @quotient(%sum, %n) : (i32, i32) -> i64
  func.return %more, %wide : i32, i64
}""",
    "sum": """
func.func @sum(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %done = arith.cmpi eq, %n, %zero : i32
  %result = scf.if %done -> i32 {
    scf.yield %zero : i32
  } else {
    %less = arith.subi %n, %one : i32
    %rest = func.call @sum(%less) : (i32) -> i32
    %sum = arith.addi %rest, %n : i32
    scf.yield %sum : i32
  }
  func.return %result : i32
}""",
    "quotient": """
func.func @quotient(%a: i32, %b: i32) -> i64 {
  %shift = arith.constant 20 : i64
  %wide = arith.extui %a : i32 to i64
  %large = arith.shli %wide, %shift : i64
  %divisor = arith.extui %b : i32 to i64
  %q = arith.divui %large, %divisor : i64
  func.return %q : i64
}""",
}
DECLARATIONS = {
    "main": "",
    "sum": "func.func private @sum(i32) -> i32\n",
    "quotient": "func.func private @quotient(i32, i32) -> i64\n",
}


def compiled(name: str, tmp_path: Path) -> ObjectFile:
    """One function by itself, written to a file and read again."""
    others = "".join(text for each, text in DECLARATIONS.items() if each != name)
    source = tmp_path / f"{name}.mlir"
    source.write_text(
        f"module attributes {{{EXTERNAL_LIBRARY}}} {{{others}{FUNCTIONS[name]}\n}}"
    )
    module = compile(circ.load(source).module, "naplespu")
    return read_object(write_object(object_of(module)), source.name)


def library(name: str) -> ObjectFile:
    return object_of(compile(library_module(name), "naplespu"), name)


def test_functions_compiled_alone(tmp_path: Path):
    objects = [compiled(name, tmp_path) for name in FUNCTIONS]
    assert undefined(objects) == ["__circ_udiv64"]
    objects.append(library("__circ_udiv64"))
    assert undefined(objects) == []
    merged = merge(objects, "program", local={"sum", "quotient"})
    data = write_object(merged)
    assert data == write_object(merge(objects, "program", local=["quotient", "sum"]))

    again = read_object(data, "program.o")
    kinds = {s.name: (s.is_global, s.is_weak) for s in again.symbols if s.name}
    assert kinds == {
        "main": (True, False),
        "sum": (False, False),
        "quotient": (False, False),
        "__circ_udiv64": (True, True),
    }
    code = [section.name for section in again.sections if section.executable]
    assert code == [f".text.{name}" for name in (*FUNCTIONS, "__circ_udiv64")]

    path = tmp_path / "program.o"
    path.write_bytes(data)
    program = Path(sys.executable).with_name("circ-run")
    command = [program, path, "--entry", "main", "--", "6"]
    output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    results = [22, (21 << 20) // 6]
    assert [*map(int, output.split())] == results
    whole = "\n".join(FUNCTIONS.values())
    assert [*circ.run(whole, 6, entry="main").results] == results


def test_lines_are_one_table(tmp_path: Path):
    merged = merge([compiled(name, tmp_path) for name in FUNCTIONS], "program")
    assert [s.name for s in merged.sections].count(LINE) == 1
    rows = own_lines(read_object(write_object(merged)))
    assert rows is not None
    files = {number: {row.file for row in found} for number, found in rows.items()}
    expected = {number: {f"{name}.mlir"} for number, name in enumerate(FUNCTIONS)}
    assert {n: {Path(f).name for f in found} for n, found in files.items()} == expected

    image = link([merged, library("__circ_udiv64")])
    lines = lines_of(image.debug)
    for name in FUNCTIONS:
        row = lines.row(image.symbols[name].address)
        assert row is not None and Path(row.file).name == f"{name}.mlir"
    path = tmp_path / "program.elf"
    path.write_bytes(write_executable(image))
    with path.open("rb") as file:
        units = [*ELFFile(file).get_dwarf_info().iter_CUs()]
    assert len(units) == 2  # the library's function is an object of its own


def test_foreign_debug_sections_are_joined():
    """What is not exactly the table that circ writes stays as it is."""
    text = """
    .text
    .globl {0}
{0}: jret
    .section .debug_other,""
    .word {1}
    .word {0}
"""
    first, second = (
        assemble(text.format(name, number), f"{name}.s")
        for number, name in enumerate(("one", "two"), 7)
    )
    image = link([merge([first, second])])
    addresses = [image.symbols[name].address for name in ("one", "two")]
    words = [7, addresses[0], 8, addresses[1]]
    expected = b"".join(word.to_bytes(4, "little") for word in words)
    assert image.debug[".debug_other"] == expected


SYMBOLS = {
    "strong": ".globl x\n.data\nx: .word 1\n",
    "weak": ".weak x\n.data\nx: .word 2\n",
    "common": ".comm x, 4, 4\n",
    "larger": ".comm x, 16, 8\n",
    "use": ".globl y\n.data\ny: .word x\n",
    "maybe": ".weak x\n.data\n.word x\n",
    "own": ".data\nx: .word 3\n.globl z\nz: .word x\n",
}


@pytest.mark.parametrize(
    "names",
    (
        ("strong", "weak", "use"),
        ("use", "weak", "strong"),
        ("weak", "common", "use"),
        ("common", "larger", "use"),
        ("larger", "common"),
        ("use", "own", "strong"),
        ("maybe",),
        ("maybe", "weak"),
    ),
)
def test_symbols_are_what_they_are_to_the_linker(names: tuple[str, ...]):
    """The merged object gives the image that the objects give."""
    objects = [assemble(SYMBOLS[name], f"{name}.s") for name in names]
    together, merged = link(objects), link([merge(objects)])
    assert merged.symbols == together.symbols
    assert merged.segments == together.segments


def test_what_is_undefined_stays_so():
    merged = merge([assemble(SYMBOLS["use"], "use.s")])
    assert undefined([merged]) == ["x"]
    with pytest.raises(Diagnostic, match="the symbol 'x' is not defined"):
        link([merged])


def test_two_definitions():
    objects = [assemble(SYMBOLS["strong"], name) for name in ("a.s", "b.s")]
    with pytest.raises(Diagnostic) as caught:
        merge(objects)
    assert str(caught.value) == "b.s: error: 'x' is also defined in a.s"


def test_far_calls_have_veneers():
    """Sections stay apart, so that what is further away than a branch is reached."""
    filler = "\n".join(["    nop"] * 30_000)
    names = [f"f{number}" for number in range(4)]
    last = names[-1]
    objects = [
        assemble(
            f".text\n.globl {name}\n{name}: jmpsr {last}\n{filler}\n    jret\n", name
        )
        for name in names
    ]
    merged = read_object(write_object(merge(objects)))
    image = link([merged])
    assert any(name.endswith(".veneer") for name in image.symbols)
    assert re.fullmatch(r"f\d", min(image.symbols))
