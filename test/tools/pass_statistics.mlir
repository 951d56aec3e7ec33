// RUN: circ-opt %s -p lower-to-naplespu --pass-statistics --pass-statistics-output %t -o /dev/null 2>&1 | filecheck %s
// RUN: filecheck %s --check-prefix=JSON < %t
// RUN: circ-run %s --pass-statistics --pass-statistics-output %t.run -- 3 5 2>&1 | filecheck %s
// RUN: cmp %t %t.run
// RUN: circ-run %s -p cse --level source --pass-statistics -o /dev/null -- 3 5 2>&1 | filecheck %s --check-prefix=FIRST
// RUN: circ-opt %s -p cse --pass-statistics --split-input-file -o /dev/null 2>&1 | filecheck %s --check-prefix=FIRST

// Each pass with what it counted, in the order in which the passes ran; only the
// numbers that are not zero.

func.func @f(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %ten = arith.constant 10 : i32
  %a = arith.addi %x, %y : i32
  %b = arith.addi %x, %y : i32
  %c = arith.muli %two, %three : i32
  %s = scf.for %i = %zero to %four step %one iter_args(%t = %c) -> (i32) {
    %p = arith.muli %t, %a : i32
    %q = arith.addi %p, %b : i32
    scf.yield %q : i32
  }
  %d = arith.divsi %s, %ten : i32
  %e = arith.divsi %d, %y : i32
  return %e : i32
}
// CHECK:      ===- passes: statistics -===
// CHECK-NEXT:    {{[0-9]+}}  convert-func-to-circuit        operations (net)
// CHECK:          1  circuit-canonicalize           gates folded
// CHECK:         {{[0-9]+}}  circuit-canonicalize           operations visited
// CHECK:          4  circuit-unroll                 iterations written out
// CHECK:          1  circuit-unroll                 equal gates merged
// CHECK:          1  circuit-unroll                 loops unrolled
// CHECK:         {{[0-9]+}}  circuit-gvn                    gates visited
// CHECK-NOT:     loops kept
// CHECK:          1  gen-reduce-strength            divisions by constants reduced
// CHECK:          {{[0-9]+}}  gen-legalize                   divisions replaced
// CHECK:         {{[0-9]+}}  naplespu-combine               instructions combined
// CHECK:         {{[0-9]+}}  naplespu-dead-code             dead instructions removed
// CHECK:         {{[0-9]+}}  naplespu-allocate-registers    values in registers
// CHECK:          {{[0-9]+}}  naplespu-schedule              regions visited

// JSON:       {
// JSON-NEXT:    "convert-func-to-circuit": {
// JSON-NEXT:      "operations (net)": {{[0-9]+}}
// JSON-NEXT:    },
// JSON:         "circuit-unroll": {
// JSON:           "loops unrolled": 1,

// FIRST:      ===- passes: statistics -===
// FIRST-NEXT:   -1  cse  operations (net)
// FIRST-NOT:  {{.}}
