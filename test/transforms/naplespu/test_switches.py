"""Code stays right whichever optimisation is left out, and on a chip with errata."""

from random import Random

import pytest
from machine_interpreter import Interpreter
from machine_runs import SHAPES, run_function, run_words
from random_gen import random_module
from random_machine import Value, random_program

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.gen import interpreter as gen_interpreter
from circ.targets.execute.memory import Memory
from circ.targets.naplespu.simulator.fault_models import FaultyMachine
from circ.transforms.naplespu.passes import (
    LEAST,
    OF_MACHINE_CODE,
    OPTIMIZATIONS,
    SELECT,
    STEPS,
    disabled,
    steps_without,
)
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, passes, run_passes

LEFT_OUT = (
    {name: (name,) for name in OF_MACHINE_CODE}
    | {
        f"all but {name}": tuple(other for other in OPTIMIZATIONS if other != name)
        for name in OF_MACHINE_CODE
    }
    | {"nothing": (), "everything": tuple(OPTIMIZATIONS)}
)


def check_machine_code(seed: int, shape: str, left_out: tuple[str, ...]) -> None:
    """A random function with both register files, behind selection."""
    module, signatures = random_program(seed, SHAPES[shape])
    random = Random(seed)
    arguments: list[Value] = [
        [random.getrandbits(32) for _ in range(16)]
        if vector
        else random.getrandbits(32)
        for vector in signatures[-1].arguments
    ]
    interpreter = Interpreter(module)
    expected = interpreter.run("main", arguments)
    names = {step.pass_name for step in STEPS[STEPS.index(SELECT) + 1 :]}
    steps = [
        make_pass(name, **options)
        for name, options in steps_without(left_out)
        if name in names
    ]
    run_passes(steps, module)
    found = run_function(
        *(module, signatures[-1], arguments, 100 * interpreter.steps + 10_000),
        memory="rtl",
        kind=FaultyMachine,
    )
    assert found == expected


@pytest.mark.parametrize("shape", ("pressed",))
@pytest.mark.parametrize("left_out", LEFT_OUT)
@pytest.mark.every(15, first=9)
def test_machine_code(left_out: str, shape: str):
    check_machine_code(1, shape, LEFT_OUT[left_out])


def check_gen(seed: int, registers: int, left_out: tuple[str, ...]) -> None:
    """A random program from gen on, on a machine with the errata."""
    module, parameters = random_module(seed, registers)
    random = Random(seed)
    arguments = [random.getrandbits(32) for _ in range(parameters)]
    expected = gen_interpreter.run(module, "main", arguments, Memory())
    machine = compile(module, "naplespu", disable=left_out)
    found = run_words(
        machine, arguments, 50 * expected.operations + 10_000, FaultyMachine()
    )
    assert found == expected.results


@pytest.mark.parametrize("registers", (60,))
@pytest.mark.parametrize("left_out", LEFT_OUT)
@pytest.mark.every(15, first=9)
def test_gen(left_out: str, registers: int):
    check_gen(registers, registers, LEFT_OUT[left_out])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2090, 27))
@pytest.mark.parametrize("left_out", LEFT_OUT)
def test_campaign(left_out: str, seed: int):
    check_gen(seed, 5 + seed % 90, LEFT_OUT[left_out])
    for shape in SHAPES:
        check_machine_code(seed, shape, LEFT_OUT[left_out])


def test_each_name_leaves_something_out():
    everything = passes("circuit", "naplespu", 3)
    for name in OPTIMIZATIONS:
        left = passes("circuit", "naplespu", 3, disable=(name,))
        assert left != everything, name


def test_levels_of_optimisation():
    assert disabled(0, ()) == frozenset(OPTIMIZATIONS)
    assert disabled(1, ("schedule",)) == {"schedule", *LEAST}
    assert disabled(3, ()) == frozenset()
    names = [step.name for step in passes("gen", "naplespu", 0)]
    assert "naplespu-schedule" not in names and "naplespu-peephole" not in names
    assert names[-1] == "naplespu-work-around-errata"
    known = r"unknown optimization 'x' \(.*schedule.*\)"
    with pytest.raises(Diagnostic, match=known):
        disabled(2, ("x",))
