"""
The exceptions that rows of floats raise, on bits: what `fgetex` accrues.

Invalid is raised by a signalling NaN, by an operation whose NaN is no operand's, by an
ordered comparison (`lt le gt ge`) of any NaN, and by a conversion to an integer that
does not have the number. Of vectors, lanes that the mask turns off raise nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias, cast

from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS, Ints
from circ.dialects.common.exact_floats import Format
from circ.dialects.common.float_exceptions import (
    BY_ZERO,
    INEXACT,
    INVALID,
    Watched,
    is_signalling,
)
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.exact import (
    ARITHMETIC,
    FUSED,
    exact_meaning,
    fused_meaning,
    parts_meaning,
)
from circ.dialects.llvlir.horizontal import exact_row, horizontal_meaning
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.semantics import scalar_row
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import FLOAT_FORMATS, format_of

Flags: TypeAlias = Callable[..., int]
"""The flags that an operation raises, from its operands."""

EXCEPTIONS = "circ.float_exceptions"
"""
The attribute of a module whose rows note exceptions though it does not read them: it is
a part of one that does.
"""
ORDERED = ("lt", "le", "gt", "ge")


def reads_flags(functions: Iterable[FuncOp]) -> bool:
    """Does one of the functions read the accrued exceptions?"""
    return any(
        op.name == "llvlir.fgetex"
        for func in functions
        for block in func.body.blocks
        for op in block.ops
    )


def flags_meaning(
    row: Row,
    types: Sequence[Attribute],
    immediates: Sequence[int] = (),
    condition: str | None = None,
    rounding: str = "rne",
) -> Flags | None:
    """What a row on scalars raises; None if it raises nothing."""
    if not any(isinstance(type, FLOAT_FORMATS) for type in types):
        return None
    raised: list[int] = []

    def watched(type: Attribute) -> Watched:
        format = format_of(type)
        return Watched(format.exponent, format.fraction, raised)

    if row.base in (*ARITHMETIC, *FUSED, "frem"):
        if row.base in FUSED:
            function = fused_meaning(INTS, row.base, types[-1], rounding, watched)
        else:
            function = exact_meaning(
                row, types, immediates, condition, rounding, watched
            )
        format = format_of(types[0])
        return function and partial(_arithmetic, function, format, row.base, raised)
    match row.name:
        case "min.F" | "max.F":
            return partial(_signalling, format_of(types[0]))
        case "cmps.F" if condition not in ("fa", "tr"):
            format = format_of(types[0])
            return partial(_compared, format, condition in ORDERED)
        case "cvt.FF" | "cvt.FI" | "cvtu.FI":
            function = exact_meaning(
                row, types, immediates, condition, rounding, watched
            )
            is_float = isinstance(types[1], FLOAT_FORMATS)
            source = format_of(types[1]) if is_float else None
            return function and partial(_converted, function, source, raised)
        case "comp.FI":
            function = parts_meaning(INTS, row.base, types, rounding, watched)
            return function and partial(_converted, function, None, raised)
        case "cvt.IF" | "cvtu.IF":
            to, signed = width_of(types[0]), row.name == "cvt.IF"
            low, high = (-1 << to - 1, 1 << to - 1) if signed else (0, 1 << to)
            return partial(_to_integer, format_of(types[1]), low, high)
        case _:
            return None


def _signalling(f: Format, *operands: int) -> int:
    return INVALID if any(is_signalling(f, x) for x in operands) else 0


def _compared(f: Format, ordered: bool, x: int, y: int) -> int:
    if ordered and (f.is_nan(x) or f.is_nan(y)):
        return INVALID
    return _signalling(f, x, y)


def _sum_of(raised: list[int]) -> int:
    total = 0
    for flags in raised:
        total |= flags
    raised.clear()
    return total


def _arithmetic(
    function: Flags, f: Format, base: str, raised: list[int], *operands: int
) -> int:
    result = function(*operands)
    found = _sum_of(raised) | _signalling(f, *operands)
    if f.is_nan(result) and not any(map(f.is_nan, operands)):
        found |= INVALID
    if base == "div" and f.is_infinite(result):
        x, y = map(f.abs, operands)
        if not y and x != f.infinity:
            found |= BY_ZERO
    return found


def _converted(
    function: Flags, source: Format | None, raised: list[int], *operands: int
) -> int:
    function(*operands)
    found = _sum_of(raised)
    return found if source is None else found | _signalling(source, *operands)


def _to_integer(f: Format, low: int, end: int, x: int) -> int:
    if f.is_nan(x) or f.is_infinite(x):
        return INVALID
    significand, power = f.parts(x)
    size, exact = abs(significand), True
    if power >= 0:
        size <<= power
    else:
        exact = not size & (1 << -power) - 1
        size >>= -power
    if not low <= (-size if significand < 0 else size) < end:
        return INVALID
    return 0 if exact else INEXACT


def lane_flags(
    row: Row,
    types: Sequence[Attribute],
    immediates: Sequence[int] = (),
    condition: str | None = None,
    rounding: str = "rne",
) -> Flags | None:
    """What a row on vectors raises, from lists of lanes; None if nothing."""
    elements = types[1:]
    if row.crosses_lanes:
        if row.category != "vec-fp-horiz":
            return None
        k = _Sums(types[1])
        function = horizontal_meaning(k, row, types)
        return function and partial(_of_sums, k, cast("Flags", function))
    if row.name == "cmps.VIF":
        scalar, elements = row_of_name()["cmps.F"], types[2:]
    elif row.name == "mul.VFD":
        return partial(_of_lanes, partial(_exact_product, format_of(types[1])))
    else:
        scalar = scalar_row(row)
    if scalar is None or row.values[-1] != "m":
        return None
    flags = flags_meaning(scalar, elements, immediates, condition, rounding)
    return flags and partial(_of_lanes, flags)


def _exact_product(f: Format, x: int, y: int) -> int:
    """A product twice as wide is exact; infinity by zero has none."""
    sizes = f.abs(x), f.abs(y)
    undefined = 0 in sizes and f.infinity in sizes
    return INVALID if undefined else _signalling(f, x, y)


def _of_lanes(flags: Flags, *columns: Sequence[int]) -> int:
    *values, mask = columns
    found = 0
    for on, *lane in zip(mask, *values, strict=True):
        if on:
            found |= flags(*lane)
    return found


class _Sums(Ints):
    """Integers that note what sums of floats raise."""

    def __init__(self, type: Attribute):
        rows = row_of_name()
        self.raised = 0
        self._add, self._sub = (
            cast("Flags", flags_meaning(rows[name], [type]))
            for name in ("add.F", "sub.F")
        )

    def float_row(self, name: str, type: Attribute) -> Callable[[int, int, int], int]:
        compute = exact_row(name, type)
        flags = self._add if name == "add" else self._sub

        def noted(width: int, lhs: int, rhs: int) -> int:
            self.raised |= flags(lhs, rhs)
            return compute(width, lhs, rhs)

        return noted

    def fadd(self, width: int, lhs: int, rhs: int) -> int:
        self.raised |= self._add(lhs, rhs)
        return super().fadd(width, lhs, rhs)

    def fsub(self, width: int, lhs: int, rhs: int) -> int:
        self.raised |= self._sub(lhs, rhs)
        return super().fsub(width, lhs, rhs)


def _of_sums(k: _Sums, function: Flags, *columns: Sequence[int]) -> int:
    k.raised = 0
    function(*columns)
    return k.raised
