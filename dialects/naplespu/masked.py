"""
Pseudo operations of the NaplesPU dialect that work under a lane mask of their own.

The hardware masks every operation with a vector operand by `rm`
(docs/reference/naplespu-isa.md, section 5.1), copies and reloads among them. So what
sets `rm` and brings it back is one operation until registers are allocated;
`naplespu-expand-pseudos` makes of it the sequence save `rm` in `tr`, set, work,
restore. Lanes that the mask disables keep the value of the operand `old`, whose
register the result need not have.
"""

from typing import ClassVar

from xdsl.backend.register_type import RegisterType
from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Operation, Region
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.machine_operations import MachineOp, Record
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.generated.operations import (
    RECORDS,
    ScalarType,
    VectorType,
    operations,
)

WRITE_MASK = "WRITEMR"
"""The record by which a program sets the lane mask."""
ENABLES_ALL = "circ.enables_all"
"""An attribute of what writes `rm` with all lanes enabled: its high half changes."""
OLD_VALUE = "oldvalue"
"""The operand of a masked record that gives the lanes which the mask disables."""


@irdl_op_definition
class VectorSelectOp(MachineOp):
    """
    SELECTVI, SELECTVF: lane i is that of `true` where bit i of `mask` is set.

    Where it is not, the lane is that of `old`. So this is the masked move too.
    """

    RECORDS: ClassVar[tuple[str, ...]] = ("SELECTVI", "SELECTVF")
    name = "naplespu.SELECTV"
    mask = operand_def(ScalarType)
    true = operand_def(VectorType)
    old = operand_def(VectorType)
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = (
        "$mask `,` $true `,` $old attr-dict "
        "`:` type($mask) `,` type($true) `,` type($old) `->` type($result)"
    )


@irdl_op_definition
class InsertElementOp(MachineOp):
    """
    InsertELT32: the vector with another value in one lane.

    The lane's number is in a register or, where it is known, the property `lane`. No
    lane changes where a number in a register is not below 16.
    """

    RECORDS: ClassVar[tuple[str, ...]] = ("InsertELT32",)
    name = "naplespu.InsertELT32"
    old = operand_def(VectorType)
    element = operand_def(ScalarType)
    position = opt_operand_def(ScalarType)
    lane = opt_prop_def(IntAttr)
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = (
        "$old `,` $element (`at` $position^ `:` type($position))? "
        "(`lane` $lane^)? attr-dict "
        "`:` type($old) `,` type($element) `->` type($result)"
    )

    def verify_(self) -> None:
        if (self.position is None) == (self.lane is None):
            raise VerifyException("needs the lane either in a register or as a number")
        if self.lane is not None and not 0 <= self.lane.data < 16:
            raise VerifyException(f"lane must be below 16, but is {self.lane.data}")


@irdl_op_definition
class VectorCopyOp(MachineOp):
    """
    All lanes of a vector in another register, whatever the mask is.

    Register allocation copies so: `move_i32` where all lanes are enabled.
    """

    name = "naplespu.vector_copy"
    source = operand_def(VectorType)
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"


@irdl_op_definition
class UnderMaskOp(MachineOp):
    """
    One instruction with vector operands under a mask.

    `registers` are those of the record in its order, without the old value of the lanes
    that the mask disables: that is `old`, for a record that has a result. Loads have no
    such operand: load, then select. Stores to main memory ignore the mask on the
    hardware, those to the scratchpad obey it (docs/reference/naplespu-isa.md, section
    5.1).
    """

    name = "naplespu.under_mask"
    record = prop_def(StringAttr)
    mask = operand_def(ScalarType)
    registers = var_operand_def()
    old = opt_operand_def(VectorType)
    imm = opt_prop_def(IntAttr)
    memory = opt_prop_def(MemoryAttr)
    result = opt_result_def(VectorType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "$record $mask `:` type($mask) `(` ($registers^ `:` type($registers))? `)` "
        "(`imm` $imm^)? (`memory` $memory^)? "
        "(`old` $old^ `:` type($old))? attr-dict (`->` type($result)^)?"
    )

    def verify_(self) -> None:
        record = RECORDS.get(self.record.data)
        if record is None:
            raise VerifyException(f"there is no instruction {self.record.data}")
        shape = record.shape
        sources = sources_of(record)
        given = [register.type for register in self.registers]
        if len(given) != len(sources) or not all(
            isinstance(type, kind) for type, kind in zip(given, sources)
        ):
            raise VerifyException(
                f"{record.name} takes {', '.join(kind.name for kind in sources)}"
            )
        keeps = any(source == OLD_VALUE for _, source in shape.ties)
        if bool(shape.outs) != keeps or record.is_control:
            raise VerifyException(f"{record.name} cannot work under a mask")
        if (self.old is None) == keeps or (self.result is None) == keeps:
            raise VerifyException(
                f"{record.name} needs {'an' if keeps else 'no'} old value and result"
            )
        if (shape.immediate is None) != (self.imm is None):
            needs = "no" if shape.immediate is None else "an"
            raise VerifyException(f"{record.name} has {needs} immediate")


def sources_of(record: Record) -> list[type[RegisterType]]:
    """The types of the registers that a record reads, but for the old value."""
    return [
        kind
        for name, kind in record.shape.ins
        if isinstance(kind, type) and name != OLD_VALUE
    ]


def writes_mask(op: Operation) -> bool:
    """Does the operation set the program's lane mask?"""
    return type(op) is operations()[WRITE_MASK] and ENABLES_ALL not in op.attributes


def has_mask(body: Region) -> bool:
    """Does a function set the lane mask somewhere?"""
    return any(map(writes_mask, operations_in(body, operations()[WRITE_MASK])))
