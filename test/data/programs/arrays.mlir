// Arrays of narrow elements, on the stack, and searches that end early.
func.func @histogram(%data: memref<40xi8>, %counts: memref<16xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %mask = arith.constant 15 : i8
  %one = arith.constant 1 : i16
  scf.for %i = %c0 to %c40 step %c1 {
    %x = memref.load %data[%i] : memref<40xi8>
    %low = arith.andi %x, %mask : i8
    %b = arith.index_cast %low : i8 to index
    %n = memref.load %counts[%b] : memref<16xi16>
    %m = arith.addi %n, %one : i16
    memref.store %m, %counts[%b] : memref<16xi16>
  }
  func.return
}

// The first position of a value in a matrix, or -1, -1.
func.func @find(%m: memref<5x7xi16>, %x: i16) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -1 : index
  %rows = memref.dim %m, %c0 : memref<5x7xi16>
  %columns = memref.dim %m, %c1 : memref<5x7xi16>
  cf.br ^rows(%c0 : index)
^rows(%i: index):
  %more = arith.cmpi slt, %i, %rows : index
  cf.cond_br %more, ^columns(%c0 : index), ^out(%none, %none : index, index)
^columns(%j: index):
  %in = arith.cmpi slt, %j, %columns : index
  cf.cond_br %in, ^look, ^next
^look:
  %v = memref.load %m[%i, %j] : memref<5x7xi16>
  %same = arith.cmpi eq, %v, %x : i16
  %j1 = arith.addi %j, %c1 : index
  cf.cond_br %same, ^out(%i, %j : index, index), ^columns(%j1 : index)
^next:
  %i1 = arith.addi %i, %c1 : index
  cf.br ^rows(%i1 : index)
^out(%r: index, %c: index):
  func.return %r, %c : index, index
}

// How many primes there are below 100: a sieve of bits on the stack.
func.func @primes() -> i32 {
  %sieve = memref.alloca() : memref<100xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c100 = arith.constant 100 : index
  %true = arith.constant true
  %false = arith.constant false
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c100 step %c1 {
    memref.store %true, %sieve[%i] : memref<100xi1>
  }
  %n = scf.for %i = %c2 to %c100 step %c1 iter_args(%count = %zero) -> (i32) {
    %p = memref.load %sieve[%i] : memref<100xi1>
    scf.if %p {
      %first = arith.muli %i, %i : index
      scf.for %j = %first to %c100 step %i {
        memref.store %false, %sieve[%j] : memref<100xi1>
      }
    }
    %wide = arith.extui %p : i1 to i32
    %sum = arith.addi %count, %wide : i32
    scf.yield %sum : i32
  }
  func.return %n : i32
}

// Insertion sort; the inner test loads.
func.func @sort(%a: memref<16xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %false = arith.constant false
  scf.for %i = %c1 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xi16>
    %hole = scf.while (%j = %i) : (index) -> index {
      %positive = arith.cmpi sgt, %j, %c0 : index
      %go = scf.if %positive -> (i1) {
        %k = arith.subi %j, %c1 : index
        %y = memref.load %a[%k] : memref<16xi16>
        %greater = arith.cmpi sgt, %y, %x : i16
        scf.yield %greater : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%go) %j : index
    } do {
    ^bb0(%j: index):
      %k = arith.subi %j, %c1 : index
      %y = memref.load %a[%k] : memref<16xi16>
      memref.store %y, %a[%j] : memref<16xi16>
      scf.yield %k : index
    }
    memref.store %x, %a[%hole] : memref<16xi16>
  }
  func.return
}

// Two arguments may be the same array: each store is seen by the next load.
func.func @alias(%a: memref<8xi32>, %b: memref<8xi32>) -> i32 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %five = arith.constant 5 : i32
  %x = memref.load %a[%c2] : memref<8xi32>
  memref.store %five, %b[%c2] : memref<8xi32>
  %y = memref.load %a[%c2] : memref<8xi32>
  memref.store %x, %a[%c3] : memref<8xi32>
  %z = memref.load %b[%c3] : memref<8xi32>
  %s = arith.addi %y, %z : i32
  func.return %s : i32
}

func.func private @bump(%m: memref<2xi64>, %by: i64) {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<2xi64>
  %y = arith.addi %x, %by : i64
  memref.store %y, %m[%c1] : memref<2xi64>
  func.return
}

// Calls in a loop change the caller's stack.
func.func @calls(%n: index) -> i64 {
  %m = memref.alloca() : memref<2xi64>
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %zero, %m[%c1] : memref<2xi64>
  scf.for %i = %c0 to %n step %c1 {
    %w = arith.index_cast %i : index to i64
    %sq = arith.muli %w, %w : i64
    func.call @bump(%m, %sq) : (memref<2xi64>, i64) -> ()
  }
  %r = memref.load %m[%c1] : memref<2xi64>
  func.return %r : i64
}

func.func @zero_rank(%m: memref<f64>, %x: f32) -> f64 {
  %w = arith.extf %x : f32 to f64
  %old = memref.load %m[] : memref<f64>
  %new = arith.addf %old, %w : f64
  memref.store %new, %m[] : memref<f64>
  func.return %old : f64
}

// Stores guarded by a branch must not happen on the other side.
func.func @guarded(%m: memref<4xi32>, %i: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 9 : i32
  %ok = arith.cmpi ult, %i, %c4 : index
  cf.cond_br %ok, ^store, ^out
^store:
  memref.store %v, %m[%i] : memref<4xi32>
  cf.br ^out
^out:
  func.return %ok : i1
}
