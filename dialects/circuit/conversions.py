"""
Conversions between value types.

docs/reference/circuit.md, section 6.5. FEXT and FTRUNC are extensions.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from operator import gt, lt
from typing import ClassVar, TypeAlias

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import PureGate, gate_definition
from circ.dialects.circuit.types import ANYVALUE, is_float, lane_count, lane_width
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V

Rule: TypeAlias = tuple[str, Callable[[Attribute, Attribute], bool]]
"""A type rule: its text, and its predicate on the operand's and the result's type."""


def _resizes(
    compare: Callable[[int, int], bool],
    floats: bool,
    value: Attribute,
    result: Attribute,
) -> bool:
    """Are both integers, or both floats, and is the result wider, or narrower?"""
    of_kind = is_float(value) == is_float(result) == floats
    return of_kind and compare(lane_width(result), lane_width(value))


WIDER: Rule = "an integer must become a wider integer", partial(_resizes, gt, False)
NARROWER: Rule = (
    "an integer must become a narrower integer",
    partial(_resizes, lt, False),
)
WIDER_FLOAT: Rule = "a float must become a wider float", partial(_resizes, gt, True)
NARROWER_FLOAT: Rule = (
    "a float must become a narrower float",
    partial(_resizes, lt, True),
)
TO_FLOAT: Rule = (
    "an integer must become a float",
    lambda value, result: not is_float(value) and is_float(result),
)
TO_INTEGER: Rule = (
    "a float must become an integer",
    lambda value, result: is_float(value) and not is_float(result),
)
SAME_WIDTH: Rule = (
    "a bit cast must keep the width",
    lambda value, result: lane_width(value) == lane_width(result),
)


class ConversionGate(PureGate, ABC):
    """A value of one type becomes a value of another."""

    RULE: ClassVar[Rule]
    value = operand_def(ANYVALUE)
    result = result_def(ANYVALUE)
    assembly_format = "$value attr-dict `:` type($value) `to` type($result)"

    @classmethod
    def rule(cls, value: Attribute, result: Attribute) -> str | None:
        """The rule that the two types break, None if they break none."""
        if lane_count(value) != lane_count(result):
            return "a scalar must become a scalar, a vector a vector of as many lanes"
        rule, holds = cls.RULE
        return None if holds(value, result) else rule

    @staticmethod
    @abstractmethod
    def compute(k: Algebra[V], width: int, to: int, value: V, /) -> V:
        """The meaning of the gate, defined only here."""

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        source, target = lane_width(self.value.type), lane_width(self.result.type)
        return self.compute(k, source, target, *operands)

    def verify_(self) -> None:
        value, result = self.value.type, self.result.type
        if rule := self.rule(value, result):
            raise VerifyException(f"{rule}, but {value} becomes {result}")


@gate_definition
class TruncOp(ConversionGate):
    """TRUNC: the low bits of an integer; the others are dropped."""

    name = "circuit.trunc"
    RULE: ClassVar[Rule] = NARROWER
    compute = staticmethod(arithmetic.trunc)


@gate_definition
class ZExtOp(ConversionGate):
    """ZEXT: an unsigned integer in a wider type; the new high bits are zeros."""

    name = "circuit.zext"
    RULE: ClassVar[Rule] = WIDER
    compute = staticmethod(arithmetic.zext)


@gate_definition
class SExtOp(ConversionGate):
    """SEXT: a signed integer in a wider type; the new high bits copy the sign."""

    name = "circuit.sext"
    RULE: ClassVar[Rule] = WIDER
    compute = staticmethod(arithmetic.sext)


@gate_definition
class SIToFPOp(ConversionGate):
    """SITOFP: the float nearest to a signed integer; ties go to even."""

    name = "circuit.sitofp"
    RULE: ClassVar[Rule] = TO_FLOAT
    compute = staticmethod(arithmetic.sitofp)


@gate_definition
class UIToFPOp(ConversionGate):
    """UITOFP: the float nearest to an unsigned integer; ties go to even."""

    name = "circuit.uitofp"
    RULE: ClassVar[Rule] = TO_FLOAT
    compute = staticmethod(arithmetic.uitofp)


@gate_definition
class FPToSIOp(ConversionGate):
    """
    FPTOSI: a float rounded towards zero to a signed integer.

    Below the minimum it gives the minimum, above the maximum the maximum; NaN gives the
    maximum.
    """

    name = "circuit.fptosi"
    RULE: ClassVar[Rule] = TO_INTEGER
    compute = staticmethod(arithmetic.fptosi)


@gate_definition
class FPToUIOp(ConversionGate):
    """
    FPTOUI: a float rounded towards zero to an unsigned integer.

    A negative float gives 0, one above the maximum the maximum; NaN gives the maximum.
    """

    name = "circuit.fptoui"
    RULE: ClassVar[Rule] = TO_INTEGER
    compute = staticmethod(arithmetic.fptoui)


@gate_definition
class BitcastOp(ConversionGate):
    """
    BITCAST: the same bits as another type of the same width.

    Vectors keep their number of lanes. This converts between `i32` and `!circuit.arch`
    too.
    """

    name = "circuit.bitcast"
    RULE: ClassVar[Rule] = SAME_WIDTH
    compute = staticmethod(arithmetic.same_bits)


@gate_definition
class FExtOp(ConversionGate):
    """FEXT (extension): an f32 as f64, exactly; NaN gives the canonical NaN."""

    name = "circuit.fext"
    RULE: ClassVar[Rule] = WIDER_FLOAT
    compute = staticmethod(arithmetic.fconvert)


@gate_definition
class FTruncOp(ConversionGate):
    """
    FTRUNC (extension): the f32 nearest to an f64; ties go to even.

    What is too large becomes an infinity; NaN gives the canonical NaN.
    """

    name = "circuit.ftrunc"
    RULE: ClassVar[Rule] = NARROWER_FLOAT
    compute = staticmethod(arithmetic.fconvert)
