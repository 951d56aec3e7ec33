// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-llvlir-to-circuit | filecheck %s

llvlir.func @atomic(%a: !llvlir.a, %x: !llvlir.r<i32>) {
  %old = llvlir.amoadd.I %a, %x : i32
  llvlir.ret
}

// -----

llvlir.func @half(%x: !llvlir.f<f16>) {
  llvlir.ret
}

// -----

llvlir.func @ordered(%a: !llvlir.a) {
  %x = llvlir.ld.I %a, 0 order 4 : i32
  llvlir.ret
}

// -----

llvlir.func @wide(%x: !llvlir.r<i64>) {
  %y = llvlir.zext.II %x : i128, i64
  llvlir.ret
}

// -----

llvlir.func @two(%a: !llvlir.a) {
  llvlir.fence order 15
  %n = llvlir.const.I 3 : i24
  %m = llvlir.addi.I %n, 1 : i24
  llvlir.ret
}
