"""
The steps of a compilation: each is a command that can be run by hand.

A step reads files and writes files. The C compiler is a process, all others do what
their command would do, without starting it.
"""

import argparse
import os
import shlex
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shutil import which
from typing import TYPE_CHECKING

from circ.dialects.common.diagnostics import Diagnostic, combined
from circ.tools.command import read_bytes, write_output
from circ.tools.compiler_driver.build import BUILD

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.naplespu.object.archive import Archive
    from circ.targets.naplespu.object.objectfile import ObjectFile
    from circ.tools.linking import LinkSettings


class CompilerFailed(Exception):
    """The C compiler has ended with errors, which it has printed."""


def program(name: str) -> str:
    """What to type for a command of circ: its path, unless PATH leads to that."""
    own = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), name)
    if which(name) == own or not os.path.exists(own):
        return name
    return own


@dataclass(frozen=True, kw_only=True)
class Step(ABC):
    """One step; paths are `-` for the standard streams."""

    inputs: Sequence[str]
    output: str

    @property
    @abstractmethod
    def commands(self) -> Sequence[Sequence[str]]:
        """What to type for it."""

    @abstractmethod
    def run(self) -> None:
        """Do it; raises a Diagnostic, or CompilerFailed."""

    @property
    def key(self) -> Sequence[object] | None:
        """
        All but the contents of its inputs that its one output depends on.

        None for a step whose output is not kept.
        """
        return None

    @property
    def further_inputs(self) -> Sequence[str]:
        """Files that it reads besides its inputs."""
        return ()

    @property
    def text(self) -> str:
        """The commands as a shell reads them, a line each."""
        return "\n".join(map(shlex.join, self.commands))


@dataclass(frozen=True, kw_only=True)
class ClangStep(Step):
    """A call of the C compiler."""

    command: Sequence[str]

    @property
    def commands(self) -> Sequence[Sequence[str]]:
        return [self.command]

    def run(self) -> None:
        self.finish(self.start())

    def start(self, silent: bool = False) -> "subprocess.Popen[bytes]":
        """Start the process; `finish` waits for it."""
        try:
            stderr = subprocess.DEVNULL if silent else None
            return subprocess.Popen(self.command, stderr=stderr)
        except OSError as error:
            message = f"cannot run '{self.command[0]}': {error.strerror}"
            raise Diagnostic(None, message) from None

    def finish(self, process: "subprocess.Popen[bytes]") -> None:
        status = process.wait()
        if status < 0:
            message = f"'{self.command[0]}' was ended by signal {-status}"
            raise Diagnostic(self.inputs[0], message)
        if status:
            raise CompilerFailed


@dataclass(frozen=True, kw_only=True)
class JoinStep(Step):
    """LLVM modules joined to a program; objects and archives say what they use."""

    names: Mapping[str, str]
    """What diagnostics call the inputs."""
    others: Sequence[str]
    wanted: Sequence[str]
    optimization: str

    @property
    def commands(self) -> Sequence[Sequence[str]]:
        wanted = [word for name in self.wanted for word in ("-u", name)]
        level = f"-O{self.optimization}"
        files = (*self.inputs, *self.others)
        options = ["-emit-llvm", "-nodefaultlibs", level, *wanted, "-o", self.output]
        return [[program("circ-cc"), *files, *options]]

    @property
    def key(self) -> Sequence[object]:
        return [len(self.inputs), [*self.wanted], self.optimization]

    @property
    def further_inputs(self) -> Sequence[str]:
        return self.others

    def run(self) -> None:
        from circ.tools.compiler_driver.options import OPTIMIZATIONS
        from circ.tools.whole_program import joined

        modules = [
            (self.names.get(path, path), read_bytes(path)) for path in self.inputs
        ]
        level = OPTIMIZATIONS[self.optimization]
        data = joined(modules, read_objects(self.others), self.wanted, level)
        write_output(self.output, data)


