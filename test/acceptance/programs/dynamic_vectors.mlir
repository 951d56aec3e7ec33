// Vectors of arrays whose extents and strides are only known when the program runs.

func.func @axpy(%s: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %pad = arith.constant 7.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %k = vector.broadcast %s : f32 to vector<16xf32>
  scf.for %i = %c0 to %n step %c16 {
    %v = vector.transfer_read %x[%i], %pad : memref<?xf32>, vector<16xf32>
    %w = vector.transfer_read %y[%i], %pad : memref<?xf32>, vector<16xf32>
    %p = arith.mulf %v, %k : vector<16xf32>
    %r = arith.addf %p, %w : vector<16xf32>
    vector.transfer_write %r, %y[%i] : vector<16xf32>, memref<?xf32>
  }
  return
}

// The start may be past the end, and known.
func.func @read(%a: memref<?xi32>, %i: index) -> (vector<16xi32>, vector<4xi32>, vector<40xi32>) {
  %c3 = arith.constant 3 : index
  %pad = arith.constant -1 : i32
  %u = vector.transfer_read %a[%i], %pad : memref<?xi32>, vector<16xi32>
  %v = vector.transfer_read %a[%c3], %pad : memref<?xi32>, vector<4xi32>
  %w = vector.transfer_read %a[%i], %pad : memref<?xi32>, vector<40xi32>
  return %u, %v, %w : vector<16xi32>, vector<4xi32>, vector<40xi32>
}
func.func @write(%a: memref<?xi32>, %i: index, %v: vector<16xi32>, %w: vector<40xi32>,
                 %b: memref<?xi64>, %x: vector<3xi64>) {
  vector.transfer_write %w, %a[%i] : vector<40xi32>, memref<?xi32>
  vector.transfer_write %v, %a[%i] : vector<16xi32>, memref<?xi32>
  vector.transfer_write %x, %b[%i] : vector<3xi64>, memref<?xi64>
  return
}

// Parts of an array, of which one ends before the array does.
func.func @bytes(%a: memref<?xi8>, %b: memref<?xi8>, %x: index, %n: index) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %s = memref.subview %a[%x] [%n] [1] : memref<?xi8> to memref<?xi8, strided<[1], offset: ?>>
  %t = memref.subview %b[%x] [%n] [1] : memref<?xi8> to memref<?xi8, strided<[1], offset: ?>>
  %v = vector.transfer_read %s[%c0], %pad : memref<?xi8, strided<[1], offset: ?>>, vector<16xi8>
  %w = vector.transfer_read %t[%c0], %pad : memref<?xi8, strided<[1], offset: ?>>, vector<16xi8>
  %r = arith.addi %v, %w : vector<16xi8>
  vector.transfer_write %r, %t[%c0] : vector<16xi8>, memref<?xi8, strided<[1], offset: ?>>
  return
}

// Rows of a matrix whose rows are further apart than they are long.
func.func @rows(%a: memref<?x?xi32>, %b: memref<?x?xi32>, %x: index, %y: index,
                %h: index, %w: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %pad = arith.constant 5 : i32
  %s = memref.subview %a[%x, %y] [%h, %w] [1, 1]
    : memref<?x?xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
  %t = memref.subview %b[%x, %y] [%h, %w] [1, 1]
    : memref<?x?xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
  scf.for %i = %c0 to %h step %c1 {
    scf.for %j = %c0 to %w step %c16 {
      %v = vector.transfer_read %s[%i, %j], %pad {in_bounds = [false]}
        : memref<?x?xi32, strided<[?, 1], offset: ?>>, vector<16xi32>
      %r = arith.muli %v, %v : vector<16xi32>
      vector.transfer_write %r, %t[%i, %j]
        : vector<16xi32>, memref<?x?xi32, strided<[?, 1], offset: ?>>
    }
  }
  return
}

