"""gen and NaplesPU agree on random programs, whatever the register pressure."""

from random import Random

import pytest
from machine_runs import run_words
from random_gen import random_module

from circ.dialects.common.verifier import verify_module
from circ.targets.execute.gen import interpreter as gen_interpreter
from circ.targets.execute.memory import Memory
from circ.targets.naplespu.simulator.fault_models import FaultyMachine
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.pipelines import compile


def check(
    seed: int, registers: int, machine: type[Machine] = Machine, opt: int = 2
) -> None:
    module, parameters = random_module(seed, registers)
    verify_module(module)
    random = Random(seed)
    arguments = [random.getrandbits(32) for _ in range(parameters)]
    expected = gen_interpreter.run(module, "main", arguments, Memory())
    limit = 50 * expected.operations + 10_000
    code = compile(module, "naplespu", opt)
    assert run_words(code, arguments, limit, machine()) == expected.results


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("registers", (5, 30, 70, 200))
@pytest.mark.every(15, first=3)
def test_levels_agree(seed: int, registers: int):
    check(seed, registers)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("registers", (5, 70))
@pytest.mark.every(5, first=1)
def test_levels_agree_on_a_machine_with_errata(seed: int, registers: int):
    check(seed, registers, FaultyMachine)


@pytest.mark.parametrize("seed", range(100, 104))
@pytest.mark.parametrize("registers", (5, 30))
@pytest.mark.parametrize("machine", (Machine, FaultyMachine))
@pytest.mark.every(9, first=3)
def test_levels_agree_with_more_code(seed: int, registers: int, machine: type[Machine]):
    check(seed, registers, machine, 3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1040))
@pytest.mark.parametrize("registers", (3, 20, 50, 60, 120, 400))
def test_levels_agree_campaign(seed: int, registers: int):
    check(seed, registers)
