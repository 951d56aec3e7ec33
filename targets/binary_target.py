"""Targets that emit bytes; xDSL 0.74 only knows text."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

ROW = 16
"""Bytes per line of the text form."""


@dataclass(frozen=True)
class BinaryTarget(Target):
    """
    A file format that is not text.

    `circ-opt` writes the bytes to its output. With the option `{hex=true}`, and under
    stock `xdsl-opt`, they are written as text: lines of an offset and 16 bytes.
    """

    hex: bool = False
    """Write the bytes as hexadecimal text."""

    @abstractmethod
    def emit_bytes(self, ctx: Context, module: ModuleOp) -> bytes:
        """The contents of the file."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        data = self.emit_bytes(ctx, module)
        for start in range(0, len(data), ROW):
            output.write(f"{start:08x}: {data[start : start + ROW].hex(' ')}\n")
