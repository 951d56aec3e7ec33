"""
`arith` with `index_castui` and `remf`, which xDSL 0.74 lacks.

MLIR, dialect 'arith', operations of these names.
"""

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Dialect
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException


@irdl_op_definition
class IndexCastUIOp(IRDLOperation):
    """Between an integer and `index`: zero-extended, or truncated."""

    name = "arith.index_castui"
    input = operand_def(base(IntegerType) | base(IndexType))
    result = result_def(base(IntegerType) | base(IndexType))
    traits = traits_def(Pure())
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def verify_(self) -> None:
        source, target = self.input.type, self.result.type
        if isinstance(source, IndexType) == isinstance(target, IndexType):
            raise VerifyException(
                "one of operand and result must be of type index, "
                f"but they are {source} and {target}"
            )


@irdl_op_definition
class RemfOp(arith.FloatingPointLikeBinaryOperation):
    """The remainder of a division that rounds to zero, exact, as C's `fmod`."""

    name = "arith.remf"
    traits = traits_def(Pure())


DIALECT = Dialect(
    "arith",
    [*arith.Arith.operations, IndexCastUIOp, RemfOp],
    [*arith.Arith.attributes],
    [arith.ArithConstantMaterializationInterface()],
)
