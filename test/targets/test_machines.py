"""A second machine, described outside circ: passes honour the record of its facts."""

from dataclasses import replace
from pathlib import Path

import pytest
import tiny_machine
from levels import parsed
from tiny_machine import TINY
from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, ModuleOp, i32, i64

import circ
from circ.dialects.circuit.memory import AllocaOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.gen import FuncOp, Instruction
from circ.dialects.naplespu.register_file import LANES
from circ.dialects.source.signature import signature_of
from circ.targets import machines
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.split_values import has_words
from circ.targets.machines import TARGET, machine_of, set_target
from circ.targets.naplespu.description.calling_convention import WORD
from circ.transforms.conversion.func_to_circuit import convert_module
from circ.transforms.gen.legalize import GenLegalizePass, divisions_of
from circ.transforms.gen.reduce_strength import GenReduceStrengthPass
from circ.transforms.gen.return_in_memory import GenReturnInMemoryPass
from circ.transforms.pipelines import (
    LowerToGenPass,
    compile,
    level_for_types,
    lowerings,
)

TARGETS = ("naplespu", "tiny")
PRODUCT = """func.func @f(%x: i32) -> i32 {
  %ten = arith.constant 10 : i32
  %p = arith.muli %x, %ten : i32
  return %p : i32
}"""
SUM_OF_64_BITS = """func.func @f(%x: i64, %y: i64) -> i64 {
  %s = arith.addi %x, %y : i64
  return %s : i64
}"""
QUOTIENT = """func.func @f(%x: i32, %y: i32) -> i32 {
  %q = arith.divui %x, %y : i32
  return %q : i32
}"""
QUOTIENT_AND_REMAINDER = """func.func @f(%x: i32, %y: i32) -> i32 {
  %q = arith.divui %x, %y : i32
  %r = arith.remui %x, %q : i32
  return %r : i32
}"""
ANY_ROW = """func.func @f(%a: memref<99xi32>, %i: index) -> vector<16xi32> {
  %x = vector.load %a[%i] : memref<99xi32>, vector<16xi32>
  return %x : vector<16xi32>
}"""
TWO_RESULTS = """func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  return %y, %x : i32, i32
}"""
LANES_OF_16 = """func.func @f(%x: vector<16xi32>) -> vector<16xi32> {
  return %x : vector<16xi32>
}"""


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The entry point of an installed package."""
    information = tmp_path / "tiny-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: tiny\nVersion: 1\n")
    (information / "entry_points.txt").write_text(
        "[circ.machines]\ntiny = tiny_machine:machine_for\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    machines.installed.cache_clear()
    yield
    machines.installed.cache_clear()


def gen(text: str, target: str) -> ModuleOp:
    module = parsed(text)
    LowerToGenPass(target=target).apply(Context(), module)
    return module


def opcodes(module: ModuleOp) -> list[str]:
    return [op.ROW.opcode for op in module.walk() if isinstance(op, Instruction)]


def families(module: ModuleOp) -> list[str]:
    (function,) = (op for op in module.ops if isinstance(op, FuncOp))
    return function.inputs_of_families


def test_machine_of_a_module():
    module = parsed(PRODUCT)
    assert machine_of(module).name == "naplespu"
    set_target(module, "naplespu")
    assert TARGET not in module.attributes
    set_target(module, "tiny")
    (function,) = module.ops
    assert machine_of(function) is TINY


def test_targets_that_are_none():
    with pytest.raises(Diagnostic, match=r"unknown target 'x' \(naplespu, tiny\)"):
        set_target(ModuleOp([]), "x")
    with pytest.raises(Diagnostic, match=r"circ\.target must be a string"):
        machine_of(ModuleOp([], {TARGET: IntAttr(1)}))


def test_naplespu_is_what_its_description_says():
    machine = machine_of(ModuleOp([]))
    assert (machine.word, machine.lanes) == (8 * WORD, LANES)


def test_costs():
    """A slow multiplier makes shifts and sums of a product."""
    found = dict[str, bool]()
    for target in TARGETS:
        module = gen(PRODUCT, target)
        GenReduceStrengthPass().apply(Context(), module)
        found[target] = "MUL" in opcodes(module)
    assert found == {"naplespu": True, "tiny": False}


def test_word():
    """A number of 64 bits is one word, or two."""
    assert families(gen(SUM_OF_64_BITS, "naplespu")) == ["dword"] * 4
    assert families(gen(SUM_OF_64_BITS, "tiny")) == ["qword"] * 2


def test_calling_convention():
    """Results that registers do not hold are stored, at an address that is given."""
    for target, given in (("naplespu", 2), ("tiny", 3)):
        module = gen(TWO_RESULTS, target)
        GenReturnInMemoryPass().apply(Context(), module)
        assert len(families(module)) == given


def test_library():
    """A machine's own functions; the others are those of all machines."""
    for target, result in (("naplespu", 5), ("tiny", 2**32 - 1)):
        module = gen(QUOTIENT, target)
        GenLegalizePass().apply(Context(), module)
        assert run(module, 10, 2) == [result]


