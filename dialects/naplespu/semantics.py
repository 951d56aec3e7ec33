"""
What NaplesPU instructions compute, over the algebra.

Integer lanes as the hardware has them (docs/reference/naplespu-isa.md, section 5.2): a
shift amount is the whole 32-bit operand, and an arithmetic shift widens its operand to
64 bits and shifts those logically. Floats are IEEE binary32 to nearest even (section
5.10). Operations go by the mnemonic of their register form, the `BaseOpcode` of the
description; an immediate form is the same operation with a sign-extended second source.
A vector operation is the scalar one in each lane; all of them are masked by `rm`
(section 5.1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from circ.dialects.common.algebra import Algebra
from circ.dialects.common.state import State
from circ.dialects.naplespu import hardware_floats
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
    """Bitwise or."""
    return k.or_(32, x, y)


def _and(k: Algebra[V], x: V, y: V) -> V:
    """Bitwise and."""
    return k.and_(32, x, y)


def _xor(k: Algebra[V], x: V, y: V) -> V:
    """Bitwise exclusive or."""
    return k.xor(32, x, y)


def _add(k: Algebra[V], x: V, y: V) -> V:
    """Sum, modulo 2^32."""
    return k.add(32, x, y)


def _sub(k: Algebra[V], x: V, y: V) -> V:
    """First source less the second, modulo 2^32."""
    return k.sub(32, x, y)


def _mull(k: Algebra[V], x: V, y: V) -> V:
    """Low half of the product."""
    return k.mul(32, x, y)


def _mulhs(k: Algebra[V], x: V, y: V) -> V:
    """High half of the signed product."""
    product = k.mul(64, k.sext(32, 64, x), k.sext(32, 64, y))
    return k.extract(64, 63, 32, product)


def _mulhu(k: Algebra[V], x: V, y: V) -> V:
    """High half of the unsigned product."""
    product = k.mul(64, k.zext(32, 64, x), k.zext(32, 64, y))
    return k.extract(64, 63, 32, product)


def _ashr(k: Algebra[V], x: V, y: V) -> V:
    """
    Right shift of the source, sign-extended to 64 bits, whose low half is the result.

    Up to 32 that is an arithmetic shift; from there on zeros follow the sign word in,
    and from 64 on the result is 0.
    """
    shifted = k.lshr(64, k.sext(32, 64, x), k.zext(32, 64, y))
    return k.extract(64, 31, 0, shifted)


def _shr(k: Algebra[V], x: V, y: V) -> V:
    """Logical right shift; an amount of 32 or more gives 0."""
    return k.lshr(32, x, y)


def _shl(k: Algebra[V], x: V, y: V) -> V:
    """Left shift; an amount of 32 or more gives 0."""
    return k.shl(32, x, y)


def _not(k: Algebra[V], x: V) -> V:
    """Bitwise complement."""
    return k.xor(32, x, k.const(32, -1))


def _clz(k: Algebra[V], x: V) -> V:
    """Number of leading zeros; 32 for 0."""
    return k.clz(32, x)


def _ctz(k: Algebra[V], x: V) -> V:
    """Number of trailing zeros; 32 for 0."""
    return k.ctz(32, x)


def _sext8(k: Algebra[V], x: V) -> V:
    """Low byte, sign-extended."""
    return k.sext(8, 32, k.extract(32, 7, 0, x))


def _sext16(k: Algebra[V], x: V) -> V:
    """Low two bytes, sign-extended."""
    return k.sext(16, 32, k.extract(32, 15, 0, x))


def _copy(k: Algebra[V], x: V) -> V:
    """The source."""
    return x


def complement(k: Algebra[V], condition: V) -> V:
    return k.xor(1, condition, k.const(1, 1))


def _eq(k: Algebra[V], x: V, y: V) -> V:
    return k.eq(32, x, y)


def _lt(k: Algebra[V], x: V, y: V) -> V:
    return k.slt(32, x, y)


def _ult(k: Algebra[V], x: V, y: V) -> V:
    return k.ult(32, x, y)


def exchanged(predicate: Binary) -> Binary:
    """A comparison of the operands in the other order."""

    def compare(k: Algebra[V], x: V, y: V) -> V:
        return predicate(k, y, x)

    return compare


def complemented(predicate: Binary) -> Binary:
    """The comparison that holds where another does not."""

    def compare(k: Algebra[V], x: V, y: V) -> V:
        return complement(k, predicate(k, x, y))

    return compare


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
    "cmpne_i32": complemented(_eq),
    "cmpgt_i32": exchanged(_lt),
    "cmpge_i32": complemented(_lt),
    "cmplt_i32": _lt,
    "cmple_i32": complemented(exchanged(_lt)),
    "cmpugt_i32": exchanged(_ult),
    "cmpuge_i32": complemented(_ult),
    "cmpult_i32": _ult,
    "cmpule_i32": complemented(exchanged(_ult)),
}


# Floats.


def _fadd(k: Algebra[V], x: V, y: V) -> V:
    """Sum of floats."""
    return k.fadd(32, x, y)


def _fsub(k: Algebra[V], x: V, y: V) -> V:
    """First float less the second."""
    return k.fsub(32, x, y)


def _fmul(k: Algebra[V], x: V, y: V) -> V:
    """Product of floats."""
    return k.fmul(32, x, y)


def _fdiv(k: Algebra[V], x: V, y: V) -> V:
    """First float divided by the second."""
    return k.fdiv(32, x, y)


def _itof(k: Algebra[V], x: V) -> V:
    """Float nearest to a signed integer."""
    return k.sitofp(32, 32, x)


def _ftoi(k: Algebra[V], x: V) -> V:
    """Float towards zero as a signed integer, clamped; NaN gives the maximum."""
    return k.fptosi(32, 32, x)


def _feq(k: Algebra[V], x: V, y: V) -> V:
    return k.feq(32, x, y)


def _flt(k: Algebra[V], x: V, y: V) -> V:
    return k.flt(32, x, y)


def _fle(k: Algebra[V], x: V, y: V) -> V:
    return k.fle(32, x, y)


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
    "cmpfne_f32": complemented(_feq),
    "cmpfgt_f32": exchanged(_flt),
    "cmpfge_f32": exchanged(_fle),
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
    unary=INTEGER_UNARY
    | {"itof_i32": hardware_floats.itof, "ftoi_i32": hardware_floats.ftoi},
    binary=INTEGER_BINARY
    | {
        "fadd_f32": hardware_floats.fadd,
        "fsub_f32": hardware_floats.fsub,
        "fmul_f32": hardware_floats.fmul,
        "fdiv_f32": hardware_floats.fdiv,
    },
    comparisons=INTEGER_COMPARISONS
    | {
        "cmpfeq_f32": _eq,
        "cmpfne_f32": complemented(_eq),
        "cmpfgt_f32": hardware_floats.field_gt,
        "cmpfge_f32": hardware_floats.field_ge,
        "cmpflt_f32": hardware_floats.field_lt,
        "cmpfle_f32": hardware_floats.field_le,
    },
)
"""The hardware's floats, as all measurements have them."""


