"""
TableGen: reads target descriptions and generates Python modules from their records.

`load` gives the records; `evaluation` also what is needed to print them. Generated
modules import parts of this package: it is not evaluated with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from circ.targets.tablegen.records import RecordKeeper


def load(
    path: str | Path,
    include: Sequence[str | Path] = (),
    defines: Sequence[str] = (),
    compat: int = 19,
) -> RecordKeeper:
    """
    The records of a description; the first error is raised as a Diagnostic.

    `include` has the folders for `include "…"`, `defines` the macros that are set;
    `compat=9` accepts the dialect of LLVM 9.
    """
    from circ.targets.tablegen.evaluation import evaluate
    from circ.targets.tablegen.python_values import record_keeper

    evaluation = evaluate(path, include, defines, compat)
    evaluation.check()
    return record_keeper(evaluation.world)
