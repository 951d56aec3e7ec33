"""What evaluation asks of Python's interpreter: deep recursion, and no collections."""

import gc
import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager

from circ.dialects.common.recursion import frames

FRAMES = 20_000


def deep_recursion() -> AbstractContextManager[None]:
    """
    Allow as many frames as the deepest values and texts need.

    How deeply values are nested is limited where they are made.
    """
    return frames(max(sys.getrecursionlimit(), FRAMES))


@contextmanager
def paused_collector() -> Generator[None]:
    """Many small objects that all stay: the collector would look at them again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
