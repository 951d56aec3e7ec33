// Functions as values, and functions that call each other.

func.func private @increment(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %y = arith.addi %x, %one : i32
  return %y : i32
}

func.func private @double(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}

func.func private @twice(%f: (i32) -> i32, %x: i32) -> i32 {
  %y = func.call_indirect %f(%x) : (i32) -> i32
  %z = func.call_indirect %f(%y) : (i32) -> i32
  return %z : i32
}

func.func @chosen(%c: i1, %x: i32) -> i32 {
  %f = func.constant @increment : (i32) -> i32
  %g = func.constant @double : (i32) -> i32
  %h = arith.select %c, %f, %g : (i32) -> i32
  %y = func.call @twice(%h, %x) : ((i32) -> i32, i32) -> i32
  return %y : i32
}

// The function of each step is carried by the loop.
func.func @alternating(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = func.constant @increment : (i32) -> i32
  %g = func.constant @double : (i32) -> i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x, %a = %f, %b = %g) -> (i32, (i32) -> i32, (i32) -> i32) {
    %z = func.call_indirect %a(%y) : (i32) -> i32
    scf.yield %z, %b, %a : i32, (i32) -> i32, (i32) -> i32
  }
  return %r#0 : i32
}

// More arguments than registers hold, more results than one, and a callee among values
// that are live across the call.
func.func private @many(%a: i32, %b: f32, %c: i8, %d: index, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32, %j: i16) -> (i32, f32, i16) {
  %0 = arith.addi %a, %e : i32
  %1 = arith.addi %0, %f : i32
  %2 = arith.subi %1, %g : i32
  %3 = arith.xori %2, %h : i32
  %4 = arith.addi %3, %i : i32
  %5 = arith.addf %b, %b : f32
  %6 = arith.extsi %c : i8 to i16
  %7 = arith.addi %6, %j : i16
  return %4, %5, %7 : i32, f32, i16
}

func.func @wide(%x: i32, %y: f32, %n: index) -> (i32, f32, i16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = func.constant @many : (i32, f32, i8, index, i32, i32, i32, i32, i32, i16) -> (i32, f32, i16)
  %c = arith.trunci %x : i32 to i8
  %s = arith.trunci %x : i32 to i16
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %t = %s) -> (i32, f32, i16) {
    %u = arith.muli %a, %x : i32
    %v:3 = func.call_indirect %f(%a, %b, %c, %i, %x, %u, %a, %x, %u, %t) : (i32, f32, i8, index, i32, i32, i32, i32, i32, i16) -> (i32, f32, i16)
    %w = arith.addi %v#0, %u : i32
    scf.yield %w, %v#1, %v#2 : i32, f32, i16
  }
  return %r#0, %r#1, %r#2 : i32, f32, i16
}

func.func @even(%n: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %done = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %done, ^yes, ^more
^yes:
  %true = arith.constant true
  return %true : i1
^more:
  %k = arith.subi %n, %one : i32
  %r = func.call @odd(%k) : (i32) -> i1
  return %r : i1
}

func.func @odd(%n: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %done = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %done, ^no, ^more
^no:
  %false = arith.constant false
  return %false : i1
^more:
  %k = arith.subi %n, %one : i32
  %f = func.constant @even : (i32) -> i1
  %r = func.call_indirect %f(%k) : (i32) -> i1
  return %r : i1
}

// An assertion that holds.
func.func @checked(%n: i32) -> i32 {
  %limit = arith.constant 1000 : i32
  %less = arith.cmpi ult, %n, %limit : i32
  cf.assert %less, "too large"
  return %n : i32
}

// Functions of vectors that are split, as values.
func.func private @spread(%v: vector<4xi32>) -> vector<2x2xi64> {
  %0 = vector.extract %v[3] : i32 from vector<4xi32>
  %1 = arith.extsi %0 : i32 to i64
  %2 = vector.broadcast %1 : i64 to vector<2x2xi64>
  return %2 : vector<2x2xi64>
}
func.func private @fixed(%v: vector<4xi32>) -> vector<2x2xi64> {
  %2 = arith.constant dense<[[1,2],[3,4]]> : vector<2x2xi64>
  return %2 : vector<2x2xi64>
}
func.func @parted(%c: i1, %i: index) -> i32 {
  %v = arith.constant dense<[1,2,3,4]> : vector<4xi32>
  %f = func.constant @spread : (vector<4xi32>) -> vector<2x2xi64>
  %g = func.constant @fixed : (vector<4xi32>) -> vector<2x2xi64>
  %h = arith.select %c, %f, %g : (vector<4xi32>) -> vector<2x2xi64>
  %k = scf.if %c -> ((vector<4xi32>) -> vector<2x2xi64>) { scf.yield %g : (vector<4xi32>) -> vector<2x2xi64> } else { scf.yield %f : (vector<4xi32>) -> vector<2x2xi64> }
  %l = scf.index_switch %i -> (vector<4xi32>) -> vector<2x2xi64>
   case 1 { scf.yield %h : (vector<4xi32>) -> vector<2x2xi64> }
   default { scf.yield %k : (vector<4xi32>) -> vector<2x2xi64> }
  cf.br ^bb(%l : (vector<4xi32>) -> vector<2x2xi64>)
^bb(%z: (vector<4xi32>) -> vector<2x2xi64>):
  %r = func.call_indirect %z(%v) : (vector<4xi32>) -> vector<2x2xi64>
  %e = vector.extract %r[1, 0] : i64 from vector<2x2xi64>
  %t = arith.trunci %e : i64 to i32
  return %t : i32
}
