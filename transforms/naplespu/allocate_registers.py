"""
Register allocation: values become registers and stack slots.

Spilling decides what has a register, colouring which; then values take the types of
their registers, and parallel copies bring arguments, results, block arguments and
spilled values to where they must be. The function stays in SSA form: block arguments
have registers, and each branch passes values in just those.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, LocationAttr, ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue, Use
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    FuncOp,
    JumpOp,
    ReturnOp,
    branch,
)
from circ.dialects.naplespu.pseudos import VariableArgumentsOp
from circ.dialects.naplespu.register_file import RA, TR
from circ.dialects.naplespu.registers import (
    SCALAR,
    VECTOR,
    ScalarType,
    VectorType,
    is_vector,
)
from circ.dialects.naplespu.registers import register as register_type
from circ.targets.naplespu.calling_convention import (
    FILES,
    VECTOR_SCRATCH,
    WORD,
    Place,
    StackPlace,
)
from circ.transforms.common.parallel_copy import sequentialize
from circ.transforms.naplespu.coloring import (
    Registers,
    call_places,
    color,
    result_registers,
)
from circ.transforms.naplespu.copies import copy_scalar, copy_vector
from circ.transforms.naplespu.live_values import ControlFlow
from circ.transforms.naplespu.slots import Slot, slot_load, slot_store
from circ.transforms.naplespu.spilling import Spills, spill
from circ.transforms.naplespu.stack_slots import share_slots

Location = int | Slot
"""A register by number among those of both files, or a place on the stack."""


@dataclass(frozen=True)
class AllocateRegistersPass(ModulePass):
    """Give machine values registers, and stack slots where those run out."""

    name = "naplespu-allocate-registers"
    disable: tuple[str, ...] = ()
    """Of `split-live-ranges`, `spill-weights`, `rematerialize` and `coalesce`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp):
                allocate(func, self.disable)


def allocate(func: FuncOp, disabled: Collection[str] = ()) -> None:
    """
    Allocate the registers of one function.

    Raises a Diagnostic where it, or what it calls, returns more values than there are
    registers for results.
    """
    spills = spill(func.body, disabled)
    flow = ControlFlow.of(func.body)
    share_slots(flow, spills)
    _Assignment(flow, spills, color(flow, spills)).rewrite()


Moves = list[tuple[Location, Location]]


@dataclass
class _Copies:
    """Copies that happen at once, before an operation; constants come after them."""

    scalars: Moves = field(default_factory=Moves)
    vectors: Moves = field(default_factory=Moves)
    values: dict[Location, SSAValue] = field(default_factory=dict[Location, SSAValue])
    """The value that each source register holds."""
    recomputed: list[tuple[Location, Operation]] = field(
        default_factory=list[tuple[Location, Operation]]
    )

    def of(self, value: SSAValue) -> Moves:
        """The copies of the value's register file."""
        return self.vectors if is_vector(value.type) else self.scalars

    @property
    def move_something(self) -> bool:
        moving = any(to != origin for to, origin in (*self.scalars, *self.vectors))
        return moving or bool(self.recomputed)


@dataclass(frozen=True)
class _File:
    """How copies are made in a register file."""

    any_register: ScalarType | VectorType
    move: Callable[[SSAValue, Attribute, LocationAttr], Operation]
    cycle: int
    """The register that breaks cycles."""
    between: int
    """The register through which a value goes from slot to slot."""


_SCALARS = _File(SCALAR, copy_scalar, TR, RA)
_VECTORS = _File(VECTOR, copy_vector, *VECTOR_SCRATCH)


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
            typed = Rewriter.replace_value_with_new_type(value, register_type(register))
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
                    case VariableArgumentsOp():
                        op.properties["offset"] = IntAttr(self.spills.named_bytes)
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
        copies.of(value).append((target, source))
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

        def put(target: Location, value: SSAValue, file: _File) -> None:
            """Bring a value in a register to a place."""
            if isinstance(target, Slot):
                insert(slot_store(value, target, location))
                return
            type = register_type(target)
            move = file.move(value, type, location)
            values[target] = insert(move).results[0]

        def make(target: Location, op: Operation, file: _File) -> None:
            """Bring the result of an operation to a place."""
            register = file.between if isinstance(target, Slot) else target
            value = Rewriter.replace_value_with_new_type(
                insert(op).results[0], register_type(register)
            )
            if isinstance(target, Slot):
                put(target, value, file)
            else:
                values[target] = value

        for file, moves in ((_SCALARS, copies.scalars), (_VECTORS, copies.vectors)):
            for target, source in sequentialize(moves, file.cycle):
                if isinstance(source, Slot):
                    make(target, slot_load(source, file.any_register, location), file)
                else:
                    put(target, values[source], file)
        for target, op in copies.recomputed:
            vector = is_vector(op.results[0].type)
            make(target, op.clone(), _VECTORS if vector else _SCALARS)
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
            if not copies.move_something:
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
        registers: list[int] = []
        for value, place in zip(op.operands, call_places(op)):
            self._add(copies, _location(place, "outgoing"), value)
            if isinstance(place, int):
                registers.append(place)
        values = self._emit(copies, op, op.location)
        op.operands = [values[register] for register in registers]
        results = _result_registers(op.results, op.location)
        following = op.next_op
        assert following is not None, "a block ends with a terminator"
        self._arrive(op.results, results, following, op.location)

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
            copies.of(value).append((place, source))
            if not isinstance(source, Slot):
                typed = Rewriter.replace_value_with_new_type(
                    value, register_type(source)
                )
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
        registers = _result_registers(op.operands, op.location)
        copies = _Copies()
        for register, value in zip(registers, op.operands):
            self._add(copies, register, value)
        values = self._emit(copies, op, op.location)
        op.operands = [values[register] for register in registers]

    def _entry(self, block: Block) -> None:
        """Arguments beyond the registers are on the stack and no block arguments."""
        first = block.first_op
        assert first is not None, "a block ends with a terminator"
        places = self.spills.places
        sources = [_location(place, "incoming") for place in places]
        self._arrive(block.args, sources, first, first.location)
        for argument, place in reversed(list(zip(block.args, places))):
            if isinstance(place, StackPlace):
                block.erase_arg(argument)

    # endregion


def _location(place: Place, area: str) -> Location:
    """The place of an argument in the frame's terms."""
    return Slot(area, place.offset // WORD) if isinstance(place, StackPlace) else place


def _result_registers(
    values: Sequence[SSAValue], location: LocationAttr
) -> Sequence[int]:
    """
    The registers of results.

    Raises a Diagnostic where there are not enough.
    """
    registers = result_registers(values)
    if registers is not None:
        return registers
    vectors = sum(is_vector(value.type) for value in values)
    scalars = len(values) - vectors
    most_scalars, most_vectors = (len(file.results) for file in FILES)
    if scalars > most_scalars:
        message = f"{scalars} results are not supported on NaplesPU, "
        message += f"which returns at most {most_scalars}"
    else:
        message = f"{vectors} vector results are not supported on NaplesPU, "
        message += f"which returns at most {most_vectors}"
    raise Diagnostic(location, message)
