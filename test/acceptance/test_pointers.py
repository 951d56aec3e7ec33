"""Memory by address at every level: accesses, objects, functions, names."""

import re

import numpy as np
import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.targets.llvlir import decode, encode
from circ.targets.mlir.parser import parse_module
from circ.tools import api
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, compile

TYPES = {
    "i8": (1, 2),
    "i16": (1, 3),
    "i32": (1, 2),
    "i64": (1, 4),
    "f32": (2, 6),
    "f64": (1, 7),
    "vector<4xi32>": (4, 12),
    "vector<4xi16>": (2, 6),
    "vector<16xi8>": (1, 5),
    "vector<2xi64>": (4, 4),
    "vector<16xf32>": (4, 4),
}
"""By type: the alignment of an access, and where in the object it is."""


def access(type: str, align: int, offset: int) -> str:
    """Store a value in the middle of an object, and read it and its surroundings."""
    size = (
        int(
            np.prod(
                [
                    int(n)
                    for n in "".join(c if c.isdigit() else " " for c in type).split()
                ]
            )
        )
        // 8
    )
    return f"""
pointer.global @place 96 align 64 = "{"a5" * 96}"
func.func @main(%x: {type}) -> ({type}, i8, i8, {type}) {{
  %base = pointer.address_of @place
  %offset = arith.constant {offset} : i32
  %p = arith.addi %base, %offset : i32
  pointer.store %x, %p memory <{size}, align {align}> : {type}
  %y = pointer.load %p memory <{size}, align {align}> : {type}
  %minus = arith.constant -1 : i32
  %size = arith.constant {size} : i32
  %before = arith.addi %p, %minus : i32
  %after = arith.addi %p, %size : i32
  %a = pointer.load %before : i8
  %b = pointer.load %after : i8
  %o = pointer.object {size + 64} align 1
  %q = arith.addi %o, %offset : i32
  pointer.store %y, %q memory <{size}, align {align}, volatile> : {type}
  %z = pointer.load %q memory <{size}, align {align}, volatile> : {type}
  return %y, %a, %b, %z : {type}, i8, i8, {type}
}}
"""


def value_of(type: str) -> object:
    lanes, element = 1, type
    if type.startswith("vector"):
        count, element = type[7:-1].split("x")
        lanes = int(count)
    bits = int(element[1:])
    if element[0] == "f":
        values = np.linspace(-3, 4.5, lanes).astype(f"float{bits}")
    else:
        values = np.arange(1, lanes + 1).astype(f"int{bits}") * np.array(
            0x7182_9364_A5B6_C7D8 & ((1 << (bits - 1)) - 1), f"int{bits}"
        )
    return values if type.startswith("vector") else values[0].item()


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("type", TYPES)
def test_accesses_of_each_type(type: str, opt: int):
    align, offset = TYPES[type]
    text, given = access(type, align, offset), value_of(type)
    found = api.compare_levels(text, given, entry="main", opt=opt)
    assert [level for level in found if level != "host"] == [*LEVELS]
    for result in found.values():
        read, before, after, again = result.results
        assert (before, after) == (-0x5B, -0x5B)
        np.testing.assert_array_equal(read, given)
        np.testing.assert_array_equal(again, given)


TABLE = """
pointer.global @table 17 align 4 constant = "010203"
  addresses [5 @double, @table + 2, @triple]
pointer.global @pointers 16 align 4 addresses [@table + 5, @pointers + 12, 12 @own - 4]
pointer.global @own 8 align 4 = "0700000009000000"
pointer.global @empty 0 align 1
func.func @double(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @triple(%x: i32) -> i32 attributes {circ.linkage = "internal"} {
  %y = func.call @double(%x) : (i32) -> i32
  %z = arith.addi %x, %y : i32
  return %z : i32
}
func.func @main(%x: i32, %i: i32) -> (i32, i32, i32, i32) {
  %c4 = arith.constant 4 : i32
  %c9 = arith.constant 9 : i32
  %c12 = arith.constant 12 : i32
  %pointers = pointer.address_of @pointers
  %start = pointer.load %pointers : i32
  %distance = arith.muli %i, %c4 : i32
  %entry = arith.addi %start, %distance : i32
  %f = pointer.load %entry memory <4, align 1> : i32
  %o = pointer.object 4 align 4
  pointer.store %f, %o : i32
  %g = pointer.load %o : i32
  %r = pointer.call %g(%x) : (i32) -> i32
  %table = pointer.address_of @table
  %p9 = arith.addi %table, %c9 : i32
  %p = pointer.load %p9 memory <4, align 1> : i32
  %byte = pointer.load %p : i8
  %b = arith.extui %byte : i8 to i32
  %p4 = arith.addi %pointers, %c4 : i32
  %inside = pointer.load %p4 : i32
  %before_own = pointer.load %inside : i32
  %own4 = arith.addi %before_own, %c4 : i32
  %seven = pointer.load %own4 : i32
  %double = pointer.address_of @double
  %same = arith.cmpi eq, %double, %g : i32
  %s = arith.extui %same : i1 to i32
  return %r, %b, %seven, %s : i32, i32, i32, i32
}
"""


