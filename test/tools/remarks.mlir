// RUN: circ-opt %s -p lower-to-naplespu --remarks --remarks-output %t -o /dev/null 2>&1 | filecheck %s
// RUN: filecheck %s --check-prefix=JSON < %t
// RUN: circ-opt %s -p lower-to-naplespu --remarks --remarks-filter '^gen-' -o /dev/null 2>&1 | filecheck %s --check-prefix=FILTER
// RUN: circ-opt %s -p lower-to-naplespu -o /dev/null 2>&1 | filecheck %s --check-prefix=SILENT --allow-empty
// RUN: circ-run %s --entry unrolled --remarks --remarks-output %t.run -- 3 2>&1 | filecheck %s --check-prefix=EXEC
// RUN: cmp %t %t.run
// RUN: not circ-opt %s --remarks-filter '(' 2>&1 | filecheck %s --check-prefix=FILTER-ERROR

// What is done, and what is missed and why, is remarked where the user wrote it.

// FILTER-NOT: [circuit-
// FILTER:     remark: divides by 10 without a division [gen-reduce-strength]
// FILTER-NOT: [naplespu-
// SILENT-NOT: remark
// EXEC:       remarks.mlir:{{[0-9]+}}:3: remark: unrolled 4 times [circuit-unroll]
// EXEC:       {{^}}243
// FILTER-ERROR: argument --remarks-filter: missing ), unterminated subpattern at position 0: '('

func.func @known(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %c = arith.cmpi ult, %x, %zero : i32
  %e = scf.if %c -> i32 {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  } else {
    scf.yield %x : i32
  }
  return %e : i32
}
// CHECK:      remarks.mlir:[[# @LINE - 8]]:3: remark: branch removed: its condition is constant [circuit-canonicalize]

func.func @unrolled(%x: i32) -> i32 {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %r = scf.for %i = %0 to %4 step %1 iter_args(%y = %x) -> (i32) {
    %z = arith.muli %y, %x : i32
    scf.yield %z : i32
  }
  return %r : i32
}
// CHECK:      remarks.mlir:[[# @LINE - 6]]:3: remark: unrolled 4 times [circuit-unroll]
// CHECK-NEXT:   %r = scf.for %i = %0 to %4
// CHECK-NEXT:   ^
// JSON:       {"kind": "done", "pass": "circuit-unroll", "function": "unrolled", "file": "{{.*}}remarks.mlir", "line": [[# @LINE - 9]], "column": 3, "message": "unrolled 4 times", "arguments": {"iterations": 4}}

func.func @loops(%x: i32, %n: index) -> i32 {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %60 = arith.constant 60 : index
  %1000 = arith.constant 1000 : index
  %a = scf.for %i = %0 to %1000 step %1 iter_args(%y = %x) -> (i32) {
    %z = arith.muli %y, %x : i32
    scf.yield %z : i32
  }
  %b = scf.for %i = %0 to %60 step %1 iter_args(%y = %a) -> (i32) {
    %q = arith.divsi %y, %x : i32
    %r = arith.divsi %q, %x : i32
    %t = arith.divsi %r, %x : i32
    %s = arith.muli %t, %x : i32
    %z = arith.xori %s, %x : i32
    scf.yield %z : i32
  }
  %c = scf.for %i = %0 to %n step %1 iter_args(%y = %b) -> (i32) {
    %s = scf.for %j = %0 to %n step %1 iter_args(%t = %y) -> (i32) {
      %z = arith.muli %t, %x : i32
      scf.yield %z : i32
    }
    scf.yield %s : i32
  }
  return %c : i32
}
// CHECK:      remarks.mlir:[[# @LINE - 21]]:3: remark: not unrolled: it has more than 64 iterations [circuit-unroll]
// CHECK:      remarks.mlir:[[# @LINE - 18]]:3: remark: not unrolled: 60 iterations of 5 operations are more than 256 [circuit-unroll]
// CHECK:      remarks.mlir:[[# @LINE - 11]]:3: remark: not unrolled: there is a loop in it [circuit-unroll]
// CHECK:      remarks.mlir:[[# @LINE - 11]]:5: remark: not unrolled: its trip count is not constant [circuit-unroll]
// JSON:       {"kind": "missed", "pass": "circuit-unroll", "function": "loops", {{.*}}"message": "not unrolled: it has more than 64 iterations"}

func.func @exits(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  cf.br ^first(%zero : i32)
^first(%i: i32):
  %c = arith.cmpi ult, %i, %four : i32
  cf.cond_br %c, ^body, ^end(%zero : i32)
^body:
  %next = arith.addi %i, %one : i32
  %found = arith.cmpi eq, %next, %x : i32
  cf.cond_br %found, ^end(%one : i32), ^first(%next : i32)
^end(%r: i32):
  cf.br ^second(%r : i32)
^second(%k: i32):
  %d = arith.cmpi ult, %k, %four : i32
  cf.cond_br %d, ^again, ^last
^again:
  %more = arith.addi %k, %one : i32
  %same = arith.cmpi eq, %more, %x : i32
  cf.cond_br %same, ^second(%x : i32), ^second(%more : i32)
^last:
  return %k : i32
}
// CHECK:      remark: not unrolled: it has several exits [circuit-unroll]
// CHECK:      remark: not unrolled: it has several back edges [circuit-unroll]

