"""
What is known of values in registers: how many bits they fit.

Facts are learnt from each instruction as it is emitted, and only forwards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from xdsl.ir import SSAValue

from circ.dialects.common.algebra import to_signed

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


Learn = Callable[[Ranges, SSAValue, Sequence[SSAValue], int], None]
"""Facts about a result, from the registers that are read and the immediate."""


def _bit(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    ranges.learn(result, unsigned=1)


def _count(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    ranges.learn(result, unsigned=6)


def _fits(unsigned: int = ANY, signed: int | None = None) -> Learn:
    def learn(
        ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
    ) -> None:
        ranges.learn(result, unsigned=unsigned, signed=signed)

    return learn


def _and(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    bits = min(map(ranges.unsigned_bits, sources))
    ranges.learn(result, unsigned=bits)


def _and_immediate(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    if imm >= 0:
        bits = min(imm.bit_length(), ranges.unsigned_bits(sources[0]))
        ranges.learn(result, unsigned=bits)


def _or(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    bits = max(map(ranges.unsigned_bits, sources))
    ranges.learn(
        result,
        unsigned=bits,
        signed=min(bits + 1, max(map(ranges.signed_bits, sources))),
    )


def _or_immediate(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    if imm >= 0:
        bits = max(imm.bit_length(), ranges.unsigned_bits(sources[0]))
        ranges.learn(result, unsigned=bits)


def _logical_shift(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    if 0 <= imm < 32:
        bits = max(ranges.unsigned_bits(sources[0]) - imm, 0)
        ranges.learn(result, unsigned=bits)


def _arithmetic_shift(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    if 0 <= imm < 32:
        ranges.learn(result, signed=max(ranges.signed_bits(sources[0]) - imm, 1))


def _shuffled(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    """Of lanes, whichever they are."""
    source = sources[0]
    ranges.learn(
        result,
        unsigned=ranges.unsigned_bits(source),
        signed=ranges.signed_bits(source),
    )


def _product(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    """Of a bit with a number."""
    lhs, rhs = map(ranges.unsigned_bits, sources)
    if min(lhs, rhs) <= 1:
        ranges.learn(result, unsigned=max(lhs, rhs))


def _product_with_immediate(
    ranges: Ranges, result: SSAValue, sources: Sequence[SSAValue], imm: int
) -> None:
    bits = ranges.unsigned_bits(sources[0])
    if bits <= 1:
        unsigned = imm.bit_length() if imm >= 0 else ANY
        ranges.learn(result, unsigned=unsigned, signed=signed_length(imm % (1 << 32)))


COMPARISONS = tuple(
    f"S{name}SS{form}"
    for name in "EQSI NESI GTSI GESI LTSI LESI GTUI GEUI LTUI LEUI".split()
    for form in ("S_32", "I")
)
"""Records of comparisons of integers: 0 or 1."""

VECTOR_FORMS: Mapping[str, Learn] = {
    **{
        f"{stem}VV{source}_U_32": learn
        for source in "VS"
        for stem, learn in {"AND": _and, "OR": _or, "XOR": _or}.items()
    },
    "ANDVVI_U": _and_immediate,
    "ORVVI_U": _or_immediate,
    "XORVVI_U": _or_immediate,
    "SRLVVI_U": _logical_shift,
    "SRAVVI_U": _arithmetic_shift,
    **dict.fromkeys(("CLZVV_U_32", "CTZVV_U_32"), _count),
    "SEXT8_32VV_U": _fits(signed=8),
    "SEXT16_32VV_U": _fits(signed=16),
}
"""Records of vectors: what is known of one is so in each lane."""

LEARN: Mapping[str, Learn] = {
    **VECTOR_FORMS,
    "SHUFFLEI_32": _shuffled,
    **dict.fromkeys(COMPARISONS, _bit),
    **dict.fromkeys(("CLZSS_32", "CTZSS_32"), _count),
    "ANDSSS_32": _and,
    "ANDSSI": _and_immediate,
    "ORSSS_32": _or,
    "ORSSI": _or_immediate,
    "XORSSS_32": _or,
    "XORSSI": _or_immediate,
    "SRLSSI": _logical_shift,
    "SRASSI": _arithmetic_shift,
    "MULLSSS_32": _product,
    "MULLSSI": _product_with_immediate,
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
"""What is learnt of a record's result; nothing of others."""
