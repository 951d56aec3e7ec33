"""
What `import circ` gives: load, compile, run, emit and compare programs.

A program is one that `load` or `compile` has given, a module built with xDSL, a path,
or the text of a module. What is wrong with a program, an argument or an option is a
`Diagnostic`. The functions are those of the commands (docs/reference/architecture.md,
section 4).
"""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from xdsl.dialects.builtin import FunctionType, ModuleOp

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.targets.execute.environment import HEAP_SIZE
from circ.targets.execute.marshal import Argument, argument_of, check_types, values_of
from circ.targets.execute.outcome import check_arity
from circ.tools.c_programs import executable_image, module_with_library
from circ.tools.dispatch import IndexSpace, dispatch
from circ.tools.formats import (
    by_extension,
    format_name,
    format_named,
    image_of,
    read_file,
    read_mlir,
    write_module,
)
from circ.tools.notebook import highlighted, table
from circ.tools.programs import (
    environments,
    exit_status,
    main_arguments,
    run_image,
    settings_of,
)
from circ.tools.reporting import reports as reports
from circ.tools.runs import (
    DEFAULT_LEVEL,
    Call,
    CompileOptions,
    Engine,
    Floats,
    RunOptions,
)
from circ.transforms import pipelines
from circ.transforms.compare_levels import Run

if TYPE_CHECKING:
    from circ.targets.execute.arrays import Data

Value: TypeAlias = "int | float | str | Data"
"""
A result: an integer with sign, i1 as 0 or 1, a float, or a vector or an array.

Of another package's type it is the number that its text is, else the text.
"""


@dataclass(frozen=True, repr=False)
class Program:
    """A verified module, at the level of its functions."""

    module: ModuleOp

    @property
    def level(self) -> str:
        """`source`, `circuit`, `llvlir`, `gen` or `naplespu`."""
        return pipelines.level_of(self.module)

    def __str__(self) -> str:
        return str(self.module)

    def __repr__(self) -> str:
        functions = ", ".join(definitions(self.module))
        return f"<Program of level {self.level}: {functions}>"

    def _repr_html_(self) -> str:
        """Highlighted text, which notebooks show."""
        return highlighted(str(self.module))


ProgramLike: TypeAlias = "Program | ModuleOp | str | os.PathLike[str]"
"""As `load` takes them, and modules."""


@dataclass(frozen=True)
class Result:
    """What a run leaves."""

    results: Sequence[Value]
    """Those of the function; of thread 0 where several ran."""
    arrays: "Mapping[int, Data]"
    """The arrays as the program left them, by position among all arguments."""
    output: str
    """
    What the program printed.

    A byte that is not UTF-8 is a lone surrogate, as `os.fsdecode` makes it.
    """
    counters: Mapping[str, int]
    """`instructions`: the operations executed at the level, and what else it counts."""
    level: str
    errors: str = field(default="", repr=False)
    """What it has written to the stream for errors."""
    status: int | None = None
    """The exit status of a program, or of a function that has called `circ_exit`."""
    thread_results: Sequence[Sequence[Value]] = field(default=(), repr=False)
    """The results of every thread."""

    def _repr_html_(self) -> str:
        """Results and counters as a table, which notebooks show."""
        rows = {f"result {k}": str(value) for k, value in enumerate(self.results)}
        rows |= {f"argument {k}": str(data) for k, data in self.arrays.items()}
        if self.output:
            rows["output"] = self.output
        rows |= {name: f"{count:,}" for name, count in self.counters.items()}
        return table(self.level, rows)


def is_text(source: str) -> bool:
    """Is it a module's text, and not the path of a file?"""
    return "\n" in source or "{" in source


def path_of(source: ProgramLike) -> str | None:
    """The path that a program is given by, if it is."""
    if isinstance(source, Program | ModuleOp):
        return None
    path = os.fspath(source)
    return None if source is path and is_text(path) else path


def load(source: ProgramLike, format: str | None = None) -> Program:
    """
    Read and verify a program.

    `source` is a path, the text of a module in MLIR's syntax (a string with a line
    break or a brace), or an xDSL module, which is not copied. `format` is that of a
    file whose name does not tell it.
    """
    if isinstance(source, Program):
        return source
    if isinstance(source, ModuleOp):
        from circ.dialects.common.verifier import verify_module

        verify_module(source)
        return Program(source)
    if isinstance(source, str) and is_text(source):
        return Program(read_mlir(source.encode(), "<string>"))
    named = None if format is None else format_name(format)
    return Program(module_with_library(read_file(os.fspath(source), named)))


