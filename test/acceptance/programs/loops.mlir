// Loops that carry several values of several types.
module {
func.func @collatz(%n: i32) -> (i32, i32, i1) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %r:4 = scf.while (%x = %n, %steps = %zero, %high = %n, %wrapped = %false) : (i32, i32, i32, i1) -> (i32, i32, i32, i1) {
    %go = arith.cmpi ugt, %x, %one : i32
    scf.condition(%go) %x, %steps, %high, %wrapped : i32, i32, i32, i1
  } do {
  ^bb0(%x: i32, %steps: i32, %high: i32, %wrapped: i1):
    %three = arith.constant 3 : i32
    %bit = arith.andi %x, %one : i32
    %even = arith.cmpi eq, %bit, %zero : i32
    %y, %w = scf.if %even -> (i32, i1) {
      %h = arith.shrui %x, %one : i32
      scf.yield %h, %wrapped : i32, i1
    } else {
      %low, %up = arith.mului_extended %x, %three : i32
      %t, %carry = arith.addui_extended %low, %one : i32, i1
      %more = arith.cmpi ne, %up, %zero : i32
      %any = arith.ori %more, %carry : i1
      %all = arith.ori %any, %wrapped : i1
      scf.yield %t, %all : i32, i1
    }
    %s = arith.addi %steps, %one : i32
    %m = arith.maxui %high, %y : i32
    scf.yield %y, %s, %m, %w : i32, i32, i32, i1
  }
  return %r#1, %r#2, %r#3 : i32, i32, i1
}

func.func @gcd(%a: i32, %b: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = scf.while (%x = %a, %y = %b, %k = %zero) : (i32, i32, i32) -> (i32, i32, i32) {
    %go = arith.cmpi ne, %y, %zero : i32
    scf.condition(%go) %y, %x, %k : i32, i32, i32
  } do {
  ^bb0(%y: i32, %x: i32, %k: i32):
    %m = arith.remsi %x, %y : i32
    %n = arith.addi %k, %one : i32
    scf.yield %y, %m, %n : i32, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}

// The square root of an unsigned number, bit by bit.
func.func @isqrt(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %top = arith.constant 1073741824 : i32
  %start = scf.while (%b = %top) : (i32) -> i32 {
    %big = arith.cmpi ugt, %b, %n : i32
    scf.condition(%big) %b : i32
  } do {
  ^bb0(%b: i32):
    %c = arith.shrui %b, %c2 : i32
    scf.yield %c : i32
  }
  %r:3 = scf.while (%bit = %start, %x = %n, %res = %zero) : (i32, i32, i32) -> (i32, i32, i32) {
    %go = arith.cmpi ne, %bit, %zero : i32
    scf.condition(%go) %bit, %x, %res : i32, i32, i32
  } do {
  ^bb0(%bit: i32, %x: i32, %res: i32):
    %sum = arith.addi %res, %bit : i32
    %ge = arith.cmpi uge, %x, %sum : i32
    %d = arith.subi %x, %sum : i32
    %x1 = arith.select %ge, %d, %x : i32
    %h = arith.shrui %res, %c1 : i32
    %hb = arith.addi %h, %bit : i32
    %res1 = arith.select %ge, %hb, %h : i32
    %bit1 = arith.shrui %bit, %c2 : i32
    scf.yield %bit1, %x1, %res1 : i32, i32, i32
  }
  return %r#2 : i32
}

// Newton's iteration until it stands still, or 30 times.
func.func @newton(%a: f32) -> (f32, index) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  %r:3 = scf.while (%x = %a, %last = %one, %i = %c0) : (f32, f32, index) -> (f32, f32, index) {
    %moved = arith.cmpf one, %x, %last : f32
    %few = arith.cmpi ult, %i, %c30 : index
    %go = arith.andi %moved, %few : i1
    scf.condition(%go) %x, %last, %i : f32, f32, index
  } do {
  ^bb0(%x: f32, %last: f32, %i: index):
    %q = arith.divf %a, %x : f32
    %s = arith.addf %x, %q : f32
    %y = arith.mulf %s, %half : f32
    %j = arith.addi %i, %c1 : index
    scf.yield %y, %x, %j : f32, f32, index
  }
  return %r#0, %r#2 : f32, index
}

