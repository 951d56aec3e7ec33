# pyright: basic
"""
Whole programs: LLVM modules joined to one, in which nothing is visible without need.

What stays visible is what the machine's objects and archives use, and where the program
begins. LLVM then inlines across files and removes what is not used. llvmlite has no
types, therefore this file is not checked strictly.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence

import llvmlite.binding as llvm
from llvmlite.binding import Linkage
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic, combined
from circ.targets.llvm.canonical import CLEAN_UP_FOR, new_context, parsed
from circ.targets.llvm.float_intrinsics import library_function
from circ.targets.llvm.module_text import ModuleText
from circ.targets.naplespu.linker.link import needed_objects
from circ.targets.naplespu.object.archive import Archive
from circ.targets.naplespu.object.objectfile import ObjectFile, Symbol

STARTS = ("main", "_start")
"""Functions that the environment calls."""

RESERVED = "llvm."
"""How names begin that mean something to LLVM, such as `llvm.used`."""

LOCAL = frozenset((Linkage.internal, Linkage.private))
DUPLICABLE = frozenset(
    (
        *(Linkage.weak_any, Linkage.weak_odr, Linkage.linkonce_any),
        *(Linkage.linkonce_odr, Linkage.linkonce_odr_autohide, Linkage.common),
    )
)
"""Of what there may be several definitions."""


def joined(
    modules: Sequence[tuple[str, bytes]],
    others: Sequence[ObjectFile | Archive] = (),
    wanted: Collection[str] = (),
    level: int = 2,
) -> bytes:
    """
    The bitcode of one module made of several, which are given with their names.

    If it is a program, only what `others` use and `wanted` stays visible; the rest is
    optimised with LLVM's pipeline of `level`, 0 for none but the removal of what is not
    used. A module that is no program stays as it is.
    """
    defined: dict[str, str] = {}
    whole: llvm.ModuleRef | None = None
    context = new_context()
    for name, data in modules:
        module = parsed(data, name, context)
        _check_unique(module, name, defined)
        if whole is None:
            whole = module
            continue
        _link(whole, module, name)
    assert whole is not None, "nothing to join"
    starts = {*STARTS, *wanted}
    if starts & {value.name for value in _definitions(whole)} or others:
        used = _used_by(whole, others) | _called_by_intrinsics(whole)
        _hide(whole, starts | used)
        _optimize(whole, level)
    return whole.as_bitcode()


def defines(data: bytes, name: str, function: str) -> bool:
    """Does a module define a function that others may call?"""
    return function in {value.name for value in _definitions(parsed(data, name))}


MAIN, EXIT = "main", "exit"
OWN_MAIN = "main.of.program"
"""The program's `main`, where another calls `exit` after it."""


def with_library(data: bytes, name: str, library: Archive) -> bytes:
    """
    The bitcode of a module and of what it uses of a library of bitcode.

    What the library adds is internal. As the start-up code of the machine does, `main`
    ends with a call of `exit`, which writes what is in buffers.
    """
    context = new_context()
    whole = parsed(data, name, context)
    own = {value.name for value in _definitions(whole)}
    if MAIN in own and EXIT in library.definitions:
        _call_exit(whole, context)
    _take(whole, library, context)
    _hide(whole, own | _called_by_intrinsics(whole))
    _optimize(whole, 0)
    return whole.as_bitcode()


def library_part(
    names: Iterable[str],
    libraries: Sequence[Archive],
    variables: Iterable[str] = (),
    stable: bool = False,
) -> bytes:
    """
    The bitcode of functions and variables of libraries, and of what they use.

    Each library may use those after it. A function that none of them has is declared.
    If names are `stable`, those that are internal to a member do not depend on which
    others are there.
    """
    context = new_context()
    lines = [f'declare void @"{name}"()' for name in sorted(names)]
    lines += [f'@"{name}" = external global i8' for name in sorted(variables)]
    whole = parsed("\n".join(lines).encode(), "library", context)
    for library in libraries:
        _take(whole, library, context, stable)
    _hide(whole, {*names, *variables} | _called_by_intrinsics(whole))
    _optimize(whole, 0)
    return whole.as_bitcode()


def _take(
    whole: llvm.ModuleRef,
    library: Archive,
    context: llvm.ContextRef,
    stable: bool = False,
) -> None:
    """Link what a module uses of a library, and what that uses of it."""
    taken: set[int] = set()
    while True:
        wanted = {
            library_function(value.name) or value.name
            for value in (*whole.functions, *whole.global_variables)
            if value.is_declaration
        }
        defined = wanted & library.definitions.keys()
        offsets = {library.definitions[name] for name in defined} - taken
        if not offsets:
            break
        taken |= offsets
        for offset in sorted(offsets):
            name, data = library.content(offset)
            module = parsed(data, name, context)
            if stable:
                _name_by_file(module, name)
            _link(whole, module, name)


