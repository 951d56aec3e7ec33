// Many barriers, each used several times: the threads pass a token around, one a barrier,
// and each adds what it saw; every thread prints where it is at the end.
memref.global "private" @token : memref<1xi32> = dense<1>

func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @print_i32(i32)

func.func @main(%rounds: index) -> i32 {
  %two = arith.constant 2 : i32
  %seven = arith.constant 7 : i32
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0 : i32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %token = memref.get_global @token : memref<1xi32>
  %seen = scf.for %i = %zero to %rounds step %one iter_args(%sum = %none) -> (i32) {
    %round = arith.index_cast %i : index to i32
    %turn = arith.andi %round, %seven : i32
    %mine = arith.cmpi eq, %turn, %thread : i32
    scf.if %mine {
      %old = memref.load %token[%zero] : memref<1xi32>
      %times = arith.muli %old, %three : i32
      %new = arith.addi %times, %thread : i32
      memref.store %new, %token[%zero] : memref<1xi32>
    }
    func.call @__builtin_npu_barrier(%round, %seven) : (i32, i32) -> ()
    %value = memref.load %token[%zero] : memref<1xi32>
    %more = arith.addi %sum, %value : i32
    func.call @__builtin_npu_barrier(%round, %seven) : (i32, i32) -> ()
    scf.yield %more : i32
  }
  func.call @print_i32(%thread) : (i32) -> ()
  return %seen : i32
}
