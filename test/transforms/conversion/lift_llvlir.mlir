// RUN: circ-opt %s -p lift-llvlir | filecheck %s

// What the next iteration needs stays behind the branch that leaves the loop, where the
// inner loop still uses the old value, as an address.
llvlir.func private @use(!llvlir.r<i32>) attributes {circ.signature = (i32) -> ()}
llvlir.func @nested(%p: !llvlir.r<i32>, %n: !llvlir.r<i32>, %m: !llvlir.r<i32>) attributes {circ.signature = (i32, i32, i32) -> ()} {
  %zero = llvlir.const.I 0 : i32
  %one = llvlir.const.I 1 : i32
  %four = llvlir.const.I 4 : i32
  llvlir.j.L ^outer(%p, %zero : !llvlir.r<i32>, !llvlir.r<i32>)
^outer(%q: !llvlir.r<i32>, %i: !llvlir.r<i32>):
  llvlir.j.L ^inner(%zero : !llvlir.r<i32>)
^inner(%k: !llvlir.r<i32>):
  %a = llvlir.mva %q
  %x = llvlir.ld.I %a, 0 memory<4> : i32
  llvlir.call @use(%x) : (!llvlir.r<i32>) -> ()
  %k1 = llvlir.add.I %k, %one : i32
  llvlir.cmpbr.I ne, %k1, %m : i32, ^inner(%k1 : !llvlir.r<i32>), ^last
^last:
  %i1 = llvlir.add.I %i, %one : i32
  llvlir.cmpbr.I ne, %i1, %n : i32, ^again, ^end
^again:
  %q1 = llvlir.add.I %q, %four : i32
  llvlir.j.L ^outer(%q1, %i1 : !llvlir.r<i32>, !llvlir.r<i32>)
^end:
  llvlir.ret
}

// CHECK-LABEL: llvlir.func @nested(
// CHECK:         llvlir.call @use
// CHECK:         llvlir.cmpbr.I eq, %{{.*}}, %{{.*}} : i32, ^[[END:.*]], ^[[AGAIN:.*]]
// CHECK-NEXT:  ^[[AGAIN]]:
// CHECK-NEXT:    llvlir.add.I %q, %four
// CHECK-NEXT:    llvlir.j.L
// CHECK-NEXT:  ^[[END]]:
