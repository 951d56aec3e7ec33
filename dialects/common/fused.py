"""
The fused multiply-add in binary32, in integers of 32 bits.

The product has 48 bits and stands, like the addend, in 64; what falls off at the low
end of the smaller one is kept as one sticky bit. The sum is rounded once.
"""

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.floats import Floats

WIDTH = 32


def _unpacked(f: Floats[V], x: V) -> tuple[V, V]:
    """Exponent and 24-bit significand of a finite number: m 2^(e - 150), m normal."""
    subnormal = f.below(f.abs(x), 1 << f.fraction)
    fraction = f.iand(x, (1 << f.fraction) - 1)
    places = f.isub(f.k.clz(WIDTH, fraction), 8)
    places = f.ichoose(subnormal, places, 0)
    hidden = f.ichoose(subnormal, 0, 1 << f.fraction)
    exponent = f.iand(f.lshr(x, f.fraction), 0xFF)
    exponent = f.iadd(exponent, f.isub(f.bit(subnormal), places))
    return exponent, f.shl(f.ior(fraction, hidden), f.iand(places, 31))


def _shifted_right(f: Floats[V], high: V, low: V, amount: V) -> tuple[V, V]:
    """64 bits shifted right, the lowest set where a bit fell off."""
    far = f.below(31, amount)
    # By 32 first, then by up to 31.
    dropped = f.ichoose(far, low, 0)
    low = f.ichoose(far, high, low)
    high = f.ichoose(far, 0, high)
    beyond = f.below(63, amount)
    dropped = f.ior(dropped, f.ichoose(beyond, low, 0))
    low = f.ichoose(beyond, 0, low)
    near = f.iand(amount, 31)
    back = f.ixor(near, 31)
    dropped = f.ior(dropped, f.shl(f.shl(low, 1), back))
    low = f.ior(f.lshr(low, near), f.shl(f.shl(high, 1), back))
    high = f.lshr(high, near)
    return high, f.ior(low, f.sticky(dropped))


def fma(k: Algebra[V], width: int, x: V, y: V, z: V) -> V:
    """x y + z, rounded once."""
    f = Floats(k, WIDTH)
    x_exponent, x_bits = _unpacked(f, x)
    y_exponent, y_bits = _unpacked(f, y)
    z_exponent, z_bits = _unpacked(f, z)
    product_sign = f.sign_of(f.ixor(x, y))
    no_product = f.either(f.equal(x, 0.0), f.equal(y, 0.0))
    # The leading one of the product is at bit 60 or 61, that of the addend at 60.
    x_bits, y_bits = f.shl(x_bits, 7), f.shl(y_bits, 7)
    high, low = f.imul_high(x_bits, y_bits), f.imul(x_bits, y_bits)
    exponent = f.isub(f.iadd(x_exponent, y_exponent), f.bias)
    other_high, other_low = f.shl(z_bits, 5), f.integer(0)
    # A zero is small enough to vanish.
    exponent = f.ichoose(no_product, -2000, exponent)
    high, low = f.ichoose(no_product, 0, high), f.ichoose(no_product, 0, low)
    no_addend = f.equal(z, 0.0)
    z_exponent = f.ichoose(no_addend, -2000, z_exponent)
    other_high = f.ichoose(no_addend, 0, other_high)
    # The one with the larger exponent stays.
    swap = f.iless(exponent, z_exponent)
    large = f.ichoose(swap, z_exponent, exponent)
    distance = f.isub(large, f.ichoose(swap, exponent, z_exponent))
    large_high = f.ichoose(swap, other_high, high)
    large_low = f.ichoose(swap, other_low, low)
    small_high = f.ichoose(swap, high, other_high)
    small_low = f.ichoose(swap, low, other_low)
    z_sign = f.sign_of(z)
    sign = f.ichoose(swap, z_sign, product_sign)
    small_high, small_low = _shifted_right(f, small_high, small_low, distance)
    # Add, or subtract as adding the complement.
    differ = f.ixor(product_sign, z_sign)
    mask = f.ashr(differ, 31)
    small_low, small_high = f.ixor(small_low, mask), f.ixor(small_high, mask)
    carry = f.lshr(differ, 31)
    low = f.iadd(large_low, small_low)
    carried = f.bit(f.below(low, large_low))
    low_more = f.iadd(low, carry)
    carried = f.iadd(carried, f.bit(f.below(low_more, low)))
    low = low_more
    high = f.iadd(f.iadd(large_high, small_high), carried)
    # The magnitude of the sum.
    mask = f.ashr(high, 31)
    sign = f.ixor(sign, f.iand(mask, f.sign_bit))
    low, high = f.ixor(low, mask), f.ixor(high, mask)
    low_more = f.isub(low, mask)
    high = f.iadd(high, f.iand(mask, f.bit(f.same(low_more, 0))))
    low = low_more
    nothing = f.same(f.ior(high, low), 0)
    # The leading one goes to bit 31 of one word.
    empty = f.same(high, 0)
    high, low = f.ichoose(empty, low, high), f.ichoose(empty, 0, low)
    large = f.isub(large, f.ichoose(empty, 32, 0))
    places = f.iand(k.clz(WIDTH, high), 31)
    moved = f.lshr(f.lshr(low, 1), f.ixor(places, 31))
    word = f.ior(f.shl(high, places), moved)
    word = f.ior(word, f.sticky(f.shl(low, places)))
    large = f.iadd(f.isub(large, places), 3)
    # Rounded to 24 bits, or fewer where the result is subnormal.
    subnormal = f.iless(large, 1)
    excess = f.iadd(f.ichoose(subnormal, f.isub(1, large), 0), 8)
    # One bit below the last is the half, all others are one sticky bit.
    vanishes = f.below(32, excess)
    excess = f.ichoose(vanishes, 32, excess)
    above = f.ichoose(vanishes, 0, f.lshr(word, f.isub(excess, 1)))
    kept = f.lshr(above, 1)
    rest = f.iand(word, f.isub(f.shl(1, f.isub(excess, 1)), 1))
    up = f.iand(above, f.ior(kept, f.sticky(rest)))
    kept = f.iadd(kept, f.iand(up, 1))
    base = f.ichoose(subnormal, 0, f.shl(f.isub(large, 1), f.fraction))
    bits = f.iadd(kept, base)
    overflow = f.either(f.iless(254, large), f.below(f.infinity, bits))
    result = f.ior(f.ichoose(overflow, f.infinity, bits), sign)
    # A sum of exactly zero is +0, but for two zeros of the other sign.
    zero = f.iand(product_sign, z_sign)
    result = f.ichoose(nothing, zero, result)
    # Infinities and NaN do what they do unfused.
    factors = f.either(f.is_special(x), f.is_special(y))
    special = f.either(f.is_special(z), factors)
    product = f.choose(factors, f.mul(x, y), 0.0)
    return f.choose(special, f.add(product, z), result)


def multiply_add(k: Algebra[V], width: int, x: V, y: V, z: V) -> V:
    """`x * y + z`, each rounded: what an fma may be that has leave to."""
    return k.fadd(width, k.fmul(width, x, y), z)
