"""
What the tables of instruction selection consist of (`circ-tblgen -gen-dag-isel`).

A table has a root for each node that patterns start at, by its signature: opcode and
types, as `ADD i32, i32 -> i32`. A root has its alternatives, the best first. Trying one
works on numbered slots: the operands of the node are the first, each check and step
may add more. `checks` say whether the pattern matches, `steps` build its result, and
`results` are the slots of the node's values.

A driver decides what an operand is: here it is a number where it is constant, and
anything else for a value. `Known` is what predicates may ask a driver.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol


class Known(Protocol):
    """What predicates of patterns ask about values and the node that is matched."""

    def unsigned_bits(self, value: object) -> int:
        """A number of bits that the value, as an unsigned number, fits."""
        ...

    def signed_bits(self, value: object) -> int:
        """A number of bits that the value, as a signed number, fits."""
        ...

    def holds(self, fact: str) -> bool:
        """Whether the node accesses memory so: `IsSignExtLoad`, `MemoryVT i8`, …"""
        ...

    @property
    def address_space(self) -> int:
        """The space of the memory that the node accesses."""
        ...

    @property
    def alignment(self) -> int:
        """The alignment of the memory that the node accesses, in bytes."""
        ...


Predicate = Callable[..., bool]
"""Of `Known` and the slots that the check names."""


# region Checks


class Node(NamedTuple):
    """The slot was computed by a node of this signature; adds its operands."""

    slot: int
    signature: str


class Constant(NamedTuple):
    """The slot is a constant of so many bits; adds it as a signed number."""

    slot: int
    width: int
    predicate: Callable[[int], bool] | None = None


class Literal(NamedTuple):
    """The slot is this constant, given as a signed number of so many bits."""

    slot: int
    width: int
    value: int


class Leaf(NamedTuple):
    """The slot is a leaf of this name: a condition code, or a type as an operand."""

    slot: int
    name: str


class Same(NamedTuple):
    """Two slots are the same operand."""

    first: int
    second: int


class Holds(NamedTuple):
    """A predicate is true of some slots."""

    predicate: Predicate
    slots: tuple[int, ...]


class Complex(NamedTuple):
    """The driver's function of this name finds operands in the slot; adds them."""

    slot: int
    function: str
    results: int


Check = Node | Constant | Literal | Leaf | Same | Holds | Complex

# endregion
# region Steps


class Emit(NamedTuple):
    """
    A machine instruction; adds its results.

    `immediates` has a bit for each of its operands that is not a register.
    """

    instruction: str
    slots: tuple[int, ...]
    immediates: int = 0
    results: int = 1


class Select(NamedTuple):
    """A node of the source that is selected in turn; adds its results."""

    signature: str
    slots: tuple[int, ...]


class Number(NamedTuple):
    """Adds a constant."""

    value: int


class Transform(NamedTuple):
    """Adds what a function makes of constants."""

    function: Callable[..., int]
    slots: tuple[int, ...]


class Name(NamedTuple):
    """Adds a name: a physical register, a sub-register index or a register class."""

    name: str


class Assign(NamedTuple):
    """Puts a slot into a physical register, which an instruction reads."""

    register: str
    slot: int


Step = Emit | Select | Number | Transform | Name | Assign

# endregion


class Alternative(NamedTuple):
    """One pattern: how to see that it matches, and what becomes of it."""

    source: str
    """The pattern as text."""
    checks: tuple[Check, ...]
    steps: tuple[Step, ...]
    results: tuple[int, ...]
    complexity: int
    features: tuple[str, ...] = ()
    """Names of the predicates of the subtarget that must hold."""
    clobbers: tuple[str, ...] = ()
    """Physical registers that are set besides the results."""


Roots = dict[str, tuple[Alternative, ...]]
"""The alternatives of each signature, the best first."""


class Signature(NamedTuple):
    """A signature taken apart."""

    opcode: str
    operands: tuple[str, ...]
    results: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Signature":
        """From `STORE i32, i8` or `ADD i32, i32 -> i32`."""
        left, _, right = text.partition(" -> ")
        opcode, _, operands = left.partition(" ")
        return cls(opcode, _types(operands), _types(right))

    def __str__(self) -> str:
        operands = f" {', '.join(self.operands)}" if self.operands else ""
        results = f" -> {', '.join(self.results)}" if self.results else ""
        return self.opcode + operands + results


def names_of(signature: Signature) -> list[str]:
    """A signature, and those that leave open what it says after the opcode."""
    opcode, *suffixes = signature.opcode.split(".")
    if not suffixes or not opcode.isupper():  # a machine's own node
        return [str(signature)]
    variants = [opcode]
    for place, suffix in enumerate(suffixes):
        padding = "." * (place + 1)
        variants += [
            (variant + padding[variant.count(".") :] + suffix)
            for variant in list(variants)
            if suffix
        ]
    return [
        str(signature._replace(opcode=each))
        for each in sorted(variants, key=len, reverse=True)
    ]


def _types(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()
