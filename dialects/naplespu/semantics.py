"""
What NaplesPU instructions compute, over the algebra.

Integer lanes as the hardware has them (`naplespu_isa` section 5.2): a shift amount is
the whole 32-bit operand, and an arithmetic shift widens its operand to 64 bits and
shifts those logically. Floats are IEEE binary32 to nearest even (section 5.10).
Operations go by the mnemonic of their register form, the `BaseOpcode` of the
description; an immediate form is the same operation with a sign-extended second source.
A vector operation is the scalar one in each lane; all of them are masked by `rm`
(section 5.1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from circ.dialects.common.algebra import Algebra
from circ.dialects.common.state import State
from circ.dialects.naplespu.register_file import LANES

V = TypeVar("V")


class Unary(Protocol):
    """A lane operation with one source."""

    def __call__(self, k: Algebra[V], x: V, /) -> V: ...


class Binary(Protocol):
    """A lane operation with two sources, or a comparison with a one-bit result."""

    def __call__(self, k: Algebra[V], x: V, y: V, /) -> V: ...


# Integer lanes.


def _or(k: Algebra[V], x: V, y: V) -> V:
    return k.or_(32, x, y)


def _and(k: Algebra[V], x: V, y: V) -> V:
    return k.and_(32, x, y)


def _xor(k: Algebra[V], x: V, y: V) -> V:
    return k.xor(32, x, y)


def _add(k: Algebra[V], x: V, y: V) -> V:
    return k.add(32, x, y)


def _sub(k: Algebra[V], x: V, y: V) -> V:
    return k.sub(32, x, y)


def _mull(k: Algebra[V], x: V, y: V) -> V:
    return k.mul(32, x, y)


def _mulhs(k: Algebra[V], x: V, y: V) -> V:
    product = k.mul(64, k.sext(32, 64, x), k.sext(32, 64, y))
    return k.extract(64, 63, 32, product)


def _mulhu(k: Algebra[V], x: V, y: V) -> V:
    product = k.mul(64, k.zext(32, 64, x), k.zext(32, 64, y))
    return k.extract(64, 63, 32, product)


def _ashr(k: Algebra[V], x: V, y: V) -> V:
    """A logical shift of 64 bits: from 33 on, zeros follow the sign word in."""
    shifted = k.lshr(64, k.sext(32, 64, x), k.zext(32, 64, y))
    return k.extract(64, 31, 0, shifted)


def _shr(k: Algebra[V], x: V, y: V) -> V:
    return k.lshr(32, x, y)


def _shl(k: Algebra[V], x: V, y: V) -> V:
    return k.shl(32, x, y)


def _not(k: Algebra[V], x: V) -> V:
    return k.xor(32, x, k.const(32, -1))


def _clz(k: Algebra[V], x: V) -> V:
    return k.clz(32, x)


def _ctz(k: Algebra[V], x: V) -> V:
    return k.ctz(32, x)


def _sext8(k: Algebra[V], x: V) -> V:
    return k.sext(8, 32, k.extract(32, 7, 0, x))


def _sext16(k: Algebra[V], x: V) -> V:
    return k.sext(16, 32, k.extract(32, 15, 0, x))


def _copy(k: Algebra[V], x: V) -> V:
    return x


def complement(k: Algebra[V], condition: V) -> V:
    return k.xor(1, condition, k.const(1, 1))


def _eq(k: Algebra[V], x: V, y: V) -> V:
    return k.eq(32, x, y)


def _ne(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, k.eq(32, x, y))


def _gt(k: Algebra[V], x: V, y: V) -> V:
    return k.slt(32, y, x)


def _ge(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, k.slt(32, x, y))


def _lt(k: Algebra[V], x: V, y: V) -> V:
    return k.slt(32, x, y)


def _le(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, k.slt(32, y, x))


def _ugt(k: Algebra[V], x: V, y: V) -> V:
    return k.ult(32, y, x)


def _uge(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, k.ult(32, x, y))


def _ult(k: Algebra[V], x: V, y: V) -> V:
    return k.ult(32, x, y)


def _ule(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, k.ult(32, y, x))


INTEGER_UNARY: Mapping[str, Unary] = {
    "not_i32": _not,
    "clz_i32": _clz,
    "ctz_i32": _ctz,
    "sext8_i32": _sext8,
    "sext16_i32": _sext16,
    "sext32_i32": _copy,
    "move_i32": _copy,
}
INTEGER_BINARY: Mapping[str, Binary] = {
    "or_i32": _or,
    "and_i32": _and,
    "xor_i32": _xor,
    "add_i32": _add,
    "sub_i32": _sub,
    "mull_i32": _mull,
    "mulhs_i32": _mulhs,
    "mulhu_i32": _mulhu,
    "ashr_i32": _ashr,
    "shr_i32": _shr,
    "shl_i32": _shl,
}
INTEGER_COMPARISONS: Mapping[str, Binary] = {
    "cmpeq_i32": _eq,
    "cmpne_i32": _ne,
    "cmpgt_i32": _gt,
    "cmpge_i32": _ge,
    "cmplt_i32": _lt,
    "cmple_i32": _le,
    "cmpugt_i32": _ugt,
    "cmpuge_i32": _uge,
    "cmpult_i32": _ult,
    "cmpule_i32": _ule,
}


# Floats.


def _fadd(k: Algebra[V], x: V, y: V) -> V:
    return k.fadd(32, x, y)


def _fsub(k: Algebra[V], x: V, y: V) -> V:
    return k.fsub(32, x, y)


def _fmul(k: Algebra[V], x: V, y: V) -> V:
    return k.fmul(32, x, y)


def _fdiv(k: Algebra[V], x: V, y: V) -> V:
    return k.fdiv(32, x, y)


def _itof(k: Algebra[V], x: V) -> V:
    return k.sitofp(32, 32, x)


def _ftoi(k: Algebra[V], x: V) -> V:
    return k.fptosi(32, 32, x)


def _feq(k: Algebra[V], x: V, y: V) -> V:
    return k.feq(32, x, y)


def _fne(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, k.feq(32, x, y))


def _fgt(k: Algebra[V], x: V, y: V) -> V:
    return k.flt(32, y, x)


def _fge(k: Algebra[V], x: V, y: V) -> V:
    return k.fle(32, y, x)


def _flt(k: Algebra[V], x: V, y: V) -> V:
    return k.flt(32, x, y)


def _fle(k: Algebra[V], x: V, y: V) -> V:
    return k.fle(32, x, y)


# Floats as the hardware has them (section 5.3), where that is known bit by bit.


def _field_gt(k: Algebra[V], x: V, y: V) -> V:
    """By sign, then by magnitude, which is wrong for two negative numbers."""
    low = k.const(32, 0x7FFFFFFF)
    negative_x, negative_y = k.extract(32, 31, 31, x), k.extract(32, 31, 31, y)
    greater = k.ult(32, k.and_(32, y, low), k.and_(32, x, low))
    return k.ite(1, k.eq(1, negative_x, negative_y), greater, negative_y)


def _field_ge(k: Algebra[V], x: V, y: V) -> V:
    return k.or_(1, _field_gt(k, x, y), k.eq(32, x, y))


def _field_lt(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, _field_ge(k, x, y))


def _field_le(k: Algebra[V], x: V, y: V) -> V:
    return complement(k, _field_gt(k, x, y))


def _hardware_ftoi(k: Algebra[V], x: V) -> V:
    """
    Truncation modulo 2^32, but 0 for magnitudes from 128 up to 256.

    Magnitudes from 2^32 on, infinities and NaN give the maximum for either sign.
    """
    exponent = k.zext(8, 64, k.extract(32, 30, 23, x))
    fraction = k.zext(23, 64, k.extract(32, 22, 0, x))
    significand = k.or_(64, fraction, k.const(64, 1 << 23))
    shift = k.sub(64, exponent, k.const(64, 127))
    magnitude = k.lshr(64, k.shl(64, significand, shift), k.const(64, 23))
    word = k.extract(64, 31, 0, magnitude)
    negative = k.extract(32, 31, 31, x)
    value = k.ite(32, negative, k.sub(32, k.const(32, 0), word), word)
    fault = k.eq(64, exponent, k.const(64, 127 + 7))
    zero = k.or_(1, fault, k.ult(64, exponent, k.const(64, 127)))
    value = k.ite(32, zero, k.const(32, 0), value)
    too_large = k.ult(64, k.const(64, 127 + 31), exponent)
    return k.ite(32, too_large, k.const(32, 0x7FFFFFFF), value)


def _hardware_itof(k: Algebra[V], x: V) -> V:
    """
    To nearest even, but the exponent is counted up where rounding up gives a
    significand of all ones, and is not where it carries out of the significand.
    """
    negative = k.extract(32, 31, 31, x)
    magnitude = k.ite(32, negative, k.sub(32, k.const(32, 0), x), x)
    zeros = k.clz(32, magnitude)
    normal = k.shl(32, magnitude, zeros)
    kept, rest = k.extract(32, 31, 8, normal), k.extract(32, 7, 0, normal)
    half = k.const(8, 0x80)
    tie = k.and_(1, k.eq(8, rest, half), k.extract(24, 0, 0, kept))
    up = k.or_(1, k.ult(8, half, rest), tie)
    rounded = k.add(24, kept, k.zext(1, 24, up))
    ones = k.and_(1, up, k.eq(24, rounded, k.const(24, -1)))
    exponent = k.sub(8, k.const(8, 127 + 31), k.extract(32, 7, 0, zeros))
    exponent = k.add(8, exponent, k.zext(1, 8, ones))
    value = _packed(k, negative, exponent, k.extract(24, 22, 0, rounded))
    return k.ite(32, k.eq(32, x, k.const(32, 0)), x, value)


def _packed(k: Algebra[V], sign: V, exponent: V, fraction: V) -> V:
    return k.concat(1, 31, sign, k.concat(8, 23, exponent, fraction))


def _exponent_is_zero(k: Algebra[V], x: V) -> V:
    return k.eq(8, k.extract(32, 30, 23, x), k.const(8, 0))


def _hardware_fmul(k: Algebra[V], x: V, y: V) -> V:
    """
    Rounded by bit 23 of the product of significands, also where that bit is kept.

    The exponent wraps; a zero, also a negative one, and a subnormal number give 0.
    """

    def significand(value: V) -> V:
        fraction = k.zext(23, 64, k.extract(32, 22, 0, value))
        return k.or_(64, fraction, k.const(64, 1 << 23))

    product = k.mul(64, significand(x), significand(y))
    large = k.extract(64, 47, 47, product)
    kept = k.lshr(64, product, k.ite(64, large, k.const(64, 24), k.const(64, 23)))
    up = k.extract(64, 23, 23, product)
    rounded = k.add(64, kept, k.zext(1, 64, up))
    exponent = k.add(8, k.extract(32, 30, 23, x), k.extract(32, 30, 23, y))
    exponent = k.sub(8, exponent, k.const(8, 127))
    for carry in (large, k.extract(64, 24, 24, rounded)):
        exponent = k.add(8, exponent, k.zext(1, 8, carry))
    sign = k.extract(32, 31, 31, k.xor(32, x, y))
    value = _packed(k, sign, exponent, k.extract(64, 22, 0, rounded))
    zero = k.or_(1, _exponent_is_zero(k, x), _exponent_is_zero(k, y))
    return k.ite(32, zero, k.const(32, 0), value)


def _flush(k: Algebra[V], x: V) -> V:
    """A subnormal number becomes the zero of its sign."""
    sign = k.and_(32, x, k.const(32, 1 << 31))
    return k.ite(32, _exponent_is_zero(k, x), sign, x)


def _hardware_fdiv(k: Algebra[V], x: V, y: V) -> V:
    """IEEE's without subnormal numbers, and with a NaN of its own."""
    value = k.fdiv(32, _flush(k, x), _flush(k, y))
    nan = complement(k, k.feq(32, value, value))
    return k.ite(32, nan, k.const(32, 0x7F800001), _flush(k, value))


