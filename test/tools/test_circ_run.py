"""The command line of circ-run: levels, arguments, output, exit status."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from circ_run_inputs import PROGRAM, REVERSE, WIDE, Capture, File, Run
from xdsl.dialects.builtin import ModuleOp

from circ.targets.execute import levels
from circ.targets.execute.marshal import Execution
from circ.targets.execute.outcome import Outcome
from circ.tools import runs

DATA = Path(__file__).parents[1] / "data" / "mlir"
LEVELS = ("source", "circuit", "llvlir", "gen", "naplespu")

LOOP = "func.func @f() {\n  cf.br ^x\n^x:\n  cf.br ^x\n}\n"

CIRCUIT = """
x = ARG[I32] {0}
z = ARG[I32] {2}
s = SUB[I32] : | | x, z
r = RETURN : SE | DE | s
"""


@pytest.mark.parametrize("level", LEVELS)
def test_level(level: str, run: Run, file: File, capsys: Capture):
    path = file(PROGRAM)
    assert run(path, "--level", level, "--json", "--", "-5", "0xff") == 0
    printed, last = capsys.readouterr().out.splitlines()
    assert printed == "-5"
    answer = json.loads(last)
    assert answer["results"] == [-6, 1]
    assert answer["stats"]["instructions"] > 0


def test_width_of_addresses(run: Run, file: File, tmp_path: Path, capsys: Capture):
    """`index` has 64 bits as well; arrays that are inputs stay as they are."""
    text = """
func.func @f(%a : memref<2xi32>, %i : index) -> (index, i32) {
  %x = arith.muli %i, %i : index
  %zero = arith.constant 0 : index
  %y = memref.load %a[%zero] : memref<2xi32>
  memref.store %y, %a[%x] : memref<2xi32>
  func.return %x, %y : index, i32
}
"""
    array = tmp_path / "a.npy"
    np.save(array, np.array([3, 4], np.int32))
    wide = (file(text), "--address-width", 64)
    assert run(*wide, "--level", "host", "--compare-levels", "--", array, 1) == 0
    out, err = capsys.readouterr()
    assert out == "1\n3\n"
    note = "addresses of 64 bits end at level llvlir; not run: gen, naplespu"
    assert err == f"circ-run: note: {note}\n"
    saved = ("--save-dir", tmp_path / "after")
    assert run(*wide, "--level", "host", *saved, "--", array, 1) == 0
    assert np.load(tmp_path / "after" / "arg0.npy").tolist() == [3, 3]
    assert np.load(array).tolist() == [3, 4]
    assert run(*wide, "--level", "host", "--", array, 1 << 30) == 1
    assert "is outside any object" in capsys.readouterr().err
    assert run(*wide, "--", array, 1) == 1
    assert "NaplesPU has addresses of 32 bits" in capsys.readouterr().err


def test_plain_results(run: Run, file: File, capsys: Capture):
    assert run(file(PROGRAM), "--stats", "--", 5, 3) == 0
    out, err = capsys.readouterr()
    assert out == "5\n8\n0\n"
    assert err.startswith("naplespu: ") and "(cycles " in err


def test_profile_adds_up(run: Run, file: File, capsys: Capture):
    path = file(PROGRAM)
    assert run(path, "--profile", "--stats", "--", 5, 3) == 0
    out, err = capsys.readouterr()
    assert out == "5\n8\n0\n"
    lines, blocks, stats = [], [], ""
    table = lines
    for row in err.splitlines():
        if row.startswith("naplespu: "):
            stats = row
        elif row.endswith(" block"):
            table = blocks
        elif row.split()[0].isdigit():
            table.append(row.split())
    for table in (lines, blocks):
        assert f"(cycles {sum(int(row[0]) for row in table)}," in stats
        for row in table:
            # Cycles are instructions and stalls.
            assert int(row[0]) == sum(map(int, row[2:8]))
    assert all(row[8].startswith(str(path)) for row in lines)
    assert run(path, "--level", "circuit", "--profile", "--", 5, 3) == 0
    assert capsys.readouterr().err == ""


def test_json_has_every_counter(run: Run, file: File, capsys: Capture):
    assert run(file(PROGRAM), "--stats", "--json", "--", 5, 3) == 0
    out, err = capsys.readouterr()
    stats = json.loads(out.splitlines()[-1])["stats"]
    (line,) = err.splitlines()
    shown = dict(each.rsplit(" ", 1) for each in line[:-1].split(" (")[1].split(", "))
    assert stats.pop("instructions") == int(line.split()[1])
    assert stats == {name: int(count) for name, count in shown.items()} != {}


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
    monkeypatch.setattr(runs, "DEFAULT_LIMITS", limits)
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
@pytest.mark.every(2, first=1)
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
            "unknown level 'asm' (source, circuit, llvlir, gen, naplespu, host)\n",
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
    assert run(file("no program", "t.txt")) == 1
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


def test_array_argument_that_is_missing(run: Run, file: File, capsys: Capture):
    assert run(file(REVERSE), "--", "a.npy", 1, "b.npy") == 1
    message = "argument 0: cannot read 'a.npy': No such file or directory"
    advice = "(memref<2xi16> is given as a .npy file)"
    assert capsys.readouterr().err == f"circ-run: error: {message} {advice}\n"


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