def test_legal_operations():
    """The remainder stays where the machine computes it."""
    for target, left in (("naplespu", []), ("tiny", ["REM"])):
        module = gen(QUOTIENT_AND_REMAINDER, target)
        GenLegalizePass().apply(Context(), module)
        function, *_ = (op for op in module.ops if isinstance(op, FuncOp))
        assert [op.ROW.opcode for op in divisions_of(function)] == left


def test_accesses_that_may_be_unaligned(monkeypatch: pytest.MonkeyPatch):
    """Only where it is worth while a branch asks whether they are."""
    monkeypatch.setattr(tiny_machine, "TINY", replace(TINY, lanes=16))
    for target, asked in (("naplespu", True), ("tiny", False)):
        module = gen(ANY_ROW, target)
        GenLegalizePass().apply(Context(), module)
        (function,) = (op for op in module.ops if isinstance(op, FuncOp))
        assert (len(function.body.blocks) > 1) is asked


def test_lanes():
    module = gen(LANES_OF_16, "tiny")
    with pytest.raises(Diagnostic, match="a vector of 16 lanes on Tiny"):
        GenLegalizePass().apply(Context(), module)


def test_option_of_a_pass_names_the_machine():
    module = gen(QUOTIENT, "naplespu")
    GenLegalizePass(target="tiny").apply(Context(), module)
    assert machine_of(module) is TINY
    assert run(module, 10, 2) == [2**32 - 1]


def test_code_of_another_machine():
    module = gen(PRODUCT, "tiny")
    with pytest.raises(Diagnostic, match="the module is compiled for Tiny"):
        compile(module, "naplespu")


def test_passes_to_the_level_of_a_machine():
    module = parsed(TWO_RESULTS)
    lowered = compile(module, "tiny")
    assert machine_of(lowered) is TINY and TARGET not in module.attributes
    assert families(lowered) == ["dword"] * 3
    assert [level for level, _ in lowerings(module, "tiny")] == [
        *("source", "circuit", "llvlir", "gen", "tiny")
    ]
    set_target(module, "tiny")
    assert level_for_types(module) == "tiny"


def test_machine_without_passes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tiny_machine, "TINY", replace(TINY, passes=None))
    with pytest.raises(Diagnostic, match="nothing lowers gen to Tiny"):
        compile(parsed(PRODUCT), "tiny")


def test_nothing_executes_it():
    module = gen(PRODUCT, "tiny")
    assert run(module, 4) == [40]
    with pytest.raises(Diagnostic, match=r"nothing executes .* of Tiny"):
        run(module, 4, threads=2)


def test_level_of_a_machine_in_python():
    with pytest.raises(circ.Diagnostic, match=r"nothing executes .* of Tiny"):
        circ.run(PRODUCT + "\n", 4, level="tiny")
    assert circ.run(PRODUCT + "\n", 4, level="gen").results == [40]


def run(module: ModuleOp, *arguments: int, threads: int = 1) -> list[int]:
    signature = signature_of(definitions(module)["f"])
    assert all(type in (i32, i64) for type in signature.inputs)
    given = [
        Scalar(type, bits)
        for type, bits in zip(signature.inputs, arguments, strict=True)
    ]
    done = execute("gen", module, "f", signature, given, {}, threads=threads)
    return done.outcome.results


def test_words_of_code_of_a_machine():
    """Arguments of 64 bits are split where the machine's words are shorter."""
    signature = signature_of(definitions(parsed(SUM_OF_64_BITS))["f"])
    for target, split in (("naplespu", True), ("tiny", False)):
        module = ModuleOp([])
        set_target(module, target)
        assert has_words(target, module, "f", signature, {}) is split


def test_vectors_of_memory_are_those_of_the_machine(monkeypatch: pytest.MonkeyPatch):
    """Allocations that whole vectors access are aligned to a vector register."""
    text = """func.func @f(%i: index) -> vector<16xi32> {
      %a = memref.alloca() : memref<16xi32>
      %x = vector.load %a[%i] : memref<16xi32>, vector<16xi32>
      return %x : vector<16xi32>
    }"""
    for lanes, aligned in ((4, 32), (16, 128), (32, 4)):
        monkeypatch.setattr(tiny_machine, "TINY", replace(TINY, lanes=lanes))
        module = parsed(text)
        set_target(module, "tiny")
        convert_module(module)
        (align,) = (op.align.data for op in module.walk() if isinstance(op, AllocaOp))
        assert align == aligned
