"""The progress bar: on terminals, when work takes a while, and where rich is there."""

import sys
from io import StringIO

import pytest

from circ.tools import progress
from circ.tools.jobs import Serial
from circ.tools.progress import Progress

pytest.importorskip("rich")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def terminal_for(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error; in the test itself, since pytest replaces it before that."""
    text = Terminal()
    monkeypatch.setattr(sys, "stderr", text)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "DELAY", 0.0)
    monkeypatch.setattr(progress, "PERIOD", 0.0)
    return text


def test_bar(monkeypatch: pytest.MonkeyPatch):
    terminal = terminal_for(monkeypatch)
    with Progress("compiling functions") as bar:
        assert bar.period is not None
        for done in range(11):
            bar.show(done, 10)
    written = terminal.getvalue()
    assert "compiling functions" in written
    assert "3/10" in written and "10/10" in written


def test_a_serial_run_shows_one(monkeypatch: pytest.MonkeyPatch):
    terminal = terminal_for(monkeypatch)
    assert Serial().map(abs, [-1, 2], "counting") == [1, 2]
    assert "counting" in terminal.getvalue() and "1/2" in terminal.getvalue()


def test_no_bar_for_short_work(monkeypatch: pytest.MonkeyPatch):
    terminal = terminal_for(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 60.0)
    Serial().map(abs, [-1, 2], "counting")
    assert terminal.getvalue() == ""


def test_no_bar_without_a_terminal(monkeypatch: pytest.MonkeyPatch):
    text = StringIO()
    monkeypatch.setattr(sys, "stderr", text)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    with Progress("counting") as bar:
        assert bar.period is None
        bar.show(1, 2)
    assert text.getvalue() == ""


def test_no_bar_without_rich(monkeypatch: pytest.MonkeyPatch):
    terminal = terminal_for(monkeypatch)
    for name in ("rich.console", "rich.progress"):
        monkeypatch.setitem(sys.modules, name, None)
    assert Serial().map(abs, [-1, 2], "counting") == [1, 2]
    assert terminal.getvalue() == ""
