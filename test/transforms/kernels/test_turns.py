"""Kernels of LLVM IR with atomic operations."""

from pathlib import Path

import numpy as np
import pytest

import circ

TEXT = """
target datalayout = "e-p:32:32-i64:64-G1"
target triple = "spir"
define internal i32 @update(ptr addrspace(1) %p) noinline {
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  ret i32 %old
}
define spir_kernel void @k(ptr addrspace(1) %p)
    !kernel_arg_addr_space !1 !kernel_arg_name !2 {
  %old = call i32 @update(ptr addrspace(1) %p)
  ret void
}
!1 = !{i32 1}
!2 = !{!"p"}
"""


@pytest.mark.parametrize("level", ("source", "gen", "naplespu"))
def test_a_function_that_a_kernel_calls(level: str, tmp_path: Path):
    path = tmp_path / "k.ll"
    path.write_text(TEXT)
    a = np.zeros(1, np.int32)
    run = circ.run(path, a, entry="k", global_size=40, lanes=16, threads=2, level=level)
    assert run.arrays[0].tolist() == [40]
