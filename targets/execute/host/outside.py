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


class Outside(Protocol):
    """Gives operands of LLVM."""

    def pointer(self, code: Code, name: str, address: int) -> str:
        """The pointer to what is at an address, and has a name."""
        ...

    def number(self, code: Code, number: int) -> str:
        """A number of 32 bits that this run has given; it is not 0."""
        ...

    def address(self, name: str, address: int) -> str:
        """The address of a function or an object of the program."""
        ...


class Numbers:
    """For code that is compiled for this run."""

    def pointer(self, code: Code, name: str, address: int) -> str:
        return f"inttoptr (i64 {address} to ptr)"

    def number(self, code: Code, number: int) -> str:
        return str(number)

    def address(self, name: str, address: int) -> str:
        return str(address)


class Names:
    """For one function that is kept."""

    def __init__(self, function: str, parts: Parts, symbols: dict[str, int]):
        self.function, self.parts, self.symbols = function, parts, symbols
        """`symbols` get the numbers that the names stand for."""
        self._count = 0
        parts.declarations[OPAQUE] = f"{OPAQUE} = type opaque"

    def pointer(self, code: Code, name: str, address: int) -> str:
        return self._symbol(f"circ.{name}", address)

    def number(self, code: Code, number: int) -> str:
        self._count += 1
        name = f"circ.number.{self._count}.{self.function}"
        return self._value(name, number)

    def address(self, name: str, address: int) -> str:
        return self._value(f"circ.address.{name}", address) if address else "0"

    def _value(self, name: str, number: int) -> str:
        symbol = self._symbol(name, number % (1 << 32))
        return f"ptrtoint (ptr {symbol} to i32)"

    def _symbol(self, name: str, number: int) -> str:
        self.symbols[name] = number
        place = f'@"{quoted(name)}"'
        self.parts.declarations[place] = f"{place} = external global {OPAQUE}"
        return place
