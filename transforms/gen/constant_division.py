"""
Division by a constant as multiplication and shifts, in gen.

H. S. Warren, "Hacker's Delight", second edition, chapter 10 (magic numbers; signed
powers of two: section 10-1). The rules for what has no quotient are circ's: all ones
for a division by zero.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.gen import create, loadi

WIDTH = 32
WORDS = 1 << WIDTH
TOP = 1 << (WIDTH - 1)


@dataclass(frozen=True)
class Magic:
    """`n / d` is the high half of `n * multiplier`, shifted right."""

    multiplier: int
    """In 0 ... 2^32 - 1; read as signed by `signed_magic`."""
    shift: int
    add: bool = False
    """Is the true multiplier larger by 2^32?"""


def unsigned_magic(divisor: int) -> Magic:
    """The least multiplier for all words (section 10-10), for 2 <= divisor < 2^32."""
    assert 2 <= divisor < WORDS
    largest = WORDS - 1 - WORDS % divisor
    power = WIDTH
    while 1 << power <= largest * (divisor - 1 - ((1 << power) - 1) % divisor):
        power += 1
    multiplier = ((1 << power) + divisor - 1 - ((1 << power) - 1) % divisor) // divisor
    return Magic(multiplier % WORDS, power - WIDTH, multiplier >= WORDS)


def signed_magic(divisor: int) -> Magic:
    """The multiplier for all signed words (section 10-6), for 2 <= |divisor| < 2^31."""
    magnitude = abs(divisor)
    assert 2 <= magnitude < TOP
    bound = TOP + (divisor < 0)
    largest = bound - 1 - bound % magnitude
    power = WIDTH
    while 1 << power <= largest * (magnitude - (1 << power) % magnitude):
        power += 1
    multiplier = ((1 << power) + magnitude - (1 << power) % magnitude) // magnitude
    signed = multiplier if divisor > 0 else -multiplier
    return Magic(signed % WORDS, power - WIDTH)


@dataclass
class Code:
    """Instructions on 32-bit registers, one new register each."""

    new: Callable[[str], SSAValue]
    """A new register of a family."""
    location: LocationAttr
    ops: list[Operation] = field(default_factory=list[Operation])
    _constants: dict[int, SSAValue] = field(default_factory=dict[int, SSAValue])

    def constant(self, value: int) -> SSAValue:
        bits = value % WORDS
        if bits not in self._constants:
            register = self._constants[bits] = self.new("dword")
            self.ops.append(loadi(register, "int32", bits, location=self.location))
        return self._constants[bits]

    def emit(self, opcode: str, type: str, *sources: SSAValue | int) -> SSAValue:
        """An instruction of registers and constants; its result."""
        compare = opcode in ("EQ", "GE")
        result = self.new("bool" if compare else "dword")
        self.append(opcode, type, result, *sources)
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
        return WORDS - 1
    if divisor == 1:
        return n
    if signed:
        return _signed(code, n, to_signed(WIDTH, divisor))
    return _unsigned(code, n, divisor)


def remainder(code: Code, signed: bool, n: SSAValue, divisor: int) -> SSAValue | int:
    """The remainder of a word by a constant, given by its bits."""
    if divisor == 0:
        return n
    magnitude = abs(to_signed(WIDTH, divisor)) if signed else divisor
    if magnitude == 1:
        return 0
    if magnitude.bit_count() == 1:
        if not signed:
            return code.emit("AND", "uint32", n, divisor - 1)
        rounded = code.emit("ADD", "int32", n, _bias(code, n, magnitude))
        multiple = code.emit("AND", "int32", rounded, -magnitude)
        return code.emit("SUB", "int32", n, multiple)
    whole = quotient(code, signed, n, divisor)
    return code.emit("SUB", "int32", n, code.emit("MUL", "int32", whole, divisor))


def _unsigned(code: Code, n: SSAValue, divisor: int) -> SSAValue:
    if divisor.bit_count() == 1:
        return code.emit("SHR", "uint32", n, divisor.bit_length() - 1)
    if divisor > TOP:  # the quotient is 0 or 1
        return code.emit("SEL", "uint32", code.emit("GE", "uint32", n, divisor), 1, 0)
    magic = unsigned_magic(divisor)
    if magic.add and divisor % 2 == 0:
        # What is left of n is so much smaller that the multiplier fits.
        zeros = (divisor & -divisor).bit_length() - 1
        n = code.emit("SHR", "uint32", n, zeros)
        magic = _narrow_magic(divisor >> zeros, WIDTH - zeros)
    high = code.emit("MUL_HI", "uint32", n, magic.multiplier)
    shift = magic.shift
    if magic.add:
        # The sum n + high has 33 bits; its half has not.
        rest = code.emit("SHR", "uint32", code.emit("SUB", "uint32", n, high), 1)
        high = code.emit("ADD", "uint32", rest, high)
        shift -= 1
    return code.emit("SHR", "uint32", high, shift) if shift else high


def _narrow_magic(divisor: int, width: int) -> Magic:
    """The multiplier for numbers below two to the `width`, which is below 32."""
    power = WIDTH
    while True:
        multiplier = (1 << power) // divisor + 1
        error = multiplier * divisor - (1 << power)
        if error << width <= 1 << power:
            assert multiplier < WORDS, "one bit less is room enough"
            return Magic(multiplier, power - WIDTH)
        power += 1


def _bias(code: Code, n: SSAValue, magnitude: int) -> SSAValue:
    """`magnitude - 1` where n is negative, else 0; a power of two from 2 to 2^31."""
    power = magnitude.bit_length() - 1
    sign = code.emit("ASR", "int32", n, WIDTH - 1) if power > 1 else n
    return code.emit("SHR", "uint32", sign, WIDTH - power)


def _signed(code: Code, n: SSAValue, divisor: int) -> SSAValue:
    if divisor == -1:
        return code.emit("SUB", "int32", 0, n)
    magnitude = abs(divisor)
    if magnitude.bit_count() == 1:
        biased = code.emit("ADD", "int32", n, _bias(code, n, magnitude))
        result = code.emit("ASR", "int32", biased, magnitude.bit_length() - 1)
        return code.emit("SUB", "int32", 0, result) if divisor < 0 else result
    magic = signed_magic(divisor)
    result = code.emit("MUL_HI", "int32", n, magic.multiplier)
    negative = magic.multiplier >= TOP
    if divisor > 0 and negative:
        result = code.emit("ADD", "int32", result, n)
    elif divisor < 0 and not negative:
        result = code.emit("SUB", "int32", result, n)
    if magic.shift:
        result = code.emit("ASR", "int32", result, magic.shift)
    return code.emit("ADD", "int32", result, code.emit("SHR", "uint32", result, 31))
