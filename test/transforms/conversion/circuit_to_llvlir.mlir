// RUN: circ-opt %s --split-input-file -p convert-circuit-to-llvlir | filecheck %s

// An empty side of a branch is jumped over, the comparison becomes part of the branch,
// weights follow the sides.
circuit.func @threaded attributes {circ.signature = (i32, i32) -> i32} {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %x = circuit.arg 0 : i32
  %y = circuit.arg 1 : i32
  %c = circuit.icmp ult %x, %y : i32
  %br = circuit.if_branch %se, %c weights array<i32: 7, 1>
  %t = circuit.if_true %br
  %f = circuit.if_false %br
  %d = circuit.sub %y, %x : i32
  %m = circuit.merge %t, %f
  %v = circuit.value_selector %m, %d, %x : i32
  circuit.return %m, %de, %v : i32
}

// CHECK:       llvlir.func @threaded(%x: !llvlir.r<i32>, %y: !llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.signature = (i32, i32) -> i32} {
// CHECK-NEXT:    llvlir.cmpbr.I uge, %x, %y : i32, ^bb2(%x : !llvlir.r<i32>), ^bb1 weights 1, 7
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %d = llvlir.sub.I %y, %x : i32
// CHECK-NEXT:    llvlir.j.L ^bb2(%d : !llvlir.r<i32>)
// CHECK-NEXT:  ^bb2(%v: !llvlir.r<i32>):
// CHECK-NEXT:    llvlir.ret %v : !llvlir.r<i32>
// CHECK-NEXT:  }

// -----

circuit.func @sparse {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %x = circuit.arg 0 : i8
  %sw = circuit.switch_branch %se, %x : i8
  %c1 = circuit.switch_case 200, %sw
  %c2 = circuit.switch_case 1, %sw
  %c3 = circuit.switch_case 20, %sw
  %c4 = circuit.switch_case 21, %sw
  %c5 = circuit.switch_case 100, %sw
  %df = circuit.default_case %sw
  %k1 = circuit.constant 10 : i32
  %k2 = circuit.constant 20 : i32
  %m = circuit.merge %c1, %c2, %c3, %c4, %c5, %df
  %v = circuit.value_selector %m, %k1, %k1, %k2, %k2, %k1, %k2 : i32
  circuit.return %m, %de, %v : i32
}

// CHECK:       llvlir.func @sparse(%x: !llvlir.r<i8>) -> !llvlir.r<i32> attributes {circ.signature = (i8) -> i32} {
// CHECK-NEXT:    %k1 = llvlir.const.I 10 : i32
// CHECK-NEXT:    %k2 = llvlir.const.I 20 : i32
// CHECK-NEXT:    %0 = llvlir.const.I 20 : i8
// CHECK-NEXT:    llvlir.cmpbr.I ge, %x, %0 : i8, ^bb3, ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %1 = llvlir.const.I -56 : i8
// CHECK-NEXT:    llvlir.cmpbr.I eq, %x, %1 : i8, ^bb5(%k1 : !llvlir.r<i32>), ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %2 = llvlir.const.I 1 : i8
// CHECK-NEXT:    llvlir.cmpbr.I eq, %x, %2 : i8, ^bb5(%k1 : !llvlir.r<i32>), ^bb5(%k2 : !llvlir.r<i32>)
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    %3 = llvlir.const.I 21 : i8
// CHECK-NEXT:    llvlir.cmpbr.I le, %x, %3 : i8, ^bb5(%k2 : !llvlir.r<i32>), ^bb4
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    %4 = llvlir.const.I 100 : i8
// CHECK-NEXT:    llvlir.cmpbr.I eq, %x, %4 : i8, ^bb5(%k1 : !llvlir.r<i32>), ^bb5(%k2 : !llvlir.r<i32>)
// CHECK-NEXT:  ^bb5(%v: !llvlir.r<i32>):
// CHECK-NEXT:    llvlir.ret %v : !llvlir.r<i32>
// CHECK-NEXT:  }

// -----

// A comparison that something else needs too stays a value, `not` turns the branch.
circuit.func @shared {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %x = circuit.arg 0 : i32
  %c = circuit.icmp sge %x, %x : i32
  %n = circuit.rev %c
  %br = circuit.if_branch %se, %n
  %t = circuit.if_true %br
  %f = circuit.if_false %br
  circuit.return %t, %de, %c : i1
  circuit.return %f, %de, %c : i1
}

