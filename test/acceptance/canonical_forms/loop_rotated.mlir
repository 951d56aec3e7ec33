// sum: a sum
func.func @left(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %k0) : (index, i32) -> (index, i32) {
      %v = memref.load %a[%i] : memref<64xi32>
      %t = arith.addi %s, %v : i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %k0 : i32
  }
  return %r : i32
}
// -----
// mixed: a recurrence without memory
func.func @left(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
    %u = arith.muli %s, %k3 : i32
    %t = arith.xori %u, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %x) : (index, i32) -> (index, i32) {
      %u = arith.muli %s, %k3 : i32
      %t = arith.xori %u, %x : i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// store: a loop that writes
func.func @left(%a: memref<64xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.index_cast %i : index to i32
    %v = arith.muli %j, %x : i32
    memref.store %v, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b9 = arith.cmpi slt, %c0, %n : index
  scf.if %b9 {
    %w:1 = scf.while (%i = %c0) : (index) -> (index) {
      %j = arith.index_cast %i : index to i32
      %v = arith.muli %j, %x : i32
      memref.store %v, %a[%i] : memref<64xi32>
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2 : index
    } do {
^bb0(%x0: index):
      scf.yield %x0 : index
    }
  }
  return
}
// -----
// update: a loop that reads and writes
func.func @left(%a: memref<64xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w9 = arith.muli %v, %x : i32
    memref.store %w9, %a[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b9 = arith.cmpi slt, %c0, %n : index
  scf.if %b9 {
    %w:1 = scf.while (%i = %c0) : (index) -> (index) {
      %v = memref.load %a[%i] : memref<64xi32>
      %w9 = arith.muli %v, %x : i32
      memref.store %w9, %a[%i] : memref<64xi32>
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2 : index
    } do {
^bb0(%x0: index):
      scf.yield %x0 : index
    }
  }
  return
}
// -----
// two_values: two carried values
func.func @left(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (i32, i32) {
    %t = arith.addi %p, %q : i32
    scf.yield %q, %t : i32, i32
  }
  %z = arith.muli %r#0, %r#1 : i32
  return %z : i32
}
func.func @right(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b9 = arith.cmpi slt, %c0, %n : index
  %r:2 = scf.if %b9 -> (i32, i32) {
    %w:3 = scf.while (%i = %c0, %p = %x, %q = %y) : (index, i32, i32) -> (index, i32, i32) {
      %t = arith.addi %p, %q : i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %q, %t : index, i32, i32
    } do {
^bb0(%x0: index, %x1: i32, %x2: i32):
      scf.yield %x0, %x1, %x2 : index, i32, i32
    }
    scf.yield %w#1, %w#2 : i32, i32
  } else {
    scf.yield %x, %y : i32, i32
  }
  %z = arith.muli %r#0, %r#1 : i32
  return %z : i32
}
// -----
// constant_trips: a fixed number of iterations
func.func @left(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %x) -> (i32) {
    %u = arith.muli %s, %s : i32
    %t = arith.xori %u, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c1 = arith.constant 1 : index
  %b9 = arith.cmpi slt, %c0, %c100 : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %x) : (index, i32) -> (index, i32) {
      %u = arith.muli %s, %s : i32
      %t = arith.xori %u, %x : i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %c100 : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// few_trips: few iterations
func.func @left(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (i32) {
    %u = arith.muli %s, %s : i32
    %t = arith.xori %u, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %b9 = arith.cmpi slt, %c0, %c4 : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %x) : (index, i32) -> (index, i32) {
      %u = arith.muli %s, %s : i32
      %t = arith.xori %u, %x : i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %c4 : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// step: a step of two
func.func @left(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%s = %k1) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.xori %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %k1 = arith.constant 1 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %k1) : (index, i32) -> (index, i32) {
      %v = memref.load %a[%i] : memref<64xi32>
      %t = arith.xori %s, %v : i32
      %i2 = arith.addi %i, %c2 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %k1 : i32
  }
  return %r : i32
}
// -----
// start: a first index that is not zero
func.func @left(%a: memref<64xi32>, %m: index, %n: index) -> i32 {
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %r = scf.for %i = %m to %n step %c1 iter_args(%s = %k1) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.muli %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %m: index, %n: index) -> i32 {
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %b9 = arith.cmpi slt, %m, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %m, %s = %k1) : (index, i32) -> (index, i32) {
      %v = memref.load %a[%i] : memref<64xi32>
      %t = arith.muli %s, %v : i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %k1 : i32
  }
  return %r : i32
}
// -----
// floats: a product of floats
func.func @left(%a: memref<64xf32>, %b: memref<64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %f0) -> (f32) {
    %u = memref.load %a[%i] : memref<64xf32>
    %v = memref.load %b[%i] : memref<64xf32>
    %p = arith.mulf %u, %v : f32
    %t = arith.addf %s, %p : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @right(%a: memref<64xf32>, %b: memref<64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (f32) {
    %w:2 = scf.while (%i = %c0, %s = %f0) : (index, f32) -> (index, f32) {
      %u = memref.load %a[%i] : memref<64xf32>
      %v = memref.load %b[%i] : memref<64xf32>
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %s, %p : f32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, f32
    } do {
^bb0(%x0: index, %x1: f32):
      scf.yield %x0, %x1 : index, f32
    }
    scf.yield %w#1 : f32
  } else {
    scf.yield %f0 : f32
  }
  return %r : f32
}
// -----
// branch: a branch in the loop
func.func @left(%a: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %c = arith.cmpi slt, %v, %x : i32
    %t = scf.if %c -> i32 {
      %p = arith.muli %s, %v : i32
      scf.yield %p : i32
    } else {
      memref.store %x, %a[%i] : memref<64xi32>
      scf.yield %s : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %k0) : (index, i32) -> (index, i32) {
      %v = memref.load %a[%i] : memref<64xi32>
      %c = arith.cmpi slt, %v, %x : i32
      %t = scf.if %c -> i32 {
        %p = arith.muli %s, %v : i32
        scf.yield %p : i32
      } else {
        memref.store %x, %a[%i] : memref<64xi32>
        scf.yield %s : i32
      }
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %k0 : i32
  }
  return %r : i32
}
// -----
// nest: an inner loop
func.func @left(%a: memref<64xi32>, %n: index, %m: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> (i32) {
    %t = scf.for %j = %c0 to %m step %c1 iter_args(%p = %s) -> i32 {
      %g = arith.addi %i, %j : index
      %v = memref.load %a[%g] : memref<64xi32>
      %q = arith.xori %p, %v : i32
      scf.yield %q : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: index, %m: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %k0) : (index, i32) -> (index, i32) {
      %t = scf.for %j = %c0 to %m step %c1 iter_args(%p = %s) -> i32 {
        %g = arith.addi %i, %j : index
        %v = memref.load %a[%g] : memref<64xi32>
        %q = arith.xori %p, %v : i32
        scf.yield %q : i32
      }
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %k0 : i32
  }
  return %r : i32
}
// -----
// unsigned: a counter without sign
func.func @left(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %w:2 = scf.while (%i = %k0, %s = %x) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ult, %i, %n : i32
    scf.condition(%go) %i, %s : i32, i32
  } do {
^bb0(%i: i32, %s: i32):
    %u = arith.muli %s, %i : i32
    %t = arith.addi %u, %x : i32
    %i2 = arith.addi %i, %k1 : i32
    scf.yield %i2, %t : i32, i32
  }
  return %w#1 : i32
}
func.func @right(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %b9 = arith.cmpi ult, %k0, %n : i32
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %k0, %s = %x) : (i32, i32) -> (i32, i32) {
      %u = arith.muli %s, %i : i32
      %t = arith.addi %u, %x : i32
      %i2 = arith.addi %i, %k1 : i32
      %go = arith.cmpi ult, %i2, %n : i32
      scf.condition(%go) %i2, %t : i32, i32
    } do {
^bb0(%x0: i32, %x1: i32):
      scf.yield %x0, %x1 : i32, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// wide_counter: a counter of 64 bits
func.func @left(%x: i32, %n: i64) -> i32 {
  %l0 = arith.constant 0 : i64
  %l1 = arith.constant 1 : i64
  %w:2 = scf.while (%i = %l0, %s = %x) : (i64, i32) -> (i64, i32) {
    %go = arith.cmpi slt, %i, %n : i64
    scf.condition(%go) %i, %s : i64, i32
  } do {
^bb0(%i: i64, %s: i32):
    %j = arith.trunci %i : i64 to i32
    %u = arith.muli %s, %j : i32
    %t = arith.xori %u, %x : i32
    %i2 = arith.addi %i, %l1 : i64
    scf.yield %i2, %t : i64, i32
  }
  return %w#1 : i32
}
func.func @right(%x: i32, %n: i64) -> i32 {
  %l0 = arith.constant 0 : i64
  %l1 = arith.constant 1 : i64
  %b9 = arith.cmpi slt, %l0, %n : i64
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %l0, %s = %x) : (i64, i32) -> (i64, i32) {
      %j = arith.trunci %i : i64 to i32
      %u = arith.muli %s, %j : i32
      %t = arith.xori %u, %x : i32
      %i2 = arith.addi %i, %l1 : i64
      %go = arith.cmpi slt, %i2, %n : i64
      scf.condition(%go) %i2, %t : i64, i32
    } do {
^bb0(%x0: i64, %x1: i32):
      scf.yield %x0, %x1 : i64, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// falling: a counter that falls
func.func @left(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %km1 = arith.constant -1 : i32
  %w:2 = scf.while (%i = %n, %s = %x) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi sgt, %i, %k0 : i32
    scf.condition(%go) %i, %s : i32, i32
  } do {
^bb0(%i: i32, %s: i32):
    %u = arith.muli %s, %i : i32
    %t = arith.xori %u, %x : i32
    %i2 = arith.addi %i, %km1 : i32
    scf.yield %i2, %t : i32, i32
  }
  return %w#1 : i32
}
func.func @right(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %km1 = arith.constant -1 : i32
  %b9 = arith.cmpi sgt, %n, %k0 : i32
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %n, %s = %x) : (i32, i32) -> (i32, i32) {
      %u = arith.muli %s, %i : i32
      %t = arith.xori %u, %x : i32
      %i2 = arith.addi %i, %km1 : i32
      %go = arith.cmpi sgt, %i2, %k0 : i32
      scf.condition(%go) %i2, %t : i32, i32
    } do {
^bb0(%x0: i32, %x1: i32):
      scf.yield %x0, %x1 : i32, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// until_equal: a test for equality
func.func @left(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k5 = arith.constant 5 : i32
  %k1 = arith.constant 1 : i32
  %w:2 = scf.while (%i = %k0, %s = %x) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ne, %i, %n : i32
    scf.condition(%go) %i, %s : i32, i32
  } do {
^bb0(%i: i32, %s: i32):
    %u = arith.muli %s, %k5 : i32
    %t = arith.addi %u, %i : i32
    %i2 = arith.addi %i, %k1 : i32
    scf.yield %i2, %t : i32, i32
  }
  return %w#1 : i32
}
func.func @right(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k5 = arith.constant 5 : i32
  %k1 = arith.constant 1 : i32
  %b9 = arith.cmpi ne, %k0, %n : i32
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %k0, %s = %x) : (i32, i32) -> (i32, i32) {
      %u = arith.muli %s, %k5 : i32
      %t = arith.addi %u, %i : i32
      %i2 = arith.addi %i, %k1 : i32
      %go = arith.cmpi ne, %i2, %n : i32
      scf.condition(%go) %i2, %t : i32, i32
    } do {
^bb0(%x0: i32, %x1: i32):
      scf.yield %x0, %x1 : i32, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// used_after: what follows uses the result twice
func.func @left(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi32>
    %t = arith.subi %v, %s : i32
    scf.yield %t : i32
  }
  memref.store %r, %a[%c0] : memref<64xi32>
  %z = arith.muli %r, %r : i32
  return %z : i32
}
func.func @right(%a: memref<64xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %k0) : (index, i32) -> (index, i32) {
      %v = memref.load %a[%i] : memref<64xi32>
      %t = arith.subi %v, %s : i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %k0 : i32
  }
  memref.store %r, %a[%c0] : memref<64xi32>
  %z = arith.muli %r, %r : i32
  return %z : i32
}
// -----
// calls: a call in the loop
func.func private @other(i32) -> i32
func.func @left(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
    %t = func.call @other(%s) : (i32) -> i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b9 = arith.cmpi slt, %c0, %n : index
  %r = scf.if %b9 -> (i32) {
    %w:2 = scf.while (%i = %c0, %s = %x) : (index, i32) -> (index, i32) {
      %t = func.call @other(%s) : (i32) -> i32
      %i2 = arith.addi %i, %c1 : index
      %go = arith.cmpi slt, %i2, %n : index
      scf.condition(%go) %i2, %t : index, i32
    } do {
^bb0(%x0: index, %x1: i32):
      scf.yield %x0, %x1 : index, i32
    }
    scf.yield %w#1 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
// -----
// blocks: basic blocks
func.func @left(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  cf.br ^head(%k0, %x : i32, i32)
^head(%i: i32, %s: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %t = arith.muli %s, %x : i32
  %u = arith.addi %t, %i : i32
  %j = arith.addi %i, %k1 : i32
  cf.br ^head(%j, %u : i32, i32)
^exit:
  return %s : i32
}
func.func @right(%x: i32, %n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %b = arith.cmpi slt, %k0, %n : i32
  cf.cond_br %b, ^head(%k0, %x : i32, i32), ^exit(%x : i32)
^head(%i: i32, %s: i32):
  %t = arith.muli %s, %x : i32
  %u = arith.addi %t, %i : i32
  %j = arith.addi %i, %k1 : i32
  %go = arith.cmpi slt, %j, %n : i32
  cf.cond_br %go, ^head(%j, %u : i32, i32), ^exit(%u : i32)
^exit(%r: i32):
  return %r : i32
}
// -----
// long_guarded: a loop over i64
func.func @left(%n: i64, %x: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  cf.br ^head(%c0, %x : i64, i64)
^head(%i: i64, %s: i64):
  %g = arith.cmpi slt, %i, %n : i64
  cf.cond_br %g, ^body, ^exit
^body:
  %t = arith.muli %s, %x : i64
  %j = arith.addi %i, %c1 : i64
  cf.br ^head(%j, %t : i64, i64)
^exit:
  return %s : i64
}
func.func @right(%n: i64, %x: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %g = arith.cmpi slt, %c0, %n : i64
  cf.cond_br %g, ^body(%c0, %x : i64, i64), ^exit(%x : i64)
^body(%i: i64, %s: i64):
  %t = arith.muli %s, %x : i64
  %j = arith.addi %i, %c1 : i64
  %h = arith.cmpi slt, %j, %n : i64
  cf.cond_br %h, ^body(%j, %t : i64, i64), ^exit(%t : i64)
^exit(%r: i64):
  return %r : i64
}
// -----
// floats_down: a product of floats, downwards
func.func @left(%a: memref<400xf32>, %x: f32) -> f32 {
  %n = arith.constant 399 : index
  %c0 = arith.constant 0 : index
  %m = arith.constant -1 : index
  cf.br ^head(%n, %x : index, f32)
^head(%i: index, %s: f32):
  %g = arith.cmpi sge, %i, %c0 : index
  cf.cond_br %g, ^body, ^exit
^body:
  %v = memref.load %a[%i] : memref<400xf32>
  %t = arith.mulf %s, %v : f32
  %j = arith.addi %i, %m : index
  cf.br ^head(%j, %t : index, f32)
^exit:
  return %s : f32
}
func.func @right(%a: memref<400xf32>, %x: f32) -> f32 {
  %n = arith.constant 399 : index
  %c0 = arith.constant 0 : index
  %m = arith.constant -1 : index
  cf.br ^body(%n, %x : index, f32)
^body(%i: index, %s: f32):
  %v = memref.load %a[%i] : memref<400xf32>
  %t = arith.mulf %s, %v : f32
  %j = arith.addi %i, %m : index
  %g = arith.cmpi sge, %j, %c0 : index
  cf.cond_br %g, ^body(%j, %t : index, f32), ^exit
^exit:
  return %t : f32
}
// -----
// while_store: that stores
func.func @left(%a: memref<400xi8>, %n: i32, %v: i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %g = arith.cmpi slt, %i, %n : i32
  cf.cond_br %g, ^body, ^exit
^body:
  %k = arith.index_cast %i : i32 to index
  memref.store %v, %a[%k] : memref<400xi8>
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j : i32)
^exit:
  return
}
func.func @right(%a: memref<400xi8>, %n: i32, %v: i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %g = arith.cmpi sgt, %n, %c0 : i32
  cf.cond_br %g, ^body(%c0 : i32), ^exit
^body(%i: i32):
  %k = arith.index_cast %i : i32 to index
  memref.store %v, %a[%k] : memref<400xi8>
  %j = arith.addi %i, %c1 : i32
  %h = arith.cmpi slt, %j, %n : i32
  cf.cond_br %h, ^body(%j : i32), ^exit
^exit:
  return
}
// -----
// last_tested: a loop tested at its end behind a guard, stores
func.func @left(%a: memref<64xi32>, %n: i32, %x: i32) {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  cf.br ^h(%k0 : i32)
  ^h(%i: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^b, ^e
  ^b:
  %at = arith.index_cast %i : i32 to index
  memref.store %x, %a[%at] : memref<64xi32>
  %j = arith.addi %i, %k1 : i32
  cf.br ^h(%j : i32)
  ^e:
  return
}
func.func @right(%a: memref<64xi32>, %n: i32, %x: i32) {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %g = arith.cmpi slt, %k0, %n : i32
  cf.cond_br %g, ^b(%k0 : i32), ^e
  ^b(%i: i32):
  %at = arith.index_cast %i : i32 to index
  memref.store %x, %a[%at] : memref<64xi32>
  %j = arith.addi %i, %k1 : i32
  %c = arith.cmpi slt, %j, %n : i32
  cf.cond_br %c, ^b(%j : i32), ^e
  ^e:
  return
}
// -----
// scaled_copy: a for loop and a loop of blocks tested at its end
func.func @left(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %k = arith.constant 9 : i32
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = arith.muli %v, %k : i32
    memref.store %w, %b[%i] : memref<64xi32>
  }
  return
}
func.func @right(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %k = arith.constant 9 : i32
  cf.br ^body(%c0 : index)
^body(%i: index):
  %v = memref.load %a[%i] : memref<64xi32>
  %w = arith.muli %v, %k : i32
  memref.store %w, %b[%i] : memref<64xi32>
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi slt, %j, %c64 : index
  cf.cond_br %c, ^body(%j : index), ^end
^end:
  return
}
// -----
// gcd: a while loop and one tested at its end behind a guard
func.func @left(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %r:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ne, %b, %z : i32
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %m = arith.remui %a, %b : i32
    scf.yield %b, %m : i32, i32
  }
  return %r#0 : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %g = arith.cmpi ne, %y, %z : i32
  %q = scf.if %g -> (i32) {
    %r:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
      %m = arith.remui %a, %b : i32
      %c = arith.cmpi ne, %m, %z : i32
      scf.condition(%c) %b, %m : i32, i32
    } do {
    ^bb0(%a: i32, %b: i32):
      scf.yield %a, %b : i32, i32
    }
    scf.yield %r#0 : i32
  } else {
    scf.yield %x : i32
  }
  return %q : i32
}
// -----
// factorial: a product that is guarded and tested at its end
func.func @left(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%i = %one, %p = %one) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sle, %i, %n : i32
    scf.condition(%c) %i, %p : i32, i32
  } do {
  ^bb0(%i: i32, %p: i32):
    %q = arith.muli %p, %i : i32
    %j = arith.addi %i, %one : i32
    scf.yield %j, %q : i32, i32
  }
  return %r#1 : i32
}
func.func @right(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %g = arith.cmpi sge, %n, %one : i32
  cf.cond_br %g, ^body(%one, %one : i32, i32), ^end(%one : i32)
^body(%i: i32, %p: i32):
  %q = arith.muli %p, %i : i32
  %j = arith.addi %i, %one : i32
  %c = arith.cmpi sle, %j, %n : i32
  cf.cond_br %c, ^body(%j, %q : i32, i32), ^end(%q : i32)
^end(%r: i32):
  return %r : i32
}
// -----
// find: a search that stops at the first match
func.func @left(%a: memref<64xi32>, %x: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  cf.br ^test(%c0 : index)
^test(%i: index):
  %c = arith.cmpi slt, %i, %c64 : index
  cf.cond_br %c, ^body, ^end(%c64 : index)
^body:
  %v = memref.load %a[%i] : memref<64xi32>
  %d = arith.cmpi eq, %v, %x : i32
  %j = arith.addi %i, %c1 : index
  cf.cond_br %d, ^end(%i : index), ^test(%j : index)
^end(%r: index):
  return %r : index
}
func.func @right(%a: memref<64xi32>, %x: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  cf.br ^body(%c0 : index)
^body(%i: index):
  %v = memref.load %a[%i] : memref<64xi32>
  %d = arith.cmpi eq, %v, %x : i32
  cf.cond_br %d, ^end(%i : index), ^next
^next:
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi slt, %j, %c64 : index
  cf.cond_br %c, ^body(%j : index), ^end(%c64 : index)
^end(%r: index):
  return %r : index
}
// -----
// bits: bits counted by a while loop and a guarded one
func.func @left(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%v = %x, %n = %z) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ne, %v, %z : i32
    scf.condition(%c) %v, %n : i32, i32
  } do {
  ^bb0(%v: i32, %n: i32):
    %b = arith.andi %v, %one : i32
    %m = arith.addi %n, %b : i32
    %w = arith.shrui %v, %one : i32
    scf.yield %w, %m : i32, i32
  }
  return %r#1 : i32
}
func.func @right(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %g = arith.cmpi eq, %x, %z : i32
  cf.cond_br %g, ^end(%z : i32), ^body(%x, %z : i32, i32)
^body(%v: i32, %n: i32):
  %b = arith.andi %v, %one : i32
  %m = arith.addi %n, %b : i32
  %w = arith.shrui %v, %one : i32
  %c = arith.cmpi eq, %w, %z : i32
  cf.cond_br %c, ^end(%m : i32), ^body(%w, %m : i32, i32)
^end(%r: i32):
  return %r : i32
}
// -----
// while_and_guarded_do: a loop tested first and one behind a guard
func.func @left(%a: memref<64xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r, %e = scf.while (%s = %c0, %i = %c0) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %s, %i : i32, i32
  } do {
  ^bb0(%s: i32, %i: i32):
    %t = arith.muli %i, %i : i32
    %u = arith.xori %s, %t : i32
    %j = arith.addi %i, %c1 : i32
    scf.yield %u, %j : i32, i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %g = arith.cmpi slt, %c0, %n : i32
  %r = scf.if %g -> i32 {
    %q, %e = scf.while (%s = %c0, %i = %c0) : (i32, i32) -> (i32, i32) {
      %t = arith.muli %i, %i : i32
      %u = arith.xori %s, %t : i32
      %j = arith.addi %i, %c1 : i32
      %c = arith.cmpi slt, %j, %n : i32
      scf.condition(%c) %u, %j : i32, i32
    } do {
    ^bb0(%s: i32, %i: i32):
      scf.yield %s, %i : i32, i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %c0 : i32
  }
  return %r : i32
}
// -----
// counted_down_sum: a loop of constant length upwards, by != and by <
func.func @left(%a: memref<64xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %k = arith.constant 40 : i32
  %r, %e = scf.while (%s = %n, %i = %c0) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ne, %i, %k : i32
    scf.condition(%c) %s, %i : i32, i32
  } do {
  ^bb0(%s: i32, %i: i32):
    %x = arith.index_cast %i : i32 to index
    %v = memref.load %a[%x] : memref<64xi32>
    %u = arith.xori %s, %v : i32
    %j = arith.addi %i, %c1 : i32
    scf.yield %u, %j : i32, i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %k = arith.constant 40 : i32
  %r, %e = scf.while (%s = %n, %i = %c0) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %i, %k : i32
    scf.condition(%c) %s, %i : i32, i32
  } do {
  ^bb0(%s: i32, %i: i32):
    %x = arith.index_cast %i : i32 to index
    %v = memref.load %a[%x] : memref<64xi32>
    %u = arith.xori %s, %v : i32
    %j = arith.addi %i, %c1 : i32
    scf.yield %u, %j : i32, i32
  }
  return %r : i32
}

