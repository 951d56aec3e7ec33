"""Atomic additions of all lanes to local memory: sums, and how they are done."""

from functools import cache
from tempfile import NamedTemporaryFile

import numpy as np
import pytest
from pytest import param

import circ

pytest.importorskip("ziglang")

LONG = pytest.mark.long
ITEMS = 64
KERNEL = """
kernel __attribute__((reqd_work_group_size({group}, 1, 1)))
void k(global const {type} *values, global int *out, int amount) {{
  local int bins[{bins}];
  for (size_t i = get_local_id(0); i < {bins}; i += {group}) bins[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_local_id(0); i < 256; i += {group}) {{
    {type} value = values[i];
    {statement}
  }}
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_local_id(0); i < {bins}; i += {group}) out[i] = bins[i];
}}
"""


@cache
def program(text: str) -> circ.Program:
    with NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(text)
        file.flush()
        return circ.load(file.name)


def run(
    statement: str,
    values: np.ndarray,
    bins: int = 16,
    lanes: int = 16,
    group: int = ITEMS,
    opt: int = 2,
    level: str = "naplespu",
) -> tuple[list[int], int]:
    """The bins, and how many instructions that took."""
    type = {"uint8": "uchar", "int32": "int"}[values.dtype.name]
    text = KERNEL.format(type=type, bins=bins, statement=statement, group=group)
    found = circ.run(
        *(program(text), values, np.zeros(bins, np.int32), 3),
        global_size=group,
        lanes=lanes,
        opt=opt,
        level=level,
    )
    return found.arrays[1].tolist(), found.counters["instructions"]


def counted(values: np.ndarray, bins: int, amount: int = 1) -> list[int]:
    return (np.arange(bins) + amount * np.bincount(values, minlength=bins)).tolist()


BYTES = np.random.default_rng(7).integers(0, 256, 256).astype(np.uint8)


@pytest.mark.parametrize(
    ("call", "amount"),
    [
        ("atomic_sub({}, 7)", -7),
        ("atomic_add({}, amount)", 3),
        param("atomic_dec({})", -1, marks=LONG),
        param("atomic_add({}, 5)", 5, marks=LONG),
        param("atomic_sub({}, amount)", -3, marks=LONG),
        param("atomic_add({}, value >> 4)", 0, marks=LONG),
    ],
)
@pytest.mark.every(2, first=1)
def test_all_lanes(call: str, amount: int):
    statement = call.format("&bins[value >> 4]") + ";"
    found, _ = run(statement, BYTES)
    want = counted(BYTES >> 4, 16, amount)
    if not amount:
        want = [b + b * int(n) for b, n in enumerate(np.bincount(BYTES >> 4))]
    assert found == want


@pytest.mark.parametrize(
    ("lanes", "opt", "level"),
    [
        (16, 1, "gen"),
        (16, 3, "naplespu"),
        param(8, 3, "naplespu", marks=LONG),
    ],
)
@pytest.mark.every(2, first=1)
def test_only_some_lanes(lanes: int, opt: int, level: str):
    statement = "if (value & 1) atomic_inc(&bins[value >> 4]);"
    found, _ = run(statement, BYTES, lanes=lanes, opt=opt, level=level)
    assert found == counted(BYTES[BYTES & 1 == 1] >> 4, 16)


@pytest.mark.parametrize("group", (7, param(24, marks=LONG)))
def test_groups_of_other_sizes(group: int):
    found, _ = run("atomic_inc(&bins[value >> 4]);", BYTES, group=group, opt=3)
    assert found == counted(BYTES >> 4, 16)


def test_all_lanes_have_one_address():
    values = np.full(256, 0x73, np.uint8)
    found, _ = run("atomic_inc(&bins[value >> 4]);", values, opt=3)
    assert found == counted(values >> 4, 16)


@pytest.mark.parametrize(
    ("spread", "statement"),
    [
        (63, "if (value % 3) {}"),
        param(15, "{}", marks=LONG),
        param(16, "{}", marks=LONG),
        param(0, "if (value % 3) {}", marks=LONG),
    ],
)
def test_addresses_are_only_known_when_it_runs(spread: int, statement: str):
    """In one line, in one that is not the array's, in several."""
    rng = np.random.default_rng(spread)
    values = (20 + rng.integers(0, spread + 1, 256)).astype(np.int32)
    call = "atomic_inc(&bins[value]);"
    found, _ = run(statement.format(call), values, 84, opt=2)
    kept = values if statement == "{}" else values[values % 3 != 0]
    assert found == counted(kept, 84)


def test_results_that_are_asked_for():
    """Each item gets another number of its bin, so the lanes take turns."""
    statement = "atomic_xor(&bins[atomic_inc(&bins[value >> 7]) & 1 | 2], 1);"
    found, _ = run(statement, BYTES, opt=2)
    ones = np.bincount(BYTES >> 7)
    assert found[:2] == [ones[0], 1 + ones[1]]
    odd = (ones[0] + 0) // 2 + (ones[1] + 1) // 2  # of the numbers from 0 and 1 on
    assert found[2:4] == [2 ^ (256 - odd) & 1, 3 ^ odd & 1]


def test_it_takes_few_instructions():
    at_once = run("atomic_inc(&bins[value >> 4]);", BYTES, opt=3)[1]
    in_turn = run("atomic_xor(&bins[value >> 4], 1);", BYTES, opt=3)[1]
    assert at_once < 0.75 * in_turn
