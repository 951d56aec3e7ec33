"""
What the commands share: input, output, diagnostics and exit status.

Status 0 is success, 1 a diagnosed error, 2 a usage error, 70 an internal error; a
diagnostic is `FILE:LINE:COL: error: MESSAGE` on stderr with the source line and a
caret. FILE or OUT may be `-` for the standard streams.
"""

import argparse
import atexit
import gc
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from importlib.metadata import version

from circ.dialects.common.diagnostics import Diagnostic, located, position_of
from circ.dialects.common.recursion import READING, frames

STACK = 120 << 20
"""Bytes of stack for a command; Linux leaves room for 128 MB whatever the limit was."""

ASSEMBLY_INCLUDE = "assembly: where '.include' and '.incbin' look for files"

STDIN = "<stdin>"
"""The name of the standard input in locations."""

_sources: dict[str, bytes] = {}
"""The inputs read so far, by name: the standard input cannot be read again."""


class UsageError(Exception):
    """A command line that is wrong whatever the input."""


def version_of(program: str) -> str:
    """What `--version` prints."""
    return f"{program} {version('circ-compiler')} (xDSL {version('xdsl')})"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of most commands: `FILE`, and those below."""
    parser.add_argument("file", metavar="FILE", help="input file, - for stdin")
    add_output_arguments(parser)


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """`-o OUT`, and those of every command."""
    parser.add_argument("-o", dest="output", metavar="OUT", help="output file")
    add_common_arguments(parser)


def add_common_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of every command: `--version`, and those of `run_command`."""
    parser.add_argument(
        "-v", "--version", action="version", version=version_of(parser.prog)
    )
    add_crash_arguments(parser)


def add_crash_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that `run_command` reads, and takes off the command line."""
    add = parser.add_argument_group("errors", argument_default=argparse.SUPPRESS)
    add.add_argument(
        "--debug", action="store_true", help="show the Python traceback of an error"
    )
    add.add_argument(
        "--crash-reproducer",
        metavar="FILE",
        help="the file that reproduces an internal error; by default a new file in the "
        "directory for temporary files",
    )
    add.add_argument(
        "--run-reproducer",
        metavar="FILE",
        help="run again what ended in an internal error",
    )


def add_include_argument(parser: argparse.ArgumentParser, help: str) -> None:
    """`-I DIR`, as often as wanted."""
    parser.add_argument(
        "-I", dest="include", metavar="DIR", action="append", default=[], help=help
    )


INTERNAL_ERROR = 70
"""The exit status of an internal error: EX_SOFTWARE of sysexits.h."""


def run_command(program: str, main: Callable[[], int]) -> int:
    """
    Run a command and turn the ways in which it may end into an exit status.

    An error of circ or of a plug-in is reported with a file that reproduces it.
    """
    # All memory goes at once at the end: to look for cycles in it before, as Python
    # does, takes a third of the time of a short command.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    options = argparse.Namespace()
    try:
        options = _crash_options(program)
        with large_stack():
            status = main()
        sys.stdout.flush()
        return status
    except Exception as error:
        if getattr(options, "debug", False):
            from traceback import print_exception

            sys.stdout.flush()
            print_exception(error)
        return _failed(program, main, options, error)
    except KeyboardInterrupt:
        print(f"{program}: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT


def _crash_options(program: str) -> argparse.Namespace:
    """Take the options of `add_crash_arguments` off the command line."""
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(program, add_help=False, allow_abbrev=False)
    add_crash_arguments(parser)
    options, others = parser.parse_known_args(arguments[:end])
    if len(others) < end:
        sys.argv = [*sys.argv[:1], *others, *arguments[end:]]
    if hasattr(options, "run_reproducer"):
        from circ.tools.reproducer import replay_arguments

        replayed = replay_arguments(program, options.run_reproducer)
        sys.argv = [*sys.argv[:1], *others, *replayed]
    return options


def _failed(
    program: str,
    main: Callable[[], int],
    options: argparse.Namespace,
    error: Exception,
) -> int:
    """Report how a command ended; its exit status."""
    match error:
        case Diagnostic():
            print_diagnostic(program, error)
        case UsageError():
            print(f"{program}: error: {error}", file=sys.stderr)
            return 2
        case RecursionError():
            message = "the input is nested too deeply"
            print(f"{program}: error: {message}", file=sys.stderr)
        case MemoryError():
            print(f"{program}: error: out of memory", file=sys.stderr)
        case OSError(filename=None):
            # Files have names, so this is stdout. Python would complain once more when
            # it closes it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                return 128 + signal.SIGPIPE  # nobody reads on
            print(f"{program}: error: cannot write: {_reason(error)}", file=sys.stderr)
        case _:
            from circ.tools.reproducer import report_internal_error

            report_internal_error(program, main, options, error)
            return INTERNAL_ERROR
    return 1


@contextmanager
def large_stack() -> Generator[None]:
    """
    Make room for functions that go down deeply nested values, while a context lasts.

    Python calls itself by way of C where it hashes or compares them. Linux looks at the
    limit each time that the stack of the first thread grows; another thread would have
    its stack at once, but interrupts end only what the first one does.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    limits = [limit for limit in (STACK, hard) if limit != resource.RLIM_INFINITY]
    if soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_STACK, (max(soft, min(limits)), hard))
    with frames(3 * READING):
        yield


