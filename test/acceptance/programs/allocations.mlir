// Arrays of a function's own: on the heap and in the frame, passed on, in loops.

func.func private @fill(%m: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.index_cast %i : index to i32
    %y = arith.muli %k, %x : i32
    memref.store %y, %m[%i] : memref<8xi32>
  }
  return
}

func.func @heap(%x: i32, %i: index) -> i32 {
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() {alignment = 64 : i64} : memref<8xi32>
  func.call @fill(%a, %x) : (memref<8xi32>, i32) -> ()
  memref.copy %a, %b : memref<8xi32> to memref<8xi32>
  func.call @fill(%a, %x) : (memref<8xi32>, i32) -> ()
  %y = memref.load %b[%i] : memref<8xi32>
  memref.dealloc %a : memref<8xi32>
  memref.dealloc %b : memref<8xi32>
  return %y : i32
}

// A new array each time around, which nothing can tell from the one before.
func.func @in_a_loop(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %a = memref.alloc() : memref<8xi32>
    %k = arith.index_cast %i : index to i32
    func.call @fill(%a, %k) : (memref<8xi32>, i32) -> ()
    %x = memref.load %a[%c7] : memref<8xi32>
    memref.dealloc %a : memref<8xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// Each activation has its own array, which stays as it is while others run.
func.func @recursive(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<2xi32>
  memref.store %n, %m[%c0] : memref<2xi32>
  %more = arith.cmpi sgt, %n, %zero : i32
  %below = scf.if %more -> (i32) {
    %k = arith.subi %n, %one : i32
    %x = func.call @recursive(%k) : (i32) -> i32
    scf.yield %x : i32
  } else {
    scf.yield %zero : i32
  }
  %mine = memref.load %m[%c0] : memref<2xi32>
  %sum = arith.addi %below, %mine : i32
  memref.dealloc %m : memref<2xi32>
  return %sum : i32
}

func.func @frame(%x: i8, %i: index) -> (i8, i1) {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<3x5xi8>
  %f = memref.alloca() : memref<i1>
  %true = arith.constant true
  memref.store %true, %f[] : memref<i1>
  %b = memref.assume_alignment %a, 1 : memref<3x5xi8>
  memref.store %x, %b[%i, %i] : memref<3x5xi8>
  %y = memref.load %a[%i, %i] : memref<3x5xi8>
  %g = memref.load %f[] : memref<i1>
  return %y, %g : i8, i1
}
