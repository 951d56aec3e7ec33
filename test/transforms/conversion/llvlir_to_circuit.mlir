// RUN: circ-opt %s -p convert-llvlir-to-circuit | filecheck %s
// RUN: circ-opt %s -p lift-llvlir | filecheck %s --check-prefix LIFT

// Blocks become loops, data globals, the library's functions gates. As circuits the sum
// of one number over and over is a product.

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

// CHECK:      circuit.global @g 4 align 4 = "01"
// CHECK:      circuit.func @sum(!circuit.arch) -> i32 attributes {circ.signature = (index) -> i32} {
// CHECK:      %n = circuit.arg 0 : !circuit.arch
// CHECK-NEXT: %zero = circuit.constant 0 : i32
// CHECK-NEXT: %2 = circuit.constant 0 : !circuit.arch
// CHECK-NEXT: %3 = circuit.loop_begin %0, %4
// CHECK-NEXT: %5 = circuit.depend_selector %3, %1, %6
// CHECK-NEXT: %i = circuit.value_selector %3, %2, %next : !circuit.arch
// CHECK-NEXT: %s = circuit.value_selector %3, %zero, %t : i32
// CHECK-NEXT: %g = circuit.symbol @g
// CHECK-NEXT: %6, %x = circuit.load %5, %g memory <4, alias "global.g"> : i32
// CHECK-NEXT: %t = circuit.add %s, %x : i32
// CHECK-NEXT: %7 = circuit.constant 1 : !circuit.arch
// CHECK-NEXT: %next = circuit.add %i, %7 : !circuit.arch
// CHECK-NEXT: %8 = circuit.icmp slt %next, %n : !circuit.arch
// CHECK-NEXT: %9 = circuit.if_branch %3, %8
// CHECK-NEXT: %10 = circuit.if_true %9
// CHECK-NEXT: %4 = circuit.loop_back %10
// CHECK-NEXT: %11 = circuit.if_false %9
// CHECK-NEXT: circuit.return %11, %6, %t : i32
// CHECK-NEXT: }
// CHECK:      circuit.func @masked(vector<4xi32>) -> vector<4xi32> {
// CHECK:      %x = circuit.arg 0 : vector<4xi32>
// CHECK-NEXT: %m = circuit.constant [1, 1, 0, 0] : vector<4xi1>
// CHECK-NEXT: %2 = circuit.constant 0 : vector<4xi32>
// CHECK-NEXT: %3 = circuit.sub %2, %x : vector<4xi32>
// CHECK-NEXT: %y = circuit.select %m, %3, %2 : vector<4xi1>, vector<4xi32>
// CHECK-NEXT: circuit.return %0, %1, %y : vector<4xi32>
// CHECK-NEXT: }
// CHECK:      circuit.func @sine(f32) -> f32 attributes {circ.signature = (f32) -> f32} {
// CHECK:      %x = circuit.arg 0 : f32
// CHECK-NEXT: %y = circuit.math sin %x : f32
// CHECK-NEXT: circuit.return %0, %1, %y : f32
// CHECK-NEXT: }

// LIFT:      llvlir.func @sum
// LIFT-NOT:    cmpbr
// LIFT:        llvlir.mul.I
// LIFT:      llvlir.func @masked
// LIFT:      llvlir.call @__circ_sin_f32
// LIFT:      llvlir.func private @__circ_sin_f32
