"""What evaluation asks of Python's interpreter: deep recursion."""

import sys
from contextlib import AbstractContextManager

from circ.dialects.common.recursion import frames

FRAMES = 20_000


def deep_recursion() -> AbstractContextManager[None]:
    """
    Allow as many frames as the deepest values and texts need.

    How deeply values are nested is limited where they are made.
    """
    return frames(max(sys.getrecursionlimit(), FRAMES))
