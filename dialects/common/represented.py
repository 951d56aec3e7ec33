"""
Types of other packages, by the builtin types whose bits their values have.
"""

from abc import ABC, abstractmethod
from typing import cast

from xdsl.dialects.builtin import (
    Float32Type,
    Float64Type,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    VectorType,
)
from xdsl.ir import Attribute, Operation

from circ.dialects.common import number_text
from circ.dialects.common.widths import SizedType, width_of


class Represented(SizedType, ABC):
    """
    A scalar type of another package.

    A program has its values wherever it has numbers: as arguments and results, in
    vectors and in memory.
    """

    @abstractmethod
    def representation(self) -> Attribute:
        """The type of the same bits: a builtin integer, `index`, f32 or f64."""

    def text_of(self, bits: int) -> str:
        """How a value is shown; by default as the representation is."""
        return str(number_text.number_of(self.representation(), bits))

    def bits_of(self, text: str) -> int:
        """
        The bits of a value that a user writes; the inverse of `text_of`.

        Raises a `ValueError`, whose text is shown, where there is no such value.
        """
        return number_text.bits_of(self.representation(), text)

    def constant(self, bits: int) -> Operation | None:
        """
        An operation whose result is a value; None for `arith.constant` and a cast.

        Operations on constants are folded to it.
        """
        return None

    @property
    def bitwidth(self) -> int:
        return width_of(self.representation())


_BUILTIN = {IntegerType, IndexType, Float32Type, Float64Type, MemRefType, FunctionType}
"""The types that are asked for most often: an `isinstance` takes longer."""


def representation_of(type: Attribute) -> Attribute:
    """
    The builtin type of the same bits, also of a vector; a builtin type is its own.
    """
    if type.__class__ in _BUILTIN:
        return type
    if isinstance(type, Represented):
        return type.representation()
    if type.__class__ is VectorType:
        vector = cast("VectorType[Attribute]", type)
        if isinstance(element := vector.element_type, Represented):
            shape, scalable = vector.shape, vector.scalable_dims
            return VectorType(element.representation(), shape, scalable)
    return type
