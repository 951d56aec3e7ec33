"""What an execution gives back, at every level."""

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
"""Called with one line of text an executed operation."""


@dataclass(frozen=True)
class Outcome:
    """The results of the entry function, and how many operations were executed."""

    results: list[int]
    """Unsigned bit patterns; floats are IEEE 754 bits."""
    operations: int
    costs: Callable[[], Mapping[str, int]] = field(
        default=dict[str, int], compare=False
    )
    """What else a machine counts, by name."""
    others: Sequence[list[int]] = ()
    """The results of the threads after the first one."""


Run: TypeAlias = Callable[[Sequence[int], int | None], Outcome]
"""
A program that is ready to run, on one thread after the other too: from the arguments
and the operations that it may execute.
"""


class Program(Protocol):
    """A module as an interpreter runs it."""

    def prepare(self, entry: str) -> Run:
        """Make a function ready; a Diagnostic where there is none of that name."""
        ...


@dataclass(frozen=True)
class Interpreter:
    """
    The interpreter of a level.

    Arguments and results are unsigned bit patterns; arrays are given as addresses in
    `memory`. `hooks` are the external functions that the program may call, `trace`
    gets a line an operation.
    """

    program: Callable[[ModuleOp, Memory, Hooks, Trace | None], Program]
    """Puts what must be in its place into memory."""

    def prepare(
        self,
        module: ModuleOp,
        entry: str,
        memory: Memory,
        hooks: Hooks | None = None,
        trace: Trace | None = None,
    ) -> Run:
        """Make the function `entry` of a verified module ready to run."""
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
    """Diagnose another number of arguments than the function takes."""
    if given != expected:
        plural = "" if expected == 1 else "s"
        message = f"'{entry}' takes {expected} argument{plural}, but {given} "
        raise Diagnostic(
            location, message + ("is given" if given == 1 else "are given")
        )


class ExecutionLimit(Diagnostic):
    """The program ran for as many operations as it was allowed to."""

    def __init__(self, location: Attribute | str | None, operations: int):
        super().__init__(location, f"execution stopped after {operations} operations")
        self.operations = operations
