"""Room for values that are nested deeply; how deeply is limited where they are made."""

import sys
from contextlib import AbstractContextManager

from circ.dialects.common.recursion import frames

FRAMES = 20_000


def deep_recursion() -> AbstractContextManager[None]:
    """Allow as many frames as the deepest values and texts need."""
    return frames(max(sys.getrecursionlimit(), FRAMES))
