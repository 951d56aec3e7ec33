"""
What operations on integers of 64 bits are on words.

Shift amounts are modulo the width at this level, of words too.
"""

from collections.abc import Callable

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.llvlir.ops import RowOp, create
from circ.dialects.llvlir.types import R32, integer, is_number, width_of
from circ.transforms.llvlir.words import I32, WORD, Pair, Words

Expand = Callable[[Words, RowOp], None]

# region Arithmetic


def add(w: Words, a: Pair, b: Pair) -> Pair:
    """The carry is there where the low sum is below a summand."""
    low = w.row("add.I", a[0], b[0])
    carry = w.word_of_bit(w.compare("ult", low, a[0]))
    high = w.row("add.I", w.row("add.I", a[1], b[1]), carry)
    return low, high


def subtract(w: Words, a: Pair, b: Pair) -> Pair:
    low = w.row("sub.I", a[0], b[0])
    borrow = w.word_of_bit(w.compare("ult", a[0], b[0]))
    high = w.row("sub.I", w.row("sub.I", a[1], b[1]), borrow)
    return low, high


def full_product(w: Words, a: SSAValue, b: SSAValue) -> Pair:
    """The product of two unsigned words."""
    return w.row("mul.I", a, b), w.row("mulhu.I", a, b)


def multiply(w: Words, a: Pair, b: Pair) -> Pair:
    low, high = full_product(w, a[0], b[0])
    high = w.row("add.I", high, w.row("mul.I", a[0], b[1]))
    high = w.row("add.I", high, w.row("mul.I", a[1], b[0]))
    return low, high


def high_product(w: Words, a: Pair, b: Pair) -> Pair:
    """The upper 64 of the 128 bits of an unsigned product, as by hand."""
    zero = w.constant(0)
    _, below = full_product(w, a[0], b[0])
    # (2^32 - 1)^2 + 2^32 - 1 fits 64 bits, so one addend each never overflows.
    middle = add(w, full_product(w, a[1], b[0]), (below, zero))
    other = add(w, full_product(w, a[0], b[1]), (middle[0], zero))
    top = add(w, full_product(w, a[1], b[1]), (middle[1], zero))
    return add(w, top, (other[1], zero))


def signed_high_product(w: Words, a: Pair, b: Pair) -> Pair:
    """A negative factor counts 2^64 too much in the unsigned product."""
    product = high_product(w, a, b)
    for factor, other in ((a, b), (b, a)):
        sign = signs(w, factor[1])
        masked = (w.row("and.I", other[0], sign), w.row("and.I", other[1], sign))
        product = subtract(w, product, masked)
    return product


def signs(w: Words, high: SSAValue) -> SSAValue:
    """A word of sign bits."""
    return w.row("sra.I", high, w.constant(WORD - 1))


def absolute(w: Words, a: Pair) -> Pair:
    sign = signs(w, a[1])
    mirrored = (w.row("xor.I", a[0], sign), w.row("xor.I", a[1], sign))
    return subtract(w, mirrored, (sign, sign))


def shift_left(w: Words, a: Pair, amount: Pair) -> Pair:
    """What leaves the low word enters the high one; from 32 on only that is left."""
    if (known := w.bits_of(amount[0])) is not None:
        return _shift_left_by(w, a, known % (2 * WORD))
    by, far = amount[0], _is_far(w, amount[0])
    low = w.row("sll.I", a[0], by)
    # By 32 - amount in two steps: an amount of 0 must give 0.
    carried = w.row("srl.I", w.row("srl.I", a[0], w.constant(1)), _rest(w, by))
    high = w.row("or.I", w.row("sll.I", a[1], by), carried)
    return w.select_pair(far, (w.constant(0), low), (low, high))


def shift_right(w: Words, a: Pair, amount: Pair, row: str) -> Pair:
    """`row` says what comes in: zeros (srl.I) or the sign (sra.I)."""
    if (known := w.bits_of(amount[0])) is not None:
        return _shift_right_by(w, a, known % (2 * WORD), row)
    by, far = amount[0], _is_far(w, amount[0])
    high = w.row(row, a[1], by)
    carried = w.row("sll.I", w.row("sll.I", a[1], w.constant(1)), _rest(w, by))
    low = w.row("or.I", w.row("srl.I", a[0], by), carried)
    above = w.constant(0) if row == "srl.I" else signs(w, a[1])
    return w.select_pair(far, (high, above), (low, high))


