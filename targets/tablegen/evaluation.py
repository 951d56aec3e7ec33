"""From a file to what it defines, as expressions; `load` is for the records alone."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic, located, raise_errors
from circ.targets.tablegen.language.entities import World
from circ.targets.tablegen.language.interpreter import deep_recursion
from circ.targets.tablegen.language.lexer import Lexer
from circ.targets.tablegen.language.parser import Parser
from circ.targets.tablegen.language.source import (
    NOWHERE,
    Abort,
    Fatal,
    LimitReached,
    Message,
    Reporter,
)
from circ.targets.tablegen.language.values import String, clear_pools
from circ.targets.tablegen.records import NEWEST, OLDEST

_LOCK = Lock()
_BASE = Path(__file__).parent / "include"


def search_path(include: Iterable[str | Path]) -> list[Path]:
    """Where files are looked for: the folders given, then that of `circ/Target.td`."""
    return [*map(Path, include), _BASE]


@dataclass
class Evaluation:
    """What became of a description."""

    world: World
    reporter: Reporter
    is_aborted: bool
    """An error ended the evaluation; there is nothing to print."""
    dependencies: tuple[str, ...]
    """The files that were included, each once."""

    @property
    def messages(self) -> list[Message]:
        """Errors, warnings and notes in order."""
        return self.reporter.messages

    @property
    def errors(self) -> int:
        """How many errors there are; not all end the evaluation."""
        return self.reporter.errors

    def check(self) -> None:
        """Raise the errors, if there are any."""
        errors: list[Diagnostic] = []
        for message in self.messages:
            if message.kind == "error":
                location = None
                if message.place != NOWHERE:
                    position = self.reporter.sources.position(message.place)
                    location = located(*position)
                errors.append(Diagnostic(location, message.text))
        raise_errors(errors)

    def message_lines(self, warn_unused: bool = True) -> str:
        """All messages as the user sees them, or all but those of unused arguments."""
        return "".join(
            f"{self.reporter.render(message)}\n"
            for message in self.messages
            if warn_unused
            or message.kind != "warning"
            or not message.text.startswith("unused template argument")
        )


@contextmanager
def _running() -> Generator[None]:
    """One evaluation at a time, without the cyclic collector, deep enough."""
    with _LOCK, deep_recursion(), paused_collector():
        try:
            yield
        finally:
            clear_pools()


def evaluate_bytes(
    name: str,
    content: bytes,
    include: Iterable[str | Path] = (),
    defines: Iterable[str] = (),
    compat: int = NEWEST,
) -> Evaluation:
    """Evaluate the contents of a file."""
    text = content.decode("latin-1")
    reporter = Reporter()
    world = World(reporter, compat)
    lexer = Lexer(reporter, search_path(include), defines, compat)
    is_aborted = True
    parser = None
    with _running():
        String.separate_code = compat <= OLDEST
        try:
            parser = Parser(world, lexer.read(name, text), lexer)
            parser.parse_file()
            is_aborted = False
        except (LimitReached, RecursionError, MemoryError) as error:
            place = parser.place if parser else NOWHERE
            reporter.error(place, _limit(error))
        except Fatal as error:
            reporter.error(error.places, error.text)
        except Abort:
            pass
    return Evaluation(world, reporter, is_aborted, tuple(lexer.dependencies))


def _limit(error: LimitReached | RecursionError | MemoryError) -> str:
    match error:
        case LimitReached():
            return error.text
        case RecursionError():
            return "this is nested too deeply"
        case MemoryError():
            return "this is larger than memory"


def evaluate(
    path: str | Path,
    include: Iterable[str | Path] = (),
    defines: Iterable[str] = (),
    compat: int = NEWEST,
) -> Evaluation:
    """Evaluate a file; a Diagnostic if it cannot be read."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise Diagnostic(
            None, f"Could not open input file '{path}': {error.strerror}"
        ) from None
    return evaluate_bytes(str(path), content, include, defines, compat)
