// RUN: circ-opt %s -p naplespu-speculate | filecheck %s

// Outside of loops control may as well go the other way.
naplespu.func @head {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  %c = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  %z = naplespu.ADDSSI(%a), 2 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s3>
  naplespu.BEQZ %c : !naplespu.scalar<s2>, ^bb2, ^bb1
^bb1:
  %x = naplespu.ADDSSI(%b), 3 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s3>
  %y = naplespu.ADDSSI(%b), 4 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s4>
  %v = naplespu.ADDSSS_32(%y, %b) : (!naplespu.scalar<s4>, !naplespu.scalar<s1>) -> !naplespu.scalar<s5>
  naplespu.JRET %x, %v : !naplespu.scalar<s3>, !naplespu.scalar<s5>
^bb2:
  naplespu.JRET %z : !naplespu.scalar<s3>
}
// CHECK:      naplespu.func @head
// CHECK:        naplespu.ADDSSI(%a), 2
// CHECK-NEXT:   naplespu.BEQZ
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   naplespu.ADDSSI(%b), 3
// CHECK-NEXT:   naplespu.ADDSSI(%b), 4

// Of two loops: the second question is answered while the first one is.
naplespu.func @questions {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  %c = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  naplespu.BEQZ %c : !naplespu.scalar<s2>, ^bb3, ^bb1
^bb1:
  %d = naplespu.ADDSSI(%b), 2 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s3>
  naplespu.BEQZ %d : !naplespu.scalar<s3>, ^bb4, ^bb2
^bb2:
  %m = naplespu.get_register : !naplespu.scalar<s0>
  %e = naplespu.ADDSSI(%m), -1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.BNEZ %e : !naplespu.scalar<s0>, ^bb2, ^bb4
^bb3:
  %n = naplespu.get_register : !naplespu.scalar<s0>
  %f = naplespu.ADDSSI(%n), -2 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.BNEZ %f : !naplespu.scalar<s0>, ^bb3, ^bb4
^bb4:
  naplespu.JRET
}
// CHECK:      naplespu.func @questions
// CHECK:        naplespu.ADDSSI(%a), 1
// CHECK:        naplespu.ADDSSI({{.*}}), 2
// CHECK-NEXT:   naplespu.BEQZ
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   naplespu.get_register
// CHECK-NEXT:   naplespu.BEQZ

// The loop of the other side needs the register.
naplespu.func @needed {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  %c = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  naplespu.BEQZ %c : !naplespu.scalar<s2>, ^bb3, ^bb1
^bb1:
  %d = naplespu.ADDSSI(%b), 2 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s0>
  naplespu.BEQZ %d : !naplespu.scalar<s0>, ^bb4, ^bb2
^bb2:
  %m = naplespu.get_register : !naplespu.scalar<s1>
  %e = naplespu.ADDSSI(%m), -1 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s1>
  naplespu.BNEZ %e : !naplespu.scalar<s1>, ^bb2, ^bb4
^bb3:
  %n = naplespu.get_register : !naplespu.scalar<s0>
  %f = naplespu.ADDSSI(%n), -2 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.BNEZ %f : !naplespu.scalar<s0>, ^bb3, ^bb4
^bb4:
  naplespu.JRET
}
// CHECK:      naplespu.func @needed
// CHECK:        naplespu.ADDSSI(%a), 1
// CHECK-NEXT:   naplespu.BEQZ
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   naplespu.ADDSSI(%b), 2

// Of a loop of one block the next round begins while this one's test is computed.
naplespu.func @loop {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  naplespu.JMP ^bb1
^bb1:
  %n = naplespu.get_register : !naplespu.scalar<s0>
  %x = naplespu.get_register : !naplespu.scalar<s1>
  %y = naplespu.MULFSSS_32(%x, %x) : (!naplespu.scalar<s1>, !naplespu.scalar<s1>) -> !naplespu.scalar<s2>
  %u = naplespu.ADDFSSS_32(%y, %x) : (!naplespu.scalar<s2>, !naplespu.scalar<s1>) -> !naplespu.scalar<s1>
  %d = naplespu.SLTFOSSS_32(%u, %y) : (!naplespu.scalar<s1>, !naplespu.scalar<s2>) -> !naplespu.scalar<s3>
  naplespu.BNEZ %d : !naplespu.scalar<s3>, ^bb1, ^bb2
^bb2:
  %r = naplespu.get_register : !naplespu.scalar<s1>
  naplespu.JRET %r : !naplespu.scalar<s1>
}
// CHECK:      naplespu.func @loop
// CHECK:        naplespu.MULFSSS_32
// CHECK:        naplespu.JMP ^bb1
// CHECK:      ^bb1:
// CHECK:        naplespu.ADDFSSS_32
// CHECK:        naplespu.MULFSSS_32
// CHECK:        naplespu.BNEZ

// What follows the loop stays there.
naplespu.func @exit {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  naplespu.JMP ^bb1
^bb1:
  %n = naplespu.get_register : !naplespu.scalar<s0>
  %d = naplespu.ADDSSI(%n), -1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.BNEZ %d : !naplespu.scalar<s0>, ^bb1, ^bb2
^bb2:
  %x = naplespu.get_register : !naplespu.scalar<s1>
  %y = naplespu.MULFSSS_32(%x, %x) : (!naplespu.scalar<s1>, !naplespu.scalar<s1>) -> !naplespu.scalar<s2>
  %u = naplespu.ADDFSSS_32(%y, %x) : (!naplespu.scalar<s2>, !naplespu.scalar<s1>) -> !naplespu.scalar<s3>
  naplespu.JRET %u : !naplespu.scalar<s3>
}
// CHECK:      naplespu.func @exit
// CHECK:        naplespu.BNEZ
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   naplespu.get_register
// CHECK-NEXT:   naplespu.MULFSSS_32

// A round of the loop does not wait for the sum, which gains one cycle.
naplespu.func @little {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  naplespu.JMP ^bb1
^bb1:
  %n = naplespu.get_register : !naplespu.scalar<s0>
  %x = naplespu.get_register : !naplespu.scalar<s1>
  %y = naplespu.ADDSSI(%x), 3 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s2>
  %d = naplespu.ADDSSI(%n), -1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.BNEZ %d : !naplespu.scalar<s0>, ^bb1, ^bb2
^bb2:
  %r = naplespu.get_register : !naplespu.scalar<s2>
  naplespu.JRET %r : !naplespu.scalar<s2>
}
// CHECK:      naplespu.func @little
// CHECK-NEXT: ^bb0
// CHECK-NEXT:   naplespu.JMP ^bb1
