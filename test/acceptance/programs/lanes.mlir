// Operations that move, combine and reduce lanes, with and without dimensions.

func.func @moved(%a: vector<2x3xi16>, %b: vector<2x3xi16>) -> (vector<3x2xi16>, vector<2x6xi16>, vector<3xi16>, vector<3xi16>, vector<6xi16>) {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xi16> to vector<3x2xi16>
  %1 = vector.interleave %a, %b : vector<2x3xi16> -> vector<2x6xi16>
  %2 = vector.shape_cast %a : vector<2x3xi16> to vector<6xi16>
  %3, %4 = vector.deinterleave %2 : vector<6xi16> -> vector<3xi16>
  %5 = vector.flat_transpose %2 {rows = 2 : i32, columns = 3 : i32} : vector<6xi16> -> vector<6xi16>
  return %0, %1, %3, %4, %5 : vector<3x2xi16>, vector<2x6xi16>, vector<3xi16>, vector<3xi16>, vector<6xi16>
}

func.func @built(%a: vector<2x3xi16>, %x: i16, %v: vector<17xi64>) -> (vector<3xi16>, vector<1xi64>, vector<4xindex>, vector<2x2xi16>, vector<34xi64>) {
  %0 = vector.splat %x : vector<3xi16>
  %1 = vector.extract %v[16] : i64 from vector<17xi64>
  %2 = vector.from_elements %1 : vector<1xi64>
  %3 = vector.step : vector<4xindex>
  %4 = vector.extract %a[0, 1] : i16 from vector<2x3xi16>
  %5 = vector.from_elements %x, %x, %4, %x : vector<2x2xi16>
  %6 = vector.interleave %v, %v : vector<17xi64> -> vector<34xi64>
  return %0, %2, %3, %5, %6 : vector<3xi16>, vector<1xi64>, vector<4xindex>, vector<2x2xi16>, vector<34xi64>
}

func.func @cube(%a: vector<2x3x4xi32>) -> (vector<4x2x3xi32>, vector<3xi32>, vector<2x4xi32>, i32) {
  %0 = vector.transpose %a, [2, 0, 1] : vector<2x3x4xi32> to vector<4x2x3xi32>
  %1 = arith.constant dense<[5, -6, 7]> : vector<3xi32>
  %2 = arith.constant dense<-100> : vector<2x4xi32>
  %3 = arith.constant 3 : i32
  %4 = vector.multi_reduction <add>, %a, %1 [0, 2] : vector<2x3x4xi32> to vector<3xi32>
  %5 = vector.multi_reduction <maxsi>, %a, %2 [1] : vector<2x3x4xi32> to vector<2x4xi32>
  %6 = vector.multi_reduction <mul>, %a, %3 [0, 1, 2] : vector<2x3x4xi32> to i32
  return %0, %4, %5, %6 : vector<4x2x3xi32>, vector<3xi32>, vector<2x4xi32>, i32
}

func.func @elements(%v: vector<5xf32>, %x: f32, %i: i8, %k: index, %z: vector<f32>) -> (f32, vector<5xf32>, f32, vector<f32>) {
  %0 = vector.extractelement %v[%i : i8] : vector<5xf32>
  %1 = vector.insertelement %x, %v[%k : index] : vector<5xf32>
  %2 = vector.extractelement %z[] : vector<f32>
  %3 = vector.insertelement %x, %z[] : vector<f32>
  return %0, %1, %2, %3 : f32, vector<5xf32>, f32, vector<f32>
}

#matmul = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#dot = {
  indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>],
  iterator_types = ["reduction"], kind = #vector.kind<maxsi>
}

func.func @contracted(%a: vector<3x5xf32>, %b: vector<5x2xf32>, %c: vector<3x2xf32>) -> (vector<3x2xf32>, vector<6xf32>) {
  %0 = vector.contract #matmul %a, %b, %c : vector<3x5xf32>, vector<5x2xf32> into vector<3x2xf32>
  %1 = vector.shape_cast %a : vector<3x5xf32> to vector<15xf32>
  %2 = vector.shape_cast %b : vector<5x2xf32> to vector<10xf32>
  %3 = vector.matrix_multiply %1, %2 {lhs_rows = 3 : i32, lhs_columns = 5 : i32, rhs_columns = 2 : i32} : (vector<15xf32>, vector<10xf32>) -> vector<6xf32>
  return %0, %3 : vector<3x2xf32>, vector<6xf32>
}

// The lanes are extended to the accumulator's type.
func.func @widened(%a: vector<16xi8>, %b: vector<16xi8>, %c: i32) -> i32 {
  %0 = vector.contract #dot %a, %b, %c : vector<16xi8>, vector<16xi8> into i32
  return %0 : i32
}

func.func @products(%a: vector<3xi32>, %b: vector<5xi32>, %c: vector<3x5xi32>, %x: i32, %f: vector<2xf32>, %g: vector<2x2xf32>) -> (vector<3x5xi32>, vector<3x5xi32>, vector<3xi32>, vector<2x2xf32>) {
  %0 = vector.outerproduct %a, %b : vector<3xi32>, vector<5xi32>
  %1 = vector.outerproduct %a, %b, %c {kind = #vector.kind<minui>} : vector<3xi32>, vector<5xi32>
  %2 = vector.outerproduct %a, %x, %a : vector<3xi32>, i32
  %3 = vector.outerproduct %f, %f, %g : vector<2xf32>, vector<2xf32>
  return %0, %1, %2, %3 : vector<3x5xi32>, vector<3x5xi32>, vector<3xi32>, vector<2x2xf32>
}

func.func @scans(%a: vector<2x3xi32>, %r: vector<2xi32>, %c: vector<3xi32>) -> (vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<3xi32>) {
  %0:2 = vector.scan <add>, %a, %r {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  %1:2 = vector.scan <mul>, %a, %c {inclusive = false, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>
  return %0#0, %0#1, %1#0, %1#1 : vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<3xi32>
}
