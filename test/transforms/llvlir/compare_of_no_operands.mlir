// RUN: circ-run %s --compare-levels -- 1.0 2.0 | filecheck %s

// The conditions that always and never hold.
llvlir.func @f(%x: !llvlir.f<f64>, %y: !llvlir.f<f64>) -> !llvlir.r<i32>
    attributes {circ.signature = (f64, f64) -> i32} {
  %always = llvlir.cmps.F tr, %x, %y : f64
  %never = llvlir.cmps.F fa, %x, %y : f64
  %one = llvlir.zext.II %always : i32, i1
  %zero = llvlir.zext.II %never : i32, i1
  %two = llvlir.const.I 2 : i32
  %sum = llvlir.mul.I %one, %two : i32
  %result = llvlir.add.I %sum, %zero : i32
  llvlir.ret %result : !llvlir.r<i32>
}
// CHECK: 2
