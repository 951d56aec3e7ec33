// RUN: circ-run %s --cpu generic --features=v63-branches --stats -- 100 3 2>&1 | filecheck %s --check-prefix=FEW
// RUN: circ-run %s --disable strength-reduction,schedule --compare-levels --stats -- 100 3 2>&1 | filecheck %s --check-prefix=MANY
// RUN: not circ-run %s --features=-fast -- 100 3 2>&1 | filecheck %s --check-prefix=UNKNOWN

func.func @main(%x : i32, %y : i32) -> i32 {
  %c = arith.constant 7 : i32
  %q = arith.divsi %x, %c : i32
  %r = arith.addi %q, %y : i32
  return %r : i32
}

// FEW:      17
// FEW-NEXT: naplespu: {{[0-9]}} instructions
// FEW-NOT:  FloatDiv

// MANY:      17
// MANY:      naplespu: {{.*}}class FloatDiv 1

// UNKNOWN: circ-run: error: unknown feature 'fast' (empty-mask-hangs, {{.*}}, v63-branches)
