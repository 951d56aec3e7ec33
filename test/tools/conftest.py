"""Fixtures for the tests of circ-run and circ-cc."""

import sys
from pathlib import Path

import pytest
from c_compiler import Compiler, Ended
from circ_run_inputs import File, Run

from circ.tools import circ_cc, circ_run


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


@pytest.fixture
def cc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Compiler:
    """circ-cc in an empty directory, without a cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CIRC_CACHE", "0")

    def call(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["circ-cc", *map(str, arguments)])
        capfd.readouterr()
        try:
            status = circ_cc.main()
        except SystemExit as exit:
            assert isinstance(exit.code, int | None)
            status = exit.code or 0
        return Ended(status, *capfd.readouterr())

    return call
