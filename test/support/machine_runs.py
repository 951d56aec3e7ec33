"""Runs of machine code by the calling convention, with both register files."""

from typing import Literal

from random_machine import Shape, Signature, Value
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.naplespu.register_file import RA, RM, SP
from circ.dialects.naplespu.registers import FIRST_VECTOR
from circ.targets.naplespu.description.calling_convention import (
    ARGUMENT_REGISTERS,
    FILES,
    StackPlace,
    argument_places,
)
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine

STOP = 0xFFFF_FFF0
STACK = 0x0080_0000
MARK = 0x5AFE_0000
ALL_LANES = 0xFFFF
SAVED = (*range(50, 58), RM, 60, SP)
SAVED_VECTORS = (*range(56, 64),)
FINISH = (
    "naplespu-lower-frames",
    "naplespu-expand-pseudos",
    "naplespu-drop-block-arguments",
    "naplespu-block-layout",
)
"""The passes that there must be behind register allocation."""


def run_words(
    module: ModuleOp, arguments: list[int], limit: int, machine: Machine
) -> list[int]:
    """Run `main` of machine code, which must keep the registers of its caller."""
    image = link([object_of(module)])
    load(image, machine)
    for number in range(64):
        machine.scalar[number] = MARK + number
    machine.scalar[59] = 0xFFFF
    stacked = arguments[len(ARGUMENT_REGISTERS) :]
    machine.scalar[61] = STACK - 64 * (len(stacked) // 16 + 1)
    for i, value in enumerate(arguments[: len(ARGUMENT_REGISTERS)]):
        machine.scalar[i] = value
    for i, value in enumerate(stacked):
        address = machine.scalar[61] + 4 * i
        machine.memory.write(address, value.to_bytes(4, "little"))
    machine.scalar[62] = STOP
    saved = [machine.scalar[number] for number in SAVED]
    machine.run(image.symbols["main"].address, limit=limit, stop=STOP)
    assert [machine.scalar[number] for number in SAVED] == saved
    return [machine.scalar[number] for number in range(3)]


def run_function(
    module: ModuleOp,
    signature: Signature,
    arguments: list[Value],
    limit: int,
    memory: Literal["rtl", "compiler"],
    kind: type[Machine] = Machine,
) -> list[Value]:
    image = link([object_of(module)])
    machine = kind(memory=memory)
    load(image, machine)
    for number in range(64):
        machine.scalar[number] = MARK + number
        machine.vector[number] = [MARK + 64 * number + lane for lane in range(16)]
    machine.scalar[RM] = ALL_LANES
    places, size = argument_places(signature.arguments, signature.variadic)
    machine.scalar[SP] = STACK - (size + 63) // 64 * 64
    for place, value in zip(places, arguments, strict=True):
        words = value if isinstance(value, list) else [value]
        if isinstance(place, StackPlace):
            data = b"".join(word.to_bytes(4, "little") for word in words)
            machine.memory.write(machine.scalar[SP] + place.offset, data)
        elif isinstance(value, list):
            machine.vector[place - FIRST_VECTOR] = list(value)
        else:
            machine.scalar[place] = value
    machine.scalar[RA] = STOP

    def saved() -> list[Value]:
        scalars: list[Value] = [machine.scalar[number] for number in SAVED]
        return scalars + [list(machine.vector[number]) for number in SAVED_VECTORS]

    before = saved()
    machine.run(image.symbols[signature.name].address, limit=limit, stop=STOP)
    assert saved() == before
    rest = [iter(file.results) for file in FILES]
    return [
        list(machine.vector[next(rest[1]) - FIRST_VECTOR])
        if vector
        else machine.scalar[next(rest[0])]
        for vector in signature.results
    ]


SHAPES = {
    "small": Shape(vectors=5, scalars=4, statements=6, functions=1, objects=False),
    "calls": Shape(vectors=15, scalars=12),
    "vectors": Shape(vectors=70, scalars=10, statements=20),
    "many": Shape(vectors=130, scalars=80, statements=8, depth=2, functions=2),
    "dynamic": Shape(vectors=20, scalars=20, dynamic=True),
    "pressed": Shape(vectors=75, scalars=75, statements=8, depth=2, dynamic=True),
    "masks": Shape(vectors=75, scalars=5, statements=8, depth=2, masks=True),
}
