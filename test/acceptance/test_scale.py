"""
Large inputs of every shape go the whole way down and compute what they must.

How long they take is measured in `bench`; here it is only that nothing overflows,
recurses or is encoded wrongly, and that work is in proportion to the functions.
"""

import gc
from collections import Counter
from collections.abc import Iterator

import large_programs as programs
import pytest
from large_programs import Program
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import i32

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import Verifier
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import object_of
from circ.tools.command import large_stack
from circ.tools.formats import context
from circ.transforms.pipelines import lowerings, passes


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    with paused_collector():
        yield
    gc.collect()


def check(program: Program) -> None:
    """Lower once, and run the program at every level."""
    module = parse_module(context(), program.text, "large.mlir")
    signature = signature_of(definitions(module)["main"])
    arguments = [Scalar(i32, value) for value in program.arguments]
    for level, lowered in lowerings(module, "naplespu"):
        done = execute(level, lowered, "main", signature, arguments, {})
        assert list(done.outcome.results) == [program.expected], level


SMALL = {
    "straight": lambda: programs.straight_line(2_500),
    "live200": lambda: programs.straight_line(2_000, 200),
    "chain": lambda: programs.chain(5_000),
    "memory": lambda: programs.memory_chain(1_500),
    "memory in branches": lambda: programs.memory_branches(1_000),
    "blocks": lambda: programs.branches(1_000, 500),
    "loops in a row": lambda: programs.loops(600),
    "loops": lambda: programs.nested_loops(200),
    "functions": lambda: programs.functions(50),
    "switch": lambda: programs.switch(400),
    "table": lambda: programs.switch(400, 2),
    "arguments": lambda: programs.many_arguments(300),
}

LARGE = {
    "straight": lambda: programs.straight_line(100_000),
    "live200": lambda: programs.straight_line(100_000, 200),
    "chain": lambda: programs.chain(100_000),
    "memory": lambda: programs.memory_chain(100_000),
    "memory in branches": lambda: programs.memory_branches(100_000),
    "blocks": lambda: programs.branches(100_000, 10_000),
    "loops in a row": lambda: programs.loops(100_000),
    "loops": lambda: programs.nested_loops(1_000),
    "functions": lambda: programs.functions(4_348),
    "switch": lambda: programs.switch(25_000),
    "table": lambda: programs.switch(25_000, 2),
    "arguments": lambda: programs.many_arguments(5_000),
}
"""100,000 operations but for loops and arguments: 1,000 and 5,000 of those."""


@pytest.mark.parametrize("shape", SMALL)
@pytest.mark.every(9, first=3)
def test_large_programs(shape: str):
    check(SMALL[shape]())


@pytest.mark.parametrize("depth", (200, pytest.param(1_000, marks=pytest.mark.long)))
def test_nested_regions(depth: int):
    """On the stack that the commands have."""
    with large_stack():
        check(programs.nested_regions(depth))


@pytest.mark.long
@pytest.mark.parametrize("shape", LARGE)
def test_very_large_programs(shape: str):
    check(LARGE[shape]())


def work_by_pass(functions: int) -> Counter[str]:
    """Calls in each pass, the verifier and emission, for so many short functions."""
    text = programs.functions(functions, operations=1).text
    module = parse_module(context(), text, "functions.mlir")
    verifier, work = Verifier(module), Counter[str]()
    for step in passes("source", "naplespu"):
        work[step.name] += calls_in(lambda step=step: step.apply(Context(), module))
        work["verify"] += calls_in(verifier.verify)
    work["emission"] = calls_in(lambda: object_of(module))
    return work


@pytest.mark.parametrize("count", (8, pytest.param(25, marks=pytest.mark.long)))
def test_work_is_linear_in_functions(count: int):
    """No pass looks through the module for each function or call."""
    work_by_pass(2)
    few, many = work_by_pass(count), work_by_pass(8 * count)
    assert {name for name in many if many[name] > 8.1 * few[name]} == set()
