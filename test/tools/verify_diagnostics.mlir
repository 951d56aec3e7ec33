// RUN: circ-opt %s --split-input-file --verify-diagnostics -p lower-to-circuit | filecheck %s

// Each of several errors of a part is expected.

func.func @f(%x: i32, %c: i1) -> i32 {
  // expected-error @+1 {{'arith.constant': a value of type i77 is not supported}}
  %a = arith.constant 3 : i77
  %r = scf.if %c -> i32 {
    %n = tensor.empty() : tensor<4xf32> // expected-error {{'tensor.empty': this operation is not supported}}
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @g() {
  // Several annotations may be about one line, and the short text is left to whom it fits.
  // expected-error@below {{a value}}
  // expected-error @below {{'arith.constant': a value of type i99}}
  %b = arith.constant 5 : i99  %d = arith.constant 5 : i98
  // expected-error-re @+1 2 {{'arith.{{[a-z]+}}': a value of type i{{9.}} is not}}
  %e = arith.constant 5 : i97  %f = arith.constant 5 : i96
  %g = arith.constant 5 : i94  %h = arith.constant 5 : i95  // expected-error {{i94}} expected-error {{i95}}
  return
}

// -----

// What is right is printed.
// CHECK:     circuit.func @right
func.func @right(%x: i32) -> i32 {
  return %x : i32
}

// -----

func.func @h(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i64 // expected-error {{operand is used with type i64, but has been previously used or defined with type i32}}
}

// -----

// RUN: circ-opt - --verify-diagnostics -p 'lower-to-circuit{opt=9}' < %S/Inputs/unknown.mlir
// RUN: RAISING circ-opt %S/Inputs/remarks.mlir --verify-diagnostics -p test-remarks | filecheck %s --check-prefix=REMARKS
// REMARKS: func.func @f

// Without the option a warning is printed as an error is; a remark is for who asks for it.
// RUN: RAISING circ-opt %S/Inputs/remarks.mlir -p test-remarks -o %t 2>&1 | filecheck %s --check-prefix=WARNING
// WARNING:      remarks.mlir:5:3: warning: multiplications are slow
// WARNING-NEXT:   %b = arith.muli %a, %x : i32
// WARNING-NEXT:   ^
// WARNING-NOT:  {{.}}
