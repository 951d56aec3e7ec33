"""
Types of JavaScript's values: what the analysis of bytecodes knows of a wire.

A type is a set of kinds; of integers also their range, of an object which one it is. It
grows as the analysis goes on, so that every chain of joins is short: ranges are widened
to a few bounds.
"""

from enum import IntFlag
from typing import NamedTuple, TypeAlias

from circ.dialects.circuit.language import (
    DOUBLE_OFFSET,
    EXCEPTION,
    FALSE,
    HOLE,
    INT_TAG,
    NULL,
    TRUE,
    UNDEFINED,
)
from circ.dialects.common.algebra import bits_to_float, to_signed


class Kind(IntFlag):
    """Kinds of values."""

    INTEGER = 1
    """A number that is an integer of the type's range, and not -0."""
    TAGGED = 2
    """Any number, probably an integer: it is best kept as a tagged value."""
    DOUBLE = 4
    """Any number, probably none that is an integer."""
    BOOLEAN = 8
    UNDEFINED = 16
    NULL = 32
    HOLE = 64
    STRING = 128
    OBJECT = 256


NUMBERS = Kind.INTEGER | Kind.TAGGED | Kind.DOUBLE

SAFE = 2**53 - 1
"""Up to here, doubles have all integers."""


class TypedArray(NamedTuple):
    """A typed array: the type of its elements, and the range of its length."""

    constructor: str
    least: int
    most: int


class Closure(NamedTuple):
    """A function of the program, by the symbol of its circuit."""

    symbol: str


class Builtin(NamedTuple):
    """A built-in object or function by its name, as in `Math.imul`."""

    name: str


class Environment(NamedTuple):
    """An environment, by the number of the gate that makes it."""

    site: int


Identity: TypeAlias = TypedArray | Closure | Builtin | Environment


class JsType(NamedTuple):
    """What a value may be; no kind at all before the analysis has reached it."""

    kinds: Kind
    low: int = 0
    high: int = 0
    """The range of an integer."""
    identity: Identity | None = None
    """What is known of an object, if it is one."""

    @property
    def is_integer(self) -> bool:
        return self.kinds == Kind.INTEGER

    @property
    def is_number(self) -> bool:
        return bool(self.kinds) and not self.kinds & ~NUMBERS

    @property
    def is_double(self) -> bool:
        """Is it a number that is kept as a double?"""
        return self.is_number and bool(self.kinds & Kind.DOUBLE)

    @property
    def is_boolean(self) -> bool:
        return self.kinds == Kind.BOOLEAN

    @property
    def is_constant(self) -> bool:
        """Is it one integer alone?"""
        return self.is_integer and self.low == self.high

    @property
    def is_int32(self) -> bool:
        return self.is_integer and fits_int32(self.low, self.high)

    @property
    def is_word(self) -> bool:
        """Do its 32 low bits, signed or unsigned, say which integer it is?"""
        return self.is_int32 or (
            self.is_integer and 0 <= self.low <= self.high < 1 << 32
        )

    @property
    def typed_array(self) -> TypedArray | None:
        """What it is if it is a typed array for certain."""
        if self.kinds == Kind.OBJECT and isinstance(self.identity, TypedArray):
            return self.identity
        return None


BOTTOM = JsType(Kind(0))
ANY = JsType(Kind(511))
NUMBER = JsType(Kind.TAGGED)
DOUBLE = JsType(Kind.DOUBLE)
BOOLEAN = JsType(Kind.BOOLEAN)
OBJECT = JsType(Kind.OBJECT)
INT32_LOW, INT32_HIGH = -(1 << 31), (1 << 31) - 1
INT32 = JsType(Kind.INTEGER, INT32_LOW, INT32_HIGH)

BY_RESULT = {
    "boolean": BOOLEAN,
    "string": JsType(Kind.STRING),
    "int": INT32,
    "number": NUMBER,
    "object": OBJECT,
    "array": OBJECT,
    "function": OBJECT,
}
"""The types of results that the table of bytecodes states."""

