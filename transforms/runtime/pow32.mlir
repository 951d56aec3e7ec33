// A word to the power of an unsigned one, modulo 2^32: square and multiply.
func.func @__circ_pow32(%base: i32, %exponent: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^test(%base, %exponent, %one : i32, i32, i32)
^test(%square: i32, %rest: i32, %power: i32):
  %more = arith.cmpi ne, %rest, %zero : i32
  cf.cond_br %more, ^step, ^done
^step:
  %low = arith.trunci %rest : i32 to i1
  %factor = arith.select %low, %square, %one : i32
  %product = arith.muli %power, %factor : i32
  %next_square = arith.muli %square, %square : i32
  %next_rest = arith.shrui %rest, %one : i32
  cf.br ^test(%next_square, %next_rest, %product : i32, i32, i32)
^done:
  func.return %power : i32
}