def called(x: int, i: int):
    return x * (3 if i else 2), 3, 7, int(not i)


def test_addresses_in_objects_and_calls(agree):
    agree(TABLE, "main", called, [(5, 0), (-7, 2)])


LIST = """
func.func @main(%n: i32) -> i32 {
  %null = arith.constant 0 : i32
  %r = func.call @sum_of(%n, %null) : (i32, i32) -> i32
  %s = func.call @areas(%n) : (i32) -> i32
  %t = arith.addi %r, %s : i32
  return %t : i32
}
func.func @sum_of(%n: i32, %list: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %node = pointer.object 8 align 8
  %next = arith.addi %node, %c4 : i32
  pointer.store %n, %node : i32
  pointer.store %list, %next : i32
  %done = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %done, ^walk(%zero, %node : i32, i32), ^deeper
^deeper:
  %less = arith.subi %n, %one : i32
  %r = func.call @sum_of(%less, %node) : (i32, i32) -> i32
  return %r : i32
^walk(%sum: i32, %at: i32):
  %end = arith.cmpi eq, %at, %zero : i32
  cf.cond_br %end, ^exit, ^more
^more:
  %value = pointer.load %at : i32
  %then = arith.addi %at, %c4 : i32
  %following = pointer.load %then : i32
  %new = arith.addi %sum, %value : i32
  cf.br ^walk(%new, %following : i32, i32)
^exit:
  return %sum : i32
}
func.func @areas(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^loop(%zero, %zero : i32, i32)
^loop(%i: i32, %last: i32):
  %i1 = arith.addi %i, %one : i32
  %area = pointer.allocate %i1 align 16
  %byte = arith.trunci %i1 : i32 to i8
  pointer.store %byte, %area : i8
  %fifteen = arith.constant 15 : i32
  %low = arith.andi %area, %fifteen : i32
  %other = arith.cmpi ne, %area, %last : i32
  %is_other = arith.extui %other : i1 to i32
  %wrong = arith.subi %low, %is_other : i32
  %go = arith.cmpi slt, %i1, %n : i32
  cf.cond_br %go, ^loop(%i1, %area : i32, i32), ^exit
^exit:
  %at = pointer.load %area : i8
  %value = arith.extui %at : i8 to i32
  %r = arith.addi %value, %wrong : i32
  return %r : i32
}
"""


