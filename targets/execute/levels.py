"""
Run a module at its level, with the arguments of a user.

Each level's interpreter is imported when it is used. The machine's record names the
module that executes its code (`machines`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module

from xdsl.dialects.builtin import FunctionType, ModuleOp, SymbolRefAttr

from circ.dialects.common.address_width import address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.linkage import WEAK, aliases_of, linkage_of
from circ.dialects.common.module_functions import declarations, definitions
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.common.stack_maps import letters_of
from circ.dialects.common.widths import WORD
from circ.dialects.source.signature import signature_of
from circ.targets.execute.environment import Environment
from circ.targets.execute.hooks import External, Write, bind, by_name, stack_map
from circ.targets.execute.jumps import EXIT
from circ.targets.execute.machines import Job, execution_on
from circ.targets.execute.marshal import Argument, Execution, arrays_after, place
from circ.targets.execute.memory import WIDE_BASE, Memory
from circ.targets.execute.memory_functions import (
    COPY,
    MemoryFunction,
    bind_memory,
    copier,
)
from circ.targets.execute.outcome import Interpreter, Trace
from circ.targets.execute.system_functions import bind_system, exit_hook
from circ.targets.machines import HOST, code_level, machine_of

INTERPRETERS = {
    "source": "circ.targets.execute.source.interpreter",
    "circuit": "circ.targets.execute.circuit.interpreter",
    "llvlir": "circ.targets.execute.llvlir.interpreter",
    "gen": "circ.targets.execute.gen.interpreter",
    "host": "circ.targets.execute.host.interpreter",
}


WITHOUT_WORDS = ("source", "circuit")
"""Levels at which a 64-bit number is one value."""


def externals_of(
    module: ModuleOp, write: Write, environment: Environment | None = None
) -> dict[str, External]:
    """
    Hooks for the external functions.

    What they print goes to `write`; the system interface is that of the environment.
    """
    hooks, machine = by_name(write), machine_of(module)
    environment = environment or Environment()
    hooks[EXIT] = exit_hook()  # lowering calls it
    for name, function in definitions(module).items():
        machine.check_definition(name, function.location)
    for name, function in declarations(module).items():
        type, location = signature_of(function), function.location
        if machine.is_intrinsic(name):
            hook = execution_on(machine).intrinsic(name, type, location)
        else:
            hook = (
                bind_memory(name, type, location)
                or bind_system(name, type, location, environment)
                or bind(name, type, location, write)
            )
        if hook is not None:
            hooks[name] = hook
    return hooks


def check_externals(module: ModuleOp, externals: Mapping[str, External]) -> None:
    """
    Raise a `Diagnostic` for the use of an external function without a hook.

    One that is weak may be absent; one that is an alias is defined.
    """
    declared = declarations(module)
    unknown = {
        name
        for name, op in declared.items()
        if name not in externals and linkage_of(op) != WEAK
    }
    if unknown:
        unknown -= {name for op in module.ops for name, _ in aliases_of(op)}
    if not unknown:
        return
    for op in module.walk():
        for attribute in op.properties.values():
            if isinstance(attribute, SymbolRefAttr):
                if (name := attribute.string_value()) in unknown:
                    message = f"the external function '{name}' is not known"
                    raise Diagnostic(op.location, message)


def execute(
    level: str,
    module: ModuleOp,
    entry: str,
    signature: FunctionType,
    arguments: Sequence[Argument],
    externals: Mapping[str, External],
    max_operations: int | None = None,
    trace: Trace | None = None,
    threads: int = 1,
    engine: str = "auto",
    environment: Environment | None = None,
    timed: bool = False,
) -> Execution:
    """
    Run `entry` on fresh copies of the arguments, which all threads share.

    `max_operations` is the limit over all threads; `engine` selects the simulator's.
    `environment` is that of the externals. A machine counts cycles if it is `timed`.
    """
    maps = {
        name: stack_map(signature_of(function))
        for name, function in declarations(module).items()
        if letters_of(name) is not None
    }
    job = Job(
        *(module, entry, signature, arguments, {**externals, **maps}),
        *(max_operations, trace, threads, engine, environment or Environment()),
        timed,
    )
    if not any(map(dynamic_words, (*signature.inputs, *signature.outputs))):
        return _run_vectors(level, job)
    from circ.targets.execute.split_values import ARRAYS

    word = address_width(module)
    split, words = ARRAYS.signature(signature), ARRAYS.arguments(arguments, word)
    on_words = replace(job, signature=split, arguments=words)
    return ARRAYS.join(signature, _run_vectors(level, on_words), word)


def _run_vectors(level: str, job: Job) -> Execution:
    """Run a job, with vectors split where its level does not have them."""
    if level == "source":
        if address_width(job.module) != WORD:
            message = "level source has addresses of 32 bits; level circuit has 64, too"
            raise Diagnostic(None, message)
        return _run_on_registers(level, job)
    from circ.targets.execute.split_values import VECTORS, has_whole_vectors

    split = VECTORS.signature(job.signature)
    if split == job.signature or has_whole_vectors(
        code_level(level), job.module, job.entry, job.signature
    ):
        return _run_words(level, job)
    arguments = VECTORS.arguments(job.arguments)
    on_parts = replace(job, signature=split, arguments=arguments)
    return VECTORS.join(job.signature, _run_words(level, on_parts))


def _run_words(level: str, job: Job) -> Execution:
    """
    Run a job, with 64-bit numbers split into words where its level does not have them.
    """
    if level in WITHOUT_WORDS:
        return _run_on_registers(level, job)
    from circ.targets.execute.split_values import WORDS, has_words

    if not has_words(
        code_level(level), job.module, job.entry, job.signature, job.externals
    ):
        return _run_on_registers(level, job)
    on_words = replace(
        job,
        signature=WORDS.signature(job.signature),
        arguments=WORDS.arguments(job.arguments),
        externals={name: WORDS.external(e) for name, e in job.externals.items()},
    )
    return WORDS.join(job.signature, _run_on_registers(level, on_words))


def _run_on_registers(level: str, job: Job) -> Execution:
    """Run a job with a register for each argument and result."""
    machine = machine_of(job.module)
    if level not in INTERPRETERS:
        return execution_on(machine).execute(job)
    memory = memory_at(level, address_width(job.module))
    values = place(job.arguments, memory)
    externals = {COPY: copier(memory)} | {
        name: external.on(memory) if isinstance(external, MemoryFunction) else external
        for name, external in job.externals.items()
    }
    interpreter = import_module(INTERPRETERS[level]).run
    assert isinstance(interpreter, Interpreter)
    prepare = partial(interpreter.prepare, job.module, job.entry, memory)
    if job.threads == 1 and not any(map(machine.is_intrinsic, externals)):
        run = prepare(hooks=externals, trace=job.trace)
        outcome = run(values, job.max_operations)
    else:
        job = replace(job, externals=externals)
        outcome = execution_on(machine).run_threads(job, prepare, values, memory)
    return Execution(outcome, arrays_after(job.arguments, values, memory), memory)


def memory_at(level: str, addresses: int = WORD) -> Memory:
    """An empty memory as a level's programs with addresses of so many bits need it."""
    if level != HOST:
        wide = addresses != WORD
        return Memory(WIDE_BASE, limit=1 << addresses) if wide else Memory()
    from circ.targets.execute.host.arena import Arena, WideArena

    return Arena() if addresses == WORD else WideArena()
