// baseline_c/fib.c: the recursive definition.
func.func @fib(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %small = arith.cmpi slt, %n, %two : i32
  cf.cond_br %small, ^base, ^step
^base:
  return %n : i32
^step:
  %n1 = arith.subi %n, %one : i32
  %f1 = func.call @fib(%n1) : (i32) -> i32
  %n2 = arith.subi %n, %two : i32
  %f2 = func.call @fib(%n2) : (i32) -> i32
  %sum = arith.addi %f1, %f2 : i32
  return %sum : i32
}
