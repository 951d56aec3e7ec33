// RUN: circ-run %s --level gen --time-passes -- 7 2>&1 | filecheck %s --check-prefix=TIMES
// RUN: circ-run %s --time-passes-sorted --compare-levels -- 7 2>&1 | filecheck %s --check-prefix=TIMES
// RUN: circ-run %s -p cse --level circuit --dump-pass-pipeline -- 7 2>&1 | filecheck %s --check-prefix=DUMP
// RUN: circ-run %s --level circuit --print-ir-before-all -- 7 2>&1 | filecheck %s --check-prefix=BEFORE
// RUN: circ-run %s --level circuit --print-ir-after-all -- 7 2>&1 | filecheck %s --check-prefix=AFTER
// RUN: circ-run %s --level gen -O 0 --print-ir-after-change -- 7 2>&1 | filecheck %s --check-prefix=CHANGE
// RUN: circ-run %s -O 0 --compare-levels --pass-statistics -- 7 2>&1 | filecheck %s --check-prefix=COUNT

// circ-run shows the passes that lower a program as circ-opt does.

func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
// TIMES:       {{^}}14
// TIMES-NEXT:  ===- passes: seconds of wall time -===
// TIMES-NEXT:  100.0%  total
// TIMES:       convert-func-to-circuit

// DUMP:        {{^}}14
// DUMP-NEXT:   cse,convert-func-to-circuit,circuit-verify,{{.*}}circuit-canonicalize,{{.*}},circuit-dead-gates

// BEFORE:      // -----// IR Dump Before convert-func-to-circuit: @f //----- //
// BEFORE-NEXT: func.func @f
// BEFORE:      // -----// IR Dump Before circuit-dead-gates: @f //----- //
// AFTER:       // -----// IR Dump After convert-func-to-circuit: @f //----- //
// AFTER-NEXT:  circuit.func @f

// CHANGE:      IR Dump After convert-func-to-circuit: @f
// CHANGE-NOT:  IR Dump After circuit-verify
// CHANGE:      IR Dump After convert-circuit-to-llvlir: @f
// CHANGE:      IR Dump After convert-llvlir-to-gen: @f

// COUNT:       ===- passes: statistics -===
// COUNT-NEXT:    {{[0-9]+}}  convert-func-to-circuit
// COUNT:         naplespu-allocate-registers
