"""
What machine code with registers reads and writes, and which registers are live.

A set of registers is an integer: bit n is scalar register n, bit 64 + n vector register
n, as DWARF numbers them (docs/reference/naplespu-isa.md, section 1.1). An operation
with a vector operand is masked by `rm`, so that it reads that, and what its result held
before; only where all lanes are known to be enabled it writes `whole` registers. The
bits from 128 on are spill slots, as long as their places in the frame are not known.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from xdsl.backend.register_type import RegisterType
from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.machine_operations import Record, RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.generated.operations import ScalarType, VectorType
from circ.dialects.naplespu.labels import LabelOp
from circ.dialects.naplespu.masked import WRITE_MASK
from circ.dialects.naplespu.ops import CallOp, JumpOp, ReturnOp
from circ.dialects.naplespu.pseudos import (
    GetRegisterOp,
    SlotLoadOp,
    SlotOp,
    SlotStoreOp,
)
from circ.dialects.naplespu.register_file import FP, PC, RA, RM, SCALAR_NAMES, SP
from circ.dialects.naplespu.spilling import StackMapOp, StackType
from circ.targets.naplespu.generated.calling_convention import CALLEE_SAVED
from circ.targets.naplespu.generated.instr_info import INSTRUCTIONS, SCHEDULE_CLASSES
from circ.targets.naplespu.generated.register_info import REGISTERS
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.liveness import solve

VECTORS = 64
"""The bit of the first vector register."""
ALL_VECTORS = (1 << VECTORS) - 1 << VECTORS
ALL = (1 << 2 * VECTORS) - 1

_SAVED = {REGISTERS[r].name for r in CALLEE_SAVED["CSR_NaplesPU"]}
PRESERVED = sum(
    1 << number + first
    for first, prefix in ((0, "S"), (VECTORS, "V"))
    for number in range(VECTORS)
    if f"{prefix}{number}" in _SAVED
) | (1 << RM | 1 << FP | 1 << SP | 1 << PC)
"""What a call leaves as it was; `ra` is its own."""
CLOBBERED = ALL & ~PRESERVED
KEPT_BY_RETURN = PRESERVED | 1 << RA

_HALVES = ("MOVEIHSI", "MOVEILSI")
"""Records that write one half of their register and keep the other."""


SLOTS = 2 * VECTORS
"""The bit of the first spill slot; those of vectors have every second one."""
SPILL_AREAS = ("spill", "vector_spill")


def slot_of(op: Operation) -> int | None:
    """The bit of the spill slot that an operation reads or writes."""
    if not isinstance(op, SlotOp) or op.area.data not in SPILL_AREAS:
        return None
    return _slot_bit(op.area.data, op.slot.data)


def _slot_bit(area: str, slot: int) -> int:
    return SLOTS + 2 * slot + SPILL_AREAS.index(area)


def _slots_of_map(op: StackMapOp) -> int:
    """The spill slots that a stack map names."""
    found = 0
    for place in op.places or ():
        if isinstance(place, StackType) and (slot := place.numbered) is not None:
            if slot[0] in SPILL_AREAS:
                found |= 1 << _slot_bit(*slot)
    return found


def register_of(type: Attribute) -> int | None:
    """The number of the register that a type names; None before allocation."""
    kind = type.__class__
    if kind is ScalarType:
        first = 0
    elif kind is VectorType:
        first = VECTORS
    else:
        return None
    index = cast(RegisterType, type).index
    if index.__class__ is not IntAttr:
        return None
    number = cast(IntAttr, index).data
    return None if number < 0 else first + number


def registers_of(values: Iterable[SSAValue]) -> int:
    """The registers of those values that have one."""
    found = 0
    for value in values:
        # Classes are compared: `isinstance` of abstract ones takes three times as long.
        of: Attribute = value._type  # pyright: ignore[reportPrivateUsage]
        if type(of) is ScalarType:
            bit = 1
        elif type(of) is VectorType:
            bit = 1 << VECTORS
        else:
            continue
        index = of.index
        if type(index) is IntAttr and index.data >= 0:
            found |= bit << index.data
    return found


@dataclass(frozen=True)
class _Implicit:
    """What a class of records reads and writes beside its operands and results."""

    uses: int
    defs: int
    reads_mask: bool
    """Is `rm` a use that the table states?"""
    is_half: bool

    @staticmethod
    def of(record: Record) -> "_Implicit":
        # The table does not say so of these two.
        reads_mask = 1 << RM if record.name == "READMR" else 0
        writes_mask = 1 << RM if record.name == WRITE_MASK else 0
        return _Implicit(
            _bits_of(record.uses) | reads_mask,
            _bits_of(record.defs) | writes_mask,
            SCALAR_NAMES[RM] in record.uses,
            record.name in _HALVES,
        )


def _bits_of(names: Sequence[str]) -> int:
    return sum(1 << SCALAR_NAMES.index(name) for name in names)


@cache
def _implicit(kind: type[Operation]) -> _Implicit | None:
    """None of an operation that is no record."""
    return _Implicit.of(kind.RECORD) if issubclass(kind, RecordOp) else None


def reads(op: Operation, whole: bool = False) -> int:
    """The registers whose values an operation depends on."""
    found = registers_of(op._operands)  # pyright: ignore[reportPrivateUsage]
    implicit = _implicit(type(op))
    if implicit is not None:
        found |= implicit.uses
        written = registers_of(op.results)
        if (found | written) >> VECTORS:
            keeps = not whole or implicit.reads_mask
            found |= 1 << RM | (written & ALL_VECTORS if keeps else 0)
        elif implicit.is_half and not _is_completed(cast(RecordOp, op)):
            found |= written
        return found
    match op:
        case CallOp():
            found |= 1 << SP | 1 << RM
        case ReturnOp():
            found |= KEPT_BY_RETURN
        case GetRegisterOp():
            found |= registers_of(op.results)
        case StackMapOp():
            found |= _slots_of_map(op)
        case SlotLoadOp():
            if (slot := slot_of(op)) is not None:
                found |= 1 << slot
            if not whole:
                found |= registers_of(op.results) & ALL_VECTORS
        case _ if not whole:
            found |= registers_of(op.results) & ALL_VECTORS
        case _:
            pass
    return found


def _is_completed(op: RecordOp) -> bool:
    """Does the next instruction write the other half?"""
    next = op.next_op
    return (
        op.RECORD.name == _HALVES[0]
        and isinstance(next, RecordOp)
        and next.RECORD.name == _HALVES[1]
        and next.results[0].type == op.results[0].type
    )


def writes(op: Operation) -> int:
    """The registers that may have another value after an operation."""
    implicit = _implicit(type(op))
    if implicit is not None:
        return registers_of(op.results) | implicit.defs
    if isinstance(op, GetRegisterOp):
        return 0
    found = registers_of(op.results)
    if isinstance(op, SlotStoreOp) and (slot := slot_of(op)) is not None:
        return found | 1 << slot
    return found | CLOBBERED if isinstance(op, CallOp) else found


def schedule_class(op: RecordOp | type[RecordOp]) -> str:
    """The name of the class whose itinerary an instruction has."""
    return SCHEDULE_CLASSES[INSTRUCTIONS[op.RECORD.opcode].schedule_class]


def instructions_of(block: Block) -> Iterator[Operation]:
    """The operations of a block that become instructions, in order."""
    for op in block.ops:
        kind = type(op)
        if kind is GetRegisterOp or kind is LabelOp or kind is StackMapOp:
            continue
        if kind is JumpOp and op.successors[0] is block.next_block:
            continue
        yield op


@dataclass(frozen=True)
class LiveRegisters:
    """The registers whose values may still be read, at the ends of blocks."""

    live_in: dict[Block, int]
    live_out: dict[Block, int]

    @staticmethod
    def compute(body: Region, whole: bool = False) -> "LiveRegisters":
        """Linear in instructions, and in blocks times visits of the equations."""
        flow = ControlFlow(body)
        exposed: list[int] = []
        written: list[int] = []
        for block in flow.blocks:
            used = defined = 0
            for op in operations_in(block, Operation):
                if type(op) is not GetRegisterOp:
                    used |= reads(op, whole) & ~defined
                    defined |= writes(op)
            exposed.append(used)
            written.append(defined)
        live_in, live_out = solve(flow.successors, exposed, written)
        return LiveRegisters(
            dict(zip(flow.blocks, live_in)), dict(zip(flow.blocks, live_out))
        )
