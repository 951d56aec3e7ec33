"""
Elements in a row in memory, as lanes: whole lines, shuffled and shifted.

What every memory of the machine agrees on is a load or store of a line, sixteen words
at a multiple of 64 bytes, and in main memory a store of sixteen bytes or halves at a
multiple of their size (docs/reference/naplespu-isa.md, sections 5.5 and 5.6). So
elements are loaded as the words of the line, or of the two lines, that they lie in:
`shuffle_i32` brings each word to its lane, a shift the element to the lane's low bits.
A row that is aligned to 16 or 32 bytes, but not to its size, is stored in parts, and
one that is not, by two stores under a mask where the machine respects that. What shares
a line with a row is never written: another thread may do so at the same time.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from circ.dialects.naplespu.register_file import LANES
from circ.transforms.naplespu.selection.lane_selector import LaneSelector
from circ.transforms.naplespu.selection.values import Source

WORD = 4
LINE = WORD * LANES
"""Bytes of a vector in memory, which is also its alignment."""
_WORD_BITS = 2

_SHUFFLE = "SIMD_SHUFFLE v16i32, v16i32 -> v16i32"
_SELECT = "SEL.uint v16i1, v16i32, v16i32 -> v16i32"
_LESS = "LT.uint v16i32, v16i32 -> v16i1"
_NOT_LESS = "GE.uint v16i32, v16i32 -> v16i1"


def _scalar(opcode: str) -> str:
    return f"{opcode}.uint i32, i32 -> i32"


def _lanes(opcode: str) -> str:
    return f"{opcode}.uint v16i32, v16i32 -> v16i32"


@dataclass(frozen=True)
class Row:
    """Sixteen consecutive elements in main memory."""

    s: LaneSelector
    base: Source
    """The address of the first element."""
    size: int
    """Bytes of an element: 1, 2 or 4."""
    align: int
    """The known alignment of the base: at least the size."""
    first: Source = 0
    last: Source = LANES - 1
    """The first and the last lane whose elements are meant."""

    @property
    def bytes(self) -> int:
        return LANES * self.size

    def load(self, line: Callable[[Source], Source]) -> Source:
        """
        The elements in the low bits of their lanes; the upper bits are undefined.

        `line` loads an aligned line; only lines that hold an element are loaded.
        """
        if self.align >= self.bytes:
            return self._from_one_line(line)
        return self._from_two_lines(line)

    def _from_one_line(self, line: Callable[[Source], Source]) -> Source:
        s, base = self.s, self.base
        words, shifts = _parts(s, self.size, WORD)
        if self.align < LINE:
            start = s.compute(_scalar("SHR"), base, _WORD_BITS)
            start = s.compute(_scalar("AND"), start, LANES - 1)
            words = s.compute(_lanes("OR"), words, s.vector(start))
            base = self.line
        return s.compute(_lanes("SHR"), s.compute(_SHUFFLE, line(base), words), shifts)

    def _from_two_lines(self, line: Callable[[Source], Source]) -> Source:
        s, base = self.s, self.base
        first = line(self._line_of(self._at(self.first, 0), self.size - 1))
        second = line(self._line_of(self._at(self.last, self.size - 1)))
        if self.size == WORD:
            start = s.compute(_scalar("SHR"), base, _WORD_BITS)
            start = s.compute(_scalar("AND"), start, LANES - 1)
            place = s.compute(_lanes("ADD"), s.lane_numbers(), s.vector(start))
            word, limit = place, LANES
        else:
            start = s.compute(_scalar("AND"), base, LINE - 1)
            offsets = s.lanes(tuple(lane * self.size for lane in range(LANES)))
            place = s.compute(_lanes("ADD"), offsets, s.vector(start))
            word, limit = s.compute(_lanes("SHR"), place, _WORD_BITS), LINE
        lane = s.compute(_lanes("AND"), word, LANES - 1)
        in_first = s.compute(_LESS, place, limit)
        both = (s.compute(_SHUFFLE, vector, lane) for vector in (first, second))
        found = s.compute(_SELECT, in_first, *both)
        if self.size == WORD:
            return found
        shift = s.compute(_lanes("SHL"), place, 3)
        shift = s.compute(_lanes("AND"), shift, 8 * (WORD - self.size))
        return s.compute(_lanes("SHR"), found, shift)

    def _at(self, lane: Source, byte: int) -> Source:
        """The address of a byte of a lane's element."""
        if isinstance(lane, int):
            offset = lane * self.size + byte
            return self._sum(self.base, offset) if offset else self.base
        offset = self.s.compute(_scalar("MUL"), lane, self.size)
        return self._sum(self._sum(self.base, offset), byte)

    def _sum(self, lhs: Source, rhs: Source) -> Source:
        return self.s.compute(_scalar("ADD"), lhs, rhs)

    def _line_of(self, address: Source, kept: int = 0) -> Source:
        return self.s.compute(_scalar("AND"), address, (kept - LINE) % (1 << 32))

    @property
    def part(self) -> int | None:
        """The bytes of lanes with which it can be stored; None if lane by lane."""
        sizes = (size for size in (4, 2, 1) if size <= self.size)
        return next((size for size in sizes if self.align >= LANES * size), None)

    def parts(self, value: Source) -> Iterator[tuple[int, Source]]:
        """The offset and the value of each store of `part` bytes."""
        s, size = self.s, self.part
        assert size is not None
        if size == self.size:
            yield 0, value
            return
        first, shifts = _parts(s, size, self.size)
        for start in range(0, self.bytes, LANES * size):
            lanes = s.compute(_lanes("OR"), first, start // self.size)
            found = s.compute(_SHUFFLE, s.vector(value), lanes)
            yield start, s.compute(_lanes("SHR"), found, shifts)

    def masked_parts(self, value: Source) -> Sequence[tuple[Source, Source, int]]:
        """
        Of words: the lanes that are in each of two lines, all lanes, and their offset.

        Offsets are from `line`. The row must not be aligned: it has lanes in both.
        """
        s = self.s
        start = s.compute(_scalar("SHR"), self.base, _WORD_BITS)
        start = s.vector(s.compute(_scalar("AND"), start, LANES - 1))
        lane = s.lane_numbers()
        place = s.compute(_lanes("SUB"), lane, start)
        place = s.compute(_lanes("AND"), place, LANES - 1)
        turned = s.compute(_SHUFFLE, s.vector(value), place)
        first, second = (s.compute(is_in, lane, start) for is_in in (_NOT_LESS, _LESS))
        return (first, turned, 0), (second, turned, LINE)

    @property
    def line(self) -> Source:
        """
        The address of the line of the first element.

        The misalignment within an element stays in it, so that a misaligned access
        traps.
        """
        return self._line_of(self.base, self.size - 1)


def _parts(s: LaneSelector, size: int, whole: int) -> tuple[Source, Source]:
    """Of parts in a row of larger ones: in which each is, and its first bit."""
    places = [lane * size for lane in range(LANES)]
    lanes = s.lanes(tuple(place // whole for place in places))
    return lanes, s.lanes(tuple(place % whole * 8 for place in places))
