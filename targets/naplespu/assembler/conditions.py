"""
Conditional assembly: the directives `.if` … `.endif`.
"""

from dataclasses import dataclass

from circ.targets.naplespu.assembler.fixups import Location
from circ.targets.naplespu.assembler.lines import StatementError


@dataclass
class _Condition:
    location: Location
    was_ignored: bool
    """Is the surrounding code ignored?"""
    was_met: bool
    """Has a branch of it been taken?"""
    had_else: bool = False


class Conditions:
    """The open conditions, and whether statements are ignored now."""

    def __init__(self) -> None:
        self.ignoring = False
        self._open: list[_Condition] = []

    @property
    def depth(self) -> int:
        return len(self._open)

    @property
    def location(self) -> Location:
        """Where the innermost condition begins."""
        return self._open[-1].location

    @property
    def asks(self) -> bool:
        """Does the value of an `.elseif` matter?"""
        return bool(self._open) and not (
            self._open[-1].was_ignored or self._open[-1].was_met
        )

    def begin(self, location: Location, is_met: bool) -> None:
        self._open.append(_Condition(location, self.ignoring, is_met))
        self.ignoring = self.ignoring or not is_met

    def other(self, is_met: bool, word: str) -> None:
        """`.elseif`, or `.else`, which is always met."""
        if not self._open or self._open[-1].had_else:
            raise StatementError(f"'{word}' does not follow an .if or an .elseif")
        condition = self._open[-1]
        condition.had_else = word == ".else"
        self.ignoring = condition.was_ignored or condition.was_met or not is_met
        condition.was_met = condition.was_met or is_met

    def end(self) -> None:
        if not self._open:
            raise StatementError("'.endif' does not follow an .if or .else")
        self.ignoring = self._open.pop().was_ignored

    def leave(self, depth: int) -> None:
        """Close conditions until `depth` are left, as at the end of a macro."""
        while len(self._open) > depth:
            self.end()
