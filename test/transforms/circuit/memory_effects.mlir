// RUN: circ-opt %s -p circuit-memory | filecheck %s

// What leaves a function early, what is no plain access, and addresses that wrap.

// Who catches it sees the argument's memory, but no object of the frame.
// CHECK-LABEL: circuit.func @throws(
// CHECK:         circuit.arg 1
// CHECK-NEXT:    circuit.store %d, %x, %p
// CHECK-NEXT:    circuit.throw %s
circuit.func @throws(!circuit.arch, i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %x = circuit.arg 1 : i32
  %a = circuit.alloca 4
  %1 = circuit.store %d, %x, %a : i32
  %2 = circuit.store %1, %x, %p : i32
  circuit.throw %s, %2, %x : i32
}

// It is overwritten on one path only.
// CHECK-LABEL: circuit.func @before_throw(
// CHECK:         circuit.store %{{.*}}, %x, %p
// CHECK:         circuit.throw
// CHECK:         circuit.store %{{.*}}, %seven, %p
circuit.func @before_throw(!circuit.arch, i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %x = circuit.arg 1 : i32
  %seven = circuit.constant 7 : i32
  %1 = circuit.store %d, %x, %p : i32
  %c = circuit.icmp eq %x, %seven : i32
  %b = circuit.if_branch %s, %c
  %t = circuit.if_true %b
  %dt = circuit.depend_relay %t, %1
  circuit.throw %t, %dt, %x : i32
  %e = circuit.if_false %b
  %de = circuit.depend_relay %e, %1
  %2 = circuit.store %de, %seven, %p : i32
  circuit.return %e, %2, %x : i32
}

// An element of another language's array is loaded; control and memory go on.
// CHECK-LABEL: circuit.func @element(
// CHECK:         circuit.store %{{.*}}, %x, %a
// CHECK:         circuit.load_element
// CHECK:         %y = circuit.load
circuit.func @element(!circuit.arch, i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %x = circuit.arg 1 : i32
  %a = circuit.alloca 4
  %1 = circuit.store %d, %x, %a : i32
  %w = circuit.constant 3 : i64
  %s1, %2, %v = "circuit.load_element"(%s, %1, %w, %w) <{kind = #builtin.int<3>}> : (!circuit.state, !circuit.depend, i64, i64) -> (!circuit.state, !circuit.depend, i64)
  %t = circuit.if_success %s1
  %f = circuit.if_exception %s1
  %3 = circuit.depend_relay %t, %2
  %4, %y = circuit.load %3, %a : i32
  circuit.return %t, %4, %y : i32
  circuit.return %f, %2, %x : i32
}

// Volatile accesses stay, and nothing is known by them.
// CHECK-LABEL: circuit.func @volatile(
// CHECK-COUNT-2: circuit.store
// CHECK-COUNT-2: circuit.load
circuit.func @volatile(!circuit.arch, i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %x = circuit.arg 1 : i32
  %1 = circuit.store %d, %x, %p memory <4, volatile> : i32
  %2 = circuit.store %1, %x, %p memory <4, volatile> : i32
  %3, %y = circuit.load %2, %p memory <4, volatile> : i32
  %4, %z = circuit.load %3, %p : i32
  %r = circuit.sub %y, %z : i32
  circuit.return %s, %4, %r : i32
}

// Bytes from -4 on, and from -2 on over the end of the addresses: the store may be seen.
// CHECK-LABEL: circuit.func @wraps(
// CHECK-COUNT-2: circuit.store
// CHECK:         %y = circuit.load
circuit.func @wraps(!circuit.arch, i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %x = circuit.arg 1 : i32
  %m4 = circuit.constant -4 : !circuit.arch
  %m2 = circuit.constant -2 : !circuit.arch
  %one = circuit.constant 1 : i8
  %1 = circuit.store %d, %one, %m4 : i8
  %2 = circuit.store %1, %x, %m2 memory <4, align 2> : i32
  %zero = circuit.constant 0 : !circuit.arch
  %3, %y = circuit.load %2, %zero memory <4> : i32
  circuit.return %s, %3, %y : i32
}

// All bytes of the load are in the store, which goes over the end of the addresses.
// CHECK-LABEL: circuit.func @over_the_end(
// CHECK:         circuit.store
// CHECK-NOT:     circuit.load
// CHECK:         circuit.lshr %x
circuit.func @over_the_end(!circuit.arch, i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %x = circuit.arg 1 : i32
  %m2 = circuit.constant -2 : !circuit.arch
  %1 = circuit.store %d, %x, %m2 memory <4, align 2> : i32
  %zero = circuit.constant 0 : !circuit.arch
  %2, %y = circuit.load %1, %zero memory <2> : i16
  %r = circuit.zext %y : i16 to i32
  circuit.return %s, %2, %r : i32
}

// A pointer made of an integer may be that of an object that is known elsewhere.
// CHECK-LABEL: circuit.func @from_integer(
// CHECK-COUNT-2: circuit.store
// CHECK:         circuit.call
// CHECK:         circuit.store
// CHECK:         %y = circuit.load
circuit.func @from_integer(!circuit.arch, i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %x = circuit.arg 1 : i32
  %a = circuit.alloca 4
  %1 = circuit.store %d, %x, %a : i32
  %g = circuit.symbol @keep
  %k = circuit.constant 85 : !circuit.arch
  %h = circuit.xor %a, %k : !circuit.arch
  %hidden = circuit.store %1, %h, %p : !circuit.arch
  %2 = circuit.call %hidden, %g() : () -> ()
  %3, %l = circuit.load %2, %p : !circuit.arch
  %q = circuit.xor %l, %k : !circuit.arch
  %seven = circuit.constant 7 : i32
  %4 = circuit.store %3, %seven, %q : i32
  %5, %y = circuit.load %4, %a : i32
  circuit.return %s, %5, %y : i32
}

func.func private @keep()
