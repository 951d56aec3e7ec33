"""
Compiled functions of the source interpreter, and the loop that runs them.

A function is a graph of segments: straight-line steps over a frame of dense slots,
then a jump, a call or a return. Structured control flow is flattened into the same
graph, and calls keep their frames on a list, so that neither nesting nor recursion of
the program uses Python's stack.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.dynamic_objects import release
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import ExecutionLimit, Outcome
from circ.targets.execute.steps import Frame, Step
from circ.targets.execute.variable_arguments import NONE, packed

CALL_DEPTH = 1_000_000
"""Frames of endless recursion that are kept before it is diagnosed."""

End: TypeAlias = Callable[[Frame], "Segment | None"]


class Segment:
    """Steps that run one after the other, and what comes then."""

    __slots__ = ("end", "location", "operations", "steps", "transfer")

    def __init__(self, location: Attribute | None = None):
        self.steps: list[Step] = []
        self.operations = 0
        """Operations of the source that the segment stands for."""
        self.end: End = _leave
        """The segment that follows within the function."""
        self.transfer: Call | Return | None = None
        """What to do where `end` gives None."""
        self.location = location


class Function:
    """A compiled function; created empty, since calls may be recursive."""

    __slots__ = ("arguments", "dynamic", "entry", "named", "objects", "template")

    def __init__(self) -> None:
        self.entry = Segment()
        self.template: Frame = []
        """A frame in which constants have their values already."""
        self.arguments: list[int] = []
        self.named: int | None = None
        """
        Of a variadic function, how many arguments are named; a further slot of
        `arguments` takes the others (`variable_arguments`).
        """
        self.dynamic: int | None = None
        """The slot of the addresses of `dynamic_objects`."""
        self.objects: list[int] = []
        """Slots of the addresses of stack objects; 0 until one is allocated."""


@dataclass(frozen=True)
class Call:
    callee: Callable[[Frame], Function]
    """Finds the function, by an address in the frame where the call is indirect."""
    arguments: tuple[int, ...]
    results: tuple[int, ...]
    then: Segment
    location: Attribute
    widths: tuple[int, ...] | None = None
    """Of the arguments, where they may be any number."""


@dataclass(frozen=True)
class Return:
    values: tuple[int, ...]


def _leave(frame: Frame) -> None:
    return None


def jump(sources: Sequence[int], targets: Sequence[int], to: Segment) -> End:
    """Copy the sources to the targets, all at once, and go on at `to`."""
    if not targets:
        return lambda frame: to
    if len(targets) == 1:
        (source,), (target,) = sources, targets

        def one(frame: Frame) -> Segment:
            frame[target] = frame[source]
            return to

        return one
    gather = itemgetter(*sources)
    places = tuple(targets)

    def several(frame: Frame) -> Segment:
        for place, value in zip(places, gather(frame), strict=True):
            frame[place] = value
        return to

    return several


def choose(condition: int, then: End, otherwise: End) -> End:
    """One of two ends, by a bit in a slot."""
    return lambda frame: then(frame) if frame[condition] else otherwise(frame)


def select(flag: int, cases: dict[int, End], default: End) -> End:
    """One of many ends, by the bits in a slot."""
    return lambda frame: cases.get(frame[flag], default)(frame)


def execute(
    function: Function,
    arguments: Sequence[int],
    memory: Memory,
    max_operations: int | None,
) -> Outcome:
    """Run a compiled function to its return."""
    limit = float("inf") if max_operations is None else max_operations
    executed = 0
    stack: list[tuple[Function, Frame, Call]] = []
    if function.named is not None:
        arguments = [*arguments, NONE]
    frame = enter(function, arguments)
    segment = function.entry
    while True:
        executed += segment.operations
        if executed > limit:
            raise ExecutionLimit(segment.location, int(limit))
        for step in segment.steps:
            step(frame)
        following = segment.end(frame)
        if following is not None:
            segment = following
            continue
        transfer = segment.transfer
        if isinstance(transfer, Call):
            if len(stack) == CALL_DEPTH:
                message = f"calls are nested deeper than {CALL_DEPTH}"
                raise Diagnostic(transfer.location, message)
            stack.append((function, frame, transfer))
            function = transfer.callee(frame)
            values = [frame[slot] for slot in transfer.arguments]
            if transfer.widths is not None and (named := function.named) is not None:
                values[named:] = [packed(values[named:], transfer.widths[named:])]
            frame = enter(function, values)
            segment = function.entry
            continue
        assert transfer is not None
        results = [frame[slot] for slot in transfer.values]
        # In reverse, so that addresses are given back in stack order.
        for slot in sorted((frame[slot] for slot in function.objects), reverse=True):
            if slot:
                memory.release(slot)
        if function.dynamic is not None:
            release(memory, frame[function.dynamic])
        if not stack:
            return Outcome(results, executed)
        function, frame, call = stack.pop()
        for slot, value in zip(call.results, results, strict=True):
            frame[slot] = value
        segment = call.then


def enter(function: Function, arguments: Sequence[int]) -> Frame:
    frame = function.template.copy()
    for slot, value in zip(function.arguments, arguments, strict=True):
        frame[slot] = value
    return frame
