"""What circ-cc and circ-run refuse: one clear message, and nothing is written."""

import os
import re
import sys
from pathlib import Path

import pytest
from bad_c_inputs import COMMANDS, LLVM, BadInput, C
from c_compiler import needs_clang

from circ.tools import circ_cc, circ_run

MAIN = {"circ-cc": circ_cc.main, "circ-run": circ_run.main}


def cases() -> list[object]:
    return [
        pytest.param(
            bad, id=f"{kind}: {name}", marks=[needs_clang] if bad.needs_clang else []
        )
        for kind, table in (("LLVM", LLVM), ("C", C), ("command", COMMANDS))
        for name, bad in table.items()
    ]


def pattern(message: str) -> str:
    return ".*".join(map(re.escape, message.split("…")))


def test_there_are_forty():
    assert len(cases()) >= 40


@pytest.mark.parametrize("bad", cases())
def test_bad_input(
    bad: BadInput,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
):
    monkeypatch.setenv("CIRC_CACHE", "0")
    monkeypatch.chdir(tmp_path)
    for name, text in bad.files.items():
        data = text if isinstance(text, bytes) else text.encode()
        Path(name).write_bytes(data)
    monkeypatch.setattr(sys, "argv", bad.arguments.split())
    try:
        status = MAIN[sys.argv[0]]()
    except SystemExit as exit:
        status = exit.code
    out, err = capfd.readouterr()
    errors = [line for line in err.splitlines() if "error: " in line]
    expected = bad.message.splitlines()
    assert len(errors) == len(expected), err
    for line, message in zip(errors, expected, strict=True):
        assert re.fullmatch(pattern(message), line), err
    assert "Traceback" not in err
    assert (status, out) == (bad.status, "")
    assert sorted(os.listdir()) == sorted(bad.files)
