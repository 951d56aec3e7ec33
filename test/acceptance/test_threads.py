"""Programs for several threads at every level: the same results, arrays and output."""

from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import i32

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.execute.outcome import ExecutionLimit
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.system import System
from circ.tools.formats import context
from circ.transforms.compare_levels import Run, compare_levels
from circ.transforms.pipelines import LEVELS, compile

PROGRAMS = Path(__file__).parent / "programs" / "threads"
THREADS = 8
LIMIT = 1_000_000


def runs_of(
    text: str, values: list[np.ndarray | int], opt: int, threads: int = THREADS
) -> dict[str, Run]:
    """The runs of `main` by level, which are equal."""
    module = parse_module(context(), text, "threads.mlir")
    signature = signature_of(definitions(module)["main"])
    arguments: list[Argument] = []
    for type, value in zip(signature.inputs, values, strict=True):
        if (array := array_type(type)) is not None:
            assert isinstance(value, np.ndarray)
            arguments.append(Array(array, "", value))
        else:
            assert isinstance(value, int)
            arguments.append(Scalar(type, value))
    (runs,) = compare_levels(
        *(module, "main", signature, [arguments], opt, LIMIT), threads=threads
    )
    assert [level for level in runs if level != "host"] == [*LEVELS]
    return runs


def results(run: Run) -> list[list[int]]:
    """What each thread has given back."""
    outcome = run.execution.outcome
    return [outcome.results, *outcome.others]


@pytest.mark.parametrize("opt", (0, 2))
def test_reduction_through_the_scratchpad(opt: int):
    numbers = np.random.default_rng(1).integers(-(2**31), 2**31, 64).astype(np.int32)
    text = (PROGRAMS / "reduction.mlir").read_text()
    total = np.zeros(1, np.int32)
    for run in runs_of(text, [numbers, total], opt).values():
        expected = int(numbers.sum(dtype=np.int32))
        assert results(run) == [[expected & 0xFFFFFFFF]] * THREADS
        assert run.execution.arrays[1][0] == expected


@pytest.mark.parametrize("opt", (0, 2))
def test_product_of_matrices_by_rows(opt: int):
    rng = np.random.default_rng(2)
    a, b = (rng.normal(size=(16, 16)).astype(np.float32) for _ in range(2))
    text = (PROGRAMS / "matmul.mlir").read_text()
    expected = np.zeros((16, 16), np.float32)
    for k in range(16):
        expected = expected + np.multiply.outer(a[:, k], b[k, :])
    trace = np.float32(0)
    for i in range(16):
        trace = trace + expected[i, i]
    runs = runs_of(text, [a, b, np.zeros((16, 16), np.float32)], opt)
    for run in runs.values():
        np.testing.assert_array_equal(run.execution.arrays[2], expected)
        assert results(run) == [[int(trace.view(np.uint32))]] * THREADS


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.every(2)
def test_many_barriers(opt: int):
    rounds = 600  # some numbers of barriers are used again: they count modulo 512
    text = (PROGRAMS / "barriers.mlir").read_text()
    token, seen = 1, 0
    for turn in range(rounds):
        token = (3 * token + turn % THREADS) & 0xFFFFFFFF
        seen = (seen + token) & 0xFFFFFFFF
    for run in runs_of(text, [rounds], opt).values():
        assert results(run) == [[seen]] * THREADS
        # The last one to arrive goes on first, so that it is the one before next time.
        first = -2 * rounds % THREADS
        order = [(first + number) % THREADS for number in range(THREADS)]
        assert run.output.split() == [*map(str, order)]


BUILTINS = """
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_write_control_reg(i32, i32)
func.func private @__builtin_npu_write_mask_reg(i32)
func.func private @__builtin_npu_read_mask_reg() -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @assert(i1)
"""


def test_what_belongs_to_a_thread_and_what_to_the_core():
    text = f"""{BUILTINS}
    func.func @main() -> (i32, i32, i32, i32) {{
      %two = arith.constant 2 : i32
      %three = arith.constant 3 : i32
      %six = arith.constant 6 : i32
      %status = arith.constant 11 : i32
      %debug = arith.constant 20 : i32
      %id = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
      func.call @__builtin_npu_write_mask_reg(%id) : (i32) -> ()
      func.call @__builtin_npu_write_control_reg(%id, %status) : (i32, i32) -> ()
      func.call @__builtin_npu_write_control_reg(%id, %debug) : (i32, i32) -> ()
      func.call @__builtin_npu_barrier(%two, %three) : (i32, i32) -> ()
      %m = func.call @__builtin_npu_read_mask_reg() : () -> i32
      %s = func.call @__builtin_npu_read_control_reg(%status) : (i32) -> i32
      %d = func.call @__builtin_npu_read_control_reg(%debug) : (i32) -> i32
      %e = func.call @__builtin_npu_read_control_reg(%six) : (i32) -> i32
      return %m, %s, %d, %e : i32, i32, i32, i32
    }}"""
    for run in runs_of(text, [], 2, threads=4).values():
        assert results(run) == [[n, n, 3, 0b1111] for n in range(4)]


