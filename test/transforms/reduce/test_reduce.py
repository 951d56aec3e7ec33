"""The reducer at every level: what stays is interesting, verifies and is small."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from levels import arguments_of, check_source, parsed
from random_source import SourceProgram, source_program
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.tools.formats import write_mlir
from circ.transforms import pipelines
from circ.transforms.compare_levels import compare_levels
from circ.transforms.reduce.reduce import Reducer, is_valid

PROGRAM = (Path(__file__).parent / "data" / "program.mlir").read_text()
"""Two functions of 250 lines with loops, branches and arrays."""


def count(module: ModuleOp, *skipped: str) -> int:
    """Operations but for the module, the functions and the kinds to skip."""
    return sum(
        not op.name.endswith((".func", *skipped))
        for op in module.walk()
        if op is not module
    )


def reduced(
    module: ModuleOp, interesting: Callable[[str | bytes], bool]
) -> tuple[Reducer, list[str]]:
    accepted: list[str] = []

    def checked(text: str | bytes) -> bool:
        assert isinstance(text, str)
        assert is_valid(parsed(text))
        return interesting(text)

    reducer = Reducer(module, write_mlir, checked, lambda t: accepted.append(str(t)))
    reducer.run()
    return reducer, accepted


ROOTS = ("_list", "_root", "_entry")
NEEDLES = {
    "source": ("ceildivsi", 6),
    "circuit": ("circuit.mul", 6),
    "llvlir": ("llvlir.mul.I", 6),
    "gen": ("gen.mul", 4),
    "naplespu": ("XORSSS_32", 7),
}


@pytest.mark.parametrize("level", NEEDLES)
@pytest.mark.every(5, first=4)
def test_one_operation_is_left_with_what_it_takes(level: str):
    needle, most = NEEDLES[level]
    program = parsed(PROGRAM)
    module = pipelines.compile(program, level, opt=1)
    assert write_mlir(module).count(needle) > 0
    before = count(module)
    assert before > 150
    reducer, accepted = reduced(module, lambda text: needle in str(text))
    assert accepted[-1] == write_mlir(reducer.best)
    assert needle in accepted[-1]
    assert count(reducer.best, *ROOTS, "register", "inputs") <= most, accepted[-1]
    assert reducer.tried < before
    module = parsed(write_mlir(module))
    assert reduced(module, lambda text: needle in str(text))[1] == accepted


@pytest.mark.long
def test_planted_miscompilation(monkeypatch: pytest.MonkeyPatch):
    """A pass makes `x | y` of `x ^ y`; one operation shows it."""
    broken = pipelines.CircuitStep("broken_pass:OrForXorPass", opt=1)
    passes = (*pipelines.OPTIMIZE_CIRCUIT, broken)
    monkeypatch.setattr(pipelines, "OPTIMIZE_CIRCUIT", passes)
    program = next(filter(_differs, map(source_program, map(Random, range(500)))))
    reducer, _ = reduced(
        parsed(program.text), lambda text: _shows_difference(str(text), program)
    )
    text = write_mlir(reducer.best)
    assert "arith.xori" in text, text
    assert count(reducer.best) <= 10, text


def _differs(program: SourceProgram) -> bool:
    if program.opt == 0 or "xori" not in program.text:
        return False
    try:
        check_source(program)
    except AssertionError as error:
        return "differs from" in str(error)
    return False


def _shows_difference(text: str, program: SourceProgram) -> bool:
    module = parsed(text)
    main = definitions(module).get("main")
    if main is None or len(signature_of(main).inputs) != len(program.inputs):
        return False
    inputs = [arguments_of(signature_of(main), bits) for bits in program.arguments]
    try:
        compare_levels(module, "main", signature_of(main), inputs, program.opt, 100_000)
    except Diagnostic as error:
        return "differs from" in error.message
    return False


def test_the_test_decides():
    """Nothing is accepted that the test does not find interesting."""
    module = parsed(BLOCKS)
    text = write_mlir(module)
    reducer, accepted = reduced(module, lambda candidate: False)
    assert write_mlir(reducer.best) == text
    assert not accepted


PARAMETERS = """
func.func @g(%a: i32, %b: i8, %c: i32) -> (i32, i8) {
  %r = arith.muli %a, %c : i32
  func.return %r, %b : i32, i8
}
func.func @main(%x: i32) -> (i32, i8) {
  %k = arith.constant 77 : i8
  %p:2 = func.call @g(%x, %k, %x) : (i32, i8, i32) -> (i32, i8)
  func.return %p#0, %p#1 : i32, i8
}
"""


def test_parameters_and_results_go_with_the_calls():
    reducer, _ = reduced(
        parsed(PARAMETERS),
        lambda text: "call @g" in str(text) and "muli" in str(text),
    )
    text = write_mlir(reducer.best)
    assert "func.func @g() {" in text
    assert "func.func @main() {" in text
    assert "77" not in text


BLOCKS = """
func.func @main(%c: i1, %x: i32) -> i32 {
  %one = arith.constant 1000 : i32
  cf.cond_br %c, ^a(%x : i32), ^b(%one, %x : i32, i32)
^a(%p: i32):
  %q = arith.addi %p, %x : i32
  cf.br ^b(%q, %q : i32, i32)
^b(%r: i32, %s: i32):
  %t = arith.divsi %r, %s : i32
  func.return %t : i32
}
"""


def test_blocks_join_and_arguments_go():
    reducer, _ = reduced(parsed(BLOCKS), lambda text: "divsi" in str(text))
    text = write_mlir(reducer.best)
    assert "cf." not in text and "^" not in text
    assert count(reducer.best) <= 4
