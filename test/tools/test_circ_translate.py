"""The command line of circ-translate: formats, pairs of them, output."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from circ.tools import circ_translate
from circ.tools.formats import FORMATS, available, format_of
from circ.transforms.pipelines import compile

CIRCUIT = """x = ARG[I32] {0}
k = CONST[I32] {3}
s = SUB[I32] : | | x, k
r = RETURN : SE | DE | s
"""

SOURCE = """func.func @f(%x: i32) -> i32 {
  %k = arith.constant 3 : i32
  %s = arith.subi %x, %k : i32
  return %s : i32
}
"""

ASSEMBLY = """\t.text
\t.globl f
\t.type f,@function
f:
\taddi s0, s0, -3
\tjret
"""

Run = Callable[..., int]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: object) -> int:
        monkeypatch.setattr(sys, "argv", ["circ-translate", *map(str, arguments)])
        try:
            return circ_translate.main()
        except SystemExit as exit:
            assert isinstance(exit.code, int)
            return exit.code

    return call


def lowered(level: str) -> str:
    from circ.tools.formats import read_mlir, write_mlir

    return write_mlir(compile(read_mlir(SOURCE.encode(), "t.mlir"), level))


INPUTS: dict[str, Callable[[], str]] = {
    "circuit-gates": lambda: lowered("circuit"),
    "llvlir-bytecode": lambda: lowered("llvlir"),
    "gen-text": lambda: lowered("gen"),
}


@pytest.mark.parametrize("format", INPUTS)
def test_there_and_back_again(format: str, run: Run, tmp_path: Path):
    first, again = tmp_path / "a.mlir", tmp_path / "b.mlir"
    once, twice = tmp_path / "once", tmp_path / "twice"
    first.write_text(INPUTS[format]())
    assert run(first, "--from", "mlir", "--to", format, "-o", once) == 0
    assert run(once, "--from", format, "--to", "mlir", "-o", again) == 0
    assert run(again, "--from", "mlir", "--to", format, "-o", twice) == 0
    assert once.read_bytes() == twice.read_bytes() != b""


def test_machine_code(run: Run, tmp_path: Path, capsys: Capture):
    module = tmp_path / "a.mlir"
    module.write_text(lowered("naplespu"))
    text, first, second = (tmp_path / name for name in ("a.s", "1.o", "2.o"))
    assert run(module, "--from", "mlir", "--to", "naplespu-asm", "-o", text) == 0
    assert "addi s0, s0, -3" in " ".join(text.read_text().split())
    assert run(module, "--from", "mlir", "--to", "naplespu-obj", "-o", first) == 0
    assert (
        run(text, "--from", "naplespu-asm", "--to", "naplespu-obj", "-o", second) == 0
    )
    assert first.read_bytes()[:4] == second.read_bytes()[:4] == b"\x7fELF"
    pair = ("--from", "naplespu-obj", "--to", "naplespu-obj")
    assert run(second, *pair, "-o", first) == 0
    assert first.read_bytes() == second.read_bytes()


def test_standard_output(run: Run, tmp_path: Path, capsys: Capture):
    path = tmp_path / "f.circuit"
    path.write_text(CIRCUIT)
    assert run(path, "--from", "circuit-gates", "--to", "mlir") == 0
    assert "circuit.func @f {" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "target", "status", "message"),
    (
        ("mlir", "gates", 1, "unknown format 'gates'"),
        ("mlirr", "mlir", 1, "unknown format 'mlirr'; did you mean 'mlir'?"),
        (
            "naplespu-asm",
            "mlir",
            1,
            "cannot translate naplespu-asm to mlir; what there is: mlir to mlir, ",
        ),
        ("llvm-ir", "mlir", 1, "cannot translate llvm-ir to mlir; what there is: "),
        ("mlir", "gen-text", 1, ": error: 'circuit.func'"),
        ("mlir", "naplespu-asm", 1, ": error: 'circuit.func'"),
        ("mlir", "naplespu-obj", 1, ": error: 'circuit.func'"),
        ("mlir", "llvlir-bytecode", 1, ": error: 'circuit.func'"),
    ),
)
def test_wrong_pair(
    source: str,
    target: str,
    status: int,
    message: str,
    run: Run,
    tmp_path: Path,
    capsys: Capture,
):
    path, out = tmp_path / "f.mlir", tmp_path / "out"
    path.write_text(INPUTS["circuit-gates"]())
    assert run(path, "--from", source, "--to", target, "-o", out) == status
    assert message in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("format", [name for name, _ in available()])
def test_hostile_input(format: str, run: Run, tmp_path: Path, capsys: Capture):
    path, out = tmp_path / "input", tmp_path / "out"
    path.write_bytes(b"\xff\x00 rubbish {\n")
    out.write_text("before")
    target = dict(available())[format][0]
    assert run(path, "--from", format, "--to", target, "-o", out) == 1
    assert "error: " in capsys.readouterr().err
    assert out.read_text() == "before"


def test_usage(run: Run, tmp_path: Path, capsys: Capture):
    assert run() == 2
    assert run(tmp_path / "x", "--from", "mlir") == 2
    assert run(tmp_path / "x", "--from", "mlir", "--to", "mlir") == 1
    assert "No such file or directory" in capsys.readouterr().err
    assert run("--help") == 0
    help = capsys.readouterr().out
    assert all(name in " ".join(help.split()) for name in FORMATS)


def test_formats_by_extension():
    assert format_of("-") == "mlir"
    assert format_of("a/b.circuit") == "circuit-gates"
    assert len({entry.extension for entry in FORMATS.values()}) == len(FORMATS)