SPECIAL = {
    UNDEFINED: JsType(Kind.UNDEFINED),
    NULL: JsType(Kind.NULL),
    HOLE: JsType(Kind.HOLE),
    FALSE: BOOLEAN,
    TRUE: BOOLEAN,
    EXCEPTION: BOTTOM,  # what a function returns that gives no value
}

BOUNDS = (0, 255, 65535, INT32_HIGH, 2**32 - 1, SAFE)
"""Where the bounds of a range that goes on growing end up, and their negatives."""


def fits_int32(low: int, high: int) -> bool:
    return INT32_LOW <= low and high <= INT32_HIGH


def integers(low: int, high: int) -> JsType:
    """The integers of a range, or any number where it has some that are not safe."""
    if low < -SAFE or high > SAFE:
        return NUMBER
    return JsType(Kind.INTEGER, low, high)


def object_of(identity: Identity) -> JsType:
    return JsType(Kind.OBJECT, identity=identity)


def type_of_bits(bits: int) -> JsType:
    """The type of a constant."""
    if bits in SPECIAL:
        return SPECIAL[bits]
    if bits >= INT_TAG:
        value = to_signed(32, bits & 0xFFFF_FFFF)
        return integers(value, value)
    if bits < DOUBLE_OFFSET:
        return ANY
    number = bits_to_float(64, bits - DOUBLE_OFFSET)
    # Numbers of 32 bits are integers in their tagged form: no double stands for one.
    if (
        number.is_integer()
        and abs(number) <= SAFE
        and not fits_int32(*[int(number)] * 2)
    ):
        return integers(int(number), int(number))
    return DOUBLE


def join(one: JsType, other: JsType) -> JsType:
    """What is of one type or of the other."""
    if one == other or not other.kinds:
        return one
    if not one.kinds:
        return other
    low, high = one.low, one.high
    if not one.kinds & Kind.INTEGER:
        low, high = other.low, other.high
    elif other.kinds & Kind.INTEGER:
        low, high = min(low, other.low), max(high, other.high)
    identity = one.identity
    if not one.kinds & Kind.OBJECT:
        identity = other.identity
    elif other.kinds & Kind.OBJECT:
        identity = _join_identities(identity, other.identity)
    return JsType(one.kinds | other.kinds, low, high, identity)


def _join_identities(one: Identity | None, other: Identity | None) -> Identity | None:
    if one == other:
        return one
    if isinstance(one, TypedArray) and isinstance(other, TypedArray):
        if one.constructor == other.constructor:
            least, most = min(one.least, other.least), max(one.most, other.most)
            return TypedArray(one.constructor, least, most)
    return None


def widened(before: JsType, after: JsType) -> JsType:
    """The type after a join, with bounds that have changed where they may stay."""
    low, high, identity = after.low, after.high, after.identity
    if before.kinds & after.kinds & Kind.INTEGER:
        if high > before.high:
            high = next(bound for bound in BOUNDS if bound >= high)
        if low < before.low:
            bounds = (0, *(~bound for bound in BOUNDS[:-1]), -SAFE)
            low = next(bound for bound in bounds if bound <= low)
    if isinstance(identity, TypedArray) and identity != before.identity:
        if isinstance(before.identity, TypedArray):
            identity = TypedArray(identity.constructor, 0, INT32_HIGH)
    return JsType(after.kinds, low, high, identity)


# region What operators give


def add(a: JsType, b: JsType) -> JsType:
    return integers(a.low + b.low, a.high + b.high)


def subtract(a: JsType, b: JsType) -> JsType:
    return integers(a.low - b.high, a.high - b.low)


def multiply(a: JsType, b: JsType) -> JsType:
    """Zero times something negative is -0, which is no integer."""
    for one, other in ((a, b), (b, a)):
        if one.low <= 0 <= one.high and other.low < 0:
            return NUMBER
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return integers(min(corners), max(corners))


