"""
What rows of floats compute over an algebra that has integers of any width, not the
format or the rounding mode.

Binary16 and bfloat16 are rounded to nearest by way of binary32 (`common.half`), which
is exact where that says so; all else is computed in integers (`common.soft_floats`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from xdsl.dialects.builtin import Float32Type
from xdsl.ir import Attribute

from circ.dialects.common import arithmetic, soft_floats
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.exact_floats import MODES
from circ.dialects.common.half import Half
from circ.dialects.common.soft_floats import Soft
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.exact import FUSED
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import format_of, is_basic_float, is_integer

HALVES = {"f16": Half(10), "bf16": Half(7)}
BINARY32 = {
    "add": "fadd",
    "sub": "fsub",
    "mul": "fmul",
    "div": "fdiv",
    "sqrt": "fsqrt",
    "frem": "frem",
}
"""What computes rows on halves in binary32."""
WIDEST = 64
"""Of the integers that convert to and from binary32 and binary64."""


def soft_meaning(
    k: Algebra[V],
    row: Row,
    types: Sequence[Attribute],
    immediates: Sequence[int],
    condition: str | None,
    rounding: str,
) -> Callable[..., V] | None:
    """The function of a row on the bits of floats, or None."""
    if rounding not in MODES:
        return None
    if len(types) == 2:
        return _conversion(k, row, types, rounding)
    if row.suffix != "F":
        return None
    r, half = Soft(k, format_of(types[0]), rounding), _by_way_of(row, types, rounding)
    if half is not None:
        compute = partial(getattr(k, BINARY32[row.base]), 32)
        return cast("Callable[..., V]", partial(_by_binary32, k, half, compute))
    if row.base in soft_floats.ARITHMETIC:
        compute = cast("Callable[..., V]", soft_floats.ARITHMETIC[row.base])
        return partial(compute, r)
    if row.base in FUSED:
        return partial(_fused, r, *FUSED[row.base])
    match row.base:
        case "const":
            return partial(r.bits, immediates[0])
        case "cmps" if condition is not None:
            return partial(soft_floats.order, r, condition)
        case "min":
            return partial(soft_floats.smaller, r)
        case "max":
            return partial(soft_floats.larger, r)
        case "class":
            return partial(kinds, r)
        case "select":
            return partial(k.ite, r.width)
        case "mv":
            return partial(arithmetic.same_bits, k, r.width, r.width)
        case "abs":
            return r.abs
        case "neg":
            return r.neg
        case "copysign" | "copysign_xor" | "copysign_not":
            return partial(_with_sign, r, row.base)
        case _:
            return None


def _by_way_of(row: Row, types: Sequence[Attribute], mode: str) -> Half | None:
    """The half that a row extends to binary32, or is rounded to from there, if any."""
    halves = [HALVES.get(str(type)) for type in types]
    if len(types) == 1:
        return halves[0] if mode == "rne" and row.base in BINARY32 else None
    match row.name:
        case "cvt.FF" if is_basic_float(types[0]):
            return halves[1]
        case "cvt.FF" if isinstance(types[1], Float32Type) and mode == "rne":
            return halves[0]
        case "cvt.IF" | "cvtu.IF" if width_of(types[0]) <= WIDEST:
            return halves[1]
        case _:
            return None


LONG = frozenset((*soft_floats.ARITHMETIC, *FUSED, "frem", "cvt", "cvtu", "comp"))
"""Rows by their base that are hundreds of operations on words."""


def is_long(row: Row, types: Sequence[Attribute], mode: str) -> bool:
    """Is it a row on scalars that words compute in integers, by much code?"""
    if row.base not in LONG or row.suffix not in ("F", "FF", "FI", "IF"):
        return False
    if _by_way_of(row, types, mode) is not None:
        return False
    if mode != "rne" or row.base in (*FUSED, "comp"):
        return True
    return not all(
        width_of(type) <= WIDEST if is_integer(type) else is_basic_float(type)
        for type in types
    )


def _with_sign(r: Soft[V], base: str, x: V, y: V) -> V:
    sign = r.sign(y)
    if base == "copysign_xor":
        sign = r.k.xor(1, sign, r.sign(x))
    elif base == "copysign_not":
        sign = r.inverse(sign)
    return r.signed(sign, r.abs(x))


def _by_binary32(
    k: Algebra[V], half: Half, compute: Callable[..., V], *operands: V
) -> V:
    return half.truncate(k, compute(*[half.extend(k, value) for value in operands]))


def _fused(r: Soft[V], of_product: bool, of_addend: bool, x: V, y: V, z: V) -> V:
    x = r.neg(x) if of_product else x
    return soft_floats.fused(r, x, y, r.neg(z) if of_addend else z)


def kinds(r: Soft[V], x: V) -> V:
    """
    The class of a float, as bits: sign 1, subnormal 2, zero 4, normal 8, infinity 16,
    quiet NaN 32, signalling NaN 64.

    The magnitude is compared, as an integer, with the limits of the classes.
    """
    k, f, size = r.k, r.format, r.abs(x)
    # From NaN down: the last limit that the magnitude is below says what it is.
    kind = k.const(32, 32)
    limits = ((f.nan, 64), (f.infinity + 1, 16), (f.infinity, 8))
    limits += ((1 << f.fraction, 2), (1, 4))
    for limit, number in limits:
        below = k.ult(r.width, size, r.bits(limit))
        kind = k.ite(32, below, k.const(32, number), kind)
    negative = k.slt(r.width, x, r.bits(0))
    return k.or_(32, kind, k.zext(1, 32, negative))


def _conversion(
    k: Algebra[V],
    row: Row,
    types: Sequence[Attribute],
    mode: str,
) -> Callable[..., V] | None:
    to, width = width_of(types[0]), width_of(types[1])
    half = _by_way_of(row, types, mode)
    match row.name:
        case "bits.IF" | "bits.FI":
            return partial(arithmetic.same_bits, k, width, to)
        case "cvt.FF" if half and is_basic_float(types[0]):
            return partial(_extended, k, half, partial(k.fconvert, 32, to))
        case "cvt.FF" if half:
            return partial(half.truncate, k)
        case "cvt.FF":
            r = Soft(k, format_of(types[0]), mode)
            return partial(soft_floats.convert, r, format_of(types[1]))
        case "comp.FI":
            r = Soft(k, format_of(types[0]), mode)
            return partial(soft_floats.composed, r, width)
        case "cvt.FI" | "cvtu.FI" if is_integer(types[1]):
            r, signed = Soft(k, format_of(types[0]), mode), row.name == "cvt.FI"
            return partial(soft_floats.from_integer, r, width, signed)
        case "cvt.IF" | "cvtu.IF":
            signed = row.name == "cvt.IF"
            if half:
                convert = k.fptosi if signed else k.fptoui
                return partial(_extended, k, half, partial(convert, 32, to))
            s = Soft(k, format_of(types[1]))
            return partial(soft_floats.to_integer, s, to, signed)
        case _:
            return None


def _extended(k: Algebra[V], half: Half, then: Callable[[V], V], value: V) -> V:
    return then(half.extend(k, value))
