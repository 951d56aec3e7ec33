"""
What gen's instructions compute, once, over the algebra.

`meaning(k, opcode, type, src_type)` gives the function of the sources' values in an
algebra; an interpreter asks once an instruction, `compute` on the spot. It is None for
what has no meaning of values: memory, control, images, lanes, and the functions of
Gen's math unit (SIN, COS, EXP, LOG, POW), which no document defines bit by bit.

Integers follow circ's total rules: wrapping, shift amounts modulo the width, division
by zero gives all ones and the remainder the dividend. Floats are IEEE 754; REM is C's
fmod. MAD and LRP round each step, RSQ the root and its reciprocal. Halves are computed
in binary32 and rounded once more, which is exact for + - * / and the root, since
24 >= 2 * 11 + 2. Comparisons are ordered but for NE, which is true on NaN.
"""

from collections.abc import Callable, Sequence
from functools import partial

from circ.dialects.common import arithmetic, rounding
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import Meaning, meaning_at
from circ.dialects.common.bits import population_of_any, reverse_bits, reverse_bytes
from circ.dialects.common.builder import bound
from circ.dialects.common.state import State, element, load, store, update
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
        return partial(_move, k)
    if scalar.name == "half":
        return _half(k, opcode)
    if scalar.is_float:
        return meaning_at(k, _FLOAT.get(opcode), scalar.width)
    return _integer(k, opcode, scalar)


def _move(k: Algebra[V], value: V) -> V:
    return value


# region Integers


def _integer(k: Algebra[V], opcode: str, scalar: Scalar) -> Callable[..., V] | None:
    match opcode:
        case "ADDSAT" | "SUBSAT" | "I64MADSAT":
            return partial(_saturated, k, opcode, scalar)
        case "HADD" | "RHADD" | "I64HADD" | "I64RHADD":
            return partial(_half_sum, k, scalar, int("RHADD" in opcode))
        case _:
            by_sign = _SIGNED if scalar.signed else _UNSIGNED
            return meaning_at(k, by_sign.get(opcode), scalar.width)


def _unsigned_magnitude(k: Algebra[V], width: int, value: V) -> V:
    return value


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


def _extended(k: Algebra[V], scalar: Scalar, to: int, value: V) -> V:
    extend = k.sext if scalar.signed else k.zext
    return extend(scalar.width, to, value)


def _clamped(k: Algebra[V], wide: int, value: V, target: Scalar) -> V:
    """A signed value of `wide` bits, saturated to the range of `target`."""
    width = target.width
    low = -(1 << (width - 1)) if target.signed else 0
    high = (1 << (width - 1 if target.signed else width)) - 1
    value = arithmetic.mins(k, wide, value, k.const(wide, high))
    value = arithmetic.maxs(k, wide, value, k.const(wide, low))
    return k.extract(wide, width - 1, 0, value)


def _saturated(k: Algebra[V], opcode: str, scalar: Scalar, *sources: V) -> V:
    wide = 2 * scalar.width + 2  # holds every exact result, with a sign
    first, second, *rest = (_extended(k, scalar, wide, value) for value in sources)
    match opcode:
        case "ADDSAT":
            exact = k.add(wide, first, second)
        case "SUBSAT":
            exact = k.sub(wide, first, second)
        case _:
            exact = k.add(wide, k.mul(wide, first, second), rest[0])
    return _clamped(k, wide, exact, scalar)


def _half_sum(k: Algebra[V], scalar: Scalar, up: int, lhs: V, rhs: V) -> V:
    width, wide = scalar.width, scalar.width + 2
    lhs, rhs = _extended(k, scalar, wide, lhs), _extended(k, scalar, wide, rhs)
    exact = k.add(wide, k.add(wide, lhs, rhs), k.const(wide, up))
    return k.extract(wide, width, 1, exact)


