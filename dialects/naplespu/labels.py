"""
Addresses of blocks in the NaplesPU dialect: labels, and jumps to what a register holds.

Tables of addresses are globals (`addresses`); a constant may be the address of a label
as of any symbol.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr, StringAttr, SymbolNameConstraint
from xdsl.ir import Block, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    traits_def,
    var_successor_def,
)
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.machine_operations import MachineOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.generated.operations import ScalarType


@irdl_op_definition
class LabelOp(MachineOp):
    """
    A label: a name for the address of its block; no instruction.

    It stands for the block's start, wherever in the block it is.
    """

    name = "naplespu.label"
    label = prop_def(SymbolNameConstraint())
    assembly_format = "$label attr-dict"

    @staticmethod
    def of(name: str, location: LocationAttr) -> "LabelOp":
        return LabelOp.create(properties={"label": StringAttr(name)}, location=location)


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
    assembly_format = "$address ` ` `[` $targets `]` attr-dict `:` type($address)"

    @staticmethod
    def of(
        address: SSAValue, targets: Sequence[Block], location: LocationAttr
    ) -> "IndirectJumpOp":
        return IndirectJumpOp.create(
            operands=[address], successors=targets, location=location
        )

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
    return operations_in(block, LabelOp)
