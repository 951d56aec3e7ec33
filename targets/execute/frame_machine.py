"""
The machine that runs compiled functions of source, llvlir and gen.

A level compiles a function to a graph of segments: straight-line steps over a frame of
dense slots, followed by a jump, a call or a return. The frames of callers are kept in a
list, so recursion of the program never uses Python's stack.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TypeAlias

from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dynamic_objects import is_allocation, is_release
from circ.dialects.common.variadic import reads_argument
from circ.targets.execute.dynamic_objects import allocate, release, release_after
from circ.targets.execute.jumps import (
    LongJump,
    Mark,
    Marks,
    Request,
    SetJump,
    clock_words,
    is_active,
)
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import ExecutionLimit, Hook, Outcome, ProgramExit
from circ.targets.execute.steps import Frame, Step
from circ.targets.execute.variable_arguments import NONE, argument, packed

MAX_DEPTH = 1 << 18
"""
The limit on active calls, so that endless recursion ends before memory is exhausted.
"""

DYNAMIC = 0
"""The slot of every frame with the addresses of its `dynamic_objects`."""

End: TypeAlias = Callable[[Frame], "Segment | None"]
"""Gives the next segment in the function; None before a call or a return."""

Callee: TypeAlias = Callable[[Frame], "Function | None"]
"""Finds the function to call; None if it is external and has been executed."""


class Segment:
    """Straight-line steps, and the end that follows them."""

    __slots__ = ("end", "locations", "operations", "steps", "transfer")

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.operations = 0
        """The number of operations of the program in the segment."""
        self.locations: list[Attribute] = []
        """The locations of these operations."""
        self.end: End = to_transfer
        self.transfer: Call | Return | None = None
        """The call or return where `end` gives None."""

    def count(self, location: Attribute) -> None:
        """Count an operation as executed in this segment."""
        self.operations += 1
        self.locations.append(location)


class Function:
    """A compiled function; created empty, since calls may be recursive."""

    __slots__ = ("arguments", "entry", "further", "named", "objects", "template")

    def __init__(self) -> None:
        self.entry = Segment()
        self.template: Frame = [0]
        """The initial frame, with the values of constants."""
        self.arguments: list[int] = []
        self.named: int | None = None
        """Of a variadic function, the number of named arguments."""
        self.further: int | None = None
        """Of a variadic function, the slot of its further arguments."""
        self.objects: list[int] = []
        """The slots of stack objects' addresses; 0 until one is allocated."""

    def slot(self, initial: int = 0) -> int:
        """A new slot, and its initial value in each frame."""
        self.template.append(initial)
        return len(self.template) - 1

    def make_variadic(self) -> None:
        """Add the slot of further arguments to `arguments`."""
        self.named, self.further = len(self.arguments), self.slot(NONE)
        self.arguments.append(self.further)


@dataclass(frozen=True)
class Call:
    callee: Callee
    arguments: Sequence[int]
    results: Sequence[int]
    then: Segment
    location: Attribute
    widths: Sequence[int] = ()
    """The widths of the arguments of a variadic call."""


@dataclass(frozen=True)
class Return:
    values: Sequence[int]


Activation: TypeAlias = tuple[Function, Frame, Call]
"""A function that runs, its values, and the call that it makes."""


# region Ends of segments


def to_transfer(frame: Frame) -> None:
    """Go on with the call or return of the segment."""
    return None


def jump(sources: Sequence[int], targets: Sequence[int], to: Segment) -> End:
    """Copy the sources to the targets in parallel, and continue at `to`."""
    if not targets:
        return lambda frame: to
    if len(targets) == 1:
        (source,), (target,) = sources, targets

        def one(frame: Frame) -> Segment:
            frame[target] = frame[source]
            return to

        return one
    gather = itemgetter(*sources)

    def several(frame: Frame) -> Segment:
        for target, value in zip(targets, gather(frame), strict=True):
            frame[target] = value
        return to

    return several


def choose(test: Callable[[Frame], int], then: End, otherwise: End) -> End:
    """One of two ends, by the result of a test."""
    return lambda frame: then(frame) if test(frame) else otherwise(frame)


def branch(condition: int, then: Segment, otherwise: Segment) -> End:
    """One of two segments, by a bit in a slot."""
    return lambda frame: then if frame[condition] else otherwise


def select(selector: int, cases: Mapping[int, End], default: End) -> End:
    """One of many ends, by the number in a slot."""
    return lambda frame: cases.get(frame[selector], default)(frame)


# endregion
# region Calls and objects


def indirect(address: int, find: Callable[[int], Function | Step]) -> Callee:
    """
    The callee of an indirect call.

    `find` gives the function at an address, or the step of an external function.
    """
    known: dict[int, Function | Step] = {}

    def callee(frame: Frame) -> Function | None:
        target = frame[address]
        if (found := known.get(target)) is None:
            found = known[target] = find(target)
        if isinstance(found, Function):
            return found
        found(frame)
        return None

    return callee


