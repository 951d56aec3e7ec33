"""Context variables."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def bound(variable: ContextVar[T], value: T) -> Generator[None]:
    """The variable has the value while a context lasts."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
