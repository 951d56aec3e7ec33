// RUN: circ-opt %s --allow-unregistered-dialect | filecheck %s

// What must not be refused. A module is a graph region: order does not matter.
// CHECK: "test.use"(%x)
"test.use"(%x) : (i32) -> ()
%x = "test.op"() : () -> i32

// CHECK: func.func @around
func.func @around(%c: i1, %x_1: i32) -> i32 {
  %y = arith.addi %x_1, %x_1 : i32
  scf.if %c {
    scf.if %c {
      %z = arith.addi %y, %x_1 : i32
    }
  }
  func.return %y : i32
}

// CHECK: func.func @blocks_out_of_order
func.func @blocks_out_of_order(%x_2: i32) -> i32 {
  cf.br ^first
^second:
  func.return %y_2 : i32
^first:
  %y_2 = arith.addi %x_2, %x_2 : i32
  cf.br ^second
}

// CHECK: func.func @loop
func.func @loop(%c_3: i1, %x_3: i32) {
  cf.br ^head(%x_3 : i32)
^head(%i: i32):
  %next = arith.addi %i, %x_3 : i32
  cf.cond_br %c_3, ^head(%next : i32), ^exit
^exit:
  "test.use"(%next) : (i32) -> ()
  func.return
}

// Nothing reaches the block, so that no path disproves its use.
// CHECK: func.func @unreachable
func.func @unreachable(%x_4: i32) {
  func.return
^nowhere:
  %a = arith.addi %b, %x_4 : i32
  %b = arith.addi %a, %x_4 : i32
  cf.br ^nowhere
}

// CHECK: func.func private @declaration
func.func private @declaration(i32) -> i32
