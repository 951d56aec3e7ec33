"""Fixtures for the tests of circ-run."""

import sys
from pathlib import Path

import pytest
from circ_run_inputs import File, Run

from circ.tools import circ_run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: object) -> int:
        monkeypatch.setattr(sys, "argv", ["circ-run", *map(str, arguments)])
        try:
            return circ_run.main()
        except SystemExit as exit:
            assert isinstance(exit.code, int)
            return exit.code

    return call


@pytest.fixture
def file(tmp_path: Path) -> File:
    def write(text: str, name: str = "t.mlir") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write