def _shift_left_by(w: Words, a: Pair, amount: int) -> Pair:
    if amount == 0:
        return a
    by, rest = w.constant(amount), w.constant(WORD - amount)
    if amount >= WORD:  # the amount is modulo 32
        return w.constant(0), w.row("sll.I", a[0], by)
    carried = w.row("srl.I", a[0], rest)
    high = w.row("or.I", w.row("sll.I", a[1], by), carried)
    return w.row("sll.I", a[0], by), high


def _shift_right_by(w: Words, a: Pair, amount: int, row: str) -> Pair:
    if amount == 0:
        return a
    by, rest = w.constant(amount), w.constant(WORD - amount)
    if amount >= WORD:
        above = w.constant(0) if row == "srl.I" else signs(w, a[1])
        return w.row(row, a[1], by), above
    carried = w.row("sll.I", a[1], rest)
    low = w.row("or.I", w.row("srl.I", a[0], by), carried)
    return low, w.row(row, a[1], by)


def _is_far(w: Words, amount: SSAValue) -> SSAValue:
    return w.compare("ne", w.row("and.I", amount, w.constant(WORD)), w.constant(0))


def _rest(w: Words, amount: SSAValue) -> SSAValue:
    """31 - amount, modulo 32."""
    return w.row("xor.I", amount, w.constant(WORD - 1))


def count_leading_zeros(w: Words, a: Pair) -> Pair:
    none = w.compare("eq", a[1], w.constant(0))
    low = w.row("add.I", w.row("clz.I", a[0]), w.constant(WORD))
    return w.select(none, low, w.row("clz.I", a[1])), w.constant(0)


def count_trailing_zeros(w: Words, a: Pair) -> Pair:
    none = w.compare("eq", a[0], w.constant(0))
    high = w.row("add.I", w.row("ctz.I", a[1]), w.constant(WORD))
    return w.select(none, high, w.row("ctz.I", a[0])), w.constant(0)


def compare(w: Words, condition: str, a: Pair, b: Pair) -> SSAValue:
    """Two numbers compared: one bit. The high words decide if they differ."""
    if condition in ("fa", "tr"):
        return w.constant(int(condition == "tr"), 1)
    if condition in ("eq", "ne"):
        low = w.row("xor.I", a[0], b[0])
        high = w.row("xor.I", a[1], b[1])
        return w.compare(condition, w.row("or.I", low, high), w.constant(0))
    unsigned = condition if condition.startswith("u") else f"u{condition}"
    strict = condition.replace("e", "t") if "e" in condition else condition
    above = w.compare(strict, a[1], b[1])
    equal = w.compare("eq", a[1], b[1])
    below = w.compare(unsigned, a[0], b[0])
    return w.bit("or", above, w.bit("and", equal, below))


# endregion
# region Rows


def _one(compute: Callable[[Words, Pair], Pair]) -> Expand:
    def expand(w: Words, op: RowOp) -> None:
        w.give(op.results[0], compute(w, w.pair(op.operands[0])))

    return expand


def _two(compute: Callable[[Words, Pair, Pair], Pair]) -> Expand:
    def expand(w: Words, op: RowOp) -> None:
        a, b = map(w.pair, op.operands)
        w.give(op.results[0], compute(w, a, b))

    return expand


def _each(row: str) -> Expand:
    """A row that does the same to each word."""

    def expand(w: Words, op: RowOp) -> None:
        pairs = [w.pair(operand) for operand in op.operands]
        low, high = (w.row(row, *words) for words in zip(*pairs, strict=True))
        w.give(op.results[0], (low, high))

    return expand


def _library(name: str) -> Expand:
    def expand(w: Words, op: RowOp) -> None:
        low, high = w.call(name, *map(w.pair, op.operands))
        w.give(op.results[0], (low, high))

    return expand


def _constant(w: Words, op: RowOp) -> None:
    bits = _immediate(op)
    pair = w.constant(bits), w.constant(bits >> WORD)
    w.give(op.results[0], pair)


