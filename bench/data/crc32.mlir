// baseline_c/crc32.c: bit by bit, reflected polynomial 0xEDB88320.
func.func @crc32(%p: memref<128xi8>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %poly = arith.constant 0xEDB88320 : i32
  %end = arith.index_cast %n : i32 to index
  %crc = scf.for %i = %c0 to %end step %c1 iter_args(%c = %ones) -> (i32) {
    %byte = memref.load %p[%i] : memref<128xi8>
    %word = arith.extui %byte : i8 to i32
    %start = arith.xori %c, %word : i32
    %folded = scf.for %b = %c0 to %c8 step %c1 iter_args(%v = %start) -> (i32) {
      %bit = arith.andi %v, %one : i32
      %odd = arith.cmpi ne, %bit, %zero : i32
      %half = arith.shrui %v, %one : i32
      %next = scf.if %odd -> (i32) {
        %mixed = arith.xori %half, %poly : i32
        scf.yield %mixed : i32
      } else {
        scf.yield %half : i32
      }
      scf.yield %next : i32
    }
    scf.yield %folded : i32
  }
  %result = arith.xori %crc, %ones : i32
  return %result : i32
}