def compile(
    program: ProgramLike,
    level: str = DEFAULT_LEVEL,
    *,
    opt: int = 2,
    cpu: str | None = None,
    features: Sequence[str] = (),
    disable: Collection[str] = (),
) -> Program:
    """
    The program lowered to a level; the given one stays as it is.

    `opt` is 0 to 3; `cpu`, `features` and `disable` are those of circ-run.
    """
    options = CompileOptions(opt=opt, cpu=cpu, features=features, disable=disable)
    module = _prepared(program, options)
    with paused_collector():
        return Program(options.lower(module, level))


def _prepared(program: ProgramLike, options: CompileOptions) -> ModuleOp:
    """The program's module, or a copy that states its processor and floats."""
    for name in ("features", "disable"):
        if isinstance(getattr(options, name), str):
            raise Diagnostic(None, f"{name} must be a list of names, not a string")
    options.check()
    path = path_of(program)
    if path is not None and isinstance(options, RunOptions) and options.is_for_host:
        module = module_with_library(read_file(path), options)
    else:
        module = load(program).module
    if not options.states_machine:
        return module
    module = module.clone()
    options.set_machine(module)
    return module


def run(
    program: ProgramLike,
    *arguments: object,
    entry: str | None = None,
    level: str = DEFAULT_LEVEL,
    opt: int = 2,
    cpu: str | None = None,
    features: Sequence[str] = (),
    disable: Collection[str] = (),
    global_size: Sequence[int] | int | None = None,
    local_size: Sequence[int] | int | None = None,
    offset: Sequence[int] | int | None = None,
    lanes: int = 1,
    threads: int = 1,
    engine: Engine = "auto",
    fp: Floats = "ieee",
    max_operations: int | None = None,
    trace: Callable[[str], None] | None = None,
    argv: Sequence[str | bytes] | None = None,
    stdin: bytes = b"",
    heap_size: int = HEAP_SIZE,
    timed: bool = False,
) -> Result:
    """
    Lower the program to a level and run a function of it there.

    A scalar argument is a number in range of its type, an array or a vector a numpy
    array of its exact shape and type in C order, which stays as it is: the arrays
    after the run are in the result. `entry` may be left out where there is one
    function. `max_operations` defaults to circ-run's limit; at level `host`, which runs
    llvlir as machine code of this computer, nothing is counted without it. `trace` is
    called with a line for each operation. With `timed` the machine's cycles are
    counted, too.

    With a `global_size` the entry is a kernel, which is run for each item of that index
    space, in groups of `local_size` items, by `lanes` lanes of each thread. A pointer
    is an array of any type then, a struct is `bytes`, local memory "local:BYTES".

    A program has no arguments but those after its name, `argv`; a module that does not
    say that it is one is run as one if they are given. It may be an executable, too.
    """
    options = RunOptions(
        opt=opt,
        cpu=cpu,
        features=features,
        disable=disable,
        lanes=lanes,
        level=level,
        threads=threads,
        engine=engine,
        fp=fp,
        max_operations=max_operations,
        trace=trace,
        program=argv is not None,
        heap_size=heap_size,
        timed=timed,
    )
    space = _space(global_size, local_size, offset)
    return _run(program, entry, arguments, options, argv or (), stdin, space)[level]


def compare_levels(
    program: ProgramLike,
    *arguments: object,
    entry: str | None = None,
    opt: int = 2,
    cpu: str | None = None,
    features: Sequence[str] = (),
    disable: Collection[str] = (),
    global_size: Sequence[int] | int | None = None,
    local_size: Sequence[int] | int | None = None,
    offset: Sequence[int] | int | None = None,
    lanes: int = 1,
    threads: int = 1,
    max_operations: int | None = None,
    argv: Sequence[str | bytes] | None = None,
    stdin: bytes = b"",
    heap_size: int = HEAP_SIZE,
) -> dict[str, Result]:
    """
    Run at every level, the program's own first; the results by level.

    The first level whose results, arrays or output differ is a Diagnostic. Arguments
    and options are those of `run`.
    """
    options = RunOptions(
        opt=opt,
        cpu=cpu,
        features=features,
        disable=disable,
        lanes=lanes,
        compare_levels=True,
        threads=threads,
        max_operations=max_operations,
        program=argv is not None,
        heap_size=heap_size,
    )
    space = _space(global_size, local_size, offset)
    return _run(program, entry, arguments, options, argv or (), stdin, space)