# IEEE floats but for one erratum.


def exchanged_if_negative(predicate: Binary) -> Binary:
    """A comparison that orders two negative numbers the wrong way round."""

    def compare(k: Algebra[V], x: V, y: V) -> V:
        negative = k.extract(32, 31, 31, k.and_(32, x, y))
        return k.ite(1, negative, predicate(k, y, x), predicate(k, x, y))

    return compare


def ftoi_without_byte(k: Algebra[V], x: V) -> V:
    """A conversion that gives 0 for magnitudes from 128 up to 256."""
    lost = k.eq(8, k.extract(32, 30, 23, x), k.const(8, 127 + 7))
    return k.ite(32, lost, k.const(32, 0), _ftoi(k, x))


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


def written(k: Algebra[V], enabled: V, old: V, new: V) -> V:
    """A lane after a write: a disabled one keeps the old value."""
    return k.ite(32, enabled, new, old)


def blend(k: Algebra[V], mask: V, old: Sequence[V], new: Sequence[V]) -> list[V]:
    """A vector register after a write."""
    return [
        written(k, enabled(k, mask, lane), old[lane], new[lane])
        for lane in range(LANES)
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


def mask_bit(k: Algebra[V], x: V) -> V:
    """What `crt_mask_i32` takes of a lane: its lowest bit."""
    return k.extract(32, 0, 0, x)


def create_mask(k: Algebra[V], xs: Sequence[V]) -> V:
    """`crt_mask_i32`: a bit of every lane; it ignores the mask."""
    return lane_bits(k, [mask_bit(k, x) for x in xs])


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


def lane_stride(access: Access, strided: bool, scratchpad: bool) -> int:
    """
    Bytes from one lane's element to the next (section 5.6).

    The compiler means consecutive elements. The hardware takes one element of every
    word in loads of small lanes, and in all scratchpad accesses.
    """
    return 4 if strided and (access.load or scratchpad) else access.element


def lane_base(
    k: Algebra[V], access: Access, strided: bool, scratchpad: bool, address: V
) -> V:
    """Where lane 0 is: the hardware's small-lane loads start at the 64-byte line."""
    if strided and access.load and not scratchpad and access.element < 4:
        return k.and_(32, address, k.const(32, -64))
    return address


def store_honours_mask(ignores_mask: bool, scratchpad: bool) -> bool:
    """The hardware's vector stores to main memory write all lanes (section 5.1)."""
    return scratchpad or not ignores_mask
