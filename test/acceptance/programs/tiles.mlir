// Transfers and masks of any shape: rows of other lengths, columns, tiles, with masks.

func.func @rows(%a: memref<3x21xi32>, %i: index, %j: index) -> (vector<8xi32>, vector<5xi32>, vector<20xi32>, vector<32xi32>) {
  %c1 = arith.constant 1 : index
  %p = arith.constant -1 : i32
  %0 = vector.transfer_read %a[%c1, %c1], %p {in_bounds = [true]} : memref<3x21xi32>, vector<8xi32>
  %1 = vector.transfer_read %a[%i, %j], %p : memref<3x21xi32>, vector<5xi32>
  %2 = vector.transfer_read %a[%i, %j], %p : memref<3x21xi32>, vector<20xi32>
  %3 = vector.transfer_read %a[%i, %j], %p : memref<3x21xi32>, vector<32xi32>
  return %0, %1, %2, %3 : vector<8xi32>, vector<5xi32>, vector<20xi32>, vector<32xi32>
}

func.func @written(%a: memref<3x21xi16>, %b: memref<3x21xi16>, %c: memref<3x21xi16>, %v: vector<5xi16>, %w: vector<32xi16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  vector.transfer_write %v, %a[%c1, %c1] {in_bounds = [true]} : vector<5xi16>, memref<3x21xi16>
  vector.transfer_write %v, %b[%i, %j] : vector<5xi16>, memref<3x21xi16>
  vector.transfer_write %w, %c[%i, %j] : vector<32xi16>, memref<3x21xi16>
  return
}

// Lanes of 64 bits, of one bit, and indices.
func.func @types(%a: memref<7xi64>, %b: memref<7xi1>, %c: memref<7xindex>, %d: memref<7xf64>, %i: index) -> (vector<3xi64>, vector<3xi1>, vector<3xindex>) {
  %p = arith.constant -1 : i64
  %q = arith.constant true
  %r = arith.constant 2.5 : f64
  %0 = vector.transfer_read %a[%i], %p : memref<7xi64>, vector<3xi64>
  %1 = vector.transfer_read %b[%i], %q : memref<7xi1>, vector<3xi1>
  %2 = vector.transfer_read %c[%i], %i : memref<7xindex>, vector<3xindex>
  %3 = vector.broadcast %r : f64 to vector<2xf64>
  vector.transfer_write %3, %d[%i] : vector<2xf64>, memref<7xf64>
  vector.transfer_write %1, %b[%i] : vector<3xi1>, memref<7xi1>
  return %0, %1, %2 : vector<3xi64>, vector<3xi1>, vector<3xindex>
}

