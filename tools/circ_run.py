"""
`circ-run FILE -- ARG...`: lower a program to a level and execute it there.

A run prints the program's own output and then its results; a run that fails prints one
diagnostic and nothing else.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING, Literal, NamedTuple

from circ.dialects.common.diagnostics import Diagnostic, extended
from circ.targets.naplespu.description.memory_map import THREADS
from circ.tools.command import (
    ASSEMBLY_INCLUDE,
    add_common_arguments,
    add_include_argument,
    paused_collector,
    unknown,
    write_output,
)
from circ.tools.completion import parse_arguments
from circ.tools.formats import add_format_argument
from circ.tools.instrumentation_options import (
    Instrumentation,
    add_instrumentation_arguments,
)
from circ.tools.running import run_command

if TYPE_CHECKING:
    from xdsl.dialects.builtin import FunctionType, ModuleOp
    from xdsl.ir import Attribute, Operation

    from circ.targets.execute.marshal import Argument
    from circ.tools.formats import File
    from circ.transforms.compare_levels import Run

DEFAULT_LEVEL = "naplespu"
NO_LIMIT = 1 << 62
DEFAULT_LIMITS: Mapping[str, int] = defaultdict(
    lambda: 1_000_000_000,
    dict.fromkeys(("source", "circuit", "llvlir", "gen"), 100_000_000),
)
"""Operations by level: about a minute's execution without a compiled engine."""


def limits(given: int | None) -> Mapping[str, int]:
    """How many operations may be executed, by level: a machine's is one, too."""
    return DEFAULT_LIMITS if given is None else defaultdict(lambda: given)


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "circ-run",
        description="Lower a program to a level and execute it there.",
        epilog="ARG is a number, or for a memref or vector the path of a .npy file. "
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
        help="source, circuit, llvlir, gen or naplespu (default)",
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
    add("--trace", action="store_true", help="print each operation to stderr")
    add(
        "--max-instructions",
        metavar="N",
        type=limit,
        help="stop with an error after N instructions; default 1,000,000,000 at level "
        "naplespu and 100,000,000 above; 'none' lifts the limit",
    )
    add(
        "--compare-levels",
        action="store_true",
        help="run at every level and report the first that differs",
    )
    add(
        "--threads",
        metavar="N",
        type=natural,
        default=1,
        help="run the function on N hardware threads, 1 (default) ... 8",
    )
    add(
        "--engine",
        choices=("reference", "blocks", "native"),
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
    add_instrumentation_arguments(parser)
    add_include_argument(parser, ASSEMBLY_INCLUDE)
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
        help="optimisations of machine code to leave out",
    )
    add_common_arguments(parser)
    return parser


def names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def limit(text: str) -> int:
    return NO_LIMIT if text == "none" else natural(text)


