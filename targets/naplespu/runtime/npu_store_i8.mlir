// The lanes that a mask enables to sixteen integers of 8 bits in a row in main memory.
//
// The hardware stores all lanes to main memory whatever the mask says
// (docs/reference/naplespu-isa.md, section 5.1); what the others belong to may be
// another thread's, so it is not written back.
func.func @__circ_npu_store_i8(%at: memref<16xi8>, %lanes: vector<16xi32>, %mask: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %bit = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  cf.br ^next(%zero, %mask : index, i32)
^next(%number: index, %rest: i32):
  %low = arith.andi %rest, %bit : i32
  %enabled = arith.cmpi ne, %low, %none : i32
  cf.cond_br %enabled, ^store, ^on
^store:
  %lane = vector.extract %lanes[%number] : i32 from vector<16xi32>
  %narrow = arith.trunci %lane : i32 to i8
  memref.store %narrow, %at[%number] : memref<16xi8>
  cf.br ^on
^on:
  %following = arith.addi %number, %one : index
  %others = arith.shrui %rest, %bit : i32
  %done = arith.cmpi eq, %others, %none : i32
  cf.cond_br %done, ^end, ^next(%following, %others : index, i32)
^end:
  func.return
}
