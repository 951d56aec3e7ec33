"""Operations on vectors and arrays: sums of products, regions, filters."""

from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    IndexType,
    MemRefType,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_region_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint
from xdsl.traits import IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.meaning import (
    Body,
    HasExpansion,
    HasMeaning,
    HasRegionMeaning,
)
from fixed_point import arithmetic
from fixed_point.operations import shape_of
from fixed_point.types import FixedType, element_of

# region Sums of products


ACCUMULATOR = i64
"""The exact sum of products of 16 bits, as many as an array has."""


def verify_products(type: Attribute) -> None:
    """The rule on the numbers that are multiplied."""
    if not isinstance(type, FixedType) or type.width > 16:
        raise VerifyException(
            f"the numbers must be fixed-point of 8 or 16 bits, but are {type}"
        )


@irdl_op_definition
class MacOp(IRDLOperation, HasMeaning):
    """An exact sum of products and one more: multiply and accumulate."""

    T: ClassVar = VarConstraint("T", BaseAttr(FixedType))
    name = "fixed.mac"
    accumulator = operand_def(ACCUMULATOR)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(ACCUMULATOR)
    assembly_format = "$accumulator `,` $lhs `,` $rhs attr-dict `:` type($lhs)"

    def verify_(self) -> None:
        verify_products(self.lhs.type)

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        total, lhs, rhs = operands
        width = element_of(self.lhs.type).width
        # A product has 32 bits at most: cheaper where registers have 32.
        exact = arithmetic.product(k, width, 32, lhs, rhs)
        return (k.add(64, total, k.sext(32, 64, exact)),)


@irdl_op_definition
class FromSumOp(IRDLOperation, HasMeaning):
    """A sum of products as a number, rounded once, and saturated."""

    name = "fixed.from_sum"
    accumulator = operand_def(ACCUMULATOR)
    result = result_def(FixedType)
    assembly_format = "$accumulator attr-dict `:` type($result)"

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        type = self.result.type
        total = arithmetic.rounded(k, 64, type.fraction, operands[0])
        return (arithmetic.saturated(k, 64, type.width, total),)


@irdl_op_definition
class DotOp(IRDLOperation, HasRegionMeaning):
    """
    The sum of products of two vectors, rounded once, and saturated.

    It has no regions: a meaning of this kind sees all lanes of vectors at once.
    """

    T: ClassVar = VarConstraint("T", VectorType.constr(BaseAttr(FixedType)))
    name = "fixed.dot"
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(FixedType)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `to` type($result)"

    def verify_(self) -> None:
        verify_products(element := element_of(self.lhs.type))
        if self.result.type != element:
            raise VerifyException(
                f"the result must be of type {element}, but is {self.result.type}"
            )

    def compute(
        self, k: Algebra[V], bodies: Sequence[Body[V]], operands: Sequence[V]
    ) -> Sequence[V]:
        type, lanes = self.result.type, len(operands) // 2
        total = k.const(64, 0)
        for lhs, rhs in zip(operands[:lanes], operands[lanes:], strict=True):
            exact = arithmetic.product(k, type.width, 32, lhs, rhs)
            total = k.add(64, total, k.sext(32, 64, exact))
        total = arithmetic.rounded(k, 64, type.fraction, total)
        return (arithmetic.saturated(k, 64, type.width, total),)


# endregion
# region Regions and memory


@irdl_op_definition
class YieldOp(IRDLOperation):
    """What a region of this dialect yields."""

    name = "fixed.yield"
    value = operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$value attr-dict `:` type($value)"


@irdl_op_definition
class MapOp(IRDLOperation, HasRegionMeaning):
    """
    A region applied to the lanes of vectors: `fixed.map %x, %y : … to … do { … }`.

    Its arguments are a lane of each, and it yields a lane of the result.
    """

    name = "fixed.map"
    vectors = var_operand_def(VectorType)
    result = result_def(VectorType)
    body = region_def("single_block")
    assembly_format = (
        "$vectors `:` type($vectors) `to` type($result) `do` $body attr-dict"
    )

    def verify_(self) -> None:
        types = [value.type for value in (*self.vectors, self.result)]
        if len(types) < 2 or len({shape_of(type) for type in types}) > 1:
            raise VerifyException(
                "the operands, at least one, and the result must be of one shape"
            )
        *lanes, result = (lane_of(type) for type in types)
        verify_body(self.body, lanes, result)

    def compute(
        self, k: Algebra[V], bodies: Sequence[Body[V]], operands: Sequence[V]
    ) -> Sequence[V]:
        lanes = len(operands) // len(self.vectors)
        return [
            value for lane in range(lanes) for value in bodies[0](operands[lane::lanes])
        ]


