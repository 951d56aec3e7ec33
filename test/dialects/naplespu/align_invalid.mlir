// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s

naplespu.func @odd align 48 {
^bb0:
  naplespu.JRET
}
// CHECK: error: 'naplespu.func': alignment must be a power of two above 2, but is 48
