// RUN: circ-opt %s -t gen-text | filecheck %s
// The target writes registers by number; a jump to the next block needs no text.

gen.func @f(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword uniform>
  %p = gen.register : !gen.reg<bool>
  gen.inputs %x
  gen.gt int32 %p = %x, %x
  gen.bra ^next
^next:
  gen.bra_if %p, ^next, ^end
^end:
  gen.ret %x
}

// CHECK:      .decl_function f
// CHECK-NEXT: ## 2 registers ##
// CHECK-NEXT: .decl.dword %0 uniform
// CHECK-NEXT: .decl.bool %1
// CHECK-NEXT: ## 1 input registers ##
// CHECK-NEXT: decl_input.value %0 arg0
// CHECK-NEXT: ## 1 output registers ##
// CHECK-NEXT: decl_output.dword
// CHECK-NEXT: ## 0 pushed register
// CHECK-NEXT: ## 3 blocks ##
// CHECK-NEXT: LABEL $0
// CHECK-NEXT: GT.int32 %1 %0 %0
// CHECK:      LABEL $1
// CHECK-NEXT: BRA<%1> -> label$1
// CHECK:      LABEL $2
// CHECK-NEXT: RET %0
// CHECK:      .end_function
