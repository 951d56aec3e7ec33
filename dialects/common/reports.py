"""
What passes report of their work: counts, and remarks with source locations.

A pass says `count("gates folded", n)`, `done(op, "unrolled 8 times")` or `missed(op,
"not unrolled: …")`. Where nobody listens, as by default, that costs one look-up; a pass
that would go out of its way to count or explain asks `is_counting` or `is_remarking`
first. The run-time library is no part of the program: nothing is said of its functions
but what is counted in a module that has copies of them.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, TypeAlias

from xdsl.ir import Attribute, Operation

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic, place_of
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import symbol_of

Counter: TypeAlias = Callable[[str, str, int], None]
"""Is told the name of a pass, what it counts, and how many more there are."""

COUNTER: ContextVar[Counter | None] = ContextVar("COUNTER", default=None)

Listener: TypeAlias = Callable[["Remark"], None]

LISTENERS: ContextVar[Sequence[Listener]] = ContextVar("LISTENERS", default=())

RUNNING: ContextVar[str] = ContextVar("RUNNING", default="")
"""The name of the pass that runs."""

REMARKED: ContextVar[set[tuple[Operation, str]] | None] = ContextVar(
    "REMARKED", default=None
)
"""What the pass that runs has remarked: patterns visit operations several times."""

LIBRARY: ContextVar[bool] = ContextVar("LIBRARY", default=False)
"""Is the run-time library being compiled, which happens inside passes?"""


class Remark(Diagnostic):
    """
    What a pass did to an operation, or could not do, as a diagnostic of kind "remark".

    `message` ends with the name of the pass in brackets.
    """

    def __init__(
        self,
        outcome: Literal["done", "missed"],
        function: str | None,
        location: Attribute | str,
        text: str,
        arguments: Mapping[str, int | str],
    ):
        self.outcome = outcome
        self.pass_name = RUNNING.get()
        self.function = function
        self.text = text
        """The message without the pass."""
        self.arguments = arguments
        """What the message says, by name."""
        super().__init__(location, f"{text} [{self.pass_name}]", "remark")


def is_counting() -> bool:
    return COUNTER.get() is not None


def is_remarking() -> bool:
    return bool(LISTENERS.get())


def count(what: str, number: int = 1) -> None:
    """Add to one of the statistics of the pass that runs."""
    counter = COUNTER.get()
    if counter is not None and number:
        counter(RUNNING.get(), what, number)


def done(op: Operation, text: str, **arguments: int | str) -> None:
    """Remark an optimisation of an operation, which is still in its function."""
    if LISTENERS.get():
        _remark("done", op, text, arguments)


def missed(op: Operation, text: str, **arguments: int | str) -> None:
    """Remark that an operation could not be optimised, and why."""
    if LISTENERS.get():
        _remark("missed", op, text, arguments)


def _remark(
    outcome: Literal["done", "missed"],
    op: Operation,
    text: str,
    arguments: Mapping[str, int | str],
) -> None:
    """
    Tell the listeners, once in each run of a pass.

    An operation without a location has that of the nearest one around it.
    """
    if (remarked := REMARKED.get()) is not None:
        if (op, text) in remarked:
            return
        remarked.add((op, text))
    location: Attribute | str = op.location
    function: str | None = None
    around: Operation | None = op
    while around is not None:
        if RUNTIME in around.attributes:
            return
        if place_of(location) is None:
            location = around.location
        function = function or symbol_of(around)
        around = around.parent_op()
    if place_of(location) is None and function is not None:
        location = f"@{function}"
    remark = Remark(outcome, function, location, text, arguments)
    for listener in LISTENERS.get():
        listener(remark)


@contextmanager
def of_library() -> Generator[None]:
    """Passes that run while a context lasts compile the library, not the program."""
    with bound(COUNTER, None), bound(LISTENERS, ()), bound(LIBRARY, True):
        yield
