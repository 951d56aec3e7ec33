// RUN: circ-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{the width must be 8, 16, 32, but is 12}}
func.func private @width(!fixed.fixed<12, 4>)

// -----

// expected-error @below {{the bits after the point must be 0 to 8, but are 9}}
func.func private @fraction(!fixed.fixed<8, 9>)

// -----

func.func @constant() {
  // expected-error @below {{128 is out of range -128.0 ... 127.99609375 of !fixed.fixed<16, 8>}}
  %c = fixed.constant 128 : !fixed.fixed<16, 8>
  return
}

// -----

func.func @formats(%x: !fixed.fixed<16, 8>, %y: !fixed.fixed<16, 4>) {
  // expected-error @below {{'fixed.add'}}
  "fixed.add"(%x, %y) : (!fixed.fixed<16, 8>, !fixed.fixed<16, 4>) -> !fixed.fixed<16, 8>
  return
}

// -----

func.func @predicate(%x: !fixed.fixed<16, 8>) {
  // expected-error @below {{the predicate must be one of eq, ne, lt, le, gt, ge, but is ult}}
  %b = fixed.cmp "ult", %x, %x : !fixed.fixed<16, 8>
  return
}

// -----

func.func @conversion(%x: i64) {
  // expected-error @below {{a number must be fixed-point, i8, i16, i32, f32 or f64, but is i64}}
  %y = fixed.convert %x : i64 to !fixed.fixed<16, 8>
  return
}

// -----

func.func @no_fixed_point(%x: i32) {
  // expected-error @below {{one type must be a fixed-point type, but they are i32 and f32}}
  %y = fixed.convert %x : i32 to f32
  return
}

// -----

func.func @sizes(%x: memref<8x!fixed.fixed<16, 8>>, %h: memref<3x!fixed.fixed<16, 8>>) {
  // expected-error @below {{8 samples and 3 taps give 6 results, but the output has 8}}
  fixed.fir %x, %h, %x : memref<8x!fixed.fixed<16, 8>>, memref<3x!fixed.fixed<16, 8>>, memref<8x!fixed.fixed<16, 8>>
  return
}

// -----

func.func @wide(%x: memref<2x!fixed.fixed<32, 8>>, %h: memref<1x!fixed.fixed<32, 8>>) {
  // expected-error @below {{the numbers must be fixed-point of 8 or 16 bits, but are !fixed.fixed<32, 8>}}
  fixed.fir %x, %h, %x : memref<2x!fixed.fixed<32, 8>>, memref<1x!fixed.fixed<32, 8>>, memref<2x!fixed.fixed<32, 8>>
  return
}

// -----

func.func @region(%x: vector<4x!fixed.fixed<8, 4>>) {
  // expected-error @below {{the region must have arguments (!fixed.fixed<8, 4>), but has (i8)}}
  %y = fixed.map %x : vector<4x!fixed.fixed<8, 4>> to vector<4xi8> do {
  ^bb0(%a: i8):
    fixed.yield %a : i8
  }
  return
}

// -----

func.func @no_vectors() {
  // expected-error @below {{the operands, at least one, and the result must be of one shape}}
  %y = "fixed.map"() ({
    %c = fixed.constant 1 : !fixed.fixed<8, 4>
    fixed.yield %c : !fixed.fixed<8, 4>
  }) : () -> vector<4x!fixed.fixed<8, 4>>
  return
}
