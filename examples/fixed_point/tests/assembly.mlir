// RUN: circ-opt %s -p expand-operations | filecheck %s --check-prefix=LOOPS
// RUN: circ-opt %s -p lower-to-naplespu -t naplespu-asm | filecheck %s

func.func @fir(%x: memref<16x!fixed.fixed<16, 8>>, %taps: memref<4x!fixed.fixed<16, 8>>,
               %y: memref<13x!fixed.fixed<16, 8>>) {
  fixed.fir %x, %taps, %y : memref<16x!fixed.fixed<16, 8>>,
      memref<4x!fixed.fixed<16, 8>>, memref<13x!fixed.fixed<16, 8>>
  return
}
// LOOPS:        scf.for
// LOOPS:          scf.for {{.*}} iter_args({{.*}}) -> (i64)
// LOOPS:            fixed.mac
// LOOPS:          fixed.from_sum
// LOOPS-NEXT:     memref.store
// LOOPS-NOT:    fixed.fir

// The taps are unrolled; constants stay in registers; samples are loaded as 16 bits.
// CHECK-LABEL: fir:
// CHECK:         movei [[MOST:s[0-9]+]], 32767
// CHECK:       .Lfir_1:
// CHECK-COUNT-8: load32_s16
// CHECK:         mull_i32
// CHECK:         addi {{s[0-9]+}}, {{s[0-9]+}}, 128
// CHECK:         store32_16
// CHECK:         b{{n?}}e{{q?}}z {{s[0-9]+}}, .Lfir_1
// CHECK-NEXT:    jret

func.func @mix(%x: !fixed.fixed<16, 8>, %y: !fixed.fixed<16, 8>) -> !fixed.fixed<16, 8> {
  %gain = fixed.constant 1.75 : !fixed.fixed<16, 8>
  %louder = fixed.mul %x, %gain : !fixed.fixed<16, 8>
  %sum = fixed.add %louder, %y : !fixed.fixed<16, 8>
  return %sum : !fixed.fixed<16, 8>
}
// 1.75 is 448/256; one half is added before the shift.
// CHECK-LABEL: mix:
// CHECK:         sext16_i32 s{{[0-9]+}}, s{{[0-9]+}}
// CHECK:         movei [[GAIN:s[0-9]+]], 448
// CHECK:         mull_i32 s{{[0-9]+}}, s{{[0-9]+}}, [[GAIN]]
// CHECK:         addi s{{[0-9]+}}, s{{[0-9]+}}, 128
// CHECK:         ashri s{{[0-9]+}}, s{{[0-9]+}}, 8
// CHECK:         jret
