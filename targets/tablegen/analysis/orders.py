"""The orders in which LLVM numbers records: enumeration values depend on them."""

import re

_RUNS = re.compile(r"\d+|\D")
_PARTS = re.compile(r"\d+|\D+")


def numeric_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """
    Sort key of names whose runs of digits compare as numbers: `F2` before `F10`.

    A longer run is the larger number, leading zeros included, as in LLVM.
    """
    return tuple(
        (ord("0"), len(run), run) if run.isdigit() else (ord(run), 0, "")
        for run in _RUNS.findall(name)
    )


def register_order(name: str) -> tuple[int, list[str], list[tuple[int, str]]]:
    """
    Sort key of register names: by number of parts, then words, then numbers.

    `R2` comes before `R10`, and both come after `SP`, which has one part only.
    """
    parts: list[str] = _PARTS.findall(name)
    words = [part for part in parts if not part[0].isdigit()]
    numbers = [(len(part), part) for part in parts if part[0].isdigit()]
    return len(parts), words, numbers
