// Consecutive elements of an array for the active lanes of a vector.

func.func @words(%a: memref<3x40xi32>, %b: memref<40xi32>, %i: index, %m: vector<17xi1>, %v: vector<17xi32>) -> vector<17xi32> {
  %c1 = arith.constant 1 : index
  %0 = vector.expandload %a[%c1, %i], %m, %v : memref<3x40xi32>, vector<17xi1>, vector<17xi32> into vector<17xi32>
  vector.compressstore %b[%i], %m, %v : memref<40xi32>, vector<17xi1>, vector<17xi32>
  return %0 : vector<17xi32>
}

// Lanes of 64 bits; nothing past the end is accessed.
func.func @wide(%a: memref<4xi64>, %m: vector<5xi1>, %v: vector<5xi64>) -> vector<5xi64> {
  %c1 = arith.constant 1 : index
  %0 = vector.expandload %a[%c1], %m, %v : memref<4xi64>, vector<5xi1>, vector<5xi64> into vector<5xi64>
  vector.compressstore %a[%c1], %m, %v : memref<4xi64>, vector<5xi1>, vector<5xi64>
  return %0 : vector<5xi64>
}
