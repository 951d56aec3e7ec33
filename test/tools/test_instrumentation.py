"""Options of circ-opt that show pipelines, and `circ-run -p`."""

import json
import re
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.passes import ModulePass

import circ
from circ.dialects.common.reports import missed
from circ.tools import circ_opt, circ_run
from circ.tools.command import UsageError
from circ.tools.pass_arguments import parse_passes
from circ.transforms.gen.legalize import GenLegalizePass
from circ.transforms.pipelines import run_passes
from circ.transforms.runtime.library import _compiled

ROOT = Path(__file__).parents[2]
GCD = str(ROOT / "bench/data/gcd.mlir")
TWO = """
func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
func.func @g() {
  return
}
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """Run a command in this process: its status, output and messages."""

    def call(main: object, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["circ", *arguments])
        assert callable(main)
        status = main()
        assert isinstance(status, int)
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.fixture
def two(tmp_path: Path) -> str:
    path = tmp_path / "two.mlir"
    path.write_text(TWO)
    return str(path)


def test_the_dumped_pipeline_is_the_one_that_runs(run, tmp_path: Path):
    one, other = tmp_path / "one.s", tmp_path / "other.s"
    options = ("-t", "naplespu-asm", "-o")
    dumped = (GCD, "-p", "lower-to-naplespu", "--dump-pass-pipeline")
    status, _, pipeline = run(circ_opt.main, *dumped, *options, str(one))
    names = re.sub(r"\{.*?\}", "", pipeline.strip()).split(",")
    assert status == 0 and len(names) > 30
    assert names[0] == "convert-func-to-circuit"
    assert not any(name.startswith("lower-to") for name in names)
    assert run(circ_opt.main, GCD, "-p", pipeline.strip(), *options, str(other))[0] == 0
    assert one.read_text() == other.read_text()


def test_stop_after_a_pass_inside_a_composite_one(run):
    status, out, _ = run(
        circ_opt.main, GCD, "-p", "lower-to-naplespu", "--stop-after", "circuit-gvn"
    )
    assert status == 0 and "circuit.func @gcd" in out
    status, out, err = run(
        circ_opt.main, GCD, "-p", "lower-to-gen", "--stop-after", "naplespu-spill"
    )
    assert (status, out) == (1, "")
    assert err == "circ-opt: error: --stop-after: no pass 'naplespu-spill' has run\n"


def headings(text: str) -> list[str]:
    return re.findall(r"^// -----// IR Dump (.*) //----- //$", text, re.MULTILINE)


def test_print_ir(run, two: str):
    pipeline = ("-p", "cse,lower-to-circuit")
    _, plain, silent = run(circ_opt.main, two, *pipeline)
    assert silent == ""
    _, out, err = run(circ_opt.main, two, *pipeline, "--print-ir-after-change")
    assert out == plain
    assert headings(err) == [
        "After cse: @f",
        "After convert-func-to-circuit: @f",
        "After convert-func-to-circuit: @g",
        "After circuit-reassociate: @f",
    ]
    first = err.split("// -----//")[1]
    assert first.count("arith.addi") == 1 and "func.func @f" in first
    _, _, err = run(circ_opt.main, two, *pipeline, "--print-ir-after-all")
    found = headings(err)
    assert found[:2] == ["After cse: @f", "After cse: @g"]
    assert "After circuit-dead-gates: @g" in found
    assert not any("lower-to-circuit" in heading for heading in found)
    _, _, err = run(circ_opt.main, two, *pipeline, "--print-ir-before-all")
    assert headings(err)[:2] == ["Before cse: @f", "Before cse: @g"]
    assert err.split("// -----//")[1].count("arith.addi") == 2


def test_times(run, two: str):
    _, _, err = run(circ_opt.main, two, "-p", "cse,lower-to-gen", "--time-passes")
    lines = err.splitlines()
    assert lines[0] == "===- passes: seconds of wall time -==="
    rows = [re.fullmatch(r" +[\d.]+ +[\d.]+%  ( *)(\S+).*", line) for line in lines[1:]]
    depths = {row[2]: len(row[1]) // 2 for row in rows if row is not None}
    assert None not in rows
    assert depths["total"] == 0 and depths["lower-to-gen"] == 1
    assert depths["cse"] == 2  # below its level
    assert depths["source"] == depths["rest:"] == 2
    assert depths["circuit-gvn"] == 3
    _, _, err = run(circ_opt.main, GCD, "-p", "lower-to-gen", "--time-passes-sorted")
    rows = [re.match(r" +([\d.]+) +[\d.]+%  ( *)", line) for line in err.splitlines()]
    seconds = [float(row[1]) for row in rows if row and len(row[2]) == 4]  # levels
    assert len(seconds) == 4 and seconds == sorted(seconds, reverse=True)


def test_passes_are_listed(run):
    status, out, _ = run(circ_opt.main, "--list-passes")
    assert status == 0 and re.search(r"^circuit-gvn +\w", out, re.MULTILINE)
    status, out, _ = run(circ_opt.main, "--help-pass", "gen-reduce-strength")
    assert status == 0 and out.startswith("gen-reduce-strength\n")
    assert "  multiplier: int (default 0)\n      Cycles of" in out
    assert "becomes shifts, or a\nmultiplication by" in out  # the module's docstring
    _, out, _ = run(circ_opt.main, "--help-pass", "lower-to-naplespu")
    assert "opt: int (default 2)" in out and "disable:" in out  # one is inherited
    status, _, err = run(circ_opt.main, "--help-pass", "circuit-gnv")
    assert (status, err) == (
        1,
        "circ-opt: error: unknown pass 'circuit-gnv'; did you mean 'circuit-gvn'?\n",
    )


def test_every_pass_of_circ_has_a_docstring(run):
    from circ.tools.universe import PASSES

    _, out, _ = run(circ_opt.main, "--list-passes")
    texts = {line.split()[0]: line.split()[1:] for line in out.splitlines()}
    assert [name for name in PASSES if not texts[name]] == []


def test_plugins_are_listed(run):
    _, out, _ = run(circ_opt.main, "--show-plugins")
    assert "xdsl.universe: circ = circ.tools.universe:CIRC_UNIVERSE (circ-comp" in out


def test_circ_run_runs_passes_first(run, two: str):
    def executed(*options: str) -> int:
        arguments = ("--entry", "f", "--level", "source", "--json")
        status, out, _ = run(circ_run.main, two, *options, *arguments, "--", "3")
        assert status == 0
        found = json.loads(out)
        assert found["results"] == [36]
        return found["stats"]["instructions"]

    assert executed("-p", "cse,canonicalize") < executed()
    for pipeline, message in (
        ("csf", "unknown pass 'csf'; did you mean 'cse'?"),
        ("cse{", "malformed -p 'cse{'"),
    ):
        status, _, err = run(circ_run.main, two, "-p", pipeline, "--", "3")
        assert status and message in err


def test_no_passes_over_machine_code(run, tmp_path: Path):
    path = tmp_path / "f.s"
    path.write_text("f: jret\n")
    status, _, err = run(circ_run.main, str(path), "-p", "cse")
    assert status == 1 and "no passes run over machine code" in err


def test_no_passes_of_machine_code_are_shown(run, tmp_path: Path):
    path = tmp_path / "f.s"
    path.write_text("f: jret\n")
    status, _, err = run(circ_run.main, str(path), "--remarks")
    assert status == 1 and "of modules: none run over machine code" in err


def test_reports_in_python(two: str):
    with circ.reports() as reports:
        circ.compile(two)
    assert reports.statistics["circuit-gvn"]["equal gates merged"] == 1
    (remark,) = reports.remarks
    assert (remark.outcome, remark.function, remark.pass_name) == (
        "done",
        "f",
        "circuit-gvn",
    )
    assert str(remark) == f"{two}:4:3: remark: {remark.message}"
    assert f"{two}:4:3</th>" in reports._repr_html_()
    assert "  circuit-gvn  " in str(reports)
    before = str(reports)
    circ.compile(two)
    assert str(reports) == before  # nobody listens any more


def test_a_remark_without_a_place_names_the_function():
    program = circ.load(
        "func.func @f(%x: f32) -> f32 {\n%y = math.exp %x : f32\nreturn %y : f32\n}"
    )
    for op in program.module.walk():
        op.location = UnknownLoc()
    with circ.reports() as reports:
        circ.compile(program, "llvlir")
    assert str(reports.remarks[0]).startswith(
        "@f: remark: becomes a call of __circ_exp"
    )


def test_statistics_do_not_depend_on_what_was_compiled_before():
    """The run-time library is compiled once; its passes are not counted."""
    counted: list[object] = []
    remarks: list[list[str]] = []
    for _ in range(2):
        with circ.reports() as reports:
            circ.compile(GCD)
        counted.append(reports.statistics)
        remarks.append(list(map(str, reports.remarks)))
        _compiled.cache_clear()
    assert counted[0] == counted[1] and remarks[0] == remarks[1]
    assert all("gcd.mlir" in remark for remark in remarks[0])


def test_code_is_the_same_whether_passes_are_watched(two: str):
    for path in (two, GCD):
        with circ.reports():
            watched = circ.emit(path, "naplespu-asm")
        assert watched == circ.emit(path, "naplespu-asm")


class InsistentPass(ModulePass):
    """Visits each operation twice, as a pattern does after a change."""

    name = "insistent"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for each in [*op.walk(), *op.walk()]:
            if each.name == "arith.addi":
                missed(each, "still an addition")


def test_a_pass_remarks_the_same_once():
    module = circ.load(TWO).module
    with circ.reports() as reports:
        run_passes([InsistentPass()], module)
        assert len(reports.remarks) == 2
        run_passes([InsistentPass()], module)
    assert len(reports.remarks) == 4


@pytest.mark.parametrize(
    ("option", "message"),
    (
        ("inline=maybe", "option 'inline' must be bool, but is maybe"),
        ("inline", "option 'inline' must be bool, but is without a value"),
    ),
)
def test_option_of_another_type(option: str, message: str):
    passes = {"gen-legalize": lambda: GenLegalizePass}
    with pytest.raises(UsageError, match=f"pass 'gen-legalize': {message}"):
        parse_passes(f"gen-legalize{{{option}}}", passes)
