// Kernels on arrays of all element types.
func.func @bubble_sort(%a: memref<12xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%top = %c11, %n = %zero) : (index, i32) -> (index, i32) {
    %go = arith.cmpi sgt, %top, %c0 : index
    scf.condition(%go) %top, %n : index, i32
  } do {
  ^bb0(%top: index, %n: i32):
    %q:2 = scf.for %j = %c0 to %top step %c1 iter_args(%last = %c0, %m = %n) -> (index, i32) {
      %k = arith.addi %j, %c1 : index
      %x = memref.load %a[%j] : memref<12xi32>
      %y = memref.load %a[%k] : memref<12xi32>
      %wrong = arith.cmpi sgt, %x, %y : i32
      %p:2 = scf.if %wrong -> (index, i32) {
        memref.store %y, %a[%j] : memref<12xi32>
        memref.store %x, %a[%k] : memref<12xi32>
        %m1 = arith.addi %m, %one : i32
        scf.yield %j, %m1 : index, i32
      } else {
        scf.yield %last, %m : index, i32
      }
      scf.yield %p#0, %p#1 : index, i32
    }
    scf.yield %q#0, %q#1 : index, i32
  }
  return %r#1 : i32
}

func.func @binary_search(%a: memref<33xi16>, %x: i16) -> (index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c33 = arith.constant 33 : index
  %none = arith.constant -1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^loop(%c0, %c33, %zero : index, index, i32)
^loop(%low: index, %high: index, %n: i32):
  %go = arith.cmpi ult, %low, %high : index
  cf.cond_br %go, ^look, ^end(%none : index)
^look:
  %sum = arith.addi %low, %high : index
  %mid = arith.shrui %sum, %c1 : index
  %v = memref.load %a[%mid] : memref<33xi16>
  %n1 = arith.addi %n, %one : i32
  %eq = arith.cmpi eq, %v, %x : i16
  cf.cond_br %eq, ^found(%mid, %n1 : index, i32), ^side
^side:
  %less = arith.cmpi slt, %v, %x : i16
  %right = arith.addi %mid, %c1 : index
  cf.cond_br %less, ^loop(%right, %high, %n1 : index, index, i32), ^loop(%low, %mid, %n1 : index, index, i32)
^end(%r: index):
  cf.br ^found(%r, %n : index, i32)
^found(%i: index, %k: i32):
  return %i, %k : index, i32
}

func.func @sieve(%s: memref<120xi1>, %p: memref<40xi16>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c120 = arith.constant 120 : index
  %true = arith.constant true
  %n = scf.for %i = %c2 to %c120 step %c1 iter_args(%k = %c0) -> (index) {
    %out = memref.load %s[%i] : memref<120xi1>
    %m = scf.if %out -> (index) {
      scf.yield %k : index
    } else {
      %v = arith.index_cast %i : index to i16
      memref.store %v, %p[%k] : memref<40xi16>
      %first = arith.muli %i, %i : index
      scf.for %j = %first to %c120 step %i {
        memref.store %true, %s[%j] : memref<120xi1>
      }
      %l = arith.addi %k, %c1 : index
      scf.yield %l : index
    }
    scf.yield %m : index
  }
  return %n : index
}

func.func @find_string(%text: memref<32xi8>, %word: memref<4xi8>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c29 = arith.constant 29 : index
  %none = arith.constant -1 : index
  cf.br ^outer(%c0, %none, %c0 : index, index, index)
^outer(%i: index, %first: index, %n: index):
  %more = arith.cmpi ult, %i, %c29 : index
  cf.cond_br %more, ^inner(%c0 : index), ^done
^inner(%j: index):
  %in = arith.cmpi ult, %j, %c4 : index
  cf.cond_br %in, ^compare, ^match
^compare:
  %k = arith.addi %i, %j : index
  %a = memref.load %text[%k] : memref<32xi8>
  %b = memref.load %word[%j] : memref<4xi8>
  %same = arith.cmpi eq, %a, %b : i8
  %j1 = arith.addi %j, %c1 : index
  cf.cond_br %same, ^inner(%j1 : index), ^next(%first, %n : index, index)
^match:
  %new = arith.cmpi slt, %first, %c0 : index
  %f = arith.select %new, %i, %first : index
  %m = arith.addi %n, %c1 : index
  cf.br ^next(%f, %m : index, index)
^next(%g: index, %o: index):
  %i1 = arith.addi %i, %c1 : index
  cf.br ^outer(%i1, %g, %o : index, index, index)
^done:
  return %first, %n : index, index
}

