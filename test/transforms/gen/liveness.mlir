// RUN: circ-opt %s -p test-gen-liveness -o /dev/null | filecheck %s
// What is read before it is written is live in; around a loop it stays live; a register
// that a block writes first is not.

gen.func @countdown(dword) -> (dword) {
  %n = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %sum = gen.register : !gen.reg<dword>
  %more = gen.register : !gen.reg<bool>
  %local = gen.register : !gen.reg<dword>
  gen.inputs %n
  gen.loadi int32 %one {value = 1}
  gen.loadi int32 %sum {value = 0}
  gen.bra ^loop
^loop:
  gen.mov int32 %local = %n
  gen.add int32 %sum = %sum, %local
  gen.sub int32 %n = %n, %one
  gen.gt int32 %more = %n, %one
  gen.bra_if %more, ^loop, ^done
^done:
  gen.ret %sum
}

// CHECK:      @countdown
// CHECK-NEXT:   ^0: in {} out {%n %one %sum}
// CHECK-NEXT:   ^1: in {%n %one %sum} out {%n %one %sum}
// CHECK-NEXT:   ^2: in {%sum} out {}

gen.func @undefined() -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.ret %x
}

// CHECK:      @undefined
// CHECK-NEXT:   ^0: in {%x} out {}