func.func @equal(%x: i32, %y: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.muli %x, %y : i32
  %q = arith.muli %y, %x : i32
  %r = arith.xori %p, %n : i32
  %s = arith.addi %q, %r : i32
  return %s : i32
}
// CHECK:      remarks.mlir:[[# @LINE - 5]]:3: remark: equal to the value at [[# @LINE - 6]]:3, which replaces it [circuit-gvn]

func.func @invariant(%x: i32, %y: i32, %n: index) -> i32 {
  %0 = arith.constant 0 : index
  %3 = arith.constant 3 : index
  %r = scf.for %i = %0 to %n step %3 iter_args(%t = %x) -> (i32) {
    %p = arith.muli %x, %y : i32
    %q = arith.divsi %x, %y : i32
    %u = arith.xori %t, %p : i32
    %s = arith.addi %u, %q : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// CHECK:      remarks.mlir:[[# @LINE - 8]]:5: remark: computed before the loop: it is the same in each iteration [convert-circuit-to-llvlir]
// CHECK:      remarks.mlir:[[# @LINE - 10]]:5: remark: computed before the loop: it is the same in each iteration [convert-circuit-to-llvlir]

func.func @math(%x: f32, %y: f64, %i: i32, %n: i64) -> (f32, f64, i64, i32) {
  %e = math.exp %x : f32
  %s = math.sqrt %e : f32
  %d = arith.divf %y, %y : f64
  %q = arith.divsi %n, %n : i64
  %w = math.ipowi %i, %i : i32
  return %s, %d, %q, %w : f32, f64, i64, i32
}

// CHECK:      remarks.mlir:[[# @LINE - 4]]:3: remark: becomes a call of __circ_pow32 [convert-circuit-to-llvlir]
// CHECK:      remarks.mlir:[[# @LINE - 9]]:3: remark: becomes a call of __circ_exp_f32 [convert-circuit-to-llvlir]
// CHECK:      remarks.mlir:[[# @LINE - 8]]:3: remark: becomes a call of __circ_div_f64 [llvlir-legalize]
// CHECK:      remarks.mlir:[[# @LINE - 8]]:3: remark: becomes a call of __circ_sdiv64 [llvlir-legalize]

func.func @vectors(%a: memref<32xf32>, %v: vector<16xi32>) -> (vector<16xi32>, i32) {
  %0 = arith.constant 0 : index
  %x = vector.load %a[%0] : memref<32xf32>, vector<32xf32>
  %y = arith.mulf %x, %x : vector<32xf32>
  vector.store %y, %a[%0] : memref<32xf32>, vector<32xf32>
  %q = arith.divsi %v, %v : vector<16xi32>
  %r = vector.reduction <add>, %q : vector<16xi32> into i32
  return %q, %r : vector<16xi32>, i32
}

// CHECK:      remarks.mlir:[[# @LINE - 8]]:3: remark: a vector of 32 lanes becomes 2 vectors [llvlir-legalize]
// CHECK:      remarks.mlir:[[# @LINE - 8]]:3: remark: a vector of 32 lanes becomes 2 vectors [llvlir-legalize]

func.func @constants(%x: i32, %y: i8) -> (i32, i8) {
  %minus = arith.constant -5 : i32
  %ten = arith.constant 10 : i32
  %odd = arith.constant 123456789 : i32
  %q = arith.divsi %x, %minus : i32
  %r = arith.remui %x, %ten : i32
  %o = arith.muli %x, %odd : i32
  %t = arith.addi %q, %r : i32
  %u = arith.addi %t, %o : i32
  %s = arith.divsi %y, %y : i8
  return %u, %s : i32, i8
}

// CHECK:      remarks.mlir:[[# @LINE - 9]]:3: remark: divides by -5 without a division [gen-reduce-strength]
// CHECK:      remarks.mlir:[[# @LINE - 9]]:3: remark: divides by 10 without a division [gen-reduce-strength]
// CHECK:      remarks.mlir:[[# @LINE - 7]]:3: remark: multiplies by 123456789: shifts and sums would not be cheaper [gen-reduce-strength]

// The rest in the order of the pipeline.
// CHECK:      %r = vector.reduction <add>
// CHECK:      remark: divides inline: by way of floats where its operands are small [gen-legalize]
// CHECK-NEXT:   %q = arith.divsi %x, %y : i32
// CHECK:      remark: becomes a call of __circ_sqrt_f32 [gen-legalize]
// CHECK:      remark: divides in all lanes at once, with reciprocals [gen-legalize]
// CHECK-NEXT:   %q = arith.divsi %v, %v : vector<16xi32>
// CHECK:      remark: a vector whose alignment is unknown: tested at run time [gen-legalize]
// CHECK-NEXT:   vector.store %y
// CHECK:      remark: divides by way of floats, since its operands are small [gen-legalize]
// CHECK-NEXT:   %s = arith.divsi %y, %y : i8
