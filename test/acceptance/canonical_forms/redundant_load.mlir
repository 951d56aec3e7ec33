// again: the same element twice
func.func @left(%a: memref<64xi32>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<64xi32>
  %y = memref.load %a[%i] : memref<64xi32>
  %z = arith.muli %x, %y : i32
  return %z : i32
}
func.func @right(%a: memref<64xi32>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<64xi32>
  %z = arith.muli %x, %x : i32
  return %z : i32
}
// -----
// after_store: what was just stored
func.func @left(%a: memref<64xi32>, %i: index, %x: i32) -> i32 {
  %k3 = arith.constant 3 : i32
  memref.store %x, %a[%i] : memref<64xi32>
  %y = memref.load %a[%i] : memref<64xi32>
  %z = arith.addi %y, %k3 : i32
  return %z : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %x: i32) -> i32 {
  %k3 = arith.constant 3 : i32
  memref.store %x, %a[%i] : memref<64xi32>
  %z = arith.addi %x, %k3 : i32
  return %z : i32
}
// -----
// other_element: over a store to the next element
func.func @left(%a: memref<64xi32>, %i: index, %v: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%i] : memref<64xi32>
  %j = arith.addi %i, %c1 : index
  memref.store %v, %a[%j] : memref<64xi32>
  %y = memref.load %a[%i] : memref<64xi32>
  %z = arith.subi %y, %v : i32
  %w = arith.muli %z, %x : i32
  return %w : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %v: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%i] : memref<64xi32>
  %j = arith.addi %i, %c1 : index
  memref.store %v, %a[%j] : memref<64xi32>
  %z = arith.subi %x, %v : i32
  %w = arith.muli %z, %x : i32
  return %w : i32
}
// -----
// other_global: over a store to another array
memref.global "private" @g : memref<64xi32> = dense<0>
memref.global "private" @h : memref<64xi32> = dense<1>
func.func @left(%i: index, %j: index, %v: i32) -> i32 {
  %g = memref.get_global @g : memref<64xi32>
  %h = memref.get_global @h : memref<64xi32>
  %x = memref.load %g[%i] : memref<64xi32>
  memref.store %v, %h[%j] : memref<64xi32>
  %y = memref.load %g[%i] : memref<64xi32>
  %z = arith.addi %x, %y : i32
  return %z : i32
}
func.func @right(%i: index, %j: index, %v: i32) -> i32 {
  %g = memref.get_global @g : memref<64xi32>
  %h = memref.get_global @h : memref<64xi32>
  %x = memref.load %g[%i] : memref<64xi32>
  memref.store %v, %h[%j] : memref<64xi32>
  %z = arith.addi %x, %x : i32
  return %z : i32
}
// -----
// in_branch: again on one side of a branch
func.func @left(%a: memref<64xi32>, %i: index, %c: i1) -> i32 {
  %k3 = arith.constant 3 : i32
  %k5 = arith.constant 5 : i32
  %x = memref.load %a[%i] : memref<64xi32>
  %r = scf.if %c -> i32 {
    %y = memref.load %a[%i] : memref<64xi32>
    %z = arith.muli %y, %k3 : i32
    scf.yield %z : i32
  } else {
    scf.yield %k5 : i32
  }
  %s = arith.subi %r, %x : i32
  return %s : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %c: i1) -> i32 {
  %k3 = arith.constant 3 : i32
  %k5 = arith.constant 5 : i32
  %x = memref.load %a[%i] : memref<64xi32>
  %r = scf.if %c -> i32 {
    %z = arith.muli %x, %k3 : i32
    scf.yield %z : i32
  } else {
    scf.yield %k5 : i32
  }
  %s = arith.subi %r, %x : i32
  return %s : i32
}
// -----
// after_branch: after a branch that stored on both sides
func.func @left(%a: memref<64xi32>, %i: index, %c: i1, %x: i32, %y: i32) -> i32 {
  scf.if %c {
    memref.store %x, %a[%i] : memref<64xi32>
  } else {
    %z = arith.muli %y, %y : i32
    memref.store %z, %a[%i] : memref<64xi32>
  }
  %r = memref.load %a[%i] : memref<64xi32>
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> i32 {
    memref.store %x, %a[%i] : memref<64xi32>
    scf.yield %x : i32
  } else {
    %z = arith.muli %y, %y : i32
    memref.store %z, %a[%i] : memref<64xi32>
    scf.yield %z : i32
  }
  return %r : i32
}
// -----
// constant_table: an element of a constant
memref.global "private" constant @t : memref<4xi32> = dense<[3, 1, 4, 1]>
func.func @left(%x: i32) -> i32 {
  %c2 = arith.constant 2 : index
  %t = memref.get_global @t : memref<4xi32>
  %v = memref.load %t[%c2] : memref<4xi32>
  %r = arith.muli %v, %x : i32
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k4 = arith.constant 4 : i32
  %r = arith.muli %x, %k4 : i32
  return %r : i32
}
// -----
// floats: elements of floats
func.func @left(%a: memref<64xf32>, %i: index, %x: f32) -> f32 {
  %v = memref.load %a[%i] : memref<64xf32>
  %s = arith.mulf %v, %x : f32
  %w = memref.load %a[%i] : memref<64xf32>
  %t = arith.addf %s, %w : f32
  return %t : f32
}
func.func @right(%a: memref<64xf32>, %i: index, %x: f32) -> f32 {
  %v = memref.load %a[%i] : memref<64xf32>
  %s = arith.mulf %v, %x : f32
  %t = arith.addf %s, %v : f32
  return %t : f32
}
// -----
// two_dimensions: an element of a matrix
func.func @left(%a: memref<8x8xi32>, %i: index, %j: index) -> i32 {
  %x = memref.load %a[%i, %j] : memref<8x8xi32>
  %y = memref.load %a[%j, %i] : memref<8x8xi32>
  %z = memref.load %a[%i, %j] : memref<8x8xi32>
  %s = arith.muli %x, %y : i32
  %t = arith.subi %s, %z : i32
  return %t : i32
}
func.func @right(%a: memref<8x8xi32>, %i: index, %j: index) -> i32 {
  %x = memref.load %a[%i, %j] : memref<8x8xi32>
  %y = memref.load %a[%j, %i] : memref<8x8xi32>
  %s = arith.muli %x, %y : i32
  %t = arith.subi %s, %x : i32
  return %t : i32
}
// -----
// bytes: narrow elements
func.func @left(%a: memref<64xi8>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<64xi8>
  %p = arith.extsi %x : i8 to i32
  %y = memref.load %a[%i] : memref<64xi8>
  %q = arith.extui %y : i8 to i32
  %z = arith.subi %p, %q : i32
  return %z : i32
}
func.func @right(%a: memref<64xi8>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<64xi8>
  %p = arith.extsi %x : i8 to i32
  %q = arith.extui %x : i8 to i32
  %z = arith.subi %p, %q : i32
  return %z : i32
}
// -----
// wide: elements of 64 bits
func.func @left(%a: memref<16xi64>, %x: i64) -> i64 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  memref.store %x, %a[%c2] : memref<16xi64>
  %y = memref.load %a[%c3] : memref<16xi64>
  %z = memref.load %a[%c2] : memref<16xi64>
  %w = arith.xori %y, %z : i64
  return %w : i64
}
func.func @right(%a: memref<16xi64>, %x: i64) -> i64 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  memref.store %x, %a[%c2] : memref<16xi64>
  %y = memref.load %a[%c3] : memref<16xi64>
  %w = arith.xori %y, %x : i64
  return %w : i64
}
// -----
// equal_index: an index that is computed twice
func.func @left(%a: memref<64xi32>, %i: index, %j: index) -> i32 {
  %p = arith.addi %i, %j : index
  %x = memref.load %a[%p] : memref<64xi32>
  %q = arith.addi %j, %i : index
  %y = memref.load %a[%q] : memref<64xi32>
  %z = arith.muli %x, %y : i32
  return %z : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %j: index) -> i32 {
  %p = arith.addi %i, %j : index
  %x = memref.load %a[%p] : memref<64xi32>
  %z = arith.muli %x, %x : i32
  return %z : i32
}
// -----
// scalar: a variable in memory
func.func @left(%x: i32, %y: i32, %c: i1) -> i32 {
  %v = memref.alloca() : memref<i32>
  memref.store %x, %v[] : memref<i32>
  scf.if %c {
    memref.store %y, %v[] : memref<i32>
  }
  %r = memref.load %v[] : memref<i32>
  %s = arith.addi %r, %x : i32
  return %s : i32
}
func.func @right(%x: i32, %y: i32, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    scf.yield %y : i32
  } else {
    scf.yield %x : i32
  }
  %s = arith.addi %r, %x : i32
  return %s : i32
}
// -----
// invariant: the same element in each iteration
func.func @left(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.constant 0 : i32
  %k9 = arith.constant 9 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %v = memref.load %a[%c5] : memref<64xi32>
    %t = arith.muli %s, %v : i32
    %u = arith.xori %t, %k9 : i32
    scf.yield %u : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k9 = arith.constant 9 : i32
  %b = arith.cmpi slt, %c0, %n : index
  %q = scf.if %b -> i32 {
    %v = memref.load %a[%c5] : memref<64xi32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
      %t = arith.muli %s, %v : i32
      %u = arith.xori %t, %k9 : i32
      scf.yield %u : i32
    }
    scf.yield %r : i32
  } else {
    scf.yield %k0 : i32
  }
  return %q : i32
}
// -----
// invariant_global: the same element of another array
memref.global "private" @g : memref<64xi32> = dense<0>
memref.global "private" @h : memref<64xi32> = dense<1>
func.func @left(%x: i32) {
  %c0 = arith.constant 0 : index
  %c60 = arith.constant 60 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %g = memref.get_global @g : memref<64xi32>
  %h = memref.get_global @h : memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %v = memref.load %h[%c3] : memref<64xi32>
    %w = arith.muli %v, %x : i32
    memref.store %w, %g[%i] : memref<64xi32>
  }
  return
}
func.func @right(%x: i32) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c60 = arith.constant 60 : index
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<64xi32>
  %h = memref.get_global @h : memref<64xi32>
  %v = memref.load %h[%c3] : memref<64xi32>
  %w = arith.muli %v, %x : i32
  scf.for %i = %c0 to %c60 step %c1 {
    memref.store %w, %g[%i] : memref<64xi32>
  }
  return
}
// -----
// twice_in_loop: twice in each iteration
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %s = arith.muli %x, %x : i32
    %y = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %y : i32
    memref.store %t, %b[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %s = arith.muli %x, %x : i32
    %t = arith.addi %s, %x : i32
    memref.store %t, %b[%i] : memref<64xi32>
  }
  return
}
// -----
// accumulator: a sum in memory of the function
func.func @left(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %v = memref.alloca() : memref<i32>
  memref.store %k0, %v[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.load %v[] : memref<i32>
    %x = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %x : i32
    memref.store %t, %v[] : memref<i32>
  }
  %r = memref.load %v[] : memref<i32>
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
// over_loop: over a loop that writes another array
memref.global "private" @g : memref<64xi32> = dense<0>
memref.global "private" @h : memref<64xi32> = dense<1>
func.func @left(%n: index, %k: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<64xi32>
  %h = memref.get_global @h : memref<64xi32>
  %x = memref.load %h[%k] : memref<64xi32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %g[%i] : memref<64xi32>
  }
  %y = memref.load %h[%k] : memref<64xi32>
  %z = arith.muli %x, %y : i32
  return %z : i32
}
func.func @right(%n: index, %k: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<64xi32>
  %h = memref.get_global @h : memref<64xi32>
  %x = memref.load %h[%k] : memref<64xi32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %g[%i] : memref<64xi32>
  }
  %z = arith.muli %x, %x : i32
  return %z : i32
}
// -----
// both_branches: on both sides of a branch
func.func @left(%a: memref<64xi32>, %i: index, %c: i1) -> i32 {
  %k3 = arith.constant 3 : i32
  %k5 = arith.constant 5 : i32
  %r = scf.if %c -> i32 {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k3 : i32
    scf.yield %y : i32
  } else {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.xori %x, %k5 : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %c: i1) -> i32 {
  %k3 = arith.constant 3 : i32
  %k5 = arith.constant 5 : i32
  %x = memref.load %a[%i] : memref<64xi32>
  %r = scf.if %c -> i32 {
    %y = arith.muli %x, %k3 : i32
    scf.yield %y : i32
  } else {
    %y = arith.xori %x, %k5 : i32
    scf.yield %y : i32
  }
  return %r : i32
}
// -----
// bytes_twice: of bytes
func.func @left(%a: memref<64xi8>, %i: index) -> i8 {
  %x = memref.load %a[%i] : memref<64xi8>
  %y = memref.load %a[%i] : memref<64xi8>
  %r = arith.muli %x, %y : i8
  return %r : i8
}
func.func @right(%a: memref<64xi8>, %i: index) -> i8 {
  %x = memref.load %a[%i] : memref<64xi8>
  %r = arith.muli %x, %x : i8
  return %r : i8
}
// -----
// one_side: before and on one side
func.func @left(%a: memref<64xf32>, %i: index, %c: i1) -> f32 {
  %x = memref.load %a[%i] : memref<64xf32>
  %r = scf.if %c -> f32 {
    %y = memref.load %a[%i] : memref<64xf32>
    %z = arith.mulf %x, %y : f32
    scf.yield %z : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}
func.func @right(%a: memref<64xf32>, %i: index, %c: i1) -> f32 {
  %x = memref.load %a[%i] : memref<64xf32>
  %r = scf.if %c -> f32 {
    %z = arith.mulf %x, %x : f32
    scf.yield %z : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}
// -----
// both_sides_of_three: on both sides, in other cases too
func.func @left(%a: memref<64xi64>, %i: index, %c: i1, %d: i1) -> i64 {
  %k = arith.constant 5 : i64
  %r = scf.if %c -> i64 {
    %u = scf.if %d -> i64 {
      %x = memref.load %a[%i] : memref<64xi64>
      %y = arith.muli %x, %k : i64
      scf.yield %y : i64
    } else {
      %x = memref.load %a[%i] : memref<64xi64>
      %y = arith.divsi %x, %k : i64
      scf.yield %y : i64
    }
    scf.yield %u : i64
  } else {
    scf.yield %k : i64
  }
  return %r : i64
}
func.func @right(%a: memref<64xi64>, %i: index, %c: i1, %d: i1) -> i64 {
  %k = arith.constant 5 : i64
  %r = scf.if %c -> i64 {
    %x = memref.load %a[%i] : memref<64xi64>
    %u = scf.if %d -> i64 {
      %y = arith.muli %x, %k : i64
      scf.yield %y : i64
    } else {
      %y = arith.divsi %x, %k : i64
      scf.yield %y : i64
    }
    scf.yield %u : i64
  } else {
    scf.yield %k : i64
  }
  return %r : i64
}
// -----
// invariant_again: of the same element in each iteration
func.func @left(%a: memref<64xi32>, %i: index, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %s, %v : i32
    %w = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %p, %w : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %i: index, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.muli %s, %v : i32
    %t = arith.addi %p, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// after_branch_again: after a branch that writes another array
func.func @left(%c: i1, %x: i32) -> i32 {
  %a = memref.alloca() : memref<4xi32>
  %b = memref.alloca() : memref<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %a[%c0] : memref<4xi32>
  memref.store %x, %b[%c1] : memref<4xi32>
  %u = memref.load %a[%c0] : memref<4xi32>
  scf.if %c {
    %w = arith.muli %x, %u : i32
    memref.store %w, %b[%c1] : memref<4xi32>
  }
  %v = memref.load %a[%c0] : memref<4xi32>
  %z = memref.load %b[%c1] : memref<4xi32>
  %r = arith.subi %z, %v : i32
  return %r : i32
}
func.func @right(%c: i1, %x: i32) -> i32 {
  %w = arith.muli %x, %x : i32
  %z = arith.select %c, %w, %x : i32
  %r = arith.subi %z, %x : i32
  return %r : i32
}
// -----
// after_both_sides: a load of what both sides loaded
func.func @left(%a: memref<64xi32>, %c: i1, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.if %c -> (i32) {
    %v = memref.load %a[%c0] : memref<64xi32>
    %w = arith.addi %v, %x : i32
    scf.yield %w : i32
  } else {
    %v = memref.load %a[%c0] : memref<64xi32>
    %w = arith.subi %v, %x : i32
    scf.yield %w : i32
  }
  %u = memref.load %a[%c0] : memref<64xi32>
  %q = arith.muli %r, %u : i32
  return %q : i32
}
func.func @right(%a: memref<64xi32>, %c: i1, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %v = memref.load %a[%c0] : memref<64xi32>
  %p = arith.addi %v, %x : i32
  %m = arith.subi %v, %x : i32
  %r = arith.select %c, %p, %m : i32
  %q = arith.muli %r, %v : i32
  return %q : i32
}
// -----
// neighbours: the middle element of three loaded twice
func.func @left(%a: memref<128xi32>, %b: memref<128xi32>, %i: index) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %k = arith.subi %i, %c1 : index
  %x = memref.load %a[%k] : memref<128xi32>
  %y = memref.load %a[%i] : memref<128xi32>
  %d = arith.subi %y, %x : i32
  %y2 = memref.load %a[%i] : memref<128xi32>
  %z = memref.load %a[%j] : memref<128xi32>
  %e = arith.subi %z, %y2 : i32
  %s = arith.muli %d, %e : i32
  memref.store %s, %b[%i] : memref<128xi32>
  return
}
func.func @right(%a: memref<128xi32>, %b: memref<128xi32>, %i: index) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %k = arith.subi %i, %c1 : index
  %x = memref.load %a[%k] : memref<128xi32>
  %y = memref.load %a[%i] : memref<128xi32>
  %z = memref.load %a[%j] : memref<128xi32>
  %d = arith.subi %y, %x : i32
  %e = arith.subi %z, %y : i32
  %s = arith.muli %d, %e : i32
  memref.store %s, %b[%i] : memref<128xi32>
  return
}
// -----
// matrix_row_sum: a sum kept in an element of the result
func.func @left(%a: memref<16x16xi32>, %b: memref<16xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0 : i32
  %t = memref.alloca() : memref<1xi32>
  memref.store %z, %t[%c0] : memref<1xi32>
  scf.for %j = %c0 to %c16 step %c1 {
    %v = memref.load %a[%i, %j] : memref<16x16xi32>
    %o = memref.load %t[%c0] : memref<1xi32>
    %s = arith.addi %o, %v : i32
    memref.store %s, %t[%c0] : memref<1xi32>
  }
  %r = memref.load %t[%c0] : memref<1xi32>
  memref.store %r, %b[%i] : memref<16xi32>
  return
}
func.func @right(%a: memref<16x16xi32>, %b: memref<16xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0 : i32
  %r = scf.for %j = %c0 to %c16 step %c1 iter_args(%o = %z) -> (i32) {
    %v = memref.load %a[%i, %j] : memref<16x16xi32>
    %s = arith.addi %o, %v : i32
    scf.yield %s : i32
  }
  memref.store %r, %b[%i] : memref<16xi32>
  return
}
// -----
// condition_and_value: an element that is tested and then used
func.func @left(%a: memref<64xi32>, %i: index) -> i32 {
  %z = arith.constant 0 : i32
  %k = arith.constant 7 : i32
  %v = memref.load %a[%i] : memref<64xi32>
  %c = arith.cmpi sgt, %v, %z : i32
  %r = scf.if %c -> (i32) {
    %w = memref.load %a[%i] : memref<64xi32>
    %m = arith.divsi %w, %k : i32
    scf.yield %m : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %i: index) -> i32 {
  %z = arith.constant 0 : i32
  %k = arith.constant 7 : i32
  %v = memref.load %a[%i] : memref<64xi32>
  %c = arith.cmpi sgt, %v, %z : i32
  %r = scf.if %c -> (i32) {
    %m = arith.divsi %v, %k : i32
    scf.yield %m : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
// -----
// scale_of_global: a factor loaded in each iteration and before
memref.global "private" @factor : memref<1xi32> = dense<5>
memref.global "private" @out : memref<32xi32> = uninitialized
func.func @left(%a: memref<32xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %f = memref.get_global @factor : memref<1xi32>
  %o = memref.get_global @out : memref<32xi32>
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<32xi32>
    %k = memref.load %f[%c0] : memref<1xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %o[%i] : memref<32xi32>
  }
  %k = memref.load %f[%c0] : memref<1xi32>
  %l = memref.load %o[%c1] : memref<32xi32>
  %r = arith.addi %k, %l : i32
  memref.store %r, %f[%c0] : memref<1xi32>
  return %r : i32
}
func.func @right(%a: memref<32xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %f = memref.get_global @factor : memref<1xi32>
  %o = memref.get_global @out : memref<32xi32>
  %k = memref.load %f[%c0] : memref<1xi32>
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<32xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %o[%i] : memref<32xi32>
  }
  %l = memref.load %o[%c1] : memref<32xi32>
  %r = arith.addi %k, %l : i32
  memref.store %r, %f[%c0] : memref<1xi32>
  return %r : i32
}
// -----
// swap_if_greater: elements that are loaded again on the side that swaps
func.func @left(%a: memref<64xi32>, %i: index, %j: index) {
  %x = memref.load %a[%i] : memref<64xi32>
  %y = memref.load %a[%j] : memref<64xi32>
  %c = arith.cmpi sgt, %x, %y : i32
  scf.if %c {
    %t = memref.load %a[%i] : memref<64xi32>
    %u = memref.load %a[%j] : memref<64xi32>
    memref.store %u, %a[%i] : memref<64xi32>
    memref.store %t, %a[%j] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %i: index, %j: index) {
  %x = memref.load %a[%i] : memref<64xi32>
  %y = memref.load %a[%j] : memref<64xi32>
  %c = arith.cmpi sgt, %x, %y : i32
  scf.if %c {
    memref.store %y, %a[%i] : memref<64xi32>
    memref.store %x, %a[%j] : memref<64xi32>
  }
  return
}
// -----
// after_other_array: a load again after a store of the same value to it
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %v = memref.load %a[%c1] : memref<64xi32>
  memref.store %v, %a[%c1] : memref<64xi32>
  %w = memref.load %a[%c1] : memref<64xi32>
  %r = arith.addi %v, %w : i32
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %v = memref.load %a[%c1] : memref<64xi32>
  %r = arith.addi %v, %v : i32
  return %r : i32
}
// -----
// on_both_sides: a load before a branch and on both sides
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %v = memref.load %a[%c0] : memref<64xi32>
  %c = arith.cmpi slt, %v, %x : i32
  %r = scf.if %c -> i32 {
    %w = memref.load %a[%c0] : memref<64xi32>
    %p = arith.muli %w, %x : i32
    scf.yield %p : i32
  } else {
    %w = memref.load %a[%c0] : memref<64xi32>
    %p = arith.divsi %w, %x : i32
    scf.yield %p : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %v = memref.load %a[%c0] : memref<64xi32>
  %c = arith.cmpi slt, %v, %x : i32
  %r = scf.if %c -> i32 {
    %p = arith.muli %v, %x : i32
    scf.yield %p : i32
  } else {
    %p = arith.divsi %v, %x : i32
    scf.yield %p : i32
  }
  return %r : i32
}
// -----
// invariant_in_nest: an invariant load in an inner loop
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> i32 {
      %v = memref.load %a[%i] : memref<64xi32>
      %w = memref.load %b[%j] : memref<64xi32>
      %p = arith.muli %v, %w : i32
      %q = arith.addi %u, %p : i32
      scf.yield %q : i32
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
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> i32 {
      %w = memref.load %b[%j] : memref<64xi32>
      %p = arith.muli %v, %w : i32
      %q = arith.addi %u, %p : i32
      scf.yield %q : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}

// -----
// after_branch_2: a load in a branch and behind it
func.func @left(%p: memref<4xi32>, %b: i1, %q: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k0 = arith.constant 0 : i32
  %k7 = arith.constant 7 : i32
  %v = memref.load %p[%c0] : memref<4xi32>
  %r = scf.if %b -> (i32) { %w = memref.load %p[%c0] : memref<4xi32>
    %t = arith.muli %w, %k7 : i32
    scf.yield %t : i32 } else { scf.yield %k0 : i32 }
  %u = memref.load %p[%c0] : memref<4xi32>
  %s = arith.addi %r, %u : i32
  return %s : i32
}
func.func @right(%p: memref<4xi32>, %b: i1, %q: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k0 = arith.constant 0 : i32
  %k7 = arith.constant 7 : i32
  %v = memref.load %p[%c0] : memref<4xi32>
  %r = scf.if %b -> (i32) { 
    %t = arith.muli %v, %k7 : i32
    scf.yield %t : i32 } else { scf.yield %k0 : i32 }
  %s = arith.addi %r, %v : i32
  return %s : i32
}

// -----
// accumulate_in_memory: a sum in memory or in a value
func.func @left(%n: index, %a: memref<?xi32>, %p: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  memref.store %k0, %p[%c0] : memref<1xi32>
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.load %p[%c0] : memref<1xi32>
    %j = arith.index_cast %i : index to i32
    %t = arith.addi %s, %j : i32
    memref.store %t, %p[%c0] : memref<1xi32> }
  return
}
func.func @right(%n: index, %a: memref<?xi32>, %p: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> i32 {
    %j = arith.index_cast %i : index to i32
    %t = arith.addi %s, %j : i32
    scf.yield %t : i32 }
  memref.store %r, %p[%c0] : memref<1xi32>
  return
}
