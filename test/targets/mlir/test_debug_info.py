"""Printed locations read back at every level; aliases give those of diagnostics."""

from io import StringIO
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from circ.dialects.common.diagnostics import Diagnostic, position_of
from circ.dialects.common.verifier import verify_module
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, compile

PROGRAMS = Path(__file__).parents[2] / "acceptance" / "programs"

LOCATIONS = """
#loc = loc("f.c":1:1)
#loc1 = loc("f.c":3:4)
module {
  func.func @f(%x: i32 loc("arg"("f.c":1:2)), %y: i32) -> i32 {
    %s = arith.addi %x, %y : i32 loc(#loc1)
    %t = arith.muli %s, %y : i32 loc(#loc2)
    cf.br ^bb1(%t : i32) loc(#loc7)
  ^bb1(%b: i32 loc("bb")):
    %u = arith.subi %t, %b : i32 loc(fused[#loc1, "g.c":9:9])
    %v = arith.xori %u, %y : i32 loc(fused<"inlined">[#loc1, "g.c":9:9])
    %w = arith.muli %v, %y : i32 loc(callsite(#loc1 at "g.c":9:9))
    %z = arith.ori %w, %x : i32 loc("name")
    %q = arith.addi %z, %y : i32 loc("name"(#loc1))
    %r = scf.while (%c = %q) : (i32) -> i32 {
      %go = arith.cmpi slt, %c, %y : i32
      scf.condition(%go) %c : i32
    } do {
    ^bb0(%c: i32):
      %d = arith.addi %c, %y : i32
      scf.yield %d : i32
    }
    return %r : i32 loc(unknown)
  } loc(#loc)
} loc(#loc0)
#loc0 = loc(unknown)
#loc2 = loc("f.c":4:4)
#loc7 = loc(callsite(#loc2 at #loc1))
"""

NAMES = ("globals", "functions", "dynamic", "parallel", "shapes")
TEXTS = {"locations": LOCATIONS} | {
    name: (PROGRAMS / f"{name}.mlir").read_text() for name in NAMES
}


def printed(module: ModuleOp, generic: bool) -> str:
    text = StringIO()
    Printer(text, print_debuginfo=True, print_generic_format=generic).print_op(module)
    return text.getvalue()


def places(module: ModuleOp) -> list[object]:
    """The positions of all operations, None where there is none."""
    return [position_of(op.location) for op in module.walk()]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.every(6)
def test_reads_back_at_every_level(name: str):
    module = parse_module(context(), TEXTS[name], "first.mlir")
    for level in LEVELS:
        lowered = compile(module.clone(), level)
        for generic in (False, True):
            text = printed(lowered, generic)
            back = parse_module(context(), text, "back.mlir")
            verify_module(back)
            pairs = [*zip(places(lowered), places(back), strict=True)]
            # Terminators that are not printed have none.
            known = [pair for pair in pairs if None not in pair]
            assert len(known) > len(pairs) // 4
            assert all(one == other for one, other in known)
            again = parse_module(context(), printed(back, generic), "again.mlir")
            assert printed(again, generic) == printed(back, generic)


@pytest.mark.parametrize(
    ("location", "place"),
    [
        ("#loc1", "f.c:3:4"),
        ("#late", "late.c:1:2"),
        ('callsite(#loc1 at "g.c":9:9)', "f.c:3:4"),
        ("callsite(unknown at #late)", "late.c:1:2"),
        ('"name"(#loc1)', "f.c:3:4"),
        ('fused<"x">[#loc1, "g.c":9:9]', "f.c:3:4"),
        ('fused[unknown, "name"(#late)]', "late.c:1:2"),
        ("unknown", "t.mlir:4:3"),
    ],
)
def test_locations_of_diagnostics(location: str, place: str):
    text = f"""#loc1 = loc("f.c":3:4)
func.func @f(%x: i32) -> i32 {{
  %m = memref.alloca() : memref<4xi32>
  "memref.dma_wait"(%m, %x, %x) : (memref<4xi32>, i32, i32) -> () loc({location})
  return %x : i32
}}
#late = loc("late.c":1:2)
"""
    with pytest.raises(Diagnostic, match="not supported") as error:
        compile(parse_module(context(), text, "t.mlir"), "circuit")
    assert str(error.value).startswith(f"{place}: error: ")


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        ("", "undefined symbol alias '#loc9'"),
        ("#loc9 = loc(fused[#loc9])", "undefined symbol alias '#loc9'"),
        ("#loc9 = 2 : i32", "Expected location alias"),
        ('#loc9 = loc("a":1:1)\n#loc9 = loc("b":1:1)', "re-declaration of alias"),
    ],
)
def test_wrong_aliases(definition: str, message: str):
    text = f"func.func @f() {{\n  return loc(#loc9)\n}}\n{definition}\n"
    with pytest.raises(Diagnostic, match=message):
        parse_module(context(), text, "t.mlir")
