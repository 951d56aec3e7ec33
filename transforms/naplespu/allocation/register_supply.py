"""
The registers that a function's values may have, and register pressure.

In SSA form the largest number of values live at one point is all that colouring needs
(Hack, "Register Allocation for Programs in SSA Form", 2007). Values live across a call
may only use callee-saved registers. Register files are independent.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.operation_search import Subclasses, operations_in
from circ.dialects.common.variadic import VARIADIC
from circ.dialects.naplespu.masked import UnderMaskOp, VectorCopyOp
from circ.dialects.naplespu.ops import CallOp
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    DynamicReleaseOp,
    GetRegisterOp,
    SlotOp,
)
from circ.dialects.naplespu.registers import ScalarType, VectorType
from circ.dialects.naplespu.spilling import is_register
from circ.targets.naplespu.description.calling_convention import (
    ADDRESS_TEMPORARY,
    FILES,
    RegisterFile,
    faulty_vectors,
)
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.analysis.live_values import (
    LiveValues,
    location_of,
)
from circ.transforms.naplespu.analysis.returns_twice import calls_setjmp

Orders = tuple[tuple[int, ...], tuple[int, ...]]
"""Registers for values that are not live across calls, and for those that are."""


IS_CALL = Subclasses(CallOp)


@dataclass(frozen=True)
class RegisterSupply:
    """The registers of one function."""

    has_calls: bool
    orders: tuple[Orders, Orders]
    """By register file, the allocatable registers in order of preference."""
    unsaved: tuple[tuple[int, ...], ...]
    """By register file, those that the function need not save."""
    limits: tuple[int, ...]
    """The number of registers for each class of values: see `Pressure`."""

    @staticmethod
    def of(body: Region) -> "RegisterSupply":
        """
        The allocatable registers of a function; linear.

        Raises a Diagnostic if code names registers or has copies already: a different
        choice of registers would make it wrong.
        """
        func = body.parent_op()
        assert func is not None
        reserved = faulty_vectors(subtarget_of(func))
        has_calls = dynamic = False
        for op in operations_in(body, Operation):
            kind = type(op)
            if IS_CALL[kind]:
                has_calls = True
            elif kind is DynamicAllocaOp or kind is DynamicReleaseOp:
                dynamic = True
            elif (late := _too_late(kind)) is not None:
                raise Diagnostic(op.location, f"'{op.name}' {late}")
        if dynamic:
            reserved += (ADDRESS_TEMPORARY,)

        def order(file: RegisterFile) -> Orders:
            caller, callee = (
                tuple(number for number in numbers if number not in reserved)
                for numbers in (file.caller_saved, file.callee_saved)
            )
            return (caller, callee) if has_calls else ((*caller, *callee), ())

        scalars, vectors = map(order, FILES)
        unsaved = tuple(
            tuple(number for number in file.caller_saved if number not in reserved)
            for file in FILES
        )
        if calls_setjmp(body):
            vectors = vectors[0], ()
        orders = scalars, vectors
        limits = tuple(len(registers) for file in orders for registers in file)
        return RegisterSupply(has_calls, orders, unsaved, limits)


@cache
def _too_late(kind: type[Operation]) -> str | None:
    """Operations after which registers cannot be chosen any more, and why."""
    if issubclass(kind, GetRegisterOp):
        return "names a register; registers must be chosen before"
    if issubclass(kind, SlotOp | VectorCopyOp):
        return "is a copy; registers must be chosen before naplespu-insert-copies"
    return None


def is_variadic(body: Region) -> bool:
    """Are all arguments of the function on the stack?"""
    func = body.parent_op()
    return func is not None and VARIADIC in func.attributes


def in_register(value: SSAValue) -> bool:
    """Is a value in a register, whether assigned yet or not?"""
    return is_register(value.type)


def require_registers(body: Region) -> None:
    """
    Check that all values of a function that need registers have them.

    Raises a Diagnostic at the first that has none.
    """
    for block in body.blocks:
        ops = operations_in(block, Operation)
        for values in (block.args, *(op.results for op in ops)):
            for value in values:
                type = value.type
                if is_register(type) and not isinstance(type.index, IntAttr):
                    raise Diagnostic(
                        location_of(value),
                        "a value has no register; naplespu-allocate-registers must "
                        "run before",
                    )


def elsewhere(live: LiveValues) -> int:
    """The values live across edges that are in no register: a bit set of `live`."""
    return live.bits(value for value in live.values if not in_register(value))


def crossing_calls(
    flow: ControlFlow, live: LiveValues, unplaced: int, supply: RegisterSupply
) -> set[SSAValue]:
    """Values in registers that are live across some call."""
    crossing: set[SSAValue] = set()
    if not supply.has_calls:
        return crossing
    for number, block in enumerate(flow.blocks):
        if not operations_in(block, CallOp):
            continue
        current = dict.fromkeys(live.members(live.live_out[number] & ~unplaced))
        pending: list[SSAValue] = list(current)
        for op in reversed(block.ops):
            for result in op.results:
                current.pop(result, None)
            if IS_CALL[type(op)]:
                # Each value is entered once, at the last call that it is live across.
                crossing.update(value for value in pending if value in current)
                pending.clear()
            for operand in op.operands:
                if operand not in current:
                    current[operand] = None
                    pending.append(operand)
    return {value for value in crossing if in_register(value)}


class Pressure:
    """
    Register pressure, by walking each block backwards.

    Values are of four classes: scalar or vector, and live across calls or not. The walk
    yields the classes with more live values than registers; its caller removes values
    from those (`dropped`).
    """

    def __init__(self, flow: ControlFlow, supply: RegisterSupply):
        self.flow = flow
        self.supply = supply
        self.live = LiveValues.compute(flow)
        self.unplaced = elsewhere(self.live)
        self.crossing = crossing_calls(flow, self.live, self.unplaced, supply)
        self.dropped: set[SSAValue] = set()
        self.block = 0
        """The number of the current block."""

    def excesses(self) -> Iterator[tuple[dict[SSAValue, None], int]]:
        """The live values of a class, and how many of them are too many."""
        live = self.live
        limits = self.supply.limits
        least = min(limits if self.crossing else limits[::2])
        for number, block in enumerate(self.flow.blocks):
            outside = live.live_out[number].bit_count()
            if _has_at_most(block, least - outside):
                continue
            self.block = number
            self.current: list[dict[SSAValue, None]] = [{} for _ in self.supply.limits]
            live_out = live.members(live.live_out[number] & ~self.unplaced)
            yield from self._add(live_out)
            for op in reversed(block.ops):
                # A result that nothing uses needs a register too.
                if op.results:
                    yield from self._add(op.results)
                if op.__class__ is UnderMaskOp:  # written before all is read
                    yield from self._add(op.operands)
                self._remove(op.results)
                yield from self._add(op.operands)
            yield from self._add(block.args)

    def drop(self, value: SSAValue, values: dict[SSAValue, None]) -> None:
        """Mark a value as spilled from here on."""
        self.dropped.add(value)
        del values[value]
        self.unplaced |= self.live.bits((value,))

    def _add(
        self, values: Iterable[SSAValue]
    ) -> Iterable[tuple[dict[SSAValue, None], int]]:
        current, crossing, dropped = self.current, self.crossing, self.dropped
        grown = False
        for value in values:
            kind = value.type.__class__
            if kind is VectorType:
                where = current[2 + (value in crossing)]
            elif kind is ScalarType:
                where = current[value in crossing]
            else:
                continue
            if value not in where and value not in dropped:
                where[value] = None
                grown = True
        return self._full() if grown else ()

    def _full(self) -> Sequence[tuple[dict[SSAValue, None], int]]:
        full: list[tuple[dict[SSAValue, None], int]] = []
        for values, limit in zip(self.current, self.supply.limits):
            if len(values) > limit:
                full.append((values, len(values) - limit))
        return full

    def _remove(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            vector = value.type.__class__ is VectorType
            self.current[2 * vector + (value in self.crossing)].pop(value, None)


def _has_at_most(block: Block, most: int) -> bool:
    """Does a block have at most so many arguments, operands and results together?"""
    most -= len(block.args)
    op = block.first_op
    while op is not None and most >= 0:
        most -= len(op._operands) + len(op.results)  # pyright: ignore[reportPrivateUsage]
        op = op.next_op
    return most >= 0
