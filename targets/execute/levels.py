"""
One door to the interpreters: run a module at its level on arguments of the user's.

Each level's interpreter is imported when it is used. What executes machine code is
named by the machine's record (`machines`).
"""

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module

from xdsl.dialects.builtin import FunctionType, ModuleOp, SymbolRefAttr

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import declarations, definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.hooks import External, Write, bind, by_name
from circ.targets.execute.machines import execution_on
from circ.targets.execute.marshal import Argument, Execution, arrays_after, place
from circ.targets.execute.memory import Memory
from circ.targets.execute.memory_functions import (
    COPY,
    MemoryFunction,
    bind_memory,
    copier,
)
from circ.targets.execute.outcome import Run, Trace
from circ.targets.machines import machine_of

INTERPRETERS = {
    "source": "circ.targets.execute.source.interpreter",
    "circuit": "circ.targets.execute.circuit.interpreter",
    "llvlir": "circ.targets.execute.llvlir.interpreter",
    "gen": "circ.targets.execute.gen.interpreter",
}

WITHOUT_WORDS = ("source", "circuit")
"""Levels at which no number of 64 bits is two words."""


def externals_of(module: ModuleOp, write: Write) -> dict[str, External]:
    """Hooks for the external functions; what they print goes to `write`."""
    hooks, machine = by_name(write), machine_of(module)
    for name, function in definitions(module).items():
        machine.check_definition(name, function.location)
    for name, function in declarations(module).items():
        type, location = signature_of(function), function.location
        if machine.is_intrinsic(name):
            hook = execution_on(machine).intrinsic(name, type, location)
        else:
            hook = bind_memory(name, type, location) or bind(
                name, type, location, write
            )
        if hook is not None:
            hooks[name] = hook
    return hooks


def check_externals(module: ModuleOp, externals: Mapping[str, External]) -> None:
    """Diagnose the use of an external function that no hook stands for."""
    unknown = declarations(module).keys() - externals.keys()
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
) -> Execution:
    """
    Run `entry` on fresh copies of the arguments, which all threads share.

    `max_operations` are those of all threads; `engine` is the simulator's.
    """
    if level != "source":
        from circ.targets.execute import vector_parts as parts

        split = parts.split_signature(signature)
        if split != signature and not parts.has_whole(level, module, entry, signature):
            execution = execute(
                *(level, module, entry, split, parts.split_arguments(arguments)),
                *(externals, max_operations, trace, threads, engine),
            )
            return parts.join(signature, execution)
    if level not in WITHOUT_WORDS:
        from circ.targets.execute import wide

        if wide.has_words(level, module, entry, signature, externals):
            execution = _run(
                level,
                module,
                entry,
                wide.split_signature(signature),
                wide.split_arguments(arguments),
                {name: wide.split_external(e) for name, e in externals.items()},
                max_operations,
                trace,
                threads,
                engine,
            )
            return wide.join(signature, execution)
    return _run(
        *(level, module, entry, signature, arguments, externals),
        max_operations,
        trace,
        threads,
        engine,
    )


def _run(
    level: str,
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
    """As `execute`, with a register for each argument and result."""
    machine = machine_of(module)
    if level not in INTERPRETERS:
        return execution_on(machine).execute(
            *(module, entry, signature, arguments, externals),
            *(max_operations, trace, threads, engine),
        )
    prepare = import_module(INTERPRETERS[level]).prepare
    memory = Memory()
    values = place(arguments, memory)
    externals = {COPY: copier(memory)} | {
        name: external.on(memory) if isinstance(external, MemoryFunction) else external
        for name, external in externals.items()
    }
    if threads == 1 and not any(map(machine.is_intrinsic, externals)):
        run: Run = prepare(module, entry, memory, externals, trace)
        outcome = run(values, max_operations)
    else:
        prepared = partial(prepare, module, entry, memory)
        outcome = execution_on(machine).run_threads(
            *(prepared, values, memory, externals, max_operations, threads), trace
        )
    return Execution(outcome, arrays_after(arguments, values, memory))
