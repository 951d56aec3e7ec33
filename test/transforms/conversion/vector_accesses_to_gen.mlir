// RUN: circ-opt %s -p convert-llvlir-to-gen | filecheck %s
// An access that says nothing of its memory is as large as all lanes, and aligned like one;
// order 0 is none.

llvlir.func @f(%p: !llvlir.a) {
  %bits = llvlir.const.I -1 : i16
  %m = llvlir.mvm %bits : i16
  %x = "llvlir.ld.VI"(%p, %m) <{types = [#builtin.int<16>, i32], imm = #builtin.int<0>,
      order = #builtin.int<0>}> : (!llvlir.a, !llvlir.m<16>) -> !llvlir.x<16xi32>
  llvlir.st.VI %p, 64, %x, %m : 16xi32
  llvlir.ret
}

// CHECK: gen.load int32 %{{.*}} = %{{.*}} {space = global, memory = #circ.memory<64, align 4>}
// CHECK: gen.store int32 %{{.*}}, %x {space = global, memory = #circ.memory<64, align 4>}
