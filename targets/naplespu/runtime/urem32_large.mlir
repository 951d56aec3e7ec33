// The remainder of unsigned words; the dividend for a division by zero.
//
// As in udiv32_large.mlir. For d = 0 all products with d vanish, and the dividend is left.
func.func @__circ_urem32_large(%n: i32, %d: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %large = arith.cmpi uge, %n, %d : i32
  cf.cond_br %large, ^divide, ^small
^small:
  func.return %n : i32
^divide:
  // A one that needs no register before.
  %one = arith.extui %large : i1 to i32
  %shift = math.ctlz %d : i32
  %y0 = arith.shli %one, %shift : i32
  %m = arith.muli %d, %ones : i32
  %e0 = arith.muli %y0, %m : i32
  %l0, %s0 = arith.mului_extended %y0, %e0 : i32
  %y1 = arith.addi %y0, %s0 : i32
  %e1 = arith.muli %y1, %m : i32
  %l1, %s1 = arith.mului_extended %y1, %e1 : i32
  %y2 = arith.addi %y1, %s1 : i32
  %e2 = arith.muli %y2, %m : i32
  %l2, %s2 = arith.mului_extended %y2, %e2 : i32
  %y3 = arith.addi %y2, %s2 : i32
  %e3 = arith.muli %y3, %m : i32
  %l3, %s3 = arith.mului_extended %y3, %e3 : i32
  %y4 = arith.addi %y3, %s3 : i32
  %l4, %q0 = arith.mului_extended %n, %y4 : i32
  %p0 = arith.muli %q0, %m : i32
  %r0 = arith.addi %n, %p0 : i32
  %l5, %q1 = arith.mului_extended %r0, %y4 : i32
  %p1 = arith.muli %q1, %m : i32
  %r1 = arith.addi %r0, %p1 : i32
  %more = arith.cmpi uge, %r1, %d : i32
  %p2 = arith.select %more, %m, %zero : i32
  %r = arith.addi %r1, %p2 : i32
  func.return %r : i32
}
