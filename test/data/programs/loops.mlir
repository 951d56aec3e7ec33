// Loops that carry several values.
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ne, %y, %zero : i32
    scf.condition(%go) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %m = arith.remui %x, %y : i32
    scf.yield %y, %m : i32, i32
  }
  func.return %r#0 : i32
}

// The steps to 1 and the highest number on the way.
func.func @collatz(%n: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %r:3 = scf.while (%x = %n, %steps = %zero, %high = %n) : (i32, i32, i32) -> (i32, i32, i32) {
    %go = arith.cmpi ne, %x, %one : i32
    scf.condition(%go) %x, %steps, %high : i32, i32, i32
  } do {
  ^bb0(%x: i32, %steps: i32, %high: i32):
    %low = arith.trunci %x : i32 to i1
    %next = scf.if %low -> (i32) {
      %t = arith.muli %x, %three : i32
      %u = arith.addi %t, %one : i32
      scf.yield %u : i32
    } else {
      %h = arith.shrui %x, %one : i32
      scf.yield %h : i32
    }
    %s = arith.addi %steps, %one : i32
    %m = arith.maxui %high, %next : i32
    scf.yield %next, %s, %m : i32, i32, i32
  }
  func.return %r#1, %r#2 : i32, i32
}

// Block arguments that trade places.
func.func @swaps(%n: i32, %a: i32, %b: i32, %c: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %a, %b, %c : i32, i32, i32, i32)
^head(%i: i32, %x: i32, %y: i32, %z: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^done
^body:
  %j = arith.addi %i, %one : i32
  %odd = arith.trunci %i : i32 to i1
  cf.cond_br %odd, ^head(%j, %y, %x, %z : i32, i32, i32, i32), ^head(%j, %z, %x, %y : i32, i32, i32, i32)
^done:
  func.return %x, %y, %z : i32, i32, i32
}

func.func @fibonacci_pair(%n: index) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %one) -> (i32, i32) {
    %s = arith.addi %a, %b : i32
    scf.yield %b, %s : i32, i32
  }
  func.return %r#0, %r#1 : i32, i32
}

// Downwards and by three, in i32, with negative bounds.
func.func @strided(%lb: i32, %ub: i32, %step: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%n = %zero, %sum = %zero) -> (i32, i32) : i32 {
    %one = arith.constant 1 : i32
    %m = arith.addi %n, %one : i32
    %s = arith.addi %sum, %i : i32
    scf.yield %m, %s : i32, i32
  }
  func.return %r#0, %r#1 : i32, i32
}

// `continue` and `break`: several back edges, several ways out, several ways in.
func.func @jumps(%start: i1, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %ten = arith.constant 10 : i32
  %hundred = arith.constant 100 : i32
  cf.cond_br %start, ^head(%zero, %hundred : i32, i32), ^other
^other:
  cf.br ^head(%one, %zero : i32, i32)
^head(%i: i32, %sum: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^out(%sum : i32)
^body:
  %j = arith.addi %i, %one : i32
  %m = arith.remui %i, %three : i32
  %skip = arith.cmpi eq, %m, %zero : i32
  cf.cond_br %skip, ^head(%j, %sum : i32, i32), ^add
^add:
  %s = arith.addi %sum, %i : i32
  %stop = arith.cmpi eq, %i, %ten : i32
  cf.cond_br %stop, ^out(%i : i32), ^head(%j, %s : i32, i32)
^out(%r: i32):
  func.return %r : i32
}

// The induction variable is used behind the loop, by dominance.
func.func @after(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero : i32)
^head(%i: i32):
  %sq = arith.muli %i, %i : i32
  %go = arith.cmpi ult, %sq, %n : i32
  %j = arith.addi %i, %one : i32
  cf.cond_br %go, ^head(%j : i32), ^out
^out:
  %r = arith.addi %sq, %j : i32
  func.return %r : i32
}
