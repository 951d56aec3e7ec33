"""
Peephole clean-up after register allocation: copies, constants and reloads.

Allocation and frame lowering leave moves of a value to a register that has it,
constants that another register has, and reloads of what has just been stored. A forward
walk over each block tracks which general registers and spill slots hold the same value
or a constant; it continues into blocks with no other predecessor. Vector registers are
left alone in functions that disable lanes, where a copy depends on `rm`. Dead code is
left to `naplespu-dead-code`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Block, Operation, Region
from xdsl.rewriter import Rewriter

from circ.dialects.common import reports
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.masked import VectorCopyOp, has_mask
from circ.dialects.naplespu.ops import ConditionalBranch, FuncOp, instruction
from circ.dialects.naplespu.pseudos import (
    ONE_INSTRUCTION,
    FrameAddressOp,
    GetRegisterOp,
    LoadConstantOp,
    SlotLoadOp,
    SlotStoreOp,
    SplatConstantOp,
)
from circ.dialects.naplespu.register_file import TR
from circ.dialects.naplespu.registers import is_vector, scalar
from circ.dialects.naplespu.registers import register as register_type
from circ.dialects.naplespu.spilling import FRAME
from circ.dialects.naplespu.vector_constants import LoadLanesOp
from circ.transforms.common.liveness import numbers_of
from circ.transforms.naplespu.allocation.copies import copy_scalar, copy_vector
from circ.transforms.naplespu.analysis.physical_registers import (
    ALL_VECTORS,
    SLOTS,
    VECTORS,
    register_of,
    slot_of,
    writes,
)
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate
from circ.transforms.naplespu.function_pass import FunctionPass

GENERAL = (1 << TR) - 1
"""The general-purpose scalar registers."""
SPECIAL = ((1 << 64) - 1) & ~GENERAL
COPIES_BY_ZERO = frozenset(
    ("ADDSSI", "SUBSSI", "ORSSI", "XORSSI", "SLLSSI", "SRLSSI", "SRASSI")
)
"""Records that are copies of their operand if the immediate is 0."""
MOVES = ("MOVE_SS_32", "MOVE_VV_32")
COPIES = COPIES_BY_ZERO.union(MOVES)
CONSTANTS = LoadConstantOp | FrameAddressOp | SplatConstantOp | LoadLanesOp
"""Operations whose result is determined by their attributes."""

MOST_PLACES = 256
"""The number of registers and slots tracked from one block to the next."""

Value = tuple[str, object]
"""A value: constant bits, the address of a symbol, or a value number."""


@dataclass(frozen=True)
class PeepholePass(FunctionPass):
    """Remove redundant copies, constants and reloads."""

    name = "naplespu-peephole"

    def run(self, func: FuncOp) -> None:
        # An empty frame has left nothing to clean up.
        if func.frame != IntAttr(0):
            clean(func.body)


def clean(body: Region) -> None:
    """Clean up one function; linear in its instructions."""
    whole = not has_mask(body)
    _Walk(body, whole).run()


@dataclass
class _State:
    """The value that each register and slot is known to hold."""

    values: dict[int, Value] = field(default_factory=dict[int, Value])
    """By register; numbers from 128 on are spill slots."""
    holders: dict[Value, dict[int, None]] = field(
        default_factory=dict[Value, dict[int, None]]
    )
    """The registers and slots that hold a value, oldest first."""

    def copy(self) -> "_State":
        """The state at the start of a successor; many slots are left out."""
        if len(self.values) > MOST_PLACES:
            for place in [place for place in self.values if place >= SLOTS]:
                self.forget(place)
        holders = {value: dict(places) for value, places in self.holders.items()}
        return _State(dict(self.values), holders)

    def set(self, place: int, value: Value) -> None:
        self.forget(place)
        self.values[place] = value
        self.holders.setdefault(value, {})[place] = None

    def forget(self, place: int) -> None:
        value = self.values.pop(place, None)
        if value is not None:
            places = self.holders[value]
            del places[place]
            if not places:
                del self.holders[value]

    def register_with(self, value: Value) -> int | None:
        """The register that has held a value for longest."""
        for place in self.holders.get(value, ()):
            if place < TR or VECTORS <= place < SLOTS:
                return place
        return None


class _Walk:
    """The forward walk over one function."""

    def __init__(self, body: Region, whole: bool):
        self.body = body
        self.tracked = GENERAL | ALL_VECTORS if whole else GENERAL
        """The registers whose values are tracked."""
        self.numbers = count()
        self.state = _State()

    def run(self) -> None:
        work: list[tuple[Block, _State]] = []
        alone = _sole_predecessors(self.body)
        for block in self.body.blocks:
            if block not in alone:
                work.append((block, _State()))
        followers: dict[Block, list[Block]] = {}
        for block, predecessor in alone.items():
            followers.setdefault(predecessor, []).append(block)
        while work:
            block, self.state = work.pop()
            for op in operations_in(block, Operation):
                self._visit(op)
            for next in followers.get(block, ()):
                work.append((next, self.state.copy()))

    def _visit(self, op: Operation) -> None:
        kind = type(op)
        if kind is GetRegisterOp:
            return
        self._read_elsewhere(op)
        if _is_ordinary(kind):
            for register in numbers_of(writes(op)):
                self.state.forget(register)
            return
        match op:
            case LoadConstantOp():
                self._constant(op)
                return
            case FrameAddressOp() if op.result.type == FRAME:
                return
            case FrameAddressOp():
                self._arrives(op, ("frame", op.number.data))
                return
            case SlotLoadOp() | SlotStoreOp() if (slot := slot_of(op)) is not None:
                self._slot(op, slot)
                return
            case SplatConstantOp():
                self._arrives(op, ("splat", op.value.data))
                return
            case LoadLanesOp():
                self._arrives(op, ("lanes", op.words))
                return
            case RecordOp() | VectorCopyOp() if (source := _copied(op)) is not None:
                self._arrives(op, self._value(source))
                return
            case RecordOp() if op.RECORD.name == "ADDSSI" and op.imm is not None:
                source = register_of(op.operands[0].type)
                value = None if source is None else self.state.values.get(source)
                if value is not None and value[0] == "constant":
                    assert isinstance(value[1], int)
                    sum = (value[1] + op.imm.data) % (1 << 32)
                    self._arrives(op, ("constant", sum))
                    return
            case _:
                pass
        for register in numbers_of(writes(op)):
            self.state.forget(register)

    def _value(self, register: int) -> Value:
        """The value number of a register; a new one if unknown."""
        value = self.state.values.get(register)
        if value is None:
            value = ("value", next(self.numbers))
            if self.tracked >> register & 1:
                self.state.set(register, value)
        return value

    def _arrives(self, op: Operation, value: Value) -> None:
        """Record that an operation's result is a value; erase it if it is redundant."""
        register = register_of(op.results[0].type)
        if register is None:
            raise Diagnostic(op.location, f"'{op.name}': a register is not allocated")
        if not self.tracked >> register & 1:
            self.state.forget(register)
        elif self.state.values.get(register) == value:
            _erase(op)
        else:
            self.state.set(register, value)

    def _constant(self, op: LoadConstantOp) -> None:
        """Replace a constant near a known one by one instruction."""
        register = register_of(op.result.type)
        if op.value is None:
            assert op.symbol is not None
            addend = 0 if op.addend is None else op.addend.data
            self._arrives(op, ("symbol", (op.symbol.data, addend)))
            return
        bits = op.value.data
        value = ("constant", bits)
        near = None
        if bits >= ONE_INSTRUCTION and self.state.values.get(register or 0) != value:
            near = self._near(bits)
        if near is None:
            self._arrives(op, value)
            return
        held = GetRegisterOp.create(
            result_types=[scalar(near[0])], location=op.location
        )
        sum = instruction(
            "ADDSSI",
            (held.result,),
            (op.result.type,),
            imm=near[1],
            location=op.location,
        )
        reports.count("constants added to near ones")
        Rewriter.replace_op(op, (held, sum))
        self._arrives(sum, value)

    def _near(self, bits: int) -> tuple[int, int] | None:
        """A register with a constant within an immediate of another one."""
        for register in range(TR):
            value = self.state.values.get(register)
            if value is None or value[0] != "constant":
                continue
            assert isinstance(value[1], int)
            distance = (bits - value[1] + (1 << 31)) % (1 << 32) - (1 << 31)
            if fits_immediate(distance):
                return register, distance
        return None

    def _slot(self, op: SlotLoadOp | SlotStoreOp, slot: int) -> None:
        """Turn reloads of values in registers into moves; erase redundant stores."""
        state = self.state
        if isinstance(op, SlotStoreOp):
            register = register_of(op.value.type)
            assert register is not None
            if not self.tracked >> register & 1:
                state.forget(slot)
                return
            value = self._value(register)
            if state.values.get(slot) == value:
                _erase(op)
            else:
                state.set(slot, value)
            return
        register = register_of(op.result.type)
        assert register is not None
        value = state.values.get(slot)
        if value is None:
            for written in numbers_of(writes(op)):
                state.forget(written)
            if self.tracked >> register & 1:
                value = ("value", next(self.numbers))
                state.set(register, value)
                state.set(slot, value)
            return
        holder = state.register_with(value)
        if holder is None or holder == register or not self.tracked >> register & 1:
            self._arrives(op, value)
            return
        type = register_type(holder)
        held = GetRegisterOp.create(result_types=[type], location=op.location)
        create = copy_vector if is_vector(type) else copy_scalar
        move = create(held.result, op.result.type, op.location)
        reports.count("reloads that became copies")
        Rewriter.replace_op(op, (held, move))
        self._arrives(move, value)

    def _read_elsewhere(self, op: Operation) -> None:
        """Let an operation read the registers that have held its operands longest."""
        for index in _free_operands(type(op)):
            operand = op.operands[index]
            register = register_of(operand.type)
            if register is None or register not in self.state.values:
                continue
            holder = self.state.register_with(self.state.values[register])
            if holder is not None and holder != register:
                reports.count("operands read from earlier registers")
                held = GetRegisterOp.create(
                    result_types=[register_type(holder)], location=op.location
                )
                assert op.parent is not None
                op.parent.insert_op_before(held, op)
                op.operands[index] = held.result


