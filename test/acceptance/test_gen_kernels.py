"""
Kernels written at level gen, dispatched at gen and on NaplesPU: lanes and threads.

Kernels that were lowered from source to a level are dispatched from there as well.
"""

from collections.abc import Callable

import numpy as np
import pytest
from gen_kernel_cases import KERNELS, RUNS, Words
from gen_kernels import kernel

import circ
from circ.dialects.common.module_functions import definitions
from circ.dialects.gen import FuncOp
from circ.transforms.kernels.gen_barriers import cut_gen_at_barriers


def run(name: str, level: str, lanes: int, threads: int, opt: int = 2) -> circ.Result:
    case = KERNELS[name]
    program = kernel(case.arguments, case.body, case.attribute, case.head)
    return circ.run(
        program,
        *case.given,
        level=level,
        lanes=lanes,
        threads=threads,
        global_size=case.space[0],
        local_size=case.space[1],
        offset=case.offset,
        opt=opt,
    )


def check(name: str, run: circ.Result) -> None:
    for position, want in KERNELS[name].expected().items():
        assert run.arrays[position].tolist() == want.tolist(), (name, position)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.every(9, first=6)
def test_a_kernel(name: str):
    """In lanes and on threads; every other one at one more of the runs in turn."""
    number = [*KERNELS].index(name)
    more = [RUNS[number // 2 % len(RUNS)]] if number % 2 else []
    for level, lanes, threads in dict.fromkeys((RUNS[1], *more)):
        check(name, run(name, level, lanes, threads, 2 + number % 2))


@pytest.mark.long
@pytest.mark.parametrize("opt", (0, 1, 2, 3))
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_in_all_ways(name: str, opt: int):
    for level, lanes, threads in RUNS:
        check(name, run(name, level, lanes, threads, opt))


@pytest.mark.parametrize("name", [*KERNELS][:2])
def test_levels_agree(name: str):
    case = KERNELS[name]
    program = kernel(case.arguments, case.body, case.attribute, case.head)
    runs = circ.compare_levels(
        *(program, *case.given),
        global_size=case.space[0],
        local_size=case.space[1],
        lanes=16,
    )
    assert [*runs] == ["gen", "naplespu"]
    check(name, runs["gen"])


# region Lowered from source

REVERSE = """
func.func private @circ.barrier(i32)
func.func @k(%src: i32, %tile: i32, %scale: f32, %i: i32, %l: i32, %size: i32)
    attributes {
  circ.kernel = #circ.kernel<["global src", "local tile", "value scale"],
    {hidden = ["global_id_0", "local_id_0", "local_size_0"]}>
} {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %offset = arith.shli %i, %two : i32
  %at = arith.addi %src, %offset : i32
  %x = pointer.load %at : f32
  %own = arith.shli %l, %two : i32
  %to = arith.addi %tile, %own : i32
  pointer.store %x, %to memory <4, space 68> : f32
  BARRIER
  %last = arith.subi %size, %one : i32
  %other = arith.subi %last, %l : i32
  %other_offset = arith.shli %other, %two : i32
  %from = arith.addi %tile, %other_offset : i32
  %y = pointer.load %from memory <4, space 68> : f32
  %scaled = arith.mulf %y, %scale : f32
  %z = arith.addf %scaled, %x : f32
  pointer.store %z, %at : f32
  return
}
"""


@pytest.mark.parametrize("level", ["circuit", "llvlir", "gen"])
@pytest.mark.parametrize("barrier", [True, False])
@pytest.mark.every(3)
def test_kernels_of_other_levels(level: str, barrier: bool):
    """A circuit with a barrier runs from llvlir on; without one an item is alone."""
    text = "func.call @circ.barrier(%one) : (i32) -> ()" if barrier else ""
    program = circ.compile(REVERSE.replace("BARRIER", text), level)
    x = np.arange(20, dtype=np.float32)
    size = 8 if barrier else 1
    want = np.concatenate([3 * g[::-1] + g for g in np.split(x, range(size, 20, size))])
    runs = circ.compare_levels(
        *(program, x, "local:32", 3.0),
        global_size=20,
        local_size=size,
        lanes=16,
        threads=8,
    )
    levels = ["circuit", "llvlir", "gen", "naplespu"]
    is_cut = barrier and level == "circuit"
    assert [*runs] == levels[levels.index("llvlir" if is_cut else level) :]
    for run in runs.values():
        assert (run.arrays[0] == want).all()


PARTING = """
func.func private @circ.barrier(i32)
func.func @k(%data: i32, %l: i32, %size: i32) attributes {
  circ.kernel = #circ.kernel<["global data"],
    {hidden = ["local_id_0", "local_size_0"]}>
} {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %bit = arith.andi %l, %one : i32
  %odd = arith.cmpi ne, %bit, %c0 : i32
  %own_offset = arith.shli %l, %two : i32
  %own = arith.addi %data, %own_offset : i32
  %next = arith.addi %l, %one : i32
  %wrapped = arith.remui %next, %size : i32
  %next_offset = arith.shli %wrapped, %two : i32
  %other = arith.addi %data, %next_offset : i32
  BODY
  return
}
"""
LOOP = """
  scf.for %i = %c0 to %size step %one : i32 {
    %round = arith.andi %i, %one : i32
    %turn = arith.cmpi eq, %round, %bit : i32
    scf.if %odd {
      %x = pointer.load %other : i32
      %y = arith.addi %x, %i : i32
      scf.if %turn {
        pointer.store %y, %own : i32
      }
    } else {
      %x = pointer.load %other : i32
      %y = arith.muli %x, %two : i32
      scf.if %turn {
        pointer.store %y, %own : i32
      }
    }
    func.call @circ.barrier(%one) : (i32) -> ()
  }
"""
JUMP = """
  %way = scf.if %odd -> i32 {
    pointer.store %size, %own : i32
    scf.yield %one : i32
  } else {
    pointer.store %l, %own : i32
    scf.yield %c0 : i32
  }
  func.call @circ.barrier(%one) : (i32) -> ()
  %again = arith.cmpi ne, %way, %c0 : i32
  scf.if %again {
    %x = pointer.load %other : i32
    %y = arith.addi %x, %l : i32
    pointer.store %y, %own : i32
  }
"""


def looped(x: Words, size: int) -> list[int]:
    for i in range(size):
        before = x.copy()
        for k in range(size):
            if k & 1 == i & 1:
                other = before[(k + 1) % size]
                x[k] = other + i if k & 1 else other * 2
    return x.tolist()


def jumped(x: Words, size: int) -> list[int]:
    return [(k + 1) % size + k if k & 1 else k for k in range(size)]


@pytest.mark.parametrize(("body", "meaning"), [(LOOP, looped), (JUMP, jumped)])
@pytest.mark.parametrize("opt", [2, pytest.param(3, marks=pytest.mark.long)])
def test_items_that_part_meet_at_one_barrier(
    body: str, meaning: Callable[[Words, int], list[int]], opt: int
):
    """Circuits with barriers are optimised, but no copy of a barrier is for some."""
    source = circ.load(PARTING.replace("BODY", body), "mlir")
    x = np.arange(8, dtype=np.int32)
    want = meaning(x.copy(), 8)
    for program in (source, circ.compile(source, "llvlir", opt=opt)):
        run = circ.run(program, x, global_size=8, local_size=8, opt=opt)
        assert run.arrays[0].tolist() == want


def test_what_runs_from_another_level_on():
    text = REVERSE.replace("BARRIER", "func.call @circ.barrier(%one) : (i32) -> ()")
    program = circ.compile(text, "circuit")
    given = np.zeros(8, np.float32), "local:32", 1.0
    with pytest.raises(circ.Diagnostic, match="is dispatched from level llvlir on"):
        circ.run(program, *given, level="circuit", global_size=8)
    program = circ.compile(text.replace("@circ.barrier", "@other"), "naplespu")
    with pytest.raises(circ.Diagnostic, match="but is machine code"):
        circ.run(program, *given, global_size=8)


# endregion


TWO_CONSTANTS = """
func.func private @circ.barrier(i32)
func.func @k(%p: i32, %n: i32, %i: i32) attributes {
  circ.kernel = #circ.kernel<["global p", "value n"], {hidden = ["local_id_0"]}>
} {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %is = arith.cmpi ne, %n, %zero : i32
  cf.cond_br %is, ^then, ^end
^then:
  %a = arith.constant 123456 : i32
  %b = arith.constant NUMBER : i32
  %x = pointer.load %p : i32
  %y = arith.muli %x, %a : i32
  pointer.store %y, %p : i32
  func.call @circ.barrier(%one) : (i32) -> ()
  %z = pointer.load %p : i32
  %w = arith.divui %z, %b : i32
  pointer.store %w, %p : i32
  cf.br ^end
^end:
  return
}
"""


@pytest.mark.parametrize("number", [123456, 654321])
def test_constants_are_computed_again_behind_barriers(number: int):
    """Also where one gate, in any block, is that of both sides: none is in memory."""
    text = TWO_CONSTANTS.replace("NUMBER", str(number))
    module = circ.compile(text, "gen").module
    func = definitions(module)["k"]
    assert isinstance(func, FuncOp)
    _, context = cut_gen_at_barriers(func)
    assert context.item == 0
