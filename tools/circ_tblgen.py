"""
`circ-tblgen FILE`: evaluate a target description and generate from it.

Options and messages are llvm-tblgen's; what is generated is a Python module.
"""

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from circ.targets.tablegen.backends import BACKENDS
from circ.tools.command import (
    STDIN,
    UsageError,
    add_common_arguments,
    add_include_argument,
    print_diagnostic,
    read_bytes,
    write_output,
)
from circ.tools.completion import parse_arguments
from circ.tools.running import run_command

if TYPE_CHECKING:
    from circ.dialects.common.diagnostics import Diagnostic
    from circ.targets.tablegen.cache import Cache, Request
    from circ.targets.tablegen.evaluation import Evaluation
    from circ.targets.tablegen.records import RecordKeeper

PROGRAM = "circ-tblgen"

PRINTERS = {
    "print-records": "print all classes and records (default)",
    "print-detailed-records": "print them with places and superclasses",
    "dump-json": "print all records as JSON",
    "print-enums": "print the names of the records of a class",
    "print-sets": "print the members of the records of class Set",
    "null-backend": "print nothing",
}
"""Actions that print instead of generating code, by option."""


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        PROGRAM,
        description="Evaluate a target description (TableGen) and generate from it.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="input file, - for stdin"
    )
    parser.add_argument("-o", dest="output", metavar="OUT", help="output file")
    parser.add_argument(
        "-d", dest="dependencies", metavar="OUT", help="write a dependency file"
    )
    add_include_argument(parser, "look for included files there too")
    parser.add_argument(
        "-D",
        dest="defines",
        metavar="MACRO",
        action="append",
        default=[],
        help="define a macro",
    )
    parser.add_argument(
        "--compat",
        type=int,
        metavar="N",
        choices=(9, 19),
        default=19,
        help="the version of LLVM whose language it is: 9 or 19 (default)",
    )
    parser.add_argument(
        *both("no-warn-on-unused-template-args"),
        dest="warn_unused",
        action="store_false",
        help="do not warn of template arguments that nothing uses",
    )
    parser.add_argument(
        *both("write-if-changed"),
        action="store_true",
        help="leave an output file alone that would stay the same",
    )
    parser.add_argument(
        "--no-cache",
        dest="cache",
        action="store_false",
        help="do not keep evaluated descriptions for the next run",
    )
    parser.add_argument(
        *both("class"), dest="class_name", metavar="NAME", help="for --print-enums"
    )
    add_common_arguments(parser)
    actions = parser.add_argument_group("what to print or generate")
    generators = {name: f"generate {each.result}" for name, each in BACKENDS.items()}
    for name, text in (PRINTERS | generators).items():
        actions.add_argument(
            *both(name),
            dest="actions",
            action="append_const",
            const=name,
            default=[],
            help=text,
        )
    return parser


def both(name: str) -> tuple[str, str]:
    """An option's spellings, with one dash and with two."""
    return f"-{name}", f"--{name}"


def records_output(
    action: str, records: "RecordKeeper", class_name: str
) -> tuple[bytes, "tuple[Diagnostic, ...]"]:
    """The output and warnings of an action that needs the records only."""
    from circ.targets.tablegen import backends, listings
    from circ.targets.tablegen.backends import ignored

    if action == "print-enums":
        return listings.enumeration(records, class_name).encode(), ()
    if action == "print-sets":
        return listings.print_sets(records).encode(), ()
    text = backends.generate(action, records)
    return text.encode(), tuple(ignored.warnings(action, records))


def evaluation_output(action: str, evaluation: "Evaluation", path: str) -> bytes:
    """The output of an action that needs expressions and classes too."""
    from circ.targets.tablegen import json_output
    from circ.targets.tablegen.language import printing

    match action:
        case "dump-json":
            return "".join(json_output.dump_json(evaluation.world)).encode()
        case "print-detailed-records":
            text = "".join(printing.print_detailed_records(evaluation.world, path))
        case "print-records":
            text = "".join(printing.print_records(evaluation.world))
        case _:
            text = ""
    # A description is read byte by byte, and so it is printed.
    return text.encode("latin-1")


WITH_EVALUATION = frozenset(PRINTERS) - {"print-enums", "print-sets"}


@dataclass(frozen=True)
class Result:
    """The result of a command line: messages, output and dependencies."""

    messages: str
    output: bytes
    dependencies: tuple[str, ...]
    errors: int = 0
    warnings: "tuple[Diagnostic, ...]" = ()


