"""
A register for each value, by walking down the dominator tree.

In SSA form the interference graph is chordal and a preorder walk of the dominator tree
colours it with as many registers as are live at once (Hack, "Register Allocation for
Programs in SSA Form", 2007), which spilling has made sure of. So whatever each value is
given of what is free where it appears, there is something left for the next one. Both
register files are coloured in one walk.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.masked import UnderMaskOp
from circ.dialects.naplespu.registers import is_vector
from circ.dialects.naplespu.spilling import is_register
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.allocation.register_supply import (
    RegisterSupply,
    crossing_calls,
    elsewhere,
    in_register,
)
from circ.transforms.naplespu.analysis.live_values import (
    LiveValues,
    location_of,
)

Registers = dict[SSAValue, int]
"""By value, its register, as a number across both files."""
Choice = Callable[[SSAValue, Sequence[int], Collection[int], Sequence[int]], int | None]
"""
Chooses a value's register from its candidates, given the occupied ones.

The last candidates are reserved for values that are live across calls; other values may
take one if that saves a copy.
"""


def first_free(
    value: SSAValue, order: Sequence[int], taken: Collection[int], lent: Sequence[int]
) -> int | None:
    """The first register in order that is free."""
    for register in order:
        if register not in taken:
            return register
    return None


class Coloring:
    """
    Assign registers to one function's values.

    `registers` may be read while it is filled. Raises a Diagnostic if more values are
    live than there are registers: nothing was spilled.
    """

    def __init__(self, flow: ControlFlow, supply: RegisterSupply):
        self.flow = flow
        self.orders = supply.orders
        self.live = LiveValues.compute(flow)
        self.unplaced = elsewhere(self.live)
        self.crossing = crossing_calls(flow, self.live, self.unplaced, supply)
        self.registers: Registers = {}

    def run(self, choose: Choice) -> Registers:
        """Colour all values; linear in instructions, and in blocks times a set."""
        self.choose = choose
        work = [self.flow.tree.entry]
        while work:
            number = work.pop()
            self._color_block(number)
            work.extend(reversed(self.flow.tree.children[number]))
        return self.registers

    def _color_block(self, number: int) -> None:
        block = self.flow.blocks[number]
        registers = self.registers
        taken = {registers[value] for value in self._members(self.live.live_in[number])}
        dying = self._last_uses(number, block)
        ops = operations_in(block, Operation)
        last_crossing = -1
        if self.crossing:
            for i, op in enumerate(ops):
                if not self.crossing.isdisjoint(op.results):
                    last_crossing = i
        live_out = set(self._members(self.live.live_out[number]))
        self._assign(block.args, taken)
        for value in dying[0]:
            taken.discard(registers[value])
        for i, (op, dead) in enumerate(zip(ops, dying[1:])):
            kept = read_late(op)
            results = op.results
            for value in dead:
                if value not in results and value not in kept:
                    taken.discard(registers[value])
            if results:
                # What ends with the block, after the last value that needs a saved
                # register, takes none away: it may be where it is copied to.
                local = i > last_crossing and live_out.isdisjoint(results)
                self._assign(results, taken, local)
            for value in dead:
                if value in kept or value in results:
                    taken.discard(registers[value])

    def _members(self, bits: int) -> list[SSAValue]:
        """The values of a set that are in registers."""
        return self.live.members(bits & ~self.unplaced)

    def _last_uses(self, number: int, block: Block) -> list[list[SSAValue]]:
        """
        The values whose live ranges end at the head of a block and at each operation.

        The live range of an unused result ends at its definition.
        """
        alive = set(self._members(self.live.live_out[number]))
        dying: list[list[SSAValue]] = []
        for op in reversed(operations_in(block, Operation)):
            dead: list[SSAValue] = []
            for result in op.results:
                if result in alive:
                    alive.discard(result)
                elif is_register(result.type):
                    dead.append(result)
            for operand in op._operands:  # pyright: ignore[reportPrivateUsage]
                if operand not in alive and is_register(operand.type):
                    alive.add(operand)
                    dead.append(operand)
            dying.append(dead)
        dying.append(
            [value for value in block.args if value not in alive and in_register(value)]
        )
        dying.reverse()
        return dying

    def _assign(
        self, values: Iterable[SSAValue], taken: set[int], local: bool = False
    ) -> None:
        """
        Assign free registers to values that are defined together.

        `local` values may have registers for values that are live across calls too if
        that saves a copy.
        """
        for value in values:
            type = value.type
            if not is_register(type):
                continue
            orders = self.orders[is_vector(type)]
            order = orders[value in self.crossing]
            register = self.choose(value, order, taken, orders[1] if local else ())
            if register is None:
                raise Diagnostic(
                    location_of(value),
                    f"more than {len(order)} values of a register file are live at "
                    "once; naplespu-spill must run before",
                )
            self.registers[value] = register
            taken.add(register)


def read_late(op: Operation) -> Sequence[SSAValue]:
    """Operands that are read after a result may have been written (early clobber)."""
    if op.__class__ is not UnderMaskOp:
        return ()
    assert isinstance(op, UnderMaskOp)
    return [value for value in op.registers if value is not op.old]
