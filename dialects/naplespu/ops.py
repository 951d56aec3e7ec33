"""
Operations of the NaplesPU dialect: the instruction records, and a few pseudo ones.

Those of records are generated (`generated/operations.py`): a class carries its
registers, its immediate and its effects; syntax and encoding live in
`circ.targets.naplespu`. Register operands come in the record's order (a memory operand
gives its base), each output is a result. Control flow is written here, and explicit:
branches name both successors and pass block arguments, before register allocation as
values, after it as registers that the block's arguments have too.
"""

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IntAttr,
    LocationAttr,
    SymbolNameConstraint,
    UnitAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.machine_operations import MachineOp, RecordOp
from circ.dialects.common.memory import SIGNATURE, MemoryAttr
from circ.dialects.common.module_functions import FunctionOp
from circ.dialects.common.signatures import check_register_files
from circ.dialects.common.variadic import is_variadic
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.spilling import (
    PLACED,
    REGISTER,
    STORED,
    is_allocated,
    is_vector,
)

WORD = 32
"""Bits of a scalar register, and of a lane of a vector register."""


@irdl_op_definition
class FuncOp(FunctionOp):
    """
    A function: basic blocks of machine instructions.

    The entry block's arguments are its parameters: any registers before allocation,
    those of the calling convention (and stack slots) from then on. They are the named
    ones of a function that takes any number (attribute `circ.variadic`).
    `frame` is the frame's size in bytes once it is known. `objects` says for alias
    classes, where it is known, which object of the frame their accesses are to: first
    its number; then a register, and where it begins and ends from there. It is for the
    checks of the simulator only, and has no syntax.

    With `align` it begins at a multiple of so many bytes, behind instructions that do
    nothing.
    """

    name = "naplespu.func"
    frame = opt_prop_def(IntAttr)
    objects = opt_prop_def(DictionaryAttr)
    align = opt_prop_def(IntAttr)

    def verify_(self) -> None:
        if self.align is not None:
            size = self.align.data
            if size < WORD // 8 or size.bit_count() != 1:
                message = f"alignment must be a power of two above 2, but is {size}"
                raise VerifyException(message)
        entry = self.body.first_block
        if SIGNATURE not in self.attributes or entry is None:
            return
        check_register_files(
            self,
            WORD,
            [is_vector(argument.type) for argument in entry.args],
            [
                [is_vector(value.type) for value in last.values]
                for block in self.body.blocks
                if isinstance(last := block.last_op, ReturnOp)
            ],
            is_variadic(self) or any(is_allocated(arg.type) for arg in entry.args),
        )

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        properties: dict[str, Attribute] = {"sym_name": parser.parse_symbol_name()}
        if parser.parse_optional_keyword("frame"):
            properties["frame"] = IntAttr(parser.parse_integer(allow_boolean=False))
        if parser.parse_optional_keyword("align"):
            properties["align"] = IntAttr(parser.parse_integer(allow_boolean=False))
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
        if self.align is not None:
            printer.print_string(f" align {self.align.data}")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)


# region Records


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
    return operations()[record].create(
        operands=operands,
        result_types=results,
        properties=properties,
        location=location,
    )


# endregion
# region Control flow


@irdl_op_definition
class JumpOp(MachineOp):
    """JMP: branch to a block."""

    name = "naplespu.JMP"
    arguments = var_operand_def(PLACED)
    target = successor_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$target (`(` $arguments^ `:` type($arguments) `)`)? attr-dict"


class ConditionalBranch(MachineOp, ABC):
    """
    A conditional branch: to `taken` if the register's test holds, else to `next`.

    `weights` are the frequencies of the two, where known.
    """

    condition = operand_def(REGISTER)
    taken_arguments = var_operand_def(PLACED)
    next_arguments = var_operand_def(PLACED)
    weights = opt_prop_def(DenseArrayBase)
    taken = successor_def()
    next = successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())
    assembly_format = (
        "$condition `:` type($condition) `,` "
        "$taken (`(` $taken_arguments^ `:` type($taken_arguments) `)`)? `,` "
        "$next (`(` $next_arguments^ `:` type($next_arguments) `)`)? "
        "(`weights` qualified($weights)^)? attr-dict"
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
    weights: DenseArrayBase | None = None,
) -> ConditionalBranch:
    """A new BEQZ or BNEZ; each successor comes with its block's arguments."""
    op = BRANCH_OPS[record]
    known = {} if weights is None else {"weights": weights}
    return op.create(
        operands=[condition, *taken[1], *next[1]],
        successors=[taken[0], next[0]],
        properties={
            "operandSegmentSizes": DenseArrayBase.from_list(
                i32, (1, len(taken[1]), len(next[1]))
            ),
            **known,
        },
        location=location,
    )


def argument_passed(op: Operation, index: int) -> SSAValue | None:
    """The block argument that an operand of a branch becomes; None if it is no such."""
    match op:
        case JumpOp():
            return op.target.args[index]
        case ConditionalBranch() if index:
            index -= 1
            taken = len(op.taken_arguments)
            target, index = (
                (op.taken, index) if index < taken else (op.next, index - taken)
            )
            return target.args[index]
        case _:
            return None


class CallOp(MachineOp, ABC):
    """
    A call; it defines `ra`.

    Arguments and results are values before register allocation; after it they are in
    the registers of the calling convention, and those beyond are on the stack. All
    arguments are there where `variadic` says that the callee takes any number of them.
    """

    variadic = opt_prop_def(UnitAttr)
    returned = var_result_def(STORED)


@irdl_op_definition
class DirectCallOp(CallOp):
    """JMPSR_OFF: call a function by name."""

    name = "naplespu.JMPSR_OFF"
    callee = prop_def(SymbolNameConstraint())
    arguments = var_operand_def(PLACED)
    assembly_format = (
        "(`variadic` $variadic^)? $callee `(` $arguments `)` attr-dict "
        "`:` functional-type($arguments, $returned)"
    )


@irdl_op_definition
class IndirectCallOp(CallOp):
    """
    JMPSR_REG: call the function at the address in a register.

    `by_jump` makes of it `addi ra, pc, 8` and `jmp`, since the published hardware
    leaves another return address than the next one (docs/reference/naplespu-isa.md,
    section 2.3).
    """

    name = "naplespu.JMPSR_REG"
    callee = operand_def(PLACED)
    arguments = var_operand_def(PLACED)
    by_jump = opt_prop_def(UnitAttr)
    assembly_format = (
        "(`variadic` $variadic^)? (`by_jump` $by_jump^)? "
        "$callee `(` $arguments `)` attr-dict "
        "`:` type($callee) `,` functional-type($arguments, $returned)"
    )


@irdl_op_definition
class ReturnOp(MachineOp):
    """JRET: return to `ra`, with the values that the function returns."""

    name = "naplespu.JRET"
    values = var_operand_def(PLACED)
    traits = traits_def(IsTerminator())
    assembly_format = "($values^ `:` type($values))? attr-dict"


# endregion
# region Data


@irdl_op_definition
class GlobalOp(GlobalObject):
    """An object in a section of data: `.rodata` where it is constant, else `.data`."""

    name = "naplespu.global"


# endregion