def message_of(text: str, values: list[np.ndarray | int], threads: int) -> str:
    with pytest.raises(Diagnostic) as caught:
        runs_of(text, values, 2, threads)
    return str(caught.value)


def test_threads_that_all_wait():
    text = f"""{BUILTINS}
    func.func @main(%others: i32) {{
      %id = arith.constant 9 : i32
      func.call @__builtin_npu_barrier(%id, %others) : (i32, i32) -> ()
      return
    }}"""
    assert message_of(text, [2], 2) == (
        "threads.mlir:11:7: error: all threads wait: thread 0 at barrier 9, which "
        "lacks 1; thread 1 at barrier 9, which lacks 1 (at level source)"
    )
    alone = message_of(text, [2], 1)
    assert alone.endswith("error: barrier waits for 2 other threads (at level source)")
    assert "threads must be 1 to 8, but is 9" in message_of(text, [0], 9)


def test_an_error_in_one_thread_ends_all():
    text = f"""{BUILTINS}
    func.func @main() {{
      %two = arith.constant 2 : i32
      %one = arith.constant 1 : i32
      %seven = arith.constant 7 : i32
      %id = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
      %fine = arith.cmpi ne, %id, %one : i32
      func.call @assert(%fine) : (i1) -> ()
      func.call @__builtin_npu_barrier(%two, %seven) : (i32, i32) -> ()
      return
    }}"""
    assert "assertion failed (at level source)" in message_of(text, [], 8)


@pytest.mark.parametrize("level", LEVELS)
def test_the_limit_is_that_of_all_threads(level: str):
    text = """func.func @main(%n: i32) -> i32 {
      %r = arith.muli %n, %n : i32
      return %r : i32
    }"""
    module = parse_module(context(), text, "limit.mlir")
    signature = signature_of(definitions(module)["main"])
    lowered = compile(module, level)
    externals = externals_of(module, print)

    def run(limit: int | None):
        given = (level, lowered, "main", signature, [Scalar(i32, 3)], externals)
        return execute(*given, limit, threads=4).outcome

    outcome = run(None)
    assert [outcome.results, *outcome.others] == [[9]] * 4
    assert run(outcome.operations).operations == outcome.operations
    with pytest.raises(ExecutionLimit):
        run(outcome.operations - 1)


STARTED = """
memref.global "private" @numbers : memref<8xi32, 68> = dense<[1, 2, 3, 4, 5, 6, 7, 8]>
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_read_mask_reg() -> i32
func.func @main(%argc: i32, %argv: i32) -> i32 {
  %two = arith.constant 2 : i32
  %seven = arith.constant 7 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %none = arith.constant 0 : i32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %number = arith.index_cast %thread : i32 to index
  %p = memref.get_global @numbers : memref<8xi32, 68>
  %x = memref.load %p[%number] : memref<8xi32, 68>
  %y = arith.muli %x, %argc : i32
  memref.store %y, %p[%number] : memref<8xi32, 68>
  func.call @__builtin_npu_barrier(%seven, %seven) : (i32, i32) -> ()
  %sum = scf.for %i = %zero to %eight step %one iter_args(%s = %none) -> (i32) {
    %z = memref.load %p[%i] : memref<8xi32, 68>
    %more = arith.addi %s, %z : i32
    scf.yield %more : i32
  }
  %mask = func.call @__builtin_npu_read_mask_reg() : () -> i32
  %all = arith.addi %sum, %mask : i32
  return %all : i32
}
"""


@pytest.mark.parametrize("turn", (1, 7, 1024))
def test_with_startup_code(turn: int):
    module = parse_module(context(), STARTED, "started.mlir")
    image = link([object_of(compile(module, "naplespu"))])
    system = System(THREADS)
    system.load(image, argc=10)
    system.run(image.entry, turn=turn)
    assert all(thread.ended for thread in system.threads)
    assert system.result == 360 + 0xFFFF
