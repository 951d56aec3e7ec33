"""The operations: what they look like, when they are valid, and what they compute."""

from abc import ABC
from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    Float32Type,
    Float64Type,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    StringAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.interfaces import HasCanonicalizationPatternsInterface
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_region_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.printer import Printer
from xdsl.rewriter import InsertPoint
from xdsl.traits import Commutative, ConstantLike, IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import icmp, maxs, mins
from circ.dialects.common.meaning import (
    Body,
    HasExpansion,
    HasMeaning,
    HasRegionMeaning,
)
from fixed_point import arithmetic
from fixed_point.types import FixedType, element_of

FIXED = BaseAttr(FixedType) | VectorType.constr(BaseAttr(FixedType))
"""A fixed-point number, or a vector of them."""

Patterns = tuple[RewritePattern, ...]


def shape_of(type: Attribute) -> Attribute | None:
    """The shape of a vector; None for a number."""
    return type.shape if isinstance(type, VectorType) else None


# region Constants


@irdl_op_definition
class ConstantOp(IRDLOperation, HasMeaning):
    """A constant: `fixed.constant 1.5 : !fixed.fixed<16, 8>`."""

    name = "fixed.constant"
    value = prop_def(IntegerAttr)
    """The bits, as a signed integer."""
    result = result_def(FixedType)
    traits = traits_def(Pure(), ConstantLike())

    @staticmethod
    def of(bits: int, type: FixedType) -> "ConstantOp":
        value = IntegerAttr(type.signed(bits), type.width)
        return ConstantOp.create(properties={"value": value}, result_types=[type])

    @classmethod
    def parse(cls, parser: Parser) -> "ConstantOp":
        start = parser.pos
        number = parser.parse_number(allow_boolean=False)
        text = parser.lexer.input.slice(start, parser.pos) or str(number)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if not isinstance(type, FixedType):
            parser.raise_error(f"the type must be a fixed-point type, but is {type}")
        try:
            op = cls.of(type.bits_of(text.strip()), type)
        except ValueError as error:
            parser.raise_error(str(error), start, parser.pos)
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        type = self.result.type
        bits = self.value.value.data & ((1 << type.width) - 1)
        printer.print_string(f" {type.text_of(bits)}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(type)

    def verify_(self) -> None:
        if self.value.type != self.result.type.representation():
            raise VerifyException(
                f"the value must be of type {self.result.type.representation()}, "
                f"but is of type {self.value.type}"
            )

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (k.const(self.result.type.width, self.value.value.data),)


def constant_of(value: SSAValue) -> int | None:
    """The signed integer that a constant's bits are; None for other values."""
    op = value.owner
    return op.value.value.data if isinstance(op, ConstantOp) else None


# endregion
# region Arithmetic


class BinaryOp(IRDLOperation, HasMeaning, ABC):
    """A saturating operation on two numbers of one type, or lane by lane."""

    T: ClassVar = VarConstraint("T", FIXED)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    @property
    def element(self) -> FixedType:
        return element_of(self.result.type)


class NeutralRight(RewritePattern):
    """`x + 0`, `x - 0` and `x * 1` are `x`; so are the first and the last reversed."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BinaryOp)
        neutral = 1 << op.element.fraction if isinstance(op, MulOp) else 0
        if neutral > op.element.most:
            return
        if constant_of(op.rhs) == neutral:
            rewriter.replace(op, (), (op.lhs,))
        elif constant_of(op.lhs) == neutral and op.has_trait(Commutative):
            rewriter.replace(op, (), (op.rhs,))


@irdl_op_definition
class AddOp(BinaryOp, HasCanonicalizationPatternsInterface):
    """The saturated sum."""

    name = "fixed.add"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (arithmetic.add(k, self.element.width, *operands),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (NeutralRight(),)


@irdl_op_definition
class SubOp(BinaryOp, HasCanonicalizationPatternsInterface):
    """The saturated difference."""

    name = "fixed.sub"

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (arithmetic.sub(k, self.element.width, *operands),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (NeutralRight(),)


@irdl_op_definition
class MulOp(BinaryOp, HasCanonicalizationPatternsInterface):
    """The product, rounded and saturated."""

    name = "fixed.mul"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        type = self.element
        return (arithmetic.mul(k, type.width, type.fraction, *operands),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (NeutralRight(),)


@irdl_op_definition
class MinOp(BinaryOp):
    """The lesser number."""

    name = "fixed.min"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (mins(k, self.element.width, *operands),)


@irdl_op_definition
class MaxOp(BinaryOp):
    """The greater number."""

    name = "fixed.max"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (maxs(k, self.element.width, *operands),)


CONDITIONS = ("eq", "ne", "slt", "sle", "sgt", "sge")
"""By name in circ; here without the `s`."""


@irdl_op_definition
class CmpOp(IRDLOperation, HasMeaning):
    """A comparison: `fixed.cmp "lt", %x, %y : !fixed.fixed<16, 8>`."""

    T: ClassVar = VarConstraint("T", FIXED)
    name = "fixed.cmp"
    predicate = prop_def(StringAttr)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> "CmpOp":
        predicate = StringAttr(parser.parse_str_literal())
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        shape = shape_of(type)
        return cls.create(
            operands=[parser.resolve_operand(x, type) for x in (lhs, rhs)],
            result_types=[i1 if shape is None else VectorType(i1, shape)],
            properties={"predicate": predicate},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.predicate)
        printer.print_string(", ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.lhs.type)

    @property
    def condition(self) -> str:
        name = self.predicate.data
        return name if name in ("eq", "ne") else f"s{name}"

    def verify_(self) -> None:
        if self.condition not in CONDITIONS:
            names = ", ".join(name.removeprefix("s") for name in CONDITIONS)
            raise VerifyException(
                f"the predicate must be one of {names}, but is {self.predicate.data}"
            )
        shape = shape_of(self.lhs.type)
        expected = i1 if shape is None else VectorType(i1, shape)
        if self.result.type != expected:
            raise VerifyException(
                f"a comparison of {self.lhs.type} must give {expected}, "
                f"but gives {self.result.type}"
            )

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        width = element_of(self.lhs.type).width
        return (icmp(k, self.condition, width, *operands),)


# endregion
# region Conversions


class SameFormat(RewritePattern):
    """A conversion to the type of its operand is the operand."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, ConvertOp)
        if op.value.type == op.result.type:
            rewriter.replace(op, (), (op.value,))


@irdl_op_definition
class ConvertOp(IRDLOperation, HasMeaning, HasCanonicalizationPatternsInterface):
    """
    Between formats, integers and floats: to the nearest value, saturated.

    `fixed.convert %x : f32 to !fixed.fixed<16, 8>`
    """

    name = "fixed.convert"
    value = operand_def()
    result = result_def()
    assembly_format = "$value attr-dict `:` type($value) `to` type($result)"

    def verify_(self) -> None:
        source, target = self.value.type, self.result.type
        if shape_of(source) != shape_of(target):
            raise VerifyException(
                f"operand and result must have the same shape, "
                f"but are {source} and {target}"
            )
        elements = (_element(source), _element(target))
        for element in elements:
            if _format(element) is None and not isinstance(element, Floats):
                raise VerifyException(
                    f"a number must be fixed-point, i8, i16, i32, f32 or f64, "
                    f"but is {element}"
                )
        if not any(isinstance(element, FixedType) for element in elements):
            raise VerifyException(
                f"one type must be a fixed-point type, but they are {source} "
                f"and {target}"
            )

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        (value,) = operands
        source, target = _element(self.value.type), _element(self.result.type)
        if (read := _format(source)) is None:
            assert isinstance(source, Floats) and isinstance(target, FixedType)
            made = (target.width, target.fraction)
            return (arithmetic.from_float(k, source.bitwidth, *made, value),)
        if (made := _format(target)) is None:
            assert isinstance(target, Floats)
            return (arithmetic.to_float(k, *read, target.bitwidth, value),)
        return (arithmetic.convert(k, *read, *made, value),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (SameFormat(),)


Floats = Float32Type | Float64Type


def _element(type: Attribute) -> Attribute:
    return type.element_type if isinstance(type, VectorType) else type


def _format(type: Attribute) -> tuple[int, int] | None:
    """The bits in all and after the point, of an integer none; None for floats."""
    if isinstance(type, FixedType):
        return type.width, type.fraction
    if isinstance(type, IntegerType) and type.width.data in (8, 16, 32):
        return type.width.data, 0
    return None


# endregion
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
        width = self.lhs.type.width
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
        shapes = {shape_of(value.type) for value in (*self.vectors, self.result)}
        if len(shapes) > 1:
            raise VerifyException("operands and result must be of the same shape")
        lanes = [value.type.element_type for value in self.vectors]
        verify_body(self.body, lanes, self.result.type.element_type)

    def compute(
        self, k: Algebra[V], bodies: Sequence[Body[V]], operands: Sequence[V]
    ) -> Sequence[V]:
        lanes = len(operands) // len(self.vectors)
        return [
            value for lane in range(lanes) for value in bodies[0](operands[lane::lanes])
        ]


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
        arrays = [value.type for value in self.operands]
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
        element = self.signal.type.element_type
        sizes = (0, 1, *(v.type.get_shape()[0] for v in (self.taps, self.output)))
        constants = [arith.ConstantOp.from_int_and_width(n, index) for n in sizes]
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

OPERATIONS: list[Any] = [
    ConstantOp,
    AddOp,
    SubOp,
    MulOp,
    MinOp,
    MaxOp,
    CmpOp,
    ConvertOp,
    MacOp,
    FromSumOp,
    DotOp,
    YieldOp,
    MapOp,
    FirOp,
]
