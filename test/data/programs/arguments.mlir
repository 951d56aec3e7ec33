// More arguments than registers for them, of all types.
func.func @many(%a: i8, %b: i16, %c: i32, %d: f32, %e: i1, %f: index, %g: i8, %h: i32,
                %i: i32, %j: f32, %k: i16, %l: i32, %m: memref<3xi32>) -> (i32, f32) {
  %c2 = arith.constant 2 : index
  %a32 = arith.extsi %a : i8 to i32
  %b32 = arith.extui %b : i16 to i32
  %e32 = arith.extui %e : i1 to i32
  %f32 = arith.index_cast %f : index to i32
  %g32 = arith.extsi %g : i8 to i32
  %k32 = arith.extsi %k : i16 to i32
  %x = memref.load %m[%c2] : memref<3xi32>
  %s0 = arith.addi %a32, %b32 : i32
  %s1 = arith.muli %s0, %c : i32
  %s2 = arith.subi %s1, %e32 : i32
  %s3 = arith.xori %s2, %f32 : i32
  %s4 = arith.addi %s3, %g32 : i32
  %s5 = arith.muli %s4, %h : i32
  %s6 = arith.subi %s5, %i : i32
  %s7 = arith.addi %s6, %k32 : i32
  %s8 = arith.xori %s7, %l : i32
  %s9 = arith.addi %s8, %x : i32
  %q = arith.divf %d, %j : f32
  func.return %s9, %q : i32, f32
}

func.func @forward(%x: i32, %m: memref<3xi32>) -> (i32, f32) {
  %a = arith.constant -5 : i8
  %b = arith.constant 65535 : i16
  %d = arith.constant 1.5 : f32
  %e = arith.constant true
  %f = arith.constant 12 : index
  %j = arith.constant 0.1 : f32
  %r:2 = func.call @many(%a, %b, %x, %d, %e, %f, %a, %x, %x, %j, %b, %x, %m)
    : (i8, i16, i32, f32, i1, index, i8, i32, i32, f32, i16, i32, memref<3xi32>) -> (i32, f32)
  func.return %r#0, %r#1 : i32, f32
}
