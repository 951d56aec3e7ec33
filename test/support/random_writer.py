"""
Text of random source programs: names, types, regions.

The choices are made by a `Random`. The first of several possibilities is the simplest
one, and what repeats asks before each turn, so that hypothesis can shrink a program.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod
from random import Random

from random_values import FLOATS, INTEGERS, bits_of, constant_text

COST = 1500
"""About the most operations that a program executes."""

Scope = dict[str, list[str]]
"""Names of the visible values, by type."""

Statement = Callable[[Scope], None]


@dataclass(frozen=True)
class Array:
    """What the text of an array's type says."""

    shape: tuple[int, ...]
    element: str
    strides: tuple[int, ...]
    offset: int | None
    """None where it is only known when the program runs."""

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def is_plain(self) -> bool:
        """Are the elements one after the other, from the start of the buffer on?"""
        return self.strides == packed(self.shape) and self.offset == 0

    @property
    def text(self) -> str:
        """The type; without a layout where the array is plain."""
        extents = "".join(f"{extent}x" for extent in self.shape)
        if self.is_plain:
            return f"memref<{extents}{self.element}>"
        layout = f"strided<[{', '.join(map(str, self.strides))}]"
        if self.offset != 0:
            layout += f", offset: {'?' if self.offset is None else self.offset}"
        return f"memref<{extents}{self.element}, {layout}>>"


def packed(shape: Sequence[int]) -> tuple[int, ...]:
    """Strides of elements without gaps, the last index fastest."""
    return tuple(prod(shape[position + 1 :]) for position in range(len(shape)))


_ARRAY = re.compile(
    r"memref<((?:\d+x)*)(\w+)(?:, strided<\[(.*?)\](?:, offset: (\?|\d+))?>)?>"
)


@cache
def array_of(type: str) -> Array:
    match = _ARRAY.fullmatch(type)
    assert match is not None, type
    extents, element, strides, offset = match.groups()
    shape = tuple(map(int, extents.split("x")[:-1]))
    if strides is None:
        return Array(shape, element, packed(shape), 0)
    steps = tuple(map(int, strides.split(", "))) if strides else ()
    return Array(shape, element, steps, None if offset == "?" else int(offset or 0))


def is_array(type: str) -> bool:
    return type.startswith("memref")


@dataclass(frozen=True)
class Callee:
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    cost: int
    counts_down: bool = False
    """Does it call itself until its first argument is not positive?"""


@dataclass
class Module:
    """What the functions of a program share."""

    random: Random
    types: tuple[str, ...]
    callees: list[Callee] = field(default_factory=list[Callee])
    declared: set[str] = field(default_factory=set[str])
    globals: dict[str, tuple[str, str]] = field(
        default_factory=dict[str, tuple[str, str]]
    )
    """Type and text by name."""

    def type(self) -> str:
        return self.random.choice(self.types)

    def some_types(self, most: int) -> tuple[str, ...]:
        return tuple(self.type() for _ in range(self.random.randrange(most + 1)))

    def array_type(self) -> str:
        element = self.random.choice(self.types)
        shapes = ((4,), (1,), (3,), (8,), (2, 3), (4, 2), (2, 1, 2), ())
        shape = self.random.choice(shapes)
        return Array(shape, element, packed(shape), 0).text

    def global_array(self, constant: bool) -> tuple[str, str]:
        """The name and type of an array of the module."""
        prefix = "c" if constant else "g"
        known = sorted(name for name in self.globals if name.startswith(prefix))
        if known and self.random.randrange(2):
            name = self.random.choice(known)
            return name, self.globals[name][0]
        type, name = self.array_type(), f"{prefix}{len(self.globals)}"
        array = array_of(type)
        values = [self.literal(array.element) for _ in range(array.size)]
        for extent in reversed(array.shape):
            rows = range(0, len(values), extent)
            values = [f"[{', '.join(values[row : row + extent])}]" for row in rows]
        value = f"dense<{values[0]}>"
        if not constant and self.random.randrange(4) == 3:
            value = "uninitialized"  # which is zeros
        kind = "constant " if constant else ""
        text = f'memref.global "private" {kind}@{name} : {type} = {value}'
        self.globals[name] = (type, text)
        return name, type

    def literal(self, type: str) -> str:
        """An element of an array of the module; floats are small."""
        if type in FLOATS:
            return str(self.random.choice((0.0, 1.5, -2.0, 0.25)))
        text = constant_text(type, bits_of(self.random, type))
        return text.partition(" ")[0]


