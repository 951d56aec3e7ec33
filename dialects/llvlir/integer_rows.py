"""
What the integer rows of llvlir compute, once, over the algebra.

Arithmetic wraps; shift and rotate amounts are modulo the width; carry and borrow are
bit 0 of their operand; funnel shifts use the concatenation of both operands; division
is RISC-V's (docs/llvlir-bytecode.md).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import Meaning, meaning_at
from circ.dialects.common.bits import population_of_any, reverse_bits, reverse_bytes


def integer_meaning(k: Algebra[V], base: str, width: int) -> Callable[..., V] | None:
    return meaning_at(k, _INTEGER.get(base), width)


def add_carry(k: Algebra[V], width: int, lhs: V, rhs: V, carry: V) -> V:
    bit = k.and_(width, carry, k.const(width, 1))
    return k.add(width, k.add(width, lhs, rhs), bit)


def subtract_borrow(k: Algebra[V], width: int, lhs: V, rhs: V, borrow: V) -> V:
    bit = k.and_(width, borrow, k.const(width, 1))
    return k.sub(width, k.sub(width, lhs, rhs), bit)


def _resized(k: Algebra[V], width: int, to: int, value: V) -> V:
    """A signed integer, extended or truncated to another width."""
    if width < to:
        return k.sext(width, to, value)
    return value if width == to else k.extract(width, to - 1, 0, value)


def _add_to_address(k: Algebra[V], width: int, to: int, address: V, distance: V) -> V:
    return k.add(to, address, _resized(k, width, to, distance))


def _take_from_address(
    k: Algebra[V], width: int, to: int, address: V, distance: V
) -> V:
    return k.sub(to, address, _resized(k, width, to, distance))


def _address_difference(k: Algebra[V], width: int, of: int, lhs: V, rhs: V) -> V:
    return _resized(k, of, width, k.sub(of, lhs, rhs))


_ADDRESSES: dict[str, Callable[..., object]] = {
    "addp": _add_to_address,
    "subp": _take_from_address,
    "pdiff": _address_difference,
}


def address_meaning(
    k: Algebra[V], base: str, width: int, addresses: int
) -> Callable[..., V] | None:
    """A row on addresses of so many bits and integers of `width`; None of others."""
    function = _ADDRESSES.get(base)
    return function and cast("Callable[..., V]", partial(function, k, width, addresses))


def _nand(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return arithmetic.not_(k, width, k.and_(width, lhs, rhs))


def _andc(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.and_(width, lhs, arithmetic.not_(k, width, rhs))


def _nor(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return arithmetic.not_(k, width, k.or_(width, lhs, rhs))


def _orc(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.or_(width, lhs, arithmetic.not_(k, width, rhs))


def _xnor(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return arithmetic.not_(k, width, k.xor(width, lhs, rhs))


def _rol(k: Algebra[V], width: int, value: V, amount: V) -> V:
    left = arithmetic.shl(k, width, value, amount)
    rest = _opposite(k, width, amount)
    return k.or_(width, left, arithmetic.lshr(k, width, value, rest))


def _ror(k: Algebra[V], width: int, value: V, amount: V) -> V:
    right = arithmetic.lshr(k, width, value, amount)
    rest = _opposite(k, width, amount)
    return k.or_(width, right, arithmetic.shl(k, width, value, rest))


def _opposite(k: Algebra[V], width: int, amount: V) -> V:
    """The amount of the opposite shift that completes a rotation."""
    if width & (width - 1):  # a number may be no multiple of the width where it wraps
        amount = arithmetic.in_range(k, width, amount)
        return k.sub(width, k.const(width, width), amount)
    return arithmetic.neg(k, width, amount)


def _double(k: Algebra[V], width: int, high: V, low: V, amount: V) -> tuple[V, V]:
    """The concatenated operands of a funnel shift, and the amount at their width."""
    amount = k.zext(width, 2 * width, arithmetic.in_range(k, width, amount))
    return k.concat(width, width, high, low), amount


def _fsll(k: Algebra[V], width: int, high: V, low: V, amount: V) -> V:
    wide = 2 * width
    both, amount = _double(k, width, high, low, amount)
    return k.extract(wide, wide - 1, width, k.shl(wide, both, amount))


def _fsrl(k: Algebra[V], width: int, high: V, low: V, amount: V) -> V:
    wide = 2 * width
    both, amount = _double(k, width, high, low, amount)
    return k.extract(wide, width - 1, 0, k.lshr(wide, both, amount))


def _fsra(k: Algebra[V], width: int, high: V, low: V, amount: V) -> V:
    wide = 2 * width
    both, amount = _double(k, width, high, low, amount)
    return k.extract(wide, width - 1, 0, k.ashr(wide, both, amount))


_INTEGER: dict[str, Meaning] = {
    **dict.fromkeys(("add", "addu"), "add"),
    **dict.fromkeys(("sub", "subu"), "sub"),
    **dict.fromkeys(("mul", "mulu"), "mul"),
    **dict.fromkeys(("addc", "addcu"), add_carry),
    **dict.fromkeys(("subb", "subbu"), subtract_borrow),
    "div": "sdiv",
    "rem": "srem",
    "divu": "udiv",
    "remu": "urem",
    "select": "ite",
    "and": "and_",
    "or": "or_",
    "xor": "xor",
    "nand": _nand,
    "andc": _andc,
    "nor": _nor,
    "orc": _orc,
    "xnor": _xnor,
    "neg": arithmetic.neg,
    "not": arithmetic.not_,
    "abs": arithmetic.abs_,
    "min": arithmetic.mins,
    "max": arithmetic.maxs,
    "minu": arithmetic.minu,
    "maxu": arithmetic.maxu,
    "mulh": arithmetic.mulhs,
    "mulhu": arithmetic.mulhu,
    "srl": arithmetic.lshr,
    "sra": arithmetic.ashr,
    "sll": arithmetic.shl,
    "fsrl": _fsrl,
    "fsra": _fsra,
    "fsll": _fsll,
    "ror": _ror,
    "rol": _rol,
    "bswap": reverse_bytes,
    "brev": reverse_bits,
    "popc": population_of_any,
    "clz": "clz",
    "ctz": "ctz",
}


def immediate_meaning(
    k: Algebra[V], base: str, width: int, immediates: Sequence[int]
) -> Callable[..., V] | None:
    first = immediates[0]
    match base:
        case "const" | "constu":
            return partial(k.const, width, first)
        case "extract":
            return partial(_extract, k, width, first, immediates[1])
        case "deposit":
            return partial(_deposit, k, width, first, immediates[1])
        case _:
            # `addi` is `add` with a constant as its last operand, and so on.
            function = integer_meaning(k, base.removesuffix("i"), width)
            if function is None or not base.endswith("i"):
                return None
            return partial(_last, function, k.const(width, first))


def _last(function: Callable[..., V], constant: V, *operands: V) -> V:
    return function(*operands, constant)


def _extract(k: Algebra[V], width: int, offset: int, count: int, value: V) -> V:
    if offset:
        value = k.lshr(width, value, k.const(width, offset))
    return k.and_(width, value, k.const(width, (1 << count) - 1))


def _deposit(k: Algebra[V], width: int, offset: int, count: int, value: V) -> V:
    field = _extract(k, width, 0, count, value)
    return k.shl(width, field, k.const(width, offset)) if offset else field
