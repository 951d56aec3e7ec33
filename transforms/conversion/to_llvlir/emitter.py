"""Masks and the emitter of operations, from circuits to llvlir."""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    LocationAttr,
)
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.types import (
    is_float,
    lane_count,
)
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.ops import create
from circ.dialects.llvlir.types import (
    FloatType,
    GeneralType,
    MaskType,
    RegisterType,
    VectorType,
    integer,
)
from circ.transforms.llvlir.circuit_registers import (
    BIT,
    Element,
    vector_row,
)


class Emitter:
    """Appends one function's operations, and maps its values."""

    def __init__(self) -> None:
        self.values: dict[SSAValue, SSAValue] = {}
        self.ops: list[Operation] = []
        self.head: list[Operation] = []
        """Operations of the entry block's start."""
        self.of_masks: dict[SSAValue, SSAValue] = {}
        """The masks that vectors of bits were made from."""
        self._full: dict[int, SSAValue] = {}

    def row(
        self,
        name: str,
        operands: Sequence[SSAValue],
        types: Sequence[Element | int],
        location: LocationAttr | None,
        condition: str | None = None,
        address_width: int = WORD,
    ) -> SSAValue:
        """Append the operation of a row; its result."""
        op = create(
            name,
            operands,
            types,
            condition=condition,
            address_width=address_width,
            location=location,
        )
        self.ops.append(op)
        return op.results[0]

    def compute(
        self,
        gate: Operation,
        name: str,
        operands: Sequence[SSAValue],
        types: Sequence[Element],
        condition: str | None = None,
    ) -> SSAValue:
        """The result of a row on scalars, or of that on vectors where the gate is."""
        if not (lanes := lane_count(gate.results[0].type)):
            return self.row(name, operands, types, gate.location, condition)
        operands = (*operands, self.full_mask(lanes))
        name = vector_row(name)
        return self.row(name, operands, (lanes, *types), gate.location, condition)

    # region Masks

    def full_mask(self, lanes: int) -> SSAValue:
        """The mask with all of so many lanes enabled, made once a function."""
        if (full := self._full.get(lanes)) is None:
            ones = create("const.I", (), (integer(lanes),), imm=-1)
            mask = create("mvm", ones.results)
            self.head += (ones, mask)
            full = self._full[lanes] = mask.results[0]
        return full

    def bits_of_mask(self, mask: SSAValue, location: LocationAttr | None) -> SSAValue:
        """A mask as a vector of bits."""
        assert isinstance(mask.type, MaskType)
        types = (mask.type.lanes.data, BIT)
        op = create("splatui.VI", (mask,), types, imm=1, location=location)
        self.ops.append(op)
        self.of_masks[op.results[0]] = mask
        return op.results[0]

    def mask_of_bits(self, bits: SSAValue, location: LocationAttr | None) -> SSAValue:
        """A vector of bits as a mask."""
        if (mask := self.of_masks.get(bits)) is not None:
            return mask
        assert isinstance(bits.type, VectorType)
        lanes = bits.type.lanes.data
        zero = create("const.VI", (), (lanes, BIT), imm=0, location=location)
        self.ops.append(zero)
        operands = (bits, zero.results[0], self.full_mask(lanes))
        return self.row("cmps.VI", operands, (lanes, BIT), location, "ne")

    def erase_unused_bits(self) -> None:
        """Remove vectors of bits of which only the masks are used."""
        for bits in self.of_masks:
            if bits.first_use is None and isinstance(bits.owner, Operation):
                bits.owner.detach()
                bits.owner.erase()

    # endregion

    def constant(
        self, type: RegisterType, bits: int, location: LocationAttr | None
    ) -> SSAValue:
        """The constant of a register type that has these bits."""
        match type:
            case GeneralType():
                name, types = "const.I", (type.element,)
            case FloatType():
                name, types = "const.F", (type.element,)
            case VectorType():
                name = "const.VF" if is_float(type.element) else "const.VI"
                types = (type.lanes.data, type.element)
            case _:
                raise AssertionError(f"no circuit value is of type {type}")
        op = create(name, (), types, imm=bits, location=location)
        self.ops.append(op)
        return op.results[0]

    def give(self, old: SSAValue, new: SSAValue) -> None:
        """Map `old` to `new`, which takes its name."""
        self.values[old] = new
        if old.name_hint is not None and new.name_hint is None:
            new.name_hint = old.name_hint

    def operands(self, gate: Operation) -> list[SSAValue]:
        """The converted operands of a gate that only takes values."""
        values = self.values
        return [values[v] for v in gate.operands]
