"""
What gen's opcodes compute, without circ: Python's integers, exact fractions, numpy.

`expected(opcode, type, source, values)` gives the results that are right for sources
given as bits: one, or, of functions with an error, several neighbouring floats.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

WIDTHS = {"bool": 1, "half": 16, "float": 32, "double": 64}
WIDTHS |= {f"{u}int{w}": w for u in ("", "u") for w in (8, 16, 32, 64)}
FRACTION = {16: 10, 32: 23, 64: 52}
DTYPES = {16: np.float16, 32: np.float32, 64: np.float64}
UINTS = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}

Bits = Sequence[int]


def is_float(type: str) -> bool:
    return type in ("half", "float", "double")


def integer(type: str, bits: int) -> int:
    """The number that bits of an integer type are."""
    width = WIDTHS[type]
    return bits - (1 << width) if type[0] == "i" and bits >> width - 1 else bits


def limits(type: str) -> tuple[int, int]:
    width = WIDTHS[type]
    half = 1 << width - 1
    return (-half, half - 1) if type[0] == "i" else (0, 2 * half - 1)


def clamped(type: str, value: int) -> int:
    low, high = limits(type)
    return max(low, min(high, value))


def number(width: int, bits: int) -> np.floating:
    """The float with these bits."""
    return UINTS[width](bits).view(DTYPES[width])


def pattern(width: int, value: float) -> int:
    """The bits of a float; NaN is the canonical one."""
    if value != value:
        return (1 << width - 1) - (1 << FRACTION[width] - 1)
    with np.errstate(all="ignore"):
        return int(DTYPES[width](value).view(UINTS[width]))


def nearest(width: int, value: Fraction) -> int:
    """The bits of the float nearest to an exact number, to even on a tie."""
    fraction, sign = FRACTION[width], int(value < 0) << width - 1
    bias = (1 << width - fraction - 2) - 1
    value = abs(value)
    if not value:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    exponent -= value < Fraction(2) ** exponent
    exponent = max(exponent, 1 - bias)
    units = round(value / Fraction(2) ** (exponent - fraction))
    bits = (exponent + bias - 1 << fraction) + units
    return sign | min(bits, 2 * bias + 1 << fraction)


def neighbours(width: int, exact: float, error: float) -> list[int]:
    """All floats within so many units in the last place of a number."""
    if not math.isfinite(exact):
        return [pattern(width, exact)]
    bits = nearest(width, Fraction(exact)) | (math.copysign(1, exact) < 0) << width - 1
    sign = bits >> width - 1 << width - 1
    reach = range(-math.ceil(error), math.ceil(error) + 1)
    top = (1 << width - 1) - (1 << FRACTION[width])
    return [sign | max(0, min(top, bits - sign + step)) for step in reach]


# region Integers


def truncated(a: int, b: int) -> int:
    return (abs(a) // abs(b)) * (-1 if (a < 0) != (b < 0) else 1)


def first_set(bits: int, width: int, up: bool) -> int:
    """The number of the lowest or highest set bit; -1 without one."""
    found = [place for place in range(width) if bits >> place & 1]
    return -1 if not found else found[0] if up else found[-1]


def upsampled(a: int, b: int, width: int) -> int:
    ones = (1 << width // 2) - 1
    return (a & ones) << width // 2 | b & ones


def backwards(bits: int, width: int, size: int) -> int:
    fields = [bits >> at & (1 << size) - 1 for at in range(0, width, size)]
    return sum(field << at for field, at in zip(fields[::-1], range(0, width, size)))


INTEGERS: dict[str, Callable[..., int]] = {
    # Of the type, then the numbers.
    "ADD": lambda t, a, b: a + b,
    "SUB": lambda t, a, b: a - b,
    "MUL": lambda t, a, b: a * b,
    "MAD": lambda t, a, b, c: a * b + c,
    "DIV": lambda t, a, b: truncated(a, b) if b else -1,
    "REM": lambda t, a, b: a - truncated(a, b) * b if b else a,
    "AND": lambda t, a, b: a & b,
    "OR": lambda t, a, b: a | b,
    "XOR": lambda t, a, b: a ^ b,
    "ABS": lambda t, a: abs(a),
    "ADDSAT": lambda t, a, b: clamped(t, a + b),
    "SUBSAT": lambda t, a, b: clamped(t, a - b),
    "I64MADSAT": lambda t, a, b, c: clamped(t, a * b + c),
    **dict.fromkeys(("HADD", "I64HADD"), lambda t, a, b: a + b >> 1),
    **dict.fromkeys(("RHADD", "I64RHADD"), lambda t, a, b: a + b + 1 >> 1),
    **dict.fromkeys(("MUL_HI", "I64_MUL_HI"), lambda t, a, b: a * b >> WIDTHS[t]),
}
BITS: dict[str, Callable[..., int]] = {
    # Of the width, then the bits.
    "SHL": lambda w, a, b: a << b % w,
    "SHR": lambda w, a, b: a >> b % w,
    "ASR": lambda w, a, b: integer(f"int{w}", a) >> b % w,
    "LZD": lambda w, a: w - a.bit_length(),
    "CTZ": lambda w, a: first_set(a, w, True) if a else w,
    "FBH": lambda w, a: w - a.bit_length() if a else -1,
    "FBL": lambda w, a: first_set(a, w, True),
    "CBIT": lambda w, a: bin(a).count("1"),
    "BFREV": lambda w, a: backwards(a, w, 1),
    "BSWAP": lambda w, a: backwards(a, w, 8),
    "BSF": lambda w, a, b: first_set(a >> b % w << b % w, w, True),
    "BSB": lambda w, a, b: first_set(a & (2 << b % w) - 1, w, False),
    **{
        f"UPSAMPLE_{to}": lambda w, a, b: upsampled(a, b, w)
        for to in ("SHORT", "INT", "LONG")
    },
}

# endregion
# region Floats


def _one(a: np.floating) -> np.floating:
    return a.dtype.type(1)


FLOATS: dict[str, Callable[..., np.floating]] = {
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a - b,
    "MUL": lambda a, b: a * b,
    "DIV": lambda a, b: a / b,
    "REM": np.fmod,
    "MAD": lambda a, b, c: a * b + c,
    "LRP": lambda a, b, c: a * b + (_one(a) - a) * c,
    "ABS": np.abs,
    "SQR": np.sqrt,
    "RCP": lambda a: _one(a) / a,
    "RSQ": lambda a: _one(a) / np.sqrt(a),
    "RNDD": np.floor,
    "RNDU": np.ceil,
    "RNDZ": np.trunc,
    "RNDE": np.rint,
}


def _power(a: np.floating, b: np.floating) -> np.floating:
    # Of one exponent for all numpy takes roots, which differ at infinity.
    return np.power(np.array([a, a]), np.array([b, b]))[0]


WITH_ERROR: dict[str, tuple[Callable[..., np.floating], float]] = {
    # In binary64, and the greatest error in units in the last place (docs/math.md).
    "SIN": (np.sin, 0.82),
    "COS": (np.cos, 0.85),
    "EXP": (np.exp2, 1.03),
    "LOG": (np.log2, 0.87),
    "POW": (_power, 1.02),
}
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
    "LE": lambda a, b: a <= b,
    "LT": lambda a, b: a < b,
    "GE": lambda a, b: a >= b,
    "GT": lambda a, b: a > b,
    "ORD": lambda a, b: a == a and b == b,
}

# endregion


def converted(type: str, source: str, bits: int, saturating: bool) -> int:
    """CVT and SAT_CVT."""
    width, old = WIDTHS[type], WIDTHS[source]
    if not is_float(source):
        value = integer(source, bits)
        if is_float(type):
            return nearest(width, Fraction(value))
        return (clamped(type, value) if saturating else value) & (1 << width) - 1
    value = float(number(old, bits))
    if is_float(type):
        if not math.isfinite(value):
            return pattern(width, value)
        return nearest(width, Fraction(value)) | bits >> old - 1 << width - 1
    low, high = limits(type)
    if value != value or value >= high:
        return high
    return (low if value <= low else int(value)) & (1 << width) - 1


def expected(opcode: str, type: str, source: str, values: Bits) -> list[int]:
    """The results that are right."""
    width = WIDTHS[type]
    with np.errstate(all="ignore"):
        match opcode:
            case "MOV":
                return [values[0]]
            case "SEL":
                return [values[1] if values[0] else values[2]]
            case "CVT" | "SAT_CVT":
                return [converted(type, source, values[0], opcode == "SAT_CVT")]
            case "F16TO32":
                return [converted("float", "half", values[0], False)]
            case "F32TO16":
                return [converted("half", "float", values[0], False)]
            case _ if opcode in COMPARISONS:
                numbers = [
                    float(number(width, bits))
                    if is_float(type)
                    else integer(type, bits)
                    for bits in values
                ]
                return [int(COMPARISONS[opcode](*numbers))]
            case _ if is_float(type):
                return _float(opcode, width, [number(width, bits) for bits in values])
            case _ if opcode in BITS:
                return [BITS[opcode](width, *values) & (1 << width) - 1]
            case _:
                numbers = [integer(type, bits) for bits in values]
                return [INTEGERS[opcode](type, *numbers) & (1 << width) - 1]


def _float(opcode: str, width: int, numbers: Sequence[np.floating]) -> list[int]:
    if opcode not in WITH_ERROR:
        return [pattern(width, FLOATS[opcode](*numbers))]
    function, error = WITH_ERROR[opcode]
    exact = function(*[np.float64(each) for each in numbers])
    return neighbours(width, float(exact), 0.5 if width == 16 else error)


def values_of(type: str) -> list[int]:
    """The bits of numbers at which something may go wrong."""
    width = WIDTHS[type]
    if not is_float(type):
        top = 1 << width - 1
        odd = 0xFEDC_BA98_7654_3210 & (1 << width) - 1
        found = (0, 1, 2, 3, 7, width - 1, width, top - 1, top, top + 1, odd, -2, -1)
        return sorted({value & (1 << width) - 1 for value in found})
    fraction = FRACTION[width]
    infinity, one = (1 << width - 1) - (1 << fraction), pattern(width, 1.0)
    found = [0, 1, (1 << fraction) - 1, 1 << fraction, one - 1, one, one + 1]
    found += [pattern(width, value) for value in (0.5, 1.5, 2.5, 100.0, 3e4, 2.0**31)]
    found += [infinity - 1, infinity]
    sign = 1 << width - 1
    nan = infinity | 1 << fraction - 1
    return [*found, *(value | sign for value in found), nan]