def _name_by_file(module: llvm.ModuleRef, file: str) -> None:
    """Give what is internal a name that no other module has."""
    for value in _values(module):
        if value.linkage in LOCAL:
            value.name = f"{value.name}.{os.path.basename(file)}"


def _called_by_intrinsics(module: llvm.ModuleRef) -> set[str]:
    """The functions whose calls LLVM's intrinsics become when they are read."""
    called = (library_function(value.name) for value in module.functions)
    return {name for name in called if name is not None}


def _call_exit(module: llvm.ModuleRef, context: llvm.ContextRef) -> None:
    """Let `main` be a function that calls the program's and then `exit`."""
    own = module.get_function(MAIN)
    result = str(own.global_value_type).partition("(")[0].strip()
    types = [str(argument.type) for argument in own.arguments]
    own.name = OWN_MAIN
    values = ", ".join(f"{type} %a{number}" for number, type in enumerate(types))
    status = "%r" if result == "i32" else "0"
    text = f"""
        target datalayout = "{module.data_layout}"
        target triple = "{module.triple}"
        define {result} @{MAIN}({values}) {{
          {"%r = " * (result != "void")}call {result} @{OWN_MAIN}({values})
          call void @{EXIT}(i32 {status})
          unreachable
        }}
        declare {result} @{OWN_MAIN}({", ".join(types)})
        declare void @{EXIT}(i32)
    """
    _link(module, parsed(text.encode(), MAIN, context), MAIN)


def _link(whole: llvm.ModuleRef, module: llvm.ModuleRef, name: str) -> None:
    try:
        whole.link_in(module)
    except RuntimeError as error:
        raise Diagnostic(name, _reason(error)) from None


def _values(module: llvm.ModuleRef) -> Iterator[llvm.ValueRef]:
    """Functions and variables, but for LLVM's own."""
    for group in (module.functions, module.global_variables):
        for value in group:
            if not value.name.startswith(RESERVED):
                yield value


def _definitions(module: llvm.ModuleRef) -> Iterator[llvm.ValueRef]:
    """What other modules may use of a module."""
    for value in _values(module):
        is_elsewhere = value.linkage is Linkage.available_externally
        if not (value.is_declaration or is_elsewhere or value.linkage in LOCAL):
            yield value


def _check_unique(module: llvm.ModuleRef, name: str, defined: dict[str, str]) -> None:
    """Diagnose what two modules define; LLVM would not say which ones."""
    again: dict[str, str] = {}
    for value in _definitions(module):
        if value.linkage in DUPLICABLE:
            continue
        if (other := defined.setdefault(value.name, name)) != name:
            again[value.name] = other
    if again:
        text = ModuleText(str(module), name)
        errors: list[Diagnostic] = []
        for symbol, other in again.items():
            message = f"'{symbol}' is also defined in {other}"
            errors.append(Diagnostic(_place(text, symbol) or name, message))
        raise combined(errors)


def _place(text: ModuleText, symbol: str) -> Attribute | None:
    """Where the source defines a function or variable, if debug information says it."""
    token = f"@{symbol}"
    if (function := text.functions.get(token)) is not None:
        return text.subprogram(function)
    return text.variable(text.globals.get(token, ()))


def _used_by(
    module: llvm.ModuleRef, others: Sequence[ObjectFile | Archive]
) -> set[str]:
    """The names that objects use, those given and those that the module needs."""
    if not others:
        return set()
    symbols = [
        Symbol(v.name, absolute=True, is_global=True) for v in _definitions(module)
    ]
    symbols += [
        Symbol(value.name, is_global=True)
        for value in _values(module)
        if value.is_declaration
    ]
    own = ObjectFile("modules", [], symbols)
    return {
        symbol.name
        for object in needed_objects([own, *others])
        if object is not own
        for symbol in object.symbols
        if symbol.is_global
    }


def _hide(module: llvm.ModuleRef, kept: Collection[str]) -> None:
    """Make internal what is not among the names."""
    for value in [*_definitions(module)]:
        if value.name not in kept:
            value.linkage = Linkage.internal


def _optimize(module: llvm.ModuleRef, level: int) -> None:
    llvm.initialize_all_targets()
    machine = llvm.Target.from_triple(CLEAN_UP_FOR).create_target_machine(opt=level)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_unrolling = level > 2  # clang has unrolled what it wants to
    builder = llvm.create_pass_builder(machine, options)
    if level:
        passes = builder.getModulePassManager()
    else:
        passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


def _reason(error: RuntimeError) -> str:
    """LLVM's message on one line."""
    return " ".join(str(error).split()).removeprefix("error: ")
