// 64 bits to the power of an unsigned number, modulo 2^64: square and multiply.
func.func @__circ_pow64(%base: i64, %exponent: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  cf.br ^test(%base, %exponent, %one : i64, i64, i64)
^test(%square: i64, %rest: i64, %power: i64):
  %more = arith.cmpi ne, %rest, %zero : i64
  cf.cond_br %more, ^step, ^done
^step:
  %low = arith.trunci %rest : i64 to i1
  %factor = arith.select %low, %square, %one : i64
  %product = arith.muli %power, %factor : i64
  %next_square = arith.muli %square, %square : i64
  %next_rest = arith.shrui %rest, %one : i64
  cf.br ^test(%next_square, %next_rest, %product : i64, i64, i64)
^done:
  func.return %power : i64
}
