"""
Words to assembly, one line an instruction, as the vendor's disassembler spells them.

A word that no record has, or with bits set that its record leaves zero, is printed as
data: every listing assembles to the words it came from.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from circ.targets.naplespu.assembler.instruction_text import word_text


class Line(NamedTuple):
    """One word of a listing."""

    address: int
    word: int
    text: str

    def __str__(self) -> str:
        return f"{self.address:8x}: {self.word:08x}  {self.text}"


def disassemble(words: Iterable[int], base: int = 0) -> Iterator[Line]:
    """The lines of a listing that starts at the address `base`."""
    for index, word in enumerate(words):
        yield Line(base + 4 * index & 0xFFFFFFFF, word, word_text(word))