// -----
// do_while: a sum until nothing is left
func.func @left(%n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %r:2 = scf.while (%i = %n, %s = %k0) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %i, %k0 : i32
    scf.condition(%c) %i, %s : i32, i32
  } do { ^bb0(%i: i32, %s: i32):
    %t = arith.addi %s, %i : i32
    %j = arith.shrui %i, %k1 : i32
    scf.yield %j, %t : i32, i32 }
  return %r#1 : i32
}
func.func @right(%n: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %g = arith.cmpi sgt, %n, %k0 : i32
  %q = scf.if %g -> (i32) {
    %r:2 = scf.while (%i = %n, %s = %k0) : (i32, i32) -> (i32, i32) {
      %t = arith.addi %s, %i : i32
      %j = arith.shrui %i, %k1 : i32
      %c = arith.cmpi sgt, %j, %k0 : i32
      scf.condition(%c) %j, %t : i32, i32
    } do { ^bb0(%i: i32, %s: i32):
      scf.yield %i, %s : i32, i32 }
    scf.yield %r#1 : i32 } else { scf.yield %k0 : i32 }
  return %q : i32
}

// -----
// copy: a copy of an array
func.func @left(%n: index, %a: memref<?xi32>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xi32>
    memref.store %v, %b[%i] : memref<?xi32> }
  return
}
func.func @right(%n: index, %a: memref<?xi32>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = arith.cmpi sgt, %n, %c0 : index
  scf.if %g {
    %r = scf.while (%i = %c0) : (index) -> (index) {
      %v = memref.load %a[%i] : memref<?xi32>
      memref.store %v, %b[%i] : memref<?xi32>
      %j = arith.addi %i, %c1 : index
      %c = arith.cmpi slt, %j, %n : index
      scf.condition(%c) %j : index
    } do { ^bb0(%i: index):
      scf.yield %i : index } }
  return
}
