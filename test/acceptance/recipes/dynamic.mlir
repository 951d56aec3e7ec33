// A function of any shape: called with a known one, it is specialised where it is inlined.

func.func private @scale(%m: memref<?x?xi32>, %f: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xi32>
  %columns = memref.dim %m, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %x = memref.load %m[%i, %j] : memref<?x?xi32>
      %y = arith.muli %x, %f : i32
      memref.store %y, %m[%i, %j] : memref<?x?xi32>
    }
  }
  %size = arith.muli %rows, %columns : index
  return %size : index
}

func.func @scaled(%m: memref<3x5xi32>, %f: i32) -> index {
  %any = memref.cast %m : memref<3x5xi32> to memref<?x?xi32>
  %n = func.call @scale(%any, %f) : (memref<?x?xi32>, i32) -> index
  return %n : index
}
