// unused_sum: a sum that nothing needs
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.muli %x, %y : i32
  return %b : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %b = arith.muli %x, %y : i32
  return %b : i32
}
// -----
// unused_chain: a chain that nothing needs
func.func @left(%x: i64, %y: i64) -> i64 {
  %a = arith.divsi %x, %y : i64
  %b = arith.xori %a, %x : i64
  %c = arith.shrsi %b, %y : i64
  return %y : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  return %y : i64
}
// -----
// unused_load: a load that nothing needs
func.func @left(%p: memref<8xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.load %p[%i] : memref<8xi32>
  %b = memref.load %p[%c0] : memref<8xi32>
  return %b : i32
}
func.func @right(%p: memref<8xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %b = memref.load %p[%c0] : memref<8xi32>
  return %b : i32
}
// -----
// unused_loop: a loop that computes what nothing needs
func.func @left(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
    %t = arith.muli %s, %s : i32
    scf.yield %t : i32
  }
  return %x : i32
}
func.func @right(%n: index, %x: i32) -> i32 {
  return %x : i32
}
// -----
// constant_true: a branch that is always taken
func.func @left(%x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  %r = scf.if %t -> (i32) {
    %a = arith.addi %x, %y : i32
    scf.yield %a : i32
  } else {
    %a = arith.muli %x, %y : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  return %a : i32
}
// -----
// constant_false: stores that are never done
func.func @left(%x: i32, %p: memref<4xi32>, %i: index) {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %b = arith.cmpi sgt, %c3, %c4 : i32
  scf.if %b {
    memref.store %x, %p[%i] : memref<4xi32>
  }
  return
}
func.func @right(%x: i32, %p: memref<4xi32>, %i: index) {
  return
}
// -----
// empty_if: a branch around nothing
func.func @left(%x: i32, %y: i32) -> i32 {
  %b = arith.cmpi slt, %x, %y : i32
  scf.if %b {
    %u = arith.muli %x, %y : i32
  } else {
  }
  %a = arith.addi %x, %y : i32
  return %a : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  return %a : i32
}
// -----
// unused_array: an array that is only written
func.func @left(%x: i32, %i: index) -> i32 {
  %m = memref.alloca() : memref<16xi32>
  memref.store %x, %m[%i] : memref<16xi32>
  return %x : i32
}
func.func @right(%x: i32, %i: index) -> i32 {
  return %x : i32
}
// -----
// unused_argument_of_loop: a loop variable that only feeds itself
func.func @left(%n: index, %a: memref<?xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %d = %x) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<?xi32>
    %t = arith.addi %s, %v : i32
    %e = arith.muli %d, %v : i32
    scf.yield %t, %e : i32, i32
  }
  return %r#0 : i32
}
func.func @right(%n: index, %a: memref<?xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<?xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// zero_trip_loop: a loop that is never entered
func.func @left(%x: i32, %p: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c1 to %c0 step %c1 iter_args(%s = %x) -> (i32) {
    memref.store %s, %p[%i] : memref<4xi32>
    %t = arith.addi %s, %s : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %p: memref<4xi32>) -> i32 {
  return %x : i32
}
// -----
// times_zero: a product with zero
func.func @left(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %a = arith.divsi %x, %y : i32
  %b = arith.muli %a, %z : i32
  %c = arith.addi %b, %x : i32
  return %c : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  return %x : i32
}
// -----
// unreachable_block: a block that is never reached
func.func @left(%x: i32) -> i32 {
    cf.br ^b
  ^a:
    %m = arith.muli %x, %x : i32
    cf.br ^b
  ^b:
    return %x : i32
}
func.func @right(%x: i32) -> i32 {
  return %x : i32
}
// -----
// dominated_test: a test that an outer one decides
func.func @left(%x: i32, %y: i32) -> i32 {
  %c10 = arith.constant 10 : i32
  %c20 = arith.constant 20 : i32
  %a = arith.cmpi slt, %x, %c10 : i32
  %r = scf.if %a -> (i32) {
    %b = arith.cmpi slt, %x, %c20 : i32
    %q = scf.if %b -> (i32) {
      %m = arith.divsi %y, %x : i32
      scf.yield %m : i32
    } else {
      %m = arith.divsi %x, %y : i32
      scf.yield %m : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c10 = arith.constant 10 : i32
  %a = arith.cmpi slt, %x, %c10 : i32
  %r = scf.if %a -> (i32) {
    %m = arith.divsi %y, %x : i32
    scf.yield %m : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
// -----
// range_of_mask: a test that a mask decides
func.func @left(%x: i32) -> i32 {
  %m = arith.constant 15 : i32
  %l = arith.constant 100 : i32
  %a = arith.andi %x, %m : i32
  %b = arith.cmpi ult, %a, %l : i32
  %r = arith.select %b, %a, %l : i32
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %m = arith.constant 15 : i32
  %a = arith.andi %x, %m : i32
  return %a : i32
}
// -----
// store_of_loaded: a value that is put back
func.func @left(%p: memref<8xi32>, %i: index) {
  %v = memref.load %p[%i] : memref<8xi32>
  memref.store %v, %p[%i] : memref<8xi32>
  return
}
func.func @right(%p: memref<8xi32>, %i: index) {
  return
}
// -----
// pure_call: a call of a function without effects
func.func private @square(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
func.func @left(%x: i32) -> i32 {
  %r = func.call @square(%x) : (i32) -> i32
  return %x : i32
}
func.func @right(%x: i32) -> i32 {
  return %x : i32
}
// -----
// truncated_bits: bits that a truncation drops
func.func @left(%x: i64, %y: i64) -> i8 {
  %c = arith.constant 32 : i64
  %s = arith.shli %y, %c : i64
  %a = arith.ori %x, %s : i64
  %r = arith.trunci %a : i64 to i8
  return %r : i8
}
func.func @right(%x: i64, %y: i64) -> i8 {
  %r = arith.trunci %x : i64 to i8
  return %r : i8
}
// -----
// masked_bits: bits that a mask drops
func.func @left(%x: i32, %y: i32) -> i32 {
  %h = arith.constant 240 : i32
  %m = arith.constant 15 : i32
  %s = arith.andi %y, %h : i32
  %a = arith.ori %x, %s : i32
  %r = arith.andi %a, %m : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %m = arith.constant 15 : i32
  %r = arith.andi %x, %m : i32
  return %r : i32
}
// -----
// known_bits: a value of which all bits are known
func.func @left(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %o = arith.ori %x, %one : i32
  %b = arith.andi %o, %one : i32
  %s = arith.shli %x, %two : i32
  %m = arith.andi %s, %three : i32
  %t = arith.addi %b, %m : i32
  return %t : i32
}
func.func @right(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  return %one : i32
}
// -----
// same_on_both_sides: a value that both sides compute alike
func.func @left(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = arith.muli %x, %y : i32
    scf.yield %a : i32
  } else {
    %b = arith.muli %y, %x : i32
    scf.yield %b : i32
  }
  return %r : i32
}
func.func @right(%c: i1, %x: i32, %y: i32) -> i32 {
  %a = arith.muli %x, %y : i32
  return %a : i32
}
// -----
// dead_in_loop: a sum and a branch in a loop without a use
func.func @left(%n: index, %a: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 3 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<32xi32>
    %b = arith.cmpi slt, %v, %k : i32
    %u = scf.if %b -> (i32) {
      %w = arith.muli %v, %v : i32
      scf.yield %w : i32
    } else {
      scf.yield %k : i32
    }
    %t = arith.addi %v, %k : i32
    memref.store %t, %a[%i] : memref<32xi32>
  }
  return
}
func.func @right(%n: index, %a: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 3 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<32xi32>
    %t = arith.addi %v, %k : i32
    memref.store %t, %a[%i] : memref<32xi32>
  }
  return
}
// -----
// index_cast: casts there and back
func.func @left(%i: index) -> index {
  %a = arith.index_cast %i : index to i32
  %b = arith.index_cast %a : i32 to index
  return %b : index
}
func.func @right(%i: index) -> index {
  return %i : index
}
// -----
// extension_dropped: an extension that is cut off again
func.func @left(%x: i16, %y: i16) -> i16 {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.addi %a, %b : i32
  %d = arith.trunci %c : i32 to i16
  return %d : i16
}
func.func @right(%x: i16, %y: i16) -> i16 {
  %d = arith.addi %x, %y : i16
  return %d : i16
}
// -----
// switch_on_constant: a switch on a constant
func.func @left(%x: i32, %y: i32) -> i32 {
  %k = arith.constant 2 : index
  %r = scf.index_switch %k -> i32
  case 1 {
    %a = arith.addi %x, %y : i32
    scf.yield %a : i32
  }
  case 2 {
    %a = arith.subi %x, %y : i32
    scf.yield %a : i32
  }
  default {
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.subi %x, %y : i32
  return %a : i32
}
// -----
// identities: operations that change nothing
func.func @left(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %n = arith.constant -1 : i32
  %a = arith.addi %x, %z : i32
  %b = arith.muli %a, %o : i32
  %c = arith.andi %b, %n : i32
  %d = arith.shli %c, %z : i32
  %e = arith.divsi %d, %o : i32
  %f = arith.ori %e, %e : i32
  return %f : i32
}
func.func @right(%x: i32) -> i32 {
  return %x : i32
}
// -----
// counted_twice: two counters of a loop of which one is enough
func.func @left(%n: index, %a: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0, %s = %z) -> (index, i32) {
    %v = memref.load %a[%k] : memref<?xi32>
    %t = arith.addi %s, %v : i32
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %t : index, i32
  }
  return %r#1 : i32
}
func.func @right(%n: index, %a: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<?xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// float_division: a division of floats
func.func @left(%x: f32, %y: f32) -> f32 {
  %d = arith.divf %x, %y : f32
  %s = math.sqrt %d : f32
  %r = arith.addf %x, %y : f32
  return %r : f32
}
func.func @right(%x: f32, %y: f32) -> f32 {
  %r = arith.addf %x, %y : f32
  return %r : f32
}
// -----
// unread_vector: a loaded vector
func.func @left(%a: memref<64xf32>, %i: index, %x: i64) -> i64 {
  %v = vector.load %a[%i] : memref<64xf32>, vector<16xf32>
  %w = arith.mulf %v, %v : vector<16xf32>
  return %x : i64
}
func.func @right(%a: memref<64xf32>, %i: index, %x: i64) -> i64 {
  return %x : i64
}
// -----
// dead_carried: a value that a loop carries
func.func @left(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %d = %x) -> (i32, i32) {
    %t = arith.muli %s, %x : i32
    %e = arith.divsi %d, %t : i32
    scf.yield %t, %e : i32, i32
  }
  return %r#0 : i32
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
// nested: a nest of loops without results
func.func @left(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 90 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %t = scf.for %j = %c0 to %i step %c1 iter_args(%u = %s) -> i32 {
      %v = arith.muli %u, %x : i32
      scf.yield %v : i32
    }
    scf.yield %t : i32
  }
  return %x : i32
}
func.func @right(%x: i32) -> i32 {
  return %x : i32
}
// -----
// never: what never happens
func.func @left(%x: i8, %y: i32) -> i32 {
  %w = arith.extui %x : i8 to i32
  %k = arith.constant 300 : i32
  %c = arith.cmpi ugt, %w, %k : i32
  %r = scf.if %c -> i32 {
    %d = arith.divsi %y, %w : i32
    scf.yield %d : i32
  } else {
    scf.yield %w : i32
  }
  return %r : i32
}
func.func @right(%x: i8, %y: i32) -> i32 {
  %w = arith.extui %x : i8 to i32
  return %w : i32
}
// -----
// unused_choice_in_loop: a choice that nothing uses
func.func @left(%a: memref<64xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r:2 = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %k0, %s1 = %k1) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %u = arith.select %c, %v, %s1 : i32
    %t = arith.addi %s0, %v : i32
    scf.yield %t, %u : i32, i32
  }
  return %r#0 : i32
}
func.func @right(%a: memref<64xi32>, %x: i32) -> i32 {
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
  return %r : i32
}
// -----
// unused_helper_array: a copy that nobody reads beside one that is read
func.func @left(%a: memref<16xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0 : i32
  %t = memref.alloca() : memref<16xi32>
  %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%k] : memref<16xi32>
    %w = arith.muli %v, %v : i32
    memref.store %w, %t[%k] : memref<16xi32>
    %u = arith.addi %s, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}
func.func @right(%a: memref<16xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0 : i32
  %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%k] : memref<16xi32>
    %u = arith.addi %s, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}
