"""Programs of lanes (`circ.lanes`) do in several lanes what they do in one."""

import numpy as np
import pytest
from levels import parsed
from machine_runs import run_function
from random_machine import Signature
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import IN_LANES, lane_parameters
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.operation_search import operations_in
from circ.dialects.gen import CallOp, FuncOp
from circ.dialects.source.signature import signature_of
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.execute.memory import Memory
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.targets.llvlir import decode, encode
from circ.transforms.compare_levels import compare_levels
from circ.transforms.pipelines import compile

LANES = (1, 8, 16)

EACH = """
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%lane : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %at = arith.index_cast %i : i32 to index
"""
NEXT = """
  %next = arith.addi %i, %lanes : i32
  cf.br ^head(%next : i32)
^end:
  func.return
"""
SAXPY = f"""
func.func private @saxpy(%wide: i64, %n: i32, %a: f32, %x: memref<50xf32>,
    %y: memref<50xf32>, %lane: i32, %lanes: i32)
    attributes {{circ.lanes = array<i64: 5, 6>}} {{
{EACH}
  %u = memref.load %x[%at] : memref<50xf32>
  %v = memref.load %y[%at] : memref<50xf32>
  %p = arith.mulf %a, %u : f32
  %s = arith.addf %p, %v : f32
  memref.store %s, %y[%at] : memref<50xf32>
{NEXT}
}}
func.func @main(%n: i32, %x: memref<50xf32>, %y: memref<50xf32>) {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %wide = arith.constant 0 : i64
  %a = arith.constant 2.5 : f32
  func.call @saxpy(%wide, %n, %a, %x, %y, %zero, %one)
    : (i64, i32, f32, memref<50xf32>, memref<50xf32>, i32, i32) -> ()
  func.return
}}
"""


def check(text: str, arguments: list[Argument], opt: int = 2) -> None:
    """Each level gives the same for any number of lanes."""
    module = parsed(text)
    signature = signature_of(definitions(module)["main"])
    for lanes in LANES:
        last = "gen" if lanes == 8 else None
        compare_levels(
            module, "main", signature, [arguments], opt, last=last, lanes=lanes
        )


def array(type: Attribute, data: np.ndarray) -> Array:
    assert isa(type, MemRefType)
    return Array(type, "", data)


@pytest.mark.parametrize("opt", range(4))
@pytest.mark.parametrize("count", (0, 1, 16, 17, 50))
@pytest.mark.every(7)
def test_a_loop_over_the_elements(opt: int, count: int):
    module = parsed(SAXPY)
    data = np.arange(50, dtype=np.float32)
    n, x, y = signature_of(definitions(module)["main"]).inputs
    check(SAXPY, [Scalar(n, count), array(x, data), array(y, data)], opt)


CALLS = f"""
func.func private @weight(%x: i32) -> i32 attributes {{circ.inline = "never"}} {{
  %three = arith.constant 3 : i32
  %rest = func.call @rest(%x) : (i32) -> i32
  %r = arith.muli %rest, %three : i32
  func.return %r : i32
}}
func.func private @rest(%x: i32) -> i32 attributes {{circ.inline = "never"}} {{
  %bound = arith.constant 7 : i32
  cf.br ^head(%x : i32)
^head(%i: i32):
  %large = arith.cmpi sgt, %i, %bound : i32
  cf.cond_br %large, ^body, ^end
^body:
  %less = arith.subi %i, %bound : i32
  cf.br ^head(%less : i32)
^end:
  func.return %i : i32
}}
func.func private @f(%n: i32, %a: memref<50xi32>, %lane: i32, %lanes: i32)
    attributes {{circ.lanes = array<i64: 2, 3>}} {{
{EACH}
  %w = func.call @weight(%i) : (i32) -> i32
  memref.store %w, %a[%at] : memref<50xi32>
{NEXT}
}}
func.func @main(%n: i32, %a: memref<50xi32>) {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  func.call @f(%n, %a, %zero, %one) : (i32, memref<50xi32>, i32, i32) -> ()
  func.return
}}
"""


def test_calls_are_inlined():
    module = parsed(CALLS)
    n, a = signature_of(definitions(module)["main"]).inputs
    check(CALLS, [Scalar(n, 43), array(a, np.zeros(50, np.int32))])


def test_a_call_finds_registers_that_are_zero():
    """What an inlined function reads before it writes it is not what it left."""
    module = parsed("""
gen.func @count() -> (dword) {
  %x = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  gen.loadi int32 %one {value = 1}
  gen.add int32 %x = %x, %one
  gen.ret %x
}
gen.func @f(dword, dword) -> (dword) attributes {circ.lanes = array<i64: 0, 1>} {
  %lane = gen.register : !gen.reg<dword>
  %lanes = gen.register : !gen.reg<dword>
  %n = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<bool>
  gen.inputs %lane, %lanes
  gen.loadi int32 %n {value = 3}
  gen.loadi int32 %one {value = 1}
  gen.bra ^loop
^loop:
  gen.call @count() -> (%x)
  gen.sub int32 %n = %n, %one
  gen.ne int32 %p = %n, %one
  gen.bra_if %p, ^loop, ^end
^end:
  gen.mul int32 %x = %x, %lanes
  gen.ret %x
}""")
    lanes = compile(module, "gen", lanes=16)
    f = definitions(lanes)["f"]
    assert isinstance(f, FuncOp) and not operations_in(f.body, CallOp)
    assert run(lanes, "f", [0, 1], Memory()).results == [16]
    code = compile(lanes, "naplespu")
    signature = Signature("f", [False] * 2, [False])
    assert run_function(code, signature, [0, 1], 1000, "rtl") == [16]


