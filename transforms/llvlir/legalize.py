"""
`llvlir-legalize`: numbers of 64 bits become pairs of words, for a machine of 32 bits.

A value of i64 or f64 is its low word and its high word. What the words need is written
out where it is short (`wide_integers`); division and binary64 arithmetic are calls of
the run-time library (`wide_floats`). Arguments, results and what branches pass become
two values each, the low word first; an access to memory becomes two.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.dominance import reverse_postorder
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
from circ.dialects.llvlir.types import (
    R32,
    FloatType,
    GeneralType,
    VectorType,
    width_of,
)
from circ.transforms.llvlir.runtime import calls_of
from circ.transforms.llvlir.wide_floats import FLOAT_ROWS
from circ.transforms.llvlir.wide_integers import INTEGER_ROWS, compare
from circ.transforms.llvlir.words import Pair, Words
from circ.transforms.runtime.library import add_functions

TARGETS = ("naplespu",)

Expand = Callable[[Words, RowOp], None]

ROWS: dict[str, Expand] = {**INTEGER_ROWS, **FLOAT_ROWS}
"""What becomes of an operation with a wide operand or result, by row."""


def is_wide(type: Attribute) -> bool:
    """Is it a register of 64 bits?"""
    return isinstance(type, GeneralType | FloatType) and width_of(type) == 64


def narrowed(types: Sequence[Attribute]) -> list[Attribute]:
    """The types with two words for each wide one."""
    found: list[Attribute] = []
    for type in types:
        found += (R32, R32) if is_wide(type) else (type,)
    return found


def legalize_function(function: Operation) -> list[str]:
    """Legalize a function; the functions of the library that it calls."""
    assert isinstance(function, FuncOp)
    if needs_words(function):
        _Legalizer(function).run()
    return list(calls_of(function))


def needs_words(function: FuncOp) -> bool:
    """Has a function a number of 64 bits?"""
    return any(map(is_wide, types_of(function)))


def has_wide_lanes(type: Attribute) -> bool:
    """Is it a vector of numbers of 64 bits?"""
    return isinstance(type, VectorType) and width_of(type.element) == 64


def types_of(function: FuncOp) -> Iterator[Attribute]:
    """The types of all values of a function."""
    yield from function.function_type.inputs
    yield from function.function_type.outputs
    for block in function.body.blocks:
        for argument in block.args:
            yield argument.type
        for op in block.ops:
            yield from op.result_types


class _Legalizer:
    """The blocks of one function."""

    def __init__(self, function: FuncOp):
        self.function = function
        self.words = Words()
        self.old: list[Operation] = []

    def run(self) -> None:
        blocks = list(self.function.body.blocks)
        if blocks:
            arguments = [self._split_arguments(block) for block in blocks]
            index = {block: number for number, block in enumerate(blocks)}
            successors = [
                [index[s] for s in block.last_op.successors] if block.last_op else []
                for block in blocks
            ]
            # Definitions come before uses on the way; the rest is never reached.
            order = reverse_postorder(successors)
            order += sorted(set(range(len(blocks))) - set(order))
            for number in order:
                for op in list(blocks[number].ops):
                    self._convert(op)
            for op in reversed(self.old):
                op.detach()
                op.erase(safe_erase=False)
            for block, wide in zip(blocks, arguments, strict=True):
                for argument in wide:
                    block.erase_arg(argument, safe_erase=False)
        types = self.function.function_type
        self.function.function_type = FunctionType.from_lists(
            narrowed(types.inputs.data), narrowed(types.outputs.data)
        )

    def _split_arguments(self, block: Block) -> list[BlockArgument]:
        """Put two words before each wide argument; gives the wide ones."""
        wide = [argument for argument in block.args if is_wide(argument.type)]
        for argument in wide:
            low = block.insert_arg(R32, argument.index)
            high = block.insert_arg(R32, argument.index)
            if argument.name_hint:
                low.name_hint = f"{argument.name_hint}_low"
                high.name_hint = f"{argument.name_hint}_high"
            self.words.give(argument, (low, high))
        return wide

    def _convert(self, op: Operation) -> None:
        values = (*op.operands, *op.results)
        if not any(is_wide(value.type) for value in values):
            return
        words = self.words.at(op)
        match op:
            case JumpOp():
                edge = self._narrow(op.arguments)
                made: Operation = JumpOp.create_(op.target, edge, op.location)
                self._replace(op, made)
            case CompareBranchOp():
                self._branch(op, words)
            case TableBranchOp():
                made = TableBranchOp.of(
                    op.number,
                    (op.default, self._narrow(op.default_arguments)),
                    [(block, self._narrow(passed)) for block, passed in op.edges],
                    op.location,
                )
                self._replace(op, made)
            case RetOp():
                made = RetOp.create(
                    operands=self._narrow(op.arguments), location=op.location
                )
                self._replace(op, made)
            case CallOp():
                made = CallOp.create_(
                    op.callee.string_value(),
                    self._narrow(op.arguments),
                    narrowed([value.type for value in op.outputs]),
                    op.location,
                )
                self._replace(op, made)
            case CallIndirectOp():
                made = CallIndirectOp.create_(
                    op.callee,
                    self._narrow(op.arguments),
                    narrowed([value.type for value in op.outputs]),
                    op.location,
                )
                self._replace(op, made)
            case RowOp() if op.ROW.name in ROWS:
                ROWS[op.ROW.name](words, op)
                self.old.append(op)
            case _:
                raise unsupported(op, "64 bits on a machine of 32")

    def _narrow(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The values with both words for each wide one."""
        found: list[SSAValue] = []
        for value in values:
            found += self.words.pair(value) if is_wide(value.type) else (value,)
        return found

    def _branch(self, op: CompareBranchOp, words: Words) -> None:
        condition, lhs, rhs = op.condition.data, op.lhs, op.rhs
        if is_wide(lhs.type):
            truth = compare(words, condition, words.pair(lhs), words.pair(rhs))
            condition, lhs, rhs = "ne", truth, words.constant(0, 1)
        made = CompareBranchOp.branch(
            condition,
            lhs,
            rhs,
            op.taken,
            self._narrow(op.taken_arguments),
            op.next,
            self._narrow(op.next_arguments),
            op.location,
        )
        if op.weights is not None:
            made.weights = op.weights
        self._replace(op, made)

    def _replace(self, op: Operation, made: Operation) -> None:
        """Put an operation in another's place; its results stand for the other's."""
        block = op.parent
        assert block is not None
        if is_variadic(op):
            made.attributes |= MARK
        block.insert_op_before(made, op)
        results = iter(made.results)
        for value in op.results:
            result = next(results)
            if is_wide(value.type):
                pair: Pair = (result, next(results))
                self.words.give(value, pair)
            else:
                value.replace_all_uses_with(result)
        self.old.append(op)


@dataclass(frozen=True)
class LlvlirLegalizePass(ModulePass):
    """Make numbers of 64 bits pairs of words."""

    name = "llvlir-legalize"

    target: str = "naplespu"
    """The machine: there is one."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.target not in TARGETS:
            message = f"unknown target '{self.target}' ({', '.join(TARGETS)})"
            raise Diagnostic(None, message)
        functions = [function for function in op.ops if isinstance(function, FuncOp)]
        if any(has_wide_lanes(type) for f in functions for type in types_of(f)):
            return
        called: dict[str, None] = {}
        for function in functions:
            called |= dict.fromkeys(legalize_function(function))
        add_functions(op, called, "llvlir", legalize_function)
