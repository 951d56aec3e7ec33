"""What accesses of profile 2 become in profile 1 (`llvlir-to-profile-1`)."""

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.semantics import constant_of
from circ.dialects.llvlir.types import integer, is_number
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.llvlir.second_values import memory_of, order_of, own_types
from circ.transforms.llvlir.type_layout import Layout, Layouts


def swaps(op: TableOp) -> bool:
    """Is an access big-endian?"""
    parameters = op.ROW.parameters
    if "E" not in parameters:
        return False
    order = type_parameters(op.properties)[parameters.index("E")]
    return is_number(order) and bool(order.data)


def accessed_letter(op: TableOp) -> str:
    """The register letter of what is loaded or stored."""
    if op.ROW.result is None or op.ROW.base.startswith("sc"):
        values = [token for token in op.ROW.values if token != "m"]
        return values[-1][0]
    return op.ROW.result


class Accesses:
    """Builds accesses in one function, whose types have these layouts."""

    def __init__(self, maker: Maker, layouts: Layouts):
        self.maker, self.layouts = maker, layouts
        self.algebra = RowAlgebra(maker)
        self._word = integer(maker.address_width)

    def lower(self, op: TableOp) -> SSAValue | None:
        """A load or store, at an address, an index or an element of a type."""
        row, operands, maker = op.ROW, list(op.operands), self.maker
        if row.values[1] == "t":
            type, address, *rest = operands
            index = None if "x" in row.operands else rest.pop(0)
            place = self._element(op, type, index)
            if place is not None:
                address = self._address(address, place)
        elif ".index." in row.name:
            base, index, factor, offset, *rest = operands
            place = maker.row("mul.I", index, factor, types=(self._word,))
            place = maker.row("add.I", place, offset, types=(self._word,))
            address = self._address(base, place)
        else:
            address, *rest = operands
        operands, head, letter = (address, *rest), row.base, accessed_letter(op)
        if letter == "x":
            kind = "F" if "xF" in row.values else "I"
            return self._made(op, f"{head}.V{kind}", operands, own_types(op))
        head = head.partition(".")[0]
        if letter == "f":
            return self._made(op, f"{head[:2]}.F", operands, own_types(op))
        if letter != "r":
            return self._address_value(op, f"{head[:2]}.I", operands, letter)
        return self._integer(op, f"{head}.I", operands)

    def _address_value(
        self, op: TableOp, name: str, operands: Sequence[SSAValue], letter: str
    ) -> SSAValue | None:
        """Load or store an address or a procedure, or a type, which is a number."""
        maker, (address, *rest) = self.maker, operands
        if letter != "t":
            rest = [maker.address_number(value) for value in rest]
        value = self._made(op, name, (address, *rest), (self._kept(letter),))
        if value is None or letter == "t":
            return value
        return maker.address(value)

    def _kept(self, letter: str) -> IntegerType:
        """What a register without a type parameter is in memory."""
        return integer(WORD) if letter == "t" else self._word

    def _integer(
        self, op: TableOp, name: str, operands: Sequence[SSAValue]
    ) -> SSAValue | None:
        """Load or store an integer, which is of whole bytes where these are swapped."""
        address, *rest = operands
        element = own_types(op)[-1]
        width = width_of(element)
        whole = 8 * size_of(width) if swaps(op) else width
        rest = [self._swapped(op, self._widened(value, whole)) for value in rest]
        value = self._made(op, name, (address, *rest), (integer(whole),))
        if value is None:
            return None
        if not rest:
            value = self._swapped(op, value)
        if whole != width:
            value = self.algebra.extract(whole, width - 1, 0, value)
        return value

    def _made(
        self,
        op: TableOp,
        name: str,
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
    ) -> SSAValue | None:
        made = self.maker.make(
            *(name, operands, types),
            imm=0,
            order=order_of(op),
            memory=memory_of(op),
        )
        return made.results[0] if made.results else None

    def _widened(self, value: SSAValue, width: int) -> SSAValue:
        own = width_of(value.type)
        return value if own == width else self.algebra.zext(own, width, value)

    def _swapped(self, op: TableOp, value: SSAValue) -> SSAValue:
        """The bytes in the other order, where the row is of that."""
        width = width_of(value.type)
        if not swaps(op) or width == 8:
            return value
        return self.maker.row("bswap.I", value, types=(integer(width),))

    def _address(self, base: SSAValue, offset: SSAValue) -> SSAValue:
        """A byte offset from an address, as an address."""
        maker = self.maker
        place = maker.address_number(base)
        return maker.address(maker.row("add.I", place, offset, types=(self._word,)))

    def _element(
        self, op: TableOp, type: SSAValue, index: SSAValue | None
    ) -> SSAValue | None:
        """The offset of an element or field; None without an index."""
        layouts, maker = self.layouts, self.maker
        owner = layouts.defining(type, op)
        layouts.check_tag(op, type)
        base, whole = owner.ROW.base, owner.results[0]
        if base in ("array", "pointer"):
            whole = owner.operands[0]
        layout = layouts.layout(whole, op)
        if index is None:
            self._check_size(op, layout)
            return None
        if base not in ("struct", "union"):
            self._check_size(op, layout)
            size = maker.constant(layout.size, maker.address_width)
            return maker.row("mul.I", index, size, types=(self._word,))
        fields, number = layouts.fields(owner), constant_of(index)
        if number is None or number >= len(fields):
            message = (
                f"'{op.name}': the index of a field must be a constant "
                f"from 0 to {len(fields) - 1}"
            )
            raise Diagnostic(op.location, message)
        self._check_size(op, fields[number].layout)
        return maker.constant(fields[number].offset, maker.address_width)

    def _check_size(self, op: TableOp, layout: Layout) -> None:
        letter = accessed_letter(op)
        element = own_types(op)[-1] if letter in "rfx" else self._kept(letter)
        accessed = size_of(width_of(element))
        if accessed != layout.size:
            message = f"'{op.name}': {accessed} bytes of an element of {layout.size}"
            raise Diagnostic(op.location, message)
