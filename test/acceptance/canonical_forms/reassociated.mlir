// three_terms: (x + y) + z and x + (y + z)
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %r = arith.addi %a, %z : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %y, %z : i32
  %r = arith.addi %x, %a : i32
  return %r : i32
}
// -----
// three_factors: (x * y) * z and x * (y * z)
func.func @left(%x: i64, %y: i64, %z: i64) -> i64 {
  %a = arith.muli %x, %y : i64
  %r = arith.muli %a, %z : i64
  return %r : i64
}
func.func @right(%x: i64, %y: i64, %z: i64) -> i64 {
  %a = arith.muli %y, %z : i64
  %r = arith.muli %x, %a : i64
  return %r : i64
}
// -----
// four_terms: a chain and a tree of four terms
func.func @left(%x: i32, %y: i32, %z: i32, %w: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %z : i32
  %r = arith.addi %b, %w : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32, %w: i32) -> i32 {
  %a = arith.addi %x, %z : i32
  %b = arith.addi %y, %w : i32
  %r = arith.addi %a, %b : i32
  return %r : i32
}
// -----
// four_ands: a chain and a tree of masks
func.func @left(%x: i16, %y: i16, %z: i16, %w: i16) -> i16 {
  %a = arith.andi %x, %y : i16
  %b = arith.andi %a, %z : i16
  %r = arith.andi %b, %w : i16
  return %r : i16
}
func.func @right(%x: i16, %y: i16, %z: i16, %w: i16) -> i16 {
  %a = arith.andi %w, %z : i16
  %b = arith.andi %y, %x : i16
  %r = arith.andi %a, %b : i16
  return %r : i16
}
// -----
// three_ors: x | (y | z) in another order
func.func @left(%x: i8, %y: i8, %z: i8) -> i8 {
  %a = arith.ori %x, %y : i8
  %r = arith.ori %a, %z : i8
  return %r : i8
}
func.func @right(%x: i8, %y: i8, %z: i8) -> i8 {
  %a = arith.ori %z, %y : i8
  %r = arith.ori %x, %a : i8
  return %r : i8
}
// -----
// five_xors: five terms of an exclusive or
func.func @left(%x: i32, %y: i32, %z: i32, %w: i32, %v: i32) -> i32 {
  %a = arith.xori %x, %y : i32
  %b = arith.xori %a, %z : i32
  %c = arith.xori %b, %w : i32
  %r = arith.xori %c, %v : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32, %w: i32, %v: i32) -> i32 {
  %a = arith.xori %v, %w : i32
  %b = arith.xori %z, %y : i32
  %c = arith.xori %b, %a : i32
  %r = arith.xori %c, %x : i32
  return %r : i32
}
// -----
// constants_meet: constants of two places
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 5 : i32
  %a = arith.addi %x, %k0 : i32
  %k1 = arith.constant 7 : i32
  %b = arith.addi %y, %k1 : i32
  %r = arith.addi %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %k0 = arith.constant 12 : i32
  %r = arith.addi %a, %k0 : i32
  return %r : i32
}
// -----
// constant_factors_meet: constant factors of two places
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 5 : i32
  %a = arith.muli %x, %k0 : i32
  %k1 = arith.constant 7 : i32
  %b = arith.muli %y, %k1 : i32
  %r = arith.muli %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.muli %x, %y : i32
  %k0 = arith.constant 35 : i32
  %r = arith.muli %a, %k0 : i32
  return %r : i32
}
// -----
// masks_meet: constant masks of two places
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 255 : i32
  %a = arith.andi %x, %k0 : i32
  %k1 = arith.constant 60 : i32
  %b = arith.andi %y, %k1 : i32
  %r = arith.andi %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.andi %x, %y : i32
  %k0 = arith.constant 60 : i32
  %r = arith.andi %a, %k0 : i32
  return %r : i32
}
// -----
// constant_between: a constant in the middle
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %k0 = arith.constant 100 : i32
  %a = arith.addi %x, %k0 : i32
  %b = arith.addi %a, %y : i32
  %r = arith.addi %b, %z : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %z : i32
  %k0 = arith.constant 100 : i32
  %r = arith.addi %b, %k0 : i32
  return %r : i32
}
// -----
// shift_factor: a factor that is a shift
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 2 : i32
  %a = arith.shli %x, %k0 : i32
  %r = arith.muli %a, %y : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.muli %x, %y : i32
  %k0 = arith.constant 2 : i32
  %r = arith.shli %a, %k0 : i32
  return %r : i32
}
// -----
// difference: (x - y) + z and (x + z) - y
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.subi %x, %y : i32
  %r = arith.addi %a, %z : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %x, %z : i32
  %r = arith.subi %a, %y : i32
  return %r : i32
}
// -----
// difference_of_difference: x - (y - z) and (x + z) - y
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.subi %y, %z : i32
  %r = arith.subi %x, %a : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %x, %z : i32
  %r = arith.subi %a, %y : i32
  return %r : i32
}
// -----
// cancel: (x + y) - x
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %r = arith.subi %a, %x : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %r = arith.addi %y, %k0 : i32
  return %r : i32
}
// -----
// cancel_deep: ((x + y) + z) - y
func.func @left(%x: i64, %y: i64, %z: i64) -> i64 {
  %a = arith.addi %x, %y : i64
  %b = arith.addi %a, %z : i64
  %r = arith.subi %b, %y : i64
  return %r : i64
}
func.func @right(%x: i64, %y: i64, %z: i64) -> i64 {
  %r = arith.addi %x, %z : i64
  return %r : i64
}
// -----
// cancel_xor: (x ^ y) ^ x
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.xori %x, %y : i32
  %r = arith.xori %a, %x : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %r = arith.ori %y, %k0 : i32
  return %r : i32
}
// -----
// twice: x + x and 2 * x
func.func @left(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k0 = arith.constant 2 : i32
  %r = arith.muli %x, %k0 : i32
  return %r : i32
}
// -----
// thrice: x + x + x and 3 * x
func.func @left(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %r = arith.addi %a, %x : i32
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k0 = arith.constant 3 : i32
  %r = arith.muli %x, %k0 : i32
  return %r : i32
}
// -----
// factors: x * a + x * b
func.func @left(%x: i32, %a: i32, %b: i32) -> i32 {
  %p = arith.muli %x, %a : i32
  %q = arith.muli %x, %b : i32
  %r = arith.addi %p, %q : i32
  return %r : i32
}
func.func @right(%x: i32, %a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %r = arith.muli %x, %s : i32
  return %r : i32
}
// -----
// constant_factors: 5 * x + 3 * x
func.func @left(%x: i32) -> i32 {
  %k0 = arith.constant 5 : i32
  %p = arith.muli %x, %k0 : i32
  %k1 = arith.constant 3 : i32
  %q = arith.muli %x, %k1 : i32
  %r = arith.addi %p, %q : i32
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k0 = arith.constant 3 : i32
  %r = arith.shli %x, %k0 : i32
  return %r : i32
}
// -----
// strength: ((x + y) - x) * w + x * w
func.func @left(%x: i32, %y: i32, %w: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %d = arith.subi %s, %x : i32
  %m = arith.muli %d, %w : i32
  %n = arith.muli %x, %w : i32
  %r = arith.addi %m, %n : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %w: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %r = arith.muli %s, %w : i32
  return %r : i32
}
// -----
// negation: x - 0 - y + ... as one difference
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %n = arith.subi %k0, %y : i32
  %r = arith.addi %x, %n : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %r = arith.subi %x, %y : i32
  return %r : i32
}
// -----
// negated_product: (0 - x) * y
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %n = arith.subi %k0, %x : i32
  %r = arith.muli %n, %y : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %m = arith.muli %x, %y : i32
  %k0 = arith.constant 0 : i32
  %r = arith.subi %k0, %m : i32
  return %r : i32
}
// -----
// minus_one: x * -1
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant -1 : i32
  %n = arith.muli %x, %k0 : i32
  %r = arith.addi %n, %y : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %r = arith.subi %y, %x : i32
  return %r : i32
}
// -----
// complement: -1 - x
func.func @left(%x: i32) -> i32 {
  %k0 = arith.constant -1 : i32
  %r = arith.subi %k0, %x : i32
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k0 = arith.constant -1 : i32
  %r = arith.xori %x, %k0 : i32
  return %r : i32
}
// -----
// complement_sum: ~x + 1
func.func @left(%x: i64) -> i64 {
  %k0 = arith.constant -1 : i64
  %a = arith.xori %x, %k0 : i64
  %k1 = arith.constant 1 : i64
  %r = arith.addi %a, %k1 : i64
  return %r : i64
}
func.func @right(%x: i64) -> i64 {
  %k0 = arith.constant 0 : i64
  %r = arith.subi %k0, %x : i64
  return %r : i64
}
// -----
// xor_constants: constants of an exclusive or
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 12 : i32
  %a = arith.xori %x, %k0 : i32
  %k1 = arith.constant 10 : i32
  %b = arith.xori %y, %k1 : i32
  %r = arith.xori %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.xori %x, %y : i32
  %k0 = arith.constant 6 : i32
  %r = arith.xori %a, %k0 : i32
  return %r : i32
}
// -----
// and_same: (x & y) & x
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.andi %x, %y : i32
  %r = arith.andi %a, %x : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %r = arith.andi %x, %y : i32
  return %r : i32
}
// -----
// or_same: (x | y) | x
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.ori %x, %y : i32
  %r = arith.ori %a, %x : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %r = arith.ori %y, %x : i32
  return %r : i32
}
// -----
// absorb: x & (x | y)
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.ori %x, %y : i32
  %r = arith.andi %x, %a : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant -1 : i32
  %r = arith.andi %x, %k0 : i32
  return %r : i32
}
// -----
// absorb_or: x | (x & y)
func.func @left(%x: i32, %y: i32) -> i32 {
  %a = arith.andi %x, %y : i32
  %r = arith.ori %a, %x : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 0 : i32
  %r = arith.addi %x, %k0 : i32
  return %r : i32
}
// -----
// long_sum: a sum of eight terms
func.func @left(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32) -> i32 {
  %p = arith.addi %a, %b : i32
  %q = arith.addi %p, %c : i32
  %s = arith.addi %q, %d : i32
  %t = arith.addi %s, %e : i32
  %u = arith.addi %t, %f : i32
  %v = arith.addi %u, %g : i32
  %r = arith.addi %v, %h : i32
  return %r : i32
}
func.func @right(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32) -> i32 {
  %p = arith.addi %a, %b : i32
  %q = arith.addi %c, %d : i32
  %s = arith.addi %e, %f : i32
  %t = arith.addi %g, %h : i32
  %u = arith.addi %p, %q : i32
  %v = arith.addi %s, %t : i32
  %r = arith.addi %u, %v : i32
  return %r : i32
}
// -----
// vector_sum: lanes of a sum
func.func @left(%x: vector<16xi32>, %y: vector<16xi32>, %z: vector<16xi32>) -> vector<16xi32> {
  %a = arith.addi %x, %y : vector<16xi32>
  %r = arith.addi %a, %z : vector<16xi32>
  return %r : vector<16xi32>
}
func.func @right(%x: vector<16xi32>, %y: vector<16xi32>, %z: vector<16xi32>) -> vector<16xi32> {
  %a = arith.addi %y, %z : vector<16xi32>
  %r = arith.addi %x, %a : vector<16xi32>
  return %r : vector<16xi32>
}
// -----
// shift_of_sum: (x + 3) << 2 + ...
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 3 : i32
  %a = arith.addi %x, %k0 : i32
  %k1 = arith.constant 2 : i32
  %b = arith.shli %a, %k1 : i32
  %r = arith.addi %b, %y : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 2 : i32
  %a = arith.shli %x, %k0 : i32
  %b = arith.addi %a, %y : i32
  %k1 = arith.constant 12 : i32
  %r = arith.addi %b, %k1 : i32
  return %r : i32
}
// -----
// mask_twice: (x & 12) | (x & 3)
func.func @left(%x: i32) -> i32 {
  %k0 = arith.constant 12 : i32
  %a = arith.andi %x, %k0 : i32
  %k1 = arith.constant 3 : i32
  %b = arith.andi %x, %k1 : i32
  %r = arith.ori %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32) -> i32 {
  %k0 = arith.constant 15 : i32
  %r = arith.andi %x, %k0 : i32
  return %r : i32
}
// -----
// common_sum: two sums of which one holds the other
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %z : i32
  %c = arith.addi %y, %x : i32
  %r = arith.muli %b, %c : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %z, %y : i32
  %b = arith.addi %a, %x : i32
  %c = arith.addi %x, %y : i32
  %r = arith.muli %c, %b : i32
  return %r : i32
}
// -----
// difference_chain: x - y - z and x - (y + z)
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.subi %x, %y : i32
  %r = arith.subi %a, %z : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %y, %z : i32
  %r = arith.subi %x, %a : i32
  return %r : i32
}
// -----
// difference_constant: (10 - x) + y - 3
func.func @left(%x: i32, %y: i32) -> i32 {
  %k0 = arith.constant 10 : i32
  %a = arith.subi %k0, %x : i32
  %b = arith.addi %a, %y : i32
  %k1 = arith.constant 3 : i32
  %r = arith.subi %b, %k1 : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %a = arith.subi %y, %x : i32
  %k0 = arith.constant 7 : i32
  %r = arith.addi %a, %k0 : i32
  return %r : i32
}
// -----
// reduction_terms: a reduction of two terms in each iteration
func.func @left(%a: memref<32xi32>, %b: memref<32xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 32 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %u = memref.load %a[%i] : memref<32xi32>
    %v = memref.load %b[%i] : memref<32xi32>
    %t = arith.addi %s, %u : i32
    %w = arith.addi %t, %v : i32
    scf.yield %w : i32
  }
  return %r : i32
}
func.func @right(%a: memref<32xi32>, %b: memref<32xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 32 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %u = memref.load %a[%i] : memref<32xi32>
    %v = memref.load %b[%i] : memref<32xi32>
    %t = arith.addi %u, %v : i32
    %w = arith.addi %s, %t : i32
    scf.yield %w : i32
  }
  return %r : i32
}
// -----
// invariant_terms: invariants of a loop that meet
func.func @left(%a: memref<?xi32>, %n: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %a[%i] : memref<?xi32>
    %t = arith.addi %u, %x : i32
    %w = arith.addi %t, %y : i32
    memref.store %w, %a[%i] : memref<?xi32>
  }
  return
}
func.func @right(%a: memref<?xi32>, %n: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %xy = arith.addi %x, %y : i32
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %a[%i] : memref<?xi32>
    %w = arith.addi %u, %xy : i32
    memref.store %w, %a[%i] : memref<?xi32>
  }
  return
}
// -----
// index_terms: an index of several terms
func.func @left(%a: memref<4x5x6xi32>, %i: index, %j: index, %k: index) -> i32 {
  %v = memref.load %a[%i, %j, %k] : memref<4x5x6xi32>
  return %v : i32
}
func.func @right(%a: memref<4x5x6xi32>, %i: index, %j: index, %k: index) -> i32 {
  %v = memref.load %a[%i, %j, %k] : memref<4x5x6xi32>
  %z = arith.constant 0 : i32
  %w = arith.addi %v, %z : i32
  return %w : i32
}
// -----
// index_by_hand: an index of two dimensions computed by hand
func.func @left(%a: memref<60xi32>, %i: index, %j: index) -> i32 {
  %c6 = arith.constant 6 : index
  %c1 = arith.constant 1 : index
  %p = arith.muli %i, %c6 : index
  %q = arith.addi %p, %j : index
  %s = arith.addi %q, %c1 : index
  %v = memref.load %a[%s] : memref<60xi32>
  return %v : i32
}
func.func @right(%a: memref<60xi32>, %i: index, %j: index) -> i32 {
  %c6 = arith.constant 6 : index
  %c1 = arith.constant 1 : index
  %p = arith.addi %j, %c1 : index
  %q = arith.muli %i, %c6 : index
  %s = arith.addi %p, %q : index
  %v = memref.load %a[%s] : memref<60xi32>
  return %v : i32
}
// -----
// distributed_index: 6 * (i + 1) and 6 * i + 6
func.func @left(%a: memref<60xi32>, %i: index) -> i32 {
  %c6 = arith.constant 6 : index
  %c1 = arith.constant 1 : index
  %p = arith.addi %i, %c1 : index
  %q = arith.muli %p, %c6 : index
  %v = memref.load %a[%q] : memref<60xi32>
  return %v : i32
}
func.func @right(%a: memref<60xi32>, %i: index) -> i32 {
  %c6 = arith.constant 6 : index
  %p = arith.muli %i, %c6 : index
  %q = arith.addi %p, %c6 : index
  %v = memref.load %a[%q] : memref<60xi32>
  return %v : i32
}
// -----
// across_calls: terms that calls give
func.func private @g(i32) -> i32
func.func @left(%x: i32) -> i32 {
  %a = func.call @g(%x) : (i32) -> i32
  %b = func.call @g(%a) : (i32) -> i32
  %c = arith.addi %a, %x : i32
  %d = arith.addi %c, %b : i32
  return %d : i32
}
func.func @right(%x: i32) -> i32 {
  %a = func.call @g(%x) : (i32) -> i32
  %b = func.call @g(%a) : (i32) -> i32
  %c = arith.addi %a, %b : i32
  %d = arith.addi %x, %c : i32
  return %d : i32
}
// -----
// and_of_conditions: three conditions
func.func @left(%x: i32, %y: i32, %z: i32) -> i1 {
  %a = arith.cmpi slt, %x, %y : i32
  %b = arith.cmpi slt, %y, %z : i32
  %c = arith.cmpi ne, %x, %z : i32
  %d = arith.andi %a, %b : i1
  %e = arith.andi %d, %c : i1
  return %e : i1
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i1 {
  %a = arith.cmpi slt, %x, %y : i32
  %b = arith.cmpi slt, %y, %z : i32
  %c = arith.cmpi ne, %x, %z : i32
  %d = arith.andi %b, %c : i1
  %e = arith.andi %a, %d : i1
  return %e : i1
}
// -----
// sum_compared: a sum that is compared with a sum
func.func @left(%x: i32, %y: i32, %z: i32) -> i1 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %z : i32
  %c = arith.cmpi eq, %b, %x : i32
  return %c : i1
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i1 {
  %a = arith.addi %y, %z : i32
  %b = arith.addi %x, %a : i32
  %c = arith.cmpi eq, %x, %b : i32
  return %c : i1
}
// -----
// maximum: maxima of three
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.maxsi %x, %y : i32
  %b = arith.maxsi %a, %z : i32
  return %b : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.maxsi %y, %x : i32
  %b = arith.maxsi %z, %a : i32
  return %b : i32
}
// -----
// bytes_of_five: five terms of i8
func.func @left(%a: i8, %b: i8, %c: i8, %d: i8, %e: i8) -> i8 {
  %0 = arith.addi %a, %b : i8
  %1 = arith.addi %0, %c : i8
  %2 = arith.addi %1, %d : i8
  %3 = arith.addi %2, %e : i8
  return %3 : i8
}
func.func @right(%a: i8, %b: i8, %c: i8, %d: i8, %e: i8) -> i8 {
  %0 = arith.addi %e, %d : i8
  %1 = arith.addi %c, %b : i8
  %2 = arith.addi %0, %1 : i8
  %3 = arith.addi %2, %a : i8
  return %3 : i8
}
// -----
// long_products: products of i64
func.func @left(%a: i64, %b: i64, %c: i64, %d: i64) -> i64 {
  %0 = arith.muli %a, %b : i64
  %1 = arith.muli %0, %c : i64
  %2 = arith.muli %1, %d : i64
  return %2 : i64
}
func.func @right(%a: i64, %b: i64, %c: i64, %d: i64) -> i64 {
  %0 = arith.muli %a, %d : i64
  %1 = arith.muli %c, %b : i64
  %2 = arith.muli %0, %1 : i64
  return %2 : i64
}
// -----
// vector_sum_again: sums of vectors
func.func @left(%a: vector<16xi32>, %b: vector<16xi32>, %c: vector<16xi32>) -> vector<16xi32> {
  %0 = arith.addi %a, %b : vector<16xi32>
  %1 = arith.addi %0, %c : vector<16xi32>
  return %1 : vector<16xi32>
}
func.func @right(%a: vector<16xi32>, %b: vector<16xi32>, %c: vector<16xi32>) -> vector<16xi32> {
  %0 = arith.addi %b, %c : vector<16xi32>
  %1 = arith.addi %a, %0 : vector<16xi32>
  return %1 : vector<16xi32>
}
// -----
// factored: a common factor
func.func @left(%a: i32, %b: i32, %c: i32) -> i32 {
  %0 = arith.muli %a, %c : i32
  %1 = arith.muli %b, %c : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @right(%a: i32, %b: i32, %c: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %c : i32
  return %1 : i32
}
// -----
// address: indices of an element
func.func @left(%m: memref<8x8xi32>, %i: index, %j: index) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = arith.addi %i, %c1 : index
  %l = arith.addi %k, %c2 : index
  %v = memref.load %m[%l, %j] : memref<8x8xi32>
  return %v : i32
}
func.func @right(%m: memref<8x8xi32>, %i: index, %j: index) -> i32 {
  %c3 = arith.constant 3 : index
  %l = arith.addi %c3, %i : index
  %v = memref.load %m[%l, %j] : memref<8x8xi32>
  return %v : i32
}
// -----
// loop_sum: terms in a loop
func.func @left(%a: memref<64xi32>, %x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.addi %v, %x : i32
    %q = arith.addi %p, %y : i32
    %t = arith.xori %s, %q : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<64xi32>, %x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %p = arith.addi %x, %y : i32
    %q = arith.addi %p, %v : i32
    %t = arith.xori %s, %q : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// polynomial_terms: x*x + y + x*x + z, in two orders
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %p = arith.muli %x, %x : i32
  %s = arith.addi %p, %y : i32
  %t = arith.addi %p, %z : i32
  %r = arith.addi %s, %t : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %p = arith.muli %x, %x : i32
  %s = arith.addi %y, %z : i32
  %t = arith.addi %p, %p : i32
  %r = arith.addi %t, %s : i32
  return %r : i32
}
// -----
// sum_with_offsets: constants that a loop adds to each term
func.func @left(%a: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %z = arith.constant 0 : i32
  %k3 = arith.constant 3 : i32
  %k4 = arith.constant 4 : i32
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<100xi32>
    %p = arith.addi %v, %k3 : i32
    %q = arith.addi %s, %k4 : i32
    %t = arith.addi %q, %p : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func @right(%a: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %z = arith.constant 0 : i32
  %k7 = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<100xi32>
    %p = arith.addi %s, %v : i32
    %t = arith.addi %p, %k7 : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// -----
// three_dimensions: a flat index from three coordinates
func.func @left(%a: memref<4096xi32>, %i: index, %j: index, %k: index) -> i32 {
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %p = arith.muli %i, %c256 : index
  %q = arith.muli %j, %c16 : index
  %s = arith.addi %p, %q : index
  %t = arith.addi %s, %k : index
  %v = memref.load %a[%t] : memref<4096xi32>
  return %v : i32
}
func.func @right(%a: memref<4096xi32>, %i: index, %j: index, %k: index) -> i32 {
  %c16 = arith.constant 16 : index
  %p = arith.muli %i, %c16 : index
  %q = arith.addi %p, %j : index
  %s = arith.muli %q, %c16 : index
  %t = arith.addi %s, %k : index
  %v = memref.load %a[%t] : memref<4096xi32>
  return %v : i32
}
// -----
// mean_of_four: a tree and a chain before a shift
func.func @left(%a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
  %k2 = arith.constant 2 : i32
  %s = arith.addi %a, %b : i32
  %t = arith.addi %c, %d : i32
  %u = arith.addi %s, %t : i32
  %r = arith.shrsi %u, %k2 : i32
  return %r : i32
}
func.func @right(%a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
  %k2 = arith.constant 2 : i32
  %s = arith.addi %d, %a : i32
  %t = arith.addi %s, %c : i32
  %u = arith.addi %t, %b : i32
  %r = arith.shrsi %u, %k2 : i32
  return %r : i32
}
// -----
// flags: a chain of masks and one mask of all
func.func @left(%x: i32, %y: i32) -> i32 {
  %k1 = arith.constant 240 : i32
  %k2 = arith.constant 252 : i32
  %a = arith.andi %x, %k1 : i32
  %b = arith.andi %a, %y : i32
  %c = arith.andi %b, %k2 : i32
  return %c : i32
}
func.func @right(%x: i32, %y: i32) -> i32 {
  %k = arith.constant 240 : i32
  %a = arith.andi %y, %x : i32
  %b = arith.andi %a, %k : i32
  return %b : i32
}
// -----
// mask_of_masks: masks in two orders, with shifts
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %m1 = arith.constant 65280 : i32
  %m2 = arith.constant 4080 : i32
  %a = arith.andi %x, %m1 : i32
  %b = arith.andi %a, %y : i32
  %r = arith.andi %b, %m2 : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %m = arith.constant 3840 : i32
  %a = arith.andi %y, %x : i32
  %r = arith.andi %a, %m : i32
  return %r : i32
}
// -----
// factored_variable: x*z + y*z against (x + y)*z
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.muli %x, %z : i32
  %b = arith.muli %y, %z : i32
  %r = arith.addi %a, %b : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %r = arith.muli %s, %z : i32
  return %r : i32
}
// -----
// sum_minus_terms: terms that cancel
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %z : i32
  %c = arith.subi %b, %x : i32
  %r = arith.subi %c, %z : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %r = arith.addi %y, %y : i32
  %o = arith.subi %r, %y : i32
  return %o : i32
}
// -----
// shift_of_two_terms: a shifted sum and a sum of shifted values
func.func @left(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 3 : i32
  %s = arith.addi %x, %y : i32
  %r = arith.shli %s, %k : i32
  return %r : i32
}
func.func @right(%x: i32, %y: i32, %z: i32) -> i32 {
  %k = arith.constant 3 : i32
  %a = arith.shli %y, %k : i32
  %b = arith.shli %x, %k : i32
  %r = arith.addi %b, %a : i32
  return %r : i32
}

