"""
Random kernels of work-groups, in MLIR, and what each item of a group computes.

Items have four numbers. They differ in branches and loops, and exchange numbers through
local memory with barriers before and after, in branches and loops that all items take
alike. The meaning is executed item by item, each up to its next barrier, in Python.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import TypeAlias

VARIABLES = 4
MASK = (1 << 32) - 1

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "arith.addi": int.__add__,
    "arith.subi": int.__sub__,
    "arith.muli": int.__mul__,
    "arith.andi": int.__and__,
    "arith.ori": int.__or__,
    "arith.xori": int.__xor__,
    "arith.maxui": max,
}

Operand: TypeAlias = int | str
"""A variable by its number, or an input by its name."""

INPUTS = "local_id_0", "group_id_0", "local_size_0", "n", "index"
SHARED = INPUTS[1:]
"""What all items of a group have in common; `index` is the innermost loop's."""


@dataclass(frozen=True)
class Set:
    target: int
    operator: str
    operands: tuple[Operand, Operand]


@dataclass(frozen=True)
class Exchange:
    """A variable goes to the item that is `distance` before it in its group."""

    target: int
    source: int
    distance: int


@dataclass(frozen=True)
class If:
    operands: tuple[Operand, Operand]
    bit: int
    then: "Sequence[Statement]"
    otherwise: "Sequence[Statement]"


@dataclass(frozen=True)
class For:
    count: Operand
    body: "Sequence[Statement]"
    """It is executed `count & 3` times."""


Statement: TypeAlias = Set | Exchange | If | For


class _Maker:
    def __init__(self, random: Random):
        self.random = random

    def body(self, depth: int, is_shared: bool) -> list[Statement]:
        amount = self.random.randint(1, 4 if depth < 3 else 2)
        return [self.statement(depth, is_shared) for _ in range(amount)]

    def statement(self, depth: int, is_shared: bool) -> Statement:
        random = self.random
        kind = random.random()
        if kind < 0.25 and is_shared:
            target, source = (random.randrange(VARIABLES) for _ in range(2))
            return Exchange(target, source, random.randrange(1, 9))
        if kind < 0.45 and depth < 3:
            stays = is_shared and random.random() < 0.5
            operands = self.operand(stays), self.operand(stays)
            then, otherwise = (self.body(depth + 1, stays) for _ in range(2))
            return If(operands, random.randrange(3), then, otherwise)
        if kind < 0.65 and depth < 3:
            stays = is_shared and random.random() < 0.6
            return For(self.operand(stays), self.body(depth + 1, stays))
        target = random.randrange(VARIABLES)
        operands = self.operand(False), self.operand(False)
        return Set(target, random.choice([*OPERATORS]), operands)

    def operand(self, is_shared: bool) -> Operand:
        if is_shared:
            return self.random.choice(SHARED)
        if self.random.random() < 0.7:
            return self.random.randrange(VARIABLES)
        return self.random.choice(INPUTS)


def random_group_kernel(seed: int) -> list[Statement]:
    return _Maker(Random(seed)).body(0, True)


# region Meaning


def expected(
    body: Sequence[Statement], values: Sequence[int], local: int, n: int
) -> list[int]:
    """What the kernel leaves of an array, in groups of `local` items."""
    found: list[int] = []
    for group, first in enumerate(range(0, len(values), local)):
        own = values[first : first + local]
        tile = [0] * len(own)
        states = [[value, item, group, value ^ item] for item, value in enumerate(own)]
        inputs = {"group_id_0": group, "local_size_0": len(own), "n": n, "index": 0}
        runs = [
            _execute(body, state, inputs | {"local_id_0": item}, tile)
            for item, state in enumerate(states)
        ]
        while runs:
            ended = [next(run, "end") == "end" for run in runs]
            assert all(ended) or not any(ended), "items part at a barrier"
            runs = [] if all(ended) else runs
        found += [a ^ b ^ c ^ d for a, b, c, d in states]
    return found


def _execute(
    body: Sequence[Statement], state: list[int], inputs: dict[str, int], tile: list[int]
) -> Iterator[str]:
    def read(operand: Operand) -> int:
        return inputs[operand] if isinstance(operand, str) else state[operand]

    for each in body:
        match each:
            case Set(target, operator, operands):
                state[target] = OPERATORS[operator](*map(read, operands)) & MASK
            case Exchange(target, source, distance):
                item, size = inputs["local_id_0"], inputs["local_size_0"]
                tile[item] = state[source]
                yield "barrier"
                state[target] = tile[(item + distance) % size]
                yield "barrier"
            case If((first, second), bit, then, otherwise):
                taken = ((read(first) + read(second)) & MASK) >> bit & 1
                yield from _execute(then if taken else otherwise, state, inputs, tile)
            case For(times, inner):
                for index in range(read(times) & 3):
                    yield from _execute(inner, state, inputs | {"index": index}, tile)


