"""
`circ-cc FILE...`: compile and link C programs, as C compilers are called.

The command line becomes a plan of steps (`compiler_driver`), each of which `-v` prints
as a command that does the same.
"""

import os
import sys
from contextlib import suppress

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.code_cache import open_cache
from circ.tools.compiler_driver.execution import Execution
from circ.tools.compiler_driver.option_table import argument_parser, version
from circ.tools.compiler_driver.options import Options, parse
from circ.tools.compiler_driver.plan import plan_of
from circ.tools.compiler_driver.steps import CompilerFailed
from circ.tools.completion import answer_shell
from circ.tools.running import run_command

TRIPLE = "naplespu-none-elf"
"""What configure scripts call the machine."""

HELP = {"-h", "--help"}


def information(options: Options) -> str | None:
    """What is printed instead of compiling, if an option asks for it."""
    if options.version:
        return version()
    if options.dump_machine:
        return TRIPLE
    if options.dump_version:
        return version().split()[1]
    if options.cache_stats or options.clear_cache:
        return cache_information(options.clear_cache)
    if options.verbose and not options.inputs:
        from circ.targets.c.clang import find_clang, version_of

        with suppress(Diagnostic):  # it may not be needed
            return f"{version()}\n{version_of(find_clang(options.clang))}"
        return version()
    return None


def cache_information(clear: bool) -> str:
    """What there is in the cache, which is emptied before if that is wanted."""
    if (cache := open_cache()) is None:
        return "there is no cache: CIRC_CACHE is 0"
    if clear:
        cache.clear()
    return cache.description().rstrip("\n")


def run() -> int:
    if "_ARGCOMPLETE" in os.environ:
        answer_shell(argument_parser())
    arguments = sys.argv[1:]
    if not arguments or not HELP.isdisjoint(arguments):
        argument_parser().parse_args(arguments[:1] and ["--help"])
    options = parse(arguments)
    if (text := information(options)) is not None:
        print(text)
        sys.exit()
    plan = plan_of(options)
    if options.plan_only:
        for step in plan.steps:
            print(step.text, file=sys.stderr)
        return 0
    try:
        with paused_collector():
            Execution(
                options.jobs, options.verbose, options.has_lines, not options.no_cache
            ).run(plan)
    except CompilerFailed:
        return 1
    return 0


def main() -> int:
    """The entry point of `circ-cc`."""
    return run_command("circ-cc", run)
