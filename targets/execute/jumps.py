"""
External functions that act on the run itself: setjmp, longjmp, circ_clock, circ_exit.

Their hooks raise a `Request` or `ProgramExit`, which the interpreter answers in its
loop: there it knows the activations, and how many operations have been executed. A call
of such a function ends its segment (`suspends`), so that execution can go on after it,
also repeatedly.

setjmp notes the activation with a copy of its values, and puts a number for that into
the buffer. longjmp puts the values back, so that each has the value that it had at the
setjmp; memory stays as it is. C leaves variables that changed in between undefined.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.setjmp import LONGJMP, SETJMP
from circ.dialects.common.widths import WORD
from circ.targets.execute.memory import WORD_BYTES, Memory

CLOCK, EXIT = "circ_clock", "circ_exit"

FEW = 1000
"""So many marks are kept without looking for those that are out of date."""

M = TypeVar("M", bound="Mark")

IsActive: TypeAlias = Callable[["Mark"], bool]


def suspends(name: str) -> bool:
    """Does a call of the external function end its segment?"""
    return name in (CLOCK, EXIT) or name in SETJMP or name in LONGJMP


class Request(Exception):
    """What an external function asks of the interpreter that calls it."""


class Clock(Request):
    """How many operations have been executed?"""


@dataclass
class SetJump(Request):
    """Let `LongJump` come back here."""

    buffer: int


@dataclass
class LongJump(Request):
    """Go on where the buffer was set, with a result."""

    buffer: int
    value: int

    @property
    def result(self) -> int:
        """What setjmp gives; never 0."""
        return self.value or 1


@dataclass(eq=False)
class Mark:
    """A call of setjmp."""

    depth: int
    """How many activations there were, of which it was by the last."""
    slots: object
    """The values of the activation, by which it is known."""


class Marks(Generic[M]):
    """The calls of setjmp in a run, by the numbers that are in their buffers."""

    def __init__(self, memory: Memory):
        self._memory = memory
        self._marks: dict[int, M] = {}
        self._next, self._most = 1, FEW

    def add(self, request: SetJump, mark: M, is_active: IsActive) -> None:
        """Note a mark in a buffer; those of activations that are left are dropped."""
        self._memory.store(request.buffer, WORD_BYTES, self._next)
        self._marks[self._next] = mark
        self._next += 1
        if len(self._marks) > self._most:
            kept = {n: m for n, m in self._marks.items() if is_active(m)}
            self._marks, self._most = kept, max(FEW, 2 * len(kept))

    def find(self, request: LongJump, is_active: IsActive) -> M:
        """The mark in a buffer; a Diagnostic where its activation has been left."""
        number = self._memory.load(request.buffer, WORD_BYTES)
        if not 0 < number < self._next:
            message = f"no setjmp has set the buffer at {request.buffer:#x}"
            raise Diagnostic(None, message)
        mark = self._marks.get(number)
        if mark is None or not is_active(mark):
            message = "longjmp goes to a function that has returned"
            raise Diagnostic(None, message)
        return mark


def is_active(activations: Sequence[tuple[object, ...]], mark: Mark) -> bool:
    """
    Is the activation of a mark one of those that there are?

    The running one is the last; the second member of each are its values.
    """
    depth = mark.depth
    return depth <= len(activations) and activations[depth - 1][1] is mark.slots


def clock_words(operations: int, count: int) -> list[int]:
    """The result of the clock, in one number or in words."""
    width = 2 * WORD // count
    return [INTS.const(width, operations >> width * n) for n in range(count)]
