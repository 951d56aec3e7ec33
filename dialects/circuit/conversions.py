"""
Conversions between value types.

Circuit IR specification, section "Conversion operations". FEXT and FTRUNC are
extensions.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.types import (
    ANYVALUE,
    is_float,
    is_vector,
    lane_width,
)
from circ.dialects.common.algebra import (
    Algebra,
    V,
)


class ConversionGate(PureGate, ABC):
    """A value of one type becomes a value of another."""

    value = operand_def(ANYVALUE)
    result = result_def(ANYVALUE)
    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($value) `to` type($result)"

    @staticmethod
    @abstractmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        """What the gate computes: the only place that says so."""

    @staticmethod
    @abstractmethod
    def rule(value: Attribute, result: Attribute) -> str | None:
        """The rule that the two types break, None where they are right."""

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        source, target = lane_width(self.value.type), lane_width(self.result.type)
        return self.compute(k, source, target, *operands)

    def verify_(self) -> None:
        if is_vector(self.value.type) != is_vector(self.result.type):
            rule = "a scalar must become a scalar, a vector a vector"
        else:
            rule = self.rule(self.value.type, self.result.type)
        if rule:
            raise VerifyException(
                f"{rule}, but {self.value.type} becomes {self.result.type}"
            )


def _narrower(value: Attribute, result: Attribute) -> str | None:
    if is_float(value) or is_float(result) or lane_width(value) <= lane_width(result):
        return "an integer must become a narrower integer"
    return None


def _wider(value: Attribute, result: Attribute) -> str | None:
    if is_float(value) or is_float(result) or lane_width(value) >= lane_width(result):
        return "an integer must become a wider integer"
    return None


def _to_float(value: Attribute, result: Attribute) -> str | None:
    if is_float(value) or not is_float(result):
        return "an integer must become a float"
    return None


def _to_integer(value: Attribute, result: Attribute) -> str | None:
    if not is_float(value) or is_float(result):
        return "a float must become an integer"
    return None


@irdl_op_definition
class TruncOp(ConversionGate):
    """TRUNC: the low bits of an integer."""

    OPCODE: ClassVar[str] = "TRUNC"
    name = "circuit.trunc"
    rule = staticmethod(_narrower)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.extract(width, to - 1, 0, value)


@irdl_op_definition
class ZExtOp(ConversionGate):
    """ZEXT: zeros above an integer."""

    OPCODE: ClassVar[str] = "ZEXT"
    name = "circuit.zext"
    rule = staticmethod(_wider)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.zext(width, to, value)


@irdl_op_definition
class SExtOp(ConversionGate):
    """SEXT: copies of the sign above an integer."""

    OPCODE: ClassVar[str] = "SEXT"
    name = "circuit.sext"
    rule = staticmethod(_wider)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.sext(width, to, value)


@irdl_op_definition
class SIToFPOp(ConversionGate):
    """SITOFP: a signed integer rounded to a float."""

    OPCODE: ClassVar[str] = "SITOFP"
    name = "circuit.sitofp"
    rule = staticmethod(_to_float)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.sitofp(width, to, value)


@irdl_op_definition
class UIToFPOp(ConversionGate):
    """UITOFP: an unsigned integer rounded to a float."""

    OPCODE: ClassVar[str] = "UITOFP"
    name = "circuit.uitofp"
    rule = staticmethod(_to_float)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.uitofp(width, to, value)


@irdl_op_definition
class FPToSIOp(ConversionGate):
    """FPTOSI: a float truncated to signed, saturating; NaN gives the maximum."""

    OPCODE: ClassVar[str] = "FPTOSI"
    name = "circuit.fptosi"
    rule = staticmethod(_to_integer)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.fptosi(width, to, value)


@irdl_op_definition
class FPToUIOp(ConversionGate):
    """FPTOUI: a float truncated to unsigned, saturating; NaN gives the maximum."""

    OPCODE: ClassVar[str] = "FPTOUI"
    name = "circuit.fptoui"
    rule = staticmethod(_to_integer)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.fptoui(width, to, value)


def _equal_widths(value: Attribute, result: Attribute) -> str | None:
    if lane_width(value) != lane_width(result):
        return "a bit cast must keep the width"
    return None


@irdl_op_definition
class BitcastOp(ConversionGate):
    """BITCAST: the same bits as another type, between i32 and arch too."""

    OPCODE: ClassVar[str] = "BITCAST"
    name = "circuit.bitcast"
    rule = staticmethod(_equal_widths)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return value


def _wider_float(value: Attribute, result: Attribute) -> str | None:
    if (
        not is_float(value)
        or not is_float(result)
        or lane_width(value) >= lane_width(result)
    ):
        return "a float must become a wider float"
    return None


def _narrower_float(value: Attribute, result: Attribute) -> str | None:
    if (
        not is_float(value)
        or not is_float(result)
        or lane_width(value) <= lane_width(result)
    ):
        return "a float must become a narrower float"
    return None


@irdl_op_definition
class FExtOp(ConversionGate):
    """FEXT (extension): an f32 as f64."""

    OPCODE: ClassVar[str] = "FEXT"
    name = "circuit.fext"
    rule = staticmethod(_wider_float)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.fconvert(width, to, value)


@irdl_op_definition
class FTruncOp(ConversionGate):
    """FTRUNC (extension): an f64 rounded to f32."""

    OPCODE: ClassVar[str] = "FTRUNC"
    name = "circuit.ftrunc"
    rule = staticmethod(_narrower_float)

    @staticmethod
    def compute(k: Algebra[V], width: int, to: int, value: V) -> V:
        return k.fconvert(width, to, value)


CONVERSION_GATES = (
    TruncOp,
    ZExtOp,
    SExtOp,
    SIToFPOp,
    UIToFPOp,
    FPToSIOp,
    FPToUIOp,
    BitcastOp,
    FExtOp,
    FTruncOp,
)
