"""
The interfaces by which operations and types of other packages run at every level.

An operation says once what it computes, over the `Algebra` that circ's own operations
use: the source interpreter computes with it, and the front end expands it into gates. A
type says which builtin type has the bits of its values
(docs/operations-of-your-own.md).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import Operation, SSAValue
from xdsl.irdl import traits_def
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.traits import HasCanonicalizationPatternsTrait, Pure

from circ.dialects.common.algebra import INTS, Algebra, V
from circ.dialects.common.constants import constant_lanes, constant_operations, lanes_of
from circ.dialects.common.represented import Represented, representation_of
from circ.dialects.common.state import State
from circ.dialects.common.widths import width_of

__all__ = [
    "Body",
    "HasExpansion",
    "HasMeaning",
    "HasMemoryMeaning",
    "HasRegionMeaning",
    "Represented",
    "representation_of",
]

Body: TypeAlias = Callable[[Sequence[V]], Sequence[V]]
"""A region of an operation: from the values of its arguments to what it yields."""


@dataclass(frozen=True)
class _FoldedByMeaning(HasCanonicalizationPatternsTrait):
    """Canonicalisation replaces the operation where its operands are constants."""

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (FoldMeaning(),)


class HasMeaning(Operation, ABC):
    """
    An operation whose results follow from its operands and attributes.

    Operands and results are numbers, or vectors that all have the same number of lanes.
    The operation is `Pure`, and `canonicalize` folds it where its operands are
    constants.
    """

    traits = traits_def(Pure(), _FoldedByMeaning())

    @abstractmethod
    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        """
        The results for operands, each the unsigned bit pattern of its type's width.

        For vectors it is called for one lane of each. It computes by `k` alone, with
        its methods and the functions of `circ.dialects.common.arithmetic` and the
        modules beside it, and does not look at values. Integers of 1, 8, 16, 32 and 64
        bits and floats of 32 and 64 bits can be lowered, in between too.
        """


class HasMemoryMeaning(Operation, ABC):
    """
    An operation that also loads and stores: a fixed sequence of accesses.

    Operands and results are numbers and vectors, which are their lanes, one after the
    other; operands also arrays, which are the addresses of their first elements,
    followed by their dynamic extents and strides if any.
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


class HasRegionMeaning(Operation, ABC):
    """
    An operation with regions, whose results follow from its operands and the regions.

    Each region is one block, and its terminator's operands are what it yields. Regions
    may access memory, branch and call.
    """

    @abstractmethod
    def compute(
        self, k: Algebra[V], bodies: Sequence[Body[V]], operands: Sequence[V]
    ) -> Sequence[V]:
        """
        The results for operands, each an unsigned bit pattern.

        A body takes the values of its block's arguments and gives those that the region
        yields; what it does otherwise is done at each call, in order. How often it is
        called must not depend on values. Vectors and arrays are as in
        `HasMemoryMeaning`, also in arguments and in what is yielded.
        """


class HasExpansion(Operation, ABC):
    """
    An operation that is defined by others: loops, branches, memory.

    It is expanded before it is executed at source, and before circuits are made.
    """

    @abstractmethod
    def expand(self, rewriter: PatternRewriter) -> None:
        """
        Replace the operation, which is the one that the rewriter is at.

        The new operations are ones that run at source, which may also be expanded. They
        get the location of this one where they have none.
        """


class FoldMeaning(RewritePattern):
    """
    Replace an operation on constants by constants.

    An operation without operands is a constant, and stays as it is.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if not isinstance(op, HasMeaning) or not op.operands:
            return
        types = [lanes_of(value.type) for value in (*op.operands, *op.results)]
        known = [_lanes_of_constant(operand) for operand in op.operands]
        columns = [column for column in known if column is not None]
        shapes = {type and type[1] for type in types}
        if None in shapes or len(shapes) > 1 or len(columns) < len(known):
            return
        rows = [op.compute(INTS, row) for row in zip(*columns, strict=True)]
        if not all(_are_values(row, op.results) for row in rows):
            return  # diagnosed where it is executed
        made: list[Operation] = []
        results: list[SSAValue] = []
        for index, result in enumerate(op.results):
            lanes = [row[index] for row in rows]
            made += constant_operations(result.type, lanes, op)
            results += made[-1].results
        rewriter.replace(op, made, results)


def _are_values(computed: Sequence[int], values: Sequence[SSAValue]) -> bool:
    """Is it so many results, none with more bits than its type?"""
    types = [lanes_of(value.type) for value in values]
    widths = [width_of(type[0]) for type in types if type]
    if computed.__class__ not in (tuple, list) or len(computed) != len(widths):
        return False
    pairs = zip(computed, widths, strict=True)
    return not any(bits >> width for bits, width in pairs)


def _lanes_of_constant(value: SSAValue) -> list[int] | None:
    """As `constant_lanes`, also of an operation that has a meaning and no operands."""
    op = value.owner
    if not isinstance(op, HasMeaning) or op.operands:
        return constant_lanes(value)
    type = lanes_of(value.type)
    if type is None or type[1]:
        return None
    return [op.compute(INTS, ())[op.results.index(value)]]
