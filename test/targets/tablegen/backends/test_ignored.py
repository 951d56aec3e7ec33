"""What LLVM's backends read and those here do not is warned about, once each."""

from pathlib import Path

import pytest
from naplespu_description import DESCRIPTION
from tablegen_run import run_circ

from circ.targets.tablegen.backends import BACKENDS
from circ.targets.tablegen.backends.ignored import IGNORED

# The classes as TargetSchedule.td has them, in short.
DESCRIPTION_TEXT = """\
include "circ/Target.td"
class ProcResourceKind;
class ProcResource<int n> : ProcResourceKind { int NumUnits = n; }
class ProcWriteResources<list<ProcResourceKind> r> { int Latency = !size(r); }
class WriteRes<SchedReadWrite w, list<ProcResourceKind> r> : ProcWriteResources<r> {
  SchedReadWrite WriteType = w;
}
class MyWrite : ProcWriteResources<[]>;
class CompressPat<dag i, dag o> { dag Input = i; dag Output = o; }
def EponymousProcResourceKind : ProcResourceKind;
def R0 : Register<"r0">;
def GPR : RegisterClass<"T", [i32], 32, (add R0)>;
def Write : SchedReadWrite;
def ADD : Instruction {
  let Namespace = "T"; let Size = 1; let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins GPR:$a); let AsmString = "add $d, $a";
  field bits<8> Inst = 1; let SchedRW = [Write];
}
def ZUnit : ProcResource<2>;
def Unit : ProcResource<1>;
def : WriteRes<Write, [Unit]> { let Latency = 7; }
def Mine : MyWrite;
def : CompressPat<(ADD GPR:$d, GPR:$a), (ADD GPR:$d, GPR:$a)>;
def TInfo : InstrInfo;
def T : Target { let InstructionSet = TInfo; }
"""
SCHEDULING = "only itineraries and the figures of a model are scheduled by"
COMPRESSED = (23, 1, "CompressPat is ignored: there is no backend for it")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ignored.td"
    path.write_text(DESCRIPTION_TEXT)
    return path


@pytest.mark.parametrize("option", BACKENDS)
def test_warnings(option: str, path: Path):
    outcome = run_circ(path, f"--{option}", "-o", str(path.with_suffix(".py")))
    assert outcome.status == 0
    assert all(message.kind == "warning" for message in outcome.messages)
    found = [(line, column, text) for line, column, _, text in outcome.messages]
    scheduling = [
        (19, 5, f"ProcResource is ignored (2 records): {SCHEDULING}"),
        (22, 5, f"ProcWriteResources is ignored: {SCHEDULING}"),
        (21, 1, f"WriteRes is ignored: {SCHEDULING}"),
    ]
    concerned = option in ("gen-subtarget", "gen-instr-info")
    assert sorted(found) == sorted([COMPRESSED, *scheduling * concerned])


@pytest.mark.parametrize("option", ("print-records", "null-backend", "print-sets"))
def test_nothing_is_ignored_where_nothing_is_generated(option: str, path: Path):
    assert run_circ(path, f"--{option}").stderr == ""


def test_the_cache_keeps_the_warnings(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(path.parent))
    first = run_circ(path, "--gen-subtarget", cache=True)
    assert run_circ(path, "--gen-subtarget", cache=True) == first
    assert len(first.messages) == 4
    assert f"{path}:19:5: warning: " in first.stderr
    assert "def ZUnit : ProcResource<2>;\n    ^" in first.stderr


@pytest.mark.parametrize("option", BACKENDS)
@pytest.mark.every(3, first=1)
def test_a_target_that_is_read_whole(option: str):
    """What the base itself defines is no reason to warn."""
    assert "warning" not in run_circ(DESCRIPTION, f"--{option}").stderr


def test_reasons_name_backends():
    for options, text in IGNORED.values():
        assert set(options) <= set(BACKENDS) and text
