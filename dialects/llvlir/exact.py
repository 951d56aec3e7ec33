"""
What rows of floats compute where the algebra does not say it: of other formats than
binary32 and binary64, and fused.

Over Python's integers alone, but for fused rows: an algebra may have `fma`, of its
`fma_widths`, and binary32 has one in integers (`fused`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from xdsl.dialects.builtin import Float32Type
from xdsl.ir import Attribute

from circ.dialects.common import exact_floats as exact
from circ.dialects.common import fused
from circ.dialects.common.algebra import INTS, Algebra, V, to_signed
from circ.dialects.common.arithmetic import fneg
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import format_of, is_basic_float

Formats = Callable[[Attribute], exact.Format]
"""The formats of types; those that note exceptions, for flags."""

FUSED = {
    "madd": (False, False),
    "msub": (False, True),
    "mnadd": (True, False),
    "mnsub": (True, True),
}
"""Fused rows: is the product negated, and is the addend?"""


def fused_meaning(
    k: Algebra[V],
    base: str,
    type: Attribute,
    mode: str,
    formats: Formats = format_of,
) -> Callable[..., V] | None:
    """The function of a fused row; None where it cannot be computed."""
    width = width_of(type)
    if k is INTS:
        if mode not in exact.MODES:
            return None
        format = formats(type)
        compute = cast("Callable[..., V]", partial(exact.fused, format, mode))
    elif mode != "rne" or not is_basic_float(type):
        return None
    elif width in getattr(k, "fma_widths", ()):
        compute = cast("Callable[..., V]", partial(getattr(k, "fma"), width))
    elif width == 32:
        compute = partial(fused.fma, k, width)
    else:
        return None
    return partial(_fused, k, width, *FUSED[base], compute)


def _fused(
    k: Algebra[V],
    width: int,
    of_product: bool,
    of_addend: bool,
    compute: Callable[..., V],
    x: V,
    y: V,
    z: V,
) -> V:
    x = fneg(k, width, x) if of_product else x
    return compute(x, y, fneg(k, width, z) if of_addend else z)


PARTS = frozenset(("frac", "exp", "comp"))
"""Rows of the significand and the exponent of floats."""


def parts_meaning(
    k: Algebra[V],
    base: str,
    types: Sequence[Attribute],
    mode: str,
    formats: Formats = format_of,
) -> Callable[..., V] | None:
    """The function of a row of `PARTS`; `comp` is for Python's integers."""
    if base != "comp":
        format, to = format_of(types[1]), width_of(types[0])
        return partial(_significand if base == "frac" else _exponent, k, format, to)
    format, width = formats(types[0]), width_of(types[1])
    in_double = isinstance(types[0], Float32Type) and 8 < width < 54
    if k is not INTS and mode == "rne" and in_double:
        return partial(_composed_in_double, k, width)
    if k is not INTS or mode not in exact.MODES:
        return None
    return cast("Callable[..., V]", partial(_composed, format, mode, width))


def _fields(k: Algebra[V], f: exact.Format, x: V) -> tuple[V, V]:
    """The exponent field, and a bit: is it zero?"""
    width = f.width
    field = k.lshr(width, x, k.const(width, f.fraction))
    field = k.and_(width, field, k.const(width, (1 << f.exponent) - 1))
    return field, k.eq(width, field, k.const(width, 0))


def _resized(k: Algebra[V], width: int, to: int, value: V) -> V:
    """A signed integer, extended or its low bits."""
    if width < to:
        return k.sext(width, to, value)
    return value if width == to else k.extract(width, to - 1, 0, value)


def _significand(k: Algebra[V], f: exact.Format, to: int, x: V) -> V:
    """With the sign of the float: x = significand * 2**exponent."""
    width = f.width
    _, is_low = _fields(k, f, x)
    fraction = k.and_(width, x, k.const(width, (1 << f.fraction) - 1))
    hidden = k.ite(width, is_low, k.const(width, 0), k.const(width, 1 << f.fraction))
    size = k.or_(width, fraction, hidden)
    zero = k.const(width, 0)
    negative = k.slt(width, x, zero)
    return _resized(
        k, width, to, k.ite(width, negative, k.sub(width, zero, size), size)
    )


def _exponent(k: Algebra[V], f: exact.Format, to: int, x: V) -> V:
    width = f.width
    field, is_low = _fields(k, f, x)
    field = k.ite(width, is_low, k.const(width, 1), field)
    power = k.add(width, field, k.const(width, f.least - 1))
    return _resized(k, width, to, power)


