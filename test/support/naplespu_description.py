"""Evaluated descriptions: each once a test run."""

from functools import cache
from pathlib import Path

from circ.targets.tablegen import load
from circ.targets.tablegen.records import RecordKeeper

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "targets" / "tablegen" / "include"
DESCRIPTION = ROOT / "targets" / "naplespu" / "NaplesPU.td"


@cache
def records_of(path: Path, *include: Path) -> RecordKeeper:
    """All records of a description."""
    return load(path, include)


def naplespu_records() -> RecordKeeper:
    """All records of `targets/naplespu/NaplesPU.td`."""
    return records_of(DESCRIPTION, INCLUDE)
