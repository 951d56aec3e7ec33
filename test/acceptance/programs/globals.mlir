// Arrays of the module: every element type, constant and not, with and without values.

memref.global "private" constant @bits : memref<4xi1> = dense<[true, false, false, true]>
memref.global "private" constant @bytes : memref<5xi8> = dense<[-128, -1, 0, 1, 127]>
memref.global "private" constant @halves : memref<2x2xi16> = dense<[[-32768, -2], [3, 32767]]>
memref.global "private" constant @words : memref<3xi32> = dense<[-2147483648, 7, 2147483647]> {alignment = 64 : i64}
memref.global "private" constant @indices : memref<3xindex> = dense<[2, 0, 1]>
memref.global "private" constant @floats : memref<4xf32> = dense<[-1.5, 0.1, 0x7F800000, 1.0e-40]>
memref.global "private" constant @hex : memref<2xi32> = dense<"0x0100000000000080">
memref.global "private" constant @splat : memref<2x3xi8> = dense<9>
memref.global "private" constant @scalar : memref<i32> = dense<-77>
memref.global @counter : memref<i32> = dense<5>
memref.global "private" @history : memref<4xi32> = uninitialized
memref.global "private" @table : memref<4xi32> = dense<[1, 20, 300, 4000]>

func.func @read(%i: index) -> (i1, i8, i16, i32, index, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bits = memref.get_global @bits : memref<4xi1>
  %bytes = memref.get_global @bytes : memref<5xi8>
  %halves = memref.get_global @halves : memref<2x2xi16>
  %words = memref.get_global @words : memref<3xi32>
  %indices = memref.get_global @indices : memref<3xindex>
  %floats = memref.get_global @floats : memref<4xf32>
  %0 = memref.load %bits[%i] : memref<4xi1>
  %1 = memref.load %bytes[%i] : memref<5xi8>
  %row = arith.andi %i, %c1 : index
  %2 = memref.load %halves[%row, %c1] : memref<2x2xi16>
  %3 = memref.load %words[%i] : memref<3xi32>
  %4 = memref.load %indices[%i] : memref<3xindex>
  %5 = memref.load %floats[%i] : memref<4xf32>
  return %0, %1, %2, %3, %4, %5 : i1, i8, i16, i32, index, f32
}

func.func @forms(%i: index) -> (i32, i8, i32) {
  %c1 = arith.constant 1 : index
  %hex = memref.get_global @hex : memref<2xi32>
  %splat = memref.get_global @splat : memref<2x3xi8>
  %scalar = memref.get_global @scalar : memref<i32>
  %row = arith.andi %i, %c1 : index
  %6 = memref.load %hex[%row] : memref<2xi32>
  %7 = memref.load %splat[%row, %i] : memref<2x3xi8>
  %8 = memref.load %scalar[] : memref<i32>
  return %6, %7, %8 : i32, i8, i32
}

// Counts its calls in memory, and remembers what it was called with.
func.func private @count(%x: i32) -> i32 {
  %counter = memref.get_global @counter : memref<i32>
  %history = memref.get_global @history : memref<4xi32>
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %n = memref.load %counter[] : memref<i32>
  %next = arith.addi %n, %one : i32
  memref.store %next, %counter[] : memref<i32>
  %low = arith.andi %n, %three : i32
  %place = arith.index_cast %low : i32 to index
  %before = memref.load %history[%place] : memref<4xi32>
  %sum = arith.addi %before, %x : i32
  memref.store %sum, %history[%place] : memref<4xi32>
  return %n : i32
}

func.func @state(%x: i32, %times: index, %out: memref<4xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %last = scf.for %i = %c0 to %times step %c1 iter_args(%n = %zero) -> (i32) {
    %k = arith.index_cast %i : index to i32
    %y = arith.addi %x, %k : i32
    %m = func.call @count(%y) : (i32) -> i32
    scf.yield %m : i32
  }
  %history = memref.get_global @history : memref<4xi32>
  memref.copy %history, %out : memref<4xi32> to memref<4xi32>
  %counter = memref.get_global @counter : memref<i32>
  %n = memref.load %counter[] : memref<i32>
  return %last, %n : i32, i32
}

// A global that is passed on, written by what is called, and read again.
func.func private @bump(%m: memref<4xi32>, %i: index) {
  %one = arith.constant 1 : i32
  %x = memref.load %m[%i] : memref<4xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %m[%i] : memref<4xi32>
  return
}

func.func @passed(%i: index) -> (i32, i32) {
  %table = memref.get_global @table : memref<4xi32>
  %before = memref.load %table[%i] : memref<4xi32>
  func.call @bump(%table, %i) : (memref<4xi32>, index) -> ()
  %after = memref.load %table[%i] : memref<4xi32>
  return %before, %after : i32, i32
}
