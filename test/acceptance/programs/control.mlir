// Branches: early exits, sparse switches, blocks that many edges reach.
// The first pair (i, j) with a[i] + b[j] == x, or -1, -1; and how many tests it took.
func.func @find_pair(%a: memref<6xi16>, %b: memref<5xi16>, %x: i16) -> (index, index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %none = arith.constant -1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^outer(%c0, %zero : index, i32)
^outer(%i: index, %n: i32):
  %im = arith.cmpi slt, %i, %c6 : index
  cf.cond_br %im, ^inner(%c0, %n : index, i32), ^exit(%none, %none, %n : index, index, i32)
^inner(%j: index, %k: i32):
  %jm = arith.cmpi slt, %j, %c5 : index
  cf.cond_br %jm, ^test, ^next
^test:
  %p = memref.load %a[%i] : memref<6xi16>
  %q = memref.load %b[%j] : memref<5xi16>
  %s = arith.addi %p, %q : i16
  %k1 = arith.addi %k, %one : i32
  %eq = arith.cmpi eq, %s, %x : i16
  cf.cond_br %eq, ^exit(%i, %j, %k1 : index, index, i32), ^more
^more:
  // A negative number in b ends the row early, a zero in a the search.
  %z16 = arith.constant 0 : i16
  %neg = arith.cmpi slt, %q, %z16 : i16
  %j1 = arith.addi %j, %c1 : index
  cf.cond_br %neg, ^next2(%k1 : i32), ^inner(%j1, %k1 : index, i32)
^next:
  cf.br ^next2(%k : i32)
^next2(%m: i32):
  %i1 = arith.addi %i, %c1 : index
  cf.br ^outer(%i1, %m : index, i32)
^exit(%ri: index, %rj: index, %rn: i32):
  return %ri, %rj, %rn : index, index, i32
}

func.func @sparse(%x: i32) -> (i32, f32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %f1 = arith.constant 1.5 : f32
  %f2 = arith.constant -2.5 : f32
  cf.switch %x : i32, [
    default: ^out(%x, %f1 : i32, f32),
    -2147483648: ^out(%c1, %f2 : i32, f32),
    2147483647: ^out(%c2, %f1 : i32, f32),
    -1: ^minus,
    0: ^zero(%c3 : i32),
    1: ^zero(%c1 : i32),
    65536: ^out(%c3, %f2 : i32, f32),
    -65536: ^minus,
    1000000007: ^zero(%c2 : i32)
  ]
^minus:
  %n = arith.muli %x, %c3 : i32
  cf.br ^out(%n, %f2 : i32, f32)
^zero(%k: i32):
  %m = arith.subi %k, %c2 : i32
  %f = arith.sitofp %m : i32 to f32
  cf.br ^out(%m, %f : i32, f32)
^out(%r: i32, %g: f32):
  return %r, %g : i32, f32
}

// More cases than a chain should have, with gaps, and a loop behind some of them.
func.func @dense(%x: i8) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %c11 = arith.constant 11 : i32
  %c13 = arith.constant 13 : i32
  cf.switch %x : i8, [
    default: ^default,
    0: ^a(%c0 : i32), 1: ^a(%c1 : i32), 2: ^a(%c2 : i32), 3: ^b(%c3 : i32),
    4: ^b(%c5 : i32), 5: ^a(%c7 : i32), 6: ^a(%c11 : i32), 7: ^b(%c13 : i32),
    9: ^loop(%c0, %c13 : i32, i32), 10: ^loop(%c3, %c7 : i32, i32), 11: ^a(%c13 : i32),
    12: ^a(%c11 : i32), 13: ^a(%c7 : i32), 14: ^b(%c5 : i32), 15: ^b(%c3 : i32),
    16: ^a(%c2 : i32), 17: ^b(%c1 : i32), 18: ^b(%c0 : i32), 19: ^a(%c5 : i32),
    -128: ^b(%c11 : i32), 127: ^a(%c3 : i32), -1: ^loop(%c1, %c5 : i32, i32)
  ]
^a(%p: i32):
  %q = arith.muli %p, %p : i32
  return %q : i32
^b(%r: i32):
  %s = arith.addi %r, %c7 : i32
  cf.br ^a(%s : i32)
^loop(%i: i32, %j: i32):
  %done = arith.cmpi sgt, %i, %c7 : i32
  %k = arith.addi %i, %c2 : i32
  %l = arith.muli %j, %c3 : i32
  cf.cond_br %done, ^b(%j : i32), ^loop(%k, %l : i32, i32)
