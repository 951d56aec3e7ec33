"""
`vector.type_cast`, which xDSL 0.74 lacks: an array as one vector in memory.

MLIR, dialect 'vector', 'vector.type_cast'.
"""

from typing import cast

from xdsl.dialects import arith, memref, vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    VectorType,
)
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.meaning import HasExpansion


@irdl_op_definition
class TypeCastOp(IRDLOperation, HasExpansion):
    """
    An array as one vector: `vector.type_cast %m
    : memref<2x4xf32> to memref<vector<2x4xf32>>`.

    It may be loaded and stored, which reads and writes the whole array.
    """

    name = "vector.type_cast"
    array = operand_def(MemRefType)
    result = result_def(MemRefType)
    traits = traits_def(Pure())
    assembly_format = "$array attr-dict `:` type($array) `to` type($result)"

    def verify_(self) -> None:
        array = cast("MemRefType[Attribute]", self.array.type)
        if not array.has_static_shape():
            raise VerifyException(f"{array} must have a static shape")
        whole = VectorType(array.element_type, array.get_shape())
        expected = MemRefType(whole, [], array.layout, array.memory_space)
        if self.result.type != expected:
            message = f"must be of type {expected}, but is {self.result.type}"
            raise VerifyException(f"the result {message}")

    def expand(self, rewriter: PatternRewriter) -> None:
        for user in {use.operation for use in self.result.uses}:
            if not isinstance(user, memref.LoadOp | memref.StoreOp):
                message = "an array of vectors is loaded and stored only"
                raise Diagnostic(user.location, f"'{user.name}': {message}")
            self._transfer(user, rewriter)
        rewriter.erase(self)

    def _transfer(
        self, user: memref.LoadOp | memref.StoreOp, rewriter: PatternRewriter
    ) -> None:
        """Read or write all of the array, whose first element has indices of zero."""
        array = cast("MemRefType[Attribute]", self.array.type)
        rank = array.get_num_dims()
        zero = arith.ConstantOp.from_int_and_width(0, IndexType())
        indices = [zero] * rank
        inside = ArrayAttr([BoolAttr.from_bool(True)] * rank)
        map = AffineMapAttr(AffineMap.identity(rank))
        made: list[Operation] = [zero]
        if isinstance(user, memref.LoadOp):
            padding = _zero_of(array.element_type)
            made += [
                padding,
                vector.TransferReadOp(
                    self.array, indices, padding, user.res.type, inside, map
                ),
            ]
        else:
            made.append(
                vector.TransferWriteOp(
                    user.value, self.array, indices, inside, permutation_map=map
                )
            )
        for each in made:
            each.location = user.location
        rewriter.replace(user, made)


def _zero_of(type: Attribute) -> arith.ConstantOp:
    """The number 0."""
    if isinstance(type, AnyFloat):
        return arith.ConstantOp(FloatAttr(0.0, type))
    return arith.ConstantOp(IntegerAttr(0, cast(IntegerType | IndexType, type)))
