"""Machine code before and after register allocation agree, with both register files."""

from random import Random
from typing import Literal

import pytest
from machine_interpreter import Interpreter
from machine_runs import FINISH, SHAPES, run_function
from random_machine import Shape, Value, random_program
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.verifier import verify_module
from circ.transforms.naplespu.passes import ALLOCATE, SELECT, STEPS
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import run_passes


def machine_code(module: ModuleOp, optimize: bool) -> ModuleOp:
    """What is run: of all passes behind selection, or of those that there must be."""
    lowered = module.clone()
    steps = [
        *(make_pass(step.pass_name) for step in ALLOCATE if step.name is None),
        *map(make_pass, FINISH),
    ]
    if optimize:
        first = STEPS.index(SELECT) + 1
        steps = [make_pass(step.pass_name) for step in STEPS[first:]]
    run_passes(steps, lowered)
    return lowered


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
    lowered = machine_code(module, bool(seed & 2))
    memory: Literal["rtl", "compiler"] = "rtl" if seed & 1 else "compiler"
    assert run_function(lowered, main, arguments, limit, memory) == expected


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.every(9, first=3)
def test_before_and_after_agree(seed: int, shape: str):
    check(seed, SHAPES[shape])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1020))
@pytest.mark.parametrize("shape", SHAPES)
def test_before_and_after_agree_campaign(seed: int, shape: str):
    check(seed, SHAPES[shape])
