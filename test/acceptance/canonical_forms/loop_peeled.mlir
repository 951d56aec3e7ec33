// sum: the first element of a sum
func.func @left(%a: memref<1024xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1000 = arith.constant 1000 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c1000 step %c1 iter_args(%s = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<1024xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %k0 = arith.constant 0 : i32
  %v_z = memref.load %a[%c0] : memref<1024xi32>
  %t_z = arith.addi %k0, %v_z : i32
  %r = scf.for %i = %c1 to %c1000 step %c1 iter_args(%s = %t_z) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// few: the first of few iterations
func.func @left(%a: memref<1024xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<1024xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %k0 = arith.constant 0 : i32
  %v_z = memref.load %a[%c0] : memref<1024xi32>
  %t_z = arith.addi %k0, %v_z : i32
  %r = scf.for %i = %c1 to %c6 step %c1 iter_args(%s = %t_z) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// few_last: the last of few iterations
func.func @left(%a: memref<1024xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %k1) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %t = arith.muli %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<1024xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %h = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %k1) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %t = arith.muli %s, %v : i32
    scf.yield %t : i32
  }
  %v_z = memref.load %a[%c5] : memref<1024xi32>
  %t_z = arith.muli %h, %v_z : i32
  return %t_z : i32
}
// -----
// recurrence: the first step of a recurrence
func.func @left(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %x) -> (i32) {
    %u = arith.muli %s, %k3 : i32
    %t = arith.xori %u, %y : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %k3 = arith.constant 3 : i32
  %u_z = arith.muli %x, %k3 : i32
  %t_z = arith.xori %u_z, %y : i32
  %r = scf.for %i = %c1 to %c100 step %c1 iter_args(%s = %t_z) -> (i32) {
    %u = arith.muli %s, %k3 : i32
    %t = arith.xori %u, %y : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// recurrence_unknown: the first step of a recurrence, if there is one
func.func @left(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
    %u = arith.muli %s, %k3 : i32
    %t = arith.xori %u, %y : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %u_z = arith.muli %x, %k3 : i32
    %t_z = arith.xori %u_z, %y : i32
    %g = scf.for %i = %c1 to %n step %c1 iter_args(%s = %t_z) -> (i32) {
      %u = arith.muli %s, %k3 : i32
      %t = arith.xori %u, %y : i32
      scf.yield %t : i32
    }
    scf.yield %g : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// sum_unknown: the first element of a sum, if there is one
func.func @left(%a: memref<1024xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<1024xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %v_z = memref.load %a[%c0] : memref<1024xi32>
    %t_z = arith.addi %k0, %v_z : i32
    %g = scf.for %i = %c1 to %n step %c1 iter_args(%s = %t_z) -> (i32) {
      %v = memref.load %a[%i] : memref<1024xi32>
      %t = arith.addi %s, %v : i32
      scf.yield %t : i32
    }
    scf.yield %g : i32
  } else {
    scf.yield %k0 : i32
  }
  return %r : i32
}
// -----
// store: the first store
func.func @left(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1000 = arith.constant 1000 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1000 step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.addi %j, %x : i32
    memref.store %v, %a[%i] : memref<1024xi32>
  }
  return
}
func.func @right(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %j_z = arith.index_cast %c0 : index to i32
  %v_z = arith.addi %j_z, %x : i32
  memref.store %v_z, %a[%c0] : memref<1024xi32>
  scf.for %i = %c1 to %c1000 step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.addi %j, %x : i32
    memref.store %v, %a[%i] : memref<1024xi32>
  }
  return
}
// -----
// store_unknown: the first store, if there is one
func.func @left(%a: memref<1024xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.addi %j, %x : i32
    memref.store %v, %a[%i] : memref<1024xi32>
  }
  return
}
func.func @right(%a: memref<1024xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b9 = arith.cmpi slt, %c0, %n : index
  scf.if %b9 {
    %j_z = arith.index_cast %c0 : index to i32
    %v_z = arith.addi %j_z, %x : i32
    memref.store %v_z, %a[%c0] : memref<1024xi32>
    scf.for %i = %c1 to %n step %c1 {
      %j = arith.index_cast %i : index to i32
      %v = arith.addi %j, %x : i32
      memref.store %v, %a[%i] : memref<1024xi32>
    }
  }
  return
}
// -----
// update: the first update
func.func @left(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c900 = arith.constant 900 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c900 step %c1 {
    %v = memref.load %a[%i] : memref<1024xi32>
    %w9 = arith.muli %v, %x : i32
    memref.store %w9, %a[%i] : memref<1024xi32>
  }
  return
}
func.func @right(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c900 = arith.constant 900 : index
  %v_z = memref.load %a[%c0] : memref<1024xi32>
  %w9_z = arith.muli %v_z, %x : i32
  memref.store %w9_z, %a[%c0] : memref<1024xi32>
  scf.for %i = %c1 to %c900 step %c1 {
    %v = memref.load %a[%i] : memref<1024xi32>
    %w9 = arith.muli %v, %x : i32
    memref.store %w9, %a[%i] : memref<1024xi32>
  }
  return
}
// -----
// update_few: the first of few updates
func.func @left(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %v = memref.load %a[%i] : memref<1024xi32>
    %w9 = arith.muli %v, %x : i32
    memref.store %w9, %a[%i] : memref<1024xi32>
  }
  return
}
func.func @right(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %v_z = memref.load %a[%c0] : memref<1024xi32>
  %w9_z = arith.muli %v_z, %x : i32
  memref.store %w9_z, %a[%c0] : memref<1024xi32>
  scf.for %i = %c1 to %c5 step %c1 {
    %v = memref.load %a[%i] : memref<1024xi32>
    %w9 = arith.muli %v, %x : i32
    memref.store %w9, %a[%i] : memref<1024xi32>
  }
  return
}
// -----
// two_values: two carried values
func.func @left(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c90 = arith.constant 90 : index
  %c1 = arith.constant 1 : index
  %k5 = arith.constant 5 : i32
  %r:2 = scf.for %i = %c0 to %c90 step %c1 iter_args(%p = %x, %q = %y) -> (i32, i32) {
    %u = arith.muli %q, %k5 : i32
    %t = arith.addi %p, %u : i32
    scf.yield %q, %t : i32, i32
  }
  %z = arith.muli %r#0, %r#1 : i32
  return %z : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c90 = arith.constant 90 : index
  %k5 = arith.constant 5 : i32
  %u_z = arith.muli %y, %k5 : i32
  %t_z = arith.addi %x, %u_z : i32
  %r:2 = scf.for %i = %c1 to %c90 step %c1 iter_args(%p = %y, %q = %t_z) -> (i32, i32) {
    %u = arith.muli %q, %k5 : i32
    %t = arith.addi %p, %u : i32
    scf.yield %q, %t : i32, i32
  }
  %z = arith.muli %r#0, %r#1 : i32
  return %z : i32
}
// -----
// two_values_few: two carried values in few iterations
func.func @left(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c1 = arith.constant 1 : index
  %k5 = arith.constant 5 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%p = %x, %q = %y) -> (i32, i32) {
    %u = arith.muli %q, %k5 : i32
    %t = arith.addi %p, %u : i32
    scf.yield %q, %t : i32, i32
  }
  %z = arith.muli %r#0, %r#1 : i32
  return %z : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %k5 = arith.constant 5 : i32
  %u_z = arith.muli %y, %k5 : i32
  %t_z = arith.addi %x, %u_z : i32
  %r:2 = scf.for %i = %c1 to %c7 step %c1 iter_args(%p = %y, %q = %t_z) -> (i32, i32) {
    %u = arith.muli %q, %k5 : i32
    %t = arith.addi %p, %u : i32
    scf.yield %q, %t : i32, i32
  }
  %z = arith.muli %r#0, %r#1 : i32
  return %z : i32
}
// -----
// floats: the first of a product of floats
func.func @left(%a: memref<1024xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1024 step %c1 iter_args(%s = %x) -> (f32) {
    %u = memref.load %a[%i] : memref<1024xf32>
    %t = arith.mulf %s, %u : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @right(%a: memref<1024xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %u_z = memref.load %a[%c0] : memref<1024xf32>
  %t_z = arith.mulf %x, %u_z : f32
  %r = scf.for %i = %c1 to %c1024 step %c1 iter_args(%s = %t_z) -> (f32) {
    %u = memref.load %a[%i] : memref<1024xf32>
    %t = arith.mulf %s, %u : f32
    scf.yield %t : f32
  }
  return %r : f32
}
// -----
// last: the last step of a recurrence
func.func @left(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %x) -> (i32) {
    %u = arith.muli %s, %k3 : i32
    %t = arith.xori %u, %y : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c99 = arith.constant 99 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %h = scf.for %i = %c0 to %c99 step %c1 iter_args(%s = %x) -> (i32) {
    %u = arith.muli %s, %k3 : i32
    %t = arith.xori %u, %y : i32
    scf.yield %t : i32
  }
  %u_z = arith.muli %h, %k3 : i32
  %t_z = arith.xori %u_z, %y : i32
  return %t_z : i32
}
// -----
// last_store: the last store
func.func @left(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1000 = arith.constant 1000 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1000 step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.addi %j, %x : i32
    memref.store %v, %a[%i] : memref<1024xi32>
  }
  return
}
func.func @right(%a: memref<1024xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c999 = arith.constant 999 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c999 step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.addi %j, %x : i32
    memref.store %v, %a[%i] : memref<1024xi32>
  }
  %j_z = arith.index_cast %c999 : index to i32
  %v_z = arith.addi %j_z, %x : i32
  memref.store %v_z, %a[%c999] : memref<1024xi32>
  return
}
// -----
// branch: a first iteration with a branch
func.func @left(%a: memref<1024xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c900 = arith.constant 900 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %c900 step %c1 iter_args(%s = %k1) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> i32 {
      %p = arith.muli %s, %v : i32
      scf.yield %p : i32
    } else {
      memref.store %x, %a[%i] : memref<1024xi32>
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<1024xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c900 = arith.constant 900 : index
  %k1 = arith.constant 1 : i32
  %v_z = memref.load %a[%c0] : memref<1024xi32>
  %c_z = arith.cmpi slt, %v_z, %x : i32
  %t_z = scf.if %c_z -> i32 {
    %p_z = arith.muli %k1, %v_z : i32
    scf.yield %p_z : i32
  } else {
    memref.store %x, %a[%c0] : memref<1024xi32>
    scf.yield %k1 : i32
  }
  %r = scf.for %i = %c1 to %c900 step %c1 iter_args(%s = %t_z) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> i32 {
      %p = arith.muli %s, %v : i32
      scf.yield %p : i32
    } else {
      memref.store %x, %a[%i] : memref<1024xi32>
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// branch_few: the first of few iterations with a branch
func.func @left(%a: memref<1024xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k1) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> i32 {
      %p = arith.muli %s, %v : i32
      scf.yield %p : i32
    } else {
      memref.store %x, %a[%i] : memref<1024xi32>
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<1024xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %v_z = memref.load %a[%c0] : memref<1024xi32>
  %c_z = arith.cmpi slt, %v_z, %x : i32
  %t_z = scf.if %c_z -> i32 {
    %p_z = arith.muli %k1, %v_z : i32
    scf.yield %p_z : i32
  } else {
    memref.store %x, %a[%c0] : memref<1024xi32>
    scf.yield %k1 : i32
  }
  %r = scf.for %i = %c1 to %c4 step %c1 iter_args(%s = %t_z) -> (i32) {
    %v = memref.load %a[%i] : memref<1024xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> i32 {
      %p = arith.muli %s, %v : i32
      scf.yield %p : i32
    } else {
      memref.store %x, %a[%i] : memref<1024xi32>
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// step: a step of two
func.func @left(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c80 = arith.constant 80 : index
  %c2 = arith.constant 2 : index
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c80 step %c2 iter_args(%s = %x) -> (i32) {
    %j = arith.index_cast %i : index to i32
    %u = arith.muli %s, %k7 : i32
    %t = arith.xori %u, %j : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c80 = arith.constant 80 : index
  %k7 = arith.constant 7 : i32
  %j_z = arith.index_cast %c0 : index to i32
  %u_z = arith.muli %x, %k7 : i32
  %t_z = arith.xori %u_z, %j_z : i32
  %r = scf.for %i = %c2 to %c80 step %c2 iter_args(%s = %t_z) -> (i32) {
    %j = arith.index_cast %i : index to i32
    %u = arith.muli %s, %k7 : i32
    %t = arith.xori %u, %j : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// counter_used: a value of the counter
func.func @left(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
    %j = arith.index_cast %i : index to i32
    %u = arith.muli %s, %k7 : i32
    %t = arith.addi %u, %j : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %j_z = arith.index_cast %c0 : index to i32
    %u_z = arith.muli %x, %k7 : i32
    %t_z = arith.addi %u_z, %j_z : i32
    %g = scf.for %i = %c1 to %n step %c1 iter_args(%s = %t_z) -> (i32) {
      %j = arith.index_cast %i : index to i32
      %u = arith.muli %s, %k7 : i32
      %t = arith.addi %u, %j : i32
      scf.yield %t : i32
    }
    scf.yield %g : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// long_recurrence: of i64
func.func @left(%x: i64, %y: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 300 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i64 {
    %u = arith.muli %s, %y : i64
    %t = arith.addi %u, %x : i64
    scf.yield %t : i64
  }
  return %r : i64
}
func.func @right(%x: i64, %y: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 300 : index
  %v = arith.muli %x, %y : i64
  %w = arith.addi %v, %x : i64
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%s = %w) -> i64 {
    %u = arith.muli %s, %y : i64
    %t = arith.addi %u, %x : i64
    scf.yield %t : i64
  }
  return %r : i64
}
// -----
// two_iterations: two iterations
func.func @left(%a: memref<500xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 500 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %u = memref.load %a[%i] : memref<500xf32>
    %t = arith.mulf %s, %u : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @right(%a: memref<500xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 500 : index
  %a0 = memref.load %a[%c0] : memref<500xf32>
  %p = arith.mulf %x, %a0 : f32
  %a1 = memref.load %a[%c1] : memref<500xf32>
  %q = arith.mulf %p, %a1 : f32
  %r = scf.for %i = %c2 to %n step %c1 iter_args(%s = %q) -> f32 {
    %u = memref.load %a[%i] : memref<500xf32>
    %t = arith.mulf %s, %u : f32
    scf.yield %t : f32
  }
  return %r : f32
}
// -----
// bytes: a sum of bytes
func.func @left(%a: memref<500xi8>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = arith.constant 500 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %b = memref.load %a[%i] : memref<500xi8>
    %u = arith.extui %b : i8 to i32
    %t = arith.addi %s, %u : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<500xi8>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 500 : index
  %b0 = memref.load %a[%c0] : memref<500xi8>
  %u0 = arith.extui %b0 : i8 to i32
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%s = %u0) -> i32 {
    %b = memref.load %a[%i] : memref<500xi8>
    %u = arith.extui %b : i8 to i32
    %t = arith.addi %s, %u : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// copied: copies from array to array, if there are any
func.func @left(%a: memref<500xi64>, %b: memref<500xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<500xi64>
    memref.store %v, %b[%i] : memref<500xi64>
  }
  return
}
func.func @right(%a: memref<500xi64>, %b: memref<500xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = arith.cmpi sgt, %n, %c0 : index
  scf.if %g {
    %w = memref.load %a[%c0] : memref<500xi64>
    memref.store %w, %b[%c0] : memref<500xi64>
    scf.for %i = %c1 to %n step %c1 {
      %v = memref.load %a[%i] : memref<500xi64>
      memref.store %v, %b[%i] : memref<500xi64>
    }
  }
  return
}
// -----
// vectors: sums of vectors
func.func @left(%a: memref<1600xf32>, %x: vector<16xf32>) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant 1600 : index
  %r = scf.for %i = %c0 to %n step %c16 iter_args(%s = %x) -> vector<16xf32> {
    %u = vector.load %a[%i] : memref<1600xf32>, vector<16xf32>
    %t = arith.addf %s, %u : vector<16xf32>
    scf.yield %t : vector<16xf32>
  }
  return %r : vector<16xf32>
}
func.func @right(%a: memref<1600xf32>, %x: vector<16xf32>) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant 1600 : index
  %v = vector.load %a[%c0] : memref<1600xf32>, vector<16xf32>
  %w = arith.addf %x, %v : vector<16xf32>
  %r = scf.for %i = %c16 to %n step %c16 iter_args(%s = %w) -> vector<16xf32> {
    %u = vector.load %a[%i] : memref<1600xf32>, vector<16xf32>
    %t = arith.addf %s, %u : vector<16xf32>
    scf.yield %t : vector<16xf32>
  }
  return %r : vector<16xf32>
}
// -----
// inner: of an inner loop
func.func @left(%a: memref<40x200xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %m = arith.constant 200 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%u = %s) -> i32 {
      %v = memref.load %a[%i, %j] : memref<40x200xi32>
      %w = arith.muli %u, %v : i32
      %t = arith.addi %w, %x : i32
      scf.yield %t : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @right(%a: memref<40x200xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %m = arith.constant 200 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %v0 = memref.load %a[%i, %c0] : memref<40x200xi32>
    %w0 = arith.muli %s, %v0 : i32
    %t0 = arith.addi %w0, %x : i32
    %q = scf.for %j = %c1 to %m step %c1 iter_args(%u = %t0) -> i32 {
      %v = memref.load %a[%i, %j] : memref<40x200xi32>
      %w = arith.muli %u, %v : i32
      %t = arith.addi %w, %x : i32
      scf.yield %t : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
// -----
// outer: of an outer loop
func.func @left(%a: memref<40x200xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %m = arith.constant 200 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%u = %s) -> i32 {
      %v = memref.load %a[%i, %j] : memref<40x200xi32>
      %w = arith.muli %u, %v : i32
      %t = arith.addi %w, %x : i32
      scf.yield %t : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @right(%a: memref<40x200xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %m = arith.constant 200 : index
  %p = scf.for %j = %c0 to %m step %c1 iter_args(%u = %x) -> i32 {
    %v = memref.load %a[%c0, %j] : memref<40x200xi32>
    %w = arith.muli %u, %v : i32
    %t = arith.addi %w, %x : i32
    scf.yield %t : i32
  }
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%s = %p) -> i32 {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%u = %s) -> i32 {
      %v = memref.load %a[%i, %j] : memref<40x200xi32>
      %w = arith.muli %u, %v : i32
      %t = arith.addi %w, %x : i32
      scf.yield %t : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
// -----
// constants: a recurrence of constants
func.func @left() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2000 : index
  %k = arith.constant 1664525 : i32
  %l = arith.constant 1013904223 : i32
  %x = arith.constant 5 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %u = arith.muli %s, %k : i32
    %t = arith.addi %u, %l : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2000 : index
  %k = arith.constant 1664525 : i32
  %l = arith.constant 1013904223 : i32
  %x = arith.constant 1022226848 : i32
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%s = %x) -> i32 {
    %u = arith.muli %s, %k : i32
    %t = arith.addi %u, %l : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// offset_start: from an argument on
func.func @left(%x: i32, %b: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %b to %n step %c1 iter_args(%s = %x) -> i32 {
    %u = arith.muli %s, %x : i32
    %j = arith.index_cast %i : index to i32
    %t = arith.xori %u, %j : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %b: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = arith.cmpi slt, %b, %n : index
  %r = scf.if %g -> i32 {
    %u0 = arith.muli %x, %x : i32
    %j0 = arith.index_cast %b : index to i32
    %t0 = arith.xori %u0, %j0 : i32
    %d = arith.addi %b, %c1 : index
    %q = scf.for %i = %d to %n step %c1 iter_args(%s = %t0) -> i32 {
      %u = arith.muli %s, %x : i32
      %j = arith.index_cast %i : index to i32
      %t = arith.xori %u, %j : i32
      scf.yield %t : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// previous: a difference to the element before
func.func @left(%a: memref<500xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = arith.constant 500 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %s = %z) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<500xi32>
    %d = arith.subi %v, %p : i32
    %m = arith.muli %d, %d : i32
    %t = arith.addi %s, %m : i32
    scf.yield %v, %t : i32, i32
  }
  return %r#1 : i32
}
func.func @right(%a: memref<500xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 500 : index
  %v0 = memref.load %a[%c0] : memref<500xi32>
  %d0 = arith.subi %v0, %x : i32
  %m0 = arith.muli %d0, %d0 : i32
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%p = %v0, %s = %m0) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<500xi32>
    %d = arith.subi %v, %p : i32
    %m = arith.muli %d, %d : i32
    %t = arith.addi %s, %m : i32
    scf.yield %v, %t : i32, i32
  }
  return %r#1 : i32
}
// -----
// last_sum: the last element of a sum
func.func @left(%a: memref<500xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = arith.constant 500 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<500xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<500xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = arith.constant 499 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<500xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  %v0 = memref.load %a[%n] : memref<500xi32>
  %t0 = arith.addi %r, %v0 : i32
  return %t0 : i32
}
// -----
// last_xor: the last element behind the loop, xori
func.func @left(%a: memref<64xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %x) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.xori %s0, %v : i32
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
  %r = scf.for %i = %c0 to %c39 step %c1 iter_args(%s0 = %x) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.xori %s0, %v : i32
    scf.yield %t : i32
  }
  %w = memref.load %a[%c39] : memref<64xi32>
  %q = arith.xori %r, %w : i32
  return %q : i32
}
// -----
// last_difference: the last element behind the loop, subi
func.func @left(%a: memref<64xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %x) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.subi %s0, %v : i32
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
  %r = scf.for %i = %c0 to %c39 step %c1 iter_args(%s0 = %x) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.subi %s0, %v : i32
    scf.yield %t : i32
  }
  %w = memref.load %a[%c39] : memref<64xi32>
  %q = arith.subi %r, %w : i32
  return %q : i32
}
// -----
// last_product: the last element behind the loop, muli
func.func @left(%a: memref<64xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %x) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.muli %s0, %v : i32
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
  %r = scf.for %i = %c0 to %c39 step %c1 iter_args(%s0 = %x) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.muli %s0, %v : i32
    scf.yield %t : i32
  }
  %w = memref.load %a[%c39] : memref<64xi32>
  %q = arith.muli %r, %w : i32
  return %q : i32
}
// -----
// last_of_fill: the last element is filled behind the loop
func.func @left(%a: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.for %i = %c0 to %c40 step %c1 {
    memref.store %x, %a[%i] : memref<64xi32>
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
  scf.for %i = %c0 to %c39 step %c1 {
    memref.store %x, %a[%i] : memref<64xi32>
  }
  memref.store %x, %a[%c39] : memref<64xi32>
  return
}
// -----
// last_of_scaling: the last of a scaling behind the loop
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.for %i = %c0 to %c40 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = arith.muli %v, %x : i32
    memref.store %w, %b[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  scf.for %i = %c0 to %c39 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = arith.muli %v, %x : i32
    memref.store %w, %b[%i] : memref<64xi32>
  }
  %v = memref.load %a[%c39] : memref<64xi32>
  %w = arith.muli %v, %x : i32
  memref.store %w, %b[%c39] : memref<64xi32>
  return
}
// -----
// last_of_powers: a sum of powers, the last one behind
func.func @left(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r:2 = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %k1, %s1 = %k0) -> (i32, i32) {
    %t = arith.muli %s0, %x : i32
    %u = arith.addi %s1, %t : i32
    scf.yield %t, %u : i32, i32
  }
  return %r#1 : i32
}
func.func @right(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r:2 = scf.for %i = %c0 to %c39 step %c1 iter_args(%s0 = %k1, %s1 = %k0) -> (i32, i32) {
    %t = arith.muli %s0, %x : i32
    %u = arith.addi %s1, %t : i32
    scf.yield %t, %u : i32, i32
  }
  %p = arith.muli %r#0, %x : i32
  %q = arith.addi %r#1, %p : i32
  return %q : i32
}
// -----
// first_and_last: both ends of a sum
func.func @left(%a: memref<64xi32>) -> i32 {
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
func.func @right(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %f = memref.load %a[%c0] : memref<64xi32>
  %r = scf.for %i = %c1 to %c39 step %c1 iter_args(%s0 = %f) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s0, %v : i32
    scf.yield %t : i32
  }
  %w = memref.load %a[%c39] : memref<64xi32>
  %q = arith.addi %r, %w : i32
  return %q : i32
}
// -----
// first_two: two products in front
func.func @left(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c39 = arith.constant 39 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s0 = %k1) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.muli %s0, %v : i32
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
  %c2 = arith.constant 2 : index
  %f = memref.load %a[%c0] : memref<64xi32>
  %g = memref.load %a[%c1] : memref<64xi32>
  %h = arith.muli %f, %g : i32
  %r = scf.for %i = %c2 to %c40 step %c1 iter_args(%s0 = %h) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.muli %s0, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// dot_first: the first product of a dot product in front
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %z) -> (i32) {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %b[%i] : memref<64xi32>
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %x0 = memref.load %a[%c0] : memref<64xi32>
  %y0 = memref.load %b[%c0] : memref<64xi32>
  %p0 = arith.muli %x0, %y0 : i32
  %r = scf.for %i = %c1 to %c64 step %c1 iter_args(%s = %p0) -> (i32) {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %b[%i] : memref<64xi32>
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// maximum_first: a maximum that begins with the first element
func.func @left(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %x = memref.load %a[%c0] : memref<64xi32>
  %r = scf.for %i = %c1 to %c64 step %c1 iter_args(%m = %x) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %n = arith.maxsi %m, %v : i32
    scf.yield %n : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %x = memref.load %a[%c0] : memref<64xi32>
  %y = memref.load %a[%c1] : memref<64xi32>
  %m0 = arith.maxsi %x, %y : i32
  %r = scf.for %i = %c2 to %c64 step %c1 iter_args(%m = %m0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %n = arith.maxsi %m, %v : i32
    scf.yield %n : i32
  }
  return %r : i32
}
// -----
// last_of_dot: the last product of a dot product behind
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %z) -> (i32) {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %b[%i] : memref<64xi32>
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c63 step %c1 iter_args(%s = %z) -> (i32) {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %b[%i] : memref<64xi32>
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    scf.yield %t : i32
  }
  %x = memref.load %a[%c63] : memref<64xi32>
  %y = memref.load %b[%c63] : memref<64xi32>
  %p = arith.muli %x, %y : i32
  %t = arith.addi %r, %p : i32
  return %t : i32
}
// -----
// last_copy: the last element is copied behind the loop
func.func @left(%a: memref<40xi32>, %b: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %v = memref.load %a[%i] : memref<40xi32>
    memref.store %v, %b[%i] : memref<40xi32>
  }
  return
}
func.func @right(%a: memref<40xi32>, %b: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c39 = arith.constant 39 : index
  scf.for %i = %c0 to %c39 step %c1 {
    %v = memref.load %a[%i] : memref<40xi32>
    memref.store %v, %b[%i] : memref<40xi32>
  }
  %v = memref.load %a[%c39] : memref<40xi32>
  memref.store %v, %b[%c39] : memref<40xi32>
  return
}
// -----
// first_is_special: an iteration with a test of the counter, peeled by hand
func.func @left(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %k = arith.constant 100 : i32
  scf.for %i = %c0 to %c64 step %c1 {
    %c = arith.cmpi eq, %i, %c0 : index
    scf.if %c {
      memref.store %k, %a[%i] : memref<64xi32>
    } else {
      %j = arith.subi %i, %c1 : index
      %v = memref.load %a[%j] : memref<64xi32>
      %w = memref.load %a[%i] : memref<64xi32>
      %s = arith.addi %v, %w : i32
      memref.store %s, %a[%i] : memref<64xi32>
    }
  }
  return
}
func.func @right(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %k = arith.constant 100 : i32
  memref.store %k, %a[%c0] : memref<64xi32>
  scf.for %i = %c1 to %c64 step %c1 {
    %j = arith.subi %i, %c1 : index
    %v = memref.load %a[%j] : memref<64xi32>
    %w = memref.load %a[%i] : memref<64xi32>
    %s = arith.addi %v, %w : i32
    memref.store %s, %a[%i] : memref<64xi32>
  }
  return
}
// -----
// horner_last: the last step of a polynomial behind the loop
func.func @left(%a: memref<20xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c20 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<20xi32>
    %p = arith.muli %s, %x : i32
    %t = arith.addi %p, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<20xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c19 = arith.constant 19 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c19 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<20xi32>
    %p = arith.muli %s, %x : i32
    %t = arith.addi %p, %v : i32
    scf.yield %t : i32
  }
  %v = memref.load %a[%c19] : memref<20xi32>
  %p = arith.muli %r, %x : i32
  %t = arith.addi %p, %v : i32
  return %t : i32
}
// -----
// first_of_sum: the first term of a sum in front of the loop
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %u = arith.addi %s, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %g = arith.cmpi slt, %c0, %n : index
  %r = scf.if %g -> i32 {
    %f = memref.load %a[%c0] : memref<64xi32>
    %h = arith.addi %x, %f : i32
    %q = scf.for %i = %c1 to %n step %c1 iter_args(%s = %h) -> i32 {
      %v = memref.load %a[%i] : memref<64xi32>
      %u = arith.addi %s, %v : i32
      scf.yield %u : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// first_two_of_xor: two terms in front of a loop of constant length
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %k = arith.constant 50 : index
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%s = %x) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %u = arith.xori %s, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %k = arith.constant 50 : index
  %f = memref.load %a[%c0] : memref<64xi32>
  %g = memref.load %a[%c1] : memref<64xi32>
  %h = arith.xori %x, %f : i32
  %h2 = arith.xori %h, %g : i32
  %r = scf.for %i = %c2 to %k step %c1 iter_args(%s = %h2) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %u = arith.xori %s, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}

// -----
// first_of_sum_2: the first term of a sum of squares
func.func @left(%n: index, %a: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %g = arith.cmpi sgt, %n, %c0 : index
  %q = scf.if %g -> (f32) {
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> f32 {
    %v = memref.load %a[%i] : memref<?xf32>
    %m = arith.mulf %v, %v : f32
    %t = arith.addf %s, %m : f32
    scf.yield %t : f32 }
   scf.yield %r : f32 } else { scf.yield %z : f32 }
  return %q : f32
}
func.func @right(%n: index, %a: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %g = arith.cmpi sgt, %n, %c0 : index
  %q = scf.if %g -> (f32) {
  %v0 = memref.load %a[%c0] : memref<?xf32>
  %m0 = arith.mulf %v0, %v0 : f32
  %t0 = arith.addf %z, %m0 : f32
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%s = %t0) -> f32 {
    %v = memref.load %a[%i] : memref<?xf32>
    %m = arith.mulf %v, %v : f32
    %t = arith.addf %s, %m : f32
    scf.yield %t : f32 }
   scf.yield %r : f32 } else { scf.yield %z : f32 }
  return %q : f32
}

// -----
// first_store: a first store of a constant
func.func @left(%n: index, %a: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.muli %j, %x : i32
    memref.store %v, %a[%i] : memref<64xi32> }
  return
}
func.func @right(%n: index, %a: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : index
  memref.store %k0, %a[%c0] : memref<64xi32>
  scf.for %i = %c1 to %c64 step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.muli %j, %x : i32
    memref.store %v, %a[%i] : memref<64xi32> }
  return
}

// -----
// running_maximum: the first element of a maximum
func.func @left(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %m = arith.constant -2147483648 : i32
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %m) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.maxsi %s, %v : i32
    scf.yield %t : i32 }
  return %r : i32
}
func.func @right(%a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %m = memref.load %a[%c0] : memref<64xi32>
  %r = scf.for %i = %c1 to %c64 step %c1 iter_args(%s = %m) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.maxsi %s, %v : i32
    scf.yield %t : i32 }
  return %r : i32
}

// -----
// last_of_copy: the last element of a copy
func.func @left(%a: memref<1000xi32>, %b: memref<1000xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i32
  %n = arith.constant 1000 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<1000xi32>
    %w = arith.addi %v, %k7 : i32
    memref.store %w, %b[%i] : memref<1000xi32> }
  return
}
func.func @right(%a: memref<1000xi32>, %b: memref<1000xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i32
  %n = arith.constant 999 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<1000xi32>
    %w = arith.addi %v, %k7 : i32
    memref.store %w, %b[%i] : memref<1000xi32> }
  %v1 = memref.load %a[%n] : memref<1000xi32>
  %w1 = arith.addi %v1, %k7 : i32
  memref.store %w1, %b[%n] : memref<1000xi32>
  return
}
