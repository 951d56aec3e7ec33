// values: two values
func.func @left(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @right(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}
// -----
// floats: two floats
func.func @left(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %r : f32
}
func.func @right(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}
// -----
// wide: two values of 64 bits
func.func @left(%x: i64, %y: i64) -> i64 {
  %c = arith.cmpi ult, %x, %y : i64
  %r = scf.if %c -> (i64) {
    scf.yield %x : i64
  } else {
    scf.yield %y : i64
  }
  return %r : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %c = arith.cmpi ult, %x, %y : i64
  %r = arith.select %c, %x, %y : i64
  return %r : i64
}
// -----
// minimum: a minimum
func.func @left(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi slt, %x, %y : i32
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi slt, %x, %y : i32
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}
// -----
// absolute: an absolute value
func.func @left(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %z : i32
  %r = scf.if %c -> (i32) {
    %n = arith.subi %z, %x : i32
    scf.yield %n : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %z : i32
  %n = arith.subi %z, %x : i32
  %r = arith.select %c, %n, %x : i32
  return %r : i32
}
// -----
// sum_or_difference: a sum or a difference
func.func @left(%x: i32, %y: i32, %c: i1) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = arith.addi %x, %y : i32
    scf.yield %a : i32
  } else {
    %b = arith.subi %x, %y : i32
    scf.yield %b : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %c: i1) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.subi %x, %y : i32
  %r = arith.select %c, %a, %b : i32
  return %r : i32
}
// -----
// constants: two constants
func.func @left(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi eq, %x, %y : i32
  %u = arith.constant 10 : i32
  %v = arith.constant 20 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %u : i32
  } else {
    scf.yield %v : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi eq, %x, %y : i32
  %u = arith.constant 10 : i32
  %v = arith.constant 20 : i32
  %r = arith.select %c, %u, %v : i32
  return %r : i32
}
// -----
// bit: a bit
func.func @left(%x: i32, %y: i32) -> i1 {
  %c = arith.cmpi ult, %x, %y : i32
  %t = arith.constant true
  %f = arith.constant false
  %r = scf.if %c -> (i1) {
    scf.yield %t : i1
  } else {
    scf.yield %f : i1
  }
  return %r : i1
}
func.func @right(%x: i32, %y: i32) -> i1 {
  %c = arith.cmpi ult, %x, %y : i32
  %t = arith.constant true
  %f = arith.constant false
  %r = arith.select %c, %t, %f : i1
  return %r : i1
}
// -----
// bit_negated: a negated bit
func.func @left(%x: i32, %y: i32) -> i1 {
  %c = arith.cmpi ult, %x, %y : i32
  %t = arith.constant true
  %f = arith.constant false
  %r = scf.if %c -> (i1) {
    scf.yield %f : i1
  } else {
    scf.yield %t : i1
  }
  return %r : i1
}
func.func @right(%x: i32, %y: i32) -> i1 {
  %c = arith.cmpi ult, %x, %y : i32
  %t = arith.constant true
  %f = arith.constant false
  %r = arith.select %c, %f, %t : i1
  return %r : i1
}
// -----
// logical_and: a logical and
func.func @left(%x: i32, %y: i32, %z: i32) -> i1 {
  %c = arith.cmpi slt, %x, %y : i32
  %f = arith.constant false
  %r = scf.if %c -> (i1) {
    %d = arith.cmpi slt, %y, %z : i32
    scf.yield %d : i1
  } else {
    scf.yield %f : i1
  }
  return %r : i1
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i1 {
  %c = arith.cmpi slt, %x, %y : i32
  %f = arith.constant false
  %d = arith.cmpi slt, %y, %z : i32
  %r = arith.select %c, %d, %f : i1
  return %r : i1
}
// -----
// logical_or: a logical or
func.func @left(%x: i32, %y: i32, %z: i32) -> i1 {
  %c = arith.cmpi slt, %x, %y : i32
  %t = arith.constant true
  %r = scf.if %c -> (i1) {
    scf.yield %t : i1
  } else {
    %d = arith.cmpi slt, %y, %z : i32
    scf.yield %d : i1
  }
  return %r : i1
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i1 {
  %c = arith.cmpi slt, %x, %y : i32
  %t = arith.constant true
  %d = arith.cmpi slt, %y, %z : i32
  %r = arith.select %c, %t, %d : i1
  return %r : i1
}
// -----
// one_or_zero: one or zero
func.func @left(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %c = arith.cmpi sgt, %x, %z : i32
  %r = scf.if %c -> (i32) {
    scf.yield %o : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %c = arith.cmpi sgt, %x, %z : i32
  %r = arith.select %c, %o, %z : i32
  return %r : i32
}
// -----
// narrow: values of 8 bits
func.func @left(%x: i8, %y: i8) -> i8 {
  %c = arith.cmpi sge, %x, %y : i8
  %r = scf.if %c -> (i8) {
    %a = arith.xori %x, %y : i8
    scf.yield %a : i8
  } else {
    scf.yield %y : i8
  }
  return %r : i8
}
func.func @right(%x: i8, %y: i8) -> i8 {
  %c = arith.cmpi sge, %x, %y : i8
  %a = arith.xori %x, %y : i8
  %r = arith.select %c, %a, %y : i8
  return %r : i8
}
// -----
// used_again: a value that is used before and after
func.func @left(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %c = arith.cmpi slt, %s, %x : i32
  %r = scf.if %c -> (i32) {
    %a = arith.subi %s, %y : i32
    scf.yield %a : i32
  } else {
    scf.yield %s : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %c = arith.cmpi slt, %s, %x : i32
  %a = arith.subi %s, %y : i32
  %r = arith.select %c, %a, %s : i32
  return %r : i32
}
// -----
// float_condition: a clamped float
func.func @left(%x: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %c = arith.cmpf olt, %x, %z : f32
  %r = scf.if %c -> (f32) {
    scf.yield %z : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}
func.func @right(%x: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %c = arith.cmpf olt, %x, %z : f32
  %r = arith.select %c, %z, %x : f32
  return %r : f32
}
// -----
// shift: a shift on one side
func.func @left(%x: i32, %c: i1) -> i32 {
  %k = arith.constant 3 : i32
  %r = scf.if %c -> (i32) {
    %a = arith.shrsi %x, %k : i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %c: i1) -> i32 {
  %k = arith.constant 3 : i32
  %a = arith.shrsi %x, %k : i32
  %r = arith.select %c, %a, %x : i32
  return %r : i32
}
// -----
// increment: an increment on a condition
func.func @left(%n: i32, %x: i32, %y: i32) -> i32 {
  %o = arith.constant 1 : i32
  %c = arith.cmpi eq, %x, %y : i32
  %r = scf.if %c -> (i32) {
    %a = arith.addi %n, %o : i32
    scf.yield %a : i32
  } else {
    scf.yield %n : i32
  }
  return %r : i32
}
func.func @right(%n: i32, %x: i32, %y: i32) -> i32 {
  %o = arith.constant 1 : i32
  %c = arith.cmpi eq, %x, %y : i32
  %a = arith.addi %n, %o : i32
  %r = arith.select %c, %a, %n : i32
  return %r : i32
}
// -----
// bit_test: a test of a bit
func.func @left(%x: i32) -> i32 {
  %m = arith.constant 4 : i32
  %z = arith.constant 0 : i32
  %b = arith.andi %x, %m : i32
  %c = arith.cmpi ne, %b, %z : i32
  %r = scf.if %c -> (i32) {
    %a = arith.ori %x, %m : i32
    scf.yield %a : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %m = arith.constant 4 : i32
  %z = arith.constant 0 : i32
  %b = arith.andi %x, %m : i32
  %c = arith.cmpi ne, %b, %z : i32
  %a = arith.ori %x, %m : i32
  %r = arith.select %c, %a, %z : i32
  return %r : i32
}
// -----
// zero_or_value: a value or zero
func.func @left(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %y, %z : i32
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %y, %z : i32
  %r = arith.select %c, %x, %z : i32
  return %r : i32
}
// -----
// two_results: two results of one branch
func.func @left(%x: i32, %y: i32) -> (i32, i32) {
  %c = arith.cmpi slt, %x, %y : i32
  %r:2 = scf.if %c -> (i32, i32) {
    scf.yield %x, %y : i32, i32
  } else {
    scf.yield %y, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func @right(%x: i32, %y: i32) -> (i32, i32) {
  %c = arith.cmpi slt, %x, %y : i32
  %a = arith.select %c, %x, %y : i32
  %b = arith.select %c, %y, %x : i32
  return %a, %b : i32, i32
}
// -----
// maximum_of_array: a maximum in a loop
func.func @left(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi slt, %s, %v : i32
    %w = scf.if %b -> (i32) {
      scf.yield %v : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %w : i32
  }
  return %r : i32
}
func.func @right(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi slt, %s, %v : i32
    %w = arith.select %b, %v, %s : i32
    scf.yield %w : i32
  }
  return %r : i32
}
// -----
// clamp: a chain of two conditions
func.func @left(%x: i32, %l: i32, %h: i32) -> i32 {
  %a = arith.cmpi slt, %x, %l : i32
  %r = scf.if %a -> (i32) {
    scf.yield %l : i32
  } else {
    %b = arith.cmpi sgt, %x, %h : i32
    %q = scf.if %b -> (i32) {
      scf.yield %h : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %l: i32, %h: i32) -> i32 {
  %a = arith.cmpi slt, %x, %l : i32
  %b = arith.cmpi sgt, %x, %h : i32
  %q = arith.select %b, %h, %x : i32
  %r = arith.select %a, %l, %q : i32
  return %r : i32
}
// -----
// stored_value: a value that is stored
func.func @left(%x: i32, %p: memref<8xi32>, %i: index) {
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %z : i32
  %v = scf.if %c -> (i32) {
    scf.yield %z : i32
  } else {
    scf.yield %x : i32
  }
  memref.store %v, %p[%i] : memref<8xi32>
  return
}
func.func @right(%x: i32, %p: memref<8xi32>, %i: index) {
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %z : i32
  %v = arith.select %c, %z, %x : i32
  memref.store %v, %p[%i] : memref<8xi32>
  return
}
// -----
// count_matches: a counter in a loop
func.func @left(%n: index, %a: memref<?xi32>, %k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<?xi32>
    %b = arith.cmpi eq, %v, %k : i32
    %w = scf.if %b -> (i32) {
      %t = arith.addi %s, %o : i32
      scf.yield %t : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %w : i32
  }
  return %r : i32
}
func.func @right(%n: index, %a: memref<?xi32>, %k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<?xi32>
    %b = arith.cmpi eq, %v, %k : i32
    %t = arith.addi %s, %o : i32
    %w = arith.select %b, %t, %s : i32
    scf.yield %w : i32
  }
  return %r : i32
}
// -----
// index_chosen: an index that is chosen
func.func @left(%c: i1, %a: memref<16xf32>, %i: index, %j: index) -> f32 {
  %k = scf.if %c -> (index) {
    scf.yield %i : index
  } else {
    scf.yield %j : index
  }
  %v = memref.load %a[%k] : memref<16xf32>
  return %v : f32
}
func.func @right(%c: i1, %a: memref<16xf32>, %i: index, %j: index) -> f32 {
  %k = arith.select %c, %i, %j : index
  %v = memref.load %a[%k] : memref<16xf32>
  return %v : f32
}
// -----
// same_test_twice: two branches on one condition
func.func @left(%c: i1, %x: i32, %y: i32) -> i32 {
  %a = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  %b = scf.if %c -> (i32) {
    scf.yield %y : i32
  } else {
    scf.yield %x : i32
  }
  %r = arith.muli %a, %b : i32
  return %r : i32
}
func.func @right(%c: i1, %x: i32, %y: i32) -> i32 {
  %a = arith.select %c, %x, %y : i32
  %b = arith.select %c, %y, %x : i32
  %r = arith.muli %a, %b : i32
  return %r : i32
}
// -----
// after_call: a branch after a call
func.func private @g(i32) -> i32
func.func @left(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %v = func.call @g(%x) : (i32) -> i32
  %c = arith.cmpi eq, %v, %z : i32
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %v : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %v = func.call @g(%x) : (i32) -> i32
  %c = arith.cmpi eq, %v, %z : i32
  %r = arith.select %c, %x, %v : i32
  return %r : i32
}
// -----
// blocks: a branch between blocks
func.func @left(%c: i1, %x: i32, %y: i32) -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    %s = arith.addi %x, %y : i32
    cf.br ^c(%s : i32)
  ^b:
    cf.br ^c(%y : i32)
  ^c(%r: i32):
    return %r : i32
}
func.func @right(%c: i1, %x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %r = arith.select %c, %s, %y : i32
  return %r : i32
}
// -----
// expensive_sides: a division that only one side needs
func.func @left(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %y, %z : i32
  %r = scf.if %c -> (i32) {
    %q = arith.divsi %x, %y : i32
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi eq, %y, %z : i32
  %r = scf.if %c -> (i32) {
    scf.yield %z : i32
  } else {
    %q = arith.divsi %x, %y : i32
    scf.yield %q : i32
  }
  return %r : i32
}
// -----
// long: of i64
func.func @left(%c: i1, %x: i64, %y: i64) -> i64 {
  %r = scf.if %c -> i64 {
    scf.yield %x : i64
  } else {
    scf.yield %y : i64
  }
  return %r : i64
}
func.func @right(%c: i1, %x: i64, %y: i64) -> i64 {
  %r = arith.select %c, %x, %y : i64
  return %r : i64
}
// -----
// vectors: of vectors
func.func @left(%c: i1, %x: vector<16xf32>, %y: vector<16xf32>) -> vector<16xf32> {
  %r = scf.if %c -> vector<16xf32> {
    scf.yield %x : vector<16xf32>
  } else {
    scf.yield %y : vector<16xf32>
  }
  return %r : vector<16xf32>
}
func.func @right(%c: i1, %x: vector<16xf32>, %y: vector<16xf32>) -> vector<16xf32> {
  %r = arith.select %c, %x, %y : vector<16xf32>
  return %r : vector<16xf32>
}
// -----
// clamp_again: two one after the other
func.func @left(%x: i32, %l: i32, %h: i32) -> i32 {
  %c = arith.cmpi slt, %x, %l : i32
  %a = scf.if %c -> i32 {
    scf.yield %l : i32
  } else {
    scf.yield %x : i32
  }
  %d = arith.cmpi sgt, %a, %h : i32
  %b = scf.if %d -> i32 {
    scf.yield %h : i32
  } else {
    scf.yield %a : i32
  }
  return %b : i32
}
func.func @right(%x: i32, %l: i32, %h: i32) -> i32 {
  %c = arith.cmpi slt, %x, %l : i32
  %a = arith.select %c, %l, %x : i32
  %d = arith.cmpi sgt, %a, %h : i32
  %b = arith.select %d, %h, %a : i32
  return %b : i32
}
// -----
// stored: of what is stored
func.func @left(%a: memref<8xi32>, %i: index, %c: i1, %x: i32, %y: i32) {
  scf.if %c {
    memref.store %x, %a[%i] : memref<8xi32>
  } else {
    memref.store %y, %a[%i] : memref<8xi32>
  }
  return
}
func.func @right(%a: memref<8xi32>, %i: index, %c: i1, %x: i32, %y: i32) {
  %v = arith.select %c, %x, %y : i32
  memref.store %v, %a[%i] : memref<8xi32>
  return
}
// -----
// absolute_again: in a loop over bytes
func.func @left(%a: memref<64xi8>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %b = memref.load %a[%i] : memref<64xi8>
    %v = arith.extsi %b : i8 to i32
    %c = arith.cmpi slt, %v, %z : i32
    %m = scf.if %c -> i32 {
      %g = arith.subi %z, %v : i32
      scf.yield %g : i32
    } else {
      scf.yield %v : i32
    }
    %t = arith.addi %s, %m : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi8>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %b = memref.load %a[%i] : memref<64xi8>
    %v = arith.extsi %b : i8 to i32
    %c = arith.cmpi slt, %v, %z : i32
    %g = arith.subi %z, %v : i32
    %m = arith.select %c, %g, %v : i32
    %t = arith.addi %s, %m : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// count: a count in a loop
func.func @left(%a: memref<64xi32>, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi eq, %v, %x : i32
    %t = scf.if %c -> i32 {
      %u = arith.addi %s, %k1 : i32
      scf.yield %u : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi eq, %v, %x : i32
    %u = arith.addi %s, %k1 : i32
    %t = arith.select %c, %u, %s : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// stored_element: one element, stored on both sides
func.func @left(%a: memref<64xi32>, %i: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %c = arith.cmpi slt, %x, %y : i32
  scf.if %c {
    memref.store %x, %a[%i] : memref<64xi32>
  } else {
    memref.store %y, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %i: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %c = arith.cmpi slt, %x, %y : i32
  %v = arith.select %c, %x, %y : i32
  memref.store %v, %a[%i] : memref<64xi32>
  return
}
// -----
// stored_sum_or_difference: what is computed on both sides and stored
func.func @left(%a: memref<64xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.if %c {
    %s = arith.addi %x, %y : i32
    memref.store %s, %a[%c0] : memref<64xi32>
  } else {
    %s = arith.subi %x, %y : i32
    memref.store %s, %a[%c0] : memref<64xi32>
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
  %p = arith.addi %x, %y : i32
  %q = arith.subi %x, %y : i32
  %v = arith.select %c, %p, %q : i32
  memref.store %v, %a[%c0] : memref<64xi32>
  return
}
// -----
// stored_constants: constants stored on both sides
func.func @left(%a: memref<64xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.if %c {
    memref.store %k1, %a[%c0] : memref<64xi32>
  } else {
    memref.store %k7, %a[%c0] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %v = arith.select %c, %k1, %k7 : i32
  memref.store %v, %a[%c0] : memref<64xi32>
  return
}
// -----
// stored_then_loaded: a store on both sides that a load follows
func.func @left(%a: memref<64xi32>, %c: i1, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.if %c {
    memref.store %x, %a[%c0] : memref<64xi32>
  } else {
    memref.store %y, %a[%c0] : memref<64xi32>
  }
  %v = memref.load %a[%c0] : memref<64xi32>
  return %v : i32
}
func.func @right(%a: memref<64xi32>, %c: i1, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %v = arith.select %c, %x, %y : i32
  memref.store %v, %a[%c0] : memref<64xi32>
  return %v : i32
}
// -----
// stored_twice: two stores on both sides
func.func @left(%a: memref<64xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.if %c {
    memref.store %x, %a[%c0] : memref<64xi32>
    memref.store %y, %a[%c1] : memref<64xi32>
  } else {
    memref.store %y, %a[%c0] : memref<64xi32>
    memref.store %x, %a[%c1] : memref<64xi32>
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
  %v = arith.select %c, %x, %y : i32
  %w = arith.select %c, %y, %x : i32
  memref.store %v, %a[%c0] : memref<64xi32>
  memref.store %w, %a[%c1] : memref<64xi32>
  return
}
// -----
// stored_in_loop: each element clipped, stored on both sides
func.func @left(%a: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.for %i = %c0 to %c40 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    scf.if %c {
      memref.store %x, %a[%i] : memref<64xi32>
    } else {
      memref.store %v, %a[%i] : memref<64xi32>
    }
  }
  return
}
func.func @right(%a: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.for %i = %c0 to %c40 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %w = arith.select %c, %x, %v : i32
    memref.store %w, %a[%i] : memref<64xi32>
  }
  return
}
// -----
// stored_bytes: a byte stored on both sides
func.func @left(%a: memref<8xi8>, %c: i1, %x: i8, %y: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.if %c {
    memref.store %x, %a[%c1] : memref<8xi8>
  } else {
    memref.store %y, %a[%c1] : memref<8xi8>
  }
  return
}
func.func @right(%a: memref<8xi8>, %c: i1, %x: i8, %y: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %v = arith.select %c, %x, %y : i8
  memref.store %v, %a[%c1] : memref<8xi8>
  return
}
// -----
// stored_floats: a float stored on both sides
func.func @left(%a: memref<8xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %c = arith.cmpf olt, %x, %y : f32
  scf.if %c {
    memref.store %x, %a[%c1] : memref<8xf32>
  } else {
    memref.store %y, %a[%c1] : memref<8xf32>
  }
  return
}
func.func @right(%a: memref<8xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %c = arith.cmpf olt, %x, %y : f32
  %v = arith.select %c, %x, %y : f32
  memref.store %v, %a[%c1] : memref<8xf32>
  return
}
// -----
// minimum_of_array: an extreme of an array
func.func @left(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %f = memref.load %a[%c0] : memref<64xi32>
  %r = scf.for %i = %c1 to %c40 step %c1 iter_args(%s0 = %f) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %s0 : i32
    %t = scf.if %c -> (i32) {
      scf.yield %v : i32
    } else {
      scf.yield %s0 : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %f = memref.load %a[%c0] : memref<64xi32>
  %r = scf.for %i = %c1 to %c40 step %c1 iter_args(%s0 = %f) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %s0 : i32
    %t = arith.select %c, %v, %s0 : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// largest_unsigned_of_array: an extreme of an array
func.func @left(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %f = memref.load %a[%c0] : memref<64xi32>
  %r = scf.for %i = %c1 to %c40 step %c1 iter_args(%s0 = %f) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi ugt, %v, %s0 : i32
    %t = scf.if %c -> (i32) {
      scf.yield %v : i32
    } else {
      scf.yield %s0 : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %f = memref.load %a[%c0] : memref<64xi32>
  %r = scf.for %i = %c1 to %c40 step %c1 iter_args(%s0 = %f) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi ugt, %v, %s0 : i32
    %t = arith.select %c, %v, %s0 : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// counted: elements that are counted
func.func @left(%a: memref<64xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> (i32) {
      %u = arith.addi %s0, %k1 : i32
      scf.yield %u : i32
    } else {
      scf.yield %s0 : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
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
    %c = arith.cmpi slt, %v, %x : i32
    %z = arith.extui %c : i1 to i32
    %t = arith.addi %s0, %z : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// last_that_is_less: the last element below a bound
func.func @left(%a: memref<64xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> (i32) {
      scf.yield %v : i32
    } else {
      scf.yield %s0 : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
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
    %c = arith.cmpi slt, %v, %x : i32
    %t = arith.select %c, %v, %s0 : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// sum_or_difference_in_loop: added or subtracted
func.func @left(%a: memref<64xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> (i32) {
      %u = arith.addi %s0, %v : i32
      scf.yield %u : i32
    } else {
      %u = arith.subi %s0, %v : i32
      scf.yield %u : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
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
    %c = arith.cmpi slt, %v, %x : i32
    %p = arith.addi %s0, %v : i32
    %q = arith.subi %s0, %v : i32
    %t = arith.select %c, %p, %q : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// index_of_maximum: the place and value of the largest element
func.func @left(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %m0 = arith.constant -2147483648 : i32
  %p0 = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%m = %m0, %p = %p0) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi sgt, %v, %m : i32
    %k = arith.index_cast %i : index to i32
    %n:2 = scf.if %c -> (i32, i32) {
      scf.yield %v, %k : i32, i32
    } else {
      scf.yield %m, %p : i32, i32
    }
    scf.yield %n#0, %n#1 : i32, i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  return %s : i32
}
func.func @right(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %m0 = arith.constant -2147483648 : i32
  %p0 = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%m = %m0, %p = %p0) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi sgt, %v, %m : i32
    %k = arith.index_cast %i : index to i32
    %n = arith.select %c, %v, %m : i32
    %q = arith.select %c, %k, %p : i32
    scf.yield %n, %q : i32, i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  return %s : i32
}
// -----
// sign: -1, 0 or 1 by two branches or two selects
func.func @left(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.constant 1 : i32
  %n = arith.constant -1 : i32
  %c = arith.cmpi slt, %x, %z : i32
  %r = scf.if %c -> (i32) {
    scf.yield %n : i32
  } else {
    %d = arith.cmpi sgt, %x, %z : i32
    %s = scf.if %d -> (i32) {
      scf.yield %p : i32
    } else {
      scf.yield %z : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.constant 1 : i32
  %n = arith.constant -1 : i32
  %c = arith.cmpi slt, %x, %z : i32
  %d = arith.cmpi sgt, %x, %z : i32
  %s = arith.select %d, %p, %z : i32
  %r = arith.select %c, %n, %s : i32
  return %r : i32
}
// -----
// relu: floats below zero become zero in an array
func.func @left(%a: memref<48xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c48 step %c1 {
    %v = memref.load %a[%i] : memref<48xf32>
    %c = arith.cmpf ogt, %v, %z : f32
    %w = scf.if %c -> (f32) {
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    memref.store %w, %a[%i] : memref<48xf32>
  }
  return
}
func.func @right(%a: memref<48xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c48 step %c1 {
    %v = memref.load %a[%i] : memref<48xf32>
    %c = arith.cmpf ogt, %v, %z : f32
    %w = arith.select %c, %v, %z : f32
    memref.store %w, %a[%i] : memref<48xf32>
  }
  return
}
// -----
// saturated_sum: a sum that stays below a limit
func.func @left(%x: i32, %y: i32) -> i32 {
  %k = arith.constant 255 : i32
  %s = arith.addi %x, %y : i32
  %c = arith.cmpi ugt, %s, %k : i32
  %r = scf.if %c -> (i32) {
    scf.yield %k : i32
  } else {
    scf.yield %s : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k = arith.constant 255 : i32
  %s = arith.addi %x, %y : i32
  %c = arith.cmpi ugt, %s, %k : i32
  %r = arith.select %c, %k, %s : i32
  return %r : i32
}
// -----
// sum_of_positives: elements that are added if they are positive
func.func @left(%a: memref<80xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c80 = arith.constant 80 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c80 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<80xi32>
    %c = arith.cmpi sgt, %v, %z : i32
    %t = scf.if %c -> (i32) {
      %u = arith.addi %s, %v : i32
      scf.yield %u : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<80xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c80 = arith.constant 80 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c80 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<80xi32>
    %c = arith.cmpi sgt, %v, %z : i32
    %u = arith.addi %s, %v : i32
    %t = arith.select %c, %u, %s : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// last_negative: the place of the last negative element
func.func @left(%a: memref<64xi32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%p = %c64) -> (index) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %z : i32
    %q = scf.if %c -> (index) {
      scf.yield %i : index
    } else {
      scf.yield %p : index
    }
    scf.yield %q : index
  }
  return %r : index
}
func.func @right(%a: memref<64xi32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%p = %c64) -> (index) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %z : i32
    %q = arith.select %c, %i, %p : index
    scf.yield %q : index
  }
  return %r : index
}
// -----
// absolute_difference: |x - y| by a branch and by maximum minus minimum
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %c = arith.cmpi sgt, %x, %y : i32
  %r = scf.if %c -> i32 {
    %d = arith.subi %x, %y : i32
    scf.yield %d : i32
  } else {
    %d = arith.subi %y, %x : i32
    scf.yield %d : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %c = arith.cmpi sgt, %x, %y : i32
  %d = arith.subi %x, %y : i32
  %e = arith.subi %y, %x : i32
  %r = arith.select %c, %d, %e : i32
  return %r : i32
}
// -----
// clamp_chain: a clamp by two branches and by two choices
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %c = arith.cmpi slt, %x, %y : i32
  %t = scf.if %c -> i32 {
    scf.yield %y : i32
  } else {
    scf.yield %x : i32
  }
  %d = arith.cmpi sgt, %t, %z : i32
  %r = scf.if %d -> i32 {
    scf.yield %z : i32
  } else {
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %t = arith.maxsi %x, %y : i32
  %r = arith.minsi %t, %z : i32
  return %r : i32
}
// -----
// conditional_increment: a counter that a branch increments, and a sum with a bit
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> i32 {
      %k = arith.constant 1 : i32
      %u = arith.addi %s, %k : i32
      scf.yield %u : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %t : i32
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
    %c = arith.cmpi slt, %v, %x : i32
    %e = arith.extui %c : i1 to i32
    %t = arith.addi %s, %e : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// nested_condition: two nested branches and one on both conditions
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 7 : i32
  %c = arith.cmpi slt, %x, %y : i32
  %d = arith.cmpi slt, %y, %z : i32
  %r = scf.if %c -> i32 {
    %t = scf.if %d -> i32 {
      scf.yield %k : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %t : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 7 : i32
  %c = arith.cmpi slt, %x, %y : i32
  %d = arith.cmpi slt, %y, %z : i32
  %e = arith.andi %c, %d : i1
  %r = arith.select %e, %k, %x : i32
  return %r : i32
}

// -----
// clamp_both: a value between two bounds
func.func @left(%x: i32, %lo: i32, %hi: i32) -> i32 {
  %a = arith.cmpi slt, %x, %lo : i32
  %r = scf.if %a -> (i32) { scf.yield %lo : i32 } else {
    %b = arith.cmpi sgt, %x, %hi : i32
    %t = scf.if %b -> (i32) { scf.yield %hi : i32 } else { scf.yield %x : i32 }
    scf.yield %t : i32 }
  return %r : i32
}
func.func @right(%x: i32, %lo: i32, %hi: i32) -> i32 {
  %a = arith.cmpi slt, %x, %lo : i32
  %b = arith.cmpi sgt, %x, %hi : i32
  %t = arith.select %b, %hi, %x : i32
  %r = arith.select %a, %lo, %t : i32
  return %r : i32
}

// -----
// abs_sum: a sum of absolute values
func.func @left(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi slt, %v, %k0 : i32
    %w = scf.if %b -> (i32) { %m = arith.subi %k0, %v : i32
      scf.yield %m : i32 } else { scf.yield %v : i32 }
    %t = arith.addi %s, %w : i32
    scf.yield %t : i32 }
  return %r : i32
}
func.func @right(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi slt, %v, %k0 : i32
    %m = arith.subi %k0, %v : i32
    %w = arith.select %b, %m, %v : i32
    %t = arith.addi %s, %w : i32
    scf.yield %t : i32 }
  return %r : i32
}

// -----
// count_positive: elements counted by a branch or by their bits
func.func @left(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi sgt, %v, %k0 : i32
    %w = scf.if %b -> (i32) { %m = arith.addi %s, %k1 : i32
      scf.yield %m : i32 } else { scf.yield %s : i32 }
    scf.yield %w : i32 }
  return %r : i32
}
func.func @right(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi sgt, %v, %k0 : i32
    %w = arith.extui %b : i1 to i32
    %t = arith.addi %s, %w : i32
    scf.yield %t : i32 }
  return %r : i32
}

// -----
// store_value: one of two values stored
func.func @left(%x: i32, %y: i32, %p: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %b = arith.cmpi ult, %x, %y : i32
  scf.if %b { memref.store %x, %p[%c1] : memref<4xi32> } else { memref.store %y, %p[%c1] : memref<4xi32> }
  return
}
func.func @right(%x: i32, %y: i32, %p: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %b = arith.cmpi ult, %x, %y : i32
  %v = arith.select %b, %x, %y : i32
  memref.store %v, %p[%c1] : memref<4xi32>
  return
}

// -----
// address: an element by one of two indices
func.func @left(%b: i1, %p: memref<8xi32>, %i: index, %j: index) -> i32 {
  %r = scf.if %b -> (i32) { %v = memref.load %p[%i] : memref<8xi32>
    scf.yield %v : i32 } else { %v = memref.load %p[%j] : memref<8xi32>
    scf.yield %v : i32 }
  return %r : i32
}
func.func @right(%b: i1, %p: memref<8xi32>, %i: index, %j: index) -> i32 {
  %k = arith.select %b, %i, %j : index
  %v = memref.load %p[%k] : memref<8xi32>
  return %v : i32
}

// -----
// min_max_pair: least and greatest element
func.func @left(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0, %u = %k0) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi slt, %v, %s : i32
    %w = scf.if %b -> (i32) { scf.yield %v : i32 } else { scf.yield %s : i32 }
    %d = arith.cmpi sgt, %v, %u : i32
    %x = scf.if %d -> (i32) { scf.yield %v : i32 } else { scf.yield %u : i32 }
    scf.yield %w, %x : i32, i32 }
  %t = arith.subi %r#1, %r#0 : i32
  return %t : i32
}
func.func @right(%n: index, %a: memref<256xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0, %u = %k0) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<256xi32>
    %b = arith.cmpi slt, %v, %s : i32
    %w = arith.select %b, %v, %s : i32
    %d = arith.cmpi slt, %u, %v : i32
    %x = arith.select %d, %v, %u : i32
    scf.yield %w, %x : i32, i32 }
  %t = arith.subi %r#1, %r#0 : i32
  return %t : i32
}

// -----
// float_relu: a leaky rectifier
func.func @left(%n: index, %a: memref<256xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<256xf32>
    %b = arith.cmpf ogt, %v, %z : f32
    %w = scf.if %b -> (f32) { scf.yield %v : f32 } else { %m = arith.mulf %v, %k : f32
      scf.yield %m : f32 }
    memref.store %w, %a[%i] : memref<256xf32> }
  return
}
func.func @right(%n: index, %a: memref<256xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<256xf32>
    %b = arith.cmpf ogt, %v, %z : f32
    %m = arith.mulf %v, %k : f32
    %w = arith.select %b, %v, %m : f32
    memref.store %w, %a[%i] : memref<256xf32> }
  return
}

// -----
// and_of_conditions: two conditions, nested or joined and inverted
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %c = arith.cmpi sge, %x, %y : i32
  %r = scf.if %c -> (i32) {
    %d = arith.cmpi ne, %z, %k0 : i32
    %t = scf.if %d -> (i32) { %u = arith.addi %x, %y : i32
      scf.yield %u : i32 } else { scf.yield %z : i32 }
    scf.yield %t : i32 } else { scf.yield %z : i32 }
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %y : i32
  %d = arith.cmpi eq, %z, %k0 : i32
  %e = arith.ori %c, %d : i1
  %u = arith.addi %x, %y : i32
  %r = arith.select %e, %z, %u : i32
  return %r : i32
}
