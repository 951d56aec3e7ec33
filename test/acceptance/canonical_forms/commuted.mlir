// addi_i32: operands of arith.addi
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  return %a : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %y, %x : i32
  return %a : i32
}
// -----
// muli_i64: operands of arith.muli
func.func @left(%x: i64, %y: i64) -> i64 {
  %a = arith.muli %x, %y : i64
  return %a : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %a = arith.muli %y, %x : i64
  return %a : i64
}
// -----
// andi_i8: operands of arith.andi
func.func @left(%x: i8, %y: i8) -> i8 {
  %a = arith.andi %x, %y : i8
  return %a : i8
}
func.func @right(%x: i8, %y: i8) -> i8 {
  %a = arith.andi %y, %x : i8
  return %a : i8
}
// -----
// ori_i16: operands of arith.ori
func.func @left(%x: i16, %y: i16) -> i16 {
  %a = arith.ori %x, %y : i16
  return %a : i16
}
func.func @right(%x: i16, %y: i16) -> i16 {
  %a = arith.ori %y, %x : i16
  return %a : i16
}
// -----
// xori_i1: operands of arith.xori
func.func @left(%x: i1, %y: i1) -> i1 {
  %a = arith.xori %x, %y : i1
  return %a : i1
}
func.func @right(%x: i1, %y: i1) -> i1 {
  %a = arith.xori %y, %x : i1
  return %a : i1
}
// -----
// maxsi_i32: operands of arith.maxsi
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.maxsi %x, %y : i32
  return %a : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.maxsi %y, %x : i32
  return %a : i32
}
// -----
// minui_i32: operands of arith.minui
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.minui %x, %y : i32
  return %a : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.minui %y, %x : i32
  return %a : i32
}
// -----
// addf_f32: operands of arith.addf
func.func @left(%x: f32, %y: f32) -> f32 {
  %a = arith.addf %x, %y : f32
  return %a : f32
}
func.func @right(%x: f32, %y: f32) -> f32 {
  %a = arith.addf %y, %x : f32
  return %a : f32
}
// -----
// mulf_f64: operands of arith.mulf
func.func @left(%x: f64, %y: f64) -> f64 {
  %a = arith.mulf %x, %y : f64
  return %a : f64
}
func.func @right(%x: f64, %y: f64) -> f64 {
  %a = arith.mulf %y, %x : f64
  return %a : f64
}
// -----
// maxui_i64: operands of arith.maxui
func.func @left(%x: i64, %y: i64) -> i64 {
  %a = arith.maxui %x, %y : i64
  return %a : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %a = arith.maxui %y, %x : i64
  return %a : i64
}
// -----
// minsi_i16: operands of arith.minsi
func.func @left(%x: i16, %y: i16) -> i16 {
  %a = arith.minsi %x, %y : i16
  return %a : i16
}
func.func @right(%x: i16, %y: i16) -> i16 {
  %a = arith.minsi %y, %x : i16
  return %a : i16
}
// -----
// vector_sum: lanes of a sum
func.func @left(%x: vector<16xi32>, %y: vector<16xi32>) -> vector<16xi32> {
  %a = arith.addi %x, %y : vector<16xi32>
  return %a : vector<16xi32>
}
func.func @right(%x: vector<16xi32>, %y: vector<16xi32>) -> vector<16xi32> {
  %a = arith.addi %y, %x : vector<16xi32>
  return %a : vector<16xi32>
}
// -----
// vector_product: lanes of a product
func.func @left(%x: vector<16xf32>, %y: vector<16xf32>) -> vector<16xf32> {
  %a = arith.mulf %x, %y : vector<16xf32>
  return %a : vector<16xf32>
}
func.func @right(%x: vector<16xf32>, %y: vector<16xf32>) -> vector<16xf32> {
  %a = arith.mulf %y, %x : vector<16xf32>
  return %a : vector<16xf32>
}
// -----
// compare_slt_i32: a comparison the other way round
func.func @left(%x: i32, %y: i32) -> i1 {
  %a = arith.cmpi slt, %x, %y : i32
  return %a : i1
}
func.func @right(%x: i32, %y: i32) -> i1 {
  %a = arith.cmpi sgt, %y, %x : i32
  return %a : i1
}
// -----
// compare_ule_i64: a comparison the other way round
func.func @left(%x: i64, %y: i64) -> i1 {
  %a = arith.cmpi ule, %x, %y : i64
  return %a : i1
}
func.func @right(%x: i64, %y: i64) -> i1 {
  %a = arith.cmpi uge, %y, %x : i64
  return %a : i1
}
// -----
// compare_eq_i32: a comparison the other way round
func.func @left(%x: i32, %y: i32) -> i1 {
  %a = arith.cmpi eq, %x, %y : i32
  return %a : i1
}
func.func @right(%x: i32, %y: i32) -> i1 {
  %a = arith.cmpi eq, %y, %x : i32
  return %a : i1
}
// -----
// compare_ne_i8: a comparison the other way round
func.func @left(%x: i8, %y: i8) -> i1 {
  %a = arith.cmpi ne, %x, %y : i8
  return %a : i1
}
func.func @right(%x: i8, %y: i8) -> i1 {
  %a = arith.cmpi ne, %y, %x : i8
  return %a : i1
}
// -----
// compare_sge_index: a comparison the other way round
func.func @left(%x: index, %y: index) -> i1 {
  %a = arith.cmpi sge, %x, %y : index
  return %a : i1
}
func.func @right(%x: index, %y: index) -> i1 {
  %a = arith.cmpi sle, %y, %x : index
  return %a : i1
}
// -----
// compare_floats: a comparison of floats the other way round
func.func @left(%x: f32, %y: f32) -> i1 {
  %a = arith.cmpf olt, %x, %y : f32
  return %a : i1
}
func.func @right(%x: f32, %y: f32) -> i1 {
  %a = arith.cmpf ogt, %y, %x : f32
  return %a : i1
}
// -----
// compare_floats_unordered: unordered, the other way round
func.func @left(%x: f64, %y: f64) -> i1 {
  %a = arith.cmpf uge, %x, %y : f64
  return %a : i1
}
func.func @right(%x: f64, %y: f64) -> i1 {
  %a = arith.cmpf ule, %y, %x : f64
  return %a : i1
}
// -----
// constant_left: a constant on the left
func.func @left(%x: i32) -> i32 {
  %c = arith.constant 77 : i32
  %a = arith.addi %c, %x : i32
  %b = arith.muli %c, %a : i32
  return %b : i32
}
func.func @right(%x: i32) -> i32 {
  %c = arith.constant 77 : i32
  %a = arith.addi %x, %c : i32
  %b = arith.muli %a, %c : i32
  return %b : i32
}
// -----
// compare_constant_left: a constant on the left of a comparison
func.func @left(%x: i64) -> i1 {
  %c = arith.constant 9 : i64
  %a = arith.cmpi ult, %c, %x : i64
  return %a : i1
}
func.func @right(%x: i64) -> i1 {
  %c = arith.constant 9 : i64
  %a = arith.cmpi ugt, %x, %c : i64
  return %a : i1
}
// -----
// two_sums: operands at two depths
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.muli %x, %y : i32
  %b = arith.xori %y, %z : i32
  %c = arith.addi %a, %b : i32
  return %c : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.muli %y, %x : i32
  %b = arith.xori %z, %y : i32
  %c = arith.addi %b, %a : i32
  return %c : i32
}
// -----
// equal_terms: two terms, of which one is written the other way round
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %x, %y : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %y, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
// -----
// difference_of_equals: a difference that is zero
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.muli %x, %y : i32
  %b = arith.muli %y, %x : i32
  %c = arith.subi %a, %b : i32
  return %c : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 0 : i32
  return %c : i32
}
// -----
// conditions: conditions of a branch
func.func @left(%x: i32, %y: i32, %p: memref<8xi32>) {
  %i = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %a = arith.cmpi sgt, %x, %z : i32
  %b = arith.cmpi ult, %x, %y : i32
  %c = arith.andi %a, %b : i1
  scf.if %c {
    memref.store %x, %p[%i] : memref<8xi32>
  }
  return
}
func.func @right(%x: i32, %y: i32, %p: memref<8xi32>) {
  %i = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %a = arith.cmpi slt, %z, %x : i32
  %b = arith.cmpi ugt, %y, %x : i32
  %c = arith.andi %b, %a : i1
  scf.if %c {
    memref.store %x, %p[%i] : memref<8xi32>
  }
  return
}
// -----
// sum_of_products: a reduction over two arrays
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %u = memref.load %a[%i] : memref<64xi32>
    %v = memref.load %b[%i] : memref<64xi32>
    %m = arith.muli %u, %v : i32
    %t = arith.addi %s, %m : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %u = memref.load %a[%i] : memref<64xi32>
    %v = memref.load %b[%i] : memref<64xi32>
    %m = arith.muli %v, %u : i32
    %t = arith.addi %m, %s : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// address: an index computed the other way round
