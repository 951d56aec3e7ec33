// Rows of vectors of several dimensions: taken out and put in, at constant places and others.

func.func @taken(%v: vector<2x3x4xi32>, %i: index, %j: index) -> (vector<4xi32>, vector<3x4xi32>, vector<4xi32>, vector<3x4xi32>, vector<4xi32>) {
  %0 = vector.extract %v[1, 2] : vector<4xi32> from vector<2x3x4xi32>
  %1 = vector.extract %v[1] : vector<3x4xi32> from vector<2x3x4xi32>
  %2 = vector.extract %v[%i, %j] : vector<4xi32> from vector<2x3x4xi32>
  %3 = vector.extract %v[%i] : vector<3x4xi32> from vector<2x3x4xi32>
  %4 = vector.extract %v[%i, 1] : vector<4xi32> from vector<2x3x4xi32>
  return %0, %1, %2, %3, %4 : vector<4xi32>, vector<3x4xi32>, vector<4xi32>, vector<3x4xi32>, vector<4xi32>
}

func.func @put(%v: vector<2x3x4xi32>, %r: vector<4xi32>, %s: vector<3x4xi32>, %i: index, %j: index) -> (vector<2x3x4xi32>, vector<2x3x4xi32>) {
  %0 = vector.insert %r, %v[0, 2] : vector<4xi32> into vector<2x3x4xi32>
  %1 = vector.insert %s, %v[1] : vector<3x4xi32> into vector<2x3x4xi32>
  return %0, %1 : vector<2x3x4xi32>, vector<2x3x4xi32>
}

func.func @put_anywhere(%v: vector<2x3x4xi32>, %r: vector<4xi32>, %s: vector<3x4xi32>, %i: index, %j: index) -> (vector<2x3x4xi32>, vector<2x3x4xi32>) {
  %2 = vector.insert %r, %v[%i, %j] : vector<4xi32> into vector<2x3x4xi32>
  %3 = vector.insert %s, %v[%i] : vector<3x4xi32> into vector<2x3x4xi32>
  return %2, %3 : vector<2x3x4xi32>, vector<2x3x4xi32>
}

// Rows that are vectors of the machine, or several.
func.func @whole(%v: vector<3x16xf32>, %w: vector<2x2x16xi16>, %i: index) -> (vector<16xf32>, vector<16xf32>, vector<2x16xi16>, vector<16xi16>) {
  %0 = vector.extract %v[2] : vector<16xf32> from vector<3x16xf32>
  %1 = vector.insert %0, %v[%i] : vector<16xf32> into vector<3x16xf32>
  %2 = vector.extract %w[%i] : vector<2x16xi16> from vector<2x2x16xi16>
  %3 = vector.extract %2[1] : vector<16xi16> from vector<2x16xi16>
  %4 = vector.insert %2, %w[0] : vector<2x16xi16> into vector<2x2x16xi16>
  %5 = vector.extract %1[1] : vector<16xf32> from vector<3x16xf32>
  %6 = vector.extract %4[0] : vector<2x16xi16> from vector<2x2x16xi16>
  return %0, %5, %6, %3 : vector<16xf32>, vector<16xf32>, vector<2x16xi16>, vector<16xi16>
}

// Lanes of 64 bits are scalars; all of a vector is a row too.
func.func @wide(%v: vector<2x3xi64>, %u: vector<2x2xf64>, %x: vector<16xi32>, %i: index) -> (vector<3xi64>, vector<2x3xi64>, vector<2xf64>, vector<16xi32>, vector<2x3xi64>) {
  %0 = vector.extract %v[%i] : vector<3xi64> from vector<2x3xi64>
  %1 = vector.insert %0, %v[0] : vector<3xi64> into vector<2x3xi64>
  %2 = vector.extract %u[1] : vector<2xf64> from vector<2x2xf64>
  %3 = vector.extract %x[] : vector<16xi32> from vector<16xi32>
  %4 = arith.addi %3, %3 : vector<16xi32>
  %5 = vector.insert %4, %x[] : vector<16xi32> into vector<16xi32>
  %6 = vector.extract %v[] : vector<2x3xi64> from vector<2x3xi64>
  return %0, %1, %2, %5, %6 : vector<3xi64>, vector<2x3xi64>, vector<2xf64>, vector<16xi32>, vector<2x3xi64>
}

// Masks and indices.
func.func @narrow(%m: vector<3x5xi1>, %n: vector<2x3xindex>, %i: index) -> (vector<5xi1>, vector<3x5xi1>, vector<3xindex>) {
  %0 = vector.extract %m[%i] : vector<5xi1> from vector<3x5xi1>
  %1 = vector.insert %0, %m[0] : vector<5xi1> into vector<3x5xi1>
  %2 = vector.extract %n[1] : vector<3xindex> from vector<2x3xindex>
  return %0, %1, %2 : vector<5xi1>, vector<3x5xi1>, vector<3xindex>
}

// Stretched: dimensions of extent 1 and ones in front. Shuffled by rows.
func.func @stretched(%v: vector<3xi32>, %w: vector<2x1xi16>, %u: vector<2x1x3xi64>, %x: vector<i32>) -> (vector<4x3xi32>, vector<2x5xi16>, vector<2x2x3xi64>, vector<5xi32>) {
  %0 = vector.broadcast %v : vector<3xi32> to vector<4x3xi32>
  %1 = vector.broadcast %w : vector<2x1xi16> to vector<2x5xi16>
  %2 = vector.broadcast %u : vector<2x1x3xi64> to vector<2x2x3xi64>
  %3 = vector.broadcast %x : vector<i32> to vector<5xi32>
  return %0, %1, %2, %3 : vector<4x3xi32>, vector<2x5xi16>, vector<2x2x3xi64>, vector<5xi32>
}

func.func @shuffled(%v: vector<2x3xi32>, %w: vector<1x3xi32>, %x: vector<i32>, %y: vector<i32>) -> (vector<4x3xi32>, vector<3xi32>) {
  %0 = vector.shuffle %v, %w [2, 0, 1, 1] : vector<2x3xi32>, vector<1x3xi32>
  %1 = vector.shuffle %x, %y [1, 0, 1] : vector<i32>, vector<i32>
  return %0, %1 : vector<4x3xi32>, vector<3xi32>
}
