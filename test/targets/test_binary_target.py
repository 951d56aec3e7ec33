"""Bytes in, the same bytes or their text out."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from circ.targets.binary_target import BinaryTarget
from circ.tools import circ_opt
from circ.tools.circ_opt import CircOptMain

Run = Callable[..., bytes]

DATA = bytes(range(250, 256)) * 3


@dataclass(frozen=True)
class Fixed(BinaryTarget):
    """The same bytes, whatever the module."""

    name = "fixed"

    def emit_bytes(self, ctx: Context, module: ModuleOp) -> bytes:
        return DATA


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    source, output = tmp_path / "empty.mlir", tmp_path / "output"
    source.write_text("")

    def register(self: CircOptMain) -> None:
        def factory() -> type[Target]:
            return Fixed

        self.available_targets["fixed"] = factory

    monkeypatch.setattr(CircOptMain, "register_all_targets", register)

    def run(*arguments: str) -> bytes:
        command = ["circ-opt", str(source), "-o", str(output), *arguments]
        monkeypatch.setattr(sys, "argv", command)
        assert circ_opt.main() == 0
        return output.read_bytes()

    return run


def test_bytes(run: Run):
    assert run("-t", "fixed") == DATA


def test_hex(run: Run):
    assert run("-t", "fixed{hex=true}") == (
        b"00000000: fa fb fc fd fe ff fa fb fc fd fe ff fa fb fc fd\n00000010: fe ff\n"
    )