// -----
// impossible_case: a case that an earlier test excludes
func.func @left(%x: i32) -> i32 {
  %k10 = arith.constant 10 : i32
  %k20 = arith.constant 20 : i32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.cmpi slt, %x, %k10 : i32
  %r = scf.if %c -> (i32) {
    %d = arith.cmpi sgt, %x, %k20 : i32
    %e = scf.if %d -> (i32) {
      %p = arith.muli %x, %x : i32
      scf.yield %p : i32
    } else {
      scf.yield %one : i32
    }
    scf.yield %e : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k10 = arith.constant 10 : i32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.cmpi slt, %x, %k10 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %one : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
// -----
// debug_switch: work that a constant turns off in a loop
func.func @left(%a: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %k3 = arith.constant 3 : i32
  %off = arith.constant false
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %a[%i] : memref<32xi32>
    %w = arith.muli %v, %k3 : i32
    scf.if %off {
      memref.store %v, %a[%c0] : memref<32xi32>
    }
    memref.store %w, %a[%i] : memref<32xi32>
  }
  return
}
func.func @right(%a: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %k3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %a[%i] : memref<32xi32>
    %w = arith.muli %v, %k3 : i32
    memref.store %w, %a[%i] : memref<32xi32>
  }
  return
}
// -----
// overwritten_result: a result of a loop that the next loop replaces
func.func @left(%a: memref<32xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<32xi32>
    %t = arith.xori %s, %v : i32
    scf.yield %t : i32
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<32xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  %u = arith.muli %r, %z : i32
  %w = arith.addi %u, %q : i32
  return %w : i32
}
func.func @right(%a: memref<32xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<32xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %q : i32
}
// -----
// dead_loop_of_sums: a loop whose sum nobody needs
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%c0] : memref<64xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %r = arith.addi %x, %x : i32
  return %r : i32
}
// -----
// branch_never_taken: a branch that a mask excludes
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 15 : i32
  %t = arith.constant 16 : i32
  %a = arith.andi %x, %k : i32
  %c = arith.cmpi uge, %a, %t : i32
  %r = scf.if %c -> i32 {
    %q = arith.divsi %y, %z : i32
    scf.yield %q : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 15 : i32
  %r = arith.andi %x, %k : i32
  return %r : i32
}
// -----
// unused_iteration_value: a value that a loop carries for nobody
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %r, %d = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %t = %x) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %u = arith.addi %s, %v : i32
    %w = arith.muli %t, %v : i32
    scf.yield %u, %w : i32, i32
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
    %u = arith.addi %s, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}

// -----
// unused_loop_2: a loop whose result is subtracted from itself
func.func @left(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %t = arith.muli %s, %k7 : i32
    scf.yield %t : i32 }
  %d = arith.subi %r, %r : i32
  %e = arith.addi %d, %x : i32
  return %e : i32
}
func.func @right(%n: index, %x: i32) -> i32 {
  return %x : i32
}

// -----
// impossible: a branch that is never taken
func.func @left(%x: i32) -> i32 {
  %k7 = arith.constant 7 : i32
  %k10 = arith.constant 10 : i32
  %a = arith.andi %x, %k7 : i32
  %b = arith.cmpi ugt, %a, %k10 : i32
  %r = scf.if %b -> (i32) { %m = arith.muli %x, %x : i32
    scf.yield %m : i32 } else { scf.yield %a : i32 }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k7 = arith.constant 7 : i32
  %a = arith.andi %x, %k7 : i32
  return %a : i32
}
