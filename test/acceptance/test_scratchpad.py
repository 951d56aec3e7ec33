"""Arrays in the scratchpad at every level, and what says where they are."""

import numpy as np
import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.module_functions import definitions
from circ.dialects.gen import GlobalOp
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.targets.llvlir import decode, encode
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, compile

PROGRAM = """
memref.global "private" @table : memref<2x8xi16, 68>
  = dense<[[1, 2, 3, 4, 5, 6, 7, 8], [-1, -2, -3, -4, -5, -6, -7, -8]]>
memref.global "private" constant @word : memref<1xi32, 68> = dense<0x12345678>
memref.global "private" @bits : memref<5xi1, 68> = uninitialized
memref.global "private" @floats : memref<16xf32, 68>
  = uninitialized {alignment = 64 : i64}
memref.global "private" @main_memory : memref<1xi32> = dense<7>

func.func @read_table(%i: index, %j: index, %x: i16) -> (i16, i32, i32) {
  %t = memref.get_global @table : memref<2x8xi16, 68>
  %old = memref.load %t[%i, %j] : memref<2x8xi16, 68>
  memref.store %x, %t[%i, %j] : memref<2x8xi16, 68>
  %zero = arith.constant 0 : index
  %w = memref.get_global @word : memref<1xi32, 68>
  %word = memref.load %w[%zero] : memref<1xi32, 68>
  %m = memref.get_global @main_memory : memref<1xi32>
  %main = memref.load %m[%zero] : memref<1xi32>
  %row = memref.subview %t[%i, 0] [1, 8] [1, 1]
    : memref<2x8xi16, 68> to memref<8xi16, strided<[1], offset: ?>, 68>
  %new = func.call @sum(%row) : (memref<8xi16, strided<[1], offset: ?>, 68>) -> i16
  %both = arith.addi %old, %new : i16
  return %both, %word, %main : i16, i32, i32
}

func.func @sum(%row: memref<8xi16, strided<[1], offset: ?>, 68>) -> i16 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %none = arith.constant 0 : i16
  %sum = scf.for %k = %zero to %eight step %one iter_args(%s = %none) -> (i16) {
    %x = memref.load %row[%k] : memref<8xi16, strided<[1], offset: ?>, 68>
    %more = arith.addi %s, %x : i16
    scf.yield %more : i16
  }
  return %sum : i16
}

func.func @copy_bits(%a: memref<5xi1>, %b: memref<5xi1>) {
  %p = memref.get_global @bits : memref<5xi1, 68>
  memref.copy %a, %p : memref<5xi1> to memref<5xi1, 68>
  memref.copy %p, %b : memref<5xi1, 68> to memref<5xi1>
  return
}

func.func @store_vector(%v: vector<16xf32>, %i: index) -> (vector<16xf32>, f32) {
  %zero = arith.constant 0 : index
  %p = memref.get_global @floats : memref<16xf32, 68>
  vector.store %v, %p[%zero] : memref<16xf32, 68>, vector<16xf32>
  %x = memref.load %p[%i] : memref<16xf32, 68>
  memref.store %x, %p[%zero] : memref<16xf32, 68>
  %w = vector.load %p[%zero] : memref<16xf32, 68>, vector<16xf32>
  return %w, %x : vector<16xf32>, f32
}
"""


def table(i, j, x):
    values = np.array([range(1, 9), range(-1, -9, -1)], np.int16)
    old = values[i, j]
    values[i, j] = x
    return int(old) + int(values[i].sum()), 0x12345678, 7


def bits(a, b):
    b[:] = a


def vectors(v, i):
    first = v.copy()
    first[0] = v[i]
    return first, v[i]


def test_elements(agree):
    agree(PROGRAM, "read_table", table, [(0, 0, 100), (1, 7, -3), (1, 0, 5)])


def test_copies_between_the_memories(agree):
    given = np.array([1, 0, 0, 1, 1], np.bool_)
    agree(PROGRAM, "copy_bits", bits, [(given, np.zeros(5, np.bool_))])


def test_vectors(agree):
    lanes = np.arange(16, dtype=np.float32) / 4
    agree(PROGRAM, "store_vector", vectors, [(lanes, 0), (lanes, 15)])


ROW = """
memref.global "private" @row : memref<32xTYPE, 68> = uninitialized
func.func @store_row(%v: vector<16xTYPE>, %i: index) -> (TYPE, vector<16xTYPE>) {
  %p = memref.get_global @row : memref<32xTYPE, 68>
  vector.store %v, %p[%i] : memref<32xTYPE, 68>, vector<16xTYPE>
  %two = arith.constant 2 : index
  %j = arith.addi %i, %two : index
  %x = memref.load %p[%j] : memref<32xTYPE, 68>
  %w = vector.load %p[%i] : memref<32xTYPE, 68>, vector<16xTYPE>
  return %x, %w : TYPE, vector<16xTYPE>
}
"""