UPDATES = {
    "add": "%v = arith.addi %old, %x : i32",
    "exchange": "%v = arith.addi %x, %x : i32",
    "largest": "%v = arith.maxsi %old, %x : i32",
    "either": """%same = arith.cmpi eq, %old, %x : i32
      %more = arith.addi %x, %x : i32
      %v = arith.select %same, %more, %old : i32""",
    "branching": """%even = arith.andi %old, %x : i32
      %zero = arith.constant 0 : i32
      %is = arith.cmpi eq, %even, %zero : i32
      %v = scf.if %is -> i32 {
        %w = memref.load %a[%one] : memref<50xi32>
        %y = arith.addi %w, %x : i32
        scf.yield %y : i32
      } else { scf.yield %x : i32 }""",
}
PLACES = ("%two", "%mod")
CONDITIONS = {"always": "arith.constant true", "odd": "arith.trunci %i : i32 to i1"}


@pytest.mark.parametrize("update", UPDATES)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("keeps", (False, True))
@pytest.mark.every(11, first=8)
def test_updates_in_turn(update: str, place: str, condition: str, keeps: bool):
    """What each of them finds is what the one before has stored."""
    keep = "memref.store %old, %r[%at] : memref<50xi32>" if keeps else ""
    text = f"""
func.func private @update(%a: memref<50xi32>, %at: index, %x: i32) -> i32
    attributes {{circ.in_turn}} {{
  %one = arith.constant 1 : index
  %old = memref.load %a[%at] : memref<50xi32>
  {UPDATES[update]}
  memref.store %v, %a[%at] : memref<50xi32>
  func.return %old : i32
}}
func.func private @f(%n: i32, %a: memref<50xi32>, %r: memref<50xi32>, %lane: i32,
    %lanes: i32) attributes {{circ.lanes = array<i64: 3, 4>}} {{
  %two = arith.constant 2 : index
  %three = arith.constant 3 : i32
{EACH}
  %bin = arith.andi %i, %three : i32
  %mod = arith.index_cast %bin : i32 to index
  %cond = {CONDITIONS[condition]}
  scf.if %cond {{
    %x = memref.load %r[%at] : memref<50xi32>
    %old = func.call @update(%a, {place}, %x) : (memref<50xi32>, index, i32) -> i32
    {keep}
    scf.yield
  }}
{NEXT}
}}
func.func @main(%n: i32, %a: memref<50xi32>, %r: memref<50xi32>) {{
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  func.call @f(%n, %a, %r, %zero, %one)
    : (i32, memref<50xi32>, memref<50xi32>, i32, i32) -> ()
  func.return
}}
"""
    n, a, r = signature_of(definitions(parsed(text))["main"]).inputs
    values = np.arange(50, dtype=np.int32) ** 2 % 13
    check(text, [Scalar(n, 43), array(a, values % 5), array(r, values)])
    gen = definitions(compile(parsed(text), "gen", lanes=16))["f"]
    assert isinstance(gen, FuncOp)
    calls = len(operations_in(gen.body, CallOp))
    assert calls == (1 if update == "branching" else 0)


def test_others_are_left_alone():
    module = parsed(CALLS)
    lowered = definitions(compile(module, "gen", lanes=16))
    lanes = [f.lane_count for f in lowered.values() if isinstance(f, FuncOp)]
    assert lanes == [16, 1]  # what is inlined goes
    assert IN_LANES not in lowered["f"].attributes


def test_the_attribute_survives():
    """It names the parameters after numbers of 64 bits are two, and in bytecode."""
    module = parsed(SAXPY)
    circuits = definitions(compile(module, "circuit", opt=3))
    assert lane_parameters(circuits["saxpy"]) == (5, 6)
    llvlir = compile(module, "llvlir", opt=3)
    assert lane_parameters(definitions(decode(encode(llvlir)))["saxpy"]) == (5, 6)
    gen = compile(module, "gen", opt=3)
    assert lane_parameters(definitions(gen)["saxpy"]) == (6, 7)
    text = read_gen_text(write_gen_text(gen), "f.gen")
    assert lane_parameters(definitions(text)["saxpy"]) == (6, 7)


@pytest.mark.parametrize("value", ("1 : i32", "array<i64: 1>", "array<i64: 2, 2>"))
def test_a_wrong_attribute(value: str):
    module = parsed(SAXPY.replace("array<i64: 5, 6>", value))
    with pytest.raises(Diagnostic, match="must be the numbers of two parameters"):
        compile(module, "gen", lanes=16)


def test_wrong_parameters():
    module = parsed(SAXPY.replace("array<i64: 5, 6>", "array<i64: 5, 8>"))
    with pytest.raises(Diagnostic, match="of parameter 8, which is no i32"):
        compile(module, "gen", lanes=16)
    with pytest.raises(Diagnostic, match="lanes must be 8 or 16, but is 4"):
        compile(module, "gen", lanes=4)
