"""Kernels as benchmark suites have them, against what numpy says they compute."""

from functools import cache

import pytest
from c_compiler import needs_clang
from opencl_suite_cases import CASES, FILE, check
from pytest import param

import circ

pytestmark = needs_clang

LONG = pytest.mark.long
OPTIONS = [
    ("naplespu", 16, 8, 3),
    param("source", 1, 1, 2, marks=LONG),
    param("circuit", 1, 1, 1, marks=LONG),
    param("llvlir", 1, 1, 2, marks=LONG),
    param("host", 1, 1, 2, marks=LONG),
    param("gen", 16, 1, 1, marks=LONG),
    param("gen", 8, 1, 2, marks=LONG),
    param("naplespu", 1, 1, 3, marks=LONG),
    param("naplespu", 1, 8, 2, marks=LONG),
    param("naplespu", 8, 8, 3, marks=LONG),
    param("naplespu", 16, 1, 0, marks=LONG),
]
"""Level, lanes, threads and `opt`."""


@cache
def module() -> circ.Program:
    return circ.load(str(FILE))


@pytest.mark.parametrize("level, lanes, threads, opt", OPTIONS)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.every(90, first=33)
def test_kernel(name: str, level: str, lanes: int, threads: int, opt: int):
    check(module(), name, level=level, threads=threads, lanes=lanes, opt=opt)
