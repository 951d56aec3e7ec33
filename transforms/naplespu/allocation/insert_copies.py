"""
Parallel copies at control-flow edges, calls, returns and the entry.

Values have the types of their registers and slots. Copies bring each value that is
passed on to the register or slot of the block argument or of the calling convention;
spills and reloads become accesses to slots. The function stays in SSA form: block
arguments have registers, and each branch passes values in exactly those.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    LocationAttr,
    NoneAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, Use
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import blocks_of, operations_in
from circ.dialects.common.reports import count
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
    number_of,
)
from circ.dialects.naplespu.registers import register as register_type
from circ.dialects.naplespu.spilling import (
    FRAME,
    RecomputedType,
    ReloadOp,
    SpillOp,
    SplitOp,
    StackMapOp,
    StackType,
    is_register,
)
from circ.targets.naplespu.description.calling_convention import (
    FILES,
    VECTOR_SCRATCH,
    WORD,
    Place,
    StackPlace,
    argument_places,
)
from circ.transforms.common.parallel_copy import sequentialize
from circ.transforms.common.retype import retype
from circ.transforms.naplespu.allocation.copies import copy_scalar, copy_vector
from circ.transforms.naplespu.allocation.passing import call_places, result_registers
from circ.transforms.naplespu.allocation.register_supply import (
    is_variadic,
    require_registers,
)
from circ.transforms.naplespu.allocation.slots import (
    INCOMING,
    Slot,
    slot_load,
    slot_store,
)
from circ.transforms.naplespu.analysis.live_values import location_of
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks

Location = int | Slot
"""A register, as a number across both files, or a stack slot."""


@dataclass(frozen=True)
class InsertCopiesPass(FunctionPass):
    """Insert copies to block arguments and as the calling convention wants them."""

    name = "naplespu-insert-copies"

    def run(self, func: FuncOp) -> None:
        insert_copies(func.body)


def insert_copies(body: Region) -> None:
    """
    Insert the copies of one function, and the accesses to its slots.

    Raises a Diagnostic if it, or a function that it calls, returns more values than
    there are registers for results, and if a value has no register or slot.
    """
    erase_unreachable_blocks(body)
    require_registers(body)
    _Copier(body).rewrite()


Moves = list[tuple[Location, Location]]


@dataclass
class _Copies:
    """A parallel copy before an operation; constants are loaded after it."""

    scalars: Moves = field(default_factory=Moves)
    vectors: Moves = field(default_factory=Moves)
    values: dict[Location, SSAValue] = field(default_factory=dict[Location, SSAValue])
    """The value that each source register holds."""
    recomputed: list[tuple[Location, Operation]] = field(
        default_factory=list[tuple[Location, Operation]]
    )

    def of(self, value: SSAValue) -> Moves:
        """The copies within the value's register file."""
        return self.vectors if is_vector(value.type) else self.scalars

    @property
    def move_something(self) -> bool:
        moving = any(to != origin for to, origin in (*self.scalars, *self.vectors))
        return moving or bool(self.recomputed)


@dataclass(frozen=True)
class _File:
    """The instructions that copy within a register file."""

    any_register: ScalarType | VectorType
    move: Callable[[SSAValue, Attribute, LocationAttr], Operation]
    cycle: int
    """The scratch register for cycles."""
    between: int
    """The scratch register for copies between slots."""


_SCALARS = _File(SCALAR, copy_scalar, TR, RA)
_VECTORS = _File(VECTOR, copy_vector, *VECTOR_SCRATCH)


