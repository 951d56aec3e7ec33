// Functions that call themselves and each other, with several results.
func.func @fibonacci(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %small = arith.cmpi slt, %n, %two : i32
  %r = scf.if %small -> (i32) {
    scf.yield %n : i32
  } else {
    %a = arith.subi %n, %one : i32
    %b = arith.subi %n, %two : i32
    %fa = func.call @fibonacci(%a) : (i32) -> i32
    %fb = func.call @fibonacci(%b) : (i32) -> i32
    %s = arith.addi %fa, %fb : i32
    scf.yield %s : i32
  }
  func.return %r : i32
}

func.func @ackermann(%m: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m0 = arith.cmpi eq, %m, %zero : i32
  cf.cond_br %m0, ^base, ^rest
^base:
  %n1 = arith.addi %n, %one : i32
  func.return %n1 : i32
^rest:
  %m1 = arith.subi %m, %one : i32
  %n0 = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %n0, ^tail(%one : i32), ^inner
^inner:
  %nm = arith.subi %n, %one : i32
  %i = func.call @ackermann(%m, %nm) : (i32, i32) -> i32
  cf.br ^tail(%i : i32)
^tail(%k: i32):
  %r = func.call @ackermann(%m1, %k) : (i32, i32) -> i32
  func.return %r : i32
}

func.func @is_even(%n: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %true = arith.constant true
  %done = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %done -> (i1) {
    scf.yield %true : i1
  } else {
    %m = arith.subi %n, %one : i32
    %odd = func.call @is_odd(%m) : (i32) -> i1
    scf.yield %odd : i1
  }
  func.return %r : i1
}

func.func private @is_odd(%n: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %false = arith.constant false
  %done = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %done -> (i1) {
    scf.yield %false : i1
  } else {
    %m = arith.subi %n, %one : i32
    %even = func.call @is_even(%m) : (i32) -> i1
    scf.yield %even : i1
  }
  func.return %r : i1
}

func.func @both(%a: i32, %b: i32) -> (i32, i32, i1) {
  %q, %r = func.call @quotient(%a, %b) : (i32, i32) -> (i32, i32)
  %c = arith.cmpi ult, %q, %r : i32
  func.return %q, %r, %c : i32, i32, i1
}

func.func @quotient(%a: i32, %b: i32) -> (i32, i32) {
  %q = arith.divui %a, %b : i32
  %r = arith.remui %a, %b : i32
  func.return %q, %r : i32, i32
}
