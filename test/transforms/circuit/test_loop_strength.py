"""Addresses in loops become pointers, and what is left of counters counts down."""

import numpy as np
import pytest
from counted_loops import counted, run

import circ
from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.integers import MulOp, ShlOp
from circ.dialects.common.operation_search import operations_in
from circ.tools.formats import read_mlir
from circ.transforms.circuit.linear import Polynomials
from circ.transforms.circuit.loop_strength import CircuitLoopStrengthPass
from circ.transforms.circuit.loops import loops_of
from circ.transforms.circuit.rotate import CircuitRotatePass
from circ.transforms.pipelines import compile, run_passes

PASSES = [CircuitRotatePass(), CircuitLoopStrengthPass()]


def kernel(body: str, start: int = 0, step: int = 1) -> str:
    return f"""
func.func @f(%n: index, %st: index, %a: memref<4096xi32>) -> i32 {{
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c300 = arith.constant 300 : index
  %start = arith.constant {start} : index
  %step = arith.constant {step} : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %start to %n step %step iter_args(%s = %z) -> i32 {{
{body}
    scf.yield %w : i32
  }}
  return %r : i32
}}
"""


ONE = """    %v = memref.load %a[%i] : memref<4096xi32>
    %w = arith.addi %s, %v : i32"""
PRODUCT = """    %j = arith.muli %i, %st : index
    %v = memref.load %a[%j] : memref<4096xi32>
    %w = arith.addi %s, %v : i32"""
FAR = """    %j = arith.addi %i, %c7 : index
    %k = arith.addi %i, %c300 : index
    %l = arith.addi %i, %c2 : index
    %v = memref.load %a[%j] : memref<4096xi32>
    %x = memref.load %a[%k] : memref<4096xi32>
    memref.store %x, %a[%l] : memref<4096xi32>
    %y = memref.load %a[%i] : memref<4096xi32>
    %u = arith.addi %s, %v : i32
    %t = arith.muli %u, %y : i32
    %w = arith.addi %t, %x : i32"""
NEEDED = """    %j = arith.muli %i, %c7 : index
    %k = arith.index_cast %i : index to i32
    %v = memref.load %a[%j] : memref<4096xi32>
    %t = arith.muli %s, %k : i32
    %w = arith.addi %t, %v : i32"""


@pytest.mark.parametrize("body", [ONE, PRODUCT, FAR, NEEDED])
@pytest.mark.parametrize(("start", "step"), [(0, 1), (3, 1), (0, 2), (1, 3), (-3, 4)])
@pytest.mark.every(6, first=3)
def test_addresses(body: str, start: int, step: int):
    if start < 0:  # no address below the array
        body = body.replace("[%i]", "[%c7]").replace("%i, %c7", "%c7, %c7")
        body = body.replace("%i, %st", "%st, %st").replace("%i, %c2", "%c2, %c2")
    module = read_mlir(kernel(body, start, step).encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes(PASSES, circuit)
    if body is ONE:
        (func,) = operations_in(circuit.body, FuncOp)
        loops = loops_of(func)
        assert loops is not None
        (loop,) = loops
        members = [gate for gate in loop.members if isinstance(gate, ShlOp | MulOp)]
        assert not members
        (test,) = (gate for gate in loop.members if isinstance(gate, ICmpOp))
        counts_down = constant_of(test.rhs) == 0
        assert counts_down == (step == 1)
    programs = (
        (module, "source"),
        (circuit, "circuit"),
        (compile(circuit, "naplespu"), "naplespu"),
        (compile(module, "naplespu"), "naplespu"),
    )
    for n, stride in ((0, 3), (1, 3), (2, 1), (3, 1), (9, 5), (40, 0), (-2, 7)):
        array = np.arange(4096, dtype=np.int32)
        results = [
            circ.run(program, n, stride, array.copy(), entry="f", level=level)
            for program, level in programs
        ]
        for result in results[1:]:
            assert result.results == results[0].results
            assert np.array_equal(result.arrays[2], results[0].arrays[2])


@pytest.mark.parametrize(
    ("test", "start", "step"),
    [
        ("%go = arith.cmpi slt, %i, %x : i32", 0, 1),
        ("%go = arith.cmpi slt, %i, %x : i32", -5, 1),
        ("%go = arith.cmpi sle, %i, %x : i32", 0, 1),
        ("%go = arith.cmpi slt, %i, %x : i32", 0, 2),
        ("%go = arith.cmpi ne, %i, %x : i32", 0, 1),
        ("%go = arith.cmpi sgt, %i, %x : i32", 9, -1),
        ("%go = arith.cmpi sge, %x, %i : i32", 0, 1),
        ("%go = arith.cmpi ult, %i, %bound : i32", 3, 5),
        ("%go = arith.cmpi uge, %i, %bound : i32", 30, -1),
    ],
)
@pytest.mark.every(3)
def test_counters(test: str, start: int, step: int):
    """What is left of the counter after the loop is its last value."""
    source = counted(test, start, 17, step).replace(
        "%v, %i : i32\n  %next", "%v, %x : i32\n  %next"
    )
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes(PASSES, circuit)
    lowered = compile(circuit, "naplespu")
    for x in range(0, 12):
        assert run(circuit, x) == run(lowered, x) == run(module, x)


def test_polynomials():
    """Sums and products by constants are seen through; what is not is an atom."""
    text = """
circuit.func @f(i32, i32) -> i32 {
  %s = circuit.state_entry
  %d = circuit.depend_entry
  %x = circuit.arg 0 : i32
  %y = circuit.arg 1 : i32
  %c3 = circuit.constant 3 : i32
  %p = circuit.add %x, %c3 : i32
  %q = circuit.sub %p, %y : i32
  %r = circuit.shl %q, %c3 : i32
  %t = circuit.mul %r, %p : i32
  %u = circuit.xor %t, %y : i32
  %v = circuit.sub %u, %u : i32
  circuit.return %s, %d, %v : i32
}
"""
    (func,) = operations_in(read_mlir(text.encode(), "f.mlir").body, FuncOp)
    values = {
        result.name_hint: result
        for gate in func.body.block.ops
        for result in gate.results
    }
    known = Polynomials()
    x, y = (known.atom(values[name]) for name in "xy")
    assert known.of(values["r"]) == {(x,): 8, (y,): 2**32 - 8, (): 24}
    assert known.of(values["t"]) == {
        **{(x, x): 8, (x, y): 2**32 - 8, (x,): 48, (y,): 2**32 - 24, (): 72}
    }
    assert len(known.of(values["u"])) == 1
    assert known.of(values["v"]) == {}
