// RUN: CIRC_ROUNDTRIP

// Addresses of blocks, and jumps to them.
naplespu.global @table 12 align 4 constant addresses [@one, @two, @f]
naplespu.func @f {
^bb0(%a : !naplespu.scalar):
  %t = naplespu.LoadI32 @one : !naplespu.scalar
  naplespu.JUMPREG %a [^bb1, ^bb2] : !naplespu.scalar
^bb1:
  naplespu.label @one
  naplespu.JRET
^bb2:
  naplespu.label @two
  naplespu.label @".Lf.case1"
  naplespu.JMP ^bb1
}
// CHECK:       naplespu.global @table 12 align 4 constant addresses [@one, @two, @f]
// CHECK:         naplespu.JUMPREG %a [^bb{{[0-9]}}, ^bb{{[0-9]}}] : !naplespu.scalar
// CHECK:         naplespu.label @one
// CHECK:         naplespu.label @two
// CHECK-NEXT:    naplespu.label @".Lf.case1"
