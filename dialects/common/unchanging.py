"""
Tables that hold while a module does not change, as while it is verified.

A rule of a function may look at the functions beside it. Where each function makes its
own table of them, a module of n functions that call takes n**2 steps.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

from xdsl.ir import Block

Table = TypeVar("Table")

_tables: list[dict[tuple[Block, object], object]] = []
"""Of the module that does not change now, if there is one."""


@contextmanager
def unchanging() -> Generator[None]:
    """Nothing in the IR changes meanwhile."""
    _tables.append({})
    try:
        yield
    finally:
        _tables.pop()


def table_of(block: Block, make: Callable[[Block], Table]) -> Table:
    """What `make` makes of a block, made once while nothing changes."""
    if not _tables:
        return make(block)
    key = (block, make)
    if key not in _tables[-1]:
        _tables[-1][key] = make(block)
    table: Table = _tables[-1][key]  # pyright: ignore[reportAssignmentType]
    return table
