// RUN: circ-opt %s --split-input-file -p convert-func-to-circuit | filecheck %s

// Loads behind one store are not ordered; the next store goes behind both. Constants of
// indices come last in an address.

// CHECK:       circuit.func @accesses(!circuit.arch, !circuit.arch) -> i32 attributes {circ.signature = (memref<4x8xi32>, index) -> i32} {
// CHECK-NEXT:    circuit.circuit_root
// CHECK-NEXT:    %0 = circuit.state_entry
// CHECK-NEXT:    %1 = circuit.depend_entry
// CHECK-NEXT:    circuit.return_list
// CHECK-NEXT:    circuit.throw_list
// CHECK-NEXT:    circuit.constant_list
// CHECK-NEXT:    circuit.alloca_list
// CHECK-NEXT:    circuit.arg_list
// CHECK-NEXT:    %m = circuit.arg 0 : !circuit.arch
// CHECK-NEXT:    %i = circuit.arg 1 : !circuit.arch
// CHECK-NEXT:    %c3 = circuit.constant 3 : !circuit.arch
// CHECK-NEXT:    %2 = circuit.constant 32 : !circuit.arch
// CHECK-NEXT:    %3 = circuit.mul %i, %2 : !circuit.arch
// CHECK-NEXT:    %4 = circuit.add %m, %3 : !circuit.arch
// CHECK-NEXT:    %5 = circuit.constant 12 : !circuit.arch
// CHECK-NEXT:    %6 = circuit.add %4, %5 : !circuit.arch
// CHECK-NEXT:    %7, %x = circuit.load %1, %6 memory <4> : i32
// CHECK-NEXT:    %8 = circuit.constant 4 : !circuit.arch
// CHECK-NEXT:    %9 = circuit.mul %i, %8 : !circuit.arch
// CHECK-NEXT:    %10 = circuit.add %m, %9 : !circuit.arch
// CHECK-NEXT:    %11 = circuit.constant 96 : !circuit.arch
// CHECK-NEXT:    %12 = circuit.add %10, %11 : !circuit.arch
// CHECK-NEXT:    %13, %y = circuit.load %1, %12 memory <4> : i32
// CHECK-NEXT:    %14 = circuit.constant 108 : !circuit.arch
// CHECK-NEXT:    %15 = circuit.add %m, %14 : !circuit.arch
// CHECK-NEXT:    %16 = circuit.depend_and %7, %13
// CHECK-NEXT:    %17 = circuit.store %16, %x, %15 memory <4> : i32
// CHECK-NEXT:    circuit.return %0, %17, %y : i32
// CHECK-NEXT:  }
func.func @accesses(%m: memref<4x8xi32>, %i: index) -> i32 {
  %c3 = arith.constant 3 : index
  %x = memref.load %m[%i, %c3] : memref<4x8xi32>
  %y = memref.load %m[%c3, %i] : memref<4x8xi32>
  memref.store %x, %m[%c3, %c3] : memref<4x8xi32>
  func.return %y : i32
}

// -----

// Memory goes round a loop that touches it, and past one that does not.

// CHECK:       circuit.func @loops
// CHECK:         [[ENTRY:%\d+]] = circuit.state_entry
// CHECK-NEXT:    [[MEMORY:%\d+]] = circuit.depend_entry
// CHECK:         [[PURE:%\d+]] = circuit.loop_begin [[ENTRY]], [[BACK:%\d+]]
// CHECK-NEXT:    %i = circuit.value_selector [[PURE]], %zero, [[NEXT:%\d+]] : i32
// CHECK-NEXT:    %a = circuit.value_selector [[PURE]], %zero, %s : i32
// CHECK-NEXT:    [[TEST:%\d+]] = circuit.icmp slt %i, %n : i32
// CHECK-NEXT:    [[BRANCH:%\d+]] = circuit.if_branch [[PURE]], [[TEST]]
// CHECK-NEXT:    [[IN:%\d+]] = circuit.if_true [[BRANCH]]
// CHECK-NEXT:    [[OUT:%\d+]] = circuit.if_false [[BRANCH]]
// CHECK-NEXT:    %s = circuit.add %a, %i : i32
// CHECK-NEXT:    [[NEXT]] = circuit.add %i, %one : i32
// CHECK-NEXT:    [[BACK]] = circuit.loop_back [[IN]]
// CHECK-NEXT:    [[STORES:%\d+]] = circuit.loop_begin [[OUT]], [[BACK2:%\d+]]
// CHECK-NEXT:    [[FLOW:%\d+]] = circuit.depend_selector [[STORES]], [[MEMORY]], [[STORED:%\d+]]
// CHECK-NEXT:    %j = circuit.value_selector [[STORES]], %zero, {{.*}} : i32
// CHECK:         [[IN2:%\d+]] = circuit.if_true
// CHECK-NEXT:    [[OUT2:%\d+]] = circuit.if_false
// CHECK-NEXT:    [[RELAY:%\d+]] = circuit.depend_relay [[IN2]], [[FLOW]]
// CHECK-NEXT:    [[STORED]] = circuit.store [[RELAY]], %a, %m memory <4> : i32
// CHECK:         [[BACK2]] = circuit.loop_back [[IN2]]
// CHECK-NEXT:    circuit.return [[OUT2]], [[FLOW]]
func.func @loops(%n: i32, %m: memref<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%a = %zero) -> (i32) : i32 {
    %s = arith.addi %a, %i : i32
    scf.yield %s : i32
  }
  scf.for %j = %zero to %n step %one : i32 {
    memref.store %sum, %m[] : memref<i32>
  }
  func.return
}

