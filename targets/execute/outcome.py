"""The result of an execution, at every level."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.memory import Memory

Hook: TypeAlias = Callable[[Sequence[int]], Sequence[int]]
"""An external function: from the arguments' bit patterns to the results'."""

Hooks: TypeAlias = Mapping[str, Hook]
"""External functions by symbol name."""

Trace: TypeAlias = Callable[[str], None]
"""Called with one line of text for each executed operation."""


@dataclass(frozen=True)
class Outcome:
    """The results of the entry function, and the number of operations executed."""

    results: list[int]
    """Unsigned bit patterns; floats are IEEE 754 bits."""
    operations: int
    costs: Callable[[], Mapping[str, int]] = field(
        default=dict[str, int], compare=False
    )
    """Other counters of a machine, by name."""
    profile: Callable[[], str] = field(default=str, compare=False)
    """Where the time went, as text; empty where cycles were not counted."""
    others: Sequence[list[int]] = ()
    """The results of the threads other than the first."""
    status: int | None = None
    """What the program gave to `circ_exit`; it has no results then."""


Run: TypeAlias = Callable[[Sequence[int], int | None], Outcome]
"""
A program that is ready to run, also repeatedly, on one thread after the other: takes
the arguments and the limit on operations.
"""


class Program(Protocol):
    """A module as an interpreter runs it."""

    def prepare(self, entry: str) -> Run:
        """Prepare a function; a `Diagnostic` where there is none of that name."""
        ...


@dataclass(frozen=True)
class Interpreter:
    """
    The interpreter of a level.

    Arguments and results are unsigned bit patterns; arrays are addresses in `memory`.
    `hooks` are the external functions that the program may call, `trace` gets a line
    for each operation.
    """

    program: Callable[[ModuleOp, Memory, Hooks, Trace | None], Program]
    """Initialises memory before anything else is allocated."""

    def prepare(
        self,
        module: ModuleOp,
        entry: str,
        memory: Memory,
        hooks: Hooks | None = None,
        trace: Trace | None = None,
    ) -> Run:
        """Prepare the function `entry` of a verified module."""
        return self.program(module, memory, hooks or {}, trace).prepare(entry)

    def __call__(
        self,
        module: ModuleOp,
        entry: str,
        arguments: Sequence[int],
        memory: Memory,
        hooks: Hooks | None = None,
        max_operations: int | None = None,
        trace: Trace | None = None,
    ) -> Outcome:
        """Run the function `entry` of a verified module once."""
        run = self.prepare(module, entry, memory, hooks, trace)
        return run(arguments, max_operations)


def check_arity(
    entry: str, expected: int, given: int, location: Attribute | str | None = None
) -> None:
    """Raise a `Diagnostic` unless the number of arguments is the function's."""
    if given != expected:
        plural = "" if expected == 1 else "s"
        message = f"'{entry}' takes {expected} argument{plural}, but {given} "
        raise Diagnostic(
            location, message + ("is given" if given == 1 else "are given")
        )


class ProgramExit(Exception):
    """The program has called `circ_exit`."""

    def __init__(self, status: int):
        super().__init__(f"exit status {status}")
        self.status = status


class ExecutionLimit(Diagnostic):
    """The program has reached its limit on operations."""

    def __init__(self, location: Attribute | str | None, operations: int):
        super().__init__(location, f"execution stopped after {operations} operations")
        self.operations = operations
