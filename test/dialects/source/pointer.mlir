// RUN: CIRC_ROUNDTRIP

// Objects of the module, of the function, and accesses by address.
pointer.global @table 16 align 4 constant = "0102" addresses [4 @f, @table + 12, @other - 4]
pointer.global @other 0 align 1 external attributes {circ.linkage = "weak"}
pointer.global @packed 9 align 1 addresses [1 @f, @f] attributes {circ.aliases = ["one"], circ.weak_aliases = ["two"]}
pointer.global @empty 0 align 1 attributes {circ.linkage = "internal"}
pointer.global @shared 8 align 8 attributes {circ.linkage = "common"}
func.func @f(%x : i32, %n : i32) -> i32 {
  %o = pointer.object 16 align 8
  %d = pointer.allocate %n align 16
  pointer.release %d
  pointer.store %x, %o : i32
  pointer.store %x, %d memory <4, align 1, volatile> : i32
  %v = pointer.load %o memory <4, align 2> : i32
  %w = pointer.load %o : vector<4xi32>
  %a = pointer.address_of @f
  %r = pointer.call %a(%v, %n) : (i32, i32) -> i32
  return %r : i32
}
// CHECK:       pointer.global @table 16 align 4 constant = "0102" addresses [4 @f, @table + 12, @other - 4]
// CHECK-NEXT:  pointer.global @other 0 align 1 external attributes {circ.linkage = "weak"}
// CHECK-NEXT:  pointer.global @packed 9 align 1 addresses [1 @f, @f] attributes {circ.aliases = ["one"], circ.weak_aliases = ["two"]}
// CHECK-NEXT:  pointer.global @empty 0 align 1 attributes {circ.linkage = "internal"}
// CHECK-NEXT:  pointer.global @shared 8 align 8 attributes {circ.linkage = "common"}
// CHECK:         %o = pointer.object 16 align 8
// CHECK-NEXT:    %d = pointer.allocate %n align 16
// CHECK-NEXT:    pointer.release %d
// CHECK-NEXT:    pointer.store %x, %o : i32
// CHECK-NEXT:    pointer.store %x, %d memory <4, align 1, volatile> : i32
// CHECK-NEXT:    %v = pointer.load %o memory <4, align 2> : i32
// CHECK-NEXT:    %w = pointer.load %o : vector<4xi32>
// CHECK-NEXT:    %a = pointer.address_of @f
// CHECK-NEXT:    %r = pointer.call %a(%v, %n) : (i32, i32) -> i32
