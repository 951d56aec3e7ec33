"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the tree."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STEP = re.compile(
    r"^(At the end of|In `(?P<table>\w+)` of) `(?P<path>[^`]+)`"
    r".*?^```\w+\n(?P<code>.*?)^```$",
    re.M | re.S,
)
IGNORED = (".venv", ".git", "test", "docs", "__pycache__", ".*_cache", "*.egg-info")

POPCOUNT = """\
func.func @f(%x: i32) -> i32 {
  %y = math.ctpop %x : i32
  func.return %y : i32
}
"""

ASSEMBLY = """\
    .text
    .globl main
main:
    moveil s0, 0x0f11
    moveih s0, 0x8000
    popc_i32 s0, s0
    jret
"""


def follow(heading: str, tree: Path) -> set[str]:
    """Do what a section says, in the tree; the files that it touches."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    touched: set[str] = set()
    for step in STEP.finditer(section):
        path = tree / step["path"]
        touched.add(step["path"])
        found, code = path.read_text(), step["code"]
        if code.startswith("from "):
            line, _, code = code.partition("\n")
            found = re.sub(
                r"^from circ\.", f"{line}\n\\g<0>", found, count=1, flags=re.M
            )
        if step["table"]:
            head = rf"^{step['table']}\b.* = \{{\n"
            found, count = re.subn(
                head, lambda m: m[0] + code.lstrip("\n"), found, flags=re.M
            )
            assert count == 1, step["table"]
        else:
            found += f"\n{code}"
        path.write_text(found)
    return touched


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of circ without its tests."""
    copy = tmp_path / "circ"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*IGNORED))
    return copy


def run(tree: Path, module: str, *arguments: str) -> str:
    """What a command of the copy prints."""
    program = f"import sys; from {module} import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_adding_a_gate(tree: Path):
    assert len(follow("Adding a gate", tree)) <= 2
    (tree / "f.mlir").write_text(POPCOUNT)
    circuit = run(tree, "circ.tools.circ_opt", "f.mlir", "-p", "lower-to-circuit")
    assert "circuit.popcount" in circuit
    arguments = ("f.mlir", "--compare-levels", "--", "0x80000f11")
    assert run(tree, "circ.tools.circ_run", *arguments) == "7\n"


@pytest.mark.long
def test_adding_an_instruction(tree: Path):
    assert len(follow("Adding an instruction", tree)) <= 2
    golden = Path("test/targets/naplespu/test_generated_golden.py")
    for path in (golden, Path("test/conftest.py"), Path("test/support")):
        copy = shutil.copytree if (ROOT / path).is_dir() else shutil.copyfile
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / path, tree / path)
    run(tree, "pytest", "-q", "-p", "no:cacheprovider", str(golden), "--regenerate")
    (tree / "f.s").write_text(ASSEMBLY)
    translate = "circ.tools.circ_translate"
    assembly, code = ("--from", "naplespu-asm"), ("--to", "naplespu-obj", "-o", "f.o")
    run(tree, translate, "f.s", *assembly, *code)
    listing = run(tree, translate, "f.o", "--from", "naplespu-obj", "--to", assembly[1])
    assert "popc_i32 s0, s0" in listing
    assert run(tree, "circ.tools.circ_run", "f.o") == "7\n"