def print_diagnostic(program: str, diagnostic: Diagnostic) -> None:
    """Print a diagnostic on stderr, after flushing stdout."""
    sys.stdout.flush()
    if str(diagnostic).startswith(f"{diagnostic.kind}:"):
        print(f"{program}: {diagnostic}", file=sys.stderr)
        return
    message, newline, notes = str(diagnostic).partition("\n")
    print(message, file=sys.stderr)
    position = position_of(diagnostic.location)
    line = position and source_line(position.filename.data, position.line.data)
    if position is not None and line is not None:
        # A tab stays a tab, so that the caret stands below its column.
        before = line[: position.column.data - 1]
        padding = "".join("\t" if character == "\t" else " " for character in before)
        print(f"{line}\n{padding}^", file=sys.stderr)
    if newline:
        print(notes, file=sys.stderr)


def source_line(name: str, number: int) -> str | None:
    """A line of a source by its 1-based number; None where there is none."""
    data = _sources.get(name)
    if data is None:
        try:
            with open(name, "rb") as file:
                data = _sources[name] = file.read()
        except (OSError, ValueError):
            return None
    lines = data.split(b"\n")
    if not 1 <= number <= len(lines):
        return None
    line = lines[number - 1].rstrip(b"\r").decode(errors="replace")
    # What is no text must not control the terminal.
    return "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in line)


def source_name(path: str | None) -> str:
    """The name of an input in locations."""
    return STDIN if path is None or path == "-" else path


def read_bytes(path: str | None) -> bytes:
    """The contents of a file, or of the standard input for `-` and None."""
    try:
        if source_name(path) == STDIN:
            data = sys.stdin.buffer.read()
        else:
            assert path is not None
            with open(path, "rb") as file:
                data = file.read()
    except (OSError, ValueError) as error:  # ValueError: a null character
        raise Diagnostic(None, f"cannot read '{path}': {_reason(error)}") from None
    _sources[source_name(path)] = data
    return data


def read_so_far() -> Mapping[str, bytes]:
    """The inputs that `read_bytes` has given, by name."""
    return _sources


def read_text(path: str | None) -> str:
    """The contents of a file in UTF-8, or of the standard input."""
    return decode(read_bytes(path), source_name(path))


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8; raises a Diagnostic at the first byte that is not."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        good = data[: error.start].decode()
        line = good.count("\n") + 1
        column = len(good) - (good.rfind("\n") + 1) + 1
        raise Diagnostic(
            located(name, line, column),
            f"byte 0x{data[error.start]:02x} is not UTF-8",
        ) from None


def write_output(path: str | None, data: str | bytes) -> None:
    """
    Write a whole result to a file, or to the standard output for `-` and None.

    A file appears complete or not at all, so that what it held is not lost.
    """
    if path is None or path == "-":
        if isinstance(data, str):
            sys.stdout.write(data)
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    try:
        _replace(path, data.encode() if isinstance(data, str) else data)
    except (OSError, ValueError) as error:
        raise Diagnostic(None, f"cannot write '{path}': {_reason(error)}") from None


def _replace(path: str, data: bytes) -> None:
    target = os.path.realpath(path)
    exists = os.path.exists(target)
    in_place = exists and (
        not os.path.isfile(target)  # a device
        or not os.access(target, os.W_OK)  # fails as it should
        or not os.access(os.path.dirname(target), os.W_OK)
    )
    if in_place:
        with open(target, "wb") as file:
            file.write(data)
        return
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
        if exists:
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except OSError:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def unknown(kind: str, name: str, names: Iterable[str]) -> Diagnostic:
    """The diagnostic for a name that is not among `names`."""
    from difflib import get_close_matches  # only ever needed here

    close = get_close_matches(name, names, n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    return Diagnostic(None, f"unknown {kind} '{name}'{hint}")


@contextmanager
def paused_collector() -> Generator[None]:
    """
    No cyclic garbage collection: IR is cyclic, large, and lives until the end.

    The collector costs a quarter of the time at 100,000 operations.
    """
    enabled = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # what is new is old now, and not looked at as soon as possible
        gc.unfreeze()
        if enabled:
            gc.enable()
