"""
How a command ends.

Status 0 is success, 1 a diagnosed error, 2 a usage error, 70 an internal error.
"""

import argparse
import atexit
import gc
import os
import signal
import sys
from collections.abc import Callable
from functools import partial

from circ.dialects.common.diagnostics import ON_WARNING, Diagnostic
from circ.tools.command import (
    UsageError,
    add_crash_arguments,
    large_stack,
    print_diagnostic,
    reason_of,
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
    token = ON_WARNING.set(partial(print_diagnostic, program))
    try:
        try:
            options = _own_options(program)
            with large_stack():
                status = main()
            sys.stdout.flush()
            return status
        except Exception as error:
            if hasattr(options, "debug"):
                from traceback import print_exception

                sys.stdout.flush()
                print_exception(error)
            return _failed(program, main, options, error)
    except KeyboardInterrupt:
        print(f"{program}: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    finally:
        ON_WARNING.reset(token)


class _Store(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, values)


def _own_options(program: str) -> argparse.Namespace:
    """Take the options of `add_crash_arguments` off the command line."""
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    usage = "%(prog)s [options], see --help"
    parser = argparse.ArgumentParser(
        program, usage=usage, add_help=False, allow_abbrev=False
    )
    add_crash_arguments(parser, _Store)
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
            print(
                f"{program}: error: cannot write: {reason_of(error)}", file=sys.stderr
            )
        case _:
            from circ.tools.reproducer import report_internal_error

            report_internal_error(program, main, options, error)
            return INTERNAL_ERROR
    return 1
