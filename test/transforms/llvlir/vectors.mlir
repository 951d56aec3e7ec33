// RUN: circ-opt %s -p llvlir-legalize --split-input-file | filecheck %s

// Eight lanes are the first of sixteen; accesses take those eight alone.

llvlir.func @eight(%p: !llvlir.a, %n: !llvlir.r<i32>) -> !llvlir.x<8xi32>
    attributes {circ.signature = (index, i32) -> vector<8xi32>} {
  %ones = llvlir.const.I 3 : i8
  %mask = llvlir.mvm %ones : i8
  %x = llvlir.ld.VI %p, 4, %mask : 8xi32
  %all = llvlir.splat.VI %n, %mask : 8xi32
  %y = llvlir.add.VI %x, %all, %mask : 8xi32
  llvlir.ret %y : !llvlir.x<8xi32>
}
// CHECK:      llvlir.func @eight(%p: !llvlir.a, %n: !llvlir.r<i32>) -> !llvlir.x<16xi32> attributes {circ.signature = (index, i32) -> vector<16xi32>} {
// CHECK-NEXT:   [[BITS:%[0-9]+]] = llvlir.const.I 3 : i16
// CHECK-NEXT:   [[MASK:%[0-9]+]] = llvlir.mvm [[BITS]] : i16
// CHECK:        = llvlir.ld.I %p, 4 memory<4> : i32
// CHECK-NEXT:   = llvlir.ld.I %p, 8 memory<4> : i32
// CHECK-NOT:    llvlir.ld.
// CHECK:        %all = llvlir.splat.VI %n, [[MASK]] : 16xi32
// CHECK-NEXT:   %y = llvlir.add.VI %x, %all, [[MASK]] : 16xi32
// CHECK-NEXT:   llvlir.ret %y : !llvlir.x<16xi32>
// -----

// Thirty-two lanes are two vectors; a comparison gives a mask for each.

llvlir.func @two(%x: !llvlir.x<32xi8>, %m: !llvlir.m<32>) -> !llvlir.x<32xi8> {
  %c = llvlir.cmps.VI lt, %x, %x, %m : 32xi8
  llvlir.j.L ^next(%c : !llvlir.m<32>)
^next(%d: !llvlir.m<32>):
  %y = llvlir.not.VI %x, %d : 32xi8
  llvlir.ret %y : !llvlir.x<32xi8>
}
// CHECK:      llvlir.func @two(%x: !llvlir.x<16xi8>, %x_1: !llvlir.x<16xi8>, %m: !llvlir.m<16>, %m_1: !llvlir.m<16>) -> (!llvlir.x<16xi8>, !llvlir.x<16xi8>) {
// CHECK-NEXT:   %c = llvlir.cmps.VI lt, %x, %x, %m : 16xi8
// CHECK-NEXT:   %c_1 = llvlir.cmps.VI lt, %x_1, %x_1, %m_1 : 16xi8
// CHECK-NEXT:   llvlir.j.L ^next(%c, %c_1 : !llvlir.m<16>, !llvlir.m<16>)
// CHECK-NEXT: ^next(%d: !llvlir.m<16>, %d_1: !llvlir.m<16>):
// CHECK-NEXT:   %y = llvlir.not.VI %x, %d : 16xi8
// CHECK-NEXT:   %y_1 = llvlir.not.VI %x_1, %d_1 : 16xi8
// CHECK-NEXT:   llvlir.ret %y, %y_1 : !llvlir.x<16xi8>, !llvlir.x<16xi8>
// -----

// Lanes of 64 bits are scalars, each two words.

llvlir.func @wide(%x: !llvlir.x<2xi64>, %m: !llvlir.m<2>) -> !llvlir.x<2xi64> {
  %ones = llvlir.const.I -1 : i2
  %all = llvlir.mvm %ones : i2
  %y = llvlir.xor.VI %x, %x, %all : 2xi64
  llvlir.ret %y : !llvlir.x<2xi64>
}
// CHECK:      llvlir.func @wide(%x_low: !llvlir.r<i32>, %x_high: !llvlir.r<i32>, %x_low_1: !llvlir.r<i32>, %x_high_1: !llvlir.r<i32>, %m: !llvlir.m<16>)
// CHECK-NEXT:   [[A:%[0-9]+]] = llvlir.xor.I %x_low, %x_low : i32
// CHECK-NEXT:   [[B:%[0-9]+]] = llvlir.xor.I %x_high, %x_high : i32
// CHECK-NEXT:   [[C:%[0-9]+]] = llvlir.xor.I %x_low_1, %x_low_1 : i32
// CHECK-NEXT:   [[D:%[0-9]+]] = llvlir.xor.I %x_high_1, %x_high_1 : i32
// CHECK-NEXT:   llvlir.ret [[A]], [[B]], [[C]], [[D]] :
// -----

// What a mask has behind the end is not known: an access turns it off.

llvlir.func @store(%p: !llvlir.a, %x: !llvlir.x<8xi32>, %m: !llvlir.m<8>) {
  llvlir.st.VI %p, 0, %x, %m : 8xi32
  llvlir.ret
}
// CHECK:        [[BITS:%[0-9]+]] = llvlir.const.I 255 : i16
// CHECK-NEXT:   [[EIGHT:%[0-9]+]] = llvlir.mvm [[BITS]] : i16
// CHECK-NEXT:   [[ON:%[0-9]+]] = llvlir.splatui.VI 1, %m : 16xi1
// CHECK-NEXT:   [[ZERO:%[0-9]+]] = llvlir.const.VI 0x0 : 16xi1
// CHECK-NEXT:   [[BOTH:%[0-9]+]] = llvlir.cmps.VI ne, [[ON]], [[ZERO]], [[EIGHT]] : 16xi1
// CHECK-NEXT:   llvlir.st.VI %p, 0, %x, [[BOTH]] : 16xi32
// -----

// What is never reached is left out: its uses may come before its definitions.

llvlir.func @unreached(%x: !llvlir.x<8xi32>, %y: !llvlir.r<i64>) -> !llvlir.r<i64> {
  llvlir.ret %y : !llvlir.r<i64>
^a:
  %v = llvlir.mv.x.x.VI %u : 8xi32
  %b = llvlir.add.I %a, %a : i64
  llvlir.j.L ^a
^b:
  %u = llvlir.mv.x.x.VI %v : 8xi32
  %a = llvlir.add.I %y, %y : i64
  llvlir.j.L ^a
}
// CHECK:      llvlir.func @unreached(
// CHECK-NEXT:   llvlir.ret %y_low, %y_high : !llvlir.r<i32>, !llvlir.r<i32>
// CHECK-NEXT: }