def lane_of(type: Attribute) -> Attribute:
    """The type of a vector's lanes."""
    assert isinstance(type, VectorType)
    return type.element_type


def verify_body(
    body: Region, arguments: Sequence[Attribute], result: Attribute
) -> None:
    """The rule on a region: the types of its arguments, and of what it yields."""
    found = [argument.type for argument in body.block.args]
    if found != list(arguments):
        names = [", ".join(map(str, types)) for types in (arguments, found)]
        raise VerifyException(
            f"the region must have arguments ({names[0]}), but has ({names[1]})"
        )
    last = body.block.last_op
    if not isinstance(last, YieldOp) or last.value.type != result:
        raise VerifyException(f"the region must end with fixed.yield of type {result}")


def array_of(value: SSAValue) -> MemRefType:
    """The type of an array."""
    assert isinstance(value.type, MemRefType)
    return value.type


@irdl_op_definition
class FirOp(IRDLOperation, HasExpansion):
    """
    A finite impulse response filter: `y[i]` is the sum of `x[i + j] * taps[j]`.

    Each sum is exact, then rounded once and saturated. A region, if there is one, is
    applied to each result before it is stored.
    """

    name = "fixed.fir"
    signal = operand_def(MemRefType)
    taps = operand_def(MemRefType)
    output = operand_def(MemRefType)
    body = opt_region_def("single_block")
    assembly_format = (
        "$signal `,` $taps `,` $output `:` type($signal) `,` type($taps) `,` "
        "type($output) (`do` $body^)? attr-dict"
    )

    def verify_(self) -> None:
        arrays = [array_of(value) for value in self.operands]
        shapes = [array.get_shape() for array in arrays]
        if any(len(shape) != 1 or shape[0] < 1 for shape in shapes):
            raise VerifyException("the arrays must have one dimension of known size")
        (signal,), (taps,), (output,) = shapes
        if output != signal - taps + 1:
            raise VerifyException(
                f"{signal} samples and {taps} taps give {signal - taps + 1} results, "
                f"but the output has {output}"
            )
        (element, *others) = (array.element_type for array in arrays)
        if any(other != element for other in others):
            raise VerifyException("the arrays must have elements of one type")
        verify_products(element)
        if self.body is not None:
            verify_body(self.body, [element], element)

    def expand(self, rewriter: PatternRewriter) -> None:
        """Two loops: the outer one over results, the inner one over taps."""
        index = IndexType()
        element = array_of(self.signal).element_type
        sizes = [array_of(value).get_shape()[0] for value in (self.taps, self.output)]
        constants = [
            arith.ConstantOp.from_int_and_width(n, index) for n in (0, 1, *sizes)
        ]
        first, step, taps, results = (constant.result for constant in constants)
        zero = arith.ConstantOp.from_int_and_width(0, ACCUMULATOR)

        inner = Block(arg_types=[index, ACCUMULATOR])
        outer = Block(arg_types=[index])
        tap, total = inner.args
        place = arith.AddiOp(outer.args[0], tap)
        sample = memref.LoadOp.get(self.signal, [place.result])
        weight = memref.LoadOp.get(self.taps, [tap])
        mac = MacOp(
            operands=[total, sample.res, weight.res], result_types=[ACCUMULATOR]
        )
        inner.add_ops([place, sample, weight, mac, scf.YieldOp(mac.result)])
        sums = scf.ForOp(first, taps, step, [zero.result], Region(inner))
        value = FromSumOp(operands=sums.results, result_types=[element])
        outer.add_ops([zero, sums, value])
        stored = value.result
        if self.body is not None:
            body = self.detach_region(self.body).block
            last = body.last_op
            assert isinstance(last, YieldOp)
            rewriter.inline_block(body, InsertPoint.at_end(outer), [stored])
            stored = last.value
            rewriter.erase(last)
        outer.add_ops(
            [memref.StoreOp.get(stored, self.output, [outer.args[0]]), scf.YieldOp()]
        )
        loop = scf.ForOp(first, results, step, [], Region(outer))
        rewriter.replace(self, [*constants, loop], [])


# endregion

OPERATIONS: list[Any] = [MacOp, FromSumOp, DotOp, YieldOp, MapOp, FirOp]
