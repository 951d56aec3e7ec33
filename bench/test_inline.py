"""Inlining many small functions with branches: the pass, and what the rest saves."""

import time
from collections.abc import Iterator

import pytest
from conftest import SIZES
from pytest_benchmark.fixture import BenchmarkFixture
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.memory import CallOp
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.circuit.inline import CircuitInlinePass
from circ.transforms.pipelines import passes

CALLS = 2
OPERATIONS = 100
"""Of a caller with one of its callees."""
KINDS = ("muli", "addi", "xori")


def program(functions: int) -> str:
    """Functions that each call two of as many small ones."""
    parts = [helper(number) for number in range(functions)]
    parts += ["".join(caller(number, functions)) for number in range(functions)]
    return "".join(parts)


def helper(number: int) -> str:
    return f"""
func.func @h{number}(%a: i32, %b: i32) -> i32 {{
  %c = arith.constant {number} : i32
  %x = arith.xori %a, %c : i32
  %less = arith.cmpi slt, %x, %b : i32
  cf.cond_br %less, ^then, ^else
^then:
  %y = arith.muli %x, %b : i32
  return %y : i32
^else:
  %z = arith.subi %x, %b : i32
  return %z : i32
}}
"""


def caller(number: int, functions: int) -> Iterator[str]:
    yield f"func.func @f{number}(%v0: i32, %w: i32) -> i32 {{\n"
    value = 0
    for call in range(CALLS):
        for i in range((OPERATIONS - 8) // CALLS - 1):
            kind = KINDS[i % len(KINDS)]
            yield f"  %v{value + 1} = arith.{kind} %v{value}, %w : i32\n"
            value += 1
        callee = (7 * number + call) % functions
        arguments = f"(%v{value}, %w) : (i32, i32) -> i32"
        yield f"  %v{value + 1} = func.call @h{callee}{arguments}\n"
        value += 1
    yield f"  return %v{value} : i32\n}}\n"


@pytest.mark.parametrize("size", SIZES)
def test_inline(benchmark: BenchmarkFixture, table, size: str):
    functions = SIZES[size] // OPERATIONS
    module = parse_module(context(), program(functions), "bench.mlir")
    steps = passes("source", "circuit")
    (inline,) = (i for i, p in enumerate(steps) if isinstance(p, CircuitInlinePass))
    for step in steps[:inline]:
        step.apply(Context(), module)
    taken: list[float] = []

    def run() -> None:
        start = time.process_time()
        steps[inline].apply(Context(), module)
        taken.append(time.process_time() - start)

    benchmark.pedantic(run, rounds=1)
    assert not calls(module)
    name = "circuit-inline: 2 calls in 100 operations"
    table.record(name, "ops/s", size, SIZES[size] / taken[0])


def calls(module: ModuleOp) -> int:
    return sum(isinstance(op, CallOp) for op in module.walk())
