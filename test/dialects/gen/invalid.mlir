// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s
// One text a kind of error: of the parser, of an instruction, of a function.

gen.func @undeclared() {
  gen.add int32 %y = %x, %x
  gen.ret
}
// CHECK: register %y is used before its gen.register
// -----

gen.func @type() {
  %x = gen.register : !gen.reg<dword>
  gen.add int33 %x = %x, %x
  gen.ret
}
// CHECK: 'int33' is not a type of gen
// -----

gen.func @property() {
  %x = gen.register : !gen.reg<dword>
  gen.loadi int32 %x {values = 5}
  gen.ret
}
// CHECK: unexpected 'values'
// -----

gen.func @family() {
  %x = gen.register : !gen.reg<dword>
  gen.add int64 %x = %x, %x
  gen.ret
}
// CHECK: the destination must be a register of family qword, but is dword
// -----

gen.func @results() -> (dword) {
  gen.ret
}
// CHECK: the returned registers must be of families (dword), but are ()
// -----

gen.func @lanes() lanes 4 {
  gen.ret
}
// CHECK: a function must have 8 or 16 lanes, or none, but has 4
// -----

gen.func @kind(dwordx3) {
  gen.ret
}
// CHECK: 'dwordx3' is not a family of registers
// -----

gen.func @input(dwordx16) lanes 16 {
  %x = gen.register : !gen.reg<dword uniform>
  gen.inputs %x
  gen.ret
}
// CHECK: the inputs must be of families (dwordx16), but are (dword)
// -----

gen.func @predicate(boolx8) lanes 8 {
  %p = gen.register : !gen.reg<bool>
  gen.inputs %p
  gen.bra_if %p, ^bb1, ^bb2
^bb1:
  gen.ret
^bb2:
  gen.ret
}
// CHECK: the predicate of a branch must be in a uniform register
// -----

gen.func @slot() lanes 16 {
  %x = gen.register : !gen.reg<dword>
  gen.frame uint32 %x {size = 4, align = 4}
  gen.ret
}
// CHECK: the address of a slot must be in a uniform register
// -----

gen.func @nameless(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.bra_indirect %x [^bb1]
^bb1:
  gen.ret
}
// CHECK: every block listed must begin with a gen.label
// -----

gen.func @twice(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.bra_indirect %x [^bb1, ^bb1]
^bb1:
  gen.label @a
  gen.ret
}
// CHECK: a block must be listed once
// -----

gen.func @late(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.bra_indirect %x [^bb1]
^bb1:
  gen.label @a
  gen.label @b
  gen.ret
}
// CHECK: gen.label must be the first of a block that is not the entry
// -----

gen.func private @g(dword) attributes {circ.variadic}
gen.func @f(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.call @g(%x, %x) -> ()
  gen.ret
}
// CHECK: @g is variadic, but is called otherwise
