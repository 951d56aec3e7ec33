"""Collections wait while IR is made, and come before it fills the memory."""

import gc
from weakref import ref

import pytest

from circ.dialects.common import collector
from circ.dialects.common.collector import paused_collector


class Cycle:
    """What reference counts do not free."""

    def __init__(self):
        self.itself = self


def cycles(count: int) -> ref[Cycle]:
    with paused_collector():
        made = [Cycle() for _ in range(count)]
        assert not gc.isenabled()
        return ref(made[0])


def test_large_heaps_are_collected_when_the_next_pause_begins(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(collector, "FEW", 1000)
    monkeypatch.setattr(collector, "_HEAP", type(collector._HEAP)())  # pyright: ignore[reportPrivateUsage]
    first = cycles(1500)
    assert first() is not None
    cycles(10)
    assert first() is None


def test_small_heaps_are_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(collector, "_HEAP", type(collector._HEAP)())  # pyright: ignore[reportPrivateUsage]
    first = cycles(10)
    cycles(10)
    assert first() is not None


def test_pauses_nest():
    with paused_collector():
        cycles(10)
        assert not gc.isenabled()
    assert gc.isenabled()
