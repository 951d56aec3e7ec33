// RUN: circ-opt %s --split-input-file --verify-diagnostics -p lower-to-naplespu | filecheck %s

func.func @stretched(%a: vector<4xi32>) {
  %v = vector.broadcast %a : vector<4xi32> to vector<4x8xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.broadcast': a value of type vector<4xi32> is not supported
// -----
func.func @many(%a: vector<257xi32>) {
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:1: error: 'func.func': an argument of type vector<257xi32> is not supported
// -----
func.func @scalable(%a: vector<[4]xi32>) {
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:1: error: 'func.func': an argument of type vector<[4]xi32> is not supported
// -----
func.func @row(%m: memref<8x8xi32>, %i: index) {
  %v = vector.load %m[%i, %i] : memref<8x8xi32>, vector<2x4xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.load': a value of type vector<2x4xi32> is not supported
// -----
func.func @poison(%a: vector<2x4xi32>) {
  %v = vector.extract %a[-1] : vector<4xi32> from vector<2x4xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.extract': position -1 of 2 is not supported
// -----
func.func @row_position(%a: vector<2x4xi32>, %b: vector<4xi32>) {
  %v = vector.insert %b, %a[2] : vector<4xi32> into vector<2x4xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.insert': position 2 of 2 is not supported
// -----
func.func @short_position(%a: vector<3xi32>) {
  %x = vector.extract %a[3] : i32 from vector<3xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.extract': position 3 of 3 is not supported
// -----
func.func @element(%a: vector<16xf80>) {
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:1: error: 'func.func': an argument of type vector<16xf80> is not supported
// -----
func.func @array(%m: memref<4xvector<16xi32>>) {
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:1: error: 'func.func': an argument of type memref<4xvector<16xi32>> is not supported
// -----
func.func @position(%a: vector<16xi32>) {
  %x = vector.extract %a[16] : i32 from vector<16xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.extract': position 16 of 16 is not supported
// -----
func.func @strided(%m: memref<16x16xi32, strided<[1, 16]>>, %i: index) {
  %v = vector.load %m[%i, %i] : memref<16x16xi32, strided<[1, 16]>>, vector<16xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.load': a vector of an array of type memref<16x16xi32, strided<[1, 16]>> is not supported
// -----
func.func @reduction(%a: vector<16xi32>) {
  %x = vector.reduction <maximumf>, %a : vector<16xi32> into i32
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.reduction': a reduction maximumf of lanes of i32 is not supported
// -----
func.func @cast(%a: vector<16xi32>) {
  %x = vector.bitcast %a : vector<16xi32> to vector<8xi64>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.bitcast': a cast from vector<16xi32> to vector<8xi64> is not supported
// -----
func.func @tensor(%t: tensor<16xi32>, %i: index, %p: i32) {
  %x = vector.transfer_read %t[%i], %p : tensor<16xi32>, vector<16xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 4]]:1: error: 'func.func': an argument of type tensor<16xi32> is not supported
// -----
func.func @elements(%m: memref<16xi32>, %i: index, %p: i32) {
  %x = vector.transfer_read %m[%i], %p : memref<16xi32>, vector<16xi16>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.transfer_read': vector<16xi16> of an operand of type memref<16xi32> is not supported
// -----
func.func @wide(%a: vector<16xf64>) -> vector<16xf64> {
  %x = math.sin %a : vector<16xf64>
  func.return %x : vector<16xf64>
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'math.sin': type vector<16xf64> is not supported
// -----
func.func @no_row(%m: memref<i32>, %v: vector<16xi32>, %k: vector<16xi1>) {
  %x = vector.gather %m[] [%v], %k, %v : memref<i32>, vector<16xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.gather': an array of type memref<i32> is not supported
// -----
func.func @no_row_for_parts(%m: memref<i32>, %v: vector<4xi32>, %k: vector<4xi1>) {
  vector.scatter %m[] [%v], %k, %v : memref<i32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  func.return
}
// CHECK: vectors_invalid.mlir:[[# @LINE - 3]]:3: error: 'vector.scatter': an array of type memref<i32> is not supported