// -----
// index_sum: a term twice in a sum
func.func @left(%i: i32, %j: i32, %k: i32, %p: memref<?xi32>) -> i32 {
  %k7 = arith.constant 7 : i32
  %k10 = arith.constant 10 : i32
  %a = arith.muli %i, %k10 : i32
  %b = arith.addi %a, %j : i32
  %c = arith.addi %b, %k7 : i32
  %d = arith.addi %c, %a : i32
  return %d : i32
}
func.func @right(%i: i32, %j: i32, %k: i32, %p: memref<?xi32>) -> i32 {
  %k7 = arith.constant 7 : i32
  %k20 = arith.constant 20 : i32
  %x = arith.addi %j, %k7 : i32
  %a = arith.muli %k20, %i : i32
  %d = arith.addi %a, %x : i32
  return %d : i32
}

// -----
// xor_chain: a value that is there twice
func.func @left(%i: i32, %j: i32, %k: i32) -> i32 {
  %a = arith.xori %i, %j : i32
  %b = arith.xori %a, %k : i32
  %c = arith.xori %b, %i : i32
  %d = arith.ori %c, %k : i32
  return %d : i32
}
func.func @right(%i: i32, %j: i32, %k: i32) -> i32 {
  %a = arith.xori %k, %j : i32
  %d = arith.ori %k, %a : i32
  return %d : i32
}

// -----
// product: a product of two constants and two values
func.func @left(%i: i32, %j: i32, %k: i32) -> i32 {
  %k7 = arith.constant 7 : i32
  %k10 = arith.constant 10 : i32
  %a = arith.muli %i, %k7 : i32
  %b = arith.muli %a, %j : i32
  %c = arith.muli %k10, %b : i32
  return %c : i32
}
func.func @right(%i: i32, %j: i32, %k: i32) -> i32 {
  %k70 = arith.constant 70 : i32
  %b = arith.muli %j, %i : i32
  %c = arith.muli %k70, %b : i32
  return %c : i32
}
