// The quotient of unsigned words; all ones for a division by zero.
//
// y approximates 2^32 / d from below. It starts at 2^clz(d), at least half of that; a
// Newton step y += y * (2^32 - d * y) / 2^32 squares the relative error, to 2^-16 after
// four. The quotient by y leaves a remainder r0, which is divided by y once more. What
// that leaves, r1, is below 2 * d for all n and d, so one correction is enough (test:
// test_the_last_remainder_is_below_twice_the_divisor).
func.func @__circ_udiv32_large(%n: i32, %d: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  // Division by zero comes along: 0 - 1 is the largest number.
  %below = arith.addi %d, %ones : i32
  %large = arith.cmpi ult, %below, %n : i32
  cf.cond_br %large, ^divide, ^small
^small:
  %undefined = arith.cmpi eq, %d, %zero : i32
  %limit = arith.select %undefined, %ones, %zero : i32
  func.return %limit : i32
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
  %q2 = arith.addi %q0, %q1 : i32
  %last = arith.extui %more : i1 to i32
  %q = arith.addi %q2, %last : i32
  func.return %q : i32
}