// A tile, a transposed one, and one of a view without contiguous rows.
func.func @tiles(%a: memref<?x?xi16>, %i: index, %j: index)
    -> (vector<3x4xi16>, vector<4x3xi16>, vector<2x3xi16>, vector<3xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %pad = arith.constant -3 : i16
  %m = memref.dim %a, %c0 : memref<?x?xi16>
  %n = memref.dim %a, %c1 : memref<?x?xi16>
  %h = arith.divui %m, %c2 : index
  %w = arith.divui %n, %c2 : index
  %s = memref.subview %a[0, 0] [%h, %w] [2, 2]
    : memref<?x?xi16> to memref<?x?xi16, strided<[?, 2]>>
  %t = memref.cast %s : memref<?x?xi16, strided<[?, 2]>>
    to memref<?x?xi16, strided<[?, ?], offset: ?>>
  %u = vector.transfer_read %a[%i, %j], %pad : memref<?x?xi16>, vector<3x4xi16>
  %v = vector.transfer_read %a[%i, %j], %pad
    {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xi16>, vector<4x3xi16>
  %x = vector.transfer_read %t[%i, %j], %pad
    : memref<?x?xi16, strided<[?, ?], offset: ?>>, vector<2x3xi16>
  %y = vector.transfer_read %t[%c0, %j], %pad
    {permutation_map = affine_map<(d0, d1) -> (d0)>}
    : memref<?x?xi16, strided<[?, ?], offset: ?>>, vector<3xi16>
  vector.transfer_write %u, %t[%i, %j]
    : vector<3x4xi16>, memref<?x?xi16, strided<[?, ?], offset: ?>>
  return %u, %v, %x, %y : vector<3x4xi16>, vector<4x3xi16>, vector<2x3xi16>, vector<3xi16>
}

func.func @masked(%a: memref<?x?xf32>, %i: index, %j: index, %n: index, %m: vector<16xi1>)
    -> (vector<16xf32>, vector<16xf32>) {
  %pad = arith.constant 0.5 : f32
  %k = vector.create_mask %n : vector<16xi1>
  %v = vector.transfer_read %a[%i, %j], %pad, %k : memref<?x?xf32>, vector<16xf32>
  %w = vector.transfer_read %a[%i, %j], %pad, %m {in_bounds = [true]}
    : memref<?x?xf32>, vector<16xf32>
  vector.transfer_write %w, %a[%i, %j], %k : vector<16xf32>, memref<?x?xf32>
  return %v, %w : vector<16xf32>, vector<16xf32>
}

func.func @whole(%a: memref<?x?xi32>, %x: index, %h: index, %i: index, %f: memref<?xi1>)
    -> (vector<16xi32>, vector<5xi32>, vector<3xi1>, vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %pad = arith.constant 0 : i32
  %s = memref.subview %a[%x, 0] [%h, 20] [2, 1]
    : memref<?x?xi32> to memref<?x20xi32, strided<[?, 1], offset: ?>>
  %u = vector.load %s[%i, %c2] : memref<?x20xi32, strided<[?, 1], offset: ?>>, vector<16xi32>
  %v = vector.load %a[%i, %c0] : memref<?x?xi32>, vector<5xi32>
  vector.store %v, %s[%i, %c2]
    : memref<?x20xi32, strided<[?, 1], offset: ?>>, vector<5xi32>
  %g = vector.load %f[%i] : memref<?xi1>, vector<3xi1>
  vector.store %g, %f[%c0] : memref<?xi1>, vector<3xi1>
  %b = vector.transfer_read %s[%i, %c2], %pad
    {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>}
    : memref<?x20xi32, strided<[?, 1], offset: ?>>, vector<4xi32>
  return %u, %v, %g, %b : vector<16xi32>, vector<5xi32>, vector<3xi1>, vector<4xi32>
}

func.func @some(%a: memref<?x?xi32>, %b: memref<?x?xi32>, %i: index, %j: index,
                %m: vector<16xi1>) -> (vector<16xi32>, vector<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant dense<9> : vector<16xi32>
  %r = vector.maskedload %a[%i, %j], %m, %v
    : memref<?x?xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  %e = vector.expandload %a[%i, %j], %m, %v
    : memref<?x?xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  vector.maskedstore %b[%c0, %j], %m, %r
    : memref<?x?xi32>, vector<16xi1>, vector<16xi32>
  vector.compressstore %b[%c1, %j], %m, %r
    : memref<?x?xi32>, vector<16xi1>, vector<16xi32>
  return %r, %e : vector<16xi32>, vector<16xi32>
}

// Every second column of an array, by number.
func.func @scattered(%a: memref<?x?xi8>, %i: index, %w: index, %k: vector<16xi32>,
                     %m: vector<16xi1>) -> vector<16xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %a, %c0 : memref<?x?xi8>
  %v = arith.constant dense<-7> : vector<16xi8>
  %s = memref.subview %a[0, 1] [%h, %w] [1, 2]
    : memref<?x?xi8> to memref<?x?xi8, strided<[?, 2], offset: 1>>
  %t = memref.cast %s : memref<?x?xi8, strided<[?, 2], offset: 1>>
    to memref<?x?xi8, strided<[?, ?], offset: ?>>
  %r = vector.gather %t[%i, %c1] [%k], %m, %v
    : memref<?x?xi8, strided<[?, ?], offset: ?>>, vector<16xi32>, vector<16xi1>, vector<16xi8>
    into vector<16xi8>
  %d = arith.addi %r, %r : vector<16xi8>
  vector.scatter %t[%c0, %c1] [%k], %m, %d
    : memref<?x?xi8, strided<[?, ?], offset: ?>>, vector<16xi32>, vector<16xi1>, vector<16xi8>
  return %r : vector<16xi8>
}

func.func @extents(%a: memref<?x4x?xi8>, %b: memref<?xi32>, %k: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %a, %k : memref<?x4x?xi8>
  %less = arith.subi %k, %k : index
  %e = memref.dim %b, %less : memref<?xi32>
  return %d, %e : index, index
}

// The rows of the copy are aligned where their length is a multiple of 16.
func.func @copied(%a: memref<?x?xi32>, %i: index) -> vector<16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0> : vector<16xi32>
  %h = memref.dim %a, %c0 : memref<?x?xi32>
  %w = memref.dim %a, %c1 : memref<?x?xi32>
  %odd = memref.alloca(%i) : memref<?xi8>
  %m = memref.alloc(%h, %w) : memref<?x?xi32>
  memref.copy %a, %m : memref<?x?xi32> to memref<?x?xi32>
  %r = scf.for %k = %c0 to %w step %c16 iter_args(%s = %zero) -> vector<16xi32> {
    %pad = arith.constant 1 : i32
    %u = vector.transfer_read %m[%c0, %k], %pad : memref<?x?xi32>, vector<16xi32>
    %v = vector.transfer_read %m[%i, %k], %pad : memref<?x?xi32>, vector<16xi32>
    %p = arith.muli %u, %v : vector<16xi32>
    %t = arith.addi %s, %p : vector<16xi32>
    scf.yield %t : vector<16xi32>
  }
  memref.dealloc %m : memref<?x?xi32>
  return %r : vector<16xi32>
}
