"""
Kernels of the suites through bytecode and another process.

A kernel's own code is that without the detour; what runs it for each item is made where
it is run, and needs no more instructions where the kernel is inlined than where it is
called. Optimised again there (`lift-llvlir`) it computes the same with no more.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
from circ.targets.llvlir.encoder import encode
from circ.transforms.common.dead_functions import internalize, remove_dead_functions
from circ.transforms.pipelines import compile


@dataclass(frozen=True)
class Suite:
    """Kernels of one file."""

    file: Path
    names: Sequence[str]
    check: Callable[..., circ.Result]
    """Runs a case by its name, and compares with what numpy says."""
    entry: Callable[[str], str] = str
    """The kernel of a case."""
    marks: Sequence[pytest.MarkDecorator] = (needs_clang,)
    inlined: Mapping[str, float] = field(default_factory=dict[str, float])
    """The most instructions of kernels, as many times those where they are called."""


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
    "gpu": Suite(
        gpu_cases.FILE,
        [*gpu_cases.CASES],
        gpu_cases.check,
        marks=(),
        inlined={"tree_sum": 0.35},
    ),
}
ATOMIC = "opencl-atomics", "opencl-histogram", "suites-bfs"
"""Kernels whose items update the same memory in turn."""
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
    called, called_again = (
        instructions(suite.check(form, kernel, disable=["inline"]))
        for form in (bytecode, again)
    )
    assert called_again <= called
    inlined, twice = (
        instructions(suite.check(form, kernel)) for form in (bytecode, again)
    )
    assert inlined <= suite.inlined.get(kernel, 1) * called
    assert twice <= inlined


@needs_clang
@pytest.mark.every(3)
@pytest.mark.parametrize("title", ATOMIC)
def test_atomics_in_lanes(title: str, tmp_path: Path):
    name, kernel = title.split("-")
    module = module_of(SUITES[name].file).module.clone()
    internalize(module, [SUITES[name].entry(kernel)])
    remove_dead_functions(module)
    bytecode = tmp_path / "kernel.llvb"
    bytecode.write_bytes(encode(compile(module, "llvlir")))
    SUITES[name].check(bytecode, kernel, lanes=16)
