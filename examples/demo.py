"""
Compile a matrix product through every level, run it at each, and check the result.

The program is a `linalg.matmul` that mlir-opt lowered to loops. Everything is done with
the commands that are shown, as a user would type them. Run it with `make demo`.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PROGRAM = "examples/matmul_f32.mlir"
LEVELS = ("source", "circuit", "llvlir", "gen", "naplespu")
PIPELINES = ("lower-to-circuit", "lower-to-llvlir", "lower-to-gen", "lower-to-naplespu")
ROOT = Path(__file__).parents[1]
COMMANDS = Path(sys.executable).parent

Matrix = NDArray[np.float32]


def product(a: Matrix, b: Matrix, c: Matrix) -> Matrix:
    """c + a @ b in binary32, in the order in which the program adds."""
    result = c.copy()
    for k in range(a.shape[1]):
        result += a[:, k, None] * b[k]
    return result


def run(command: str, *arguments: str, lines: int = 0) -> str:
    """Run a command; show it and the first lines of what it prints."""
    print(f"\n$ {command} {' '.join(arguments)}", flush=True)
    text = subprocess.run(
        [str(COMMANDS / command), *arguments],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    shown = text.splitlines()
    for line in shown[:lines]:
        print(line[:110])
    if len(shown) > lines > 0:
        print(f"... ({len(shown) - lines} more lines)")
    return text


def main() -> int:
    random = np.random.default_rng(2026)
    a, b, c = (random.standard_normal((16, 16)).astype(np.float32) for _ in range(3))
    expected = product(a, b, c)
    print((ROOT / PROGRAM).read_text())
    for pipeline in PIPELINES:
        run("circ-opt", PROGRAM, "-p", pipeline, lines=22)
    run("circ-opt", PROGRAM, "-p", PIPELINES[-1], "-t", "naplespu-asm", lines=100)
    hex_target = "naplespu-hex{layout=standalone}"
    run("circ-opt", PROGRAM, "-p", PIPELINES[-1], "-t", hex_target, lines=3)

    correct = True
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        paths: list[str] = []
        for name, matrix in zip("abc", (a, b, c)):
            paths.append(str(Path(folder, f"{name}.npy")))
            np.save(paths[-1], matrix)
        for level in LEVELS:
            saved = Path(folder, level)
            options = ("--level", level, "--json", "--save-dir", str(saved))
            text = run("circ-run", PROGRAM, *options, "--", *paths)
            counts[level] = json.loads(text.splitlines()[-1])["stats"]["instructions"]
            right = np.array_equal(np.load(saved / "arg2.npy"), expected)
            correct = correct and right
            verdict = "equal to numpy's" if right else "DIFFERENT FROM NUMPY'S"
            print(f"{counts[level]} operations executed; the result is {verdict}")

    print(f"\n{counts['naplespu']} NaplesPU instructions executed")
    print("result correct" if correct else "RESULT WRONG")
    return 0 if correct else 1


if __name__ == "__main__":
    sys.exit(main())
