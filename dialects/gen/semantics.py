"""
What gen's instructions compute, once, over the algebra.

`meaning(k, opcode, type, src_type)` gives the function of the sources' values in an
algebra; an interpreter asks once an instruction, `compute` on the spot, and a machine
that lacks an opcode gets the code that the function builds. It is None for what has no
meaning of values: memory, control, images, lanes.

Integers follow circ's total rules: wrapping, shift amounts modulo the width, division
by zero gives all ones and the remainder the dividend. Floats are IEEE 754; REM is C's
fmod. MAD and LRP round each step, RSQ the root and its reciprocal. Each step on halves
is computed in binary32 and rounded once more (`common.half`). SIN, COS, EXP, LOG and
POW, which no document of Gen defines bit by bit, are the functions `sin`, `cos`,
`exp2`, `log2` and `powf` of `math`, of halves rounded from binary32. Comparisons are
ordered but for NE, which is true on NaN.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, cast

from circ.dialects.common import (
    arithmetic,
    exponentials,
    power,
    rounding,
    trigonometry,
)
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import Meaning, meaning_at
from circ.dialects.common.bits import population, reverse_by_exchange
from circ.dialects.common.builder import bound, operation
from circ.dialects.common.fused import multiply_add
from circ.dialects.common.half import Half
from circ.dialects.common.state import State, element, load, size_of, store, update
from circ.dialects.gen.table import ROW_OF_OPCODE
from circ.dialects.gen.types import SCALARS, Scalar


def compute(
    k: Algebra[V],
    opcode: str,
    type: str,
    src_type: str | None,
    operands: Sequence[V],
) -> V:
    """The value that an instruction writes; it must have a meaning."""
    function = meaning(k, opcode, type, src_type)
    assert function is not None, f"{opcode}.{type} has no meaning"
    return function(*operands)


def meaning(
    k: Algebra[V], opcode: str, type: str, src_type: str | None = None
) -> Callable[..., V] | None:
    """The function of an opcode at a type; None if it has no meaning."""
    scalar = SCALARS[type]
    match ROW_OF_OPCODE[opcode].kind:
        case "Convert":
            return _conversion(k, opcode, scalar, SCALARS[src_type or type])
        case "Compare":
            return _comparison(k, opcode, scalar)
        case "Select":
            return partial(k.ite, scalar.width)
        case _:
            pass
    if opcode == "MOV":
        return meaning_at(k, _same, scalar.width)
    if scalar.is_float:
        return _float(k, opcode, scalar.width)
    by_sign = _SIGNED if scalar.signed else _UNSIGNED
    return meaning_at(k, by_sign.get(opcode), scalar.width)


def _same(k: Algebra[V], width: int, value: V) -> V:
    return value


# region Integers


def _multiply_add(k: Algebra[V], width: int, lhs: V, rhs: V, addend: V) -> V:
    return k.add(width, k.mul(width, lhs, rhs), addend)


def _first_from_top(k: Algebra[V], width: int, value: V) -> V:
    return _unless_zero(k, width, value, k.clz(width, value))


def _first_from_bottom(k: Algebra[V], width: int, value: V) -> V:
    return _unless_zero(k, width, value, k.ctz(width, value))


def _unless_zero(k: Algebra[V], width: int, value: V, index: V) -> V:
    """The index of a bit; all ones if the value is zero."""
    zero = k.eq(width, value, k.const(width, 0))
    return k.ite(width, zero, k.const(width, -1), index)


def _scan_up(k: Algebra[V], width: int, value: V, start: V) -> V:
    """The number of the first set bit from bit `start` on upwards."""
    mask = arithmetic.shl(k, width, k.const(width, -1), start)
    return _first_from_bottom(k, width, k.and_(width, value, mask))


def _scan_down(k: Algebra[V], width: int, value: V, start: V) -> V:
    """The number of the first set bit from bit `start` on downwards."""
    last = k.const(width, width - 1)
    rest = k.xor(width, start, last)
    mask = arithmetic.lshr(k, width, k.const(width, -1), rest)
    value = k.and_(width, value, mask)
    number = k.sub(width, last, k.clz(width, value))
    return _unless_zero(k, width, value, number)


def _limit(k: Algebra[V], width: int, negative: V) -> V:
    """The signed minimum where a number is negative, else the maximum."""
    sign = k.lshr(width, negative, k.const(width, width - 1))
    return k.add(width, sign, k.const(width, (1 << width - 1) - 1))


def _add_saturated(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    total = k.add(width, lhs, rhs)
    over = k.ult(width, total, lhs)
    return k.ite(width, over, k.const(width, -1), total)


def _sub_saturated(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    less = k.ult(width, lhs, rhs)
    return k.ite(width, less, k.const(width, 0), k.sub(width, lhs, rhs))


def _signed_add_saturated(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """Beyond the range where the sum has neither sign."""
    total = k.add(width, lhs, rhs)
    over = k.and_(width, k.xor(width, total, lhs), k.xor(width, total, rhs))
    over = k.slt(width, over, k.const(width, 0))
    return k.ite(width, over, _limit(k, width, lhs), total)


def _signed_sub_saturated(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """Beyond the range where the signs differ and the difference has the other one."""
    rest = k.sub(width, lhs, rhs)
    over = k.and_(width, k.xor(width, lhs, rhs), k.xor(width, lhs, rest))
    over = k.slt(width, over, k.const(width, 0))
    return k.ite(width, over, _limit(k, width, lhs), rest)


def _multiply_add_saturated(k: Algebra[V], width: int, lhs: V, rhs: V, addend: V) -> V:
    """Of unsigned integers; the sum is exact in two numbers."""
    low, high = k.mul(width, lhs, rhs), arithmetic.mulhu(k, width, lhs, rhs)
    total = k.add(width, low, addend)
    over = arithmetic.icmp(k, "ne", width, high, k.const(width, 0))
    over = k.or_(1, over, k.ult(width, total, low))
    return k.ite(width, over, k.const(width, -1), total)


def _signed_multiply_add_saturated(
    k: Algebra[V], width: int, lhs: V, rhs: V, addend: V
) -> V:
    """Of signed integers: the upper number repeats the sign if the lower one fits."""
    low, high = k.mul(width, lhs, rhs), arithmetic.mulhs(k, width, lhs, rhs)
    total, places = k.add(width, low, addend), k.const(width, width - 1)
    carry = k.zext(1, width, k.ult(width, total, low))
    high = k.add(width, high, k.add(width, k.ashr(width, addend, places), carry))
    fits = k.eq(width, high, k.ashr(width, total, places))
    return k.ite(width, fits, total, _limit(k, width, high))


def _average(shift: Meaning, up: bool, k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """Common bits, and half of those that differ (Hacker's Delight, 2-5)."""
    half = meaning_at(k, shift, width)
    assert half is not None
    differ = half(k.xor(width, lhs, rhs), k.const(width, 1))
    if up:
        return k.sub(width, k.or_(width, lhs, rhs), differ)
    return k.add(width, k.and_(width, lhs, rhs), differ)


def _upsample(k: Algebra[V], width: int, high: V, low: V) -> V:
    half = width // 2
    low = k.and_(width, low, k.const(width, (1 << half) - 1))
    return k.or_(width, k.shl(width, high, k.const(width, half)), low)


def _reverse_bits(k: Algebra[V], width: int, value: V) -> V:
    return reverse_by_exchange(k, width, 1, value)


def _reverse_bytes(k: Algebra[V], width: int, value: V) -> V:
    return reverse_by_exchange(k, width, 8, value)


_UNSIGNED: dict[str, Meaning] = {
    "ADD": "add",
    "SUB": "sub",
    "MUL": "mul",
    "DIV": "udiv",
    "REM": "urem",
    "AND": "and_",
    "OR": "or_",
    "XOR": "xor",
    "SHL": arithmetic.shl,
    "SHR": arithmetic.lshr,
    "ASR": arithmetic.ashr,
    "MUL_HI": arithmetic.mulhu,
    "I64_MUL_HI": arithmetic.mulhu,
    "ABS": _same,
    "MAD": _multiply_add,
    "ADDSAT": _add_saturated,
    "SUBSAT": _sub_saturated,
    "I64MADSAT": _multiply_add_saturated,
    **dict.fromkeys(("HADD", "I64HADD"), partial(_average, "lshr", False)),
    **dict.fromkeys(("RHADD", "I64RHADD"), partial(_average, "lshr", True)),
    **dict.fromkeys((f"UPSAMPLE_{to}" for to in ("SHORT", "INT", "LONG")), _upsample),
    "LZD": "clz",
    "CTZ": "ctz",
    "FBH": _first_from_top,
    "FBL": _first_from_bottom,
    "BSF": _scan_up,
    "BSB": _scan_down,
    "CBIT": population,
    "BFREV": _reverse_bits,
    "BSWAP": _reverse_bytes,
}
_SIGNED = _UNSIGNED | {
    "DIV": "sdiv",
    "REM": "srem",
    "MUL_HI": arithmetic.mulhs,
    "I64_MUL_HI": arithmetic.mulhs,
    "ABS": arithmetic.abs_,
    "ADDSAT": _signed_add_saturated,
    "SUBSAT": _signed_sub_saturated,
    "I64MADSAT": _signed_multiply_add_saturated,
    **dict.fromkeys(("HADD", "I64HADD"), partial(_average, "ashr", False)),
    **dict.fromkeys(("RHADD", "I64RHADD"), partial(_average, "ashr", True)),
}

# endregion
# region Comparisons


def _comparison(k: Algebra[V], opcode: str, scalar: Scalar) -> Callable[..., V]:
    condition = opcode.lower()
    if scalar.is_float:
        condition = {"ne": "une", "ord": "ord"}.get(condition, f"o{condition}")
        if scalar.name == "half":
            return partial(_compare_halves, k, condition)
        return partial(bound(arithmetic.fcmp, k), k, condition, scalar.width)
    if opcode == "ORD":
        return partial(_always, k)
    if condition not in ("eq", "ne"):
        condition = ("s" if scalar.signed else "u") + condition
    return partial(bound(arithmetic.icmp, k), k, condition, scalar.width)


def _compare_halves(k: Algebra[V], condition: str, lhs: V, rhs: V) -> V:
    return arithmetic.fcmp(k, condition, 32, HALF.extend(k, lhs), HALF.extend(k, rhs))


def _always(k: Algebra[V], *sources: V) -> V:
    return k.const(1, 1)


# endregion
# region Floats


def _one(k: Algebra[V], width: int) -> V:
    return k.const(width, {16: 0x3C00, 32: 0x3F800000, 64: 0x3FF << 52}[width])


def _reciprocal(k: Algebra[V], width: int, value: V) -> V:
    return k.fdiv(width, _one(k, width), value)


def _reciprocal_root(k: Algebra[V], width: int, value: V) -> V:
    return _reciprocal(k, width, k.fsqrt(width, value))


def _blend(k: Algebra[V], width: int, weight: V, lhs: V, rhs: V) -> V:
    rest = k.fsub(width, _one(k, width), weight)
    return k.fadd(width, k.fmul(width, weight, lhs), k.fmul(width, rest, rhs))


_FLOAT: dict[str, Meaning] = {
    "ADD": "fadd",
    "SUB": "fsub",
    "MUL": "fmul",
    "DIV": "fdiv",
    "REM": "frem",
    "ABS": arithmetic.fabs,
    "SQR": "fsqrt",
    "RCP": _reciprocal,
    "RSQ": _reciprocal_root,
    "MAD": multiply_add,
    "LRP": _blend,
}
"""The operations of floats of any width."""

_ROUNDINGS: dict[str, Meaning] = {
    "RNDZ": rounding.trunc,
    "RNDD": rounding.floor,
    "RNDU": rounding.ceil,
    "RNDE": rounding.round_even,
    "POW": operation(power.float_power),
}
"""Those of floats and doubles; of a half by way of a float."""

_SINGLE: dict[str, Meaning] = {
    "SIN": operation(trigonometry.sin),
    "COS": operation(trigonometry.cos),
    "EXP": operation(exponentials.exp2),
    "LOG": operation(exponentials.log2),
}
"""Those of floats; of a half by way of a float. None has an algorithm for doubles."""

HALF = Half(10)


def half_to_float(k: Algebra[V], value: V) -> V:
    """The binary32 bits of binary16 bits; exact, and NaN is the canonical one."""
    result = HALF.extend(k, value)
    return k.ite(
        32,
        k.ult(32, k.const(32, 0x7F800000), arithmetic.fabs(k, 32, result)),
        arithmetic.canonical_nan(k, 32),
        result,
    )


def float_to_half(k: Algebra[V], width: int, value: V) -> V:
    """The binary16 bits nearest to a float of `width` bits, to even on a tie."""
    return (HALF.truncate if width == 32 else HALF.truncate_wide)(k, value)


def _through_float(k: Algebra[V], function: Callable[..., V], *sources: V) -> V:
    """Of halves: computed in binary32 and rounded once more."""
    return HALF.truncate(k, function(*(HALF.extend(k, each) for each in sources)))


class _Halves(Generic[V]):
    """The part of an algebra that `_FLOAT` needs, at a width of 16 bits."""

    def __init__(self, k: Algebra[V]):
        self.k = k

    def __getattr__(self, name: str) -> Callable[..., V]:
        if not name.startswith("f"):
            return getattr(self.k, name)

        def compute(width: int, *sources: V) -> V:
            return _through_float(self.k, partial(getattr(self.k, name), 32), *sources)

        return compute


def _float(k: Algebra[V], opcode: str, width: int) -> Callable[..., V] | None:
    if width == 16 and opcode in _FLOAT:
        return meaning_at(cast("Algebra[V]", _Halves(k)), _FLOAT[opcode], 16)
    found = (_FLOAT | _ROUNDINGS).get(opcode)
    if width < 64:
        found = found or _SINGLE.get(opcode)
    if width > 16 or found is None:
        return meaning_at(k, found, width)
    function = meaning_at(k, found, 32)
    assert function is not None
    return partial(_through_float, k, function)


# endregion
# region Conversions


def _conversion(
    k: Algebra[V], opcode: str, to: Scalar, source: Scalar
) -> Callable[..., V]:
    if opcode == "F16TO32":
        return partial(half_to_float, k)
    if opcode == "F32TO16":
        return partial(float_to_half, k, 32)
    if source.is_float:
        return _from_float(k, to, source)
    if to.is_float:
        return _from_integer(k, to, source)
    if opcode == "SAT_CVT":
        return partial(_saturating, k, to, source)
    if to.width <= source.width:
        return partial(k.extract, source.width, to.width - 1, 0)
    return partial(k.sext if source.signed else k.zext, source.width, to.width)


def _saturating(k: Algebra[V], to: Scalar, source: Scalar, value: V) -> V:
    """An integer, clamped where its type goes beyond the other one, then converted."""
    width = source.width
    (low, high), (least, most) = _range(source), _range(to)
    if most < high:
        below = arithmetic.mins if source.signed else arithmetic.minu
        value = below(k, width, value, k.const(width, most))
    if low < least:
        value = arithmetic.maxs(k, width, value, k.const(width, least))
    return _conversion(k, "CVT", to, source)(value)


def _range(scalar: Scalar) -> tuple[int, int]:
    """The least and the greatest value of an integer type."""
    half = 1 << scalar.width - 1
    return (-half, half - 1) if scalar.signed else (0, 2 * half - 1)


def _from_float(k: Algebra[V], to: Scalar, source: Scalar) -> Callable[..., V]:
    """To an integer: towards zero, saturating; NaN gives the maximum."""
    if source.name == "half" == to.name:
        return partial(_through_float, k, partial(_same, k, 32))
    if source.name == "half":
        wider = _from_float(k, to, SCALARS["float"])
        return partial(_after, wider, partial(half_to_float, k))
    if to.name == "half":
        return partial(float_to_half, k, source.width)
    if to.is_float:
        return partial(k.fconvert, source.width, to.width)
    return partial(k.fptosi if to.signed else k.fptoui, source.width, to.width)


def _from_integer(k: Algebra[V], to: Scalar, source: Scalar) -> Callable[..., V]:
    width = source.width
    if to.name == "half":
        return partial(_half_of, k, width, source.signed)
    return partial(k.sitofp if source.signed else k.uitofp, width, to.width)


def _half_of(k: Algebra[V], width: int, signed: bool, value: V) -> V:
    return HALF.of_integer(k, width, value, signed)


def _after(second: Callable[[V], V], first: Callable[[V], V], value: V) -> V:
    return second(first(value))


# endregion
# region Tuples, lanes and memory


def bitcast(
    k: Algebra[V], width: int, count: int, source_width: int, sources: Sequence[V]
) -> list[V]:
    """BITCAST: the bytes of a tuple, little-endian, cut into `count` values."""
    if width < source_width:
        return [
            k.extract(source_width, low + width - 1, low, source)
            for source in sources
            for low in range(0, source_width, width)
        ]
    values = list(sources)
    while source_width < width:
        pairs = zip(values[::2], values[1::2], strict=True)
        values = [k.concat(source_width, source_width, b, a) for a, b in pairs]
        source_width *= 2
    return values


def table_element(
    k: Algebra[V], columns: Sequence[Sequence[V]], width: int, offset: int, index: V
) -> V:
    """
    INDIRECT_MOV: the element at a byte of a table of the registers' lanes.

    What is beyond the table is 0.
    """
    number = table_number(k, width, offset, index)
    result = k.const(width, 0)
    elements = [each for column in columns for each in column]
    for place, each in enumerate(elements):
        is_it = k.eq(32, number, k.const(32, place))
        result = k.ite(width, is_it, each, result)
    return result


def table_number(k: Algebra[V], width: int, offset: int, index: V) -> V:
    """The number of the element at a byte."""
    place = k.add(32, index, k.const(32, offset))
    return k.lshr(32, place, k.const(32, size_of(width).bit_length() - 1))


def one_lane(k: Algebra[V], opcode: str, type: str) -> Callable[..., V] | None:
    """The meaning of a lane operation in a function of one lane."""
    width = SCALARS[type].width
    match opcode:
        case "SIMD_SIZE":
            return partial(k.const, width, 1)
        case "SIMD_ID":
            return partial(k.const, width, 0)
        case "SIMD_ANY" | "SIMD_ALL":
            return partial(_is_set, k, width)
        case "SIMD_SHUFFLE":
            return partial(_first, k)
        case _:
            return None


def _is_set(k: Algebra[V], width: int, value: V) -> V:
    return k.zext(1, width, arithmetic.icmp(k, "ne", width, value, k.const(width, 0)))


def _first(k: Algebra[V], value: V, lane: V) -> V:
    return value


def load_elements(
    k: Algebra[V], state: State[V], width: int, count: int, address: V, step: int = 1
) -> list[V]:
    """LOAD: `count` elements, each `step` after the one before."""
    return [
        load(k, state, width, element(k, width, address, index * step))
        for index in range(count)
    ]


def store_elements(
    k: Algebra[V],
    state: State[V],
    width: int,
    address: V,
    values: Sequence[V],
    step: int = 1,
) -> None:
    """STORE: elements, each `step` after the one before."""
    for index, value in enumerate(values):
        store(k, state, width, element(k, width, address, index * step), value)


def atomic_update(
    k: Algebra[V],
    state: State[V],
    operation: str,
    width: int,
    address: V,
    values: Sequence[V],
) -> V:
    """ATOMIC: replace the value in memory; returns the old one."""

    def change(old: V) -> V:
        return atomic(k, operation, width, old, values)

    return update(k, state, width, address, change)


def atomic(k: Algebra[V], operation: str, width: int, old: V, values: Sequence[V]) -> V:
    """The value that an atomic operation stores."""
    match operation:
        case "INC":
            return k.add(width, old, k.const(width, 1))
        case "DEC":
            return k.sub(width, old, k.const(width, 1))
        case "CMPXCHG":
            return k.ite(width, k.eq(width, old, values[0]), values[1], old)
        case "XCHG":
            return values[0]
        case _:
            change = meaning_at(k, _ATOMIC[operation], width)
            assert change is not None
            return change(old, values[0])


_ATOMIC: dict[str, Meaning] = {
    "AND": "and_",
    "OR": "or_",
    "XOR": "xor",
    "ADD": "add",
    "SUB": "sub",
    "IMAX": arithmetic.maxs,
    "IMIN": arithmetic.mins,
    "UMAX": arithmetic.maxu,
    "UMIN": arithmetic.minu,
}


# endregion