@dataclass(frozen=True)
class Operations:
    """The operations of formats R and I by name."""

    unary: Mapping[str, Unary]
    binary: Mapping[str, Binary]
    comparisons: Mapping[str, Binary]
    """Predicates of one bit; `truth` or `compare_lanes` says what the register gets."""

    def __contains__(self, name: str) -> bool:
        return any(name in t for t in (self.unary, self.binary, self.comparisons))


FLOAT_COMPARISONS: Mapping[str, Binary] = {
    "cmpfeq_f32": _feq,
    "cmpfne_f32": _fne,
    "cmpfgt_f32": _fgt,
    "cmpfge_f32": _fge,
    "cmpflt_f32": _flt,
    "cmpfle_f32": _fle,
}
IEEE = Operations(
    unary=INTEGER_UNARY | {"itof_i32": _itof, "ftoi_i32": _ftoi},
    binary=INTEGER_BINARY
    | {
        "fadd_f32": _fadd,
        "fsub_f32": _fsub,
        "fmul_f32": _fmul,
        "fdiv_f32": _fdiv,
    },
    comparisons=INTEGER_COMPARISONS | FLOAT_COMPARISONS,
)
"""The machine with IEEE floats: what generated code is compiled for."""

HARDWARE = Operations(
    unary=INTEGER_UNARY | {"itof_i32": _hardware_itof, "ftoi_i32": _hardware_ftoi},
    binary=INTEGER_BINARY
    | {
        "fmul_f32": _hardware_fmul,
        "fdiv_f32": _hardware_fdiv,
    },
    comparisons=INTEGER_COMPARISONS
    | {
        "cmpfeq_f32": _eq,
        "cmpfne_f32": _ne,
        "cmpfgt_f32": _field_gt,
        "cmpfge_f32": _field_ge,
        "cmpflt_f32": _field_lt,
        "cmpfle_f32": _field_le,
    },
)
"""The hardware's floats, as all measurements have them; additions are not modelled."""


