// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @bit(%p : i32) {
  %v = pointer.load %p : i1
  return
}
// CHECK: error: 'pointer.load': the value must be one of i8, i16, i32, i64, f32, f64 or a vector of them, but is i1
// -----
func.func @lanes(%p : i32, %v : vector<2xi1>) {
  pointer.store %v, %p : vector<2xi1>
  return
}
// CHECK: error: 'pointer.store': the value must be one of i8, i16, i32, i64, f32, f64 or a vector of them, but is i1
// -----
func.func @size(%p : i32) {
  %v = pointer.load %p memory <4> : i64
  return
}
// CHECK: error: 'pointer.load': 'memory' must have the value's size 8, but has 4
// -----
func.func @alignment() {
  %v = pointer.object 4 align 3
  return
}
// CHECK: error: 'pointer.object': alignment must be a power of two, but is 3
// -----
func.func @dynamic(%n : i32) {
  %v = pointer.allocate %n align 0
  return
}
// CHECK: error: 'pointer.allocate': alignment must be a power of two, but is 0
// -----
pointer.global @outside 4 align 4 addresses [1 @f]
// CHECK: error: 'pointer.global': the address of @f at 1 must fit the object, whose bytes are zero there
// -----
pointer.global @taken 8 align 4 = "0000000001" addresses [@f, @g]
// CHECK: error: 'pointer.global': the address of @g at 4 must fit the object, whose bytes are zero there
// -----
pointer.global @twice 16 align 4 addresses [4 @f, 6 @g]
// CHECK: error: 'pointer.global': the address of @g at 6 must come after the one before it
// -----
pointer.global @sign 16 align 4 addresses [4 @f 4]
// CHECK: error: '+' or '-' expected before what is added
// -----
pointer.global @known 4 align 4 external = "01"
// CHECK: error: 'pointer.global': an external object has neither bytes nor aliases
// -----
pointer.global @hidden 4 align 4 external attributes {circ.linkage = "internal"}
// CHECK: error: 'pointer.global': an external object must not be internal
// -----
pointer.global @filled 4 align 4 = "01" attributes {circ.linkage = "common"}
// CHECK: error: 'pointer.global': a common object has no bytes, and can be written
// -----
pointer.global @strong 4 align 4 attributes {circ.linkage = "strong"}
// CHECK: error: 'pointer.global': 'circ.linkage' must be one of "internal", "weak", "common", but is "strong"
// -----
pointer.global @names 4 align 4 attributes {circ.aliases = "a"}
// CHECK: error: 'pointer.global': 'circ.aliases' must be an array of names, but is "a"
