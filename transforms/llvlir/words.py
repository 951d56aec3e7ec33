"""Operations on words, made in front of the wide operation that they replace."""

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.llvlir.ops import CallOp, create
from circ.dialects.llvlir.types import R32, integer, width_of
from circ.targets.naplespu.runtime import PREFIX

WORD = 32
I1, I32 = integer(1), integer(WORD)

Pair: TypeAlias = tuple[SSAValue, SSAValue]
"""The low and the high word of a number of 64 bits."""


class Words:
    """What wide values have become, and where new operations go."""

    def __init__(self) -> None:
        self._pairs: dict[SSAValue, Pair] = {}
        self._place: Operation | None = None
        self._constants: dict[tuple[int, int], SSAValue] = {}
        self._known: dict[SSAValue, int] = {}

    def at(self, op: Operation) -> "Words":
        """Make operations in front of this one from now on."""
        if self._place is None or op.parent is not self._place.parent:
            self._constants.clear()
        self._place = op
        return self

    def give(self, value: SSAValue, pair: Pair) -> None:
        """Say what a wide value is."""
        self._pairs[value] = pair

    def pair(self, value: SSAValue) -> Pair:
        """The words of a wide value."""
        return self._pairs[value]

    def add(self, op: Operation) -> Sequence[SSAValue]:
        """Put an operation in; its results."""
        place = self._place
        assert place is not None and place.parent is not None
        place.parent.insert_op_before(op, place)
        return op.results

    def row(
        self,
        name: str,
        *operands: SSAValue,
        types: Sequence[Attribute] = (I32,),
        condition: str | None = None,
    ) -> SSAValue:
        """The result of a row, of words where no types are given."""
        assert self._place is not None
        location = self._place.location
        op = create(name, operands, types, condition=condition, location=location)
        (result,) = self.add(op)
        return result

    def constant(self, bits: int, width: int = WORD) -> SSAValue:
        """A constant; one a block."""
        key = (bits % (1 << width), width)
        if (known := self._constants.get(key)) is None:
            assert self._place is not None
            op = create(
                "const.I",
                types=(integer(width),),
                imm=key[0],
                location=self._place.location,
            )
            (known,) = self.add(op)
            self._constants[key] = known
            self._known[known] = key[0]
        return known

    def bits_of(self, value: SSAValue) -> int | None:
        """The bits of a constant made here, None for any other value."""
        return self._known.get(value)

    def compare(self, condition: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Two words compared: one bit."""
        width = width_of(lhs.type)
        types = (integer(width),)
        return self.row("cmps.I", lhs, rhs, types=types, condition=condition)

    def bit(self, operation: str, *operands: SSAValue) -> SSAValue:
        """and, or, xor, not of bits."""
        return self.row(f"{operation}.I", *operands, types=(I1,))

    def word_of_bit(self, bit: SSAValue) -> SSAValue:
        """0 or 1."""
        return self.row("zext.II", bit, types=(I32, I1))

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
        assert self._place is not None
        operands: list[SSAValue] = []
        for value in values:
            operands += value if isinstance(value, tuple) else (value,)
        location = self._place.location
        return self.add(CallOp.create_(PREFIX + name, operands, results, location))
