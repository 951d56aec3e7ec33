// Arrays whose extents and strides are only known when the program runs.

func.func @scale(%a: memref<?xf32>, %s: f32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = arith.mulf %v, %s : f32
    memref.store %w, %a[%i] : memref<?xf32>
  }
  return %n : index
}

func.func @matmul(%a: memref<?x?xi32>, %b: memref<?x?xi32, strided<[?, 1], offset: ?>>,
                  %c: memref<?x?xi32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xi32>
  %k = memref.dim %a, %c1 : memref<?x?xi32>
  %n = memref.dim %c, %c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %l = %c0 to %k step %c1 {
        %x = memref.load %a[%i, %l] : memref<?x?xi32>
        %y = memref.load %b[%l, %j] : memref<?x?xi32, strided<[?, 1], offset: ?>>
        %z = memref.load %c[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
        %p = arith.muli %x, %y : i32
        %s = arith.addi %z, %p : i32
        memref.store %s, %c[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      }
    }
  }
  return
}

// Every other row and column from a place on, through a transposed view.
func.func @total(%a: memref<?x?xi16, strided<[?, ?], offset: ?>>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %m = memref.dim %a, %c0 : memref<?x?xi16, strided<[?, ?], offset: ?>>
  %n = memref.dim %a, %c1 : memref<?x?xi16, strided<[?, ?], offset: ?>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %zero) -> i32 {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> i32 {
      %v = memref.load %a[%i, %j] : memref<?x?xi16, strided<[?, ?], offset: ?>>
      %w = arith.extsi %v : i16 to i32
      %x = arith.index_cast %i : index to i32
      %y = arith.muli %w, %x : i32
      %u = arith.addi %t, %y : i32
      scf.yield %u : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @parts(%a: memref<?x?x3xi16>, %x: index, %y: index, %h: index, %w: index) -> i32 {
  %s = memref.subview %a[%x, %y, 1] [%h, %w, 1] [2, 3, 1]
    : memref<?x?x3xi16> to memref<?x?xi16, strided<[?, 9], offset: ?>>
  %t = memref.transpose %s (i, j) -> (j, i)
    : memref<?x?xi16, strided<[?, 9], offset: ?>> to memref<?x?xi16, strided<[9, ?], offset: ?>>
  %u = memref.cast %t : memref<?x?xi16, strided<[9, ?], offset: ?>>
    to memref<?x?xi16, strided<[?, ?], offset: ?>>
  %r = func.call @total(%u) : (memref<?x?xi16, strided<[?, ?], offset: ?>>) -> i32
  return %r : i32
}

func.func @reshaped(%a: memref<?x4xi32>, %b: memref<?xi32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %flat = memref.collapse_shape %a [[0, 1]] : memref<?x4xi32> into memref<?xi32>
  %n = memref.dim %flat, %c0 : memref<?xi32>
  %half = arith.divui %n, %c2 : index
  %pairs = memref.expand_shape %flat [[0, 1]] output_shape [%half, 2]
    : memref<?xi32> into memref<?x2xi32>
  %rows = memref.dim %pairs, %c0 : memref<?x2xi32>
  scf.for %i = %c0 to %rows step %c1 {
    %v = memref.load %pairs[%i, %c1] : memref<?x2xi32>
    memref.store %v, %b[%i] : memref<?xi32>
  }
  %back = memref.reinterpret_cast %b to offset: [%c1], sizes: [%c2, 2], strides: [%c2, 1]
    : memref<?xi32> to memref<?x2xi32, strided<[?, 1], offset: ?>>
  %seven = arith.constant 7 : i32
  memref.store %seven, %back[%c1, %c1] : memref<?x2xi32, strided<[?, 1], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
    : memref<?x4xi32> -> memref<i32>, index, index, index, index, index
  return %n, %sizes#0, %strides#0 : index, index, index
}

func.func @bytes(%a: memref<?xi8>, %shift: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %w = memref.alloc(%n) : memref<?x2xi16>
  %flat = memref.collapse_shape %w [[0, 1]] : memref<?x2xi16> into memref<?xi16>
  %l = memref.dim %flat, %c0 : memref<?xi16>
  %room = memref.alloca() : memref<64xi8>
  %size = memref.dim %a, %c0 : memref<?xi8>
  %part = memref.subview %room[0] [%size] [1] : memref<64xi8> to memref<?xi8, strided<[1]>>
  memref.copy %a, %part : memref<?xi8> to memref<?xi8, strided<[1]>>
  %words = memref.view %room[%shift][%n] : memref<64xi8> to memref<?x2xi16>
  memref.copy %words, %w : memref<?x2xi16> to memref<?x2xi16>
  %r = scf.for %i = %c0 to %l step %c1 iter_args(%s = %zero) -> i32 {
    %v = memref.load %flat[%i] : memref<?xi16>
    %x = arith.extsi %v : i16 to i32
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  memref.dealloc %w : memref<?x2xi16>
  return %r : i32
}

// Arrays that control flow chooses, carries and returns.

func.func @longer(%a: memref<?xi32>, %b: memref<?xi32>) -> memref<?xi32> {
  %c0 = arith.constant 0 : index
  %m = memref.dim %a, %c0 : memref<?xi32>
  %n = memref.dim %b, %c0 : memref<?xi32>
  %c = arith.cmpi sge, %m, %n : index
  %r = arith.select %c, %a, %b : memref<?xi32>
  return %r : memref<?xi32>
}
func.func @sum(%a: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> i32 {
    %v = memref.load %a[%i] : memref<?xi32>
    %q = arith.addi %t, %v : i32
    scf.yield %q : i32
  }
  return %s : i32
}
func.func @chosen(%a: memref<?xi32>, %b: memref<?xi32>, %c: i1) -> (i32, index) {
  %c0 = arith.constant 0 : index
  %long = func.call @longer(%a, %b) : (memref<?xi32>, memref<?xi32>) -> memref<?xi32>
  %f = func.constant @sum : (memref<?xi32>) -> i32
  %s = func.call_indirect %f(%long) : (memref<?xi32>) -> i32
  %m = scf.if %c -> memref<?xi32> {
    scf.yield %b : memref<?xi32>
  } else {
    scf.yield %long : memref<?xi32>
  }
  %n = memref.dim %m, %c0 : memref<?xi32>
  cf.cond_br %c, ^join(%long : memref<?xi32>), ^join(%m : memref<?xi32>)
^join(%x: memref<?xi32>):
  %t = func.call @sum(%x) : (memref<?xi32>) -> i32
  %r = arith.addi %s, %t : i32
  return %r, %n : i32, index
}

// Two arrays that take turns: each round smooths one into the other.
func.func @rounds(%a: memref<?xi32>, %k: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  %other = memref.alloc(%n) : memref<?xi32>
  memref.copy %a, %other : memref<?xi32> to memref<?xi32>
  %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%from = %a, %to = %other)
      -> (memref<?xi32>, memref<?xi32>) {
    scf.for %j = %c1 to %n step %c1 {
      %b = arith.subi %j, %c1 : index
      %x = memref.load %from[%b] : memref<?xi32>
      %y = memref.load %from[%j] : memref<?xi32>
      %s = arith.addi %x, %y : i32
      memref.store %s, %to[%j] : memref<?xi32>
    }
    scf.yield %to, %from : memref<?xi32>, memref<?xi32>
  }
  %s = func.call @sum(%r#0) : (memref<?xi32>) -> i32
  return %s : i32
}

// Each round allocates what the next one reads, of static and of dynamic shape.
func.func @fresh(%k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %first = memref.alloc() : memref<3xi32>
  memref.store %one, %first[%c0] : memref<3xi32>
  memref.store %one, %first[%c1] : memref<3xi32>
  %r:2 = scf.while (%m = %first, %i = %zero) : (memref<3xi32>, i32) -> (memref<3xi32>, i32) {
    %go = arith.cmpi slt, %i, %k : i32
    scf.condition(%go) %m, %i : memref<3xi32>, i32
  } do {
  ^bb0(%m: memref<3xi32>, %i: i32):
    %next = memref.alloc() : memref<3xi32>
    %x = memref.load %m[%c0] : memref<3xi32>
    %y = memref.load %m[%c1] : memref<3xi32>
    %z = arith.addi %x, %y : i32
    memref.store %y, %next[%c0] : memref<3xi32>
    memref.store %z, %next[%c1] : memref<3xi32>
    %j = arith.addi %i, %one : i32
    scf.yield %next, %j : memref<3xi32>, i32
  }
  %f = memref.load %r#0[%c0] : memref<3xi32>
  return %f : i32
}
func.func @picked(%n: index, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca(%n, %c1) : memref<?x?xi64>
  %twice = arith.addi %n, %n : index
  %b = memref.alloca(%twice, %n) : memref<?x?xi64>
  %m = arith.select %c, %a, %b : memref<?x?xi64>
  %x = memref.dim %m, %c0 : memref<?x?xi64>
  %y = memref.dim %m, %c1 : memref<?x?xi64>
  %p = arith.muli %x, %y : index
  return %p : index
}
