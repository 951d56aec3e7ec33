"""The llvlir bytecode (docs/llvlir-bytecode.md)."""

from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode

__all__ = ["decode", "encode"]
