"""
The builder that the compilers of the source interpreter share: slots, steps, segments.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.lanes import by_lanes
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.common.widths import WORD
from circ.dialects.source.advice import type_advice
from circ.dialects.source.layout import (
    lane_count,
    lane_width,
    register_width,
    scalar_width,
    vector_type,
)
from circ.targets.execute.frame_machine import End, Function, Segment
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Trace
from circ.targets.execute.steps import Frame, Step, applied
from circ.targets.execute.text import text_of

Compiler: TypeAlias = Callable[["Builder", Operation], None]
"""Appends the steps of an operation."""

Compilers: TypeAlias = Mapping[type[Operation], Compiler]
"""The compiler of each class of operations."""

Yields: TypeAlias = Callable[[Operation], End]
"""The end of a segment for the terminator of a region."""

Globals: TypeAlias = Mapping[str, tuple[Attribute, int]]
"""Type and address of the module's arrays, by name."""


class Slot(NamedTuple):
    """A slot with a word of an array; words that are known are numbers instead."""

    number: int


def lanewise(
    compute: Callable[..., int], operands: Sequence[SSAValue], result: SSAValue
) -> Callable[..., int]:
    """A computation on scalars, applied lane by lane where the result is a vector."""
    if vector_type(result.type) is None:
        return compute
    widths = [
        (lane_width(value.type) or 0) if vector_type(value.type) else 0
        for value in operands
    ]
    to, count = lane_width(result.type), lane_count(result.type)
    assert to is not None, result
    for value in operands:
        if vector_type(value.type) and lane_count(value.type) != count:
            assert isinstance(result.owner, Operation)
            raise unsupported(result.owner, f"an operand of type {value.type}")

    def lane(column: Sequence[int]) -> int:
        return compute(*column)

    def lanes(*values: int) -> int:
        return by_lanes(INTS, count, widths, to, lane, values)

    return lanes


def _known(op: Operation, value: SSAValue, width: int | None) -> int:
    if width is None:
        raise unsupported(op, f"type {value.type}", type_advice(value.type))
    return width


class Builder(ABC):
    """One function under construction; `here` is the segment that grows."""

    def __init__(
        self,
        function: Function,
        memory: Memory,
        globals: Globals,
        trace: Trace | None,
    ):
        self.globals = globals
        self.function = function
        self.repeated: Set[Operation] = frozenset()
        """Allocations that are a new object each time they are executed."""
        self.memory = memory
        self.here = function.entry
        self.blocks: dict[Block, Segment] = {}
        self._slots: dict[SSAValue, int] = {}
        self._dynamic: dict[SSAValue, Sequence[Slot]] = {}
        self._trace = trace

    @abstractmethod
    def region(self, region: Region, yields: Yields) -> Segment:
        """Compile the blocks of a region; returns the segment of the first."""

    def slot(self, value: SSAValue) -> int:
        if (slot := self._slots.get(value)) is None:
            slot = self._slots[value] = self.constant_slot(0)
        return slot

    def slots(self, values: Sequence[SSAValue]) -> tuple[int, ...]:
        """The slots of values: several for an array of dynamic shape."""
        slots: list[int] = []
        for value in values:
            slots.append(self.slot(value))
            if value.type.__class__ is MemRefType:
                slots += [word.number for word in self.dynamic(value)]
        return tuple(slots)

    def dynamic(self, array: SSAValue) -> Sequence[Slot]:
        """The slots of the dynamic extents and strides of an array."""
        if (slots := self._dynamic.get(array)) is None:
            count = dynamic_words(array.type)
            slots = [Slot(self.constant_slot(0)) for _ in range(count)]
            self._dynamic[array] = slots
        return slots

    def word(self, value: SSAValue) -> Slot:
        """An operand of type index."""
        return Slot(self.slot(value))

    def product(self, lhs: int | Slot, rhs: int | Slot) -> int | Slot:
        """The product of two words, computed here; a number where it is known."""
        lhs, rhs = (rhs, lhs) if isinstance(lhs, int) else (lhs, rhs)
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs * rhs
        if rhs == 1:
            return lhs
        target = self.constant_slot(0)
        sources = self.as_slot(lhs), self.as_slot(rhs)
        self.apply(partial(INTS.mul, WORD), sources, target)
        return Slot(target)

    def as_slot(self, word: int | Slot) -> int:
        """The slot of a word."""
        if isinstance(word, int):
            return self.constant_slot(INTS.const(WORD, word))
        return word.number

    def define_dynamic(self, array: SSAValue, words: Sequence[int | Slot]) -> None:
        """Append the steps that give an array its dynamic extents and strides."""
        for word, target in zip(words, self.dynamic(array), strict=True):
            self.copy(self.as_slot(word), target.number)

    def constant_slot(self, bits: int) -> int:
        """A slot with the initial value `bits` in each frame."""
        return self.function.slot(bits)

    def constant(self, value: SSAValue, bits: int) -> None:
        self.function.template[self.slot(value)] = bits

    def append(self, step: Step) -> None:
        self.here.steps.append(step)

    def apply(
        self, compute: Callable[..., int], sources: Sequence[int], target: int
    ) -> None:
        """Append a step that computes a slot from others."""
        self.append(applied(compute, sources, target))

    def copy(self, source: int, target: int) -> None:
        def step(frame: Frame) -> None:
            frame[target] = frame[source]

        self.append(step)

    def scalar(self, op: Operation, value: SSAValue) -> int:
        """The width of a scalar of a supported type."""
        return _known(op, value, scalar_width(value.type))

    def lane(self, op: Operation, value: SSAValue) -> int:
        """The width of a scalar, or of the lanes of a vector."""
        return _known(op, value, lane_width(value.type))

    def vector(self, op: Operation, value: SSAValue) -> int:
        """The width of the lanes of a vector."""
        width = lane_width(value.type) if vector_type(value.type) else None
        return _known(op, value, width)

    def register(self, op: Operation, value: SSAValue) -> int:
        """The width of a scalar, a vector or an address."""
        return _known(op, value, register_width(value.type))

    def declare(self, op: Operation, block: Block) -> tuple[int, ...]:
        """Slots of a block's arguments, whose types must be supported."""
        for argument in block.args:
            self.register(op, argument)
        return self.slots(block.args)

    def results(self, op: Operation) -> tuple[int, ...]:
        """Slots of an operation's results, whose types must be supported."""
        for result in op.results:
            self.register(op, result)
        return self.slots(op.results)

    def count(self, op: Operation) -> None:
        """Count the operation as executed in this segment."""
        self.here.count(op.location)

    def trace(self, op: Operation, with_results: bool) -> None:
        if (trace := self._trace) is None:
            return
        operands = [(self.slot(value), value.type) for value in op.operands]
        values = op.results if with_results else ()
        results = [(self.slot(value), value.type) for value in values]

        def step(frame: Frame) -> None:
            line = op.name
            if operands:
                line += " " + ", ".join(text_of(t, frame[s]) for s, t in operands)
            if results:
                line += " -> " + ", ".join(text_of(t, frame[s]) for s, t in results)
            trace(line)

        self.append(step)

    def leave(self, end: End, then: Segment) -> None:
        """End the segment; what is compiled next goes into `then`."""
        self.here.end = end
        self.here = then
