"""
Campaign of csmith programs, each in four configurations, against the host's compiler.

    python bench/fuzz.py [--seeds 1-1000] [--jobs 1]

Prints each seed. A program that circ compiles wrongly, or not, or that hangs, is made
small; `build/fuzz/SEED` has what is left. Exits with 1 if there is one.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "support"))


def seeds(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> int:
    from csmith import missing
    from csmith_campaign import RESULTS, campaign

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--seeds", type=seeds, default=seeds("1-1000"))
    parser.add_argument("--jobs", default="1", help="processes, or dask://HOST:PORT")
    options = parser.parse_args()
    if (reason := missing()) is not None:
        print(f"fuzz: {reason}", file=sys.stderr)
        return 2
    reports = campaign(options.seeds, options.jobs)
    skipped = [report for report in reports if report.skipped]
    failed = [report for report in reports if report.faults]
    counts = f"{len(reports)} seeds, {len(skipped)} skipped, {len(failed)} failed"
    print(f"fuzz: {counts}" + (f", see {RESULTS}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
