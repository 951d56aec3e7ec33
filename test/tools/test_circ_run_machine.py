"""Machine code in circ-run: images, threads, engines, subtargets, hardware floats."""

import json
from pathlib import Path

import numpy as np
import pytest
from circ_run_inputs import PROGRAM, REVERSE, WIDE, Capture, Run
from circ_run_inputs import File as Write

from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.object.elf import write_object
from circ.tools.formats import FORMATS, File, read_mlir, translate, write_mlir
from circ.transforms.pipelines import compile

DATA = Path(__file__).parents[1] / "data" / "mlir"
LEVELS = ("source", "circuit", "llvlir", "gen", "naplespu")

MACHINE = """
        .globl  main
        .type   main,@function
main:   load32  s2, (s1)            // argv[0]
        load32  s3, 4(s1)           // argv[1], an array
        load32  s3, 4(s3)
        add_i32 s0, s0, s2
        add_i32 s0, s0, s3
        movei   s4, 2
        read_cr s4, s4              // the thread's number
        mulli   s4, s4, 100
        add_i32 s0, s0, s4
        jret
"""
MACHINE_FORMATS = ("naplespu-obj", "naplespu-elf", "naplespu-hex")


@pytest.fixture
def array(tmp_path: Path) -> Path:
    path = tmp_path / "a.npy"
    np.save(path, np.array([1, 20, 3], np.int32))
    return path


@pytest.mark.parametrize("format", ("naplespu-asm", *MACHINE_FORMATS))
def test_programs_with_startup_code(
    format: str, run: Run, file: Write, array: Path, capsys: Capture
):
    path = file(MACHINE, "t.s")
    if format != "naplespu-asm":
        text = translate([File("t.s", path.read_bytes(), "naplespu-asm")], format)
        path = path.with_suffix("." + FORMATS[format].extension)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    assert run(path, "--threads", 3, "--json", "--", 5, array) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["results"] == [27]
    threads = answer["stats"]["threads"]
    assert [each["results"] for each in threads] == [[27], [127], [227]]


def test_functions_of_machine_code(
    run: Run, file: Write, array: Path, tmp_path: Path, capsys: Capture
):
    vendor = Path(__file__).parents[1] / "targets/naplespu/vendor_objects"
    assert run(vendor / "fib.o", "--", 15) == 0
    assert capsys.readouterr().out == "610\n"
    x, y = tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(x, np.arange(256, dtype=np.float32))
    np.save(y, np.ones(256, np.float32))
    out = tmp_path / "out"
    assert run(vendor / "saxpy_f32.o", "--save-dir", out, "--", "1.5", x, y) == 0
    expected = np.arange(256, dtype=np.float32) * np.float32(1.5) + 1
    assert np.array_equal(np.load(out / "arg2.npy"), expected)
    capsys.readouterr()
    path = file(MACHINE + ".globl other\n.type other,@function\nother: jret\n", "t.s")
    assert run(path, "--entry", "other", "--", -7) == 0
    assert capsys.readouterr().out == "-7\n"


def test_functions_keep_their_types_in_objects(
    run: Run, file: Write, array: Path, capsys: Capture
):
    source = file(REVERSE + WIDE)
    module = compile(read_mlir(source.read_bytes(), "t.mlir"), "naplespu")
    for format in ("naplespu-obj", "naplespu-elf"):
        data = translate([File("t.mlir", write_mlir(module).encode(), "mlir")], format)
        path = source.with_suffix("." + FORMATS[format].extension)
        assert isinstance(data, bytes)
        path.write_bytes(data)
        assert run(path, "--entry", "w", "--", -3) == 0
        assert capsys.readouterr().out == "9\n"
        assert run(path, "--entry", "g", "--", array, 1, array) == 1
        message = "must hold int16 or uint16 for memref<2xi16>, but holds int32"
        assert message in capsys.readouterr().err
        assert run(path, "--", -3) == 1
        message = "--entry must name one of the functions: g, w"
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("format", ("naplespu-obj", "naplespu-elf"))
def test_main_is_given_the_same_as_above_the_machine(
    format: str, run: Run, file: Write, capsys: Capture
):
    source = file(WIDE.replace("@w", "@main"))
    module = compile(read_mlir(source.read_bytes(), "t.mlir"), "naplespu")
    data = translate([File("t.mlir", write_mlir(module).encode(), "mlir")], format)
    path = source.with_suffix("." + FORMATS[format].extension)
    assert isinstance(data, bytes)
    path.write_bytes(data)
    for program in (source, path):
        assert run(program, "--", -3) == 0
        assert capsys.readouterr().out == "9\n"
    # The start-up code passes argc and argv, here as the halves of a number.
    assert run(path, "--entry", "_start", "--json") == 0
    assert json.loads(capsys.readouterr().out)["results"] == [0]


