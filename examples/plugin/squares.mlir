func.func @squares(%a: i32, %b: i32) -> i32 {
  %x = toy.square %a : i32
  %y = toy.square %b : i32
  %sum = arith.addi %x, %y : i32
  return %sum : i32
}
