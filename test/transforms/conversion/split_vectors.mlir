// RUN: circ-opt %s -p split-vectors | filecheck %s

// Four lanes are the first of sixteen; elements are accessed one by one.
func.func @four(%m: memref<9xi32>, %i: index) -> vector<4xi32> {
  %v = vector.load %m[%i] : memref<9xi32>, vector<4xi32>
  %w = arith.addi %v, %v : vector<4xi32>
  return %w : vector<4xi32>
}
// CHECK:      func.func @four(%m: memref<9xi32>, %i: index) -> vector<16xi32> {
// CHECK-NEXT:   %[[A:.*]] = memref.load %m[%i]
// CHECK:        %[[V:.*]] = vector.broadcast %[[A]] : i32 to vector<16xi32>
// CHECK-NEXT:   vector.insert %{{.*}}, %[[V]] [1]
// CHECK:        %[[X:.*]] = vector.insert %{{.*}}, %{{.*}} [3]
// CHECK-NEXT:   %[[W:.*]] = arith.addi %[[X]], %[[X]] : vector<16xi32>
// CHECK-NEXT:   func.return %[[W]] : vector<16xi32>

// Twenty are two vectors, of which the first is loaded whole.
func.func @twenty(%m: memref<20xf32>) -> vector<20xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0] : memref<20xf32>, vector<20xf32>
  return %v : vector<20xf32>
}
// CHECK:      func.func @twenty(%m: memref<20xf32>) -> (vector<16xf32>, vector<16xf32>) {
// CHECK:        vector.load %m[%c0] : memref<20xf32>, vector<16xf32>
// CHECK:        memref.load

// 64 bits are scalars.
func.func @wide(%a: vector<2xi64>) -> i64 {
  %x = vector.extract %a[1] : i64 from vector<2xi64>
  return %x : i64
}
// CHECK:      func.func @wide(%{{.*}}: i64, %[[B:.*]]: i64) -> i64 {
// CHECK-NEXT:   func.return %[[B]] : i64

// Another shape is another name; lanes behind the last one are off in a mask.
func.func @gathered(%m: memref<9xi32>, %i: index, %v: vector<2x3xi32>, %k: vector<6xi1>) -> vector<6xi32> {
  %w = vector.shape_cast %v : vector<2x3xi32> to vector<6xi32>
  %g = vector.gather %m[%i] [%w], %k, %w : memref<9xi32>, vector<6xi32>, vector<6xi1>, vector<6xi32> into vector<6xi32>
  return %g : vector<6xi32>
}
// CHECK-LABEL: @gathered
// CHECK-SAME: ([[M:%.*]]: memref<9xi32>, [[I:%.*]]: index, [[V:%.*]]: vector<16xi32>, [[K:%.*]]: vector<16xi1>)
// CHECK-NEXT: [[INSIDE:%.*]] = arith.constant dense<[true, true, true, true, true, true, false, {{.*}}
// CHECK-NEXT: [[ON:%.*]] = arith.andi [[K]], [[INSIDE]] : vector<16xi1>
// CHECK-NEXT: [[G:%.*]] = vector.gather [[M]][[[I]]] [[[V]]], [[ON]], [[V]] : memref<9xi32>, vector<16xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
// CHECK-NEXT: func.return [[G]] : vector<16xi32>
