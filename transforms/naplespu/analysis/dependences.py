"""
What must stay in which order inside a block, and how far apart.

A graph over the instructions of a region without calls and other barriers. Edges come
from values, from registers once they are allocated, from `rm`, and from accesses to
memory that may meet. Each has a latency: so many cycles after the first instruction
the second can begin without waiting.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from xdsl.ir import Block, Operation

from circ.dialects.common.machine_operations import Effects, RecordOp
from circ.dialects.common.memory import may_overlap
from circ.dialects.naplespu.generated.operations import VectorType
from circ.dialects.naplespu.ops import JumpOp
from circ.dialects.naplespu.pseudos import (
    GetRegisterOp,
    SlotLoadOp,
    SlotStoreOp,
    is_pure,
)
from circ.dialects.naplespu.register_file import RM
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.description.pipeline import BUFFERED
from circ.targets.naplespu.generated.subtarget import SchedulingModel
from circ.transforms.common.liveness import numbers_of
from circ.transforms.naplespu.analysis.physical_registers import (
    reads,
    register_of,
    schedule_class,
    writes,
)

MOST_ACCESSES = 32
"""That are compared one by one; one more keeps all of them in front of what follows."""


@dataclass(frozen=True)
class Timing:
    """What the scheduler asks of a class of operations."""

    is_barrier: bool | None
    """Does nothing move over it? None where the operation itself says so."""
    loads: bool
    stores: bool
    schedule_class: str | None
    """Of records; its itinerary says when a result can be used."""
    latency: int | None
    """Where no itinerary says; None for that of a load."""
    access: str | None
    """Of records that access memory: what they do there (`ACCESSES`)."""

    @staticmethod
    @cache
    def of(kind: type[Operation]) -> "Timing":
        if issubclass(kind, GetRegisterOp):
            return Timing(False, False, False, None, 0, None)
        if issubclass(kind, SlotLoadOp | SlotStoreOp):
            latency = None if issubclass(kind, SlotLoadOp) else 1
            return Timing(False, False, False, None, latency, None)
        if not issubclass(kind, RecordOp):
            return Timing(None, False, False, None, 1, None)
        record = kind.RECORD
        loads = bool(record.effects & Effects.LOAD)
        stores = bool(record.effects & Effects.STORE)
        known = record.operation in ACCESSES
        unknown = (loads or stores) and not known
        name = schedule_class(kind)
        is_barrier = unknown or name == "IIC_Control"
        access = record.operation if known and (loads or stores) else None
        return Timing(is_barrier, loads, stores, name, None, access)

    def latency_under(self, model: SchedulingModel) -> int:
        """Cycles from issue until a result can be used."""
        if self.schedule_class is None:
            return model.load_latency if self.latency is None else self.latency
        itinerary = model.itineraries.get(self.schedule_class)
        if itinerary is None or (self.stores and not self.loads):
            return 1
        return itinerary.operand_cycles[0]

    def spacing_under(self, model: SchedulingModel) -> int:
        """Cycles after which its unit can begin another access; 0 of all else."""
        if self.access is None:
            return 0
        assert self.schedule_class is not None
        itinerary = model.itineraries.get(self.schedule_class)
        return 0 if itinerary is None else itinerary.stages[0].cycles


def is_barrier(op: Operation) -> bool:
    """Does nothing move over it: calls, control registers, what is not known?"""
    known = Timing.of(type(op)).is_barrier
    return not is_pure(op) if known is None else known


@dataclass(frozen=True)
class Access:
    """What is known of one access to memory."""

    is_store: bool
    is_volatile: bool
    space: str
    """Which memory: stack slots are their own, as nothing else reaches them."""
    alias: str
    base: object
    """What the offset counts from: equal for accesses to the same place; or None."""
    start: int
    end: int

    def may_meet(self, other: "Access") -> bool:
        """Must the two stay in order?"""
        if self.is_volatile and other.is_volatile:
            return True
        if not (self.is_store or other.is_store) or self.space != other.space:
            return False
        if not may_overlap(self.alias, other.alias):
            return False
        if self.base is None or self.base != other.base:
            return True
        return self.start < other.end and other.start < self.end


VECTOR_BYTES = 64
"""That an access with a vector reaches at most, also where its lanes are narrow."""


@dataclass
class Dependences:
    """
    The graph: by instruction, those that wait for it, with their latencies.

    `end` is the operation behind the region, which issues after all of it.
    """

    ops: Sequence[Operation]
    model: SchedulingModel
    end: Operation | None = None
    waiting: list[dict[int, int]] = field(init=False)
    count: list[int] = field(init=False)
    """By instruction, for how many others it waits."""
    latency: list[int] = field(init=False)
    spacing: list[int] = field(init=False)
    """By instruction, how long its unit takes no other access."""
    tail: list[int] = field(init=False)
    """By instruction, how many cycles after it the end can issue without a wait."""

    def __post_init__(self) -> None:
        """Build it; linear in instructions, registers and operands."""
        self.waiting = [{} for _ in self.ops]
        self.count = [0] * len(self.ops)
        timings = {kind: Timing.of(kind) for kind in {type(op) for op in self.ops}}
        latencies = {
            kind: timing.latency_under(self.model) for kind, timing in timings.items()
        }
        spacings = {
            kind: timing.spacing_under(self.model) for kind, timing in timings.items()
        }
        self.latency = [latencies[type(op)] for op in self.ops]
        self.spacing = [spacings[type(op)] for op in self.ops]
        index = {id(op): i for i, op in enumerate(self.ops)}
        writer: dict[int, int] = {}
        readers: dict[int, list[int]] = {}
        self._accesses: list[tuple[int, Access]] = []
        self._fence = -1
        for i, op in enumerate(self.ops):
            for operand in op.operands:
                owner = operand.owner
                if (first := index.get(id(owner))) is not None:
                    self.add(first, i, self.latency[first])
            # Before the writes: a load may write the register that it reads.
            access = self._access(op, timings[type(op)], writer)
            self._add_registers(i, op, writer, readers)
            if access is not None:
                self._add_access(i, access)
        self._add_end(index, writer)

    def _add_end(self, index: dict[int, int], writer: dict[int, int]) -> None:
        """
        What the end reads must be there; the rest is needed behind it.

        If the end is not a jump, what is behind it is taken to need all results. If it
        is one, the jump takes time.
        """
        end = self.end
        hidden = (
            0 if end is None or _falls_through(end) else self.model.mispredict_penalty
        )
        self.tail = [max(latency - hidden, 0) for latency in self.latency]
        if end is None:
            return
        needed = {index.get(id(operand.owner)) for operand in end.operands}
        needed.update(writer.get(register) for register in numbers_of(reads(end)))
        for i in needed:
            if i is not None:
                takes = type(self.ops[i]) is not GetRegisterOp
                self.tail[i] = max(self.latency[i], takes)

    def add(self, first: int, second: int, latency: int) -> None:
        """An edge, or a longer latency for one that is there."""
        edges = self.waiting[first]
        known = edges.get(second)
        if known is None:
            self.count[second] += 1
        if known is None or known < latency:
            edges[second] = latency

    def _add_registers(
        self,
        i: int,
        op: Operation,
        writer: dict[int, int],
        readers: dict[int, list[int]],
    ) -> None:
        read, written = reads(op), writes(op)
        for value in (*op.operands, *op.results):
            if type(value.type) is VectorType:
                read |= 1 << RM
                break
        for register in numbers_of(read):
            if register in writer:
                last = writer[register]
                self.add(last, i, self.latency[last])
            readers.setdefault(register, []).append(i)
        for register in numbers_of(written):
            if register in writer:
                # The machine waits for the first write, too.
                last = writer[register]
                self.add(last, i, max(self.latency[last], 1))
            for reader in readers.pop(register, ()):
                if reader != i:
                    self.add(reader, i, 0)
            writer[register] = i

    def _access(
        self, op: Operation, timing: Timing, writer: dict[int, int]
    ) -> Access | None:
        """The access of an instruction; bases in registers count their writes."""
        if type(op) is SlotLoadOp or type(op) is SlotStoreOp:
            assert isinstance(op, SlotLoadOp | SlotStoreOp)
            place = (op.area.data, op.slot.data)
            is_store = type(op) is SlotStoreOp
            return Access(is_store, False, "slots", "", place, 0, 1)
        if timing.access is None:
            return None
        assert isinstance(op, RecordOp) and timing.schedule_class is not None
        memory = op.memory
        base: object = None
        start = 0 if op.imm is None else op.imm.data
        if op.operands and op.symbol is None:
            last = op.operands[-1]
            if not isinstance(last.type, VectorType):
                number = register_of(last.type)
                base = last if number is None else (number, writer.get(number))
        what = ACCESSES[timing.access]
        # Loads of narrow lanes begin at a multiple of 64 bytes on the hardware.
        before = VECTOR_BYTES - what.alignment if what.vector and what.load else 0
        return Access(
            timing.stores,
            memory is not None and bool(memory.volatile.data),
            timing.schedule_class,
            "" if memory is None else memory.alias.data,
            base,
            start - before,
            start + (VECTOR_BYTES if what.vector else what.element),
        )

    def _add_access(self, i: int, access: Access) -> None:
        accesses = self._accesses
        if self._fence >= 0:
            self.add(self._fence, i, 1)
        if len(accesses) >= MOST_ACCESSES:
            for earlier, _ in accesses:
                self.add(earlier, i, 1)
            accesses.clear()
            self._fence = i
            return
        for earlier, other in accesses:
            if access.may_meet(other):
                self.add(earlier, i, int(other.is_store))
        accesses.append((i, access))

    def heights(self) -> list[int]:
        """By instruction, the cycles from its issue until the end can issue."""
        found = list(self.tail)
        for i in reversed(range(len(self.ops))):
            for later, latency in self.waiting[i].items():
                found[i] = max(found[i], latency + found[later])
        return found


def issue_times(graph: Dependences, order: Iterable[int]) -> list[int]:
    """By instruction, the cycle in which it issues in an order."""
    ready = [0] * len(graph.ops)
    times = [0] * len(graph.ops)
    now = free = 0
    for i in order:
        now = max(now, ready[i])
        if spacing := graph.spacing[i]:
            now = max(now, free - BUFFERED)
            free = max(now, free) + spacing
        for later, latency in graph.waiting[i].items():
            ready[later] = max(ready[later], now + latency)
        times[i] = now
        now += type(graph.ops[i]) is not GetRegisterOp
    return times


def issue_cycles(graph: Dependences, order: Iterable[int]) -> tuple[int, int]:
    """Cycles until what is behind an order issues, and until all results are there."""
    end = last = 0
    for i, time in enumerate(issue_times(graph, order)):
        takes = type(graph.ops[i]) is not GetRegisterOp
        end = max(end, time + max(graph.tail[i], takes))
        last = max(last, time + graph.latency[i])
    return end, last


def _falls_through(op: Operation) -> bool:
    """Does what is behind an operation begin right after it?"""
    if isinstance(op, JumpOp):
        return op.target is _following(op)
    return isinstance(op, RecordOp) and schedule_class(op) != "IIC_Branch"


def _following(op: Operation) -> Block | None:
    block = op.parent
    return None if block is None else block.next_block
