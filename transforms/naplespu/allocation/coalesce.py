"""
Coalescing: one register for both ends of a copy.

A value that is passed to a block argument in the same register, to a callee in the
register of its parameter, or from a callee in that of its result, needs no copy. So
registers are chosen anew, by the same walk that allocates them (`coloring`): each value
takes, of what is free where it appears, the register that saves a copy. Since any
choice leaves registers for the values that follow, no copy that is saved costs a spill.

First, sums that a block argument becomes move behind its last use (`delay_sums`).

The other values take the registers that need not be saved in turn: the machine waits
where a register is written that is still being written, and what writes a register that
something in front of it reads cannot be scheduled before that.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from xdsl.ir import Operation, Region, SSAValue

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import Subclasses
from circ.dialects.common.reports import count
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    FuncOp,
    JumpOp,
    ReturnOp,
)
from circ.dialects.naplespu.pseudos import is_rematerializable
from circ.dialects.naplespu.registers import is_vector, register
from circ.dialects.naplespu.spilling import SpillOp, SplitOp
from circ.targets.naplespu.description.calling_convention import Place, argument_places
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.retype import retype
from circ.transforms.naplespu.allocation.coloring import Coloring, Registers, first_free
from circ.transforms.naplespu.allocation.delay_sums import delay_sums
from circ.transforms.naplespu.allocation.passing import call_places, result_registers
from circ.transforms.naplespu.allocation.recolor import Recoloring
from circ.transforms.naplespu.allocation.register_supply import (
    RegisterSupply,
    is_variadic,
    require_registers,
)
from circ.transforms.naplespu.function_pass import FunctionPass

MAX_SIBLINGS = 64
"""The number of related values that are looked at: switches join thousands."""


IS_RECORD = Subclasses(RecordOp)


@dataclass(frozen=True)
class CoalescePass(FunctionPass):
    """Reassign registers to save copies."""

    name = "naplespu-coalesce"

    def run(self, func: FuncOp) -> None:
        coalesce(func.body)


def coalesce(body: Region) -> int:
    """
    Recolour one function's values; after allocation, before copies are inserted.

    Returns the number of values whose register has changed.
    """
    require_registers(body)
    delay_sums(body)
    flow = ControlFlow(body)
    supply = RegisterSupply.of(body)
    coloring = Coloring(flow, supply)
    wishes = _Wishes(body, coloring.registers, supply)
    coloring.run(wishes.choose)
    Recoloring(coloring, wishes.partners, wishes.fixed).run()
    changed = 0
    for value, number in coloring.registers.items():
        type = register(number)
        if value.type != type:
            retype(value, type)
            changed += 1
    count("values given another register", changed)
    return changed


class _Wishes:
    """The registers that would save a copy, best first."""

    def __init__(self, body: Region, registers: Registers, supply: RegisterSupply):
        self.registers = registers
        self.supply = supply
        self.fixed: dict[SSAValue, list[int]] = {}
        self.partners: dict[SSAValue, list[SSAValue]] = {}
        arguments = body.blocks[0].args
        vectors = [is_vector(value.type) for value in arguments]
        self._fix(arguments, argument_places(vectors, is_variadic(body))[0])
        for block in body.blocks:
            for op in block.ops:
                if not IS_RECORD[type(op)]:  # most are, and wish for nothing
                    self._note(op)
        # Those that the calling convention names are left to the values it is about.
        wished = set(chain.from_iterable(self.fixed.values()))
        self.circles = [
            [register for register in unsaved if register not in wished]
            for unsaved in supply.unsaved
        ]
        """By register file, the registers that take turns."""
        self.turns = [0, 0]
        """Where the search for the next free one begins."""

    def choose(
        self,
        value: SSAValue,
        order: Sequence[int],
        taken: Collection[int],
        lent: Sequence[int],
    ) -> int | None:
        """The register that saves most copies; else the next free one in turn."""
        for wish in self._of(value):
            if wish not in taken and (wish in order or wish in lent):
                return wish
        file = is_vector(value.type)
        if order is self.supply.orders[file][0]:
            circle, turn = self.circles[file], self.turns[file]
            for number in range(turn, turn + len(circle)):
                register = circle[number % len(circle)]
                if register not in taken:
                    self.turns[file] = (number + 1) % len(circle)
                    return register
        return first_free(value, order, taken, lent)

    def _note(self, op: Operation) -> None:
        match op:
            case CallOp():
                self._fix(op.results, result_registers(op.results) or ())
                self._fix(op.operands, call_places(op))
            case ReturnOp():
                self._fix(op.operands, result_registers(op.operands) or ())
            case JumpOp():
                self._join(op.target.args, op.arguments)
            case ConditionalBranch():
                self._join(op.taken.args, op.taken_arguments)
                self._join(op.next.args, op.next_arguments)
            case VectorSelectOp():
                self._join((op.result, op.result), (op.old, op.true))
            case InsertElementOp():
                self._join((op.result,), (op.old,))
            case UnderMaskOp() if op.result and op.old:
                self._join((op.result,), (op.old,))
            case SplitOp():
                self._join((op.result,), (op.value,))
            case _:
                pass

    def _of(self, value: SSAValue) -> Iterator[int]:
        """
        Candidate registers, best first.

        First those that the value is copied to or from, then those of values with the
        same block argument, then those of the calling convention, for itself and for
        what it is copied to.
        """
        registers = self.registers
        partners = self.partners.get(value, ())
        for partner in partners:
            if partner in registers:
                yield registers[partner]
        for partner in partners:
            for sibling in islice(self.partners[partner], MAX_SIBLINGS):
                if sibling in registers:
                    yield registers[sibling]
        yield from self.fixed.get(value, ())
        for partner in islice(partners, MAX_SIBLINGS):
            yield from self.fixed.get(partner, ())

    def _fix(self, values: Iterable[SSAValue], places: Iterable[Place]) -> None:
        for value, place in zip(values, places):
            if isinstance(place, int):
                self.fixed.setdefault(_in_register(value), []).append(place)

    def _join(self, arguments: Sequence[SSAValue], passed: Iterable[SSAValue]) -> None:
        for argument, value in zip(arguments, map(_in_register, passed)):
            # A constant that many arguments start with belongs to none of them.
            if not is_rematerializable(value):
                self.partners.setdefault(argument, []).append(value)
                self.partners.setdefault(value, []).append(argument)


def _in_register(value: SSAValue) -> SSAValue:
    """The stored value of a value on the stack: a register may still hold it."""
    owner = value.owner
    return owner.value if isinstance(owner, SpillOp) else value
