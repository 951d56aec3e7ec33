"""When Python looks for cyclic garbage: IR is cyclic, large, and lives for a while."""

import gc
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

FEW = 1_000_000
"""Objects that are never worth a collection; about 100 MB."""


@dataclass
class _Heap:
    """What is known of the heap, in objects that the collector tracks."""

    live: int = 0
    """Left by the last collection of all."""
    added: int = 0
    """Since then, without those that reference counts have freed."""

    def collect_if_large(self) -> None:
        """Collect where the heap may have doubled, so that each object is paid once."""
        if self.added > max(FEW, self.live):
            gc.collect()
            gc.freeze()
            self.live, self.added = gc.get_freeze_count(), 0
            gc.unfreeze()


_HEAP = _Heap()


@contextmanager
def paused_collector(collect: bool = True) -> Generator[None]:
    """
    No cyclic garbage collection inside; inside another pause, nothing changes.

    The collector costs a quarter of the time at 100,000 operations. What earlier pauses
    left is freed when another one begins, not at the end, where a command is done, and
    without `collect` not yet: for work that makes no cycles.
    """
    if not gc.isenabled():
        yield
        return
    if collect:
        _HEAP.collect_if_large()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        _HEAP.added += gc.get_count()[0]
        gc.freeze()  # what is new is old now, and not looked at as soon as possible
        gc.unfreeze()
        gc.enable()
