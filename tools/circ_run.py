"""
`circ-run FILE -- ARG...`: lower a program to a level and execute it there.

A run prints the program's own output and then its results; a run that fails prints one
diagnostic and nothing else.
"""

import argparse
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from json import dumps
from shlex import split
from typing import TYPE_CHECKING

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic, extended
from circ.dialects.common.programs import MAIN
from circ.targets.execute.environment import ERRORS, ESCAPES, HEAP_SIZE, Environment
from circ.tools.command import (
    ASSEMBLY_INCLUDE,
    UsageError,
    add_common_arguments,
    add_include_argument,
    write_output,
)
from circ.tools.completion import parse_arguments
from circ.tools.formats import add_format_argument
from circ.tools.instrumentation_options import (
    Instrumentation,
    add_instrumentation_arguments,
)
from circ.tools.programs import (
    environments,
    exit_status,
    main_arguments,
    read_stdin,
    run_image,
    settings_of,
    show,
)
from circ.tools.running import run_command
from circ.tools.runs import DEFAULT_LEVEL, ENGINES, NO_LIMIT, Call, RunOptions

if TYPE_CHECKING:
    from xdsl.dialects.builtin import FunctionType, ModuleOp

    from circ.targets.execute.marshal import Argument
    from circ.tools.formats import File
    from circ.transforms.compare_levels import Run


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "circ-run",
        description="Lower a program to a level and execute it there.",
        epilog="ARG is a number, or for a memref or vector the path of a .npy file; of "
        "a program it is a string of argv. "
        "FILE may be machine code too: .s, .o, .elf or .hex; with --entry _start it "
        "runs from its start-up code, ARGs being the words at argv.",
        usage="%(prog)s FILE [options] [-- ARG ...]",
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="input file, - for stdin")
    add_format_argument(parser)
    add("-o", dest="output", metavar="OUT", help="where to print, default stdout")
    add("--entry", metavar="NAME", help="the function to run, where there are several")
    add(
        "--level",
        metavar="LEVEL",
        default=DEFAULT_LEVEL,
        help="source, circuit, llvlir, gen, naplespu (default), or host: llvlir as "
        "machine code of this computer",
    )
    add(
        "-p",
        "--passes",
        metavar="PIPELINE",
        help="passes of circ-opt to run over the module first",
    )
    add(
        "-O",
        dest="opt",
        metavar="N",
        type=int,
        choices=range(4),
        default=2,
        help="how much to optimise: 0 ... 3, default 2",
    )
    add("--json", action="store_true", help="print one JSON object in the last line")
    add("--save-dir", metavar="DIR", help="write arrays after the run as arg<k>.npy")
    add("--stats", action="store_true", help="print what the run counted")
    add(
        "--profile",
        action="store_true",
        help="level naplespu: print cycles by line of the source and by block, and why "
        "instructions waited",
    )
    add(
        "--trace",
        action="store_const",
        const=trace_line,
        help="print each operation to stderr",
    )
    add(
        "--max-instructions",
        dest="max_operations",
        metavar="N",
        type=limit,
        help="stop with an error after N instructions; default 1,000,000,000 at level "
        "naplespu and 100,000,000 above; 'none' lifts the limit",
    )
    add(
        "--compare-levels",
        action="store_true",
        help="run at every level and report the first that differs; with --level host "
        "there too",
    )
    add(
        "--threads",
        metavar="N",
        type=natural,
        default=1,
        help="run the function on N hardware threads, 1 (default) ... 8",
    )
    add(
        "--global",
        dest="global_size",
        metavar="X[,Y[,Z]]",
        type=numbers,
        help="run the kernel --entry for each item of an index space; ARG is a .npy "
        "file for a pointer, a number for a scalar, local:BYTES for local memory, "
        "bytes:HEX for a struct",
    )
    add(
        "--local",
        dest="local_size",
        metavar="X[,Y[,Z]]",
        type=numbers,
        help="items of a work-group; by default some that suit the kernel",
    )
    add(
        "--offset",
        metavar="X[,Y[,Z]]",
        type=numbers,
        help="where global ids begin, default 0",
    )
    add(
        "--lanes",
        metavar="N",
        type=natural,
        default=1,
        help="execute the kernel in N lanes: 1 (default), 8 or 16",
    )
    add(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="how the simulator of level naplespu executes; default blocks, and native "
        "for long runs where llvmlite is installed",
    )
    add(
        "--fp",
        choices=("ieee", "rtl"),
        default="ieee",
        help="whose floats the simulator of level naplespu computes: IEEE's (default) "
        "or those of the hardware as it was published",
    )
    add(
        "--guard",
        action="store_true",
        help="machine code: diagnose accesses outside the program's segments, stacks "
        "and arrays, as for all other programs; without it all of memory is there",
    )
    add(
        "--trap-handler",
        action="store_true",
        help="machine code that runs from its entry: traps go on at 0x380, as on the "
        "hardware, instead of ending the run",
    )
    add(
        "--program",
        action="store_true",
        help="run `main` as a program, where the module or machine code does not say "
        "that it is one",
    )
    add(
        "--heap-size",
        metavar="BYTES",
        type=natural,
        default=HEAP_SIZE,
        help="the largest heap of a program, default 67108864",
    )
    add_instrumentation_arguments(parser)
    add_include_argument(parser, f"{ASSEMBLY_INCLUDE}; C: #include too")
    add(
        "--cflags",
        metavar="FLAGS",
        default="",
        help="C: further options of the C compiler, separated by blanks",
    )
    add("--cpu", metavar="NAME", help="the processor; default naplespu, with errata")
    add(
        "--features",
        metavar="NAME,...",
        type=names,
        default=(),
        help="subtarget features; --features=-NAME takes one away",
    )
    add(
        "--disable",
        metavar="NAME,...",
        type=names,
        default=(),
        help="optimisations to leave out",
    )
    add_common_arguments(parser)
    return parser