@cache
def _free_operands(kind: type[Operation]) -> Sequence[int]:
    """The operands of a class of operations that may be in any scalar register."""
    if issubclass(kind, RecordOp):
        shape = kind.RECORD.shape
        tied = {source for _, source in shape.ties}
        names = [name for name, kind in shape.ins if isinstance(kind, type)]
        return [i for i, name in enumerate(names) if name not in tied]
    is_free = issubclass(kind, ConditionalBranch | SlotStoreOp | VectorCopyOp)
    return (0,) if is_free else ()


@cache
def _is_ordinary(kind: type[Operation]) -> bool:
    """Is an operation of that class neither a copy nor a constant?"""
    # Looked up, since a case of another class takes a third of a microsecond.
    if issubclass(kind, RecordOp):
        return kind.RECORD.name not in COPIES
    return not issubclass(kind, CONSTANTS | SlotLoadOp | SlotStoreOp | VectorCopyOp)


def _copied(op: RecordOp | VectorCopyOp) -> int | None:
    """The register that an instruction copies."""
    if isinstance(op, VectorCopyOp):
        return register_of(op.source.type)
    name = op.RECORD.name
    if name in MOVES or (
        name in COPIES_BY_ZERO and op.imm is not None and not op.imm.data
    ):
        return register_of(op.operands[0].type)
    return None


def _sole_predecessors(body: Region) -> dict[Block, Block]:
    """The only predecessor of blocks that have one."""
    found: dict[Block, list[Block]] = {}
    entry = body.blocks.first
    for block in body.blocks:
        if block.last_op is not None:
            for next in dict.fromkeys(block.last_op.successors):
                found.setdefault(next, []).append(block)
    return {
        block: before[0]
        for block, before in found.items()
        if len(before) == 1 and block is not entry
    }


def _erase(op: Operation) -> None:
    """Erase an instruction whose result register already has the value."""
    reports.count("redundant instructions removed")
    if not op.results:
        op.detach()
        op.erase()
        return
    held = GetRegisterOp.create(result_types=[op.results[0].type], location=op.location)
    Rewriter.replace_op(op, held)
