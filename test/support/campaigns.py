"""
Campaigns: programs made of seeds, checked in one process, in several, or on a cluster.

`pytest -m long --jobs N` says where; with `dask://HOST:PORT` the workers need the
repository and its `test/support` among their folders of modules. A failure names the
seed.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from levels import check_circuits, check_llvm, check_source
from random_circuits import NARROW, WIDE, circuit_program
from random_loops import loop_program
from random_source import source_program
from random_vectors import vector_program

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.context_variables import bound
from circ.tools.jobs import runner
from circ.transforms.compare_levels import HOST_TOO

PIECE = 25
"""Seeds of a task; garbage is collected after each."""
VERIFIED = 10
"""One of so many programs is verified after each pass, all at the end."""


@dataclass(frozen=True)
class Piece:
    """A task: some seeds, and the function of this module that checks one."""

    check: Callable[[int], None]
    seeds: Sequence[int]


def check_piece(piece: Piece) -> int:
    """Check programs in order, at level host too; how many there were."""
    with paused_collector(), bound(HOST_TOO, True):
        for seed in piece.seeds:
            try:
                piece.check(seed)
            except BaseException as error:
                error.add_note(f"seed {seed}")
                raise
        gc.collect()
    return len(piece.seeds)


def campaign(
    check: Callable[[int], None], seeds: Sequence[int], jobs: str = "1"
) -> None:
    """Check the programs of all seeds; raises what the first failure raises."""
    pieces = [
        Piece(check, seeds[start : start + PIECE])
        for start in range(0, len(seeds), PIECE)
    ]
    with runner(jobs) as pool:
        checked = pool.map(check_piece, pieces, "checking programs")
    assert sum(checked) == len(seeds)


def source_seed(seed: int) -> None:
    check_source(source_program(Random(seed)), verify=not seed % VERIFIED)


def circuit_seed(seed: int) -> None:
    program = circuit_program(Random(seed), WIDE if seed % 4 == 3 else NARROW)
    check_circuits(program, verify=not seed % VERIFIED)


def loop_seed(seed: int) -> None:
    check_source(loop_program(Random(seed)), verify=not seed % VERIFIED)


def vector_seed(seed: int) -> None:
    check_source(vector_program(Random(seed)))


def llvm_seed(seed: int) -> None:
    check_llvm(seed, verify=not seed % VERIFIED)
