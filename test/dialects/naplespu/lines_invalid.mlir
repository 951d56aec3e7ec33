// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s

naplespu.func @odd lines 48 {
^bb0:
  naplespu.JRET
}
// CHECK: error: 'naplespu.func': lines must have 4, 8, 16, … bytes, but have 48
