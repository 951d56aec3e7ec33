// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s

naplespu.func @arguments {
^bb0(%a : !naplespu.scalar):
  naplespu.JUMPREG %a [^bb1] : !naplespu.scalar
^bb1(%b : !naplespu.scalar):
  naplespu.label @one
  naplespu.JRET
}
// CHECK: error: 'naplespu.JUMPREG': the blocks must take no arguments
// -----
naplespu.func @nameless {
^bb0(%a : !naplespu.scalar):
  naplespu.JUMPREG %a [^bb1] : !naplespu.scalar
^bb1:
  naplespu.JRET
}
// CHECK: error: 'naplespu.JUMPREG': every block listed must have a label
// -----
naplespu.func @nowhere {
^bb0(%a : !naplespu.scalar):
  naplespu.JUMPREG %a [] : !naplespu.scalar
}
// CHECK: error: 'naplespu.JUMPREG': there must be a block to go to
// -----
naplespu.global @small 4 align 4 addresses [@f, @g]
// CHECK: error: 'naplespu.global': the address of @g at 4 must fit the object, whose bytes are zero there
// -----
naplespu.global @taken 12 align 4 = "0000000000000001" addresses [@f, @g]
// CHECK: error: 'naplespu.global': the address of @g at 4 must fit the object, whose bytes are zero there
// -----
naplespu.global @behind 12 align 4 = "000000000000000001" addresses [@f, @g]
// CHECK: naplespu.global @behind 12 align 4
