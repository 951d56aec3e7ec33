"""
What is known of values in registers: how many bits they fit.

Facts are learnt from each instruction as it is emitted, and only forwards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from xdsl.ir import SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.naplespu.pseudos import constant_of

ANY = 32
"""Nothing known: a value of up to 32 bits."""


def fits_immediate(value: int) -> bool:
    """Whether a signed number fits the 9-bit immediate of the I and M formats."""
    return -256 <= value <= 255


def is_value(operand: object) -> TypeGuard[SSAValue]:
    """Is an operand of the matcher a value in a register, and not a number?"""
    return operand.__class__ is not int  # a tenth of the cost of asking for SSAValue


def signed_length(bits: int) -> int:
    """The bits that a 32-bit constant fits as a signed number."""
    signed = to_signed(32, bits)
    return (signed if signed >= 0 else ~signed).bit_length() + 1


@dataclass
class Ranges:
    """Facts about the values of one function."""

    unsigned: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """A value below two to that power."""
    signed: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """A value that is the sign extension of so many low bits."""

    def unsigned_bits(self, value: object) -> int:
        """A number of bits that a value or constant fits, unsigned."""
        if isinstance(value, int):
            return (value % (1 << 32)).bit_length()
        return self.unsigned.get(value, ANY) if is_value(value) else ANY

    def signed_bits(self, value: object) -> int:
        """A number of bits that a value or constant fits, signed."""
        if isinstance(value, int):
            return signed_length(value % (1 << 32))
        return self.signed.get(value, ANY) if is_value(value) else ANY

    def learn(
        self, value: object, *, unsigned: int = ANY, signed: int | None = None
    ) -> None:
        """Record that a value fits so many bits; a signed one has one more."""
        if is_value(value):
            if signed is None:
                signed = unsigned + 1
            if unsigned < self.unsigned.get(value, ANY):
                self.unsigned[value] = unsigned
            if signed < self.signed.get(value, ANY):
                self.signed[value] = signed


Learn = Callable[[Ranges, SSAValue, Sequence[SSAValue]], None]
"""Facts about a result, from the registers that are read."""


def _fits(unsigned: int = ANY, signed: int | None = None) -> Learn:
    def learn(ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]) -> None:
        ranges.learn(result, unsigned=unsigned, signed=signed)

    return learn


def _and(ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]) -> None:
    ranges.learn(result, unsigned=min(map(ranges.unsigned_bits, sources)))


def _or(ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]) -> None:
    bits = max(map(ranges.unsigned_bits, sources))
    signed = min(bits + 1, max(map(ranges.signed_bits, sources)))
    ranges.learn(result, unsigned=bits, signed=signed)


def _logical_shift(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]
) -> None:
    amount = constant_of(sources[1])
    if amount is not None and amount < 32:
        bits = max(ranges.unsigned_bits(sources[0]) - amount, 0)
        ranges.learn(result, unsigned=bits)


def _arithmetic_shift(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]
) -> None:
    amount = constant_of(sources[1])
    if amount is not None and amount < 32:
        bits = max(ranges.signed_bits(sources[0]) - amount, 1)
        ranges.learn(result, signed=bits)


def _shuffled(ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]) -> None:
    """Of lanes, whichever they are."""
    source = sources[0]
    ranges.learn(
        result,
        unsigned=ranges.unsigned_bits(source),
        signed=ranges.signed_bits(source),
    )


def _product(ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]) -> None:
    """Of a bit with a number, which is that or 0."""
    first, second = sources
    lhs, rhs = ranges.unsigned_bits(first), ranges.unsigned_bits(second)
    if lhs <= 1 or rhs <= 1:
        signed = ranges.signed_bits(second if lhs <= 1 else first)
        ranges.learn(result, unsigned=max(lhs, rhs), signed=signed)


def _float_sum(ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]) -> None:
    """A sum of floats without a sign has none either; NaN never has one."""
    if max(map(ranges.unsigned_bits, sources)) < ANY:
        ranges.learn(result, unsigned=ANY - 1)


def _float_product(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue]
) -> None:
    """The same of products and quotients, and of squares."""
    if sources[0] is sources[1]:
        ranges.learn(result, unsigned=ANY - 1)
    _float_sum(ranges, result, sources)


COMPARISONS = tuple(
    f"S{name}SSS_32"
    for name in "EQSI NESI GTSI GESI LTSI LESI GTUI GEUI LTUI LEUI".split()
)
"""Records of comparisons of integers: 0 or 1."""

FLOATS: Mapping[str, Learn] = {
    "ADDF": _float_sum,
    "MULF": _float_product,
    "DIVF": _float_product,
}

VECTOR_FORMS: Mapping[str, Learn] = {
    **{
        f"{stem}VV{source}_U_32": learn
        for source in "VS"
        for stem, learn in {"AND": _and, "OR": _or, "XOR": _or}.items()
    },
    "SRLVVS_U_32": _logical_shift,
    "SRAVVS_U_32": _arithmetic_shift,
    **{
        f"{stem}VV{source}_U_32": learn
        for source in "VS"
        for stem, learn in FLOATS.items()
    },
    "I32TOF32_VV_U": _float_sum,
    **dict.fromkeys(("CLZVV_U_32", "CTZVV_U_32"), _fits(unsigned=6)),
    "SEXT8_32VV_U": _fits(signed=8),
    "SEXT16_32VV_U": _fits(signed=16),
}
"""Records of vectors: what is known of one is so in each lane."""

LEARN: Mapping[str, Learn] = {
    **VECTOR_FORMS,
    "SHUFFLEI_32": _shuffled,
    **dict.fromkeys(COMPARISONS, _fits(unsigned=1)),
    **dict.fromkeys(("CLZSS_32", "CTZSS_32"), _fits(unsigned=6)),
    "ANDSSS_32": _and,
    "ORSSS_32": _or,
    "XORSSS_32": _or,
    "SRLSSS_32": _logical_shift,
    "SRASSS_32": _arithmetic_shift,
    "MULLSSS_32": _product,
    **{f"{stem}SSS_32": learn for stem, learn in FLOATS.items()},
    "I32TOF32_SS": _float_sum,
    "SEXT8_32SS": _fits(signed=8),
    "SEXT16_32SS": _fits(signed=16),
} | {
    f"{stem}_{memory}": learn
    for memory in ("Mainmem", "Scratchpad")
    for stem, learn in {
        "L32BS": _fits(signed=8),
        "L32BU": _fits(unsigned=8),
        "L32SS": _fits(signed=16),
        "L32SU": _fits(unsigned=16),
    }.items()
}
"""
What is learnt of a record's result; nothing of others. Selection has all operands in
registers, constants too, of which the range is known.
"""