# Scalar registers.


def truth(k: Algebra[V], name: str, condition: V) -> V:
    """The register after a scalar comparison: 1 for integers, 0xFFFF for floats."""
    true = 0xFFFF if name in FLOAT_COMPARISONS else 1
    return k.ite(32, condition, k.const(32, true), k.const(32, 0))


def compute(k: Algebra[V], name: str, *sources: V, operations: Operations = IEEE) -> V:
    """The 32-bit result of a scalar operation of format R or I."""
    if predicate := operations.comparisons.get(name):
        return truth(k, name, predicate(k, *sources))
    return (operations.unary.get(name) or operations.binary[name])(k, *sources)


def movei(k: Algebra[V], old: V, immediate: V) -> V:
    """`movei`: the 16-bit immediate, zero-extended."""
    return k.zext(16, 32, immediate)


def moveil(k: Algebra[V], old: V, immediate: V) -> V:
    """`moveil`: the immediate into the low half; the high half stays."""
    return k.concat(16, 16, k.extract(32, 31, 16, old), immediate)


def moveih(k: Algebra[V], old: V, immediate: V) -> V:
    """`moveih`: the immediate into the high half; the low half stays."""
    return k.concat(16, 16, immediate, k.extract(32, 15, 0, old))


IMMEDIATE_MOVES: Mapping[str, Binary] = {
    "movei": movei,
    "moveil": moveil,
    "moveih": moveih,
    "leal": moveil,
    "leah": moveih,
}
"""Operations on the old register and a 16-bit immediate."""


