"""
The plan of a compilation: which steps a command line means.

Each input has a chain of steps of its own, which makes of it what is joined or linked
in the end; chains do not depend on each other.
"""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from os.path import basename, splitext
from tempfile import gettempdir

from circ.dialects.common.diagnostics import Diagnostic, raise_errors, warn
from circ.targets.c import library
from circ.targets.c.clang import Clang, find_clang
from circ.targets.javascript import library as javascript_library
from circ.tools.command import UsageError
from circ.tools.compiler_driver.option_table import LEVELS
from circ.tools.compiler_driver.options import Input, Options
from circ.tools.compiler_driver.steps import (
    WITH_LINES,
    AssembleStep,
    ClangStep,
    JoinStep,
    LinkStep,
    LowerStep,
    Step,
)
from circ.tools.linking import LinkSettings

C, PREPROCESSED, ASSEMBLY, MACRO_ASSEMBLY = "c", "i", "s", "S"
LLVM = "ll"
OBJECT = "o"
"""Kinds of inputs, by the extension of their files; others are formats of circ."""

ALIASES = {"h": C, "bc": LLVM, "a": OBJECT, "asm": ASSEMBLY, "sx": MACRO_ASSEMBLY}
"""Further extensions."""

CLANG_LANGUAGE = {
    C: "c",
    PREPROCESSED: "cpp-output",
    MACRO_ASSEMBLY: "assembler-with-cpp",
}

OF_C = frozenset((*CLANG_LANGUAGE, ASSEMBLY, LLVM))
"""Inputs that do not use JavaScript's library."""

NOT_C = frozenset(("cc", "cp", "cpp", "cxx", "C", "hpp", "m", "mm", "f", "f90"))
"""Extensions of languages that C compilers often know, too."""

STDIN_STEM = "stdin"

EXTENSIONS = {"asm": ".s", "obj": ".o"}
"""Of outputs that are one an input, by stage."""

PROGRAMS = {"elf": "a.out", "hex": "a.hex"}
"""Outputs by default."""

DEPENDENCIES = ("-MD", "-MMD")
"""Options of clang that write a makefile beside the output."""


@dataclass
class Plan:
    """What is to be done."""

    chains: list[list[Step]] = field(default_factory=list[list[Step]])
    """One an input, independent of each other."""
    last: list[Step] = field(default_factory=list[Step])
    """After all chains."""
    temporaries: list[str] = field(default_factory=list[str])
    """Files that are removed in the end."""

    @property
    def steps(self) -> Sequence[Step]:
        return [step for chain in (*self.chains, self.last) for step in chain]


def plan_of(options: Options) -> Plan:
    """The plan; a Diagnostic names the inputs that there are not."""
    return _Planner(options).plan()


@dataclass(frozen=True)
class _File:
    """An input, as it is found."""

    path: str
    kind: str
    """C, LLVM, and so on, or the name of a format of circ."""

    @property
    def stem(self) -> str:
        return STDIN_STEM if self.path == "-" else splitext(basename(self.path))[0]


