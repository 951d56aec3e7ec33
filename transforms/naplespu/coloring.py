"""
A register for each value, by walking down the dominator tree.

In SSA form the interference graph is chordal and a preorder walk of the dominator tree
colours it with as many registers as are live at once (Hack 2007), which spilling has
made sure of. What is free to choose is chosen so that copies vanish: the same register
for block arguments and what is passed to them, and the calling convention's registers
for arguments and results. Both register files are coloured in one walk.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
)
from circ.dialects.naplespu.registers import is_vector
from circ.targets.naplespu.calling_convention import (
    CALL_ADDRESS,
    FILES,
    Place,
    argument_places,
)
from circ.transforms.naplespu.live_values import ControlFlow, LiveValues
from circ.transforms.naplespu.spilling import Spills, is_rematerializable, orders_of

Registers = dict[SSAValue, int]


def color(flow: ControlFlow, spills: Spills) -> Registers:
    """The register of each value that has one, by number among those of both files."""
    return _Coloring(flow, spills).registers


class _Coloring:
    def __init__(self, flow: ControlFlow, spills: Spills):
        self.flow = flow
        self.spills = spills
        self.live = LiveValues.compute(flow)
        self.spilled = self.live.bits((*spills.slots, *spills.rematerialized))
        self.registers: Registers = {}
        self.wishes = _Wishes(flow, spills, self.registers)
        self.orders = orders_of(spills)
        work = [flow.tree.entry]
        while work:
            number = work.pop()
            self._color_block(number)
            work.extend(reversed(flow.tree.children[number]))

    def _color_block(self, number: int) -> None:
        block = self.flow.blocks[number]
        spills, registers = self.spills, self.registers
        taken = {registers[value] for value in self._members(self.live.live_in[number])}
        dying = self._last_uses(number, block)
        ops = list(block.ops)
        last_crossing = max(
            (
                i
                for i, op in enumerate(ops)
                if not spills.crossing.isdisjoint(op.results)
            ),
            default=-1,
        )
        live_out = set(self._members(self.live.live_out[number]))
        self._assign(block.args, taken)
        for value in dying[0]:
            taken.discard(registers[value])
        for i, (op, dead) in enumerate(zip(ops, dying[1:])):
            kept = _read_late(op)
            for value in dead:
                if value not in op.results and value not in kept:
                    taken.discard(registers[value])
            # What ends with the block, behind the last value that needs a saved
            # register, takes none away: it may be where it is copied to.
            local = i > last_crossing and live_out.isdisjoint(op.results)
            self._assign(op.results, taken, local)
            for value in dead:
                if value in kept:
                    taken.discard(registers[value])
            for result in op.results:
                # Unused, or stored to its slot at once: free again behind this.
                if result in registers and (result in dead or result in spills):
                    taken.discard(registers[result])

    def _members(self, bits: int) -> list[SSAValue]:
        """The values of a set that have registers."""
        return self.live.members(bits & ~self.spilled)

    def _last_uses(self, number: int, block: Block) -> list[list[SSAValue]]:
        """
        The values that die at the head of a block and at each operation.

        A result that nothing uses dies where it is defined.
        """
        alive = set(self._members(self.live.live_out[number]))
        dying: list[list[SSAValue]] = []
        for op in reversed(block.ops):
            dead: list[SSAValue] = [
                result for result in op.results if result not in alive
            ]
            alive.difference_update(op.results)
            for operand in op.operands:
                if operand not in alive:
                    alive.add(operand)
                    dead.append(operand)
            dying.append([value for value in dead if value not in self.spills])
        dying.append(
            [
                value
                for value in block.args
                if value not in alive and value not in self.spills
            ]
        )
        dying.reverse()
        return dying

    def _assign(
        self, values: Iterable[SSAValue], taken: set[int], local: bool = False
    ) -> None:
        """
        Give values that appear together registers that are free.

        What is `local` may have those for values that are live across calls too where
        that saves a copy.
        """
        for value in values:
            if not self.spills.has_register(value):
                continue
            orders = self.orders[is_vector(value.type)]
            order = orders[value in self.spills.crossing]
            register = self._choose(value, order, taken, orders[1] if local else ())
            self.registers[value] = register
            taken.add(register)

    def _choose(
        self,
        value: SSAValue,
        order: Sequence[int],
        taken: set[int],
        lent: Sequence[int],
    ) -> int:
        for wish in self.wishes.of(value):
            if wish not in taken and (wish in order or wish in lent):
                return wish
        for register in order:
            if register not in taken:
                return register
        raise AssertionError("spilling left more live values than registers")


def _read_late(op: Operation) -> Sequence[SSAValue]:
    """Operands that are read when a result may have been written."""
    if not isinstance(op, UnderMaskOp):
        return ()
    return [value for value in op.registers if value is not op.old]


def arguments_of(call: CallOp) -> Sequence[SSAValue]:
    """What a call passes, in the order of the parameters."""
    return call.operands[1:] if isinstance(call, IndirectCallOp) else call.operands


def call_places(call: CallOp) -> list[Place]:
    """The places of a call's operands: the address of an indirect one, arguments."""
    vectors = [is_vector(value.type) for value in arguments_of(call)]
    places, _ = argument_places(vectors, call.variadic is not None)
    return [CALL_ADDRESS, *places] if isinstance(call, IndirectCallOp) else places


def result_registers(values: Sequence[SSAValue]) -> list[int] | None:
    """The registers of results, if there are enough."""
    rest = [iter(file.results) for file in FILES]
    found = [next(rest[is_vector(value.type)], None) for value in values]
    registers = [register for register in found if register is not None]
    return registers if len(registers) == len(found) else None


MAX_SIBLINGS = 64
"""That are asked for their registers: where a switch joins there are thousands."""


class _Wishes:
    """Registers that would save a copy, best first."""

    def __init__(self, flow: ControlFlow, spills: Spills, registers: Registers):
        self.registers = registers
        self.disabled = "coalesce" in spills.disabled
        self.fixed: dict[SSAValue, list[int]] = {}
        self.partners: dict[SSAValue, list[SSAValue]] = {}
        entry = flow.blocks[flow.tree.entry]
        self._fix(entry.args, spills.places)
        for block in flow.blocks:
            for op in block.ops:
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
                    case _:
                        pass

    def of(self, value: SSAValue) -> Iterator[int]:
        """
        Registers to try, in this order.

        Those of what a value is copied to or from, then those of what has the same
        block argument, then those of the calling convention.
        """
        if self.disabled:
            return
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

    def _fix(self, values: Iterable[SSAValue], places: Iterable[Place]) -> None:
        for value, place in zip(values, places):
            if isinstance(place, int):
                self.fixed.setdefault(value, []).append(place)

    def _join(self, arguments: Sequence[SSAValue], passed: Iterable[SSAValue]) -> None:
        for argument, value in zip(arguments, passed):
            # A constant that many arguments start with belongs to none of them.
            if not is_rematerializable(value):
                self.partners.setdefault(argument, []).append(value)
                self.partners.setdefault(value, []).append(argument)
