"""
What `circ-opt -t` makes of NaplesPU machine operations: text, objects and images.

The layouts of hex images are those of the hardware flow
(docs/reference/naplespu-isa.md, section 3.2).
"""

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.binary_target import BinaryTarget
from circ.targets.naplespu.emission import emit_assembly, object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf import write_executable, write_object
from circ.targets.naplespu.object.image import write_readmemh, write_standalone

LAYOUTS = {"standalone": write_standalone, "readmemh": write_readmemh}


@dataclass(frozen=True)
class AssemblyTarget(Target):
    """Assembly in the syntax of the vendor's assembler."""

    name = "naplespu-asm"
    lines: bool = False
    """With `.loc` directives for the lines of the source."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(emit_assembly(module, self.lines))


@dataclass(frozen=True)
class ObjectTarget(BinaryTarget):
    """An ELF32 relocatable object."""

    name = "naplespu-obj"

    def emit_bytes(self, ctx: Context, module: ModuleOp) -> bytes:
        return write_object(object_of(module))


@dataclass(frozen=True)
class ExecutableTarget(BinaryTarget):
    """An ELF32 executable: code from 0x400 on, where every thread starts."""

    name = "naplespu-elf"

    def emit_bytes(self, ctx: Context, module: ModuleOp) -> bytes:
        return write_executable(link([object_of(module)]))


@dataclass(frozen=True)
class HexTarget(Target):
    """A memory image in hexadecimal lines."""

    name = "naplespu-hex"
    layout: str = "standalone"
    """`standalone` (address and bytes a line) or `readmemh` (lines from address 0)."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        if self.layout not in LAYOUTS:
            known = ", ".join(LAYOUTS)
            raise Diagnostic(None, f"unknown layout '{self.layout}' ({known})")
        output.write(LAYOUTS[self.layout](link([object_of(module)])))
