"""
A register for each value, by walking down the dominator tree.

In SSA form the interference graph is chordal and a preorder walk of the dominator tree
colours it with as many registers as are live at once (Hack 2007), which spilling has
made sure of. What is free to choose is chosen so that copies vanish: the same register
for block arguments and what is passed to them, and the calling convention's registers
for arguments and results.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from xdsl.ir import Block, SSAValue

from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
)
from circ.targets.naplespu.calling_convention import (
    ARGUMENT_REGISTERS,
    CALL_ADDRESS,
    CALLEE_SAVED,
    CALLER_SAVED,
    RESULT_REGISTERS,
)
from circ.transforms.naplespu.live_values import ControlFlow, LiveValues
from circ.transforms.naplespu.spilling import Spills, is_rematerializable

Registers = dict[SSAValue, int]


def color(flow: ControlFlow, spills: Spills) -> Registers:
    """The number of a scalar register for each value that has one."""
    return _Coloring(flow, spills).registers


class _Coloring:
    def __init__(self, flow: ControlFlow, spills: Spills):
        self.flow = flow
        self.spills = spills
        self.live = LiveValues.compute(flow)
        self.spilled = self.live.bits((*spills.slots, *spills.rematerialized))
        self.registers: Registers = {}
        self.wishes = _Wishes(flow, self.registers)
        self.orders = (
            (CALLER_SAVED, CALLEE_SAVED)
            if spills.has_calls
            else ((*CALLER_SAVED, *CALLEE_SAVED), ())
        )
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
            for value in dead:
                if value not in op.results:
                    taken.discard(registers[value])
            # What ends with the block, behind the last value that needs a saved
            # register, takes none away: it may be where it is copied to.
            local = i > last_crossing and live_out.isdisjoint(op.results)
            self._assign(op.results, taken, self.orders[1] if local else ())
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
        self, values: Iterable[SSAValue], taken: set[int], lent: Sequence[int] = ()
    ) -> None:
        """
        Give values that appear together registers that are free.

        `lent` are registers that they may have too where that saves a copy.
        """
        for value in values:
            if not self.spills.has_register(value):
                continue
            order = self.orders[value in self.spills.crossing]
            register = self._choose(value, order, taken, lent)
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


def arguments_of(call: CallOp) -> Sequence[SSAValue]:
    """What a call passes, in the order of the parameters."""
    return call.operands[1:] if isinstance(call, IndirectCallOp) else call.operands


def call_registers(call: CallOp) -> list[int]:
    """The registers of a call's operands, as far as they are passed in registers."""
    passed = ARGUMENT_REGISTERS[: len(arguments_of(call))]
    return [CALL_ADDRESS, *passed] if isinstance(call, IndirectCallOp) else [*passed]


MAX_SIBLINGS = 64
"""That are asked for their registers: where a switch joins there are thousands."""


class _Wishes:
    """Registers that would save a copy, best first."""

    def __init__(self, flow: ControlFlow, registers: Registers):
        self.registers = registers
        self.fixed: dict[SSAValue, list[int]] = {}
        self.partners: dict[SSAValue, list[SSAValue]] = {}
        entry = flow.blocks[flow.tree.entry]
        for value, register in zip(entry.args, ARGUMENT_REGISTERS):
            self._fix(value, register)
        for block in flow.blocks:
            for op in block.ops:
                match op:
                    case CallOp():
                        for value, register in zip(op.results, RESULT_REGISTERS):
                            self._fix(value, register)
                        for value, register in zip(op.operands, call_registers(op)):
                            self._fix(value, register)
                    case ReturnOp():
                        for value, register in zip(op.operands, RESULT_REGISTERS):
                            self._fix(value, register)
                    case JumpOp():
                        self._join(op.target.args, op.arguments)
                    case ConditionalBranch():
                        self._join(op.taken.args, op.taken_arguments)
                        self._join(op.next.args, op.next_arguments)
                    case _:
                        pass

    def of(self, value: SSAValue) -> Iterator[int]:
        """
        Registers to try, in this order.

        Those of what a value is copied to or from, then those of what has the same
        block argument, then those of the calling convention.
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

    def _fix(self, value: SSAValue, register: int) -> None:
        self.fixed.setdefault(value, []).append(register)

    def _join(self, arguments: Sequence[SSAValue], passed: Iterable[SSAValue]) -> None:
        for argument, value in zip(arguments, passed):
            # A constant that many arguments start with belongs to none of them.
            if not is_rematerializable(value):
                self.partners.setdefault(argument, []).append(value)
                self.partners.setdefault(value, []).append(argument)
