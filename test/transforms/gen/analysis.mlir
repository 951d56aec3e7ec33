// RUN: circ-opt %s -p 'test-gen-analysis{show=liveness},test-gen-analysis{show=chains},test-gen-analysis{show=loops},test-gen-analysis{show=uniformity},test-gen-analysis{show=structure}' -o /dev/null | filecheck %s
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


gen.func @guard(dword) {
  %n = gen.register : !gen.reg<dword>
  %lane = gen.register : !gen.reg<dword>
  %sum = gen.register : !gen.reg<dword>
  %less = gen.register : !gen.reg<bool>
  gen.inputs %n
  gen.simd_id uint32 %lane
  gen.mov uint32 %sum = %n
  gen.lt uint32 %less = %lane, %n
  gen.bra_if %less, ^then, ^join
^then:
  gen.add uint32 %sum = %sum, %sum
  gen.store uint32 %n, %sum {space = global}
  gen.bra ^join
^join:
  gen.ret
}

// CHECK:      @countdown
// CHECK-NEXT:   ^0: in {} out {%n %one %sum} exposed {} kill {%n %one %sum}
// CHECK-NEXT:   ^1: in {%n %one %sum} out {%n %one %sum} exposed {%n %one %sum} kill {%n %sum}
// CHECK-NEXT:   ^2: in {%sum} out {} exposed {%sum} kill {}
// CHECK-NEXT: @guard
// CHECK-NEXT:   ^0: in {} out {%n %sum} exposed {} kill {%n %sum}
// CHECK-NEXT:   ^1: in {%n %sum} out {} exposed {%n %sum} kill {%sum}
// CHECK-NEXT:   ^2: in {} out {} exposed {} kill {}
// CHECK-NEXT: @countdown
// CHECK-NEXT:   [0] LOADI.int32 %1 1
// CHECK-NEXT:     USES: [4] [5]
// CHECK-NEXT:   [1] LOADI.int32 %2 0
// CHECK-NEXT:     USES: [3]
// CHECK-NEXT:   [2] MOV.int32 %4 %0
// CHECK-NEXT:     USES: [3]
// CHECK-NEXT:     DEFS: # function argument [4]
// CHECK-NEXT:   [3] ADD.int32 %2 %2 %4
// CHECK-NEXT:     USES: [3] [7]
// CHECK-NEXT:     DEFS: [1] [3]
// CHECK-NEXT:     DEFS: [2]
// CHECK-NEXT:   [4] SUB.int32 %0 %0 %1
// CHECK-NEXT:     USES: [2] [4] [5]
// CHECK-NEXT:     DEFS: # function argument [4]
// CHECK-NEXT:     DEFS: [0]
// CHECK-NEXT:   [5] GT.int32 %3 %0 %1
// CHECK-NEXT:     USES: [6]
// CHECK-NEXT:     DEFS: [4]
// CHECK-NEXT:     DEFS: [0]
// CHECK-NEXT:   [6] BRA<%3> -> label$1
// CHECK-NEXT:     DEFS: [5]
// CHECK-NEXT:   [7] RET %2
// CHECK-NEXT:     DEFS: [3]
// CHECK-NEXT: @guard
// CHECK-NEXT:   [0] SIMD_ID.uint32 %1
// CHECK-NEXT:     USES: [2]
// CHECK-NEXT:   [1] MOV.uint32 %2 %0
// CHECK-NEXT:     USES: [4] [4]
// CHECK-NEXT:     DEFS: # function argument
// CHECK-NEXT:   [2] LT.uint32 %3 %1 %0
// CHECK-NEXT:     USES: [3]
// CHECK-NEXT:     DEFS: [0]
// CHECK-NEXT:     DEFS: # function argument
// CHECK-NEXT:   [3] BRA<%3> -> label$1
// CHECK-NEXT:     DEFS: [2]
// CHECK-NEXT:   [4] ADD.uint32 %2 %2 %2
// CHECK-NEXT:     USES: [5]
// CHECK-NEXT:     DEFS: [1]
// CHECK-NEXT:     DEFS: [1]
// CHECK-NEXT:   [5] STORE.uint32.global.aligned %0 {%2} bti:255
// CHECK-NEXT:     DEFS: # function argument
// CHECK-NEXT:     DEFS: [4]
// CHECK-NEXT:   [6] RET
// CHECK-NEXT: @countdown
// CHECK-NEXT:   ^0: depth 0
// CHECK-NEXT:   ^1: dominated by ^0 in the loop of ^1 depth 1
// CHECK-NEXT:   ^2: dominated by ^1 depth 0
// CHECK-NEXT: @guard
// CHECK-NEXT:   ^0: depth 0
// CHECK-NEXT:   ^1: dominated by ^0 depth 0
// CHECK-NEXT:   ^2: dominated by ^0 depth 0
// CHECK-NEXT: @countdown
// CHECK-NEXT:   varying {}
// CHECK-NEXT:   order ^0 ^1 ^2
// CHECK-NEXT:   divergent
// CHECK-NEXT:   partial
// CHECK-NEXT: @guard
// CHECK-NEXT:   varying {%lane %less}
// CHECK-NEXT:   order ^0 ^1 ^2
// CHECK-NEXT:   divergent ^0
// CHECK-NEXT:   partial ^1
// CHECK-NEXT: @countdown
// CHECK-NEXT:   serial
// CHECK-NEXT:     block ^0
// CHECK-NEXT:     serial
// CHECK-NEXT:       loop
// CHECK-NEXT:         block ^1 else to ^2
// CHECK-NEXT:       block ^2
// CHECK-NEXT: @guard
// CHECK-NEXT:   serial
// CHECK-NEXT:     if
// CHECK-NEXT:       block ^0
// CHECK-NEXT:       block ^1 else to ^2
// CHECK-NEXT:     block ^2
