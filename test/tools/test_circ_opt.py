"""The command line of circ-opt: exit status, messages, output files."""

import subprocess
import sys
from pathlib import Path

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools import circ_opt, command, running
from circ.tools.universe import CIRC_UNIVERSE, resolve

GOOD = "func.func @f(%x: i32) -> i32 {\n  func.return %x : i32\n}\n"
BAD = "func.func @f(%x: i32) -> i32 {\n\tfunc.return %x : i64\n}\n"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.mlir"
    file.write_text(GOOD)
    return file


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["circ-opt", *map(str, arguments)])
    try:
        return circ_opt.main()
    except SystemExit as exit:
        assert isinstance(exit.code, int)
        return exit.code


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    (
        ("-p nonsense", 1, "circ-opt: error: unknown pass 'nonsense'\n"),
        (
            "-p canonicalise",
            1,
            "circ-opt: error: unknown pass 'canonicalise'; "
            "did you mean 'canonicalize'?\n",
        ),
        (
            "-t mlirr",
            1,
            "circ-opt: error: unknown target 'mlirr'; did you mean 'mlir'?\n",
        ),
        (
            "-p dce{",
            2,
            "circ-opt: error: malformed -p 'dce{': Expected argument name here\n",
        ),
        (
            "-p dce,,cse",
            2,
            "circ-opt: error: malformed -p 'dce,,cse': Expected pass name here\n",
        ),
        (
            '-p dce{a="\\q"}',
            2,
            "circ-opt: error: malformed -p 'dce{a=\"\\q\"}': Unknown token\n",
        ),
        (
            "-p dce{x=1}",
            2,
            "circ-opt: error: pass 'dce': Provided arguments [\"x\"] not found in "
            "expected arguments []\n",
        ),
        (
            "-t mlir{",
            2,
            "circ-opt: error: malformed -t 'mlir{': Expected argument name here\n",
        ),
    ),
)
def test_names_and_options(
    good: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    status: int,
    message: str,
):
    assert run(monkeypatch, good, *arguments.split()) == status
    captured = capsys.readouterr()
    assert captured.err == message
    assert captured.out == ""


def test_unknown_option_is_a_usage_error(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert run(monkeypatch, good, "--nonsense") == 2
    assert "circ-opt: error: unrecognized arguments" in capsys.readouterr().err


def test_source_line_and_caret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    bad = tmp_path / "bad.mlir"
    bad.write_text(BAD)
    assert run(monkeypatch, bad) == 1
    assert capsys.readouterr().err == (
        f"{bad}:2:14: error: operand is used with type i64, but has been "
        "previously used or defined with type i32\n"
        "\tfunc.return %x : i64\n"
        "\t            ^\n"
    )


def test_source_line_does_not_control_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    bad = tmp_path / "bad.mlir"
    bad.write_text("\x1b[2J?\x07")
    assert run(monkeypatch, bad) == 1
    assert "\n\ufffd[2J?\ufffd\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "place"),
    ((b"\xff", "1:1"), ("// ä\n// é".encode() + b"\xc3\x28", "2:5")),
)
def test_input_that_is_not_utf8(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    data: bytes,
    place: str,
):
    bad = tmp_path / "bad.mlir"
    bad.write_bytes(data)
    assert run(monkeypatch, bad) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"{bad}:{place}: error: byte 0x")


def test_directories_are_neither_read_nor_written(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert run(monkeypatch, good.parent) == 1
    assert capsys.readouterr().err == (
        f"circ-opt: error: cannot read '{good.parent}': Is a directory\n"
    )
    assert run(monkeypatch, good, "-o", good.parent) == 1
    assert capsys.readouterr().err == (
        f"circ-opt: error: cannot write '{good.parent}': Is a directory\n"
    )
    assert run(monkeypatch, good, "-o", good / "below") == 1
    assert run(monkeypatch, good, "-o", good.parent / "no" / "where") == 1


def test_output_is_kept_unless_all_goes_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source, output = tmp_path / "in.mlir", tmp_path / "out.mlir"
    output.write_text("precious")
    source.write_text(f"{GOOD}// -----\n{BAD}")
    assert run(monkeypatch, source, "-o", output, "--split-input-file") == 1
    assert output.read_text() == "precious"
    source.write_text(f"{GOOD}// -----\n{GOOD}")
    assert run(monkeypatch, source, "-o", output, "--split-input-file") == 0
    assert output.read_text().count("func.func @f") == 2
    # A file may be its own output; nothing else is left behind.
    source.write_text(GOOD)
    assert run(monkeypatch, source, "-o", source) == 0
    assert source.read_text().startswith("builtin.module")
    assert {file.name for file in tmp_path.iterdir()} == {"in.mlir", "out.mlir"}


def test_output_keeps_mode_and_links(tmp_path: Path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    command.write_output(str(link), b"new")
    assert link.is_symlink() and real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_nested_too_deeply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    deep = tmp_path / "deep.mlir"
    deep.write_text("builtin.module {" * 4000 + "}" * 4000)
    assert run(monkeypatch, deep) == 1
    assert "types are nested too deeply\n" in capsys.readouterr().err


def test_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    assert run(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.startswith("circ-opt 0.")


def test_status_of_a_command(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    def usage() -> int:
        raise command.UsageError("no such thing")

    def wrong() -> int:
        raise Diagnostic("a.bin: byte 12", "a truncated table")

    def bug() -> int:
        raise AssertionError("of circ itself")

    assert running.run_command("circ-x", lambda: 0) == 0
    assert running.run_command("circ-x", usage) == 2
    assert running.run_command("circ-x", wrong) == 1
    assert capsys.readouterr().err == (
        "circ-x: error: no such thing\na.bin: byte 12: error: a truncated table\n"
    )
    monkeypatch.setattr(sys, "argv", ["x", f"--crash-reproducer={tmp_path}/x"])
    assert running.run_command("circ-x", bug) == running.INTERNAL_ERROR


def test_every_name_of_the_universe_resolves():
    for factories in (
        CIRC_UNIVERSE.all_dialects,
        CIRC_UNIVERSE.all_passes,
        CIRC_UNIVERSE.all_targets,
    ):
        for name, factory in factories.items():
            assert factory().name == name


def test_a_name_that_stands_for_something_else_is_an_error_of_circ():
    with pytest.raises(AssertionError):
        resolve("circ.tools.command:STDIN", int)


@pytest.mark.parametrize("located", (True, False))
@pytest.mark.every(2)
def test_diagnostics_in_stock_xdsl_opt(tmp_path: Path, located: bool):
    """One line, with the place where the text says one: its parser keeps no other."""
    path = tmp_path / "t.mlir"
    place = f' loc("{path}":1:6)' if located else ""
    path.write_text(f"func.func private @f(f80){place}\n")
    program = Path(sys.executable).parent / "xdsl-opt"
    command = [program, path, "-p", "lower-to-naplespu"]
    done = subprocess.run(command, capture_output=True, text=True)
    message = "error: 'func.func': an argument of type f80 is not supported\n"
    where = f"{path}:1:6" if located else "xdsl-opt"
    shown = f"{path.read_text()}     ^\n" if located else ""
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{where}: {message}{shown}"


def test_recursion_without_end(capsys: pytest.CaptureFixture[str]):
    """What no reader diagnosed is one line; then the limit is as it was."""
    before = sys.getrecursionlimit()

    def down() -> int:
        return down()

    assert running.run_command("circ-opt", down) == 1
    assert capsys.readouterr().err == (
        "circ-opt: error: the input is nested too deeply\n"
    )
    assert sys.getrecursionlimit() == before
