"""
Other readers of ELF find in our files what we put there: GNU readelf, pyelftools.

They know the generic parts of the format; where readelf is not installed, its test is
reported as skipped.
"""

import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf import MACHINE, write_executable, write_object
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    RelocationKind,
    SymbolType,
)

READELF = shutil.which("readelf")
TEXT = """
        .file   "a.c"
        .file   1 "a.c"
        .signature "@main : () -> i32\\n"
        .comm   shared, 100, 64
        .set    constant, 0x1234
        .weak   missing
        .globl  main
        .type   main,@function
        .loc    1 2 3
main:   lea     s1, table
        load32  s2, elsewhere
        _lea    s3, elsewhere
        .reloc  ., R_NPU_PCREL_EXT, elsewhere
        addi    s3, pc, 0
        .reloc  ., R_NPU_NONE, main
        jmpsr   elsewhere
        jret
.Lend:  .size   main, .Lend-main
        .section .rodata.str,"a"
        .asciz  "text"
        .data
        .align  64
table:  .word   shared, missing, constant
        .bss
        .space  1000
        .section scratchpad,"aw",@progbits
        .word   1
"""
OTHER = '.section .text.o,"ax"\n.globl elsewhere\nelsewhere: jret\n'


def parts() -> list[ObjectFile]:
    return [assemble(TEXT, "a.s"), assemble(OTHER, "b.s")]


def vendor_parts() -> list[ObjectFile]:
    objects = Path(__file__).with_name("vendor_objects")
    return [read_object(path.read_bytes(), path.name) for path in objects.glob("*.o")]


@pytest.mark.skipif(READELF is None, reason="there is no readelf")
def test_readelf(tmp_path: Path):
    files = {f"{o.name}.o": write_object(o) for o in (*parts(), *vendor_parts())}
    files["p.elf"] = write_executable(link(parts()))
    for name, data in files.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert READELF is not None
        # It does not know our relocations, and final addresses need none.
        lines = ["--debug-dump=decodedline"] if name == "p.elf" else []
        command = [READELF, "-aW", *lines, str(path)]
        shown = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "arning" not in shown.stderr and "rror" not in shown.stderr, name
        assert f"0x{MACHINE:x}" in shown.stdout
    shown = subprocess.run(
        ["readelf", "-sW", str(tmp_path / "a.s.o")], capture_output=True, text=True
    ).stdout
    for pattern in (
        r"00000040 +100 OBJECT +GLOBAL DEFAULT +COM shared",
        r"00001234 +0 NOTYPE +LOCAL +DEFAULT +ABS constant",
        r" +0 NOTYPE +WEAK +DEFAULT +UND missing",
        r"00000000 +28 FUNC +GLOBAL DEFAULT +\d+ main",
    ):
        assert re.search(pattern, shown), pattern


def test_pyelftools():
    for object in (*parts(), *vendor_parts()):
        found = ELFFile(BytesIO(write_object(object)))
        assert found["e_machine"] == MACHINE and found["e_type"] == "ET_REL"
        for section in object.sections:
            same = [s for s in found.iter_sections() if s.name == section.name]
            data = [b"" if s["sh_type"] == "SHT_NOBITS" else s.data() for s in same]
            assert bytes(section.data) in data
            assert section.size in [s["sh_size"] for s in same]
            if not section.relocations:
                continue
            table = found.get_section_by_name(f".rela{section.name}")
            symbols = found.get_section(table["sh_link"])
            assert [
                (
                    each["r_offset"],
                    each["r_info_type"],
                    each["r_addend"],
                    symbols.get_symbol(each["r_info_sym"]).name,
                )
                for each in table.iter_relocations()
            ] == [
                (each.offset, each.kind, each.addend, name_of(object, each.symbol))
                for each in section.relocations
            ]
    kinds = {r.kind for o in parts() for s in o.sections for r in s.relocations}
    assert kinds == set(RelocationKind)
    image = link(parts())
    found = ELFFile(BytesIO(write_executable(image)))
    assert found["e_type"] == "ET_EXEC" and found["e_entry"] == image.entry
    loaded = [s for s in found.iter_segments() if s["p_type"] == "PT_LOAD"]
    assert [(s["p_vaddr"], s.data(), s["p_memsz"]) for s in loaded] == [
        (s.address, s.data, s.end - s.address) for s in image.segments
    ]
    symbols = found.get_section_by_name(".symtab")
    named = {s.name: s["st_value"] for s in symbols.iter_symbols() if s.name}
    assert named == {name: symbol.address for name, symbol in image.symbols.items()}


def name_of(object: ObjectFile, number: int) -> str:
    symbol = object.symbols[number]
    return "" if symbol.type is SymbolType.SECTION else symbol.name
