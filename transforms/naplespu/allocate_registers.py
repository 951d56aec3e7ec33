"""
Register allocation: values become registers and stack slots.

Spilling decides what has a register, colouring which; then values take the types of
their registers, and parallel copies bring arguments, results, block arguments and
spilled values to where they must be. The function stays in SSA form: block arguments
have registers, and each branch passes values in just those.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue, Use
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    FuncOp,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
    branch,
    instruction,
)
from circ.dialects.naplespu.register_file import RA, TR
from circ.dialects.naplespu.registers import scalar
from circ.targets.naplespu.calling_convention import (
    ARGUMENT_REGISTERS,
    CALL_ADDRESS,
    RESULT_REGISTERS,
)
from circ.transforms.common.parallel_copy import sequentialize
from circ.transforms.naplespu.coloring import (
    Registers,
    arguments_of,
    call_registers,
    color,
)
from circ.transforms.naplespu.live_values import ControlFlow
from circ.transforms.naplespu.spilling import (
    Slot,
    Spills,
    slot_load,
    slot_store,
    spill,
)
from circ.transforms.naplespu.stack_slots import share_slots

Location = int | Slot
"""A scalar register by number, or a word on the stack."""


@dataclass(frozen=True)
class AllocateRegistersPass(ModulePass):
    """Give machine values registers, and stack slots where those run out."""

    name = "naplespu-allocate-registers"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp):
                allocate(func)


def allocate(func: FuncOp) -> None:
    """
    Allocate the registers of one function.

    Raises a Diagnostic where it returns more values than there are result registers.
    """
    spills = spill(func.body)
    flow = ControlFlow.of(func.body)
    share_slots(flow, spills)
    _Assignment(flow, spills, color(flow, spills)).rewrite()


@dataclass
class _Copies:
    """Copies that happen at once, before an operation; constants come after them."""

    moves: list[tuple[Location, Location]] = field(
        default_factory=list[tuple[Location, Location]]
    )
    values: dict[Location, SSAValue] = field(default_factory=dict[Location, SSAValue])
    """The value that each source register holds."""
    recomputed: list[tuple[Location, Operation]] = field(
        default_factory=list[tuple[Location, Operation]]
    )


class _Assignment:
    """Rewrites one function once every value's place is known."""

    def __init__(self, flow: ControlFlow, spills: Spills, registers: Registers):
        self.flow = flow
        self.spills = spills
        self.registers = registers

    def rewrite(self) -> None:
        """Type the values; copy where places differ; drop what is on the stack."""
        places: dict[SSAValue, SSAValue] = {}
        for value, register in self.registers.items():
            typed = Rewriter.replace_value_with_new_type(value, scalar(register))
            places[value] = typed
        self._follow(places)
        for block in self.flow.blocks:
            for op in list(block.ops):
                match op:
                    case CallOp():
                        self._call(op)
                    case ReturnOp():
                        self._return(op)
                    case JumpOp():
                        self._jump(op)
                    case ConditionalBranch():
                        self._branch(op)
                    case _:
                        pass
        self._entry(self.flow.blocks[0])
        for block in self.flow.blocks[1:]:
            for argument in reversed(block.args):
                if argument in self.spills:
                    block.erase_arg(argument)
        for value in self.spills.rematerialized:
            owner = value.owner
            if isinstance(owner, Operation) and owner.parent is not None:
                owner.detach()
                owner.erase()

    def _follow(self, places: dict[SSAValue, SSAValue]) -> None:
        """Retyping makes new values: let what is known speak of those."""
        spills = self.spills
        spills.slots = {places.get(v, v): slot for v, slot in spills.slots.items()}
        self.registers = {places[v]: r for v, r in self.registers.items()}

    def _place(self, value: SSAValue) -> Location:
        slot = self.spills.slots.get(value)
        return self.registers[value] if slot is None else slot

    # region Copies

    def _add(self, copies: _Copies, target: Location, value: SSAValue) -> None:
        if value in self.spills.rematerialized:
            assert isinstance(value.owner, Operation)
            copies.recomputed.append((target, value.owner))
            return
        source = self._place(value)
        copies.moves.append((target, source))
        if not isinstance(source, Slot):
            copies.values[source] = value

    def _emit(
        self, copies: _Copies, before: Operation, location: LocationAttr
    ) -> dict[Location, SSAValue]:
        """Insert the copies before an operation; the values registers then hold."""
        block = before.parent
        assert block is not None
        values = dict(copies.values)

        def insert(op: Operation) -> Operation:
            block.insert_op_before(op, before)
            return op

        def put(target: Location, value: SSAValue) -> None:
            """Bring a value in a register to a place."""
            if isinstance(target, Slot):
                insert(slot_store(value, target, location))
                return
            move = instruction(
                "MOVE_SS_32", (value,), (scalar(target),), location=location
            )
            values[target] = insert(move).results[0]

        for target, source in sequentialize(copies.moves, TR):
            if isinstance(source, Slot):
                load = insert(slot_load(source, location))
                register = RA if isinstance(target, Slot) else target
                value = Rewriter.replace_value_with_new_type(
                    load.results[0], scalar(register)
                )
                if isinstance(target, Slot):
                    put(target, value)
                else:
                    values[target] = value
            else:
                put(target, values[source])
        for target, op in copies.recomputed:
            again = insert(op.clone())
            register = RA if isinstance(target, Slot) else target
            value = Rewriter.replace_value_with_new_type(
                again.results[0], scalar(register)
            )
            if isinstance(target, Slot):
                put(target, value)
            else:
                values[target] = value
        return values

    def _block_copies(
        self, block: Block, passed: Sequence[SSAValue]
    ) -> tuple[_Copies, list[int]]:
        """What brings values to a block's arguments, and the registers of those."""
        copies = _Copies()
        kept: list[int] = []
        for argument, value in zip(block.args, passed):
            target = self._place(argument)
            self._add(copies, target, value)
            if not isinstance(target, Slot):
                kept.append(target)
        return copies, kept

    # endregion
    # region Where values change places

    def _jump(self, op: JumpOp) -> None:
        copies, kept = self._block_copies(op.target, op.arguments)
        values = self._emit(copies, op, op.location)
        op.operands = [values[register] for register in kept]

    def _branch(self, op: ConditionalBranch) -> None:
        """Block arguments are copied in a block of their own between the two."""
        sides: list[tuple[Block, Sequence[SSAValue]]] = []
        for target, passed in (
            (op.taken, op.taken_arguments),
            (op.next, op.next_arguments),
        ):
            copies, kept = self._block_copies(target, passed)
            moving = [pair for pair in copies.moves if pair[0] != pair[1]]
            if not moving and not copies.recomputed:
                sides.append((target, [copies.values[r] for r in kept]))
                continue
            middle = Block()
            region = target.parent
            assert region is not None
            region.insert_block_before(middle, target)
            jump = JumpOp.create(successors=[target], location=op.location)
            middle.add_op(jump)
            values = self._emit(copies, jump, op.location)
            jump.operands = [values[register] for register in kept]
            sides.append((middle, ()))
        taken, next = sides
        record = op.name.removeprefix("naplespu.")
        Rewriter.replace_op(op, branch(record, op.condition, taken, next, op.location))

    def _call(self, op: CallOp) -> None:
        copies = _Copies()
        registers = call_registers(op)
        for i, value in enumerate(arguments_of(op)):
            self._add(copies, _argument_place(i, "outgoing"), value)
        if isinstance(op, IndirectCallOp):
            self._add(copies, CALL_ADDRESS, op.callee)
        values = self._emit(copies, op, op.location)
        op.operands = [values[register] for register in registers]
        self._check_results(len(op.results), op.location)
        following = op.next_op
        assert following is not None, "a block ends with a terminator"
        self._arrive(op.results, RESULT_REGISTERS, following, op.location)

    def _arrive(
        self,
        values: Sequence[SSAValue],
        sources: Sequence[Location],
        before: Operation,
        location: LocationAttr,
    ) -> None:
        """Bring values from where a call or the caller left them to their places."""
        copies = _Copies()
        arrivals: list[tuple[SSAValue, Location, list[Use]]] = []
        for value, source in zip(list(values), sources):
            place = self._place(value)
            copies.moves.append((place, source))
            if not isinstance(source, Slot):
                typed = Rewriter.replace_value_with_new_type(value, scalar(source))
                copies.values[source] = typed
                if isinstance(place, Slot):
                    self.spills.slots[typed] = place
                else:
                    self.registers[typed] = place
                value = typed
            arrivals.append((value, place, list(value.uses)))
        held = self._emit(copies, before, location)
        for value, place, uses in arrivals:
            if isinstance(place, Slot) or held[place] is value:
                continue
            self.registers[held[place]] = place
            for use in uses:
                use.operation.operands[use.index] = held[place]

    def _return(self, op: ReturnOp) -> None:
        self._check_results(len(op.operands), op.location)
        copies = _Copies()
        for register, value in zip(RESULT_REGISTERS, op.operands):
            self._add(copies, register, value)
        values = self._emit(copies, op, op.location)
        op.operands = [
            values[register] for register in RESULT_REGISTERS[: len(op.operands)]
        ]

    def _check_results(self, count: int, location: LocationAttr) -> None:
        if count > len(RESULT_REGISTERS):
            raise Diagnostic(
                location,
                f"{count} results are not supported on NaplesPU, "
                f"which returns at most {len(RESULT_REGISTERS)}",
            )

    def _entry(self, block: Block) -> None:
        """Arguments beyond the registers are on the stack and no block arguments."""
        first = block.first_op
        assert first is not None, "a block ends with a terminator"
        sources = [_argument_place(i, "incoming") for i in range(len(block.args))]
        self._arrive(block.args, sources, first, first.location)
        for argument in reversed(block.args[len(ARGUMENT_REGISTERS) :]):
            block.erase_arg(argument)

    # endregion


def _argument_place(index: int, area: str) -> Location:
    """Where the argument of an index is passed."""
    if index < len(ARGUMENT_REGISTERS):
        return ARGUMENT_REGISTERS[index]
    return Slot(area, index - len(ARGUMENT_REGISTERS))
