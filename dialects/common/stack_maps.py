"""
Stack maps below circuits: a call that says what is live across the call before it.

Right behind a call of a function whose values a garbage collector manages there is one
of the external function `circ.stackmap.LETTERS`, which does nothing. Its arguments are
the managed values that are live across that call, each of 64 bits, or two words, the
low one first, where the machine has no such registers; a letter for each says what the
collector knows of it. The call stands for no instruction: it only keeps the values.
"""

from collections.abc import Iterable

PREFIX = "circ.stackmap"
MANAGED, PERHAPS = "y", "m"
"""The letters: the collector manages the value, or perhaps does."""


def map_name(letters: Iterable[str]) -> str:
    """The function that is called with values of those letters."""
    found = "".join(letters)
    return f"{PREFIX}.{found}" if found else PREFIX


def letters_of(name: str) -> str | None:
    """The letters in the name of such a function; None for any other."""
    if name == PREFIX:
        return ""
    letters = name.removeprefix(f"{PREFIX}.")
    if letters in ("", name) or not set(letters) <= {MANAGED, PERHAPS}:
        return None
    return letters
