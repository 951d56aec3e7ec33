"""Packages that add to circ, as pip would leave them installed."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

COMMANDS = Path(sys.executable).parent


def installed(site: Path, sources: Iterable[Path], universe: str) -> dict[str, str]:
    """The environment in which modules or packages and their entry point are found."""
    for source in sources:
        if source.is_dir():
            copytree(source, site / source.name, ignore=ignore_patterns("__pycache__"))
        else:
            copy(source, site)
    name = universe.partition(":")[0]
    information = site / f"{name}-0.1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Name: {name}\nVersion: 0.1.0\n")
    entry = f"[xdsl.universe]\n{name} = {universe}\n"
    (information / "entry_points.txt").write_text(entry)
    return os.environ | {"PYTHONPATH": str(site)}
