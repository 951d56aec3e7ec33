"""
Named functions of floats.

MATH is an extension: one gate for the functions of the dialect `math` that several
operations compute, so that they are folded, value-numbered and scheduled like any other
gate.
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import Float32Type, StringAttr, f32
from xdsl.irdl import (
    VarConstraint,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import PureGate, gate_definition
from circ.dialects.circuit.types import ValueOf, VectorValueType, lane_width
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.directives import Word
from circ.dialects.common.functions import FUNCTIONS

F32 = ValueOf[Float32Type | VectorValueType]((f32,), (f32,))


@gate_definition
class MathOp(PureGate):
    """
    MATH (extension): a function of f32 by its name, like `sin`.

    The functions are those of the dialect `math`; each is computed by one algorithm at
    every level, and `docs/math.md` has its error.
    """

    IS_SHORT: ClassVar[bool] = False
    name = "circuit.math"
    T: ClassVar[VarConstraint[Float32Type | VectorValueType]] = VarConstraint("T", F32)
    function = prop_def(StringAttr)
    arguments = var_operand_def(T)
    result = result_def(T)
    custom_directives = (Word,)
    assembly_format = "custom<Word>($function) $arguments attr-dict `:` type($result)"

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        function = FUNCTIONS[self.function.data]
        return function.compute(k, lane_width(f32), *operands)

    def verify_(self) -> None:
        name = self.function.data
        function = FUNCTIONS.get(name)
        if function is None:
            raise VerifyException(
                f"function must be one of {', '.join(FUNCTIONS)}, but is {name}"
            )
        if len(self.arguments) != function.arity:
            raise VerifyException(
                f"{name} takes {function.arity} operands, but has {len(self.arguments)}"
            )
