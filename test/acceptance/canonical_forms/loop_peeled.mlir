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