def _upsample(k: Algebra[V], width: int, high: V, low: V) -> V:
    half = width // 2
    return k.concat(
        half,
        half,
        k.extract(width, half - 1, 0, high),
        k.extract(width, half - 1, 0, low),
    )


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
    "ABS": _unsigned_magnitude,
    "MAD": _multiply_add,
    "UPSAMPLE_SHORT": _upsample,
    "UPSAMPLE_INT": _upsample,
    "UPSAMPLE_LONG": _upsample,
    "LZD": "clz",
    "CTZ": "ctz",
    "FBH": _first_from_top,
    "FBL": _first_from_bottom,
    "CBIT": population_of_any,
    "BFREV": reverse_bits,
    "BSWAP": reverse_bytes,
}
_SIGNED = _UNSIGNED | {
    "DIV": "sdiv",
    "REM": "srem",
    "MUL_HI": arithmetic.mulhs,
    "I64_MUL_HI": arithmetic.mulhs,
    "ABS": arithmetic.abs_,
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
    return arithmetic.fcmp(
        k, condition, 32, half_to_float(k, lhs), half_to_float(k, rhs)
    )


def _always(k: Algebra[V], *sources: V) -> V:
    return k.const(1, 1)


# endregion
# region Floats


def _half(k: Algebra[V], opcode: str) -> Callable[..., V] | None:
    """Compute in binary32 and round the result to a half once."""
    if opcode == "ABS":
        return partial(arithmetic.fabs, k, 16)
    function = meaning_at(k, _FLOAT.get(opcode), 32)
    if function is None or opcode in ("MAD", "LRP", "RSQ"):
        return None  # several steps, each of which would have to round to a half
    return partial(_through_float, k, function)


def _through_float(k: Algebra[V], function: Callable[..., V], *sources: V) -> V:
    floats = [half_to_float(k, source) for source in sources]
    return float_to_half(k, 32, function(*floats))


_MANTISSA = {32: 23, 64: 52}


def _one(k: Algebra[V], width: int) -> V:
    return k.const(width, {32: 0x3F800000, 64: 0x3FF << 52}[width])


def _reciprocal(k: Algebra[V], width: int, value: V) -> V:
    return k.fdiv(width, _one(k, width), value)


def _reciprocal_root(k: Algebra[V], width: int, value: V) -> V:
    return _reciprocal(k, width, k.fsqrt(width, value))


def _float_multiply_add(k: Algebra[V], width: int, lhs: V, rhs: V, addend: V) -> V:
    return k.fadd(width, k.fmul(width, lhs, rhs), addend)


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
    "MAD": _float_multiply_add,
    "LRP": _blend,
    "RNDZ": rounding.trunc,
    "RNDD": rounding.floor,
    "RNDU": rounding.ceil,
    "RNDE": rounding.round_even,
}

# endregion
# region Halves


def half_to_float(k: Algebra[V], value: V) -> V:
    """The binary32 bits of binary16 bits; exact."""
    sign = k.concat(1, 31, k.extract(16, 15, 15, value), k.const(31, 0))
    magnitude = k.zext(15, 32, k.extract(16, 14, 0, value))
    # A normal number: the exponent's bias grows from 15 to 127.
    shifted = k.shl(32, magnitude, k.const(32, 13))
    normal = k.add(32, shifted, k.const(32, 112 << 23))
    # Infinity keeps a full exponent; NaN is made canonical.
    infinite = k.ite(
        32,
        k.eq(32, magnitude, k.const(32, 0x7C00)),
        k.const(32, 0x7F800000),
        k.const(32, 0x7FC00000),
    )
    # A subnormal: its integer times 2**-24, both exact in binary32.
    subnormal = k.fmul(32, k.uitofp(32, 32, magnitude), k.const(32, 103 << 23))
    special = k.ult(32, k.const(32, 0x7BFF), magnitude)
    result = k.ite(32, special, infinite, normal)
    tiny = k.ult(32, magnitude, k.const(32, 0x400))
    result = k.ite(32, tiny, subnormal, result)
    nan = k.ult(32, k.const(32, 0x7C00), magnitude)
    return k.ite(32, nan, result, k.or_(32, sign, result))


