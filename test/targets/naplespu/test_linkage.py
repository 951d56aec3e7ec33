"""Names of modules that are compiled apart: what the linker makes of them."""

import pytest
from xdsl.dialects.builtin import FunctionType, i32

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.naplespu.program import run
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.emission import emit_assembly, object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf import write_object
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import ObjectFile, SymbolType
from circ.tools.formats import context
from circ.transforms.pipelines import compile


def built(text: str, name: str = "a.o") -> ObjectFile:
    """A module's object, as read from its file."""
    module = compile(parse_module(context(), text, name), "naplespu")
    written = write_object(object_of(module, name))
    return read_object(written, name)


TYPE = FunctionType.from_lists([], [i32])


def answer(*texts: str) -> int:
    """What `main` returns of modules that are compiled apart."""
    objects = [built(text, f"{number}.o") for number, text in enumerate(texts)]
    image = link(objects, startup=False)
    (result,) = run(image, "main", TYPE, []).outcome.results
    return to_signed(32, result)


def constant(name: str, value: int, attributes: str = "") -> str:
    """A module with a function that returns a number."""
    return f"""
func.func @{name}() -> i32 {attributes} {{
  %c = arith.constant {value} : i32
  return %c : i32
}}
"""


WEAK = 'attributes {circ.linkage = "weak"}'
INTERNAL = 'attributes {circ.linkage = "internal"}'
CALLS = """
func.func @main() -> i32 {
  %a = func.call @a() : () -> i32
  %p = pointer.address_of @a
  %b = pointer.call %p() : () -> i32
  %ten = arith.constant 10 : i32
  %tens = arith.muli %a, %ten : i32
  %r = arith.addi %tens, %b : i32
  return %r : i32
}
"""
DECLARED = "func.func private @a() -> i32"


def test_functions_of_other_objects():
    assert answer(CALLS + DECLARED, constant("a", 3)) == 33
    assert answer(CALLS + constant("a", 2, WEAK), constant("a", 3)) == 33
    assert answer(constant("a", 3), CALLS + constant("a", 2, WEAK)) == 33
    assert answer(CALLS + constant("a", 2, WEAK), constant("a", 3, WEAK)) == 22
    assert answer(CALLS + constant("a", 4, INTERNAL), constant("a", 3)) == 44
    named = constant("b", 5, 'attributes {circ.aliases = ["a"]}')
    assert answer(CALLS + DECLARED, named) == 55
    named = constant("b", 6, 'attributes {circ.weak_aliases = ["a"]}')
    assert answer(CALLS + DECLARED, named) == 66
    assert answer(CALLS + DECLARED, named, constant("a", 7)) == 77
    assert answer(CALLS + named, constant("a", 7)) == 77


READS = """
pointer.global @p 12 align 1 addresses [1 @x + 4, @x]
func.func @main() -> i32 {
  %four = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %p = pointer.address_of @p
  %p1 = arith.addi %p, %one : i32
  %x4 = pointer.load %p1 memory <4, align 1> : i32
  %a = pointer.load %x4 : i32
  %x = pointer.address_of @x
  %there = arith.addi %x, %four : i32
  %b = pointer.load %there : i32
  %ten = arith.constant 10 : i32
  %tens = arith.muli %a, %ten : i32
  %r = arith.addi %tens, %b : i32
  return %r : i32
}
"""
EXTERNAL = "pointer.global @x 0 align 1 external"


def test_objects_of_other_modules():
    defined = "pointer.global @x 8 align 4 {}{}"
    strong = defined.format('= "0000000003000000"', "")
    weak = defined.format('= "0000000002000000"', WEAK)
    common = defined.format("", 'attributes {circ.linkage = "common"}')
    assert answer(READS + EXTERNAL, strong) == 33
    assert answer(READS + weak, strong) == 33
    assert answer(READS + weak, common) == 0
    assert answer(READS + common, strong) == 33
    assert answer(READS + common, common.replace("8 align", "64 align")) == 0
    other = strong.replace("@x", "@y") + ' attributes {circ.aliases = ["x"]}'
    assert answer(READS + EXTERNAL, other) == 33
    assert answer(READS + strong + INTERNAL, weak) == 33


ABSENT = """
pointer.global @o 0 align 1 external attributes {circ.linkage = "weak"}
func.func private @a() -> i32 attributes {circ.linkage = "weak"}
func.func @main() -> i32 {
  %o = pointer.address_of @o
  %f = pointer.address_of @a
  %r = arith.ori %o, %f : i32
  return %r : i32
}
"""


