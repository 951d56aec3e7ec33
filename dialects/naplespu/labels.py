"""
Addresses of blocks in the NaplesPU dialect: labels, and jumps to what a register holds.

Tables of addresses are globals (`addresses`); a constant may be the address of a label
as of any symbol.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr, StringAttr
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    traits_def,
    var_successor_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.machine_operations import MachineOp
from circ.dialects.naplespu.generated.operations import ScalarType


@irdl_op_definition
class LabelOp(MachineOp):
    """
    A name for the address of the block it is in; no instruction.

    It stands for the block's start, wherever in the block it is.
    """

    name = "naplespu.label"
    label = prop_def(StringAttr)

    @staticmethod
    def of(name: str, location: LocationAttr) -> "LabelOp":
        return LabelOp.create(properties={"label": StringAttr(name)}, location=location)

    @classmethod
    def parse(cls, parser: Parser) -> "LabelOp":
        properties: dict[str, Attribute] = {"label": parser.parse_symbol_name()}
        attributes = parser.parse_optional_attr_dict()
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.label.data)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class IndirectJumpOp(MachineOp):
    """
    JUMPREG: go on at the address in a register, that of a labelled block listed.

    `naplespu.JUMPREG %a [^bb1, ^bb2] : !naplespu.s`; the blocks take no arguments:
    no code could stand on the way to one of them alone.
    """

    name = "naplespu.JUMPREG"
    address = operand_def(ScalarType)
    targets = var_successor_def()
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        address: SSAValue, targets: Sequence[Block], location: LocationAttr
    ) -> "IndirectJumpOp":
        return IndirectJumpOp.create(
            operands=[address], successors=targets, location=location
        )

    @classmethod
    def parse(cls, parser: Parser) -> "IndirectJumpOp":
        address = parser.parse_unresolved_operand()
        targets = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_successor
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            operands=[parser.resolve_operand(address, parser.parse_type())],
            successors=targets,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.address)
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(self.targets, printer.print_block_name)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.address.type)

    def verify_(self) -> None:
        if not self.targets:
            raise VerifyException("there must be a block to go to")
        for block in self.targets:
            if block.args:
                raise VerifyException("the blocks must take no arguments")
            if not labels_of(block):
                raise VerifyException("every block listed must have a label")


def labels_of(block: Block) -> list[LabelOp]:
    """The labels of a block."""
    return [op for op in block.ops if isinstance(op, LabelOp)]