def test_objects_of_activations(agree):
    agree(LIST, "main", lambda n: n * (n + 1) // 2 + n - 1, [(5,), (40,)])


RELEASES = """
func.func @main(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %small = arith.constant 100 : i32
  %large = arith.constant 1000000 : i32
  %kept = pointer.allocate %small align 64
  pointer.store %n, %kept : i32
  %mark = pointer.allocate %zero align 1
  cf.br ^loop(%zero, %zero : i32, i32)
^loop(%i: i32, %sum: i32):
  pointer.release %mark
  %area = pointer.allocate %large align 256
  pointer.store %i, %area : i32
  %inner = pointer.allocate %zero align 1
  %other = pointer.allocate %large align 8
  pointer.store %one, %other : i32
  %y = pointer.load %other : i32
  pointer.release %inner
  %further = pointer.allocate %large align 8
  pointer.store %n, %further : i32
  %r = func.call @use(%further) : (i32) -> i32
  %x = pointer.load %area : i32
  %s1 = arith.addi %sum, %x : i32
  %s2 = arith.addi %s1, %y : i32
  %s3 = arith.addi %s2, %r : i32
  %i1 = arith.addi %i, %one : i32
  %go = arith.cmpi slt, %i1, %n : i32
  cf.cond_br %go, ^loop(%i1, %s3 : i32, i32), ^exit
^exit:
  %first = pointer.load %kept : i32
  %result = arith.addi %s3, %first : i32
  return %result : i32
}
func.func private @use(%p: i32) -> i32 {
  %room = pointer.object 64 align 8
  %v = pointer.load %p : i32
  pointer.store %v, %room : i32
  %w = pointer.load %room : i32
  return %w : i32
}
"""


def test_objects_are_released(agree):
    """Twice 63 MB, of which the stack has half."""

    def expected(n: int) -> int:
        return n * (n - 1) // 2 + n + n * n + n

    agree(RELEASES, "main", expected, [(1,), (63,)])


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_release_needs_an_object(level: str):
    text = """
    func.func @f(%p: i32) {
      pointer.release %p
      return
    }
    """
    with pytest.raises(Diagnostic, match="0x8 is no object that the function has"):
        api.run(text, 8, level=level)


NAMES = """
pointer.global @counter 4 align 4 = "05000000" attributes {
  circ.linkage = "weak", circ.aliases = ["count"], circ.weak_aliases = ["_count"]}
pointer.global @shared 4 align 4 attributes {circ.linkage = "common"}
pointer.global @absent 0 align 1 external attributes {circ.linkage = "weak"}
func.func private @missing(i32) -> i32 attributes {circ.linkage = "weak"}
func.func private @other_name(i32) -> i32
func.func @next(%x: i32) -> i32 attributes {
  circ.linkage = "weak", circ.aliases = ["other_name"], circ.weak_aliases = ["third"]} {
  %one = arith.constant 1 : i32
  %y = arith.addi %x, %one : i32
  return %y : i32
}
func.func @main(%x: i32) -> (i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %a = pointer.address_of @counter
  %b = pointer.address_of @count
  %c = pointer.address_of @_count
  %s = pointer.address_of @shared
  pointer.store %x, %b : i32
  %v = pointer.load %a : i32
  %w = pointer.load %c : i32
  %old = pointer.load %s : i32
  pointer.store %w, %s : i32
  %sum = arith.addi %v, %old : i32
  %f = pointer.address_of @missing
  %is_there = arith.cmpi ne, %f, %zero : i32
  %n = arith.extui %is_there : i1 to i32
  cf.cond_br %is_there, ^call, ^after(%n : i32)
^call:
  %m = func.call @missing(%x) : (i32) -> i32
  cf.br ^after(%m : i32)
^after(%k: i32):
  %o = pointer.address_of @absent
  %r = func.call @other_name(%sum) : (i32) -> i32
  %third = pointer.address_of @third
  %t = pointer.call %third(%w) : (i32) -> i32
  return %r, %k, %o, %t : i32, i32, i32, i32
}
"""


def test_further_names_and_weak_ones(agree):
    agree(NAMES, "main", lambda x: (x + 1, 0, 0, x + 1), [(41,)])


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_call_of_another_type_is_diagnosed(level: str):
    text = TABLE.replace("%g(%x) : (i32) -> i32", "%g(%x, %x) : (i32, i32) -> i32")
    with pytest.raises(Diagnostic, match="double"):
        api.run(text, 1, 0, entry="main", level=level)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_call_of_no_function_is_diagnosed(level: str):
    text = TABLE.replace("pointer.call %g", "pointer.call %i")
    with pytest.raises(Diagnostic, match="there is no function at 0x2"):
        api.run(text, 1, 2, entry="main", level=level)


@pytest.mark.parametrize("level", LEVELS)
def test_object_that_nothing_defines_is_diagnosed(level: str):
    text = NAMES.replace('external attributes {circ.linkage = "weak"}', "external")
    with pytest.raises(Diagnostic, match="'absent' is not defined"):
        api.run(text, 1, entry="main", level=level)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_alignment_is_that_of_the_access(level: str):
    text = access("i32", 2, 1)
    with pytest.raises(Diagnostic, match="must be aligned to 2 bytes"):
        api.run(text, 1, entry="main", level=level)


@pytest.mark.parametrize("text", (TABLE, NAMES), ids=("table", "names"))
def test_texts_and_bytecode_keep_everything(text: str):
    source = parse_module(context(), text, "names.mlir")
    gen = compile(source, "gen")
    assert write_gen_text(read_gen_text(write_gen_text(gen), "x")) == write_gen_text(
        gen
    )
    llvlir = compile(source, "llvlir")
    decoded = decode(encode(llvlir))
    assert encode(decoded) == encode(llvlir)
    objects = [
        sorted(str(op) for op in compile(module, "naplespu").ops if "global" in op.name)
        for module in (source, decoded, read_gen_text(write_gen_text(gen), "x"))
    ]
    assert objects[0] == objects[1] == objects[2]


def test_volatile_accesses_stay():
    text = """
func.func @main(%p: i32) -> i32 {
  %a = pointer.load %p memory <4, volatile> : i32
  %b = pointer.load %p memory <4, volatile> : i32
  %c = pointer.load %p memory <4, volatile> : i32
  pointer.store %a, %p memory <4, volatile> : i32
  pointer.store %c, %p memory <4, volatile> : i32
  return %c : i32
}
"""
    lowered = str(compile(parse_module(context(), text, "v.mlir"), "naplespu"))
    assert lowered.count("volatile") == 5


FAR = """
pointer.global @far 2048 align 8
pointer.global @weak 0 align 1 external attributes {circ.linkage = "weak"}
func.func @main(%x: i32) -> (i32, i32, i32) {
  %far = pointer.address_of @far
  %distance = arith.constant 1024 : i32
  %p = arith.addi %far, %distance : i32
  pointer.store %x, %p : i32
  %v = pointer.load %p : i32
  %end = func.call @end() : () -> i32
  %before = arith.constant -1024 : i32
  %q = arith.addi %end, %before : i32
  %w = pointer.load %q : i32
  %weak = pointer.address_of @weak
  %r = arith.addi %weak, %before : i32
  return %v, %w, %r : i32, i32, i32
}
func.func @end() -> i32 {
  %far = pointer.address_of @far
  %size = arith.constant 2048 : i32
  %end = arith.addi %size, %far : i32
  return %end : i32
}
"""


def test_constants_are_added_to_addresses(agree):
    agree(FAR, "main", lambda x: (x, x, -1024), [(77,)])
    text = str(api.emit(FAR, "naplespu-asm"))
    for place in ("far+1024", "far+2048", "weak-1024"):
        assert re.search(rf"leal s\d+, {re.escape(place)}\b", text)


LIBRARY = """
pointer.global @text 3 align 1 constant = "68690a"
pointer.global @table 8 align 4 addresses [@memcpy, @circ_write]
func.func private @memcpy(i32, i32, i32) -> i32
func.func private @memset(i32, i32, i32) -> i32
func.func private @circ_write(i32, i32, i32) -> i32
func.func @main(%x: i32) -> (i32, i32) {
  %four = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %table = pointer.address_of @table
  %second = arith.addi %table, %four : i32
  %copy = pointer.load %table : i32
  %write = pointer.load %second : i32
  %o = pointer.object 4 align 4
  %set = pointer.address_of @memset
  %p = pointer.call %set(%o, %x, %four) : (i32, i32, i32) -> i32
  %text = pointer.address_of @text
  %q = pointer.call %copy(%p, %text, %three) : (i32, i32, i32) -> i32
  %n = pointer.call %write(%one, %q, %three) : (i32, i32, i32) -> i32
  %word = pointer.load %o : i32
  return %n, %word : i32, i32
}
"""


@pytest.mark.parametrize("opt", (0, 2))
def test_addresses_of_functions_of_the_library_and_the_system(opt: int):
    found = api.compare_levels(LIBRARY, 0x55, entry="main", opt=opt)
    for result in found.values():
        assert [*result.results] == [3, 0x550A6968] and result.output == "hi\n"


def test_library_in_a_program_of_gen():
    text = """
gen.func private @memcpy(dword, dword, dword) -> (dword)
    attributes {circ.signature = (i32, i32, i32) -> i32}
gen.func @main(dword) -> (dword) attributes {circ.signature = (i32) -> i32} {
  %x = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<dword>
  %q = gen.register : !gen.reg<dword>
  %n = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.frame uint32 %p {size = 4, align = 4}
  gen.frame uint32 %q {size = 4, align = 4}
  gen.loadi int32 %n {value = 4}
  gen.store int32 %p, %x {space = global}
  gen.call @memcpy(%q, %p, %n) -> (%n)
  gen.load int32 %x = %q {space = global}
  gen.ret %x
}
"""
    found = api.compare_levels(text, 5, entry="main")
    assert {name: [*each.results] for name, each in found.items()} == {
        "gen": [5],
        "naplespu": [5],
    }
