"""Elements in a row at every place of a line, for each size and known alignment."""

import numpy as np
import pytest
from levels import parsed
from xdsl.dialects.builtin import FunctionType

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import ArrayType, array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.arrays import DTYPES
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.transforms.compare_levels import compare_levels
from circ.transforms.pipelines import compile

TYPES = ("i8", "i16", "i32", "f32")
SIZES = {"i8": 1, "i16": 2, "i32": 4, "f32": 4}
LENGTH = 96

PROGRAM = """func.func @main(%a0: memref<96xT>, %b0: memref<96xT>,
    %i: index, %j: index) {
  %a = memref.assume_alignment %a0, 64 : memref<96xT>
  %b = memref.assume_alignment %b0, 64 : memref<96xT>
  %n = arith.constant STEP : index
  %from = arith.muli %i, %n : index
  %to = arith.muli %j, %n : index
  %v = vector.load %a[%from] : memref<96xT>, vector<16xT>
  %w = OP %v, %v : vector<16xT>
  vector.store %w, %b[%to] : memref<96xT>, vector<16xT>
  return
}
"""


def program(type: str, step: int) -> str:
    operation = "arith.addf" if type == "f32" else "arith.addi"
    text = PROGRAM.replace("xT>", f"x{type}>").replace("STEP", str(step))
    return text.replace("OP", operation)


def arrays(signature: FunctionType, seed: int) -> list[Argument]:
    found: list[Argument] = []
    random = np.random.default_rng(seed)
    for type in signature.inputs.data[:2]:
        array = array_type(type)
        assert array is not None
        found.append(Array(array, "", _data(array, random)))
    return found


def _data(array: ArrayType, random: np.random.Generator) -> np.ndarray:
    dtype = np.dtype(DTYPES[str(array.element_type)][0])
    if dtype.kind == "f":
        return random.integers(-1000, 1000, LENGTH).astype(dtype)
    words = random.integers(0, 1 << 8 * dtype.itemsize, LENGTH, np.uint64)
    return words.astype(f"u{dtype.itemsize}").view(dtype)


def places(type: str, step: int) -> list[tuple[int, int]]:
    """Two subscripts: each place of a line is loaded from, and stored to."""
    count = 64 // SIZES[type] // step
    if type in ("i8", "i16"):
        count = (LENGTH - 16) // step
    return [(i, (5 * i + 3) % count) for i in range(count)]


@pytest.mark.parametrize("cpu", ["naplespu", "generic"])
@pytest.mark.parametrize("step", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.every(7, first=1)
def test_each_place_of_a_line(type: str, step: int, cpu: str):
    """Both arrays are compared whole: nothing beside a row is written."""
    module = parsed(program(type, step))
    set_subtarget(module, cpu)
    signature = signature_of(definitions(module)["main"])
    index = signature.inputs.data[2]
    inputs = [
        [*arrays(signature, i), Scalar(index, i), Scalar(index, j)]
        for i, j in places(type, step)
    ]
    opt = 2 if step % 3 else 0
    runs = compare_levels(module, "main", signature, inputs, opt)
    assert all("naplespu" in run for run in runs)


ROW = """func.func @main(%a0: memref<256xT>, %i: index, %v: vector<16xT>)
    -> vector<16xT> {
  %a = memref.assume_alignment %a0, 64 : memref<256xT>
  %n = arith.constant STEP : index
  %j = arith.muli %i, %n : index
  BODY
}
"""
LOAD = """%r = vector.load %a[%j] : memref<256xT>, vector<16xT>
  return %r : vector<16xT>"""
STORE = """vector.store %v, %a[%j] : memref<256xT>, vector<16xT>
  return %v : vector<16xT>"""


def instructions(
    body: str, type: str, step: int, index: int, cpu: str = "naplespu"
) -> int:
    """What an access takes, with its address and the return."""
    text = ROW.replace("BODY", body).replace("xT>", f"x{type}>")
    module = parsed(text.replace("STEP", str(step)))
    set_subtarget(module, cpu)
    signature = signature_of(definitions(module)["main"])
    array, number, vector = signature.inputs.data
    rows = array_type(array)
    assert rows is not None
    data = np.zeros(256, np.dtype(DTYPES[type][0]))
    inputs = [Array(rows, "", data), Scalar(number, index), Scalar(vector, 0)]
    machine = compile(module, "naplespu")
    run = execute("naplespu", machine, "main", signature, inputs, {})
    return run.outcome.operations


@pytest.mark.parametrize(
    ("type", "step", "index", "load", "store"),
    [
        *(("i8", 1, 1, 27, 37), ("i8", 1, 16, 17, 5), ("i8", 16, 1, 16, 4)),
        *(("i8", 64, 1, 12, 4), ("i16", 1, 1, 28, 38), ("i16", 1, 16, 18, 6)),
        *(("i16", 16, 1, 16, 4), ("i16", 8, 1, 28, 19), ("i32", 1, 1, 26, 38)),
        *(("i32", 1, 16, 7, 6), ("i32", 4, 1, 26, 27), ("i32", 8, 1, 26, 19)),
        ("i32", 16, 1, 5, 4),
    ],
)
@pytest.mark.every(3)
def test_instructions(type: str, step: int, index: int, load: int, store: int):
    """By what is known of a row's place: a multiple of so many elements, and where."""
    found = [instructions(body, type, step, index) for body in (LOAD, STORE)]
    assert found == [load, store]


def test_masks_store_words_where_stores_respect_them():
    """Beside a row nothing is written, as the published chip would."""
    for step, most in ((1, 23), (4, 23), (8, 19)):
        assert instructions(STORE, "i32", step, 1, "generic") <= most
    assert instructions(STORE, "i32", 1, 1, "naplespu") > 30
