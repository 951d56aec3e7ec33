// baseline_c/bubble_sort.c: 32 words in place.
func.func @bubble_sort(%a: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  scf.for %i = %c0 to %c31 step %c1 {
    %end = arith.subi %c31, %i : index
    scf.for %j = %c0 to %end step %c1 {
      %next = arith.addi %j, %c1 : index
      %x = memref.load %a[%j] : memref<32xi32>
      %y = memref.load %a[%next] : memref<32xi32>
      %swap = arith.cmpi sgt, %x, %y : i32
      scf.if %swap {
        memref.store %y, %a[%j] : memref<32xi32>
        memref.store %x, %a[%next] : memref<32xi32>
      }
    }
  }
  return
}