def names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        message = f"expected numbers with commas between them, not '{text}'"
        raise argparse.ArgumentTypeError(message) from None


def limit(text: str) -> int:
    return NO_LIMIT if text == "none" else natural(text)


def natural(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is negative")
    return value


@dataclass(frozen=True, kw_only=True)
class Options(RunOptions):
    """The command line, typed."""

    PREFIX = "--"

    file: str
    source: str | None
    output: str | None
    entry: str | None
    global_size: Sequence[int] | None
    local_size: Sequence[int] | None
    offset: Sequence[int] | None
    passes: str | None
    json: bool
    save_dir: str | None
    stats: bool
    profile: bool
    guard: bool
    trap_handler: bool
    include: Sequence[str]
    cflags: str
    instrumentation: Instrumentation
    arguments: Sequence[str]

    @property
    def runs_executable(self) -> bool:
        """Is the machine code of a program in C all that is looked at?"""
        return (
            self.is_default_run
            and self.entry is None
            and self.global_size is None
            and self.passes is None
            and not self.instrumentation.is_wanted
        )

    @staticmethod
    def parse(argv: Sequence[str]) -> "Options":
        """Everything after `--` is an argument, a negative number too."""
        end = argv.index("--") if "--" in argv else len(argv)
        known = parse_arguments(argument_parser(), [*argv[:end]])
        shown = Instrumentation.of(known)
        given = {name: v for name, v in vars(known).items() if not hasattr(shown, name)}
        return Options(
            **given,
            instrumentation=shown,
            arguments=argv[end + 1 :],
            timed=known.stats or known.json or known.profile,
        )


def module_of(options: Options, file: "File") -> "ModuleOp":
    """The program, after the passes of `-p`."""
    from circ.tools.c_programs import module_with_library

    is_for_host = options.is_for_host and options.passes is None
    module = module_with_library(file, options if is_for_host else None)
    if options.passes is not None:
        from circ.targets.mlir.dialects import context, installed
        from circ.tools.pass_arguments import parse_passes
        from circ.tools.universe import REPLACED_PASSES
        from circ.transforms.pipelines import run_passes

        available = {**installed().all_passes, **REPLACED_PASSES}
        run_passes(parse_passes(options.passes, available), module, context())
    options.set_machine(module)
    return module


def trace_line(line: str) -> None:
    print(line, file=sys.stderr)


def run(options: Options) -> int:
    from circ.targets.c.reader import C_FLAGS
    from circ.targets.execute.marshal import read_arguments
    from circ.tools.c_programs import executable
    from circ.tools.formats import IMAGE_FORMATS, read_file

    options.check()
    if (file := read_file(options.file, options.source)).format in IMAGE_FORMATS:
        return run_machine_code(options, file)
    include = [f"-I{path}" for path in options.include]
    C_FLAGS.set([f"-O{options.opt}", *include, *split(options.cflags)])
    if options.runs_executable and (made := executable(file, options)) is not None:
        return run_machine_code(options, made)
    if options.trap_handler:
        raise Diagnostic(None, "--trap-handler is for programs of machine code")
    if options.guard:
        raise Diagnostic(None, "--guard is for machine code; all else is guarded")
    module = module_of(options, file)
    if options.global_size is not None:
        return run_kernel(options, module, options.global_size)
    for name in ("local_size", "offset"):
        if getattr(options, name) is not None:
            raise UsageError("--local and --offset are for kernels, with --global")
    call = Call.of(module, options.entry, options)
    if call.is_program:
        return run_program(options, call)
    arguments = read_arguments(
        options.arguments, call.signature, call.entry, call.location
    )
    check_saved(arguments, options)
    if options.compare_levels:
        note_level(call)
    environment = environments(read_stdin, options.heap_size)
    return finish(call.signature, call.run(arguments, environment), options)


def run_kernel(options: Options, module: "ModuleOp", global_size: Sequence[int]) -> int:
    """Run a kernel for each item of the index space that the options give."""
    from circ.tools.dispatch import IndexSpace, dispatch

    space = IndexSpace.of(global_size, options.local_size, options.offset)
    started = dispatch(module, options.entry, options.arguments, space, options)
    check_saved(started.arguments, options)
    runs = started.run(environments(read_stdin, options.heap_size))
    return finish(started.call.signature, runs, options)


def run_program(options: Options, call: Call) -> int:
    """Run a module that is a program; its exit status."""
    argv = [options.file, *options.arguments]
    arguments = main_arguments(call.signature, argv, call.location)
    if options.compare_levels:
        note_level(call)
    return end_program(call.run(arguments, environment_of(options)), options)


def environment_of(options: Options) -> Callable[[], Environment]:
    """The environment of a program, whose output appears as it is written."""
    streams = options.output is None and not options.compare_levels
    return environments(read_stdin, options.heap_size, show if streams else None)


def end_program(runs: "dict[str, Run]", options: Options) -> int:
    """Print what has not been printed yet; the exit status of the program."""
    _, output, errors = run = next(iter(runs.values()))
    if options.output is not None or options.compare_levels:
        write_output(options.output, output.encode(errors=ESCAPES))
        show(ERRORS, errors.encode(errors=ESCAPES))
    status = exit_status(run.execution.outcome)
    if options.json:
        sys.stdout.flush()
        print(dumps({"status": status, "stats": stats_of(runs, options)}))
    print_stats(runs, options)
    return status


def check_saved(arguments: "Sequence[Argument]", options: Options) -> None:
    """Saved arrays must not overwrite those that are the arguments."""
    from circ.targets.execute.marshal import Array

    inputs = {
        position: argument.path
        for position, argument in enumerate(arguments)
        if isinstance(argument, Array) and argument.path
    }
    if inputs and options.save_dir is not None:
        from circ.targets.execute.arrays import check_not_inputs

        check_not_inputs(options.save_dir, inputs)


def note_level(call: Call) -> None:
    """Say which levels have no meaning for the program's types."""
    from circ.transforms.pipelines import LEVELS, level_for_types

    last = level_for_types(call.module)
    if last in LEVELS[:-1]:
        left_out = ", ".join(LEVELS[LEVELS.index(last) + 1 :])
        note = f"circ-run: note: vectors end at level {last}; not run: {left_out}"
        print(note, file=sys.stderr)


def run_machine_code(options: Options, given: "File") -> int:
    """Run machine code: a function of it, or the program from its entry."""
    from circ.targets.execute.hooks import by_name
    from circ.targets.execute.marshal import read_arguments
    from circ.targets.execute.naplespu import image as images
    from circ.targets.execute.naplespu.program import stubs
    from circ.targets.naplespu.object.image import Image
    from circ.tools.formats import linked, read_input
    from circ.transforms.compare_levels import run_of
    from circ.transforms.pipelines import check_reaches

    if options.compare_levels:
        raise Diagnostic(None, "machine code runs at level naplespu only")
    if options.passes is not None:
        raise Diagnostic(None, "-p is for modules: no passes run over machine code")
    if options.instrumentation.is_wanted:
        message = "what passes do is shown of modules: none run over machine code"
        raise Diagnostic(None, message)
    check_reaches(DEFAULT_LEVEL, options.level)
    file = read_input(given.data, given.name, given.format, True, options.include)
    environment = environments(read_stdin, options.heap_size)()
    # An image has all its symbols; objects may call functions of the environment.
    hooks = {} if isinstance(file, Image) else by_name(environment.print)
    image = linked([file], definitions=stubs(hooks))
    entry = images.entry_of(image, options.entry)
    is_program = options.program or (entry is None and images.is_program(image))
    settings = settings_of(
        options, hooks, environment, options.guard, options.trap_handler
    )
    if options.trap_handler and entry is not None and not is_program:
        raise Diagnostic(None, "--trap-handler is for programs, and this is a function")
    if is_program:
        environment.show = None if options.output else show
        argv = [options.file, *options.arguments]
        return end_program(run_image(image, argv, settings), options)
    known = None if entry is None else images.signatures(image).get(entry)
    signature = known or images.words_signature(options.arguments)
    name = MAIN if entry is None else entry
    arguments = read_arguments(options.arguments, signature, name)
    check_saved(arguments, options)
    if entry is None:
        execution = images.run_program(image, arguments, settings)
    else:
        execution = images.call_function(image, entry, signature, arguments, settings)
    runs = {DEFAULT_LEVEL: run_of(execution, environment)}
    return finish(signature, runs, options)


def finish(signature: "FunctionType", runs: "dict[str, Run]", options: Options) -> int:
    """
    Save the arrays, then print what the program printed, and the results.

    The exit status is 0, or that of a function which has ended the program.
    """
    from circ.targets.execute.marshal import result_lines, results_of

    execution, output, errors = next(iter(runs.values()))
    if options.save_dir is not None:
        from circ.targets.execute.arrays import save_arrays

        save_arrays(options.save_dir, execution.arrays)
    outcome, space = execution.outcome, execution.space
    if outcome.status is not None:
        signature = signature.from_lists(signature.inputs.data, [])
    if options.json:
        stats = stats_of(runs, options)
        results = results_of(signature, outcome.results, space)
        if options.threads > 1:
            every = [outcome.results, *outcome.others]
            stats["threads"] = [
                {"results": results_of(signature, each, space)} for each in every
            ]
        output += dumps({"results": results, "stats": stats}) + "\n"
    else:
        for line in result_lines(signature, outcome.results, space=space):
            output += line + "\n"
    write_output(options.output, output.encode(errors=ESCAPES))
    if errors:
        show(ERRORS, errors.encode(errors=ESCAPES))
    print_stats(runs, options)
    return 0 if outcome.status is None else exit_status(outcome)


def stats_of(runs: "dict[str, Run]", options: Options) -> dict[str, object]:
    """What the last run has counted; of several, their operations too."""
    last = [*runs.values()][-1].execution.outcome
    stats: dict[str, object] = {"instructions": last.operations, **last.costs()}
    if options.compare_levels:
        stats["levels"] = {
            level: run.execution.outcome.operations for level, run in runs.items()
        }
    return stats


def print_stats(runs: "dict[str, Run]", options: Options) -> None:
    """What the runs have counted, with `--stats`, and where, with `--profile`."""
    if options.profile:
        sys.stdout.flush()
        print([*runs.values()][-1].execution.outcome.profile(), end="", file=sys.stderr)
    if not options.stats:
        return
    sys.stdout.flush()
    for level, run in runs.items():
        outcome = run.execution.outcome
        line = ", ".join(f"{name} {cost}" for name, cost in outcome.costs().items())
        line = f" ({line})" if line else ""
        print(f"{level}: {outcome.operations} instructions{line}", file=sys.stderr)


@contextmanager
def instrumentation(options: Instrumentation) -> Generator[None]:
    """Show what passes do, if options ask for it."""
    if not options.is_wanted:
        yield  # without the imports
        return
    from circ.tools.instrumentation import instrumented
    from circ.tools.reporting import reported

    with reported(options, "circ-run"), instrumented(options):
        yield


@contextmanager
def explained_limit(options: Options) -> Generator[None]:
    """Add to the diagnostic of the default limit how to lift it."""
    from circ.targets.execute.outcome import ExecutionLimit

    try:
        yield
    except Diagnostic as error:
        limits = (isinstance(e, ExecutionLimit) for e in (error, error.__cause__))
        if options.max_operations is not None or not any(limits):
            raise
        more = ": --max-instructions N or none sets another limit"
        raise extended(error, more) from None


def main() -> int:
    """The entry point of `circ-run`."""

    def command() -> int:
        options = Options.parse(sys.argv[1:])
        shown = instrumentation(options.instrumentation)
        with paused_collector(), explained_limit(options), shown:
            return run(options)

    return run_command("circ-run", command)
