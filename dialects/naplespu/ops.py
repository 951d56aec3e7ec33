"""
Operations of the NaplesPU dialect: the instruction records, and a few pseudo ones.

A record's class carries its registers, its immediate and its effects; syntax and
encoding live in `circ.targets.naplespu`. Register operands come in the record's order
(a memory operand gives its base), each output is a result. Control flow is explicit:
branches name both successors and pass block arguments, before register allocation as
values, after it as registers that the block's arguments have too.
"""

from abc import ABC
from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolNameConstraint,
    i32,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import (
    AnyOf,
    AttrConstraint,
    AttrSizedOperandSegments,
    BaseAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.local_rules import LocalRules
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.naplespu.instructions import (
    ADDRESSES,
    REGISTERS,
    Instruction,
    OperandKind,
    instructions,
)
from circ.dialects.naplespu.registers import ScalarType, VectorType

REGISTER: AttrConstraint[ScalarType | VectorType] = AnyOf.get(
    BaseAttr(ScalarType), BaseAttr(VectorType)
)


@irdl_op_definition
class FuncOp(IRDLOperation):
    """
    A function: basic blocks of machine instructions.

    The entry block's arguments are its parameters: any registers before allocation,
    those of the calling convention (and stack slots) behind them after it.
    `frame` is the frame's size in bytes once it is known.
    """

    name = "naplespu.func"
    sym_name = prop_def(SymbolNameConstraint())
    frame = opt_prop_def(IntAttr)
    body = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        properties: dict[str, Attribute] = {"sym_name": parser.parse_symbol_name()}
        if parser.parse_optional_keyword("frame"):
            properties["frame"] = IntAttr(parser.parse_integer(allow_boolean=False))
        attributes = parser.parse_optional_attr_dict_with_keyword()
        func = cls.create(properties=properties, regions=[parser.parse_region()])
        if attributes is not None:
            func.attributes |= attributes.data
        return func

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        if self.frame is not None:
            printer.print_string(f" frame {self.frame.data}")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)


# region Records


class MachineOp(IRDLOperation, ABC):
    """An operation that becomes machine instructions in its place."""


class RecordOp(MachineOp, LocalRules, ABC):
    """
    One instruction record whose operands are registers and perhaps an immediate.

    `imm` is the immediate or the offset of a memory operand; LEAH and LEAL name a
    `symbol` (plus `imm`) instead.
    """

    RECORD: ClassVar[Instruction]
    registers = var_operand_def(REGISTER)
    defined = var_result_def(REGISTER)
    imm = opt_prop_def(IntAttr)
    symbol = opt_prop_def(StringAttr)
    memory = opt_prop_def(MemoryAttr)

    @classmethod
    def parse(cls, parser: Parser) -> "RecordOp":
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        properties: dict[str, Attribute] = {}
        if (symbol := parser.parse_optional_symbol_name()) is not None:
            properties["symbol"] = StringAttr(symbol.data)
        if parser.parse_optional_punctuation(","):
            properties["imm"] = IntAttr(parser.parse_integer(allow_boolean=False))
        if parser.parse_optional_keyword("memory"):
            properties["memory"] = MemoryAttr.new(MemoryAttr.parse_parameters(parser))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(operands, type.inputs.data, position),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string("(")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(")")
        if self.symbol is not None:
            printer.print_string(" ")
            printer.print_symbol_name(self.symbol.data)
        if self.imm is not None:
            printer.print_string(f", {self.imm.data}")
        if self.memory is not None:
            printer.print_string(" memory ")
            self.memory.print_parameters(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_operation_type(self)

    def verify_(self) -> None:
        record = self.RECORD
        _check_registers("operand", self.operands, source_kinds(record))
        _check_registers("result", self.results, [out.kind for out in record.outs])
        if has_immediate(record) != (self.imm is not None or self.symbol is not None):
            needs = "an" if has_immediate(record) else "no"
            raise VerifyException(f"{record.record} has {needs} immediate")


def _check_registers(
    what: str, values: Sequence[SSAValue], kinds: Sequence[OperandKind]
) -> None:
    if len(values) != len(kinds):
        raise VerifyException(f"needs {len(kinds)} {what}s, but has {len(values)}")
    for number, (value, kind) in enumerate(zip(values, kinds)):
        type = VectorType if kind is OperandKind.VECTOR else ScalarType
        if not isinstance(value.type, type):
            raise VerifyException(
                f"{what} {number} must be of type !{type.name}, but is {value.type}"
            )


@cache
def _source_kinds(record: str) -> tuple[OperandKind, ...]:
    return tuple(
        operand.kind
        if operand.kind in REGISTERS
        else (
            OperandKind.VECTOR
            if operand.kind is OperandKind.VECTOR_MEMORY
            else OperandKind.SCALAR
        )
        for operand in instructions()[record].ins
        if operand.kind in REGISTERS or operand.kind in ADDRESSES
    )


def source_kinds(record: Instruction) -> tuple[OperandKind, ...]:
    """The register files that a record reads, a memory operand's base among them."""
    return _source_kinds(record.record)


def has_immediate(record: Instruction) -> bool:
    """Whether a record has an immediate, offset or half of an address."""
    return any(operand.kind not in REGISTERS for operand in record.ins)


_CONTROL = frozenset({"JMP", "BEQZ", "BNEZ", "JRET", "JMPSR_OFF", "JMPSR_REG"})
"""Records whose operations are written below, since they are more than registers."""


def _define(record: Instruction) -> type[RecordOp]:
    namespace: dict[str, object] = {
        "__doc__": f"`{record.syntax}`.",
        "__module__": __name__,
        "__annotations__": {"RECORD": ClassVar[Instruction]},
        "RECORD": record,
        "name": f"naplespu.{record.record}",
    }
    return irdl_op_definition(type(f"{record.record}Op", (RecordOp,), namespace))


@cache
def record_ops() -> dict[str, type[RecordOp]]:
    """The operation classes of all records that are not control flow, by name."""
    return {
        name: _define(record)
        for name, record in instructions().items()
        if name not in _CONTROL
    }


def instruction(
    record: str,
    operands: Sequence[SSAValue],
    results: Sequence[Attribute],
    *,
    imm: int | None = None,
    memory: MemoryAttr | None = None,
    location: LocationAttr,
) -> RecordOp:
    """A new operation of that record; registers in the record's order."""
    properties: dict[str, Attribute] = {}
    if imm is not None:
        properties["imm"] = IntAttr(imm)
    if memory is not None:
        properties["memory"] = memory
    return record_ops()[record].create(
        operands=operands,
        result_types=results,
        properties=properties,
        location=location,
    )


# endregion
# region Control flow


@irdl_op_definition
class JumpOp(MachineOp):
    """JMP: go on at a block."""

    name = "naplespu.JMP"
    arguments = var_operand_def(REGISTER)
    target = successor_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$target (`(` $arguments^ `:` type($arguments) `)`)? attr-dict"


class ConditionalBranch(MachineOp, ABC):
    """Go on at `taken` where the register's test holds, else at `next`."""

    condition = operand_def(REGISTER)
    taken_arguments = var_operand_def(REGISTER)
    next_arguments = var_operand_def(REGISTER)
    taken = successor_def()
    next = successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())
    assembly_format = (
        "$condition `:` type($condition) `,` "
        "$taken (`(` $taken_arguments^ `:` type($taken_arguments) `)`)? `,` "
        "$next (`(` $next_arguments^ `:` type($next_arguments) `)`)? attr-dict"
    )


