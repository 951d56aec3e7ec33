"""An llvlir program with most of what there is, and modules as text."""

from io import StringIO

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

from circ.dialects.common.memory import Circ
from circ.dialects.llvlir import Llvlir

FIBONACCI = """
llvlir.func @f(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %two = llvlir.const.I 2 : i32
  llvlir.cmpbr.I lt, %n, %two : i32, ^small, ^large
^small:
  llvlir.ret %n : !llvlir.r<i32>
^large:
  %a = llvlir.subi.I %n, 1 : i32
  %b = llvlir.subi.I %n, 2 : i32
  %x = llvlir.call @f(%a) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  %y = llvlir.call @f(%b) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  %z = llvlir.add.I %x, %y : i32
  llvlir.ret %z : !llvlir.r<i32>
}
"""

PROGRAM = """
llvlir.section "rodata"
llvlir.label.L @table : global
llvlir.word.I -5 : i32
llvlir.array.NI "ab\\FF\\00" : 4xi8
llvlir.section "text"
llvlir.func private @ext(!llvlir.r<i32>, !llvlir.x<4xbf16>) -> !llvlir.m<8>
    attributes {circ.runtime, circ.signature = (i32, vector<2x2xbf16>) -> vector<8xi1>}
llvlir.func @empty() {
  llvlir.ret
}
llvlir.func @f(%x: !llvlir.r<i32>, %p: !llvlir.a) -> (!llvlir.r<i32>, !llvlir.f<f32>)
    attributes {circ.signature = (i32, memref<4x5xf32>) -> (index, f32)} {
  %y = llvlir.add.I %x, %x : i32
  %c = llvlir.cmps.I ult, %x, %y : i32
  %zero = llvlir.const.I 0 : i1
  %fl = llvlir.const.F 0.1 : f32
  %b = llvlir.const.F 0x7fc0 : bf16
  %odd = llvlir.const.F 0x15000 : !llvlir.fv<4, 13>
  %twice = llvlir.add.F %odd, %odd round rup : !llvlir.fv<4, 13>
  %far = llvlir.cvt.FF %odd : !llvlir.fv<31, 4096>, !llvlir.fv<4, 13>
  %lanes = llvlir.const.VF 0x111222333 : 3x!llvlir.fv<2, 10>
  %big = llvlir.const.I -36893488147419103232 : i128
  %sum = llvlir.add.F %fl, %fl round rtz : f32
  %t = llvlir.consta.L @table : global
  %l = llvlir.ld.F %p, 4 order 3 memory<4, align 2, space 1, alias "a", volatile> : f32
  llvlir.st.I %p, -4, %x memory<4> : i32
  %m = llvlir.mvm %x : i32
  %v = llvlir.splat.VI %x, %m : 32xi32
  %s = llvlir.slot 64, 4
  llvlir.call @empty() : () -> ()
  %r0, %r1 = llvlir.call @f(%x, %p)
      : (!llvlir.r<i32>, !llvlir.a) -> (!llvlir.r<i32>, !llvlir.f<f32>)
  llvlir.cmpbr.I ne, %c, %zero : i1, ^loop(%x : !llvlir.r<i32>), ^out weights 3, 4
^loop(%q: !llvlir.r<i32>):
  llvlir.cmpbr.I lt, %q, %x : i32, ^loop(%y : !llvlir.r<i32>),
      ^last(%v, %m, %fl : !llvlir.x<32xi32>, !llvlir.m<32>, !llvlir.f<f32>)
^out:
  llvlir.j.L ^last(%v, %m, %l : !llvlir.x<32xi32>, !llvlir.m<32>, !llvlir.f<f32>)
^unreached:
  llvlir.j.L ^loop(%y : !llvlir.r<i32>)
^last(%a: !llvlir.x<32xi32>, %k: !llvlir.m<32>, %g: !llvlir.f<f32>):
  llvlir.ret %x, %g : !llvlir.r<i32>, !llvlir.f<f32>
}
"""


def parse(source: str) -> ModuleOp:
    context = Context()
    for dialect in (Builtin, Circ, Llvlir):
        context.load_dialect(dialect)
    return Parser(context, source).parse_module()


def verified(source: str) -> ModuleOp:
    module = parse(source)
    module.verify()
    return module


def text(module: ModuleOp) -> str:
    stream = StringIO()
    # Names of values are not in the bytecode.
    for op in module.walk():
        for result in op.results:
            result.name_hint = None
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    argument.name_hint = None
    Printer(stream).print_op(module)
    return stream.getvalue()
