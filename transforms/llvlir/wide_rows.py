"""
Expands rows on numbers of 64 bits to rows on words.

A row computes on pairs of words what its meaning says; division and binary64 are calls
of the run-time library (`common.library_pairs`). Accesses and addresses are written out
here.
"""

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.pairs import Number
from circ.dialects.common.reports import count, missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.llvlir.ops import CallOp, RowOp
from circ.dialects.llvlir.semantics import meaning_of
from circ.dialects.llvlir.types import F32, R32, is_number
from circ.transforms.common.library_pairs import LibraryPairs
from circ.transforms.llvlir.maker import I32, WORD, Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.llvlir.vector_memory import offset_of

Words = Number[SSAValue]


class RowPairs(LibraryPairs[SSAValue]):
    """Pairs of words in registers, on which rows compute."""

    def __init__(self, maker: Maker):
        super().__init__(RowAlgebra(maker), WORD)
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


def _load(p: RowPairs, op: RowOp, address: Words) -> Words:
    low, high = (_access(p, op, "ld.I", n, [*address]).results[0] for n in (0, 1))
    return low, high


def _store(p: RowPairs, op: RowOp, address: Words, value: Words) -> Words:
    for n, word in enumerate(value):
        _access(p, op, "st.I", n, [*address, word])
    return ()


def _access(
    p: RowPairs, op: RowOp, row: str, n: int, operands: list[SSAValue]
) -> RowOp:
    """The access to one word of a number in memory: little-endian."""
    memory, order = op.properties.get("memory"), op.properties.get("order")
    if isinstance(memory, MemoryAttr):
        align = min(memory.align.data, WORD // 8)
        memory = MemoryAttr(
            WORD // 8, align, memory.space, memory.alias, memory.volatile
        )
    else:
        memory = None
    return p.maker.make(
        row,
        operands,
        (I32,),
        imm=offset_of(op, n * WORD // 8),
        order=order.data if is_number(order) else 0,
        memory=memory,
    )


def _address(p: RowPairs, op: RowOp, address: Words, distance: Words) -> Words:
    """A distance of 64 bits loses those above a word."""
    return (p.maker.row(op.ROW.name, *address, distance[0]),)


def _difference(p: RowPairs, op: RowOp, lhs: Words, rhs: Words) -> Words:
    """The difference of two addresses has a sign."""
    return p.sext(WORD, 2 * WORD, (p.maker.row("pdiff.I", *lhs, *rhs),))


# endregion

OTHERS: dict[str, Callable[..., Words]] = {
    **dict.fromkeys(("ld.I", "ldu.I", "ld.F"), _load),
    **dict.fromkeys(("st.I", "st.F"), _store),
    **dict.fromkeys(("addp.I", "subp.I"), _address),
    "pdiff.I": _difference,
}
"""Rows that act on more than values."""


def on_words(p: RowPairs, op: RowOp, operands: Sequence[Words]) -> Words | None:
    """The words of a row's result, if it has one; None where the row has no meaning."""
    if (other := OTHERS.get(op.ROW.name)) is not None:
        return other(p, op, *operands)
    function = meaning_of(p, op, op.ROW)
    return None if function is None else function(*operands)
