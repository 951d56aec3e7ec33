"""The C compiler of tests: skipped where none is installed."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c.clang import find_clang


def _has_clang() -> bool:
    try:
        find_clang()
    except Diagnostic:
        return False
    return True


needs_clang = pytest.mark.skipif(not _has_clang(), reason="clang is not installed")


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str


Compiler = Callable[..., Ended]