def remainder(a: JsType, b: JsType) -> JsType:
    """That of something negative may be -0, that of a division by zero is NaN."""
    if a.low < 0 or b.low <= 0 or not (a.is_int32 and b.is_int32):
        return NUMBER
    return integers(0, min(a.high, b.high - 1))


ARITHMETIC = {
    "add2": add,
    "sub2": subtract,
    "mul2": multiply,
    "mod2": remainder,
}
"""What operators give for two integers."""


def bitwise(name: str, a: JsType, b: JsType) -> JsType:
    """What the operators on integers of 32 bits give, for any values."""
    a, b = (x if x.is_int32 else INT32 for x in (a, b))
    shift = b.low & 31 if b.low == b.high else None
    natural = a.low >= 0 and b.low >= 0
    match name:
        case "and2" if a.low >= 0 or b.low >= 0:
            return integers(0, min(x.high for x in (a, b) if x.low >= 0))
        case "or2" | "xor2" if natural:
            return integers(0, (1 << max(a.high, b.high).bit_length()) - 1)
        case "or2" if a.low == a.high == 0:
            return b
        case "or2" if b.low == b.high == 0:
            return a
        case "ashr2" if shift is not None:
            return integers(a.low >> shift, a.high >> shift)
        case "ashr2" if a.low >= 0:
            return integers(0, a.high)
        case "shr2" if shift is not None and a.low >= 0:
            return integers(a.low >> shift, a.high >> shift)
        case "shr2":
            return integers(0, 0xFFFF_FFFF >> (shift or 0))
        case "shl2" if shift is not None and fits_int32(
            a.low << shift, a.high << shift
        ):
            return integers(a.low << shift, a.high << shift)
        case _:
            return INT32


BITWISE = ("and2", "or2", "xor2", "shl2", "ashr2", "shr2")

COMPARISONS = {
    "less": ("slt", "olt"),
    "lesseq": ("sle", "ole"),
    "greater": ("sgt", "ogt"),
    "greatereq": ("sge", "oge"),
    "eq": ("eq", "oeq"),
    "noteq": ("ne", "une"),
    "stricteq": ("eq", "oeq"),
    "strictnoteq": ("ne", "une"),
}
"""The conditions of ICMP and of FCMP that compare two integers, or two doubles."""

# endregion


def restricted(value: JsType, condition: str, other: JsType) -> JsType:
    """A type where a condition of ICMP holds of the value and another."""
    if condition == "not hole":
        return value._replace(kinds=value.kinds & ~Kind.HOLE)
    if not (value.is_integer and other.is_integer):
        return value
    low, high = value.low, value.high
    match condition:
        case "slt":
            high = min(high, other.high - 1)
        case "sle":
            high = min(high, other.high)
        case "sgt":
            low = max(low, other.low + 1)
        case "sge":
            low = max(low, other.low)
        case "eq":
            low, high = max(low, other.low), min(high, other.high)
        case _:
            if other.low == other.high:
                low += low == other.low
                high -= high == other.low
    return JsType(Kind.INTEGER, low, high) if low <= high else value


# region Typed arrays


class Element(NamedTuple):
    """How a typed array keeps its elements."""

    size: int
    type: JsType
    is_float: bool = False


def _element(size: int, signed: bool) -> Element:
    bits = 8 * size - signed
    return Element(size, integers(-(1 << bits) if signed else 0, (1 << bits) - 1))


ELEMENTS = {
    "Int8Array": _element(1, True),
    "Uint8Array": _element(1, False),
    "Uint8ClampedArray": _element(1, False),
    "Int16Array": _element(2, True),
    "Uint16Array": _element(2, False),
    "Int32Array": _element(4, True),
    "Uint32Array": _element(4, False),
    "Float32Array": Element(4, DOUBLE, True),
    "Float64Array": Element(8, DOUBLE, True),
}

LONGEST = 0x3FFFFFFF
"""The length of the longest typed array, as in the library."""

# endregion
