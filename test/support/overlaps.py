"""Tests of overlaps by brute force: against the intersection of sets of bytes."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
Case = tuple[T, frozenset[int]]
"""What is asked about, and the bytes, or other places, that it stands for."""


def span(start: int, size: int) -> frozenset[int]:
    return frozenset(range(start, start + size))


def check_overlaps(
    meet: Callable[[T, T], bool],
    first: Iterable[Case[T]],
    second: Iterable[Case[T]],
    exact: bool = True,
) -> None:
    """
    `meet` is true of cases that have a place in common, and if `exact` of no others.

    There must be some of both kinds.
    """
    answers, second = set[bool](), list(second)
    for one, places in first:
        for other, others in second:
            expected, found = not places.isdisjoint(others), meet(one, other)
            assert found == expected or (found and not exact), (one, other, found)
            answers.add(found)
    assert answers == {False, True}
