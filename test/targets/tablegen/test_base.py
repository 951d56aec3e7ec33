"""The base of descriptions beside LLVM's: a description means the same with either."""

import shutil
from pathlib import Path

import pytest
from naplespu_description import INCLUDE
from tablegen_json import ORACLE, oracle_json, records_of_json

from circ.targets.tablegen import load
from circ.targets.tablegen.records import Dag, Record, RecordKeeper, Value

DATA = Path(__file__).resolve().parents[2] / "data" / "tablegen"
LLVM = Path("/usr/lib/llvm-19/include")
OUR_OWN = {"SDPatternOperator", "SDNodeXForm"}
"""Nodes are gen's, and what is computed of them is Python."""
needs_llvm = pytest.mark.skipif(
    not LLVM.exists() or shutil.which(ORACLE) is None,
    reason="needs llvm-tblgen-19 and llvm-19-dev",
)


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> RecordKeeper:
    """The complete small target, on our base."""
    text = (DATA / "mini.td").read_text()
    path = tmp_path_factory.mktemp("mini") / "mini.td"
    path.write_text(text.replace("llvm/Target/Target.td", "circ/Target.td"))
    return load(path, [INCLUDE])


def shown(value: Value) -> object:
    """A value without the identity of records; anonymous ones by what they are."""
    match value:
        case Record():
            if value.is_anonymous:
                fields = sorted((name, shown(v)) for name, v in value.fields.items())
                return value.superclasses[-1], tuple(fields)
            return value.name
        case Dag():
            arguments = tuple((shown(a.value), a.name) for a in value.arguments)
            return shown(value.operator), value.name, arguments
        case tuple():
            return tuple(map(shown, value))
        case _:
            return value


@needs_llvm
def test_records_have_the_same_values(ours: RecordKeeper):
    llvms = records_of_json(oracle_json(DATA / "mini.td", [LLVM]))
    compared = 0
    for record in ours:
        if record.is_anonymous or OUR_OWN & set(record.superclasses):
            continue
        other = llvms[record.name]
        assert set(record.superclasses) <= set(other.superclasses)
        for field, value in record.fields.items():
            assert shown(value) == shown(other[field]), f"{record.name}.{field}"
            compared += 1
    assert compared > 1500


def test_the_base_stands_alone():
    records = load(INCLUDE / "circ" / "Target.td", [INCLUDE])
    assert {"PHI", "COPY", "NoItineraries", "DefaultAsmWriter"} <= {
        record.name for record in records
    }
    assert len(records.definitions) < 250
