"""
Loops of C as a user writes them: which become lanes at opt=3, and what that gains.

Lengths are not known when the functions of `bench/data/loops.c` are compiled; arrays
begin at lines. What a loop costs is what the program takes more than with a length of
1; what it prints is compared with opt=0. Run `python bench/loops.py`.
"""

import sys
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

import circ

FILE = Path(__file__).parent / "data" / "loops.c"
LENGTH = 500

NAMES = (
    *("saxpy", "relu_bias", "dot", "matmul", "conv3x3", "stencil", "largest", "blend"),
    *("reverse", "gather", "update", "complex_multiply", "transpose", "running_sum"),
    "lookup",
)


def executable(opt: int, folder: str) -> Path:
    """The program, compiled."""
    made = Path(folder, f"loops{opt}.elf")
    run(("circ-cc", f"-O{opt}", FILE, "-o", made), check=True)
    return made


def measure(program: Path, number: int) -> tuple[bytes, list[int]]:
    """What a loop prints, its instructions and its cycles."""
    runs = [
        circ.run(program, argv=[str(number), str(length)], timed=True)
        for length in (LENGTH, 1)
    ]
    counts = [
        runs[0].counters[name] - runs[1].counters[name]
        for name in ("instructions", "cycles")
    ]
    return runs[0].output, counts


def main() -> int:
    """Print the table."""
    print(
        "| loop | instructions: opt=2 | opt=3 | ratio | cycles: opt=2 | opt=3 | ratio |"
    )
    print("|---" + "|---:" * 6 + "|")
    with TemporaryDirectory() as folder:
        programs = [executable(opt, folder) for opt in (0, 2, 3)]
        for number, name in enumerate(NAMES, 1):
            (expected, _), *found = (measure(each, number) for each in programs)
            cells = [name]
            for before, after in zip(*(counts for _, counts in found), strict=True):
                cells += [f"{before:,}", f"{after:,}", f"{after / before:.2f}"]
            print(f"| {' | '.join(cells)} |", flush=True)
            assert all(text == expected for text, _ in found), name
    return 0


if __name__ == "__main__":
    sys.exit(main())
