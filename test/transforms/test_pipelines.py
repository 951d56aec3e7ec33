"""Levels, the pipelines between them, and the composite passes."""

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.tools.universe import CIRC_UNIVERSE
from circ.transforms.naplespu.lower_to_naplespu import LowerToNaplespuPass
from circ.transforms.pipelines import (
    LEVELS,
    LowerPass,
    LowerToCircuitPass,
    LowerToGenPass,
    LowerToLlvlirPass,
    compile,
    level_for_types,
    level_of,
    passes,
)

SOURCE = """func.func @f(%x: i32) -> i32 {
  %k = arith.constant 3 : i32
  %s = arith.subi %x, %k : i32
  return %s : i32
}
func.func private @g(i32)
"""

COMPOSITE: dict[str, type[LowerPass]] = {
    "circuit": LowerToCircuitPass,
    "llvlir": LowerToLlvlirPass,
    "gen": LowerToGenPass,
    "naplespu": LowerToNaplespuPass,
}


def parse(text: str) -> ModuleOp:
    return parse_module(context(), text, "t.mlir")


@pytest.mark.parametrize("opt", range(4))
def test_compile_goes_down_level_by_level(opt: int):
    module = parse(SOURCE)
    before = str(module)
    for start in LEVELS:
        upper = compile(module, start, opt)
        assert level_of(upper) == start
        for end in LEVELS[LEVELS.index(start) :]:
            assert level_of(compile(upper, end, opt)) == end
        for above in LEVELS[: LEVELS.index(start)]:
            message = f"level {above} is above the input's, which is {start}"
            with pytest.raises(Diagnostic, match=message):
                compile(upper, above, opt)
    assert str(module) == before, "the module stays as it is"


@pytest.mark.parametrize("level", COMPOSITE)
def test_composite_pass_is_compile(level: str):
    module = parse(SOURCE)
    expected = str(compile(module, level))
    COMPOSITE[level]().apply(Context(), module)
    assert str(module) == expected
    COMPOSITE[level]().apply(Context(), module)
    assert str(module) == expected, "nothing is left to do"


@pytest.mark.parametrize("level", COMPOSITE)
def test_composite_pass_has_a_name(level: str):
    name = f"lower-to-{level}"
    assert COMPOSITE[level].name == name
    assert CIRC_UNIVERSE.all_passes[name]() is COMPOSITE[level]


def test_names_of_the_steps():
    names = [step.name for step in passes("source", "llvlir", 2)]
    assert names[0] == "convert-func-to-circuit"
    assert names[-1] == "convert-circuit-to-llvlir"
    assert "circuit-dead-gates" in names
    unoptimized = [step.name for step in passes("source", "llvlir", 0)]
    assert "circuit-dead-gates" not in unoptimized and "circuit-verify" in unoptimized
    assert passes("gen", "gen") == []


def test_levels_must_not_be_mixed():
    circuit = str(compile(parse(SOURCE), "circuit")).partition("circuit.func")
    body = circuit[2].rpartition("func.func private")[0]
    text = f"circuit.func{body.replace('@f', '@h')}\n{SOURCE}"
    with pytest.raises(Diagnostic, match="a function of level source in a module of"):
        level_of(parse(text))
    assert level_of(parse("")) == "source"


@pytest.mark.parametrize(
    ("step", "message"),
    (
        (LowerToCircuitPass(opt=4), "opt must be 0 ... 3, but is 4"),
        (LowerToNaplespuPass(opt=-1), "opt must be 0 ... 3, but is -1"),
        (LowerToNaplespuPass(cpu="z80"), "unknown cpu 'z80' (generic, naplespu)"),
        (LowerToNaplespuPass(features=("fast",)), "unknown feature 'fast' ("),
    ),
)
def test_options(step: LowerPass, message: str):
    with pytest.raises(Diagnostic) as error:
        step.apply(Context(), parse(SOURCE))
    assert error.value.message.startswith(message)


def test_unknown_level():
    with pytest.raises(Diagnostic, match=r"unknown level 'asm' \(source, circuit, "):
        compile(parse(SOURCE), "asm")


@pytest.mark.parametrize(
    ("type", "level"),
    (
        ("i32", "naplespu"),
        ("i64", "naplespu"),
        ("f64", "naplespu"),
        ("vector<16xi32>", "naplespu"),
        ("vector<16xf64>", "naplespu"),
        ("vector<3xi32>", "naplespu"),
        ("memref<2xi8>", "naplespu"),
    ),
)
def test_level_for_types(type: str, level: str):
    text = f"func.func @f(%x: {type}) {{\n  return\n}}"
    module = parse(text)
    assert level_for_types(module) == level
    assert level_for_types(parse(SOURCE)) == "naplespu"
