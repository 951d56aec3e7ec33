"""
Registers and control flow of gen.

docs/reference/gen.md, sections 2 and 4: a register is a handle that `gen.register`
gives at the head of the entry block; blocks have no arguments, for registers carry
values across them. BRA and RET are Beignet's; CALL, the values of RET, and branches to
the addresses of labelled blocks are circ's.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DenseArrayBase,
    FlatSymbolRefAttrConstr,
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_successor_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, MemoryAllocEffect
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.directives import Number
from circ.dialects.common.fast_operations import FastOperation
from circ.dialects.common.local_rules import LocalRules
from circ.dialects.gen.instructions import segments
from circ.dialects.gen.rules import family_of
from circ.dialects.gen.text import (
    AddressAndArguments,
    Registers,
    declared,
    parse_attributes,
)
from circ.dialects.gen.types import SPECIAL_REGISTERS, RegisterType, register_type

# region Registers


@irdl_op_definition
class RegisterOp(FastOperation, LocalRules):
    """
    A register of the function: `%a = gen.register : !gen.reg<dword>`.

    `special "zero"` makes it one of the special registers of Beignet, and `pushed 1 at
    4` one that holds, on entry, what argument 1, a struct, has at byte 4.
    """

    name = "gen.register"
    special = opt_prop_def(StringAttr)
    argument = opt_prop_def(IntAttr)
    offset = opt_prop_def(IntAttr)
    handle = result_def(RegisterType)
    traits = traits_def(MemoryAllocEffect())
    custom_directives = (Number,)
    assembly_format = (
        "(`special` $special^)? "
        "(`pushed` custom<Number>($argument)^ `at` custom<Number>($offset))? "
        "attr-dict `:` type($handle)"
    )

    @staticmethod
    def of(
        family: str,
        uniform: bool = False,
        special: str | None = None,
        location: LocationAttr | None = None,
        pushed: tuple[int, int] | None = None,
    ) -> "RegisterOp":
        """A register of a family."""
        properties: dict[str, Attribute] = {}
        if special is not None:
            properties["special"] = StringAttr(special)
        if pushed is not None:
            properties["argument"], properties["offset"] = map(IntAttr, pushed)
        return RegisterOp.create(
            result_types=(register_type(family, uniform),),
            properties=properties,
            location=location,
        )

    @property
    def family(self) -> str:
        return family_of(self.handle)

    @property
    def pushed_from(self) -> tuple[int, int] | None:
        """The argument and the offset of a pushed register."""
        if self.argument is None or self.offset is None:
            return None
        return self.argument.data, self.offset.data

    def verify_(self) -> None:
        if (self.argument is None) != (self.offset is None) or (
            self.argument is not None and self.special is not None
        ):
            raise VerifyException(
                "a pushed register must have an argument and an offset, "
                "and not be a special one"
            )
        if self.special is None:
            return
        expected = SPECIAL_REGISTERS.get(self.special.data)
        if expected is None:
            raise VerifyException(f"'{self.special.data}' is not a special register")
        # Since OpenCL 2.0 Beignet's stack pointer has 64 bits.
        wide = self.special.data == "stack_pointer" and self.family == "qword"
        if self.handle.type != expected and not wide:
            raise VerifyException(
                f"{self.special.data} must be of type {expected}, "
                f"but is of type {self.handle.type}"
            )


@irdl_op_definition
class InputsOp(FastOperation):
    """The registers that hold the arguments on entry: `gen.inputs %a, %b`."""

    name = "gen.inputs"
    registers = var_operand_def(RegisterType)
    custom_directives = (Registers,)
    assembly_format = (
        "custom<Registers>($registers, type($registers)) attr-dict-with-keyword"
    )

    @staticmethod
    def of(
        registers: Sequence[SSAValue], location: LocationAttr | None = None
    ) -> "InputsOp":
        return InputsOp.create(operands=registers, location=location)


# endregion
# region Terminators


@irdl_op_definition
class BranchOp(FastOperation):
    """BRA without a predicate: `gen.bra ^target`."""

    name = "gen.bra"
    target = successor_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$target attr-dict"

    @staticmethod
    def of(target: Block, location: LocationAttr | None = None) -> "BranchOp":
        return BranchOp.create(successors=(target,), location=location)


def parse_branch(parser: Parser) -> tuple[SSAValue, Block, Block]:
    """`%p, ^taken, ^other`."""
    predicate = declared(parser, parser.parse_unresolved_operand())
    parser.parse_punctuation(",")
    taken = parser.parse_successor()
    parser.parse_punctuation(",")
    return predicate, taken, parser.parse_successor()


def print_branch(printer: Printer, op: Operation) -> None:
    """What `parse_branch` reads."""
    printer.print_ssa_value(op.operands[0])
    for block in op.successors:
        printer.print_string(", ")
        printer.print_block_name(block)


def verify_predicate(predicate: SSAValue) -> None:
    """A branch depends on a boolean."""
    if family_of(predicate) != "bool":
        raise VerifyException("the predicate must be a register of family bool")


@irdl_op_definition
class CondBranchOp(FastOperation):
    """BRA with a predicate: `gen.bra_if %p, ^taken, ^next`."""

    name = "gen.bra_if"
    condition = operand_def(RegisterType)
    weights = opt_prop_def(DenseArrayBase)
    taken = successor_def()
    next = successor_def()
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        condition: SSAValue,
        taken: Block,
        next: Block,
        weights: DenseArrayBase | None = None,
        location: LocationAttr | None = None,
    ) -> "CondBranchOp":
        return CondBranchOp.create(
            operands=(condition,),
            successors=(taken, next),
            properties={} if weights is None else {"weights": weights},
            location=location,
        )

    # A format would take twice as long, in every second block.
    @classmethod
    def parse(cls, parser: Parser) -> "CondBranchOp":
        condition, *successors = parse_branch(parser)
        weights: Attribute | None = None
        if parser.parse_optional_keyword("weights"):
            weights = parser.parse_attribute()
        return cls.create(
            operands=(condition,),
            successors=successors,
            properties={} if weights is None else {"weights": weights},
            attributes=parse_attributes(parser),
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_branch(printer, self)
        if self.weights is not None:
            printer.print_string(" weights ")
            printer.print_attribute(self.weights)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        verify_predicate(self.condition)
        if (weights := self.weights) is not None and (
            weights.elt_type != i32 or len(weights) != 2
        ):
            raise VerifyException(f"weights must be two of i32, but are {weights}")


@irdl_op_definition
class LabelOp(FastOperation):
    """
    Name the block's address: `gen.label @f.start`, of no other symbol's name.

    It comes first in its block, which is not the entry. SYMBOL and the addresses of a
    global may name it; a branch to such an address must list the block.
    """

    name = "gen.label"
    label = prop_def(FlatSymbolRefAttrConstr)
    assembly_format = "$label attr-dict-with-keyword"

    @staticmethod
    def of(name: str, location: LocationAttr | None = None) -> "LabelOp":
        return LabelOp.create(
            properties={"label": SymbolRefAttr(name)}, location=location
        )

    @property
    def label_name(self) -> str:
        return self.label.root_reference.data


@irdl_op_definition
class IndirectBranchOp(FastOperation):
    """
    BRA (extension) to an address, which is that of one of the labelled blocks listed.

    `gen.bra_indirect %address [^a, ^b]`
    """

    name = "gen.bra_indirect"
    address = operand_def(RegisterType)
    targets = var_successor_def()
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        address: SSAValue,
        targets: Sequence[Block],
        location: LocationAttr | None = None,
    ) -> "IndirectBranchOp":
        return IndirectBranchOp.create(
            operands=(address,), successors=targets, location=location
        )

    @classmethod
    def parse(cls, parser: Parser) -> "IndirectBranchOp":
        address = declared(parser, parser.parse_unresolved_operand())
        targets = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_successor
        )
        op = cls.of(address, targets)
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.address)
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(self.targets, printer.print_block_name)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        if family_of(self.address) != "dword":
            raise VerifyException("the address must be a register of family dword")
        if not self.targets:
            raise VerifyException("there must be a block to go to")
        if len(set(self.targets)) != len(self.targets):
            raise VerifyException("a block must be listed once")
        if not all(isinstance(block.first_op, LabelOp) for block in self.targets):
            raise VerifyException("every block listed must begin with a gen.label")


@irdl_op_definition
class RetOp(FastOperation):
    """RET with the results: `gen.ret %a`. Values are circ's extension."""

    name = "gen.ret"
    srcs = var_operand_def(RegisterType)
    traits = traits_def(IsTerminator())
    custom_directives = (Registers,)
    assembly_format = "custom<Registers>($srcs, type($srcs)) attr-dict-with-keyword"

    @staticmethod
    def of(srcs: Sequence[SSAValue], location: LocationAttr | None = None) -> "RetOp":
        return RetOp.create(operands=srcs, location=location)


