"""
Integers of more than 128 bits, as clang makes them of adjacent packed bit-fields.

They are words of 64 bits, the low one first. What such integers are used for is there:
shifts by constants, sums, bitwise operations, comparisons, conversions; nothing else.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.llvm.source_algebra import (
    LARGEST,
    WIDEST,
    WORD,
    Number,
    SourceAlgebra,
)

BITWISE = ("and_", "or_", "xor")


def unsupported(what: str) -> Diagnostic:
    return Diagnostic(None, f"{what} of more than {WIDEST} bits is not supported")


def build(
    k: SourceAlgebra,
    name: str,
    sizes: Sequence[int],
    operands: Sequence[Number],
    known: Callable[[Number], int | None],
) -> Number:
    """An operation of the algebra; `sizes` are multiples of a word above `WIDEST`."""
    if name in BITWISE:
        one, other = operands
        pairs = zip(one, other, strict=True)
        return tuple(k.build(name, [WORD], words) for words in pairs)
    if name in ("add", "sub"):
        return _sum(k, name, *operands)
    if name in ("shl", "lshr", "ashr"):
        value, by = operands
        if (amount := known(by)) is None:
            raise unsupported("a shift by a variable amount")
        return _shifted(k, name, value, amount % sizes[0])
    if name in ("zext", "sext"):
        return _extended(k, name, sizes[0], sizes[1], operands[0])
    raise unsupported(f"'{name.rstrip('_')}'")


def _sum(k: SourceAlgebra, name: str, one: Number, other: Number) -> Number:
    """Word by word with a carry, or with what is borrowed."""
    found: list[SSAValue] = []
    carry = k.const(WORD, 0)
    for a, b in zip(one, other, strict=True):
        total = k.build(name, [WORD], [a, b])
        over = k.ult(WORD, total, a) if name == "add" else k.ult(WORD, a, b)
        word = k.build(name, [WORD], [total, carry])
        again = k.ult(WORD, word, carry) if name == "add" else k.ult(WORD, total, carry)
        found.append(word)
        carry = k.zext(1, WORD, k.or_(1, over, again))
    return tuple(found)


def _shifted(k: SourceAlgebra, name: str, value: Number, amount: int) -> Number:
    """By a constant: whole words, then the rest."""
    words, rest = divmod(amount, WORD)
    zero = k.const(WORD, 0)
    if name == "shl":
        value = (*[zero] * words, *value[: len(value) - words])
        if not rest:
            return value
        by, back = k.const(WORD, rest), k.const(WORD, WORD - rest)
        return (
            k.shl(WORD, value[0], by),
            *(
                k.or_(WORD, k.shl(WORD, high, by), k.lshr(WORD, low, back))
                for low, high in pairwise(value)
            ),
        )
    fill = zero
    if name == "ashr":
        fill = k.ashr(WORD, value[-1], k.const(WORD, WORD - 1))
    value = (*value[words:], *[fill] * words)
    if not rest:
        return value
    by, back = k.const(WORD, rest), k.const(WORD, WORD - rest)
    return tuple(
        k.or_(WORD, k.lshr(WORD, low, by), k.shl(WORD, high, back))
        for low, high in zip(value, (*value[1:], fill), strict=True)
    )


def _extended(k: SourceAlgebra, name: str, size: int, to: int, value: Number) -> Number:
    if size < WORD:
        value = (k.build(name, [size, WORD], value),)
    fill = k.const(WORD, 0)
    if name == "sext":
        fill = k.ashr(WORD, value[-1], k.const(WORD, WORD - 1))
    return (*value, *[fill] * (to // WORD - len(value)))


def const(k: SourceAlgebra, size: int, value: int) -> Number:
    assert WIDEST < size <= LARGEST
    words = range(0, size, WORD)
    return tuple(k.const(WORD, value >> place & (1 << WORD) - 1) for place in words)


def low_bits(k: SourceAlgebra, to: int, value: Number) -> Number:
    """The low bits as what holds a narrower integer."""
    if to < WORD:
        return (k.extract(WORD, to - 1, 0, value[0]),)
    return value[: to // WORD]


def icmp(k: SourceAlgebra, condition: str, one: Number, other: Number) -> Number:
    """The highest words that differ decide."""
    if condition in ("eq", "ne"):
        some = k.const(WORD, 0)
        for a, b in zip(one, other, strict=True):
            some = k.or_(WORD, some, k.xor(WORD, a, b))
        return (k.icmp(condition, WORD, some, k.const(WORD, 0)),)
    strict, unsigned = f"{condition[:2]}t", f"u{condition[1:]}"
    found = k.icmp(unsigned, WORD, one[0], other[0])
    for place in range(1, len(one)):
        a, b = one[place], other[place]
        last = place == len(one) - 1
        differs = k.icmp(strict if last else f"u{strict[1:]}", WORD, a, b)
        found = k.or_(1, differs, k.and_(1, k.eq(WORD, a, b), found))
    return (found,)