@pytest.mark.parametrize("type", ("i1", "i8", "i16", "i32"))
def test_rows_of_each_width(agree, type: str):
    lanes = np.arange(16).astype({"i1": np.bool_}.get(type, type.replace("i", "int")))
    text, given = ROW.replace("TYPE", type), [(lanes, 0), (lanes, 16)]
    agree(text, "store_row", lambda v, i: (v[2], v), given)


def test_section_of_the_object_and_of_the_image():
    built = object_of(compile(parse_module(context(), PROGRAM, "pad.mlir"), "naplespu"))
    (section,) = (part for part in built.sections if part.name == "scratchpad")
    assert section.data[:4] == bytes([1, 0, 2, 0]) and section.writable
    assert section.size == 128 and section.alignment == 64
    symbols = link([built], startup=False).symbols
    places = [symbols[name].address for name in ("table", "word", "bits", "floats")]
    assert [place & 0xFFFF for place in places] == [0, 32, 36, 64]
    assert symbols["main_memory"].address & 0xFFFF_0000 != places[0]


def test_texts_and_bytecode_keep_the_space():
    source = parse_module(context(), PROGRAM, "pad.mlir")
    gen = compile(source, "gen")
    again = read_gen_text(write_gen_text(gen), "pad.gen")
    for module in (gen, again, compile(source, "naplespu")):
        text = str(module)
        assert "@table 32 align 4 space 68 = " in text
        assert "@word 4 align 4 space 68 = " in text
        assert "space 68" in text[text.index(".func") :]
    assert write_gen_text(again) == write_gen_text(gen)
    spaces = {
        op.sym_name.data: op.address_space
        for op in again.ops
        if isinstance(op, GlobalOp)
    }
    assert spaces.pop("main_memory") == 0
    assert set(spaces.values()) == {SCRATCHPAD_SPACE}
    llvlir = compile(source, "llvlir")
    assert encode(decode(encode(llvlir))) == encode(llvlir)
    (signature,) = (
        signature_of(f)
        for n, f in definitions(decode(encode(llvlir))).items()
        if n == "sum"
    )
    assert str(signature.inputs.data[0]).endswith("68 : i64>")


def run_at(level: str, text: str) -> object:
    module = parse_module(context(), text, "pad.mlir")
    signature = signature_of(definitions(module)["main"])
    lowered = compile(module, level, 0)
    externals = externals_of(module, print)
    return execute(level, lowered, "main", signature, [], externals).outcome.results


@pytest.mark.parametrize("level", LEVELS)
def test_more_than_the_scratchpad_holds(level: str):
    text = """
    memref.global "private" @a : memref<40000xi8, 68> = uninitialized
    memref.global "private" @b : memref<26000xi8, 68> = uninitialized
    func.func @main() -> i8 {
      %zero = arith.constant 0 : index
      %b = memref.get_global @b : memref<26000xi8, 68>
      %x = memref.load %b[%zero] : memref<26000xi8, 68>
      return %x : i8
    }"""
    assert run_at(level, text.replace("26000", "25536")) == [0]
    with pytest.raises(Diagnostic, match="scratchpad"):
        run_at(level, text)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_an_access_behind_the_scratchpad_is_diagnosed(level: str):
    text = """
    memref.global "private" @a : memref<4xi32, 68> = uninitialized
    memref.global "private" @b : memref<100000xi32> = uninitialized
    func.func private @__builtin_npu_read_control_reg(i32) -> i32
    func.func @main() -> i32 {
      %two = arith.constant 2 : i32
      %id = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
      %far = arith.constant 16384 : index
      %i = arith.index_cast %id : i32 to index
      %at = arith.addi %i, %far : index
      %a = memref.get_global @a : memref<4xi32, 68>
      %x = memref.load %a[%at] : memref<4xi32, 68>
      return %x : i32
    }"""
    with pytest.raises(Diagnostic, match="outside any object"):
        run_at(level, text)


def test_no_array_of_the_scratchpad_comes_from_outside():
    from circ.targets.execute.marshal import read_arguments

    module = parse_module(context(), PROGRAM, "pad.mlir")
    text = "func.func @f(%a: memref<4xi32, 68>) {\n  return\n}"
    module = parse_module(context(), text, "pad.mlir")
    signature = signature_of(definitions(module)["f"])
    with pytest.raises(Diagnostic, match="an array in the scratchpad cannot be given"):
        read_arguments(["a.npy"], signature, "f")
