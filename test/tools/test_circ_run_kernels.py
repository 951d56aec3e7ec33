"""The command line of circ-run for kernels: index spaces, arguments, diagnostics."""

import json
from pathlib import Path

import numpy as np
import pytest
from circ_run_inputs import Capture, File, Run

KERNEL = """
func.func private @circ.barrier(i32)
func.func @place(%out: i32, %pair: i32, %tile: i32, %by: i32, %i: i32, %l: i32)
    attributes {
  circ.kernel = #circ.kernel<
    ["global out", "byval.4 pair", "local tile", "value by"],
    {hidden = ["global_id_0", "local_id_0"]}>
} {
  %two = arith.constant 2 : i32
  %six = arith.constant 6 : i32
  %offset = arith.shli %l, %two : i32
  %word = arith.addi %tile, %offset : i32
  %factor = pointer.load %pair : i32
  %scaled = arith.muli %i, %factor : i32
  pointer.store %scaled, %word memory <4, space 68> : i32
  func.call @circ.barrier(%two) : (i32) -> ()
  %x = pointer.load %word memory <4, space 68> : i32
  %sum = arith.addi %x, %by : i32
  %at = arith.subi %i, %six : i32
  %bytes = arith.shli %at, %two : i32
  %to = arith.addi %out, %bytes : i32
  pointer.store %sum, %to : i32
  return
}
"""


@pytest.mark.parametrize("lanes", ["1", "8", "16"])
@pytest.mark.parametrize("further", [[], ["--compare-levels", "--threads", "8"]])
@pytest.mark.every(4, first=1)
def test_a_kernel_runs(
    lanes: str,
    further: list[str],
    run: Run,
    file: File,
    tmp_path: Path,
    capsys: Capture,
):
    np.save(tmp_path / "out.npy", np.zeros((2, 10), np.int32))
    arguments = [tmp_path / "out.npy", "bytes:03000000", "local:40", "5"]
    space = [
        "--entry",
        "place",
        "--global",
        "20",
        "--local",
        "10",
        "--offset",
        "6",
        "--lanes",
        lanes,
    ]
    saved = ["--save-dir", tmp_path / "saved", "--json"]
    path = file(KERNEL)
    assert run(path, *space, *further, *saved, "--", *arguments) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer["results"] == [] and answer["stats"]["instructions"] > 20
    found = np.load(tmp_path / "saved" / "arg0.npy")
    assert found.ravel().tolist() == [3 * (i + 6) + 5 for i in range(20)]
    names = {path.name for path in (tmp_path / "saved").iterdir()}
    assert names == {"arg0.npy", "arg1.npy"}
    if lanes == "1":  # what was saved before is written again
        assert run(path, *space, *further, *saved, "--", *arguments) == 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--local", "4"], 2, "--local and --offset are for kernels"),
        (["--global", "x"], 2, "argument --global"),
        (["--global", "0"], 1, "global size must be 1"),
        (["--global", "8", "--lanes", "3"], 1, "lanes must be 1, 8 or 16"),
        (["--global", "8", "--level", "gene"], 1, "unknown level 'gene'"),
        (["--global", "8", "--entry", "other"], 1, "'other'"),
    ],
)
def test_what_is_wrong(
    words: list[str], status: int, message: str, run: Run, file: File, capsys: Capture
):
    arguments = ["missing.npy", "bytes:03000000", "local:40", "5"]
    try:
        ended = run(file(KERNEL), *words, "--", *arguments)
    except SystemExit as exit:
        ended = exit.code
    assert ended == status
    assert message in capsys.readouterr().err


def test_arguments_of_kernels(run: Run, file: File, tmp_path: Path, capsys: Capture):
    path, out = file(KERNEL), tmp_path / "out.npy"
    np.save(out, np.zeros(4, np.int32))
    for place, text, message in (
        (0, "missing.npy", "argument 0: cannot read 'missing.npy'"),
        (1, "bytes:0300", "argument 1: the struct has 4 bytes, but 2 are given"),
        (1, "bytes:xy", "argument 1: "),
        (2, "40", "argument 2: local memory is given as 'local:BYTES'"),
        (3, "five", "argument 3: "),
    ):
        arguments = [out, "bytes:03000000", "local:40", "5"]
        arguments[place] = text
        assert run(path, "--global", "4", "--", *arguments) == 1
        assert message in capsys.readouterr().err
