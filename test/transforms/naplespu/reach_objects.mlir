// RUN: circ-opt %s -p naplespu-rematerialize | filecheck %s

!s = !naplespu.scalar
!v = !naplespu.vector

// Accesses take no register for the address; what passes it on computes it there.
naplespu.func @passed {
^bb0(%x : !s):
  %p = naplespu.frame_address 0 size 8 align 4 : !s
  naplespu.S32W_Mainmem(%x, %p), 4 : (!s, !s) -> ()
  naplespu.JMPSR_OFF @f(%p) : (!s) -> ()
  %y = naplespu.L32W_Mainmem(%p), 0 : (!s) -> !s
  naplespu.JRET %y : !s
}
// CHECK-LABEL: naplespu.func @passed
// CHECK:         %[[frame:.*]] = naplespu.frame_address 0 size 8 align 4 : !naplespu.frame
// CHECK-NEXT:    %[[passed:.*]] = naplespu.frame_address 0 size 8 align 4 : !naplespu.recomputed<scalar>
// CHECK-NEXT:    naplespu.S32W_Mainmem(%x, %[[frame]]), 4
// CHECK-NEXT:    naplespu.JMPSR_OFF @f(%[[passed]]) : (!naplespu.recomputed<scalar>)
// CHECK-NEXT:    naplespu.L32W_Mainmem(%[[frame]]), 0

// Of other uses the address is in a register as before; so is one that is stored.
naplespu.func @computed {
^bb0(%x : !s):
  %p = naplespu.frame_address 0 size 8 align 4 : !s
  naplespu.S32W_Mainmem(%p, %p), 0 : (!s, !s) -> ()
  %q = naplespu.ADDSSS_32(%p, %x) : (!s, !s) -> !s
  naplespu.JRET %q : !s
}
// CHECK-LABEL: naplespu.func @computed
// CHECK:         %[[frame:.*]] = naplespu.frame_address 0 size 8 align 4 : !naplespu.frame
// CHECK-NEXT:    %[[own:.*]] = naplespu.frame_address 0 size 8 align 4 : !naplespu.scalar
// CHECK-NEXT:    naplespu.S32W_Mainmem(%[[own]], %[[frame]]), 0
// CHECK-NEXT:    naplespu.ADDSSS_32(%[[own]], %x)

// Vectors too. Objects that are large, or aligned to more than the stack is, keep
// registers; so do offsets that do not fit whatever the frame holds.
naplespu.func @objects {
^bb0(%x : !s, %w : !v):
  %vector = naplespu.frame_address 0 size 64 align 64 : !s
  %large = naplespu.frame_address 1 size 400 align 4 : !s
  %aligned = naplespu.frame_address 2 size 4 align 128 : !s
  naplespu.SV32WMainmem_U(%w, %vector), 0 : (!v, !s) -> ()
  naplespu.S32W_Mainmem(%x, %vector), 250 : (!s, !s) -> ()
  naplespu.S32W_Mainmem(%x, %large), 0 : (!s, !s) -> ()
  naplespu.S32W_Mainmem(%x, %aligned), 0 : (!s, !s) -> ()
  naplespu.JRET
}
// CHECK-LABEL: naplespu.func @objects
// CHECK:         %[[frame:.*]] = naplespu.frame_address 0 size 64 align 64 : !naplespu.frame
// CHECK-NEXT:    %[[vector:.*]] = naplespu.frame_address 0 {{.*}} : !naplespu.scalar
// CHECK-NEXT:    %large = {{.*}} : !naplespu.scalar
// CHECK-NEXT:    %aligned = {{.*}} : !naplespu.scalar
// CHECK-NEXT:    naplespu.SV32WMainmem_U(%w, %[[frame]]), 0
// CHECK-NEXT:    naplespu.S32W_Mainmem(%x, %[[vector]]), 250

// Where objects of any size move `sp`, how far others are from it is not known yet.
naplespu.func @dynamic {
^bb0(%x : !s):
  %p = naplespu.frame_address 0 size 4 align 4 : !s
  %q = naplespu.dynamic_alloca %x align 64 : !s
  naplespu.S32W_Mainmem(%q, %p), 0 : (!s, !s) -> ()
  naplespu.JRET
}
// CHECK-LABEL: naplespu.func @dynamic
// CHECK:         %p = naplespu.frame_address 0 size 4 align 4 : !naplespu.scalar
