// square: an expression
func.func @square(%x: i32) -> i32 {
  %y = arith.muli %x, %x : i32
  return %y : i32
}
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = func.call @square(%x) : (i32) -> i32
  %b = arith.addi %a, %y : i32
  return %b : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.muli %x, %x : i32
  %b = arith.addi %a, %y : i32
  return %b : i32
}
// -----
// twice: two calls of one function
func.func @mix(%x: i32, %y: i32) -> i32 {
  %s = arith.xori %x, %y : i32
  %t = arith.muli %s, %y : i32
  return %t : i32
}
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = func.call @mix(%x, %y) : (i32, i32) -> i32
  %b = func.call @mix(%a, %x) : (i32, i32) -> i32
  return %b : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %s = arith.xori %x, %y : i32
  %t = arith.muli %s, %y : i32
  %u = arith.xori %t, %x : i32
  %v = arith.muli %u, %x : i32
  return %v : i32
}
// -----
// same_arguments: two calls that are one
func.func @poly(%x: i32) -> i32 {
  %s = arith.muli %x, %x : i32
  %t = arith.addi %s, %x : i32
  return %t : i32
}
func.func @left(%x: i32) -> i32 {
  %a = func.call @poly(%x) : (i32) -> i32
  %b = func.call @poly(%x) : (i32) -> i32
  %c = arith.xori %a, %b : i32
  %d = arith.addi %c, %a : i32
  return %d : i32
}
func.func @right(%x: i32) -> i32 {
  %s = arith.muli %x, %x : i32
  %t = arith.addi %s, %x : i32
  return %t : i32
}
// -----
// branches: a function with two ways
func.func @step(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %bit = arith.andi %x, %one : i32
  %odd = arith.cmpi ne, %bit, %zero : i32
  %r = scf.if %odd -> i32 {
    %a = arith.muli %x, %three : i32
    %b = arith.addi %a, %one : i32
    scf.yield %b : i32
  } else {
    %a = arith.shrui %x, %one : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @left(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %r = func.call @step(%s) : (i32) -> i32
  %t = arith.muli %r, %y : i32
  return %t : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k1 = arith.constant 1 : i32
  %k0 = arith.constant 0 : i32
  %k3 = arith.constant 3 : i32
  %s = arith.addi %x, %y : i32
  %bit = arith.andi %s, %k1 : i32
  %odd = arith.cmpi ne, %bit, %k0 : i32
  %r = scf.if %odd -> i32 {
    %a = arith.muli %s, %k3 : i32
    %b = arith.addi %a, %k1 : i32
    scf.yield %b : i32
  } else {
    %a = arith.shrui %s, %k1 : i32
    scf.yield %a : i32
  }
  %t = arith.muli %r, %y : i32
  return %t : i32
}
// -----
// loop: a function with a loop
func.func @sum(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @left(%a: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %s = func.call @sum(%a, %n) : (memref<64xi32>, index) -> i32
  %t = arith.muli %s, %x : i32
  return %t : i32
}
func.func @right(%a: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  %t = arith.muli %r, %x : i32
  return %t : i32
}
// -----
// two_results: several results
func.func @both(%x: i64, %y: i64) -> (i64, i64) {
  %s = arith.addi %x, %y : i64
  %d = arith.subi %x, %y : i64
  return %s, %d : i64, i64
}
func.func @left(%x: i64, %y: i64) -> i64 {
  %r:2 = func.call @both(%x, %y) : (i64, i64) -> (i64, i64)
  %p = arith.muli %r#0, %r#1 : i64
  return %p : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %s = arith.addi %x, %y : i64
  %d = arith.subi %x, %y : i64
  %p = arith.muli %s, %d : i64
  return %p : i64
}
// -----
// in_loop: a call in each iteration
func.func @scale(%x: i32, %y: i32) -> i32 {
  %p = arith.muli %x, %y : i32
  %c = arith.constant 7 : i32
  %q = arith.shrui %p, %c : i32
  return %q : i32
}
func.func @left(%a: memref<64xi32>, %n: index, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = func.call @scale(%v, %y) : (i32, i32) -> i32
    memref.store %w, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %n: index, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %v, %y : i32
    %w = arith.shrui %p, %k7 : i32
    memref.store %w, %a[%i] : memref<64xi32>
  }
  return
}
// -----
// in_branch: a call on one side
func.func @cube(%x: i32) -> i32 {
  %s = arith.muli %x, %x : i32
  %t = arith.muli %s, %x : i32
  return %t : i32
}
func.func @left(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %t = func.call @cube(%x) : (i32) -> i32
    scf.yield %t : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @right(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %s = arith.muli %x, %x : i32
    %t = arith.muli %s, %x : i32
    scf.yield %t : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
// -----
// store: a function that writes
func.func @put(%a: memref<64xi32>, %i: index, %x: i32) {
  %one = arith.constant 1 : i32
  %y = arith.addi %x, %one : i32
  memref.store %y, %a[%i] : memref<64xi32>
  return
}
func.func @left(%a: memref<64xi32>, %i: index, %j: index, %x: i32) {
  func.call @put(%a, %i, %x) : (memref<64xi32>, index, i32) -> ()
  func.call @put(%a, %j, %x) : (memref<64xi32>, index, i32) -> ()
  return
}
func.func @right(%a: memref<64xi32>, %i: index, %j: index, %x: i32) {
  %k1 = arith.constant 1 : i32
  %y = arith.addi %x, %k1 : i32
  memref.store %y, %a[%i] : memref<64xi32>
  memref.store %y, %a[%j] : memref<64xi32>
  return
}
// -----
// load: a function that reads
func.func @get(%a: memref<64xi32>, %i: index) -> i32 {
  %c63 = arith.constant 63 : index
  %j = arith.andi %i, %c63 : index
  %x = memref.load %a[%j] : memref<64xi32>
  return %x : i32
}
func.func @left(%a: memref<64xi32>, %i: index, %j: index) -> i32 {
  %x = func.call @get(%a, %i) : (memref<64xi32>, index) -> i32
  %y = func.call @get(%a, %j) : (memref<64xi32>, index) -> i32
  %z = arith.subi %x, %y : i32
  return %z : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %j: index) -> i32 {
  %c63 = arith.constant 63 : index
  %p = arith.andi %i, %c63 : index
  %q = arith.andi %j, %c63 : index
  %x = memref.load %a[%p] : memref<64xi32>
  %y = memref.load %a[%q] : memref<64xi32>
  %z = arith.subi %x, %y : i32
  return %z : i32
}
// -----
// swap: a function that exchanges elements
func.func @swap(%a: memref<64xi32>, %i: index, %j: index) {
  %x = memref.load %a[%i] : memref<64xi32>
  %y = memref.load %a[%j] : memref<64xi32>
  memref.store %y, %a[%i] : memref<64xi32>
  memref.store %x, %a[%j] : memref<64xi32>
  return
}
func.func @left(%a: memref<64xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %h = arith.shrui %n, %c1 : index
  scf.for %i = %c0 to %h step %c1 {
    %m = arith.subi %n, %i : index
    %j = arith.subi %m, %c1 : index
    func.call @swap(%a, %i, %j) : (memref<64xi32>, index, index) -> ()
  }
  return
}
func.func @right(%a: memref<64xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %h = arith.shrui %n, %c1 : index
  scf.for %i = %c0 to %h step %c1 {
    %m = arith.subi %n, %i : index
    %j = arith.subi %m, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %a[%j] : memref<64xi32>
    memref.store %y, %a[%i] : memref<64xi32>
    memref.store %x, %a[%j] : memref<64xi32>
  }
  return
}
// -----
// nested: a call in a call
func.func @inner(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %y = arith.mulf %x, %c : f32
  return %y : f32
}
func.func @outer(%x: f32, %y: f32) -> f32 {
  %a = func.call @inner(%x) : (f32) -> f32
  %b = func.call @inner(%y) : (f32) -> f32
  %c = arith.subf %a, %b : f32
  return %c : f32
}
func.func @left(%x: f32, %y: f32) -> f32 {
  %r = func.call @outer(%x, %y) : (f32, f32) -> f32
  return %r : f32
}
func.func @right(%x: f32, %y: f32) -> f32 {
  %f2 = arith.constant 2.0 : f32
  %a = arith.mulf %x, %f2 : f32
  %b = arith.mulf %y, %f2 : f32
  %c = arith.subf %a, %b : f32
  return %c : f32
}
// -----
// constant_argument: a branch on an argument that is known
func.func @choose(%mode: i32, %x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %c = arith.cmpi eq, %mode, %one : i32
  %r = scf.if %c -> i32 {
    %a = arith.muli %x, %x : i32
    scf.yield %a : i32
  } else {
    %a = arith.addi %x, %mode : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @left(%x: i32) -> i32 {
  %k1 = arith.constant 1 : i32
  %k5 = arith.constant 5 : i32
  %a = func.call @choose(%k1, %x) : (i32, i32) -> i32
  %b = func.call @choose(%k5, %a) : (i32, i32) -> i32
  return %b : i32
}
func.func @right(%x: i32) -> i32 {
  %k5 = arith.constant 5 : i32
  %a = arith.muli %x, %x : i32
  %b = arith.addi %a, %k5 : i32
  return %b : i32
}
// -----
// unused_result: a result that nobody needs
func.func @work(%x: i32) -> i32 {
  %y = arith.muli %x, %x : i32
  %z = arith.xori %y, %x : i32
  return %z : i32
}
func.func @left(%x: i32) -> i32 {
  %k9 = arith.constant 9 : i32
  %a = func.call @work(%x) : (i32) -> i32
  %b = arith.addi %x, %k9 : i32
  return %b : i32
}
func.func @right(%x: i32) -> i32 {
  %k9 = arith.constant 9 : i32
  %b = arith.addi %x, %k9 : i32
  return %b : i32
}
// -----
// early_return: a function that returns in two places
func.func @early(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi slt, %x, %y : i32
  cf.cond_br %c, ^less, ^more
^less:
  %p = arith.muli %x, %x : i32
  return %p : i32
^more:
  %q = arith.subi %x, %y : i32
  return %q : i32
}
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = func.call @early(%x, %y) : (i32, i32) -> i32
  %b = arith.xori %a, %y : i32
  return %b : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi slt, %x, %y : i32
  %a = scf.if %c -> i32 {
    %p = arith.muli %x, %x : i32
    scf.yield %p : i32
  } else {
    %q = arith.subi %x, %y : i32
    scf.yield %q : i32
  }
  %b = arith.xori %a, %y : i32
  return %b : i32
}
// -----
// local_array: a function with an array of its own
func.func @table(%x: i32, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %t = memref.alloca() : memref<64xi32>
  memref.store %x, %t[%c0] : memref<64xi32>
  %y = memref.load %t[%c0] : memref<64xi32>
  %z = arith.addi %y, %y : i32
  return %z : i32
}
func.func @left(%x: i32, %i: index) -> i32 {
  %r = func.call @table(%x, %i) : (i32, index) -> i32
  return %r : i32
}
func.func @right(%x: i32, %i: index) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
// -----
// global_counter: a function that counts its calls
memref.global "private" @count : memref<1xi32> = dense<0>
func.func @tick() -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %g = memref.get_global @count : memref<1xi32>
  %v = memref.load %g[%c0] : memref<1xi32>
  %w = arith.addi %v, %one : i32
  memref.store %w, %g[%c0] : memref<1xi32>
  return %w : i32
}
func.func @left(%x: i32) -> i32 {
  %a = func.call @tick() : () -> i32
  %b = func.call @tick() : () -> i32
  %c = arith.muli %b, %x : i32
  return %c : i32
}
func.func @right(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %k2 = arith.constant 2 : i32
  %g = memref.get_global @count : memref<1xi32>
  %v = memref.load %g[%c0] : memref<1xi32>
  %b = arith.addi %v, %k2 : i32
  memref.store %b, %g[%c0] : memref<1xi32>
  %c = arith.muli %b, %x : i32
  return %c : i32
}
// -----
// condition: a function that is a condition
func.func @inside(%x: i32, %lo: i32, %hi: i32) -> i1 {
  %a = arith.cmpi sge, %x, %lo : i32
  %b = arith.cmpi slt, %x, %hi : i32
  %c = arith.andi %a, %b : i1
  return %c : i1
}
func.func @left(%x: i32, %lo: i32, %hi: i32) -> i32 {
  %c = func.call @inside(%x, %lo, %hi) : (i32, i32, i32) -> i1
  %r = arith.select %c, %x, %lo : i32
  return %r : i32
}
func.func @right(%x: i32, %lo: i32, %hi: i32) -> i32 {
  %a = arith.cmpi sge, %x, %lo : i32
  %b = arith.cmpi slt, %x, %hi : i32
  %c = arith.andi %a, %b : i1
  %r = arith.select %c, %x, %lo : i32
  return %r : i32
}
// -----
// tail_call: a function that calls itself last
func.func @power(%x: i32, %n: i32, %acc: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %end -> i32 {
    scf.yield %acc : i32
  } else {
    %m = arith.subi %n, %one : i32
    %p = arith.muli %acc, %x : i32
    %q = func.call @power(%x, %m, %p) : (i32, i32, i32) -> i32
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @left(%x: i32, %n: i32) -> i32 {
  %k1 = arith.constant 1 : i32
  %r = func.call @power(%x, %n, %k1) : (i32, i32, i32) -> i32
  return %r : i32
}
func.func @right(%x: i32, %n: i32) -> i32 {
  %k1 = arith.constant 1 : i32
  %k0 = arith.constant 0 : i32
  %r:2 = scf.while (%m = %n, %acc = %k1) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ne, %m, %k0 : i32
    scf.condition(%go) %m, %acc : i32, i32
  } do {
^bb0(%m: i32, %acc: i32):
    %o = arith.subi %m, %k1 : i32
    %p = arith.muli %acc, %x : i32
    scf.yield %o, %p : i32, i32
  }
  return %r#1 : i32
}
// -----
// long_square: of i64
func.func private @square(%x: i64) -> i64 {
  %r = arith.muli %x, %x : i64
  return %r : i64
}
func.func @left(%a: i64, %b: i64) -> i64 {
  %p = func.call @square(%a) : (i64) -> i64
  %q = func.call @square(%b) : (i64) -> i64
  %r = arith.addi %p, %q : i64
  return %r : i64
}
func.func @right(%a: i64, %b: i64) -> i64 {
  %p = arith.muli %a, %a : i64
  %q = arith.muli %b, %b : i64
  %r = arith.addi %p, %q : i64
  return %r : i64
}
// -----
// in_loop_again: a helper in a loop, with an array
func.func private @at(%a: memref<64xf32>, %i: index, %x: f32) -> f32 {
  %v = memref.load %a[%i] : memref<64xf32>
  %r = arith.mulf %v, %x : f32
  return %r : f32
}
func.func @left(%a: memref<64xf32>, %x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %p = func.call @at(%a, %i, %s) : (memref<64xf32>, index, f32) -> f32
    scf.yield %p : f32
  }
  return %r : f32
}
func.func @right(%a: memref<64xf32>, %x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %v = memref.load %a[%i] : memref<64xf32>
    %p = arith.mulf %v, %s : f32
    scf.yield %p : f32
  }
  return %r : f32
}
// -----
// branching: a helper with a branch
func.func private @pick(%c: i1, %x: i8, %y: i8) -> i8 {
  cf.cond_br %c, ^one, ^two
^one:
  %s = arith.addi %x, %y : i8
  return %s : i8
^two:
  return %y : i8
}
func.func @left(%c: i1, %x: i8, %y: i8) -> i8 {
  %r = func.call @pick(%c, %x, %y) : (i1, i8, i8) -> i8
  return %r : i8
}
func.func @right(%c: i1, %x: i8, %y: i8) -> i8 {
  %s = arith.addi %x, %y : i8
  %r = arith.select %c, %s, %y : i8
  return %r : i8
}
// -----
// two_levels: helpers of helpers that store
func.func private @put(%a: memref<64xi32>, %i: index, %x: i32) {
  memref.store %x, %a[%i] : memref<64xi32>
  return
}
func.func private @both(%a: memref<64xi32>, %i: index, %x: i32) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  func.call @put(%a, %i, %x) : (memref<64xi32>, index, i32) -> ()
  func.call @put(%a, %j, %x) : (memref<64xi32>, index, i32) -> ()
  return
}
func.func @left(%a: memref<64xi32>, %i: index, %x: i32) {
  func.call @both(%a, %i, %x) : (memref<64xi32>, index, i32) -> ()
  return
}
func.func @right(%a: memref<64xi32>, %i: index, %x: i32) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  memref.store %x, %a[%i] : memref<64xi32>
  memref.store %x, %a[%j] : memref<64xi32>
  return
}
// -----
// vectors: a helper of vectors
func.func private @scale(%x: vector<16xf32>, %y: f32) -> vector<16xf32> {
  %b = vector.broadcast %y : f32 to vector<16xf32>
  %r = arith.mulf %x, %b : vector<16xf32>
  return %r : vector<16xf32>
}
func.func @left(%x: vector<16xf32>, %y: f32) -> vector<16xf32> {
  %p = func.call @scale(%x, %y) : (vector<16xf32>, f32) -> vector<16xf32>
  %q = arith.addf %p, %x : vector<16xf32>
  return %q : vector<16xf32>
}
func.func @right(%x: vector<16xf32>, %y: f32) -> vector<16xf32> {
  %b = vector.broadcast %y : f32 to vector<16xf32>
  %p = arith.mulf %x, %b : vector<16xf32>
  %q = arith.addf %p, %x : vector<16xf32>
  return %q : vector<16xf32>
}
// -----
// clamp_each: a clamping function in a loop
func.func private @clamp(%x: i32) -> i32 {
  %lo = arith.constant 0 : i32
  %hi = arith.constant 255 : i32
  %a = arith.maxsi %x, %lo : i32
  %b = arith.minsi %a, %hi : i32
  return %b : i32
}
func.func @left(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = func.call @clamp(%v) : (i32) -> i32
    memref.store %w, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %lo = arith.constant 0 : i32
  %hi = arith.constant 255 : i32
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %x = arith.maxsi %v, %lo : i32
    %w = arith.minsi %x, %hi : i32
    memref.store %w, %a[%i] : memref<64xi32>
  }
  return
}
// -----
// dot_of_rows: a function with a loop, called in a loop
func.func private @dot(%a: memref<8x8xi32>, %b: memref<8xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i32
  %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %z) -> (i32) {
    %x = memref.load %a[%i, %j] : memref<8x8xi32>
    %y = memref.load %b[%j] : memref<8xi32>
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @left(%a: memref<8x8xi32>, %b: memref<8xi32>, %c: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %v = func.call @dot(%a, %b, %i) : (memref<8x8xi32>, memref<8xi32>, index) -> i32
    memref.store %v, %c[%i] : memref<8xi32>
  }
  return
}
func.func @right(%a: memref<8x8xi32>, %b: memref<8xi32>, %c: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %z) -> (i32) {
      %x = memref.load %a[%i, %j] : memref<8x8xi32>
      %y = memref.load %b[%j] : memref<8xi32>
      %p = arith.muli %x, %y : i32
      %t = arith.addi %s, %p : i32
      scf.yield %t : i32
    }
    memref.store %r, %c[%i] : memref<8xi32>
  }
  return
}
// -----
// early_exit: a function that returns early, called twice
func.func private @safe(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi eq, %y, %z : i32
  cf.cond_br %c, ^zero, ^divide
^zero:
  return %z : i32
^divide:
  %q = arith.divsi %x, %y : i32
  return %q : i32
}
func.func @left(%x: i32, %y: i32, %w: i32) -> i32 {
  %p = func.call @safe(%x, %y) : (i32, i32) -> i32
  %q = func.call @safe(%p, %w) : (i32, i32) -> i32
  return %q : i32
}
func.func @right(%x: i32, %y: i32, %w: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi eq, %y, %z : i32
  %p = scf.if %c -> (i32) {
    scf.yield %z : i32
  } else {
    %q = arith.divsi %x, %y : i32
    scf.yield %q : i32
  }
  %d = arith.cmpi eq, %w, %z : i32
  %r = scf.if %d -> (i32) {
    scf.yield %z : i32
  } else {
    %q = arith.divsi %p, %w : i32
    scf.yield %q : i32
  }
  return %r : i32
}
// -----
// accumulate: a function that updates an element by reference
func.func private @add(%a: memref<4xi32>, %i: index, %x: i32) {
  %o = memref.load %a[%i] : memref<4xi32>
  %n = arith.addi %o, %x : i32
  memref.store %n, %a[%i] : memref<4xi32>
  return
}
func.func @left(%a: memref<4xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  func.call @add(%a, %c0, %x) : (memref<4xi32>, index, i32) -> ()
  func.call @add(%a, %c1, %y) : (memref<4xi32>, index, i32) -> ()
  func.call @add(%a, %c0, %y) : (memref<4xi32>, index, i32) -> ()
  return
}
func.func @right(%a: memref<4xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = memref.load %a[%c0] : memref<4xi32>
  %n = arith.addi %o, %x : i32
  memref.store %n, %a[%c0] : memref<4xi32>
  %p = memref.load %a[%c1] : memref<4xi32>
  %q = arith.addi %p, %y : i32
  memref.store %q, %a[%c1] : memref<4xi32>
  %r = memref.load %a[%c0] : memref<4xi32>
  %s = arith.addi %r, %y : i32
  memref.store %s, %a[%c0] : memref<4xi32>
  return
}
// -----
// scaled_in_loop: a helper called in a loop
func.func private @scaled(%v: i32, %k: i32) -> i32 {
  %p = arith.muli %v, %k : i32
  %q = arith.addi %p, %v : i32
  return %q : i32
}
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = func.call @scaled(%v, %x) : (i32, i32) -> i32
    %u = arith.addi %s, %w : i32
    scf.yield %u : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %v, %x : i32
    %w = arith.addi %p, %v : i32
    %u = arith.addi %s, %w : i32
    scf.yield %u : i32
  }
  return %r : i32
}
// -----
// twice_with_constants: a helper called twice with constants
func.func private @scaled(%v: i32, %k: i32) -> i32 {
  %p = arith.muli %v, %k : i32
  %q = arith.addi %p, %v : i32
  return %q : i32
}
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 3 : i32
  %a = func.call @scaled(%x, %k) : (i32, i32) -> i32
  %r = func.call @scaled(%a, %k) : (i32, i32) -> i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 16 : i32
  %r = arith.muli %x, %k : i32
  return %r : i32
}
