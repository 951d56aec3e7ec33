"""gen and NaplesPU agree on random programs, whatever the register pressure."""

from random import Random

import pytest
from random_gen import random_module

from circ.dialects.common.verifier import verify_module
from circ.targets.execute import gen as gen_interpreter
from circ.targets.execute.memory import Memory
from circ.targets.naplespu.calling_convention import ARGUMENT_REGISTERS
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.fault_models import FaultyMachine
from circ.targets.naplespu.image import load
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.simulator import Machine
from circ.transforms.pipelines import compile

STOP = 0xFFFF_FFF0
STACK = 0x0080_0000
MARK = 0x5AFE_0000
SAVED = (*range(50, 58), 60, 61)


def run_machine(
    module, arguments: list[int], limit: int, machine: Machine
) -> list[int]:
    image = link([object_of(compile(module, "naplespu"))])
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


def check(seed: int, registers: int, machine: type[Machine] = Machine) -> None:
    module, parameters = random_module(seed, registers)
    verify_module(module)
    random = Random(seed)
    arguments = [random.getrandbits(32) for _ in range(parameters)]
    expected = gen_interpreter.run(module, "main", arguments, Memory())
    limit = 50 * expected.operations + 10_000
    assert run_machine(module, arguments, limit, machine()) == expected.results


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("registers", (5, 30, 70, 200))
def test_levels_agree(seed: int, registers: int):
    check(seed, registers)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("registers", (5, 70))
def test_levels_agree_on_a_machine_with_errata(seed: int, registers: int):
    check(seed, registers, FaultyMachine)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1400))
@pytest.mark.parametrize("registers", (3, 20, 50, 60, 120, 400))
def test_levels_agree_campaign(seed: int, registers: int):
    check(seed, registers)
