"""
memcpy, memmove, memset, memcmp and the function that array copies call.

Each runs on the machine on random places of every alignment, overlapping ones among
them, and does to all of memory around what Python's bytes say. The interpreters above
llvlir have them as hooks: programs that call them agree at all levels.
"""

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from levels import parsed
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.gen.runtime import runtime_function
from circ.transforms.pipelines import LEVELS, compile
from circ.transforms.runtime.library import add_functions

STOP = 0xFFFF_FFF0
ROOM = 256
"""Bytes of memory that a case may touch, and as many on both sides that it may not."""
BASE = 0x40000

Expected = Callable[[bytearray, int, int, int], int | None]


def copied(memory: bytearray, to: int, start: int, count: int) -> int:
    """Byte by byte, so that overlapping ones repeat."""
    for i in range(count):
        memory[to + i] = memory[start + i]
    return to


def moved(memory: bytearray, to: int, start: int, count: int) -> int:
    memory[to : to + count] = memory[start : start + count]
    return to


def filled(memory: bytearray, to: int, value: int, count: int) -> int:
    memory[to : to + count] = bytes([value & 0xFF]) * count
    return to


def compared(memory: bytearray, one: int, other: int, count: int) -> int:
    x, y = memory[one : one + count], memory[other : other + count]
    differ = [i for i in range(count) if x[i] != y[i]]
    return (x[differ[0]] - y[differ[0]]) & 0xFFFFFFFF if differ else 0


def array_copied(memory: bytearray, to: int, start: int, count: int) -> None:
    copied(memory, to, start, count)


FUNCTIONS: dict[str, Expected] = {
    "memcpy": copied,
    "memmove": moved,
    "memset": filled,
    "memcmp": compared,
    "__circ_copy": array_copied,
}


@cache
def library() -> tuple[Machine, dict[str, int]]:
    module = ModuleOp([runtime_function(name) for name in FUNCTIONS])
    image = link([object_of(compile(module, "naplespu"))])
    machine = Machine()
    load(image, machine)
    return machine, {name: image.symbols[name].address for name in FUNCTIONS}


def operands(name: str, source: random.Random) -> tuple[int, int, int, bytes]:
    """Two places or a place and a value, a length, and the memory before."""
    count = source.choice((source.randrange(8), source.randrange(40), 100)) % ROOM
    to = source.randrange(ROOM - count)
    near = source.choice((to + source.randrange(-20, 21), source.randrange(ROOM)))
    other = min(max(near, 0), ROOM - count)
    if source.random() < 0.5:
        other = min(other ^ ((other ^ to) & 3), ROOM - count)
    data = bytearray(source.randbytes(3 * ROOM))
    if name == "memcmp" and source.random() < 0.8:
        start = ROOM + other
        data[ROOM + to : ROOM + to + count] = data[start : start + count]
        if count and source.random() < 0.8:
            data[ROOM + to + source.randrange(count)] ^= 1 << source.randrange(8)
    second = source.getrandbits(32) if name == "memset" else other
    return to, second, count, bytes(data)


def check(name: str, cases: int) -> None:
    machine, addresses = library()
    source = random.Random(name)
    for _ in range(cases):
        to, second, count, data = operands(name, source)
        machine.memory.write(BASE, data)
        start = second if name == "memset" else BASE + ROOM + second
        machine.scalar[:3] = [BASE + ROOM + to, start, count]
        machine.scalar[61], machine.scalar[62] = 0x80000, STOP
        limit = machine.instructions + 10_000
        machine.run(addresses[name], limit=limit, stop=STOP)
        memory = bytearray(data)
        place = second if name == "memset" else ROOM + second
        expected = FUNCTIONS[name](memory, ROOM + to, place, count)
        assert machine.memory.read(BASE, 3 * ROOM) == memory, (to, second, count)
        if name == "memcmp":
            assert machine.scalar[0] == expected, (to, second, count)
        elif expected is not None:
            assert machine.scalar[0] == BASE + expected


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(3, first=2)
def test_random_places(name: str):
    check(name, 10_000)


def test_aligned_words_are_copied_by_words():
    """A loop over bytes would take five instructions each."""
    machine, addresses = library()
    for name, most in (("memcpy", 1.5), ("memmove", 1.5), ("memset", 1), ("memcmp", 6)):
        machine.scalar[:3] = [BASE, BASE + 1024, 1024]
        machine.scalar[61], machine.scalar[62] = 0x80000, STOP
        before = machine.instructions
        machine.run(addresses[name], limit=before + 10_000, stop=STOP)
        assert machine.instructions - before < most * 1024, name


PROGRAM = """
func.func private @memcpy(memref<64xi8>, memref<64xi8>, i32) -> i32
func.func private @memset(memref<64xi8>, i32, index) -> i32
func.func private @memmove(index, memref<64xi8>, i32) -> index
func.func private @memcmp(memref<64xi8>, memref<64xi8>, i32) -> i32
func.func @f(%a: memref<64xi8>, %b: memref<64xi8>, %n: i32) -> i32 {
  %r = func.call @memcpy(%a, %b, %n) : (memref<64xi8>, memref<64xi8>, i32) -> i32
  %k = arith.constant 5 : index
  %v = arith.constant 77 : i32
  %x = func.call @memset(%b, %v, %k) : (memref<64xi8>, i32, index) -> i32
  %p = memref.extract_aligned_pointer_as_index %a : memref<64xi8> -> index
  %q = arith.addi %p, %k : index
  %z = func.call @memmove(%q, %a, %n) : (index, memref<64xi8>, i32) -> index
  %c = func.call @memcmp(%a, %b, %n) : (memref<64xi8>, memref<64xi8>, i32) -> i32
  func.return %c : i32
}
"""


