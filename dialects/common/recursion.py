"""The recursion limit for functions that recurse on nesting, like xDSL's parser."""

import sys
from collections.abc import Generator
from contextlib import contextmanager

READING = 16_000
"""
Frames while a text is read: 1,400 nested regions, or 3,000 nested types.

What is done with them later takes no more frames for each.
"""


@contextmanager
def frames(limit: int) -> Generator[None]:
    """Allow so many frames, more or less than before."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
