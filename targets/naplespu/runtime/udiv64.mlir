// The quotient of unsigned numbers of 64 bits; all ones for a division by zero.
//
// As in udiv32.mlir, with one more step for twice the bits.
func.func @__circ_udiv64(%n: i64, %d: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %ones = arith.constant -1 : i64
  // Division by zero comes along: 0 - 1 is the largest number.
  %below = arith.addi %d, %ones : i64
  %small = arith.cmpi uge, %below, %n : i64
  cf.cond_br %small, ^small, ^divide
^small:
  %undefined = arith.cmpi eq, %d, %zero : i64
  %limit = arith.select %undefined, %ones, %zero : i64
  func.return %limit : i64
^divide:
  %shift = math.ctlz %d : i64
  %y0 = arith.shli %one, %shift : i64
  %m = arith.subi %zero, %d : i64
  %e0 = arith.muli %y0, %m : i64
  %l0, %s0 = arith.mului_extended %y0, %e0 : i64
  %y1 = arith.addi %y0, %s0 : i64
  %e1 = arith.muli %y1, %m : i64
  %l1, %s1 = arith.mului_extended %y1, %e1 : i64
  %y2 = arith.addi %y1, %s1 : i64
  %e2 = arith.muli %y2, %m : i64
  %l2, %s2 = arith.mului_extended %y2, %e2 : i64
  %y3 = arith.addi %y2, %s2 : i64
  %e3 = arith.muli %y3, %m : i64
  %l3, %s3 = arith.mului_extended %y3, %e3 : i64
  %y4 = arith.addi %y3, %s3 : i64
  %e4 = arith.muli %y4, %m : i64
  %l4, %s4 = arith.mului_extended %y4, %e4 : i64
  %y5 = arith.addi %y4, %s4 : i64
  %l5, %q0 = arith.mului_extended %n, %y5 : i64
  %p0 = arith.muli %q0, %d : i64
  %r0 = arith.subi %n, %p0 : i64
  %l6, %q1 = arith.mului_extended %r0, %y5 : i64
  %p1 = arith.muli %q1, %d : i64
  %r1 = arith.subi %r0, %p1 : i64
  %more = arith.cmpi uge, %r1, %d : i64
  %q2 = arith.addi %q0, %q1 : i64
  %last = arith.extui %more : i1 to i64
  %q = arith.addi %q2, %last : i64
  func.return %q : i64
}
