"""Machine code before and after register allocation agree, with both register files."""

from random import Random
from typing import Literal

import pytest
from random_machine import Interpreter, Shape, Signature, Value, random_program
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.verifier import verify_module
from circ.dialects.naplespu.register_file import RA, RM, SP
from circ.dialects.naplespu.registers import FIRST_VECTOR
from circ.targets.naplespu.calling_convention import (
    FILES,
    StackPlace,
    argument_places,
)
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.image import load
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.simulator import Machine
from circ.transforms.naplespu.allocate_registers import AllocateRegistersPass
from circ.transforms.naplespu.block_layout import BlockLayoutPass
from circ.transforms.naplespu.expand_pseudos import ExpandPseudosPass
from circ.transforms.naplespu.lower_frames import LowerFramesPass
from circ.transforms.pipelines import run_passes

STOP = 0xFFFF_FFF0
STACK = 0x0080_0000
MARK = 0x5AFE_0000
ALL_LANES = 0xFFFF
SAVED = (*range(50, 58), RM, 60, SP)
SAVED_VECTORS = (*range(56, 64),)


def machine_code(module: ModuleOp) -> ModuleOp:
    lowered = module.clone()
    steps = [
        AllocateRegistersPass(),
        LowerFramesPass(),
        ExpandPseudosPass(),
        BlockLayoutPass(),
    ]
    run_passes(steps, lowered)
    return lowered


def run_machine(
    module: ModuleOp,
    signature: Signature,
    arguments: list[Value],
    limit: int,
    memory: Literal["rtl", "compiler"],
) -> list[Value]:
    image = link([object_of(module)])
    machine = Machine(memory=memory)
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


def check(seed: int, shape: Shape) -> None:
    module, signatures = random_program(seed, shape)
    verify_module(module)
    random = Random(seed)
    main = signatures[-1]
    arguments: list[Value] = [
        [random.getrandbits(32) for _ in range(16)]
        if vector
        else random.getrandbits(32)
        for vector in main.arguments
    ]
    interpreter = Interpreter(module)
    expected = interpreter.run("main", arguments)
    limit = 100 * interpreter.steps + 10_000
    lowered = machine_code(module)
    memory: Literal["rtl", "compiler"] = "rtl" if seed % 2 else "compiler"
    assert run_machine(lowered, main, arguments, limit, memory) == expected


SHAPES = {
    "small": Shape(vectors=5, scalars=4, statements=6, functions=1, objects=False),
    "calls": Shape(vectors=15, scalars=12),
    "vectors": Shape(vectors=70, scalars=10, statements=20),
    "many": Shape(vectors=130, scalars=80, statements=8, depth=2, functions=2),
    "dynamic": Shape(vectors=20, scalars=20, dynamic=True),
    "pressed": Shape(vectors=75, scalars=75, statements=8, depth=2, dynamic=True),
    "masks": Shape(vectors=75, scalars=5, statements=8, depth=2, masks=True),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", SHAPES)
def test_before_and_after_agree(seed: int, shape: str):
    check(seed, SHAPES[shape])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1200))
@pytest.mark.parametrize("shape", SHAPES)
def test_before_and_after_agree_campaign(seed: int, shape: str):
    check(seed, SHAPES[shape])
