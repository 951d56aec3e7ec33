// Sparse switches.
func.func @sparse(%x: i32, %y: i32) -> i32 {
  %one = arith.constant 1 : i32
  cf.switch %x : i32, [
    default: ^join(%x : i32),
    -7: ^join(%y : i32),
    0: ^double,
    1000: ^join(%one : i32),
    2147483647: ^double,
    123456: ^deep(%y, %one : i32, i32)
  ]
^double:
  %d = arith.addi %y, %y : i32
  cf.br ^join(%d : i32)
^deep(%p: i32, %q: i32):
  %e = arith.subi %p, %q : i32
  cf.br ^join(%e : i32)
^join(%r: i32):
  func.return %r : i32
}

func.func @index_switch(%x: index, %a: i32, %b: f32) -> (i32, f32) {
  %r:2 = scf.index_switch %x -> i32, f32
  case 2 {
    %s = arith.addi %a, %a : i32
    scf.yield %s, %b : i32, f32
  }
  case 50000 {
    %n = arith.negf %b : f32
    scf.yield %a, %n : i32, f32
  }
  case -3 {
    %z = arith.constant 0 : i32
    scf.yield %z, %b : i32, f32
  }
  default {
    %m = arith.constant -1 : i32
    %t = arith.addf %b, %b : f32
    scf.yield %m, %t : i32, f32
  }
  func.return %r#0, %r#1 : i32, f32
}

// A switch that only touches memory in one of its regions.
func.func @store_case(%x: index, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant 77 : i32
  %before = memref.load %m[%c0] : memref<4xi32>
  scf.index_switch %x
  case 1 {
    memref.store %v, %m[%c0] : memref<4xi32>
    scf.yield
  }
  case 2 {
    %w = memref.load %m[%c3] : memref<4xi32>
    memref.store %w, %m[%c0] : memref<4xi32>
    scf.yield
  }
  default {
    scf.yield
  }
  %after = memref.load %m[%c0] : memref<4xi32>
  %d = arith.subi %after, %before : i32
  func.return %d : i32
}
