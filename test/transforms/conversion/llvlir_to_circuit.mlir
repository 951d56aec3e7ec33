// RUN: circ-opt %s -p convert-llvlir-to-circuit | filecheck %s
// RUN: circ-opt %s -p lift-llvlir | filecheck %s --check-prefix LIFT

llvlir.section "data"
llvlir.align 4
llvlir.label.L @g : global
llvlir.array.NI "\01" : 1xi8
llvlir.zero 3
llvlir.section "text"

llvlir.func @sum(%n: !llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.signature = (index) -> i32} {
  %zero = llvlir.const.I 0 : i32
  llvlir.j.L ^loop(%zero, %zero : !llvlir.r<i32>, !llvlir.r<i32>)
^loop(%i: !llvlir.r<i32>, %s: !llvlir.r<i32>):
  %g = llvlir.consta.L @g : global
  %x = llvlir.ld.I %g, 0 memory<4, alias "global.g"> : i32
  %t = llvlir.add.I %s, %x : i32
  %next = llvlir.addi.I %i, 1 : i32
  llvlir.cmpbr.I lt, %next, %n : i32, ^loop(%next, %t : !llvlir.r<i32>, !llvlir.r<i32>), ^end
^end:
  llvlir.ret %t : !llvlir.r<i32>
}
llvlir.func @masked(%x: !llvlir.x<4xi32>) -> !llvlir.x<4xi32> {
  %c = llvlir.const.I 3 : i4
  %m = llvlir.mvm %c : i4
  %y = llvlir.neg.VI %x, %m : 4xi32
  llvlir.ret %y : !llvlir.x<4xi32>
}
llvlir.func @sine(%x: !llvlir.f<f32>) -> !llvlir.f<f32> attributes {circ.signature = (f32) -> f32} {
  %y = llvlir.call @__circ_sin_f32(%x) : (!llvlir.f<f32>) -> !llvlir.f<f32>
  llvlir.ret %y : !llvlir.f<f32>
}
llvlir.func private @__circ_sin_f32(!llvlir.f<f32>) -> !llvlir.f<f32> attributes {circ.runtime, circ.signature = (f32) -> f32}