// The reflected CRC-32 of unsigned bytes, with its table made on the stack.
func.func @crc32(%data: memref<9xi8>) -> i32 {
  %table = memref.alloca() : memref<256xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1 : i32
  %eight = arith.constant 8 : i32
  %mask = arith.constant 255 : i32
  %poly = arith.constant 0xEDB88320 : i32
  %ones = arith.constant -1 : i32
  scf.for %i = %c0 to %c256 step %c1 {
    %v = arith.index_cast %i : index to i32
    %t = scf.for %k = %c0 to %c8 step %c1 iter_args(%c = %v) -> (i32) {
      %low = arith.trunci %c : i32 to i1
      %h = arith.shrui %c, %one : i32
      %x = arith.xori %h, %poly : i32
      %y = arith.select %low, %x, %h : i32
      scf.yield %y : i32
    }
    memref.store %t, %table[%i] : memref<256xi32>
  }
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%c = %ones) -> (i32) {
    %b = memref.load %data[%i] : memref<9xi8>
    %w = arith.extui %b : i8 to i32
    %x = arith.xori %c, %w : i32
    %l = arith.andi %x, %mask : i32
    %j = arith.index_cast %l : i32 to index
    %t = memref.load %table[%j] : memref<256xi32>
    %s = arith.shrui %c, %eight : i32
    %y = arith.xori %s, %t : i32
    scf.yield %y : i32
  }
  %n = arith.xori %r, %ones : i32
  return %n : i32
}

// Counts wrap at 8 bits; the bin is a signed byte modulo 10.
func.func @histogram(%data: memref<64xi8>, %bins: memref<10xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %ten = arith.constant 10 : i8
  %step = arith.constant 37 : i8
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %data[%i] : memref<64xi8>
    %m = arith.remui %x, %ten : i8
    %j = arith.index_cast %m : i8 to index
    %n = memref.load %bins[%j] : memref<10xi8>
    %k = arith.addi %n, %step : i8
    memref.store %k, %bins[%j] : memref<10xi8>
  }
  return
}

// Inclusive prefix sums of all widths at once; narrow ones wrap.
func.func @prefix(%a: memref<20xi32>, %b: memref<20xi16>, %c: memref<20xi8>, %d: memref<20xi1>, %e: memref<20xindex>, %f: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  scf.for %i = %c1 to %c20 step %c1 {
    %p = arith.subi %i, %c1 : index
    %a0 = memref.load %a[%p] : memref<20xi32>
    %a1 = memref.load %a[%i] : memref<20xi32>
    %a2 = arith.addi %a0, %a1 : i32
    memref.store %a2, %a[%i] : memref<20xi32>
    %b0 = memref.load %b[%p] : memref<20xi16>
    %b1 = memref.load %b[%i] : memref<20xi16>
    %b2 = arith.addi %b0, %b1 : i16
    memref.store %b2, %b[%i] : memref<20xi16>
    %d0 = memref.load %c[%p] : memref<20xi8>
    %d1 = memref.load %c[%i] : memref<20xi8>
    %d2 = arith.addi %d0, %d1 : i8
    memref.store %d2, %c[%i] : memref<20xi8>
    %e0 = memref.load %d[%p] : memref<20xi1>
    %e1 = memref.load %d[%i] : memref<20xi1>
    %e2 = arith.addi %e0, %e1 : i1
    memref.store %e2, %d[%i] : memref<20xi1>
    %g0 = memref.load %e[%p] : memref<20xindex>
    %g1 = memref.load %e[%i] : memref<20xindex>
    %g2 = arith.addi %g0, %g1 : index
    memref.store %g2, %e[%i] : memref<20xindex>
    %f0 = memref.load %f[%p] : memref<20xf32>
    %f1 = memref.load %f[%i] : memref<20xf32>
    %f2 = arith.addf %f0, %f1 : f32
    memref.store %f2, %f[%i] : memref<20xf32>
  }
  return
}

// Signed and unsigned readings of what was truncated by a store.
func.func @truncating(%x: i32, %a: memref<4xi8>, %b: memref<4xi16>, %c: memref<4xi1>) -> (i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x8 = arith.trunci %x : i32 to i8
  %x16 = arith.trunci %x : i32 to i16
  %x1 = arith.trunci %x : i32 to i1
  memref.store %x8, %a[%c1] : memref<4xi8>
  memref.store %x16, %b[%c2] : memref<4xi16>
  memref.store %x1, %c[%c1] : memref<4xi1>
  %a1 = memref.load %a[%c1] : memref<4xi8>
  %b1 = memref.load %b[%c2] : memref<4xi16>
  %c3 = memref.load %c[%c1] : memref<4xi1>
  %sa = arith.extsi %a1 : i8 to i32
  %ua = arith.extui %a1 : i8 to i32
  %sb = arith.extsi %b1 : i16 to i32
  %ub = arith.extui %b1 : i16 to i32
  %sc = arith.extsi %c3 : i1 to i32
  %uc = arith.extui %c3 : i1 to i32
  return %sa, %ua, %sb, %ub, %sc, %uc : i32, i32, i32, i32, i32, i32
}

