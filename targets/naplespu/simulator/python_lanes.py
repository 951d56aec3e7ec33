"""
Vector registers and vectors in memory as arrays of numpy, for generated Python.

A register is an array of sixteen unsigned words that is never changed in place.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from circ.dialects.naplespu.register_file import LANES
from circ.targets.naplespu.simulator.memory import (
    PAGE_BITS,
    PAGE_SIZE,
    CodeWritten,
    Memory,
    OutsideMemory,
)

Lanes: TypeAlias = NDArray[np.uint32]
Enabled: TypeAlias = NDArray[np.bool_]

_DIGITS = bytes((ord("0"), ord("1"))) + bytes(254)
_ELEMENTS = {1: np.dtype("<u1"), 2: np.dtype("<u2"), 4: np.dtype("<u4")}


@cache
def enabled_lanes(mask: int) -> Enabled:
    """The bits of a lane mask, lane 0 first."""
    return np.array([mask >> lane & 1 for lane in range(LANES)], np.bool_)


def joined(bits: Enabled) -> int:
    """One-bit lanes as a register, lane 0 lowest."""
    # Several times as fast as `packbits`.
    return int(bits.tobytes()[::-1].translate(_DIGITS), 2)


def same(value: int) -> Lanes:
    """A scalar in every lane."""
    return np.full(LANES, value, np.uint32)


def shuffled(xs: Lanes, indices: Lanes) -> Lanes:
    return xs[indices & (LANES - 1)]


def outside(indices: Lanes, mask: int) -> list[int]:
    """Indices of enabled lanes that name no lane."""
    return indices[(indices >= LANES) & enabled_lanes(mask)].tolist()


class Arrays:
    """
    Vector registers as arrays while generated code runs.

    Meanwhile numpy does not warn of infinities and NaN.
    """

    def __init__(self, vectors: Sequence[Sequence[int]]):
        self.arrays: list[Lanes] = list(np.array(vectors, np.uint32))
        self.lists = Lists(self.arrays)
        """The same for steps."""
        self._errors = np.seterr(all="ignore")

    def leave(self, vectors: list[list[int]]) -> None:
        """Give the registers back."""
        vectors[:] = [array.tolist() for array in self.arrays]
        np.seterr(**self._errors)


class Lists:
    """Arrays as the lists that steps read and write, one register at a time."""

    def __init__(self, arrays: list[Lanes]):
        self._arrays = arrays

    def __getitem__(self, number: int) -> list[int]:
        return self._arrays[number].tolist()

    def __setitem__(self, number: int, lanes: list[int]) -> None:
        self._arrays[number] = np.array(lanes, np.uint32)


class LaneMemory:
    """Vectors in one page of a memory."""

    def __init__(self, memory: Memory):
        self._memory = memory
        self._bytes: dict[int, NDArray[np.uint8]] = {}
        """The pages that were used."""

    def _page(self, number: int) -> NDArray[np.uint8] | None:
        found = self._bytes.get(number)
        if found is None:
            page = self._memory.pages.get(number)
            if page is None:
                if self._memory.regions is None:
                    return None
                page = self._memory.page(number)
            found = self._bytes[number] = np.frombuffer(page, np.uint8)
        return found

    def load(self, address: int, element: int, partly: bool = False) -> Lanes:
        """Sixteen elements in a row, zero-extended; `partly` as for `Memory`."""
        address &= self._memory.mask
        page = self._page(address >> PAGE_BITS)
        if page is None:
            return np.zeros(LANES, np.uint32)
        offset = address & (PAGE_SIZE - 1)
        part = page[offset : offset + element * LANES]
        if len(part) < element * LANES:
            if not (partly and len(part)):
                raise OutsideMemory
            part = np.frombuffer(self._memory.read(address, element * LANES), np.uint8)
        return part.view(_ELEMENTS[element]).astype(np.uint32)

    def store(self, address: int, element: int, lanes: Lanes) -> None:
        """
        The low bytes of sixteen elements in a row.

        Raises CodeWritten where the page is watched, once the bytes are in place.
        """
        address &= self._memory.mask
        number = address >> PAGE_BITS
        if (page := self._page(number)) is None:
            self._memory.page(number)
            page = self._page(number)
            assert page is not None
        offset = address & (PAGE_SIZE - 1)
        part = page[offset : offset + element * LANES]
        if len(part) < element * LANES:
            raise OutsideMemory
        part.view(_ELEMENTS[element])[:] = lanes
        if number in self._memory.watched:
            raise CodeWritten
