"""
Decision trees over the bits of a word, whose leaves are instructions.

A node tests a bit field of the word and has a branch for each value; instructions that
leave the field open are tried if no instruction of the branch matches. The field is
LLVM's, so that of overlapping encodings the same one wins: the run of bits, fixed by
all instructions or else by some, that distinguishes most of them.

Document: LLVM 19, `llvm/utils/TableGen/DecoderEmitter.cpp`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from circ.targets.tablegen.analysis.instruction import Instruction
from circ.targets.tablegen.backends.python_text import mask


class Encoding(NamedTuple):
    """The fixed bits of an instruction: their values, and a mask of them."""

    instruction: Instruction
    leaf: int
    """Its number in the table of leaves."""
    value: int
    known: int


class Conflict(Exception):
    """Instructions that no bit distinguishes."""

    def __init__(self, encodings: Sequence[Encoding], asked: int):
        super().__init__()
        self.encodings = encodings
        self.asked = asked
        """The bits that the nodes above have tested."""


def add_tree(
    nodes: list[tuple[object, ...]], encodings: Sequence[Encoding], asked: int = 0
) -> int:
    """
    Add the nodes (`runtime.encoding.Node`) of the instructions' tree; its number.

    The nodes above have tested the bits `asked`. No level tests a bit again, so the
    width of the word bounds the depth.
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
    """The field to test: its lowest bit and its width."""
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
    """The run of bits that distinguishes most instructions; the lowest of equals."""
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
