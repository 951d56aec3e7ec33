// Functions that call themselves and each other, with arrays and stack arguments.
func.func @fib(%n: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %small = arith.cmpi ult, %n, %c2 : i32
  cf.cond_br %small, ^base, ^rec
^base:
  return %n : i32
^rec:
  %c1 = arith.constant 1 : i32
  %a = arith.subi %n, %c1 : i32
  %fa = call @fib(%a) : (i32) -> i32
  %b = arith.subi %n, %c2 : i32
  %fb = call @fib(%b) : (i32) -> i32
  %s = arith.addi %fa, %fb : i32
  return %s : i32
}

func.func @ack(%m: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = arith.cmpi eq, %m, %c0 : index
  %r = scf.if %m0 -> (index) {
    %t = arith.addi %n, %c1 : index
    scf.yield %t : index
  } else {
    %m1 = arith.subi %m, %c1 : index
    %n0 = arith.cmpi eq, %n, %c0 : index
    %k = scf.if %n0 -> (index) {
      scf.yield %c1 : index
    } else {
      %n1 = arith.subi %n, %c1 : index
      %i = func.call @ack(%m, %n1) : (index, index) -> index
      scf.yield %i : index
    }
    %o = func.call @ack(%m1, %k) : (index, index) -> index
    scf.yield %o : index
  }
  return %r : index
}

func.func @is_even(%n: i8) -> i1 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %done = arith.cmpi eq, %n, %zero : i8
  cf.cond_br %done, ^yes, ^more
^yes:
  %true = arith.constant true
  return %true : i1
^more:
  %m = arith.subi %n, %one : i8
  %r = call @is_odd(%m) : (i8) -> i1
  return %r : i1
}

func.func @is_odd(%n: i8) -> i1 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %done = arith.cmpi eq, %n, %zero : i8
  cf.cond_br %done, ^no, ^more
^no:
  %false = arith.constant 0 : i1
  return %false : i1
^more:
  %m = arith.subi %n, %one : i8
  %r = call @is_even(%m) : (i8) -> i1
  return %r : i1
}

// The sum of a heap-ordered tree; each node becomes the sum below it.
func.func @tree_sum(%t: memref<15xi32>, %i: index) -> (i32, index) {
  %n = arith.constant 15 : index
  %out = arith.cmpi uge, %i, %n : index
  cf.cond_br %out, ^leaf, ^node
^leaf:
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : index
  return %zero, %none : i32, index
^node:
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = memref.load %t[%i] : memref<15xi32>
  %d = arith.muli %i, %c2 : index
  %l = arith.addi %d, %c1 : index
  %r = arith.addi %d, %c2 : index
  %ls, %ld = call @tree_sum(%t, %l) : (memref<15xi32>, index) -> (i32, index)
  %rs, %rd = call @tree_sum(%t, %r) : (memref<15xi32>, index) -> (i32, index)
  %s = arith.addi %ls, %rs : i32
  %sum = arith.addi %s, %v : i32
  memref.store %sum, %t[%i] : memref<15xi32>
  %deep = arith.maxui %ld, %rd : index
  %depth = arith.addi %deep, %c1 : index
  return %sum, %depth : i32, index
}

// Lomuto's quicksort between two bounds, both included.
func.func @quicksort(%a: memref<24xi16>, %low: i32, %high: i32) {
  %go = arith.cmpi slt, %low, %high : i32
  scf.if %go {
    %one = arith.constant 1 : i32
    %hi = arith.index_cast %high : i32 to index
    %pivot = memref.load %a[%hi] : memref<24xi16>
    %p = scf.for %j = %low to %high step %one iter_args(%i = %low) -> (i32) : i32 {
      %jx = arith.index_cast %j : i32 to index
      %x = memref.load %a[%jx] : memref<24xi16>
      %less = arith.cmpi sle, %x, %pivot : i16
      %next = scf.if %less -> (i32) {
        %ix = arith.index_cast %i : i32 to index
        %y = memref.load %a[%ix] : memref<24xi16>
        memref.store %x, %a[%ix] : memref<24xi16>
        memref.store %y, %a[%jx] : memref<24xi16>
        %k = arith.addi %i, %one : i32
        scf.yield %k : i32
      } else {
        scf.yield %i : i32
      }
      scf.yield %next : i32
    }
    %px = arith.index_cast %p : i32 to index
    %z = memref.load %a[%px] : memref<24xi16>
    memref.store %z, %a[%hi] : memref<24xi16>
    memref.store %pivot, %a[%px] : memref<24xi16>
    %left = arith.subi %p, %one : i32
    %right = arith.addi %p, %one : i32
    func.call @quicksort(%a, %low, %left) : (memref<24xi16>, i32, i32) -> ()
    func.call @quicksort(%a, %right, %high) : (memref<24xi16>, i32, i32) -> ()
  }
  return
}

// Towers of Hanoi: writes the moves, gives how many there are.
func.func @hanoi(%n: i32, %from: i8, %to: i8, %via: i8, %moves: memref<32x2xi8>, %k: index) -> index {
  %zero = arith.constant 0 : i32
  %none = arith.cmpi sle, %n, %zero : i32
  %r = scf.if %none -> (index) {
    scf.yield %k : index
  } else {
    %one = arith.constant 1 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = arith.subi %n, %one : i32
    %k1 = func.call @hanoi(%m, %from, %via, %to, %moves, %k) : (i32, i8, i8, i8, memref<32x2xi8>, index) -> index
    memref.store %from, %moves[%k1, %c0] : memref<32x2xi8>
    memref.store %to, %moves[%k1, %c1] : memref<32x2xi8>
    %k2 = arith.addi %k1, %c1 : index
    %k3 = func.call @hanoi(%m, %via, %to, %from, %moves, %k2) : (i32, i8, i8, i8, memref<32x2xi8>, index) -> index
    scf.yield %k3 : index
  }
  return %r : index
}

