"""The kernels of `bench/eight_threads.py` compute on eight threads what numpy does."""

import numpy as np
import pytest
from eight_threads import ROWS, Row, measured, start_up_cycles, vendor_cycles

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.tools.formats import read_module
from circ.transforms.compare_levels import compare_levels

PARAMETERS = pytest.mark.parametrize(
    ("number", "row"),
    [*enumerate(ROWS)],
    ids=[f"{row.kernel.name.split('/')[1]}: {row.remark}" for row in ROWS],
)


def check_at_all_levels(row: Row, opt: int):
    module = read_module(str(row.kernel.path))
    entry, function = next(iter(definitions(module).items()))
    signature = signature_of(function)
    values = row.kernel.inputs(np.random.default_rng(2))
    arguments: list[Argument] = []
    for value, type in zip(values, signature.inputs, strict=True):
        if isinstance(value, np.ndarray):
            arguments.append(Array(array_type(type), entry, value))
        else:
            arguments.append(Scalar(type, value))
    (runs,) = compare_levels(
        *(module, entry, signature, [arguments], opt), threads=row.kernel.threads
    )
    expected = row.kernel.expected(*values)
    for level, run in runs.items():
        arrays = run.execution.arrays
        assert np.array_equal(arrays[max(arrays)], expected), level


@PARAMETERS
@pytest.mark.every(4)
def test_at_all_levels(number: int, row: Row):
    """One level of optimisation each; the long test has them all."""
    check_at_all_levels(row, number % 4)


@pytest.mark.long
@pytest.mark.parametrize("opt", range(4))
@PARAMETERS
def test_at_all_levels_and_optimisations(number: int, row: Row, opt: int):
    check_at_all_levels(row, opt)


def test_cycles():
    """The start-up code counts; what each thread does costs eight times as much."""
    of_crc = [row for row in ROWS if row.vendor == "crc"]
    split, each, one = (measured(row, 2) for row in of_crc)
    assert start_up_cycles() < split.cycles < one.cycles < each.cycles
    assert one.dynamic < each.dynamic / 7
    assert {row.vendor for row in ROWS} == {*vendor_cycles()}