class Writer(ABC):
    """Writes the text of one function: what all its statements need."""

    def __init__(self, module: Module, budget: int, weight: int = 1):
        self.module, self.random = module, module.random
        self.lines: list[str] = []
        self.count = 0
        self.budget = budget
        """How many statements there may still be."""
        self.weight = weight
        """How often what is written next is executed at most."""
        self.cost = 0
        self.depth = 0
        self.weighted = [kind for weight, kind in self.kinds() for _ in range(weight)]

    @abstractmethod
    def kinds(self) -> Sequence[tuple[int, Statement]]:
        """Statements, each with how often it is chosen; the simplest one first."""

    # region Text

    def emit(self, line: str) -> None:
        self.cost += self.weight
        self.lines.append("  " * (self.depth + 1) + line)

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def value(self, text: str, type: str, scope: Scope | None = None) -> str:
        """Define a new value; it becomes visible where there is a scope."""
        name = self.fresh()
        self.emit(f"{name} = {text}")
        if scope is not None:
            scope.setdefault(type, []).append(name)
        return name

    def constant(self, type: str, bits: int) -> str:
        return self.value(f"arith.constant {constant_text(type, bits)}", type)

    def pick(self, scope: Scope, type: str) -> str:
        """A visible value, or a new constant."""
        known = scope.get(type)
        if not known or not self.random.randrange(12):
            return self.constant(type, bits_of(self.random, type))
        return known[-1 - self.random.randrange(min(len(known), 6))]

    def picks(self, scope: Scope, types: Sequence[str]) -> list[str]:
        return [self.pick(scope, type) for type in types]

    def small(self, scope: Scope, type: str, mask: int) -> str:
        """A number of 0 ... mask."""
        if not self.random.randrange(2):
            return self.constant(type, self.random.randrange(mask + 1))
        value = self.pick(scope, type)
        return self.value(
            f"arith.andi {value}, {self.constant(type, mask)} : {type}", ""
        )

    def outputs(self, most: int) -> tuple[str, ...]:
        """Types of results; the first is often room for a digest."""
        if self.random.randrange(5):
            return ("i32", *self.module.some_types(most - 1))
        return self.module.some_types(most)

    def ended(
        self, scope: Scope, outer: Scope, outputs: Sequence[str], first: int = 0
    ) -> list[str]:
        """
        Values for the end of a region.

        One of them depends on all that the region has defined: otherwise most of a
        program would be dead, and a fault in it without effect.
        """
        values = self.picks(scope, outputs)
        if outputs[first : first + 1] == ("i32",) and self.random.randrange(8):
            values[first] = self.digest(scope, outer)
        return values

    def digest(self, scope: Scope, outer: Scope) -> str:
        """A number that depends on each value that is not in the outer scope."""
        total = factor = ""
        for type, names in sorted(scope.items()):
            if is_array(type):
                continue
            for name in names[len(outer.get(type, ())) :]:
                value = self.as_i32(type, name)
                if total:
                    factor = factor or self.constant("i32", 31)
                    product = self.value(f"arith.muli {total}, {factor} : i32", "")
                    value = self.value(f"arith.addi {product}, {value} : i32", "")
                total = value
        return total or self.constant("i32", 0)

    def as_i32(self, type: str, value: str) -> str:
        match type:
            case "i32":
                return value
            case "i1" | "i8" | "i16":
                return self.value(f"arith.extui {value} : {type} to i32", "")
            case "i64":
                return self.value(f"arith.trunci {value} : i64 to i32", "")
            case "index":
                return self.value(f"arith.index_cast {value} : index to i32", "")
            case _:
                bits = "i32" if type == "f32" else "i64"
                number = self.number(type, value)
                text = f"arith.bitcast {number} : {type} to {bits}"
                pattern = self.value(text, "")
                return pattern if bits == "i32" else self.as_i32("i64", pattern)

    def number(self, type: str, value: str) -> str:
        """Zero instead of a NaN, whose bits are not the same at all levels."""
        test = self.value(f"arith.cmpf uno, {value}, {value} : {type}", "")
        zero = self.constant(type, 0)
        return self.value(f"arith.select {test}, {zero}, {value} : {type}", "")

    # endregion
    # region Statements

    def statements(self, scope: Scope) -> None:
        while self.budget > 0 and self.random.randrange(12):
            self.budget -= 1
            self.random.choice(self.weighted)(scope)

    def region(
        self,
        scope: Scope,
        outputs: Sequence[str],
        end: str,
        outer: Scope | None = None,
    ) -> None:
        """Statements with what they define in a scope of their own, and a yield."""
        inner = {type: list(names) for type, names in scope.items()}
        self.depth += 1
        self.statements(inner)
        values = self.ended(inner, outer or scope, outputs)
        if outputs:
            self.emit(f"{end} {', '.join(values)} : {', '.join(outputs)}")
        elif end != "scf.yield" or self.random.randrange(2):
            self.emit(end)
        self.depth -= 1

    def results(self, scope: Scope, outputs: Sequence[str]) -> tuple[str, str]:
        """The text before an operation with results, and their name."""
        name = self.fresh()
        if not outputs:
            return "", name
        if len(outputs) == 1:
            return f"{name} = ", name
        return f"{name}:{len(outputs)} = ", name

    def define(self, scope: Scope, name: str, outputs: Sequence[str]) -> None:
        for position, type in enumerate(outputs):
            suffix = f"#{position}" if len(outputs) > 1 else ""
            scope.setdefault(type, []).append(name + suffix)

    def integer_type(self) -> str:
        return self.random.choice([t for t in self.module.types if t in INTEGERS])

    def float_type(self) -> str:
        return self.random.choice([t for t in self.module.types if t in FLOATS])

    # endregion