@dataclass(frozen=True, kw_only=True)
class LowerStep(Step):
    """A module, lowered to a level and written in some formats."""

    name: str
    """What diagnostics call the input."""
    format: str
    """That of the input."""
    level: str
    settings: Mapping[str, int | str | tuple[str, ...]]
    """The options of the pass that lowers it."""
    outputs: Mapping[str, str]
    """Paths by target, which may have options."""

    @property
    def commands(self) -> Sequence[Sequence[str]]:
        return [
            [
                *(program("circ-opt"), *self.inputs, "-f", self.format),
                *("-p", self.pipeline, "-t", target, "-o", path),
            ]
            for target, path in self.outputs.items()
        ]

    @property
    def pipeline(self) -> str:
        given = [
            f"{name}={','.join(value) if isinstance(value, tuple) else value}"
            for name, value in self.settings.items()
        ]
        return f"lower-to-{self.level}{{{' '.join(given)}}}"

    def run(self) -> None:
        if [*self.outputs] == ["naplespu-obj"]:
            if self.format in ("llvm-ir", "llvlir-bytecode"):
                self._compile()
                return
        from circ.tools.formats import File, module_in
        from circ.transforms.passes import make_pass
        from circ.transforms.pipelines import run_passes

        (path,) = self.inputs
        module = module_in(File(self.name, read_bytes(path), self.format))
        run_passes([make_pass(f"lower-to-{self.level}", **self.settings)], module)
        for target, output in self.outputs.items():
            write_output(output, written(module, target))

    def _compile(self) -> None:
        """The object of LLVM IR or bytecode, a function at a time."""
        from circ.tools.bytecode_compilation import compile_bytecode
        from circ.tools.llvm_compilation import compile_llvm
        from circ.tools.runs import CompileOptions

        build, (path,) = BUILD.get(), self.inputs
        options = CompileOptions(**vars(argparse.Namespace(**self.settings)))
        compile = compile_llvm if self.format == "llvm-ir" else compile_bytecode
        data = compile(read_bytes(path), self.name, options, build.runner, build.cache)
        write_output(self.output, data)


WITH_LINES = "naplespu-asm{lines=true}"
"""The target for assembly that tells the lines of the source."""


def written(module: "ModuleOp", target: str) -> str | bytes:
    """The module as `circ-opt -t TARGET` writes it."""
    if target == WITH_LINES:
        from circ.targets.naplespu.emission import emit_assembly

        return emit_assembly(module, True)
    from circ.tools.formats import write_module

    return write_module(module, target)


@dataclass(frozen=True, kw_only=True)
class AssembleStep(Step):
    """Assembly to an object."""

    name: str
    """What diagnostics call the input."""
    include: Sequence[str]

    @property
    def commands(self) -> Sequence[Sequence[str]]:
        include = [word for path in self.include for word in ("-I", path)]
        options = ["-f", "naplespu-asm", "-t", "naplespu-obj", "-o", self.output]
        return [[program("circ-translate"), *self.inputs, *include, *options]]

    def run(self) -> None:
        from circ.tools.formats import File, translate

        (path,) = self.inputs
        file = File(self.name, read_bytes(path), "naplespu-asm")
        data = translate([file], "naplespu-obj", include=self.include)
        write_output(self.output, data)


NO_MAIN = "the program has no function 'main'"


def _without_main(error: Diagnostic) -> Diagnostic:
    """The error, which may be one of start-up code that nobody has written."""
    if error.message == "the symbol 'main' is not defined":
        return Diagnostic(None, NO_MAIN)
    return error


@dataclass(frozen=True, kw_only=True)
class LinkStep(Step):
    """Objects and archives to a program."""

    names: Mapping[str, str]
    """What diagnostics call the inputs."""
    target: str
    settings: "LinkSettings"

    @property
    def commands(self) -> Sequence[Sequence[str]]:
        options = [*self.settings.arguments, "-t", self.target, "-o", self.output]
        command = [program("circ-translate"), *self.inputs, "-f", "naplespu-obj"]
        return [[*command, *options]]

    @property
    def key(self) -> Sequence[object]:
        return [self.target, self.settings]

    def run(self) -> None:
        from circ.tools.formats import image_writer

        objects = read_objects(self.inputs, self.names)
        needs_main = self.settings.startup and self.settings.entry is None
        try:
            image = self.settings.link(objects)
        except Diagnostic as error:
            if not needs_main:
                raise
            raise combined([_without_main(each) for each in error.each]) from None
        if needs_main and not {"main", "_start"} & image.symbols.keys():
            raise Diagnostic(None, NO_MAIN)
        write = image_writer(self.target)
        assert write is not None
        write_output(self.output, write(image))


def read_objects(
    paths: Sequence[str], names: Mapping[str, str] | None = None
) -> "list[ObjectFile | Archive]":
    """Objects and archives; `names` are what diagnostics call them, if not paths."""
    from circ.targets.naplespu.object.image import Image
    from circ.tools.formats import read_input

    found: list[ObjectFile | Archive] = []
    for path in paths:
        name = (names or {}).get(path, path)
        file = read_input(read_bytes(path), name, "naplespu-obj")
        if isinstance(file, Image):
            raise Diagnostic(name, "an executable cannot be linked with other files")
        found.append(file)
    return found