func.func @left(%a: memref<100xf32>, %i: index, %j: index) -> f32 {
  %n = arith.constant 10 : index
  %m = arith.muli %i, %n : index
  %k = arith.addi %m, %j : index
  %v = memref.load %a[%k] : memref<100xf32>
  return %v : f32
}
func.func @right(%a: memref<100xf32>, %i: index, %j: index) -> f32 {
  %n = arith.constant 10 : index
  %m = arith.muli %n, %i : index
  %k = arith.addi %j, %m : index
  %v = memref.load %a[%k] : memref<100xf32>
  return %v : f32
}
// -----
// stored: values of a store
func.func @left(%a: memref<10xi16>, %x: i16, %y: i16) {
  %c = arith.constant 1 : index
  %v = arith.ori %x, %y : i16
  memref.store %v, %a[%c] : memref<10xi16>
  return
}
func.func @right(%a: memref<10xi16>, %x: i16, %y: i16) {
  %c = arith.constant 1 : index
  %v = arith.ori %y, %x : i16
  memref.store %v, %a[%c] : memref<10xi16>
  return
}
// -----
// argument: an argument of a call
func.func private @g(i32) -> i32
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.andi %x, %y : i32
  %r = func.call @g(%a) : (i32) -> i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.andi %y, %x : i32
  %r = func.call @g(%a) : (i32) -> i32
  return %r : i32
}
// -----
// while_condition: the condition of a loop
func.func @left(%n: i32, %m: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %r = scf.while (%x = %c1) : (i32) -> i32 {
    %q = arith.muli %x, %m : i32
    %b = arith.cmpi slt, %q, %n : i32
    scf.condition(%b) %x : i32
  } do {
  ^bb0(%x: i32):
    %y = arith.addi %x, %c3 : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @right(%n: i32, %m: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %r = scf.while (%x = %c1) : (i32) -> i32 {
    %q = arith.muli %m, %x : i32
    %b = arith.cmpi sgt, %n, %q : i32
    scf.condition(%b) %x : i32
  } do {
  ^bb0(%x: i32):
    %y = arith.addi %c3, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
// -----
// branches_exchanged: an if whose sides are exchanged
func.func @left(%x: i32, %y: i32, %p: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = arith.cmpi slt, %x, %y : i32
  scf.if %b {
    memref.store %x, %p[%c0] : memref<4xi32>
  } else {
    memref.store %y, %p[%c1] : memref<4xi32>
  }
  return
}
func.func @right(%x: i32, %y: i32, %p: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = arith.cmpi sge, %x, %y : i32
  scf.if %b {
    memref.store %y, %p[%c1] : memref<4xi32>
  } else {
    memref.store %x, %p[%c0] : memref<4xi32>
  }
  return
}
// -----
// select_exchanged: a select whose values are exchanged
func.func @left(%x: i32, %y: i32, %u: f32, %v: f32) -> f32 {
  %b = arith.cmpi eq, %x, %y : i32
  %r = arith.select %b, %u, %v : f32
  return %r : f32
}
func.func @right(%x: i32, %y: i32, %u: f32, %v: f32) -> f32 {
  %b = arith.cmpi ne, %x, %y : i32
  %r = arith.select %b, %v, %u : f32
  return %r : f32
}
// -----
// select_negated: a select on a negated condition
func.func @left(%c: i1, %u: i64, %v: i64) -> i64 {
  %r = arith.select %c, %u, %v : i64
  return %r : i64
}
func.func @right(%c: i1, %u: i64, %v: i64) -> i64 {
  %t = arith.constant true
  %b = arith.xori %c, %t : i1
  %r = arith.select %b, %v, %u : i64
  return %r : i64
}
// -----
// fused: a product inside a sum of floats
func.func @left(%x: f32, %y: f32, %z: f32) -> f32 {
  %m = arith.mulf %x, %y : f32
  %a = arith.addf %m, %z : f32
  return %a : f32
}
func.func @right(%x: f32, %y: f32, %z: f32) -> f32 {
  %m = arith.mulf %y, %x : f32
  %a = arith.addf %z, %m : f32
  return %a : f32
}
// -----
// select_less: a minimum by a comparison either way
func.func @left(%x: i32, %y: i32) -> i32 {
  %b = arith.cmpi slt, %x, %y : i32
  %r = arith.select %b, %x, %y : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %b = arith.cmpi sgt, %x, %y : i32
  %r = arith.select %b, %y, %x : i32
  return %r : i32
}
// -----
// nested_loops: a transposed sum
func.func @left(%a: memref<8x8xi32>, %b: memref<8x8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %u = memref.load %a[%i, %j] : memref<8x8xi32>
      %v = memref.load %b[%j, %i] : memref<8x8xi32>
      %s = arith.addi %u, %v : i32
      memref.store %s, %a[%i, %j] : memref<8x8xi32>
    }
  }
  return
}
func.func @right(%a: memref<8x8xi32>, %b: memref<8x8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %u = memref.load %a[%i, %j] : memref<8x8xi32>
      %v = memref.load %b[%j, %i] : memref<8x8xi32>
      %s = arith.addi %v, %u : i32
      memref.store %s, %a[%i, %j] : memref<8x8xi32>
    }
  }
  return
}
// -----
// bytes: sums of i8
func.func @left(%x: i8, %y: i8) -> i8 {
  %s = arith.addi %x, %y : i8
  %t = arith.muli %s, %x : i8
  return %t : i8
}
func.func @right(%x: i8, %y: i8) -> i8 {
  %s = arith.addi %y, %x : i8
  %t = arith.muli %x, %s : i8
  return %t : i8
}
// -----
// long: products of i64
func.func @left(%x: i64, %y: i64) -> i64 {
  %s = arith.muli %x, %y : i64
  %t = arith.xori %s, %x : i64
  return %t : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %s = arith.muli %y, %x : i64
  %t = arith.xori %x, %s : i64
  return %t : i64
}
// -----
// vector_floats: of vectors of floats
func.func @left(%x: vector<16xf32>, %y: vector<16xf32>) -> vector<16xf32> {
  %s = arith.mulf %x, %y : vector<16xf32>
  %t = arith.addf %s, %x : vector<16xf32>
  return %t : vector<16xf32>
}
func.func @right(%x: vector<16xf32>, %y: vector<16xf32>) -> vector<16xf32> {
  %s = arith.mulf %y, %x : vector<16xf32>
  %t = arith.addf %x, %s : vector<16xf32>
  return %t : vector<16xf32>
}
// -----
// float_compare: comparison of floats the other way round
func.func @left(%x: f32, %y: f32) -> i1 {
  %c = arith.cmpf olt, %x, %y : f32
  return %c : i1
}
func.func @right(%x: f32, %y: f32) -> i1 {
  %c = arith.cmpf ogt, %y, %x : f32
  return %c : i1
}
// -----
// in_loop: in a loop
func.func @left(%a: memref<64xi32>, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %v, %x : i32
    %t = arith.addi %s, %p : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %x, %v : i32
    %t = arith.addi %p, %s : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// minimum: of a minimum
func.func @left(%x: i32, %y: i32) -> i32 {
  %m = arith.minsi %x, %y : i32
  return %m : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %m = arith.minsi %y, %x : i32
  return %m : i32
}
// -----
// choice_of_sums: a condition and its inverse
func.func @left(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi sgt, %x, %y : i32
  %p = arith.addi %x, %y : i32
  %q = arith.subi %x, %y : i32
  %r = arith.select %c, %p, %q : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c = arith.cmpi sle, %x, %y : i32
  %p = arith.addi %y, %x : i32
  %q = arith.subi %x, %y : i32
  %r = arith.select %c, %q, %p : i32
  return %r : i32
}
// -----
// blend: a blend of two arrays with exchanged terms and factors
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %p: i32, %q: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %b[%i] : memref<64xi32>
    %m = arith.muli %x, %p : i32
    %n = arith.muli %y, %q : i32
    %s = arith.addi %m, %n : i32
    memref.store %s, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %p: i32, %q: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %y = memref.load %b[%i] : memref<64xi32>
    %n = arith.muli %q, %y : i32
    %x = memref.load %a[%i] : memref<64xi32>
    %m = arith.muli %p, %x : i32
    %s = arith.addi %n, %m : i32
    memref.store %s, %a[%i] : memref<64xi32>
  }
  return
}
// -----
// maximum_by_compare: a maximum of two sums, compared either way
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %t = arith.addi %y, %z : i32
  %c = arith.cmpi sgt, %s, %t : i32
  %r = arith.select %c, %s, %t : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %t = arith.addi %z, %y : i32
  %s = arith.addi %y, %x : i32
  %c = arith.cmpi slt, %s, %t : i32
  %r = arith.select %c, %t, %s : i32
  return %r : i32
}
// -----
// pack: bytes put into a word in another order of the operands
func.func @left(%a: i32, %b: i32, %c: i32) -> i32 {
  %k8 = arith.constant 8 : i32
  %k16 = arith.constant 16 : i32
  %k255 = arith.constant 255 : i32
  %a0 = arith.andi %a, %k255 : i32
  %b0 = arith.andi %b, %k255 : i32
  %c0 = arith.andi %c, %k255 : i32
  %b1 = arith.shli %b0, %k8 : i32
  %c1 = arith.shli %c0, %k16 : i32
  %d = arith.ori %a0, %b1 : i32
  %e = arith.ori %d, %c1 : i32
  return %e : i32
}
func.func @right(%a: i32, %b: i32, %c: i32) -> i32 {
  %k8 = arith.constant 8 : i32
  %k16 = arith.constant 16 : i32
  %k255 = arith.constant 255 : i32
  %a0 = arith.andi %k255, %a : i32
  %b0 = arith.andi %k255, %b : i32
  %c0 = arith.andi %k255, %c : i32
  %c1 = arith.shli %c0, %k16 : i32
  %b1 = arith.shli %b0, %k8 : i32
  %d = arith.ori %b1, %a0 : i32
  %e = arith.ori %c1, %d : i32
  return %e : i32
}
// -----
// float_distance: a squared distance with exchanged products
func.func @left(%x: f32, %y: f32) -> f32 {
  %p = arith.mulf %x, %x : f32
  %q = arith.mulf %y, %y : f32
  %s = arith.addf %p, %q : f32
  %r = math.sqrt %s : f32
  return %r : f32
}
func.func @right(%x: f32, %y: f32) -> f32 {
  %q = arith.mulf %y, %y : f32
  %p = arith.mulf %x, %x : f32
  %s = arith.addf %q, %p : f32
  %r = math.sqrt %s : f32
  return %r : f32
}
// -----
// in_range: two bounds tested in the other order
func.func @left(%x: i32, %lo: i32, %hi: i32) -> i1 {
  %c = arith.cmpi sge, %x, %lo : i32
  %d = arith.cmpi slt, %x, %hi : i32
  %r = arith.andi %c, %d : i1
  return %r : i1
}
func.func @right(%x: i32, %lo: i32, %hi: i32) -> i1 {
  %d = arith.cmpi sgt, %hi, %x : i32
  %c = arith.cmpi sle, %lo, %x : i32
  %r = arith.andi %d, %c : i1
  return %r : i1
}
// -----
// min_of_products: min of two products, operands the other way round
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.muli %x, %y : i32
  %b = arith.muli %y, %z : i32
  %r = arith.minsi %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %b = arith.muli %z, %y : i32
  %a = arith.muli %y, %x : i32
  %r = arith.minsi %b, %a : i32
  return %r : i32
}
// -----
// negated_compare_select: a choice by a condition and by its negation
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %c = arith.cmpi slt, %x, %y : i32
  %r = arith.select %c, %x, %z : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %c = arith.cmpi sge, %x, %y : i32
  %r = arith.select %c, %z, %x : i32
  return %r : i32
}
// -----
// xor_of_nots: exclusive or of complements
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %m = arith.constant -1 : i32
  %a = arith.xori %x, %m : i32
  %b = arith.xori %y, %m : i32
  %r = arith.xori %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %r = arith.xori %y, %x : i32
  return %r : i32
}
