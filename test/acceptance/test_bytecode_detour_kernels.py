"""
Kernels of the suites through bytecode and another process.

A kernel's own code is that without the detour; what runs it for each item is made where
it is run. Optimised again there (`lift-llvlir`) it computes the same with no more
instructions.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import gpu_cases
import opencl_cases
import opencl_conformance_cases
import opencl_function_cases  # noqa: F401
import opencl_suite_cases
import pytest
from c_compiler import needs_clang
from detours import Elsewhere, check_code, instructions

import circ
from circ.tools.api import ProgramLike
from circ.transforms.common.dead_functions import internalize, remove_dead_functions


@dataclass(frozen=True)
class Suite:
    """Kernels of one file."""

    file: Path
    names: Sequence[str]
    check: Callable[[ProgramLike, str], circ.Result]
    """Runs a case by its name, and compares with what numpy says."""
    entry: Callable[[str], str] = str
    """The kernel of a case."""
    marks: Sequence[pytest.MarkDecorator] = (needs_clang,)


SUITES = {
    "opencl": Suite(opencl_cases.FILE, [*opencl_cases.CASES], opencl_cases.check),
    "suites": Suite(
        opencl_suite_cases.FILE,
        [*opencl_suite_cases.CASES],
        opencl_suite_cases.check,
        opencl_suite_cases.entry_of,
    ),
    "conformance": Suite(
        opencl_conformance_cases.FILE,
        [*opencl_conformance_cases.CASES],
        opencl_conformance_cases.check,
    ),
    "gpu": Suite(gpu_cases.FILE, [*gpu_cases.CASES], gpu_cases.check, marks=()),
}
NOT_RUN = {"hotspot": "the dispatch of a kernel of several lanes is not supported"}
"""Kernels with vectors and barriers run from source only; what is diagnosed."""
SHORT = ("opencl-private_array", "gpu-tree_sum")
"""Kernels that need a second."""


def kernels() -> Iterator[Any]:
    for name, suite in SUITES.items():
        for kernel in suite.names:
            title = f"{name}-{kernel}"
            marks = (*suite.marks, *(() if title in SHORT else (pytest.mark.long,)))
            yield pytest.param(name, kernel, marks=marks, id=title)


@cache
def module_of(file: Path) -> circ.Program:
    return circ.load(str(file))


@pytest.mark.parametrize("name, kernel", [*kernels()])
def test_kernel(name: str, kernel: str, elsewhere: Elsewhere, tmp_path: Path):
    suite = SUITES[name]
    module = module_of(suite.file).module.clone()
    internalize(module, [suite.entry(kernel)])
    remove_dead_functions(module)
    bytecode = tmp_path / "kernel.llvb"
    check_code(module, elsewhere, bytecode)
    again, _, _ = elsewhere.compiled(bytecode, again=True)
    if kernel in NOT_RUN:
        for form in (bytecode, again):
            with pytest.raises(circ.Diagnostic, match=NOT_RUN[kernel]):
                suite.check(form, kernel)
        return
    before, after = (
        instructions(suite.check(form, kernel)) for form in (bytecode, again)
    )
    assert after <= before
