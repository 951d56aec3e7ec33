"""
Delta debugging: makes a program small while it stays interesting.

Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input": each
reduction has a list of sites; it is tried on all of them, then on halves, quarters and
so on down to single ones. That is at most two candidates a site and a round, and rounds
repeat until one changes nothing. The order is fixed, so that a reduction can be done
again.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

P = TypeVar("P")

Interesting = Callable[[str | bytes], bool]
"""Does a candidate's text still show the fault?"""


class Reduction(Protocol[P]):
    """One way to make a program smaller."""

    def sites(self, program: P) -> Sequence[object]:
        """Where it applies, in an order that depends on the program alone."""
        ...

    def reduced(self, program: P, start: int, end: int) -> P | None:
        """
        A copy with the reduction applied to a range of sites.

        None if nothing changes, or if the result is not a valid program.
        """
        ...


class DeltaDebugger(Generic[P]):
    """Reduces one program; `best` is the smallest that was interesting up to now."""

    def __init__(
        self,
        program: P,
        ways: Sequence[Reduction[P]],
        write: Callable[[P], str | bytes | None],
        interesting: Interesting,
        accepted: Callable[[str | bytes], None],
        limit: int | None = None,
    ):
        """`write` gives None for a candidate that the format cannot express."""
        self.best = program
        self.ways, self.write = ways, write
        self.interesting, self.accepted = interesting, accepted
        self.limit = limit
        """How many candidates are tried at most."""
        self.tried = 0
        """How many candidates the test has seen."""
        text = write(program)
        assert text is not None
        self.text = text
        """The best program as it is written."""
        self._seen = {text}

    def run(self) -> P:
        """Repeat all reductions until none makes the program smaller."""
        while any([self.reduce_by(way) for way in self.ways]):
            pass
        return self.best

    def left(self) -> str:
        """What is left, for the user."""
        return f"{len(self.text.split())} words left"

    def reduce_by(self, way: Reduction[P]) -> bool:
        """Try a reduction on ever smaller chunks of its sites, from the last one on."""
        changed = False
        size = len(way.sites(self.best))
        while size:
            end = len(way.sites(self.best))
            while end > 0:
                start = max(0, end - size)
                if self.attempt(way, start, end):
                    changed = True
                    start = min(start, len(way.sites(self.best)))
                end = start
            size //= 2
        return changed

    def attempt(self, way: Reduction[P], start: int, end: int) -> bool:
        if self.limit is not None and self.tried >= self.limit:
            return False
        candidate = way.reduced(self.best, start, end)
        if candidate is None or (text := self.write(candidate)) is None:
            return False
        if text in self._seen:
            return False
        self._seen.add(text)
        self.tried += 1
        if not self.interesting(text):
            return False
        self.best, self.text = candidate, text
        self.accepted(text)
        return True