// Queens on a board, by bit masks.
func.func @queens(%all: i32, %columns: i32, %left: i32, %right: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %minus = arith.constant -1 : i32
  %full = arith.cmpi eq, %columns, %all : i32
  cf.cond_br %full, ^one, ^search
^one:
  return %one : i32
^search:
  %u = arith.ori %columns, %left : i32
  %used = arith.ori %u, %right : i32
  %inv = arith.xori %used, %minus : i32
  %free = arith.andi %inv, %all : i32
  cf.br ^loop(%free, %zero : i32, i32)
^loop(%f: i32, %count: i32):
  %any = arith.cmpi ne, %f, %zero : i32
  cf.cond_br %any, ^try, ^done(%count : i32)
^try:
  %neg = arith.subi %zero, %f : i32
  %bit = arith.andi %f, %neg : i32
  %rest = arith.xori %f, %bit : i32
  %c = arith.ori %columns, %bit : i32
  %l0 = arith.ori %left, %bit : i32
  %l = arith.shli %l0, %one : i32
  %r0 = arith.ori %right, %bit : i32
  %r = arith.shrui %r0, %one : i32
  %n = call @queens(%all, %c, %l, %r) : (i32, i32, i32, i32) -> i32
  %sum = arith.addi %count, %n : i32
  cf.br ^loop(%rest, %sum : i32, i32)
^done(%total: i32):
  return %total : i32
}

// Ten arguments that rotate at each call, so that stack slots are overwritten.
func.func @rotate(%n: i32, %a: i32, %b: i16, %c: f32, %d: i8, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32, %j: f32) -> (i32, i32, i32, f32, i32, f32) {
  %zero = arith.constant 0 : i32
  %end = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %end, ^stop, ^go
^stop:
  %bw = arith.extsi %b : i16 to i32
  %dw = arith.extui %d : i8 to i32
  %x = arith.xori %bw, %dw : i32
  return %a, %e, %x, %c, %i, %j : i32, i32, i32, f32, i32, f32
^go:
  %one = arith.constant 1 : i32
  %m = arith.subi %n, %one : i32
  %b1 = arith.trunci %a : i32 to i16
  %d1 = arith.trunci %e : i32 to i8
  %s = arith.addi %h, %i : i32
  %r:6 = call @rotate(%m, %i, %b1, %j, %d1, %a, %e, %f, %g, %s, %c) : (i32, i32, i16, f32, i8, i32, i32, i32, i32, i32, f32) -> (i32, i32, i32, f32, i32, f32)
  %t = arith.addi %r#0, %a : i32
  %v = arith.subf %r#3, %c : f32
  return %t, %r#1, %r#2, %v, %r#4, %r#5 : i32, i32, i32, f32, i32, f32
}

// Flood fill in four directions.
func.func @fill(%m: memref<6x7xi1>, %i: index, %j: index) -> i32 {
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %iin = arith.cmpi ult, %i, %c6 : index
  %jin = arith.cmpi ult, %j, %c7 : index
  %in = arith.andi %iin, %jin : i1
  %r = scf.if %in -> (i32) {
    %x = memref.load %m[%i, %j] : memref<6x7xi1>
    %s = scf.if %x -> (i32) {
      scf.yield %zero : i32
    } else {
      %true = arith.constant true
      %c1 = arith.constant 1 : index
      %one = arith.constant 1 : i32
      memref.store %true, %m[%i, %j] : memref<6x7xi1>
      %up = arith.subi %i, %c1 : index
      %down = arith.addi %i, %c1 : index
      %left = arith.subi %j, %c1 : index
      %right = arith.addi %j, %c1 : index
      %a = func.call @fill(%m, %up, %j) : (memref<6x7xi1>, index, index) -> i32
      %b = func.call @fill(%m, %down, %j) : (memref<6x7xi1>, index, index) -> i32
      %c = func.call @fill(%m, %i, %left) : (memref<6x7xi1>, index, index) -> i32
      %d = func.call @fill(%m, %i, %right) : (memref<6x7xi1>, index, index) -> i32
      %ab = arith.addi %a, %b : i32
      %cd = arith.addi %c, %d : i32
      %abcd = arith.addi %ab, %cd : i32
      %e = arith.addi %abcd, %one : i32
      scf.yield %e : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %zero : i32
  }
  return %r : i32
}

// Each frame has an array of its own that the callee must not touch.
func.func @frames(%n: i32) -> i32 {
  %a = memref.alloca() : memref<5xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c5 step %c1 {
    %k = arith.index_cast %i : index to i32
    %v = arith.muli %k, %n : i32
    memref.store %v, %a[%i] : memref<5xi32>
  }
  %go = arith.cmpi sgt, %n, %zero : i32
  %below = scf.if %go -> (i32) {
    %m = arith.subi %n, %one : i32
    %x = func.call @frames(%m) : (i32) -> i32
    scf.yield %x : i32
  } else {
    scf.yield %zero : i32
  }
  %s = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %below) -> (i32) {
    %v = memref.load %a[%i] : memref<5xi32>
    %u = arith.addi %t, %v : i32
    scf.yield %u : i32
  }
  return %s : i32
}
