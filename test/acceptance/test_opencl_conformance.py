"""Kernels of OpenCL C as conformance suites have them, against what numpy computes."""

from functools import cache

import pytest
from c_compiler import needs_clang
from opencl_conformance_cases import CASES, FILE, check

import circ

pytestmark = needs_clang


@cache
def program() -> circ.Program:
    return circ.load(str(FILE))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.every(6, first=3)
def test_each_item(name: str):
    check(program(), name, level="source")


SHORT = ("struct_written", "irreducible", "private_stack", "local_long_atomics")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in SHORT else pytest.mark.long)
        for name in CASES
    ],
)
@pytest.mark.every(3)
def test_in_lanes_on_threads(name: str):
    check(program(), name, lanes=16, threads=8, opt=3)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("lanes", (1, 8, 16))
@pytest.mark.parametrize("threads", (1, 8))
@pytest.mark.parametrize("opt", (2, 3))
def test_every_way(name: str, lanes: int, threads: int, opt: int):
    check(program(), name, lanes=lanes, threads=threads, opt=opt)
