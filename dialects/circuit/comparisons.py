"""
Comparisons and selection.

docs/reference/circuit.md, section 6.4. SELECT is an extension.
"""

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr, i1
from xdsl.irdl import VarConstraint, operand_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import PureGate, gate_definition
from circ.dialects.circuit.text import ComparedType, SelectedType
from circ.dialects.circuit.types import (
    ANYBIT,
    ANYFLOAT,
    ANYINT,
    ANYVALUE,
    FloatValueType,
    IntegerValueType,
    ValueType,
    lane_count,
    lane_width,
    like,
)
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.directives import Word

ICMP_CONDITIONS = {
    "eq": 1,
    "ugt": 2,
    "uge": 3,
    "ult": 4,
    "ule": 5,
    "ne": 6,
    "sgt": 10,
    "sge": 11,
    "slt": 12,
    "sle": 13,
}
"""The specification's numbers (docs/reference/circuit.md, section 6.4)."""

FCMP_CONDITIONS = {
    name: number for number, name in enumerate(arithmetic.FLOAT_CONDITIONS)
}


class CompareGate(PureGate, ABC):
    """Whether a condition holds of two values of one type."""

    CONDITIONS: ClassVar[dict[str, int]]
    condition = prop_def(StringAttr)
    result = result_def(ANYBIT)
    custom_directives = (Word, ComparedType)
    assembly_format = (
        "custom<Word>($condition) $lhs `,` $rhs attr-dict "
        "`:` custom<ComparedType>(type($lhs), type($result))"
    )

    def verify_(self) -> None:
        if self.condition.data not in self.CONDITIONS:
            raise VerifyException(
                f"condition must be one of {', '.join(self.CONDITIONS)}, "
                f"but is {self.condition.data}"
            )
        if self.result.type != like(self.operands[0].type, i1):
            raise VerifyException(
                f"a comparison of {self.operands[0].type} must give "
                f"{like(self.operands[0].type, i1)}, but gives {self.result.type}"
            )


@gate_definition
class ICmpOp(CompareGate):
    """
    ICMP: 1 where the condition holds of two integers, else 0.

    `eq` and `ne` compare bits; `ugt`, `uge`, `ult` and `ule` compare unsigned numbers,
    `sgt`, `sge`, `slt` and `sle` signed ones. Gate lists may give the condition's
    number instead.
    """

    CONDITIONS: ClassVar[dict[str, int]] = ICMP_CONDITIONS
    T: ClassVar[VarConstraint[IntegerValueType]] = VarConstraint("T", ANYINT)
    name = "circuit.icmp"
    lhs = operand_def(T)
    rhs = operand_def(T)

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        width = lane_width(self.lhs.type)
        return arithmetic.icmp(k, self.condition.data, width, *operands)


@gate_definition
class FCmpOp(CompareGate):
    """
    FCMP: 1 where the condition holds of two floats, else 0.

    Two floats are equal, greater, less, or unordered if one of them is NaN; -0 equals
    +0. `oeq`, `ogt`, `oge`, `olt`, `ole` and `one` (less or greater) do not hold of
    unordered operands, `ueq`, `ugt`, `uge`, `ult`, `ule` and `une` do; `ord` holds
    where neither is NaN, `uno` where one is, `true` always and `false` never. Gate
    lists may give the condition's number instead.
    """

    CONDITIONS: ClassVar[dict[str, int]] = FCMP_CONDITIONS
    T: ClassVar[VarConstraint[FloatValueType]] = VarConstraint("T", ANYFLOAT)
    name = "circuit.fcmp"
    lhs = operand_def(T)
    rhs = operand_def(T)

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        width = lane_width(self.lhs.type)
        return arithmetic.fcmp(k, self.condition.data, width, *operands)


@gate_definition
class SelectOp(PureGate):
    """
    SELECT (extension): `then` where the condition is 1, else `otherwise`.

    Both are computed. A condition of type `i1` selects whole values; one that is a
    vector selects lane by lane, and its type is then part of the text.
    """

    T: ClassVar[VarConstraint[ValueType]] = VarConstraint("T", ANYVALUE)
    name = "circuit.select"
    condition = operand_def(ANYBIT)
    then = operand_def(T)
    otherwise = operand_def(T)
    result = result_def(T)
    custom_directives = (SelectedType,)
    assembly_format = (
        "$condition `,` $then `,` $otherwise attr-dict "
        "`:` custom<SelectedType>(type($condition), type($result))"
    )

    def verify_(self) -> None:
        lanes = lane_count(self.condition.type)
        if lanes not in (0, lane_count(self.result.type)):
            raise VerifyException(
                f"a condition of type {self.condition.type} must choose between "
                f"vectors of {lanes} lanes, but the values are of type "
                f"{self.result.type}"
            )

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return k.ite(lane_width(self.result.type), *operands)