# endregion
# region Text


class _Printer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.numbers = count()

    def new(self, text: str) -> str:
        name = f"%t{next(self.numbers)}"
        self.lines.append(f"{name} = {text}")
        return name

    def body(self, body: Sequence[Statement], state: list[str], index: str) -> None:
        def read(operand: Operand) -> str:
            if operand == "index":
                return index
            return f"%{operand}" if isinstance(operand, str) else state[operand]

        for each in body:
            match each:
                case Set(target, operator, operands):
                    first, second = map(read, operands)
                    state[target] = self.new(f"{operator} {first}, {second} : i32")
                case Exchange(target, source, distance):
                    self.exchange(state, target, source, distance)
                case If((first, second), bit, then, otherwise):
                    total = self.new(f"arith.addi {read(first)}, {read(second)} : i32")
                    amount = self.new(f"arith.constant {bit} : i32")
                    low = self.new(f"arith.shrui {total}, {amount} : i32")
                    taken = self.new(f"arith.trunci {low} : i32 to i1")
                    name = f"%t{next(self.numbers)}"
                    self.lines.append(f"{name}:4 = scf.if {taken} -> ({WORDS}) {{")
                    self.nested(then, [*state], index)
                    self.lines.append("} else {")
                    self.nested(otherwise, [*state], index)
                    self.lines.append("}")
                    state[:] = results(name)
                case For(times, inner):
                    three = self.new("arith.constant 3 : i32")
                    end = self.new(f"arith.andi {read(times)}, {three} : i32")
                    name = f"%t{next(self.numbers)}"
                    carried = [f"{name}_{k}" for k in range(VARIABLES)]
                    pairs = map(" = ".join, zip(carried, state, strict=True))
                    self.lines.append(
                        f"{name}:4 = scf.for {name}_i = %zero to {end} step %one "
                        f"iter_args({', '.join(pairs)}) -> ({WORDS}) : i32 {{"
                    )
                    self.nested(inner, carried, f"{name}_i")
                    self.lines.append("}")
                    state[:] = results(name)

    def nested(self, body: Sequence[Statement], state: list[str], index: str) -> None:
        self.body(body, state, index)
        self.lines.append(f"scf.yield {', '.join(state)} : {WORDS}")

    def exchange(
        self, state: list[str], target: int, source: int, distance: int
    ) -> None:
        own = self.new("arith.muli %local_id_0, %four : i32")
        place = self.new(f"arith.addi %tile, {own} : i32")
        self.lines.append(f"pointer.store {state[source]}, {place} {LOCAL} : i32")
        self.lines.append(BARRIER)
        step = self.new(f"arith.constant {distance} : i32")
        after = self.new(f"arith.addi %local_id_0, {step} : i32")
        other = self.new(f"arith.remui {after}, %local_size_0 : i32")
        offset = self.new(f"arith.muli {other}, %four : i32")
        place = self.new(f"arith.addi %tile, {offset} : i32")
        state[target] = self.new(f"pointer.load {place} {LOCAL} : i32")
        self.lines.append(BARRIER)


WORDS = "i32, i32, i32, i32"
LOCAL = "memory <4, space 68>"
BARRIER = "func.call @circ.barrier(%one) : (i32) -> ()"


def results(name: str) -> list[str]:
    return [f"{name}#{k}" for k in range(VARIABLES)]


def text_of(body: Sequence[Statement]) -> str:
    """A module with the kernel `@k` of an array, local memory and a number."""
    printer = _Printer()
    state = ["%value", "%local_id_0", "%group_id_0", "%mixed"]
    printer.body(body, state, "%zero")
    lines = "\n".join(printer.lines)
    hidden = "local_id_0", "group_id_0", "local_size_0", "global_id_0"
    parameters = ", ".join(f"%{name}: i32" for name in hidden)
    names = ", ".join(f'"{name}"' for name in hidden)
    return f"""
    func.func private @circ.barrier(i32)
    func.func private @k(%array: i32, %tile: i32, %n: i32, {parameters}) attributes {{
      circ.kernel = #circ.kernel<["global array", "local tile", "value n"], {{
        hidden = [{names}]
      }}>
    }} {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %four = arith.constant 4 : i32
      %offset = arith.muli %global_id_0, %four : i32
      %place = arith.addi %array, %offset : i32
      %value = pointer.load %place : i32
      %mixed = arith.xori %value, %local_id_0 : i32
      {lines}
      %ab = arith.xori {state[0]}, {state[1]} : i32
      %cd = arith.xori {state[2]}, {state[3]} : i32
      %abcd = arith.xori %ab, %cd : i32
      pointer.store %abcd, %place : i32
      return
    }}
    """


# endregion
