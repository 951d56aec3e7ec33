// RUN: CIRC_ROUNDTRIP

llvlir.section "rodata"
llvlir.label.L @table : global
llvlir.word.I -5 : i32
llvlir.func private @external(!llvlir.r<i32>) -> !llvlir.f<f64>
llvlir.func @mixed(%x: !llvlir.r<i32>, %p: !llvlir.a) -> !llvlir.r<i32>
    attributes {circ.signature = (i32, memref<4xi32>) -> i32} {
  %slot = llvlir.slot 16, 4
  %half = llvlir.const.F 0.5 : f32
  %less = llvlir.cmps.I ult, %x, %x : i32
  %sum = llvlir.add.F %half, %half round rtz : f32
  %odd = llvlir.const.F 0x15000 : !llvlir.fv<4, 13>
  %value = llvlir.ld.I %p, 4 order 3 memory<4, align 2> : i32
  llvlir.st.I %slot, -4, %value : i32
  %mask = llvlir.mvm %x : i32
  %all = llvlir.splat.VI %x, %mask : 32xi32
  llvlir.cmpbr.I ne, %x, %value : i32, ^loop(%x : !llvlir.r<i32>), ^end weights 9, 1
^loop(%i: !llvlir.r<i32>):
  llvlir.j.L ^loop(%i : !llvlir.r<i32>)
^end:
  %wide = llvlir.call @external(%value) : (!llvlir.r<i32>) -> !llvlir.f<f64>
  llvlir.ret %value : !llvlir.r<i32>
}

// CHECK:       llvlir.section "rodata"
// CHECK-NEXT:  llvlir.label.L @table : global
// CHECK-NEXT:  llvlir.word.I -5 : i32
// CHECK-NEXT:  llvlir.func private @external(!llvlir.r<i32>) -> !llvlir.f<f64>
// CHECK-NEXT:  llvlir.func @mixed(%x: !llvlir.r<i32>, %p: !llvlir.a) -> !llvlir.r<i32> attributes {circ.signature = (i32, memref<4xi32>) -> i32} {
// CHECK-NEXT:    %slot = llvlir.slot 16, 4
// CHECK-NEXT:    %half = llvlir.const.F 0.5 : f32
// CHECK-NEXT:    %less = llvlir.cmps.I ult, %x, %x : i32
// CHECK-NEXT:    %sum = llvlir.add.F %half, %half round rtz : f32
// CHECK-NEXT:    %odd = llvlir.const.F 0x15000 : !llvlir.fv<4, 13>
// CHECK-NEXT:    %value = llvlir.ld.I %p, 4 order 3 memory<4, align 2> : i32
// CHECK-NEXT:    llvlir.st.I %slot, -4, %value : i32
// CHECK-NEXT:    %mask = llvlir.mvm %x : i32
// CHECK-NEXT:    %all = llvlir.splat.VI %x, %mask : 32xi32
// CHECK-NEXT:    llvlir.cmpbr.I ne, %x, %value : i32, ^loop(%x : !llvlir.r<i32>), ^end weights 9, 1
// CHECK-NEXT:  ^loop(%i: !llvlir.r<i32>):
// CHECK-NEXT:    llvlir.j.L ^loop(%i : !llvlir.r<i32>)
// CHECK-NEXT:  ^end:
// CHECK-NEXT:    %wide = llvlir.call @external(%value) : (!llvlir.r<i32>) -> !llvlir.f<f64>
// CHECK-NEXT:    llvlir.ret %value : !llvlir.r<i32>