FAR = 255
"""More than the exponents of all numbers of binary32, and their bits."""


def _composed_in_double(k: Algebra[V], width: int, x: V, y: V) -> V:
    """Exact in binary64, of which a power of two is a product; then rounded once."""
    # Two steps, each within the exponents of binary64 and of at least nine bits.
    low, high = k.const(width, -FAR), k.const(width, FAR)
    y = k.ite(width, k.slt(width, y, low), low, y)
    y = k.ite(width, k.slt(width, high, y), high, y)
    power = k.add(64, _resized(k, width, 64, y), k.const(64, 1023))
    scale = k.shl(64, power, k.const(64, 52))
    return k.fconvert(64, 32, k.fmul(64, k.sitofp(width, 64, x), scale))


def _composed(f: exact.Format, mode: str, width: int, x: int, y: int) -> int:
    """`x * 2**y`, rounded; a zero has no sign."""
    significand, power = to_signed(width, x), to_signed(width, y)
    # Further away every number overflows, or is less than half of the lowest.
    far = (1 << f.exponent) + 2 * f.fraction + width
    power = max(-far, min(far, power))
    return f.rounded(significand, power, mode, significand < 0, False)


ARITHMETIC: dict[str, Callable[..., int]] = {
    "add": exact.add,
    "sub": exact.subtract,
    "mul": exact.multiply,
    "div": exact.divide,
    "sqrt": exact.square_root,
}


WIDER = {16: "f32", 32: "f64", 64: "f128"}
"""The format of a product of each width, for `mul.VFD`."""


def double_product(f: exact.Format, x: int, y: int) -> int:
    """The product of two floats of a format, in one twice as wide."""
    to = exact.FORMATS[WIDER[f.width]]
    factors = [exact.convert(f, to, "rne", value) for value in (x, y)]
    return exact.multiply(to, "rne", *factors)


def exact_meaning(
    row: Row,
    types: Sequence[Attribute],
    immediates: Sequence[int],
    condition: str | None,
    rounding: str,
    formats: Formats = format_of,
) -> Callable[..., int] | None:
    """The function of a row on the bits of floats of any format, or None."""
    if rounding not in exact.MODES:
        return None
    if len(types) == 2:
        return _conversion(row, types, rounding, formats)
    if row.suffix != "F":
        return None
    f = formats(types[0])
    if row.base in ARITHMETIC:
        return partial(ARITHMETIC[row.base], f, rounding)
    match row.base:
        case "const":
            return partial(INTS.const, f.width, immediates[0])
        case "cmps" if condition is not None:
            return partial(exact.holds, condition, f)
        case "frem":
            return partial(exact.remainder, f)
        case "min":
            return partial(exact.smaller, f)
        case "max":
            return partial(exact.larger, f)
        case "select":
            return partial(INTS.ite, f.width)
        case "mv":
            return _same
        case "abs" | "neg" | "copysign" | "copysign_xor" | "copysign_not":
            return cast("Callable[..., int]", getattr(f, row.base))
        case "class":
            return partial(_class, f)
        case _:
            return None


def _conversion(
    row: Row,
    types: Sequence[Attribute],
    mode: str,
    formats: Formats,
) -> Callable[..., int] | None:
    to, width = width_of(types[0]), width_of(types[1])
    match row.name:
        case "cvt.FF":
            return partial(exact.convert, formats(types[1]), formats(types[0]), mode)
        case "cvt.FI":
            return partial(exact.from_signed, formats(types[0]), mode, width)
        case "cvtu.FI":
            return partial(exact.from_integer, formats(types[0]), mode)
        case "cvt.IF" | "cvtu.IF":
            format, half = formats(types[1]), 1 << to - 1
            signed = row.name == "cvt.IF"
            low, high = (-half, half - 1) if signed else (0, 2 * half - 1)
            return partial(_to_integer, format, to, low, high)
        case "bits.IF" | "bits.FI":
            return _same
        case _:
            return None


def _same(x: int) -> int:
    return x


def _to_integer(f: exact.Format, to: int, low: int, high: int, x: int) -> int:
    return INTS.const(to, exact.to_integer(f, x, low, high))


def _class(f: exact.Format, x: int) -> int:
    """The bits of `semantics`: sign 1, subnormal 2, zero 4 … signalling NaN 64."""
    size, sign = x & ~f.sign, int(bool(x & f.sign))
    if size > f.infinity:
        return sign | (32 if size & 1 << f.fraction - 1 else 64)
    if size == f.infinity:
        return sign | 16
    if size >> f.fraction:
        return sign | 8
    return sign | (2 if size else 4)
