"""The type `!fixed.fixed<16, 8>`: a signed integer that counts multiples of 2**-8."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from xdsl.dialects.builtin import IntAttr, IntegerType, VectorType
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.meaning import Represented

WIDTHS = (8, 16, 32)
DIGITS = 64
"""More digits than any value has, before or after the point."""


@irdl_attr_definition
class FixedType(ParametrizedAttribute, Represented):
    """
    Fixed-point numbers of so many bits in all, and so many after the binary point.

    They are shown as exact decimals, and read as the nearest value.
    """

    name = "fixed.fixed"
    bits: IntAttr = param_def(converter=IntAttr.get)
    fraction_bits: IntAttr = param_def(converter=IntAttr.get)

    @property
    def width(self) -> int:
        return self.bits.data

    @property
    def fraction(self) -> int:
        return self.fraction_bits.data

    def verify(self) -> None:
        if self.width not in WIDTHS:
            widths = ", ".join(map(str, WIDTHS))
            raise VerifyException(f"the width must be {widths}, but is {self.width}")
        if not 0 <= self.fraction <= self.width:
            raise VerifyException(
                f"the bits after the point must be 0 to {self.width}, "
                f"but are {self.fraction}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            width = parser.parse_integer(allow_boolean=False)
            parser.parse_punctuation(",")
            fraction = parser.parse_integer(allow_boolean=False)
        return IntAttr(width), IntAttr(fraction)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.width}, {self.fraction}")

    # What circ asks a type.

    def representation(self) -> Attribute:
        return IntegerType(self.width)

    def text_of(self, bits: int) -> str:
        number = self.signed(bits)
        whole, rest = divmod(abs(number), 1 << self.fraction)
        # 10**n / 2**n is an integer: each bit after the point is one decimal digit.
        digits = str(rest * 5**self.fraction).zfill(self.fraction) if rest else "0"
        return f"{'-' if number < 0 else ''}{whole}.{digits.rstrip('0') or '0'}"

    def bits_of(self, text: str) -> int:
        try:
            value = Decimal(text)
        except InvalidOperation:
            raise ValueError(f"'{text}' is not a decimal number") from None
        if not value.is_finite():
            raise ValueError(f"{text} is not a fixed-point number")
        number = self.most + 1
        if value.adjusted() < -DIGITS:
            number = 0
        elif value.adjusted() < DIGITS:
            number = round(Fraction(value) * (1 << self.fraction))
        if not self.least <= number <= self.most:
            low, high = map(self.text_of, (self.least, self.most))
            raise ValueError(f"{text} is out of range {low} ... {high} of {self}")
        return number & ((1 << self.width) - 1)

    def constant(self, bits: int) -> Operation:
        from fixed_point.operations import ConstantOp

        return ConstantOp.of(bits, self)

    # Numbers.

    @property
    def least(self) -> int:
        return -1 << self.width - 1

    @property
    def most(self) -> int:
        return (1 << self.width - 1) - 1

    def signed(self, bits: int) -> int:
        return bits - (1 << self.width) if bits > self.most else bits


def element_of(type: Attribute) -> FixedType:
    """The fixed-point type, or that of the lanes of a vector."""
    if isinstance(type, VectorType):
        type = type.element_type
    assert isinstance(type, FixedType), type
    return type