def _space(
    global_size: Sequence[int] | int | None,
    local_size: Sequence[int] | int | None,
    offset: Sequence[int] | int | None,
) -> "IndexSpace | None":
    if global_size is not None:
        return IndexSpace.of(global_size, local_size, offset)
    if local_size is not None or offset is not None:
        raise Diagnostic(None, "local_size and offset are for kernels: see global_size")
    return None


def emit(
    program: ProgramLike,
    format: str,
    *,
    opt: int = 2,
    cpu: str | None = None,
    features: Sequence[str] = (),
    disable: Collection[str] = (),
) -> str | bytes:
    """
    The program in a format of circ-translate, lowered to the level that it is of.

    `naplespu-hex{layout=readmemh}` chooses a layout. Options are those of `compile`.
    """
    options = CompileOptions(opt=opt, cpu=cpu, features=features, disable=disable)
    format = by_extension(format)
    level = format_named(format.partition("{")[0]).level
    module = _prepared(program, options)
    if level is not None:
        with paused_collector():
            module = options.lower(module, level)
    return write_module(module, format)


def _run(
    program: ProgramLike,
    entry: str | None,
    values: Sequence[object],
    options: RunOptions,
    argv: Sequence[str | bytes],
    stdin: bytes,
    space: IndexSpace | None,
) -> dict[str, Result]:
    """The results by level."""
    path = path_of(program)
    argv = [path or "program", *argv]
    environment = environments(BytesIO(stdin).read, options.heap_size)
    image = None
    if path is not None and (image := image_of(path)) is not None:
        options.check()
        if options.compare_levels or options.level != DEFAULT_LEVEL or values:
            message = "an executable runs at level naplespu, with argv"
            raise Diagnostic(None, message)
    elif (
        path is not None
        and entry is None
        and space is None
        and not values
        and options.is_default_run
    ):
        options.check()
        image = executable_image(read_file(path), options)
    if image is not None:
        runs = run_image(image, argv, settings_of(options, {}, environment()))
        signature = FunctionType.from_lists([], [])
        return {
            level: _result(level, signature, run, True) for level, run in runs.items()
        }
    module = _prepared(program, options)
    if space is not None:
        started = dispatch(module, entry, values, space, options)
        with paused_collector():
            runs = started.run(environment)
        signature = started.call.signature
        return {
            level: _result(level, signature, run, False) for level, run in runs.items()
        }
    call = Call.of(module, entry, options)
    signature = call.signature
    if call.is_program:
        if values:
            raise Diagnostic(None, "a program is given argv, and no other arguments")
        arguments = main_arguments(signature, argv, call.location)
    else:
        arguments = _arguments(call, values)
    with paused_collector():
        runs = call.run(arguments, environment)
    return {
        level: _result(level, signature, run, call.is_program)
        for level, run in runs.items()
    }


def _arguments(call: Call, values: Sequence[object]) -> list[Argument]:
    signature = call.signature
    check_types(signature, call.entry, call.location)
    check_arity(call.entry, len(signature.inputs), len(values))
    return [
        argument_of(position, type, value)
        for position, (type, value) in enumerate(
            zip(signature.inputs, values, strict=True)
        )
    ]


def _result(level: str, signature: FunctionType, run: Run, is_program: bool) -> Result:
    outcome = run.execution.outcome
    status = outcome.status
    if is_program or status is not None:
        status = exit_status(outcome)
        signature = FunctionType.from_lists(signature.inputs.data, [])
        outcome = replace(outcome, results=[])
    every = [
        values_of(signature, bits, run.execution.space)
        for bits in (outcome.results, *outcome.others)
    ]
    return Result(
        every[0],
        run.execution.arrays,
        run.output,
        {"instructions": outcome.operations, **outcome.costs()},
        level,
        run.errors,
        status,
        every,
    )
