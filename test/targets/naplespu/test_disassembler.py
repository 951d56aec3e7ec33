"""Every listing assembles to the words it came from."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.disassembler import disassemble

WORDS = st.lists(st.integers(0, 0xFFFFFFFF), min_size=1, max_size=20)


@given(WORDS)
def test_listing_assembles_to_the_same_words(words: list[int]):
    text = "\n".join(line.text for line in disassemble(words))
    data = assemble(text).sections[0].data
    assert [word for (word,) in struct.iter_unpack("<I", data)] == words


def test_lines():
    words = [0x4413EFF8, 0x7803FFF8, 0x4400003D, 0x78FFFFF8, 0x00000000, 0xFFFFFFFF]
    assert [str(line) for line in disassemble(words, 0x400)] == [
        "     400: 4413eff8  addi s4, ra, -1",
        "     404: 7803fff8  jmp -8",
        "     408: 4400003d  .word 0x4400003d",
        # Bits of the displacement that the hardware ignores.
        "     40c: 78fffff8  .word 0x78fffff8",
        "     410: 00000000  .word 0x00000000",
        "     414: ffffffff  nop",
    ]