def test_what_is_weak_and_missing_is_at_zero():
    assert answer(ABSENT) == 0
    assert answer(ABSENT, constant("a", 1)) != 0


def test_errors_name_the_files():
    with pytest.raises(Diagnostic) as error:
        answer(CALLS + constant("a", 1), constant("a", 2))
    assert str(error.value) == "1.o:4:3: error: 'a' is also defined in 0.o"
    with pytest.raises(Diagnostic) as error:
        answer(CALLS + DECLARED + "\n" + READS.replace("@main", "@f") + EXTERNAL)
    assert [each.message for each in error.value.each] == [
        "the symbol 'a' is not defined",
        "the symbol 'x' is not defined",
    ]


ALIAS = "attributes {circ.aliases = %s}"
ALIAS_A = ALIAS % '["a"]'


@pytest.mark.parametrize(
    ("text", "message"),
    (
        (constant("a", 1) + constant("b", 1, ALIAS_A), "@a is defined twice"),
        (constant("b", 1, ALIAS_A) + constant("c", 1, ALIAS_A), "@a is defined twice"),
        (
            constant("b", 1, INTERNAL.replace("internal", "odd")),
            "'circ.linkage' must be one of",
        ),
        (constant("b", 1, ALIAS % "[1]"), "'circ.aliases' must be an array of names"),
    ),
)
def test_wrong_attributes(text: str, message: str):
    with pytest.raises(Diagnostic, match=message):
        built(text)


LAYOUT = """
pointer.global @strong 4 align 4 = "01000000"
pointer.global @weak 4 align 4 = "02" attributes {circ.linkage = "weak"}
pointer.global @own 8 align 8 = "03" attributes {
  circ.linkage = "internal", circ.aliases = ["other"], circ.weak_aliases = ["third"]}
pointer.global @common 12 align 8 attributes {circ.linkage = "common"}
pointer.global @zero 32 align 16
pointer.global @empty 0 align 1
pointer.global @missing 0 align 1 external attributes {circ.linkage = "weak"}
pointer.global @table 14 align 2 addresses [2 @own + 4, @elsewhere - 8, @missing]
func.func private @elsewhere(i32)
func.func @f() attributes {circ.aliases = ["g"], circ.weak_aliases = ["h"]} {
  return
}
func.func @s() attributes {circ.linkage = "internal"} {
  return
}
func.func @w() attributes {circ.linkage = "weak"} {
  return
}
"""


def table(object: ObjectFile) -> dict[str, tuple[object, ...]]:
    """What the symbols say, without the order of sections."""
    return {
        symbol.name: (
            None if symbol.section is None else object.sections[symbol.section].name,
            symbol.value,
            symbol.size,
            symbol.type,
            symbol.is_global,
            symbol.is_weak,
            symbol.common,
        )
        for symbol in object.symbols
        if symbol.name
    }


def test_symbols_of_an_object():
    symbols = table(built(LAYOUT))
    assert {name for name, s in symbols.items() if s[5]} == {
        *("weak", "third", "missing", "h", "w")
    }
    assert {name for name, s in symbols.items() if not s[4]} == {"own", "s"}
    assert symbols["other"][:3] == symbols["third"][:3] == symbols["own"][:3]
    assert symbols["f"][:4] == symbols["g"][:4] == symbols["h"][:4]
    assert symbols["common"][0] is None and symbols["common"][6]
    assert symbols["common"][1:3] == (8, 12)
    assert symbols["zero"][0] == ".bss" and symbols["zero"][2] == 32
    assert symbols["elsewhere"][0] is None and not symbols["elsewhere"][5]


def test_assembly_says_the_same():
    module = compile(parse_module(context(), LAYOUT, "a.mlir"), "naplespu")
    again = assemble(emit_assembly(module), "a.s")
    built = object_of(module)
    for symbol in built.symbols:
        if symbol.type is SymbolType.FUNCTION:
            symbol.size = 0  # which the text does not say
    assert table(again) == table(built)

    def words(object: ObjectFile) -> list[tuple[object, ...]]:
        return sorted(
            (s.name, r.offset, r.kind, object.symbols[r.symbol].name, r.addend)
            for s in object.sections
            if s.allocated
            for r in s.relocations
        )

    assert words(again) == words(built)
    data = [{s.name: s.data for s in o.sections if s.allocated} for o in (again, built)]
    assert data[0] == data[1]