func.func @transpose(%a: memref<4x6xi16>, %b: memref<6x4xi16>, %s: memref<5x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<4x6xi16>
  %columns = memref.dim %a, %c1 : memref<4x6xi16>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %x = memref.load %a[%i, %j] : memref<4x6xi16>
      memref.store %x, %b[%j, %i] : memref<6x4xi16>
    }
  }
  %n = memref.dim %s, %c1 : memref<5x5xi32>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.addi %i, %c1 : index
    scf.for %j = %k to %n step %c1 {
      %x = memref.load %s[%i, %j] : memref<5x5xi32>
      %y = memref.load %s[%j, %i] : memref<5x5xi32>
      memref.store %y, %s[%i, %j] : memref<5x5xi32>
      memref.store %x, %s[%j, %i] : memref<5x5xi32>
    }
  }
  return
}

// Gaussian elimination in place, without pivoting; gives the determinant.
func.func @lu(%a: memref<5x5xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f32
  scf.for %k = %c0 to %c5 step %c1 {
    %p = memref.load %a[%k, %k] : memref<5x5xf32>
    %k1 = arith.addi %k, %c1 : index
    scf.for %i = %k1 to %c5 step %c1 {
      %x = memref.load %a[%i, %k] : memref<5x5xf32>
      %l = arith.divf %x, %p : f32
      memref.store %l, %a[%i, %k] : memref<5x5xf32>
      scf.for %j = %k1 to %c5 step %c1 {
        %u = memref.load %a[%k, %j] : memref<5x5xf32>
        %v = memref.load %a[%i, %j] : memref<5x5xf32>
        %m = arith.mulf %l, %u : f32
        %w = arith.subf %v, %m : f32
        memref.store %w, %a[%i, %j] : memref<5x5xf32>
      }
    }
  }
  %d = scf.for %k = %c0 to %c5 step %c1 iter_args(%t = %one) -> (f32) {
    %p = memref.load %a[%k, %k] : memref<5x5xf32>
    %s = arith.mulf %t, %p : f32
    scf.yield %s : f32
  }
  return %d : f32
}

#flat = affine_map<(d0, d1) -> (d0 * 4 + d1)>
#row = affine_map<(d0) -> (d0 floordiv 4)>
#column = affine_map<(d0) -> (d0 mod 4)>
#half = affine_map<(d0)[s0] -> ((d0 + s0) ceildiv 2)>
#mixed = affine_map<(d0, d1)[s0] -> ((d0 * 7 - d1 * 3 + s0) mod 11 + (d0 floordiv 3) * 5 - (d1 ceildiv 4) + (d0 - d1) floordiv 6)>
// A product with a matrix that is kept flat on the stack.
func.func @matmul_flat(%a: memref<4x4xi32>, %b: memref<4x4xi32>, %c: memref<16xi32>) {
  %t = memref.alloca() : memref<16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c16 step %c1 {
    %r = affine.apply #row(%i)
    %k = affine.apply #column(%i)
    %x = memref.load %b[%k, %r] : memref<4x4xi32>
    memref.store %x, %t[%i] : memref<16xi32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %s = scf.for %k = %c0 to %c4 step %c1 iter_args(%u = %zero) -> (i32) {
        %x = memref.load %a[%i, %k] : memref<4x4xi32>
        %l = affine.apply #flat(%j, %k)
        %y = memref.load %t[%l] : memref<16xi32>
        %m = arith.muli %x, %y : i32
        %v = arith.addi %u, %m : i32
        scf.yield %v : i32
      }
      %o = affine.apply #flat(%i, %j)
      memref.store %s, %c[%o] : memref<16xi32>
    }
  }
  return
}

func.func @affine(%x: index, %y: index, %s: index) -> (index, index, index, index) {
  %a = affine.apply #mixed(%x, %y)[%s]
  %b = affine.apply #half(%x)[%y]
  %c = affine.apply #row(%y)
  %d = affine.apply #column(%x)
  return %a, %b, %c, %d : index, index, index, index
}