def external_step(
    further: int | None,
    memory: Memory,
    name: str,
    hook_of: Callable[[str], Hook],
    arguments: Sequence[int],
    results: Sequence[int],
    location: Attribute,
) -> Step:
    """
    A call of an external function.

    Functions that allocate or release dynamic objects, or read a further argument, act
    on the frame of the caller, whose `further` arguments are in a slot if it is
    variadic. A diagnostic of a hook without a location gets that of the call.
    """
    if is_allocation(name, len(arguments), len(results)):
        (size, align), (target,) = arguments, results

        def make(frame: Frame) -> None:
            frame[target], frame[DYNAMIC] = allocate(
                memory, frame[DYNAMIC], frame[size], frame[align], location
            )

        return make

    if is_release(name, len(arguments), len(results)):
        (oldest,) = arguments

        def end(frame: Frame) -> None:
            frame[DYNAMIC] = release_after(
                memory, frame[DYNAMIC], frame[oldest], location
            )

        return end

    if further is not None and reads_argument(name, len(arguments), len(results)):
        (number,) = arguments

        def read(frame: Frame) -> None:
            words = frame[further]
            values = argument(words, name, frame[number], location, len(results))
            for slot, value in zip(results, values, strict=True):
                frame[slot] = value

        return read
    hook = hook_of(name)

    def call(frame: Frame) -> None:
        try:
            values = hook([frame[slot] for slot in arguments])
        except Diagnostic as error:
            raise Diagnostic(error.location or location, error.message) from None
        for slot, value in zip(results, values, strict=True):
            frame[slot] = value

    return call


def object_step(
    function: Function,
    memory: Memory,
    size: int,
    align: int,
    target: int,
    location: Attribute,
) -> Step:
    """Allocate a stack object, of which each activation has one."""
    # A slot of its own, which nothing else writes.
    place = function.slot()
    function.objects.append(place)
    allocate = memory.allocate

    def step(frame: Frame) -> None:
        if not frame[place]:
            frame[place] = allocate(size, align, location)
        frame[target] = frame[place]

    return step


# endregion
# region Execution


def execute(
    function: Function,
    arguments: Sequence[int],
    memory: Memory,
    max_operations: int | None,
    too_deep: str,
) -> Outcome:
    """
    Run a compiled function until it returns.

    `too_deep` is the message for more than {depth} active calls.
    """
    limit = sys.maxsize if max_operations is None else max_operations
    executed = 0
    callers: list[Activation] = []
    marks = Marks[_Mark](memory)
    frame = function.template.copy()
    if function.named is not None:
        arguments = [*arguments, NONE]
    for slot, value in zip(function.arguments, arguments, strict=True):
        frame[slot] = value
    segment = function.entry
    while True:
        executed += segment.operations
        if executed > limit:
            first_beyond = segment.operations - (executed - limit)
            raise ExecutionLimit(segment.locations[first_beyond], limit)
        for step in segment.steps:
            step(frame)
        following = segment.end(frame)
        if following is not None:
            segment = following
            continue
        transfer = segment.transfer
        if isinstance(transfer, Call):
            try:
                callee = transfer.callee(frame)
            except ProgramExit as ended:
                return Outcome([], executed, status=ended.status)
            except Request as request:
                callers.append((function, frame, transfer))
                _answer(request, callers, marks, memory, executed)
                function, frame, call = callers.pop()
                segment = call.then
                continue
            if callee is None:
                segment = transfer.then
                continue
            if len(callers) == MAX_DEPTH:
                message = too_deep.format(depth=MAX_DEPTH)
                raise Diagnostic(transfer.location, message)
            callers.append((function, frame, transfer))
            function, frame = callee, enter(callee, transfer, frame)
            segment = function.entry
            continue
        assert transfer is not None
        results = [frame[slot] for slot in transfer.values]
        leave(function.objects, frame, memory)
        if not callers:
            return Outcome(results, executed)
        function, frame, call = callers.pop()
        for slot, value in zip(call.results, results, strict=True):
            frame[slot] = value
        segment = call.then


def _answer(
    request: Request,
    activations: list[Activation],
    marks: "Marks[_Mark]",
    memory: Memory,
    executed: int,
) -> None:
    """Do what a call of the last activation asks for; the last one then goes on."""
    function, frame, call = activations[-1]
    results, active = [0], partial(is_active, activations)
    try:
        match request:
            case SetJump():
                mark = _Mark(len(activations), frame, frame.copy(), call)
                marks.add(request, mark, active)
            case LongJump():
                mark = marks.find(request, active)
                for function, frame, _ in reversed(activations[mark.depth :]):
                    leave(function.objects, frame, memory)
                del activations[mark.depth :]
                function, frame, _ = activations.pop()
                mark.restore(function, frame)
                results, call = [request.result], mark.call
                activations.append((function, frame, call))
            case _:
                results = clock_words(executed, len(call.results))
    except Diagnostic as error:
        raise Diagnostic(call.location, error.message) from None
    for slot, value in zip(call.results, results, strict=True):
        frame[slot] = value


@dataclass(eq=False)
class _Mark(Mark):
    values: Frame
    call: Call

    def restore(self, function: Function, frame: Frame) -> None:
        """The values at the call, but all objects that there are by now."""
        places = [*function.objects, DYNAMIC]
        objects = [frame[place] for place in places]
        frame[:] = self.values
        for place, address in zip(places, objects, strict=True):
            frame[place] = address


def enter(function: Function, call: Call, caller: Frame) -> Frame:
    """The frame of a function that is called."""
    frame = function.template.copy()
    values = [caller[slot] for slot in call.arguments]
    if (named := function.named) is not None:
        values[named:] = [packed(values[named:], call.widths[named:])]
    for slot, value in zip(function.arguments, values, strict=True):
        frame[slot] = value
    return frame


def leave(objects: Sequence[int], frame: Sequence[int | None], memory: Memory) -> None:
    """Release the objects of an activation whose addresses are in slots."""
    if objects:
        taken = [address for slot in objects if (address := frame[slot])]
        # The last one first, so that its addresses are reused.
        for address in sorted(taken, reverse=True):
            memory.release(address)
    if addresses := frame[DYNAMIC]:
        release(memory, addresses)


# endregion
