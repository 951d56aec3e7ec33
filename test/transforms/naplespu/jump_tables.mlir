// RUN: circ-opt %s -p convert-gen-to-naplespu,NAPLESPU_ALLOCATION,naplespu-lower-frames,naplespu-expand-pseudos,naplespu-drop-block-arguments,naplespu-block-layout -t naplespu-asm | filecheck %s
// RUN: circ-translate --from mlir --to gen-text %s | circ-translate --from gen-text --to mlir - | filecheck %s --check-prefix GEN
// RUN: circ-run --compare-levels %s -- 0 10 | filecheck %s --check-prefix VALUE

// Addresses of blocks are values, in memory and in registers; a block that is also
// reached otherwise has its label in front.

gen.global @targets 12 align 4 constant addresses [@first, @second, @third]
gen.func @f(dword, dword) -> (dword)
    attributes {circ.signature = (i32, i32) -> i32} {
  %n = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<dword>
  %two = gen.register : !gen.reg<dword>
  gen.inputs %n, %x
  gen.loadi uint32 %two {value = 2}
  gen.shl int32 %n = %n, %two
  gen.symbol uint32 %a {symbol = @targets}
  gen.add int32 %a = %a, %n
  gen.load uint32 %a = %a {space = global, memory = #circ.memory<4>}
  gen.bra_indirect %a [^first, ^second, ^third]
^first:
  gen.label @first
  gen.add int32 %x = %x, %two
  gen.bra ^third
^second:
  gen.label @second
  gen.symbol uint32 %a {symbol = @third}
  gen.sub int32 %x = %x, %two
  gen.bra_indirect %a [^first, ^third]
^third:
  gen.label @third
  gen.ret %x
}
// CHECK-LABEL: f:
// CHECK:       jmp s
// CHECK:       leah {{.*}}, third
// CHECK:       jmp s
// CHECK:       .section .rodata,"a"
// CHECK:       targets:
// CHECK-NEXT:  .word first
// CHECK-NEXT:  .word second
// CHECK-NEXT:  .word third

// VALUE: 12
// GEN:      gen.global @targets 12 align 4 constant addresses [@first, @second, @third]
// GEN:      gen.bra_indirect %{{.*}} [^{{.*}}, ^{{.*}}, ^{{.*}}]
// GEN-NEXT: ^{{.*}}:
// GEN-NEXT:   gen.label @first
