"""
What is outside of a program in one run: its streams, and how large its heap may be.

Streams carry bytes. Text of the functions that print goes to the standard output too,
in UTF-8, so that the order is that of the calls.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

OUTPUT, ERRORS = 1, 2
"""The numbers of the streams that a program writes; 0 is the one that it reads."""

HEAP_SIZE = 64 << 20
"""Bytes that a heap may have by default."""

ESCAPES = "surrogateescape"
"""How bytes that are not UTF-8 are kept in text, and encoded again."""

Read: TypeAlias = Callable[[int], bytes]
"""Gives at most so many bytes of an input, none at its end."""


def no_input(count: int) -> bytes:
    """An empty standard input."""
    return b""


class Input:
    """An input that several runs read, each from its beginning."""

    def __init__(self, source: Read = no_input):
        self._source, self._data = source, bytearray()

    def reader(self) -> Read:
        """What one run reads; the source is asked for what no run has read yet."""
        position = 0

        def read(count: int) -> bytes:
            nonlocal position
            if position == len(self._data):
                self._data += self._source(count)
            chunk = bytes(self._data[position : position + count])
            position += len(chunk)
            return chunk

        return read


@dataclass
class Environment:
    """The environment of one run."""

    read: Read = no_input
    show: Callable[[int, bytes], object] | None = None
    """Called with the stream and the bytes, as the program writes them."""
    heap_size: int = HEAP_SIZE
    written: dict[int, bytearray] = field(
        default_factory=lambda: {OUTPUT: bytearray(), ERRORS: bytearray()}
    )
    """What the program has written, by stream."""

    def write(self, stream: int, data: bytes) -> None:
        """Write to one of the two streams."""
        self.written[stream] += data
        if self.show is not None:
            self.show(stream, data)

    def print(self, text: str) -> None:
        """Write text to the standard output."""
        self.write(OUTPUT, text.encode())

    def text(self, stream: int) -> str:
        """What the program has written to a stream, with `ESCAPES`."""
        return self.written[stream].decode(errors=ESCAPES)
