"""The builder of a circuit from rows of llvlir, and the algebra of its gates."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from xdsl.dialects.builtin import (
    FunctionType,
    IntegerType,
    StringAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import (
    ARCH,
    FLOATS,
    INTEGERS,
    ArchType,
    ValueType,
    lane_count,
    vector_of,
    wire_type,
)
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.machine import Machine
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.types import (
    AddressType,
    FloatType,
    GeneralType,
    MaskType,
    VectorType,
    general,
)
from circ.transforms.circuit.gate_algebra import FLOAT, GateAlgebra
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.meaning_to_circuit import CheckedGates
from circ.transforms.conversion.to_circuit.words_of_rows import (
    is_uniform,
    words_of,
)


def wire_of(type: Attribute) -> ValueType | None:
    """The type of the wire for a register; None where circuits have none."""
    match type:
        case AddressType():
            return ARCH
        case GeneralType() | FloatType():
            element = type.element
            known = element in INTEGERS or element in FLOATS
            return wire_type(element) if known else None
        case VectorType() if type.element in INTEGERS or type.element in FLOATS:
            return vector_of(type.element, type.lanes.data)
        case MaskType():
            return vector_of(INTEGERS[0], type.lanes.data)
        case _:
            return None


class RowGates(CheckedGates):
    """Gates that compute what rows mean; a mask that is known selects nothing."""

    fma_widths = (32,)
    own = GateAlgebra.own | {"abs_", "fabs", "fneg"}

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        assert isinstance(self.maker, CircuitBuilder)
        return super().cast(value, self.maker.wire(type))

    def fma(self, width: int, x: SSAValue, y: SSAValue, z: SSAValue) -> SSAValue:
        """The product and sum, rounded once."""
        assert isinstance(self.maker, CircuitBuilder)
        type = self._type(FLOAT, width)
        operands = [self.cast(value, type) for value in (x, y, z)]
        properties = {"function": StringAttr("fma")}
        return self.maker.emit(MathOp, operands, (type,), properties).result

    def ite(
        self, width: int, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue:
        known = self.known(condition)
        if known is not None:
            return then if known else otherwise
        if width == 1 and (self.known(then), self.known(otherwise)) == (1, 0):
            return condition
        return super().ite(width, condition, then, otherwise)

    def icmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        if width == 1 and condition == "ne" and self.known(rhs) == 0:
            return lhs
        return super().icmp(condition, width, lhs, rhs)


class RowBuilder(CircuitBuilder):
    """Builds the circuit of a function of llvlir."""

    callees: Mapping[str, FunctionType]
    """The types of the module's functions as circuits."""

    def __init__(
        self,
        function: llvlir.FuncOp,
        machine: Machine,
        conversions: Conversions,
        accesses: tuple[type[Operation], ...],
        callees: Mapping[str, FunctionType],
        with_words: bool,
    ):
        super().__init__(function, machine, conversions, accesses, {}, {})
        self.callees = callees
        self._words: AbstractSet[SSAValue] = frozenset()
        if with_words:
            self._words = words_of(function, callees, general(self.integer))
        self._algebras: dict[Attribute, RowGates] = {}

    @property
    def integer(self) -> IntegerType:
        """The integer as wide as a word."""
        return i64 if self.is_wide else i32

    def algebra(self, lanes: int = 0, words: bool = False) -> RowGates:
        """
        The algebra of scalars, or of vectors of so many lanes.

        With `words` integers as wide as a word are ARCH.
        """
        type = vector_of(i32, lanes) if lanes else i32
        if words:
            type = self.wire(ARCH)
        if (found := self._algebras.get(type)) is None:
            found = self._algebras[type] = RowGates(self, type)
        return found

    def uniform(
        self, op: Operation, values: Sequence[SSAValue]
    ) -> tuple[RowGates, list[SSAValue]]:
        """The algebra and the wires of an operation on scalars, words or integers."""
        wires = self.wires(values)
        words = is_uniform(op) and any(
            value in self._words for value in (*values, *op.results)
        )
        if words:
            wires = [
                self.cast(wire, ARCH) if wire.type == self.integer else wire
                for wire in wires
            ]
        return self.algebra(words=words), wires

    def cast(self, wire: SSAValue, type: Attribute) -> SSAValue:
        """A wire as another type of the same bits."""
        return self.algebra(lane_count(type)).cast(wire, type)

    def passed(
        self, values: Sequence[SSAValue], targets: Sequence[SSAValue]
    ) -> list[SSAValue]:
        wires = super().passed(values, targets)
        return [*map(self.cast, wires, self.types_of(targets))]

    def type_of(self, value: SSAValue) -> ValueType:
        if value in self._words:
            return self.wire(ARCH)
        if (type := wire_of(value.type)) is None:
            raise unsupported(self.op, f"a value of type {value.type}")
        return self.wire(type)

    def types_of(self, values: Sequence[SSAValue]) -> list[ValueType]:
        return [self.type_of(value) for value in values]

    def plain(self, value: SSAValue) -> SSAValue:
        """The wire of a value, a word as an integer."""
        wire = self.value(value)
        is_word = isinstance(wire.type, ArchType)
        return self.cast(wire, self.integer) if is_word else wire

    def give(self, value: SSAValue, wire: SSAValue) -> None:
        """Map a result to a wire that has its bits."""
        self.define(value, self.cast(wire, self.type_of(value)))
