"""
Conversions between vectors and scalars.

BROADCAST, LANE and SET_LANE are extensions; all other operations on vectors are the
gates of scalars, lane by lane.
"""

from collections.abc import Sequence

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import PureGate, gate_definition
from circ.dialects.circuit.text import AddressType
from circ.dialects.circuit.types import (
    ANYARCH,
    ANYSCALAR,
    ANYVECTOR,
    lane_count,
    lane_type,
    lane_width,
)
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.lanes import lane_at, with_lane
from circ.dialects.common.widths import width_of


def _verify_lane(scalar: Attribute, vector: Attribute) -> None:
    if scalar != lane_type(vector):
        raise VerifyException(f"a lane of {vector} is not of type {scalar}")


@gate_definition
class BroadcastOp(PureGate):
    """BROADCAST (extension): a vector with the scalar in every lane."""

    name = "circuit.broadcast"
    value = operand_def(ANYSCALAR)
    result = result_def(ANYVECTOR)
    assembly_format = "$value attr-dict `:` type($value) `to` type($result)"

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return operands[0]

    def verify_(self) -> None:
        _verify_lane(self.value.type, self.result.type)


@gate_definition
class LaneOp(PureGate):
    """LANE (extension): the lane at an index, which counts modulo the lanes."""

    name = "circuit.lane"
    vector = operand_def(ANYVECTOR)
    index = operand_def(ANYARCH)
    result = result_def(ANYSCALAR)
    custom_directives = (AddressType,)
    assembly_format = (
        "$vector `,` $index attr-dict `:` type($vector) `to` type($result) "
        "custom<AddressType>(type($index))"
    )

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        type = self.vector.type
        word = width_of(self.index.type)
        vector, index = operands
        return lane_at(k, lane_count(type), lane_width(type), vector, index, word)

    def verify_(self) -> None:
        _verify_lane(self.result.type, self.vector.type)


@gate_definition
class SetLaneOp(PureGate):
    """
    SET_LANE (extension): the vector with `value` in the lane at an index.

    The index counts modulo the lanes.
    """

    name = "circuit.set_lane"
    vector = operand_def(ANYVECTOR)
    value = operand_def(ANYSCALAR)
    index = operand_def(ANYARCH)
    result = result_def(ANYVECTOR)
    custom_directives = (AddressType,)
    assembly_format = (
        "$vector `,` $value `,` $index attr-dict "
        "`:` type($vector) `,` type($value) `to` type($result) "
        "custom<AddressType>(type($index))"
    )

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        raise AssertionError("its lanes do not compute alike")

    def evaluate(self, k: Algebra[V], operands: Sequence[V]) -> V:
        type = self.vector.type
        word = width_of(self.index.type)
        lanes, width = lane_count(type), lane_width(type)
        vector, value, index = operands
        return with_lane(k, lanes, width, vector, value, index, word)

    def verify_(self) -> None:
        _verify_lane(self.value.type, self.vector.type)
        if self.result.type != self.vector.type:
            raise VerifyException(
                f"the result must be of type {self.vector.type}, "
                f"but is {self.result.type}"
            )
