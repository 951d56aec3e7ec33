"""
Objects from LLVM IR, a function at a time: in several processes, and from a cache.

A module is cut into slices (`circ.targets.llvm.slices`), each of which becomes an
object by itself; functions of the run-time library that these use are compiled once.
All are merged into one object. What is compiled where, in which order, or was in the
cache does not show in the result.
"""

import gc
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import (
    ON_WARNING,
    Diagnostic,
    place_of,
    position_of,
    raise_errors,
    warn,
)
from circ.dialects.common.runtime import C_FUNCTIONS, EXTERNAL_LIBRARY, PREFIX
from circ.tools.code_cache import CodeCache
from circ.tools.jobs import Serial
from circ.tools.runs import CompileOptions
from circ.tools.tasks import Runner

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.naplespu.object.objectfile import ObjectFile

LEVEL = "naplespu"
MOST_OBJECTS = 1_000_000
"""Python objects of functions that were compiled, above which they are freed."""


@dataclass(frozen=True)
class Unit:
    """What is compiled alone: a slice, or a function of the run-time library."""

    text: str
    """LLVM IR, or the name of the function."""
    file: str | None
    """The name of the input for diagnostics; None for the library."""
    options: CompileOptions
    names: Sequence[str] = ()
    """The symbols of the slice that have placeholders, on which no code depends."""
    bytecode: bytes = b""
    """A module of llvlir in bytecode, in the place of LLVM IR."""

    @property
    def parts(self) -> Sequence[bytes]:
        """All that its machine code depends on; errors are not kept."""
        what = b"library" if self.file is None else b"slice"
        content = self.bytecode or self.text.encode()
        return (*parts_of(self.options), what, content)


@dataclass(frozen=True)
class Compiled:
    """What came of a unit."""

    object: bytes = b""
    """A file in ELF; empty after an error."""
    warnings: Sequence[Diagnostic] = ()
    error: Diagnostic | None = None


def compile_llvm(
    data: bytes,
    name: str,
    options: CompileOptions | None = None,
    runner: Runner | None = None,
    cache: CodeCache | None = None,
) -> bytes:
    """
    The relocatable object of a module of LLVM IR, text or bitcode.

    `name` is the input's in diagnostics; all errors of the module are raised together.
    """
    options = options or CompileOptions()
    if cache is None:
        return Compilation(options, name, runner or Serial(), None).run(data)
    key = cache.key(b"module", *parts_of(options), name.encode(), data)
    if (found := cache.get(key)) is not None:
        return found
    compilation = Compilation(options, name, runner or Serial(), cache)
    object = compilation.run(data)
    if not compilation.warned:
        cache.put(key, object)
    cache.trim()
    return object


def parts_of(options: CompileOptions) -> Sequence[bytes]:
    """What machine code depends on, beside the program."""
    parts = (options.opt, options.cpu, [*options.features], sorted(options.disable))
    return [repr(part).encode() for part in parts]


