"""Modules of LLVM IR in parts: each is valid, and independent of the others."""

import re
from pathlib import Path

import pytest

from circ.targets.llvm.canonical import canonical_text, new_context
from circ.targets.llvm.slices import Slices, renamed, slices_of

llvm = pytest.importorskip("llvmlite.binding")

MODULE = Path(__file__).with_name("data").joinpath("module.ll").read_text()


def parts_of(text: str) -> Slices:
    """The slices of a module, after LLVM has printed it."""
    # Types of one name in one context would get numbers.
    module = llvm.parse_assembly(text, new_context())
    module.verify()
    return slices_of(str(module))


def test_each_is_valid():
    found = parts_of(MODULE)
    assert [part.name for part in found.parts] == [
        "twice",
        "main",
        "copy",
        "lazy",
        "jump",
        "",
    ]
    defined: list[str] = []
    for part in found.parts:
        module = llvm.parse_assembly(part.text)
        module.verify()
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration:
                defined.append(renamed(value.name, part.names))
    whole = llvm.parse_assembly(MODULE)
    expected = {f.name for f in whole.functions if not f.is_declaration}
    expected |= {v.name for v in whole.global_variables if not v.is_declaration}
    expected = expected - {"elsewhere", ""} | {".unnamed.0"}
    assert len(defined) == len(set(defined)) and set(defined) == expected
    local = {"text", ".unnamed.0", "pool", "labels", "twice", "jump"}
    assert found.local == local


def test_together_they_are_the_module():
    """LLVM's linker finds a definition for all that is internal."""
    parts = parts_of(MODULE).parts
    texts = [renamed(part.text, part.names) for part in parts]
    first, *others = map(llvm.parse_assembly, texts)
    for other in others:
        first.link_in(other)
    first.verify()
    undefined = {f.name for f in first.functions if f.is_declaration}
    assert undefined == {"printf", "missing", "elsewhere"}
    undefined = {v.name for v in first.global_variables if v.is_declaration}
    assert undefined == {"outside", "maybe"}


def slice_named(name: str, text: str = MODULE) -> str:
    return next(part.text for part in parts_of(text).parts if part.name == name)


def test_only_what_is_needed():
    text = slice_named("copy")
    assert "@main" not in text and "%node" not in text and "!DI" not in text
    assert text.count("attributes") == 1 and "$shared" in text
    assert '@"odd name" = external dso_local global { i32, ptr }, align 4' in text


def test_locations_are_kept():
    text = slice_named("twice")
    assert "!DILocation(line: 4, column: 10" in text
    assert '!DIFile(filename: "a.c", directory: "/")' in text
    for word in ("dbg_value", "DILocalVariable", "DISubroutineType", "checksum"):
        assert word not in text


def test_aliases_are_with_what_they_stand_for():
    assert "@third = weak alias i32 (i32), ptr @second" in slice_named("twice")
    assert "declare i32 @third(i32)" in slice_named("main")
    assert "@part = external global i8" in slice_named("main")
    assert "@part = alias i8" in slice_named("")


def test_addresses_of_blocks_are_with_the_blocks():
    assert '@"circ.local 0" = constant [2 x ptr] [ptr block' in slice_named("jump")
    assert " = external constant [2 x ptr]" in slice_named("main")


def test_others_do_not_matter():
    """A change in one function leaves the slices of the others as they are."""
    changed = MODULE.replace("%2 = shl i32 %0, 1", "%2 = shl i32 %0, 2", 1)
    changed = changed.replace(
        "define internal i32 @twice",
        "define i32 @added(i32 %0) #9 {\n ret i32 %0\n}\ndefine internal i32 @twice",
    )
    changed = changed.replace(
        "attributes #0", "attributes #9 = { cold }\nattributes #0"
    )
    changed = changed.replace("line: 4,", "line: 5,").replace("@text", "@text.1")
    before = {part.name: part.text for part in parts_of(MODULE).parts}
    after = {part.name: part.text for part in parts_of(changed).parts}
    assert [n for n, text in after.items() if before.get(n) != text] == [
        "added",
        "twice",
    ]


def test_numbers_are_dense():
    for part in parts_of(MODULE).parts:
        without_strings = re.sub(r'"[^"]*"', "", part.text)
        for kind in "!#":
            found = {int(n) for n in re.findall(rf"\{kind}(\d+)", without_strings)}
            assert found == {*range(len(found))}


def test_work_is_linear():
    """A thousand functions that use the same things, and tables of all of them."""
    functions = "".join(
        f"define internal i32 @f{n}(i32 %0) !dbg !{n + 10} {{\n"
        f"  %2 = call i32 @f{(n * 7) % 1000}(i32 %0), !dbg !{n + 2000}\n"
        "  ret i32 %2\n}\n"
        for n in range(1000)
    )
    names = ", ".join(f"ptr @f{n}" for n in range(1000))
    scopes = "".join(
        f'!{n + 10} = distinct !DISubprogram(name: "f{n}", file: !2, line: {n}, '
        "spFlags: DISPFlagDefinition, unit: !1)\n"
        f"!{n + 2000} = !DILocation(line: {n}, scope: !{n + 10})\n"
        for n in range(1000)
    )
    text = (
        f"@table = global [1000 x ptr] [{names}]\n{functions}"
        "!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!3}\n"
        '!3 = !{i32 2, !"Debug Info Version", i32 3}\n'
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n"
        f'!2 = !DIFile(filename: "a.c", directory: "/")\n{scopes}'
    )
    found = parts_of(text)
    assert len(found.parts) == 1001
    assert max(len(part.text) for part in found.parts[:-1]) < 2000


def test_nothing_at_all():
    assert parts_of("").parts == []
    assert [part.name for part in parts_of("@x = global i32 1").parts] == [""]


def test_canonical_text_is_the_same_again():
    """What was read before, with types of the same names, does not matter."""
    other = "%pair = type { i8 }\n@x = global %pair zeroinitializer\n"
    first = canonical_text(MODULE.encode(), "module.ll")
    canonical_text(other.encode(), "other.ll")
    assert canonical_text(MODULE.encode(), "module.ll") == first
    assert "%pair = type" in first
