"""
Memory, as the meanings of accesses read and write it.

A dialect writes a load, a store or an atomic operation once, over `Algebra` and `State`
(docs/reference/architecture.md, section 2). Memory is bytes at addresses of 32 bits,
little-endian. The interpreters' memories are States of Python integers as they stand;
`terms.Bytes` is one of z3 terms, for proofs. Where control goes, and which lanes are
on, are values at every level: there is nothing of them here.
"""

from collections.abc import Callable
from typing import Protocol

from circ.dialects.common.algebra import Algebra, V

ADDRESS_WIDTH = 32


class State(Protocol[V]):
    """A memory. What an access outside of it or across its end does is its own rule."""

    def load(self, address: V, size: int, /) -> V:
        """The bits of the `size` bytes at `address`, those of the first one lowest."""
        ...

    def store(self, address: V, size: int, value: V, /) -> None:
        """Put `8 * size` bits into the `size` bytes at `address`."""
        ...


def size_of(width: int) -> int:
    """Bytes that a value of `width` bits takes: i1 takes one."""
    return (width + 7) // 8


def load(k: Algebra[V], state: State[V], width: int, address: V) -> V:
    """A value of `width` bits; what its last byte has above them is left out."""
    if not width & 7:
        return state.load(address, width >> 3)
    size = size_of(width)
    return k.extract(8 * size, width - 1, 0, state.load(address, size))


def store(k: Algebra[V], state: State[V], width: int, address: V, value: V) -> None:
    """A value of `width` bits; its last byte is filled up with zeros."""
    if not width & 7:
        state.store(address, width >> 3, value)
        return
    size = size_of(width)
    state.store(address, size, k.zext(width, 8 * size, value))


def element(k: Algebra[V], width: int, address: V, index: int) -> V:
    """The address of one of several consecutive values of `width` bits."""
    if not index:
        return address
    offset = k.const(ADDRESS_WIDTH, index * size_of(width))
    return k.add(ADDRESS_WIDTH, address, offset)


def update(
    k: Algebra[V], state: State[V], width: int, address: V, change: Callable[[V], V]
) -> V:
    """Replace a value by what `change` makes of it; gives the old one."""
    old = load(k, state, width, address)
    store(k, state, width, address, change(old))
    return old
