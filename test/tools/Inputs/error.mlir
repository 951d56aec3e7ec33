func.func @f() {
  %a = arith.constant 3 : i77
  return
}