// CHECK:       llvlir.func @shared(%x: !llvlir.r<i32>) -> !llvlir.r<i1> attributes {circ.signature = (i32) -> i1} {
// CHECK-NEXT:    %c = llvlir.cmps.I ge, %x, %x : i32
// CHECK-NEXT:    %0 = llvlir.const.I 0 : i1
// CHECK-NEXT:    llvlir.cmpbr.I ne, %c, %0 : i1, ^bb2, ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    llvlir.ret %c : !llvlir.r<i1>
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    llvlir.ret %c : !llvlir.r<i1>
// CHECK-NEXT:  }

// -----

// Slots, addresses and calls; a declaration is converted with its caller.
func.func private @g(index, f32) -> (i8)
circuit.func @memory {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.alloca 8 align 4
  %i = circuit.bitcast %p : !circuit.arch to i32
  %f = circuit.bitcast %i : i32 to f32
  %d1 = circuit.store %de, %f, %p memory <4, align 2> : f32
  %g = circuit.symbol @g
  %d2, %r = circuit.call %d1, %g(%p, %f) : (!circuit.arch, f32) -> i8
  %d3, %v = circuit.load %d2, %p : f32
  circuit.return %se, %d3, %v, %r : f32, i8
}

// CHECK:       llvlir.func private @g(!llvlir.r<i32>, !llvlir.f<f32>) -> !llvlir.r<i8> attributes {circ.signature = (index, f32) -> i8}
// CHECK-NEXT:  llvlir.func @memory() -> (!llvlir.f<f32>, !llvlir.r<i8>) attributes {circ.signature = () -> (f32, i8)} {
// CHECK-NEXT:    %0 = llvlir.slot 8, 4
// CHECK-NEXT:    %p = llvlir.mvr %0
// CHECK-NEXT:    %f = llvlir.bits.FI %p : f32, i32
// CHECK-NEXT:    %1 = llvlir.mva %p
// CHECK-NEXT:    llvlir.st.F %1, 0, %f memory<4, align 2> : f32
// CHECK-NEXT:    %r = llvlir.call @g(%p, %f) : (!llvlir.r<i32>, !llvlir.f<f32>) -> !llvlir.r<i8>
// CHECK-NEXT:    %2 = llvlir.mva %p
// CHECK-NEXT:    %v = llvlir.ld.F %2, 0 : f32
// CHECK-NEXT:    llvlir.ret %v, %r : !llvlir.f<f32>, !llvlir.r<i8>
// CHECK-NEXT:  }

// -----

// Values that lie close together are a table, others are searched for.
circuit.func @switch {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %x = circuit.arg 0 : i8
  %sw = circuit.switch_branch %se, %x : i8
  %c1 = circuit.switch_case 255, %sw
  %c2 = circuit.switch_case 1, %sw
  %c3 = circuit.switch_case 2, %sw
  %c4 = circuit.switch_case 3, %sw
  %c5 = circuit.switch_case 4, %sw
  %df = circuit.default_case %sw
  %k1 = circuit.constant 10 : i32
  %k2 = circuit.constant 20 : i32
  circuit.return %c1, %de, %k1 : i32
  %m = circuit.merge %c2, %c3, %c4, %c5, %df
  %v = circuit.value_selector %m, %k1, %k2, %k1, %k2, %k1 : i32
  circuit.return %m, %de, %v : i32
}

// CHECK:       llvlir.func @switch(%x: !llvlir.r<i8>) -> !llvlir.r<i32> attributes {circ.signature = (i8) -> i32} {
// CHECK-NEXT:    %k1 = llvlir.const.I 10 : i32
// CHECK-NEXT:    %k2 = llvlir.const.I 20 : i32
// CHECK-NEXT:    %0 = llvlir.const.I -1 : i8
// CHECK-NEXT:    %1 = llvlir.sub.I %x, %0 : i8
// CHECK-NEXT:    %2 = llvlir.zext.II %1 : i32, i8
// CHECK-NEXT:    llvlir.brtab %2, ^bb2(%k1 : !llvlir.r<i32>) [^bb1, ^bb2(%k1 : !llvlir.r<i32>), ^bb2(%k1 : !llvlir.r<i32>), ^bb2(%k2 : !llvlir.r<i32>), ^bb2(%k1 : !llvlir.r<i32>), ^bb2(%k2 : !llvlir.r<i32>)]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    llvlir.ret %k1 : !llvlir.r<i32>
// CHECK-NEXT:  ^bb2(%v: !llvlir.r<i32>):
// CHECK-NEXT:    llvlir.ret %v : !llvlir.r<i32>
// CHECK-NEXT:  }
