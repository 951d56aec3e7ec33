// Loops without an order of their own, which run in that of their variables.

func.func @sums(%m: memref<4x6xi32>, %rows: index, %step: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %high = arith.constant -1 : i32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%rows, %c6) step (%c1, %step) init (%zero, %high) -> (i32, i32) {
    %x = memref.load %m[%i, %j] : memref<4x6xi32>
    %k = arith.index_cast %j : index to i32
    memref.store %k, %m[%i, %j] : memref<4x6xi32>
    scf.reduce(%x, %k : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      // The order shows: it is not commutative.
      %twice = arith.addi %a, %a : i32
      %s = arith.addi %twice, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.maxsi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}

func.func @plain(%m: memref<8xi16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c2) {
    %k = arith.index_cast %i : index to i16
    memref.store %k, %m[%i] : memref<8xi16>
    scf.reduce
  }
  return
}

// Each iteration reads what the one before it wrote.
func.func @everything(%m: memref<4x4xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  scf.forall (%i, %j) in (%n, 3) {
    %k = arith.addi %j, %c1 : index
    %x = memref.load %m[%i, %j] : memref<4x4xf32>
    %y = memref.load %m[%i, %k] : memref<4x4xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %m[%i, %k] : memref<4x4xf32>
  }
  scf.forall (%i) = (1) to (%n) step (2) {
    %x = memref.load %m[%i, %i] : memref<4x4xf32>
    %y = arith.negf %x : f32
    memref.store %y, %m[%i, %i] : memref<4x4xf32>
    scf.forall.in_parallel {
    }
  }
  return
}

// Induction variables of other types; 200 is below 3 as a signed byte.
func.func @bytes(%low: i8, %high: i8) -> (i32, i32, i32) {
  %one = arith.constant 1 : i8
  %two = arith.constant 2 : i8
  %zero = arith.constant 0 : i32
  %unit = arith.constant 1 : i32
  %a = scf.for %i = %low to %high step %two iter_args(%n = %zero) -> (i32) : i8 {
    %m = arith.addi %n, %unit : i32
    scf.yield %m : i32
  }
  %b = scf.for unsigned %i = %low to %high step %two iter_args(%n = %zero) -> (i32) : i8 {
    %k = arith.extui %i : i8 to i32
    %m = arith.addi %n, %k : i32
    scf.yield %m : i32
  }
  %first = arith.extsi %low : i8 to i32
  %last = arith.extsi %high : i8 to i32
  %c = scf.for %i = %first to %last step %unit iter_args(%n = %zero) -> (i32) : i32 {
    %m = arith.xori %n, %i : i32
    scf.yield %m : i32
  }
  return %a, %b, %c : i32, i32, i32
}
