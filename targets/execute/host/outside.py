"""
How compiled code names what is outside of it: addresses of this process and numbers.

Code that is compiled for one run has the numbers themselves. Code that is kept for
others has names, which get their numbers when it is linked.
"""

from typing import Protocol

from circ.targets.llvm.export.types import quoted
from circ.targets.llvm.export.values import Code, Parts

OPAQUE = "%circ.outside"
"""The type of what has a name: LLVM must not know its size."""
POINTER, ADDRESS, COMPUTED = "pointer", "address", "computed"
"""Kinds of what has a name; what is computed is a step of this run's interpreter."""


class Outside(Protocol):
    """Gives operands of LLVM."""

    def pointer(self, code: Code, name: str, address: int) -> str:
        """The pointer to what is at an address of the process, and has a name."""
        ...

    def number(self, code: Code, kind: str, number: int) -> str:
        """A number of 32 bits that this run has given to something of a kind."""
        ...

    def address(self, name: str, address: int) -> str:
        """The address of a function or an object of the program."""
        ...


class Numbers:
    """For code that is compiled for this run."""

    def pointer(self, code: Code, name: str, address: int) -> str:
        return f"inttoptr (i64 {address} to ptr)"

    def number(self, code: Code, kind: str, number: int) -> str:
        return str(number)

    def address(self, name: str, address: int) -> str:
        return str(address)


class Names:
    """For one function that is kept."""

    def __init__(self, function: str, parts: Parts):
        self.function, self.parts = function, parts
        self.meanings: dict[str, tuple[str, str | int]] = {}
        """Kinds, and names or numbers, by the names that the text has for them."""
        self.only_here = False
        """Is the code for this run alone?"""
        parts.declarations[OPAQUE] = f"{OPAQUE} = type opaque"

    def pointer(self, code: Code, name: str, address: int) -> str:
        return self._symbol(f"circ.{name}", POINTER, name)

    def number(self, code: Code, kind: str, number: int) -> str:
        self.only_here |= kind == COMPUTED
        name = f"circ.{kind}.{len(self.meanings)}.{self.function}"
        return f"ptrtoint (ptr {self._symbol(name, kind, number)} to i32)"

    def address(self, name: str, address: int) -> str:
        if not address:
            self.only_here = True
            return "0"  # of what is weak, and nobody has defined here
        symbol = self._symbol(f"circ.address.{name}", ADDRESS, name)
        return f"ptrtoint (ptr {symbol} to i32)"

    def _symbol(self, name: str, kind: str, value: str | int) -> str:
        self.meanings[name] = kind, value
        place = f'@"{quoted(name)}"'
        self.parts.declarations[place] = f"{place} = external global {OPAQUE}"
        return place
