"""
Reductions of operations: dropped, or replaced by what is at hand.

What an operation gave is taken from one of its operands, a constant, or an argument of
its block, of the same type.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from xdsl.dialects.builtin import FunctionType, ModuleOp, SymbolRefAttr
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator

from circ.dialects.circuit.control import ROOTS, MergingState
from circ.dialects.common.module_functions import is_function, name_of
from circ.transforms.reduce.constants import is_constant, smaller, zero

T = TypeVar("T")

Replace = Callable[[str, Operation, SSAValue], SSAValue | None]
"""From the level, the erased operation and a result of it: the replacement."""

KEPT = (*ROOTS, MergingState)


def inside_functions(module: ModuleOp) -> Iterator[Operation]:
    """Operations of the functions, in order, outer ones before what they contain."""
    for function in module.ops:
        if is_function(function):
            for region in function.regions:
                for block in region.blocks:
                    yield from _walk(block)


def _walk(block: Block) -> Iterator[Operation]:
    for op in block.ops:
        yield from op.walk()


def can_go(op: Operation) -> bool:
    return not isinstance(op, KEPT) and not op.has_trait(IsTerminator)


def operand_instead(position: int) -> Replace:
    """Replace by the operand at that position among those of the result's type."""

    def replace(level: str, op: Operation, result: SSAValue) -> SSAValue | None:
        fitting = [
            v for v in op.operands if v.type == result.type and v.owner is not op
        ]
        return fitting[position] if position < len(fitting) else None

    return replace


def constant_instead(level: str, op: Operation, result: SSAValue) -> SSAValue | None:
    block = op.parent
    constant = zero(level, result.type, op.location)
    if constant is None or block is None:
        return None
    block.insert_op_before(constant, op)
    return constant.results[0]


def replace_by_constant(level: str, argument: BlockArgument) -> bool:
    """Replace all uses of a block argument by zero; False if there is no zero."""
    if argument.first_use is not None:
        first = argument.block.first_op
        assert first is not None
        constant = constant_instead(level, first, argument)
        if constant is None:
            return False
        argument.replace_all_uses_with(constant)
    return True


def argument_instead(level: str, op: Operation, result: SSAValue) -> SSAValue | None:
    """Replace by an argument of an enclosing block, or a preceding value."""
    block = op.parent
    while block is not None:
        for argument in block.args:
            if argument.type == result.type:
                return argument
        parent = block.parent_op()
        block = None if parent is None or is_function(parent) else parent.parent
    before = op.prev_op
    for _ in range(20):
        if before is None:
            return None
        for value in before.results:
            if value.type == result.type:
                return value
        before = before.prev_op
    return None


def drop(level: str, op: Operation, instead: Sequence[Replace]) -> bool:
    """Erase an operation after replacing its results; False if that is not possible."""
    for result in op.results:
        if result.first_use is None:
            continue
        for replace in instead:
            if (
                value := replace(level, op, result)
            ) is not None and value is not result:
                result.replace_all_uses_with(value)
                break
        else:
            return False
    Rewriter.erase_op(op)
    return True


class DropOperations:
    """Erase operations; `instead` lists the replacements to try for their results."""

    def __init__(self, level: str, instead: Sequence[Replace] = ()):
        self.level, self.instead = level, instead

    def sites(self, module: ModuleOp) -> list[Operation]:
        """Constants are not replaced, since constants replace other operations."""
        return [
            op
            for op in inside_functions(module)
            if can_go(op) and not (self.instead and is_constant(op))
        ]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        chosen = self.sites(module)[start:end]
        gone: set[Operation] = set()
        changed = False
        # From the last on, so that users go before what they use.
        for op in reversed(chosen):
            if op in gone or (op.parent is None):
                continue
            inner = list(op.walk())
            if drop(self.level, op, self.instead):
                gone.update(inner)
                changed = True
        return changed


