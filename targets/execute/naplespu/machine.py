"""
What executes code of NaplesPU and its intrinsics: see `MachineExecution`.

All are imported when they are used: a program needs one or the other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.module_functions import definitions
from circ.targets.execute.hooks import External
from circ.targets.execute.marshal import Argument, Execution
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Outcome, Run, Trace
from circ.targets.machines import machine_of

if TYPE_CHECKING:
    from circ.targets.naplespu.simulator.machine import Engine


def intrinsic(name: str, declared: FunctionType, location: Attribute) -> External:
    """What a declared intrinsic does; a Diagnostic where there is none."""
    from circ.targets.execute.naplespu.intrinsics import builtin

    return builtin(name, declared, location)


def run_threads(
    prepare: Callable[..., Run],
    arguments: Sequence[int],
    memory: Memory,
    externals: Mapping[str, External],
    max_operations: int | None,
    threads: int,
    trace: Trace | None = None,
) -> Outcome:
    """Run a program above the machine's level on several threads."""
    from circ.targets.execute.naplespu.intrinsics import run_threads

    return run_threads(
        *(prepare, arguments, memory, externals, max_operations, threads), trace
    )


def execute(
    module: ModuleOp,
    entry: str,
    signature: FunctionType,
    arguments: Sequence[Argument],
    externals: Mapping[str, External],
    max_operations: int | None,
    trace: Trace | None,
    threads: int,
    engine: str,
) -> Execution:
    """Link a module of machine code and run it in the simulator."""
    from circ.dialects.naplespu import GlobalOp
    from circ.targets.execute.naplespu import program
    from circ.targets.execute.naplespu.memory import MOST_SPACED
    from circ.targets.naplespu.description.errata import errata_for
    from circ.targets.naplespu.emission import object_of
    from circ.targets.naplespu.linker.link import link
    from circ.targets.naplespu.simulator.memory import PAGE_SIZE

    defined = definitions(module)
    machine = machine_of(module)
    used = {
        name: hook
        for name, hook in externals.items()
        if name not in defined and not machine.is_intrinsic(name)
    }
    spaced = sum(isinstance(op, GlobalOp) for op in module.ops) <= MOST_SPACED
    built = object_of(module, spacing=PAGE_SIZE if spaced else 1)
    image = link([built], definitions=program.stubs(used), startup=False)
    settings = program.Settings(
        used,
        max_operations,
        trace,
        threads,
        cast("Engine", engine),
        errata_for(module),
        guarded=True,
    )
    return program.run(image, entry, signature, arguments, settings)
