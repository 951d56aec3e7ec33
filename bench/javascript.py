"""
Programs in JavaScript and the same ones in C: instructions on NaplesPU at opt=2.

The programs of `bench/data/javascript`, each with all that it takes: start, end and
output. Needs the extras `[js]` and `[c]`. Run `python bench/javascript.py`.
"""

import sys
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

import circ

FOLDER = Path(__file__).parent / "data" / "javascript"


def instructions(program: Path) -> tuple[str, int]:
    """What a program prints, and how many instructions it takes."""
    result = circ.run(program)
    return result.output, result.counters["instructions"]


def main() -> int:
    """Print the table."""
    print("| program | JavaScript | C | ratio |")
    print("|---|---:|---:|---:|")
    with TemporaryDirectory() as folder:
        for source in sorted(FOLDER.glob("*.js")):
            made = Path(folder, f"{source.stem}.elf")
            run(("circ-cc", "-O2", source.with_suffix(".c"), "-o", made), check=True)
            output, ours = instructions(source)
            expected, theirs = instructions(made)
            assert output == expected, source
            cells = (source.stem, f"{ours:,}", f"{theirs:,}", f"{ours / theirs:.2f}")
            print(f"| {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
