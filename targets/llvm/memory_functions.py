"""Copies and fills of memory: LangRef, 'llvm.memcpy' and its neighbours."""

from math import gcd

from xdsl.dialects import func
from xdsl.dialects.builtin import SymbolRefAttr, i32
from xdsl.ir import Attribute, SSAValue

from circ.targets.llvm.function_reader import FunctionReader
from circ.targets.llvm.memory import access, put
from circ.targets.llvm.values import BYTES

MOST_INLINE = 16
"""As many accesses are made in place of a call."""


def copy(
    f: FunctionReader, target: SSAValue, source: SSAValue, size: int, align: int
) -> None:
    """Copy bytes that do not overlap: in place where they are few."""
    pieces = _pieces(size, align)
    if len(pieces) > MOST_INLINE:
        call_function(f, "memcpy", target, source, f.word(size))
        return
    k = f.algebra()
    values = [
        access(f, BYTES[piece], k.add(32, source, f.word(at)), piece, False)
        for at, piece in pieces
    ]
    for (at, piece), value in zip(pieces, values, strict=True):
        put(f, value, k.add(32, target, f.word(at)), piece, False)


def _pieces(size: int, align: int) -> list[tuple[int, int]]:
    """Aligned accesses of at most a word."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < size:
        piece = min(4, gcd(align, at) if at else align)
        while piece > size - at:
            piece //= 2
        found.append((at, piece))
        at += piece
    return found


def call_function(f: FunctionReader, name: str, *operands: SSAValue) -> None:
    """Call one of C's functions on memory, which are in every program."""
    f.module.use_external(name, [i32, i32, i32], [i32])
    callee: dict[str, Attribute] = {"callee": SymbolRefAttr(name)}
    f.make(func.CallOp, operands, [i32], callee)
