"""Builders that append gates: to any list of gates, or to a new circuit."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from xdsl.dialects.builtin import IntAttr, LocationAttr, StringAttr, UnknownLoc, i1
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp, SelectOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import ROOTS, DependEntryOp, StateEntryOp, root_gates
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.types import is_vector, lane_width, like, splat
from circ.dialects.common.algebra import INTS
from circ.dialects.common.widths import width_of

GateT = TypeVar("GateT", bound=Gate)


class GateMaker:
    """Appends gates to a list, with one CONSTANT for each type and value."""

    gates: list[Operation]
    """All gates in the order of creation: topological but for back edges."""

    def __init__(self, location: LocationAttr | None = None) -> None:
        self._location = location or UnknownLoc()
        self._constants: dict[tuple[object, int, int], SSAValue] = {}
        self.gates = []

    @property
    def location(self) -> LocationAttr:
        """The source location of new gates."""
        return self._location

    def emit(
        self,
        gate: type[GateT],
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = {},
    ) -> GateT:
        """Append a gate."""
        created = gate.create(
            operands=operands,
            result_types=result_types,
            properties=properties,
            location=self.location,
        )
        self.gates.append(created)
        return created

    def compute(
        self, gate: type[Gate], type: Attribute, *operands: SSAValue
    ) -> SSAValue:
        """The value of a gate that computes one from values."""
        return self.emit(gate, operands, (type,)).results[0]

    def constant(self, type: Attribute, bits: int) -> SSAValue:
        """The CONSTANT of that type and value, of a vector with it in every lane."""
        return self.packed_constant(
            type, splat(type, INTS.const(lane_width(type), bits))
        )

    def packed_constant(self, type: Attribute, bits: int) -> SSAValue:
        """The CONSTANT of that type and those bits; there is one of each."""
        # Hashing a type takes a microsecond; scalars are told apart by less.
        kind = type if is_vector(type) else type.__class__
        key = (kind, width_of(type), bits)
        if (value := self._constants.get(key)) is None:
            properties = {"bits": IntAttr(bits)}
            value = self.emit(ConstantOp, (), (type,), properties).results[0]
            self._constants[key] = value
        return value

    def compare(
        self,
        gate: type[ICmpOp] | type[FCmpOp],
        condition: str,
        lhs: SSAValue,
        rhs: SSAValue,
    ) -> SSAValue:
        properties = {"condition": StringAttr(condition)}
        return self.emit(gate, (lhs, rhs), (like(lhs.type, i1),), properties).results[0]

    def select(
        self, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue:
        return self.compute(SelectOp, then.type, condition, then, otherwise)


class CircuitMaker(GateMaker):
    """Appends the gates of a new circuit, starting with its roots."""

    state: SSAValue
    """The state in which the next operation executes."""
    depend: SSAValue
    """The dependency that the next access takes."""

    def __init__(self) -> None:
        super().__init__()
        self.gates += root_gates(self.location)
        self.state = self.gates[ROOTS.index(StateEntryOp)].results[0]
        self.depend = self.gates[ROOTS.index(DependEntryOp)].results[0]

    def argument(self, index: int, type: Attribute) -> SSAValue:
        return self.emit(ArgOp, (), (type,), {"index": IntAttr(index)}).results[0]
