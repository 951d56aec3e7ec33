// RUN: circ-opt %s -p naplespu-hoist-constants | filecheck %s

// Addresses and constants of an inner loop are made once, in front of the outer one.
naplespu.func @loops {
^bb0(%n : !naplespu.scalar):
  naplespu.JMP ^bb1(%n : !naplespu.scalar)
^bb1(%i : !naplespu.scalar):
  naplespu.JMP ^bb2(%i : !naplespu.scalar)
^bb2(%j : !naplespu.scalar):
  %a = naplespu.LoadI32 @table : !naplespu.scalar
  %f = naplespu.frame_address 0 size 64 align 4 : !naplespu.scalar
  %b = naplespu.LoadI32 @table : !naplespu.scalar
  %v = naplespu.L32W_Mainmem(%a), 0 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.S32W_Mainmem(%v, %f), 0 : (!naplespu.scalar, !naplespu.scalar) -> ()
  naplespu.S32W_Mainmem(%v, %b), 4 : (!naplespu.scalar, !naplespu.scalar) -> ()
  %k = naplespu.SUBSSI(%j), 1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %k : !naplespu.scalar, ^bb2(%k : !naplespu.scalar), ^bb3
^bb3:
  %c = naplespu.LoadI32 70000 : !naplespu.scalar
  %m = naplespu.ANDSSS_32(%i, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %m : !naplespu.scalar, ^bb1(%m : !naplespu.scalar), ^bb4
^bb4:
  %d = naplespu.LoadI32 70000 : !naplespu.scalar
  naplespu.JRET %d : !naplespu.scalar
}
// CHECK:      naplespu.func @loops {
// CHECK-NEXT: ^bb0
// CHECK-DAG:    %[[TABLE:.*]] = naplespu.LoadI32 @table
// CHECK-DAG:    %[[FRAME:.*]] = naplespu.frame_address 0
// CHECK-DAG:    %[[MASK:.*]] = naplespu.LoadI32 70000
// CHECK:        naplespu.JMP
// CHECK-NOT:    LoadI32
// CHECK:        naplespu.L32W_Mainmem(%[[TABLE]])
// CHECK-NEXT:   naplespu.S32W_Mainmem(%{{.*}}, %[[FRAME]])
// CHECK-NEXT:   naplespu.S32W_Mainmem(%{{.*}}, %[[TABLE]])
// CHECK:        naplespu.ANDSSS_32(%{{.*}}, %[[MASK]])
// CHECK:      ^bb4:
// CHECK-NEXT:   naplespu.LoadI32 70000

// A scalar that a loop needs in all lanes of a vector is moved there where it is computed,
// once; one that the loop computes, in the loop.
naplespu.func @splats {
^bb0(%s : !naplespu.scalar, %v : !naplespu.vector):
  %t = naplespu.ADDSSI(%s), 1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.JMP ^bb1(%v, %t : !naplespu.vector, !naplespu.scalar)
^bb1(%w : !naplespu.vector, %n : !naplespu.scalar):
  %c = naplespu.LoadI32 70000 : !naplespu.scalar
  %a = naplespu.MOVE_VS_32(%s) : (!naplespu.scalar) -> !naplespu.vector
  %b = naplespu.MOVE_VS_32(%t) : (!naplespu.scalar) -> !naplespu.vector
  %d = naplespu.MOVE_VS_32(%c) : (!naplespu.scalar) -> !naplespu.vector
  %e = naplespu.MOVE_VS_32(%n) : (!naplespu.scalar) -> !naplespu.vector
  %f = naplespu.MOVE_VS_32(%t) : (!naplespu.scalar) -> !naplespu.vector
  %x = naplespu.SHUFFLEI_32(%a, %b) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  %y = naplespu.SHUFFLEI_32(%d, %e) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  %z = naplespu.ADDVVV_U_32(%x, %f) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  %m = naplespu.SUBSSI(%n), 1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %m : !naplespu.scalar, ^bb1(%z, %m : !naplespu.vector, !naplespu.scalar), ^bb2
^bb2:
  naplespu.JRET %y : !naplespu.vector
}
// CHECK:      naplespu.func @splats
// CHECK-NEXT: ^bb0(%s: !naplespu.scalar, %v: !naplespu.vector):
// CHECK-NEXT:   %a = naplespu.MOVE_VS_32(%s)
// CHECK-NEXT:   %t = naplespu.ADDSSI(%s), 1
// CHECK-NEXT:   %b = naplespu.MOVE_VS_32(%t)
// CHECK-NEXT:   %c = naplespu.LoadI32 70000
// CHECK-NEXT:   %d = naplespu.MOVE_VS_32(%c)
// CHECK-NEXT:   naplespu.JMP
// CHECK-NEXT: ^bb1(%w: !naplespu.vector, %n: !naplespu.scalar):
// CHECK-NEXT:   %e = naplespu.MOVE_VS_32(%n)
// CHECK-NEXT:   %x = naplespu.SHUFFLEI_32(%a, %b)
// CHECK-NEXT:   %y = naplespu.SHUFFLEI_32(%d, %e)
// CHECK-NEXT:   %z = naplespu.ADDVVV_U_32(%x, %b)

// Where the function disables lanes, a move writes only the others.
naplespu.func @masked {
^bb0(%s : !naplespu.scalar, %m : !naplespu.scalar):
  naplespu.WRITEMR(%m) : (!naplespu.scalar) -> ()
  %a = naplespu.MOVE_VS_32(%s) : (!naplespu.scalar) -> !naplespu.vector
  naplespu.JRET %a : !naplespu.vector
}
// CHECK:      naplespu.func @masked
// CHECK:        naplespu.WRITEMR
// CHECK-NEXT:   naplespu.MOVE_VS_32

// A vector of lanes is loaded once where one block comes before the other on every
// path, and once more where it does not.

naplespu.func @lanes {
^bb0(%c: !naplespu.scalar):
  %a = naplespu.load_lanes [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !naplespu.vector
  naplespu.BNEZ %c : !naplespu.scalar, ^bb1, ^bb2
^bb1:
  %b = naplespu.load_lanes [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !naplespu.vector
  %d = naplespu.load_lanes [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14] : !naplespu.vector
  %s = naplespu.ADDVVV_U_32(%a, %b) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  %t = naplespu.ADDVVV_U_32(%s, %d) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  naplespu.JMP ^bb2
^bb2:
  %e = naplespu.load_lanes [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14] : !naplespu.vector
  %f = naplespu.load_lanes [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !naplespu.vector
  %u = naplespu.ADDVVV_U_32(%e, %f) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  naplespu.JRET %u : !naplespu.vector
}

// CHECK-LABEL: naplespu.func @lanes
// CHECK:         %[[A:.*]] = naplespu.load_lanes [0, 1,
// CHECK:       ^bb1:
// CHECK-NEXT:    %[[D:.*]] = naplespu.load_lanes [1, 0,
// CHECK-NEXT:    %{{.*}} = naplespu.ADDVVV_U_32(%[[A]], %[[A]])
// CHECK:       ^bb2:
// CHECK-NEXT:    %[[E:.*]] = naplespu.load_lanes [1, 0,
// CHECK-NEXT:    %{{.*}} = naplespu.ADDVVV_U_32(%[[E]], %[[A]])

// A constant that its block first uses after a call is computed there; one that it uses
// before the call too is not.
naplespu.func @behind_calls {
^bb0(%x : !naplespu.scalar):
  %a = naplespu.LoadI32 70000 : !naplespu.scalar
  %b = naplespu.LoadI32 80000 : !naplespu.scalar
  %y = naplespu.ADDSSS_32(%x, %b) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %r = naplespu.JMPSR_OFF @behind_calls(%y) : (!naplespu.scalar) -> !naplespu.scalar
  %c = naplespu.XORSSS_32(%r, %b) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %d = naplespu.ADDSSS_32(%c, %a) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.JRET %d : !naplespu.scalar
}
// CHECK:      naplespu.func @behind_calls {
// CHECK-NEXT: ^bb0
// CHECK-NEXT:   %[[B:.*]] = naplespu.LoadI32 80000
// CHECK-NEXT:   naplespu.ADDSSS_32(%{{.*}}, %[[B]])
// CHECK-NEXT:   naplespu.JMPSR_OFF
// CHECK-NEXT:   naplespu.XORSSS_32(%{{.*}}, %[[B]])
// CHECK-NEXT:   %[[A:.*]] = naplespu.LoadI32 70000
// CHECK-NEXT:   naplespu.ADDSSS_32(%{{.*}}, %[[A]])

// What only other blocks use is computed behind the calls of its own.
naplespu.func @for_others {
^bb0(%x : !naplespu.scalar):
  %c = naplespu.LoadI32 70000 : !naplespu.scalar
  %r = naplespu.JMPSR_OFF @f(%x) : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %r : !naplespu.scalar, ^bb1, ^bb2
^bb1:
  %y = naplespu.ADDSSS_32(%r, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.JRET %y : !naplespu.scalar
^bb2:
  naplespu.JRET %c : !naplespu.scalar
}
// CHECK-LABEL: naplespu.func @for_others
// CHECK:         naplespu.JMPSR_OFF @f
// CHECK-NEXT:    naplespu.LoadI32 70000
// CHECK-NEXT:    naplespu.BNEZ
