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
