// Tensors and linalg: a product, a bias and a rectifier, then a sum of its rows.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0)>

func.func @layer(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>, %bias: tensor<5xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  %product = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x5xf32>) outs(%init : tensor<4x5xf32>) -> tensor<4x5xf32>
  %result = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%product, %bias : tensor<4x5xf32>, tensor<5xf32>) outs(%empty : tensor<4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<4x5xf32>
  return %result : tensor<4x5xf32>
}

func.func @weights(%a: tensor<3x4xi32>) -> tensor<3xi32> {
  %zero = arith.constant 0 : i32
  %w = arith.constant dense<[[1, -2, 3, -4], [5, -6, 7, -8], [9, -10, 11, -12]]> : tensor<3x4xi32>
  %empty = tensor.empty() : tensor<3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<3xi32>) -> tensor<3xi32>
  %sums = linalg.generic {indexing_maps = [#map, #map, #column], iterator_types = ["parallel", "reduction"]} ins(%a, %w : tensor<3x4xi32>, tensor<3x4xi32>) outs(%init : tensor<3xi32>) {
  ^bb0(%x: i32, %y: i32, %s: i32):
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<3xi32>
  return %sums : tensor<3xi32>
}

// A part of a tensor, written back.
func.func @middle(%a: tensor<6x6xi32>, %i: index) -> tensor<6x6xi32> {
  %part = tensor.extract_slice %a[%i, 1] [2, 3] [1, 1] : tensor<6x6xi32> to tensor<2x3xi32>
  %empty = tensor.empty() : tensor<2x3xi32>
  %double = linalg.add ins(%part, %part : tensor<2x3xi32>, tensor<2x3xi32>) outs(%empty : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = tensor.insert_slice %double into %a[%i, 2] [2, 3] [1, 1] : tensor<2x3xi32> into tensor<6x6xi32>
  return %r : tensor<6x6xi32>
}