@irdl_op_definition
class BranchZeroOp(ConditionalBranch):
    """BEQZ: the branch is taken where the register is zero."""

    name = "naplespu.BEQZ"


@irdl_op_definition
class BranchNonZeroOp(ConditionalBranch):
    """BNEZ: the branch is taken where the register is not zero."""

    name = "naplespu.BNEZ"


BRANCH_OPS: dict[str, type[ConditionalBranch]] = {
    "BEQZ": BranchZeroOp,
    "BNEZ": BranchNonZeroOp,
}


def branch(
    record: str,
    condition: SSAValue,
    taken: tuple[Block, Sequence[SSAValue]],
    next: tuple[Block, Sequence[SSAValue]],
    location: LocationAttr,
) -> ConditionalBranch:
    """A new BEQZ or BNEZ; each successor comes with its block's arguments."""
    op = BRANCH_OPS[record]
    return op.create(
        operands=[condition, *taken[1], *next[1]],
        successors=[taken[0], next[0]],
        properties={
            "operandSegmentSizes": DenseArrayBase.from_list(
                i32, (1, len(taken[1]), len(next[1]))
            )
        },
        location=location,
    )


class CallOp(MachineOp, ABC):
    """
    A call; it defines `ra`.

    Arguments and results are values before register allocation; after it they are in
    the registers of the calling convention, and those beyond are on the stack.
    """

    returned = var_result_def(REGISTER)


@irdl_op_definition
class DirectCallOp(CallOp):
    """JMPSR_OFF: call a function by name."""

    name = "naplespu.JMPSR_OFF"
    callee = prop_def(StringAttr)
    arguments = var_operand_def(REGISTER)

    @classmethod
    def parse(cls, parser: Parser) -> "DirectCallOp":
        callee = parser.parse_symbol_name()
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(operands, type.inputs.data, position),
            result_types=type.outputs.data,
            properties={"callee": callee},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.callee.data)
        printer.print_string("(")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(")")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_operation_type(self)


@irdl_op_definition
class IndirectCallOp(CallOp):
    """JMPSR_REG: call the function at the address in a register."""

    name = "naplespu.JMPSR_REG"
    callee = operand_def(REGISTER)
    arguments = var_operand_def(REGISTER)
    assembly_format = (
        "$callee `(` $arguments `)` attr-dict `:` type($callee) `,` "
        "functional-type($arguments, $returned)"
    )


@irdl_op_definition
class ReturnOp(MachineOp):
    """JRET: return to `ra`, with the values that the function returns."""

    name = "naplespu.JRET"
    values = var_operand_def(REGISTER)
    traits = traits_def(IsTerminator())
    assembly_format = "($values^ `:` type($values))? attr-dict"


# endregion
# region Data


@irdl_op_definition
class GlobalOp(GlobalObject):
    """An object in a section of data: `.rodata` where it is constant, else `.data`."""

    name = "naplespu.global"


# endregion
