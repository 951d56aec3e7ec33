"""Arguments of LLVM IR by which alone something is accessed (`noalias`)."""

import re

import numpy as np
import pytest

import circ
from circ.targets.llvm.reader import read_llvm
from circ.transforms.pipelines import compile

TEXT = """
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7a-none-unknown-eabihf"
@table = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @f(i32 %n, ptr noalias %p, ptr QUALIFIER %q, ptr %r) INLINE {
  %a = getelementptr i32, ptr %p, i32 %n
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %b = phi ptr [ %a, %0 ], [ %p, %then ]
  store i32 7, ptr %b
  %x = load i32, ptr PLACE
  store i32 %x, ptr %q
  %y = load i32, ptr %p
  ret i32 %y
}
"""


@pytest.mark.parametrize(
    ("qualifier", "place", "classes"),
    (
        ("noalias", "%r", ["arg1", "arg", "arg2", "arg1"]),
        ("", "%r", ["arg1", "arg", "arg", "arg1"]),
        ("noalias", "@table", ["arg1", "global.table", "arg2", "arg1"]),
        # What is no noalias argument may be the global.
        ("", "@table", ["", "global.table", "", ""]),
        # What is called may access a global, too.
        ("", "%h", ["", "", "", ""]),
        ("noalias", "%g", ["arg1", "arg2", "arg2", "arg1"]),
        # Nothing is known of a pointer from memory.
        ("noalias", "%m", ["", "", "", "", ""]),
        # One of two arguments.
        ("noalias", "%s", ["", "", "", ""]),
    ),
)
def test_classes(qualifier: str, place: str, classes: list[str]):
    text = TEXT.replace("QUALIFIER", qualifier).replace("PLACE", place)
    text = text.replace("INLINE", "")
    call = "call i32 @f(i32 1, ptr %p, ptr %q, ptr %r)"
    lines = {
        "%m": "%m = load ptr, ptr %r",
        "%s": "%s = select i1 %c, ptr %p, ptr %r",
        "%h": f"%d = {call}\n  %h = getelementptr i32, ptr %r, i32 4",
        "%g": f"%d = {call}\n  %g = getelementptr i32, ptr %q, i32 4",
    }
    line = lines.get(place, "")
    text = text.replace("  store i32 7", f"  {line}\n  store i32 7")
    module = read_llvm(text.encode(), "f.ll")
    circuit = str(compile(module, "circuit", opt=0))
    found = re.findall(
        r"circuit\.(?:load|store) .* memory <4(?:, alias \"(.*)\")?>", circuit
    )
    assert found == classes


CALLER = """
define i32 @main(i32 %n) {
  %o = alloca [8 x i32]
  %p = getelementptr i32, ptr %o, i32 4
  %m = getelementptr i32, ptr %o, i32 5
  store i32 5, ptr %o
  store i32 6, ptr %p
  store i32 8, ptr %m
  %x = call i32 @f(i32 0, ptr %o, ptr %p, ptr %m)
  %y = call i32 @f(i32 0, ptr %p, ptr %o, ptr %m)
  %z = load i32, ptr %o
  %s = mul i32 %x, 100
  %t = add i32 %s, %y
  %u = mul i32 %t, 100
  %v = add i32 %u, %z
  ret i32 %v
}
"""


@pytest.mark.parametrize("opt", range(4))
@pytest.mark.parametrize("inline", ("alwaysinline", "noinline"))
@pytest.mark.every(3)
def test_inlined_twice(opt: int, inline: str):
    """What is one's own argument here is another one's there."""
    text = TEXT.replace("QUALIFIER", "noalias").replace("PLACE", "%r")
    module = read_llvm((text.replace("INLINE", inline) + CALLER).encode(), "f.ll")
    for level in ("circuit", "naplespu"):
        run = circ.run(module, np.int32(0), entry="main", level=level, opt=opt)
        assert [int(x) for x in run.results] == [70708]
