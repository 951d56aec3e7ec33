"""
How each pass grows with its input: time, or work, for ten times the operations.

    python bench/growth.py [SHAPE ...] [--small N] [--rounds N] [--work]

Of the shapes of `test_path`, with 10,000 and 100,000 operations unless `--small` says
otherwise: smaller functions are optimised in more ways (`LARGE` in
`transforms/pipelines.py`), so that 1,000 and 10,000 are not comparable. Each run has a
process of its own, and the least CPU time of the rounds counts. A pass that takes less
than `LEAST_SECONDS` of the longer input, thus about a tenth of that of the shorter one,
has no growth that could be measured: it is in brackets and no finding.

`--work` counts calls of Python and C functions instead, which neighbours on the machine
and the size of its caches do not change; it takes several times as long. What takes
more than thirteen times as much is named below the table, with how many times as many
operations the pass gets: code that spills grows faster than its source.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

sys.path.append(str(Path(__file__).resolve().parent.parent / "test" / "support"))

from conftest import LEAST_SECONDS, Table
from test_path import SHAPES, least, measured_stages

from circ.dialects.common.collector import paused_collector
from circ.tools.command import large_stack

MOST = 13.0
"""The growth that is allowed: n log n, and caches that long inputs do not fit in."""
LEAST_WORK = 20_000
"""What is comparable to `LEAST_SECONDS`: events for the longer input."""


@contextmanager
def counting() -> Generator[Callable[[], float]]:
    """A clock that counts calls, those of C functions included, and returns."""
    count = 0

    def add(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(add)
    yield lambda: float(count)
    sys.setprofile(None)


Run = tuple[dict[str, float], dict[str, float]]
"""What each pass takes, and how many operations there are before it."""


def run(shape: str, size: int, work: bool) -> Run:
    """One run of the whole path, here."""
    text = SHAPES[shape](size).text
    with paused_collector(), large_stack():
        if not work:
            return measured_stages(text, time.process_time)
        with counting() as clock:
            return measured_stages(text, clock)


def run_apart(shape: str, size: int, work: bool) -> Run:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--run", shape, str(size)]
    command += ["--work"] if work else []
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    names = f"of {', '.join(SHAPES)}; all where none is given"
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=names)
    parser.add_argument("--small", type=int, default=10_000, metavar="N")
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--work", action="store_true", help="count instead of measure")
    parser.add_argument("--run", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        shape, size = options.shapes
        print(json.dumps(run(shape, int(size), options.work)))
        return 0
    if unknown := {*options.shapes} - {*SHAPES}:
        parser.error(f"there is no shape {unknown.pop()}")
    floor = LEAST_WORK if options.work else LEAST_SECONDS
    table = Table(least=floor)
    rounds = 1 if options.work else options.rounds
    inputs = Table(least=0)
    for shape in options.shapes or SHAPES:
        for size in (options.small, 10 * options.small):
            runs = [run_apart(shape, size, options.work) for _ in range(rounds)]
            table.record_passes(shape, f"{size:,}", least([run[0] for run in runs]))
            inputs.record_passes(shape, f"{size:,}", runs[0][1])
        print(f"{shape}: {table.growth_of('whole path', shape)}", flush=True)
    print()
    print("\n".join(table.growths()))
    print()
    found = [each for each in table.measured() if each[0] > MOST]
    for growth, name, shape in sorted(found, reverse=True):
        of_input = inputs.growth_of(name, shape)
        print(f"! {name}, {shape}: {growth:.1f}; of its operations: {of_input}")
    worst = max(table.measured())
    print(f"worst: {worst[0]:.1f} ({worst[1]}, {worst[2]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
