// Vectors that are only partly in an array, or accessed under a mask.

func.func @scale(%x: memref<3x21xf32>, %y: memref<3x21xf32>, %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %padding = arith.constant -1.0 : f32
  %factor = vector.broadcast %a : f32 to vector<16xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %n step %c16 {
      %0 = vector.transfer_read %x[%i, %j], %padding : memref<3x21xf32>, vector<16xf32>
      %1 = arith.mulf %0, %factor : vector<16xf32>
      vector.transfer_write %1, %y[%i, %j] : vector<16xf32>, memref<3x21xf32>
    }
  }
  return
}

// What lies behind the end is the padding; the first element for all lanes.
func.func @sums(%x: memref<21xi32>, %i: index) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c18 = arith.constant 18 : index
  %p = arith.constant 100 : i32
  %0 = vector.transfer_read %x[%i], %p : memref<21xi32>, vector<16xi32>
  %1 = vector.transfer_read %x[%c18], %p : memref<21xi32>, vector<16xi32>
  %2 = vector.transfer_read %x[%c5], %p {in_bounds = [true]} : memref<21xi32>, vector<16xi32>
  %3 = vector.transfer_read %x[%c0], %p {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : memref<21xi32>, vector<16xi32>
  %4 = vector.reduction <add>, %0 : vector<16xi32> into i32
  %5 = vector.reduction <add>, %1 : vector<16xi32> into i32
  %6 = vector.reduction <add>, %2 : vector<16xi32> into i32
  %7 = vector.reduction <add>, %3 : vector<16xi32> into i32
  return %4, %5, %6, %7 : i32, i32, i32, i32
}

// Some lanes move from one array to another that has no room for more.
func.func @first(%x: memref<5xi16>, %y: memref<5xi16>, %n: index) -> i16 {
  %c0 = arith.constant 0 : index
  %other = arith.constant dense<7> : vector<16xi16>
  %mask = vector.create_mask %n : vector<16xi1>
  %0 = vector.maskedload %x[%c0], %mask, %other : memref<5xi16>, vector<16xi1>, vector<16xi16> into vector<16xi16>
  vector.maskedstore %y[%c0], %mask, %0 : memref<5xi16>, vector<16xi1>, vector<16xi16>
  %1 = vector.reduction <add>, %0 : vector<16xi16> into i16
  return %1 : i16
}

func.func @bits(%x: memref<18xi1>, %i: index) -> i1 {
  %true = arith.constant true
  %0 = vector.transfer_read %x[%i], %true : memref<18xi1>, vector<16xi1>
  %1 = vector.reduction <and>, %0 : vector<16xi1> into i1
  vector.transfer_write %0, %x[%i] : vector<16xi1>, memref<18xi1>
  return %1 : i1
}
