"""Loops with several iterations for one test compute what they did before."""

from itertools import product

import pytest
from counted_loops import counted, loops, run

from circ.tools.formats import read_mlir
from circ.transforms.circuit.partial_unroll import CircuitPartialUnrollPass
from circ.transforms.pipelines import compile, run_passes

CONSTANT = [
    ("slt", 0, 64, 1),
    ("slt", 0, 63, 1),
    ("slt", 0, 23, 1),
    ("slt", 5, 3, 1),
    ("sle", -7, 30, 3),
    ("ult", 3, 100, 7),
    ("ne", 40, 0, -2),
    ("sgt", 20, -21, -1),
    ("sge", 20, -20, -4),
    ("uge", 50, 1, -1),
    ("eq", 5, 5, 1),
]


@pytest.mark.parametrize(("condition", "start", "bound", "step"), CONSTANT)
@pytest.mark.every(2, first=1)
def test_constant_trips(condition: str, start: int, bound: int, step: int):
    test = f"%go = arith.cmpi {condition}, %i, %bound : i32"
    check(counted(test, start, bound, step), (0, 3, -5))


CHANGING = [
    *product(("slt", "sle", "ult", "ule", "ne"), (0, 1, 2, -3), (1,)),
    *product(("sgt", "sge", "ugt", "uge", "ne"), (0, 10, -1), (-1,)),
    *product(("slt", "sle", "ult"), (0, -5), (2, 4)),
    *product(("sgt", "uge"), (17, 6), (-2, -8)),
]


@pytest.mark.parametrize(("condition", "start", "step"), CHANGING)
@pytest.mark.every(11, first=8)
def test_trips_by_argument(condition: str, start: int, step: int):
    """Where the loop ends soon for so small numbers."""
    test = f"%go = arith.cmpi {condition}, %i, %x : i32"
    inputs = [x for x in range(-6, 24) if _ends(condition, start, step, x)]
    check(counted(test, start, 0, step), inputs)


def test_test_of_the_next_value():
    test = (
        "%k = arith.addi %i, %step : i32\n  %go = arith.cmpi slt, %k, %x : i32",
        "%k = arith.addi %i, %step : i32\n  %go = arith.cmpi sgt, %x, %k : i32",
    )
    for each in test:
        check(counted(each, 0, 0, 1), range(-3, 14))
        check(counted(each, 5, 0, 1), range(-3, 14))


def test_bounds_at_the_ends():
    """Distances above half of all numbers, and bounds next to which counters wrap."""
    last = 2**31 - 1
    test = "%go = arith.cmpi slt, %i, %x : i32"
    check(counted(test, last - 9, 0, 1), (last, last - 1, last - 9, -last, -last - 1))
    check(counted(test, -last - 1, 0, 1), (-last, 9 - last, -last - 1))
    test = "%go = arith.cmpi sgt, %i, %x : i32"
    check(counted(test, 9 - last, 0, -1), (-last - 1, -last, last))
    check(counted("%go = arith.cmpi ne, %i, %x : i32", -4, 0, 1), range(-4, 9))


def check(source: str, inputs: tuple[int, ...] | range | list[int]) -> None:
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitPartialUnrollPass()], circuit)
    assert loops(circuit) >= 1
    lowered = compile(circuit, "naplespu", disable=["unroll"])
    for x in inputs:
        wanted = run(module, x)
        assert run(circuit, x) == wanted
        assert run(lowered, x) == wanted


def _ends(condition: str, start: int, step: int, bound: int) -> bool:
    def bits(value: int) -> int:
        return value % (1 << 32) if condition[0] == "u" else value

    compare = {
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
        "gt": lambda a, b: a > b,
        "ge": lambda a, b: a >= b,
        "ne": lambda a, b: a != b,
    }[condition if condition == "ne" else condition[1:]]
    value = start
    for _ in range(64):
        if not compare(bits(value), bits(bound)):
            return True
        value += step
    return False


@pytest.mark.parametrize(("start", "unrolled"), [("%c0", True), ("%i", False)])
def test_trip_counts_that_change(start: str, unrolled: bool):
    """A loop that begins elsewhere in each iteration around it is often short."""
    source = f"""
func.func @f(%n: index, %x: i32) -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {{
    %q = scf.for %j = {start} to %n step %c1 iter_args(%t = %s) -> i32 {{
      %u = arith.muli %t, %t : i32
      %v = arith.xori %u, %x : i32
      scf.yield %v : i32
    }}
    scf.yield %q : i32
  }}
  return %r : i32
}}"""
    circuit = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    run_passes([CircuitPartialUnrollPass()], circuit)
    assert loops(circuit) == (3 if unrolled else 2)
