"""
Atomic additions of all lanes to words of one line of local memory, at once.

The machine cannot gather or scatter. A histogram whose bins are a line (64 bytes) of
local memory needs neither: the line is loaded, each lane of the sum is a bin, and gets
how many lanes have its address. Counts are bytes, four bins in a word, so that at first
each lane has the word of its own bin; two steps of a butterfly bring the words to the
lanes of their bins, two more add what is left.

Whether all lanes have addresses in one line follows from a range of what is added to a
line's address, or is asked when the code runs; if not, lanes take turns. The other
words of the line are stored as they were: local memory begins at a line, and no other
thread accesses that of a group.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.kernel import IN_TURN
from circ.dialects.common.memory import SCRATCHPAD_SPACE, memory
from circ.dialects.gen import (
    FuncOp,
    InputsOp,
    Instruction,
    is_uniform,
    load,
    store,
    written_by,
)
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.alignments import Alignments
from circ.transforms.gen.emitter import WORD, Emitter
from circ.transforms.gen.known_registers import KnownRegisters

LINE = 64
"""Bytes; a word for each lane."""
LANES = 16
TYPE = "uint32"
NEAR = 64
"""Instructions before an addition among which its address is looked for."""


@dataclass(frozen=True)
class Addition:
    """What a function adds to a word of local memory: one number in all lanes."""

    address: SSAValue
    amount: SSAValue | int

    @staticmethod
    def of(callee: FuncOp, srcs: Sequence[SSAValue]) -> "Addition | None":
        """What a call with these arguments adds; None if it does something else."""
        if IN_TURN not in callee.attributes:
            return None
        given: dict[SSAValue, SSAValue | int] = {}
        ops: list[Instruction] = []
        for op in callee.body.block.ops:
            if isinstance(op, InputsOp):
                given |= zip(op.registers, srcs, strict=True)
            elif isinstance(op, Instruction) and op.ROW.opcode == "LOADI":
                given[op.dsts[0]] = op.integer("value")
            elif isinstance(op, Instruction):
                ops.append(op)
        if [op.ROW.opcode for op in ops] not in (
            ["LOAD", "ADD", "STORE"],
            ["LOAD", "SUB", "STORE"],
        ):
            return None
        loaded, changed, stored = ops
        address = given.get(loaded.srcs[0])
        is_word = all(op.scalar.bytes == 4 and not op.scalar.is_float for op in ops)
        if (
            not is_word
            or not isinstance(address, SSAValue)
            or len(loaded.operands) != 2
            or (stored.srcs[0], *stored.srcs[1:]) != (loaded.srcs[0], changed.dsts[0])
            or any(
                access is None or access.space.data != SCRATCHPAD_SPACE
                for access in (loaded.access, stored.access)
            )
        ):
            return None
        old, (first, second) = loaded.dsts[0], changed.srcs
        if first is not old and changed.ROW.opcode == "ADD":
            first, second = second, first
        amount = given.get(second)
        if first is not old or amount is None:
            return None
        if isinstance(amount, SSAValue):
            if changed.ROW.opcode == "SUB" or not is_uniform(amount):
                return None
        elif changed.ROW.opcode == "SUB":
            amount = -amount
        return Addition(address, amount)


class LocalLines:
    """Which registers have addresses in one line, in a function of lanes."""

    def __init__(self, func: FuncOp):
        self._known = KnownRegisters(func, ControlFlow(func.body))
        self._alignments = Alignments(func)

    def line(
        self, address: SSAValue, use: Operation
    ) -> tuple[SSAValue, SSAValue] | None:
        """
        The address of a line and an offset that are the address in each lane.

        None if it is not known to be in one line, where an operation reads it.
        """
        if len(self._known.writers.get(address, ())) != 1:
            return None
        written: set[SSAValue] = set()
        op = use.prev_op
        for _ in range(NEAR):
            if op is None or address in written_by(op):
                break
            written.update(written_by(op))
            op = op.prev_op
        if not isinstance(op, Instruction) or op.ROW.opcode != "ADD":
            return None
        if address not in op.dsts or not written.isdisjoint(op.srcs):
            return None
        for line, offset in (op.srcs, op.srcs[::-1]):
            if is_uniform(line) and self._alignments.of(line) % LINE == 0:
                if self._known.range(offset).high < LINE:
                    return line, offset
        return None


class LineCounts:
    """Emits an addition, and the question whether it can be done at once."""

    def __init__(self, addition: Addition, one: Emitter, each: Emitter):
        """`one` emits for all lanes together, `each` for each; to the same list."""
        assert one.ops is each.ops
        self.addition, self.one, self.each = addition, one, each
        lane = each.temporary("SIMD_ID", TYPE)
        # Here, for all additions after this one: constants.
        self._others = {
            distance: each.temporary("XOR", TYPE, lane, self._word(distance))
            for distance in (8, 4, 2, 1)
        }
        self._bins = each.temporary("SHL", TYPE, lane, self._word(2))
        byte = each.temporary("SHL", TYPE, lane, self._word(3))
        self._byte = self._and(byte, 24)
        self._odd = self._spread(lane, 2)

    def question(self, here: SSAValue | None) -> SSAValue:
        """Emit whether the lanes `here`, or all, have addresses in one line: a bool."""
        one, each = self.one, self.each
        address = self.addition.address
        first = one.temporary("SIMD_SHUFFLE", TYPE, address, one.constant(TYPE, 0))
        self.line = one.temporary("AND", TYPE, first, one.constant(TYPE, -LINE))
        self.offset = each.temporary("SUB", TYPE, address, self.line)
        is_in = each.compare("LT", TYPE, self.offset, one.constant(TYPE, LINE))
        if here is not None:
            others = each.temporary("XOR", "bool", here, one.constant("bool", 1))
            is_in = each.temporary("OR", "bool", is_in, others)
        return one.temporary("SIMD_ALL", "bool", is_in, family="bool")

    def add(
        self, here: SSAValue | None, place: tuple[SSAValue, SSAValue] | None = None
    ) -> None:
        """
        Emit the addition of the lanes `here`, or all, whose addresses are so.

        The place is a line and an offset; by default those of the question.
        """
        one, each = self.one, self.each
        line, offset = (self.line, self.offset) if place is None else place
        total = self._counts(offset, here)
        amount = self.addition.amount
        if amount != 1:
            if isinstance(amount, int):
                amount = one.constant(TYPE, amount)
            total = each.temporary("MUL", TYPE, total, amount)
        address = each.temporary("ADD", TYPE, self._bins, line)
        access = memory(LINE, LINE, SCRATCHPAD_SPACE, volatile=True)
        old, location = each.new("dword"), each.location
        each.ops.append(load((old,), address, TYPE, memory=access, location=location))
        total = each.temporary("ADD", TYPE, old, total)
        each.ops.append(
            store(address, (total,), TYPE, memory=access, location=location)
        )

    def _counts(self, offset: SSAValue, here: SSAValue | None) -> SSAValue:
        """In each lane, how many lanes have the offset of its word."""
        each = self.each
        byte = self._and(each.temporary("SHL", TYPE, offset, self._word(1)), 24)
        own = each.temporary("SHL", TYPE, self._word(1), byte)
        if here is not None:
            own = each.temporary("SEL", TYPE, here, own, self._word(0))
        # Words 1 and 3 of the line, apart from 0 and 2.
        odd = each.temporary("AND", TYPE, own, self._spread(offset, 4))
        even = each.temporary("XOR", TYPE, own, odd)
        # Upper lanes have the bins of words 2 and 3.
        differs = each.temporary("XOR", TYPE, offset, self._bins)
        is_far = self._spread(differs, 5)
        even, odd = (self._exchanged(word, is_far) for word in (even, odd))
        both = each.temporary("XOR", TYPE, even, odd)
        both = each.temporary("AND", TYPE, both, self._odd)
        kept = each.temporary("XOR", TYPE, even, both)
        sent = each.temporary("XOR", TYPE, odd, both)
        total = each.temporary("ADD", TYPE, kept, self._from(sent, 4))
        for distance in (2, 1):
            total = each.temporary("ADD", TYPE, total, self._from(total, distance))
        return self._and(each.temporary("SHR", TYPE, total, self._byte), 255)

    def _exchanged(self, word: SSAValue, is_far: SSAValue) -> SSAValue:
        """What is far goes to the other half of the lanes, and is added there."""
        each = self.each
        sent = each.temporary("AND", TYPE, word, is_far)
        kept = each.temporary("XOR", TYPE, word, sent)
        return each.temporary("ADD", TYPE, kept, self._from(sent, 8))

    def _from(self, value: SSAValue, distance: int) -> SSAValue:
        """A register of the lane whose number differs in one bit."""
        other = self._others[distance]
        return self.each.temporary("SIMD_SHUFFLE", TYPE, value, other)

    def _spread(self, value: SSAValue, bit: int) -> SSAValue:
        """All bits are as one bit is."""
        top = WORD - 1
        value = self.each.temporary("SHL", TYPE, value, self._word(top - bit))
        return self.each.temporary("ASR", "int32", value, self._word(top))

    def _and(self, value: SSAValue, mask: int) -> SSAValue:
        return self.each.temporary("AND", TYPE, value, self._word(mask))

    def _word(self, value: int) -> SSAValue:
        return self.one.constant(TYPE, value)
