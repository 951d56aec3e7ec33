"""
`naplespu-shorten-choices`: both forms of a choice are proved to be the same, and loops
give the same results, in fewer cycles.
"""

from itertools import product
from random import Random

import machine_terms
import numpy as np
import pytest
from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Block, SSAValue

import circ
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.terms import Bytes, assert_equal, symbol
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.ops import ReturnOp, instruction
from circ.dialects.naplespu.registers import SCALAR
from circ.transforms.naplespu.optimization.shorten_choices import (
    INVERSE,
    Choice,
    inverse_of,
)

COMPARISONS = [
    name
    for name, record in operations().items()
    if record.RECORD.operation in INVERSE
    and all(kind is type(SCALAR) for kind in record.RECORD.shape.sources)
]


class Choosing:
    """A block with one choice, by a comparison."""

    def __init__(self, comparison: str, swaps: tuple[bool, ...], constant: int | None):
        self.block = Block(arg_types=[SCALAR] * 4)
        self.swaps = swaps
        x, y, a, b = self.block.args
        one = len(operations()[comparison].RECORD.shape.sources) == 1
        compared = [x] if one else [x, y]
        self.condition = self.add(comparison, compared, 5 if one else None)
        self.then, self.otherwise = a, b
        difference = self.difference(0, a, constant)
        factors = [difference, self.condition][:: -1 if swaps[1] else 1]
        self.result = self.difference(2, self.add("MULLSSS_32", factors), constant)
        self.block.add_op(ReturnOp.create(operands=[self.result]))

    def add(
        self, record: str, operands: list[SSAValue], imm: int | None = None
    ) -> SSAValue:
        op = instruction(record, operands, [SCALAR], imm=imm, location=UnknownLoc())
        self.block.add_op(op)
        return op.results[0]

    def difference(self, place: int, value: SSAValue, constant: int | None) -> SSAValue:
        if constant is not None:
            return self.add("XORSSI", [value], constant)
        pair = [value, self.otherwise]
        return self.add("XORSSS_32", pair[:: -1 if self.swaps[place] else 1])


@pytest.mark.parametrize("comparison", COMPARISONS)
@pytest.mark.parametrize("constant", (None, -7))
def test_both_forms_are_the_same(comparison: str, constant: int | None):
    for swaps in product((False, True), repeat=3):
        choosing = Choosing(comparison, swaps, constant)
        block, last = choosing.block, choosing.result.owner
        assert isinstance(last, RecordOp)
        choice = Choice.of(last)
        assert choice is not None and choice.then is choosing.then
        new = choice.shorten(inverse_of(choice.comparison).results[0])
        values = {arg: symbol(f"x{i}", 32) for i, arg in enumerate(block.args)}
        *ops, end = block.ops
        machine_terms.run(ops, values, Bytes("memory"))
        assert end.operands[0] is new[-1].results[0]
        assert_equal(values[choosing.result], values[end.operands[0]])


def test_what_is_no_choice():
    """Another value in the end, a second use, a factor that may be any number."""
    swaps = (False, False, False)
    choosing = Choosing("SEQSISSS_32", swaps, None)
    _, difference, product_, last, _ = choosing.block.ops
    last.operands[1] = choosing.block.args[0]
    assert Choice.of(last) is None
    last.operands[1] = choosing.otherwise
    assert Choice.of(last) is not None
    product_.operands[1] = choosing.then
    assert Choice.of(last) is None
    product_.operands[1] = choosing.condition
    last.operands[1] = difference.results[0]
    assert Choice.of(last) is None


# region Loops

HEAD = """
func.func @f(%x: memref<32xi32>, %y: memref<32xi32>, %n: index, %k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %s0 = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0) -> (i32) {
    %v = memref.load %x[%i] : memref<32xi32>
    %w = memref.load %y[%i] : memref<32xi32>"""
VALUES = ("%s", "%v", "%w", "%k", "%five")
CONDITIONS = ("eq", "ne", "slt", "sge", "ugt", "ule")
CARRIED = """
    %c = arith.cmpi slt, %v, %k : i32
    %a = arith.muli %s, %v : i32
    %b = arith.xori %s, %w : i32
    %d = arith.select %c, %a, %b : i32
    scf.yield %d : i32
  }
  return %r : i32
}"""


def random_loop(random: Random) -> str:
    lines = [HEAD]
    values = list(VALUES)
    for i in range(random.randint(1, 4)):
        for side in "ab":
            gate = random.choice(("addi", "muli", "xori", "subi"))
            one, other = random.choices(values, k=2)
            lines.append(f"    %{side}{i} = arith.{gate} {one}, {other} : i32")
        one, other = random.choices(values, k=2)
        condition = random.choice(CONDITIONS)
        lines.append(f"    %t{i} = arith.cmpi {condition}, {one}, {other} : i32")
        pair = random.sample([f"%a{i}", f"%b{i}", random.choice(values)], 2)
        lines.append(f"    %d{i} = arith.select %t{i}, {', '.join(pair)} : i32")
        values.append(f"%d{i}")
        if random.random() < 0.4:
            lines.append(f"    memref.store %d{i}, %y[%i] : memref<32xi32>")
    lines.append(f"    scf.yield {values[-1]} : i32\n  }}\n  return %r : i32\n}}")
    return "\n".join(lines)


def run(text: str, level: str, *disable: str) -> circ.Result:
    random = np.random.default_rng(1)
    x, y = (random.integers(-9, 9, 32).astype(np.int32) for _ in "xy")
    timed = level == "naplespu"
    given = {"entry": "f", "level": level, "disable": disable, "timed": timed}
    return circ.run(text, x, y, 29, 2, **given)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.every(4, first=1)
def test_random_loops(seed: int):
    text = random_loop(Random(seed))
    expected, found = run(text, "source"), run(text, "naplespu")
    assert found.results == expected.results
    for one, other in zip(*(r.arrays.values() for r in (found, expected)), strict=True):
        assert np.array_equal(one, other)


def test_a_carried_choice_takes_fewer_cycles():
    text = HEAD + CARRIED
    short, long = run(text, "naplespu"), run(text, "naplespu", "shorten-choices")
    assert short.results == long.results
    assert short.counters["cycles"] < 0.9 * long.counters["cycles"]


# endregion


BARRIER = "func.call @__builtin_npu_barrier(%s, %s) : (i32, i32) -> ()"


@pytest.mark.parametrize("call", ("", BARRIER))
def test_choices_of_threads_stay(call: str):
    """Where there are barriers, other threads issue while one waits for a choice."""
    program = circ.load(
        f"""
        func.func private @__builtin_npu_barrier(i32, i32)
        func.func @f(%x: memref<128xi32>, %s: i32) -> i32 {{
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %count = arith.constant 128 : index
          %k3 = arith.constant 3 : i32
          {call}
          %m = scf.for %k = %zero to %count step %one iter_args(%a = %s) -> (i32) {{
            %v = memref.load %x[%k] : memref<128xi32>
            %c = arith.cmpi slt, %a, %v : i32
            %d = arith.subi %a, %k3 : i32
            %n = arith.select %c, %v, %d : i32
            scf.yield %n : i32
          }}
          return %m : i32
        }}
        """
    )
    changed, same = (
        str(circ.compile(program, "naplespu", disable=disable).module)
        for disable in ((), ("shorten-choices",))
    )
    assert (changed == same) == bool(call)
