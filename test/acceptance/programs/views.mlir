// Parts of arrays: constant and variable offsets, strides, other shapes.

func.func private @total(%m: memref<2x3xi32, strided<[8, 2], offset: ?>>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %zero) -> (i32) {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> (i32) {
      %x = memref.load %m[%i, %j] : memref<2x3xi32, strided<[8, 2], offset: ?>>
      %y = arith.addi %b, %x : i32
      scf.yield %y : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

// Every second column from (i, j): read in place, passed on, written.
func.func @part(%m: memref<6x8xi32>, %i: index, %j: index) -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = memref.subview %m[%i, %j] [2, 3] [1, 2] : memref<6x8xi32> to memref<2x3xi32, strided<[8, 2], offset: ?>>
  %x = memref.load %v[%c1, %c2] : memref<2x3xi32, strided<[8, 2], offset: ?>>
  %s = func.call @total(%v) : (memref<2x3xi32, strided<[8, 2], offset: ?>>) -> i32
  memref.store %s, %v[%c1, %c1] : memref<2x3xi32, strided<[8, 2], offset: ?>>
  return %x, %s : i32, i32
}

// A part of a part, one dimension of which is dropped; and the row as a whole.
func.func @row(%m: memref<6x8xi16>, %k: index) -> (i16, i16) {
  %c1 = arith.constant 1 : index
  %a = memref.subview %m[1, 2] [4, 6] [1, 1] : memref<6x8xi16> to memref<4x6xi16, strided<[8, 1], offset: 10>>
  %b = memref.subview %a[%k, 1] [1, 4] [1, 1] : memref<4x6xi16, strided<[8, 1], offset: 10>> to memref<4xi16, strided<[1], offset: ?>>
  %x = memref.load %b[%c1] : memref<4xi16, strided<[1], offset: ?>>
  %c = memref.subview %a[2, 0] [1, 6] [1, 1] : memref<4x6xi16, strided<[8, 1], offset: 10>> to memref<6xi16, strided<[1], offset: 26>>
  %d = memref.cast %c : memref<6xi16, strided<[1], offset: 26>> to memref<6xi16, strided<[1], offset: ?>>
  memref.store %x, %d[%k] : memref<6xi16, strided<[1], offset: ?>>
  %y = memref.load %c[%c1] : memref<6xi16, strided<[1], offset: 26>>
  return %x, %y : i16, i16
}

// The same elements in other shapes.
func.func @shapes(%m: memref<4x6xi8>, %i: index) -> (i8, i8, i8) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %flat = memref.collapse_shape %m [[0, 1]] : memref<4x6xi8> into memref<24xi8>
  %x = memref.load %flat[%i] : memref<24xi8>
  %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xi8> into memref<2x3x4xi8>
  %y = memref.load %cube[%c1, %c2, %c1] : memref<2x3x4xi8>
  %part = memref.subview %m[1, 0] [2, 6] [1, 1] : memref<4x6xi8> to memref<2x6xi8, strided<[6, 1], offset: 6>>
  %line = memref.collapse_shape %part [[0, 1]] : memref<2x6xi8, strided<[6, 1], offset: 6>> into memref<12xi8, strided<[1], offset: 6>>
  memref.store %y, %line[%c2] : memref<12xi8, strided<[1], offset: 6>>
  %z = memref.load %m[%c1, %c2] : memref<4x6xi8>
  return %x, %y, %z : i8, i8, i8
}

// The diagonal, by another reading of the buffer; of a part it counts from the buffer.
func.func @diagonal(%m: memref<4x4xf32>, %i: index) -> (f32, f32, index) {
  %c1 = arith.constant 1 : index
  %d = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [5] : memref<4x4xf32> to memref<4xf32, strided<[5]>>
  %x = memref.load %d[%i] : memref<4xf32, strided<[5]>>
  %p = memref.subview %m[1, 1] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 5>>
  %e = memref.reinterpret_cast %p to offset: [%i], sizes: [3], strides: [4] : memref<2x2xf32, strided<[4, 1], offset: 5>> to memref<3xf32, strided<[4], offset: ?>>
  %y = memref.load %e[%c1] : memref<3xf32, strided<[4], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %p : memref<2x2xf32, strided<[4, 1], offset: 5>> -> memref<f32>, index, index, index, index, index
  %again = memref.reinterpret_cast %base to offset: [%offset], sizes: [2], strides: [4] : memref<f32> to memref<2xf32, strided<[4], offset: ?>>
  memref.store %x, %again[%c1] : memref<2xf32, strided<[4], offset: ?>>
  %s = arith.muli %sizes#0, %strides#0 : index
  %n = memref.dim %m, %c1 : memref<4x4xf32>
  %r = memref.rank %m : memref<4x4xf32>
  %t = arith.addi %s, %n : index
  %u = arith.addi %t, %r : index
  return %x, %y, %u : f32, f32, index
}

// A block from one array to another, transposed by its strides.
func.func @transpose(%a: memref<3x4xi32>, %b: memref<4x5xi32>) {
  %from = memref.subview %a[0, 1] [3, 2] [1, 1] : memref<3x4xi32> to memref<3x2xi32, strided<[4, 1], offset: 1>>
  %to = memref.reinterpret_cast %b to offset: [6], sizes: [3, 2], strides: [1, 5] : memref<4x5xi32> to memref<3x2xi32, strided<[1, 5], offset: 6>>
  memref.copy %from, %to : memref<3x2xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 5], offset: 6>>
  return
}

// Bytes as words of another shape, and where they are.
func.func @words(%m: memref<32xi8>, %k: index) -> (i32, index) {
  %c1 = arith.constant 1 : index
  %v = memref.view %m[%k][] : memref<32xi8> to memref<2x2xi32>
  %x = memref.load %v[%c1, %c1] : memref<2x2xi32>
  memref.store %x, %v[%c1, %c1] : memref<2x2xi32>
  %p = memref.extract_aligned_pointer_as_index %m : memref<32xi8> -> index
  %q = memref.extract_aligned_pointer_as_index %v : memref<2x2xi32> -> index
  %d = arith.subi %q, %p : index
  return %x, %d : i32, index
}
