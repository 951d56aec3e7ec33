"""
Replacing some values of a function by several values, or by one of another type.

A subclass decides which values are split and converts the rows on them. Arguments,
results and branch operands are handled here: the parts take the value's place.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import cast

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from circ.dialects.common.dominance import reverse_postorder
from circ.dialects.common.kernel import lane_parameters, set_lane_parameters
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.variadic import MARK, is_variadic
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    RowOp,
    TableBranchOp,
)

CONTROL = (JumpOp, CompareBranchOp, TableBranchOp, RetOp, CallOp, CallIndirectOp)


@cache
def _computes(kind: type[Operation]) -> bool:
    """Is it the class of a row that neither branches, returns nor calls?"""
    return issubclass(kind, RowOp) and not issubclass(kind, CONTROL)


class Splitting(ABC):
    """The blocks of one function."""

    def __init__(self, function: FuncOp):
        self.function = function
        self.old: list[Operation] = []

    # region To be overridden

    @abstractmethod
    def part_types(self, type: Attribute) -> Sequence[Attribute]:
        """The types of a value's parts, itself where it is none that is split."""

    @abstractmethod
    def is_split(self, type: Attribute) -> bool:
        """Are values of the type split?"""

    @abstractmethod
    def give(self, value: SSAValue, parts: Sequence[SSAValue]) -> None:
        """Record the parts of a value."""

    @abstractmethod
    def parts_of(self, value: SSAValue) -> Sequence[SSAValue]:
        """The parts of a value that is split."""

    @abstractmethod
    def convert_row(self, op: RowOp) -> None:
        """Replace a row, which is erased in the end, or leave it."""

    # endregion

    def run(self) -> None:
        blocks = self._reached()
        if blocks:
            arguments = [self._split_arguments(block) for block in blocks]
            for block in blocks:
                for op in list(block.ops):
                    self.convert(op)
            for op in reversed(self.old):
                op.detach()
                op.erase(safe_erase=False)
            for block, old in zip(blocks, arguments, strict=True):
                for argument in old:
                    block.erase_arg(argument, safe_erase=False)
        types = self.function.function_type
        if (parameters := lane_parameters(self.function)) is not None:
            lane, lanes = (
                len(self.split_types(types.inputs.data[:place])) for place in parameters
            )
            set_lane_parameters(self.function, lane, lanes)
        self.function.function_type = FunctionType.from_lists(
            self.split_types(types.inputs.data), self.split_types(types.outputs.data)
        )

    def _reached(self) -> list[Block]:
        """The blocks, definitions before uses; what is never reached is erased."""
        body = self.function.body
        blocks = blocks_of(body)
        if not blocks:
            return []
        index = {block: number for number, block in enumerate(blocks)}
        successors = [
            [index[s] for s in block.last_op.successors] if block.last_op else []
            for block in blocks
        ]
        order = reverse_postorder(successors)
        for number in sorted(set(range(len(blocks))) - set(order)):
            body.erase_block(blocks[number], safe_erase=False)
        return [blocks[number] for number in order]

    def split_types(self, types: Sequence[Attribute]) -> list[Attribute]:
        """The types, those of the parts in the place of each that is split."""
        return [part for type in types for part in self.part_types(type)]

    def split_values(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The values, the parts in the place of each that is split."""
        found: list[SSAValue] = []
        for value in values:
            found += self.parts_of(value) if self.is_split(value.type) else (value,)
        return found

    def _split_arguments(self, block: Block) -> list[BlockArgument]:
        """Put the parts before each argument that has some; gives those."""
        old = [argument for argument in block.args if self.is_split(argument.type)]
        for argument in old:
            parts = [
                block.insert_arg(type, argument.index)
                for type in self.part_types(argument.type)
            ]
            self.name_parts(argument, parts)
            self.give(argument, parts)
        return old

    def name_parts(self, value: SSAValue, parts: Sequence[SSAValue]) -> None:
        """Give the parts the name of the value, which the printer numbers."""
        for part in parts:
            part.name_hint = part.name_hint or value.name_hint

    def convert(self, op: Operation) -> None:
        """Replace an operation that has a value with parts; rows say themselves."""
        if _computes(type(op)):
            self.convert_row(cast(RowOp, op))
            return
        if not any(self.is_split(v.type) for v in (*op.operands, *op.results)):
            return
        split = self.split_values
        match op:
            case JumpOp():
                edge = split(op.arguments)
                made: Operation = JumpOp.create_(op.target, edge, op.location)
            case CompareBranchOp():
                made = self._branch(op)
            case TableBranchOp():
                made = TableBranchOp.of(
                    op.number,
                    (op.default, split(op.default_arguments)),
                    [(block, split(passed)) for block, passed in op.edges],
                    op.location,
                )
            case RetOp():
                made = RetOp.create(operands=split(op.arguments), location=op.location)
            case CallOp():
                made = CallOp.create_(
                    op.callee.string_value(),
                    split(op.arguments),
                    self.split_types([value.type for value in op.outputs]),
                    op.location,
                )
            case CallIndirectOp():
                made = CallIndirectOp.create_(
                    op.callee,
                    split(op.arguments),
                    self.split_types([value.type for value in op.outputs]),
                    op.location,
                )
            case _:
                raise AssertionError(op.name)
        self._replace(op, made)

    def compared(self, op: CompareBranchOp) -> tuple[str, SSAValue, SSAValue]:
        """The condition of a branch, and what it compares."""
        return op.condition.data, op.lhs, op.rhs

    def _branch(self, op: CompareBranchOp) -> CompareBranchOp:
        condition, lhs, rhs = self.compared(op)
        made = CompareBranchOp.branch(
            condition,
            lhs,
            rhs,
            op.taken,
            self.split_values(op.taken_arguments),
            op.next,
            self.split_values(op.next_arguments),
            op.location,
        )
        if op.weights is not None:
            made.weights = op.weights
        return made

    def _replace(self, op: Operation, made: Operation) -> None:
        """Replace an operation by another with the same results."""
        block = op.parent
        assert block is not None
        if is_variadic(op):
            made.attributes |= MARK
        block.insert_op_before(made, op)
        results = iter(made.results)
        for value in op.results:
            parts = [next(results) for _ in self.part_types(value.type)]
            if self.is_split(value.type):
                self.name_parts(value, parts)
                self.give(value, parts)
            else:
                value.replace_all_uses_with(parts[0])
        self.old.append(op)