def natural(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is negative")
    return value


@dataclass(frozen=True)
class Options:
    """The command line, typed."""

    file: str
    source: str | None
    output: str | None
    entry: str | None
    level: str
    passes: str | None
    opt: int
    json: bool
    save_dir: str | None
    stats: bool
    trace: bool
    max_instructions: int | None
    compare_levels: bool
    threads: int
    engine: "Literal['reference', 'blocks', 'native', 'auto']"
    fp: "Literal['ieee', 'rtl']"
    guard: bool
    trap_handler: bool
    include: Sequence[str]
    cpu: str | None
    features: Sequence[str]
    disable: Sequence[str]
    instrumentation: Instrumentation
    arguments: Sequence[str]

    @property
    def limits(self) -> Mapping[str, int]:
        """How many operations may be executed, by level."""
        return limits(self.max_instructions)

    @staticmethod
    def parse(argv: Sequence[str]) -> "Options":
        """Everything after `--` is an argument, a negative number too."""
        end = argv.index("--") if "--" in argv else len(argv)
        known = parse_arguments(argument_parser(), [*argv[:end]])
        shown = Instrumentation.of(known)
        given = {name: v for name, v in vars(known).items() if not hasattr(shown, name)}
        return Options(**given, instrumentation=shown, arguments=argv[end + 1 :])


class Program(NamedTuple):
    """The program to run, at the level of the input."""

    module: "ModuleOp"
    level: str
    entry: str
    signature: "FunctionType"
    location: "Attribute"


def entry_of(
    module: "ModuleOp", name: str | None, option: str = "--entry"
) -> "tuple[str, Operation]":
    """The function to run: the one that `option` names, or the only one."""
    from circ.dialects.common.module_functions import definitions, entries
    from circ.dialects.common.variadic import is_variadic

    functions = entries(module)
    if name is not None:
        defined = definitions(module)
        if name not in defined:
            raise unknown("entry", name, functions)
        if is_variadic(defined[name]):
            message = f"'{name}' takes any number of arguments, which only calls pass"
            raise Diagnostic(defined[name].location, message)
        return name, defined[name]
    if len(functions) == 1:
        return next(iter(functions.items()))
    if not functions:
        raise Diagnostic(None, "the module has no function to run")
    names = ", ".join(sorted(functions))
    raise Diagnostic(None, f"{option} must name one of the functions: {names}")


def set_machine(
    module: "ModuleOp",
    cpu: str | None,
    features: Sequence[str],
    fp: "Literal['ieee', 'rtl']",
) -> None:
    """State in a module what it is compiled for, and whose floats it is run with."""
    if cpu is not None or features:
        from circ.targets.naplespu.description.subtarget import set_subtarget

        set_subtarget(module, cpu, features)
    if fp != "ieee":
        from circ.targets.naplespu.description.errata import set_floats

        set_floats(module, fp)


def load_program(options: Options, file: "File") -> Program:
    from circ.dialects.source.signature import signature_of
    from circ.tools.formats import module_in
    from circ.transforms.pipelines import check_reaches, level_of

    module = module_in(file)
    if options.passes is not None:
        from circ.targets.mlir.dialects import context, installed
        from circ.tools.pass_arguments import parse_passes
        from circ.tools.universe import REPLACED_PASSES
        from circ.transforms.pipelines import run_passes

        available = {**installed().all_passes, **REPLACED_PASSES}
        run_passes(parse_passes(options.passes, available), module, context())
    set_machine(module, options.cpu, options.features, options.fp)
    level = level_of(module)
    if not options.compare_levels:
        check_reaches(level, options.level)
    entry, function = entry_of(module, options.entry)
    signature = signature_of(function)
    return Program(module, level, entry, signature, function.location)


def run_level(
    program: Program,
    level: str,
    arguments: "Sequence[Argument]",
    options: Options,
) -> "Run":
    """Lower the program to a level and run it there, on copies of the arguments."""
    from circ.transforms.compare_levels import run_lowered
    from circ.transforms.pipelines import compile

    return run_lowered(
        program.module,
        level,
        compile(program.module, level, options.opt, disable=options.disable),
        program.entry,
        program.signature,
        arguments,
        options.limits[level],
        trace_line if options.trace else None,
        options.threads,
        options.engine,
    )


def trace_line(line: str) -> None:
    print(line, file=sys.stderr)


def check_machine(options: Options) -> None:
    """Diagnose options that the machine or the level does not have."""
    if not 1 <= options.threads <= THREADS:
        message = f"--threads must be 1 to {THREADS}, but is {options.threads}"
        raise Diagnostic(None, message)
    simulated = options.compare_levels or options.level == DEFAULT_LEVEL
    if options.engine != "auto" and not simulated:
        raise Diagnostic(None, f"--engine is for level {DEFAULT_LEVEL}")
    if options.fp == "rtl" and not simulated:
        message = f"--fp rtl is for level {DEFAULT_LEVEL}: others have IEEE floats"
        raise Diagnostic(None, message)
    if options.disable:
        from circ.transforms.naplespu.passes import disabled

        disabled(options.opt, options.disable)  # a wrong name at any level


def run(options: Options) -> int:
    from circ.targets.execute.marshal import read_arguments
    from circ.tools.formats import IMAGE_FORMATS, read_file

    check_machine(options)
    if (file := read_file(options.file, options.source)).format in IMAGE_FORMATS:
        return run_image(options, file)
    if options.trap_handler:
        raise Diagnostic(None, "--trap-handler is for programs of machine code")
    if options.guard:
        raise Diagnostic(None, "--guard is for machine code; all else is guarded")
    program = load_program(options, file)
    arguments = read_arguments(
        options.arguments, program.signature, program.entry, program.location
    )
    check_saved(arguments, options)
    if options.compare_levels:
        runs = compare(program, arguments, options)
    else:
        runs = {options.level: run_level(program, options.level, arguments, options)}
    finish(program.signature, runs, options)
    return 0


def check_saved(arguments: "Sequence[Argument]", options: Options) -> None:
    """Saved arrays must not overwrite those that are the arguments."""
    from circ.targets.execute.marshal import Array

    inputs = {
        position: argument.path
        for position, argument in enumerate(arguments)
        if isinstance(argument, Array)
    }
    if inputs and options.save_dir is not None:
        from circ.targets.execute.arrays import check_not_inputs

        check_not_inputs(options.save_dir, inputs)


def compare(
    program: Program, arguments: "Sequence[Argument]", options: Options
) -> "dict[str, Run]":
    """Run at every level that has the program's types; diagnose what differs."""
    from circ.transforms.compare_levels import compare_levels
    from circ.transforms.pipelines import LEVELS, level_for_types

    last = level_for_types(program.module)
    if last in LEVELS[:-1]:
        left_out = ", ".join(LEVELS[LEVELS.index(last) + 1 :])
        note = f"circ-run: note: vectors end at level {last}; not run: {left_out}"
        print(note, file=sys.stderr)
    (runs,) = compare_levels(
        program.module,
        program.entry,
        program.signature,
        [arguments],
        options.opt,
        options.limits,
        trace_line if options.trace else None,
        disable=options.disable,
        threads=options.threads,
        engine=options.engine,
    )
    return runs


def run_image(options: Options, given: "File") -> int:
    """Run machine code: a function of it, or the program from its entry."""
    from circ.targets.execute.hooks import by_name
    from circ.targets.execute.marshal import read_arguments
    from circ.targets.execute.naplespu import image as images
    from circ.targets.execute.naplespu.program import Settings, stubs
    from circ.targets.naplespu.description.errata import errata_of
    from circ.targets.naplespu.description.subtarget import DEFAULT_CPU, subtarget
    from circ.targets.naplespu.object.image import Image
    from circ.tools.formats import linked, read_input
    from circ.transforms.compare_levels import Run
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
    output: list[str] = []
    # An image has all its symbols; objects may call functions of the environment.
    hooks = {} if isinstance(file, Image) else by_name(output.append)
    image = linked([file], definitions=stubs(hooks))
    entry = images.entry_of(image, options.entry)
    known = None if entry is None else images.signatures(image).get(entry)
    signature = known or images.words_signature(options.arguments)
    name = "main" if entry is None else entry
    arguments = read_arguments(options.arguments, signature, name)
    check_saved(arguments, options)
    features = subtarget(options.cpu or DEFAULT_CPU, tuple(options.features))
    settings = Settings(
        hooks,
        options.limits[DEFAULT_LEVEL],
        trace_line if options.trace else None,
        options.threads,
        options.engine,
        errata_of(features, options.fp),
        options.guard,
        options.trap_handler,
    )
    if options.trap_handler and entry is not None:
        raise Diagnostic(None, "--trap-handler is for programs, and this is a function")
    if entry is None:
        execution = images.run_program(image, arguments, settings)
    else:
        execution = images.call_function(image, entry, signature, arguments, settings)
    finish(signature, {DEFAULT_LEVEL: Run(execution, "".join(output))}, options)
    return 0


def finish(signature: "FunctionType", runs: "dict[str, Run]", options: Options) -> None:
    """Save the arrays, then print what the program printed, and the results."""
    from circ.targets.execute.marshal import result_lines, results_of

    execution, output = next(iter(runs.values()))
    if options.save_dir is not None:
        from circ.targets.execute.arrays import save_arrays

        save_arrays(options.save_dir, execution.arrays)
    counts = {level: run.execution.outcome.operations for level, run in runs.items()}
    bits = execution.outcome.results
    if options.json:
        stats: dict[str, object] = {"instructions": [*counts.values()][-1]}
        stats |= [*runs.values()][-1].execution.outcome.costs()
        if options.compare_levels:
            stats["levels"] = counts
        results = results_of(signature, bits)
        if options.threads > 1:
            every = [bits, *execution.outcome.others]
            stats["threads"] = [{"results": results_of(signature, b)} for b in every]
        output += dumps({"results": results, "stats": stats}) + "\n"
    else:
        for line in result_lines(signature, bits):
            output += line + "\n"
    write_output(options.output, output)
    if options.stats:
        sys.stdout.flush()
        for level, count in counts.items():
            costs = runs[level].execution.outcome.costs()
            line = ", ".join(f"{name} {cost}" for name, cost in costs.items())
            line = f" ({line})" if line else ""
            print(f"{level}: {count} instructions{line}", file=sys.stderr)


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
        if options.max_instructions is not None or not any(limits):
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
