"""
`circ-reduce FILE --test SCRIPT`: make a program small that shows a fault.

SCRIPT is called with the path of a candidate, and exits with status 0 while it is
interesting. The smallest one up to now is written to OUT each time, so that nothing is
lost when the command is interrupted.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import (
    UsageError,
    add_arguments,
    source_name,
    write_output,
)
from circ.tools.completion import parse_arguments
from circ.tools.formats import (
    add_format_argument,
    add_target_argument,
    by_extension,
    format_named,
    module_in,
    read_file,
)
from circ.tools.running import run_command


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "circ-reduce",
        description="Make a program small while a test finds it interesting.",
    )
    add_arguments(parser)
    add_format_argument(parser)
    add_target_argument(parser, "that of FILE")
    parser.add_argument(
        "--test",
        metavar="SCRIPT",
        required=True,
        help="called with a candidate's path; exit status 0 says it is interesting",
    )
    return parser


def check_script(path: str) -> str:
    """The absolute path of a program that can be executed."""
    script = os.path.abspath(path)
    if not os.path.isfile(script):
        raise UsageError(f"there is no test '{path}'")
    if not os.access(script, os.X_OK):
        raise UsageError(f"the test '{path}' is not executable")
    return script


def is_interesting(script: str, candidate: Path, text: str | bytes) -> bool:
    """Run the test on a candidate; its output is discarded."""
    candidate.write_bytes(text.encode() if isinstance(text, str) else text)
    try:
        done = subprocess.run(
            [script, str(candidate)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=candidate.parent,
            check=False,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot run the test '{script}': {reason}") from None
    return done.returncode == 0


def run() -> int:
    from circ.transforms.reduce.reduce import Reducer

    options = parse_arguments(argument_parser())
    script = check_script(options.test)
    file = read_file(options.file, options.source)
    module = module_in(file)
    target = by_extension(options.target or file.format)
    entry = format_named(target)
    if (write := entry.write_module) is None:
        raise UsageError(f"no module is written as {target}")
    best = [write(module)]

    def accepted(text: str | bytes) -> None:
        best[0] = text
        if options.output not in (None, "-"):
            write_output(options.output, text)

    with TemporaryDirectory(prefix="circ-reduce-") as folder:
        stem = Path(source_name(options.file)).stem.strip("<>")
        candidate = Path(folder, f"{stem}.{entry.extension}")
        if not is_interesting(script, candidate, best[0]):
            raise Diagnostic(None, f"'{options.file}' is not interesting to the test")
        accepted(best[0])
        reducer = Reducer(
            module,
            write,
            lambda text: is_interesting(script, candidate, text),
            accepted,
        )
        try:
            reducer.run()
        finally:
            if options.output in (None, "-"):
                write_output(None, best[0])
    left = sum(1 for _ in reducer.best.walk()) - 1
    message = f"{reducer.tried} candidates tried, {left} operations left"
    print(f"circ-reduce: {message}", file=sys.stderr)
    return 0


def main() -> int:
    """The entry point of `circ-reduce`."""
    return run_command("circ-reduce", run)
