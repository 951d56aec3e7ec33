"""
The interfaces by which operations of other packages run at every level.

An operation says once what it computes, over the `Algebra` that circ's own operations
use: the source interpreter computes with it, and the front end expands it into gates
(docs/extending.md).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from xdsl.ir import Operation

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.state import State


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
