"""The base classes of gates, and queries about gates and wires."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeVar

from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from circ.dialects.circuit.types import (
    DependType,
    StateType,
    is_vector,
    lane_count,
    lane_width,
)
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.fast_operations import FastOperation
from circ.dialects.common.lanes import by_lanes
from circ.dialects.common.local_rules import LocalRules


class Gate(FastOperation, ABC):
    """
    A node of the graph.

    Operands are in the order states, dependencies, values; results are a state, a
    dependency and values, each only where the gate has it.
    """

    OPCODE: ClassVar[str]
    """The gate's name in the specification and in gate-list text."""


GateT = TypeVar("GateT", bound=Gate)

GATES: dict[str, type[Gate]] = {}
"""The gate classes by the specification's names."""


def gate_definition(gate: type[GateT]) -> type[GateT]:
    """Define the operation of a gate; its opcode is its name, in capitals."""
    gate = irdl_op_definition(gate)
    gate.OPCODE = gate.name.removeprefix("circuit.").upper()
    GATES[gate.OPCODE] = gate
    return gate


class PureGate(Gate, LocalRules, ABC):
    """
    A gate that only computes one value from its value operands.

    Where the value is a vector, each lane is what the gate computes of scalars.
    """

    IS_SHORT: ClassVar[bool] = True
    """Is its meaning short enough to be evaluated as one expression?"""
    traits = traits_def(Pure())

    @abstractmethod
    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        """What the gate computes from its value operands, or from those of a lane."""

    def evaluate(self, k: Algebra[V], operands: Sequence[V]) -> V:
        """What the gate computes from its value operands, in order."""
        type = self.results[0].type
        if not is_vector(type):
            return self.evaluate_lane(k, operands)
        widths = [lane_width(v.type) if is_vector(v.type) else 0 for v in self.operands]

        def compute(lanes: Sequence[V]) -> V:
            return self.evaluate_lane(k, lanes)

        return by_lanes(
            k, lane_count(type), widths, lane_width(type), compute, operands
        )


class UnaryGate(PureGate, ABC):
    """A unary operation on the gate's own type; a subclass constrains the type."""

    assembly_format = "$value attr-dict `:` type($result)"

    @staticmethod
    @abstractmethod
    def compute(k: Algebra[V], width: int, value: V, /) -> V:
        """The meaning of the gate, defined only here."""

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return self.compute(k, lane_width(self.results[0].type), *operands)


class BinaryGate(PureGate, ABC):
    """A binary operation on the gate's own type; a subclass constrains the type."""

    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    @staticmethod
    @abstractmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V, /) -> V:
        """The meaning of the gate, defined only here."""

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return self.compute(k, lane_width(self.results[0].type), *operands)


def depends_of(gate: Operation) -> Iterator[SSAValue]:
    """The dependency operands of a gate."""
    return (v for v in gate.operands if isinstance(v.type, DependType))


def values_of(gate: Operation) -> Iterator[SSAValue]:
    """The value operands of a gate."""
    return (v for v in gate.operands if not isinstance(v.type, StateType | DependType))


def state_result(gate: Operation) -> OpResult | None:
    """The state wire that a gate gives, None if it is no state gate."""
    for result in gate.results:
        if isinstance(result.type, StateType):
            return result
    return None


def depend_result(gate: Operation) -> OpResult | None:
    """The dependency wire that a gate gives, None if it has no effect to order."""
    for result in gate.results:
        if isinstance(result.type, DependType):
            return result
    return None


def value_results(gate: Operation) -> list[OpResult]:
    """The values that a gate gives."""
    return [r for r in gate.results if not isinstance(r.type, StateType | DependType)]


def gate_of(value: SSAValue) -> Operation:
    """The gate that gives `value`; circuits have no block arguments."""
    return value.op  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
