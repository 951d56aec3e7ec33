"""
How a machine executes code, and what only machines have: intrinsics and threads.

The module that a `Machine` names as its `execution` has the functions of
`MachineExecution`. It is imported when a program needs it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine import Machine
from circ.targets.execute.environment import Environment
from circ.targets.execute.hooks import External
from circ.targets.execute.marshal import Argument, Execution
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Outcome, Run, Trace


@dataclass(frozen=True)
class Job:
    """What to execute, on which arguments, and how."""

    module: ModuleOp
    entry: str
    """The name of the function."""
    signature: FunctionType
    """Its type in source terms."""
    arguments: Sequence[Argument]
    externals: Mapping[str, External]
    max_operations: int | None = None
    """The limit over all threads."""
    trace: Trace | None = None
    threads: int = 1
    engine: str = "auto"
    """The simulator's engine."""
    environment: Environment = field(default_factory=Environment)
    timed: bool = False
    """Does the machine find out how many cycles it takes?"""


class MachineExecution(Protocol):
    """The functions of the module that executes a machine's code."""

    def intrinsic(
        self, name: str, declared: FunctionType, location: Attribute
    ) -> External:
        """The hook of a declared intrinsic; a `Diagnostic` where there is none."""
        ...

    def run_threads(
        self,
        job: Job,
        prepare: Callable[..., Run],
        values: Sequence[int],
        memory: Memory,
    ) -> Outcome:
        """Run a program above the machine's level on several threads."""
        ...

    def execute(self, job: Job) -> Execution:
        """Run a program at the machine's level."""
        ...


def execution_on(machine: Machine) -> MachineExecution:
    """The module that executes a machine's code; a Diagnostic where there is none."""
    if machine.execution is None:
        message = f"nothing executes code, intrinsics or threads of {machine.title}"
        raise Diagnostic(None, message)
    return cast(MachineExecution, import_module(machine.execution))