class _Copier:
    """Rewrites one function, all of whose values have locations."""

    def __init__(self, body: Region):
        self.blocks = blocks_of(body)
        self.slots: dict[SSAValue, Slot] = {}
        """The slots of the values on the stack."""
        self.recomputed: list[SSAValue] = []
        arguments = self.blocks[0].args
        vectors = [is_vector(value.type) for value in arguments]
        self.places, self.named_bytes = argument_places(vectors, is_variadic(body))
        for block in self.blocks:
            for values in (block.args, *(op.results for op in block.ops)):
                for value in values:
                    if is_register(value.type):
                        continue
                    if isinstance(value.type, StackType):
                        self.slots[value] = _slot_of(value)
                    elif value.type != FRAME:
                        self.recomputed.append(value)

    def rewrite(self) -> None:
        """Insert copies between different locations; remove values on the stack."""
        for block in self.blocks:
            for op in operations_in(block, Operation):
                match op:
                    case RecordOp():  # most of them, which stay as they are
                        pass
                    case SplitOp():
                        self._split(op)
                    case SpillOp():
                        count("stores to stack slots")
                        store = slot_store(op.value, self.slots[op.result], op.location)
                        _insert_before(op, store)
                    case ReloadOp():
                        self._reload(op)
                    case CallOp():
                        self._call(op)
                    case StackMapOp():
                        self._stack_map(op)
                    case ReturnOp():
                        self._return(op)
                    case JumpOp():
                        self._jump(op)
                    case ConditionalBranch():
                        self._branch(op)
                    case VariableArgumentsOp():
                        op.properties["offset"] = IntAttr(self.named_bytes)
                    case _:
                        pass
        self._entry(self.blocks[0])
        for block in self.blocks[1:]:
            for argument in reversed(block.args):
                if argument in self.slots:
                    block.erase_arg(argument)
        spills = (value for value in self.slots if isinstance(value.owner, SpillOp))
        for value in (*spills, *self.recomputed):
            owner = value.owner
            assert isinstance(owner, Operation)
            owner.detach()
            owner.erase()

    def _place(self, value: SSAValue) -> Location:
        slot = self.slots.get(value)
        return number_of(value.type) if slot is None else slot

    def _split(self, op: SplitOp) -> None:
        """A copy, unless both live ranges have the same register."""
        if op.value.type == op.result.type:
            Rewriter.replace_op(op, [], [op.value])
            return
        count("copies between registers")
        copy = copy_vector if is_vector(op.value.type) else copy_scalar
        Rewriter.replace_op(op, copy(op.value, op.result.type, op.location))

    def _stack_map(self, op: StackMapOp) -> None:
        """Say where each word is; results of calls on the stack have registers, too."""
        places: list[Attribute] = []
        kept: list[SSAValue] = []
        for word in op.words:
            if (slot := self.slots.get(word)) is not None:
                vector = is_vector(word.type)
                places.append(StackType.of(vector, slot.area, slot.index))
            elif is_register(word.type):
                places.append(UnitAttr())
                kept.append(word)
            else:  # a constant
                places.append(NoneAttr())
        op.places = ArrayAttr(places)
        op.operands = kept

    def _reload(self, op: ReloadOp) -> None:
        type = op.result.type
        count("reloads")
        load = slot_load(self.slots[op.value], type, op.location)
        _insert_before(op, load)
        op.result.replace_all_uses_with(load.result)
        op.detach()
        op.erase()

    # region Copies

    def _add(self, copies: _Copies, target: Location, value: SSAValue) -> None:
        if isinstance(value.type, RecomputedType):
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
        """Insert the copies before an operation; the values in registers then."""
        block = before.parent
        assert block is not None
        values = dict(copies.values)

        def insert(op: Operation) -> Operation:
            block.insert_op_before(op, before)
            return op

        def put(target: Location, value: SSAValue, file: _File) -> None:
            """Copy a value from a register to a location."""
            if isinstance(target, Slot):
                count("stores to stack slots")
                insert(slot_store(value, target, location))
                return
            count("copies between registers")
            type = register_type(target)
            move = file.move(value, type, location)
            values[target] = insert(move).results[0]

        def make(target: Location, op: Operation, file: _File) -> None:
            """Copy the result of an operation to a location."""
            count("constants and slots loaded for copies")
            register = file.between if isinstance(target, Slot) else target
            (value,) = insert(op).results
            retype(value, register_type(register))
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
        """The copies to a block's arguments, and the registers of those."""
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
        """Split an edge: block arguments are copied in a block between the two."""
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
        where = op.location, op.weights
        Rewriter.replace_op(op, branch(record, op.condition, taken, next, *where))

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
        """Copy results of a call, or arguments of the entry, to their locations."""
        copies = _Copies()
        arrivals: list[tuple[SSAValue, Location, list[Use]]] = []
        for value, source in zip(list(values), sources):
            place = self._place(value)
            copies.of(value).append((place, source))
            if not isinstance(source, Slot):
                retype(value, register_type(source))
                copies.values[source] = value
            arrivals.append((value, place, list(value.uses)))
        held = self._emit(copies, before, location)
        for value, place, uses in arrivals:
            if isinstance(place, Slot) or held[place] is value:
                continue
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
        """Remove block arguments that are passed on the stack."""
        first = block.first_op
        assert first is not None, "a block ends with a terminator"
        places = self.places
        sources = [_location(place, INCOMING) for place in places]
        self._arrive(block.args, sources, first, first.location)
        for argument, place in reversed(list(zip(block.args, places))):
            if isinstance(place, StackPlace):
                block.erase_arg(argument)

    # endregion


def _slot_of(value: SSAValue) -> Slot:
    """
    The slot that the type of a value on the stack names.

    Raises a Diagnostic where it names none.
    """
    type = value.type
    assert isinstance(type, StackType)
    if isinstance(type.area, StringAttr) and isinstance(type.slot, IntAttr):
        return Slot(type.area.data, type.slot.data)
    raise Diagnostic(
        location_of(value),
        "a value on the stack has no slot; naplespu-assign-stack-slots must run before",
    )


def _insert_before(op: Operation, new: Operation) -> None:
    block = op.parent
    assert block is not None
    block.insert_op_before(new, op)


def _location(place: Place, area: str) -> Location:
    """The location of an argument as a register or a slot of the frame."""
    return Slot(area, place.offset // WORD) if isinstance(place, StackPlace) else place


def _result_registers(
    values: Sequence[SSAValue], location: LocationAttr
) -> Sequence[int]:
    """
    The registers of results.

    Raises a Diagnostic if there are not enough.
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
