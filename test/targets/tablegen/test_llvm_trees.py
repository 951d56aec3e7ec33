"""
Descriptions that LLVM ships, against llvm-tblgen-19 where it is installed.

What is written is the same to the byte: the numbering of records without a name, the
places, the order of everything, and the warnings.
"""

import pickle
import shutil
import subprocess
from pathlib import Path

import pytest

from circ.targets.tablegen import load
from circ.targets.tablegen.evaluation import evaluate
from circ.targets.tablegen.json_output import dump_json
from circ.targets.tablegen.language.printing import (
    print_detailed_records,
    print_records,
)
from circ.targets.tablegen.records import BitReference

ORACLE = "llvm-tblgen-19"
INCLUDE = Path("/usr/lib/llvm-19/include")
DATA = Path(__file__).parents[2] / "data/tablegen"

TREES = [
    DATA / "json_shapes.td",
    DATA / "st.td",
    DATA / "mini.td",
    INCLUDE / "llvm/Frontend/OpenMP/OMP.td",
    INCLUDE / "llvm/Frontend/OpenACC/ACC.td",
    INCLUDE / "llvm/Option/OptParser.td",
    INCLUDE / "llvm/TableGen/Automaton.td",
    INCLUDE / "mlir/Dialect/Arith/IR/ArithOps.td",
    INCLUDE / "mlir/Dialect/LLVMIR/NVVMOps.td",
]

LARGER_TREES = [
    DATA / "im2.td",
    INCLUDE / "llvm/Target/Target.td",
    INCLUDE / "mlir/Dialect/Linalg/IR/LinalgStructuredOps.td",
    INCLUDE / "mlir/Dialect/SPIRV/IR/SPIRVOps.td",
]

needs_oracle = pytest.mark.skipif(
    shutil.which(ORACLE) is None, reason="needs llvm-tblgen-19"
)


@needs_oracle
@pytest.mark.parametrize("path", TREES, ids=lambda path: path.name)
def test_same_text(path: Path):
    assert_same_text(path)


@pytest.mark.long
@needs_oracle
@pytest.mark.parametrize("path", LARGER_TREES, ids=lambda path: path.name)
def test_same_text_of_larger_trees(path: Path):
    assert_same_text(path)


def assert_same_text(path: Path):
    if not path.exists():
        pytest.skip(f"needs {path}")
    folders = [INCLUDE, path.parent]
    evaluation = evaluate(path, folders)
    command = [ORACLE, str(path), *(f"-I{folder}" for folder in folders)]
    writers = {
        "--print-records": print_records(evaluation.world),
        "--print-detailed-records": print_detailed_records(evaluation.world, str(path)),
        "--dump-json": dump_json(evaluation.world),
    }
    for option, pieces in writers.items():
        done = subprocess.run([*command, option], capture_output=True, check=True)
        encoding = "utf-8" if option == "--dump-json" else "latin-1"
        assert "".join(pieces).encode(encoding) == done.stdout
        assert evaluation.message_lines().encode("latin-1") == done.stderr


def test_library_view():
    source = DATA / "json_shapes.td"
    records = load(source)
    assert list(records.definitions) == sorted(records.definitions)
    assert all(record.name in records for record in records)
    copy = pickle.loads(pickle.dumps(records))
    assert list(copy.definitions) == list(records.definitions)
    for record in records:
        twin = copy[record.name]
        assert repr(twin.fields) == repr(record.fields)
        assert twin.types == record.types
        assert twin.location == record.location


@pytest.mark.skipif(not INCLUDE.exists(), reason="needs LLVM's descriptions")
def test_library_view_of_a_target():
    add = load(DATA / "mini.td", [INCLUDE])["ADD"]
    assert str(add.location) == f'loc("{DATA / "mini.td"}":18:5)'
    assert add.bits("Inst")[0] == BitReference("imm", 0)
    assert add.bits("Inst").known == (0x10000000, 0xFF0F0000)
    assert add.types["Inst"] == "bits<32>"
    assert "Inst" in add.open_fields
    assert add.is_a("Instruction") and add.is_a("PredRel")
    assert [name for _, name in add.dag("OutOperandList").arguments] == ["rd"]
