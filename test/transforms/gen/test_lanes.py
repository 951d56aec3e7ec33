"""gen-lanes: sixteen lanes compute what sixteen runs of one work-item do."""

from random import Random

import pytest
from random_kernels import random_kernel
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.verifier import verify_module
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.memory import Memory
from circ.transforms.gen.lanes import GenLanesPass

LANES = 16


def in_lanes(module: ModuleOp, uniform_inputs: bool) -> ModuleOp:
    GenLanesPass(lanes=LANES, uniform_inputs=uniform_inputs).apply(Context(), module)
    verify_module(module)
    return module


def check(seed: int) -> None:
    random = Random(seed)
    module, parameters = random_kernel(seed)
    columns = [[random.getrandbits(5) for _ in range(LANES)] for _ in range(parameters)]
    same = [column[0] for column in columns]
    items = [
        run(module, "f", [lane, *(column[lane] for column in columns)], Memory())
        for lane in range(LANES)
    ]
    alone = [
        run(module, "f", [lane, *same], Memory()).results[0] for lane in range(LANES)
    ]
    packed = [pack(INTS, 32, column) for column in (range(LANES), *columns)]
    lanes = run(in_lanes(module, False), "f", packed, Memory())
    assert unpack(INTS, LANES, 32, lanes.results[0]) == [
        item.results[0] for item in items
    ]
    module, _ = random_kernel(seed, is_lane=True)
    lanes = run(in_lanes(module, True), "f", same, Memory())
    assert unpack(INTS, LANES, 32, lanes.results[0]) == alone


@pytest.mark.parametrize("seed", range(100))
def test_random_kernels(seed: int):
    check(seed)
