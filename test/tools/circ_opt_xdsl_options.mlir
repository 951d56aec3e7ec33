// xDSL's options of circ-opt that no other test uses.


// RUN: not circ-opt %s --no-implicit-module 2>&1 | filecheck %s --check-prefix=IMPLICIT
// IMPLICIT: :1:1: error: builtin.module operation expected

// RUN: circ-opt %s --print-op-generic --print-no-properties | filecheck %s --check-prefix=PROPERTIES
// PROPERTIES: "func.func"() ({
// PROPERTIES: {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
// PROPERTIES: }) {sym_name = "f", function_type = (i32) -> ()} : () -> ()

// RUN: circ-opt %s --syntax-highlight | od -c | filecheck %s --check-prefix=COLOUR
// COLOUR: 033

// RUN: not circ-opt %s --shrink | filecheck %s --check-prefix=SHRINK
// SHRINK: Failure, can't shrink

// RUN: printf 'func.func @f() -> i32 {\n  func.return\n}\n' > %t.bad
// RUN: not circ-opt %t.bad 2>&1 | filecheck %s --check-prefix=BAD
// BAD: :2:3: error: 'func.return'
// RUN: circ-opt %t.bad --disable-verify | filecheck %s --check-prefix=UNVERIFIED
// UNVERIFIED: func.func @f() -> i32

// RUN: circ-opt %t.bad --verify-diagnostics | filecheck %s --check-prefix=STOCK
// STOCK: Operation does not verify: Expected arguments to have the same types as the function output types: expected [i32], got []

// RUN: printf 'func.func @f( {\n}\n' > %t.worse
// RUN: circ-opt %t.worse --parsing-diagnostics | filecheck %s --check-prefix=PARSING
// PARSING: :1:15
// PARSING: Expected argument or type

func.func @f(%x: i32) {
  %y = arith.addi %x, %x : i32
  func.return
}
