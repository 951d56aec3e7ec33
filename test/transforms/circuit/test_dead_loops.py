"""Loops go whose results are known without them, and only those."""

import pytest
from counted_loops import loops, run

from circ.tools.formats import read_mlir
from circ.transforms.circuit.dead_loops import CircuitDeadLoopsPass
from circ.transforms.circuit.rotate import CircuitRotatePass
from circ.transforms.pipelines import compile, run_passes


def summing(condition: str, start: int, step: int, body: str, type: str = "i32") -> str:
    """A loop over a counter that folds something into a value."""
    convert = {"i32": "", "i8": "trunci", "i64": "extsi"}[type]
    narrow = {"i32": "", "i8": "extui", "i64": "trunci"}[type]
    value = f"%y = arith.{convert} %x : i32 to {type}" if convert else ""
    back = f"%out = arith.{narrow} %r : {type} to i32" if narrow else ""
    first, last = ("%y" if convert else "%x"), ("%out" if narrow else "%r")
    return f"""
func.func @f(%x: i32) -> (i32, i32) {{
  {value}
  %start = arith.constant {start} : i32
  %step = arith.constant {step} : i32
  %three = arith.constant 3 : {type}
  cf.br ^head(%start, {first} : i32, {type})
^head(%i: i32, %v: {type}):
  %go = arith.cmpi {condition}, %i, %x : i32
  cf.cond_br %go, ^body, ^exit(%v : {type})
^body:
  {body}
  %j = arith.addi %i, %step : i32
  cf.br ^head(%j, %w : i32, {type})
^exit(%r: {type}):
  {back}
  return {last}, %i : i32, i32
}}
"""


CONSTANT = "%w = arith.addi %v, %three : i32"
COUNTER = "%w = arith.addi %i, %v : i32"
FALLING = "%w = arith.subi %v, %x : i32"
DIFFERENCE = "%u = arith.subi %v, %i : i32\n  %w = arith.addi %u, %x : i32"
BOTH = "%u = arith.addi %v, %i : i32\n  %w = arith.addi %u, %x : i32"


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("body", [CONSTANT, COUNTER, BOTH, FALLING, DIFFERENCE])
@pytest.mark.parametrize(
    ("condition", "start", "step"),
    [
        *(("slt", 0, 1), ("slt", -4, 1), ("ult", 2, 1), ("ne", -3, 1)),
        *(("sgt", 9, -1), ("ugt", 12, -1), ("ne", 10, -1)),
    ],
)
@pytest.mark.every(8)
def test_sums(condition: str, start: int, step: int, body: str, rotated: bool):
    check(summing(condition, start, step, body), rotated, 0)


@pytest.mark.parametrize("body", [CONSTANT, BOTH])
@pytest.mark.parametrize(
    ("condition", "start", "step"),
    [("slt", 0, 4), ("ult", 4, 4), ("ne", -8, 4), ("sgt", 8, -4), ("ne", 16, -2)],
)
@pytest.mark.every(3, first=1)
def test_steps_that_meet_the_bound(condition: str, start: int, step: int, body: str):
    bound = "%mask = arith.constant -4 : i32\n  %n = arith.andi %x, %mask : i32\n"
    source = summing(condition, start, step, body)
    source = source.replace("  cf.br ^head(%start", f"  {bound}  cf.br ^head(%start")
    source = source.replace("%i, %x : i32\n  cf.cond_br", "%i, %n : i32\n  cf.cond_br")
    check(source, False, 0)
    if condition != "ne":
        check(source.replace("constant -4", "constant -6"), False, 1)


@pytest.mark.parametrize("type", ["i8", "i64"])
def test_other_widths(type: str):
    body = f"%w = arith.addi %v, %three : {type}"
    check(summing("slt", 0, 1, body, type), False, 0)


@pytest.mark.parametrize(
    "body",
    [
        "%w = arith.muli %v, %x : i32",  # no sum
        "%w = arith.subi %x, %v : i32",  # changes its sign
        "%s = arith.addi %v, %i : i32\n  %w = arith.addi %s, %v : i32",  # doubled
    ],
)
def test_others_stay(body: str):
    check(summing("slt", 0, 1, body), False, 1)


def test_a_loop_that_may_not_end_stays():
    source = summing("slt", 0, 2, CONSTANT)
    check(source, False, 1)
    check(source.replace("return %r, %i", "return %x, %x"), False, 1)
    source = summing("slt", 0, 1, CONSTANT)
    check(source.replace("return %r, %i", "return %x, %x"), False, 0)


def test_a_loop_that_is_not_tested_in_each_iteration_stays():
    source = """
      func.func @f(%n: i32) -> (i32, i32) {
        %one = arith.constant 1 : i32
        %three = arith.constant 3 : i32
        %zero = arith.constant 0 : i32
        cf.br ^head(%zero, %n : i32, i32)
      ^head(%i: i32, %v: i32):
        %low = arith.andi %i, %three : i32
        cf.switch %low : i32, [default: ^body, 0: ^test, 3: ^test]
      ^test:
        %go = arith.cmpi slt, %i, %n : i32
        cf.cond_br %go, ^body, ^exit
      ^body:
        %w = arith.addi %v, %three : i32
        %j = arith.addi %i, %one : i32
        cf.br ^head(%j, %w : i32, i32)
      ^exit:
        return %v, %i : i32, i32
      }"""
    check(source, False, 1)


def check(source: str, rotated: bool, left: int) -> None:
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    if rotated:
        run_passes([CircuitRotatePass()], circuit)
    run_passes([CircuitDeadLoopsPass()], circuit)
    assert loops(circuit) == left
    lowered = compile(circuit, "naplespu")
    for x in range(0, 9):
        assert run(circuit, x) == run(lowered, x) == run(module, x)
