"""Arrays that the function which is run returns: their contents at the end."""

import json
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import FunctionType, MemRefType, f32

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.marshal import Execution
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Outcome
from circ.tools.circ_run import main
from circ.transforms.compare_levels import Run, difference_of

STATIC = """
memref.global @words : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, -6]]>
memref.global @flag : memref<i1> = dense<true>
func.func @f(%a: memref<4xf32>, %x: f32)
    -> (memref<4xf32>, i64, memref<2x3xi32>, memref<i1>,
        memref<2x2xi32, strided<[3, 2]>>) {
  %c1 = arith.constant 1 : index
  memref.store %x, %a[%c1] : memref<4xf32>
  %g = memref.get_global @words : memref<2x3xi32>
  %s = memref.subview %g[0, 0] [2, 2] [1, 2]
    : memref<2x3xi32> to memref<2x2xi32, strided<[3, 2]>>
  %l = arith.constant -7 : i64
  %b = memref.get_global @flag : memref<i1>
  return %a, %l, %g, %b, %s : memref<4xf32>, i64, memref<2x3xi32>, memref<i1>,
    memref<2x2xi32, strided<[3, 2]>>
}
"""

DYNAMIC = """
!part = memref<?x?xi16, strided<[?, 2], offset: ?>>
func.func @f(%a: memref<?x3xi16>, %n: index) -> (memref<?x3xi16>, !part) {
  %c2 = arith.constant 2 : index
  %s = memref.subview %a[1, 0] [%n, %c2] [1, 2]
    : memref<?x3xi16> to memref<?x?xi16, strided<[3, 2], offset: 3>>
  %r = memref.cast %s : memref<?x?xi16, strided<[3, 2], offset: 3>> to !part
  return %a, %r : memref<?x3xi16>, !part
}
"""

SIZED = """
func.func @f(%a: memref<4xi16>, %n: index) -> memref<?xi16> {
  %r = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1]
    : memref<4xi16> to memref<?xi16>
  return %r : memref<?xi16>
}
"""


def test_static_at_every_level():
    data = np.arange(4, dtype=np.float32)
    for level, run in circ.compare_levels(STATIC, data, 2.5).items():
        a, wide, words, flag, part = run.results
        assert np.array_equal(a, np.array([0, 2.5, 2, 3], np.float32)), level
        assert wide == -7
        assert np.array_equal(words, [[1, 2, 3], [4, 5, -6]])
        assert isinstance(flag, np.ndarray) and flag.shape == () and flag.item() is True
        assert np.array_equal(part, [[1, 3], [4, -6]])


def test_dynamic_at_every_level():
    data = np.arange(12, dtype=np.int16).reshape(4, 3)
    for level, run in circ.compare_levels(DYNAMIC, data, 2).items():
        whole, part = run.results
        assert np.array_equal(whole, data), level
        assert np.array_equal(part, [[3, 5], [6, 8]]), level
    none = circ.run(DYNAMIC, data, 0).results[1]
    assert isinstance(none, np.ndarray) and none.shape == (0, 2)


@pytest.mark.parametrize("level", ["source", "circuit", "llvlir", "gen", "naplespu"])
@pytest.mark.parametrize(
    ("extent", "message"),
    [
        (100, "result 0: access of 200 bytes at 0x10.* is outside any object"),
        (-1, "result 0: its shape is -1"),
    ],
)
def test_what_is_no_array_is_diagnosed(level: str, extent: int, message: str):
    with pytest.raises(Diagnostic, match=message):
        circ.run(SIZED, np.zeros(4, np.int16), extent, level=level)


def test_text_and_json(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    program, data = tmp_path / "f.mlir", tmp_path / "a.npy"
    program.write_text(DYNAMIC)
    np.save(data, np.arange(6, dtype=np.int16).reshape(2, 3))
    arguments = [str(program), "--", str(data), "1"]
    monkeypatch.setattr("sys.argv", ["circ-run", *arguments])
    assert main() == 0
    assert capsys.readouterr().out == "[[0, 1, 2], [3, 4, 5]]\n[[3, 5]]\n"
    monkeypatch.setattr("sys.argv", ["circ-run", "--json", *arguments])
    assert main() == 0
    found = json.loads(capsys.readouterr().out)["results"]
    assert found == [[[0, 1, 2], [3, 4, 5]], [[3, 5]]]


def test_levels_differ_in_contents():
    """Addresses may differ, elements may not."""
    outputs = FunctionType.from_lists([], [MemRefType(f32, [4])])

    def run_with(values: list[float], first: int) -> Run:
        memory = Memory()
        memory.allocate(first)
        address = memory.allocate(16)
        memory.write(address, np.array(values, np.float32).tobytes())
        return Run(Execution(Outcome([address], 1), {}, memory), "")

    one = run_with([1, 2, 3, float("nan")], 1)
    assert difference_of(outputs, one, run_with([1, 2, 3, float("nan")], 99)) is None
    other = difference_of(outputs, one, run_with([1, 2, 4, float("nan")], 1))
    assert other == "result 0[2] is 4.0, not 3.0"