class _Planner:
    def __init__(self, options: Options):
        self._options = options
        self._plan = Plan()
        self._names: dict[str, str] = {}
        """What diagnostics call files between the steps."""
        self._clang: Clang | None = None

    def plan(self) -> Plan:
        options, last = self._options, self._plan.last
        if not options.inputs:
            raise UsageError("no input files")
        if options.linker:
            warn(None, f"the linker has no option '{options.linker[0]}'")
        files = self._files()
        self._check_output(files)
        if options.stage == "preprocessed" or options.stage == "nothing":
            self._preprocess(files)
        elif options.stage in EXTENSIONS:
            for file in self._compiled(files):
                self._compile(file)
        elif options.stage in LEVELS:
            self._show(self._compiled(files))
        elif options.emit_llvm:
            objects = [file.path for file in files if file.kind == OBJECT]
            modules = [self._bitcode(file) for file in files if file.kind != OBJECT]
            self._join(modules, self._with_library(objects), options.output or "a.bc")
        else:
            last.append(self._link(files))
        return self._plan

    # Inputs

    def _files(self) -> list[_File]:
        """The inputs; those that cannot be found are diagnosed together."""
        files: list[_File] = []
        errors: list[Diagnostic] = []
        for given in self._options.inputs:
            if given.is_library and not self._needs_libraries:
                continue
            try:
                files.append(self._file(given))
            except Diagnostic as error:
                errors.append(error)
        raise_errors(errors)
        return files

    @property
    def _needs_libraries(self) -> bool:
        return self._options.stage in PROGRAMS

    def _file(self, given: Input) -> _File:
        path = self._library(given.name) if given.is_library else given.name
        if path == "-":
            if given.language is None and self._options.stage != "preprocessed":
                raise UsageError("standard input needs -x LANG, or -E")
            return _File(path, given.language or C)
        if path.startswith("-"):
            path = os.path.join(os.curdir, path)  # no option of other commands
        if not os.path.exists(path):
            raise Diagnostic(None, f"cannot read '{path}': No such file or directory")
        if os.path.isdir(path):
            raise Diagnostic(None, f"cannot read '{path}': Is a directory")
        return _File(path, given.language or kind_of(path))

    def _library(self, name: str) -> str:
        """The path of a library, "" for one that is part of the C library."""
        file = name[1:] if name.startswith(":") else f"lib{name}.a"
        folders = self._options.library_paths
        for folder in folders:
            if os.path.exists(path := os.path.join(folder, file)):
                return path
        if name in library.IN_LIBC:
            return str(library.objects())
        looked = ", ".join(folders) or "a directory that -L names"
        raise Diagnostic(None, f"the library '{file}' is not found in {looked}")

    def _check_output(self, files: Sequence[_File]) -> None:
        options = self._options
        output = options.output
        if output is None or output == "-":
            return
        compiled = [file for file in files if file.kind != OBJECT]
        if options.stage in EXTENSIONS and len(compiled) > 1:
            raise UsageError("-o names one file, but there is an output for each input")
        for file in files:
            if os.path.exists(output) and os.path.samefile(file.path, output):
                raise Diagnostic(None, f"'{output}' is an input and the output")
        folder = os.path.dirname(output) or "."
        if os.path.isdir(output) or not os.path.isdir(folder):
            reason = "Is a directory" if os.path.isdir(output) else "no such directory"
            raise Diagnostic(None, f"cannot write '{output}': {reason}")

    def _compiled(self, files: Sequence[_File]) -> Sequence[_File]:
        """All but what only a linker takes."""
        for file in files:
            if file.kind == OBJECT:
                warn(None, f"'{file.path}' is not used: nothing is linked")
        return [file for file in files if file.kind != OBJECT]

    # Names of files

    def _between(self, stem: str, extension: str) -> str:
        """A file between two steps, removed in the end unless it is wanted."""
        if self._options.save_temps:
            return stem + extension
        path = os.path.join(gettempdir(), f"{stem}-{secrets.token_hex(6)}{extension}")
        self._plan.temporaries.append(path)
        return path

    # Chains

    def _preprocess(self, files: Sequence[_File]) -> None:
        only_check = self._options.stage == "nothing"
        for file in files:
            if file.kind not in CLANG_LANGUAGE:
                warn(None, f"'{file.path}' is not used: it is not C")
                continue
            if only_check:
                step = self._clang_step(file, os.devnull, ["-fsyntax-only"])
            else:
                step = self._clang_step(file, self._options.output or "-", ["-E"])
            self._plan.chains.append([step])

    def _clang_step(
        self, file: _File, output: str, mode: Sequence[str], kind: str | None = None
    ) -> ClangStep:
        options = self._options
        self._clang = self._clang or find_clang(options.clang)
        flags = [*options.clang_flags]
        if any(flag in DEPENDENCIES for flag in flags) and file.kind == C:
            target = self._target_of(file)
            if "-MF" not in flags:
                flags += ["-MF", splitext(target)[0] + ".d"]
            if not {"-MT", "-MQ"} & {*flags}:
                flags += ["-MT", target]
        command = self._clang.compile(
            file.path,
            output,
            flags,
            mode,
            CLANG_LANGUAGE[kind or file.kind],
            not options.no_headers,
        )
        return ClangStep(inputs=[file.path], output=output, command=command)

    def _target_of(self, file: _File) -> str:
        """What a makefile calls the output of compiling a file."""
        if self._options.stage in EXTENSIONS and self._options.output:
            return self._options.output
        return file.stem + ".o"

    def _bitcode(self, file: _File, output: str | None = None) -> str:
        """The path of LLVM IR for C, or of LLVM IR as given; begins a chain."""
        if file.kind == LLVM and output is None:
            return file.path
        chain = self._begin()
        options = self._options
        path = output or self._between(file.stem, ".bc")
        self._names[path] = file.path
        if options.emit_llvm and output is not None and options.stage == "asm":
            mode = ["-S", "-emit-llvm"]
        else:
            mode = ["-c", "-emit-llvm"]
        if file.kind == LLVM:
            raise UsageError(f"'{file.path}' is LLVM IR already")
        if options.save_temps and file.kind == C:
            text = self._between(file.stem, ".i")
            chain.append(self._clang_step(file, text, ["-E"]))
            file = _File(text, PREPROCESSED)
        chain.append(self._clang_step(file, path, mode))
        return path

    def _begin(self) -> list[Step]:
        self._plan.chains.append([])
        return self._plan.chains[-1]

    def _compile(self, file: _File) -> None:
        """One input to an object, to assembly, or to LLVM IR."""
        options = self._options
        if options.emit_llvm:
            extension = ".ll" if options.stage == "asm" else ".bc"
            self._bitcode(file, options.output or file.stem + extension)
            return
        output = options.output or file.stem + EXTENSIONS[options.stage]
        if options.stage == "asm":
            if file.kind in (ASSEMBLY, MACRO_ASSEMBLY):
                warn(None, f"'{file.path}' is not used: it is assembly already")
                return
            self._lower(file, "naplespu", {self._assembly: output})
        else:
            self._object(file, output)

    @property
    def _assembly(self) -> str:
        return WITH_LINES if self._options.has_lines else "naplespu-asm"

    def _object(self, file: _File, output: str) -> None:
        """One input to an object."""
        if file.kind in (ASSEMBLY, MACRO_ASSEMBLY):
            chain = self._begin()
            path, name = file.path, file.path
            if file.kind == MACRO_ASSEMBLY:
                path = self._between(file.stem, ".s")
                chain.append(self._clang_step(file, path, ["-E"]))
            step = AssembleStep(
                inputs=[path], output=output, name=name, include=self._options.include
            )
            chain.append(step)
            return
        outputs = {"naplespu-obj": output}
        if self._options.save_temps:
            outputs[self._assembly] = file.stem + ".s"
        self._lower(file, "naplespu", outputs)

    def _lower(self, file: _File, level: str, outputs: dict[str, str]) -> None:
        """One input to the formats of a level."""
        if file.kind in CLANG_LANGUAGE:
            path = self._bitcode(file)
            chain, format = self._plan.chains[-1], "llvm-ir"
        else:
            chain, path, format = self._begin(), file.path, format_of_kind(file.kind)
        chain.append(self._lowering(path, file.path, format, level, outputs))

    def _lowering(
        self, path: str, name: str, format: str, level: str, outputs: dict[str, str]
    ) -> LowerStep:
        options = self._options
        settings: dict[str, int | str | tuple[str, ...]] = {"opt": options.opt}
        machine = {
            "cpu": options.cpu,
            "features": tuple(options.features),
            "disable": tuple(options.disable),
        }
        for option, value in machine.items():
            if value and level != "naplespu":
                raise UsageError(f"--{option} is for machine code")
            if value:
                settings[option] = value
        return LowerStep(
            inputs=[path],
            output=next(iter(outputs.values())),
            name=name,
            format=format,
            level=level,
            settings=settings,
            outputs=outputs,
        )

    # What comes last

    def _show(self, files: Sequence[_File]) -> None:
        """All inputs as one module of a level."""
        options = self._options
        output = options.output or "-"
        is_bytecode = options.stage == "llvlir" and output.endswith(".llvb")
        outputs = {"llvlir-bytecode" if is_bytecode else "mlir": output}
        if len(files) == 1:
            self._lower(files[0], options.stage, outputs)
            return
        if not all(file.kind in (*CLANG_LANGUAGE, LLVM) for file in files):
            message = (
                f"--emit={options.stage} is for one file, or several of C and LLVM"
            )
            raise UsageError(message)
        path = self._between(STDIN_STEM if not files else files[0].stem, ".bc")
        modules = [self._bitcode(file) for file in files]
        self._join(modules, [], path)
        step = self._lowering(path, files[0].path, "llvm-ir", options.stage, outputs)
        self._plan.last.append(step)

    def _join(self, modules: Sequence[str], others: Sequence[str], output: str) -> None:
        options = self._options
        entry = [options.entry] if options.entry else []
        step = JoinStep(
            inputs=modules,
            output=output,
            names=self._names,
            others=others,
            wanted=[*options.wanted, *entry],
            optimization=options.optimization,
        )
        self._plan.last.append(step)

    def _with_library(
        self, objects: Sequence[str], with_javascript: bool = False
    ) -> list[str]:
        """The objects and archives to link, each once."""
        options = self._options
        given = dict.fromkeys(objects)
        if not (options.no_stdlib or options.no_libraries):
            if with_javascript:
                given[str(javascript_library.objects())] = None
            given[str(library.objects())] = None
        return [*given]

    def _link(self, files: Sequence[_File]) -> LinkStep:
        """The program; LLVM modules are joined before if that is wanted."""
        options = self._options
        output = options.output or PROGRAMS[options.stage]
        modules: list[_File] = []
        objects: list[str] = []
        for file in files:
            if file.kind == OBJECT:
                objects.append(file.path)
            elif options.joins_modules and file.kind in (C, PREPROCESSED, LLVM):
                modules.append(file)
            else:
                path = self._between(file.stem, ".o")
                self._names[path] = file.path
                objects.append(path)
                self._object(file, path)
        objects = self._with_library(objects, any(f.kind not in OF_C for f in files))
        if modules:
            bitcode = [self._bitcode(file) for file in modules]
            stem = basename(output) if output != "-" else STDIN_STEM
            path = self._between(stem, ".bc")
            self._join(bitcode, [*objects], path)
            names = ", ".join(dict.fromkeys(file.path for file in modules))
            outputs = {"naplespu-obj": self._between(stem, ".o")}
            self._names[outputs["naplespu-obj"]] = names
            if options.save_temps:
                outputs[self._assembly] = stem + ".s"
            step = self._lowering(path, names, "llvm-ir", "naplespu", outputs)
            self._plan.last.append(step)
            objects.insert(0, outputs["naplespu-obj"])
        settings = LinkSettings(
            options.entry,
            options.wanted,
            not (options.no_stdlib or options.no_startup),
            options.strip,
        )
        return LinkStep(
            inputs=objects,
            output=output,
            names=self._names,
            target=f"naplespu-{options.stage}",
            settings=settings,
        )


def kind_of(path: str) -> str:
    """What a file is, by its extension, or else by its contents."""
    extension = splitext(path)[1][1:]
    if extension in CLANG_LANGUAGE or extension in (ASSEMBLY, LLVM, OBJECT):
        return extension
    if extension in ALIASES:
        return ALIASES[extension]
    if extension in NOT_C:
        raise Diagnostic(None, f"'{path}': the language is not C; -x c says that it is")
    from circ.tools.formats import FORMATS, format_of

    with open(path, "rb") as file:
        format = format_of(path, file.read(4096))
    if format in ("naplespu-obj", "naplespu-elf"):
        return OBJECT
    if not FORMATS[format].read_module:
        raise Diagnostic(None, f"'{path}': {format} is neither compiled nor linked")
    return FORMATS[format].extension


def format_of_kind(kind: str) -> str:
    """The name of the format whose files have the extension."""
    from circ.tools.formats import FORMATS

    return next(name for name, entry in FORMATS.items() if entry.extension == kind)
