"""Operations on words, made in front of the wide operation that they replace."""

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.runtime import PREFIX
from circ.dialects.llvlir.ops import CallOp
from circ.dialects.llvlir.types import R32
from circ.transforms.llvlir.maker import I1, I32, WORD, Maker

__all__ = ("I1", "I32", "WORD", "Pair", "Words")

Pair: TypeAlias = tuple[SSAValue, SSAValue]
"""The low and the high word of a number of 64 bits."""


class Words(Maker):
    """What wide values have become, and where new operations go."""

    def __init__(self) -> None:
        super().__init__()
        self._pairs: dict[SSAValue, Pair] = {}

    def at(self, op: Operation) -> "Words":
        """Make operations in front of this one from now on."""
        self.move(op)
        return self

    def give(self, value: SSAValue, pair: Pair) -> None:
        """Say what a wide value is."""
        self._pairs[value] = pair

    def pair(self, value: SSAValue) -> Pair:
        """The words of a wide value."""
        return self._pairs[value]

    def select(self, bit: SSAValue, then: SSAValue, otherwise: SSAValue) -> SSAValue:
        """One of two words."""
        return self.row("select.I", bit, then, otherwise)

    def select_pair(self, bit: SSAValue, then: Pair, otherwise: Pair) -> Pair:
        """One of two pairs."""
        low, high = (
            self.select(bit, a, b) for a, b in zip(then, otherwise, strict=True)
        )
        return low, high

    def call(
        self,
        name: str,
        *values: SSAValue | Pair,
        results: Sequence[Attribute] = (R32, R32),
    ) -> Sequence[SSAValue]:
        """Call a function of the library; without types two words come back."""
        operands: list[SSAValue] = []
        for value in values:
            operands += value if isinstance(value, tuple) else (value,)
        location = self.place.location
        return self.add(CallOp.create_(PREFIX + name, operands, results, location))
