// RUN: not circ-opt %s -p naplespu-coalesce 2>&1 | filecheck %s

naplespu.func @no_register {
^bb0(%a : !naplespu.scalar):
  naplespu.JRET %a : !naplespu.scalar
}
// CHECK: coalesce_invalid.mlir:5:3: error: a value has no register; naplespu-allocate-registers must run before
