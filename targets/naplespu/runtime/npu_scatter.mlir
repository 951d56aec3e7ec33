// The lanes that a mask enables to words of the scratchpad at addresses in a vector.
//
// The hardware has no such access (docs/reference/naplespu-isa.md, section 5.7). The
// addresses are multiples of four; %words is address 0.
func.func @__circ_npu_scatter(
  %words: memref<16384xi32, 68>, %places: vector<16xi32>, %lanes: vector<16xi32>, %mask: i32
) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %bit = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  cf.br ^next(%zero, %mask : index, i32)
^next(%number: index, %rest: i32):
  %low = arith.andi %rest, %bit : i32
  %enabled = arith.cmpi ne, %low, %none : i32
  cf.cond_br %enabled, ^access, ^on
^access:
  %place = vector.extract %places[%number] : i32 from vector<16xi32>
  %word = arith.shrui %place, %two : i32
  %index = arith.index_cast %word : i32 to index
  %lane = vector.extract %lanes[%number] : i32 from vector<16xi32>
  memref.store %lane, %words[%index] : memref<16384xi32, 68>
  cf.br ^on
^on:
  %following = arith.addi %number, %one : index
  %others = arith.shrui %rest, %bit : i32
  %done = arith.cmpi eq, %others, %none : i32
  cf.cond_br %done, ^end, ^next(%following, %others : index, i32)
^end:
  func.return
}
