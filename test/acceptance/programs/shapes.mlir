// Vectors of one shape as those of another, and constant masks of some lanes.

func.func @transposed(%v: vector<2x8xi32>, %i: index, %j: index) -> (vector<16xi32>, vector<4x4xi32>, i32, vector<2x8xi32>) {
  %0 = vector.shape_cast %v : vector<2x8xi32> to vector<16xi32>
  %1 = arith.addi %0, %0 : vector<16xi32>
  %2 = vector.shape_cast %1 : vector<16xi32> to vector<4x4xi32>
  %3 = vector.extract %2[%i, %j] : i32 from vector<4x4xi32>
  %4 = vector.shape_cast %0 : vector<16xi32> to vector<16xi32>
  %5 = vector.shape_cast %2 : vector<4x4xi32> to vector<2x8xi32>
  return %4, %2, %3, %5 : vector<16xi32>, vector<4x4xi32>, i32, vector<2x8xi32>
}

// Several vectors, the last of them in part; lanes of 64 bits; one lane.
func.func @parts(%v: vector<3x7xi16>, %w: vector<4x4xi64>, %x: vector<1x1xf32>) -> (vector<21xi16>, i16, vector<16xi64>, vector<2x8xi64>, vector<1xf32>) {
  %0 = vector.shape_cast %v : vector<3x7xi16> to vector<21xi16>
  %1 = vector.reduction <add>, %0 : vector<21xi16> into i16
  %2 = vector.shape_cast %w : vector<4x4xi64> to vector<16xi64>
  %3 = arith.addi %2, %2 : vector<16xi64>
  %4 = vector.shape_cast %3 : vector<16xi64> to vector<2x8xi64>
  %5 = vector.shape_cast %x : vector<1x1xf32> to vector<1xf32>
  return %0, %1, %2, %4, %5 : vector<21xi16>, i16, vector<16xi64>, vector<2x8xi64>, vector<1xf32>
}

func.func @boxes(%v: vector<4x7xi32>) -> (vector<2x3xi32>, vector<2x7xi32>, vector<4x7xi32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1, 4], sizes = [2, 3], strides = [1, 1]} : vector<4x7xi32> to vector<2x3xi32>
  %1 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4x7xi32> to vector<2x7xi32>
  %2 = vector.insert_strided_slice %0, %v {offsets = [2, 0], strides = [1, 1]} : vector<2x3xi32> into vector<4x7xi32>
  %3 = vector.shape_cast %0 : vector<2x3xi32> to vector<6xi32>
  %4 = vector.insert_strided_slice %3, %2 {offsets = [3, 1], strides = [1]} : vector<6xi32> into vector<4x7xi32>
  return %0, %1, %4 : vector<2x3xi32>, vector<2x7xi32>, vector<4x7xi32>
}

func.func @slices(%w: vector<16xi16>, %y: vector<16xi32>) -> (vector<5xi16>, vector<16xi16>, vector<16xi32>) {
  %0 = vector.extract_strided_slice %w {offsets = [11], sizes = [5], strides = [1]} : vector<16xi16> to vector<5xi16>
  %1 = vector.insert_strided_slice %0, %w {offsets = [2], strides = [1]} : vector<5xi16> into vector<16xi16>
  %2 = vector.extract_strided_slice %y {offsets = [0], sizes = [16], strides = [1]} : vector<16xi32> to vector<16xi32>
  %3 = arith.addi %2, %2 : vector<16xi32>
  %4 = vector.insert_strided_slice %3, %y {offsets = [0], strides = [1]} : vector<16xi32> into vector<16xi32>
  return %0, %1, %4 : vector<5xi16>, vector<16xi16>, vector<16xi32>
}

func.func @wide_slices(%x: vector<3x3xi64>) -> (vector<2x2xi64>, vector<3x3xi64>) {
  %0 = vector.extract_strided_slice %x {offsets = [1, 0], sizes = [2, 2], strides = [1, 1]} : vector<3x3xi64> to vector<2x2xi64>
  %1 = vector.insert_strided_slice %0, %x {offsets = [0, 1], strides = [1, 1]} : vector<2x2xi64> into vector<3x3xi64>
  return %0, %1 : vector<2x2xi64>, vector<3x3xi64>
}

func.func @masks(%v: vector<16xi32>, %w: vector<2x9xi32>, %x: memref<5xi32>) -> (vector<16xi32>, vector<2x9xi32>, vector<3x4x5xi1>, vector<16xi1>, vector<i1>, vector<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : vector<16xi32>
  %zeros = arith.constant dense<0> : vector<2x9xi32>
  %0 = vector.constant_mask [5] : vector<16xi1>
  %1 = vector.constant_mask [2, 3] : vector<2x9xi1>
  %2 = vector.constant_mask [2, 4, 1] : vector<3x4x5xi1>
  %3 = vector.constant_mask [0] : vector<16xi1>
  %4 = vector.constant_mask [1] : vector<i1>
  %5 = arith.select %0, %v, %zero : vector<16xi1>, vector<16xi32>
  %6 = arith.select %1, %w, %zeros : vector<2x9xi1>, vector<2x9xi32>
  %7 = vector.maskedload %x[%c0], %0, %v : memref<5xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  return %5, %6, %2, %3, %4, %7 : vector<16xi32>, vector<2x9xi32>, vector<3x4x5xi1>, vector<16xi1>, vector<i1>, vector<16xi32>
}
