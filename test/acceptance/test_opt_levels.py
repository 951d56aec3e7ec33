"""
A higher level of optimisation costs no more: `bench/levels.py` has the rules.

`opt=2` needs no more instructions than `opt=0`, and `opt=3` takes no more cycles than
`opt=2`, but for one miss of the instruction cache.
"""

import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Protocol

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "levels.py"

OPTS = (0, 2, 3)


class Cost(Protocol):
    """Of a run; `levels.Cost`."""

    instructions: int
    cycles: int


def _bench() -> ModuleType:
    """`levels` of `bench`; `test/support` has a module of that name."""
    spec = spec_from_file_location("bench_levels", BENCH)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


LEVELS = _bench()
FAST = {
    f"{program.group} {program.name}": program
    for program in chain.from_iterable(
        LEVELS.GROUPS[name]() for name in ("strength", "placement", "programs")
    )
}


FEW = [name for name in FAST if not name.startswith("programs ")][::4]
FEW += [name for name in FAST if name.startswith(("programs loops.", "programs maps."))]
FEW += ["programs control.constants", "programs dynamic.scale"]
"""
Those of `make test`: some of the small ones, all functions of two files, as a file is
compiled for all of its functions together, a branch that is less than a SELECT, and a
short loop of unknown length.
"""


def check(program: object):
    costs: Mapping[int, Cost] | None = LEVELS.measured(program, (), OPTS)
    assert costs is not None
    assert [rule.broken(costs) for rule in LEVELS.RULES] == [None, None]


@pytest.mark.parametrize("name", FEW)
@pytest.mark.every(9, first=6)
def test_levels(name: str):
    check(FAST[name])


@pytest.mark.long
@pytest.mark.parametrize("name", FAST)
def test_levels_of_all(name: str):
    check(FAST[name])


@pytest.mark.long
@pytest.mark.parametrize("group", ["kernels", "examples", "llvm", "csmith"])
def test_levels_of_large_programs(group: str):
    for program in LEVELS.GROUPS[group]():
        check(program)
