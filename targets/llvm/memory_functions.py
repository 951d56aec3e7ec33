"""Copies and fills of memory: LangRef, 'llvm.memcpy' and its neighbours."""

from math import gcd

from xdsl.dialects import func
from xdsl.dialects.builtin import SymbolRefAttr, i32
from xdsl.ir import Attribute, SSAValue

from circ.targets.llvm.function_reader import FunctionReader
from circ.targets.llvm.memory import Kind, access, put
from circ.targets.llvm.values import BYTES

MOST_INLINE = 16
"""As many accesses are made in place of a call."""


def copy(
    f: FunctionReader,
    target: SSAValue,
    source: SSAValue,
    size: int,
    align: int,
    spaces: tuple[int, int] = (0, 0),
) -> None:
    """
    Copy bytes that do not overlap: in place where they are few.

    `spaces` are the memories of the target and the source; C's functions know one.
    """
    pieces = _pieces(size, align)
    if len(pieces) > MOST_INLINE and not any(spaces):
        call_function(f, "memcpy", target, source, f.word(size))
        return
    k, (into, out_of) = f.algebra(), (Kind(space=space) for space in spaces)
    values = [
        access(f, BYTES[piece], k.add(32, source, f.word(at)), piece, out_of)
        for at, piece in pieces
    ]
    for (at, piece), value in zip(pieces, values, strict=True):
        put(f, value, k.add(32, target, f.word(at)), piece, into)


def fill(
    f: FunctionReader, target: SSAValue, byte: SSAValue, size: int, align: int, to: int
) -> None:
    """Fill bytes of a memory in place."""
    k = f.algebra()
    word = k.mul(32, byte, f.word(0x01010101))
    for at, piece in _pieces(size, align):
        value = k.extract(32, 8 * piece - 1, 0, word)
        put(f, value, k.add(32, target, f.word(at)), piece, Kind(space=to))


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
