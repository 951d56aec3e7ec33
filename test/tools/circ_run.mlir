// RUN: circ-run %s --entry fib --compare-levels --stats -- 10 2>&1 | filecheck %s
// RUN: not circ-run %s --entry outside --level source -- 7 2>&1 | filecheck %s --check-prefix=OUTSIDE

// CHECK:      55
// CHECK-NEXT: source: {{[0-9]+}} instructions
// CHECK-NEXT: circuit: {{[0-9]+}} instructions
// CHECK-NEXT: llvlir: {{[0-9]+}} instructions
// CHECK-NEXT: gen: {{[0-9]+}} instructions
// CHECK-NEXT: naplespu: {{[0-9]+}} instructions
func.func @fib(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c = arith.cmpi slt, %n, %c2 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %n : i32
  } else {
    %a = arith.subi %n, %c1 : i32
    %b = arith.subi %n, %c2 : i32
    %x = func.call @fib(%a) : (i32) -> i32
    %y = func.call @fib(%b) : (i32) -> i32
    %z = arith.addi %x, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}

// OUTSIDE:      circ_run.mlir:[[# @LINE + 5]]:3: error: access of 4 bytes at {{0x[0-9a-f]+}} is outside any object
// OUTSIDE-NEXT:   %x = memref.load %a[%i] : memref<4xi32>
// OUTSIDE-NEXT:   ^
func.func @outside(%i: index) -> i32 {
  %a = memref.alloca() : memref<4xi32>
  %x = memref.load %a[%i] : memref<4xi32>
  return %x : i32
}
