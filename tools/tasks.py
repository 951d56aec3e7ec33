"""What came of tasks that run elsewhere, and what runs them."""

import pickle
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, Self, TypeVar, cast

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import ON_WARNING, Diagnostic, warn
from circ.tools.progress import Progress

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Outcome(Generic[Result]):
    """What came of a task: a result, or what the function raised."""

    result: Result | None = None
    error: Exception | None = None
    traceback: str = ""
    """That of the error, which does not survive the way between processes."""
    warnings: Sequence[Diagnostic] = ()


def attempt(function: Callable[[Task], Result], task: Task) -> Outcome[Result]:
    """Call a function; what it raises can be sent to another process."""
    warnings: list[Diagnostic] = []
    with bound(ON_WARNING, warnings.append):
        try:
            return Outcome(function(task), warnings=warnings)
        except Exception as raised:
            error = raised
            text = traceback.format_exc()
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever its class does
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return Outcome(None, error, text, warnings)


class Results(Generic[Result]):
    """The outcomes of tasks as they come in, in any order."""

    def __init__(self, count: int, progress: Progress):
        self._outcomes: dict[int, Outcome[Result]] = {}
        self._count = count
        self._failed = count
        """The first task that failed."""
        self._progress = progress
        progress.show(0, count)

    def add(self, number: int, outcome: Outcome[Result]) -> None:
        self._outcomes[number] = outcome
        if outcome.error is not None:
            self._failed = min(self._failed, number)
        self._progress.show(len(self._outcomes), self._count)

    def wants(self, number: int) -> bool:
        """Is the task still of interest? None is after one that failed."""
        return number < self._failed

    def all(self) -> list[Result]:
        """The results; raises the first error instead. Warnings are passed on."""
        results: list[Result] = []
        for number in range(self._count):
            outcome = self._outcomes[number]
            for warning in outcome.warnings:
                warn(warning.location, warning.message)
            if outcome.error is not None:
                if not isinstance(outcome.error, Diagnostic):
                    outcome.error.add_note(f"in a process:\n{outcome.traceback}")
                raise outcome.error
            results.append(cast(Result, outcome.result))
        return results


class Runner(ABC):
    """Where tasks run; a context, at the end of which all processes end."""

    jobs: int
    """How many tasks run at once."""

    def start(self, prepare: Callable[[], object]) -> None:
        """
        There will be tasks: what has to be started and prepared for them may be now.

        `prepare` is a function of a module's top level.
        """

    @abstractmethod
    def map(
        self,
        function: Callable[[Task], Result],
        tasks: Sequence[Task],
        what: str = "working",
    ) -> list[Result]:
        """The results of all tasks, in their order; `what` is what progress says."""

    def close(self) -> None:
        """End what is running."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
