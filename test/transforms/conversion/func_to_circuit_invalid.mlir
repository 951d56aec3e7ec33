// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-func-to-circuit | filecheck %s

func.func @allocation() {
  %m = memref.alloc() : memref<4xi32, 1 : i32>
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 3]]:3: error: 'memref.alloc': an array of type memref<4xi32, 1 : i32> is not supported
// -----
func.func @result() -> memref<4xi32> {
  %m = memref.alloca() : memref<4xi32>
  func.return %m : memref<4xi32>
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 2]]:3: error: 'func.return': the array may be one that 'memref.alloca' allocates in this function, which does not outlive it
// -----
func.func private @external(%x: f80)
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 1]]:1: error: 'func.func': an argument of type f80 is not supported
// -----
func.func @width(%x: i32) -> i32 {
  %y = arith.extui %x : i32 to i48
  %z = arith.trunci %y : i48 to i32
  func.return %z : i32
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 4]]:3: error: 'arith.extui': a value of type i48 is not supported
// -----
func.func @index() -> index {
  %x = arith.constant 4294967296 : index
  func.return %x : index
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 3]]:3: error: 'arith.constant': the index 4294967296, which has more than 32 bits, is not supported
// -----
func.func @vector() {
  %x = arith.constant dense<0> : vector<4xi7>
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 3]]:3: error: 'arith.constant': a value of type vector<4xi7> is not supported
// -----
func.func @twice(%x: i32) {
  cf.switch %x : i32, [
    default: ^out,
    1: ^out,
    1: ^out
  ]
^out:
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 8]]:3: error: 'cf.switch': the case 1 is given twice
// -----
func.func @space(%x: memref<4xi32>) {
  %y = "memref.memory_space_cast"(%x) : (memref<4xi32>) -> memref<4xi32, 1>
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 3]]:3: error: 'memref.memory_space_cast': this operation is not supported
// -----
func.func @passed(%x: i32) {
  cf.br ^next(%x : i32)
^next(%y: i64):
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 4]]:3: error: 'cf.br': a value of type i64 must be passed, but it is of type i32
// -----
func.func @count(%x: i32) {
  cf.br ^next
^next(%y: i32):
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 4]]:3: error: 'cf.br': 1 value must be passed, but there are 0
// -----
func.func @dimension(%m: memref<i32>, %i: index) -> index {
  %d = memref.dim %m, %i : memref<i32>
  func.return %d : index
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 3]]:3: error: 'memref.dim': a dimension of an array of rank 0 is not supported
// -----
memref.global @table : memref<4xi32>
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 1]]:1: error: 'memref.global': a global that is defined elsewhere is not supported
// -----
func.func @mathematics(%x: f64) -> f64 {
  %y = math.cbrt %x : f64
  func.return %y : f64
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 3]]:3: error: 'math.cbrt': type f64 is not supported
// -----
func.func @forever(%c: i1) {
  scf.execute_region {
    cf.br ^again
  ^again:
    cf.br ^again
  }
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 7]]:3: error: 'scf.execute_region': a region that never yields is not supported
// -----
func.func @large(%i: index, %x: i32) {
  %m = memref.alloca() : memref<10000000000xi32>
  memref.store %x, %m[%i] : memref<10000000000xi32>
  func.return
}
// CHECK: func_to_circuit_invalid.mlir:[[# @LINE - 4]]:3: error: 'memref.alloca': an array of 40000000000 bytes in a frame is not supported
