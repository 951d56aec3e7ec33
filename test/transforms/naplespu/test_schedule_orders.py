"""
Every order that the scheduler may choose computes what the first one does.

Short sequences of accesses that overlap in part, through two registers with nearby
addresses, with what is computed between them: all orders that their dependences allow
are executed, memory and registers are compared.
"""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from levels import parsed
from machine_runs import ALL_LANES
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.naplespu.generated.operations import RECORDS
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.description.subtarget import subtarget
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.naplespu.analysis.dependences import Dependences
from circ.transforms.naplespu.optimization.schedule import list_schedule, regions

MODEL = subtarget().model
BASE = 0x1000
"""What s0 holds; s1 holds an address near it."""
NEAR = (0, 4, 8, 60)
DATA = range(2, 6)
"""The registers that are loaded, computed and stored, scalar and vector."""
SCALARS = [
    name
    for name in RECORDS
    if name.startswith(("L32", "S32")) and name.endswith(("Mainmem", "Scratchpad"))
]
VECTORS = [
    f"{kind}V32{width}{space}_U"
    for kind in "LS"
    for width in "BHW"
    for space in ("Mainmem", "Scratchpad")
    if f"{kind}V32{width}{space}_U" in RECORDS
]


class _Lines:
    """Random lines of a block, whose values are registers."""

    def __init__(self, rng: Random):
        self.rng = rng
        self.lines: list[str] = []
        self.value = {f"s{n}": f"%s{n}" for n in (0, 1, *DATA)}
        self.value |= {f"v{n}": f"%v{n}" for n in DATA}
        self.arguments = dict(self.value)

    @staticmethod
    def type(register: str) -> str:
        file = "scalar" if register[0] == "s" else "vector"
        return f"!naplespu.{file}<{register}>"

    def line(
        self, record: str, operands: Sequence[str], result: str | None, imm: int
    ) -> None:
        values = ", ".join(self.value[register] for register in operands)
        types = ", ".join(map(self.type, operands))
        after = "()" if result is None else self.type(result)
        text = f"naplespu.{record}({values}), {imm} : ({types}) -> {after}"
        if result is not None:
            self.value[result] = f"%n{len(self.lines)}"
            text = f"{self.value[result]} = {text}"
        self.lines.append(text)

    def scalar(self) -> None:
        record = self.rng.choice(SCALARS)
        base, data = self.rng.choice(("s0", "s0", "s1")), f"s{self.rng.choice(DATA)}"
        size = ACCESSES[RECORDS[record].operation].element
        offset = self.rng.randrange(0, 12, size)  # others trap
        if RECORDS[record].shape.outs:
            self.line(record, [base], data, offset)
        else:
            self.line(record, [data, base], None, offset)

    def vector(self) -> None:
        """Aligned, since others trap."""
        record, data = self.rng.choice(VECTORS), f"v{self.rng.choice(DATA)}"
        if RECORDS[record].shape.outs:
            self.line(record, ["s0"], data, 0)
        else:
            self.line(record, [data, "s0"], None, 0)

    def compute(self) -> None:
        to, of = (f"s{self.rng.choice(DATA)}" for _ in range(2))
        self.line("ADDSSI", [of], to, self.rng.randrange(1, 100))

    def func(self) -> FuncOp:
        arguments = ", ".join(
            f"{value} : {self.type(register)}"
            for register, value in self.arguments.items()
        )
        body = "\n  ".join(self.lines)
        text = f"naplespu.func @f {{\n^bb0({arguments}):\n  {body}\n  naplespu.JRET\n}}"
        func = parsed(text).body.block.first_op
        assert isinstance(func, FuncOp)
        return func


def sequence(rng: Random, count: int) -> FuncOp:
    """Mostly accesses: of vectors only in some, since they overlap with everything."""
    made = _Lines(rng)
    kinds = [made.scalar] * 5 + [made.compute] + [made.vector] * rng.randrange(3)
    for _ in range(count):
        rng.choice(kinds)()
    return made.func()


def orders(graph: Dependences) -> Iterator[list[int]]:
    """All orders that the dependences allow."""
    missing, order = list(graph.count), list[int]()

    def extend() -> Iterator[list[int]]:
        if len(order) == len(missing):
            yield list(order)
        for i, count in enumerate(missing):
            if count == 0:
                missing[i] = -1
                for next in graph.waiting[i]:
                    missing[next] -= 1
                order.append(i)
                yield from extend()
                order.pop()
                for next in graph.waiting[i]:
                    missing[next] += 1
                missing[i] = 0

    return extend()


def words_of(func: FuncOp) -> list[int]:
    module = func.parent_op()
    assert isinstance(module, ModuleOp)
    sections = object_of(module).sections
    (text,) = (section.data for section in sections if section.name == ".text")
    return [int.from_bytes(text[i : i + 4], "little") for i in range(0, len(text), 4)]


def executed(words: Sequence[int], seed: int, near: int) -> object:
    """Registers and memory after instructions."""
    rng, machine = Random(seed), Machine()
    machine.scalar[0], machine.scalar[1] = BASE, BASE + near
    machine.scalar[59] = ALL_LANES
    for n in DATA:
        machine.scalar[n] = rng.getrandbits(32)
        machine.vector[n] = [rng.getrandbits(32) for _ in range(16)]
    data = rng.randbytes(256)
    memories = machine.memory, machine.scratchpad
    for memory in memories:
        memory.write(BASE - 64, data)
    for word in words:
        machine.execute(word)
    return (
        [machine.scalar[n] for n in DATA],
        [list(machine.vector[n]) for n in DATA],
        [memory.read(BASE - 64, 256) for memory in memories],
    )


def check(seed: int, count: int) -> int:
    """All orders of a random sequence compute the same; how many there are."""
    rng = Random(seed)
    func = sequence(rng, count)
    words = words_of(func)
    (ops,) = regions(func.body.blocks[0])
    graph = Dependences(ops, MODEL, ops[-1].next_op)
    near = rng.choice(NEAR)
    wanted = executed(words[: len(ops)], seed, near)
    allowed = list(orders(graph))
    assert list_schedule(graph) in allowed
    for order in allowed:
        assert executed([words[i] for i in order], seed, near) == wanted, order
    return len(allowed)


def test_all_orders_of_short_sequences():
    found = [check(seed, 3 + seed % 4) for seed in range(120)]
    assert sum(count > 1 for count in found) > 50


@pytest.mark.long
def test_all_orders_of_more_sequences():
    for seed in range(1000, 9000):
        check(seed, 2 + seed % 6)
