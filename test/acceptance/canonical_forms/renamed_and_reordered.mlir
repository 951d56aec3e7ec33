// names: other names
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.muli %a, %x : i32
  return %b : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %sum = arith.addi %x, %y : i32
  %7 = arith.muli %sum, %x : i32
  return %7 : i32
}
// -----
// two_terms: two independent terms in another order
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.muli %x, %x : i32
  %b = arith.xori %y, %x : i32
  %c = arith.subi %a, %b : i32
  return %c : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %p = arith.xori %y, %x : i32
  %q = arith.muli %x, %x : i32
  %r = arith.subi %q, %p : i32
  return %r : i32
}
// -----
// constants: constants in another order
func.func @left(%x: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %c9 = arith.constant 9 : i32
  %a = arith.muli %x, %c5 : i32
  %b = arith.divsi %a, %c9 : i32
  return %b : i32
}
func.func @right(%x: i32) -> i32 {
  %n = arith.constant 9 : i32
  %m = arith.constant 5 : i32
  %a = arith.muli %x, %m : i32
  %b = arith.divsi %a, %n : i32
  return %b : i32
}
// -----
// constant_twice: one constant written twice
func.func @left(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 3 : i32
  %a = arith.divui %x, %c : i32
  %b = arith.remui %y, %c : i32
  %r = arith.subi %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 3 : i32
  %b = arith.remui %y, %d : i32
  %a = arith.divui %x, %c : i32
  %r = arith.subi %a, %b : i32
  return %r : i32
}
// -----
// computed_twice: a value computed once or twice
func.func @left(%x: f32, %y: f32) -> f32 {
  %a = arith.mulf %x, %y : f32
  %b = arith.subf %a, %x : f32
  %c = arith.divf %b, %a : f32
  return %c : f32
}
func.func @right(%x: f32, %y: f32) -> f32 {
  %a = arith.mulf %x, %y : f32
  %d = arith.mulf %x, %y : f32
  %b = arith.subf %d, %x : f32
  %c = arith.divf %b, %a : f32
  return %c : f32
}
// -----
// late_computation: a sum before and after a branch
func.func @left(%x: i32, %y: i32, %p: memref<4xi32>, %i: index, %c: i1) -> i32 {
  %a = arith.addi %x, %y : i32
  scf.if %c {
    memref.store %x, %p[%i] : memref<4xi32>
  }
  return %a : i32
}
func.func @right(%x: i32, %y: i32, %p: memref<4xi32>, %i: index, %c: i1) -> i32 {
  scf.if %c {
    memref.store %x, %p[%i] : memref<4xi32>
  }
  %a = arith.addi %x, %y : i32
  return %a : i32
}
// -----
// invariant_outside: an invariant inside and outside of a loop
func.func @left(%n: index, %x: i32, %y: i32, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = arith.muli %x, %y : i32
    %v = memref.load %a[%i] : memref<?xi32>
    %w = arith.xori %v, %m : i32
    memref.store %w, %a[%i] : memref<?xi32>
  }
  return
}
func.func @right(%n: index, %x: i32, %y: i32, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.muli %x, %y : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xi32>
    %w = arith.xori %v, %m : i32
    memref.store %w, %a[%i] : memref<?xi32>
  }
  return
}
// -----
// two_loads: two loads in another order
func.func @left(%a: memref<8xi32>, %b: memref<8xi32>, %i: index) -> i32 {
  %u = memref.load %a[%i] : memref<8xi32>
  %v = memref.load %b[%i] : memref<8xi32>
  %r = arith.subi %u, %v : i32
  return %r : i32
}
func.func @right(%a: memref<8xi32>, %b: memref<8xi32>, %i: index) -> i32 {
  %v = memref.load %b[%i] : memref<8xi32>
  %u = memref.load %a[%i] : memref<8xi32>
  %r = arith.subi %u, %v : i32
  return %r : i32
}
// -----
// three_loads: loads of one array in another order
func.func @left(%a: memref<8xf32>, %i: index, %j: index, %k: index) -> f32 {
  %u = memref.load %a[%i] : memref<8xf32>
  %v = memref.load %a[%j] : memref<8xf32>
  %w = memref.load %a[%k] : memref<8xf32>
  %p = arith.mulf %u, %v : f32
  %r = arith.subf %p, %w : f32
  return %r : f32
}
func.func @right(%a: memref<8xf32>, %i: index, %j: index, %k: index) -> f32 {
  %w = memref.load %a[%k] : memref<8xf32>
  %v = memref.load %a[%j] : memref<8xf32>
  %u = memref.load %a[%i] : memref<8xf32>
  %p = arith.mulf %u, %v : f32
  %r = arith.subf %p, %w : f32
  return %r : f32
}
// -----
// two_stores: stores to two elements in another order
func.func @left(%a: memref<8xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %a[%c0] : memref<8xi32>
  memref.store %y, %a[%c1] : memref<8xi32>
  return
}
func.func @right(%a: memref<8xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %y, %a[%c1] : memref<8xi32>
  memref.store %x, %a[%c0] : memref<8xi32>
  return
}
// -----
// store_and_sum: a sum between stores
func.func @left(%a: memref<8xi32>, %i: index, %j: index, %x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  memref.store %x, %a[%i] : memref<8xi32>
  memref.store %y, %a[%j] : memref<8xi32>
  return %s : i32
}
func.func @right(%a: memref<8xi32>, %i: index, %j: index, %x: i32, %y: i32) -> i32 {
  memref.store %x, %a[%i] : memref<8xi32>
  memref.store %y, %a[%j] : memref<8xi32>
  %s = arith.addi %x, %y : i32
  return %s : i32
}
// -----
// loop_variables: loop variables in another order
func.func @left(%n: index, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %t = %y) -> (i32, i32) {
    %u = arith.muli %s, %t : i32
    %v = arith.xori %t, %x : i32
    scf.yield %u, %v : i32, i32
  }
  %q = arith.subi %r#0, %r#1 : i32
  return %q : i32
}
func.func @right(%n: index, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y, %s = %x) -> (i32, i32) {
    %v = arith.xori %t, %x : i32
    %u = arith.muli %s, %t : i32
    scf.yield %v, %u : i32, i32
  }
  %q = arith.subi %r#1, %r#0 : i32
  return %q : i32
}
// -----
// results: results of a branch in another order
func.func @left(%c: i1, %x: i32, %y: i32, %p: memref<4xi32>, %i: index) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    memref.store %x, %p[%i] : memref<4xi32>
    scf.yield %x, %y : i32, i32
  } else {
    %m = arith.divsi %x, %y : i32
    scf.yield %y, %m : i32, i32
  }
  %q = arith.subi %r#0, %r#1 : i32
  return %q : i32
}
func.func @right(%c: i1, %x: i32, %y: i32, %p: memref<4xi32>, %i: index) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    memref.store %x, %p[%i] : memref<4xi32>
    scf.yield %y, %x : i32, i32
  } else {
    %m = arith.divsi %x, %y : i32
    scf.yield %m, %y : i32, i32
  }
  %q = arith.subi %r#1, %r#0 : i32
  return %q : i32
}
// -----
// blocks: blocks in another order
func.func @left(%c: i1, %x: i32, %y: i32, %p: memref<4xi32>) {
    %i = arith.constant 1 : index
    cf.cond_br %c, ^a, ^b
  ^a:
    memref.store %x, %p[%i] : memref<4xi32>
    cf.br ^c
  ^b:
    %d = arith.divsi %y, %x : i32
    memref.store %d, %p[%i] : memref<4xi32>
    cf.br ^c
  ^c:
    return
}
func.func @right(%c: i1, %x: i32, %y: i32, %p: memref<4xi32>) {
    %i = arith.constant 1 : index
    cf.cond_br %c, ^a, ^b
  ^b:
    %d = arith.divsi %y, %x : i32
    memref.store %d, %p[%i] : memref<4xi32>
    cf.br ^c
  ^c:
    return
  ^a:
    memref.store %x, %p[%i] : memref<4xi32>
    cf.br ^c
}
// -----
// structured_or_not: a branch of scf and one between blocks
func.func @left(%c: i1, %x: i32, %y: i32, %p: memref<4xi32>) -> i32 {
  %i = arith.constant 1 : index
  %r = scf.if %c -> (i32) {
    memref.store %x, %p[%i] : memref<4xi32>
    scf.yield %x : i32
  } else {
    %d = arith.divsi %y, %x : i32
    scf.yield %d : i32
  }
  return %r : i32
}
func.func @right(%c: i1, %x: i32, %y: i32, %p: memref<4xi32>) -> i32 {
    %i = arith.constant 1 : index
    cf.cond_br %c, ^a, ^b
  ^a:
    memref.store %x, %p[%i] : memref<4xi32>
    cf.br ^c(%x : i32)
  ^b:
    %d = arith.divsi %y, %x : i32
    cf.br ^c(%d : i32)
  ^c(%r: i32):
    return %r : i32
}
// -----
// switch_cases: cases of a switch in another order
func.func @left(%k: index, %x: i32, %y: i32, %p: memref<4xi32>) {
  scf.index_switch %k
  case 1 {
    %c1 = arith.constant 1 : index
    memref.store %x, %p[%c1] : memref<4xi32>
    scf.yield
  }
  case 2 {
    %c2 = arith.constant 2 : index
    memref.store %y, %p[%c2] : memref<4xi32>
    scf.yield
  }
  default {
  }
  return
}
func.func @right(%k: index, %x: i32, %y: i32, %p: memref<4xi32>) {
  scf.index_switch %k
  case 2 {
    %c2 = arith.constant 2 : index
    memref.store %y, %p[%c2] : memref<4xi32>
    scf.yield
  }
  case 1 {
    %c1 = arith.constant 1 : index
    memref.store %x, %p[%c1] : memref<4xi32>
    scf.yield
  }
  default {
  }
  return
}
// -----
// loop_forms: a loop of scf and one between blocks
func.func @left(%n: i32, %x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r:2 = scf.while (%i = %z, %s = %x) : (i32, i32) -> (i32, i32) {
    %b = arith.cmpi slt, %i, %n : i32
    scf.condition(%b) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %t = arith.xori %s, %i : i32
    %u = arith.muli %t, %x : i32
    %j = arith.addi %i, %o : i32
    scf.yield %j, %u : i32, i32
  }
  return %r#1 : i32
}
func.func @right(%n: i32, %x: i32) -> i32 {
    %z = arith.constant 0 : i32
    %o = arith.constant 1 : i32
    cf.br ^h(%z, %x : i32, i32)
  ^h(%i: i32, %s: i32):
    %b = arith.cmpi slt, %i, %n : i32
    cf.cond_br %b, ^body, ^e
  ^body:
    %t = arith.xori %s, %i : i32
    %u = arith.muli %t, %x : i32
    %j = arith.addi %i, %o : i32
    cf.br ^h(%j, %u : i32, i32)
  ^e:
    return %s : i32
}
// -----
// for_and_while: a for and a while
func.func @left(%n: index, %x: i32, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xi32>
  }
  return
}
func.func @right(%n: index, %x: i32, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %b = arith.cmpi slt, %i, %n : index
    scf.condition(%b) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %a[%i] : memref<?xi32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return
}
// -----
// arrays_of_function: arrays of a function in another order
func.func @left(%i: index, %x: f32, %y: f32) -> f32 {
  %a = memref.alloca() : memref<16xf32>
  %b = memref.alloca() : memref<8xf32>
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%i] : memref<16xf32>
  memref.store %y, %b[%i] : memref<8xf32>
  %u = memref.load %a[%c0] : memref<16xf32>
  %v = memref.load %b[%c0] : memref<8xf32>
  %r = arith.subf %u, %v : f32
  return %r : f32
}
func.func @right(%i: index, %x: f32, %y: f32) -> f32 {
  %q = memref.alloca() : memref<8xf32>
  %p = memref.alloca() : memref<16xf32>
  %z = arith.constant 0 : index
  memref.store %x, %p[%i] : memref<16xf32>
  memref.store %y, %q[%i] : memref<8xf32>
  %u = memref.load %p[%z] : memref<16xf32>
  %v = memref.load %q[%z] : memref<8xf32>
  %r = arith.subf %u, %v : f32
  return %r : f32
}
// -----
// call_and_product: a product before and after a call
func.func private @g(i32) -> i32
func.func @left(%x: i32, %y: i32) -> i32 {
  %m = arith.muli %x, %y : i32
  %v = func.call @g(%x) : (i32) -> i32
  %r = arith.subi %v, %m : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %v = func.call @g(%x) : (i32) -> i32
  %m = arith.muli %x, %y : i32
  %r = arith.subi %v, %m : i32
  return %r : i32
}
// -----
// nested: computations inside and outside of two loops
func.func @left(%n: index, %a: memref<8x8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %p = arith.muli %x, %x : i32
      %ii = arith.index_cast %i : index to i32
      %q = arith.xori %p, %ii : i32
      memref.store %q, %a[%i, %j] : memref<8x8xi32>
    }
  }
  return
}
func.func @right(%n: index, %a: memref<8x8xi32>, %x: i32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %p = arith.muli %x, %x : i32
  scf.for %row = %c0 to %n step %c1 {
    %ii = arith.index_cast %row : index to i32
    %q = arith.xori %p, %ii : i32
    scf.for %col = %c0 to %n step %c1 {
      memref.store %q, %a[%row, %col] : memref<8x8xi32>
    }
  }
  return
}
// -----
// vectors: lanes in another order of operations
func.func @left(%x: vector<16xf32>, %y: vector<16xf32>, %s: f32) -> vector<16xf32> {
  %b = vector.broadcast %s : f32 to vector<16xf32>
  %p = arith.mulf %x, %b : vector<16xf32>
  %q = arith.divf %y, %x : vector<16xf32>
  %r = arith.subf %p, %q : vector<16xf32>
  return %r : vector<16xf32>
}
func.func @right(%x: vector<16xf32>, %y: vector<16xf32>, %s: f32) -> vector<16xf32> {
  %q = arith.divf %y, %x : vector<16xf32>
  %b = vector.broadcast %s : f32 to vector<16xf32>
  %p = arith.mulf %x, %b : vector<16xf32>
  %r = arith.subf %p, %q : vector<16xf32>
  return %r : vector<16xf32>
}
// -----
// global: accesses to a global among computations
memref.global "private" @data : memref<16xi32> = dense<1>
func.func @left(%i: index, %x: i32) -> i32 {
  %g = memref.get_global @data : memref<16xi32>
  %m = arith.muli %x, %x : i32
  %v = memref.load %g[%i] : memref<16xi32>
  %s = arith.subi %v, %m : i32
  memref.store %s, %g[%i] : memref<16xi32>
  return %m : i32
}
func.func @right(%i: index, %x: i32) -> i32 {
  %d = memref.get_global @data : memref<16xi32>
  %v = memref.load %d[%i] : memref<16xi32>
  %m = arith.muli %x, %x : i32
  %s = arith.subi %v, %m : i32
  memref.store %s, %d[%i] : memref<16xi32>
  return %m : i32
}
// -----
// wide: values of 64 bits in another order
func.func @left(%x: i64, %y: i64) -> i64 {
  %u = arith.trunci %x : i64 to i32
  %a = arith.extui %u : i32 to i64
  %b = arith.muli %a, %y : i64
  %c = arith.shrui %x, %y : i64
  %r = arith.subi %b, %c : i64
  return %r : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %c = arith.shrui %x, %y : i64
  %u = arith.trunci %x : i64 to i32
  %a = arith.extui %u : i32 to i64
  %b = arith.muli %a, %y : i64
  %r = arith.subi %b, %c : i64
  return %r : i64
}
// -----
// three_stores: three stores in another order
func.func @left(%a: memref<8xi32>, %b: i32, %c: i32, %d: i32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  memref.store %b, %a[%c4] : memref<8xi32>
  memref.store %c, %a[%c1] : memref<8xi32>
  memref.store %d, %a[%c6] : memref<8xi32>
  return
}
func.func @right(%a: memref<8xi32>, %b: i32, %c: i32, %d: i32) {
  %c6 = arith.constant 6 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  memref.store %d, %a[%c6] : memref<8xi32>
  memref.store %c, %a[%c1] : memref<8xi32>
  memref.store %b, %a[%c4] : memref<8xi32>
  return
}
// -----
// stores_of_loop: stores in a loop in another order
func.func @left(%a: memref<65xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c2 {
    %j = arith.addi %i, %c1 : index
    %y = arith.muli %x, %x : i32
    memref.store %x, %a[%i] : memref<65xi32>
    memref.store %y, %a[%j] : memref<65xi32>
  }
  return
}
func.func @right(%a: memref<65xi32>, %x: i32, %n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %k = %c0 to %n step %c2 {
    %l = arith.addi %k, %c1 : index
    %z = arith.muli %x, %x : i32
    memref.store %z, %a[%l] : memref<65xi32>
    memref.store %x, %a[%k] : memref<65xi32>
  }
  return
}
// -----
// loads_and_stores: a swap of elements
func.func @left(%a: memref<8xf32>, %i: index) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %x = memref.load %a[%i] : memref<8xf32>
  %y = memref.load %a[%j] : memref<8xf32>
  memref.store %y, %a[%i] : memref<8xf32>
  memref.store %x, %a[%j] : memref<8xf32>
  return
}
func.func @right(%a: memref<8xf32>, %i: index) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %y = memref.load %a[%j] : memref<8xf32>
  %x = memref.load %a[%i] : memref<8xf32>
  memref.store %x, %a[%j] : memref<8xf32>
  memref.store %y, %a[%i] : memref<8xf32>
  return
}
// -----
// same_size: two arrays of one size
func.func @left(%i: index, %x: i32, %y: i32) -> i32 {
  %a = memref.alloca() : memref<16xi32>
  %b = memref.alloca() : memref<16xi32>
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%i] : memref<16xi32>
  memref.store %y, %b[%i] : memref<16xi32>
  %u = memref.load %a[%c0] : memref<16xi32>
  %v = memref.load %b[%c0] : memref<16xi32>
  %r = arith.subi %u, %v : i32
  return %r : i32
}
func.func @right(%i: index, %x: i32, %y: i32) -> i32 {
  %b = memref.alloca() : memref<16xi32>
  %a = memref.alloca() : memref<16xi32>
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%i] : memref<16xi32>
  memref.store %y, %b[%i] : memref<16xi32>
  %u = memref.load %a[%c0] : memref<16xi32>
  %v = memref.load %b[%c0] : memref<16xi32>
  %r = arith.subi %u, %v : i32
  return %r : i32
}
// -----
// carried_order: values that a loop carries in another order
func.func @left(%n: index, %x: i64, %y: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (i64, i64) {
    %t = arith.muli %p, %q : i64
    %u = arith.xori %q, %x : i64
    scf.yield %t, %u : i64, i64
  }
  %z = arith.subi %r#0, %r#1 : i64
  return %z : i64
}
func.func @right(%n: index, %x: i64, %y: i64) -> i64 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%b = %y, %a = %x) -> (i64, i64) {
    %w = arith.xori %b, %x : i64
    %v = arith.muli %a, %b : i64
    scf.yield %w, %v : i64, i64
  }
  %z = arith.subi %r#1, %r#0 : i64
  return %z : i64
}
// -----
// histogram_and_sum: two independent updates in each iteration
func.func @left(%a: memref<64xi32>, %h: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %k63 = arith.constant 63 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %v : i32
    %m = arith.andi %v, %k63 : i32
    %j = arith.index_cast %m : i32 to index
    %o = memref.load %h[%j] : memref<64xi32>
    %p = arith.addi %o, %one : i32
    memref.store %p, %h[%j] : memref<64xi32>
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%input: memref<64xi32>, %bins: memref<64xi32>, %count: index) -> i32 {
  %mask = arith.constant 63 : i32
  %unit = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %step = arith.constant 1 : index
  %first = arith.constant 0 : index
  %total = scf.for %at = %first to %count step %step iter_args(%sum = %zero) -> (i32) {
    %value = memref.load %input[%at] : memref<64xi32>
    %low = arith.andi %value, %mask : i32
    %bin = arith.index_cast %low : i32 to index
    %old = memref.load %bins[%bin] : memref<64xi32>
    %new = arith.addi %old, %unit : i32
    memref.store %new, %bins[%bin] : memref<64xi32>
    %more = arith.addi %sum, %value : i32
    scf.yield %more : i32
  }
  return %total : i32
}
// -----
// complex_product: real and imaginary part in another order
func.func @left(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %p = arith.mulf %a, %c : f32
  %q = arith.mulf %b, %d : f32
  %re = arith.subf %p, %q : f32
  %r = arith.mulf %a, %d : f32
  %s = arith.mulf %b, %c : f32
  %im = arith.addf %r, %s : f32
  return %re, %im : f32, f32
}
func.func @right(%x: f32, %y: f32, %u: f32, %v: f32) -> (f32, f32) {
  %s = arith.mulf %y, %u : f32
  %r = arith.mulf %x, %v : f32
  %im = arith.addf %r, %s : f32
  %q = arith.mulf %y, %v : f32
  %p = arith.mulf %x, %u : f32
  %re = arith.subf %p, %q : f32
  return %re, %im : f32, f32
}
// -----
// switch_by_ifs: cases of basic blocks in another order in the text
func.func @left(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %k = arith.constant 5 : i32
  %c = arith.cmpi eq, %x, %k : i32
  cf.cond_br %c, ^five, ^other
^five:
  %p = arith.muli %x, %x : i32
  cf.br ^done(%p : i32)
^other:
  %d = arith.cmpi slt, %x, %z : i32
  cf.cond_br %d, ^negative, ^positive
^negative:
  %q = arith.subi %z, %x : i32
  cf.br ^done(%q : i32)
^positive:
  %r = arith.divsi %x, %k : i32
  cf.br ^done(%r : i32)
^done(%v: i32):
  return %v : i32
}
func.func @right(%x: i32) -> i32 {
  %five = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %is = arith.cmpi eq, %x, %five : i32
  cf.cond_br %is, ^a, ^b
^end(%value: i32):
  return %value : i32
^b:
  %less = arith.cmpi slt, %x, %zero : i32
  cf.cond_br %less, ^d, ^c
^c:
  %quotient = arith.divsi %x, %five : i32
  cf.br ^end(%quotient : i32)
^d:
  %negated = arith.subi %zero, %x : i32
  cf.br ^end(%negated : i32)
^a:
  %square = arith.muli %x, %x : i32
  cf.br ^end(%square : i32)
}
// -----
// two_loops: two independent loops in another order
func.func @left(%a: memref<30xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  %z = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c30 step %c1 iter_args(%o = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<30xi32>
    %n = arith.addi %o, %v : i32
    scf.yield %n : i32
  }
  %x = scf.for %i = %c0 to %c30 step %c1 iter_args(%o = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<30xi32>
    %n = arith.xori %o, %v : i32
    scf.yield %n : i32
  }
  return %s, %x : i32, i32
}
func.func @right(%a: memref<30xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  %z = arith.constant 0 : i32
  %x = scf.for %i = %c0 to %c30 step %c1 iter_args(%o = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<30xi32>
    %n = arith.xori %o, %v : i32
    scf.yield %n : i32
  }
  %s = scf.for %i = %c0 to %c30 step %c1 iter_args(%o = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<30xi32>
    %n = arith.addi %o, %v : i32
    scf.yield %n : i32
  }
  return %s, %x : i32, i32
}
// -----
// two_counters: a counter beside the loop's own
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %r, %d = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %t = %z) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %v, %t : i32
    %u = arith.addi %s, %p : i32
    %w = arith.addi %t, %k1 : i32
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
    %t = arith.index_cast %i : index to i32
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %t, %v : i32
    %u = arith.addi %p, %s : i32
    scf.yield %u : i32
  }
  return %r : i32
}
// -----
// carried_in_other_order: carried values in another order
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %p, %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %t = %x) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %u = arith.addi %s, %v : i32
    %w = arith.xori %t, %v : i32
    scf.yield %u, %w : i32, i32
  }
  %r = arith.subi %p, %q : i32
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %q, %p = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %z) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = arith.xori %t, %v : i32
    %u = arith.addi %s, %v : i32
    scf.yield %w, %u : i32, i32
  }
  %r = arith.subi %p, %q : i32
  return %r : i32
}
// -----
// loads_in_other_order: independent loads and stores in another order
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %v = memref.load %a[%c0] : memref<64xi32>
  %w = memref.load %b[%c1] : memref<64xi32>
  %d = arith.subi %v, %w : i32
  memref.store %d, %a[%c0] : memref<64xi32>
  memref.store %x, %a[%c2] : memref<64xi32>
  return %d : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %w = memref.load %b[%c1] : memref<64xi32>
  %v = memref.load %a[%c0] : memref<64xi32>
  %d = arith.subi %v, %w : i32
  memref.store %x, %a[%c2] : memref<64xi32>
  memref.store %d, %a[%c0] : memref<64xi32>
  return %d : i32
}

// -----
// independent_loops: two loops the other way round
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32 }
  %q = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %k1) -> i32 {
    %v = memref.load %b[%i] : memref<64xi32>
    %t = arith.muli %s, %v : i32
    scf.yield %t : i32 }
  %z = arith.xori %r, %q : i32
  return %z : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : index
  %q = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %k1) -> i32 {
    %v = memref.load %b[%i] : memref<64xi32>
    %t = arith.muli %v, %s : i32
    scf.yield %t : i32 }
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %v, %s : i32
    scf.yield %t : i32 }
  %z = arith.xori %q, %r : i32
  return %z : i32
}

// -----
// swapped_arms: the sides of a branch exchanged
func.func @left(%x: i32, %y: i32, %p: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = arith.cmpi slt, %x, %y : i32
  scf.if %b { memref.store %x, %p[%c0] : memref<4xi32> } else { memref.store %y, %p[%c1] : memref<4xi32> }
  return
}
func.func @right(%x: i32, %y: i32, %p: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = arith.cmpi sge, %x, %y : i32
  scf.if %b { memref.store %y, %p[%c1] : memref<4xi32> } else { memref.store %x, %p[%c0] : memref<4xi32> }
  return
}