// -----

// A loop with two entries and two back edges; both sides of a branch go to its head.

// CHECK:       circuit.func @edges
// CHECK:         [[A:%\d+]] = circuit.if_true
// CHECK-NEXT:    [[B:%\d+]] = circuit.if_false
// CHECK-NEXT:    [[MERGE:%\d+]] = circuit.merge [[A]], [[B]]
// CHECK-NEXT:    [[FIRST:%\d+]] = circuit.value_selector [[MERGE]], %x, %y : i32
// CHECK-NEXT:    [[LOOP:%\d+]] = circuit.loop_begin [[MERGE]], [[BACK1:%\d+]], [[BACK2:%\d+]]
// CHECK-NEXT:    %i = circuit.value_selector [[LOOP]], [[FIRST]], %j, %y : i32
// CHECK:         [[C:%\d+]] = circuit.if_true
// CHECK-NEXT:    [[BACK1]] = circuit.loop_back [[C]]
// CHECK-NEXT:    [[D:%\d+]] = circuit.if_false
// CHECK-NEXT:    [[BACK2]] = circuit.loop_back [[D]]
// CHECK-NEXT:  }
func.func @edges(%x: i32, %y: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^head(%x : i32), ^head(%y : i32)
^head(%i: i32):
  %j = arith.addi %i, %x : i32
  cf.cond_br %c, ^head(%j : i32), ^head(%y : i32)
^never:
  %k = "arith.constant"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  func.return %x : i32
}

// -----

// Stack objects and arguments marked so are in alias classes of their own; an i1 is a
// byte. Declarations stay.

// CHECK:       func.func private @print(i1) -> ()
// CHECK-NEXT:  circuit.func @memory
// CHECK-SAME:    sym_visibility = "private"
// CHECK:         %a = circuit.alloca 16 align 8
// CHECK-NEXT:    %b = circuit.alloca 3 align 1
// CHECK:         [[X:%\d+]], %x = circuit.load {{%\d+}}, {{%\d+}} memory <8, alias "alloca0"> : i64
// CHECK:         [[Y:%\d+]] = circuit.store {{.*}} memory <8, alias "arg0"> : i64
// CHECK:         [[Z:%\d+]], [[BYTE:%\d+]] = circuit.load [[Y]], {{%\d+}} memory <1, alias "alloca1"> : i8
// CHECK-NEXT:    %y = circuit.trunc [[BYTE]] : i8 to i1
// CHECK-NEXT:    [[PRINT:%\d+]] = circuit.symbol @print
// CHECK-NEXT:    [[CALLED:%\d+]] = circuit.call [[Z]], [[PRINT]](%y) : (i1) -> ()
// CHECK:         [[WIDE:%\d+]] = circuit.zext %y : i1 to i8
// CHECK-NEXT:    circuit.store [[CALLED]], [[WIDE]], {{%\d+}} memory <1, alias "alloca1"> : i8
func.func private @print(i1) -> ()
func.func private @memory(%m: memref<2xi64> {llvm.noalias}, %i: index) {
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<2xi64>
  %b = memref.alloca() : memref<3xi1>
  %x = memref.load %a[%i] : memref<2xi64>
  memref.store %x, %m[%i] : memref<2xi64>
  %y = memref.load %b[%i] : memref<3xi1>
  func.call @print(%y) : (i1) -> ()
  memref.store %y, %b[%c1] : memref<3xi1>
  func.return
}