def test_included_assembly(run: Run, file: Write, tmp_path: Path, capsys: Capture):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "body.s").write_text("f:\taddi s0, s0, 1\n\tjret\n")
    path = file('.type f,@function\n.globl f\n.include "body.s"\n', "t.s")
    assert run(path, "-I", folder, "--entry", "f", "--", 41) == 0
    assert capsys.readouterr().out == "42\n"
    assert run(path, "--entry", "f", "--", 41) == 1
    assert "body.s" in capsys.readouterr().err


def test_machine_code_prints(run: Run, file: Write, capsys: Capture):
    source = file(PROGRAM.replace("@f", "@main").replace("i32", "i64"))
    module = compile(read_mlir(source.read_bytes(), "t.mlir"), "naplespu")
    path = file("", "t.o")
    path.write_bytes(write_object(object_of(module)))
    big = -(1 << 40)
    assert run(path, "--entry", "main", "--", big, 3) == 0
    assert capsys.readouterr().out == f"{big}\n{big + 3}\n1\n"
    text = "\t.globl main\nmain:\tmove_i32 s50, ra\n\tjmpsr print_i32\n\tjmp s50\n"
    assert run(file(text, "t.s"), "--threads", 2, "--", 7, 8) == 0
    assert capsys.readouterr().out == "2\n2\n2\n"


@pytest.mark.parametrize("engine", ("reference", "blocks", "native"))
def test_engines(engine: str, run: Run, file: Write, capsys: Capture):
    arguments = ("--engine", engine, "--json", "--stats", "--trace", "--", 5, 3)
    assert run(file(PROGRAM), *arguments) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out.splitlines()[-1])
    assert answer["results"] == [8, 0]
    assert f"naplespu: {answer['stats']['instructions']} instructions" in err
    assert "jret" in err
    assert run(file(PROGRAM), "--engine", engine, "--level", "gen", "--", 5, 3) == 1
    assert "--engine is for level naplespu" in capsys.readouterr().err


@pytest.mark.parametrize("level", LEVELS)
def test_threads(level: str, run: Run, file: Write, capsys: Capture):
    arguments = ("--level", level, "--threads", 3, "--json", "--", 5, 3)
    assert run(file(PROGRAM), *arguments) == 0
    *printed, last = capsys.readouterr().out.splitlines()
    assert printed == ["5"] * 3
    answer = json.loads(last)
    assert answer["results"] == [8, 0]
    assert answer["stats"]["threads"] == [{"results": [8, 0]}] * 3


@pytest.mark.parametrize(
    ("options", "message"),
    (
        (("--threads", 9), "--threads must be 1 to 8, but is 9"),
        (("--threads", 0), "--threads must be 1 to 8, but is 0"),
        (("--entry", "x"), "there is no symbol 'x' to begin at"),
        (("--level", "gen"), "level gen is above the input's, which is naplespu"),
        (("--entry", "main", "--trap-handler", "--", 1), "this is a function"),
        (("--compare-levels",), "machine code runs at level naplespu only"),
        (("--max-instructions", 9), "execution stopped after 9 operations"),
        (("--", 1), "trapped at 0x00000"),
    ),
)
def test_machine_code_that_cannot_run(
    options: tuple[object, ...], message: str, run: Run, file: Write, capsys: Capture
):
    text = MACHINE.replace("load32  s3, 4(s3)", "load32  s3, 1(s3)")
    assert run(file(text, "t.s"), *options) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("error: ") == 1 and message in err


