"""
Division by a constant as multiplication and shifts, in gen.

H. S. Warren, "Hacker's Delight", second edition, chapter 10 (magic numbers; signed
powers of two: section 10-1). The rules for what has no quotient are circ's: all ones
for a division by zero. Everything works at any width, and is proved at 8 bits.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.gen import SCALARS, create, loadi

WIDTH = 32
"""Bits of a division on the machine."""


@dataclass(frozen=True)
class Magic:
    """`n / d` is the high half of `n * multiplier`, shifted right."""

    multiplier: int
    """In 0 ... 2^width - 1; read as signed by `signed_magic`."""
    shift: int
    add: bool = False
    """Is the true multiplier larger by 2^width?"""


def unsigned_magic(divisor: int, width: int = WIDTH) -> Magic:
    """The least multiplier for all words (section 10-10), for 2 <= d < 2^width."""
    words = 1 << width
    assert 2 <= divisor < words
    largest = words - 1 - words % divisor
    power = width
    while 1 << power <= largest * (divisor - 1 - ((1 << power) - 1) % divisor):
        power += 1
    multiplier = ((1 << power) + divisor - 1 - ((1 << power) - 1) % divisor) // divisor
    return Magic(multiplier % words, power - width, multiplier >= words)


def signed_magic(divisor: int, width: int = WIDTH) -> Magic:
    """The multiplier for signed words (section 10-6), for 2 <= |d| < 2^(width - 1)."""
    magnitude, top = abs(divisor), 1 << (width - 1)
    assert 2 <= magnitude < top
    bound = top + (divisor < 0)
    largest = bound - 1 - bound % magnitude
    power = width
    while 1 << power <= largest * (magnitude - (1 << power) % magnitude):
        power += 1
    multiplier = ((1 << power) + magnitude - (1 << power) % magnitude) // magnitude
    signed = multiplier if divisor > 0 else -multiplier
    return Magic(signed % (1 << width), power - width)


@dataclass
class Code:
    """Instructions on registers of one width, one new register each."""

    new: Callable[[str], SSAValue]
    """A new register of a family."""
    location: LocationAttr
    width: int = WIDTH
    ops: list[Operation] = field(default_factory=list[Operation])
    _constants: dict[int, SSAValue] = field(default_factory=dict[int, SSAValue])

    @property
    def signed(self) -> str:
        return f"int{self.width}"

    @property
    def unsigned(self) -> str:
        return f"uint{self.width}"

    def constant(self, value: int) -> SSAValue:
        bits = value % (1 << self.width)
        if bits not in self._constants:
            register = self._constants[bits] = self.new(SCALARS[self.signed].family)
            self.ops.append(loadi(register, self.signed, bits, location=self.location))
        return self._constants[bits]

    def emit(self, opcode: str, type: str, *sources: SSAValue | int) -> SSAValue:
        """An instruction of registers and constants; its result."""
        compare = opcode in ("EQ", "GE", "NE")
        result = self.new("bool" if compare else SCALARS[type].family)
        self.append(opcode, type, result, *sources)
        return result

    def convert(self, type: str, source_type: str, source: SSAValue) -> SSAValue:
        """A value of one type as one of another, in a new register."""
        result = self.new(SCALARS[type].family)
        self.ops.append(
            create(
                "CVT",
                type,
                [result],
                [source],
                src_type=source_type,
                location=self.location,
            )
        )
        return result

    def append(
        self, opcode: str, type: str, result: SSAValue, *sources: SSAValue | int
    ) -> None:
        """An instruction that writes a given register."""
        registers = [self.constant(s) if isinstance(s, int) else s for s in sources]
        self.ops.append(
            create(opcode, type, [result], registers, location=self.location)
        )


def quotient(code: Code, signed: bool, n: SSAValue, divisor: int) -> SSAValue | int:
    """The quotient of a word by a constant, given by its bits."""
    if divisor == 0:
        return (1 << code.width) - 1
    if divisor == 1:
        return n
    if signed:
        return _signed(code, n, to_signed(code.width, divisor))
    return _unsigned(code, n, divisor)


def remainder(code: Code, signed: bool, n: SSAValue, divisor: int) -> SSAValue | int:
    """The remainder of a word by a constant, given by its bits."""
    if divisor == 0:
        return n
    magnitude = abs(to_signed(code.width, divisor)) if signed else divisor
    if magnitude == 1:
        return 0
    if magnitude.bit_count() == 1:
        if not signed:
            return code.emit("AND", code.unsigned, n, divisor - 1)
        rounded = code.emit("ADD", code.signed, n, _bias(code, n, magnitude))
        multiple = code.emit("AND", code.signed, rounded, -magnitude)
        return code.emit("SUB", code.signed, n, multiple)
    whole = quotient(code, signed, n, divisor)
    return code.emit(
        "SUB", code.signed, n, code.emit("MUL", code.signed, whole, divisor)
    )


def _unsigned(code: Code, n: SSAValue, divisor: int) -> SSAValue:
    if divisor.bit_count() == 1:
        return code.emit("SHR", code.unsigned, n, divisor.bit_length() - 1)
    if divisor > 1 << (code.width - 1):  # the quotient is 0 or 1
        large = code.emit("GE", code.unsigned, n, divisor)
        return code.emit("SEL", code.unsigned, large, 1, 0)
    magic = unsigned_magic(divisor, code.width)
    if magic.add and divisor % 2 == 0:
        # What is left of n is so much smaller that the multiplier fits.
        zeros = (divisor & -divisor).bit_length() - 1
        n = code.emit("SHR", code.unsigned, n, zeros)
        magic = _narrow_magic(code.width, divisor >> zeros, code.width - zeros)
    high = code.emit("MUL_HI", code.unsigned, n, magic.multiplier)
    shift = magic.shift
    if magic.add:
        # The sum n + high has one bit more; its half has not.
        rest = code.emit("SUB", code.unsigned, n, high)
        rest = code.emit("SHR", code.unsigned, rest, 1)
        high = code.emit("ADD", code.unsigned, rest, high)
        shift -= 1
    return code.emit("SHR", code.unsigned, high, shift) if shift else high


def _narrow_magic(width: int, divisor: int, bits: int) -> Magic:
    """The multiplier for numbers below two to the `bits`, which is below the width."""
    power = width
    while True:
        multiplier = (1 << power) // divisor + 1
        error = multiplier * divisor - (1 << power)
        if error << bits <= 1 << power:
            assert multiplier < 1 << width, "one bit less is room enough"
            return Magic(multiplier, power - width)
        power += 1


def _bias(code: Code, n: SSAValue, magnitude: int) -> SSAValue:
    """`magnitude - 1` where n is negative, else 0; a power of two."""
    power = magnitude.bit_length() - 1
    sign = code.emit("ASR", code.signed, n, code.width - 1) if power > 1 else n
    return code.emit("SHR", code.unsigned, sign, code.width - power)


def _signed(code: Code, n: SSAValue, divisor: int) -> SSAValue:
    if divisor == -1:
        return code.emit("SUB", code.signed, 0, n)
    magnitude = abs(divisor)
    if magnitude.bit_count() == 1:
        biased = code.emit("ADD", code.signed, n, _bias(code, n, magnitude))
        result = code.emit("ASR", code.signed, biased, magnitude.bit_length() - 1)
        return code.emit("SUB", code.signed, 0, result) if divisor < 0 else result
    magic = signed_magic(divisor, code.width)
    result = code.emit("MUL_HI", code.signed, n, magic.multiplier)
    negative = magic.multiplier >= 1 << (code.width - 1)
    if divisor > 0 and negative:
        result = code.emit("ADD", code.signed, result, n)
    elif divisor < 0 and not negative:
        result = code.emit("SUB", code.signed, result, n)
    if magic.shift:
        result = code.emit("ASR", code.signed, result, magic.shift)
    sign = code.emit("SHR", code.unsigned, result, code.width - 1)
    return code.emit("ADD", code.signed, result, sign)
