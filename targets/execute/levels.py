"""
One door to the interpreters: run a module at its level on arguments of the user's.

Each level's interpreter is imported when it is used.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from xdsl.dialects.builtin import FunctionType, ModuleOp, SymbolRefAttr

from circ.dialects.common.builtins import check_definition, is_intrinsic
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.hooks import External, Write, bind, by_name
from circ.targets.execute.marshal import Argument, Execution, arrays_after, place
from circ.targets.execute.memory import Memory
from circ.targets.execute.memory_functions import (
    COPY,
    MemoryFunction,
    bind_memory,
    copier,
)
from circ.targets.execute.outcome import Run, Trace
from circ.targets.execute.signature import declarations, definitions, signature_of

if TYPE_CHECKING:
    from circ.targets.naplespu.simulator.machine import Engine

INTERPRETERS = {
    "source": "circ.targets.execute.source.interpreter",
    "circuit": "circ.targets.execute.circuit.interpreter",
    "llvlir": "circ.targets.execute.llvlir.interpreter",
    "gen": "circ.targets.execute.gen.interpreter",
}


WORD_LEVELS = frozenset({"llvlir", "gen", "naplespu"})
"""Levels at which a number of 64 bits may be two words."""


def externals_of(module: ModuleOp, write: Write) -> dict[str, External]:
    """Hooks for the external functions; what they print goes to `write`."""
    hooks = by_name(write)
    for name, function in definitions(module).items():
        check_definition(name, function.location)
    for name, function in declarations(module).items():
        type, location = signature_of(function), function.location
        if is_intrinsic(name):
            from circ.targets.execute.naplespu.intrinsics import builtin

            hook = builtin(name, type, location)
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
    engine: "Engine | Literal['auto']" = "auto",
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
    if level in WORD_LEVELS:
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
    engine: "Engine | Literal['auto']",
) -> Execution:
    """As `execute`, with a register for each argument and result."""
    if level == "naplespu":
        from circ.dialects.naplespu import GlobalOp
        from circ.targets.execute.naplespu import program as naplespu
        from circ.targets.execute.naplespu.memory import MOST_SPACED
        from circ.targets.naplespu.description.errata import machine_of
        from circ.targets.naplespu.emission import object_of
        from circ.targets.naplespu.linker.link import link
        from circ.targets.naplespu.object.debug_lines import lines_of
        from circ.targets.naplespu.simulator.memory import PAGE_SIZE

        defined = definitions(module)
        used = {
            name: hook
            for name, hook in externals.items()
            if name not in defined and not is_intrinsic(name)
        }
        spaced = sum(isinstance(op, GlobalOp) for op in module.ops) <= MOST_SPACED
        built = object_of(module, spacing=PAGE_SIZE if spaced else 1)
        image = link([built], definitions=naplespu.stubs(used), startup=False)
        return naplespu.run(
            image,
            entry,
            signature,
            arguments,
            used,
            max_operations,
            trace,
            lines_of(image.debug),
            threads,
            engine,
            machine_of(module),
            guarded=True,
        )
    prepare = import_module(INTERPRETERS[level]).prepare
    memory = Memory()
    values = place(arguments, memory)
    externals = {COPY: copier(memory)} | {
        name: external.on(memory) if isinstance(external, MemoryFunction) else external
        for name, external in externals.items()
    }
    if threads == 1 and not any(map(is_intrinsic, externals)):
        run: Run = prepare(module, entry, memory, externals, trace)
        outcome = run(values, max_operations)
    else:
        from circ.targets.execute.naplespu.intrinsics import run_threads

        prepared = partial(prepare, module, entry, memory)
        outcome = run_threads(
            *(prepared, values, memory, externals, max_operations, threads), trace
        )
    return Execution(outcome, arrays_after(arguments, values, memory))