def test_trap_handler(run: Run, file: Write, capsys: Capture):
    code = (
        ".globl main\nmain: load32 s0, 1(sp)\n.globl isr0\nisr0: movei s1, 13\n"
        " movei s0, 42\n write_cr s0, s1\n moveih s1, 0xffff\n moveil s1, 0xffc0\n"
        " flush s1\n"
    )
    assert run(file(code, "t.s"), "--trap-handler") == 0
    assert capsys.readouterr() == ("42\n", "")
    assert run(file(code, "t.s")) == 1
    assert "memory access to 0x" in capsys.readouterr().err
    assert run(file(PROGRAM), "--trap-handler", "--", 1, 2) == 1
    assert "--trap-handler is for programs of machine code" in capsys.readouterr().err


NARROW_LOAD = """
func.func private @__builtin_npu_block_loadv16u8(memref<16xi8>) -> vector<16xi32>
func.func @main(%a: memref<16xi8>) -> vector<16xi32> {
  %r = func.call @__builtin_npu_block_loadv16u8(%a) : (memref<16xi8>) -> vector<16xi32>
  return %r : vector<16xi32>
}
"""


def test_machine_without_errata(run: Run, file: Write, capsys: Capture, tmp_path: Path):
    """The simulator is the machine that code was made for."""
    array, lanes = tmp_path / "a.npy", f"{[*range(16)]}\n"
    np.save(array, np.arange(16, dtype=np.uint8))
    for features in ("--cpu=generic", "--features=-strided-narrow-loads"):
        assert run(file(NARROW_LOAD), features, "--compare-levels", "--", array) == 0
        assert capsys.readouterr() == (lanes, "")
    module = read_mlir(NARROW_LOAD.encode(), "t.mlir")
    set_subtarget(module, "generic")
    path = tmp_path / "t.o"
    path.write_bytes(write_object(object_of(compile(module, "naplespu"))))
    assert run(path, "--cpu=generic", "--", array) == 0
    assert capsys.readouterr() == (lanes, "")
    assert run(path, "--", array) == 0
    assert capsys.readouterr() == (f"{[*range(0, 16, 4)] + [0] * 12}\n", "")
    assert run(path, "--cpu=best", "--", array) == 1
    assert "unknown cpu 'best'" in capsys.readouterr().err


HARDWARE_ZERO = "1.7632415e-38"
DIFFERENCE = """
func.func @main(%x: f32, %y: f32) -> f32 {
  %r = arith.subf %x, %y : f32
  return %r : f32
}
"""


@pytest.mark.parametrize("engine", ("reference", "blocks"))
def test_floats_of_the_hardware(
    engine: str, run: Run, file: Write, capsys: Capture, tmp_path: Path
):
    path = tmp_path / "t.o"
    module = compile(read_mlir(DIFFERENCE.encode(), "t.mlir"), "naplespu")
    path.write_bytes(write_object(object_of(module)))
    arguments = ("--engine", engine, "--", 0, 0)
    for program in (file(DIFFERENCE), path):
        assert run(program, "--fp", "ieee", *arguments) == 0
        assert capsys.readouterr() == ("0.0\n", "")
        assert run(program, "--fp", "rtl", *arguments) == 0
        assert capsys.readouterr() == (f"{HARDWARE_ZERO}\n", "")


def test_levels_with_floats_of_the_hardware(run: Run, file: Write, capsys: Capture):
    path = file(DIFFERENCE)
    assert run(path, "--fp", "rtl", "--level", "gen", "--", 0, 0) == 1
    assert "--fp rtl is for level naplespu" in capsys.readouterr().err
    assert run(path, "--fp", "ieee", "--level", "gen", "--", 0, 0) == 0
    assert run(path, "--fp", "rtl", "--compare-levels", "--", 3, 2) == 0
    capsys.readouterr()
    assert run(path, "--fp", "rtl", "--compare-levels", "--", 0, 0) == 1
    assert "level naplespu differs from source" in capsys.readouterr().err
    assert run(path, "--fp", "x87", "--", 0, 0) == 2
    assert "--fp: invalid choice: 'x87'" in capsys.readouterr().err
    path = file(
        DIFFERENCE.replace("func.func", "module attributes {circ.fp = 1} {\nfunc.func")
        + "}"
    )
    assert run(path, "--", 0, 0) == 1
    assert "circ.fp must be 'ieee' or 'rtl'" in capsys.readouterr().err
