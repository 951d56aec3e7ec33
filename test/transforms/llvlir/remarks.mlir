// RUN: circ-opt %s -p llvlir-legalize,convert-llvlir-to-gen,gen-expand-atomics --remarks --pass-statistics -o /dev/null 2>&1 | filecheck %s
// RUN: circ-opt %s -t llvlir-bytecode -o %t.llvb
// RUN: circ-opt %t.llvb -p llvlir-legalize --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=BINARY

// Operations that no instruction computes, below the circuit.

llvlir.func @f(%p: !llvlir.a, %x: !llvlir.f<f32>, %n: !llvlir.r<i32>) -> (!llvlir.f<f32>, !llvlir.r<i32>) {
  %y = llvlir.add.F %x, %x round rtz : f32
  %c = llvlir.popc.I %n : i32
  %old = llvlir.amoadd.I %p, %c : i32
  llvlir.ret %y, %old : !llvlir.f<f32>, !llvlir.r<i32>
}
// CHECK:      remarks.mlir:[[# @LINE - 5]]:3: remark: rounding mode rtz becomes a call of __circ_add_f32_rtz [llvlir-legalize]
// CHECK:      remarks.mlir:[[# @LINE - 5]]:3: remark: written out: there is no instruction for popc.I [llvlir-legalize]
// CHECK:      remarks.mlir:[[# @LINE - 5]]:3: remark: not atomic: becomes a load, the operation and a store [gen-expand-atomics]
// CHECK:        1  llvlir-legalize        operations that became calls
// CHECK-NEXT:   1  llvlir-legalize        operations expanded
// CHECK:        1  gen-expand-atomics     atomic updates expanded

// The place in a binary input is its offset.
// BINARY:    llvb: byte {{[0-9]+}}: remark: rounding mode rtz becomes a call of __circ_add_f32_rtz [llvlir-legalize]