// Five block arguments that rotate, four that rotate the other way, two that trade places.
func.func @rotations(%n: i32, %a: i32, %b: i32, %c: i32, %d: i32, %e: i32) -> (i32, i32, i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  cf.br ^head(%zero, %a, %b, %c, %d, %e : i32, i32, i32, i32, i32, i32)
^head(%i: i32, %v: i32, %w: i32, %x: i32, %y: i32, %z: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^done
^body:
  %j = arith.addi %i, %one : i32
  %k = arith.andi %i, %three : i32
  cf.switch %k : i32, [
    default: ^head(%j, %w, %x, %y, %z, %v : i32, i32, i32, i32, i32, i32),
    1: ^head(%j, %v, %z, %w, %x, %y : i32, i32, i32, i32, i32, i32),
    2: ^head(%j, %w, %v, %x, %z, %y : i32, i32, i32, i32, i32, i32),
    3: ^head(%j, %x, %x, %v, %y, %y : i32, i32, i32, i32, i32, i32)
  ]
^done:
  return %v, %w, %x, %y, %z, %i : i32, i32, i32, i32, i32, i32
}

// The old value is used after the loop, and in the next round: the lost copy problem.
func.func @lost_copy(%n: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^loop(%one, %zero : i32, i32)
^loop(%x: i32, %old: i32):
  %y = arith.addi %x, %x : i32
  %go = arith.cmpi slt, %y, %n : i32
  cf.cond_br %go, ^loop(%y, %x : i32, i32), ^out
^out:
  return %x, %y, %old : i32, i32, i32
}

// Two loops that swap floats and integers of different widths at once.
func.func @mixed_swap(%n: index, %a: f32, %b: f32, %p: i8, %q: i8, %s: i1, %t: i1, %u: i16) -> (f32, f32, i8, i8, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:7 = scf.for %i = %c0 to %n step %c1 iter_args(%f = %a, %g = %b, %x = %p, %y = %q, %k = %s, %l = %t, %w = %u) -> (f32, f32, i8, i8, i1, i1, i16) {
    %low = arith.trunci %w : i16 to i8
    %x1 = arith.addi %x, %low : i8
    %w1 = arith.muli %w, %w : i16
    %k1 = arith.xori %k, %l : i1
    scf.yield %g, %f, %y, %x1, %l, %k1, %w1 : f32, f32, i8, i8, i1, i1, i16
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : f32, f32, i8, i8, i1, i1
}

func.func @strided(%lb: index, %ub: index, %step: index) -> (index, index, i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = scf.for %i = %lb to %ub step %step iter_args(%sum = %c0, %last = %c0, %n = %zero) -> (index, index, i32) {
    %s = arith.addi %sum, %i : index
    %m = arith.addi %n, %one : i32
    scf.yield %s, %i, %m : index, index, i32
  }
  return %r#0, %r#1, %r#2 : index, index, i32
}

func.func @strided_i8(%lb: i8, %ub: i8, %step: i8) -> (i8, i32) {
  %zero8 = arith.constant 0 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%sum = %zero8, %n = %zero) -> (i8, i32) : i8 {
    %s = arith.addi %sum, %i : i8
    %m = arith.addi %n, %one : i32
    scf.yield %s, %m : i8, i32
  }
  return %r#0, %r#1 : i8, i32
}

// Each bound depends on the index outside; the innermost loop often has no round.
func.func @triangular(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero) -> (i32, i32) {
    %q:2 = scf.for %j = %i to %n step %c2 iter_args(%c = %a, %d = %b) -> (i32, i32) {
      %m = arith.subi %j, %c2 : index
      %p = scf.for %k = %i to %m step %c1 iter_args(%e = %d) -> (i32) {
        %x = arith.muli %k, %j : index
        %y = arith.index_cast %x : index to i32
        %f = arith.xori %e, %y : i32
        %g = arith.addi %f, %c : i32
        scf.yield %g : i32
      }
      %s = arith.addi %c, %one : i32
      scf.yield %s, %p : i32, i32
    }
    scf.yield %q#1, %q#0 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// The body comes first, the test after it; the test has effects.
func.func @do_while(%m: memref<8xi32>, %limit: i32) -> (i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%i = %c0, %s = %zero) : (index, i32) -> (i32, index) {
    %x = memref.load %m[%i] : memref<8xi32>
    %t = arith.addi %s, %x : i32
    memref.store %t, %m[%i] : memref<8xi32>
    %small = arith.cmpi slt, %t, %limit : i32
    %in = arith.cmpi ult, %i, %c7 : index
    %go = arith.andi %small, %in : i1
    scf.condition(%go) %t, %i : i32, index
  } do {
  ^bb0(%t: i32, %i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %t : index, i32
  }
  return %r#0, %r#1 : i32, index
}

// A loop that carries nothing: its state is in memory.
func.func @halve(%n: i32, %m: memref<i32>) -> i32 {
  %one = arith.constant 1 : i32
  memref.store %n, %m[] : memref<i32>
  scf.while : () -> () {
    %v = memref.load %m[] : memref<i32>
    %go = arith.cmpi sgt, %v, %one : i32
    scf.condition(%go)
  } do {
    %v = memref.load %m[] : memref<i32>
    %h = arith.shrui %v, %one : i32
    memref.store %h, %m[] : memref<i32>
    scf.yield
  }
  // This one gives what it does not carry.
  %r = scf.while : () -> i32 {
    %v = memref.load %m[] : memref<i32>
    %go = arith.cmpi slt, %v, %one : i32
    scf.condition(%go) %v : i32
  } do {
  ^bb0(%v: i32):
    %w = arith.addi %v, %one : i32
    memref.store %w, %m[] : memref<i32>
    scf.yield
  } attributes {name = "second"}
  return %r : i32
}

func.func @twice(%x: i32, %y: f32) -> (f32, i32) {
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1 : i32
  %a = arith.mulf %y, %two : f32
  %b = arith.shli %x, %one : i32
  return %a, %b : f32, i32
}

// Calls in nested loops; what is live across them is needed after them.
func.func @calls(%n: index, %x: i32, %y: f32) -> (i32, f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %z = %x) -> (i32, f32, i32) {
    %q:3 = scf.for %j = %c0 to %i step %c1 iter_args(%c = %a, %d = %b, %w = %z) -> (i32, f32, i32) {
      %f, %g = func.call @twice(%c, %d) : (i32, f32) -> (f32, i32)
      %h = arith.subf %f, %y : f32
      %k = arith.xori %g, %x : i32
      %l = arith.addi %w, %c : i32
      scf.yield %k, %h, %l : i32, f32, i32
    }
    %e = arith.addi %q#0, %z : i32
    scf.yield %e, %q#1, %q#2 : i32, f32, i32
  }
  return %r#0, %r#1, %r#2 : i32, f32, i32
}

// A float counts; the result is in the program's order of additions.
func.func @float_loop(%from: f32, %to: f32, %by: f32) -> (f32, i32) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %most = arith.constant 100 : i32
  cf.br ^head(%from, %zero, %none : f32, f32, i32)
^head(%x: f32, %s: f32, %n: i32):
  %go = arith.cmpf olt, %x, %to : f32
  %few = arith.cmpi ult, %n, %most : i32
  %both = arith.andi %go, %few : i1
  cf.cond_br %both, ^body, ^end
^body:
  %y = arith.addf %x, %by : f32
  %t = arith.addf %s, %x : f32
  %m = arith.addi %n, %one : i32
  cf.br ^head(%y, %t, %m : f32, f32, i32)
^end:
  return %s, %n : f32, i32
}
}
