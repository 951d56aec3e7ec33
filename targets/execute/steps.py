"""The steps of the interpreters: closures over the values of an activation."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

Frame: TypeAlias = list[int]
"""The values of an activation by slot."""

Step: TypeAlias = Callable[[Frame], None]


def applied(function: Callable[..., int], sources: Sequence[int], target: int) -> Step:
    """A step that applies a function to some slots and writes another."""
    match sources:
        case [a]:

            def unary(frame: Frame) -> None:
                frame[target] = function(frame[a])

            return unary
        case [a, b]:

            def binary(frame: Frame) -> None:
                frame[target] = function(frame[a], frame[b])

            return binary
        case [a, b, c]:

            def ternary(frame: Frame) -> None:
                frame[target] = function(frame[a], frame[b], frame[c])

            return ternary
        case _:

            def general(frame: Frame) -> None:
                frame[target] = function(*[frame[source] for source in sources])

            return general
