"""Room for values that are nested deeply; how deeply is limited where they are made."""

import sys
from collections.abc import Generator
from contextlib import contextmanager

FRAMES = 20_000


@contextmanager
def deep_recursion() -> Generator[None]:
    """Allow as many frames as the deepest values and texts need."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