@dataclass
class Compilation:
    """The compilation of one module."""

    options: CompileOptions
    name: str
    runner: Runner
    cache: CodeCache | None
    warned: bool = False

    def run(self, data: bytes) -> bytes:
        self.options.check()
        self.runner.start(prepare)  # while this process reads the module
        from circ.targets.llvm.canonical import canonical_text
        from circ.targets.llvm.slices import slices_of

        slices = slices_of(canonical_text(data, self.name))
        units = [
            Unit(part.text, self.name, self.options, part.names)
            for part in slices.parts
        ]
        return self.merged(self.compiled(units), slices.local)

    def merged(self, objects: "list[ObjectFile]", local: Collection[str]) -> bytes:
        """One object with what these use of the library; `local` is not visible."""
        from circ.targets.naplespu.linker.merge import merge, undefined
        from circ.targets.naplespu.object.elf import write_object

        taken: set[str] = set()
        while names := [
            name
            for name in undefined(objects)
            if name not in taken and (name.startswith(PREFIX) or name in C_FUNCTIONS)
        ]:
            taken.update(names)
            objects += self.compiled([Unit(n, None, self.options) for n in names])
        return write_object(merge(objects, self.name, local))

    def compiled(self, units: Sequence[Unit]) -> "list[ObjectFile]":
        """The objects of units, in their order; raises all errors."""
        from circ.targets.naplespu.object.elf_reader import read_object

        found: dict[int, Compiled] = {}
        keys = ["" for _ in units]
        if self.cache is not None:
            for number, unit in enumerate(units):
                keys[number] = self.cache.key(b"unit", *unit.parts)
                if (object := self.cache.get(keys[number])) is not None:
                    found[number] = Compiled(object)
        # The largest first, so that no process is left alone with one at the end.
        missing = sorted(
            (number for number in range(len(units)) if number not in found),
            key=lambda number: -len(units[number].bytecode or units[number].text),
        )
        tasks = [units[number] for number in missing]
        made = self.runner.map(compile_unit, tasks, "compiling functions")
        for number, compiled in zip(missing, made, strict=True):
            found[number] = compiled
            if compiled.warnings:
                self.warned = True
            elif self.cache is not None and compiled.error is None:
                self.cache.put(keys[number], compiled.object)
        errors: list[Diagnostic] = []
        objects: list[ObjectFile] = []
        for number, unit in enumerate(units):
            compiled = found[number]
            for warning in compiled.warnings:
                told = _with_names(warning, unit.names)
                warn(told.location, told.message)
            if compiled.error is not None:
                errors += (_with_names(e, unit.names) for e in compiled.error.each)
                continue
            objects.append(read_object(compiled.object, self.name))
            _give_names(objects[-1], unit.names)
        raise_errors(errors)
        return objects


def _with_names(error: Diagnostic, names: Sequence[str]) -> Diagnostic:
    """The same with the names that symbols have in the module."""
    from circ.targets.llvm.slices import renamed

    location = error.location
    if not isinstance(location, str) and position_of(location) is None:
        location = place_of(location)
    if isinstance(location, str):
        location = renamed(location, names)
    return Diagnostic(location, renamed(error.message, names), error.kind)


def _give_names(object: "ObjectFile", names: Sequence[str]) -> None:
    """Give symbols the names that they have in the module."""
    from circ.targets.llvm.slices import renamed

    object.signature = renamed(object.signature, names)
    for symbol in object.symbols:
        symbol.name = renamed(symbol.name, names)


def prepare() -> None:
    """Import what units need, and read the machine's tables."""
    compile_unit(Unit("define void @f() {\n  ret void\n}\n", "", CompileOptions()))


def compile_unit(unit: Unit) -> Compiled:
    """Compile in this process; errors of the user's are a part of the result."""
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.llvlir.decoder import decode
    from circ.targets.llvm.reader import read_canonical
    from circ.targets.machines import machine_of
    from circ.targets.naplespu.object.elf import write_object
    from circ.targets.naplespu.object.objectfile import ObjectFile
    from circ.transforms.pipelines import level_of
    from circ.transforms.runtime.library import is_known, library_module

    if gc.get_count()[0] > MOST_OBJECTS:
        gc.collect()  # commands switch the collector off, since IR lives on
    warnings: list[Diagnostic] = []
    options = unit.options
    with bound(ON_WARNING, warnings.append):
        try:
            if unit.file is None:
                if not is_known(unit.text, machine_of(ModuleOp([]), LEVEL)):
                    return Compiled(write_object(ObjectFile("none")))
                module = library_module(unit.text)
            elif unit.bytecode:
                module = decode(unit.bytecode, unit.file)
            else:
                module = read_canonical(unit.text, unit.file)
            # A module of data alone does not tell its level.
            level = "llvlir" if unit.bytecode else level_of(module)
            return Compiled(object_of_part(module, level, options), warnings)
        except Diagnostic as error:
            return Compiled(b"", warnings, error)


def object_of_part(module: "ModuleOp", level: str, options: CompileOptions) -> bytes:
    """The object of a module of a level, without the library's functions it uses."""
    from xdsl.dialects.builtin import UnitAttr

    from circ.targets.naplespu.emission import object_of
    from circ.targets.naplespu.object.elf import write_object
    from circ.transforms.pipelines import compile_for, passes, run_passes

    module.attributes[EXTERNAL_LIBRARY] = UnitAttr()
    options.set_machine(module)
    compile_for(module, LEVEL)
    run_passes(passes(level, LEVEL, options.opt, options.disable), module)
    return write_object(object_of(module))
