"""Code is right on a machine with the chip's errata, by the work-arounds."""

from collections.abc import Iterator

import numpy as np
import pytest
from levels import parsed

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.layout import array_type
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.execute.signature import definitions, signature_of
from circ.targets.naplespu import system
from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.fault_models import FaultyMachine
from circ.targets.naplespu.simulator import MachineTrap
from circ.targets.naplespu.subtarget import set_subtarget
from circ.transforms.pipelines import compile

NEXT_ELEMENT = """
func.func @main(%a : memref<4xf32>, %i : i32) -> f32 {
  %j = arith.index_cast %i : i32 to index
  %x = memref.load %a[%j] : memref<4xf32>
  %y = func.call @half(%x) : (f32) -> f32
  %z = arith.addf %y, %x : f32
  return %z : f32
}
func.func @half(%x : f32) -> f32 {
  %c = arith.constant 0.5 : f32
  %y = arith.mulf %x, %c : f32
  %z = arith.addf %y, %c : f32
  return %z : f32
}
"""

THROUGH_POINTER = """
func.func @main(%x : i32) -> i32 {
  %f = func.constant @add : (i32) -> i32
  %g = func.constant @double : (i32) -> i32
  %zero = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %zero : i32
  %h = arith.select %c, %f, %g : (i32) -> i32
  %y = func.call_indirect %h(%x) : (i32) -> i32
  %z = func.call_indirect %f(%y) : (i32) -> i32
  return %z : i32
}
func.func @add(%x : i32) -> i32 {
  %c = arith.constant 1 : i32
  %y = arith.addi %x, %c : i32
  return %y : i32
}
func.func @double(%x : i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
"""

UNDER_EMPTY_MASK = """
func.func private @__builtin_npu_write_mask_reg(i32)
func.func private @__builtin_npu_block_loadv16i32_scratchpad_masked(
  memref<16xi32, 68>) -> vector<16xi32>
memref.global "private" @pad : memref<16xi32, 68> = dense<7>
func.func @main(%mask : i32, %x : i32) -> i32 {
  %pad = memref.get_global @pad : memref<16xi32, 68>
  func.call @__builtin_npu_write_mask_reg(%mask) : (i32) -> ()
  %v = func.call @__builtin_npu_block_loadv16i32_scratchpad_masked(%pad)
     : (memref<16xi32, 68>) -> vector<16xi32>
  %r = vector.reduction <add>, %v : vector<16xi32> into i32
  %s = arith.addi %r, %x : i32
  return %s : i32
}
"""


@pytest.fixture(autouse=True)
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(system, "Machine", FaultyMachine)
    yield


def run(text: str, arguments: list[object], features: tuple[str, ...] = (), opt=2):
    """The results of `main`, on the machine with faults."""
    module = parsed(text)
    set_subtarget(module, None, features)
    signature = signature_of(definitions(module)["main"])
    values: list[Argument] = [
        Array(array, "", np.array(value, np.float32))
        if (array := array_type(type)) is not None
        else Scalar(type, int(str(value)) % (1 << 32))
        for type, value in zip(signature.inputs, arguments, strict=True)
    ]
    machine = compile(module, "naplespu", opt)
    found = execute(
        *("naplespu", machine, "main", signature, values, {}),
        max_operations=10_000,
        engine="reference",
    )
    return found.outcome.results[0]


def bits(value: float) -> int:
    return int(np.float32(value).view(np.uint32))


ARRAY = [1.5, 2.5, -3.0, 8.0]


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("index", range(4))
def test_results_are_not_read_too_early(index: int, opt: int):
    x = ARRAY[index]
    expected = bits(x * 0.5 + 0.5 + x)
    assert run(NEXT_ELEMENT, [ARRAY, index], opt=opt) == expected


def test_without_the_work_around_they_are():
    without = ("-stale-read-after-branch",)
    assert run(NEXT_ELEMENT, [ARRAY, 1], without) != bits(2.5 * 1.5 + 0.5)


@pytest.mark.parametrize(("mask", "expected"), ((0, 1), (5, 15), (0xFFFF, 113)))
def test_loads_under_an_empty_mask_end(mask: int, expected: int):
    assert run(UNDER_EMPTY_MASK, [mask, 1]) == expected


@pytest.mark.parametrize(("x", "expected"), ((4, 9), (-7, -5)))
def test_calls_through_pointers_return(x: int, expected: int):
    assert run(THROUGH_POINTER, [x]) == expected % (1 << 32)


def test_without_the_work_around_they_do_not():
    try:
        found = run(THROUGH_POINTER, [4], ("-indirect-call-link",))
    except Diagnostic:
        return
    assert found != 9


def machine_after(text: str, count: int) -> FaultyMachine:
    """The machine with faults after the first instructions of an assembly text."""
    machine = FaultyMachine()
    machine.memory.write(0, bytes(assemble(text, "t.s").sections[0].data))
    machine.advance(count)
    return machine


def test_model_of_the_stale_read():
    text = "load32 s1, (s0)\njmp next\nnop\nnext: addi s2, s1, 0\n" + "nop\n" * 10
    machine = machine_after(text + "addi s3, s1, 0\n", 0)
    machine.memory.write(0x1000, (77).to_bytes(4, "little"))
    machine.scalar[0] = 0x1000
    machine.advance(14)
    assert machine.scalar[1:4] == [77, 0, 77]


def test_model_of_vector_registers_that_are_not_data():
    with pytest.raises(MachineTrap, match="v63 branches"):
        machine_after("add_i32 v63, v1, v2\n", 1)
    with pytest.raises(MachineTrap, match="v59 changes the lane mask"):
        machine_after("move_i32 v59, s1\n", 1)
    text = "movei rm, 0\nload_v16i32_scratchpad v1, (s0)\n"
    with pytest.raises(MachineTrap, match="never ends"):
        machine_after(text, 2)
    assert machine_after(text.replace("_scratchpad", ""), 2).instructions == 2
