"""
Pseudo operations of the NaplesPU dialect: constants, addresses and stack slots.

They stand for instructions that are not known before registers are allocated and the
frame is laid out. Those under a lane mask are in `masked.py`.
"""

from abc import ABC
from functools import cache
from typing import cast

from xdsl.dialects.builtin import IntAttr, StringAttr, SymbolNameConstraint
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.directives import Number, Signed, Word
from circ.dialects.common.local_rules import LocalRules
from circ.dialects.common.machine_operations import Effects, MachineOp, RecordOp
from circ.dialects.common.operation_search import Subclasses
from circ.dialects.naplespu.generated.operations import ScalarType
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorCopyOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.spilling import (
    FRAME_ADDRESS,
    REGISTER,
    SCALAR_CONSTANT,
    VECTOR_CONSTANT,
    ReloadOp,
    SpillOp,
    SplitOp,
)
from circ.dialects.naplespu.vector_constants import LoadLanesOp


@irdl_op_definition
class LoadConstantOp(MachineOp, LocalRules):
    """
    LoadI32: a 32-bit constant, given unsigned, or the address of a symbol.

    `naplespu.LoadI32 @table plus 400` is the address of what is behind a symbol.
    Becomes `movei`, `moveih` with `moveil`, or `leah` with `leal`
    (docs/reference/naplespu-isa.md, section 1.7), and can be computed again wherever it
    is needed.
    """

    name = "naplespu.LoadI32"
    value = opt_prop_def(IntAttr)
    symbol = opt_prop_def(SymbolNameConstraint())
    addend = opt_prop_def(IntAttr)
    """What is added to the address."""
    result = result_def(SCALAR_CONSTANT)
    custom_directives = (Number, Signed)
    assembly_format = (
        "($symbol^) : (custom<Number>($value))? "
        "(`plus` custom<Signed>($addend)^)? attr-dict `:` type($result)"
    )

    def verify_(self) -> None:
        if (self.value is None) == (self.symbol is None):
            raise VerifyException("needs either a value or a symbol")
        if self.addend is not None and self.symbol is None:
            raise VerifyException("only a symbol has an addend")
        if self.value is not None and not 0 <= self.value.data < 1 << 32:
            raise VerifyException(
                f"value must be an unsigned 32-bit number, but is {self.value.data}"
            )


def constant_of(value: SSAValue) -> int | None:
    """The bits of a value that is a constant in a register."""
    owner = value.owner
    if isinstance(owner, LoadConstantOp) and owner.value is not None:
        return owner.value.data
    return None


@irdl_op_definition
class FrameAddressOp(MachineOp):
    """
    The address of an object in the frame: `size` bytes with that alignment.

    Operations with the same number mean the same object. An address that only accesses
    use may be of type `!naplespu.frame`: they have offsets from that register then.
    """

    name = "naplespu.frame_address"
    number = prop_def(IntAttr)
    size = prop_def(IntAttr)
    align = prop_def(IntAttr)
    result = result_def(FRAME_ADDRESS)
    custom_directives = (Number,)
    assembly_format = (
        "custom<Number>($number) `size` custom<Number>($size) "
        "`align` custom<Number>($align) attr-dict `:` type($result)"
    )


@irdl_op_definition
class SplatConstantOp(MachineOp):
    """
    A vector of which each lane is the same 32-bit constant, given unsigned.

    Becomes `movei`, or `moveih` with `moveil`; can be computed again like LoadI32.
    """

    name = "naplespu.splat_constant"
    value = prop_def(IntAttr)
    result = result_def(VECTOR_CONSTANT)
    custom_directives = (Number,)
    assembly_format = "custom<Number>($value) attr-dict `:` type($result)"

    def verify_(self) -> None:
        if not 0 <= self.value.data < 1 << 32:
            raise VerifyException(
                f"value must be an unsigned 32-bit number, but is {self.value.data}"
            )


