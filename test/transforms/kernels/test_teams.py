"""Groups that several threads execute, since there are fewer groups than threads."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from c_compiler import needs_clang
from numpy.typing import NDArray

import circ
from circ.transforms.kernels.driver import team_of

pytestmark = needs_clang

Ints: TypeAlias = NDArray[np.int32]

SOURCE = """
#define LOCAL CLK_LOCAL_MEM_FENCE
#define ROUNDS for (int k = 0; k < 16; k++)
// Each item has a number of its own across barriers, and an array.
kernel void rows(global const int *in, global int *out) {
  local int tile[16][16];
  size_t x = get_local_id(0), y = get_local_id(1), n = get_group_id(0);
  int own = in[y * 16 + x] + n, sum = 0;
  int history[2] = {own, own * 3};
  tile[y][x] = own;
  barrier(LOCAL);
  ROUNDS sum += tile[k][x] * tile[y][k];
  barrier(LOCAL);
  tile[15 - y][x] = sum + history[own & 1];
  barrier(LOCAL);
  ROUNDS sum ^= tile[y][k] + own;
  out[n * 256 + y * 16 + x] = sum + history[~own & 1];
}
kernel void parts(global const int *in, global int *out) {
  local int line[256];
  size_t x = get_local_id(0);
  int own = in[x], sum = 0;
  line[255 - x] = own;
  barrier(LOCAL);
  ROUNDS sum += line[(x + k) % 256] * k;
  out[x] = sum - own;
}
// As many barriers as an argument says; the items of some threads' parts leave sooner.
kernel void loops(global const int *in, global int *out, int n) {
  local int line[256];
  size_t x = get_local_id(0);
  int sum = in[x], own = 0;
  for (int round = 0; round < n; round++) {
    line[x] = sum;
    barrier(LOCAL);
    if (x < 128 * (round + 1)) ROUNDS own += line[(x + k) % 256] * k;
    barrier(LOCAL);
    sum ^= own >> 3;
  }
  out[x] = sum;
}
kernel void counted(global const int *in, global int *out) {
  local int counts[16];
  size_t x = get_local_id(0);
  if (x < 16) counts[x] = 0;
  barrier(LOCAL);
  ROUNDS atomic_add(&counts[(in[x] + k) & 3], k);
  barrier(LOCAL);
  out[x] = counts[x % 16];
}
kernel void summed(global const int *in, global int *out) {
  int sum = 0;
  ROUNDS sum += in[(get_local_id(0) + k) % 256] * k;
  out[get_local_id(0)] = work_group_scan_inclusive_add(sum);
}
"""

IN: Ints = (np.arange(256, dtype=np.int32) * 7 + 3) % 101


def _rounds(values: Ints) -> Ints:
    total = np.zeros_like(values)
    for k in range(16):
        total += np.roll(values, -k) * k
    return total


def _rows(n: int) -> Ints:
    own: Ints = IN.reshape(16, 16) + n
    product: Ints = np.matmul(own, own)
    is_odd = own % 2 == 1
    reversed = np.flip(product + np.where(is_odd, own * 3, own), 0)
    result = product.copy()
    for k in range(16):
        result ^= reversed[:, k : k + 1] + own
    return result + np.where(is_odd, own, own * 3)


def _loops(n: int) -> Ints:
    values, own = IN.copy(), np.zeros_like(IN)
    for round in range(n):
        own += np.where(np.arange(256) < 128 * (round + 1), _rounds(values), 0)
        values ^= own >> 3
    return values


def _counted() -> Ints:
    counts = np.zeros(16, np.int32)
    for k in range(16):
        np.add.at(counts, (IN + k) & 3, k)
    return np.tile(counts, 16)


@dataclass(frozen=True)
class Case:
    name: str
    size: tuple[int, ...]
    group: tuple[int, ...]
    want: Ints
    is_shared_out: bool = True
    further: tuple[int, ...] = ()
    """Arguments after the arrays."""


CASES = (
    Case("rows", (16, 16), (16, 16), _rows(0)),
    Case("rows", (48, 16), (16, 16), np.stack([_rows(n) for n in range(3)])),
    Case("parts", (256,), (256,), _rounds(IN[::-1]) - IN),
    Case("loops", (256,), (256,), _loops(3), further=(3,)),
    Case("loops", (256,), (256,), _loops(0), False, further=(0,)),
    Case("counted", (256,), (256,), _counted(), False),
    Case("summed", (256,), (256,), np.cumsum(_rounds(IN), dtype=np.int32), False),
)


LONG = pytest.mark.long
LEVELS = (
    ("naplespu", 16),
    pytest.param("gen", 16, marks=LONG),
    pytest.param("source", 1, marks=LONG),
)


@pytest.mark.parametrize("level, lanes", LEVELS)
@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.name}{case.size[0] + sum(case.further)}"
)
@pytest.mark.every(5, first=1)
def test_results(case: Case, level: str, lanes: int, tmp_path: Path):
    path = tmp_path / "kernels.cl"
    path.write_text(SOURCE)
    cycles = dict[int, int]()
    for threads in (8, 1):
        run = circ.run(
            *(str(path), IN, np.zeros(case.want.shape, np.int32), *case.further),
            entry=case.name,
            global_size=case.size,
            local_size=case.group,
            level=level,
            lanes=lanes,
            threads=threads,
            opt=3,
            timed=level == "naplespu",
        )
        np.testing.assert_array_equal(run.arrays[1], case.want)
        cycles[threads] = run.counters.get("cycles", 0)
    if level == "naplespu":
        assert (cycles[8] * 4 < cycles[1] * 3) == case.is_shared_out


KNOWN = {
    **{f"global_offset_{axis}": 0 for axis in range(3)},
    **{f"{name}_2": 1 for name in ("global_size", "enqueued_local_size", "num_groups")},
}


@pytest.mark.parametrize(
    "group, groups, rest, threads, team",
    (
        ((16, 16), (1, 1), 0, 8, 8),
        ((16, 16), (2, 1), 0, 8, 4),
        ((16, 16), (3, 1), 0, 8, 2),
        ((16, 16), (5, 1), 0, 8, 1),
        ((16, 16), (1, 1), 0, 1, 1),
        ((16, 6), (1, 1), 0, 8, 2),
        ((128, 1), (1, 1), 0, 8, 8),
        ((96, 1), (1, 1), 0, 8, 2),
        ((100, 1), (1, 1), 0, 8, 1),
        ((128, 1), (1, 1), 5, 8, 1),
    ),
)
def test_how_many(
    group: tuple[int, int], groups: tuple[int, int], rest: int, threads: int, team: int
):
    """Rows or parts of a row are even for the threads; a group with fewer is not."""
    known = dict(KNOWN, lanes=16)
    for axis in range(2):
        known[f"enqueued_local_size_{axis}"] = group[axis]
        known[f"num_groups_{axis}"] = groups[axis]
        known[f"global_size_{axis}"] = group[axis] * groups[axis] - rest * (axis == 0)
    assert team_of(known, threads) == team
