"""
What executes code of NaplesPU and its intrinsics: see `MachineExecution`.

All are imported when they are used: a program needs one or the other.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute

from circ.dialects.common.module_functions import definitions
from circ.dialects.common.setjmp import LONGJMP, SETJMP
from circ.targets.execute.hooks import External
from circ.targets.execute.machines import Job
from circ.targets.execute.marshal import Execution
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Outcome, Run
from circ.targets.execute.system_functions import NAMES
from circ.targets.machines import machine_of

if TYPE_CHECKING:
    from circ.targets.naplespu.simulator.machine import Engine


JUMPS = SETJMP | LONGJMP
LIBRARY = {"system": NAMES - JUMPS, "setjmp": JUMPS}
"""Files of the C library in assembly, with the external functions in them."""


def intrinsic(name: str, declared: FunctionType, location: Attribute) -> External:
    """What a declared intrinsic does; a Diagnostic where there is none."""
    from circ.targets.execute.naplespu.intrinsics import builtin

    return builtin(name, declared, location)


def run_threads(
    job: Job, prepare: Callable[..., Run], values: Sequence[int], memory: Memory
) -> Outcome:
    """Run a program above the machine's level on several threads."""
    from circ.targets.execute.naplespu.intrinsics import run_threads

    return run_threads(job, prepare, values, memory)


def execute(job: Job) -> Execution:
    """Link a module of machine code and run it in the simulator."""
    from circ.dialects.naplespu import GlobalOp
    from circ.targets.execute.naplespu import program
    from circ.targets.execute.naplespu.memory import MOST_SPACED
    from circ.targets.naplespu.description.errata import errata_for
    from circ.targets.naplespu.emission import object_of
    from circ.targets.naplespu.libc.assembly import assembled
    from circ.targets.naplespu.linker.link import link
    from circ.targets.naplespu.simulator.memory import PAGE_SIZE

    module = job.module
    defined, machine = definitions(module), machine_of(module)
    used = {
        name: hook
        for name, hook in job.externals.items()
        if name not in defined and not machine.is_intrinsic(name) and name not in NAMES
    }
    wanted = {name for name in job.externals if name not in defined}
    library = [assembled(file) for file, names in LIBRARY.items() if names & wanted]
    spaced = sum(isinstance(op, GlobalOp) for op in module.ops) <= MOST_SPACED
    built = object_of(module, spacing=PAGE_SIZE if spaced else 1)
    image = link([built, *library], definitions=program.stubs(used), startup=False)
    settings = program.Settings(
        used,
        job.max_operations,
        job.trace,
        job.threads,
        cast("Engine", job.engine),
        errata_for(module),
        guarded=True,
        environment=job.environment,
        timed=job.timed,
    )
    return program.run(image, job.entry, job.signature, job.arguments, settings)
