"""
JavaScript programs print what Node.js prints, at every level: test/data/javascript.

Beside each program is what Node.js 20 has written to the standard output, after a line
`exit N` if its status was not 0. `make test` runs one on the machine and one at the
language's level; `make test-long` runs all at all levels.
"""

import re
from pathlib import Path

import pytest

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.language import ConstStringOp, GetExceptionOp, JsBytecodeOp
from circ.targets.javascript import library
from circ.targets.javascript.bytecode_text import read_bytecode, write_bytecode
from circ.targets.javascript.modules import bytecode_of, read_javascript_module
from circ.tools import api
from circ.transforms.circuit.lower_bytecodes import CircuitLowerBytecodesPass

pytest.importorskip("tree_sitter")

FOLDER = Path(__file__).parents[1] / "data" / "javascript"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.expected"))
SMALL = ("classes", "closures", "exceptions")
"""Of few steps."""

UPPER = ("circuit", "llvlir", "gen")
"""The first is the language's level: gates JS_BYTECODE are executed."""


def expected(name: str) -> tuple[int, str]:
    """The exit status and the output of Node.js."""
    text = (FOLDER / f"{name}.expected").read_text(encoding="utf-8")
    if match := re.match(r"exit ([0-9]+)\n", text):
        return int(match[1]), text[match.end() :]
    return 0, text


def check(name: str, level: str, opt: int = 2) -> None:
    result = api.run(FOLDER / f"{name}.js", level=level, opt=opt)
    assert (result.status or 0, result.output) == expected(name)


def test_library_is_built():
    """`python -m circ.tools.libc.javascript` has seen all sources."""
    for archive in (library.bitcode(), library.objects()):
        data = archive.read_bytes()
        missing = [
            source.name
            for source in library.sources()
            if f"{source.stem}.o".encode() not in data
        ]
        assert not missing


def test_one_on_the_machine():
    check("classes", "naplespu")


@pytest.mark.long
@pytest.mark.parametrize("opt", (0, 2, 3))
@pytest.mark.parametrize("name", PROGRAMS)
def test_on_the_machine(name: str, opt: int):
    check(name, "naplespu", opt)


def test_one_at_its_level():
    check("classes", UPPER[0])


@pytest.mark.long
@pytest.mark.parametrize("level", UPPER)
@pytest.mark.parametrize("name", PROGRAMS)
def test_at_levels(name: str, level: str):
    check(name, level)


def test_a_script_on_the_host(tmp_path: Path):
    pytest.importorskip("llvmlite")
    script = tmp_path / "script.js"
    script.write_text("let x = 1; for (let i = 0; i < 5; i++) x *= 3; console.log(x);")
    assert api.run(script, level="host").output == "243\n"


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_on_the_host(name: str):
    pytest.importorskip("llvmlite")
    check(name, "host")


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.every(4, first=1)
def test_bytecode_goes_through_text(name: str):
    path = FOLDER / f"{name}.js"
    text = bytecode_of(path.read_text(encoding="utf-8"), path.name)
    assert write_bytecode(read_bytecode(text, "again.jsbc")) == text


@pytest.mark.parametrize(
    "name",
    ("exceptions", *(pytest.param(n, marks=pytest.mark.long) for n in SMALL[:2])),
)
def test_lowered_in_part_executes(name: str, tmp_path: Path):
    """Functions of the language's level and lowered ones call each other."""
    path = FOLDER / f"{name}.js"
    module = read_javascript_module(path.read_text(encoding="utf-8"), path.name)
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    for func in functions[::2]:
        CircuitLowerBytecodesPass().run(func)
    kinds = {type(gate) for func in functions for gate in func.body.block.ops}
    assert JsBytecodeOp in kinds
    for func in functions[::2]:
        gates = func.body.block.ops
        language = (JsBytecodeOp, GetExceptionOp, ConstStringOp)
        assert not any(isinstance(gate, language) for gate in gates)
    text = tmp_path / "half.mlir"
    text.write_text(str(module), encoding="utf-8")
    result = api.run(text, level="circuit")
    assert (result.status or 0, result.output) == expected(name)
