"""
`func` with `constant` and `call_indirect`, which xDSL 0.74 lacks.

MLIR, dialect 'func', operations of these names: functions as values.
"""

from xdsl.dialects import func
from xdsl.dialects.builtin import FlatSymbolRefAttrConstr, FunctionType
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


DIALECT = Dialect(
    "func",
    [*func.Func.operations, ConstantOp, CallIndirectOp],
    [*func.Func.attributes],
)