class DropSymbols:
    """Erase functions and globals that nothing names any more."""

    def sites(self, module: ModuleOp) -> list[Operation]:
        return list(module.ops)

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        sites = self.sites(module)
        chosen = sites[start:end]
        named: set[str] = set()
        for op in (*sites[:start], *sites[end:]):
            for inner in op.walk():
                if inner is op and is_function(op):
                    continue
                for attribute in (
                    *inner.properties.values(),
                    *inner.attributes.values(),
                ):
                    if isinstance(attribute, SymbolRefAttr):
                        named.add(attribute.string_value())
        changed = False
        for op in chosen:
            symbol = op.properties.get("sym_name")
            if symbol is None or getattr(symbol, "data", None) not in named:
                Rewriter.erase_op(op)
                changed = True
        return changed


class ShrinkConstants:
    """Shrink constants to the proposal with number `choice`."""

    def __init__(self, choice: int):
        self.choice = choice

    def sites(self, module: ModuleOp) -> list[Operation]:
        return [op for op in inside_functions(module) if len(smaller(op)) > self.choice]

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        for op in self.sites(module)[start:end]:
            op.properties = dict(smaller(op)[self.choice])
        return start < end


class DropParameters:
    """Drop parameters or results of source functions and of the calls to them."""

    def __init__(self, results: bool):
        self.results = results

    def sites(self, module: ModuleOp) -> list[tuple[Operation, int]]:
        found: list[tuple[Operation, int]] = []
        for op in module.ops:
            type = op.properties.get("function_type")
            if op.name == "func.func" and isinstance(type, FunctionType):
                if op.regions[0].blocks.first is not None:
                    types = type.outputs if self.results else type.inputs
                    found += [(op, i) for i in range(len(types))]
        return found

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        calls: dict[str, list[Operation]] = {}
        for op in inside_functions(module):
            callee = op.properties.get("callee")
            if op.name == "func.call" and isinstance(callee, SymbolRefAttr):
                calls.setdefault(callee.string_value(), []).append(op)
        changed = False
        drop = self._drop_result if self.results else self._drop_parameter
        for function, position in reversed(self.sites(module)[start:end]):
            if not drop(function, position, calls.get(name_of(function), [])):
                continue
            type = function.properties["function_type"]
            assert isinstance(type, FunctionType)
            inputs, outputs = list(type.inputs), list(type.outputs)
            del (outputs if self.results else inputs)[position]
            type = FunctionType.from_lists(inputs, outputs)
            function.properties["function_type"] = type
            function.properties.pop("res_attrs" if self.results else "arg_attrs", None)
            changed = True
        return changed

    def _drop_parameter(
        self, function: Operation, position: int, calls: list[Operation]
    ) -> bool:
        block = function.regions[0].blocks[0]
        argument = block.args[position]
        if not replace_by_constant("source", argument):
            return False
        block.erase_arg(argument)
        for call in calls:
            call.operands = _without(call.operands, position)
        return True

    def _drop_result(
        self, function: Operation, position: int, calls: list[Operation]
    ) -> bool:
        for call in calls:
            result = call.results[position]
            if result.first_use is not None:
                if zero("source", result.type, call.location) is None:
                    return False
        for block in function.regions[0].blocks:
            end = block.last_op
            if end is not None and end.name == "func.return":
                end.operands = _without(end.operands, position)
        for number, call in enumerate(calls):
            result, value = call.results[position], None
            if result.first_use is not None:
                value = constant_instead("source", call, result)
            new = type(call).create(
                operands=list(call.operands),
                result_types=_without(call.result_types, position),
                properties=dict(call.properties),
                attributes=dict(call.attributes),
                location=call.location,
            )
            results = [*new.results[:position], value, *new.results[position:]]
            Rewriter.replace_op(call, new, results)
            calls[number] = new
        return True


def _without(items: Sequence[T], position: int) -> list[T]:
    return [*items[:position], *items[position + 1 :]]
