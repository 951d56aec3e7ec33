"""`import circ`: programs, runs, formats, and what is diagnosed (docs/python.md)."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import circ

ROOT = Path(__file__).parents[2]
GCD = ROOT / "bench/data/gcd.mlir"
SCALE = """
func.func @scale(%a: memref<2x2xf32>, %factor: f32) -> f32 {
  %zero = arith.constant 0 : index
  %x = memref.load %a[%zero, %zero] : memref<2x2xf32>
  %y = arith.mulf %x, %factor : f32
  memref.store %y, %a[%zero, %zero] : memref<2x2xf32>
  return %y : f32
}
"""
TYPES = """
func.func private @print_i32(i32)
func.func @all(%a: i1, %b: i8, %c: i64, %d: f64, %e: index, %f: vector<2xi16>)
    -> (i1, i8, i64, f64, index, vector<2xi16>) {
  %word = arith.extsi %b : i8 to i32
  func.call @print_i32(%word) : (i32) -> ()
  return %a, %b, %c, %d, %e, %f : i1, i8, i64, f64, index, vector<2xi16>
}
"""
THREAD = """
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func @thread() -> i32 {
  %two = arith.constant 2 : i32
  %r = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  return %r : i32
}
"""
SUBTRACT = """
func.func @subtract(%x: f32) -> f32 {
  %y = arith.subf %x, %x : f32
  return %y : f32
}
"""
LEVELS = ["source", "circuit", "llvlir", "gen", "naplespu"]


def test_the_documentation_lists_every_name():
    text = (ROOT / "docs/python.md").read_text()
    assert all(f"`{name}" in text for name in circ.__all__)
    assert all(getattr(circ, name) for name in circ.__all__)
    assert dir(circ) == circ.__all__
    with pytest.raises(AttributeError, match="'circ' has no attribute 'nothing'"):
        _ = circ.nothing


def test_import_of_circ_loads_nothing():
    """`import circ.dialects…` runs `circ/__init__.py` each time."""
    code = "import sys, circ; sys.exit('xdsl' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "source",
    (GCD, str(GCD), GCD.read_text(), "module {}"),
    ids=("path", "name", "text", ""),
)
def test_what_is_loaded(source: str | Path):
    program = circ.load(source)
    assert program.level == "source"
    assert circ.load(program) is program
    assert circ.load(program.module).module is program.module


def test_extensions_name_formats():
    assert circ.emit(GCD, "s") == circ.emit(GCD, "naplespu-asm")


def test_a_format_that_the_name_does_not_tell(tmp_path: Path):
    path = tmp_path / "gcd"
    path.write_text("// nothing but a comment\n")
    assert circ.load(path, "mlir").level == "source"
    with pytest.raises(circ.Diagnostic, match="cannot tell the format"):
        circ.load(path)
    with pytest.raises(circ.Diagnostic, match="unknown format 'elv'"):
        circ.load(path, "elv")


def test_modules_of_the_user_are_verified():
    module = circ.load(GCD).module.clone()
    (function,) = module.ops
    last = function.regions[0].blocks.last
    assert last is not None and last.last_op is not None
    last.erase_op(last.last_op)
    with pytest.raises(circ.Diagnostic):
        circ.load(module)


@pytest.mark.parametrize("level", LEVELS)
def test_runs_at_each_level(level: str):
    result = circ.run(GCD, 1071, np.int16(462), level=level)
    assert (result.results, result.level, result.output) == ([21], level, "")
    assert result.counters["instructions"] > 5
    data = np.arange(4, dtype=np.float32).reshape(2, 2) + 1
    result = circ.run(SCALE, data, np.float32(0.5), level=level)
    assert result.results == [0.5]
    assert result.arrays[0].tolist() == [[0.5, 2], [3, 4]]
    assert data[0, 0] == 1


@pytest.mark.parametrize("level", LEVELS)
def test_types_of_results(level: str):
    lanes = np.array([-3, 4], np.int16)
    result = circ.run(
        TYPES, True, 255, -(1 << 63), float("-inf"), 7, lanes, level=level
    )
    *numbers, vector = result.results
    assert numbers == [1, -1, -(1 << 63), float("-inf"), 7]
    assert isinstance(vector, np.ndarray) and vector.dtype == np.int16
    assert vector.tolist() == [-3, 4]
    assert result.output == "-1\n"


def test_threads_and_trace():
    lines: list[str] = []
    result = circ.run(THREAD, threads=3, trace=lines.append)
    assert result.thread_results == [[0], [1], [2]] and result.results == [0]
    assert any("read_cr" in line for line in lines)


def test_all_levels_are_compared():
    runs = circ.compare_levels(GCD, 1071, 462, opt=0, cpu="generic")
    assert list(runs) == LEVELS
    assert all(run.results == [21] for run in runs.values())


def test_options_reach_the_compiler():
    naive = circ.run(GCD, 1071, 462, opt=0).counters["instructions"]
    assert naive > circ.run(GCD, 1071, 462).counters["instructions"]
    plain = circ.emit(GCD, "naplespu-asm", disable=["combine"])
    assert plain != circ.emit(GCD, "naplespu-asm")
    chip = circ.compile(GCD, cpu="naplespu", features=["-indirect-call-link"])
    assert "-indirect-call-link" in str(chip)
    assert circ.run(SUBTRACT, 0.0).results == [0.0]
    assert circ.run(SUBTRACT, 0.0, fp="rtl").results == [1.7632415262334313e-38]


@pytest.mark.parametrize(
    ("format", "level", "start"),
    (
        ("mlir", "source", "builtin.module"),
        ("circuit-gates", "circuit", "a"),
        ("llvlir-bytecode", "llvlir", b"\0LVL"),
        ("gen-text", "gen", ".decl_function gcd"),
        ("naplespu-asm", "naplespu", "\t.text"),
        ("naplespu-obj", None, b"\x7fELF"),
        ("naplespu-elf", None, b"\x7fELF"),
        ("naplespu-hex", None, ""),
        ("naplespu-hex{layout=readmemh}", None, "0000"),
    ),
)
def test_formats(format: str, level: str | None, start: str | bytes):
    written = circ.emit(GCD, format)
    assert type(written) is type(start) and len(written) > 60
    if format != "circuit-gates":
        assert written.startswith(start)  # pyright: ignore[reportArgumentType]


def test_a_compiled_program_stays_as_it_is():
    program = circ.load(GCD)
    before = str(program)
    lowered = circ.compile(program, "gen")
    circ.run(lowered, 1071, 462, cpu="generic", fp="rtl")
    assert str(program) == before and lowered.level == "gen"
    assert repr(lowered) == "<Program of level gen: gcd>"
    assert "generic" not in str(lowered)


MATRIX = np.zeros((2, 2), np.float32)
ARGUMENTS = (
    ((MATRIX,), "'scale' takes 2 arguments, but 1 is given"),
    (
        ([1.0], 1.0),
        "argument 0: a numpy array is needed for memref<2x2xf32>",
    ),
    ((MATRIX.astype(np.float64), 1.0), "must hold float32 for memref<2x2xf32>"),
    ((MATRIX.astype(">f4"), 1.0), "must hold float32 for memref<2x2xf32>"),
    ((np.zeros(4, np.float32), 1.0), "must have shape 2x2, but has 4"),
    (
        (np.asfortranarray(MATRIX + 1), 1.0),
        "in C order, but is in Fortran order",
    ),
    ((np.zeros((4, 4), np.float32)[::2, ::2], 1.0), "in C order, but is strided"),
    ((MATRIX, "1"), "argument 1: a number is needed for f32, not '1' (str)"),
    ((MATRIX, 1j), "a number is needed for f32, not 1j (complex)"),
    ((MATRIX, MATRIX), "a number is needed for f32, not array("),
    ((MATRIX, 1e39), "1e+39 is out of range of f32"),
)


@pytest.mark.parametrize(("arguments", "message"), ARGUMENTS)
def test_wrong_arguments(arguments: tuple[object, ...], message: str):
    with pytest.raises(circ.Diagnostic) as error:
        circ.run(SCALE, *arguments)
    assert message in str(error.value)


OPTIONS = (
    ({"level": "machine"}, "unknown level 'machine'"),
    ({"opt": 4}, "opt must be 0 ... 3, but is 4"),
    ({"opt": "2"}, "opt must be 0 ... 3, but is 2"),
    ({"cpu": "z80"}, "unknown cpu 'z80'"),
    ({"features": ["fast"]}, "unknown feature"),
    ({"features": "fast"}, "features must be a list of names, not a string"),
    ({"disable": ["all"]}, "unknown optimization 'all'"),
    ({"disable": "combine"}, "disable must be a list of names, not a string"),
    ({"threads": 9}, "threads must be 1 to 8, but is 9"),
    ({"engine": "fast"}, "engine must be 'auto', 'reference', 'blocks' or 'native'"),
    ({"engine": "native", "level": "gen"}, "engine is for level naplespu"),
    ({"fp": "x87"}, "fp must be 'ieee' or 'rtl', but is 'x87'"),
    ({"fp": "rtl", "level": "source"}, "fp rtl is for level naplespu"),
    ({"entry": "lcm"}, "unknown entry 'lcm'"),
    ({"max_operations": 3}, "execution stopped after 3 operations"),
    ({"max_operations": -3}, "max_operations is negative: -3"),
)


@pytest.mark.parametrize(("options", "message"), OPTIONS)
def test_wrong_options(options: dict[str, object], message: str):
    with pytest.raises(circ.Diagnostic) as error:
        circ.run(GCD, 1071, 462, **options)  # pyright: ignore[reportArgumentType]
    assert message in str(error.value)


def test_other_errors():
    for work, message in (
        (lambda: circ.load("func.func @f( {"), "<string>:1:15: error: "),
        (lambda: circ.load("nowhere.mlir"), "cannot read 'nowhere.mlir'"),
        (lambda: circ.emit(GCD, "wasm"), "unknown format 'wasm'"),
        (lambda: circ.emit(GCD, "javascript"), "cannot be written as javascript"),
        (lambda: circ.emit(GCD, "naplespu-hex{layout=x}"), "unknown layout 'x'"),
        (lambda: circ.run(circ.compile(GCD, "gen"), 1, 2, level="source"), "is above"),
        (lambda: circ.run(TYPES + SCALE), "entry must name one of the functions"),
        (lambda: circ.run(ModuleOp([])), "the module has no function to run"),
    ):
        with pytest.raises(circ.Diagnostic) as error:
            work()
        assert message in str(error.value)


def test_notebooks():
    assert '<span style="color:#6f42c1">@gcd</span>' in circ.load(GCD)._repr_html_()
    text = circ.load('func.func private @"<b>"()\n')._repr_html_()
    assert "<b>" not in text and "&lt;b&gt;" in text
    html = circ.run(GCD, 1071, 462)._repr_html_()
    assert "<caption>naplespu</caption>" in html and "<pre>21</pre>" in html


@pytest.mark.parametrize(
    ("type", "number"),
    [("f16", 65504), ("bf16", 2048), ("f32", 123456792), ("f64", 2**53 - 1)],
)
def test_float_results_are_exact(type: str, number: int):
    text = f"""
    func.func @main(%n: i64) -> {type} {{
      %x = arith.sitofp %n : i64 to {type}
      return %x : {type}
    }}
    """
    assert circ.run(text, number).results == [number]
