"""
What the commands share: arguments, input, output and diagnostics.

A diagnostic is `FILE:LINE:COL: error: MESSAGE` on stderr with the source line and a
caret. FILE or OUT may be `-` for the standard streams.
"""

import argparse
import os
import resource
import shutil
import sys
from collections.abc import Generator, Iterable, Mapping
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


class Unabbreviated(argparse.Action):
    """An option that `run_command` has taken off the command line, if spelt in full."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        parser.error(f"{self.option_strings[0]} must be spelt in full")


def add_crash_arguments(
    parser: argparse.ArgumentParser, kind: type[argparse.Action] = Unabbreviated
) -> None:
    """The options that `run_command` reads."""
    add = parser.add_argument_group("errors", argument_default=argparse.SUPPRESS)
    add.add_argument(
        "--debug",
        action=kind,
        nargs=0,
        help="show the Python traceback of an error",
    )
    add.add_argument(
        "--crash-reproducer",
        action=kind,
        metavar="FILE",
        help="the file that reproduces an internal error; by default a new file in the "
        "directory for temporary files",
    )
    add.add_argument(
        "--run-reproducer",
        action=kind,
        metavar="FILE",
        help="run again what ended in an internal error",
    )


def add_include_argument(parser: argparse.ArgumentParser, help: str) -> None:
    """`-I DIR`, as often as wanted."""
    parser.add_argument(
        "-I", dest="include", metavar="DIR", action="append", default=[], help=help
    )


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
    """Print a diagnostic on stderr, after flushing stdout; each of several ones."""
    if len(diagnostic.each) > 1:
        for each in diagnostic.each:
            print_diagnostic(program, each)
        return
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
        raise Diagnostic(None, f"cannot read '{path}': {reason_of(error)}") from None
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
        raise Diagnostic(None, f"cannot write '{path}': {reason_of(error)}") from None


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


def reason_of(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def unknown(kind: str, name: str, names: Iterable[str]) -> Diagnostic:
    """The diagnostic for a name that is not among `names`."""
    from difflib import get_close_matches  # only ever needed here

    close = get_close_matches(name, names, n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    return Diagnostic(None, f"unknown {kind} '{name}'{hint}")
