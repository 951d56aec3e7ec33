"""
Internal errors: the report, and the file that reproduces them.

A reproducer begins with comments, which end at an empty line: what runs it again, the
options, the exception, versions, the command. If a pass failed, the module before it
follows, and the options are the passes from that one on; circ-opt runs it. Otherwise
the options are the whole command line, and the files that it names follow.
"""

import argparse
import atexit
import base64
import io
import os
import platform
import re
import shlex
import shutil
import sys
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib.metadata import entry_points, metadata
from pathlib import Path
from tempfile import gettempdir, mkdtemp, mkstemp
from typing import TYPE_CHECKING

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import (
    STDIN,
    large_stack,
    read_bytes,
    read_so_far,
    version_of,
    write_output,
)
from circ.tools.formats import write_mlir
from circ.tools.pass_information import GROUPS

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.passes import ModulePass

TITLE = "// circ crash reproducer"
FIELD = re.compile(r"// ([a-z]+): (.*)")
INPUT = re.compile(r"// input: (.*) \((text|base64), (\d+) lines\)")

KEPT = ("--allow-unregistered-dialect", "--disable-verify", "--verify-each")
"""The options of circ-opt that a reproducer of a pass repeats."""

OUTPUT = ("-o", "--output-file", "-d", "--save-dir")
"""Options whose value is no input."""

MOST_BYTES = 64 << 20
"""Larger inputs are not copied."""


@dataclass(frozen=True)
class Reproducer:
    """A command line, and what follows the comments."""

    program: str
    options: Sequence[str]
    body: str
    suffix: str

    def text(self, error: BaseException, arguments: Sequence[str]) -> str:
        """The file; `arguments` are those of the command that failed."""
        versions = version_of("circ"), sys.version.split()[0], platform.platform()
        fields = {
            "program": self.program,
            "configuration": shlex.join(self.options),
            "exception": what_failed(error),
            "versions": "{}, Python {}, {}".format(*versions),
            "command": shlex.join((Path(sys.argv[0]).name, *arguments)),
        }
        lines = [f"{TITLE}: {self.program} --run-reproducer FILE runs it again"]
        lines += (f"// {name}: {value}" for name, value in fields.items())
        trace = "".join(traceback.format_exception(error)).splitlines()
        lines += (f"//   {line}".rstrip() for line in trace)
        return "\n".join((*lines, "", self.body))


def report_internal_error(
    program: str,
    main: Callable[[], int],
    options: argparse.Namespace,
    error: Exception,
) -> None:
    """Print what failed, write the reproducer, and say how to report it."""
    sys.stdout.flush()
    arguments = sys.argv[1:]
    recorded = _recorded(main, error)
    step = None if recorded is None else recorded[0]
    where = "" if step is None else f" in pass '{step.name}'"
    print(f"{program}: internal error{where}: {what_failed(error)}", file=sys.stderr)
    owner = _owner(step, error)
    path: str | None = getattr(options, "crash_reproducer", None)
    if hasattr(options, "run_reproducer") and path is None:
        return
    made = _of_pass(*recorded) if recorded else None
    if made is None:
        made = Reproducer(program, arguments, _inputs(arguments), ".txt")
    try:
        path = _write(path, made, made.text(error, arguments))
    except (OSError, Diagnostic) as problem:
        print(f"{program}: note: no reproducer: {problem}", file=sys.stderr)
        return
    again = shlex.join((made.program, "--run-reproducer", path))
    print(f"{program}: note: to reproduce it: {again}", file=sys.stderr)
    to = f"at {_issues()}" if owner is None else f"to the authors of '{owner}'"
    message = f"please report it {to} with that file; --debug shows the traceback"
    print(f"{program}: note: {message}", file=sys.stderr)


def what_failed(error: BaseException) -> str:
    """An exception on one line, with the place in the code that raised it."""
    text = " ".join(str(error).split())
    name = type(error).__name__
    place = ""
    if frames := traceback.extract_tb(error.__traceback__, -1):
        place = f" ({Path(frames[0].filename).name}:{frames[0].lineno})"
    return f"{name}: {text}{place}" if text else f"{name}{place}"


def _owner(step: "ModulePass | None", error: BaseException) -> str | None:
    """The package that extends circ and has raised an error; None if it is circ's."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    modules: list[str] = [frame.f_globals.get("__name__", "") for frame in frames]
    if step is not None:
        modules.append(type(step).__module__)
    others = {
        plugin.module.partition(".")[0]
        for group in GROUPS
        for plugin in entry_points(group=group)
    } - {"circ", "xdsl"}
    for module in reversed(modules):
        if (package := module.partition(".")[0]) in others:
            return package
    return None


def _issues() -> str:
    for entry in metadata("circ-compiler").get_all("Project-URL") or ():
        name, _, address = entry.partition(", ")
        if name == "Issues":
            return address
    return "the address of the project"


def _write(path: str | None, made: Reproducer, text: str) -> str:
    """Write the reproducer to a file, by default a new one; the file's path."""
    if path is None:
        prefix = f"{made.program}-crash-"
        file, path = mkstemp(made.suffix, prefix, gettempdir())
        os.close(file)
    write_output(path, text)
    return path


