"""The algebra of integers of any width, made of values of the source level."""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.words import Words
from circ.targets.llvm.source_algebra import (
    INTEGERS,
    WIDEST,
    WORD,
    Number,
    SourceAlgebra,
)


class AnyWidth(Words[SSAValue]):
    """
    Integers of any width, with zeros above it in the next larger one that there is.

    A number is one value, or words of 64 bits. Of more than 128 bits, as clang makes
    them of adjacent packed bit-fields, there is no division.
    """

    k: SourceAlgebra

    def __init__(self, k: SourceAlgebra):
        super().__init__(k, WORD, INTEGERS)

    def container(self, width: int) -> int:
        return container(width)

    def amount(self, width: int, value: Number) -> Number:
        """Below the width: another is poison."""
        return value

    def divided(
        self, name: str, width: int, dividend: Number, divisor: Number
    ) -> Number:
        message = f"'{name}' of more than {WIDEST} bits is not supported"
        raise Diagnostic(None, message)

    def _to_integer(self, name: str, width: int, to: int, value: Number) -> Number:
        """What the integer does not have is poison."""
        whole = self.k.build(name, (width, container(to)), value)
        return self.masked(to, (whole,))

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Number]
    ) -> Number:
        if name.startswith("f"):
            words = [word for (word,) in operands]
            return (self.k.build(name, widths, words),)
        return super().build(name, widths, operands)


def container(width: int) -> int:
    """The width of the values that hold an integer."""
    if width > WORD:
        return -(-width // WORD) * WORD
    return next(size for size in INTEGERS if width <= size)
