"""
What cutting a kernel at barriers (`barriers.py`) reads and writes of a level's code.

Source is here, llvlir in `llvlir_step_code.py`. Both have basic blocks with arguments;
they differ in their operations, and in how a value is kept in memory.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from xdsl.dialects import arith, cf, func
from xdsl.dialects.builtin import (
    Float16Type,
    FunctionType,
    IndexType,
    StringAttr,
    i1,
    i8,
    i16,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import is_side_effect_free

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.kernel import BARRIER
from circ.dialects.common.module_functions import INLINE, FunctionOp
from circ.dialects.source.layout import lane_of
from circ.dialects.source.pointer import STORED, LoadOp, ObjectOp, StoreOp

Edge: TypeAlias = tuple[Block, Sequence[SSAValue]]
"""A block, and the values that are passed to its arguments."""

INLINED: Mapping[str, Attribute] = {INLINE: StringAttr("always")}
"""The attributes of a step: what executes it for each item is to contain it."""


class StepCode(ABC):
    """The code of a level; what is made is added to a block."""

    block: Block
    """Where operations are added."""

    def add(self, op: Operation) -> Operation:
        self.block.add_op(op)
        return op

    # region Reading

    @abstractmethod
    def is_barrier(self, op: Operation) -> bool:
        """Is it a call of `circ.barrier`?"""

    @abstractmethod
    def edges_of(self, op: Operation) -> list[Edge]:
        """Where a branch leads; what it passes are its last operands."""

    @abstractmethod
    def object_of(self, op: Operation) -> tuple[int, int] | None:
        """The size and alignment of the object that an operation makes, if it does."""

    @abstractmethod
    def stored(self, value: SSAValue) -> Attribute:
        """
        The type that a value has in memory, in source terms.

        Raises a Diagnostic where memory holds no such value.
        """

    # endregion
    # region Making

    @abstractmethod
    def function(
        self, old: FunctionOp | func.FuncOp, name: str, further: Sequence[Attribute]
    ) -> tuple[FunctionOp | func.FuncOp, Region]:
        """
        A function with the parameters of another one and further ones, and its body.

        The types of these are in source terms.
        """

    @abstractmethod
    def jump(self, block: Block) -> Operation:
        """A branch to a block without arguments."""

    @abstractmethod
    def branch(
        self, op: Operation, now: Mapping[SSAValue, SSAValue], edges: Sequence[Edge]
    ) -> Operation:
        """A branch like another one, on what its operands are now, to other blocks."""

    @abstractmethod
    def leave(self) -> Operation:
        """A return."""

    @abstractmethod
    def constant(self, number: int) -> SSAValue:
        """A word."""

    @abstractmethod
    def sum(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Of two words."""

    @abstractmethod
    def product(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Of two words."""

    @abstractmethod
    def object_at(self, place: SSAValue) -> SSAValue:
        """The address of an object, which is a word, as the code has it."""

    @abstractmethod
    def load(self, place: SSAValue, stored: Attribute) -> SSAValue:
        """A value as it is in memory."""

    @abstractmethod
    def store(self, value: SSAValue, place: SSAValue) -> None:
        """Store a value that is as memory has it."""

    @abstractmethod
    def from_stored(self, value: SSAValue, type: Attribute) -> SSAValue:
        """A value of a type, from what it is in memory."""

    @abstractmethod
    def to_stored(self, value: SSAValue, stored: Attribute) -> SSAValue:
        """What a value is in memory."""

    # endregion


def is_pure(op: Operation) -> bool:
    """May an operation be executed again, for the same results?"""
    return not op.regions and is_side_effect_free(op)


def not_stored(value: SSAValue) -> Diagnostic:
    """What is said of a value that memory does not hold."""
    owner = value.owner
    place = owner.location if isinstance(owner, Operation) else None
    message = f"a value of type {value.type} lives across a barrier"
    return Diagnostic(place, f"{message}, which is not supported")


class SourceCode(StepCode):
    """Functions of source level, whose control flow is branches where it matters."""

    def is_barrier(self, op: Operation) -> bool:
        return isinstance(op, func.CallOp) and op.callee.string_value() == BARRIER

    def edges_of(self, op: Operation) -> list[Edge]:
        match op:
            case cf.BranchOp():
                return [(op.successor, op.arguments)]
            case cf.ConditionalBranchOp():
                then = op.then_block, op.then_arguments
                return [then, (op.else_block, op.else_arguments)]
            case cf.SwitchOp():
                default = op.default_block, op.default_operands
                return [default, *zip(op.case_blocks, op.case_operand, strict=True)]
            case _:
                assert not op.successors, op.name
                return []

    def object_of(self, op: Operation) -> tuple[int, int] | None:
        return (op.size.data, op.align.data) if isinstance(op, ObjectOp) else None

    def stored(self, value: SSAValue) -> Attribute:
        if isinstance(value.type, IndexType):
            return i32
        if value.type == i1:
            return i8
        if isinstance(value.type, Float16Type):
            return i16
        if lane_of(value.type) in STORED:
            return value.type
        raise not_stored(value)

    def function(
        self, old: FunctionOp | func.FuncOp, name: str, further: Sequence[Attribute]
    ) -> tuple[func.FuncOp, Region]:
        assert isinstance(old, func.FuncOp)
        inputs = [*old.function_type.inputs, *further]
        type = FunctionType.from_lists(inputs, [])
        made = func.FuncOp(name, type, visibility="private")
        made.attributes |= INLINED
        made.location = old.location
        return made, made.body

    def jump(self, block: Block) -> Operation:
        return cf.BranchOp(block)

    def branch(
        self, op: Operation, now: Mapping[SSAValue, SSAValue], edges: Sequence[Edge]
    ) -> Operation:
        match op:
            case cf.BranchOp():
                block, values = edges[0]
                made = cf.BranchOp(block, *values)
            case cf.ConditionalBranchOp():
                then, otherwise = edges
                made = cf.ConditionalBranchOp(now[op.cond], *then, *otherwise)
            case cf.SwitchOp():
                (block, values), *cases = edges
                made = cf.SwitchOp(
                    *(now[op.flag], block, values, op.case_values),
                    [block for block, _ in cases],
                    [values for _, values in cases],
                )
            case _:
                raise unsupported(op, "this branch in a kernel with barriers")
        made.location = op.location
        return made

    def leave(self) -> Operation:
        return func.ReturnOp()

    def constant(self, number: int) -> SSAValue:
        return self.add(arith.ConstantOp.from_int_and_width(number, 32)).results[0]

    def sum(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.add(arith.AddiOp(lhs, rhs)).results[0]

    def product(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.add(arith.MuliOp(lhs, rhs)).results[0]

    def object_at(self, place: SSAValue) -> SSAValue:
        return place

    def load(self, place: SSAValue, stored: Attribute) -> SSAValue:
        op = LoadOp.create(operands=[place], result_types=[stored])
        return self.add(op).results[0]

    def store(self, value: SSAValue, place: SSAValue) -> None:
        self.add(StoreOp.create(operands=[value, place]))

    def from_stored(self, value: SSAValue, type: Attribute) -> SSAValue:
        if value.type == type:
            return value
        match type:
            case IndexType():
                cast = arith.IndexCastOp(value, type)
            case Float16Type():
                cast = arith.BitcastOp(value, type)
            case _:
                cast = arith.TruncIOp(value, i1)
        return self.add(cast).results[0]

    def to_stored(self, value: SSAValue, stored: Attribute) -> SSAValue:
        if value.type == stored:
            return value
        match value.type:
            case IndexType():
                cast = arith.IndexCastOp(value, stored)
            case Float16Type():
                cast = arith.BitcastOp(value, stored)
            case _:
                cast = arith.ExtUIOp(value, i8)
        return self.add(cast).results[0]
