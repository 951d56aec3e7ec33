"""
Which instruction a word is: a tree of questions about bits of the word.

A node asks for a field of the word and has a branch for each value; instructions that
leave the field open are tried when the branch has none that fits. Fields are chosen as
LLVM does, so that of overlapping encodings the same one wins: the longest run of bits
that all instructions fix or, without one, that some fix, whichever parts most.

Document: LLVM 19, "FixedLenDecoder" (`facts: tablegen` section 1c, disassembler).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from circ.targets.tablegen.analysis.instruction import Instruction
from circ.targets.tablegen.backends.python_text import mask


class Encoding(NamedTuple):
    """The bits that tell an instruction: their values, and ones where they are."""

    instruction: Instruction
    leaf: int
    """Its number in the table of leaves."""
    value: int
    known: int


class Conflict(Exception):
    """Instructions that no bit tells apart."""

    def __init__(self, encodings: Sequence[Encoding], asked: int):
        super().__init__()
        self.encodings = encodings
        self.asked = asked
        """The bits that had to be the same to come here."""


def add_tree(
    nodes: list[tuple[object, ...]], encodings: Sequence[Encoding], asked: int = 0
) -> int:
    """
    Add the nodes of some instructions' tree (`runtime.encoding.Node`); its number.

    The bits `asked` are the same for all of the instructions. Each level asks for bits
    that no level above did, so the width of the word bounds the depth.
    """
    if len(encodings) == 1:
        return encodings[0].leaf
    start, width = _choose(encodings, asked)
    ones = (1 << width) - 1
    field = ones << start
    branches: dict[int, list[Encoding]] = {}
    others: list[Encoding] = []
    for encoding in encodings:
        if encoding.known & field == field:
            branches.setdefault(encoding.value >> start & ones, []).append(encoding)
        else:
            others.append(encoding)
    numbers = {
        mask(value): add_tree(nodes, found, asked | field)
        for value, found in sorted(branches.items())
    }
    other = add_tree(nodes, others, asked & ~field) if others else -1
    nodes.append((start, mask(ones), numbers, other))
    return -1 - len(nodes)


def _choose(encodings: Sequence[Encoding], asked: int) -> tuple[int, int]:
    """The field to ask for: its lowest bit and its width."""
    always, sometimes = ~0, 0
    for encoding in encodings:
        always &= encoding.known
        sometimes |= encoding.known
    always &= sometimes & ~asked
    best = _best(encodings, always) or _best(encodings, sometimes & ~always & ~asked)
    if best is None and len(encodings) == 3:
        # No instruction fixes all of a run: ask for what one of them fixes.
        runs = (run for each in encodings for run in _runs(each.known & ~asked))
        best = next(runs, None)
    if best is None:
        raise Conflict(encodings, asked)
    return best


def _best(encodings: Sequence[Encoding], bits: int) -> tuple[int, int] | None:
    """The run of these bits that parts the instructions most; the lowest of equals."""
    best, most = None, 0
    for start, width in _runs(bits):
        field = ((1 << width) - 1) << start
        fixed = [e.value & field for e in encodings if e.known & field == field]
        parts = len(set(fixed)) + (len(fixed) == len(encodings))
        if parts > most:
            best, most = (start, width), parts
    return best


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    """The runs of ones, lowest first: (lowest bit, width)."""
    start = 0
    while bits:
        zeros = (bits & -bits).bit_length() - 1
        bits >>= zeros
        width = (~bits & (bits + 1)).bit_length() - 1
        yield start + zeros, width
        bits >>= width
        start += zeros + width
