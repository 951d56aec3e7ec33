// RUN: not circ-opt %s --split-input-file --verify-diagnostics -p lower-to-circuit -o %t 2>&1 | filecheck %s
// RUN: RAISING not circ-opt %S/Inputs/unexpected_remarks.mlir --verify-diagnostics -p test-remarks 2>&1 | filecheck %s --check-prefix=REMARKS
// RUN: RAISING not circ-opt %S/Inputs/unexpected_remarks.mlir --verify-diagnostics -p test-remarks --remarks-filter other 2>&1 | filecheck %s --check-prefix=FILTER
// The output is not written, and without annotations errors are printed, as by xdsl-opt.
// RUN: not ls %t
// RUN: circ-opt %S/Inputs/error.mlir --verify-diagnostics -p lower-to-circuit | filecheck %s --check-prefix=STOCK
// STOCK: error.mlir:2:3: error: 'arith.constant': a value of type i77 is not supported

func.func @unexpected() {
  %a = arith.constant 3 : i77
  return
}
// CHECK:      verify_diagnostics_fails.mlir:[[# @LINE - 3]]:3: error: unexpected error: 'arith.constant': a value of type i77 is not supported
// CHECK-NEXT:   %a = arith.constant 3 : i77
// CHECK-NEXT:   ^

// -----

func.func @missing() {
  // expected-error @+1 {{a value}}
  return
}
// CHECK-NEXT: verify_diagnostics_fails.mlir:[[# @LINE - 3]]:6: error: expected error "a value" was not produced
// CHECK-NEXT: expected-error
// CHECK-NEXT: ^

// -----

func.func @wrong_text_line_kind_and_count() {
  // expected-error @+1 {{i78 is not supported}}
  %a = arith.constant 3 : i77
  // expected-error @+2 {{i76 is not supported}}
  %b = arith.constant 3 : i76
  // expected-warning @+1 {{i75 is not supported}}
  %c = arith.constant 3 : i75
  // expected-error @+1 2 {{i74 is not supported}}
  %d = arith.constant 3 : i74
  return
}
// CHECK-NEXT: error: expected error "i78 is not supported" was not produced
// CHECK:      error: unexpected error: 'arith.constant': a value of type i77
// CHECK:      error: expected error "i76 is not supported" was not produced
// CHECK:      error: unexpected error: 'arith.constant': a value of type i76
// CHECK:      error: expected warning "i75 is not supported" was not produced
// CHECK:      error: unexpected error: 'arith.constant': a value of type i75
// CHECK:      error: expected error "i74 is not supported" was not produced
// CHECK-NOT:  unexpected error: {{.*}}i74

// -----

// expected-error @+one {{what}}
// CHECK:      error: malformed annotation: the form is 'expected-error @+1 {{[{][{]}}text{{[}][}]}}'

// -----

// expected-error-re {{a{{(}}}}
// CHECK:      error: malformed annotation: missing ), unterminated subpattern
// CHECK-NOT:  error:

// REMARKS: unexpected_remarks.mlir:2:3: error: unexpected remark: looked at [test-remarks]
// REMARKS: unexpected_remarks.mlir:5:4: error: expected remark "nothing" was not produced

// FILTER-NOT: unexpected remark
// FILTER:     unexpected_remarks.mlir:5:4: error: expected remark "nothing" was not produced
