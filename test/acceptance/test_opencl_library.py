"""Functions of OpenCL C that few kernels use, its versions, and what is diagnosed."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from c_compiler import needs_clang

import circ
from circ.dialects.common.context_variables import bound
from circ.targets.c.reader import C_FLAGS
from circ.transforms.common.dead_functions import internalize, remove_dead_functions
from circ.transforms.pipelines import compile

Load = Callable[..., circ.Program]

pytestmark = needs_clang


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def load(text: str, *flags: str) -> circ.Program:
        path = tmp_path / "k.cl"
        path.write_text(text)
        with bound(C_FLAGS, flags):
            return circ.load(path)

    return load


ATOMICS = """
kernel void k(global long *a, global ulong *b, global const int *x) {
  int i = get_global_id(0);
  long v = (long)x[i] << 30;
  atom_add(&a[0], v);
  atom_sub(&a[1], v);
  atom_inc(&a[2]);
  atom_dec(&a[3]);
  atom_min(&a[4], v);
  atom_max(&a[5], v);
  atom_and(&a[6], ~(1L << i));
  atom_or(&a[7], 1L << (2 * i));
  atom_xor(&a[8], v);
  atom_min(&b[0], (ulong)v);
  atom_max(&b[1], (ulong)v);
  if (i == 3) {
    b[2] = atom_xchg(&b[3], 77ul);
    b[4] = atom_cmpxchg(&b[5], 5ul, 1ul << 40);
    b[6] = atom_cmpxchg(&b[7], 5ul, 1ul << 40);
  }
}
"""


CLANG_ATOMICS = """
kernel void on_global(global int *a) {
  int i = get_global_id(0), old = 5;
  __atomic_fetch_add(&a[0], 1, 0);
  __sync_fetch_and_or(&a[1], i);
  __atomic_compare_exchange_n(&a[2], &old, i, 0, 0, 0);
  a[3 + i] = old;
}
kernel void on_local(global int *a) {
  local int count;
  if (!get_local_id(0)) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __atomic_fetch_add(&count, 1, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_group_id(0)] = count;
}
"""


@pytest.mark.parametrize("name", ("on_global", "on_local"))
@pytest.mark.parametrize("form", ("source", "llvlir", "gen"))
@pytest.mark.every(2)
def test_atomic_operations_of_clang(load: Load, name: str, form: str):
    """Each is a function that lanes execute in turn."""
    a = np.zeros(24, np.int32)
    a[2] = 5
    want = {
        "on_global": [20, 31, 0, 5, *[0] * 19, 0],
        "on_local": [16, 4, 5, *[0] * 21],
    }
    module = load(CLANG_ATOMICS).module
    internalize(module, [name])
    remove_dead_functions(module)
    run = circ.run(
        *(compile(module, form), a),
        global_size=20,
        local_size=16,
        lanes=16,
        threads=2,
    )
    np.testing.assert_array_equal(run.arrays[0], want[name])


@pytest.mark.parametrize(("level", "lanes"), [("source", 1), ("naplespu", 16)])
@pytest.mark.every(2)
def test_atomic_operations_of_64_bits(load: Load, level: str, lanes: int):
    x = np.array([5, -7, 3, 12, -1, 8, 100, -50, 2, 9, 31, -3, 4], np.int32)
    values = [int(value) << 30 for value in x]
    a = np.array([3, 4, 5, 6, 9, -9, -1, 0, 1 << 40], np.int64)
    b = np.array([1 << 50, 7, 0, 9, 0, 5, 0, 6], np.uint64)
    run = circ.run(
        *(load(ATOMICS), a, b, x),
        global_size=13,
        local_size=13,
        level=level,
        lanes=lanes,
        threads=2,
    )
    flips, cleared, odd = 1 << 40, -1, 0
    for i, value in enumerate(values):
        flips, cleared, odd = flips ^ value, cleared & ~(1 << i), odd | 1 << 2 * i
    assert run.arrays[0].tolist() == [
        *(3 + sum(values), 4 - sum(values), 5 + 13, 6 - 13),
        *(min(values), max(values), cleared, odd, flips),
    ]
    unsigned = [value % (1 << 64) for value in values]
    least, most = min(1 << 50, *unsigned), max(unsigned)
    assert run.arrays[1].tolist() == [least, most, 9, 77, 5, 1 << 40, 6, 6]


REMQUO = """
kernel void k(global float *x, global const float *y, global int *q) {
  int i = get_global_id(0), n;
  x[i] = remquo(x[i], y[i], &n);
  q[i] = n;
}
"""


@pytest.mark.parametrize(("level", "lanes"), [("source", 1), ("naplespu", 16)])
@pytest.mark.every(2)
def test_remquo(load: Load, level: str, lanes: int):
    """The remainder of the nearest quotient, of which seven bits are given."""
    x = np.array([-7, -5.75, 4.5, 1e6, 1e-3, 300.25, -1e5, 0], np.float32)
    y = np.array([3, 3, -3, 0.7, 7, 0.5, 1.5, 2], np.float32)
    q = np.zeros(8, np.int32)
    program = load(REMQUO)
    run = circ.run(program, x, y, q, global_size=8, level=level, lanes=lanes)
    for i, (above, below) in enumerate(zip(x.tolist(), y.tolist(), strict=True)):
        quotient = int(np.rint(np.longdouble(above) / np.longdouble(below)))
        assert run.arrays[0][i] == np.float32(above - quotient * below)
        found = int(run.arrays[2][i])
        assert (found - quotient) % 128 == 0 and found * quotient >= 0


VERSIONS = """
kernel void k(global int *a, global atomic_int *c, local int *t) {
  int i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  a[i] += t[get_local_size(0) - 1 - l] + work_group_reduce_max(a[i]);
  atomic_fetch_add(c, 2);
  atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_device);
}
"""


@pytest.mark.parametrize("version", ["CL1.2", "CL2.0", "CL3.0"])
@pytest.mark.every(2, first=1)
def test_versions(load: Load, version: str):
    a, count = np.arange(20, dtype=np.int32), np.zeros(1, np.int32)
    run = circ.run(
        *(load(VERSIONS, f"-cl-std={version}"), a, count, "local:40"),
        global_size=20,
        local_size=10,
        level="source",
    )
    assert run.arrays[0].tolist() == [18] * 10 + [48] * 10
    assert run.arrays[1].tolist() == [60]


@pytest.mark.parametrize(("level", "lanes"), [("source", 1), ("naplespu", 16)])
@pytest.mark.every(2)
def test_some_sub_groups_alone(load: Load, level: str, lanes: int):
    """What a sub-group does by itself is a barrier of the group, too."""
    text = """
    kernel void k(global int *a) {
      int i = get_global_id(0);
      if (get_sub_group_id() == 1) a[i] = sub_group_reduce_add(a[i]);
    }
    """
    with pytest.raises(
        circ.Diagnostic, match=r"\.cl:2:\d+: error: not all items of a group"
    ):
        circ.run(
            *(load(text), np.zeros(64, np.int32)),
            global_size=64,
            local_size=64,
            level=level,
            lanes=lanes,
        )
