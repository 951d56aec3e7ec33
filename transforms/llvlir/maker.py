"""Builds new rows in front of the operation that they replace."""

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import RowOp, create
from circ.dialects.llvlir.types import F32, F64, FloatType, f, integer, is_integer

WORD = 32
I1, I32 = integer(1), integer(WORD)
FLOATS = {32: F32.element, 64: F64.element, 128: f(128).element}
"""The float types by width."""


class Maker:
    """
    Builds operations on scalars, with one copy of a constant in each block.

    Addresses have `address_width` bits, but for rows that take one: theirs are as wide.
    """

    def __init__(self, address_width: int = WORD) -> None:
        self.address_width = address_width
        self._place: Operation | None = None
        self._constants: dict[tuple[int, int], SSAValue] = {}
        self._known: dict[SSAValue, int] = {}
        self._computed: list[RowOp] = []

    def move(self, op: Operation) -> None:
        """Make operations in front of this one from now on."""
        if self._place is None or op.parent is not self._place.parent:
            self._constants.clear()
        self._place = op

    @property
    def place(self) -> Operation:
        """The operation that is being replaced."""
        assert self._place is not None
        return self._place

    def add(self, op: Operation) -> Sequence[SSAValue]:
        """Insert an operation; returns its results."""
        place = self.place
        assert place.parent is not None
        place.parent.insert_op_before(op, place)
        return op.results

    def make(
        self,
        name: str,
        operands: Sequence[SSAValue] = (),
        types: Sequence[Attribute | int] = (),
        *,
        imm: int | None = None,
        imm1: int | None = None,
        condition: str | None = None,
        order: int = 0,
        memory: MemoryAttr | None = None,
    ) -> RowOp:
        """Insert the operation of a row, with the location of what it replaces."""
        op = create(
            name,
            operands,
            types,
            imm=imm,
            imm1=imm1,
            condition=condition,
            order=order,
            memory=memory,
            address_width=self.address_width,
            location=self.place.location,
        )
        self.add(op)
        return op

    def row(
        self,
        name: str,
        *operands: SSAValue,
        types: Sequence[Attribute | int] = (I32,),
        condition: str | None = None,
    ) -> SSAValue:
        """The result of a row, of words where no types are given."""
        op = self.make(name, operands, types, condition=condition)
        self._computed.append(op)
        return op.results[0]

    def erase_unused(self) -> None:
        """Erase rows and constants made here whose results nothing uses."""
        for op in reversed(self._computed):
            if op.results[0].first_use is None:
                op.detach()
                op.erase()
        self._computed.clear()

    def constant(self, bits: int, width: int = WORD) -> SSAValue:
        """A constant; one in each block."""
        key = (bits % (1 << width), width)
        if (known := self._constants.get(key)) is None:
            op = self.make("const.I", (), (integer(width),), imm=key[0])
            self._computed.append(op)
            known = self._constants[key] = op.results[0]
            self._known[known] = key[0]
        return known

    def address(self, number: SSAValue) -> SSAValue:
        """An integer as wide as addresses as an address."""
        return self.row("mva", number, types=())

    def address_number(self, address: SSAValue) -> SSAValue:
        """An address as an integer of its width."""
        return self.row("mvr", address, types=())

    def number(self, element: Attribute, bits: int) -> SSAValue:
        """A constant of an integer or float type."""
        if is_integer(element):
            return self.constant(bits, width_of(element))
        return self.make("const.F", (), (element,), imm=bits).results[0]

    def bits_of(self, value: SSAValue) -> int | None:
        """The bits of a constant made here, None for any other value."""
        return self._known.get(value)

    def compare(self, condition: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Two integers compared: one bit."""
        width = width_of(lhs.type)
        types = (integer(width),)
        return self.row("cmps.I", lhs, rhs, types=types, condition=condition)

    def bit(self, operation: str, *operands: SSAValue) -> SSAValue:
        """and, or, xor, not of bits."""
        return self.row(f"{operation}.I", *operands, types=(I1,))

    def word_of_bit(self, bit: SSAValue) -> SSAValue:
        """0 or 1."""
        return self.row("zext.II", bit, types=(I32, I1))

    def choose(self, bit: SSAValue, then: SSAValue, otherwise: SSAValue) -> SSAValue:
        """One of two numbers of one type."""
        type = then.type
        name = "select.F" if isinstance(type, FloatType) else "select.I"
        return self.row(name, bit, then, otherwise, types=(type.element,))  # pyright: ignore

    # region Between floats and their bits

    def integer_of(self, value: SSAValue) -> SSAValue:
        """A number's bits as an integer."""
        type = value.type
        if not isinstance(type, FloatType):
            return value
        types = (integer(width_of(type)), type.element)
        return self.row("bits.IF", value, types=types)

    def float_of(self, value: SSAValue, element: Attribute | None = None) -> SSAValue:
        """A number's bits as a float: of a type, or of IEEE's of that width."""
        if isinstance(value.type, FloatType):
            return value
        width = width_of(value.type)
        types = (element or FLOATS[width], integer(width))
        return self.row("bits.FI", value, types=types)

    # endregion
