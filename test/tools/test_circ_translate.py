"""The command line of circ-translate: formats, pairs of them, output."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from naplespu_archives import archive_of

import circ
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.listing import disassemble_object
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf_reader import read_executable, read_object
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.simulator.system import System
from circ.tools import circ_translate
from circ.tools.formats import (
    FORMATS,
    available,
    format_of,
    read_mlir,
    write_mlir,
)
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


PARTS = {
    "main.s": "\t.globl main\nmain:\tmove_i32 s50, ra\n\tjmpsr twice\n\tjmp s50\n",
    "twice.s": "\t.globl twice\ntwice:\tadd_i32 s0, s0, s0\n\tjret\n",
}


@pytest.fixture
def parts(run: Run, tmp_path: Path) -> list[Path]:
    """Two objects that make a program."""
    for name, text in PARTS.items():
        (tmp_path / name).write_text(text)
        pair = ("--from", "naplespu-asm", "--to", "naplespu-obj")
        assert run(tmp_path / name, *pair, "-o", tmp_path / f"{name[:-2]}.o") == 0
    return [tmp_path / "main.o", tmp_path / "twice.o"]


def started(image: Image) -> int:
    """What a program with start-up code gives for an argc of 21."""
    system = System(2)
    system.load(image, argc=21)
    system.run(image.entry)
    return system.result


def test_linking(run: Run, parts: list[Path], tmp_path: Path, capsys: Capture):
    program, pair = tmp_path / "p.elf", ("--from", "naplespu-obj", "--to")
    assert run(*parts, *pair, "naplespu-elf", "-o", program) == 0
    image = read_executable(program.read_bytes())
    assert image.entry == 0x400 and started(image) == 42
    archive = tmp_path / "lib.a"
    members = {"twice.o": parts[1].read_bytes()}
    archive.write_bytes(archive_of(members, {"twice.o": ["twice"]}, "gnu"))
    other = tmp_path / "q.elf"
    assert run(archive, parts[0], *pair, "naplespu-elf", "-o", other) == 0
    assert other.read_bytes() == program.read_bytes()
    from_text = ("--from", "naplespu-asm", "--to", "naplespu-elf", "-o", other)
    for second in (archive, parts[1]):
        assert run(tmp_path / "main.s", second, *from_text) == 0
        assert started(read_executable(other.read_bytes())) == 42
    assert run(tmp_path / "main.s", tmp_path / "twice.s", *from_text) == 0
    assert read_executable(other.read_bytes()).segments == image.segments
    assert run(*parts, *pair, "naplespu-elf", "--entry", "twice", "-o", other) == 0
    image = read_executable(other.read_bytes())
    assert image.entry == image.symbols["twice"].address
    assert "_start" not in image.symbols
    assert run(parts[0], *pair, "naplespu-elf", "-o", other) == 1
    place = f"{parts[0]}: byte 4 of section '.text'"
    message = f"{place}: error: the symbol 'twice' is not defined\n"
    assert capsys.readouterr().err == message
    for files, target in ((parts, "naplespu-obj"), (parts, "naplespu-asm")):
        assert run(*files, *pair, target) == 1
        assert "linking makes an image: naplespu-elf or" in capsys.readouterr().err
    assert run(program, parts[0], *pair, "naplespu-elf") == 1
    assert "an executable cannot be linked" in capsys.readouterr().err
    assert run(program, *pair, "naplespu-obj") == 1
    assert "an image cannot become naplespu-obj" in capsys.readouterr().err


@pytest.mark.parametrize("kernel", ("fib", "crc32", "matmul_f32.scf"))
def test_compiled_objects_as_assembly_and_back(kernel: str):
    path = Path(__file__).parents[2] / "bench" / "data" / f"{kernel}.mlir"
    module = compile(read_mlir(path.read_bytes(), path.name), "naplespu")
    first = object_of(module, kernel)
    text = disassemble_object(first)
    assert ".loc" in text and ".reloc" not in text and ".word" not in text
    again = assemble(text, kernel)
    one, other = link([first]), link([again])
    assert (one.segments, one.debug) == (other.segments, other.debug)
    assert again.signature == first.signature


CALLER = """
func.func private @kernel(i32) -> i32
func.func @main(%n: i32) -> i32 {
  %r = func.call @kernel(%n) : (i32) -> i32
  %s = arith.addi %r, %n : i32
  return %s : i32
}
"""


def test_our_code_calls_the_vendors(run: Run, tmp_path: Path):
    module, out = tmp_path / "a.mlir", tmp_path / "a.elf"
    module.write_text(write_mlir(compile(read_mlir(CALLER.encode(), "c"), "naplespu")))
    ours = tmp_path / "a.o"
    assert run(module, "--from", "mlir", "--to", "naplespu-obj", "-o", ours) == 0
    fib = Path(__file__).parents[1] / "targets/naplespu/vendor_objects/fib.o"
    pair = ("--from", "naplespu-obj", "--to", "naplespu-elf", "-o", out)
    assert run(ours, fib, *pair) == 0
    system = System(8)
    image = read_executable(out.read_bytes())
    system.load(image, argc=10)
    system.run(image.entry, turn=7)
    assert system.results == [55 + 10] * 8


def test_images_in_all_formats(run: Run, parts: list[Path], tmp_path: Path):
    elf, hex, text = (tmp_path / name for name in ("p.elf", "p.hex", "p.s"))
    pair = ("--from", "naplespu-obj", "--to", "naplespu-elf", "-o", elf)
    assert run(*parts, *pair) == 0
    expected = read_executable(elf.read_bytes())
    for layout in ("", "{layout=standalone}", "{layout=readmemh}"):
        to_hex = ("--to", f"naplespu-hex{layout}")
        assert run(*parts, "--from", "naplespu-obj", *to_hex, "-o", hex) == 0
        direct = hex.read_text()
        assert run(elf, "--from", "naplespu-elf", *to_hex, "-o", hex) == 0
        assert hex.read_text() == direct
        back = ("--from", "naplespu-hex", "--to", "naplespu-elf", "-o", tmp_path / "b")
        assert run(hex, *back) == 0
        assert started(read_executable((tmp_path / "b").read_bytes())) == 42
    for format in ("naplespu-elf", "naplespu-obj"):
        assert run(elf, "--from", format, "--to", "naplespu-asm", "-o", text) == 0
        assert "jmpsr twice" in text.read_text()
    assert started(expected) == 42


def test_modules_become_images(run: Run, tmp_path: Path):
    module, out = tmp_path / "a.mlir", tmp_path / "a.elf"
    module.write_text(lowered("naplespu"))
    assert run(module, "--from", "mlir", "--to", "naplespu-elf", "-o", out) == 0
    image = read_executable(out.read_bytes())
    assert "f" in image.symbols and "@f : (i32) -> i32" in image.signature


def test_layouts_are_checked(run: Run, parts: list[Path], capsys: Capture):
    pair = ("--from", "naplespu-obj", "--to")
    assert run(*parts, *pair, "naplespu-hex{layout=x}") == 1
    message = "unknown layout 'x' of naplespu-hex (standalone, readmemh)"
    assert message in capsys.readouterr().err
    assert run(*parts, *pair, "naplespu-elf{layout=standalone}") == 1
    assert "unknown layout 'standalone' of naplespu-elf (none)" in (
        capsys.readouterr().err
    )


def test_standard_output(run: Run, tmp_path: Path, capsys: Capture):
    path = tmp_path / "f.circuit"
    path.write_text(CIRCUIT)
    assert run(path, "--from", "circuit-gates", "--to", "mlir") == 0
    assert "circuit.func @f(i32) -> i32 {" in capsys.readouterr().out


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
        ("mlir", "c", 1, "cannot translate mlir to c; what there is: "),
        ("mlir", "gen-text", 1, " is of level "),
        ("mlir", "naplespu-asm", 1, " is of level "),
        ("mlir", "naplespu-obj", 1, " is of level "),
        ("mlir", "llvlir-bytecode", 1, " is of level "),
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
    for name, entry in FORMATS.items():
        assert (name in " ".join(help.split())) == entry.is_translated


def test_formats_by_extension():
    assert format_of("<stdin>", b"what") == "mlir"
    assert format_of("a/b.circuit", b"what") == "circuit-gates"
    assert len({entry.extension for entry in FORMATS.values()}) == len(FORMATS)


def test_included_files_are_looked_for(run: Run, tmp_path: Path, capsys: Capture):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc/defs.s").write_text("N = 3\n")
    source, target = tmp_path / "a.s", tmp_path / "a.o"
    source.write_text('.include "defs.s"\nmovei s0, N\n')
    pair = ("--from", "naplespu-asm", "--to", "naplespu-obj", "-o", target)
    assert run(source, *pair) == 1
    assert run(source, *pair, "-I", tmp_path / "inc") == 0
    capsys.readouterr()
    (tmp_path / "inc/defs.s").write_text("N = 3\n nop x\n")
    assert run(source, *pair, "-I", tmp_path / "inc") == 1
    message, line, caret, note = capsys.readouterr().err.splitlines()
    assert message.startswith(f"{tmp_path}/inc/defs.s:2:2: error: 'nop' takes")
    assert (line, caret) == (" nop x", " ^")
    assert note == f"{source}:1:1: note: in this included file"
    (tmp_path / "inc/defs.s").write_text("N = 3\n")
    assert read_object(target.read_bytes(), "a.o").sections[0].data


def test_dump(run: Run, capsys: Capture, tmp_path: Path):
    """Offset, bytes and meaning; what each part takes, in all the file's bytes."""
    file, data = tmp_path / "f.llvb", circ.emit(SOURCE, "llvlir-bytecode")
    assert isinstance(data, bytes)
    file.write_bytes(data)
    assert run("--dump", file) == 0
    dump = capsys.readouterr().out
    assert "header, version 2" in dump and "llvlir.add.I" in dump
    assert run("--dump", "--sizes", file) == 0
    total, *parts = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    assert int(total.split()[0]) == file.stat().st_size
    assert sum(int(part.split()[0]) for part in parts) == file.stat().st_size


@pytest.mark.parametrize(
    ("options", "message"),
    (
        (("--sizes",), "--sizes goes with --dump"),
        (("--dump",), "--dump is for llvlir-bytecode"),
    ),
)
def test_wrong_dump(
    options: tuple[str, ...], message: str, run: Run, capsys: Capture, tmp_path: Path
):
    source = tmp_path / "f.mlir"
    source.write_text(SOURCE)
    assert run(*options, source) != 0
    assert message in capsys.readouterr().err