# endregion
# region Calls


@irdl_op_definition
class CallOp(FastOperation):
    """CALL (extension) of a function by name: `gen.call @f(%a, %b) -> (%d)`."""

    name = "gen.call"
    callee = prop_def(FlatSymbolRefAttrConstr)
    dsts = var_operand_def(RegisterType)
    srcs = var_operand_def(RegisterType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (Registers,)
    assembly_format = (
        "$callee `(` custom<Registers>($srcs, type($srcs)) `)` "
        "(`->` `(` custom<Registers>($dsts, type($dsts))^ `)`)? attr-dict-with-keyword"
    )

    @staticmethod
    def of(
        callee: str | SymbolRefAttr,
        dsts: Sequence[SSAValue],
        srcs: Sequence[SSAValue],
        location: LocationAttr | None = None,
    ) -> "CallOp":
        return CallOp.create(
            operands=(*dsts, *srcs),
            properties={
                "callee": SymbolRefAttr(callee) if isinstance(callee, str) else callee,
                "operandSegmentSizes": segments(len(dsts), len(srcs)),
            },
            location=location,
        )

    @property
    def callee_name(self) -> str:
        return self.callee.root_reference.data


@irdl_op_definition
class CallIndirectOp(FastOperation):
    """
    CALL (extension) of the function at an address that SYMBOL gave.

    `gen.call_indirect %address(%a, %b) -> (%d)`; the address is the first source.
    """

    name = "gen.call_indirect"
    dsts = var_operand_def(RegisterType)
    srcs = var_operand_def(RegisterType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (AddressAndArguments, Registers)
    assembly_format = (
        "custom<AddressAndArguments>($srcs, type($srcs)) "
        "(`->` `(` custom<Registers>($dsts, type($dsts))^ `)`)? attr-dict-with-keyword"
    )

    @staticmethod
    def of(
        address: SSAValue,
        dsts: Sequence[SSAValue],
        srcs: Sequence[SSAValue],
        location: LocationAttr | None = None,
    ) -> "CallIndirectOp":
        return CallIndirectOp.create(
            operands=(*dsts, address, *srcs),
            properties={"operandSegmentSizes": segments(len(dsts), 1 + len(srcs))},
            location=location,
        )

    def verify_(self) -> None:
        if not self.srcs or family_of(self.srcs[0]) != "dword":
            raise VerifyException("the address must be a register of family dword")


# endregion
