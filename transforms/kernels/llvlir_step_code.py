"""Functions of llvlir, as cutting a kernel at barriers (`barriers.py`) sees them."""

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import (
    FunctionType,
    VectorType,
    i8,
    i16,
    i32,
)
from xdsl.dialects.func import FuncOp as SourceFuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.circuit.types import lane_count
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.kernel import BARRIER
from circ.dialects.common.memory import SIGNATURE, memory
from circ.dialects.common.module_functions import FunctionOp
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.ops import (
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    TableBranchOp,
    TableOp,
    create,
)
from circ.dialects.llvlir.types import (
    AddressType,
    FloatType,
    GeneralType,
    MaskType,
    integer,
)
from circ.dialects.llvlir.types import VectorType as Lanes
from circ.dialects.source.layout import lane_of, register_width
from circ.dialects.source.pointer import STORED, bytes_of
from circ.dialects.source.signature import signature_of
from circ.transforms.kernels.step_code import INLINED, Edge, StepCode, not_stored
from circ.transforms.llvlir.circuit_registers import (
    BIT,
    element_of,
    register_of,
    row_of,
    vector_row,
)

WIDTHS = (8, 16, 32, 64)
"""Of the integers that memory holds."""


class LlvlirCode(StepCode):
    """Functions of profile 1, with addresses of 32 bits."""

    # region Reading

    def is_barrier(self, op: Operation) -> bool:
        return isinstance(op, CallOp) and op.callee.string_value() == BARRIER

    def edges_of(self, op: Operation) -> list[Edge]:
        match op:
            case JumpOp():
                return [(op.target, op.arguments)]
            case CompareBranchOp():
                taken = op.taken, op.taken_arguments
                return [taken, (op.next, op.next_arguments)]
            case TableBranchOp():
                return [(op.default, op.default_arguments), *op.edges]
            case _:
                assert not op.successors, op.name
                return []

    def object_of(self, op: Operation) -> tuple[int, int] | None:
        if not isinstance(op, TableOp) or op.ROW.name != "slot":
            return None
        assert op.imm is not None and op.imm1 is not None
        return op.imm.data, op.imm1.data

    def stored(self, value: SSAValue) -> Attribute:
        match value.type:
            case AddressType() as type if type.bitwidth == WORD:
                return i32
            case GeneralType() as type if type.bitwidth <= WIDTHS[-1]:
                return integer(min(w for w in WIDTHS if w >= type.bitwidth))
            case FloatType() as type if type.element in STORED:
                return type.element
            case FloatType() as type if type.bitwidth == 16:
                return i16
            case MaskType() as type:
                found = VectorType(i8, [type.lanes.data])
            case Lanes() as type:
                is_bit = type.element == integer(1)
                found = VectorType(i8 if is_bit else type.element, [type.lanes.data])
            case _:
                raise not_stored(value)
        if lane_of(found) not in STORED or register_width(found) is None:
            raise not_stored(value)
        return found

    # endregion
    # region Making

    def function(
        self, old: FunctionOp | SourceFuncOp, name: str, further: Sequence[Attribute]
    ) -> tuple[FuncOp, Region]:
        assert isinstance(old, FuncOp)
        signature = [*signature_of(old).inputs, *further]
        inputs = [*old.function_type.inputs, *map(register_of, further)]
        body = Region(Block(arg_types=inputs))
        attributes = {SIGNATURE: FunctionType.from_lists(signature, []), **INLINED}
        made = FuncOp.create_(
            name, inputs, (), body, "private", attributes, old.location
        )
        return made, body

    def jump(self, block: Block) -> Operation:
        return JumpOp.create_(block)

    def branch(
        self, op: Operation, now: Mapping[SSAValue, SSAValue], edges: Sequence[Edge]
    ) -> Operation:
        match op:
            case JumpOp():
                return JumpOp.create_(*edges[0], op.location)
            case CompareBranchOp():
                made = CompareBranchOp.branch(
                    *(op.condition.data, now[op.lhs], now[op.rhs]),
                    *(*edges[0], *edges[1], op.location),
                )
                if op.weights is not None:
                    made.properties["weights"] = op.weights
                return made
            case TableBranchOp():
                default, *targets = edges
                return TableBranchOp.of(now[op.number], default, targets, op.location)
            case _:
                raise unsupported(op, "this branch in a kernel with barriers")

    def leave(self) -> Operation:
        return RetOp.create_()

    def constant(self, number: int) -> SSAValue:
        return self._row("const.I", (), i32, imm=number)

    def sum(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._row("add.I", (lhs, rhs), i32)

    def product(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._row("mul.I", (lhs, rhs), i32)

    def object_at(self, place: SSAValue) -> SSAValue:
        return self._row("mva", (place,))

    def load(self, place: SSAValue, stored: Attribute) -> SSAValue:
        address = self.object_at(place)
        return self._access("ld", stored, (address,)).results[0]

    def store(self, value: SSAValue, place: SSAValue) -> None:
        match value.type:
            case Lanes() as type:
                stored = VectorType(type.element, [type.lanes.data])
            case GeneralType() | FloatType() as type:
                stored = type.element
            case _:
                raise not_stored(value)
        self._access("st", stored, (self.object_at(place), value))

    def from_stored(self, value: SSAValue, type: Attribute) -> SSAValue:
        if value.type == type:
            return value
        match type:
            case AddressType():
                return self.object_at(value)
            case GeneralType():
                types = type.element, _element(value)
                return self._row("trunc.II", (value,), *types)
            case FloatType():
                return self._row("bits.FI", (value,), type.element, i16)
            case MaskType():
                lanes = type.lanes.data
                zeros = self._row("const.VI", (), lanes, i8, imm=0)
                sources = value, zeros, self._full(lanes)
                return self._row("cmps.VI", sources, lanes, i8, condition="ne")
            case _:
                assert isinstance(type, Lanes)
                lanes = type.lanes.data
                return self._row(
                    *("trunc.VII", (value, self._full(lanes)), lanes, BIT, i8)
                )

    def to_stored(self, value: SSAValue, stored: Attribute) -> SSAValue:
        if value.type == register_of(stored):
            return value
        match value.type:
            case AddressType():
                return self._row("mvr", (value,))
            case GeneralType() as type:
                return self._row("zext.II", (value,), stored, type.element)
            case FloatType() as type:
                return self._row("bits.IF", (value,), i16, type.element)
            case MaskType() as type:
                return self._row("splatui.VI", (value,), type.lanes.data, i8, imm=1)
            case _:
                lanes = lane_count(stored)
                return self._row(
                    *("zext.VII", (value, self._full(lanes)), lanes, i8, BIT)
                )

    def _access(
        self, base: str, type: Attribute, operands: Sequence[SSAValue]
    ) -> Operation:
        """Add the row that loads or stores a value of a type, aligned by its size."""
        name, types, size = row_of(base, element_of(type)), (), bytes_of(type)
        if lanes := lane_count(type):
            name, types = vector_row(name), (lanes,)
            operands = *operands, self._full(lanes)
        types = *types, element_of(type)
        access = memory(size, size & -size)
        return self.add(create(name, operands, types, imm=0, memory=access))

    def _full(self, lanes: int) -> SSAValue:
        """The mask of all lanes."""
        ones = self._row("const.I", (), integer(lanes), imm=-1)
        return self._row("mvm", (ones,))

    def _row(
        self,
        name: str,
        operands: Sequence[SSAValue],
        *types: Attribute | int,
        imm: int | None = None,
        condition: str | None = None,
    ) -> SSAValue:
        op = create(name, operands, types, imm=imm, condition=condition)
        return self.add(op).results[0]

    # endregion


def _element(value: SSAValue) -> Attribute:
    assert isinstance(value.type, GeneralType)
    return value.type.element
