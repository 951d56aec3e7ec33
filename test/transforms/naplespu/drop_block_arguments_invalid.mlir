// RUN: not circ-opt %s -p naplespu-drop-block-arguments 2>&1 | filecheck %s

// There are no copies.
!s0 = !naplespu.scalar<s0>
!s1 = !naplespu.scalar<s1>
naplespu.func @swapped {
^bb0(%a : !s0, %b : !s1):
  naplespu.JMP ^bb1(%a, %b : !s0, !s1)
^bb1(%x : !s0, %y : !s1):
  %n = naplespu.ADDSSI(%x), -1 : (!s0) -> !s0
  naplespu.BNEZ %n : !s0, ^bb1(%y, %n : !s1, !s0), ^bb2
^bb2:
  naplespu.JRET %y : !s1
}
// CHECK: drop_block_arguments_invalid.mlir:11:3: error: a value is not passed in the register of the block argument; naplespu-insert-copies must run first, after naplespu-coalesce
