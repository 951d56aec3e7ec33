// RUN: not circ-opt %s -p naplespu-allocate-registers 2>&1 | filecheck %s

naplespu.func @seven {
^bb0(%v : !naplespu.vector):
  naplespu.JRET %v, %v, %v, %v, %v, %v, %v : !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector
}
// CHECK: vector_results_invalid.mlir:5:3: error: 7 vector results are not supported on NaplesPU, which returns at most 6
