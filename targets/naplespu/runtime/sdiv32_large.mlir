// The quotient of signed words, towards zero; -1 for a division by zero.
//
// The magnitudes are divided as in udiv32.mlir; the factors are 1 or -1. The magnitude
// of the smallest number is itself, read as unsigned.
func.func @__circ_sdiv32(%n: i32, %d: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant -1 : i32
  %sign_place = arith.constant 31 : i32
  %n_sign = arith.shrsi %n, %sign_place : i32
  %n_factor = arith.ori %n_sign, %one : i32
  %nu = arith.muli %n, %n_factor : i32
  %d_sign = arith.shrsi %d, %sign_place : i32
  %d_factor = arith.ori %d_sign, %one : i32
  %du = arith.muli %d, %d_factor : i32
  // Division by zero comes along: 0 - 1 is the largest number.
  %below = arith.addi %du, %ones : i32
  %small = arith.cmpi uge, %below, %nu : i32
  cf.cond_br %small, ^small, ^divide
^small:
  %undefined = arith.cmpi eq, %d, %zero : i32
  %limit = arith.select %undefined, %ones, %zero : i32
  func.return %limit : i32
^divide:
  %shift = math.ctlz %du : i32
  %y0 = arith.shli %one, %shift : i32
  %m = arith.muli %du, %ones : i32
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
  %l4, %q0 = arith.mului_extended %nu, %y4 : i32
  %p0 = arith.muli %q0, %m : i32
  %r0 = arith.addi %nu, %p0 : i32
  %l5, %q1 = arith.mului_extended %r0, %y4 : i32
  %p1 = arith.muli %q1, %m : i32
  %r1 = arith.addi %r0, %p1 : i32
  %more = arith.cmpi uge, %r1, %du : i32
  %q2 = arith.addi %q0, %q1 : i32
  %last = arith.extui %more : i1 to i32
  %magnitude = arith.addi %q2, %last : i32
  %factor = arith.muli %n_factor, %d_factor : i32
  %q = arith.muli %magnitude, %factor : i32
  func.return %q : i32
}
