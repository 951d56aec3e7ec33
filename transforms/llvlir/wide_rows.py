"""
Expands rows on numbers of several words to rows on words.

A row computes on words what its meaning says; division and binary64 are calls of the
run-time library (`common.library_words`). Accesses and addresses are written out here.
"""

from collections.abc import Callable, Iterator, Sequence

from xdsl.ir import SSAValue

from circ.dialects.common import arithmetic
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.reports import count, missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.common.words import Number
from circ.dialects.llvlir.ops import CallOp, FuncOp, RowOp, create
from circ.dialects.llvlir.semantics import meaning_of
from circ.dialects.llvlir.types import F32, R32, integer
from circ.transforms.common.library_words import DOUBLE, LibraryWords
from circ.transforms.llvlir.maker import I32, WORD, Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.llvlir.vector_memory import offset_of

Words = Number[SSAValue]


class RowWords(LibraryWords[SSAValue]):
    """Words in registers, on which rows compute."""

    def __init__(self, function: FuncOp, maker: Maker):
        super().__init__(RowAlgebra(maker))
        self.function = function
        self.maker = maker
        self._rooms: dict[int, SSAValue] = {}

    def call(
        self, name: str, *values: Words, words: int = 2, is_float: bool = False
    ) -> Words:
        operands = [word for value in values for word in value]
        if name.startswith("cvt_f32"):
            operands = [self.maker.float_of(word) for word in operands]
        location = self.maker.place.location
        count("calls of the run-time library")
        missed(self.maker.place, f"becomes a call of {PREFIX}{name}")
        results = (F32,) if is_float else (R32,) * words
        call = CallOp.create_(PREFIX + name, operands, results, location)
        return tuple(self.maker.add(call))

    def divided(self, name: str, width: int, dividend: Words, divisor: Words) -> Words:
        """Of more than two words by the library, on digits in memory."""
        known, is_signed = self.known(divisor), name[0] == "s"
        is_small = known is not None and known < 1 << WORD // 2
        if width <= DOUBLE or (is_small and known and not is_signed):
            return super().divided(name, width, dividend, divisor)
        if is_signed:
            return self._by_magnitudes(name, width, dividend, divisor)
        quotient, rest = self._by_digits(dividend, divisor)
        return quotient if name == "udiv" else rest

    def _by_magnitudes(
        self, name: str, width: int, dividend: Words, divisor: Words
    ) -> Words:
        zero = self.const(width, 0)
        sizes = [arithmetic.abs_(self, width, n) for n in (dividend, divisor)]
        quotient, rest = self._by_digits(*sizes)
        negative = self.slt(width, dividend, zero)
        if name == "srem":
            return self.ite(width, negative, arithmetic.neg(self, width, rest), rest)
        differ = self.xor(1, negative, self.slt(width, divisor, zero))
        other = arithmetic.neg(self, width, quotient)
        result = self.ite(width, differ, other, quotient)
        by_zero = self.eq(width, divisor, zero)
        return self.ite(width, by_zero, self.const(width, -1), result)

    def _by_digits(self, dividend: Words, divisor: Words) -> tuple[Words, Words]:
        """Quotient and remainder; numbers are digits of half a word, each in one."""
        count = 2 * len(dividend)
        starts = [0, 4 * (count + 1), 4 * (2 * count + 1)]
        slot = self._room(4 * (3 * count + 1))
        for start, number in zip(starts, (dividend, divisor), strict=False):
            for place, digit in enumerate(self._digits(number)):
                self._at("st.I", slot, start + 4 * place, digit)
        base = self.maker.row("mvr", slot, types=())
        places = [self.k.add(WORD, base, self.k.const(WORD, n)) for n in starts]
        length = self.k.const(WORD, count)
        self.call("udivrem_digits", (*places, length), words=0)
        rest, _, quotient = (
            [
                self._at("ld.I", slot, start + 4 * place).results[0]
                for place in range(count)
            ]
            for start in starts
        )
        return self._joined(quotient), self._joined(rest)

    def _room(self, size: int) -> SSAValue:
        """A slot of the function, which its divisions of a length share."""
        if (found := self._rooms.get(size)) is None:
            block = self.function.body.first_block
            assert block is not None and block.first_op is not None
            made = create("slot", imm=size, imm1=WORD // 8)
            block.insert_op_before(made, block.first_op)
            found = self._rooms[size] = made.results[0]
        return found

    def _at(self, row: str, slot: SSAValue, offset: int, *value: SSAValue) -> RowOp:
        where = memory(WORD // 8)
        return self.maker.make(row, (slot, *value), (I32,), imm=offset, memory=where)

    def _digits(self, number: Words) -> Iterator[SSAValue]:
        half = self.k.const(WORD, WORD // 2)
        for word in number:
            yield self.k.and_(WORD, word, self.k.const(WORD, (1 << WORD // 2) - 1))
            yield self.k.lshr(WORD, word, half)

    def _joined(self, digits: Sequence[SSAValue]) -> Words:
        half = self.k.const(WORD, WORD // 2)
        pairs = zip(digits[::2], digits[1::2], strict=True)
        return tuple(
            self.k.or_(WORD, low, self.k.shl(WORD, high, half)) for low, high in pairs
        )


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
    if p.container(width) < WORD:  # a float of a width that integers have
        return tuple(_access(p, op, "ld.I", 0, width, address).results)
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
        if bits < width_of(word.type):
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