# Passes


def _recorded(
    main: Callable[[], int], error: Exception
) -> "tuple[ModulePass, Sequence[ModulePass], ModuleOp] | None":
    """
    The pass that fails, with those after it, and the module before it.

    Copying the module before each pass would cost every run, so that the command is
    run a second time instead. None if no pass fails, or none this time.
    """
    pipelines = sys.modules.get("circ.transforms.pipelines")
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if pipelines is None or all(
        frame.f_code is not pipelines.run_passes.__code__ for frame in frames
    ):
        return None
    from circ.tools.instrumentation import Recorder

    recorder = Recorder()
    with bound(pipelines.OBSERVERS, [recorder]), _silent():
        try:
            with large_stack():
                main()
        except Exception as again:
            if type(again) is type(error):
                return recorder.last
        except (SystemExit, KeyboardInterrupt):
            pass
    return None


@contextmanager
def _silent() -> Generator[None]:
    """Nothing is printed, and the standard input is what was read from it."""
    stdin = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(read_so_far().get(STDIN, b"")))
    try:
        with open(os.devnull, "w") as null:
            with redirect_stdout(null), redirect_stderr(null):
                yield
    finally:
        sys.stdin = stdin


def _of_pass(
    step: "ModulePass", rest: "Sequence[ModulePass]", module: "ModuleOp"
) -> Reproducer | None:
    """None if the module cannot be printed."""
    pipeline = ",".join(str(each.pipeline_pass_spec()) for each in (step, *rest))
    kept = (option for option in KEPT if option in sys.argv)
    try:
        text = write_mlir(module)
    except Exception:
        return None
    return Reproducer("circ-opt", ("-p", pipeline, *kept), text, ".mlir")


# Whole commands


def _inputs(arguments: Sequence[str]) -> str:
    """The files that a command line names, and the standard input if it was read."""
    parts: list[str] = []
    if (data := read_so_far().get(STDIN)) is not None:
        parts += _section("-", data)
    for before, path in zip(("", *arguments), arguments, strict=False):
        if before not in OUTPUT and os.path.isfile(path):
            try:
                if os.path.getsize(path) <= MOST_BYTES:
                    parts += _section(path, Path(path).read_bytes())
            except OSError:
                continue
    return "".join(f"{line}\n" for line in parts)


def _section(name: str, data: bytes) -> Iterator[str]:
    try:
        text, kind = data.decode(), "text"
    except UnicodeDecodeError:
        text, kind = "", "base64"
    if not text.endswith("\n") or "\r" in text:
        text, kind = base64.encodebytes(data).decode(), "base64"
    lines = text.split("\n")[:-1]
    yield f"// input: {name} ({kind}, {len(lines)} lines)"
    yield from lines


def replay_arguments(program: str, path: str) -> Sequence[str]:
    """The command line of a reproducer; its files are written to a new directory."""
    text = read_bytes(path).decode(errors="replace")
    head, _, body = text.partition("\n\n")
    fields: dict[str, str] = {
        match[1]: match[2]
        for line in head.split("\n")
        if (match := FIELD.match(line)) is not None
    }
    if not text.startswith(TITLE) or not {"program", "configuration"} <= fields.keys():
        raise Diagnostic(None, f"'{path}' is not a crash reproducer")
    if fields["program"] != program:
        message = f"'{path}' is a crash reproducer for {fields['program']}"
        raise Diagnostic(None, message)
    options = shlex.split(fields["configuration"])
    if body.strip() and INPUT.match(body) is None:
        return (path, *options)
    paths: dict[str, str] = {}
    folder = mkdtemp(prefix="circ-reproducer-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    lines = iter(body.split("\n"))
    for line in lines:
        if match := INPUT.fullmatch(line):
            data = "".join(f"{next(lines, '')}\n" for _ in range(int(match[3])))
            file = Path(folder, str(len(paths)), Path(match[1]).name)
            file.parent.mkdir()
            given = data.encode() if match[2] == "text" else base64.b64decode(data)
            file.write_bytes(given)
            file.chmod(0o700)  # the test of circ-reduce is executed
            paths[match[1]] = str(file)
    if "-" in paths:
        sys.stdin = open(paths.pop("-"))
    return [paths.get(option, option) for option in options]
