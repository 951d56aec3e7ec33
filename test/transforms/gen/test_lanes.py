"""gen-lanes: sixteen lanes compute what sixteen runs of one work-item do."""

from random import Random

import pytest
from levels import parsed
from machine_runs import run_function
from random_kernels import random_kernel
from random_machine import Signature
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen.types import LANES
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.transforms.gen.lane_programs import GenLanesPass
from circ.transforms.pipelines import compile

SEEDS = 250
SEEDS_ON_MACHINE = 20
LIMIT = 1_000_000


def in_lanes(module: ModuleOp, uniform_inputs: bool) -> ModuleOp:
    GenLanesPass(lanes=LANES, uniform_inputs=uniform_inputs).apply(Context(), module)
    verify_module(module)
    return module


def items(module: ModuleOp, columns: list[list[int]]) -> list[int]:
    """The result of each work-item."""
    return [
        run(
            module, "f", [lane, *(column[lane] for column in columns)], Memory()
        ).results[0]
        for lane in range(LANES)
    ]


def check(seed: int, on_machine: bool = False) -> None:
    """Arguments of each item's own, and the same ones for all."""
    random = Random(seed)
    module, parameters = random_kernel(seed)
    columns = [[random.getrandbits(5) for _ in range(LANES)] for _ in range(parameters)]
    same = [column[0] for column in columns]
    alone = items(module, columns), items(module, [[value] * LANES for value in same])
    varying = in_lanes(module, False)
    uniform = in_lanes(random_kernel(seed, is_lane=True)[0], True)
    if on_machine:
        vectors = [list(range(LANES)), *columns]
        signature = Signature("f", [True] * len(vectors), [True])
        code = compile(varying, "naplespu")
        found = run_function(code, signature, [*vectors], LIMIT, "rtl")
        assert found == [alone[0]]
        signature = Signature("f", [False] * len(same), [True])
        code = compile(uniform, "naplespu")
        found = run_function(code, signature, [*same], LIMIT, "rtl")
        assert found == [alone[1]]
        return
    packed = [pack(INTS, 32, column) for column in (range(LANES), *columns)]
    for lanes, arguments, expected in (
        (varying, packed, alone[0]),
        (uniform, same, alone[1]),
    ):
        (result,) = run(lanes, "f", arguments, Memory()).results
        assert unpack(INTS, LANES, 32, result) == expected


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.every(10)
def test_random_kernels(seed: int):
    check(seed)


@pytest.mark.parametrize("seed", range(SEEDS_ON_MACHINE))
@pytest.mark.every(5, first=3)
def test_random_kernels_on_the_machine(seed: int):
    check(seed, on_machine=True)


@pytest.mark.long
@pytest.mark.parametrize("first", range(SEEDS, SEEDS + 3000, 100))
def test_many_random_kernels(first: int):
    for seed in range(first, first + 100):
        check(seed)
        if seed % 10 == 0:
            check(seed, on_machine=True)


def test_predicates_in_text():
    module = in_lanes(random_kernel(12)[0], False)
    text = write_gen_text(module)
    assert "STORE<%" in text
    assert write_gen_text(read_gen_text(text, "f.gen")) == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("gen.sync {mask = 1}", "a barrier that some lanes may not reach"),
    ],
)
def test_refusals(line: str, message: str):
    module = parsed(
        f"""gen.func @g() {{
  gen.ret
}}
gen.func @f(dword) {{
  %a = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<bool>
  gen.inputs %a
  gen.eq int32 %p = %a, %a
  gen.bra_if %p, ^one, ^other
^one:
  {line}
  gen.bra ^other
^other:
  gen.ret
}}"""
    )
    with pytest.raises(Diagnostic, match=message):
        in_lanes(module, False)