# Lanes.


def enabled(k: Algebra[V], mask: V, lane: int) -> V:
    """Is a lane enabled by the 32-bit mask register?"""
    return k.extract(32, lane, lane, mask)


def blend(k: Algebra[V], mask: V, old: Sequence[V], new: Sequence[V]) -> list[V]:
    """A vector register after a write: disabled lanes keep the old value."""
    return [
        k.ite(32, enabled(k, mask, lane), new[lane], old[lane]) for lane in range(LANES)
    ]


def lane_bits(k: Algebra[V], bits: Sequence[V]) -> V:
    """One bit a lane, lane 0 lowest, in a 32-bit register."""
    joined = bits[0]
    for lane, bit in enumerate(bits[1:], 1):
        joined = k.concat(1, lane, bit, joined)
    return k.zext(LANES, 32, joined)


def compare_lanes(
    k: Algebra[V], predicate: Binary, xs: Sequence[V], ys: Sequence[V]
) -> V:
    """A vector comparison; it ignores the mask."""
    return lane_bits(k, [predicate(k, x, y) for x, y in zip(xs, ys, strict=True)])


def create_mask(k: Algebra[V], xs: Sequence[V]) -> V:
    """`crt_mask_i32`: the lowest bit of every lane; it ignores the mask."""
    return lane_bits(k, [k.extract(32, 0, 0, x) for x in xs])