def run(text: str, level: str, arrays: list[np.ndarray], *scalars: int):
    """The results of `@f`, and its arrays afterwards, at a level."""
    source = parsed(text)
    signature = signature_of(definitions(source)["f"])
    given = [*arrays, *scalars]
    arguments: list[Argument] = []
    for type, value in zip(signature.inputs, given, strict=True):
        if (array := array_type(type)) is not None:
            assert not isinstance(value, int)
            arguments.append(Array(array, "", value))
        else:
            assert isinstance(value, int)
            arguments.append(Scalar(type, value))
    externals = externals_of(source, print)
    module = compile(source, level)
    done = execute(level, module, "f", signature, arguments, externals)
    after = [done.arrays[k].tolist() for k in sorted(done.arrays)]
    return done.outcome.results, after


@pytest.mark.parametrize("level", LEVELS)
def test_levels_agree(level: str):
    a = np.arange(64, dtype=np.int8)
    memory = bytearray(a.tobytes() + a[::-1].tobytes())
    copied(memory, 0, 64, 37)
    filled(memory, 64, 77, 5)
    moved(memory, 5, 0, 37)
    expected = compared(memory, 0, 64, 37)
    results, after = run(PROGRAM, level, [a, a[::-1].copy()], 37)
    assert list(results) == [expected]
    assert after == [list(memory[:64]), list(memory[64:])]


COPIES = """
func.func @f(%a: memref<8x16xi8>, %b: memref<8x16xi8>, %c: memref<100xi16>) {
  memref.copy %a, %b : memref<8x16xi8> to memref<8x16xi8>
  %x = memref.subview %c[0] [90] [1] : memref<100xi16> to memref<90xi16, strided<[1]>>
  %y = memref.subview %c[STEP] [90] [1]
    : memref<100xi16> to memref<90xi16, strided<[1], offset: STEP>>
  memref.copy %x, %y
    : memref<90xi16, strided<[1]>> to memref<90xi16, strided<[1], offset: STEP>>
  func.return
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("step", [1, 2, 7, 10])
def test_narrow_arrays_are_copied_in_order(level: str, step: int):
    """Also where they overlap, as the elements one after the other would be."""
    generator = np.random.default_rng(step)
    a, b = (generator.integers(-99, 99, (8, 16)).astype(np.int8) for _ in range(2))
    c = generator.integers(-999, 999, 100).astype(np.int16)
    text = COPIES.replace("STEP", str(step))
    _, (_, copy, moved_on) = run(text, level, [a, b, c])
    for i in range(90):
        c[i + step] = c[i]
    assert copy == a.tolist() and moved_on == c.tolist()


@pytest.mark.parametrize("level", LEVELS)
def test_own_function_of_that_name(level: str):
    text = """
    func.func @memset(%a: memref<4xi8>, %v: i32, %n: i32) -> i32 {
      func.return %v : i32
    }
    func.func @f(%a: memref<4xi8>, %v: i32) -> i32 {
      %r = func.call @memset(%a, %v, %v) : (memref<4xi8>, i32, i32) -> i32
      func.return %r : i32
    }
    """
    before = np.zeros(4, np.int8)
    assert run(text, level, [before], 3) == ([3], [[0, 0, 0, 0]])


def test_other_type_is_diagnosed():
    module = parsed("func.func private @memcpy(i32, i64) -> i32")
    with pytest.raises(
        Diagnostic, match=r"'memcpy' is of type pointer \(pointer, poin"
    ):
        externals_of(module, print)


def test_added_with_what_it_calls():
    module = ModuleOp([])
    add_functions(module, ["memmove"], "gen", lambda _: ["__circ_copy"])
    assert sorted(definitions(module)) == ["__circ_copy", "memmove"]


VIEWS = """
func.func @f(%a: memref<32xi8>, %k: index) -> (i32, i1) {
  %v = memref.view %a[%k][] : memref<32xi8> to memref<2x2xi32>
  %one = arith.constant 1 : index
  %x = memref.load %v[%one, %one] : memref<2x2xi32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<32xi8> -> index
  %q = memref.extract_aligned_pointer_as_index %v : memref<2x2xi32> -> index
  %d = arith.subi %q, %p : index
  %s = arith.cmpi eq, %d, %k : index
  func.return %x, %s : i32, i1
}
"""


@pytest.mark.parametrize("level", LEVELS)
def test_bytes_as_words(level: str):
    a = np.arange(32, dtype=np.int8)
    (word, same), _ = run(VIEWS, level, [a], 8)
    assert word == 0x17161514 and same == 1


def test_larger_view_is_diagnosed():
    text = VIEWS.replace("2x2xi32", "2x9xi32")
    with pytest.raises(Diagnostic, match=r"as the larger memref<2x9xi32> is not supp"):
        compile(parsed(text), "circuit")
