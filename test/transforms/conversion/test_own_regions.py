"""Operations of other packages with regions run at every level by their meaning."""

from abc import ABC
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import pytest
from own_dialect import parse_with
from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.traits import NoTerminator

import circ
from circ.dialects.common.meaning import HasRegionMeaning
from circ.transforms.pipelines import LEVELS

Values: TypeAlias = Sequence[Any]


class RegionOp(IRDLOperation, HasRegionMeaning, ABC):
    inputs = var_operand_def()
    outputs = var_result_def()
    bodies = var_region_def()


@irdl_op_definition
class RepeatOp(RegionOp):
    """The region, applied several times to its own results."""

    name = "own.repeat"
    times = prop_def(IntegerAttr)

    def compute(self, k: Any, bodies: Values, operands: Values) -> Values:
        (body,) = bodies
        for _ in range(self.times.value.data):
            operands = body(operands)
        return operands


@irdl_op_definition
class MapOp(RegionOp):
    """Lane by lane: a region of as many numbers as there are vectors."""

    name = "own.map"

    def compute(self, k: Any, bodies: Values, operands: Values) -> Values:
        lanes = len(operands) // len(self.inputs)
        rows = [operands[lane::lanes] for lane in range(lanes)]
        return [value for row in rows for value in bodies[0](row)]


@irdl_op_definition
class DifferenceOp(RegionOp):
    """The difference of what its two regions yield."""

    name = "own.difference"

    def compute(self, k: Any, bodies: Values, operands: Values) -> Values:
        (first,), (second,) = (body(operands) for body in bodies)
        return (k.sub(32, first, second),)


@irdl_op_definition
class OpenOp(RegionOp):
    """Its region may end without a terminator, as far as xDSL is concerned."""

    name = "own.open"
    traits = traits_def(NoTerminator())

    def compute(self, k: Any, bodies: Values, operands: Values) -> Values:
        return bodies[0](operands)


@irdl_op_definition
class BareOp(RegionOp):
    """Its body gets a value in the place of a sequence."""

    name = "own.bare"

    def compute(self, k: Any, bodies: Values, operands: Values) -> Any:
        return bodies[0](operands[0])


OPERATIONS = [RepeatOp, MapOp, DifferenceOp, OpenOp, BareOp]

REPEAT = """
func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r:2 = "own.repeat"(%x, %y) <{times = 5 : i64}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    own.yield %b, %s : i32, i32
  }) : (i32, i32) -> (i32, i32)
  return %r#0, %r#1 : i32, i32
}
"""
"""Both yielded values are arguments of the next call, exchanged."""

OUTER = """
func.func @square(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
func.func @f(%m: memref<8xi32>, %x: i32) -> i32 {
  %one = arith.constant 1 : index
  %r:2 = "own.repeat"(%one, %x) <{times = 4 : i64}> ({
  ^bb0(%i: index, %a: i32):
    %e = memref.load %m[%i] : memref<8xi32>
    %c = arith.cmpi slt, %e, %x : i32
    %b = scf.if %c -> (i32) {
      %q = func.call @square(%a) : (i32) -> i32
      memref.store %q, %m[%i] : memref<8xi32>
      scf.yield %q : i32
    } else {
      scf.yield %e : i32
    }
    %next = arith.addi %i, %one : index
    %zero = arith.constant 0 : index
    %three = arith.constant 3 : index
    %sum = scf.for %j = %zero to %three step %one iter_args(%s = %b) -> (i32) {
      %f = memref.load %m[%j] : memref<8xi32>
      %t = arith.addi %s, %f : i32
      memref.store %t, %m[%j] : memref<8xi32>
      scf.yield %t : i32
    }
    own.yield %next, %sum : index, i32
  }) : (index, i32) -> (index, i32)
  return %r#1 : i32
}
"""
"""Memory, a branch, a loop, a call and values from outside, in the region."""

MAP = """
func.func @f(%v: vector<5xi16>, %w: vector<5xi16>, %x: i16) -> vector<5xi16> {
  %r = "own.map"(%v, %w) ({
  ^bb0(%a: i16, %b: i16):
    %p = arith.muli %a, %b : i16
    %s = arith.addi %p, %x : i16
    own.yield %s : i16
  }) : (vector<5xi16>, vector<5xi16>) -> vector<5xi16>
  return %r : vector<5xi16>
}
"""

NESTED = """
func.func @f(%x: i32) -> i32 {
  %r = "own.difference"(%x) ({
  ^bb0(%a: i32):
    %t = "own.repeat"(%a) <{times = 3 : i64}> ({
    ^bb0(%b: i32):
      %c = arith.addi %b, %a : i32
      own.yield %c : i32
    }) : (i32) -> i32
    own.yield %t : i32
  }, {
  ^bb0(%a: i32):
    own.yield %a : i32
  }) : (i32) -> i32
  return %r : i32
}
"""

