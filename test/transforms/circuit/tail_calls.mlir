// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-tail-calls --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: 1 tail calls became a loop [circuit-tail-calls]
// NOTE: 1  circuit-tail-calls       tail calls replaced

// CHECK-LABEL: circuit.func @gcd(
// CHECK:         circuit.loop_begin
// CHECK-NOT:     circuit.call
// CHECK:         circuit.loop_back
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %end = arith.cmpi eq, %b, %c0 : i32
  cf.cond_br %end, ^done, ^again
^done:
  return %a : i32
^again:
  %r = arith.remui %a, %b : i32
  %x = func.call @gcd(%b, %r) : (i32, i32) -> i32
  return %x : i32
}

// What follows the call needs this activation.
// CHECK-LABEL: circuit.func @difference(
// CHECK:         circuit.call
func.func @difference(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %end = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %end, ^done, ^again
^done:
  return %n : i32
^again:
  %m = arith.subi %n, %c1 : i32
  %x = func.call @difference(%m) : (i32) -> i32
  %y = arith.subi %n, %x : i32
  return %y : i32
}

// Each activation has its own object.
// CHECK-LABEL: circuit.func @object(
// CHECK:         circuit.call
func.func @object(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.constant 0 : index
  %a = memref.alloca() : memref<1xi32>
  memref.store %n, %a[%i] : memref<1xi32>
  %end = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %end, ^done, ^again
^done:
  %l = memref.load %a[%i] : memref<1xi32>
  return %l : i32
^again:
  %m = arith.subi %n, %c1 : i32
  %x = func.call @object(%m) : (i32) -> i32
  return %x : i32
}

// longjmp may come back to the frame of this activation.
// CHECK-LABEL: circuit.func @jumps(
// CHECK:         circuit.call
// CHECK:         circuit.call
func.func @jumps(%n: i32, %b: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = func.call @setjmp(%b) : (memref<16xi32>) -> i32
  %back = arith.cmpi ne, %r, %c0 : i32
  cf.cond_br %back, ^done, ^again
^done:
  return %n : i32
^again:
  %m = arith.subi %n, %c1 : i32
  %x = func.call @jumps(%m, %b) : (i32, memref<16xi32>) -> i32
  return %x : i32
}
func.func private @setjmp(memref<16xi32>) -> i32
