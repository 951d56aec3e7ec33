"""What the passes of register allocation know is in the IR, between any two of them."""

from random import Random

import pytest
from levels import parsed
from machine_interpreter import Interpreter
from machine_runs import SHAPES, run_function
from random_machine import Value, random_program
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.verifier import verify_module
from circ.dialects.naplespu.spilling import RecomputedType, ReloadOp, SplitOp, StackType
from circ.transforms.naplespu.passes import ALLOCATE, STEPS, steps_without
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import run_passes

PLACES = (StackType, RecomputedType)


def values_elsewhere(module: ModuleOp) -> int:
    """How many values are in no register."""
    count = 0
    for op in module.walk():
        count += sum(isinstance(type, PLACES) for type in op.result_types)
        for region in op.regions:
            for block in region.blocks:
                count += sum(isinstance(a.type, PLACES) for a in block.args)
    return count


def behind_allocation(module: ModuleOp) -> ModuleOp:
    steps = STEPS[STEPS.index(ALLOCATE[-1]) + 1 :]
    run_passes([make_pass(step.pass_name) for step in steps], module)
    return module


@pytest.mark.parametrize(
    ("seed", "shape"), ((0, "calls"), (5, "dynamic"), (0, "pressed"))
)
@pytest.mark.every(3)
def test_each_pass_reads_what_the_one_before_wrote(seed: int, shape: str):
    """Printed and parsed between any two passes, the code is the same and is right."""
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
    at_once = module.clone()
    run_passes([make_pass(step.pass_name) for step in ALLOCATE], at_once)
    for step in ALLOCATE:
        run_passes([make_pass(step.pass_name)], module)
        module = parsed(str(module))
        verify_module(module)
    assert str(module) == str(at_once)
    assert not values_elsewhere(module)
    found = run_function(
        *(behind_allocation(module), signatures[-1], arguments),
        *(100 * interpreter.steps + 10_000, "rtl"),
    )
    assert found == expected


def remaining(left_out: tuple[str, ...]) -> dict[str, int]:
    """What a program with too many values for the registers has of each operation."""
    module, _ = random_program(1, SHAPES["pressed"])
    names = [step.pass_name for step in ALLOCATE[:4]]
    for name, options in steps_without(left_out):
        if name in names:
            run_passes([make_pass(name, **options)], module)
    counts: dict[str, int] = dict.fromkeys(("reload", "split", "elsewhere"), 0)
    for op in module.walk():
        counts["reload"] += isinstance(op, ReloadOp)
        counts["split"] += isinstance(op, SplitOp)
    counts["elsewhere"] = values_elsewhere(module)
    return counts


def test_what_is_left_out_is_not_done():
    everything = remaining(())
    assert everything["reload"] and not everything["split"]
    assert remaining(("rematerialize",))["reload"] > everything["reload"]
