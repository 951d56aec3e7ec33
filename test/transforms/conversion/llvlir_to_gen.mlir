// RUN: circ-opt %s --split-input-file -p convert-llvlir-to-gen | filecheck %s

// A counted loop: no moves, the counter is incremented in place; the constants that
// only start it are loaded into its registers.
llvlir.func @count(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %zero = llvlir.const.I 0 : i32
  %one = llvlir.const.I 1 : i32
  llvlir.j.L ^head(%zero, %zero : !llvlir.r<i32>, !llvlir.r<i32>)
^head(%i: !llvlir.r<i32>, %s: !llvlir.r<i32>):
  llvlir.cmpbr.I ge, %i, %n : i32, ^exit, ^body weights 1, 9
^body:
  %s1 = llvlir.add.I %s, %i : i32
  %i1 = llvlir.add.I %i, %one : i32
  llvlir.j.L ^head(%i1, %s1 : !llvlir.r<i32>, !llvlir.r<i32>)
^exit:
  llvlir.ret %s : !llvlir.r<i32>
}

// CHECK:       gen.func @count(dword) -> (dword) {
// CHECK-NEXT:    %i = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %s = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %one = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %0 = gen.register : !gen.reg<bool>
// CHECK-NEXT:    %n = gen.register : !gen.reg<dword>
// CHECK-NEXT:    gen.inputs %n
// CHECK-NEXT:    gen.loadi int32 %one {value = 1}
// CHECK-NEXT:    gen.loadi int32 %i {value = 0}
// CHECK-NEXT:    gen.loadi int32 %s {value = 0}
// CHECK-NEXT:    gen.bra ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    gen.ge int32 %0 = %i, %n
// CHECK-NEXT:    gen.bra_if %0, ^bb3, ^bb2 weights array<i32: 1, 9>
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    gen.add int32 %s = %s, %i
// CHECK-NEXT:    gen.add int32 %i = %i, %one
// CHECK-NEXT:    gen.bra ^bb1
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    gen.ret %s
// CHECK-NEXT:  }

// -----

// Values that change places on a back edge go through a register of their family; the
// edge has a block of its own, for the branch has another way on.
llvlir.func @swap(%a: !llvlir.f<f32>, %b: !llvlir.f<f32>, %c: !llvlir.r<i1>) -> !llvlir.f<f32> {
  llvlir.j.L ^head(%a, %b : !llvlir.f<f32>, !llvlir.f<f32>)
^head(%x: !llvlir.f<f32>, %y: !llvlir.f<f32>):
  %no = llvlir.const.I 0 : i1
  llvlir.cmpbr.I eq, %c, %no : i1, ^head(%y, %x : !llvlir.f<f32>, !llvlir.f<f32>), ^exit
^exit:
  llvlir.ret %x : !llvlir.f<f32>
}

// CHECK:       gen.func @swap(dword, dword, bool) -> (dword) {
// CHECK-NEXT:    %x = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %y = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %c = gen.register : !gen.reg<bool>
// CHECK-NEXT:    %0 = gen.register : !gen.reg<dword>
// CHECK-NEXT:    gen.inputs %x, %y, %c
// CHECK-NEXT:    gen.bra ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    gen.bra_if %c, ^bb3, ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    gen.mov int32 %0 = %x
// CHECK-NEXT:    gen.mov int32 %x = %y
// CHECK-NEXT:    gen.mov int32 %y = %0
// CHECK-NEXT:    gen.bra ^bb1
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    gen.ret %x
// CHECK-NEXT:  }

// -----

// The value before an increment is needed after it: the argument keeps its register,
// and one move is left.
llvlir.func @before(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %one = llvlir.const.I 1 : i32
  llvlir.j.L ^head(%n : !llvlir.r<i32>)
^head(%i: !llvlir.r<i32>):
  %next = llvlir.sub.I %i, %one : i32
  llvlir.cmpbr.I gt, %next, %one : i32, ^head(%next : !llvlir.r<i32>), ^exit
^exit:
  llvlir.ret %i : !llvlir.r<i32>
}

// CHECK:       gen.func @before(dword) -> (dword) {
// CHECK-NEXT:    %i = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %one = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %next = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %0 = gen.register : !gen.reg<bool>
// CHECK-NEXT:    gen.inputs %i
// CHECK-NEXT:    gen.loadi int32 %one {value = 1}
// CHECK-NEXT:    gen.bra ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    gen.sub int32 %next = %i, %one
// CHECK-NEXT:    gen.gt int32 %0 = %next, %one
// CHECK-NEXT:    gen.bra_if %0, ^bb2, ^bb3
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    gen.mov int32 %i = %next
// CHECK-NEXT:    gen.bra ^bb1
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    gen.ret %i
// CHECK-NEXT:  }

// -----

// Copies between register kinds, and an address: all the same register.
llvlir.func private @g(!llvlir.a) -> !llvlir.r<i8>
llvlir.func @memory(%p: !llvlir.r<i32>) -> (!llvlir.f<f32>, !llvlir.r<i8>) {
  %s = llvlir.slot 8, 4
  %f = llvlir.bits.FI %p : f32, i32
  llvlir.st.F %s, 4, %f memory<4, align 2> : f32
  %r = llvlir.call @g(%s) : (!llvlir.a) -> !llvlir.r<i8>
  %a = llvlir.mva %p
  %v = llvlir.ld.F %a, 0 : f32
  llvlir.ret %v, %r : !llvlir.f<f32>, !llvlir.r<i8>
}

// CHECK:       gen.func private @g(dword) -> (byte)
// CHECK-NEXT:  gen.func @memory(dword) -> (dword, byte) {
// CHECK-NEXT:    %s = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %p = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %0 = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %1 = gen.register : !gen.reg<dword>
// CHECK-NEXT:    %r = gen.register : !gen.reg<byte>
// CHECK-NEXT:    %v = gen.register : !gen.reg<dword>
// CHECK-NEXT:    gen.inputs %p
// CHECK-NEXT:    gen.frame uint32 %s {size = 8, align = 4}
// CHECK-NEXT:    gen.loadi int32 %0 {value = 4}
// CHECK-NEXT:    gen.add int32 %1 = %s, %0
// CHECK-NEXT:    gen.store float %1, %p {space = global, memory = #circ.memory<4, align 2>}
// CHECK-NEXT:    gen.call @g(%s) -> (%r)
// CHECK-NEXT:    gen.load float %v = %p {space = global}
// CHECK-NEXT:    gen.ret %v, %r
// CHECK-NEXT:  }