^default:
  %w = arith.extsi %x : i8 to i32
  return %w : i32
}

func.func @default_only(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  cf.switch %x : i32, [
    default: ^out(%s : i32)
  ]
^out(%r: i32):
  %t = arith.xori %r, %y : i32
  return %t : i32
}

// All cases, and the default, go to one block with different values.
func.func @one_target(%x: i16) -> i16 {
  %a = arith.constant 10 : i16
  %b = arith.constant -20 : i16
  %c = arith.constant 30 : i16
  cf.switch %x : i16, [
    default: ^out(%x : i16),
    32767: ^out(%a : i16),
    -32768: ^out(%b : i16),
    7: ^out(%c : i16)
  ]
^out(%r: i16):
  return %r : i16
}

func.func @switch_i1(%x: i1, %a: i32, %b: i32) -> i32 {
  cf.switch %x : i1, [
    default: ^out(%a : i32),
    1: ^out(%b : i32)
  ]
^out(%r: i32):
  return %r : i32
}

func.func @index_switch(%x: index, %m: memref<3xi32>) -> (i32, f32, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %true = arith.constant true
  %false = arith.constant false
  %f = arith.constant 0.25 : f32
  %r:3 = scf.index_switch %x -> i32, f32, i1
  case 0 {
    %v = memref.load %m[%c0] : memref<3xi32>
    scf.yield %v, %f, %true : i32, f32, i1
  }
  case 7 {
    %v = memref.load %m[%c1] : memref<3xi32>
    %w = memref.load %m[%c2] : memref<3xi32>
    %s = arith.subi %v, %w : i32
    memref.store %s, %m[%c0] : memref<3xi32>
    %g = arith.sitofp %s : i32 to f32
    scf.yield %w, %g, %false : i32, f32, i1
  }
  case -1 {
    %k = arith.constant -1000 : i32
    %b = arith.cmpi slt, %x, %c0 : index
    scf.yield %k, %f, %b : i32, f32, i1
  }
  case 2147483647 {
    %v = arith.index_cast %x : index to i32
    %g = arith.negf %f : f32
    scf.yield %v, %g, %true : i32, f32, i1
  }
  default {
    %inner = scf.index_switch %c1 -> i32
    case 1 {
      %v = arith.index_cast %x : index to i32
      scf.yield %v : i32
    }
    default {
      %v = arith.constant 0 : i32
      scf.yield %v : i32
    }
    scf.yield %inner, %f, %false : i32, f32, i1
  }
  return %r#0, %r#1, %r#2 : i32, f32, i1
}

// A state machine over a string: how many numbers, identifiers, others; -1 where it is ill-formed.
func.func @lexer(%s: memref<24xi8>) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %bad = arith.constant -1 : i32
  cf.br ^start(%c0, %zero, %zero, %zero : index, i32, i32, i32)
^start(%i: index, %n: i32, %w: i32, %o: i32):
  %more = arith.cmpi ult, %i, %c24 : index
  cf.cond_br %more, ^look, ^end(%n, %w, %o : i32, i32, i32)
^look:
  %ch = memref.load %s[%i] : memref<24xi8>
  %i1 = arith.addi %i, %c1 : index
  cf.switch %ch : i8, [
    default: ^letter,
    0: ^end(%n, %w, %o : i32, i32, i32),
    32: ^start(%i1, %n, %w, %o : index, i32, i32, i32),
    43: ^other, 45: ^other, 42: ^other,
    48: ^digit(%i1 : index), 49: ^digit(%i1 : index), 50: ^digit(%i1 : index), 51: ^digit(%i1 : index),
    52: ^digit(%i1 : index), 53: ^digit(%i1 : index), 54: ^digit(%i1 : index), 55: ^digit(%i1 : index)
  ]
^other:
  %o1 = arith.addi %o, %one : i32
  cf.br ^start(%i1, %n, %w, %o1 : index, i32, i32, i32)
^digit(%j: index):
  %jm = arith.cmpi ult, %j, %c24 : index
  cf.cond_br %jm, ^digit2, ^enddigit(%j : index)
^digit2:
  %d = memref.load %s[%j] : memref<24xi8>
  %c48 = arith.constant 48 : i8
  %c8 = arith.constant 8 : i8
  %rel = arith.subi %d, %c48 : i8
  %isd = arith.cmpi ult, %rel, %c8 : i8
  %j1 = arith.addi %j, %c1 : index
  cf.cond_br %isd, ^digit(%j1 : index), ^enddigit(%j : index)