func.func @rank_zero(%a: memref<f32>, %b: memref<i8>, %c: memref<i1>, %d: memref<index>) -> (f32, i8) {
  %x = memref.load %a[] : memref<f32>
  %y = memref.load %b[] : memref<i8>
  %z = memref.load %c[] : memref<i1>
  %w = memref.load %d[] : memref<index>
  %true = arith.constant true
  %nz = arith.xori %z, %true : i1
  memref.store %nz, %c[] : memref<i1>
  %s = arith.select %z, %y, %y : i8
  %e = arith.index_cast %s : i8 to index
  %v = arith.muli %w, %e : index
  memref.store %v, %d[] : memref<index>
  %f = arith.sitofp %y : i8 to f32
  %g = arith.mulf %f, %x : f32
  memref.store %g, %a[] : memref<f32>
  %h = arith.shli %y, %y : i8
  memref.store %h, %b[] : memref<i8>
  return %x, %y : f32, i8
}

// Four dimensions: channels last, a window of 2x2 with stride 2; the border is left out.
func.func @average_pool(%x: memref<2x5x4x3xi16>, %y: memref<2x2x2x3xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  scf.for %n = %c0 to %c2 step %c1 {
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c2 step %c1 {
        scf.for %c = %c0 to %c3 step %c1 {
          %s = scf.for %p = %c0 to %c2 step %c1 iter_args(%t = %zero) -> (i32) {
            %u = scf.for %q = %c0 to %c2 step %c1 iter_args(%v = %t) -> (i32) {
              %i2 = arith.muli %i, %c2 : index
              %j2 = arith.muli %j, %c2 : index
              %ip = arith.addi %i2, %p : index
              %jq = arith.addi %j2, %q : index
              %z = memref.load %x[%n, %ip, %jq, %c] : memref<2x5x4x3xi16>
              %w = arith.extsi %z : i16 to i32
              %k = arith.addi %v, %w : i32
              scf.yield %k : i32
            }
            scf.yield %u : i32
          }
          %m = arith.floordivsi %s, %four : i32
          %o = arith.trunci %m : i32 to i16
          memref.store %o, %y[%n, %i, %j, %c] : memref<2x2x2x3xi16>
        }
      }
    }
  }
  return
}

// Stores that a later load must see, through two views of what may be one array.
func.func @alias(%a: memref<6xi32>, %b: memref<6xi32>, %i: index, %j: index) -> (i32, i32) {
  %s = memref.alloca() : memref<6xi32>
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  memref.store %c1, %s[%i] : memref<6xi32>
  memref.store %c7, %s[%j] : memref<6xi32>
  %x = memref.load %s[%i] : memref<6xi32>
  memref.store %x, %a[%j] : memref<6xi32>
  %y = memref.load %a[%i] : memref<6xi32>
  %z = arith.addi %y, %c7 : i32
  memref.store %z, %b[%i] : memref<6xi32>
  %w = memref.load %a[%i] : memref<6xi32>
  %v = memref.load %b[%j] : memref<6xi32>
  memref.store %v, %a[%i] : memref<6xi32>
  return %w, %x : i32, i32
}

// The longest common subsequence, with a table of two rows on the stack.
func.func @lcs(%a: memref<10xi8>, %b: memref<12xi8>) -> i32 {
  %t = memref.alloca() : memref<2x13xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c13 step %c1 {
      memref.store %zero, %t[%i, %j] : memref<2x13xi8>
    }
  }
  %last = scf.for %i = %c0 to %c10 step %c1 iter_args(%row = %c0) -> (index) {
    %now = arith.xori %row, %c1 : index
    %x = memref.load %a[%i] : memref<10xi8>
    scf.for %j = %c0 to %c12 step %c1 {
      %k = arith.addi %j, %c1 : index
      %y = memref.load %b[%j] : memref<12xi8>
      %same = arith.cmpi eq, %x, %y : i8
      %v = scf.if %same -> (i8) {
        %d = memref.load %t[%row, %j] : memref<2x13xi8>
        %e = arith.addi %d, %one : i8
        scf.yield %e : i8
      } else {
        %u = memref.load %t[%row, %k] : memref<2x13xi8>
        %l = memref.load %t[%now, %j] : memref<2x13xi8>
        %m = arith.maxsi %u, %l : i8
        scf.yield %m : i8
      }
      memref.store %v, %t[%now, %k] : memref<2x13xi8>
    }
    scf.yield %now : index
  }
  %r = memref.load %t[%last, %c12] : memref<2x13xi8>
  %w = arith.extui %r : i8 to i32
  return %w : i32
}