def get_lane(k: Algebra[V], xs: Sequence[V], index: V) -> V:
    """`getlane_i32`: by the low four bits of `index`; more is undefined (5.2)."""
    rest = list(xs)
    for bit in range(LANES.bit_length() - 1):
        odd = k.extract(32, bit, bit, index)
        pairs = zip(rest[::2], rest[1::2], strict=True)
        rest = [k.ite(32, odd, high, low) for low, high in pairs]
    return rest[0]


def shuffle(k: Algebra[V], xs: Sequence[V], indices: Sequence[V]) -> list[V]:
    """`shuffle_i32`: each lane takes the lane of `xs` that its index names."""
    return [get_lane(k, xs, index) for index in indices]


# Memory.


@dataclass(frozen=True)
class Access:
    """What a load or store moves: one element, or one a lane."""

    load: bool
    element: int
    """Bytes of an element in memory; every element is 32 bits in a register."""
    signed: bool = False
    vector: bool = False
    indexed: bool = False
    """Gather or scatter: the base is a vector of addresses."""

    def extend(self, k: Algebra[V], bits: V) -> V:
        """The register's value of a loaded element of `8 * element` bits."""
        if self.element == 4:
            return bits
        extend = k.sext if self.signed else k.zext
        return extend(8 * self.element, 32, bits)

    def truncate(self, k: Algebra[V], value: V) -> V:
        """The bits that a store writes."""
        if self.element == 4:
            return value
        return k.extract(32, 8 * self.element - 1, 0, value)

    def read(self, k: Algebra[V], state: State[V], address: V) -> V:
        """A load of one element: the register's value."""
        return self.extend(k, state.load(address, self.element))

    def write(self, k: Algebra[V], state: State[V], address: V, value: V) -> None:
        """A store of one element from a register's value."""
        state.store(address, self.element, self.truncate(k, value))

    @property
    def alignment(self) -> int:
        """Alignment in main memory; a vector has that of its consecutive elements."""
        return self.element * LANES if self.vector else self.element


ACCESSES: Mapping[str, Access] = {
    "load32_s8": Access(load=True, element=1, signed=True),
    "load32_s16": Access(load=True, element=2, signed=True),
    "load32_u8": Access(load=True, element=1),
    "load32_u16": Access(load=True, element=2),
    "load32": Access(load=True, element=4),
    "load_v16i8": Access(load=True, element=1, signed=True, vector=True),
    "load_v16i16": Access(load=True, element=2, signed=True, vector=True),
    "load_v16u8": Access(load=True, element=1, vector=True),
    "load_v16u16": Access(load=True, element=2, vector=True),
    "load_v16i32": Access(load=True, element=4, vector=True),
    "loadg32": Access(load=True, element=4, vector=True, indexed=True),
    "store32_8": Access(load=False, element=1),
    "store32_16": Access(load=False, element=2),
    "store32": Access(load=False, element=4),
    "store_v16i8": Access(load=False, element=1, vector=True),
    "store_v16i16": Access(load=False, element=2, vector=True),
    "store_v16i32": Access(load=False, element=4, vector=True),
    "stores32": Access(load=False, element=4, vector=True, indexed=True),
}
"""Loads and stores by mnemonic without `_scratchpad` and `.m`."""


def lane_stride(access: Access, hardware: bool, scratchpad: bool) -> int:
    """
    Bytes from one lane's element to the next (section 5.6).

    The compiler means consecutive elements. The hardware takes one element of every
    word in loads of small lanes, and in all scratchpad accesses.
    """
    return 4 if hardware and (access.load or scratchpad) else access.element


def lane_base(access: Access, hardware: bool, scratchpad: bool, address: int) -> int:
    """Where lane 0 is: the hardware's small-lane loads start at the 64-byte line."""
    if hardware and access.load and not scratchpad and access.element < 4:
        return address & ~63
    return address


def store_honours_mask(hardware: bool, scratchpad: bool) -> bool:
    """The hardware's vector stores to main memory write all lanes (section 5.1)."""
    return scratchpad or not hardware