OF_VECTORS = """
func.func @f(%v: vector<4xf32>) -> vector<4xf32> {
  %r = "own.repeat"(%v) <{times = 2 : i64}> ({
  ^bb0(%a: vector<4xf32>):
    %s = arith.addf %a, %v : vector<4xf32>
    own.yield %s : vector<4xf32>
  }) : (vector<4xf32>) -> vector<4xf32>
  return %r : vector<4xf32>
}
"""

NEVER = REPEAT.replace("times = 5", "times = 0")


def outer_model(memory: list[int], x: int) -> int:
    value = x
    for index in range(1, 5):
        if memory[index] < x:
            value = memory[index] = value * value
        else:
            value = memory[index]
        for place in range(3):
            value += memory[place]
            memory[place] = value
    return value


def compare(text: str, *arguments: Any) -> dict[str, Any]:
    runs = circ.compare_levels(parse_with(OPERATIONS, text), *arguments, entry="f")
    assert tuple(runs) == LEVELS
    return runs


def test_repeat():
    assert compare(REPEAT, 1, 1)["naplespu"].results == [8, 13]
    assert compare(NEVER, 3, 4)["naplespu"].results == [3, 4]


def test_memory_and_control_in_the_region():
    memory, data = [3, 1, 9, 2, 8, 0, 0, 0], np.array([3, 1, 9, 2, 8, 0, 0, 0], "i4")
    expected = outer_model(memory, 4)
    for run in compare(OUTER, data, 4).values():
        assert run.results == [expected] and run.arrays[0].tolist() == memory


def test_lanes_of_vectors():
    v, w = np.arange(5, dtype=np.int16), np.arange(5, 10, dtype=np.int16)
    for run in compare(MAP, v, w, -3).values():
        assert np.array_equal(run.results[0], v * w - 3)
    x = np.arange(4, dtype=np.float32) / 4
    for run in compare(OF_VECTORS, x).values():
        assert np.array_equal(run.results[0], 3 * x)


def test_several_regions_and_nesting():
    assert compare(NESTED, 7)["naplespu"].results == [21]


MISTAKES = {
    r"region 0, which is not one block, is not supported": """
  ^bb0(%a: i32, %b: i32):
    cf.br ^bb1
  ^bb1:
    own.yield %a, %b : i32, i32""",
    r"each block must end in a terminator": """
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32""",
    r"'own.repeat': its meaning calls region 0 with 2 values instead of 1": """
  ^bb0(%a: i32):
    own.yield %a, %a : i32, i32""",
    r"'own.repeat': its meaning computes 1 results instead of 2": """
  ^bb0(%a: i32, %b: i32):
    own.yield %a : i32""",
}


def repeat_of(body: str) -> str:
    """The program with another region."""
    begin, end = REPEAT.index("\n  ^bb0"), REPEAT.index("\n  })")
    return REPEAT[:begin] + body + REPEAT[end:]


@pytest.mark.parametrize("message", MISTAKES)
@pytest.mark.parametrize("level", ("source", "circuit"))
def test_mistakes(message: str, level: str):
    text = repeat_of(MISTAKES[message]).replace("times = 5", "times = 1")
    module = parse_with(OPERATIONS, text)
    with pytest.raises(circ.Diagnostic, match=message) as caught:
        circ.run(module, 1, 2, level=level)
    assert str(caught.value).startswith("own.mlir:")


@pytest.mark.parametrize("level", ("source", "circuit"))
def test_a_region_without_a_terminator(level: str):
    text = repeat_of(MISTAKES[r"each block must end in a terminator"])
    text = text.replace("repeat", "open").replace("<{times = 5 : i64}> ", "")
    match = "region 0 of 'own.open' does not end with a terminator that yields"
    with pytest.raises(circ.Diagnostic, match=match):
        circ.run(parse_with(OPERATIONS, text), 1, 2, level=level)


@pytest.mark.parametrize("level", ("source", "circuit"))
def test_a_body_that_gets_no_sequence(level: str):
    text = """func.func @f(%x: i32) -> i32 {
      %r = "own.bare"(%x) ({
      ^bb0(%a: i32):
        own.yield %a : i32
      }) : (i32) -> i32
      return %r : i32
    }"""
    with pytest.raises(circ.Diagnostic, match="must give a tuple or list, but gives"):
        circ.run(parse_with(OPERATIONS, text), 1, level=level)


def test_a_region_without_a_meaning():
    @irdl_op_definition
    class SilentOp(IRDLOperation):
        name = "own.silent"
        body = region_def()

    text = """func.func @f() {
      "own.silent"() ({
        own.yield
      }) : () -> ()
      return
    }"""
    module = parse_with([SilentOp], text)
    for level in ("source", "circuit"):
        match = r"has no meaning \(HasRegionMeaning or HasExpansion, docs/operations-of"
        with pytest.raises(circ.Diagnostic, match=match):
            circ.run(module, level=level)
