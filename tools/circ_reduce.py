"""
`circ-reduce FILE --test SCRIPT`: make a program small that shows a fault.

SCRIPT is called with the path of a candidate, and exits with status 0 while it is
interesting; other options name what circ-run has to do with it. C is reduced as text,
LLVM IR by LLVM's own parser, everything else as a module of circ. The smallest one up
to now is written to OUT each time, so that nothing is lost when the command is
interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import (
    UsageError,
    add_arguments,
    decode,
    read_bytes,
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
from circ.tools.reduction_tests import (
    Test,
    differs_from_host,
    levels_differ,
    says,
    script_test,
)
from circ.tools.running import run_command

if TYPE_CHECKING:
    from circ.transforms.reduce.delta import DeltaDebugger


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "circ-reduce",
        usage="%(prog)s FILE [options] [-- OPTION ...]",
        description="Make a program small while a test finds it interesting. What "
        "follows -- is given to circ-run, where that is the test.",
    )
    add_arguments(parser)
    add_format_argument(parser)
    add_target_argument(parser, "that of FILE")
    tests = parser.add_mutually_exclusive_group(required=True)
    tests.add_argument(
        "--test",
        metavar="SCRIPT",
        help="called with a candidate's path; exit status 0 says it is interesting",
    )
    tests.add_argument(
        "--levels-differ",
        action="store_true",
        help="interesting is what `circ-run --compare-levels` finds a difference in",
    )
    tests.add_argument(
        "--differs-from-host",
        action="store_true",
        help="interesting is C whose output is another one than with the host's gcc",
    )
    tests.add_argument(
        "--message",
        metavar="TEXT",
        help="interesting is what circ-run fails for, with TEXT in its messages",
    )
    parser.add_argument(
        "--max-candidates",
        type=int,
        metavar="N",
        help="stop after so many candidates, default at the smallest program",
    )
    return parser


def test_of(options: argparse.Namespace, run_options: Sequence[str]) -> Test:
    """What makes a candidate interesting."""
    if options.test is not None:
        return script_test(check_script(options.test))
    if options.levels_differ:
        return levels_differ(run_options)
    if options.message is not None:
        return says(options.message, run_options)
    return differs_from_host(run_options)


def check_script(path: str) -> str:
    """The absolute path of a program that can be executed."""
    script = os.path.abspath(path)
    if not os.path.isfile(script):
        raise UsageError(f"there is no test '{path}'")
    if not os.access(script, os.X_OK):
        raise UsageError(f"the test '{path}' is not executable")
    return script


@dataclass
class Search:
    """Which candidates are interesting, and the best of them."""

    options: argparse.Namespace
    test: Test
    candidate: Path
    """A file for candidates."""
    best: str | bytes = ""

    def is_interesting(self, text: str | bytes) -> bool:
        data = text.encode() if isinstance(text, str) else text
        self.candidate.write_bytes(data)
        return self.test(self.candidate)

    def accepted(self, text: str | bytes) -> None:
        self.best = text
        if self.options.output not in (None, "-"):
            write_output(self.options.output, text)

    def reducer(self) -> "DeltaDebugger[Any]":
        """A reducer of the file; candidates get the extension of what it writes."""
        options = self.options
        found = self.is_interesting, self.accepted, options.max_candidates
        suffix = Path(options.file or "").suffix
        if options.source is None and options.target is None:
            if suffix == ".c":
                from circ.transforms.reduce.c_source import c_reducer

                self.candidate = self.candidate.with_suffix(".c")
                text = decode(read_bytes(options.file), source_name(options.file))
                return c_reducer(text, *found)
            if suffix in (".ll", ".bc"):
                from circ.transforms.reduce.llvm_ir import llvm_reducer, named

                self.candidate = self.candidate.with_suffix(".ll")
                text = named(read_bytes(options.file), source_name(options.file))
                return llvm_reducer(text, *found)
        file = read_file(options.file, options.source)
        module = module_in(file)
        target = by_extension(options.target or file.format)
        entry = format_named(target)
        if (write := entry.write_module) is None:
            raise UsageError(f"no module is written as {target}")
        from circ.transforms.reduce.reduce import Reducer

        self.candidate = self.candidate.with_suffix(f".{entry.extension}")
        return Reducer(module, write, *found)


def run() -> int:
    given = sys.argv[1:]
    split = given.index("--") if "--" in given else len(given)
    options = parse_arguments(argument_parser(), given[:split])
    test = test_of(options, given[split + 1 :])
    with TemporaryDirectory(prefix="circ-reduce-") as folder:
        stem = Path(source_name(options.file)).stem.strip("<>")
        search = Search(options, test, Path(folder, stem))
        reducer = search.reducer()
        if not search.is_interesting(text := reducer.text):
            raise Diagnostic(None, f"'{options.file}' is not interesting to the test")
        search.accepted(text)
        try:
            reducer.run()
        finally:
            if options.output in (None, "-"):
                write_output(None, search.best)
    left = f"{reducer.tried} candidates tried, {reducer.left()}"
    print(f"circ-reduce: {left}", file=sys.stderr)
    return 0


def main() -> int:
    """The entry point of `circ-reduce`."""
    return run_command("circ-reduce", run)
