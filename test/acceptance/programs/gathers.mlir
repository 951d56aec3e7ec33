// Lanes from and to elements wherever they are in an array, under a mask.

func.func @looked_up(%t: memref<40xi32>, %i: index, %v: vector<16xi32>, %m: vector<16xi1>, %p: vector<16xi32>) -> vector<16xi32> {
  %0 = vector.gather %t[%i] [%v], %m, %p : memref<40xi32>, vector<16xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  return %0 : vector<16xi32>
}

// Of several lanes at one place the last one stays.
func.func @put(%t: memref<3x9xi16>, %i: index, %j: index, %v: vector<16xindex>, %m: vector<16xi1>, %x: vector<16xi16>) {
  vector.scatter %t[%i, %j] [%v], %m, %x : memref<3x9xi16>, vector<16xindex>, vector<16xi1>, vector<16xi16>
  return
}

// A column, and lanes of 8 bits that are signed.
func.func @column(%t: memref<16x3xf32>, %u: memref<200xi8>, %j: index, %v: vector<16xi32>, %w: vector<16xi8>, %k: index) -> (vector<16xf32>, vector<16xi8>) {
  %c0 = arith.constant 0 : index
  %m = vector.constant_mask [16] : vector<16xi1>
  %s = memref.subview %t[0, %j] [16, 1] [1, 1] : memref<16x3xf32> to memref<16xf32, strided<[3], offset: ?>>
  %p = arith.constant dense<0.0> : vector<16xf32>
  %q = arith.constant dense<0> : vector<16xi8>
  %0 = vector.gather %s[%c0] [%v], %m, %p : memref<16xf32, strided<[3], offset: ?>>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  %1 = vector.gather %u[%k] [%w], %m, %q : memref<200xi8>, vector<16xi8>, vector<16xi1>, vector<16xi8> into vector<16xi8>
  return %0, %1 : vector<16xf32>, vector<16xi8>
}

func.func @bits(%t: memref<30xi1>, %n: memref<30xindex>, %v: vector<16xi16>, %m: vector<16xi1>) -> (vector<16xi1>, vector<16xindex>) {
  %c1 = arith.constant 1 : index
  %ones = arith.constant dense<1> : vector<16xindex>
  %0 = vector.gather %t[%c1] [%v], %m, %m : memref<30xi1>, vector<16xi16>, vector<16xi1>, vector<16xi1> into vector<16xi1>
  %1 = vector.gather %n[%c1] [%v], %0, %ones : memref<30xindex>, vector<16xi16>, vector<16xi1>, vector<16xindex> into vector<16xindex>
  vector.scatter %t[%c1] [%v], %m, %0 : memref<30xi1>, vector<16xi16>, vector<16xi1>, vector<16xi1>
  vector.scatter %n[%c1] [%1], %m, %1 : memref<30xindex>, vector<16xindex>, vector<16xi1>, vector<16xindex>
  return %0, %1 : vector<16xi1>, vector<16xindex>
}

// Other shapes: a part of a vector, two parts, indices of 64 bits.
func.func @shapes(%t: memref<40xi32>, %i: index, %a: vector<2x3xi32>, %ma: vector<2x3xi1>, %pa: vector<2x3xi32>, %b: vector<19xi64>, %mb: vector<19xi1>, %pb: vector<19xi32>) -> (vector<2x3xi32>, vector<19xi32>) {
  %0 = vector.gather %t[%i] [%a], %ma, %pa : memref<40xi32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xi32> into vector<2x3xi32>
  %1 = vector.gather %t[%i] [%b], %mb, %pb : memref<40xi32>, vector<19xi64>, vector<19xi1>, vector<19xi32> into vector<19xi32>
  vector.scatter %t[%i] [%b], %mb, %pb : memref<40xi32>, vector<19xi64>, vector<19xi1>, vector<19xi32>
  return %0, %1 : vector<2x3xi32>, vector<19xi32>
}

// Lanes of 64 bits, by indices of 8, 64 and any number of bits.
func.func @wide(%t: memref<30xf64>, %i: index, %a: vector<16xi8>, %b: vector<5xi64>, %c: vector<5xindex>, %ma: vector<16xi1>, %mb: vector<5xi1>, %pa: vector<16xf64>, %pb: vector<5xf64>) -> (vector<16xf64>, vector<5xf64>) {
  %0 = vector.gather %t[%i] [%a], %ma, %pa : memref<30xf64>, vector<16xi8>, vector<16xi1>, vector<16xf64> into vector<16xf64>
  %1 = vector.gather %t[%i] [%b], %mb, %pb : memref<30xf64>, vector<5xi64>, vector<5xi1>, vector<5xf64> into vector<5xf64>
  vector.scatter %t[%i] [%c], %mb, %1 : memref<30xf64>, vector<5xindex>, vector<5xi1>, vector<5xf64>
  return %0, %1 : vector<16xf64>, vector<5xf64>
}

func.func @dynamic(%n: index, %v: vector<16xi32>) -> vector<16xi32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloca(%n) : memref<?xi32>
  %m = vector.create_mask %n : vector<16xi1>
  %none = arith.constant dense<-1> : vector<16xi32>
  vector.scatter %a[%c0] [%v], %m, %v : memref<?xi32>, vector<16xi32>, vector<16xi1>, vector<16xi32>
  %0 = vector.gather %a[%c0] [%v], %m, %none : memref<?xi32>, vector<16xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  return %0 : vector<16xi32>
}
