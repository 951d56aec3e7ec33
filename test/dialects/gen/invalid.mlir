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