^enddigit(%k: index):
  %n1 = arith.addi %n, %one : i32
  cf.br ^start(%k, %n1, %w, %o : index, i32, i32, i32)
^letter:
  %c96 = arith.constant 96 : i8
  %isl = arith.cmpi sgt, %ch, %c96 : i8
  %w1 = arith.addi %w, %one : i32
  cf.cond_br %isl, ^start(%i1, %n, %w1, %o : index, i32, i32, i32), ^end(%bad, %bad, %bad : i32, i32, i32)
^end(%rn: i32, %rw: i32, %ro: i32):
  return %rn, %rw, %ro : i32, i32, i32
}

// Conditions that are constants, branches to one block with different values.
func.func @constants(%x: i32, %c: i1) -> (i32, i32) {
  %true = arith.constant true
  %one = arith.constant 1 : i32
  %dead = arith.constant 99 : i32
  cf.cond_br %true, ^a(%x : i32), ^b(%dead : i32)
^a(%p: i32):
  cf.cond_br %c, ^b(%p : i32), ^b(%one : i32)
^b(%q: i32):
  %r = scf.if %true -> (i32) {
    %s = arith.addi %q, %one : i32
    scf.yield %s : i32
  } else {
    scf.yield %dead : i32
  }
  return %q, %r : i32, i32
}

// Short circuits as a compiler makes them: (a && b) || (c && !d).
func.func @short_circuit(%a: i1, %b: i1, %c: i1, %d: i1, %log: memref<i32>) -> i1 {
  %true = arith.constant true
  %false = arith.constant false
  cf.cond_br %a, ^b, ^c
^b:
  %v = memref.load %log[] : memref<i32>
  %k = arith.constant 1 : i32
  %v1 = arith.addi %v, %k : i32
  memref.store %v1, %log[] : memref<i32>
  cf.cond_br %b, ^out(%true : i1), ^c
^c:
  %w = memref.load %log[] : memref<i32>
  %l = arith.constant 10 : i32
  %w1 = arith.addi %w, %l : i32
  memref.store %w1, %log[] : memref<i32>
  cf.cond_br %c, ^d, ^out(%false : i1)
^d:
  %nd = arith.xori %d, %true : i1
  cf.br ^out(%nd : i1)
^out(%r: i1):
  return %r : i1
}

// Nested ifs with stores on some of the ways, and results of many types.
func.func @nested(%x: i32, %m: memref<4xi8>) -> (i8, i16, f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %ten = arith.constant 10 : i32
  %pos = arith.cmpi sgt, %x, %zero : i32
  %r:4 = scf.if %pos -> (i8, i16, f32, index) {
    %t = arith.trunci %x : i32 to i8
    memref.store %t, %m[%c0] : memref<4xi8>
    %big = arith.cmpi ugt, %x, %ten : i32
    %q:2 = scf.if %big -> (i16, f32) {
      %h = arith.trunci %x : i32 to i16
      %f = arith.uitofp %x : i32 to f32
      scf.if %big {
        memref.store %t, %m[%c3] : memref<4xi8>
      }
      scf.yield %h, %f : i16, f32
    } else {
      %l = memref.load %m[%c1] : memref<4xi8>
      %h = arith.extui %l : i8 to i16
      %f = arith.sitofp %l : i8 to f32
      scf.yield %h, %f : i16, f32
    }
    scf.yield %t, %q#0, %q#1, %c1 : i8, i16, f32, index
  } else {
    %l = memref.load %m[%c3] : memref<4xi8>
    %h = arith.extsi %l : i8 to i16
    %f = arith.sitofp %x : i32 to f32
    %i = arith.index_cast %x : i32 to index
    memref.store %l, %m[%c1] : memref<4xi8>
    scf.yield %l, %h, %f, %i : i8, i16, f32, index
  }
  return %r#0, %r#1, %r#2, %r#3 : i8, i16, f32, index
}

// As mlir-opt prints it: a region that gives nothing need not end in a yield.
func.func @effects(%x: index, %m: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 9 : i32
  scf.index_switch %x
  case 1 {
  }
  case 2 {
    memref.store %v, %m[%c0] : memref<3xi32>
  }
  default {
  }
  scf.index_switch %x
  default {
    memref.store %v, %m[%x] : memref<3xi32>
  }
  return
}
