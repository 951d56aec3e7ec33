"""The target `llvlir-bytecode`."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.targets.binary_target import BinaryTarget


@dataclass(frozen=True)
class BytecodeTarget(BinaryTarget):
    """Bytecode of a module of llvlir (docs/llvlir-bytecode.md)."""

    name = "llvlir-bytecode"

    def emit_bytes(self, ctx: Context, module: ModuleOp) -> bytes:
        from circ.targets.llvlir.encoder import encode

        return encode(module)
