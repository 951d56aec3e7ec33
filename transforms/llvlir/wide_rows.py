"""
Expands rows on numbers of several words to rows on words.

A row computes on words what its meaning says; division and binary64 are calls of the
run-time library (`common.library_words`). Accesses and addresses are written out here.
"""

from collections.abc import Callable, Iterator, Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.reports import count, missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.common.words import Number
from circ.dialects.llvlir.ops import CallOp, RowOp
from circ.dialects.llvlir.semantics import meaning_of
from circ.dialects.llvlir.types import F32, R32, integer
from circ.transforms.common.library_words import LibraryWords
from circ.transforms.llvlir.maker import WORD, Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.llvlir.vector_memory import offset_of

Words = Number[SSAValue]


class RowWords(LibraryWords[SSAValue]):
    """Words in registers, on which rows compute."""

    def __init__(self, maker: Maker):
        super().__init__(RowAlgebra(maker))
        self.maker = maker

    def call(
        self, name: str, *values: Words, words: int = 2, is_float: bool = False
    ) -> Words:
        operands = [word for value in values for word in value]
        location = self.maker.place.location
        count("calls of the run-time library")
        missed(self.maker.place, f"becomes a call of {PREFIX}{name}")
        results = (F32,) if is_float else (R32,) * words
        call = CallOp.create_(PREFIX + name, operands, results, location)
        return tuple(self.maker.add(call))


# region Accesses and addresses


def _pieces(width: int) -> Iterator[tuple[int, int]]:
    """Offset and bits of each part of a number in memory: little-endian."""
    start, end = 0, size_of(width)
    while start < end:
        size = next(size for size in (4, 2, 1) if size <= end - start)
        yield start, 8 * size
        start += size


def _load(p: RowWords, op: RowOp, address: Words) -> Words:
    k, words = p.k, list[SSAValue]()
    width = width_of(op.results[0].type)
    for start, bits in _pieces(width):
        (piece,) = _access(p, op, "ld.I", start, bits, address).results
        if bits < WORD:
            piece = k.zext(bits, WORD, piece)
        if start % 4:
            piece = k.shl(WORD, piece, k.const(WORD, 8 * (start % 4)))
            words[-1] = k.or_(WORD, words[-1], piece)
        else:
            words.append(piece)
    return p.masked(width, tuple(words))


def _store(p: RowWords, op: RowOp, address: Words, value: Words) -> Words:
    for start, bits in _pieces(width_of(op.operands[1].type)):
        low, word = 8 * (start % 4), value[start // 4]
        if bits < WORD:
            word = p.k.extract(WORD, low + bits - 1, low, word)
        _access(p, op, "st.I", start, bits, (*address, word))
    return ()


def _access(
    p: RowWords, op: RowOp, row: str, start: int, bits: int, operands: Words
) -> RowOp:
    """The access to a part of a number in memory."""
    where = op.properties.get("memory")
    if isinstance(where, MemoryAttr):
        size = bits // 8
        align = min(where.align.data, size, start & -start or size)
        where = MemoryAttr(size, align, where.space, where.alias, where.volatile)
    else:
        where = None
    types, imm = (integer(bits),), offset_of(op, start)
    return p.maker.make(row, operands, types, imm=imm, memory=where)


def _address(p: RowWords, op: RowOp, address: Words, distance: Words) -> Words:
    """A distance of more than a word loses what is above."""
    width = width_of(op.operands[1].type)
    distance = _resized(p, width, WORD, distance)
    return (p.maker.row(op.ROW.name, *address, *distance),)


def _difference(p: RowWords, op: RowOp, lhs: Words, rhs: Words) -> Words:
    """The difference of two addresses has a sign."""
    word = (p.maker.row("pdiff.I", *lhs, *rhs),)
    return _resized(p, WORD, width_of(op.results[0].type), word)


def _resized(p: RowWords, width: int, to: int, value: Words) -> Words:
    """A signed integer, extended or its low bits."""
    if width < to:
        return p.sext(width, to, value)
    return p.extract(width, to - 1, 0, value)


# endregion

OTHERS: dict[str, Callable[..., Words]] = {
    **dict.fromkeys(("ld.I", "ldu.I", "ld.F"), _load),
    **dict.fromkeys(("st.I", "st.F"), _store),
    **dict.fromkeys(("addp.I", "subp.I"), _address),
    "pdiff.I": _difference,
}
"""Rows that act on more than values."""


def on_words(p: RowWords, op: RowOp, operands: Sequence[Words]) -> Words | None:
    """The words of a row's result, if it has one; None where the row has no meaning."""
    if (other := OTHERS.get(op.ROW.name)) is not None:
        return other(p, op, *operands)
    function = meaning_of(p, op, op.ROW)
    return None if function is None else function(*operands)