@irdl_custom_directive
class ChangedType(CustomDirective):
    """The type of an operand, then that of the result where it is another."""

    operand: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        type = result = parser.parse_type()
        if parser.parse_optional_punctuation("->"):
            result = parser.parse_type()
        self.operand.set(state, (type,))
        self.result.set(state, (result,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.operand.print(printer, state, op)
        if self.result.get(op) != self.operand.get(op):
            printer.print_string(" ->")
            self.result.print(printer, state, op)


@irdl_op_definition
class DynamicAllocaOp(MachineOp):
    """
    The address of `size` new bytes on the stack, free again when the function returns
    or a `dynamic_release` says so.

    The alignment is at least 64, the stack's own. Size and address are in registers.
    """

    name = "naplespu.dynamic_alloca"
    size = operand_def(ScalarType)
    align = prop_def(IntAttr)
    result = result_def(ScalarType)
    custom_directives = (Number, ChangedType)
    assembly_format = (
        "$size `align` custom<Number>($align) attr-dict "
        "`:` custom<ChangedType>(type($size), type($result))"
    )

    def verify_(self) -> None:
        align = self.align.data
        if align < 1 or align.bit_count() != 1:
            raise VerifyException(f"alignment must be a power of two, but is {align}")


@irdl_op_definition
class DynamicReleaseOp(MachineOp):
    """Free all new bytes on the stack that were made after those at an address."""

    name = "naplespu.dynamic_release"
    address = operand_def(ScalarType)
    assembly_format = "$address attr-dict `:` type($address)"


@irdl_op_definition
class VariableArgumentsOp(MachineOp):
    """
    The address of the first argument after the named ones of a variadic function.

    All arguments of a call to it are on the stack (docs/reference/naplespu-isa.md,
    section 1.3): words one after the other, vectors at multiples of 64 bytes. `offset`
    is where the named ones end, in bytes from the first, once register allocation knows
    that.
    """

    name = "naplespu.variable_arguments"
    offset = opt_prop_def(IntAttr)
    result = result_def(ScalarType)
    assembly_format = "(`offset` $offset^)? attr-dict `:` type($result)"


@irdl_op_definition
class GetRegisterOp(MachineOp):
    """The value of a register that other code has set; no instruction."""

    name = "naplespu.get_register"
    result = result_def(REGISTER)
    assembly_format = "attr-dict `:` type($result)"


SLOT_AREAS = ("spill", "vector_spill", "incoming", "outgoing")


class SlotOp(MachineOp, ABC):
    """
    An access to a stack slot, before the frame is laid out.

    `slot` counts the function's spill slots of 4 bytes from 0 in area `spill`, those of
    64 bytes in `vector_spill`, the words of stack arguments from 0 in `incoming` (the
    caller's) and `outgoing` (for a callee), where a vector takes sixteen.
    """

    area = prop_def(StringAttr)
    slot = prop_def(IntAttr)
    custom_directives = (Number, Word)

    def verify_(self) -> None:
        if self.area.data not in SLOT_AREAS:
            raise VerifyException(
                f"area must be one of {', '.join(SLOT_AREAS)}, but is {self.area.data}"
            )


@irdl_op_definition
class SlotLoadOp(SlotOp):
    """Reload a stack slot."""

    name = "naplespu.slot_load"
    result = result_def(REGISTER)
    assembly_format = (
        "custom<Word>($area) custom<Number>($slot) attr-dict `:` type($result)"
    )


@irdl_op_definition
class SlotStoreOp(SlotOp):
    """Spill to a stack slot."""

    name = "naplespu.slot_store"
    value = operand_def(REGISTER)
    assembly_format = (
        "$value `,` custom<Word>($area) custom<Number>($slot) attr-dict "
        "`:` type($value)"
    )


PURE = (
    LoadConstantOp,
    SplatConstantOp,
    LoadLanesOp,
    FrameAddressOp,
    VariableArgumentsOp,
    SlotLoadOp,
    SpillOp,
    ReloadOp,
    SplitOp,
    VectorCopyOp,
    VectorSelectOp,
    InsertElementOp,
)
REMATERIALIZABLE = (LoadConstantOp, SplatConstantOp, LoadLanesOp, FrameAddressOp)
"""An operation that can be recomputed anywhere: it depends on its attributes only."""
IS_REMATERIALIZABLE = Subclasses(*REMATERIALIZABLE)
PURE_RECORDS = frozenset({"CREATEMASK_32"})
"""Records with effects in the table that they do not have."""


ONE_INSTRUCTION = 1 << 16
"""Constants below take one instruction, others two."""


def is_rematerializable(value: SSAValue) -> bool:
    """Can the operation be recomputed anywhere?"""
    return isinstance(value.owner, REMATERIALIZABLE)


def takes_one_instruction(op: Operation) -> bool:
    """Is it a number that `movei` loads, or an address in the frame?"""
    if isinstance(op, LoadConstantOp | SplatConstantOp):
        return op.value is not None and op.value.data < ONE_INSTRUCTION
    return isinstance(op, FrameAddressOp)


def is_pure(op: Operation) -> bool:
    """May an operation be erased if its results are unused?"""
    known = _is_pure_kind(type(op))
    if known is not None:
        return known
    if isinstance(op, UnderMaskOp):
        return op.result is not None
    memory = cast(RecordOp, op).memory
    return memory is None or not memory.volatile.data


@cache
def _is_pure_kind(kind: type[Operation]) -> bool | None:
    """The answer for all operations of a class, if there is one."""
    if issubclass(kind, PURE):
        return True
    if issubclass(kind, UnderMaskOp):
        return None
    if not issubclass(kind, RecordOp):
        return False
    if kind.RECORD.name in PURE_RECORDS:
        return True
    # Other effects are not asked for: the table states them of moves, which have none.
    return False if Effects.STORE in kind.RECORD.effects else None
