"""
One program at all levels: lower it step by step, run it everywhere, name what differs.

`circ-run --compare-levels`: results, arrays and the program's output must be the same,
bit for bit; only NaNs are all equal.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects.builtin import FunctionType, ModuleOp

from circ.dialects.common.address_width import WIDE, address_width
from circ.dialects.common.diagnostics import Diagnostic, extended
from circ.dialects.common.module_functions import definitions
from circ.targets.execute import levels
from circ.targets.execute.environment import ERRORS, OUTPUT, Environment
from circ.targets.execute.marshal import (
    Argument,
    Execution,
    array_results,
    check_types,
    result_lines,
)
from circ.targets.execute.outcome import Trace
from circ.targets.machines import HOST, code_level
from circ.transforms.lift_llvlir import LiftLlvlirPass
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import (
    level_for_types,
    level_of,
    levels_between,
    lowerings,
    run_passes,
)

if TYPE_CHECKING:
    from circ.targets.execute.arrays import Data


HOST_TOO: ContextVar[bool] = ContextVar("HOST_TOO", default=False)
"""Does every comparison run level host, too?"""
LIFTED_TOO: ContextVar[bool] = ContextVar("LIFTED_TOO", default=False)
"""Does every comparison run what `lift-llvlir` makes of the bytecode, too?"""
LIFTED = "lifted"
"""How runs of that are named: level llvlir, optimised again after bytecode."""


class Run(NamedTuple):
    """The run at one level: results and arrays, and the program's output."""

    execution: Execution
    output: str
    errors: str = ""
    """What the program has written to the stream for errors."""


def run_lowered(
    program: ModuleOp,
    level: str,
    module: ModuleOp,
    entry: str,
    signature: FunctionType,
    arguments: Sequence[Argument],
    max_operations: int | None = None,
    trace: Trace | None = None,
    threads: int = 1,
    engine: str = "auto",
    environment: Environment | None = None,
    timed: bool = False,
) -> Run:
    """
    Run `module`, which is `program` at `level`, on copies of the arguments.

    The program says which external functions there are.
    """
    environment = environment or Environment()
    externals = levels.externals_of(program, environment.print, environment)
    levels.check_externals(program, externals)
    execution = levels.execute(
        *(level, module, entry, signature, arguments, externals),
        *(max_operations, trace, threads, engine, environment, timed),
    )
    return run_of(execution, environment)


def run_of(execution: Execution, environment: Environment) -> Run:
    """A run, with what it has written to its environment."""
    return Run(execution, *map(environment.text, (OUTPUT, ERRORS)))


def compare_levels(
    program: ModuleOp,
    entry: str,
    signature: FunctionType,
    inputs: Sequence[Sequence[Argument]],
    opt: int = 2,
    max_operations: int | Mapping[str, int] | None = None,
    trace: Trace | None = None,
    last: str | None = None,
    verify: bool = True,
    disable: Collection[str] = (),
    threads: int = 1,
    engine: str = "auto",
    environment: Callable[[], Environment] = Environment,
    timed: bool = False,
    lanes: int = 1,
    host: bool = False,
) -> list[dict[str, Run]]:
    """
    Run at each level down to `last`, or to the last that has the program's types.

    Gives for each list of arguments the runs by level. What differs from the program's
    own level, or ends in a diagnostic, is diagnosed with the name of the level.
    `max_operations` is one limit, or one by level.
    `verify`, `disable` and `lanes` are those of `lowerings`. Each run has an
    `environment`. With `host` llvlir also runs as machine code of the host.
    """
    is_wide = address_width(program) == WIDE
    function = definitions(program).get(entry)
    if inputs:
        check_types(signature, entry, function and function.location)
    found: list[dict[str, Run]] = [{} for _ in inputs]
    last = last or level_for_types(program)
    steps = lowerings(program, last, opt, verify=verify, disable=disable, lanes=lanes)
    further = ((HOST, host or HOST_TOO.get()), (LIFTED, LIFTED_TOO.get()))
    for code in levels_between(level_of(program), last):
        module: ModuleOp | None = None
        for level in (
            code,
            *(name for name, wanted in further if wanted and code == code_level(HOST)),
        ):
            by_level = isinstance(max_operations, Mapping)
            where = code if level == LIFTED else level
            limit = max_operations[where] if by_level else max_operations
            try:
                if module is None:
                    _, module = next(steps)
                if code == "source" and is_wide:
                    break  # its interpreter has addresses of 32 bits
                run_it = lifted(module, opt) if level == LIFTED else module
                for runs, arguments in zip(found, inputs, strict=True):
                    runs[level] = run_lowered(
                        *(program, where, run_it, entry, signature, arguments),
                        limit,
                        None if level == HOST else trace,
                        threads,
                        engine,
                        environment(),
                        timed,
                    )
            except Diagnostic as error:
                raise extended(error, f" (at level {level})") from error
            _check_equal(signature, found, level)
    return found


def lifted(module: ModuleOp, opt: int) -> ModuleOp:
    """A module of llvlir after bytecode, optimised again as circuits."""
    from circ.targets.llvlir.decoder import decode
    from circ.targets.llvlir.encoder import encode

    made = decode(encode(module))
    run_passes([make_pass(LiftLlvlirPass.name, opt=opt)], made)
    return made


def _check_equal(
    signature: FunctionType, found: Sequence[Mapping[str, Run]], level: str
) -> None:
    """Diagnose a run at a level that differs from the first one."""
    for runs in found:
        first = next(iter(runs))
        difference = difference_of(signature, runs[first], runs[level])
        if difference is not None:
            message = f"level {level} differs from {first}: {difference}"
            raise Diagnostic(None, message)


def difference_of(signature: FunctionType, expected: Run, found: Run) -> str | None:
    """The first difference of the second run; None if all bits are equal."""
    want, got = (run.execution.outcome.status for run in (expected, found))
    if want != got:
        return f"its exit status is {got}, not {want}"
    first, second = (
        [run.execution.outcome.results, *run.execution.outcome.others]
        for run in (expected, found)
    )
    for thread, both in enumerate(zip(first, second, strict=True)):
        if want is not None and not thread:
            continue  # it has exited, without results
        where = f" of thread {thread}" if thread else ""
        lines = (result_lines(signature, results, own=False) for results in both)
        arrays = [
            array_results(signature, results, run.execution.space)
            for results, run in zip(both, (expected, found), strict=True)
        ]
        for position, (want, got) in enumerate(zip(*lines, strict=True)):
            if position not in arrays[0] and want != got:
                return f"result {position}{where} is {got}, not {want}"
        if difference := _difference(f"result {{}}{where}", *arrays):
            return difference
    runs = expected.execution.arrays, found.execution.arrays
    if difference := _difference("arg{}", *runs):
        return difference
    for want, got in zip(expected[1:], found[1:], strict=True):
        if want != got:
            return f"it printed {got!r}, not {want!r}"
    return None


def _difference(
    name: str, expected: "Mapping[int, Data]", found: "Mapping[int, Data]"
) -> str | None:
    """The first difference of arrays, which have names by their positions."""
    for position, want in expected.items():
        from circ.targets.execute.arrays import first_difference

        got, where = found[position], name.format(position)
        if want.shape != got.shape:
            return f"{where} has shape {got.shape}, not {want.shape}"
        if (index := first_difference(want, got)) is not None:
            place = ", ".join(map(str, index))
            return f"{where}[{place}] is {got[index]}, not {want[index]}"
    return None
