"""The command line of circ-run: levels, arguments, output, exit status."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from circ.targets.execute import levels
from circ.targets.execute.marshal import Execution
from circ.targets.execute.outcome import Outcome
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.object.elf import write_object
from circ.tools import circ_run
from circ.tools.formats import FORMATS, read_mlir, translate, write_mlir
from circ.transforms.pipelines import compile

DATA = Path(__file__).parents[1] / "data" / "mlir"
LEVELS = ("source", "circuit", "llvlir", "gen", "naplespu")

PROGRAM = """
func.func private @print_i32(i32)
func.func @f(%x: i32, %y: i8) -> (i32, i1) {
  func.call @print_i32(%x) : (i32) -> ()
  %z = arith.extsi %y : i8 to i32
  %s = arith.addi %x, %z : i32
  %c = arith.cmpi slt, %x, %z : i32
  return %s, %c : i32, i1
}
"""

REVERSE = """
func.func @g(%a: memref<2xi16>, %k: f32, %b: memref<2xi16>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<2xi16>
  %y = memref.load %a[%c1] : memref<2xi16>
  memref.store %y, %b[%c0] : memref<2xi16>
  memref.store %x, %b[%c1] : memref<2xi16>
  return %k : f32
}
"""

WIDE = """
func.func @w(%x: i64) -> i64 {
  %y = arith.muli %x, %x : i64
  return %y : i64
}
"""

LOOP = "func.func @f() {\n  cf.br ^x\n^x:\n  cf.br ^x\n}\n"

CIRCUIT = """
x = ARG[I32] {0}
z = ARG[I32] {2}
s = SUB[I32] : | | x, z
r = RETURN : SE | DE | s
"""

Run = Callable[..., int]


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
def file(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, name: str = "t.mlir") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


File = Callable[..., Path]
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("level", LEVELS)
def test_level(level: str, run: Run, file: File, capsys: Capture):
    path = file(PROGRAM)
    assert run(path, "--level", level, "--json", "--", "-5", "0xff") == 0
    printed, last = capsys.readouterr().out.splitlines()
    assert printed == "-5"
    answer = json.loads(last)
    assert answer["results"] == [-6, 1]
    assert answer["stats"]["instructions"] > 0


def test_plain_results(run: Run, file: File, capsys: Capture):
    assert run(file(PROGRAM), "--stats", "--", 5, 3) == 0
    out, err = capsys.readouterr()
    assert out == "5\n8\n0\n"
    assert err.startswith("naplespu: ") and "estimated cycles" in err


@pytest.mark.parametrize("opt", range(4))
def test_optimization(opt: int, run: Run, file: File, capsys: Capture):
    assert run(file(PROGRAM), f"-O{opt}", "--", 5, 3) == 0
    assert capsys.readouterr().out == "5\n8\n0\n"


def test_output_file(run: Run, file: File, capsys: Capture, tmp_path: Path):
    out = tmp_path / "out"
    assert run(file(PROGRAM), "-o", out, "--level", "source", "--", 5, 3) == 0
    assert capsys.readouterr().out == ""
    assert out.read_text() == "5\n8\n0\n"


@pytest.mark.parametrize("level", LEVELS)
def test_arrays(level: str, run: Run, file: File, capsys: Capture, tmp_path: Path):
    a, b = tmp_path / "a.npy", tmp_path / "b.npy"
    np.save(a, np.array([1, 65535], np.uint16))
    np.save(b, np.zeros(2, np.int16))
    out = tmp_path / "out"
    arguments = ("--save-dir", out, "--json", "--", a, "0.1", b)
    assert run(file(REVERSE), "--level", level, *arguments) == 0
    assert json.loads(capsys.readouterr().out)["results"] == [0.1]
    assert sorted(path.name for path in out.iterdir()) == ["arg0.npy", "arg2.npy"]
    first, second = np.load(out / "arg0.npy"), np.load(out / "arg2.npy")
    assert first.dtype == np.uint16 and first.tolist() == [1, 65535]
    assert second.dtype == np.int16 and second.tolist() == [-1, 1]
    assert np.load(b).tolist() == [0, 0]


def test_array_of_a_program_is_not_its_input(
    run: Run, file: File, capsys: Capture, tmp_path: Path
):
    path = tmp_path / "arg2.npy"
    np.save(path, np.zeros(2, np.int16))
    arguments = ("--save-dir", tmp_path, "--", path, 1, path)
    assert run(file(REVERSE), *arguments) == 1
    assert "is an input and would be overwritten" in capsys.readouterr().err
    assert np.load(path).tolist() == [0, 0]


def test_nothing_is_saved_without_success(
    run: Run, file: File, capsys: Capture, tmp_path: Path
):
    a = tmp_path / "a.npy"
    np.save(a, np.zeros(2, np.int16))
    out = tmp_path / "out"
    limit = ("--max-instructions", 3, "--level", "source")
    assert run(file(REVERSE), *limit, "--save-dir", out, "--", a, 1, a) == 1
    assert "execution stopped after 3 operations" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("level", LEVELS)
def test_limit(level: str, run: Run, file: File, capsys: Capture):
    arguments = ("--level", level, "--max-instructions", 1000)
    assert run(file(LOOP), *arguments) == 1
    err = capsys.readouterr().err
    assert "error: execution stopped after 1000 operations" in err


def test_default_limits(
    run: Run, file: File, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    """Each level has its own; what lifts it is said, and `none` does."""
    limits = {level: 100 * number for number, level in enumerate(LEVELS, 1)}
    monkeypatch.setattr(circ_run, "DEFAULT_LIMITS", limits)
    hint = "--max-instructions N or none sets another limit"
    for level, limit in limits.items():
        assert run(file(LOOP), "--level", level) == 1
        assert f"stopped after {limit} operations: {hint}" in capsys.readouterr().err
    assert run(file(LOOP), "--compare-levels") == 1
    message = f"stopped after 100 operations (at level source): {hint}"
    assert message in capsys.readouterr().err
    code = ".globl f\nf: addi s0, s0, -1\n bnez s0, f\n jret"
    assert run(file(code, "t.s"), "--entry", "f", "--", 600) == 1
    assert f"stopped after 500 operations: {hint}" in capsys.readouterr().err
    lifted = ("--max-instructions", "none", "--entry", "f", "--", 600)
    assert run(file(code, "t.s"), *lifted) == 0
    assert capsys.readouterr() == ("0\n", "")


def test_guard(run: Run, file: File, capsys: Capture):
    """Of machine code only; without it, all of memory is there."""
    code = ".globl f\nf: load32 s0, 8(s0)\n jret"
    data = file("", "a.npy")
    np.save(data, np.array([7, 8], np.int32))
    for options in (
        ("--entry", "f"),
        ("--guard", "--entry", "f", "--level", "naplespu"),
    ):
        status = run(file(code, "t.s"), *options, "--", data)
        out, err = capsys.readouterr()
        assert (status, out) == ((1, "") if "--guard" in options else (0, "0\n"))
        if status:
            assert "t.s:2:4: error: the machine trapped at 0x00000400: access" in err
            assert f"at the end of '{data}' (in 'f')" in err
    assert run(file(PROGRAM), "--guard", "--", 1, 2) == 1
    assert "--guard is for machine code" in capsys.readouterr().err


@pytest.mark.parametrize("level", LEVELS)
def test_trace(level: str, run: Run, file: File, capsys: Capture):
    path = file(PROGRAM)
    arguments = ("--level", level, "--trace", "--json", "--", 5, 3)
    assert run(path, *arguments) == 0
    out, err = capsys.readouterr()
    instructions = json.loads(out.splitlines()[-1])["stats"]["instructions"]
    lines = len(err.splitlines())
    # A circuit's states are counted too, but compute nothing to show.
    assert 0 < lines <= instructions and (level == "circuit" or lines == instructions)


def test_entry(run: Run, file: File, capsys: Capture):
    path = file(WIDE + PROGRAM)
    arguments = ("--level", "source", "--", 5)
    assert run(path, "--entry", "w", *arguments) == 0
    assert capsys.readouterr().out == "25\n"
    assert run(path, *arguments) == 1
    assert "--entry must name one of the functions: f, w" in capsys.readouterr().err
    assert run(path, "--entry", "print_i32", *arguments) == 1
    assert "unknown entry 'print_i32'" in capsys.readouterr().err
    assert run(file(""), *arguments) == 1
    assert "the module has no function to run" in capsys.readouterr().err


def test_circuit_in_gate_list_text(run: Run, file: File, capsys: Capture):
    path = file(CIRCUIT, "sub.circuit")
    for level in LEVELS[1:]:
        assert run(path, "--level", level, "--", 7, "1.5", 3) == 0
        assert capsys.readouterr().out == "4\n"
    assert run(path, "--level", "source", "--", 7, 0, 3) == 1
    message = "level source is above the input's, which is circuit"
    assert message in capsys.readouterr().err
    assert run(path, "--", 7, "nothing", 3) == 1
    assert "argument 1: 'nothing' is not a number" in capsys.readouterr().err


def test_compare_levels(run: Run, file: File, capsys: Capture):
    arguments = ("--compare-levels", "--json", "--stats", "--", 5, 3)
    assert run(file(PROGRAM), *arguments) == 0
    out, err = capsys.readouterr()
    printed, last = out.splitlines()
    assert printed == "5"
    answer = json.loads(last)
    assert answer["results"] == [8, 0]
    assert list(answer["stats"]["levels"]) == list(LEVELS)
    assert [line.partition(":")[0] for line in err.splitlines()] == list(LEVELS)


def test_compare_levels_of_64_bits(run: Run, file: File, capsys: Capture):
    arguments = ("--compare-levels", "--json", "--", -3)
    assert run(file(WIDE), *arguments) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["results"] == [9]
    assert list(answer["stats"]["levels"]) == list(LEVELS)
    assert err == ""


def falsified(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Execution], Execution]
) -> None:
    """Let the level gen give what it should not."""
    true_execute = levels.execute

    def execute(level: str, module: ModuleOp, *arguments: object) -> Execution:
        execution = true_execute(level, module, *arguments)  # pyright: ignore
        return change(execution) if level == "gen" else execution

    monkeypatch.setattr(levels, "execute", execute)


def test_result_that_differs(
    run: Run, file: File, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    def change(execution: Execution) -> Execution:
        return replace(execution, outcome=Outcome([8, 1], 1))

    falsified(monkeypatch, change)
    assert run(file(PROGRAM), "--compare-levels", "--", 5, 3) == 1
    out, err = capsys.readouterr()
    message = "level gen differs from source: result 1 is 1, not 0"
    assert (out, err) == ("", f"circ-run: error: {message}\n")


def test_array_that_differs(
    run: Run,
    file: File,
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    def change(execution: Execution) -> Execution:
        arrays = execution.arrays | {2: np.array([4, 9], np.int16)}
        return replace(execution, arrays=arrays)

    falsified(monkeypatch, change)
    path = tmp_path / "a.npy"
    np.save(path, np.array([3, 4], np.int16))
    assert run(file(REVERSE), "--compare-levels", "--", path, 1, path) == 1
    message = "level gen differs from source: arg2[1] is 9, not 3"
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("form", ("scf", "cf"))
def test_matmul_at_all_levels(form: str, run: Run, capsys: Capture, tmp_path: Path):
    rng = np.random.default_rng(5)
    paths: Sequence[Path] = [tmp_path / f"{name}.npy" for name in "abc"]
    a, b, c = (rng.standard_normal((16, 16)).astype(np.float32) for _ in paths)
    for path, array in zip(paths, (a, b, c), strict=True):
        np.save(path, array)
    expected = c.copy()
    for k in range(16):  # one rounding a step, in the order of the program
        expected += a[:, k : k + 1] * b[k]
    arguments = ("--compare-levels", "--save-dir", tmp_path / "out", "--", *paths)
    assert run(DATA / f"matmul_f32.{form}.mlir", *arguments) == 0
    assert np.array_equal(np.load(tmp_path / "out" / "arg2.npy"), expected)


@pytest.mark.parametrize(
    ("options", "status", "message"),
    (
        (("--", 1), 1, "circ-run: error: 'f' takes 2 arguments, but 1 is given\n"),
        (("--", 1, 2, 3), 1, "'f' takes 2 arguments, but 3 are given\n"),
        (("--", 1, 300), 1, "argument 1: 300 is out of range -128 ... 255 of i8\n"),
        (("--", 1, "x.npy"), 1, "argument 1: 'x.npy' is not an integer\n"),
        (
            ("--level", "asm", "--", 1, 2),
            1,
            "unknown level 'asm' (source, circuit, llvlir, gen, naplespu)\n",
        ),
        (("--entry", "ff", "--", 1, 2), 1, "unknown entry 'ff'; did you mean 'f'?\n"),
        (
            ("--level", "gen", "--disable", "scheduling", "--", 1, 2),
            1,
            "unknown optimization 'scheduling' (",
        ),
        (("-O", 4, "--", 1, 2), 2, "argument -O: invalid choice"),
        (("--max-instructions", -1), 2, "argument --max-instructions: -1 is negative"),
        (("--max-instructions", "x"), 2, "argument --max-instructions: "),
        (("--nonsense",), 2, "unrecognized arguments: --nonsense"),
        ((1, 2), 2, "unrecognized arguments: 1 2"),
    ),
)
def test_wrong_command_line(
    options: tuple[object, ...],
    status: int,
    message: str,
    run: Run,
    file: File,
    capsys: Capture,
):
    assert run(file(PROGRAM), *options) == status
    out, err = capsys.readouterr()
    assert out == "" and message in err


def test_unreadable_inputs(run: Run, file: File, capsys: Capture, tmp_path: Path):
    assert run() == 2
    capsys.readouterr()
    assert run(tmp_path / "none.mlir") == 1
    assert "No such file or directory" in capsys.readouterr().err
    assert run(file(PROGRAM, "t.txt")) == 1
    assert "cannot tell the format of" in capsys.readouterr().err
    assert run(file("f:\n", "t.s"), "--entry", "f") == 1
    message = "there is no instruction at 'f', 0x00000400"
    assert message in capsys.readouterr().err
    path = file("func.func @f() {\n  nonsense\n}\n")
    assert run(path) == 1
    assert capsys.readouterr().err.startswith(f"{path}:2:3: error: ")
    path = file("func.func @f(%x: i32) -> i8 {\n  return %x : i32\n}\n")
    assert run(path, "--", 1) == 1
    assert capsys.readouterr().err.startswith(f"{path}:2:3: error: 'func.return': ")


# Machine code.

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
    format: str, run: Run, file: File, array: Path, capsys: Capture
):
    path = file(MACHINE, "t.s")
    if format != "naplespu-asm":
        text = translate([(path.read_bytes(), "t.s")], "naplespu-asm", format)
        path = path.with_suffix("." + FORMATS[format].extension)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    assert run(path, "--threads", 3, "--json", "--", 5, array) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["results"] == [27]
    threads = answer["stats"]["threads"]
    assert [each["results"] for each in threads] == [[27], [127], [227]]


def test_functions_of_machine_code(
    run: Run, file: File, array: Path, tmp_path: Path, capsys: Capture
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
    run: Run, file: File, array: Path, capsys: Capture
):
    source = file(REVERSE + WIDE)
    module = compile(read_mlir(source.read_bytes(), "t.mlir"), "naplespu")
    for format in ("naplespu-obj", "naplespu-elf"):
        data = translate([(write_mlir(module).encode(), "t.mlir")], "mlir", format)
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
    format: str, run: Run, file: File, capsys: Capture
):
    source = file(WIDE.replace("@w", "@main"))
    module = compile(read_mlir(source.read_bytes(), "t.mlir"), "naplespu")
    data = translate([(write_mlir(module).encode(), "t.mlir")], "mlir", format)
    path = source.with_suffix("." + FORMATS[format].extension)
    assert isinstance(data, bytes)
    path.write_bytes(data)
    for program in (source, path):
        assert run(program, "--", -3) == 0
        assert capsys.readouterr().out == "9\n"
    # The start-up code passes argc and argv, here as the halves of a number.
    assert run(path, "--entry", "_start", "--json") == 0
    assert json.loads(capsys.readouterr().out)["results"] == [0]


def test_machine_code_prints(run: Run, file: File, capsys: Capture):
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
def test_engines(engine: str, run: Run, file: File, capsys: Capture):
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
def test_threads(level: str, run: Run, file: File, capsys: Capture):
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
    options: tuple[object, ...], message: str, run: Run, file: File, capsys: Capture
):
    text = MACHINE.replace("load32  s3, 4(s3)", "load32  s3, 1(s3)")
    assert run(file(text, "t.s"), *options) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("error: ") == 1 and message in err


def test_trap_handler(run: Run, file: File, capsys: Capture):
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


def test_machine_without_errata(run: Run, file: File, capsys: Capture, tmp_path: Path):
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
    engine: str, run: Run, file: File, capsys: Capture, tmp_path: Path
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


def test_levels_with_floats_of_the_hardware(run: Run, file: File, capsys: Capture):
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


def test_array_argument_that_is_missing(run: Run, file: File, capsys: Capture):
    assert run(file(REVERSE), "--", "a.npy", 1, "b.npy") == 1
    message = "argument 0: cannot read 'a.npy': No such file or directory\n"
    assert capsys.readouterr().err == f"circ-run: error: {message}"


@pytest.mark.parametrize("level", LEVELS)
def test_unknown_external_function(level: str, run: Run, file: File, capsys: Capture):
    path = file(PROGRAM.replace("print_i32", "launch"))
    assert run(path, "--level", level, "--", 1, 2) == 1
    err = capsys.readouterr().err
    message = f"{path}:4:3: error: the external function 'launch' is not known\n"
    assert err.startswith(message)


@pytest.mark.parametrize("level", LEVELS)
def test_assertion_that_fails(level: str, run: Run, file: File, capsys: Capture):
    path = file(
        "func.func private @assert(i1)\n"
        "func.func @f(%x: i1) {\n"
        "  func.call @assert(%x) : (i1) -> ()\n"
        "  return\n"
        "}\n"
    )
    assert run(path, "--level", level, "--", 1) == 0
    assert run(path, "--level", level, "--", 0) == 1
    assert "error: assertion failed\n" in capsys.readouterr().err


def test_more_words_than_registers_give_back(run: Run, file: File, capsys: Capture):
    """Of 64 bits two words each: four results are eight, and come back in memory."""
    results = "i64, i64, i64, i64"
    text = f"func.func @w(%x: i64) -> ({results}) {{\n"
    path = file(f"{text}  return %x, %x, %x, %x : {results}\n}}\n")
    for level in ("gen", "naplespu"):
        assert run(path, "--level", level, "--", 3 << 40 | 7) == 0
        assert capsys.readouterr() == (f"{3 << 40 | 7}\n" * 4, "")