@dataclass(frozen=True)
class Job:
    """The part of a command line that determines the result."""

    request: "Request"
    action: str
    class_name: str
    warn_unused: bool

    def kept(self, cache: "Cache") -> Result | None:
        """The cached result; None if it is not in the cache."""
        entry = cache.find(self.request)
        if entry is None:
            return None
        messages = cache.get(entry, self._messages())
        data = cache.get(entry, self._kind())
        if messages is None or data is None:
            return None
        text, files = messages.decode(), entry.dependencies
        if self.action in WITH_EVALUATION:
            return Result(text, data, files)
        from circ.targets.tablegen.packing import unpacked

        output, warnings = records_output(self.action, unpacked(data), self.class_name)
        return Result(text, output, files, warnings=warnings)

    def _messages(self) -> str:
        return "messages" if self.warn_unused else "messages-quiet"

    def _kind(self) -> str:
        return self.action if self.action in WITH_EVALUATION else "records"

    def made(self, cache: "Cache | None") -> Result:
        """Evaluate the result; cache it if there is a cache and no error."""
        evaluation = self._evaluate()
        lines = evaluation.message_lines(self.warn_unused)
        messages = lines.encode("latin-1").decode(errors="replace")
        dependencies = evaluation.dependencies
        warnings: tuple[Diagnostic, ...] = ()
        if evaluation.is_aborted:
            return Result(messages, b"", dependencies, evaluation.errors)
        if self.action in WITH_EVALUATION:
            data = output = evaluation_output(
                self.action, evaluation, self.request.path
            )
        elif evaluation.errors:
            return Result(messages, b"", dependencies, evaluation.errors)
        else:
            from circ.targets.tablegen.python_values import record_keeper

            records = record_keeper(evaluation.world)
            output, warnings = records_output(self.action, records, self.class_name)
            data = None
            if cache:
                from circ.targets.tablegen.packing import packed

                data = packed(records)
        if cache and data is not None and not evaluation.errors:
            if entry := cache.remember(self.request, dependencies):
                cache.put(entry, self._messages(), messages.encode())
                cache.put(entry, self._kind(), data)
        return Result(messages, output, dependencies, evaluation.errors, warnings)

    def _evaluate(self) -> "Evaluation":
        from circ.targets.tablegen.evaluation import evaluate, evaluate_bytes

        request = self.request
        parts = (request.include, request.defines, request.compat)
        if request.path == "-":
            return evaluate_bytes(STDIN, read_bytes("-"), *parts)
        return evaluate(request.path, *parts)


def run() -> int:
    from circ.targets.tablegen.cache import Cache, Request

    options = parse_arguments(argument_parser())
    actions: list[str] = list(dict.fromkeys(options.actions)) or ["print-records"]
    if len(actions) > 1:
        raise UsageError(f"--{actions[0]} and --{actions[1]} exclude each other")
    if options.dependencies and not options.output:
        raise UsageError("the option -d must be used together with -o")
    request = Request(
        options.file, tuple(options.include), tuple(options.defines), options.compat
    )
    job = Job(request, actions[0], options.class_name or "", options.warn_unused)
    cache = Cache() if options.cache and options.file != "-" else None
    result = job.kept(cache) if cache else None
    if result is None:
        result = job.made(cache)
    sys.stderr.write(result.messages)
    for warning in result.warnings:
        print_diagnostic(PROGRAM, warning)
    if result.errors:
        # Records are printed as far as they go, but no file is written.
        if not options.output:
            write_output(None, result.output)
            sys.stdout.flush()
        plural = "" if result.errors == 1 else "s"
        print(f"{PROGRAM}: {result.errors} error{plural}", file=sys.stderr)
        return 1
    if options.dependencies:
        rule = dependency_rule(options.output, result.dependencies)
        write_output(options.dependencies, rule)
    if not (options.write_if_changed and holds(options.output, result.output)):
        write_output(options.output, result.output)
    return 0


def holds(path: str | None, data: bytes) -> bool:
    """Does the file have these contents already?"""
    try:
        return path is not None and Path(path).read_bytes() == data
    except OSError:
        return False


def dependency_rule(output: str, dependencies: Iterable[str]) -> str:
    """A rule of make: the output depends on all files included."""
    return f"{output}: {' '.join(dependencies)}\n"


def main() -> int:
    """The entry point of `circ-tblgen`."""
    return run_command(PROGRAM, run)
