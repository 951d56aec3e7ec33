// Casts to index without a sign, remainders of floats, and flags, which change nothing.

func.func @unsigned(%a: i8, %b: i16, %c: i32, %e: i1) -> (index, index, index, index) {
  %0 = arith.index_castui %a : i8 to index
  %1 = arith.index_castui %b : i16 to index
  %2 = arith.index_castui %c : i32 to index
  %3 = arith.index_castui %e : i1 to index
  return %0, %1, %2, %3 : index, index, index, index
}

func.func @narrowed(%d: index) -> (i8, i16, i32, i1) {
  %4 = arith.index_castui %d : index to i8
  %5 = arith.index_castui %d : index to i16
  %6 = arith.index_castui %d : index to i32
  %7 = arith.index_castui %d : index to i1
  return %4, %5, %6, %7 : i8, i16, i32, i1
}

func.func @remainder(%x: f32, %y: f32) -> f32 {
  %r = arith.remf %x, %y : f32
  return %r : f32
}

func.func @overflowing(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %a = arith.addi %x, %y overflow<nsw, nuw> : i32
  %b = arith.subi %x, %y overflow<nuw> : i32
  %c = arith.muli %x, %y overflow<nsw> : i32
  %d = arith.shli %x, %y overflow<nsw, nuw> : i32
  return %a, %b, %c, %d : i32, i32, i32, i32
}

// The product is rounded before the sum, whatever the flags allow.
func.func @fast(%x: f32, %y: f32, %z: f32) -> (f32, f32, i1) {
  %p = arith.mulf %x, %y fastmath<fast> : f32
  %s = arith.addf %p, %z fastmath<contract, reassoc> : f32
  %q = arith.divf %x, %y fastmath<arcp> : f32
  %c = arith.cmpf olt, %x, %z fastmath<nnan, ninf> : f32
  %n = arith.negf %q fastmath<nsz> : f32
  %m = arith.maximumf %s, %n fastmath<nnan> : f32
  return %m, %q, %c : f32, f32, i1
}
