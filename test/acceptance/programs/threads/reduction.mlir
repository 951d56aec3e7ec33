// Eight threads add up a slice each; the sums meet in the scratchpad, in three steps
// with a barrier before each, and every thread returns what thread 0 has found.
memref.global "private" @sums : memref<8xi32, 68> = uninitialized

func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)

func.func @sum_of_slice(%a: memref<64xi32>, %first: index, %p: memref<8xi32, 68>,
                        %number: index) {
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %end = arith.addi %first, %eight : index
  %sum = scf.for %i = %first to %end step %one iter_args(%so_far = %zero) -> (i32) {
    %x = memref.load %a[%i] : memref<64xi32>
    %more = arith.addi %so_far, %x : i32
    scf.yield %more : i32
  }
  memref.store %sum, %p[%number] : memref<8xi32, 68>
  return
}

func.func @main(%a: memref<64xi32>, %total: memref<1xi32>) -> i32 {
  %two = arith.constant 2 : i32
  %others = arith.constant 7 : i32
  %id = arith.constant 42 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %eight = arith.constant 8 : index
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %number = arith.index_cast %thread : i32 to index
  %first = arith.muli %number, %eight : index
  %sums = memref.get_global @sums : memref<8xi32, 68>
  func.call @sum_of_slice(%a, %first, %sums, %number)
    : (memref<64xi32>, index, memref<8xi32, 68>, index) -> ()
  %half = scf.while (%distance = %four) : (index) -> index {
    %goes_on = arith.cmpi ne, %distance, %zero : index
    scf.condition(%goes_on) %distance : index
  } do {
  ^step(%distance: index):
    func.call @__builtin_npu_barrier(%id, %others) : (i32, i32) -> ()
    %adds = arith.cmpi ult, %number, %distance : index
    scf.if %adds {
      %other = arith.addi %number, %distance : index
      %x = memref.load %sums[%number] : memref<8xi32, 68>
      %y = memref.load %sums[%other] : memref<8xi32, 68>
      %z = arith.addi %x, %y : i32
      memref.store %z, %sums[%number] : memref<8xi32, 68>
    }
    %next = arith.shrui %distance, %one : index
    scf.yield %next : index
  }
  func.call @__builtin_npu_barrier(%id, %others) : (i32, i32) -> ()
  %result = memref.load %sums[%zero] : memref<8xi32, 68>
  %is_first = arith.cmpi eq, %number, %zero : index
  scf.if %is_first {
    memref.store %result, %total[%zero] : memref<1xi32>
  }
  return %result : i32
}