def float_to_half(k: Algebra[V], width: int, value: V) -> V:
    """The binary16 bits nearest to a float of `width` bits, to even on a tie."""
    mantissa = _MANTISSA[width]
    bias = (1 << (width - mantissa - 2)) - 1
    magnitude = arithmetic.fabs(k, width, value)
    sign = k.concat(
        1, 15, k.extract(width, width - 1, width - 1, value), k.const(15, 0)
    )
    # Normal results: move the bias, then round the bits that fall off at the low end.
    moved = k.sub(width, magnitude, k.const(width, (bias - 15) << mantissa))
    normal = _round_off(k, width, moved, k.const(width, mantissa - 10))
    # Subnormal results: the significand shifted to a unit of 2**-24.
    exponent = k.lshr(width, magnitude, k.const(width, mantissa))
    fraction = k.and_(width, magnitude, k.const(width, (1 << mantissa) - 1))
    significand = k.or_(width, fraction, k.const(width, 1 << mantissa))
    amount = k.sub(width, k.const(width, bias - 24 + mantissa), exponent)
    amount = arithmetic.minu(k, width, amount, k.const(width, mantissa + 2))
    subnormal = _round_off(k, width, significand, amount)
    tiny = k.ult(width, magnitude, k.const(width, (bias - 14) << mantissa))
    result = k.ite(width, tiny, subnormal, normal)
    # The first float that rounds beyond 65504 becomes infinity.
    first = ((bias + 15) << mantissa) | (0x7FF << (mantissa - 11))
    large = k.ult(width, k.const(width, first - 1), magnitude)
    result = k.extract(
        width, 15, 0, k.ite(width, large, k.const(width, 0x7C00), result)
    )
    nan = arithmetic.is_nan(k, width, value)
    return k.ite(16, nan, k.const(16, 0x7E00), k.or_(16, sign, result))


def _round_off(k: Algebra[V], width: int, value: V, amount: V) -> V:
    """`value` shifted right by `amount` (at least 1), to nearest, to even on a tie."""
    one = k.const(width, 1)
    kept = k.lshr(width, value, amount)
    odd = k.and_(width, kept, one)
    half = k.shl(width, one, k.sub(width, amount, one))
    bias = k.add(width, k.sub(width, half, one), odd)
    return k.lshr(width, k.add(width, value, bias), amount)


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
    wide = max(to.width, source.width) + 1
    return _clamped(k, wide, _extended(k, source, wide, value), to)


def _from_float(k: Algebra[V], to: Scalar, source: Scalar) -> Callable[..., V]:
    """To an integer: towards zero, saturating; NaN gives the maximum."""
    if source.name == "half":
        wider = _from_float(k, to, SCALARS["float"])
        return partial(_after, wider, partial(half_to_float, k))
    if to.name == "half":
        return partial(float_to_half, k, source.width)
    if to.is_float:
        return partial(k.fconvert, source.width, to.width)
    return partial(k.fptosi if to.signed else k.fptoui, source.width, to.width)


def _from_integer(k: Algebra[V], to: Scalar, source: Scalar) -> Callable[..., V]:
    convert = k.sitofp if source.signed else k.uitofp
    if to.name != "half":
        return partial(convert, source.width, to.width)
    # A half's range ends at 65504, so that binary64 holds every integer that matters.
    return partial(
        _after, partial(float_to_half, k, 64), partial(convert, source.width, 64)
    )


def _after(second: Callable[[V], V], first: Callable[[V], V], value: V) -> V:
    return second(first(value))


# endregion
# region Tuples, lanes and memory


def bitcast(
    k: Algebra[V], width: int, count: int, source_width: int, sources: Sequence[V]
) -> list[V]:
    """BITCAST: the bytes of a tuple, little-endian, cut into `count` values."""
    total, bits = source_width, sources[0]
    for source in sources[1:]:
        bits = k.concat(source_width, total, source, bits)
        total += source_width
    return [
        k.extract(total, (n + 1) * width - 1, n * width, bits) for n in range(count)
    ]


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
    k: Algebra[V], state: State[V], width: int, count: int, address: V
) -> list[V]:
    """LOAD: `count` consecutive elements."""
    return [
        load(k, state, width, element(k, width, address, index))
        for index in range(count)
    ]


def store_elements(
    k: Algebra[V], state: State[V], width: int, address: V, values: Sequence[V]
) -> None:
    """STORE: consecutive elements."""
    for index, value in enumerate(values):
        store(k, state, width, element(k, width, address, index), value)


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
