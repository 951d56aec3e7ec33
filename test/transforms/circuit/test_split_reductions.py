"""Reductions in several parts give what they gave in one."""

from random import Random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.circuit.control import FuncOp, LoopBeginOp, ValueSelectorOp
from circ.dialects.common.operation_search import operations_in
from circ.tools.formats import read_mlir
from circ.transforms.circuit.split_reductions import split_reductions
from circ.transforms.pipelines import compile

SIZE = 16
OPERATIONS = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui")

SOURCE = """
func.func @f(%a: memref<16x{type}>, %n: index, %v: {type}) -> ({type}, {type}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 15 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %v, %t0 = %v)
      -> ({type}, {type}) {{
    {body}
    scf.yield {last} : {type}, {type}
  }}
  return %r#0, %r#1 : {type}, {type}
}}
"""


def program(body: str, last: str, type: str = "i32") -> str:
    return SOURCE.format(body=body, last=last, type=type)


def terms(count: int, type: str = "i32") -> str:
    """Loads %x0, %x1, … of elements from %i on."""
    lines: list[str] = []
    for k in range(count):
        lines += (
            f"%k{k} = arith.constant {k} : index",
            f"%p{k} = arith.addi %i, %k{k} : index",
            f"%q{k} = arith.andi %p{k}, %m : index",
            f"%x{k} = memref.load %a[%q{k}] : memref<16x{type}>",
        )
    return "\n    ".join(lines)


def chain(operation: str, count: int, type: str = "i32") -> str:
    lines = [
        f"%s{k + 1} = arith.{operation} %s{k}, %x{k} : {type}" for k in range(count)
    ]
    return "\n    ".join((terms(count, type), *lines))


def split(source: str, ways: int = 4, floats: bool = False) -> tuple[int, ModuleOp]:
    circuit = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    found = 0
    for func in operations_in(circuit.body, FuncOp):
        found += split_reductions(func, ways, floats)
    return found, circuit


def check(source: str, circuit: ModuleOp) -> None:
    module = read_mlir(source.encode(), "f.mlir")
    lowered = compile(circuit, "naplespu")
    random = Random(source)
    for n in (0, 1, 2, 5):
        array = np.array([random.getrandbits(32) for _ in range(SIZE)], np.uint32)
        arguments = (array.view(np.int32), n, random.getrandbits(31))
        expected = circ.run(module, *arguments, entry="f", level="source").results
        for each in (circuit, lowered):
            assert circ.run(each, *arguments, entry="f").results == expected


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("count", "ways"), [(4, 4), (7, 3)])
@pytest.mark.every(12, first=6)
def test_chains(operation: str, count: int, ways: int):
    source = program(chain(operation, count), f"%s{count}, %t0")
    found, circuit = split(source, ways)
    assert found == 1
    (func,) = operations_in(circuit.body, FuncOp)
    (head,) = operations_in(func.body, LoopBeginOp)
    users = [use.operation for use in head.state.uses]
    carried = sum(isinstance(user, ValueSelectorOp) for user in users)
    assert carried == 1 + min(ways, count)  # and the counter
    check(source, circuit)


def test_trees_and_signs():
    body = f"""{terms(4)}
    %u = arith.subi %x1, %x2 : i32
    %v0 = arith.subi %s0, %u : i32
    %w = arith.addi %x0, %x3 : i32
    %s1 = arith.subi %v0, %w : i32"""
    source = program(body, "%s1, %t0")
    found, circuit = split(source)
    assert found == 1
    check(source, circuit)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.every(9, first=3)
