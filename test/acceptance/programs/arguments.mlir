// More arguments than registers for them, of all types, in calls too.
func.func @twenty(%a: i1, %b: i8, %c: i16, %d: i32, %e: f32, %f: index, %g: memref<3xi8>, %h: i1, %i: i8, %j: i16, %k: i32, %l: f32, %m: index, %n: memref<2x2xf32>, %o: i1, %p: i8, %q: i16, %r: i32, %s: f32, %t: index) -> (i32, f32, i8, i16, i1, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %g2 = memref.load %g[%c2] : memref<3xi8>
  memref.store %p, %g[%c0] : memref<3xi8>
  %n1 = memref.load %n[%c1, %c0] : memref<2x2xf32>
  memref.store %s, %n[%c0, %c1] : memref<2x2xf32>
  %x = arith.xori %a, %h : i1
  %y = arith.xori %x, %o : i1
  %u0 = arith.addi %b, %i : i8
  %u1 = arith.muli %u0, %p : i8
  %u = arith.xori %u1, %g2 : i8
  %v0 = arith.subi %c, %j : i16
  %v = arith.muli %v0, %q : i16
  %w0 = arith.muli %d, %k : i32
  %w1 = arith.subi %w0, %r : i32
  %us = arith.extsi %i : i8 to i32
  %vz = arith.extui %j : i16 to i32
  %w2 = arith.addi %w1, %us : i32
  %w3 = arith.addi %w2, %vz : i32
  %z0 = arith.subf %e, %l : f32
  %z1 = arith.mulf %z0, %s : f32
  %z = arith.addf %z1, %n1 : f32
  %i0 = arith.subi %f, %m : index
  %i1 = arith.muli %i0, %t : index
  return %w3, %z, %u, %v, %y, %i1 : i32, f32, i8, i16, i1, index
}

func.func @call_twenty(%x: i32, %f: f32, %g: memref<3xi8>, %n: memref<2x2xf32>) -> (i32, f32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %b = arith.trunci %x : i32 to i8
  %c = arith.trunci %x : i32 to i16
  %i = arith.index_cast %x : i32 to index
  %k = arith.constant 1234567 : i32
  %h = arith.constant 0.5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  %r:3 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %zero, %t = %none, %w = %x) -> (i32, f32, i32) {
    %p = arith.index_cast %j : index to i8
    %q:6 = func.call @twenty(%true, %b, %c, %w, %f, %j, %g, %false, %p, %c, %k, %h, %i, %n, %true, %b, %c, %x, %f, %i)
      : (i1, i8, i16, i32, f32, index, memref<3xi8>, i1, i8, i16, i32, f32, index, memref<2x2xf32>, i1, i8, i16, i32, f32, index) -> (i32, f32, i8, i16, i1, index)
    %e8 = arith.extsi %q#2 : i8 to i32
    %e16 = arith.extui %q#3 : i16 to i32
    %e1 = arith.extsi %q#4 : i1 to i32
    %ei = arith.index_cast %q#5 : index to i32
    %s1 = arith.addi %s, %e8 : i32
    %s2 = arith.xori %s1, %e16 : i32
    %s3 = arith.subi %s2, %e1 : i32
    %s4 = arith.xori %s3, %ei : i32
    %t1 = arith.addf %t, %q#1 : f32
    scf.yield %s4, %t1, %q#0 : i32, f32, i32
  }
  return %r#0, %r#1, %r#2 : i32, f32, i32
}

// Arguments that only change places: the moves are permutations with the stack in them.
func.func private @ten(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32, %j: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %0 = arith.muli %a, %c3 : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.muli %1, %c3 : i32
  %3 = arith.addi %2, %c : i32
  %4 = arith.muli %3, %c3 : i32
  %5 = arith.addi %4, %d : i32
  %6 = arith.muli %5, %c3 : i32
  %7 = arith.addi %6, %e : i32
  %8 = arith.muli %7, %c3 : i32
  %9 = arith.addi %8, %f : i32
  %10 = arith.muli %9, %c3 : i32
  %11 = arith.addi %10, %g : i32
  return %11, %j, %i, %h, %b, %a : i32, i32, i32, i32, i32, i32
}

func.func @permute(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32, %j: i32) -> (i32, i32, i32, i32, i32, i32) {
  %p:6 = call @ten(%j, %i, %h, %g, %f, %e, %d, %c, %b, %a) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32)
  %q:6 = call @ten(%b, %c, %d, %e, %f, %g, %h, %i, %j, %a) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32)
  %r:6 = call @ten(%q#5, %q#4, %q#3, %q#2, %q#1, %q#0, %p#0, %p#1, %p#2, %p#3) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32)
  %s = arith.xori %p#5, %a : i32
  return %r#5, %r#4, %r#0, %r#2, %r#1, %s : i32, i32, i32, i32, i32, i32
}

func.func @nothing() {
  return
}

func.func @unused(%a: i8, %b: f32, %m: memref<2xi1>, %c: index) -> i8 {
  call @nothing() : () -> ()
  return %a : i8
}

// What is returned is an argument, a constant, the same value twice.
func.func @same(%a: i32, %b: f32) -> (i32, i32, f32, f32, i32, i1) {
  %c = arith.constant -1 : i32
  %t = arith.constant true
  return %a, %a, %b, %b, %c, %t : i32, i32, f32, f32, i32, i1
}

// Narrow arguments and results are exact at calls, whatever lies above them.
func.func private @narrow(%a: i8, %b: i16, %c: i1) -> (i8, i16, i1) {
  %one8 = arith.constant 1 : i8
  %one16 = arith.constant 1 : i16
  %true = arith.constant true
  %x = arith.addi %a, %one8 : i8
  %y = arith.addi %b, %one16 : i16
  %z = arith.addi %c, %true : i1
  return %x, %y, %z : i8, i16, i1
}

func.func @narrow_calls(%x: i32) -> (i32, i32, i32, i1, i1, i1) {
  %a = arith.trunci %x : i32 to i8
  %b = arith.trunci %x : i32 to i16
  %c = arith.trunci %x : i32 to i1
  %r:3 = call @narrow(%a, %b, %c) : (i8, i16, i1) -> (i8, i16, i1)
  %s:3 = call @narrow(%r#0, %r#1, %r#2) : (i8, i16, i1) -> (i8, i16, i1)
  %e = arith.extui %s#0 : i8 to i32
  %f = arith.extsi %s#1 : i16 to i32
  %g = arith.extui %s#2 : i1 to i32
  %less = arith.cmpi slt, %r#0, %a : i8
  %above = arith.cmpi ult, %r#1, %b : i16
  %same = arith.cmpi sgt, %r#2, %c : i1
  return %e, %f, %g, %less, %above, %same : i32, i32, i32, i1, i1, i1
}

func.func private @print_i32(i32)
func.func private @print_f32(f32)
func.func private @print_i1(i1)
func.func private @print_index(index)

func.func @prints(%n: index, %x: f32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> (i32) {
    %k = arith.index_cast %i : index to i32
    %u = arith.subi %t, %k : i32
    func.call @print_i32(%u) : (i32) -> ()
    func.call @print_index(%i) : (index) -> ()
    %odd = arith.trunci %k : i32 to i1
    func.call @print_i1(%odd) : (i1) -> ()
    %f = arith.sitofp %u : i32 to f32
    %g = arith.addf %f, %x : f32
    func.call @print_f32(%g) : (f32) -> ()
    scf.yield %u : i32
  }
  return %s : i32
}
