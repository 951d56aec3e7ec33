// add: operands of a sum
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  return %a : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %y, %x : i32
  return %a : i32
}
// -----
// less: a comparison the other way round
func.func @left(%x: i32, %y: i32) -> i1 {
  %a = arith.cmpi slt, %x, %y : i32
  return %a : i1
}
func.func @right(%x: i32, %y: i32) -> i1 {
  %a = arith.cmpi sgt, %y, %x : i32
  return %a : i1
}
