"""All passes keep what circuits with addresses of 64 bits do."""

from random import Random

import pytest
from levels import parsed
from random_circuits import LONG_ADDRESSES, circuit_program
from wide_addresses import check_loops, check_passes, widen
from xdsl.context import Context
from xdsl.passes import ModulePass

from circ.targets.circuit.gates import read_gates, write_gates
from circ.transforms.circuit.fuse_loops import CircuitFuseLoopsPass
from circ.transforms.circuit.loops_to_lanes import CircuitLoopsToLanesPass
from circ.transforms.circuit.memory import CircuitMemoryPass
from circ.transforms.pipelines import compile, run_passes

SEEDS = range(0, 240, 40)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("opt", (2, 3))
@pytest.mark.every(4)
def test_random_circuits(seed: int, opt: int):
    program = circuit_program(Random(seed), LONG_ADDRESSES)
    check_passes(program.module, program.arguments, opt)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("opt", (2, 3))
def test_random_loops(seed: int, opt: int):
    check_loops(seed, opt)


@pytest.mark.long
@pytest.mark.parametrize("start", SEEDS)
def test_campaign(start: int):
    for seed in range(start, start + 40):
        for opt in (2, 3):
            try:
                program = circuit_program(Random(seed), LONG_ADDRESSES)
                check_passes(program.module, program.arguments, opt)
                check_loops(seed, opt)
            except BaseException as error:
                error.add_note(f"seed {seed}, opt {opt}")
                raise


@pytest.mark.parametrize(
    ("distance", "wanted"), ((0, "SE | t | seven"), (1 << 32, "SE | t | x"))
)
def test_addresses_are_apart_by_all_their_bits(distance: int, wanted: str):
    """What is loaded behind a store of 7 so far from the store of `x` before."""
    text = f"""\
a = ARG[ARCH64] {{0}}
x = ARG[I32] {{1}}
seven = CONST[I32] {{7}}
k = CONST[ARCH64] {{{distance}}}
p = ADD[ARCH64] : | | a, k
s = STORE : | DE | x, a
t = STORE : | s | seven, p
l = LOAD[I32] : | t | a
r = RETURN : SE | t | l
"""
    module = read_gates(text, "f.circuit")
    CircuitMemoryPass().apply(Context(), module)
    assert write_gates(module).splitlines()[-1].endswith(f" : {wanted}")


LOOPS = """
memref.global "private" @g : memref<64xi32> = dense<2>
func.func @f() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %limit = arith.constant 64 : index
  %g = memref.get_global @g : memref<64xi32>
  scf.for %i = %zero to %limit step %one {
    %x = memref.load %g[%i] : memref<64xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %g[%i] : memref<64xi32>
  }
  scf.for %i = %zero to %limit step %one {
    %x = memref.load %g[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %g[%i] : memref<64xi32>
  }
  return
}
"""


@pytest.mark.parametrize(
    "step",
    (CircuitFuseLoopsPass(), CircuitLoopsToLanesPass()),
    ids=lambda step: step.name,
)
def test_passes_for_short_addresses(step: ModulePass):
    """They change a program, but leave the same one with wider addresses alone."""
    narrow = compile(parsed(LOOPS), "circuit", opt=1)
    wide = narrow.clone()
    widen(wide)
    for module, is_changed in ((narrow, True), (wide, False)):
        before = str(module)
        run_passes([step], module)
        assert (str(module) != before) is is_changed
