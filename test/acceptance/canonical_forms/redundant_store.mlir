// overwritten: a store before another to the same element
func.func @left(%a: memref<64xi32>, %i: index, %x: i32, %y: i32) {
  memref.store %x, %a[%i] : memref<64xi32>
  memref.store %y, %a[%i] : memref<64xi32>
  return
}
func.func @right(%a: memref<64xi32>, %i: index, %x: i32, %y: i32) {
  memref.store %y, %a[%i] : memref<64xi32>
  return
}
// -----
// overwritten_later: with a store to another element between
func.func @left(%a: memref<64xi32>, %x: i32, %y: i32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  memref.store %x, %a[%c2] : memref<64xi32>
  memref.store %x, %a[%c3] : memref<64xi32>
  memref.store %y, %a[%c2] : memref<64xi32>
  return
}
func.func @right(%a: memref<64xi32>, %x: i32, %y: i32) {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  memref.store %x, %a[%c3] : memref<64xi32>
  memref.store %y, %a[%c2] : memref<64xi32>
  return
}
// -----
// same_value: the value that was loaded
func.func @left(%a: memref<64xi32>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<64xi32>
  memref.store %x, %a[%i] : memref<64xi32>
  return %x : i32
}
func.func @right(%a: memref<64xi32>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<64xi32>
  return %x : i32
}
// -----
// same_value_twice: one value twice
func.func @left(%a: memref<64xi32>, %i: index, %x: i32) -> i32 {
  %k1 = arith.constant 1 : i32
  %y = arith.muli %x, %x : i32
  memref.store %y, %a[%i] : memref<64xi32>
  %z = arith.addi %y, %k1 : i32
  memref.store %y, %a[%i] : memref<64xi32>
  return %z : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %x: i32) -> i32 {
  %k1 = arith.constant 1 : i32
  %y = arith.muli %x, %x : i32
  memref.store %y, %a[%i] : memref<64xi32>
  %z = arith.addi %y, %k1 : i32
  return %z : i32
}
// -----
// both_sides: overwritten on both sides of a branch
func.func @left(%a: memref<64xi32>, %i: index, %c: i1, %x: i32, %y: i32) {
  %k0 = arith.constant 0 : i32
  memref.store %k0, %a[%i] : memref<64xi32>
  scf.if %c {
    memref.store %x, %a[%i] : memref<64xi32>
  } else {
    memref.store %y, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %i: index, %c: i1, %x: i32, %y: i32) {
  scf.if %c {
    memref.store %x, %a[%i] : memref<64xi32>
  } else {
    memref.store %y, %a[%i] : memref<64xi32>
  }
  return
}
// -----
// side_overwritten: a store on one side that is overwritten after it
func.func @left(%a: memref<64xi32>, %i: index, %c: i1, %x: i32) -> i32 {
  %k7 = arith.constant 7 : i32
  %r = scf.if %c -> i32 {
    memref.store %x, %a[%i] : memref<64xi32>
    %p = arith.muli %x, %x : i32
    scf.yield %p : i32
  } else {
    scf.yield %k7 : i32
  }
  memref.store %r, %a[%i] : memref<64xi32>
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %c: i1, %x: i32) -> i32 {
  %k7 = arith.constant 7 : i32
  %r = scf.if %c -> i32 {
    %p = arith.muli %x, %x : i32
    scf.yield %p : i32
  } else {
    scf.yield %k7 : i32
  }
  memref.store %r, %a[%i] : memref<64xi32>
  return %r : i32
}
// -----
// never_read: an array that nobody reads
func.func @left(%x: i32, %i: index) -> i32 {
  %t = memref.alloca() : memref<64xi32>
  %y = arith.muli %x, %x : i32
  memref.store %y, %t[%i] : memref<64xi32>
  return %y : i32
}
func.func @right(%x: i32, %i: index) -> i32 {
  %y = arith.muli %x, %x : i32
  return %y : i32
}
// -----
// never_read_loop: an array that is filled and not read
func.func @left(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c50 = arith.constant 50 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %t = memref.alloca() : memref<64xi32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> i32 {
    memref.store %s, %t[%i] : memref<64xi32>
    %u = arith.muli %s, %k3 : i32
    %v = arith.xori %u, %x : i32
    scf.yield %v : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c50 = arith.constant 50 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> i32 {
    %u = arith.muli %s, %k3 : i32
    %v = arith.xori %u, %x : i32
    scf.yield %v : i32
  }
  return %r : i32
}
// -----
// global: a global that is written twice
memref.global "private" @g : memref<4xi64> = dense<0>
func.func @left(%x: i64, %y: i64) -> i64 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<4xi64>
  memref.store %x, %g[%c1] : memref<4xi64>
  %z = arith.addi %x, %y : i64
  memref.store %z, %g[%c1] : memref<4xi64>
  return %z : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<4xi64>
  %z = arith.addi %x, %y : i64
  memref.store %z, %g[%c1] : memref<4xi64>
  return %z : i64
}
// -----
// other_read: a load of another array between
memref.global "private" @g : memref<64xf32> = dense<0.0>
memref.global "private" @h : memref<64xf32> = dense<1.0>
func.func @left(%i: index, %x: f32) {
  %g = memref.get_global @g : memref<64xf32>
  %h = memref.get_global @h : memref<64xf32>
  memref.store %x, %g[%i] : memref<64xf32>
  %v = memref.load %h[%i] : memref<64xf32>
  %y = arith.mulf %v, %x : f32
  memref.store %y, %g[%i] : memref<64xf32>
  return
}
func.func @right(%i: index, %x: f32) {
  %g = memref.get_global @g : memref<64xf32>
  %h = memref.get_global @h : memref<64xf32>
  %v = memref.load %h[%i] : memref<64xf32>
  %y = arith.mulf %v, %x : f32
  memref.store %y, %g[%i] : memref<64xf32>
  return
}
// -----
// in_loop: twice in each iteration
func.func @left(%a: memref<64xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<64xi32>
    %j = arith.index_cast %i : index to i32
    %y = arith.muli %j, %x : i32
    memref.store %y, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.index_cast %i : index to i32
    %y = arith.muli %j, %x : i32
    memref.store %y, %a[%i] : memref<64xi32>
  }
  return
}
// -----
// initial_value: of a local variable that is always written again
func.func @left(%x: i32, %c: i1) -> i32 {
  %k0 = arith.constant 0 : i32
  %k5 = arith.constant 5 : i32
  %v = memref.alloca() : memref<i32>
  memref.store %k0, %v[] : memref<i32>
  scf.if %c {
    %y = arith.muli %x, %x : i32
    memref.store %y, %v[] : memref<i32>
  } else {
    memref.store %k5, %v[] : memref<i32>
  }
  %r = memref.load %v[] : memref<i32>
  return %r : i32
}
func.func @right(%x: i32, %c: i1) -> i32 {
  %k5 = arith.constant 5 : i32
  %v = memref.alloca() : memref<i32>
  scf.if %c {
    %y = arith.muli %x, %x : i32
    memref.store %y, %v[] : memref<i32>
  } else {
    memref.store %k5, %v[] : memref<i32>
  }
  %r = memref.load %v[] : memref<i32>
  return %r : i32
}
// -----
// after_last_read: of a local array that is not read any more
func.func @left(%x: i32, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %k4 = arith.constant 4 : i32
  %t = memref.alloca() : memref<8xi32>
  memref.store %x, %t[%c1] : memref<8xi32>
  memref.store %k4, %t[%c2] : memref<8xi32>
  %y = memref.load %t[%c1] : memref<8xi32>
  memref.store %y, %t[%c3] : memref<8xi32>
  %z = arith.muli %y, %y : i32
  return %z : i32
}
func.func @right(%x: i32, %i: index) -> i32 {
  %z = arith.muli %x, %x : i32
  return %z : i32
}
// -----
// bytes: narrow elements
func.func @left(%a: memref<64xi8>, %i: index, %x: i32) {
  %k8 = arith.constant 8 : i32
  %p = arith.trunci %x : i32 to i8
  memref.store %p, %a[%i] : memref<64xi8>
  %q = arith.shrui %x, %k8 : i32
  %r = arith.trunci %q : i32 to i8
  memref.store %r, %a[%i] : memref<64xi8>
  return
}
func.func @right(%a: memref<64xi8>, %i: index, %x: i32) {
  %k8 = arith.constant 8 : i32
  %q = arith.shrui %x, %k8 : i32
  %r = arith.trunci %q : i32 to i8
  memref.store %r, %a[%i] : memref<64xi8>
  return
}
// -----
// matrix: an element of a matrix
func.func @left(%m: memref<8x8xf32>, %i: index, %j: index, %x: f32) {
  %f0 = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  memref.store %f0, %m[%i, %j] : memref<8x8xf32>
  %y = arith.addf %x, %f1 : f32
  memref.store %y, %m[%i, %j] : memref<8x8xf32>
  return
}
func.func @right(%m: memref<8x8xf32>, %i: index, %j: index, %x: f32) {
  %f1 = arith.constant 1.0 : f32
  %y = arith.addf %x, %f1 : f32
  memref.store %y, %m[%i, %j] : memref<8x8xf32>
  return
}
// -----
// before_call: a local array that no call sees
func.func private @other(i32) -> i32
func.func @left(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %t = memref.alloca() : memref<4xi32>
  memref.store %x, %t[%c0] : memref<4xi32>
  %y = func.call @other(%x) : (i32) -> i32
  memref.store %y, %t[%c0] : memref<4xi32>
  return %y : i32
}
func.func @right(%x: i32) -> i32 {
  %y = func.call @other(%x) : (i32) -> i32
  return %y : i32
}
// -----
// chain: three values, of which the last counts
func.func @left(%a: memref<64xi32>, %x: i32, %y: i32, %z: i32) {
  %c9 = arith.constant 9 : index
  %c8 = arith.constant 8 : index
  memref.store %x, %a[%c9] : memref<64xi32>
  memref.store %y, %a[%c9] : memref<64xi32>
  memref.store %z, %a[%c9] : memref<64xi32>
  memref.store %x, %a[%c8] : memref<64xi32>
  return
}
func.func @right(%a: memref<64xi32>, %x: i32, %y: i32, %z: i32) {
  %c9 = arith.constant 9 : index
  %c8 = arith.constant 8 : index
  memref.store %z, %a[%c9] : memref<64xi32>
  memref.store %x, %a[%c8] : memref<64xi32>
  return
}
// -----
// same_in_branch: what memory already has, on one side
func.func @left(%a: memref<64xi32>, %i: index, %x: i32, %c: i1) -> i32 {
  %k3 = arith.constant 3 : i32
  memref.store %x, %a[%i] : memref<64xi32>
  %r = scf.if %c -> i32 {
    memref.store %x, %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k3 : i32
    scf.yield %y : i32
  } else {
    %y = arith.xori %x, %k3 : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %x: i32, %c: i1) -> i32 {
  %k3 = arith.constant 3 : i32
  memref.store %x, %a[%i] : memref<64xi32>
  %r = scf.if %c -> i32 {
    %y = arith.muli %x, %k3 : i32
    scf.yield %y : i32
  } else {
    %y = arith.xori %x, %k3 : i32
    scf.yield %y : i32
  }
  return %r : i32
}
// -----
// same_in_loop: each element by its own value
func.func @left(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %x = memref.load %a[%i] : memref<64xi32>
    memref.store %x, %a[%i] : memref<64xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %x = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// overwritten_long: of i64 that is overwritten
func.func @left(%a: memref<8xi64>, %x: i64, %y: i64) {
  %c0 = arith.constant 3 : index
  memref.store %x, %a[%c0] : memref<8xi64>
  memref.store %y, %a[%c0] : memref<8xi64>
  return
}
func.func @right(%a: memref<8xi64>, %x: i64, %y: i64) {
  %c0 = arith.constant 3 : index
  memref.store %y, %a[%c0] : memref<8xi64>
  return
}
// -----
// both_sides_overwrite: that both sides overwrite
func.func @left(%a: memref<8xf32>, %i: index, %c: i1, %x: f32, %y: f32) {
  memref.store %x, %a[%i] : memref<8xf32>
  scf.if %c {
    memref.store %y, %a[%i] : memref<8xf32>
  } else {
    %z = arith.addf %x, %y : f32
    memref.store %z, %a[%i] : memref<8xf32>
  }
  return
}
func.func @right(%a: memref<8xf32>, %i: index, %c: i1, %x: f32, %y: f32) {
  scf.if %c {
    memref.store %y, %a[%i] : memref<8xf32>
  } else {
    %z = arith.addf %x, %y : f32
    memref.store %z, %a[%i] : memref<8xf32>
  }
  return
}
// -----
// vector: of a vector
func.func @left(%a: memref<64xi32>, %i: index, %x: vector<16xi32>) {
  vector.store %x, %a[%i] : memref<64xi32>, vector<16xi32>
  vector.store %x, %a[%i] : memref<64xi32>, vector<16xi32>
  return
}
func.func @right(%a: memref<64xi32>, %i: index, %x: vector<16xi32>) {
  vector.store %x, %a[%i] : memref<64xi32>, vector<16xi32>
  return
}
// -----
// unused_array: in a loop, of an array that nothing reads
func.func @left(%n: index, %x: i32) -> i32 {
  %a = memref.alloca() : memref<32xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %t = arith.muli %s, %x : i32
    memref.store %t, %a[%i] : memref<32xi32>
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %t = arith.muli %s, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// each_iteration: to one element in each iteration
func.func @left(%a: memref<32xi32>, %i: index, %x: i32) -> () {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  scf.for %k = %c0 to %c200 step %c1 {
    memref.store %x, %a[%i] : memref<32xi32>
  }
  return
}
func.func @right(%a: memref<32xi32>, %i: index, %x: i32) -> () {
  memref.store %x, %a[%i] : memref<32xi32>
  return
}
// -----
// on_one_side: a store that one side overwrites
func.func @left(%a: memref<64xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  memref.store %x, %a[%c0] : memref<64xi32>
  scf.if %c {
    memref.store %y, %a[%c0] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %v = arith.select %c, %y, %x : i32
  memref.store %v, %a[%c0] : memref<64xi32>
  return
}
// -----
// counter_in_memory: a sum that each iteration stores
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %l = memref.alloca() : memref<1xi32>
  memref.store %k0, %l[%c0] : memref<1xi32>
  scf.for %i = %c0 to %c40 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %s = memref.load %l[%c0] : memref<1xi32>
    %t = arith.addi %s, %v : i32
    memref.store %t, %l[%c0] : memref<1xi32>
  }
  %e = memref.load %l[%c0] : memref<1xi32>
  memref.store %e, %b[%c0] : memref<64xi32>
  return
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s0, %v : i32
    scf.yield %t : i32
  }
  memref.store %r, %b[%c0] : memref<64xi32>
  return
}
// -----
// same_as_before_branch: a store of what is there on one side
func.func @left(%a: memref<64xi32>, %c: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  memref.store %x, %a[%c0] : memref<64xi32>
  scf.if %c {
    memref.store %x, %a[%c0] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %c: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  memref.store %x, %a[%c0] : memref<64xi32>
  return
}
// -----
// initialised_then_filled: an array that is cleared and then filled
func.func @left(%a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %z, %a[%i] : memref<8xi32>
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}
func.func @right(%a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}
// -----
// default_then_condition: a default that one side overwrites
func.func @left(%a: memref<8xi32>, %i: index, %x: i32, %c: i1) {
  %z = arith.constant 0 : i32
  memref.store %z, %a[%i] : memref<8xi32>
  scf.if %c {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}
func.func @right(%a: memref<8xi32>, %i: index, %x: i32, %c: i1) {
  %z = arith.constant 0 : i32
  %v = arith.select %c, %x, %z : i32
  memref.store %v, %a[%i] : memref<8xi32>
  return
}
// -----
// sum_in_result: a sum whose value each iteration stores in the result
func.func @left(%a: memref<50xi32>, %r: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %z = arith.constant 0 : i32
  %t = memref.alloca() : memref<50xi32>
  %s = scf.for %i = %c0 to %c50 step %c1 iter_args(%o = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<50xi32>
    %n = arith.addi %o, %v : i32
    memref.store %n, %t[%i] : memref<50xi32>
    scf.yield %n : i32
  }
  memref.store %s, %r[%c0] : memref<1xi32>
  return
}
func.func @right(%a: memref<50xi32>, %r: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %z = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c50 step %c1 iter_args(%o = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<50xi32>
    %n = arith.addi %o, %v : i32
    scf.yield %n : i32
  }
  memref.store %s, %r[%c0] : memref<1xi32>
  return
}
// -----
// put_back_after_test: a value that is stored back unless it is negative
func.func @left(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %z : i32
    scf.if %c {
      memref.store %z, %a[%i] : memref<64xi32>
    } else {
      memref.store %v, %a[%i] : memref<64xi32>
    }
  }
  return
}
func.func @right(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %z : i32
    scf.if %c {
      memref.store %z, %a[%i] : memref<64xi32>
    }
  }
  return
}
// -----
// flag_in_global: a state that is set twice with a call-free computation between
memref.global "private" @state : memref<1xi32> = dense<0>
func.func @left(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %g = memref.get_global @state : memref<1xi32>
  memref.store %k1, %g[%c0] : memref<1xi32>
  %d = arith.divsi %x, %y : i32
  memref.store %k2, %g[%c0] : memref<1xi32>
  return %d : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %k2 = arith.constant 2 : i32
  %g = memref.get_global @state : memref<1xi32>
  %d = arith.divsi %x, %y : i32
  memref.store %k2, %g[%c0] : memref<1xi32>
  return %d : i32
}
// -----
// overwritten_behind_another: a store that a later one overwrites, others between
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  memref.store %x, %a[%c0] : memref<64xi32>
  memref.store %z, %a[%c1] : memref<64xi32>
  memref.store %z, %a[%c0] : memref<64xi32>
  return %x : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  memref.store %z, %a[%c1] : memref<64xi32>
  memref.store %z, %a[%c0] : memref<64xi32>
  return %x : i32
}
// -----
// same_on_both_sides: the same store on both sides of a branch
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %z : i32
  scf.if %c {
    memref.store %x, %a[%c0] : memref<64xi32>
    memref.store %z, %a[%c1] : memref<64xi32>
  } else {
    memref.store %x, %a[%c0] : memref<64xi32>
    memref.store %x, %a[%c1] : memref<64xi32>
  }
  return %x : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %z : i32
  memref.store %x, %a[%c0] : memref<64xi32>
  %v = arith.select %c, %z, %x : i32
  memref.store %v, %a[%c1] : memref<64xi32>
  return %x : i32
}
// -----
// temporary_array: an array of its own that is only passed through
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %t = memref.alloca() : memref<2xi32>
  memref.store %x, %t[%c0] : memref<2xi32>
  %v = memref.load %a[%c0] : memref<64xi32>
  memref.store %v, %t[%c1] : memref<2xi32>
  %p = memref.load %t[%c0] : memref<2xi32>
  %q = memref.load %t[%c1] : memref<2xi32>
  %r = arith.subi %p, %q : i32
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %v = memref.load %a[%c0] : memref<64xi32>
  %r = arith.subi %x, %v : i32
  return %r : i32
}

// -----
// overwritten_in_branch: a store behind which a branch stores elsewhere
func.func @left(%p: memref<4xi32>, %x: i32, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  memref.store %x, %p[%c0] : memref<4xi32>
  scf.if %b { memref.store %k7, %p[%c1] : memref<4xi32> }
  memref.store %k1, %p[%c0] : memref<4xi32>
  return
}
func.func @right(%p: memref<4xi32>, %x: i32, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.if %b { memref.store %k7, %p[%c1] : memref<4xi32> }
  memref.store %k1, %p[%c0] : memref<4xi32>
  return
}

// -----
// local_buffer: an array of the function
func.func @left(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = memref.alloca() : memref<4xi32>
  memref.store %x, %t[%c0] : memref<4xi32>
  memref.store %y, %t[%c1] : memref<4xi32>
  memref.store %y, %t[%c2] : memref<4xi32>
  %a = memref.load %t[%c0] : memref<4xi32>
  %b = memref.load %t[%c1] : memref<4xi32>
  %r = arith.subi %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %r = arith.subi %x, %y : i32
  return %r : i32
}
