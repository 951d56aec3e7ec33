// Sixteen words at the scratchpad addresses in a vector; 0 in lanes that are disabled.
//
// The hardware has no such access (docs/reference/naplespu-isa.md, section 5.7). The
// addresses are multiples of four; %words is address 0.
func.func @__circ_npu_gather(
  %words: memref<16384xi32, 68>, %places: vector<16xi32>, %mask: i32
) -> vector<16xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %bit = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %zeros = arith.constant dense<0> : vector<16xi32>
  cf.br ^next(%zero, %mask, %zeros : index, i32, vector<16xi32>)
^next(%number: index, %rest: i32, %found: vector<16xi32>):
  %low = arith.andi %rest, %bit : i32
  %enabled = arith.cmpi ne, %low, %none : i32
  cf.cond_br %enabled, ^access, ^on(%found : vector<16xi32>)
^access:
  %place = vector.extract %places[%number] : i32 from vector<16xi32>
  %word = arith.shrui %place, %two : i32
  %index = arith.index_cast %word : i32 to index
  %value = memref.load %words[%index] : memref<16384xi32, 68>
  %more = vector.insert %value, %found[%number] : i32 into vector<16xi32>
  cf.br ^on(%more : vector<16xi32>)
^on(%so_far: vector<16xi32>):
  %following = arith.addi %number, %one : index
  %others = arith.shrui %rest, %bit : i32
  %done = arith.cmpi eq, %others, %none : i32
  cf.cond_br %done, ^end, ^next(%following, %others, %so_far : index, i32, vector<16xi32>)
^end:
  func.return %so_far : vector<16xi32>
}