// Several dimensions: as they are, exchanged, one of them all alike; a column.
func.func @tiles(%a: memref<5x20xi32>, %i: index, %j: index) -> (vector<2x3xi32>, vector<3x2xi32>, vector<2x4xi32>, vector<16xi32>, vector<2x2xi32>) {
  %p = arith.constant -1 : i32
  %0 = vector.transfer_read %a[%i, %j], %p : memref<5x20xi32>, vector<2x3xi32>
  %1 = vector.transfer_read %a[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<5x20xi32>, vector<3x2xi32>
  %2 = vector.transfer_read %a[%i, %j], %p {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<5x20xi32>, vector<2x4xi32>
  %3 = vector.transfer_read %a[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<5x20xi32>, vector<16xi32>
  %4 = vector.transfer_read %a[%i, %j], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, 0)>} : memref<5x20xi32>, vector<2x2xi32>
  return %0, %1, %2, %3, %4 : vector<2x3xi32>, vector<3x2xi32>, vector<2x4xi32>, vector<16xi32>, vector<2x2xi32>
}

func.func @stored_tiles(%a: memref<2x5x6xf32>, %b: memref<5x6xf32>, %v: vector<2x3xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %a[%c0, %i, %j] : vector<2x3xf32>, memref<2x5x6xf32>
  vector.transfer_write %v, %a[%c0, %i, %j] {permutation_map = affine_map<(d0, d1, d2) -> (d0, d2)>} : vector<2x3xf32>, memref<2x5x6xf32>
  vector.transfer_write %v, %b[%i, %j] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x3xf32>, memref<5x6xf32>
  return
}

// The mask of a transfer has the array's order of dimensions.
func.func @masked(%a: memref<5x20xi32>, %b: memref<5x20xi32>, %m: vector<7xi1>, %n: vector<16xi1>, %o: vector<2x3xi1>, %i: index, %j: index) -> (vector<7xi32>, vector<16xi32>, vector<2x3xi32>, vector<3x2xi32>) {
  %p = arith.constant -1 : i32
  %0 = vector.transfer_read %a[%i, %j], %p, %m : memref<5x20xi32>, vector<7xi32>
  %1 = vector.transfer_read %a[%i, %j], %p, %n : memref<5x20xi32>, vector<16xi32>
  %2 = vector.transfer_read %a[%i, %j], %p, %o : memref<5x20xi32>, vector<2x3xi32>
  %3 = vector.transfer_read %a[%i, %j], %p, %o {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<5x20xi32>, vector<3x2xi32>
  vector.transfer_write %3, %b[%i, %j], %o {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<3x2xi32>, memref<5x20xi32>
  vector.transfer_write %1, %b[%i, %j], %n : vector<16xi32>, memref<5x20xi32>
  return %0, %1, %2, %3 : vector<7xi32>, vector<16xi32>, vector<2x3xi32>, vector<3x2xi32>
}

func.func @strided(%a: memref<4x6xi8>, %b: memref<i32>, %v: vector<3xi8>) -> (vector<3xi8>, vector<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 9 : i8
  %q = arith.constant 9 : i32
  %s = memref.subview %a[1, 1] [2, 2] [1, 2] : memref<4x6xi8> to memref<2x2xi8, strided<[6, 2], offset: 7>>
  %0 = vector.transfer_read %s[%c0, %c0], %p : memref<2x2xi8, strided<[6, 2], offset: 7>>, vector<3xi8>
  vector.transfer_write %v, %s[%c0, %c0] : vector<3xi8>, memref<2x2xi8, strided<[6, 2], offset: 7>>
  %1 = vector.transfer_read %b[], %q : memref<i32>, vector<i32>
  return %0, %1 : vector<3xi8>, vector<i32>
}

func.func @masks(%i: index, %j: index, %k: index) -> (vector<5xi1>, vector<40xi1>, vector<3x4xi1>, vector<2x1x3xi1>) {
  %0 = vector.create_mask %i : vector<5xi1>
  %1 = vector.create_mask %i : vector<40xi1>
  %2 = vector.create_mask %i, %j : vector<3x4xi1>
  %3 = vector.create_mask %i, %j, %k : vector<2x1x3xi1>
  return %0, %1, %2, %3 : vector<5xi1>, vector<40xi1>, vector<3x4xi1>, vector<2x1x3xi1>
}

func.func @accesses(%a: memref<30xi32>, %b: memref<30xi64>, %m: vector<5xi1>, %n: vector<20xi1>, %v: vector<5xi32>, %w: vector<20xi32>, %x: vector<5xi64>, %i: index) -> (vector<5xi32>, vector<20xi32>, vector<5xi64>) {
  %c1 = arith.constant 1 : index
  %0 = vector.maskedload %a[%i], %m, %v : memref<30xi32>, vector<5xi1>, vector<5xi32> into vector<5xi32>
  %1 = vector.maskedload %a[%c1], %n, %w : memref<30xi32>, vector<20xi1>, vector<20xi32> into vector<20xi32>
  %2 = vector.maskedload %b[%i], %m, %x : memref<30xi64>, vector<5xi1>, vector<5xi64> into vector<5xi64>
  vector.maskedstore %a[%c1], %n, %w : memref<30xi32>, vector<20xi1>, vector<20xi32>
  vector.maskedstore %a[%i], %m, %v : memref<30xi32>, vector<5xi1>, vector<5xi32>
  vector.maskedstore %b[%i], %m, %x : memref<30xi64>, vector<5xi1>, vector<5xi64>
  return %0, %1, %2 : vector<5xi32>, vector<20xi32>, vector<5xi64>
}