def test_random_bodies(seed: int):
    """Two values joined with others, which may be partial results."""
    random = Random(seed)
    lines = [terms(4)]
    names = [f"%x{k}" for k in range(4)]
    last: list[str] = []
    for name in "st":
        operation, value = random.choice(OPERATIONS), f"%{name}0"
        for k in range(1, random.randrange(3, 7)):
            if random.random() < 0.15:
                names.append(value)
            pair = [value, random.choice(names)]
            if random.random() < 0.3:
                pair.reverse()
            if random.random() < 0.1:
                operation = random.choice(OPERATIONS)
            lines.append(f"%{name}{k} = arith.{operation} {', '.join(pair)} : i32")
            value = f"%{name}{k}"
        last.append(value)
        names += random.choices((value, f"%{name}0", "%v"), k=random.randrange(2))
    source = program("\n    ".join(lines), ", ".join(last))
    check(source, split(source)[1])


@pytest.mark.parametrize(
    ("body", "last"),
    [
        # Looked at on the way, or after it.
        (chain("addi", 2) + "\n    %t1 = arith.xori %t0, %s1 : i32", "%s2, %t1"),
        (chain("addi", 2) + "\n    %t1 = arith.xori %t0, %s2 : i32", "%s2, %t1"),
        (chain("addi", 2) + "\n    %t1 = arith.xori %t0, %s0 : i32", "%s2, %t1"),
        # Counts twice, or is subtracted.
        (chain("addi", 2) + "\n    %t1 = arith.addi %s2, %s2 : i32", "%t1, %t0"),
        (chain("subi", 2) + "\n    %t1 = arith.subi %x0, %s2 : i32", "%t1, %t0"),
        # One term, and two operations.
        (chain("addi", 1), "%s1, %t0"),
        (terms(2)
         + "\n    %s1 = arith.addi %s0, %x0 : i32\n    %s2 = arith.muli %s1, %x1 : i32",
         "%s2, %t0"),
    ],
)  # fmt: skip
@pytest.mark.every(3, first=1)
def test_what_stays(body: str, last: str):
    source = program(body, last)
    found, circuit = split(source)
    assert not found
    check(source, circuit)


def test_what_is_joined_takes_as_long():
    """The terms follow from a value that the iterations compute one after the other."""
    body = """
    %t1 = arith.muli %t0, %t0 : i32
    %s1 = arith.addi %s0, %t1 : i32
    %t2 = arith.muli %t1, %v : i32
    %s2 = arith.addi %s1, %t2 : i32"""
    assert not split(program(body, "%s2, %t2"))[0]


@pytest.mark.parametrize("operation", ("addf", "subf", "mulf"))
@pytest.mark.every(2, first=1)
def test_floats(operation: str):
    """Numbers whose sums and products are exact, so that the order does not count."""
    source = program(chain(operation, 4, "f32"), "%s4, %t0", "f32")
    assert not split(source)[0]
    found, circuit = split(source, floats=True)
    assert found == 1
    array = np.array([1, 2, -1, 0.5] * 4, np.float32)
    for n in (0, 1, 9):
        expected = circ.run(source, array, n, 4.0, entry="f", level="source").results
        assert circ.run(circuit, array, n, 4.0, entry="f").results == expected


def test_floats_of_no_terms_keep_their_sign():
    """-0 + -0 is -0: a part that begins with +0 would change that."""
    source = program(chain("addf", 2, "f32"), "%s2, %t0", "f32")
    found, circuit = split(source, floats=True)
    assert found == 1
    zeros = np.full(SIZE, -0.0, np.float32)
    result = circ.run(circuit, zeros, 3, -0.0, entry="f", level="circuit").results[0]
    assert np.signbit(result)


def test_parts_do_not_wait():
    """What the pass is for: fewer cycles."""
    source = program(chain("addi", 4), "%s4, %t0")
    known = source.replace("to %n", "to %hundred").replace(
        "%m = ", "%hundred = arith.constant 100 : index\n  %m = "
    )
    array = np.arange(SIZE, dtype=np.int32)

    def cycles(text: str, *disable: str) -> int:
        run = circ.run(
            *(text, array, 100, 3), entry="f", opt=3, timed=True, disable=disable
        )
        return run.counters["cycles"]

    assert cycles(known) < cycles(known, "split-reductions")
    assert cycles(source) == cycles(source, "split-reductions")
