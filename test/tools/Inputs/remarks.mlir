func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  // expected-remark @above {{looked at [test-remarks]}}
  // expected-warning @+1 {{slow}} expected-remark @+1 {{looked at}}
  %b = arith.muli %a, %x : i32
  return %b : i32
}
