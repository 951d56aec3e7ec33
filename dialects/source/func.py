"""
`func` with `constant` and `call_indirect`, which xDSL 0.74 lacks.

MLIR, dialect 'func', operations of these names.
"""

from collections.abc import Container

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    FlatSymbolRefAttrConstr,
    FunctionType,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Dialect
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.represented import representation_of
from circ.dialects.common.variadic import WORDS
from circ.dialects.source.layout import lane_width


@irdl_op_definition
class ConstantOp(IRDLOperation):
    """A function as a value: `func.constant @f : (i32) -> i32`."""

    name = "func.constant"
    value = prop_def(FlatSymbolRefAttrConstr)
    result = result_def(FunctionType)
    traits = traits_def(Pure(), ConstantLike())
    assembly_format = "attr-dict $value `:` type($result)"


@irdl_op_definition
class CallIndirectOp(IRDLOperation):
    """Call a function that is a value: `func.call_indirect %f(%x) : (i32) -> i32`."""

    name = "func.call_indirect"
    callee = operand_def(FunctionType)
    arguments = var_operand_def()
    outputs = var_result_def()

    @classmethod
    def parse(cls, parser: Parser) -> "CallIndirectOp":
        callee = parser.parse_unresolved_operand()
        start = parser.pos
        arguments = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        operands = parser.resolve_operands(arguments, type.inputs.data, start)
        return cls.create(
            operands=[parser.resolve_operand(callee, type), *operands],
            result_types=type.outputs.data,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.callee)
        printer.print_string("(")
        printer.print_list(self.arguments, printer.print_ssa_value)
        printer.print_string(")")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.callee.type)

    def verify_(self) -> None:
        given = FunctionType.from_lists(
            [argument.type for argument in self.arguments], self.result_types
        )
        if self.callee.type != given:
            raise VerifyException(
                f"the function is of type {self.callee.type}, but is called as {given}"
            )


def is_variadic_call(op: CallIndirectOp, variadic: Container[str]) -> bool:
    """
    Is the callee one of those functions, or cast to a type with further arguments?

    MLIR has no variadic functions: `builtin.unrealized_conversion_cast` from the type
    of the named arguments to one with further arguments makes such a call valid.
    """
    match op.callee.owner:
        case UnrealizedConversionCastOp():
            return True
        case ConstantOp() as constant:
            return constant.value.string_value() in variadic
        case _:
            return False


def check_cast(op: UnrealizedConversionCastOp) -> None:
    """
    Raise a `Diagnostic` unless the cast keeps the bits of its value.

    It is between types of the same representation, or adds arguments to a function
    that is called.
    """
    if len(op.inputs) == len(op.outputs) == 1:
        type, longer = op.inputs[0].type, op.outputs[0].type
        same = representation_of(type)
        if same == representation_of(longer) and lane_width(same) is not None:
            return
        if (
            isinstance(type, FunctionType)
            and isinstance(longer, FunctionType)
            and longer.outputs == type.outputs
            and longer.inputs.data[: len(type.inputs)] == type.inputs.data
        ):
            for use in op.outputs[0].uses:
                if not isinstance(use.operation, CallIndirectOp) or use.index:
                    what = "another use of it than a call"
                    raise unsupported(op, what)
            for added in longer.inputs.data[len(type.inputs) :]:
                if str(added) not in WORDS:
                    what = f"a further argument of type {added}"
                    raise unsupported(op, what)
            return
    types = ", ".join(map(str, op.operand_types)), ", ".join(map(str, op.result_types))
    raise unsupported(op, "a cast from {} to {}".format(*types))


DIALECT = Dialect(
    "func",
    [*func.Func.operations, ConstantOp, CallIndirectOp],
    [*func.Func.attributes],
)
