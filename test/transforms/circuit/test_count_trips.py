"""circuit-count-trips: loops of lanes get counters that the lanes have in common."""

import pytest
from levels import parsed

import circ
from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.verifier import verify_module
from circ.transforms.circuit.count_trips import count_trips
from circ.transforms.circuit.unroll import unroll
from circ.transforms.pipelines import compile

LANES = 16


def program(start: str, condition: str, step: int, bound: str, lanes: str = ", 16"):
    """A sum of the counter, of a loop in a loop of four steps."""
    return f"""
    func.func @f(%lane: i32, %lanes: i32, %n: i32) -> i32 attributes {{
      circ.lanes = array<i64: 0, 1{lanes}>
    }} {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %sixteen = arith.constant 16 : i32
      %end = arith.constant 64 : i32
      %step = arith.constant {step} : i32
      %bound = arith.constant {bound} : i32
      %all = scf.for %base = %zero to %end step %sixteen
          iter_args(%total = %zero) -> (i32) : i32 {{
        %item = arith.addi %base, %lane : i32
        {start}
        %i, %sum = scf.while (%i = %start, %s = %total) : (i32, i32) -> (i32, i32) {{
          %more = arith.cmpi {condition}, %i, %bound : i32
          scf.condition(%more) %i, %s : i32, i32
        }} do {{
        ^bb0(%i: i32, %s: i32):
          %mixed = arith.muli %s, %sixteen : i32
          %next = arith.xori %mixed, %i : i32
          %further = arith.addi %i, %step : i32
          scf.yield %further, %next : i32, i32
        }}
        scf.yield %sum : i32
      }}
      return %all : i32
    }}
    """


ITEM = "%start = arith.addi %item, %zero : i32"


def check(text: str, counted: int) -> None:
    module = compile(parsed(text), "circuit", 0)
    (func,) = (op for op in module.ops if isinstance(op, FuncOp))

    def results() -> list[object]:
        return [
            circ.run(module, lane, LANES, 7, level="circuit", opt=0).results[0]
            for lane in range(LANES)
        ]

    before = results()
    assert count_trips(func) == counted
    verify_module(module)
    assert results() == before
    unroll(func, 4096)
    assert results() == before


@pytest.mark.parametrize(
    ("start", "condition", "step", "bound"),
    [
        (ITEM, "ult", 64, "256"),
        (ITEM, "slt", 64, "256"),
        (ITEM, "ule", 64, "255"),
        (ITEM, "slt", 64, "64"),
        (ITEM, "sgt", -64, "-257"),
        ("%start = arith.addi %item, %sixteen : i32", "ult", 128, "1000"),
    ],
)
@pytest.mark.every(3)
def test_all_lanes_are_alike(start: str, condition: str, step: int, bound: str):
    check(program(start, condition, step, bound), 1)


@pytest.mark.parametrize(
    ("start", "condition", "step", "bound", "lanes"),
    [
        (ITEM, "ult", 64, "255", ", 16"),  # the last item has one less
        (ITEM, "ult", 32, "40", ", 16"),
        (ITEM, "ult", 64, "256", ""),  # made for any number of lanes
        (ITEM, "ult", 63, "256", ", 16"),
        ("%start = arith.muli %lane, %n : i32", "ult", 64, "256", ", 16"),
        ("%start = arith.subi %lane, %one : i32", "ult", 64, "256", ", 16"),
    ],
)
@pytest.mark.every(2)
def test_lanes_differ(start: str, condition: str, step: int, bound: str, lanes: str):
    check(program(start, condition, step, bound, lanes), 0)
