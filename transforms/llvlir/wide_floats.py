"""
What operations on binary64 are on words: calls of the run-time library, mostly.

NaN and limits are as the level says; a conversion that the library lacks goes through
one that it has and loses nothing.
"""

from collections.abc import Callable

from xdsl.dialects.builtin import Float32Type, StringAttr
from xdsl.ir import SSAValue

from circ.dialects.llvlir.ops import RowOp
from circ.dialects.llvlir.types import R32, floating, integer, width_of
from circ.transforms.llvlir.wide_integers import widened
from circ.transforms.llvlir.words import I32, WORD, Pair, Words

Expand = Callable[[Words, RowOp], None]

F32 = floating(Float32Type())


def _arithmetic(name: str) -> Expand:
    def expand(w: Words, op: RowOp) -> None:
        low, high = w.call(name, *map(w.pair, op.operands))
        w.give(op.results[0], (low, high))

    return expand


def _sign(row: str, mask: int) -> Expand:
    """Change the sign, which is in the high word."""

    def expand(w: Words, op: RowOp) -> None:
        low, high = w.pair(op.operands[0])
        w.give(op.results[0], (low, w.row(row, high, w.constant(mask))))

    return expand


def _compare(w: Words, op: RowOp) -> None:
    """The library says below (-1), equal (0), above (1), or not at all (2)."""
    condition = op.properties["condition"]
    assert isinstance(condition, StringAttr)
    lhs, rhs = map(w.pair, op.operands)
    result = compare_floats(w, condition.data, lhs, rhs)
    op.results[0].replace_all_uses_with(result)


def compare_floats(w: Words, condition: str, lhs: Pair, rhs: Pair) -> SSAValue:
    """One bit: do two floats stand in a condition?"""
    if condition in ("fa", "tr"):
        return w.constant(int(condition == "tr"), 1)
    (order,) = w.call("cmp_f64", lhs, rhs, results=(R32,))
    match condition:
        case "gt":
            return w.compare("eq", order, w.constant(1))
        case "ge":
            # 0 or 1.
            return w.compare("ult", order, w.constant(2))
        case _:
            return w.compare(condition, order, w.constant(0))


def _from_integer(w: Words, op: RowOp) -> None:
    (value,) = op.operands
    letter = "i" if op.ROW.name == "cvt.FI" else "u"
    is_wide = width_of(value.type) > WORD
    source: SSAValue | Pair = (
        w.pair(value) if is_wide else widened(w, value, letter == "i")
    )
    width = width_of(value.type) if is_wide else WORD
    if width_of(op.results[0].type) == WORD:
        (result,) = w.call(f"cvt_{letter}{width}_f32", source, results=(F32,))
        op.results[0].replace_all_uses_with(result)
    else:
        low, high = w.call(f"cvt_{letter}{width}_f64", source)
        w.give(op.results[0], (low, high))


def _to_integer(w: Words, op: RowOp) -> None:
    (value,) = op.operands
    is_signed = op.ROW.name == "cvt.IF"
    letter = "i" if is_signed else "u"
    if width_of(value.type) == WORD:
        low, high = w.call("cvt_f32_f64", value)
        source: Pair = (low, high)
    else:
        source = w.pair(value)
    width = width_of(op.results[0].type)
    if width > WORD:
        low, high = w.call(f"cvt_f64_{letter}64", source)
        w.give(op.results[0], (low, high))
        return
    (word,) = w.call(f"cvt_f64_{letter}32", source, results=(R32,))
    result = _saturated(w, word, width, is_signed) if width < WORD else word
    op.results[0].replace_all_uses_with(result)


def _saturated(w: Words, word: SSAValue, width: int, is_signed: bool) -> SSAValue:
    """A saturated word, saturated to fewer bits; the maximum stays the maximum."""
    if is_signed:
        most, least = (1 << (width - 1)) - 1, -(1 << (width - 1))
        below = w.compare("lt", word, w.constant(least))
        word = w.select(below, w.constant(least), word)
        above = w.compare("gt", word, w.constant(most))
    else:
        most = (1 << width) - 1
        above = w.compare("ugt", word, w.constant(most))
    word = w.select(above, w.constant(most), word)
    return w.row("trunc.II", word, types=(integer(width), I32))


def _between_floats(w: Words, op: RowOp) -> None:
    (value,) = op.operands
    if width_of(value.type) == WORD:
        low, high = w.call("cvt_f32_f64", value)
        w.give(op.results[0], (low, high))
    elif width_of(op.results[0].type) > WORD:
        w.give(op.results[0], w.pair(value))
    else:
        (result,) = w.call("cvt_f64_f32", w.pair(value), results=(F32,))
        op.results[0].replace_all_uses_with(result)


SIGN = 1 << (WORD - 1)

FLOAT_ROWS: dict[str, Expand] = {
    "add.F": _arithmetic("add_f64"),
    "sub.F": _arithmetic("sub_f64"),
    "mul.F": _arithmetic("mul_f64"),
    "div.F": _arithmetic("div_f64"),
    "frem.F": _arithmetic("fmod_f64"),
    "sqrt.F": _arithmetic("sqrt_f64"),
    "neg.F": _sign("xor.I", SIGN),
    "abs.F": _sign("and.I", SIGN - 1),
    "cmps.F": _compare,
    "cvt.FI": _from_integer,
    "cvtu.FI": _from_integer,
    "cvt.IF": _to_integer,
    "cvtu.IF": _to_integer,
    "cvt.FF": _between_floats,
}
"""Rows of binary64, or that convert it or integers of 64 bits."""
