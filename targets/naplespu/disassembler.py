"""
Words to assembly, one line an instruction, as the vendor's disassembler spells them.

A word that no record has, or with bits set that its record leaves zero, is printed as
data: every listing assembles to the words it came from.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from circ.targets.naplespu.assembly import format_instruction
from circ.targets.naplespu.encoding import decode, encode


class Line(NamedTuple):
    """One word of a listing."""

    address: int
    word: int
    text: str

    def __str__(self) -> str:
        return f"{self.address:8x}: {self.word:08x}  {self.text}"


def word_text(word: int) -> str:
    """The instruction of a word, or the word as data."""
    decoded = decode(word)
    if decoded is None:
        return f".word 0x{word:08x}"
    instruction, operands = decoded
    if encode(instruction.record, operands) != word:
        return f".word 0x{word:08x}"
    return format_instruction(instruction, operands)


def disassemble(words: Iterable[int], base: int = 0) -> Iterator[Line]:
    """The lines of a listing that starts at the address `base`."""
    for index, word in enumerate(words):
        yield Line(base + 4 * index & 0xFFFFFFFF, word, word_text(word))
