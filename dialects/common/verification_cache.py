"""
A cache that lives as long as one verification, during which the module does not change.

A function's verifier may look at the functions beside it. If each function built its
own table of them, verifying n functions with calls would take n**2 steps.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

from xdsl.ir import Block

Table = TypeVar("Table")

_tables: list[dict[tuple[Block, object], object]] = []
"""The cache of each verification in progress."""


@contextmanager
def verification_cache() -> Generator[None]:
    """Within it nothing in the IR may change."""
    _tables.append({})
    try:
        yield
    finally:
        _tables.pop()


def cached(block: Block, make: Callable[[Block], Table]) -> Table:
    """`make(block)`, computed once for each verification."""
    if not _tables:
        return make(block)
    key = (block, make)
    if key not in _tables[-1]:
        _tables[-1][key] = make(block)
    table: Table = _tables[-1][key]  # pyright: ignore[reportAssignmentType]
    return table
