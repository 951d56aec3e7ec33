"""Reductions, scans and votes of a group at all types of gen."""

from typing import Any

import numpy as np
import pytest
from gen_kernel_cases import MAP, TEAM
from gen_kernels import kernel

import circ

OF_TYPE = {
    **{
        f"{sign}int{width}": f"{sign}int{width}"
        for sign in ("", "u")
        for width in (8, 16, 32, 64)
    },
    **{"half": "float16", "float": "float32", "double": "float64"},
}
LETTERS = {8: "c_", 16: "h_", 32: "w", 64: "l_"}
COMBINED = {"ADD": np.add, "MIN": np.minimum, "MAX": np.maximum}
OPERATIONS = "ANY ALL REDUCE_ADD INCLUSIVE_MAX EXCLUSIVE_MIN EXCLUSIVE_MAX".split()


def result_of(operation: str, values: Any) -> Any:
    """What the items of a group get."""
    kind, _, name = operation.partition("_")
    if not name:
        return [getattr(np, kind.lower())(values != 0)] * len(values)
    limits = np.finfo if values.dtype.kind == "f" else np.iinfo
    least, most = limits(values.dtype).min, limits(values.dtype).max
    if values.dtype.kind == "f":
        least, most = -np.inf, np.inf
    start = {"ADD": 0, "MIN": most, "MAX": least}[name]
    found = COMBINED[name].accumulate(np.append(values.dtype.type(start), values))
    if kind == "REDUCE":
        return [found[-1]] * len(values)
    return found[1:] if kind == "INCLUSIVE" else found[:-1]


@pytest.mark.parametrize("type", OF_TYPE)
@pytest.mark.every(9, first=3)
def test_group_operations(type: str):
    kind = np.dtype(OF_TYPE[type])
    letter = LETTERS[8 * kind.itemsize]
    values = np.array([7, 3, 11, 0, 2, 9, 4, 4, 1, 5], kind)
    if kind.kind != "u":
        values[2] = -6
    lines = [
        *("LABEL $0", f"LOADI.uint32 %size {kind.itemsize}"),
        "LOADI.uint32 %row 10",
        "MUL.uint32 %at %local_id_0 %size",
        f"LOAD.{type}.global.aligned {{%{letter}x}} %at bti:2",
        "MUL.uint32 %row %row %size",
    ]
    for operation in OPERATIONS:
        lines += [
            f"WORKGROUP_{operation}.{type} %{letter}y {TEAM} %{letter}x {MAP}",
            f"STORE.{type}.global.aligned %at {{%{letter}y}} bti:3",
            "ADD.uint32 %at %at %row",
        ]
    program = kernel("global src, global dst", "\n".join([*lines, "RET"]))
    found = circ.run(
        *(program, values, np.zeros((len(OPERATIONS), 10), kind)),
        global_size=10,
        local_size=10,
        level="gen",
    ).arrays[1]
    for one, operation in zip(found, OPERATIONS, strict=True):
        want = np.array(result_of(operation, values), kind)
        if operation in ("ANY", "ALL"):  # integers at any type, as SIMD_ANY
            one, want = one.view(f"u{kind.itemsize}"), want.astype(np.uint8)
        assert (one == want).all(), (operation, one, want)