def _immediate(op: RowOp) -> int:
    value = op.properties["imm"]
    assert is_number(value)
    return value.data


def _compare(w: Words, op: RowOp) -> None:
    a, b = map(w.pair, op.operands)
    condition = op.properties["condition"]
    assert isinstance(condition, StringAttr)
    op.results[0].replace_all_uses_with(compare(w, condition.data, a, b))


def _select(w: Words, op: RowOp) -> None:
    bit, then, otherwise = op.operands
    w.give(op.results[0], w.select_pair(bit, w.pair(then), w.pair(otherwise)))


def _extend(w: Words, op: RowOp) -> None:
    (value,) = op.operands
    is_signed = op.ROW.name == "sext.II"
    low = widened(w, value, is_signed)
    w.give(op.results[0], (low, signs(w, low) if is_signed else w.constant(0)))


def widened(w: Words, value: SSAValue, is_signed: bool) -> SSAValue:
    """A number of up to 32 bits as a word."""
    width = width_of(value.type)
    if width == WORD:
        return value
    return w.row(
        "sext.II" if is_signed else "zext.II", value, types=(I32, integer(width))
    )


def _truncate(w: Words, op: RowOp) -> None:
    low, _ = w.pair(op.operands[0])
    width = width_of(op.results[0].type)
    if width < WORD:
        low = w.row("trunc.II", low, types=(integer(width), I32))
    op.results[0].replace_all_uses_with(low)


def _load(w: Words, op: RowOp) -> None:
    low, high = (_access(w, op, "ld.I", place, []) for place in (0, 1))
    w.give(op.results[0], (low[0], high[0]))


def _store(w: Words, op: RowOp) -> None:
    for place, word in enumerate(w.pair(op.operands[1])):
        _access(w, op, "st.I", place, [word])


def _access(
    w: Words, op: RowOp, row: str, place: int, values: list[SSAValue]
) -> list[SSAValue]:
    """The access to one word of a number in memory: little-endian."""
    known = op.properties.get("memory")
    memory = None
    if isinstance(known, MemoryAttr):
        align = min(known.align.data, WORD // 8)
        memory = MemoryAttr(WORD // 8, align, known.space, known.alias, known.volatile)
    order = op.properties.get("order")
    made = create(
        row,
        [op.operands[0], *values],
        (I32,),
        imm=to_signed(WORD, (_immediate(op) + place * WORD // 8) % (1 << WORD)),
        order=order.data if is_number(order) else 0,
        memory=memory,
        location=op.location,
    )
    assert row != "ld.I" or made.results[0].type == R32
    return list(w.add(made))


def _same_bits(w: Words, op: RowOp) -> None:
    """Between a float and its bits: the words are the same."""
    w.give(op.results[0], w.pair(op.operands[0]))


INTEGER_ROWS: dict[str, Expand] = {
    "const.I": _constant,
    "const.F": _constant,
    "add.I": _two(add),
    "sub.I": _two(subtract),
    "mul.I": _two(multiply),
    "mulhu.I": _two(high_product),
    "mulh.I": _two(signed_high_product),
    "div.I": _library("sdiv64"),
    "rem.I": _library("srem64"),
    "divu.I": _library("udiv64"),
    "remu.I": _library("urem64"),
    "and.I": _each("and.I"),
    "or.I": _each("or.I"),
    "xor.I": _each("xor.I"),
    "not.I": _each("not.I"),
    "sll.I": _two(shift_left),
    "srl.I": _two(lambda w, a, b: shift_right(w, a, b, "srl.I")),
    "sra.I": _two(lambda w, a, b: shift_right(w, a, b, "sra.I")),
    "clz.I": _one(count_leading_zeros),
    "ctz.I": _one(count_trailing_zeros),
    "abs.I": _one(absolute),
    "cmps.I": _compare,
    "select.I": _select,
    "select.F": _select,
    "sext.II": _extend,
    "zext.II": _extend,
    "trunc.II": _truncate,
    "ld.I": _load,
    "ld.F": _load,
    "st.I": _store,
    "st.F": _store,
    "bits.IF": _same_bits,
    "bits.FI": _same_bits,
}
"""Rows that need no floats; select and accesses are the same for these."""

# endregion
