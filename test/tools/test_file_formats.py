"""What a file is, its contents tell; extensions decide only in doubt."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import circ
from circ.tools import circ_opt, circ_reduce, circ_run, circ_translate
from circ.tools.formats import FORMATS as ALL
from circ.tools.formats import format_of

ROOT = Path(__file__).parents[2]
GCD = ROOT / "bench/data/gcd.mlir"
FORMATS = (
    "mlir",
    "circuit-gates",
    "llvlir-bytecode",
    "gen-text",
    "naplespu-asm",
    "naplespu-obj",
    "naplespu-elf",
)
BINARY = ("llvlir-bytecode", "naplespu-obj", "naplespu-elf")

Run = Callable[..., tuple[int, str, str]]


def contents(format: str) -> bytes:
    data = circ.emit(GCD, format)
    return data.encode() if isinstance(data, str) else data


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Run a command in this process: its status, output and messages."""

    def call(main: Callable[[], int], *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["circ", *arguments])
        status = main()
        out, err = capfdbinary.readouterr()
        return status, out.decode(errors="replace"), err.decode()

    return call


@pytest.mark.parametrize("format", FORMATS)
def test_contents_tell(format: str):
    data = contents(format)
    assert format_of("gcd", data) == format_of("gcd.txt", data) == format
    if format in BINARY:
        assert format_of("gcd.mlir", data) == format
    for comment in (b"# what\n", b"; what\n", b"// what\n"):
        assert format_of("a.mlir", comment + b"x") == "mlir"


def test_blank_lines_cost_no_more_than_others():
    assert format_of("-", b"\n" * 4000 + b"// text\nmodule {}") == "mlir"
    assert format_of("<stdin>", b"\n" * 4000 + b"// text\n?") == "mlir"


@pytest.mark.parametrize(
    ("text", "format"),
    (
        ("// a comment\n\nmodule {}\n", "mlir"),
        ('"builtin.module"() ({}) : () -> ()\n', "mlir"),
        ("#map = affine_map<(d0) -> (d0)>\n", "mlir"),
        ("func.func @f() { return }", "mlir"),
        ("", "mlir"),
        ("; a comment\n a = ARG[I32] {0} : | DE |\n", "circuit-gates"),
        ("# a comment\n\t.text\nf:\tjret\n", "naplespu-asm"),
        (".decl_variadic\n", None),
        ("one line of words\n", None),
    ),
)
def test_texts_without_a_known_extension(text: str, format: str | None):
    if format is None:
        with pytest.raises(circ.Diagnostic, match="by its contents or name"):
            format_of("f.txt", text.encode())
    else:
        assert format_of("f.txt", text.encode()) == format
    assert format_of("f.gen", text.encode()) == "gen-text"


@pytest.mark.parametrize("format", FORMATS)
def test_circ_run(format: str, tmp_path: Path, run: Run):
    path = tmp_path / "program"
    path.write_bytes(contents(format))
    assert run(circ_run.main, str(path), "--", "1071", "462") == (0, "21\n", "")


@pytest.mark.parametrize("format", FORMATS[:4])
def test_circ_opt(format: str, tmp_path: Path, run: Run):
    path = tmp_path / "program"
    path.write_bytes(contents(format))
    options = ("-p", "lower-to-naplespu", "-t", "naplespu-asm")
    status, out, err = run(circ_opt.main, str(path), *options)
    assert (status, err) == (0, "") and "jret" in out


def test_circ_opt_of_machine_code(tmp_path: Path, run: Run):
    path = tmp_path / "program"
    path.write_bytes(contents("naplespu-obj"))
    status, _, err = run(circ_opt.main, str(path))
    assert status == 1 and "naplespu-obj is not read as a module (mlir, " in err


def test_pipes_are_read_once(run: Run):
    for format in ("llvlir-bytecode", "naplespu-obj", "mlir"):
        reading, writing = os.pipe()
        os.write(writing, contents(format))
        os.close(writing)
        name = f"/dev/fd/{reading}"
        assert run(circ_run.main, name, "--", "1071", "462") == (0, "21\n", "")
        os.close(reading)


def test_circ_reduce(tmp_path: Path, run: Run):
    path, script = tmp_path / "program", tmp_path / "test.sh"
    path.write_bytes(contents("llvlir-bytecode"))
    script.write_text("#!/bin/sh\ntrue\n")
    script.chmod(0o755)
    output = tmp_path / "small"
    status, _, _ = run(
        circ_reduce.main, str(path), "--test", str(script), "-o", str(output)
    )
    assert status == 0 and format_of("small", output.read_bytes()) == "llvlir-bytecode"
    line = (str(path), "--test", str(script), "-f", "llvb", "-o", str(output), "-t")
    assert run(circ_reduce.main, *line, "mlir")[0] == 0
    assert format_of("small", output.read_bytes()) == "mlir"
    status, _, err = run(circ_reduce.main, *line, "elf")
    assert status == 2 and "no module is written as naplespu-elf" in err


@pytest.mark.parametrize("format", FORMATS[:4])
@pytest.mark.parametrize("named", (lambda name: name, lambda name: ALL[name].extension))
@pytest.mark.every(3, first=2)
def test_formats_are_named_alike(
    format: str, named: Callable[[str], str], tmp_path: Path, run: Run
):
    path, output = tmp_path / "program.txt", tmp_path / "program.out"
    path.write_bytes(contents(format))
    given = named(format)
    for flag in ("-f", "--from"):
        assert run(circ_run.main, str(path), flag, given, "--", "1071", "462")[0] == 0
        for main in (circ_opt.main, circ_translate.main):
            for to in ("-t", "--to"):
                line = (str(path), flag, given, to, given, "-o", str(output))
                assert run(main, *line) == (0, "", "")
                assert format_of("program", output.read_bytes()) == format


def test_extensions_name_the_output(tmp_path: Path, run: Run):
    path, output = tmp_path / "a", tmp_path / "a.o"
    path.write_bytes(contents("naplespu-asm"))
    assert run(circ_translate.main, str(path), "-o", str(output)) == (0, "", "")
    assert format_of("a", output.read_bytes()) == "naplespu-obj"
    other = tmp_path / "b"
    status, _, err = run(circ_translate.main, str(path), "-o", str(other))
    assert status == 2 and "neither -t FORMAT" in err


@pytest.mark.parametrize("main", (circ_run.main, circ_translate.main))
def test_unknown_formats(main: Callable[[], int], tmp_path: Path, run: Run):
    path = tmp_path / "a"
    path.write_bytes(contents("mlir"))
    status, _, err = run(main, str(path), "-f", "gen-txt", "-o", "a.s")
    assert status == 1 and "unknown format 'gen-txt'; did you mean 'gen-text'?" in err


def test_null_device(tmp_path: Path, run: Run):
    path = tmp_path / "a"
    path.write_bytes(contents("mlir"))
    options = ("-p", "lower-to-naplespu", "-t", "naplespu-obj", "-o", "/dev/null")
    assert run(circ_opt.main, str(path), *options) == (0, "", "")
    assert Path("/dev/null").is_char_device()
    assert run(circ_opt.main, "/dev/null") == (0, "builtin.module {\n}\n\n", "")
