"""Objects are placed, their symbols defined and their relocations applied."""

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.register_file import RA
from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.disassembler import disassemble
from circ.targets.naplespu.image import load
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.objectfile import ObjectFile, RelocationKind
from circ.targets.naplespu.simulator import Machine

MAIN = """
        .globl main
main:   move_i32 s9, ra
        leah s1, table+4
        leal s1, table+4
        load32 s0, (s1)
        jmpsr twice
        leah s1, far
        leal s1, far
        jmpsr s1
        jmp s9
        .data
        .globl table
table:  .word 20, 21, twice
"""
TWICE = """
        .globl twice
twice:  add_i32 s0, s0, s0
        jret
        .globl far
far:    addi s0, s0, 1
        jret
"""


def objects(*texts: str) -> list[ObjectFile]:
    return [assemble(text, f"{number}.s") for number, text in enumerate(texts)]


def test_linked_program_runs():
    image = link(objects(MAIN, TWICE), entry="main")
    assert image.symbols["table"].address == 0x800000
    assert image.symbols["twice"].address == 0x424
    machine = Machine()
    load(image, machine)
    assert machine.memory.read(0x800008, 4) == (0x424).to_bytes(4, "little")
    machine.scalar[RA] = 4
    machine.run(machine.pc, stop=4)
    assert machine.scalar[0] == 43


def test_listing_of_linked_code():
    image = link(objects(MAIN, TWICE), data=0x12345678, entry="main")
    data = image.segments[0].data
    words = [
        int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)
    ]
    lines = [str(line) for line in disassemble(words, image.segments[0].address)]
    assert lines[1:5] == [
        "     404: 610448d0  moveih s1, 4660",
        "     408: 600559f0  moveil s1, 22140",
        "     40c: 82001000  load32 s0, (s1)",
        "     410: 79000014  jmpsr 20",
    ]


def test_entry_is_start_or_the_beginning_of_the_code():
    start = "nop\n .globl _start\n_start: jret"
    assert link(objects(start)).entry == 0x404
    assert link(objects(TWICE), text=0x1000).entry == 0x1000


def test_scratchpad_is_loaded_where_its_low_address_bits_point():
    text = ' .section scratchpad,"aw"\n .globl x\n.word 7\nx: .word 8\n.data\n.byte 1'
    image = link(objects(text))
    address = image.symbols["x"].address
    assert address == 0x810004
    machine = Machine()
    load(image, machine)
    assert machine.scratchpad.read(address, 4) == bytes((8, 0, 0, 0))


def test_a_strong_symbol_replaces_weak_ones():
    weak, strong = ".weak x\nx: nop", ".globl x\nnop\nx: nop"
    for order in ((weak, strong), (strong, weak)):
        image = link(objects(*order, ".data\n.word x"))
        data = image.segments[-1].data
        assert int.from_bytes(data, "little") == image.symbols["x"].address
        start = 0x400 if order[0] is strong else 0x404
        assert image.symbols["x"].address == start + 4
    assert link(objects(".data\n.weak x\n.word x")).segments[0].data == bytes(4)


def test_given_definitions():
    image = link(objects(".data\n.word stacks_base"), definitions={"stacks_base": 9})
    assert image.segments[0].data == bytes((9, 0, 0, 0))


@pytest.mark.parametrize(
    ("texts", "message"),
    (
        ((" jmp x",), "0.s: error: the symbol 'x' is not defined"),
        ((TWICE, TWICE), "1.s: error: 'twice' is also defined in 0.s"),
        (
            (
                " jmp x\n.space 131072\n",
                ".globl x\nx: jret",
            ),
            "0.s: byte 0 of section '.text': error: 'x' must be within -131072..131071 "
            "bytes, but is at distance 131076",
        ),
        (
            (' .section scratchpad,"aw"\n.space 65537',),
            "0.s: error: the scratchpad holds 65536 bytes, but the section has 65537",
        ),
        (
            (' .section scratchpad,"aw"\n.word 1',) * 2,
            "1.s: error: only one object may have a section 'scratchpad'",
        ),
        ((".space 0x800000\n",), "error: segments overlap: '.text' ends at 0x00800400"),
    ),
)
def test_diagnostics(texts: tuple[str, ...], message: str):
    if message.startswith("error: segments"):
        texts = (*texts, ".data\n.word 1")
    with pytest.raises(Diagnostic) as error:
        link(objects(*texts))
    assert str(error.value).startswith(message)


def test_entry_must_be_defined():
    with pytest.raises(Diagnostic, match="the entry symbol 'main' is not defined"):
        link(objects(TWICE), entry="main")


def test_relocations_through_a_table_of_addresses_are_diagnosed():
    found = objects(" jmp x\n")
    relocation = found[0].sections[0].relocations[0]
    found[0].sections[0].relocations = [
        type(relocation)(0, RelocationKind.PCREL_MEM, relocation.symbol, 0)
    ]
    with pytest.raises(Diagnostic, match="relocation PCREL_MEM is not supported"):
        link([*found, *objects(".globl x\nx: nop")])
