// RUN: circ-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect | filecheck %s

// A rule of the operation itself, in custom and in generic form.
func.func @rule(%x: i32) -> i32 {
  %y = "arith.addi"(%x, %x) : (i32, i32) -> i64
  func.return %x : i32
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 3]]:3: error: 'arith.addi': result 'result' at position 0 does not verify
// -----
func.func @later(%x: i32) -> i32 {
  %y = arith.addi %z, %x : i32
  %z = arith.addi %x, %x : i32
  func.return %y : i32
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 4]]:3: error: 'arith.addi': operand %z is used where its definition does not dominate
// -----
func.func @itself(%x: i32) -> i32 {
  %y = arith.addi %y, %x : i32
  func.return %y : i32
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 3]]:3: error: 'arith.addi': operand %y is used where its definition does not dominate
// -----
func.func @one_side(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^left, ^right
^left:
  %y = arith.addi %x, %x : i32
  cf.br ^right
^right:
  func.return %y : i32
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 2]]:3: error: 'func.return': operand %y is used where its definition does not dominate
// -----
func.func @inside(%c: i1, %x: i32) {
  scf.if %c {
    %y = arith.addi %z, %x : i32
  }
  %z = arith.addi %x, %x : i32
  func.return
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 5]]:5: error: 'arith.addi': operand %z is used where its definition does not dominate
// -----
func.func @its_own_inside(%c: i1) -> i32 {
  %x = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  func.return %x : i32
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 6]]:5: error: 'scf.yield': operand %x is used where its definition does not dominate
// -----
func.func @beside(%c: i1) {
  scf.if %c {
    %y = arith.constant 1 : i32
  }
  scf.if %c {
    "test.use"(%z) : (i32) -> ()
  }
  scf.if %c {
    %z = arith.constant 1 : i32
  }
  func.return
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 7]]:5: error: 'test.use': operand %z is used outside of the region that defines it
// -----
%x = "test.op"() : () -> i32
func.func @isolated() {
  "test.use"(%x) : (i32) -> ()
  func.return
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 3]]:3: error: 'test.use': operand %x is defined outside of 'func.func', which is isolated
// -----
func.func @no_terminator(%x: i32) {
  %y = arith.addi %x, %x : i32
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 2]]:3: error: 'arith.addi': each block must end in a terminator, but this is none
// -----
func.func @two_blocks() {
  cf.br ^next
^next:
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 4]]:1: error: 'func.func': each block must end in a terminator, but one is empty
// -----
func.func @in_the_middle() {
  cf.br ^next
^next:
  cf.br ^next
  func.return
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 3]]:3: error: 'cf.br': an operation with successors must end its block
// -----
func.func @defined_in_its_own_region(%n: index) -> i32 {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %b) -> (i32) {
    %b = arith.constant 1 : i32
    scf.yield %b : i32
  }
  return %r : i32
}
// CHECK: verifier_invalid.mlir:[[# @LINE - 6]]:3: error: 'scf.for': operand 3 is not defined where it is used
