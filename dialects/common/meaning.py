"""
The interfaces by which operations and types of other packages run at every level.

An operation says once what it computes, over the `Algebra` that circ's own operations
use: the source interpreter computes with it, and the front end expands it into gates. A
type says which builtin type has the bits of its values
(docs/operations-of-your-own.md).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, Operation

from circ.dialects.common import number_text
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.state import State
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

    @property
    def bitwidth(self) -> int:
        return width_of(self.representation())


def representation_of(type: Attribute) -> Attribute:
    """
    The builtin type of the same bits, also of a vector; a builtin type is its own.
    """
    if isinstance(type, Represented):
        return type.representation()
    if type.__class__ is VectorType:
        vector = cast("VectorType[Attribute]", type)
        if isinstance(element := vector.element_type, Represented):
            shape, scalable = vector.shape, vector.scalable_dims
            return VectorType(element.representation(), shape, scalable)
    return type


class HasMeaning(Operation, ABC):
    """
    An operation whose results follow from its operands and attributes.

    Operands and results are numbers, or vectors that all have the same number of lanes.
    """

    @abstractmethod
    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        """
        The results for operands, each the unsigned bit pattern of its type's width.

        For vectors it is called for one lane of each. It computes by `k` alone, with
        its methods and the functions of `circ.dialects.common.arithmetic` and the
        modules beside it, and does not look at values. Integers of 1, 8, 16, 32 and 64
        bits and floats of 32 and 64 bits can be lowered.
        """


class HasMemoryMeaning(Operation, ABC):
    """
    An operation that also loads and stores: a fixed sequence of accesses.

    Operands and results are numbers, and operands also arrays, which are the addresses
    of their first elements.
    """

    @abstractmethod
    def compute(
        self, k: Algebra[V], memory: State[V], operands: Sequence[V]
    ) -> Sequence[V]:
        """
        The results, after the accesses that `memory` is asked for in order.

        As of `HasMeaning`; addresses and `index` have 32 bits, and an access of 1, 2, 4
        or 8 bytes is aligned to its size (eight bytes to four).
        """
